"""What makes a score believable: the calibration of one task on one engine (CEGame-Bench section 3.4, appendix 12). Pure arithmetic.

The reference shows that the scale can be reached, the equivalent that behaviour is rewarded and not one way of building it, the starter that a project which
merely loads earns next to nothing, the mutants that a fault is caught where it is and nowhere else, the repeats that the evaluator agrees with itself.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from playproof.records.leaf import Family, Leaf
from playproof.records.record import Record
from playproof.records.verdict import Verdict


class MutantOutcome(Record):
    """One row of the kill matrix."""

    mutant: str
    kind: str
    expected: tuple[str, ...]
    """The dependency subgraph computed beforehand."""
    breaks: tuple[str, ...]
    """The leaves named as broken by the fault itself."""
    fallen: tuple[str, ...]
    """Leaves that passed on the reference and fail on the mutant."""
    undecided: tuple[str, ...]
    caught: bool
    """A failure inside the subgraph."""
    named_caught: tuple[str, ...]
    """Leaves of `breaks` that failed."""
    drift: float
    """Points by which the leaves outside the subgraph move the score."""
    journey: bool | None
    journey_as_expected: bool


class Gate(Record):
    """One threshold of the calibration."""

    gate: str
    value: str
    wanted: str
    holds: bool


def gate(name: str, value: object, wanted: str, *, holds: bool) -> Gate:
    """One threshold, its value readable."""
    return Gate(gate=name, value=f"{value:.2f}" if isinstance(value, float) else str(value), wanted=wanted, holds=holds)


class Calibration(Record):
    """`calibration.json`: what `playproof task check` found."""

    schema_version: Literal[1] = 1
    task: str
    engine: str
    gates: tuple[Gate, ...]
    matrix: tuple[MutantOutcome, ...]
    mode: str
    kappa: float | None
    """Cohen's κ of the leaf states of two evaluations of the reference."""
    wall_s: float

    @property
    def holds(self) -> bool:
        """Whether every threshold holds."""
        return all(gate.holds for gate in self.gates)


def points(leaf: Leaf, leaves: Sequence[Leaf], families: Sequence[Family], verdict: Verdict | None) -> float:
    """What a leaf adds to its dimension: its family's budget times its share of the family's weight times its credit; undecided adds nothing."""
    budget = next((family.budget for family in families if (family.dimension, family.family) == (leaf.dimension, leaf.family)), 0.0)
    weight = sum(one.weight for one in leaves if (one.dimension, one.family) == (leaf.dimension, leaf.family))
    credit = verdict.value if verdict is not None and verdict.value is not None else 0.0
    return budget * leaf.weight / weight * credit if weight else 0.0


def drift(
    leaves: Sequence[Leaf], families: Sequence[Family], before: Mapping[str, Verdict], after: Mapping[str, Verdict], inside: Collection[str]
) -> float:
    """Points by which the leaves outside a dependency subgraph move the score; ups and downs do not cancel."""
    outside = [leaf for leaf in leaves if leaf.id not in inside]
    return sum(abs(points(leaf, leaves, families, before.get(leaf.id)) - points(leaf, leaves, families, after.get(leaf.id))) for leaf in outside)


def cohen_kappa(one: Sequence[str], other: Sequence[str]) -> float:
    """Agreement of two labellings beyond chance; 1.0 when they agree everywhere, also where only one label occurs.

    Args:
        one: A label for each item.
        other: The other labels, in the same order.
    """
    if len(one) != len(other):
        message = f"{len(one)} labels against {len(other)}"
        raise ValueError(message)
    if not one:
        return 1.0
    agree = sum(left == right for left, right in zip(one, other, strict=True)) / len(one)
    left, right = Counter(one), Counter(other)
    chance = sum(left[label] * right[label] for label in left) / len(one) ** 2
    return 1.0 if chance == 1.0 else (agree - chance) / (1 - chance)
