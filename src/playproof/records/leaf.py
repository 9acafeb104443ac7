"""The hidden half of a build task as data: leaves, fixtures, the journey, mutants (CEGame-Bench sections 3.3, 10-12)."""

from typing import Annotated, Literal

from pydantic import Field

from playproof.records.contract import Contract, Identifier
from playproof.records.edit import Edit
from playproof.records.expression import Expression
from playproof.records.plan import INPUT_STEPS, Ms, Step
from playproof.records.record import Record

LeafId = Annotated[str, Field(pattern=r"^d[1-6](\.[a-z][a-z0-9_]*)+$")]
"""`d3.dash.moves`: the dimension, then words."""
Dimension = Annotated[int, Field(ge=1, le=6)]
Twin = Literal["false", "any"]
"""What a check must be in the no-input twin: false (the input caused it), or anything (it is not about the input)."""


class StateCheck(Record):
    """An expression over marks holds, e.g. `after.score == before.score + const.spark_points`."""

    check: Literal["state"]
    that: Expression
    twin: Twin = "false"


class WithinCheck(Record):
    """At some sample of a series, at most `ms` after its start, an expression over `now`, `first` and marks holds."""

    check: Literal["within"]
    series: Identifier
    that: Expression
    ms: Ms
    twin: Twin = "false"


class AlwaysCheck(Record):
    """At every sample of a series an expression over `now`, `previous`, `first` and marks holds."""

    check: Literal["always"]
    series: Identifier
    that: Expression
    twin: Twin = "any"


class NeverCheck(Record):
    """At no sample of a series an expression over `now`, `previous`, `first` and marks holds."""

    check: Literal["never"]
    series: Identifier
    that: Expression
    twin: Twin = "any"


class EventCheck(Record):
    """The engine reported events of a kind, within a window after a mark."""

    check: Literal["event"]
    kind: Literal["audio", "animation", "console"]
    pattern: str = ""
    """A regular expression that the event's text must contain."""
    since: Identifier = "before"
    window_ms: Ms
    """Counted from the mark; game time."""
    at_least: int = 1
    at_most: int | None = None
    """With `at_least: 0, at_most: 0` the event must not happen."""
    twin: Twin = "false"


class PixelsCheck(Record):
    """The picture changed between two marks: the share of changed pixels of a region lies within bounds."""

    check: Literal["pixels"]
    source: Identifier = "before"
    target: Identifier = "after"
    region: Identifier | None = None
    """A declared region; the whole view when absent. Or a patch around x, y."""
    x: Expression | None = None
    y: Expression | None = None
    size_px: int = 48
    at_least_share: float = 0.0
    at_most_share: float = 1.0
    twin: Twin = "any"


class HudCheck(Record):
    """A HUD element is visible at a mark and shows its key's value (or is not visible, with `is_visible: false`)."""

    check: Literal["hud"]
    hud: Identifier
    at: Identifier = "after"
    is_visible: bool = True
    twin: Twin = "any"


class DrawnCheck(Record):
    """The picture at a mark is not blank: a region shows at least so many different colours."""

    check: Literal["drawn"]
    at: Identifier = "after"
    region: Identifier | None = None
    colours: Annotated[int, Field(ge=2)] = 8
    twin: Twin = "any"


class AssetsCheck(Record):
    """Static: every asset of the contract is in the artifact and can be decoded; nothing else may be missing."""

    check: Literal["assets"]


class EntryCheck(Record):
    """Static: the entry file exists and can be parsed, and every file it references exists in the artifact."""

    check: Literal["entry"]


class SelfContainedCheck(Record):
    """Static: no file of the artifact refers to a host on the network."""

    check: Literal["self_contained"]


class CleanBootCheck(Record):
    """No uncaught exception, missing file or refused request since the play began."""

    check: Literal["clean"]


class HandshakeCheck(Record):
    """Φ answers every declared key with a value of its type and range."""

    check: Literal["handshake"]
    at: Identifier = "after"


Check = Annotated[
    StateCheck
    | WithinCheck
    | AlwaysCheck
    | NeverCheck
    | EventCheck
    | PixelsCheck
    | HudCheck
    | DrawnCheck
    | AssetsCheck
    | EntryCheck
    | SelfContainedCheck
    | CleanBootCheck
    | HandshakeCheck,
    Field(discriminator="check"),
]

STATIC_CHECKS = (AssetsCheck, EntryCheck, SelfContainedCheck)
"""Checks on files alone: no play is needed."""


class Control(Record):
    """The positive control of a refusal leaf: where the same input works."""

    fixture: Identifier | None = None
    """The fixture it starts from; the leaf's own when absent."""
    approach: tuple[Step, ...] = ()
    act: Annotated[tuple[Step, ...], Field(min_length=1)]
    checks: Annotated[tuple[Check, ...], Field(min_length=1)]


class Leaf(Record):
    """One gradeable statement and the probe that decides it (section 11: id, d, f, w, r, pre)."""

    id: LeafId
    dimension: Dimension
    family: Identifier
    weight: Literal[1, 2, 3]
    """1 minor, 2 major, 3 critical."""
    route: Literal["static", "input", "lifecycle", "visual"]
    pre: tuple[LeafId, ...] = ()
    """Leaves that must pass first; only of the same chain, or of the whole game."""
    chain: Identifier | None = None
    """The chain of states it belongs to; the fixture's when absent; `game` is the whole game."""
    requirement: str
    """What the design document promises, in the player's words."""
    section: str
    """Where it says so, e.g. '7.4'."""
    branch: Literal["positive", "refusal"] = "positive"
    fixture: Identifier = "boot"
    approach: tuple[Step, ...] = ()
    """Real input that leads up to the action; played in the twin too."""
    act: tuple[Step, ...] = ()
    """The action under test; the twin waits in its place."""
    checks: tuple[Check, ...] = ()
    control: Control | None = None
    """Needed by refusal leaves."""
    interface: bool = False
    """The leaf that fails when Φ misreports (at most one per task)."""

    @property
    def needs_twin(self) -> bool:
        """Whether a no-input twin belongs to it: it acts for the player and claims that something follows."""
        return self.route == "input" and self.branch == "positive" and any(isinstance(step, INPUT_STEPS) for step in self.act)

    @property
    def played_bytes(self) -> bytes:
        """What is played for it, without what is asked of it: leaves for which this is equal share one play."""
        played = self.model_dump_json(include={"fixture": True, "approach": True, "act": True, "control": {"fixture", "approach", "act"}})
        return f"{self.needs_twin} {self.route == 'lifecycle'} {played}".encode()


class Family(Record):
    """A leaf family's budget inside its dimension: the same on every engine (β of section 3.3)."""

    family: Identifier
    dimension: Dimension
    budget: float = Field(gt=0)
    meaning: str


class LeafFile(Record):
    """`leaves.yaml`."""

    schema_version: Literal[1]
    task: str
    canary: str
    families: tuple[Family, ...]
    leaves: Annotated[tuple[Leaf, ...], Field(min_length=1)]


class Fixture(Record):
    """A prepared state, reached through the game's own loading path; preparation ends before the first input."""

    fixture: Identifier
    chain: Identifier
    load: Identifier | None = None
    """The state given to `LoadState`; absent: the real entry point."""
    ready: Expression | None = None
    """Confirms the preparation, over `now`; default: the state key equals the loaded state."""
    timeout_ms: Ms = 3000
    settle_ms: Ms = 300
    """Game time to let pass after it is ready."""
    lasting: bool = False
    """Needs a profile on disk, for `reopen`."""


class FixtureFile(Record):
    """`fixtures.yaml`. The fixture `boot` must be among them: the real entry point."""

    schema_version: Literal[1]
    task: str
    canary: str
    fixtures: Annotated[tuple[Fixture, ...], Field(min_length=1)]


class JourneyAction(Record):
    """One contract-level action of the player's way from the entry to the end."""

    id: Identifier
    says: str
    """In the player's words: 'collect the third spark'."""
    steps: Annotated[tuple[Step, ...], Field(min_length=1)]
    post: Expression
    """Holds over `now` when the action is done; polled while the steps run out."""
    patience_ms: Ms = 2000
    """How long the postcondition may take after the last step."""


class JourneyFile(Record):
    """`journey.yaml`: the whole game with public controls only (section 10)."""

    schema_version: Literal[1]
    task: str
    canary: str
    reference_input_steps: Annotated[int, Field(ge=1)]
    """Input steps (presses and clicks) of the reference's path; the budget is twice that."""
    actions: Annotated[tuple[JourneyAction, ...], Field(min_length=1)]

    @property
    def budget(self) -> int:
        """Input steps that the journey may take: twice the reference path's (section 10)."""
        return 2 * self.reference_input_steps


class Mutant(Record):
    """A known-bad variant of the reference: at most ten changed lines."""

    mutant: Identifier
    kind: Literal["compile", "feedback", "transition", "persistence", "rule"]
    says: str
    """The fault, in the player's words."""
    section: str
    """The sentence of the design document that it breaks."""
    edits: Annotated[tuple[Edit, ...], Field(min_length=1)]
    breaks: Annotated[tuple[LeafId, ...], Field(min_length=1)]
    """The leaves that the fault itself breaks; what depends on them is computed."""
    breaks_journey: bool = False


class MutantFile(Record):
    """`mutants.yaml`, one per engine."""

    schema_version: Literal[1]
    task: str
    canary: str
    engine: str
    mutants: Annotated[tuple[Mutant, ...], Field(min_length=1)]


class BuildPlan(Record):
    """All that a build task says about playing and judging; kept in every run, so that a run can be judged again by itself."""

    schema_version: Literal[1] = 1
    task: str
    title: str
    contract: Contract
    leaves: LeafFile
    fixtures: FixtureFile
    journey: JourneyFile
