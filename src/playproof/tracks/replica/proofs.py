"""Mechanism authenticity: does a rule really act in the implementation, and not only in its description or on the screen (GameReplica section 3.2, (ii))?"""

from collections.abc import Collection, Mapping, Sequence

from playproof.records.family import Rule, Witness
from playproof.tracks.replica.search import Searcher

SHOWN = frozenset({"visual", "level_layout"})
"""Categories whose rules are what is seen, or how the game opens: for them the view or the opening is enough."""


def acts(searcher: Searcher, witnesses: Sequence[Witness]) -> dict[str, frozenset[str]]:
    """What each rule's off switch changes on the states of its witness: opening, step, legal, status, view."""
    return {one.rule: searcher.acts(one.rule, one.core_actions) for one in witnesses}


def is_authentic(rule: Rule, found: Collection[str]) -> bool:
    """Whether the off switch changes what a rule of this kind must change: the adjudication, transitions or what is legal, or what is shown."""
    if rule.adjudicates:
        return "status" in found
    if rule.category in SHOWN:
        return bool(found)
    return bool({"step", "legal", "status"}.intersection(found))


def counts_as_transition(rule: Rule, found: Collection[str]) -> bool:
    """Whether a rule counts into N_trans: it changes transitions, does not adjudicate and is no matter of looks or layout (ours)."""
    return not rule.adjudicates and rule.category not in SHOWN and bool({"step", "legal"}.intersection(found))


def idle_rules(rules: Sequence[Rule], found: Mapping[str, Collection[str]]) -> tuple[str, ...]:
    """The rules that do not act as their kind must, each with what its off switch does change."""
    return tuple(
        f"{rule.id} ({rule.category} changes only {', '.join(sorted(found[rule.id])) or 'nothing'})"
        for rule in rules
        if not is_authentic(rule, found[rule.id])
    )
