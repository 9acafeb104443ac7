"""What a player does on a session, as data: steps. Open-loop inputs, closed-loop policies, marks and samples, lifecycle commands.

Positions and conditions are expressions over `now` (the latest observation) and over marks that were taken before. Durations are ms of game time.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Literal

from pydantic import Field

from playproof.records.contract import Identifier
from playproof.records.expression import Expression
from playproof.records.record import Record

Ms = Annotated[int, Field(ge=0, le=120_000)]


class Tap(Record):
    """Press and release an action `times` times."""

    do: Literal["tap"]
    action: Identifier
    times: Annotated[int, Field(ge=1, le=100)] = 1
    hold_ms: Ms = 60
    gap_ms: Ms = 60
    """Time after each release."""
    binding: Annotated[int, Field(ge=0)] = 0
    """Which of the action's keys is used."""


class Hold(Record):
    """Keep actions down together for a time."""

    do: Literal["hold"]
    actions: Annotated[tuple[Identifier, ...], Field(min_length=1)]
    ms: Ms


class Press(Record):
    """Put an action down; it stays down until a `release` or the end."""

    do: Literal["press"]
    action: Identifier


class Release(Record):
    """Let an action go."""

    do: Literal["release"]
    action: Identifier


class Target(Record):
    """A place on the screen: the middle of a HUD element, or a point."""

    hud: Identifier | None = None
    x: Expression | None = None
    y: Expression | None = None


class Click(Record):
    """Click a place."""

    do: Literal["click"]
    target: Target


class Drag(Record):
    """Press at one place, move in ten parts, let go at another."""

    do: Literal["drag"]
    source: Target
    target: Target
    ms: Ms = 300


class Wait(Record):
    """Let time pass without input."""

    do: Literal["wait"]
    ms: Ms


class Mark(Record):
    """Record state, HUD and a picture under a name. `before` and `after` are taken by themselves around `act`."""

    do: Literal["mark"]
    name: Identifier


class Sample(Record):
    """Record state and HUD every `every_ms` for `ms`, under a name."""

    do: Literal["sample"]
    name: Identifier
    ms: Ms
    every_ms: Annotated[int, Field(ge=16)] = 100


class WaitUntil(Record):
    """Let time pass until a condition holds."""

    do: Literal["wait_until"]
    when: Expression
    timeout_ms: Ms


class PressUntil(Record):
    """Tap an action again and again until a condition holds."""

    do: Literal["press_until"]
    action: Identifier
    when: Expression
    timeout_ms: Ms
    hold_ms: Ms = 60
    gap_ms: Ms = 200


class HoldUntil(Record):
    """Keep actions down until a condition holds."""

    do: Literal["hold_until"]
    actions: Annotated[tuple[Identifier, ...], Field(min_length=1)]
    when: Expression
    timeout_ms: Ms


class Reflex(Record):
    """One rule of a steering policy: while `when` holds, keep `hold` down; when it starts to hold, tap `tap`."""

    when: Expression
    hold: tuple[Identifier, ...] = ()
    tap: Identifier | None = None
    tap_ms: Ms = 60


class Steer(Record):
    """A closed-loop policy: at every tick the reflexes that hold decide what is down, until a condition holds."""

    do: Literal["steer"]
    reflexes: Annotated[tuple[Reflex, ...], Field(min_length=1)]
    until: Expression
    timeout_ms: Ms
    tick_ms: Annotated[int, Field(ge=16)] = 50


class Reach(Record):
    """Go to a place: hold the action that lessens the distance on each axis until both are within the tolerance."""

    do: Literal["reach"]
    x: Expression | None = None
    y: Expression | None = None
    now_x: Expression | None = None
    now_y: Expression | None = None
    left: Identifier | None = None
    right: Identifier | None = None
    up: Identifier | None = None
    down: Identifier | None = None
    tolerance: Annotated[float, Field(gt=0)] = 8.0
    reflexes: tuple[Reflex, ...] = ()
    """What else to do on the way, e.g. jump at a gap."""
    until: Expression | None = None
    """Ends the policy early when it holds."""
    timeout_ms: Ms
    tick_ms: Annotated[int, Field(ge=16)] = 50


class Choose(Record):
    """Move a selection until `now` equals `value`, then confirm."""

    do: Literal["choose"]
    now: Expression
    value: Expression
    next: Identifier
    previous: Identifier | None = None
    """Used when `now` is greater than `value`."""
    confirm: Identifier | None = None
    timeout_ms: Ms = 10_000
    gap_ms: Ms = 150


class Restart(Record):
    """`OmniFlow.Restart()`."""

    do: Literal["restart"]


class Reload(Record):
    """Open the game again in a fresh page."""

    do: Literal["reload"]
    keep_storage: bool


class Reopen(Record):
    """Quit and start the game again in a fresh process on a copy of its profile."""

    do: Literal["reopen"]


Step = Annotated[
    Tap
    | Hold
    | Press
    | Release
    | Click
    | Drag
    | Wait
    | Mark
    | Sample
    | WaitUntil
    | PressUntil
    | HoldUntil
    | Steer
    | Reach
    | Choose
    | Restart
    | Reload
    | Reopen,
    Field(discriminator="do"),
]

INPUT_STEPS = (Tap, Hold, Press, Release, Click, Drag, PressUntil, HoldUntil, Steer, Reach, Choose)
"""Steps that act for the player; a no-input twin waits in their place."""


def acts(steps: Iterable[Record]) -> bool:
    """Whether one of the steps acts for the player."""
    return any(isinstance(step, INPUT_STEPS) for step in steps)


LIFECYCLE_STEPS = (Restart, Reload, Reopen)


def actions_of(step: Record) -> Iterator[str]:
    """Every action that a step may perform."""
    for name in ("action", "left", "right", "up", "down", "next", "previous", "confirm", "tap"):
        action = getattr(step, name, None)
        if isinstance(action, str):
            yield action
    for name in ("actions", "hold"):
        yield from getattr(step, name, None) or ()
    for reflex in getattr(step, "reflexes", ()):
        yield from actions_of(reflex)


def expressions_of(step: Record) -> Iterator[str]:
    """Every expression in a step."""
    for name in ("when", "until", "x", "y", "now_x", "now_y", "now", "value"):
        text = getattr(step, name, None)
        if isinstance(text, str):
            yield text
    for name in ("target", "source"):
        target = getattr(step, name, None)
        if isinstance(target, Target):
            yield from expressions_of(target)
    for reflex in getattr(step, "reflexes", ()):
        yield from expressions_of(reflex)
