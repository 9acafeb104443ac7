"""A replica's run in words and strips of pictures: what its page shows. Computes no figure of its own."""

from collections.abc import Sequence
from dataclasses import dataclass

from playproof.graders.checks.likeness import RESPONSE_SHARE
from playproof.records.interface import Action, Click, Drag, Key, ObservedPlay, Reset, Wait
from playproof.records.replica import Gate, LooksPair, Patch, ReplicaScore, RuleComparison, StepComparison, Tier
from playproof.report.replica_gathered import ReplicaRun
from playproof.report.replica_words import AGREEMENTS, CATEGORIES, SHARES, TIER_WORDS, ShareWords, TierWords
from playproof.report.states import StateWords
from playproof.report.text import duration, line, percent
from playproof.scoring.tiers import RECOGNIZABLE_VISUAL, RIGHT_LOOKS, RIGHT_RULES

MOST_PAIRS = 4
"""Pairs of pictures that are shown as the least alike (ours)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GateView:
    """One gate of the funnel."""

    tier: TierWords
    """Where a replica ends that misses it."""
    name: str
    answer: str
    """yes, no, unknown, or empty where it was not reached."""
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureView:
    """One figure of the scorecard."""

    words: ShareWords
    share: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """One step of a strip: what was done, and the pictures after it."""

    number: int
    says: str
    game: str
    """Hash; empty where there is none."""
    replica: str
    without: str
    """The original without the rule, where it differs."""
    response: str
    """How alike the responses were; empty for the opening."""
    is_bad: bool
    is_decisive: bool
    differs: tuple[Patch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCard:
    """One rule with its evidence."""

    rule: RuleComparison
    statement: str
    category: str
    state: StateWords
    measures: tuple[tuple[str, str, str], ...]
    """Name, value, and what is wanted."""
    moments: tuple[Moment, ...]
    more: int
    """Steps that the replica was not played to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryRow:
    """The rules of one category."""

    name: str
    cards: tuple[RuleCard, ...]
    agree: int
    decided: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkView:
    """One random play."""

    name: str
    agreement: str
    reason: str
    moments: tuple[Moment, ...]


def gates(score: ReplicaScore) -> tuple[GateView, ...]:
    """The funnel in order, up to the gate that was missed."""
    rules = score.agreement if score.implementation is None else score.implementation
    visual = score.looks if score.visual is None else score.visual
    order: tuple[tuple[Tier, str, str], ...] = (
        ("F1", "loads", "the page paints itself and needs nothing else"),
        ("F2", "recognizable", _held(visual, RECOGNIZABLE_VISUAL, "looks")),
        ("F3", "rules right", _held(rules, RIGHT_RULES, "rules")),
        ("F4", "looks right", _held(visual, RIGHT_LOOKS, "looks")),
    )
    found, is_over = [], False
    for tier, name, says in order:
        missed = score.gate.gate == name
        answer = "" if is_over else ("unknown" if score.gate.tier is None else "no") if missed else "yes"
        found.append(GateView(tier=TIER_WORDS[tier], name=name, answer=answer, says=_reason(score.gate, name, says) if answer else "not reached"))
        is_over |= missed
    return tuple(found)


def _reason(gate: Gate, name: str, says: str) -> str:
    return line(gate.reason, 320) if gate.gate == name else says


def _held(share: float | None, wanted: float, name: str) -> str:
    return f"{name} {'not known' if share is None else f'{share:.2f}'}, {wanted:g} wanted"


def figures(score: ReplicaScore) -> tuple[FigureView, ...]:
    """All figures of the scorecard."""
    return tuple(FigureView(words=words, share=getattr(score, words.field)) for words in SHARES)


def cards(run: ReplicaRun) -> tuple[RuleCard, ...]:
    """All rules in the order of the checklist."""
    statements = {rule.id: rule.statement for rule in run.plan.rules}
    found = []
    for rule in run.comparison.rules:
        original, replica = run.originals.get(rule.rule), run.replicas.get(rule.rule)
        moments = _moments(rule.steps, original.game if original else None, replica, original.without if original else None)
        found.append(
            RuleCard(
                rule=rule,
                statement=statements[rule.rule],
                category=CATEGORIES[rule.category],
                state=AGREEMENTS[rule.agrees],
                measures=_measures(rule),
                moments=moments,
                more=len(original.game.frames) - len(moments) if original else 0,
            )
        )
    return tuple(found)


def categories(all_cards: Sequence[RuleCard]) -> tuple[CategoryRow, ...]:
    """The cards by category; categories without a rule are left out."""
    rows = []
    for name in CATEGORIES.values():
        own = tuple(card for card in all_cards if card.category == name)
        if own:
            decided = [card.rule.agrees for card in own if card.rule.agrees is not None]
            rows.append(CategoryRow(name=name, cards=own, agree=sum(decided), decided=len(decided)))
    return tuple(rows)


def walks(run: ReplicaRun) -> tuple[WalkView, ...]:
    """All random plays."""
    return tuple(
        WalkView(
            name=walk.walk,
            agreement="undecided" if walk.agreement is None else percent(walk.agreement),
            reason=line(walk.reason),
            moments=_moments(walk.steps, run.walks.get(walk.walk), run.replicas.get(walk.walk), None),
        )
        for walk in run.comparison.walks
    )


def least_alike(run: ReplicaRun) -> tuple[LooksPair, ...]:
    """The pairs of pictures that look least alike; none where all are the same."""
    return tuple(pair for pair in sorted(run.comparison.looks.pairs, key=lambda pair: pair.visual) if pair.visual < 1.0)[:MOST_PAIRS]


def action_words(action: Action) -> str:
    """What an action does, for people."""
    match action:
        case Click(x=x, y=y):
            return f"click {x}, {y}"
        case Drag(x1=x1, y1=y1, x2=x2, y2=y2):
            return f"drag {x1}, {y1} to {x2}, {y2}"
        case Key(code=code, hold_ms=hold_ms):
            return f"hold {code} {duration(hold_ms)}" if hold_ms else f"tap {code}"
        case Wait(ms=ms):
            return f"wait {duration(ms)}"
        case Reset():
            return "reset"


def _measures(rule: RuleComparison) -> tuple[tuple[str, str, str], ...]:
    wanted = (
        ("Responses over the witness", rule.response, "alike"),
        ("Responses where the rule shows", rule.decisive, "alike"),
        ("Nearness to the original", rule.closeness, "0: like the original without the rule, 1: like the original"),
        ("Change that only the rule makes", rule.changes, "goes as in the original"),
    )
    return tuple((name, percent(share), says) for name, share, says in wanted if share is not None)


def _moments(
    steps: Sequence[StepComparison], game: ObservedPlay | None, replica: ObservedPlay | None, without: ObservedPlay | None
) -> tuple[Moment, ...]:
    if game is None or replica is None:
        return ()
    found = []
    has_parted = False
    for number, step in enumerate(steps):
        other = without.frames[number] if without and number < len(without.frames) else ""
        has_parted |= bool(other) and other != game.frames[number]
        found.append(
            Moment(
                number=number,
                says=action_words(game.actions[number - 1]) if number else "opens",
                game=game.frames[number],
                replica=replica.frames[number],
                without=other if has_parted else "",
                response="" if step.response is None else percent(step.response),
                is_bad=step.response is not None and step.response < RESPONSE_SHARE,
                is_decisive=step.is_decisive,
                differs=step.differs,
            )
        )
    return tuple(found)
