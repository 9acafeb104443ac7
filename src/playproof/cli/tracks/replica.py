"""How deliverables of the replica track are evaluated and shown."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import RenderableType

from playproof.cli.answers import ReplicaPlayAnswer, replica_answer
from playproof.cli.evaluation import Outcome, Source, Stage
from playproof.errors import SpecError
from playproof.graders.checks.pixels import Album
from playproof.records.interface import ObservedPlay
from playproof.records.record import Record
from playproof.records.replica import IntakeEvidence, JudgedShares, OriginalPlays, ReplicaPlan, ReplicaScore
from playproof.report.replica import write_replica_report
from playproof.report.replica_terminal import replica_scorecard
from playproof.store.deliverable import PAGE, deliverable_files, deliverable_path, examine_deliverable
from playproof.store.run_folder import RunFolder
from playproof.store.suites import TaskPlace
from playproof.tracks.replica.family import Instance, load_family
from playproof.tracks.replica.plan import Originals, make_plan, read_witnesses
from playproof.tracks.replica.track import ORIGINAL, ReplicaTrack

INTAKE = "intake"
"""Name of the intake's evidence among the plays."""
KEPT_PICTURES = 96
"""Pictures that stay decoded while plays are compared (ours)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplicaWiring:
    """Implements evaluation.Wiring for one level of a family."""

    instance: Instance
    plan: ReplicaPlan
    originals: RunFolder | None = None
    """A finished run of the same plan, engine and seed: its plays of the original are taken over instead of being made again."""

    @property
    def task(self) -> str:
        """Id of the task."""
        return self.plan.task

    @property
    def title(self) -> str:
        """For people."""
        return f"{self.plan.title} {self.plan.level}"

    def source(self, artifact: Path) -> Source:
        """The deliverable for this level: its page and its checklist."""
        path = deliverable_path(artifact, self.instance.level)
        return Source(path=path, files=deliverable_files(path))

    def stage(self, engine: str) -> Stage:
        """The page, in a view of the original's size."""
        if engine != "web":
            raise SpecError("--engine", f"the task {self.task!r} has no engine {engine!r}", expected="web")
        return Stage(entry=PAGE, width_px=self.plan.view.width_px, height_px=self.plan.view.height_px)

    def examine(self, folder: RunFolder) -> None:
        """Whether there is a page that could load, and a checklist."""
        folder.keep_play(INTAKE, examine_deliverable(folder.artifact_path))

    @contextmanager
    def track(self, folder: RunFolder) -> Iterator["KeptTrack"]:
        """The track, with the pages of the original as long as it plays."""
        if self.originals is not None:
            _take_over(self.originals, folder, self.plan)
        with tempfile.TemporaryDirectory(prefix="playproof-games-") as name:
            yield _track(self.plan, folder, Originals(instance=self.instance, folder=Path(name)))


@dataclass(slots=True, kw_only=True)
class KeptTrack(ReplicaTrack):
    """A replica track that writes its comparison into the run."""

    folder: RunFolder

    def score(self) -> ReplicaScore:
        """Compare, judge, sum up; keep what was measured."""
        score = ReplicaTrack.score(self)
        if self.comparison is not None:
            self.folder.keep("comparison", self.comparison)
        return score


def wiring(place: TaskPlace) -> ReplicaWiring:
    """The evaluation of one level of a family."""
    if place.level is None:
        raise SpecError(place.id, "is no level of a family", expected="e.g. replica/<family>/L3")
    return instance_wiring(load_family(place.path).instance(place.level))


def instance_wiring(instance: Instance, *, originals: RunFolder | None = None) -> ReplicaWiring:
    """The evaluation of an instance; `originals` is a finished run whose plays of the original are taken over."""
    return ReplicaWiring(instance=instance, plan=make_plan(instance, read_witnesses(instance)), originals=originals)


def again(folder: RunFolder) -> KeptTrack:
    """The track of a run that is judged again from its evidence."""
    folder.sheet()
    return _track(folder.root("plan", ReplicaPlan), folder, None)


def answer(outcome: Outcome[ReplicaScore]) -> ReplicaPlayAnswer:
    """What `--json` prints."""
    return replica_answer(outcome)


def card(outcome: Outcome[ReplicaScore]) -> RenderableType:
    """What a terminal shows."""
    return replica_scorecard(outcome.folder, outcome.score, outcome.verdicts)


def report(folder: RunFolder) -> Path:
    """Write the page."""
    return write_replica_report(folder)


def is_undecided(score: ReplicaScore) -> bool:
    """Whether our own faults left the agreement open."""
    return score.agreement is None


def _track(plan: ReplicaPlan, folder: RunFolder, games: Originals | None) -> KeptTrack:
    intake = folder.play(INTAKE, IntakeEvidence)
    if intake is None:
        raise SpecError(str(folder.path), f"has no {INTAKE}.json among its plays", expected="a run folder as it was written")
    judged = folder.root("judged", JudgedShares) if (folder.path / "judged.json").exists() else JudgedShares()
    album = Album(folder.frames.read, kept=KEPT_PICTURES)
    return KeptTrack(plan=plan, intake=intake, album=album, games=games, judged=judged, folder=folder)


def _take_over(known: RunFolder, folder: RunFolder, plan: ReplicaPlan) -> None:
    """Copy the plays of the original from a run of the same plan and seed on the same engine."""
    engine = known.driver_sheet()
    same = engine is not None and known.root("plan", ReplicaPlan) == plan and known.sheet().seed == folder.sheet().seed
    if engine is None or not same:
        raise SpecError(str(known.path), "is a run of another plan or seed", expected="a finished run of the same task")
    folder.keep_driver_sheet(engine)
    kinds: list[tuple[str, type[Record]]] = [(witness.rule, OriginalPlays) for witness in plan.witnesses]
    kinds += [(walk.id, ObservedPlay) for walk in plan.walks]
    for name, kind in kinds:
        job = ORIGINAL + name
        play = known.play(job, kind)
        if play is None or folder.play_path(job).exists():
            continue
        parts = (play.game, play.without) if isinstance(play, OriginalPlays) else (play,)
        for frame in {frame for part in parts if isinstance(part, ObservedPlay) for frame in part.frames}:
            if not folder.frames.path(frame).exists():
                folder.frames.folder.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(known.frames.path(frame), folder.frames.path(frame))
        folder.keep_play(job, play)
