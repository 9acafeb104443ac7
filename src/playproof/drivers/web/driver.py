"""The web driver: starts browsers and opens plays in them; implements `protocols.Driver`.

A browser is kept from play to play as long as the artifact is the same and no game has spoiled it. A play that is to last has a browser of its
own with a profile on disk.
"""

import hashlib
import secrets
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from playproof.drivers.web.cdp import BrowserGone, Connection, Json, ProtocolError, WaitedTooLong
from playproof.drivers.web.chrome import Browser, find_browser
from playproof.drivers.web.clock import Clock
from playproof.drivers.web.flags import Mode
from playproof.drivers.web.frames import ControlledFrames
from playproof.drivers.web.happenings import Happenings
from playproof.drivers.web.inputs import Inputs
from playproof.drivers.web.limits import Limits
from playproof.drivers.web.page import Page, Setting
from playproof.drivers.web.process import BrowserProcess, Launch
from playproof.drivers.web.session import Desk, WebSession
from playproof.errors import DriverError, GameError
from playproof.protocols import Opening
from playproof.records.run import DriverSheet

_CALL_S = 10.0
_CONTROL_PATH = Path(__file__).parent / "control"
_EPOCH_MS = 1_700_000_000_000
"""The calendar of seed 0 begins on 14 November 2023, 22:13:20 UTC; a seed moves it on by up to a year. Our own choice."""
_YEAR_S = 365 * 24 * 3600


class WebDriver:
    """One browser engine on this machine; opens one game at a time."""

    def __init__(self, browser: Browser | None = None, *, mode: Mode | None = None, is_isolated: bool = True, limits: Limits | None = None) -> None:
        """Choose a browser and a mode; nothing is started yet.

        Args:
            browser: The browser to use; the best one found when None.
            mode: How time and frames are made; the best one that the browser can do when None.
            is_isolated: False plays without namespaces, for artifacts that are trusted.
            limits: What a broken game may cost.

        Raises:
            MissingTool: No browser is installed.
        """
        self._browser = browser or find_browser()
        self._mode: Mode = mode or ("frame-controlled" if self._browser.kind == "headless-shell" else "shimmed")
        self._is_isolated = is_isolated
        self._limits = limits or Limits()
        self._stage: _Stage | None = None
        self._kept: BrowserProcess | None = None

    def sheet(self) -> DriverSheet:
        """Engine, version, mode and isolation in use."""
        return DriverSheet(
            engine="web", version=f"Chromium {self._browser.version}", mode=self._mode, isolation="namespaces" if self._is_isolated else "none"
        )

    def open(self, opening: Opening) -> WebSession:
        """Start a game and bring it to its first frame."""
        if not (opening.artifact_path / opening.entry).is_file():
            where = opening.entry
            message = f"{where}: the game's start file does not exist"
            raise GameError(message, kind="no_entry")
        if self._stage is not None and not self._stage.is_over:
            message = "a play is still open; one driver plays one game at a time"
            raise DriverError(message, kind="busy")
        self._stage = _Stage(self, opening)
        return WebSession(self._stage, opening, self._setting(opening))

    def control(self) -> Opening:
        """The known-good game of this engine."""
        return Opening(artifact_path=_CONTROL_PATH, entry="index.html", width_px=320, height_px=240, seed=0)

    def close(self) -> None:
        """End the browser. Never raises."""
        if self._stage is not None:
            self._stage.end_play(is_spoiled=True)
        self._drop()

    def _setting(self, opening: Opening) -> Setting:
        digest = hashlib.sha256(str(opening.seed).encode()).digest()
        shift_s = int.from_bytes(digest[:4], "big") % _YEAR_S if opening.seed else 0
        major = self._browser.version.partition(".")[0]
        return Setting(
            width_px=opening.width_px,
            height_px=opening.height_px,
            seed=opening.seed,
            epoch_ms=_EPOCH_MS + shift_s * 1000,
            mode=self._mode,
            limits=self._limits,
            secret=secrets.token_hex(16),
            user_agent=f"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{major}.0.0.0 Safari/537.36",
        )

    def _launch(self, artifact_path: Path, profile_path: Path | None) -> BrowserProcess:
        launch = Launch(
            browser=self._browser,
            mode=self._mode,
            is_isolated=self._is_isolated,
            limits=self._limits,
            artifact_path=artifact_path,
            profile_path=profile_path,
        )
        return BrowserProcess(launch)

    def browser_for(self, artifact_path: Path) -> BrowserProcess:
        """The kept browser if it serves this artifact and still runs, else a new one."""
        kept = self._kept
        if kept is not None and kept.launch.artifact_path == artifact_path and kept.is_alive:
            return kept
        self._drop()
        self._kept = self._launch(artifact_path, None)
        return self._kept

    def _drop(self) -> None:
        if self._kept is not None:
            self._kept.kill()
            self._kept = None


class _Stage:
    """The browser of one play: where its pages come from."""

    def __init__(self, driver: WebDriver, opening: Opening) -> None:
        self._driver, self._opening = driver, opening
        self._context = ""
        self._folder: Path | None = None
        self._generation = 0
        self._own: BrowserProcess | None = None
        self._attached: list[Json] = []
        self.is_over = False

    def new_desk(self, setting: Setting, happenings: Happenings, *, start_ms: float, document: int) -> Desk:
        """A fresh page in the play's context."""
        process = self._process()
        connection = process.connection
        connection.listen("", self._on_browser_event)
        connection.while_waiting = None
        try:
            page = self._new_page(connection, setting, happenings)
        except (BrowserGone, WaitedTooLong, ProtocolError) as error:
            message = f"the browser gave no page: {type(error).__name__}: {error}"
            raise DriverError(message, kind="browser_died") from error
        page.prepare(start_ms, document)
        frames = ControlledFrames(page)
        frames.tick()
        return Desk(page=page, frames=frames, inputs=Inputs(page, frames), clock=Clock(page, frames))

    def end_page(self, desk: Desk, *, keep_storage: bool) -> None:
        """Leave a page as a player does, so that the game can save when it is left."""
        connection = self._process().connection
        with suppress(ProtocolError, WaitedTooLong):
            connection.call("Page.navigate", {"url": "about:blank"}, desk.page.session, timeout_s=_CALL_S)
            connection.call("Target.closeTarget", {"targetId": desk.page.target}, timeout_s=_CALL_S)
        connection.forget(desk.page.session)
        if not keep_storage:
            self._end_context(connection)

    def restart_browser(self) -> None:
        """Quit the browser and start another on a copy of its profile."""
        if self._own is None or self._folder is None:
            message = "only a lasting play can be reopened"
            raise DriverError(message, kind="not_lasting")
        self._own.quit()
        before = self._folder / f"profile-{self._generation}"
        self._generation += 1
        shutil.copytree(before, self._folder / f"profile-{self._generation}", symlinks=True, ignore=shutil.ignore_patterns("Singleton*"))
        self._own = None

    def end_play(self, *, is_spoiled: bool) -> None:
        """The play is over."""
        if self.is_over:
            return
        self.is_over = True
        if self._own is not None:
            self._own.kill()
        elif is_spoiled:
            self._driver._drop()
        elif self._context:
            with suppress(BrowserGone, ProtocolError, WaitedTooLong):
                self._end_context(self._process().connection)
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _process(self) -> BrowserProcess:
        if not self._opening.is_lasting:
            return self._driver.browser_for(self._opening.artifact_path)
        if self._own is None:
            if self._folder is None:
                self._folder = Path(tempfile.mkdtemp(prefix="playproof-profile-"))
            self._own = self._driver._launch(self._opening.artifact_path, self._folder / f"profile-{self._generation}")
        return self._own

    def _new_page(self, connection: Connection, setting: Setting, happenings: Happenings) -> Page:
        self._attached.clear()
        calls = [connection.post("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True})]
        wishes: Json = {"url": "about:blank", "width": setting.width_px, "height": setting.height_px}
        if not self._opening.is_lasting:
            if not self._context:
                self._context = connection.call("Target.createBrowserContext", {"disposeOnDetach": True}, timeout_s=_CALL_S)["browserContextId"]
            wishes["browserContextId"] = self._context
        if setting.mode == "frame-controlled":
            wishes["enableBeginFrameControl"] = True
        calls.append(connection.post("Target.createTarget", wishes))
        end = time.monotonic() + _CALL_S
        target = [connection.wait(call, end) for call in calls][-1]["targetId"]
        while not (found := [one["sessionId"] for one in self._attached if one["targetInfo"]["targetId"] == target]):
            if not connection.pump(end):
                raise WaitedTooLong
        return Page(connection, found[0], target, setting=setting, happenings=happenings)

    def _end_context(self, connection: Connection) -> None:
        if self._context:
            context, self._context = self._context, ""
            connection.call("Target.disposeBrowserContext", {"browserContextId": context}, timeout_s=_CALL_S)

    def _on_browser_event(self, method: str, params: Json) -> None:
        if method == "Target.attachedToTarget":
            self._attached.append(params)
