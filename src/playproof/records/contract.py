"""The machine-readable half of a design document: what a game promises, on every engine alike (CEGame-Bench sections 3.2, 9).

A contract declares everything that a hidden leaf may use: actions, states, keys, HUD elements, regions, feedback. It never says how to build anything.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from playproof.records.expression import Expression
from playproof.records.observation import Value
from playproof.records.record import Record

Identifier = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
"""Lower-case words joined by '_'."""

KeyType = Literal["int", "float", "bool", "string", "list"]
StateKind = Literal["menu", "level", "pause", "death", "success", "other"]
FeedbackChannel = Literal["hud", "audio", "animation", "pixels"]


class Control(Record):
    """A public action and the inputs that perform it."""

    action: Identifier
    meaning: str
    keys: tuple[str, ...]
    """W3C `KeyboardEvent.code` names; any one of them performs the action. The evaluator uses the first and tests the others."""


class State(Record):
    """A node of the state graph."""

    state: Identifier
    kind: StateKind
    meaning: str
    is_loadable: bool
    """Whether `OmniFlow.LoadState(state)` must enter it."""


class Edge(Record):
    """A way from one state to another that a player can take."""

    source: Identifier
    target: Identifier
    by: str
    """The action, or the event in the player's words, e.g. 'touches the exit'."""


class HudRoute(Record):
    """The HUD element shows the key's value."""

    route: Literal["hud"]
    hud: Identifier


class KeyRoute(Record):
    """A relation over `now` between this key and others holds at every reading."""

    route: Literal["key"]
    that: Expression


class LogRoute(Record):
    """The last console line that matches `pattern` carries the value in its first group."""

    route: Literal["log"]
    pattern: str


class FrameRoute(Record):
    """When the position changes, the picture changes there: where it was or where it is (a patch of `size_px`)."""

    route: Literal["frame"]
    x: Expression
    y: Expression
    size_px: int


Route = Annotated[HudRoute | KeyRoute | LogRoute | FrameRoute, Field(discriminator="route")]


class Key(Record):
    """One key of the state interface Φ."""

    key: Identifier
    type: KeyType
    meaning: str
    unit: str = ""
    minimum: float | None = None
    maximum: float | None = None
    values: tuple[str, ...] = ()
    """For strings: the only values it takes."""
    routes: tuple[Route, ...] = ()
    """Independent routes by which readings of this key are cross-checked. A key that a leaf scores needs at least one."""


class HudElement(Record):
    """Text on the screen that shows a key."""

    hud: Identifier
    meaning: str
    key: Identifier | None = None
    """The key it shows: a number as digits, a text as itself (case and surrounding words are free)."""
    states: tuple[Identifier, ...]
    """Where it is visible."""


class Region(Record):
    """A rectangle of the view, px."""

    region: Identifier
    x_px: int
    y_px: int
    width_px: int
    height_px: int


class Feedback(Record):
    """A response the player must get for an action or event."""

    feedback: Identifier
    cause: str
    response: str
    channel: FeedbackChannel
    hud: Identifier | None = None
    region: Identifier | None = None
    window_ms: int


class Asset(Record):
    """A file that the starter ships and the game must use, with its licence."""

    path: str
    licence: str
    source: str


class View(Record):
    """The size of the picture, px."""

    width_px: int = Field(ge=160, le=1280)
    height_px: int = Field(ge=120, le=1280)


class Contract(Record):
    """Everything a game of one task promises."""

    schema_version: Literal[1]
    task: str
    title: str
    canary: str
    view: View
    entry: dict[str, str]
    """Engine -> the file that starts the game."""
    entry_state: Identifier
    boot_ms: int = Field(ge=100, le=20000)
    """Game time after which the entry state must be up."""
    load_ms: int = Field(ge=100, le=20000)
    """Game time within which `LoadState` and `Restart` must have settled."""
    state_key: Identifier
    """The key whose value is the id of the present state."""
    controls: tuple[Control, ...]
    states: tuple[State, ...]
    edges: tuple[Edge, ...]
    keys: tuple[Key, ...]
    hud: tuple[HudElement, ...]
    regions: tuple[Region, ...]
    feedback: tuple[Feedback, ...]
    persisted: tuple[Identifier, ...]
    """Keys that survive a restart and a reopening in a fresh process."""
    constants: dict[Identifier, Value]
    assets: tuple[Asset, ...]

    @model_validator(mode="after")
    def _names_are_declared(self) -> Self:
        """Every name used inside the contract is declared once in it."""
        states, keys, hud = self.state_ids, self.key_names, {element.hud for element in self.hud}
        regions = {region.region for region in self.regions}
        uses = [
            ("entry_state", self.entry_state, states),
            ("state_key", self.state_key, keys),
            *[(f"edges[{i}].source", edge.source, states) for i, edge in enumerate(self.edges)],
            *[(f"edges[{i}].target", edge.target, states) for i, edge in enumerate(self.edges)],
            *[(f"hud.{element.hud}.key", element.key, keys) for element in self.hud if element.key],
            *[(f"hud.{element.hud}.states", state, states) for element in self.hud for state in element.states],
            *[(f"keys.{key.key}.routes", route.hud, hud) for key in self.keys for route in key.routes if isinstance(route, HudRoute)],
            *[(f"feedback.{row.feedback}.hud", row.hud, hud) for row in self.feedback if row.hud],
            *[(f"feedback.{row.feedback}.region", row.region, regions) for row in self.feedback if row.region],
            *[("persisted", key, keys) for key in self.persisted],
        ]
        for where, name, declared in uses:
            if name not in declared:
                message = f"{where}: {name!r} is not declared; declared are {', '.join(sorted(declared))}"
                raise ValueError(message)
        for what, names in (
            ("controls", [control.action for control in self.controls]),
            ("states", [state.state for state in self.states]),
            ("keys", [key.key for key in self.keys]),
            ("hud", [element.hud for element in self.hud]),
            ("regions", [region.region for region in self.regions]),
        ):
            twice = sorted({name for name in names if names.count(name) > 1})
            if twice:
                message = f"{what}: {twice[0]!r} is declared twice"
                raise ValueError(message)
        if "hud" in keys or "at_ms" in keys:
            message = "keys: 'hud' and 'at_ms' are words of the expression language; choose another name"
            raise ValueError(message)
        return self

    @property
    def state_ids(self) -> frozenset[str]:
        """Ids of all states."""
        return frozenset(state.state for state in self.states)

    @property
    def key_names(self) -> tuple[str, ...]:
        """Φ keys in the order of declaration."""
        return tuple(key.key for key in self.keys)

    @property
    def hud_ids(self) -> tuple[str, ...]:
        """HUD ids in the order of declaration."""
        return tuple(element.hud for element in self.hud)

    def key(self, name: str) -> Key:
        """The declaration of one key."""
        return next(key for key in self.keys if key.key == name)

    def control(self, action: str) -> Control:
        """The declaration of one action."""
        return next(control for control in self.controls if control.action == action)

    def region(self, name: str) -> Region:
        """The declaration of one region."""
        return next(region for region in self.regions if region.region == name)
