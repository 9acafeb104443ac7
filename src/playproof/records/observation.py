"""What a session shows of a game at one instant: state readings, HUD readings, events, frames.

All times are milliseconds of game time since the play began; they go on counting over a reload or a reopen.
All lengths are CSS pixels of one coordinate space (device pixel ratio 1), origin top left.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator

from playproof.records.record import Record


def _whole_characters(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


GameText = Annotated[str, AfterValidator(_whole_characters)]
"""Text that a game gave. Half a surrogate pair, which JavaScript allows and no file can hold, becomes '?'."""

Scalar = bool | int | float | GameText | None
Value = Scalar | tuple[Scalar, ...]

EventKind = Literal[
    "console",  # a console call; `level` is log, info, warning, error, debug
    "exception",  # an uncaught exception or unhandled rejection
    "audio",  # a sound was started: `text` is oscillator, buffer, media or stream
    "animation",  # a CSS transition or animation, or element.animate, was started: `text` names it
    "dialog",  # alert, confirm, prompt or beforeunload; it was answered for the player
    "request_failed",  # a file of the game's own that is missing: `text` is the URL
    "network_refused",  # a request that would have left the sandbox: `text` is the URL
    "popup",  # window.open, refused
    "download",  # a download, refused
    "navigation",  # the page tried to leave its document, refused or followed within the origin
    "service_worker",  # a registration, refused
    "fullscreen",  # requestFullscreen, refused
    "pointer_lock",  # requestPointerLock, refused
    "overflow",  # events were dropped because there were too many: `text` says how many of what
]


class Event(Record):
    """Something that happened by itself, as the engine and not the game reports it."""

    at_ms: float
    kind: EventKind
    level: str = ""
    text: GameText = ""


class Reading(Record):
    """One answer of the state interface. `problem` says why there is no usable value."""

    value: Value = None
    problem: GameText = ""


class HudReading(Record):
    """One HUD element as the engine's UI tree has it. `is_present` False means that there is no such element."""

    is_present: bool
    is_visible: bool = False
    """Rendered, inside the view, not transparent, not covered."""
    text: GameText = ""
    x_px: float = 0.0
    y_px: float = 0.0
    width_px: float = 0.0
    height_px: float = 0.0


class TextBox(Record):
    """Words that a person can read, and where they stand, px of the view."""

    text: GameText
    x_px: float
    y_px: float
    width_px: float
    height_px: float
    source: Literal["rendered", "accessible", "recognized"]
    """rendered: drawn by the engine's UI tree. accessible: said for those who cannot see (labels, alternative texts). recognized: read from the picture."""
    is_button: bool = False
    """Whether they stand on something that the UI tree knows as a button or link."""


class Observation(Record):
    """State and HUD at one instant."""

    at_ms: float
    readings: dict[str, Reading]
    """Φ key -> reading."""
    hud: dict[str, HudReading]
    """HUD id -> reading."""


class FlowAnswer(Record):
    """What a lifecycle command of the state interface (`LoadState`, `Restart`) came to."""

    ok: bool
    problem: GameText = ""
