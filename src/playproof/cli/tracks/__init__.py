"""The tracks that can be played: what the commands need of each, found by the first word of a task's id."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from rich.console import RenderableType

from playproof.cli.evaluation import Outcome, ScoredTrack, Wiring
from playproof.cli.tracks import build, replica, web
from playproof.errors import SpecError
from playproof.records.record import Record
from playproof.records.replica import ReplicaScore
from playproof.records.score import BuildScore
from playproof.scoring.label import WebScore
from playproof.store.run_folder import RunFolder
from playproof.store.suites import SPEC_FILE, TaskPlace

S = TypeVar("S", bound=Record)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackEntry(Generic[S]):
    """One track, as the commands use it."""

    score: type[S]
    """The record in `score.json`."""
    wiring: Callable[[TaskPlace], Wiring[S]]
    """How an artifact is evaluated against a task."""
    again: Callable[[RunFolder], ScoredTrack[S]]
    """The track of a run that is judged again."""
    answer: Callable[[Outcome[S]], Record]
    """What `--json` prints."""
    card: Callable[[Outcome[S]], RenderableType]
    """What a terminal shows."""
    report: Callable[[RunFolder], Path]
    """Writes the page of a finished run."""
    is_undecided: Callable[[S], bool]
    """Whether our own faults left the score open."""


def _entry(module: Any, score: type[S]) -> TrackEntry[S]:  # noqa: ANN401 - a module of this package with these functions
    return TrackEntry(
        score=score,
        wiring=module.wiring,
        again=module.again,
        answer=module.answer,
        card=module.card,
        report=module.report,
        is_undecided=module.is_undecided,
    )


TRACKS: dict[str, TrackEntry[Any]] = {"build": _entry(build, BuildScore), "replica": _entry(replica, ReplicaScore), "web": _entry(web, WebScore)}
"""First word of a task's id -> track."""


def track_at(place: TaskPlace) -> TrackEntry[Any]:
    """The track of a task where it lies: a level of a family belongs to the replica track, a private folder with a task file to the build track."""
    if place.level is not None:
        return TRACKS["replica"]
    if (place.path / SPEC_FILE).is_file():
        return TRACKS["web"]
    name = place.id.partition("/")[0]
    return TRACKS["build"] if name not in TRACKS and not place.is_shipped else track_named(place.id, "--task")


def track_named(task: str, where: str) -> TrackEntry[Any]:
    """The track of a task's id; SpecError for one that this version does not play."""
    name = task.partition("/")[0]
    if name not in TRACKS:
        raise SpecError(where, f"{task!r} belongs to the track {name!r}, which this version does not play", expected=f"one of {', '.join(TRACKS)}")
    return TRACKS[name]
