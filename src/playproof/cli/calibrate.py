"""Plays everything that a calibration needs and holds it against the thresholds (CEGame-Bench appendix 12)."""

import shutil
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.progress import Progress

from playproof.analysis.calibration import Calibration, Gate, MutantOutcome, cohen_kappa, drift
from playproof.cli.evaluation import Outcome, Request, run
from playproof.cli.printing import Watch
from playproof.cli.tracks.build import BuildWiring
from playproof.errors import SpecError
from playproof.records.leaf import Mutant
from playproof.records.score import BuildScore
from playproof.scoring.weights import EQUIVALENT_MAX_GAP, MUTANT_MAX_DRIFT, REFERENCE_MIN_F, REPEAT_MAX_SPREAD, STARTER_MAX
from playproof.store.run_folder import RunFolder
from playproof.tracks.build.lint import lint, lint_canary
from playproof.tracks.build.mutants import apply_mutant, dependency_subgraph
from playproof.tracks.build.task import BuildTask

SEED = 1
JUDGEMENTS = {"pass": True, "fail_observed": False, "product_blocked": False}


@dataclass(slots=True, kw_only=True)
class Bench:
    """Where a calibration is played."""

    task: BuildTask
    engine: str
    folder: Path
    jobs: int
    is_trusted: bool
    bar: Progress
    mode: str = field(default="unknown")

    def play(self, artifact: Path, name: str) -> Outcome[BuildScore]:
        """Evaluate one artifact into `<folder>/<name>`."""
        request = Request(
            artifact_path=artifact,
            wiring=BuildWiring(plan=self.task.plan()),
            engine=self.engine,
            folder=RunFolder(self.folder / name),
            seed=SEED,
            jobs=self.jobs,
            mode=None,
            is_trusted=self.is_trusted,
        )
        outcome = run(request, Watch(self.bar, name))
        if outcome.sheet is not None:
            self.mode = outcome.sheet.mode
        return outcome


def calibrate(bench: Bench, *, mutants: str | None, repeats: int) -> Calibration:
    """Play nothing, starter, reference, equivalent and mutants; the gates and the kill matrix.

    Args:
        bench: The task and where to play it.
        mutants: Which mutants: None for all, 'none', a number for a sample, or names separated by commas.
        repeats: How often the reference is evaluated.
    """
    began_s = time.monotonic()
    task, engine = bench.task, bench.engine
    reference_path, equivalent_path = task.oracle(engine), task.equivalent(engine)
    if reference_path is None or equivalent_path is None:
        raise SpecError(
            str(task.path), f"ships no reference or equivalent for {engine!r}", expected=f"hidden/{engine}/reference and hidden/{engine}/equivalent"
        )
    known = {mutant.mutant: mutant for mutant in task.mutants(engine).mutants}
    chosen = [known[name] for name in choose(tuple(known), mutants)]
    gates = [_gate("lint", len(problems := [*lint(task), *lint_canary(task)]), "0 problems", holds=not problems)]

    nothing = bench.folder / "artifacts" / "nothing"
    nothing.mkdir(parents=True, exist_ok=True)
    empty, starter = bench.play(nothing, "nothing"), bench.play(task.starter(engine), "starter")
    references = [bench.play(reference_path, f"reference-{number}") for number in range(1, repeats + 1)]
    equivalent = bench.play(equivalent_path, "equivalent")
    gates += _level_gates(empty, starter, references[0], equivalent)
    gates += _repeat_gates(references)
    matrix = tuple(_mutant(bench, mutant, reference_path, references[0]) for mutant in chosen)
    gates += [_mutant_gate(row) for row in matrix]
    return Calibration(
        task=task.id,
        engine=engine,
        gates=tuple(gates),
        matrix=matrix,
        mode=bench.mode,
        kappa=_kappa(references[0], references[1]) if repeats > 1 else None,
        wall_s=round(time.monotonic() - began_s, 1),
    )


def _gate(gate: str, value: object, wanted: str, *, holds: bool) -> Gate:
    return Gate(gate=gate, value=f"{value:.2f}" if isinstance(value, float) else str(value), wanted=wanted, holds=holds)


def choose(names: Sequence[str], wanted: str | None) -> tuple[str, ...]:
    """Which mutants are played: None for all, 'none', a number for a sample spread over the list, or names separated by commas."""
    if wanted is None:
        return tuple(names)
    if wanted == "none":
        return ()
    if wanted.isdigit():
        count = min(max(1, int(wanted)), len(names))
        return tuple(names[number * len(names) // count] for number in range(count))
    unknown = [name for name in wanted.split(",") if name not in names]
    if unknown:
        raise SpecError("--mutants", f"{unknown[0]!r} is no mutant", expected=f"some of {', '.join(names)}")
    return tuple(wanted.split(","))


def _points(outcome: Outcome[BuildScore]) -> float:
    """F, or its floor where it is not decided."""
    return outcome.score.F if outcome.score.F is not None else outcome.score.floor


def _level_gates(
    empty: Outcome[BuildScore], starter: Outcome[BuildScore], reference: Outcome[BuildScore], equivalent: Outcome[BuildScore]
) -> list[Gate]:
    score = reference.score
    gap = abs(_points(equivalent) - _points(reference))
    return [
        _gate("nothing: F", _points(empty), "0", holds=empty.score.F == 0.0),
        _gate("starter: F", _points(starter), f"at most {STARTER_MAX:g}", holds=starter.score.F is not None and starter.score.F <= STARTER_MAX),
        _gate("reference: F", _points(reference), f"at least {REFERENCE_MIN_F:g} of 90", holds=score.F is not None and score.F >= REFERENCE_MIN_F),
        _gate("reference: coverage", score.coverage, "1", holds=score.coverage == 1.0),
        _gate("reference: J", score.J.reason, "set", holds=score.J.value is True),
        _gate("reference: Λ", score.Lambda.reason, "set", holds=score.Lambda.value is True),
        _gate("reference: solved", score.solved.reason, "set", holds=score.solved.value is True),
        _gate("equivalent: distance", gap, f"at most {EQUIVALENT_MAX_GAP:g}", holds=equivalent.score.F is not None and gap <= EQUIVALENT_MAX_GAP),
        _gate("equivalent: J", equivalent.score.J.reason, "set", holds=equivalent.score.J.value is True),
    ]


def _repeat_gates(references: list[Outcome[BuildScore]]) -> list[Gate]:
    values = [_points(outcome) for outcome in references]
    digests = {outcome.digest for outcome in references}
    return [
        _gate(
            f"{len(references)} evaluations: spread of F",
            max(values) - min(values),
            f"at most {REPEAT_MAX_SPREAD:g}",
            holds=max(values) - min(values) <= REPEAT_MAX_SPREAD,
        ),
        _gate(f"{len(references)} evaluations: evidence", f"{len(digests)} distinct", "identical", holds=len(digests) == 1),
    ]


def _kappa(one: Outcome[BuildScore], other: Outcome[BuildScore]) -> float:
    names = sorted(one.verdicts.keys() & other.verdicts.keys())
    return cohen_kappa([one.verdicts[name].state for name in names], [other.verdicts[name].state for name in names])


def _mutant(bench: Bench, mutant: Mutant, reference_path: Path, reference: Outcome[BuildScore]) -> MutantOutcome:
    task = bench.task
    copy = bench.folder / "artifacts" / mutant.mutant
    if copy.exists():
        shutil.rmtree(copy)
    outcome = bench.play(apply_mutant(mutant, reference_path, copy), f"mutant-{mutant.mutant}")
    leaves, families = task.leaves.leaves, task.leaves.families
    expected = dependency_subgraph(mutant.breaks, leaves)
    passed = {name for name, verdict in reference.verdicts.items() if JUDGEMENTS.get(verdict.state) is True}
    fallen = tuple(sorted(name for name, verdict in outcome.verdicts.items() if name in passed and JUDGEMENTS.get(verdict.state) is False))
    undecided = tuple(sorted(name for name, verdict in outcome.verdicts.items() if name in passed and verdict.state not in JUDGEMENTS))
    journey = outcome.score.J.value
    return MutantOutcome(
        mutant=mutant.mutant,
        kind=mutant.kind,
        expected=tuple(sorted(expected)),
        breaks=mutant.breaks,
        fallen=fallen,
        undecided=undecided,
        caught=bool(expected.intersection(fallen)),
        named_caught=tuple(name for name in mutant.breaks if name in fallen),
        drift=drift(leaves, families, reference.verdicts, outcome.verdicts, expected),
        journey=journey,
        journey_as_expected=journey is not mutant.breaks_journey,
    )


def _mutant_gate(row: MutantOutcome) -> Gate:
    value = f"{'caught' if row.caught else 'MISSED'}, {len(row.named_caught)} of {len(row.breaks)} named leaves, drift {row.drift:.2f}"
    value += "" if row.journey_as_expected else f", J is {row.journey}"
    holds = row.caught and len(row.named_caught) == len(row.breaks) and row.drift <= MUTANT_MAX_DRIFT and row.journey_as_expected
    return _gate(f"mutant {row.mutant} ({row.kind})", value, f"caught where named, drift at most {MUTANT_MAX_DRIFT:g}", holds=holds)
