"""The interface O between an agent and a running game: actions go in, pictures come out (GameReplica section 3.3).

Lengths are px of the view (one pixel of the picture = one CSS px), origin top left; times are milliseconds of game time.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from playproof.records.fault import Fault
from playproof.records.record import Record

MOST_PX = 1280
"""Largest width or height of a view (ours)."""
MOST_HOLD_MS = 10_000
"""Longest hold, drag or wait of one action (ours)."""

Px = Annotated[int, Field(ge=0, lt=MOST_PX)]
Ms = Annotated[int, Field(ge=0, le=MOST_HOLD_MS)]
KeyCode = Annotated[str, Field(pattern=r"^[A-Z][A-Za-z0-9]{1,24}$")]
"""W3C `KeyboardEvent.code`, e.g. 'ArrowLeft', 'KeyR', 'Space'."""


class Click(Record):
    """Press and release the left mouse button at a point."""

    do: Literal["click"] = "click"
    x: Px
    y: Px


class Drag(Record):
    """Press at one point, move evenly to another, release there."""

    do: Literal["drag"] = "drag"
    x1: Px
    y1: Px
    x2: Px
    y2: Px
    ms: Ms = 200


class Key(Record):
    """Tap a key, or hold it for `hold_ms`; it is always released."""

    do: Literal["key"] = "key"
    code: KeyCode
    hold_ms: Ms = 0


class Wait(Record):
    """Let game time pass."""

    do: Literal["wait"] = "wait"
    ms: Annotated[int, Field(ge=1, le=MOST_HOLD_MS)]


class Reset(Record):
    """Open the game anew, with nothing stored."""

    do: Literal["reset"] = "reset"


Action = Annotated[Click | Drag | Key | Wait | Reset, Field(discriminator="do")]
ACTIONS: TypeAdapter[tuple[Action, ...]] = TypeAdapter(tuple[Action, ...])


class ObservedPlay(Record):
    """A sequence of actions on one game and the pictures that came back. `frames[0]` is the game as it opens, `frames[n]` follows action n."""

    game: str
    """Which game was played: 'game', 'without <rule>' or 'replica'."""
    actions: tuple[Action, ...]
    frames: tuple[str, ...]
    """Hashes of PNGs; fewer than 1 + len(actions) when a fault ended the play."""
    fault: Fault | None = None
