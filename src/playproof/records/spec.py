"""The frozen specification of a web task: one document, the same for the agent who builds and for the evaluator who plays (WebGameBench).

suites/web/<name>/spec.yaml          this record: public
suites/web/<name>/hidden/script.yaml how the evaluator plays it: hidden
suites/web/<name>/hidden/reference/  a known-good game, where there is one; hidden/defects/ games with planted faults

What the evaluator can see is what a person sees. So a specification says in which words a number stands on the screen, in which colour a thing
that has to be followed is drawn, and which words head a screen; everything else is the builder's choice.
"""

from typing import Annotated, Literal

from pydantic import Field

from playproof.records.interface import KeyCode
from playproof.records.record import Record

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
Colour = Annotated[str, Field(pattern=r"^#[0-9a-f]{6}$")]

GameplayFamily = Literal["puzzle_board", "arcade_action", "platform_physics", "card_memory", "strategy_simulation", "narrative_quiz", "sports_rhythm"]
"""Seven gameplay families (our own split)."""
PointType = Literal["B", "S", "T"]
"""B: behaviour. S: spatial mapping. T: temporal, or state."""
Stage = Literal["load", "start", "main", "input", "spatial", "rules", "score", "transition", "terminal", "restart"]
"""When the evaluator comes to it (protocol order of the runtime evaluator)."""
STAGES: tuple[Stage, ...] = ("load", "start", "main", "input", "spatial", "rules", "score", "transition", "terminal", "restart")


class Window(Record):
    """Size of the browser window in which the game is played, px."""

    width_px: Annotated[int, Field(ge=320, le=1280)]
    height_px: Annotated[int, Field(ge=240, le=1024)]


class Exit(Record):
    """How a screen is left."""

    to: Name
    """A screen."""
    by: Name
    """A control, or a rule that does it."""


class Screen(Record):
    """One screen of the game."""

    id: Name
    heading: str
    """Words that are read on this screen and on no other."""
    shows: str
    exits: tuple[Exit, ...] = ()


class Control(Record):
    """One thing a player can do."""

    id: Name
    kind: Literal["key", "click", "drag", "hold", "hover"]
    keys: tuple[KeyCode, ...] = ()
    """For key and hold: any of them does it."""
    target: str = ""
    """For the others: the words on the button, or the id of an object or region."""
    effect: str


class Thing(Record):
    """An object or region of the game that a player sees."""

    id: Name
    what: str
    colour: Colour | None = None
    """The colour that fills most of it and nothing else of that size on the same screen, where it has to be told apart."""
    labelled: str = ""
    """Words that are read on it, where there are any."""
    many: bool = False
    """Whether there are several."""


class Statement(Record):
    """A rule, or a piece of feedback."""

    id: Name
    statement: str


class Shown(Record):
    """A number or word of the game's state and how it stands on the screen."""

    id: Name
    what: str
    label: str
    """The words before it, e.g. 'Score': it is read as 'Score 12' or 'Score: 12', or below the label."""
    starts: str
    """What it reads when play begins."""


class Point(Record):
    """One evaluable point: atomic, and shown by something that a player does."""

    id: Name
    type: PointType
    core: bool
    """Needed for the playable loop."""
    stage: Stage
    statement: str
    by: tuple[Name, ...]
    """The controls that show it; empty only at the stage `load`."""
    uses: tuple[Name, ...] = ()
    """Screens, objects, state or rules that it speaks of."""


class SpecFile(Record):
    """`spec.yaml`."""

    schema_version: Literal[1]
    id: Annotated[str, Field(pattern=r"^web/[a-z][a-z0-9_]*$")]
    title: str
    family: GameplayFamily
    window: Window
    overview: str
    objective: str
    screens: Annotated[tuple[Screen, ...], Field(min_length=2)]
    controls: Annotated[tuple[Control, ...], Field(min_length=1)]
    objects: Annotated[tuple[Thing, ...], Field(min_length=1)]
    rules: Annotated[tuple[Statement, ...], Field(min_length=3)]
    state: tuple[Shown, ...]
    feedback: tuple[Statement, ...]
    delivery: tuple[str, ...]
    """Constraints on what is delivered, in addition to the delivery protocol of the track."""
    points: Annotated[tuple[Point, ...], Field(min_length=10, max_length=20)]
    licence: str
    canary: str
