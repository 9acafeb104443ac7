"""One play in the browser: implements `protocols.Session`.

What belongs to a page (clock, inputs, frames) is made anew with every page; what belongs to the play (game time, events, seed) stays.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

from playproof.drivers.web.cdp import BrowserGone
from playproof.drivers.web.clock import Clock
from playproof.drivers.web.frames import Frames
from playproof.drivers.web.happenings import Happenings
from playproof.drivers.web.inputs import Inputs
from playproof.drivers.web.page import ContextLost, Page
from playproof.drivers.web.readings import hud_readings, state_readings, text_boxes
from playproof.drivers.web.setting import Setting
from playproof.errors import DriverError, PlayproofError, StageError
from playproof.protocols import Button, Frame, Opening
from playproof.records.observation import Event, FlowAnswer, Observation, TextBox

T = TypeVar("T")

_FIRST_MS = 50.0
"""Game time that opening takes: three frames, so that there is something to see. Our own choice."""
_QUIET_FRAMES = 4
"""Frames with input shut off after a load: the headless shell sends a pointer move to (0, 0) with the first of them."""
_FLOW_SLICE_MS = 50.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """A page with the hands and eyes that belong to it."""

    page: Page
    frames: Frames
    inputs: Inputs
    clock: Clock


class Stage(Protocol):
    """Where pages come from and go to: the driver, as a session sees it."""

    def new_desk(self, setting: Setting, happenings: Happenings, *, start_ms: float, document: int) -> Desk:
        """A fresh page in the play's context."""

    def end_page(self, desk: Desk, *, keep_storage: bool) -> None:
        """Leave a page; what the game stored stays or goes."""

    def restart_browser(self) -> None:
        """Quit the browser as a user does and start a fresh one on a copy of its profile."""

    def end_play(self, *, is_spoiled: bool) -> None:
        """The play is over; a spoiled browser is thrown away."""


class WebSession:
    """One game being played in a browser."""

    def __init__(self, stage: Stage, opening: Opening, setting: Setting) -> None:
        """Open the game and bring it to its first frame."""
        self._stage, self._opening, self._setting = stage, opening, setting
        self._happenings = Happenings(setting.limits)
        self._failure: StageError | None = None
        self._is_closed = False
        self._frame: Frame | None = None
        self._desk: Desk | None = None
        try:
            self._guard(lambda: self._open(start_ms=0.0, document=0))
        except BaseException:
            self.close()
            raise

    @property
    def now_ms(self) -> float:
        """Game time since the play began, in milliseconds."""
        return self._desk.page.now_ms if self._desk else 0.0

    def step(self, ms: float) -> None:
        """Let `ms` of game time pass."""
        self._guard(lambda: self._step(ms))

    def press(self, code: str) -> None:
        """Key down, by W3C code."""
        self._act(lambda inputs: inputs.press(code))

    def release(self, code: str) -> None:
        """Key up."""
        self._act(lambda inputs: inputs.release(code))

    def pointer_move(self, x_px: float, y_px: float) -> None:
        """Move the mouse."""
        self._act(lambda inputs: inputs.move(x_px, y_px))

    def pointer_down(self, x_px: float, y_px: float, button: Button = "left") -> None:
        """Mouse button down."""
        self._act(lambda inputs: inputs.down(x_px, y_px, button))

    def pointer_up(self, x_px: float, y_px: float, button: Button = "left") -> None:
        """Mouse button up."""
        self._act(lambda inputs: inputs.up(x_px, y_px, button))

    def wheel(self, x_px: float, y_px: float, dx_px: float, dy_px: float) -> None:
        """Turn the mouse wheel; positive dy scrolls down."""
        self._act(lambda inputs: inputs.wheel(x_px, y_px, dx_px, dy_px))

    def touch(self, kind: Literal["start", "move", "end"], points: Sequence[tuple[float, float]]) -> None:
        """Touch the screen."""
        self._act(lambda inputs: inputs.touch(kind, points))

    def read(self, keys: Sequence[str], hud_ids: Sequence[str]) -> Observation:
        """State and HUD readings at this instant; the game cannot tell that it was looked at."""
        return self._guard(lambda: self._read(keys, hud_ids))

    def load_state(self, state_id: str, timeout_ms: float) -> FlowAnswer:
        """`OmniFlow.LoadState(id)`."""
        return self._guard(lambda: self._flow("LoadState", state_id, timeout_ms))

    def restart(self, timeout_ms: float) -> FlowAnswer:
        """`OmniFlow.Restart()`."""
        return self._guard(lambda: self._flow("Restart", None, timeout_ms))

    def texts(self) -> tuple[TextBox, ...]:
        """All words that a person could read in the page's elements."""
        return self._guard(self._texts)

    def frame(self) -> Frame:
        """A picture of the view; does not advance the game."""
        return self._guard(self._picture)

    def take_events(self) -> tuple[Event, ...]:
        """What happened since the last call, oldest first."""
        if self._failure is None and not self._is_closed:
            self._guard(self._collect)
        return self._happenings.take(self.now_ms)

    def reload(self, *, keep_storage: bool) -> None:
        """Leave the page and open the game again in a fresh one."""
        self._guard(lambda: self._reload(keep_storage=keep_storage))

    def reopen(self) -> None:
        """Quit the browser and start the game in a fresh one on a copy of its profile."""
        self._guard(self._reopen)

    def close(self) -> None:
        """End the play. Never raises."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._desk and self._failure is None:
            with suppress(PlayproofError, ContextLost, BrowserGone):
                self._desk.inputs.release_all()
        self._stage.end_play(is_spoiled=self._failure is not None)

    # -- how

    @property
    def _at(self) -> Desk:
        if self._desk is None:
            message = "the play has no page"
            raise DriverError(message, kind="closed")
        return self._desk

    def _guard(self, act: Callable[[], T]) -> T:
        """Run an operation; after a failure the play stays failed."""
        if self._failure is not None:
            raise self._failure
        if self._is_closed:
            message = "the play has been closed"
            raise DriverError(message, kind="closed")
        try:
            return act()
        except StageError as error:
            self._failure = error
            if error.kind == "hung" and self._desk:
                self._desk.page.rescue_journal()
            raise
        except ContextLost as error:
            self._failure = DriverError("the page moved on in the middle of an operation", kind="protocol")
            raise self._failure from error
        except BrowserGone as error:
            self._failure = DriverError("the browser ended in the middle of a play", kind="browser_died")
            raise self._failure from error

    def _open(self, *, start_ms: float, document: int) -> None:
        self._desk = self._stage.new_desk(self._setting, self._happenings, start_ms=start_ms, document=document)
        self._frame = None
        desk = self._desk
        desk.page.load()
        desk.clock.settle()
        desk.clock.advance(_FIRST_MS)
        for _ in range(_QUIET_FRAMES):
            desk.frames.tick()
        desk.page.accept_inputs()

    def _step(self, ms: float) -> None:
        if ms <= 0:
            return
        self._frame = None
        desk = self._at
        desk.inputs.flush()
        end = self.now_ms + ms
        while desk.inputs.next_repeat_ms <= end:
            desk.clock.advance(desk.inputs.next_repeat_ms - self.now_ms)
            desk.inputs.repeat()
            desk.inputs.flush()
        desk.clock.advance(end - self.now_ms)

    def _act(self, act: Callable[[Inputs], None]) -> None:
        self._frame = None
        self._guard(lambda: act(self._at.inputs))

    def _read(self, keys: Sequence[str], hud_ids: Sequence[str]) -> Observation:
        self._at.inputs.flush()
        page, limit_s = self._at.page, self._setting.limits.read_s
        state = page.post_clock("read", json.dumps(list(keys)))
        hud = page.post_reader("hud", json.dumps(list(hud_ids))) if hud_ids else None
        answer = page.value(state, limit_s, "answer OmniState.Get")
        page.happenings.add_journal(answer["journal"])
        shown = page.value(hud, limit_s, "show its HUD") if hud is not None else {}
        return Observation(at_ms=self.now_ms, readings=state_readings(keys, answer["answers"]), hud=hud_readings(hud_ids, shown))

    def _texts(self) -> tuple[TextBox, ...]:
        self._at.inputs.flush()
        page = self._at.page
        return text_boxes(page.value(page.post_reader("texts"), self._setting.limits.read_s, "show its text"))

    def _picture(self) -> Frame:
        if self._frame is None:
            self._at.inputs.flush()
            png = self._at.frames.picture()
            self._frame = Frame(png=png, width_px=self._opening.width_px, height_px=self._opening.height_px)
        return self._frame

    def _collect(self) -> None:
        self._at.inputs.flush()
        self._at.clock.collect()

    def _flow(self, method: str, argument: str | None, timeout_ms: float) -> FlowAnswer:
        self._frame = None
        desk = self._at
        desk.inputs.flush()
        desk.clock.start_flow(method, argument)
        end = self.now_ms + timeout_ms
        while not desk.clock.flow["isDone"] and self.now_ms < end:
            desk.clock.advance(min(_FLOW_SLICE_MS, end - self.now_ms))
        desk.clock.settle()
        if not desk.clock.flow["isDone"]:
            return FlowAnswer(ok=False, problem=f"OmniFlow.{method} did not settle within {timeout_ms:g} ms of game time")
        problem = desk.clock.flow["problem"]
        return FlowAnswer(ok=not problem, problem=problem)

    def _reload(self, *, keep_storage: bool) -> None:
        desk = self._at
        desk.inputs.release_all()
        desk.inputs.flush()
        self._stage.end_page(desk, keep_storage=keep_storage)
        self._open(start_ms=desk.page.now_ms, document=desk.page.documents)

    def _reopen(self) -> None:
        if not self._opening.is_lasting:
            message = "reopen needs a play that was opened with is_lasting=True"
            raise DriverError(message, kind="not_lasting")
        desk = self._at
        desk.inputs.release_all()
        desk.inputs.flush()
        self._stage.end_page(desk, keep_storage=True)
        self._stage.restart_browser()
        self._open(start_ms=desk.page.now_ms, document=desk.page.documents)
