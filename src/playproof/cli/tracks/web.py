"""How games of the web track are evaluated and shown."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from playproof.cli.answers import WebPlayAnswer, web_answer
from playproof.cli.evaluation import Outcome, Source, Stage
from playproof.errors import SpecError
from playproof.records.play_script import WebPlan
from playproof.report.web import write_web_report
from playproof.scoring.label import WebScore
from playproof.store.run_folder import RunFolder
from playproof.store.suites import TaskPlace
from playproof.tracks.web.task import load_web_task
from playproof.tracks.web.track import WebTrack

ENTRY = "index.html"
COLOURS = {"EXCELLENT": "bold green", "USABLE": "bold yellow", "UNUSABLE": "bold red"}


@dataclass(frozen=True, slots=True, kw_only=True)
class WebWiring:
    """Implements evaluation.Wiring."""

    plan: WebPlan

    @property
    def task(self) -> str:
        """Id of the task."""
        return self.plan.task

    @property
    def title(self) -> str:
        """For people."""
        return self.plan.spec.title

    def source(self, artifact: Path) -> Source:
        """The whole folder."""
        return Source(path=artifact)

    def stage(self, engine: str) -> Stage:
        """The start page, in the window of the specification."""
        if engine != "web":
            raise SpecError("--engine", f"the task {self.task!r} has no engine {engine!r}", expected="web")
        window = self.plan.spec.window
        return Stage(entry=ENTRY, width_px=window.width_px, height_px=window.height_px)

    def examine(self, folder: RunFolder) -> None:
        """Nothing: only what is played counts."""

    @contextmanager
    def track(self, folder: RunFolder) -> Iterator[WebTrack]:
        """The track, which needs nothing that must be given back."""
        yield WebTrack(plan=self.plan, seed=folder.sheet().seed)


def wiring(place: TaskPlace) -> WebWiring:
    """The evaluation of a task that holds together."""
    return WebWiring(plan=load_web_task(place.path).plan())


def again(folder: RunFolder) -> WebTrack:
    """The track of a run that is judged again from its evidence."""
    return WebTrack(plan=folder.root("plan", WebPlan), seed=folder.sheet().seed)


def answer(outcome: Outcome[WebScore]) -> WebPlayAnswer:
    """What `--json` prints."""
    return web_answer(outcome)


def card(outcome: Outcome[WebScore]) -> RenderableType:
    """What a terminal shows."""
    score = outcome.score
    head = Text(score.label or "no label", style=COLOURS.get(score.label or "", "bold blue"))
    head.append(f"   {score.task}", style="bright_black")
    head.append(f"\n{score.reason}\n{score.passed} of {score.points} points passed, {score.failed} failed, {score.unverified} unverified\n")
    table = Table(box=None, header_style="bold")
    for heading in ("point", "state", "reason"):
        table.add_column(heading)
    for verdict in outcome.verdicts.values():
        if verdict.value != 1.0:
            table.add_row(verdict.criterion, "failed" if verdict.value == 0.0 else "unverified", verdict.reason)
    foot = Text(f"\nreport  {outcome.folder.report_path}")
    return Group(head, *([table] if table.row_count else []), foot)


def report(folder: RunFolder) -> Path:
    """Write the page."""
    return write_web_report(folder)


def is_undecided(score: WebScore) -> bool:
    """Whether nothing at all could be told."""
    return score.value is None
