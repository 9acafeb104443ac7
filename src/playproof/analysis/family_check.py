"""What makes a level of a family believable: its rules act, can be seen, and the evaluator tells which one is missing. Pure.

The validity criteria are GameReplica's (section 3.2); that each is checked by machine, and the share of exact mutants, are our own.
"""

from collections.abc import Sequence
from typing import Literal

from playproof.analysis.calibration import Gate, gate
from playproof.records.record import Record
from playproof.records.replica import Tier

LEAST_EXACT = 0.95
"""Share of rules whose absence costs the replica exactly that rule (ours)."""


class RuleMutant(Record):
    """The game without one rule, judged as if it were a replica."""

    task: str
    rule: str
    lost: tuple[str, ...]
    """Rules on which it does not agree."""
    undecided: tuple[str, ...]
    tier: Tier | None

    @property
    def is_exact(self) -> bool:
        """Whether it lost its own rule and no other."""
        return self.lost == (self.rule,)


class FamilyCheck(Record):
    """`calibration.json` of a family: what `playproof task check` found."""

    schema_version: Literal[1] = 1
    family: str
    tasks: tuple[str, ...]
    gates: tuple[Gate, ...]
    mutants: tuple[RuleMutant, ...]
    mode: str
    wall_s: float

    @property
    def holds(self) -> bool:
        """Whether every threshold holds."""
        return all(gate.holds for gate in self.gates)


def acting_gate(task: str, count: int, idle: Sequence[str]) -> Gate:
    """(ii): every off switch changes what a rule of its kind must change.

    Args:
        task: Id of the task.
        count: Rules of the level.
        idle: Those that do not act, each with what it does change.
    """
    return gate(f"{task}: rules that act", f"{count - len(idle)} of {count}" + _named(idle), "all", holds=not idle)


def visible_gate(task: str, is_seen: dict[str, bool]) -> Gate:
    """(iii): every witness makes the game and the game without the rule look different."""
    unseen = [rule for rule, seen in is_seen.items() if not seen]
    return gate(f"{task}: rules that can be seen", f"{len(is_seen) - len(unseen)} of {len(is_seen)}" + _named(unseen), "all", holds=not unseen)


def mutant_gates(mutants: Sequence[RuleMutant]) -> tuple[Gate, ...]:
    """Every mutant loses its own rule; nearly all lose nothing else."""
    if not mutants:
        return ()
    missed = [f"{one.task} {one.rule}" for one in mutants if one.rule not in one.lost]
    exact = sum(one.is_exact for one in mutants)
    wide = [f"{one.task} {one.rule} (also {', '.join(name for name in one.lost if name != one.rule)})" for one in mutants if len(one.lost) > 1]
    return (
        gate("mutants that lose their own rule", f"{len(mutants) - len(missed)} of {len(mutants)}" + _named(missed), "all", holds=not missed),
        gate(
            "mutants that lose nothing else",
            f"{exact} of {len(mutants)}" + _named(wide),
            f"at least {LEAST_EXACT:.0%}",
            holds=exact >= LEAST_EXACT * len(mutants),
        ),
    )


def _named(names: Sequence[str]) -> str:
    return f"; not {', '.join(names)}" if names else ""
