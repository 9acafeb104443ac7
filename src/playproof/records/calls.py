"""What the observation service answers beside pictures, and the log of its calls, from which the process metrics come."""

from typing import Annotated, Literal

from pydantic import Field

from playproof.records.interface import Action
from playproof.records.record import Record

Endpoint = Literal["reset", "click", "drag", "key", "wait", "screenshot", "status", "openapi", "unknown"]
ENDPOINTS: tuple[Endpoint, ...] = ("reset", "click", "drag", "key", "wait", "screenshot", "status", "openapi", "unknown")
"""In the order in which metrics list them; 'unknown' is every path or method that the service does not have."""

PLAYER_KEYS = frozenset(
    [f"Key{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    + [f"{pad}{digit}" for pad in ("Digit", "Numpad") for digit in range(10)]
    + [f"Arrow{side}" for side in ("Left", "Up", "Right", "Down")]
    + [f"{name}{side}" for name in ("Shift", "Control", "Alt") for side in ("Left", "Right")]
    + ["Space", "Enter", "Escape", "Tab", "Backspace", "Delete", "Home", "End", "PageUp", "PageDown"]
    + ["Minus", "Equal", "BracketLeft", "BracketRight", "Backslash", "Semicolon", "Quote", "Backquote", "Comma", "Period", "Slash"]
    + ["NumpadAdd", "NumpadSubtract", "NumpadMultiply", "NumpadDivide", "NumpadDecimal", "NumpadEnter"]
)
"""Codes that a player may press: no function keys, no menu, system or print keys, nothing that is the browser's own."""

RefusalCode = Literal[
    "not_found",
    "method_not_allowed",
    "not_json",
    "body_too_large",
    "body_too_slow",
    "invalid_action",
    "no_parameters",
    "key_not_allowed",
    "outside_view",
    "budget_spent",
    "busy",
    "game_unavailable",
    "service_error",
]


class Refusal(Record):
    """The body of every answer that is not a picture, a status or the interface's description. Its words do not depend on the game."""

    error: RefusalCode
    message: str
    left: int
    """Actions that are left of the budget."""
    budget: int


class ServiceStatus(Record):
    """The answer of `status`."""

    width_px: int
    height_px: int
    """Size of the picture; one pixel is one px of a click."""
    budget: int
    left: int
    """Actions that are left of the budget. Screenshots and this status are free."""
    calls: int
    """Calls so far, this one included."""
    game_ms: Annotated[float, Field(ge=0)]
    """Game time that has passed since the service started, over all resets."""


class Call(Record):
    """One line of the call log."""

    seq: int
    """Number of the call, from 1."""
    endpoint: Endpoint
    status: int
    """HTTP status of the answer."""
    left: int
    """Actions that were left of the budget after it."""
    game_ms: float
    """Game time after it, since the service started."""
    at_s: float
    """Wall time of the answer, seconds since 1970 UTC."""
    action: Action | None = None
    """What was done; None for free calls and refused ones."""
    picture: str | None = None
    """SHA-256 of the PNG that was answered."""
