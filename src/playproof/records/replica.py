"""One evaluation of the replica track on disk: what is played, what the plays gave, how the two games compare, what it comes to.

G is the original game, M the original without one of its rules, R the replica (GameReplica section 3).
"""

from typing import Annotated, Literal

from pydantic import Field

from playproof.records.family import LevelName, Mechanism, Rule, RuleCategory, View, VisualItem, Witness
from playproof.records.fault import Fault
from playproof.records.interface import Action, ObservedPlay
from playproof.records.observation import Event
from playproof.records.record import Record

Tier = Literal["F1", "F2", "F3", "F4", "F5"]
"""First gate of the funnel that a replica misses; F5 misses none (GameReplica section 4)."""
TIERS: tuple[Tier, ...] = ("F1", "F2", "F3", "F4", "F5")
Share = Annotated[float, Field(ge=0.0, le=1.0)]


class Walk(Record):
    """Random legal play, chosen from what the rule core allows."""

    id: str
    actions: tuple[Action, ...]


class ReplicaPlan(Record):
    """`plan.json` of a replica run: everything that its evidence is judged by."""

    schema_version: Literal[1] = 1
    task: str
    title: str
    mechanism: Mechanism
    level: LevelName
    view: View
    rules: tuple[Rule, ...]
    """The checklist C of the level."""
    visual: tuple[VisualItem, ...]
    witnesses: tuple[Witness, ...]
    walks: tuple[Walk, ...]
    game_sha256: str
    """Of the original's page."""


class IntakeEvidence(Record):
    """What the files of a deliverable say, before anything is run."""

    page: str
    """Path of the page inside the artifact."""
    page_bytes: int | None
    """None: there is none."""
    rules_file: str | None
    """Path of the rule checklist; None: there is none."""
    problem: Fault | None = None
    """Why the page is not even opened."""


class LoadEvidence(Record):
    """How the replica opens."""

    play: ObservedPlay
    events: tuple[Event, ...]
    """The first things that its page or the browser reported."""


class OriginalPlays(Record):
    """One witness on the original and on the original without the rule."""

    rule: str
    game: ObservedPlay
    without: ObservedPlay
    lacking: tuple[str, ...] = ()
    """Rules that both games were played without, since the replica lacks them."""


class AnewPlays(Record):
    """A rule that its witness cannot show without the rules that the replica lacks: another sequence, looked for on the original without them."""

    rule: str
    original: OriginalPlays | None
    """None: there is no such sequence within the search."""
    replica: ObservedPlay | None


class Patch(Record):
    """A rectangle of the view, px."""

    x: int
    y: int
    width: int
    height: int


class StepComparison(Record):
    """Original and replica after the same actions."""

    response: Share | None
    """How alike the two responded to this step's action; None for the opening."""
    is_decisive: bool
    """The original and the original without the rule respond differently here."""
    differs: tuple[Patch, ...]
    """Where the two pictures differ, beyond a recolouring."""


class RuleComparison(Record):
    """Behavioural agreement on one rule."""

    rule: str
    category: RuleCategory
    agrees: bool | None
    """None: could not be told, by our own fault."""
    reason: str
    is_blocked: bool = False
    """It does not agree only because it cannot be seen without other rules that the replica lacks."""
    lacking: tuple[str, ...] = ()
    """The rules that the original was played without for this comparison."""
    plays: tuple[str, ...] = ()
    """What it rests on: the play of the original and that of the replica, or one play of both (`AnewPlays`)."""
    response: Share | None = None
    """Mean likeness of the responses over the witness."""
    decisive: Share | None = None
    """The same over the decisive steps."""
    closeness: Share | None = None
    """On the pixels where G and M differ: 1 the replica is like G, 0 like M."""
    changes: Share | None = None
    """On the cells where only one of G and M responds: share where the replica does as G does."""
    steps: tuple[StepComparison, ...] = ()


class WalkComparison(Record):
    """Random legal play on both games."""

    walk: str
    agreement: Share | None
    """Share of steps to which both responded alike; None with a reason."""
    reason: str = ""
    steps: tuple[StepComparison, ...] = ()


class LooksPair(Record):
    """Two pictures of the same situation."""

    game: str
    replica: str
    structure: Share
    colour: Share
    visual: Share


class LooksComparison(Record):
    """Visual comparison without a model."""

    visual: Share | None
    """None: could not be told."""
    reason: str
    structure: Share | None = None
    colour: Share | None = None
    pairs: tuple[LooksPair, ...] = ()


class ReplicaComparison(Record):
    """`comparison.json`: all that was measured."""

    rules: tuple[RuleComparison, ...]
    walks: tuple[WalkComparison, ...]
    looks: LooksComparison
    lacking: tuple[str, ...] = ()
    """Rules without which the original behaves as the replica does, in the order in which they were found."""
    is_recoloured: bool
    """The replica shows the original's colours as other colours, consistently."""


class JudgedShares(Record):
    """`judged.json`: what judges found; None: not judged."""

    implementation: Share | None = None
    rule: Share | None = None
    visual: Share | None = None
    coverage: Share | None = None
    """Share of their items that judges could decide, weighted as the three are; None while one is not judged at all."""
    floor: Share | None = None
    """The overall score with everything undecided read as zero."""


class Gate(Record):
    """Why a replica is in its tier: the gate it missed, or that it missed none."""

    tier: Tier | None
    """None: undecided, by our own fault."""
    gate: str
    """The gate in words."""
    reason: str


class ReplicaScore(Record):
    """The scorecard of the replica track; shares 0 to 1, None: not judged or undecided."""

    task: str
    implementation: Share | None
    rule: Share | None
    visual: Share | None
    overall: Share | None
    """Weighted mean of the three; None while one of them is."""
    agreement: Share | None
    """Behavioural agreement: share of decided rules on which the replica agrees; None when too few could be decided."""
    walks: Share | None
    """Mean agreement on random legal play; beside the score, not in it."""
    looks: Share | None
    """Visual comparison without a model."""
    coverage: Share
    """What `value` rests on: share of rules that could be decided, or of what judges could decide where the value is theirs."""
    floor: Share
    """The value with everything undecided read as zero."""
    value: Share | None
    """The one number: `overall` where judges gave all of it, else `agreement`, which needs no model."""
    gate: Gate
