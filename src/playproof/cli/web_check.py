"""`playproof task check` for a web task: the evaluator tried on the reference, on nothing, and on every planted fault."""

import time
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from playproof.analysis.calibration import Gate
from playproof.analysis.web_check import DefectOutcome, WebCheck, defect_gates
from playproof.cli.calibrate import SEED, choose
from playproof.cli.evaluation import Outcome, Request, run
from playproof.cli.printing import Watch
from playproof.cli.tracks.web import WebWiring
from playproof.errors import SpecError
from playproof.records.play_script import WebPlan
from playproof.scoring.label import WebScore
from playproof.store.run_folder import RunFolder
from playproof.store.variants import apply_edits
from playproof.tracks.web.task import WebTask


@dataclass(slots=True, kw_only=True)
class WebBench:
    """Where a web task is checked."""

    task: WebTask
    plan: WebPlan
    folder: Path
    jobs: int
    is_trusted: bool
    bar: Progress
    mode: str = field(default="unknown")

    def play(self, artifact: Path, name: str) -> Outcome[WebScore]:
        """Evaluate one game into `<folder>/<name>`."""
        request = Request(
            artifact_path=artifact,
            wiring=WebWiring(plan=self.plan),
            engine="web",
            folder=RunFolder(self.folder / name),
            seed=SEED,
            jobs=self.jobs,
            mode=None,
            is_trusted=self.is_trusted,
        )
        outcome = run(request, Watch(self.bar, name))
        self.mode = outcome.sheet.mode if outcome.sheet is not None else self.mode
        return outcome


def check_web(bench: WebBench, *, mutants: str | None) -> WebCheck:
    """Play reference, nothing and the planted faults.

    Args:
        bench: The task and where to play it.
        mutants: Which faults: None for all, 'none', a number for a sample, or names separated by commas.
    """
    began_s = time.monotonic()
    reference = bench.task.reference
    if reference is None:
        raise SpecError(str(bench.task.path), "ships no reference", expected="hidden/reference with a known-good game")
    defects = {one.variant: one for one in bench.task.defects()}
    nothing = bench.folder / "artifacts" / "nothing"
    nothing.mkdir(parents=True, exist_ok=True)
    good, empty = bench.play(reference, "reference").score, bench.play(nothing, "nothing").score
    gates = [
        Gate(gate="reference", value=f"{good.label}: {good.reason}", wanted="EXCELLENT", holds=good.label == "EXCELLENT"),
        Gate(gate="reference: decided points", value=f"{good.coverage:.0%}", wanted="all", holds=good.coverage == 1.0),
        Gate(
            gate="nothing",
            value=f"{empty.label}: {empty.passed} points passed",
            wanted="UNUSABLE, none",
            holds=empty.label == "UNUSABLE" and not empty.passed,
        ),
    ]
    rows = []
    for name in choose(tuple(defects), mutants):
        defect = defects[name]
        game = apply_edits(f"defect {name!r}", defect.edits, reference, bench.folder / "artifacts" / name)
        outcome = bench.play(game, f"defect-{name}")
        verdicts = outcome.verdicts.values()
        rows.append(
            DefectOutcome(
                variant=name,
                wanted=defect.label,
                label=outcome.score.label,
                breaks=defect.breaks,
                failed=tuple(one.criterion for one in verdicts if one.value == 0.0),
                unverified=tuple(one.criterion for one in verdicts if one.value is None),
            )
        )
    return WebCheck(
        task=bench.plan.task,
        gates=(*gates, *defect_gates(rows)),
        defects=tuple(rows),
        mode=bench.mode,
        wall_s=round(time.monotonic() - began_s, 1),
    )


def print_web_check(found: WebCheck) -> None:
    """What a terminal shows."""
    console = Console()
    table = Table(box=None, header_style="bold")
    for heading in ("", "gate", "value", "wanted"):
        table.add_column(heading)
    for one in found.gates:
        table.add_row("ok" if one.holds else "NO", one.gate, one.value, one.wanted)
    console.print(table)
    faults = Table(box=None, header_style="bold")
    for heading in ("planted fault", "label", "wanted", "failed", "unverified"):
        faults.add_column(heading)
    for row in found.defects:
        faults.add_row(row.variant, row.label or "none", row.wanted, ", ".join(row.failed), ", ".join(row.unverified))
    console.print(faults)
    console.print(f"{found.task} ({found.mode}), {found.wall_s:.0f} s: {'every threshold holds' if found.holds else 'NOT every threshold holds'}")
