"""The score as bars: dimensions, their families inside them, and a map of all leaves."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from playproof.records.score import BuildScore, DimensionScore, FamilyScore, Flag
from playproof.records.verdict import JUDGED
from playproof.report.gathered import Gathered
from playproof.report.leaves import LeafCard
from playproof.report.states import STATES, StateWords


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyBar:
    """A family as a part of its dimension's bar, per cent of the whole bar."""

    score: FamilyScore
    meaning: str
    at: float
    width: float
    filled: float
    """Width of what was earned."""
    open: float
    """Width of what could not be judged, behind what was earned."""
    leaves: int
    """How many leaves it has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DimensionBar:
    """A dimension with its families."""

    score: DimensionScore
    families: tuple[FamilyBar, ...]
    says: str
    """Its status in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagCard:
    """J, Λ or solved."""

    sign: str
    name: str
    question: str
    flag: Flag
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StateCount:
    """How many leaves are in a state."""

    state: StateWords
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreView:
    """The scorecard."""

    score: BuildScore
    full: float
    """The most F can be."""
    dimensions: tuple[DimensionBar, ...]
    flags: tuple[FlagCard, ...]
    states: tuple[StateCount, ...]
    judged: int
    leaves: int


def score_view(run: Gathered, cards: Sequence[LeafCard]) -> ScoreView:
    """The scorecard of a run."""
    score = run.score
    counts = Counter(card.state.id for card in cards)
    return ScoreView(
        score=score,
        full=full_points(score),
        dimensions=tuple(_dimension(one, run) for one in score.dimensions),
        flags=flags(score),
        states=tuple(StateCount(state=state, count=counts[name]) for name, state in STATES.items() if counts[name]),
        judged=sum(card.state.id in JUDGED for card in cards),
        leaves=len(cards),
    )


def full_points(score: BuildScore) -> float:
    """The most that F can be: the weights of all dimensions but the last, which O adds."""
    return sum(one.weight for one in score.dimensions[:-1])


def flags(score: BuildScore) -> tuple[FlagCard, ...]:
    """The three flags with the questions that they answer."""
    return (
        _flag("J", "Journey", "Can a player play it from the first screen to the end?", score.J),
        _flag("Λ", "Lifecycle", "Does it keep what it must keep over restarts and reopenings?", score.Lambda),
        _flag("S", "Solved", "Is it a whole game: journey, lifecycle, all that is critical?", score.solved),
    )


def _flag(sign: str, name: str, question: str, flag: Flag) -> FlagCard:
    answer = "undecided" if flag.value is None else "yes" if flag.value else "no"
    return FlagCard(sign=sign, name=name, question=question, flag=flag, answer=answer)


def status_words(dimension: DimensionScore) -> str:
    """A dimension's status for people."""
    match dimension.status:
        case "decided":
            return ""
        case "unjudged":
            return "unjudged: no judge is configured"
        case "inconclusive":
            return "inconclusive: too little could be judged"


def _dimension(dimension: DimensionScore, run: Gathered) -> DimensionBar:
    meanings = {family.family: family.meaning for family in run.plan.leaves.families if family.dimension == dimension.dimension}
    leaves = Counter(leaf.family for leaf in run.plan.leaves.leaves if leaf.dimension == dimension.dimension)
    total = sum(family.budget for family in dimension.families) or 1.0
    bars, at = [], 0.0
    for family in dimension.families:
        width = 100 * family.budget / total
        bars.append(
            FamilyBar(
                score=family,
                meaning=meanings.get(family.family, ""),
                at=round(at, 3),
                width=round(width, 3),
                filled=round(width * family.floor / family.budget, 3),
                open=round(width * (1 - family.coverage), 3),
                leaves=leaves[family.family],
            )
        )
        at += width
    return DimensionBar(score=dimension, families=tuple(bars), says=status_words(dimension))
