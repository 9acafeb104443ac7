"""How games of the build track are evaluated and shown."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import RenderableType

from playproof.cli.answers import BuildPlayAnswer, build_answer
from playproof.cli.evaluation import Outcome, Source, Stage
from playproof.errors import SpecError
from playproof.graders.checks.leaf import Bench
from playproof.graders.checks.pixels import Album
from playproof.players.static_web import examine_web
from playproof.records.evidence import StaticEvidence
from playproof.records.leaf import BuildPlan
from playproof.records.score import BuildScore
from playproof.report.page import write_report
from playproof.report.terminal import scorecard
from playproof.scoring.fold import weakly_covered
from playproof.store.run_folder import RunFolder
from playproof.store.suites import TaskPlace
from playproof.tracks.build.lint import lint
from playproof.tracks.build.task import BuildTask, load_task
from playproof.tracks.build.track import BuildTrack

STATIC = "static"
"""Name of the static evidence among the plays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildWiring:
    """Implements evaluation.Wiring."""

    plan: BuildPlan
    has_journey: bool = True

    @property
    def task(self) -> str:
        """Id of the task."""
        return self.plan.task

    @property
    def title(self) -> str:
        """For people."""
        return self.plan.title

    def source(self, artifact: Path) -> Source:
        """The whole folder."""
        return Source(path=artifact)

    def stage(self, engine: str) -> Stage:
        """Entry and view of the contract."""
        contract = self.plan.contract
        if engine not in contract.entry:
            raise SpecError("--engine", f"the task {self.plan.task!r} has no engine {engine!r}", expected=f"one of {', '.join(contract.entry)}")
        return Stage(entry=contract.entry[engine], width_px=contract.view.width_px, height_px=contract.view.height_px)

    def examine(self, folder: RunFolder) -> None:
        """Assets, entry and references."""
        folder.keep_play(STATIC, examine_web(folder.artifact_path, folder.sheet().artifact_sha256, self.plan.contract))

    @contextmanager
    def track(self, folder: RunFolder) -> Iterator[BuildTrack]:
        """The track, which needs nothing that must be given back."""
        track = _track(self.plan, folder)
        track.has_journey = self.has_journey
        yield track


def wiring(place: TaskPlace) -> BuildWiring:
    """The evaluation of a task that holds together."""
    task = load_task(place.path)
    refuse_unfair(task)
    return BuildWiring(plan=task.plan())


def again(folder: RunFolder) -> BuildTrack:
    """The track of a run that is judged again from its evidence."""
    folder.sheet()
    return _track(folder.root("plan", BuildPlan), folder)


def refuse_unfair(task: BuildTask) -> None:
    """SpecError with file:line when a hidden leaf uses what the public contract does not declare, or the task does not hold together otherwise."""
    problems = lint(task)
    if problems:
        more = f" (and {len(problems) - 1} more)" if problems[1:] else ""
        raise SpecError(
            problems[0].where, problems[0].message + more, expected=f"a task without problems; `playproof task lint {task.path}` lists all"
        )


def answer(outcome: Outcome[BuildScore]) -> BuildPlayAnswer:
    """What `--json` prints."""
    return build_answer(outcome)


def card(outcome: Outcome[BuildScore]) -> RenderableType:
    """What a terminal shows."""
    return scorecard(outcome.score, outcome.sheet, outcome.verdicts, outcome.folder)


def report(folder: RunFolder) -> Path:
    """Write the page."""
    return write_report(folder)


def is_undecided(score: BuildScore) -> bool:
    """Whether our own faults left a dimension open."""
    return bool(weakly_covered(score))


def _track(plan: BuildPlan, folder: RunFolder) -> BuildTrack:
    sheet = folder.sheet()
    bench = Bench(contract=plan.contract, album=Album(folder.frames.read), static=folder.play(STATIC, StaticEvidence))
    return BuildTrack(plan=plan, bench=bench, artifact_sha256=sheet.artifact_sha256, seed=sheet.seed)
