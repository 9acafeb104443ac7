"""How the replica track's figures are called for people."""

from dataclasses import dataclass

from playproof.records.family import RuleCategory
from playproof.records.replica import Tier
from playproof.report.states import StateWords


@dataclass(frozen=True, slots=True, kw_only=True)
class TierWords:
    """One tier of the funnel."""

    id: Tier
    name: str
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareWords:
    """One figure of the scorecard."""

    field: str
    """Of `ReplicaScore`."""
    name: str
    says: str
    undecided: str


TIER_WORDS: dict[Tier, TierWords] = {
    "F1": TierWords(id="F1", name="does not load", says="The page is missing, stays blank, throws, or needs more than itself."),
    "F2": TierWords(id="F2", name="not recognizable", says="It loads, but does not look like the game."),
    "F3": TierWords(id="F3", name="rules wrong", says="It looks like the game, but does not follow its rules."),
    "F4": TierWords(id="F4", name="looks different", says="It plays like the game, but looks different."),
    "F5": TierWords(id="F5", name="faithful", says="It looks and plays like the game."),
}

AGREEMENTS: dict[bool | None, StateWords] = {
    True: StateWords(id="pass", name="Agrees", sign="✓", means="the replica responds as the original does", is_judged=True),
    False: StateWords(
        id="fail_observed", name="Differs", sign="✕", means="the replica responds otherwise, or as the original without the rule", is_judged=True
    ),
    None: StateWords(id="inconclusive", name="Undecided", sign="?", means="our side could not tell; counts for nothing", is_judged=False),
}
"""What it means that a rule agrees."""

SHARES: tuple[ShareWords, ...] = (
    ShareWords(
        field="agreement",
        name="behavioural agreement",
        says="rules on which the replica responds as the original does",
        undecided="too few rules could be decided",
    ),
    ShareWords(field="looks", name="visual comparison", says="structure and colour in the same situations", undecided="could not be compared"),
    ShareWords(field="walks", name="random legal play", says="steps to which both respond alike; not in the score", undecided="was not played"),
    ShareWords(field="implementation", name="implementation consistency", says="rules that its code implements", undecided="no judge is configured"),
    ShareWords(field="rule", name="rule consistency", says="rules that its checklist states", undecided="no judge is configured"),
    ShareWords(field="visual", name="visual fidelity", says="items of the visual checklist that it meets", undecided="no judge is configured"),
    ShareWords(field="overall", name="overall", says="weighted mean of the three consistencies", undecided="needs all three consistencies"),
)

CATEGORIES: dict[RuleCategory, str] = {
    "visual": "Visual",
    "legal_action": "Legal action",
    "state": "State",
    "boundary": "Boundary",
    "terminal_lock": "Terminal lock",
    "level_layout": "Level layout",
}
