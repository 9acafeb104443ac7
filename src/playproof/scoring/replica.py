"""Comparison and judgements to a scorecard, a tier, and means over many. Pure arithmetic: no files, no clocks, no models.

    rules that agree / decided rules -> agreement        the three consistencies, where judges gave them -> overall
    load, looks, rules, looks again  -> the first gate that is missed: F1, F2, F3, F4, or none: F5

What could not be decided leaves the denominator and lowers the coverage; it is never read as a zero, except in the floor, which says so.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import overload

from playproof.records.fault import Fault
from playproof.records.replica import TIERS, Gate, JudgedShares, ReplicaComparison, ReplicaScore, Tier
from playproof.scoring.tiers import CONSISTENCY_WEIGHTS, LEAST_COVERAGE, RECOGNIZABLE_VISUAL, RIGHT_LOOKS, RIGHT_RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """All that a replica is scored by."""

    task: str
    load: Fault | None
    """Why it did not load; None when it did."""
    has_rules_file: bool
    comparison: ReplicaComparison
    judged: JudgedShares


def replica_score(found: Findings) -> ReplicaScore:
    """The scorecard of one replica.

    Args:
        found: What was measured and judged. With a load fault of the agent's everything is zero; with one of ours, undecided.
    """
    if found.load is not None and found.load.blame == "agent":
        return _unloaded(found, found.load)
    agreement, coverage, floor = _agreement(found)
    judged = found.judged
    # Without a checklist there is nothing to be consistent with, and no judge is needed to say so.
    rule = judged.rule if found.has_rules_file else 0.0
    looks = found.comparison.looks.visual
    whole = overall(judged.implementation, rule, judged.visual)
    return ReplicaScore(
        task=found.task,
        implementation=judged.implementation,
        rule=rule,
        visual=judged.visual,
        overall=whole,
        agreement=agreement,
        walks=_mean(walk.agreement for walk in found.comparison.walks),
        looks=looks,
        coverage=coverage if whole is None else _first(judged.coverage, coverage),
        floor=floor if whole is None else _first(judged.floor, whole),
        value=_first(whole, agreement),
        gate=gate(visual=_first(judged.visual, looks), rules=_first(judged.implementation, agreement), load=found.load),
    )


def overall(implementation: float | None, rule: float | None, visual: float | None) -> float | None:
    """The weighted mean of the three consistencies; None while one of them is."""
    total = 0.0
    for name, share in (("implementation", implementation), ("rule", rule), ("visual", visual)):
        if share is None:
            return None
        total += CONSISTENCY_WEIGHTS[name] * share
    return round(total / sum(CONSISTENCY_WEIGHTS.values()), 6)


def gate(*, visual: float | None, rules: float | None, load: Fault | None) -> Gate:
    """The first gate that is missed, in the order of the funnel. A gate that cannot be told ends the way: the tier is undecided.

    Args:
        visual: How much it looks like the original, 0-1.
        rules: How many of the rules are right, 0-1.
        load: Why it did not load; None when it did.
    """
    if load is not None:
        return Gate(tier="F1" if load.blame == "agent" else None, gate="loads", reason=load.message)
    if visual is None:
        return Gate(tier=None, gate="recognizable", reason="its looks could not be compared")
    if visual < RECOGNIZABLE_VISUAL:
        return Gate(tier="F2", gate="recognizable", reason=f"looks {visual:.2f}, {RECOGNIZABLE_VISUAL:g} wanted")
    if rules is None:
        return Gate(tier=None, gate="rules right", reason="too few rules could be decided")
    if rules < RIGHT_RULES:
        return Gate(tier="F3", gate="rules right", reason=f"rules {rules:.2f}, {RIGHT_RULES:g} wanted")
    if visual < RIGHT_LOOKS:
        return Gate(tier="F4", gate="looks right", reason=f"looks {visual:.2f}, {RIGHT_LOOKS:g} wanted")
    return Gate(tier="F5", gate="none missed", reason=f"rules {rules:.2f}, looks {visual:.2f}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Instanced:
    """One score with the group that it is summed up in, e.g. a level or a family."""

    group: str
    score: ReplicaScore


@dataclass(frozen=True, slots=True, kw_only=True)
class Aggregate:
    """Means over the replicas of one group; None where none of them could be told."""

    group: str
    count: int
    implementation: float | None
    rule: float | None
    visual: float | None
    overall: float | None
    agreement: float | None
    looks: float | None
    coverage: float
    floor: float
    tiers: dict[Tier, float]
    """Share of the replicas whose tier is known; sums to 1 unless none is."""
    untold: int
    """Replicas whose tier is not known, by our own fault."""


def aggregate(results: Sequence[Instanced]) -> tuple[Aggregate, ...]:
    """Means by group, groups in the order of their names. An empty sequence has none."""
    groups = sorted({one.group for one in results})
    return tuple(_aggregate(name, [one.score for one in results if one.group == name]) for name in groups)


def by_level(scores: Sequence[ReplicaScore]) -> tuple[Aggregate, ...]:
    """Means over all families by level, L1 to L5."""
    return aggregate([Instanced(group=score.task.rpartition("/")[2], score=score) for score in scores])


def by_family(scores: Sequence[ReplicaScore]) -> tuple[Aggregate, ...]:
    """Means over all levels by family."""
    return aggregate([Instanced(group=score.task.rpartition("/")[0], score=score) for score in scores])


def by_suite(scores: Sequence[ReplicaScore]) -> tuple[Aggregate, ...]:
    """Means over everything."""
    return aggregate([Instanced(group=score.task.partition("/")[0], score=score) for score in scores])


def _aggregate(name: str, scores: list[ReplicaScore]) -> Aggregate:
    known = [score.gate.tier for score in scores if score.gate.tier is not None]
    return Aggregate(
        group=name,
        count=len(scores),
        implementation=_mean(score.implementation for score in scores),
        rule=_mean(score.rule for score in scores),
        visual=_mean(score.visual for score in scores),
        overall=_mean(score.overall for score in scores),
        agreement=_mean(score.agreement for score in scores),
        looks=_mean(score.looks for score in scores),
        coverage=sum(score.coverage for score in scores) / len(scores),
        floor=sum(score.floor for score in scores) / len(scores),
        tiers={tier: known.count(tier) / len(known) if known else 0.0 for tier in TIERS},
        untold=len(scores) - len(known),
    )


def _agreement(found: Findings) -> tuple[float | None, float, float]:
    """Agreement, coverage and floor."""
    rules = found.comparison.rules
    if not rules:
        return None, 0.0, 0.0
    decided = [rule.agrees for rule in rules if rule.agrees is not None]
    coverage = len(decided) / len(rules)
    agreement = sum(decided) / len(decided) if decided and coverage >= LEAST_COVERAGE else None
    return agreement, coverage, sum(decided) / len(rules)


def _unloaded(found: Findings, load: Fault) -> ReplicaScore:
    rule = found.judged.rule if found.has_rules_file else 0.0
    whole = overall(0.0, rule, 0.0)
    return ReplicaScore(
        task=found.task,
        implementation=0.0,
        rule=rule,
        visual=0.0,
        overall=whole,
        agreement=0.0,
        walks=0.0,
        looks=0.0,
        coverage=1.0,
        floor=_first(whole, 0.0),
        value=_first(whole, 0.0),
        gate=gate(visual=None, rules=None, load=load),
    )


@overload
def _first(judged: float | None, measured: float) -> float: ...
@overload
def _first(judged: float | None, measured: float | None) -> float | None: ...
def _first(judged: float | None, measured: float | None) -> float | None:
    """What judges found, else what was measured."""
    return measured if judged is None else judged


def _mean(shares: Iterable[float | None]) -> float | None:
    known = [share for share in shares if share is not None]
    return sum(known) / len(known) if known else None
