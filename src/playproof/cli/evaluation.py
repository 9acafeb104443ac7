"""One evaluation of one artifact, whatever its track: freeze, examine, play, grade, fold, write.

A track brings its `Wiring`: what is frozen, what is found without running the game, and the track itself.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from playproof import __version__
from playproof.drivers.web.driver import WebDriver
from playproof.errors import MissingTool, SpecError
from playproof.pipeline import Progress, Workers, evaluate, regrade
from playproof.protocols import Driver, Opening, Track
from playproof.records.artifact import Artifact
from playproof.records.record import Record
from playproof.records.run import DriveMode, DriverSheet, PlayFault, RunSheet
from playproof.records.verdict import Verdict
from playproof.sandbox.bubblewrap import isolation_problem
from playproof.store.artifacts import describe, freeze
from playproof.store.files import canonical_bytes, sha256_of
from playproof.store.run_folder import RunFolder

ENGINES = ("web",)
"""Engines that this version plays."""
S = TypeVar("S", bound=Record)
S_co = TypeVar("S_co", bound=Record, covariant=True)


class ScoredTrack(Track, Protocol[S_co]):
    """A track that sums up what it was given."""

    @property
    def verdicts(self) -> dict[str, Verdict]:
        """Criterion -> verdict, so far."""

    def score(self) -> S_co:
        """The scorecard of the plays so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Which files are the artifact."""

    path: Path
    files: Sequence[Path] | None = None
    """Relative; None: all that the folder holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """How the game is opened: its start file and the size of its view."""

    entry: str
    width_px: int
    height_px: int


class Wiring(Protocol[S_co]):
    """What one track adds to the evaluation of one artifact."""

    @property
    def task(self) -> str:
        """Id of the task."""

    @property
    def title(self) -> str:
        """For people."""

    @property
    def plan(self) -> Record:
        """What is played and judged by: all that decides what a run comes to, beside artifact, engine and seed."""

    def source(self, artifact: Path) -> Source:
        """Which files of a path that the user gave are the artifact; SpecError when there is no such path."""

    def stage(self, engine: str) -> Stage:
        """How the game is opened; SpecError for an engine that the task does not have."""

    def examine(self, folder: RunFolder) -> None:
        """Keep what the frozen files say without being run."""

    def track(self, folder: RunFolder) -> AbstractContextManager[ScoredTrack[S_co]]:
        """The track, for as long as the evaluation lasts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request(Generic[S]):
    """One artifact to be evaluated."""

    artifact_path: Path
    wiring: Wiring[S]
    engine: str
    folder: RunFolder
    seed: int
    jobs: int
    mode: DriveMode | None
    """None: the best there is."""
    is_trusted: bool
    """May run without namespaces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome(Generic[S]):
    """What an evaluation came to."""

    folder: RunFolder
    score: S
    verdicts: dict[str, Verdict]
    sheet: DriverSheet | None
    faults: tuple[PlayFault, ...]
    digest: str


def check_isolation(*, is_trusted: bool) -> bool:
    """Whether games run in namespaces here; MissingTool when they cannot and the artifact is not trusted."""
    problem = isolation_problem()
    if problem is not None and not is_trusted:
        raise MissingTool(
            f"an untrusted game runs only in namespaces of its own, and there are none here: {problem}",
            remedy="see `playproof doctor`; or --unsafe to run it with your rights",
        )
    return problem is None


def run(request: Request[S], watch: Callable[[Progress], None]) -> Outcome[S]:
    """Evaluate an artifact, or go on with an evaluation that was interrupted."""
    wiring, folder = request.wiring, request.folder
    stage = wiring.stage(request.engine)
    if request.engine not in ENGINES:
        raise MissingTool(f"the engine {request.engine!r} is not available", remedy="playproof doctor")
    is_isolated = check_isolation(is_trusted=request.is_trusted)
    source = wiring.source(request.artifact_path)
    artifact = describe(source.path, source.files)
    folder.begin(
        RunSheet(
            playproof=__version__,
            task=wiring.task,
            task_sha256=sha256_of(canonical_bytes(wiring.plan)),
            artifact_sha256=artifact.sha256,
            engine=request.engine,
            seed=request.seed,
        )
    )
    _freeze(source, artifact, folder)
    folder.keep("plan", wiring.plan)
    wiring.examine(folder)

    def make_driver() -> Driver:
        return WebDriver(mode=request.mode, is_isolated=is_isolated)

    def opening(is_lasting: bool) -> Opening:
        return Opening(
            artifact_path=folder.artifact_path,
            entry=stage.entry,
            width_px=stage.width_px,
            height_px=stage.height_px,
            seed=request.seed,
            is_lasting=is_lasting,
        )

    with wiring.track(folder) as track:
        evaluate(track, folder, Workers(make_driver=make_driver, opening=opening, count=request.jobs, watch=watch))
        return finish(track, folder)


def grade_again(folder: RunFolder, track: ScoredTrack[S]) -> Outcome[S]:
    """Judge a finished run again from its evidence, without the game."""
    regrade(track, folder)
    return finish(track, folder)


def read_outcome(folder: RunFolder, kind: type[S]) -> Outcome[S]:
    """What a finished run came to, as it was written."""
    folder.sheet()
    verdicts = {verdict.criterion: verdict for verdict in folder.verdicts()}
    return Outcome(
        folder=folder,
        score=folder.root("score", kind),
        verdicts=verdicts,
        sheet=folder.driver_sheet(),
        faults=folder.faults(),
        digest=folder.digest(),
    )


def finish(track: ScoredTrack[S], folder: RunFolder) -> Outcome[S]:
    """Write what the plays came to."""
    score = track.score()
    folder.keep_verdicts(tuple(track.verdicts.values()))
    folder.keep("score", score)
    return Outcome(folder=folder, score=score, verdicts=track.verdicts, sheet=folder.driver_sheet(), faults=folder.faults(), digest=folder.digest())


def _freeze(source: Source, artifact: Artifact, folder: RunFolder) -> None:
    """Copy the game into the run once; a copy that was cut off is made again."""
    if (folder.path / "artifact.json").exists():
        return
    frozen = freeze(source.path, folder.artifact_path, source.files)
    if frozen.sha256 != artifact.sha256:
        raise SpecError(str(source.path), "changed while it was copied", expected="a game that nobody is writing to")
    folder.keep("artifact", frozen)
