"""How far a judge can be trusted: games without one rule are judged as if they were replicas. Pure.

A judge that is right fails exactly the missing rule: nothing else, and not the whole game. Per category: how often. The measure is our own; the paper
assumes its judges. Intervals are Wilson's (1927).
"""

from collections.abc import Sequence
from math import sqrt
from typing import Literal

from playproof.records.family import RuleCategory
from playproof.records.record import Record

Group = RuleCategory | Literal["all"]
Z95 = 1.959964
"""Standard normal quantile of a two-sided 95 % interval."""


class JudgedMutant(Record):
    """What a judge said of one game."""

    task: str
    rule: str | None
    """The rule that the game lacks; None: the whole game, on which nothing may fail."""
    category: RuleCategory | None
    """Of the missing rule."""
    failed: tuple[str, ...]
    """Rules that the judge failed."""
    undecided: tuple[str, ...]


class CategoryReliability(Record):
    """One category of rules, or all of them."""

    category: Group
    mutants: int
    """Games whose missing rule was decided."""
    exact: int
    """Failed the missing rule and no other."""
    caught: int
    """Failed the missing rule."""
    missed: int
    """Passed it though it was missing."""
    overreached: int
    """Failed other rules, beside it or instead."""
    undecided: int
    """Games whose missing rule was not decided; they are in no share."""
    exact_share: float | None
    low: float | None
    """Lower end of the 95 % interval of the exact share."""
    high: float | None


class JudgeReliability(Record):
    """What the trial of one judge or panel came to."""

    categories: tuple[CategoryReliability, ...]
    """Those that occur, then all together."""
    false_fails: int
    """Rules that were failed on whole games."""
    whole_rules: int
    """Rules that were decided on whole games."""


def judge_reliability(judged: Sequence[JudgedMutant], rules_of_whole: int) -> JudgeReliability:
    """Reliability by category.

    Args:
        judged: Games without a rule, and whole ones.
        rules_of_whole: How many rules the whole games have, all together.
    """
    mutants = [one for one in judged if one.rule is not None]
    whole = [one for one in judged if one.rule is None]
    order = list(dict.fromkeys(one.category for one in mutants if one.category is not None))
    groups = [_reliability(category, [one for one in mutants if one.category == category]) for category in order]
    return JudgeReliability(
        categories=(*groups, _reliability("all", mutants)),
        false_fails=sum(len(one.failed) for one in whole),
        whole_rules=rules_of_whole - sum(len(one.undecided) for one in whole),
    )


def wilson(hits: int, count: int) -> tuple[float, float]:
    """The 95 % interval of a share of `hits` among `count`, at least one."""
    share, z2 = hits / count, Z95 * Z95
    centre = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = Z95 / (1 + z2 / count) * sqrt(share * (1 - share) / count + z2 / (4 * count * count))
    return max(0.0, centre - half), min(1.0, centre + half)


def _reliability(category: Group, mutants: Sequence[JudgedMutant]) -> CategoryReliability:
    decided = [one for one in mutants if one.rule not in one.undecided]
    exact = sum(one.failed == (one.rule,) for one in decided)
    caught = sum(one.rule in one.failed for one in decided)
    low, high = wilson(exact, len(decided)) if decided else (None, None)
    return CategoryReliability(
        category=category,
        mutants=len(decided),
        exact=exact,
        caught=caught,
        missed=len(decided) - caught,
        overreached=sum(any(rule != one.rule for rule in one.failed) for one in decided),
        undecided=len(mutants) - len(decided),
        exact_share=exact / len(decided) if decided else None,
        low=low,
        high=high,
    )
