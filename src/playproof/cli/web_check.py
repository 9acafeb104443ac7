"""`playproof task check` for a web task: the evaluator tried on the reference, on nothing, and on every planted fault."""

import time

from playproof.analysis.calibration import gate
from playproof.analysis.web_check import DefectOutcome, WebCheck, defect_gates
from playproof.cli.bench import Bench, choose
from playproof.cli.tracks.web import WebWiring
from playproof.errors import SpecError
from playproof.store.variants import apply_edits
from playproof.tracks.web.task import WebTask


def check_web(bench: Bench, task: WebTask, *, mutants: str | None) -> WebCheck:
    """Play reference, nothing and the planted faults.

    Args:
        bench: Where to play.
        task: The task.
        mutants: Which faults: None for all, 'none', a number for a sample, or names separated by commas.
    """
    began_s = time.monotonic()
    wiring = WebWiring(plan=task.plan())
    reference = task.reference
    if reference is None:
        raise SpecError(str(task.path), "ships no reference", expected="hidden/reference with a known-good game")
    defects = {one.variant: one for one in task.defects()}
    nothing = bench.folder / "artifacts" / "nothing"
    nothing.mkdir(parents=True, exist_ok=True)
    good, empty = bench.play(wiring, reference, "reference").score, bench.play(wiring, nothing, "nothing").score
    gates = [
        gate("reference", f"{good.label}: {good.reason}", "EXCELLENT", holds=good.label == "EXCELLENT"),
        gate("reference: decided points", f"{good.coverage:.0%}", "all", holds=good.coverage == 1.0),
        gate("nothing", f"{empty.label}: {empty.passed} points passed", "UNUSABLE, none", holds=empty.label == "UNUSABLE" and not empty.passed),
    ]
    rows = []
    for name in choose(tuple(defects), mutants):
        defect = defects[name]
        game = apply_edits(f"defect {name!r}", defect.edits, reference, bench.folder / "artifacts" / name)
        outcome = bench.play(wiring, game, f"defect-{name}")
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
        task=wiring.task,
        gates=(*gates, *defect_gates(rows)),
        defects=tuple(rows),
        mode=bench.mode,
        wall_s=round(time.monotonic() - began_s, 1),
    )
