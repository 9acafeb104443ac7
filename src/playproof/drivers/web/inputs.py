"""Keyboard, mouse and touch of one page: real input events of the browser, in the order they were given, at the game time they were given.

A key that is held repeats as on a desktop (`repeat` true): the last one pressed, after half a second, twenty times a second of game time. The
clock stops at those instants; see `next_repeat_ms`.
"""

from collections.abc import Sequence
from math import hypot
from typing import Literal

from playproof.drivers.web.frames import Frames
from playproof.drivers.web.keys import KEYS, Key
from playproof.drivers.web.page import Page
from playproof.errors import SpecError
from playproof.protocols import Button

REPEAT_DELAY_MS = 500.0
"""Game time until a held key repeats. Our own choice, the usual setting of desktops."""
REPEAT_EVERY_MS = 50.0
"""Game time between two repeats. Our own choice."""

_BUTTONS = {"left": 1, "right": 2, "middle": 4}
_WITH_A_FRAME = ("mouseMoved", "mouseWheel", "touchStart", "touchMove", "touchEnd")
"""Inputs that the browser gathers and hands to the page once per frame."""
_TOUCH = {"start": "touchStart", "move": "touchMove", "end": "touchEnd"}


class Inputs:
    """What a player's hands do to one page."""

    def __init__(self, page: Page, frames: Frames) -> None:
        """Nothing is pressed."""
        self._page, self._frames = page, frames
        self._down: dict[str, Key] = {}
        self._repeating = ""
        self._repeat_at_ms = 0.0
        self._buttons: dict[Button, tuple[float, float]] = {}
        self._fingers: dict[int, tuple[float, float]] = {}
        self._waiting: tuple[int, bool] | None = None
        """The input sent last if it has not been taken yet, and whether it needs a frame for that."""

    # -- keyboard

    def press(self, code: str) -> None:
        """Key down."""
        key = _known(code)
        if code in self._down:
            return
        self._down[code] = key
        self._key(key, is_repeat=False)
        if not key.modifier:
            self._repeating, self._repeat_at_ms = code, self._page.now_ms + REPEAT_DELAY_MS

    def release(self, code: str) -> None:
        """Key up."""
        key = self._down.pop(_known(code).code, None)
        if key is None:
            return
        if self._repeating == code:
            self._repeating = ""
        self._post("Input.dispatchKeyEvent", type="keyUp", **self._named(key))

    @property
    def next_repeat_ms(self) -> float:
        """Game time at which a held key repeats next; infinite when none is held."""
        return self._repeat_at_ms if self._repeating else float("inf")

    def repeat(self) -> None:
        """The held key repeats now."""
        self._repeat_at_ms += REPEAT_EVERY_MS
        self._key(self._down[self._repeating], is_repeat=True)

    def _modifiers(self) -> int:
        bits = 0
        for key in self._down.values():
            bits |= key.modifier
        return bits

    def _named(self, key: Key) -> dict[str, object]:
        modifiers = self._modifiers()
        return {
            "code": key.code,
            "key": key.shifted if modifiers & 8 else key.key,
            "windowsVirtualKeyCode": key.key_code,
            "nativeVirtualKeyCode": key.key_code,
            "modifiers": modifiers,
            "location": key.location,
            "isKeypad": key.location == 3,  # noqa: PLR2004 - DOM_KEY_LOCATION_NUMPAD
        }

    def _key(self, key: Key, *, is_repeat: bool) -> None:
        text = key.text(self._modifiers())
        words: dict[str, object] = {"text": text, "unmodifiedText": text} if text else {}
        self._post("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", autoRepeat=is_repeat, **self._named(key), **words)

    # -- mouse

    def move(self, x_px: float, y_px: float) -> None:
        """Move the mouse."""
        held = next(reversed(self._buttons), "none")
        self._post("Input.dispatchMouseEvent", type="mouseMoved", x=x_px, y=y_px, button=held, **self._mouse())

    def down(self, x_px: float, y_px: float, button: Button) -> None:
        """Mouse button down."""
        self._buttons[button] = (x_px, y_px)
        self._post("Input.dispatchMouseEvent", type="mousePressed", x=x_px, y=y_px, button=button, clickCount=1, **self._mouse())

    def up(self, x_px: float, y_px: float, button: Button) -> None:
        """Mouse button up."""
        if self._buttons.pop(button, None) is not None:
            self._post("Input.dispatchMouseEvent", type="mouseReleased", x=x_px, y=y_px, button=button, clickCount=1, **self._mouse())

    def wheel(self, x_px: float, y_px: float, dx_px: float, dy_px: float) -> None:
        """Turn the wheel."""
        self._post("Input.dispatchMouseEvent", type="mouseWheel", x=x_px, y=y_px, deltaX=dx_px, deltaY=dy_px, **self._mouse())

    def _mouse(self) -> dict[str, object]:
        return {"modifiers": self._modifiers(), "buttons": sum(_BUTTONS[button] for button in self._buttons)}

    # -- touch

    def touch(self, kind: Literal["start", "move", "end"], points: Sequence[tuple[float, float]]) -> None:
        """Touch the screen."""
        if kind == "end" and points:
            gone = self._lifted(points)
            listed = [{"x": x, "y": y, "id": number} for number, (x, y) in gone.items()]
        elif kind == "end":
            self._fingers, listed = {}, []
        else:
            self._fingers = dict(enumerate(points))
            listed = [{"x": x, "y": y, "id": number} for number, (x, y) in self._fingers.items()]
        self._post("Input.dispatchTouchEvent", type=_TOUCH[kind], touchPoints=listed, modifiers=self._modifiers())

    def _lifted(self, points: Sequence[tuple[float, float]]) -> dict[int, tuple[float, float]]:
        """The fingers that are lifted when those at `points` remain; each remaining point is the nearest finger's."""
        stay: set[int] = set()
        for x, y in points:
            ranked = sorted((hypot(at[0] - x, at[1] - y), number) for number, at in self._fingers.items() if number not in stay)
            stay.update(number for _, number in ranked[:1])
        gone = {number: at for number, at in self._fingers.items() if number not in stay}
        self._fingers = {number: self._fingers[number] for number in stay}
        return gone

    # -- all

    def release_all(self) -> None:
        """Let go of everything, at the end of a play or before the page is left."""
        for code in tuple(self._down):
            self.release(code)
        for button, (x_px, y_px) in tuple(self._buttons.items()):
            self.up(x_px, y_px, button)
        if self._fingers:
            self.touch("end", [])

    def flush(self) -> None:
        """Wait until the page has taken all inputs: its handlers have run."""
        if self._waiting is not None:
            (call, needs_frame), self._waiting = self._waiting, None
            self._frames.flush(call, needs_frame=needs_frame)

    def _post(self, method: str, **params: object) -> None:
        """Send an input. The one before is taken first, so that the page sees them in order."""
        self.flush()
        self._waiting = (self._page.post(method, **params), params["type"] in _WITH_A_FRAME)


def _known(code: str) -> Key:
    key = KEYS.get(code)
    if key is None:
        where = f"key {code!r}"
        raise SpecError(
            where, "is not a W3C KeyboardEvent.code of this keyboard", expected="e.g. 'KeyA', 'Digit1', 'ArrowLeft', 'Space', 'ShiftLeft', 'Numpad5'"
        )
    return key
