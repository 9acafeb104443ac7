"""Verdicts to a scorecard. Pure arithmetic: no files, no clocks, no models (CEGame-Bench sections 3.3, 11).

    leaf credit -> family share (weighted over judged leaves) -> dimension points (family budgets) -> F, O

An undecided leaf leaves the denominator and lowers the coverage; it is never read as a zero, except in the floor, which says so.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from playproof.records.leaf import Family, Leaf
from playproof.records.score import BuildScore, DimensionScore, FamilyScore, Flag
from playproof.records.verdict import JUDGED, Verdict
from playproof.scoring.weights import CRITICAL_WEIGHT, DIMENSIONS, MIN_COVERAGE, PRESENTATION_CAP_SHARE, SCRIPTED


def fold(leaves: Sequence[Leaf], families: Sequence[Family], verdicts: Mapping[str, Verdict], *, journey: Flag) -> BuildScore:
    """The scorecard of one artifact.

    Args:
        leaves: All leaves of the task; the denominator never shrinks to those that were played.
        families: Budgets β(d, f); inside a dimension they sum to its weight.
        verdicts: At most one per leaf.
        journey: The flag J.
    """
    dimensions = tuple(
        _dimension(number, leaves, families, verdicts, is_capped=number not in SCRIPTED and journey.value is not True) for number in DIMENSIONS
    )
    scripted = [one for one in dimensions if one.dimension in SCRIPTED]
    presentation = dimensions[-1]
    value = _sum(one.value for one in scripted)
    total = sum(leaf.weight for leaf in leaves if leaf.dimension in SCRIPTED)
    judged = sum(leaf.weight for leaf in leaves if leaf.dimension in SCRIPTED and _is_judged(leaf, verdicts))
    persistence = _persistence(leaves, verdicts)
    return BuildScore(
        F=value,
        O=_sum([value, presentation.value]),
        coverage=judged / total if total else 0.0,
        floor=sum(one.floor for one in scripted),
        dimensions=dimensions,
        J=journey,
        Lambda=persistence,
        solved=_solved(leaves, verdicts, journey, persistence),
    )


def weakly_covered(score: BuildScore) -> tuple[int, ...]:
    """Scripted dimensions below the least coverage: they are re-run once."""
    return tuple(one.dimension for one in score.dimensions if one.dimension in SCRIPTED and one.coverage < MIN_COVERAGE)


def _is_judged(leaf: Leaf, verdicts: Mapping[str, Verdict]) -> bool:
    return leaf.id in verdicts and verdicts[leaf.id].state in JUDGED


def _sum(values: Iterable[float | None]) -> float | None:
    total = 0.0
    for value in values:
        if value is None:
            return None
        total += value
    return total


def _dimension(
    number: int, leaves: Sequence[Leaf], families: Sequence[Family], verdicts: Mapping[str, Verdict], *, is_capped: bool
) -> DimensionScore:
    name, weight = DIMENSIONS[number]
    mine = [leaf for leaf in leaves if leaf.dimension == number]
    scores = tuple(
        _family(family, [leaf for leaf in mine if leaf.family == family.family], verdicts) for family in families if family.dimension == number
    )
    total = sum(leaf.weight for leaf in mine)
    coverage = sum(leaf.weight for leaf in mine if _is_judged(leaf, verdicts)) / total if total else 0.0
    is_unjudged = bool(mine) and all(leaf.id in verdicts and verdicts[leaf.id].state == "unjudged" for leaf in mine)
    status: Literal["decided", "inconclusive", "unjudged"] = (
        "unjudged" if is_unjudged or not mine else "decided" if coverage >= MIN_COVERAGE else "inconclusive"
    )
    value = None
    if status == "decided":
        # A family in which nothing could be judged, in a dimension that is covered well enough, takes the share of the rest.
        known = [one for one in scores if one.value is not None]
        budget = sum(one.budget for one in known)
        value = weight * sum(one.value for one in known if one.value is not None) / budget if budget else None
    floor = sum(one.floor for one in scores)
    cap = weight * PRESENTATION_CAP_SHARE if is_capped else weight
    return DimensionScore(
        dimension=number,
        name=name,
        weight=weight,
        value=None if value is None else min(value, cap),
        coverage=coverage,
        floor=min(floor, cap),
        status=status,
        families=scores,
    )


def _family(family: Family, leaves: Sequence[Leaf], verdicts: Mapping[str, Verdict]) -> FamilyScore:
    judged = [leaf for leaf in leaves if _is_judged(leaf, verdicts)]
    total, weight = sum(leaf.weight for leaf in leaves), sum(leaf.weight for leaf in judged)
    credit = sum(leaf.weight * (verdicts[leaf.id].value or 0.0) for leaf in judged)
    return FamilyScore(
        family=family.family,
        dimension=family.dimension,
        budget=family.budget,
        value=family.budget * credit / weight if weight else None,
        coverage=weight / total if total else 0.0,
        floor=family.budget * credit / total if total else 0.0,
    )


def _persistence(leaves: Sequence[Leaf], verdicts: Mapping[str, Verdict]) -> Flag:
    """Λ: restart and reopening keep every persisted requirement: every leaf of the lifecycle route passes."""
    mine = [leaf for leaf in leaves if leaf.route == "lifecycle"]
    failed = [leaf.id for leaf in mine if leaf.id in verdicts and verdicts[leaf.id].state in ("fail_observed", "product_blocked")]
    if failed:
        return Flag(value=False, reason=f"failed: {', '.join(failed)}")
    open_ones = [leaf.id for leaf in mine if not _is_judged(leaf, verdicts)]
    if open_ones or not mine:
        return Flag(value=None, reason=f"undecided: {', '.join(open_ones)}" if mine else "the task has no lifecycle leaves")
    return Flag(value=True, reason=f"all {len(mine)} lifecycle leaves pass")


def _solved(leaves: Sequence[Leaf], verdicts: Mapping[str, Verdict], journey: Flag, persistence: Flag) -> Flag:
    critical = [leaf for leaf in leaves if leaf.weight == CRITICAL_WEIGHT and leaf.dimension in SCRIPTED]
    failed = [leaf.id for leaf in critical if leaf.id in verdicts and verdicts[leaf.id].state in ("fail_observed", "product_blocked")]
    if failed:
        return Flag(value=False, reason=f"critical leaves failed: {', '.join(failed)}")
    for name, flag in (("J", journey), ("Λ", persistence)):
        if flag.value is False:
            return Flag(value=False, reason=f"{name} is not set: {flag.reason}")
    undecided = [leaf.id for leaf in critical if not _is_judged(leaf, verdicts)] + [
        name for name, flag in (("J", journey), ("Λ", persistence)) if flag.value is None
    ]
    if undecided:
        return Flag(value=None, reason=f"undecided: {', '.join(undecided)}")
    return Flag(value=True, reason="J, Λ and every critical leaf")
