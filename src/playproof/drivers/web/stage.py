"""The browser of one play: where its pages come from, where they go, and what happens outside of them (popups, downloads, crashes)."""

import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from playproof.drivers.web.cdp import BrowserGone, Connection, Json, ProtocolError, WaitedTooLong
from playproof.drivers.web.clock import Clock
from playproof.drivers.web.flags import ORIGIN
from playproof.drivers.web.frames import ControlledFrames, Frames, FreeFrames
from playproof.drivers.web.happenings import Happenings
from playproof.drivers.web.inputs import Inputs
from playproof.drivers.web.page import Page
from playproof.drivers.web.process import BrowserProcess
from playproof.drivers.web.session import Desk
from playproof.drivers.web.setting import Setting
from playproof.errors import DriverError, GameError
from playproof.protocols import Opening

_CALL_S = 10.0
_OUR_ERRORS = (BrowserGone, WaitedTooLong, ProtocolError)


class Browsers(Protocol):
    """Gives browsers: the driver, as a stage sees it."""

    def shared(self, artifact_path: Path) -> BrowserProcess:
        """The browser that plays of this artifact share one after the other."""

    def fresh(self, artifact_path: Path, profile_path: Path) -> BrowserProcess:
        """A browser of its own with a profile on disk."""

    def discard(self) -> None:
        """Throw the shared browser away."""


class BrowserStage:
    """Implements `session.Stage` for one play."""

    def __init__(self, browsers: Browsers, opening: Opening) -> None:
        """Nothing is started yet."""
        self._browsers, self._opening = browsers, opening
        self._own: BrowserProcess | None = None
        self._folder: Path | None = None
        self._generation = 0
        self._context = ""
        self._sessions: dict[str, str] = {}
        self._page: Page | None = None
        self.is_over = False

    # -- what a session asks for

    def new_desk(self, setting: Setting, happenings: Happenings, *, start_ms: float, document: int) -> Desk:
        """A fresh page in the play's context, on its way to the game's start page."""
        process = self._process()
        connection = process.connection
        connection.listen("", self._on_browser_event)
        connection.while_waiting = None
        try:
            page = self._new_page(connection, setting, happenings)
        except _OUR_ERRORS as error:
            message = f"the browser gave no page: {type(error).__name__}: {error}"
            raise DriverError(message, kind="browser_died") from error
        self._page = page
        connection.while_waiting = self._watch(process, page)
        page.prepare(start_ms, document)
        frames: Frames = ControlledFrames(page) if setting.mode == "frame-controlled" else FreeFrames(page)
        return Desk(page=page, frames=frames, inputs=Inputs(page, frames), clock=Clock(page, frames))

    def end_page(self, desk: Desk, *, keep_storage: bool) -> None:
        """Leave a page as a player does, so that the game can save when it is left."""
        connection = self._process().connection
        with suppress(ProtocolError, WaitedTooLong):
            connection.call("Page.navigate", {"url": "about:blank"}, desk.page.session, timeout_s=_CALL_S)
            connection.call("Target.closeTarget", {"targetId": desk.page.target}, timeout_s=_CALL_S)
        connection.forget(desk.page.session)
        if not keep_storage and self._context:
            self._end_context(connection)
        elif not keep_storage:
            self._start_over()

    def restart_browser(self) -> None:
        """Quit the browser and start another on a copy of its profile."""
        if self._own is None or self._folder is None:
            message = "only a play with a profile on disk can be reopened"
            raise DriverError(message, kind="not_lasting")
        self._own.quit()
        self._own = None
        before = self._profile()
        self._generation += 1
        shutil.copytree(before, self._profile(), symlinks=True, ignore=shutil.ignore_patterns("Singleton*"))

    def end_play(self, *, is_spoiled: bool) -> None:
        """The play is over. Never raises."""
        if self.is_over:
            return
        self.is_over = True
        if self._opening.is_lasting:
            if self._own is not None:
                self._own.kill()
        elif is_spoiled:
            self._browsers.discard()
        elif self._context:
            try:
                self._end_context(self._process().connection)
            except _OUR_ERRORS:
                self._browsers.discard()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    # -- how

    def _profile(self) -> Path:
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="playproof-profile-"))
        return self._folder / f"profile-{self._generation}"

    def _process(self) -> BrowserProcess:
        if not self._opening.is_lasting:
            return self._browsers.shared(self._opening.artifact_path)
        if self._own is None:
            self._own = self._browsers.fresh(self._opening.artifact_path, self._profile())
        return self._own

    def _start_over(self) -> None:
        """A lasting play loses what it has stored: a fresh browser with an empty profile."""
        if self._own is not None:
            self._own.kill()
            self._own = None
        self._generation += 1

    def _new_page(self, connection: Connection, setting: Setting, happenings: Happenings) -> Page:
        end = time.monotonic() + _CALL_S
        wishes: Json = {"url": f"{ORIGIN}/{self._opening.entry}", "width": setting.width_px, "height": setting.height_px}
        if setting.mode == "frame-controlled":
            wishes["enableBeginFrameControl"] = True
        posted = [connection.post("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True})]
        if not self._opening.is_lasting:
            if not self._context:
                made = connection.post("Target.createBrowserContext", {"disposeOnDetach": True})
                self._context = connection.wait(made, end)["browserContextId"]
            wishes["browserContextId"] = self._context
        refusal: Json = {"behavior": "deny", "eventsEnabled": True}
        if self._context:
            refusal["browserContextId"] = self._context
        posted.append(connection.post("Browser.setDownloadBehavior", refusal))
        posted.append(connection.post("Target.setDiscoverTargets", {"discover": True}))
        posted.append(connection.post("Target.createTarget", wishes))
        target = [connection.wait(call, end) for call in posted][-1]["targetId"]
        while target not in self._sessions:
            if not connection.pump(end):
                message = "Target.attachedToTarget"
                raise WaitedTooLong(message)
        return Page(connection, self._sessions[target], target, setting=setting, happenings=happenings)

    def _end_context(self, connection: Connection) -> None:
        if self._context:
            context, self._context = self._context, ""
            connection.call("Target.disposeBrowserContext", {"browserContextId": context}, timeout_s=_CALL_S)

    @staticmethod
    def _watch(process: BrowserProcess, page: Page) -> Callable[[], None]:
        """What to look at while the page keeps us waiting: a game that takes all memory ends here before the machine does."""
        limit_bytes = page.setting.limits.family_bytes

        def look() -> None:
            used_bytes = process.memory_bytes()
            page.peak_bytes = max(page.peak_bytes, used_bytes)
            if used_bytes > limit_bytes:
                message = f"the game's browser took {used_bytes / 2**20:.0f} MiB of memory; {limit_bytes / 2**20:.0f} MiB are allowed"
                raise GameError(message, kind="out_of_memory")

        return look

    def _on_browser_event(self, method: str, params: Json) -> None:
        page = self._page
        match method:
            case "Target.attachedToTarget":
                self._on_attached(params)
            case "Target.targetCrashed" if page is not None and params["targetId"] == page.target:
                page.on_crash(params["status"])
            case "Browser.downloadWillBegin" if page is not None:
                page.report("download", params["url"], "refused")
                page.on_stay()

    def _on_attached(self, params: Json) -> None:
        """Our own page, or a window that a game has opened past our refusal: closed before it has loaded anything."""
        target = params["targetInfo"]
        if target.get("openerId") or (self._page is not None and target["type"] == "page" and target.get("openerFrameId")):
            connection = self._process().connection
            connection.tell("Target.closeTarget", {"targetId": target["targetId"]})
            if self._page is not None:
                self._page.report("popup", target["url"])
        elif target["type"] == "page":
            self._sessions[target["targetId"]] = params["sessionId"]
        elif params["waitingForDebugger"]:
            self._process().connection.tell("Runtime.runIfWaitingForDebugger", {}, params["sessionId"])
