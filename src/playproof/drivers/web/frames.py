"""Native frames: how the browser is made to draw, to hand over queued input, and to give a picture."""

import base64
import time
from typing import Protocol

from playproof.drivers.web.cdp import Json
from playproof.drivers.web.page import ContextLost, Page
from playproof.errors import DriverError

_FRAME_MS = 1000 / 60
_PICTURE_TRIES = 1000
_MOVE_S = 0.002
"""Wall time for a move to be taken by the frame just made before another is made."""
_TICKS_BASE_MS = 1e9
"""Frame times lie far in the future, so that the real time of day never leaks into the engine's own animation clocks."""


class Frames(Protocol):
    """How one page is drawn."""

    def tick(self) -> None:
        """One native frame without a picture: observers, scrolling, queued pointer moves, ends of animations."""

    def flush(self, call: int, *, needs_frame: bool) -> None:
        """See to it that a posted input is taken, and wait for that.

        Args:
            call: The posted call.
            needs_frame: Whether the browser hands it to the page with a frame only (moves of mouse and fingers, the wheel).
        """

    def picture(self) -> bytes:
        """A PNG of the view."""


class ControlledFrames:
    """A frame is made when we ask (`HeadlessExperimental.beginFrame`) and never else. At most one at a time in a browser."""

    def __init__(self, page: Page) -> None:
        """Make frames for one page."""
        self._page = page
        self._last_ms = 0.0

    def tick(self) -> None:
        """One frame without a picture: observers, scrolling, queued pointer moves, ends of animations."""
        self._frame(self._page.setting.limits.step_s, noDisplayUpdates=True)

    def flush(self, call: int, *, needs_frame: bool) -> None:
        """Make frames until the input has been taken; a move waits for a frame that starts after it came."""
        end = time.monotonic() + self._page.setting.limits.step_s
        while needs_frame and not self._page.has_answer(call, 0.0) and time.monotonic() < end:
            self._frame(self._page.setting.limits.step_s)
            self._page.has_answer(call, _MOVE_S)
        self._page.wait(call, max(0.01, end - time.monotonic()), "take an input")

    def picture(self) -> bytes:
        """A PNG of the view."""
        for _ in range(_PICTURE_TRIES):
            answer = self._frame(self._page.setting.limits.picture_s, screenshot={"format": "png", "optimizeForSpeed": True})
            if "screenshotData" in answer:
                return base64.b64decode(answer["screenshotData"])
            time.sleep(0.002)  # the first frames of a page have no picture yet
        message = f"the browser made {_PICTURE_TRIES} frames without a picture"
        raise DriverError(message, kind="no_picture")

    def _frame(self, limit_s: float, **wishes: object) -> Json:
        page = self._page
        self._last_ms = max(self._last_ms + 1e-3, page.now_ms)
        call = page.post("HeadlessExperimental.beginFrame", frameTimeTicks=_TICKS_BASE_MS + self._last_ms, interval=_FRAME_MS, **wishes)
        return page.wait(call, limit_s, "draw a frame")


class FreeFrames:
    """The browser draws when it likes; we wait until it has and take what is there."""

    def __init__(self, page: Page) -> None:
        """Watch one page."""
        self._page = page

    def tick(self) -> None:
        """Wait until the browser has drawn twice: what the page has done by now has been laid out and told to its observers."""
        try:
            answer = self._page.value(self._page.post_clock("drawn"), self._page.setting.limits.step_s, "be drawn")
        except ContextLost:
            return
        self._page.happenings.add_journal(answer["journal"])

    def flush(self, call: int, *, needs_frame: bool) -> None:  # noqa: ARG002 - frames come by themselves
        """Wait until the input has been taken."""
        self._page.wait(call, self._page.setting.limits.step_s, "take an input")

    def picture(self) -> bytes:
        """A PNG of the view."""
        call = self._page.post("Page.captureScreenshot", format="png", optimizeForSpeed=True)
        return base64.b64decode(self._page.wait(call, self._page.setting.limits.picture_s, "be drawn")["data"])
