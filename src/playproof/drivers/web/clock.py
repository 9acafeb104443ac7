"""Game time of one play: it moves only in `advance`, and everything that must happen between two instants happens here, in a fixed order."""

from contextlib import suppress

from playproof.drivers.web.cdp import Json
from playproof.drivers.web.frames import Frames
from playproof.drivers.web.page import ContextLost, Page

_FRAME_MS = 1000 / 60
_SLICE_MS = 250.0
"""Files that a page asks for in ways its clock does not see are delivered at the end of a slice. Our own choice."""
_HOPS = 4
"""Tasks that we let pass so that what a delivered file set off has run."""


class Clock:
    """Moves one page through game time."""

    def __init__(self, page: Page, frames: Frames) -> None:
        """Drive one page."""
        self._page, self._frames = page, frames
        self.flow: Json = {"isDone": True, "problem": ""}
        """State of the last lifecycle command, as the page reported it last."""
        self._has_observers = False
        self._workers_made = self._workers_started = 0

    def advance(self, ms: float) -> None:
        """Let `ms` of game time pass; at its end observers and scroll events have been served."""
        if ms <= 0:
            return
        end = self._page.now_ms + ms
        while self._page.now_ms < end:
            realms = self._page.realms.handles(self._page.session)
            self._to(min(end, self._next_frame_ms() if realms else self._page.now_ms + _SLICE_MS))
            if realms:
                self._keep_in_step(realms)
            if self._has_observers and self._page.now_ms < end:
                self._frames.tick()
        self.settle()
        self._frames.tick()
        self._page.stamp_reports()

    def collect(self) -> None:
        """Fetch what the page's journal holds."""
        with suppress(ContextLost):
            self._take(self._page.post_clock("take"))
        self._page.stamp_reports()

    def start_flow(self, method: str, argument: str | None) -> None:
        """Call a lifecycle command of the state interface; `flow` tells how it goes."""
        self._take(self._page.post_clock("flow", method, argument))

    def settle(self) -> None:
        """Deliver what the page has asked for and follow it where it goes; game time stands still."""
        for _ in range(50):
            if not self._page.follow() and not self._start_workers() and not self._deliver():
                return

    def _next_frame_ms(self) -> float:
        return (int(self._page.now_ms / _FRAME_MS + 1e-6) + 1) * _FRAME_MS

    def _keep_in_step(self, realms: list[tuple[str, str]]) -> None:
        """Bring workers and foreign frames to the page's game time; then let what they have sent arrive."""
        page = self._page
        for realm in realms:
            with suppress(ContextLost):
                answer = page.value(page.post_realm(realm, "step", page.now_ms), page.setting.limits.step_s, "run its workers")
                page.happenings.add_journal(answer["journal"])
        self._let_pass()

    def _let_pass(self) -> None:
        """Let tasks that are on their way to the page run."""
        try:
            self._take(self._page.post_clock("settle", _HOPS))
        except ContextLost:
            self._page.await_successor()

    def _start_workers(self) -> bool:
        """Start workers that the page has made; returns whether there were any."""
        if not self._page.realms.are_waiting and self._workers_started >= self._workers_made:
            return False
        self._page.realms.bring_up(self._workers_made)
        self._workers_started = self._workers_made
        self._let_pass()
        return True

    def _deliver(self) -> bool:
        """Deliver files; returns whether there were any."""
        if self._page.traffic.is_quiet or not self._page.deliver():
            return False
        self._let_pass()
        return True

    def _to(self, target_ms: float) -> None:
        """Move to `target_ms`, at most a slice away, stopping wherever the browser has to act."""
        while True:
            try:
                why = self._take(self._page.post_clock("step", target_ms))
            except ContextLost:
                self._page.await_successor()
                why = "moved"
            if why == "done":
                self._page.now_ms = target_ms
                return
            if why == "frame":
                self._frames.tick()
            else:
                self.settle()

    def _take(self, call: int) -> str:
        """Wait for an answer of the clock; returns why it stopped."""
        answer = self._page.value(call, self._page.setting.limits.step_s, "run its scripts")
        self._page.happenings.add_journal(answer["journal"])
        self._page.now_ms = max(self._page.now_ms, answer["now"])
        self.flow = answer["flow"]
        self._has_observers = answer["observers"] > 0
        self._workers_made = answer["workers"]
        if self._workers_made < self._workers_started:  # another document, which counts its own
            self._workers_started = 0
        why: str = answer["why"]
        return why
