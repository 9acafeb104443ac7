"""Plays everything that a calibration needs and holds it against the thresholds (CEGame-Bench appendix 12)."""

import time

from playproof.analysis.calibration import Calibration, Gate, MutantOutcome, cohen_kappa, drift, gate
from playproof.cli.bench import Bench, choose
from playproof.cli.evaluation import Outcome
from playproof.cli.tracks.build import BuildWiring
from playproof.errors import SpecError
from playproof.records.leaf import Mutant
from playproof.records.score import BuildScore
from playproof.scoring.weights import EQUIVALENT_MAX_GAP, MUTANT_MAX_DRIFT, REFERENCE_MIN_F, REPEAT_MAX_SPREAD, STARTER_MAX
from playproof.tracks.build.lint import lint, lint_canary
from playproof.tracks.build.mutants import apply_mutant, dependency_subgraph
from playproof.tracks.build.task import BuildTask

JUDGEMENTS = {"pass": True, "fail_observed": False, "product_blocked": False}


def calibrate(bench: Bench, task: BuildTask, *, mutants: str | None, repeats: int) -> Calibration:
    """Play nothing, starter, reference, equivalent and mutants; the gates and the kill matrix.

    Args:
        bench: Where to play.
        task: The task.
        mutants: Which mutants: None for all, 'none', a number for a sample, or names separated by commas.
        repeats: How often the reference is evaluated.
    """
    began_s = time.monotonic()
    engine, wiring = bench.engine, BuildWiring(plan=task.plan())
    reference_path, equivalent_path = task.oracle(engine), task.equivalent(engine)
    if reference_path is None or equivalent_path is None:
        raise SpecError(
            str(task.path), f"ships no reference or equivalent for {engine!r}", expected=f"hidden/{engine}/reference and hidden/{engine}/equivalent"
        )
    known = {mutant.mutant: mutant for mutant in task.mutants(engine).mutants}
    chosen = [known[name] for name in choose(tuple(known), mutants)]
    gates = [gate("lint", len(problems := [*lint(task), *lint_canary(task)]), "0 problems", holds=not problems)]

    nothing = bench.folder / "artifacts" / "nothing"
    nothing.mkdir(parents=True, exist_ok=True)
    empty, starter = bench.play(wiring, nothing, "nothing"), bench.play(wiring, task.starter(engine), "starter")
    references = [bench.play(wiring, reference_path, f"reference-{number}") for number in range(1, repeats + 1)]
    equivalent = bench.play(wiring, equivalent_path, "equivalent")
    gates += _level_gates(empty, starter, references[0], equivalent)
    gates += _repeat_gates(references)
    matrix = []
    for mutant in chosen:
        game = apply_mutant(mutant, reference_path, bench.folder / "artifacts" / mutant.mutant)
        matrix.append(_judged(mutant, task, bench.play(wiring, game, f"mutant-{mutant.mutant}"), references[0]))
    gates += [_mutant_gate(row) for row in matrix]
    return Calibration(
        task=task.id,
        engine=engine,
        gates=tuple(gates),
        matrix=tuple(matrix),
        mode=bench.mode,
        kappa=_kappa(references[0], references[1]) if repeats > 1 else None,
        wall_s=round(time.monotonic() - began_s, 1),
    )


def _points(outcome: Outcome[BuildScore]) -> float:
    """F, or its floor where it is not decided."""
    return outcome.score.F if outcome.score.F is not None else outcome.score.floor


def _level_gates(
    empty: Outcome[BuildScore], starter: Outcome[BuildScore], reference: Outcome[BuildScore], equivalent: Outcome[BuildScore]
) -> list[Gate]:
    score = reference.score
    gap = abs(_points(equivalent) - _points(reference))
    return [
        gate("nothing: F", _points(empty), "0", holds=empty.score.F == 0.0),
        gate("starter: F", _points(starter), f"at most {STARTER_MAX:g}", holds=starter.score.F is not None and starter.score.F <= STARTER_MAX),
        gate("reference: F", _points(reference), f"at least {REFERENCE_MIN_F:g} of 90", holds=score.F is not None and score.F >= REFERENCE_MIN_F),
        gate("reference: coverage", score.coverage, "1", holds=score.coverage == 1.0),
        gate("reference: J", score.J.reason, "set", holds=score.J.value is True),
        gate("reference: Λ", score.Lambda.reason, "set", holds=score.Lambda.value is True),
        gate("reference: solved", score.solved.reason, "set", holds=score.solved.value is True),
        gate("equivalent: distance", gap, f"at most {EQUIVALENT_MAX_GAP:g}", holds=equivalent.score.F is not None and gap <= EQUIVALENT_MAX_GAP),
        gate("equivalent: J", equivalent.score.J.reason, "set", holds=equivalent.score.J.value is True),
    ]


def _repeat_gates(references: list[Outcome[BuildScore]]) -> list[Gate]:
    values = [_points(outcome) for outcome in references]
    digests = {outcome.digest for outcome in references}
    return [
        gate(
            f"{len(references)} evaluations: spread of F",
            max(values) - min(values),
            f"at most {REPEAT_MAX_SPREAD:g}",
            holds=max(values) - min(values) <= REPEAT_MAX_SPREAD,
        ),
        gate(f"{len(references)} evaluations: evidence", f"{len(digests)} distinct", "identical", holds=len(digests) == 1),
    ]


def _kappa(one: Outcome[BuildScore], other: Outcome[BuildScore]) -> float:
    names = sorted(one.verdicts.keys() & other.verdicts.keys())
    return cohen_kappa([one.verdicts[name].state for name in names], [other.verdicts[name].state for name in names])


def _judged(mutant: Mutant, task: BuildTask, outcome: Outcome[BuildScore], reference: Outcome[BuildScore]) -> MutantOutcome:
    """What a mutant came to, beside the reference."""
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
    return gate(f"mutant {row.mutant} ({row.kind})", value, f"caught where named, drift at most {MUTANT_MAX_DRIFT:g}", holds=holds)
