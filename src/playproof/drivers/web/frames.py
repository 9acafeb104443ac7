"""Native frames: how the browser is made to draw, to hand over queued input, and to give a picture."""

import base64
import time
from typing import Protocol

from playproof.drivers.web.page import ContextLost, Page
from playproof.errors import DriverError

_FRAME_MS = 1000 / 60
_TICKS_BASE_MS = 1e9
"""Frame times lie far in the future, so that the real time of day never leaks into the engine's own animation clocks."""


class Frames(Protocol):
    """How one page is drawn."""

    def tick(self) -> None:
        """One native frame without a picture: observers, scrolling, queued pointer moves, ends of animations."""

    def flush(self, calls: list[int]) -> None:
        """See to it that the posted inputs are taken, and wait for that."""

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
        self._frame(noDisplayUpdates=True)

    def flush(self, calls: list[int]) -> None:
        """Make frames until the posted inputs have been taken; pointer moves wait for a frame that starts after they came."""
        end = time.monotonic() + self._page.setting.limits.step_s
        while not all(map(self._page.connection.has_answer, calls)):
            self.tick()
            pause = time.monotonic() + 0.002
            while not all(map(self._page.connection.has_answer, calls)) and self._page.connection.pump(pause):
                pass
            if time.monotonic() > end:
                break
        for call in calls:
            self._page.wait(call, max(0.01, end - time.monotonic()), "take an input")

    def picture(self) -> bytes:
        """A PNG of the view."""
        for _ in range(200):
            answer = self._frame(screenshot={"format": "png", "optimizeForSpeed": True})
            if "screenshotData" in answer:
                return base64.b64decode(answer["screenshotData"])
            time.sleep(0.002)  # the first frames of a page have no picture yet
        message = "the browser made 200 frames without a picture"
        raise DriverError(message, kind="no_picture")

    def _frame(self, **wishes: object) -> dict[str, object]:
        page = self._page
        self._last_ms = max(self._last_ms + 1e-3, page.now_ms)
        call = page.post("HeadlessExperimental.beginFrame", frameTimeTicks=_TICKS_BASE_MS + self._last_ms, interval=_FRAME_MS, **wishes)
        return page.wait(call, page.setting.limits.picture_s, "draw a frame")


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

    def flush(self, calls: list[int]) -> None:
        """Wait until the posted inputs have been taken."""
        end = time.monotonic() + self._page.setting.limits.step_s
        for call in calls:
            self._page.wait(call, max(0.01, end - time.monotonic()), "take an input")

    def picture(self) -> bytes:
        """A PNG of the view."""
        call = self._page.post("Page.captureScreenshot", format="png", optimizeForSpeed=True)
        return base64.b64decode(self._page.wait(call, self._page.setting.limits.picture_s, "be drawn")["data"])
