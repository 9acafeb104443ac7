"""The web driver: finds out what the browser can do, keeps it running and opens plays in it; implements `protocols.Driver`.

A browser is kept from play to play as long as the artifact is the same and no game has spoiled it. A play that is to last has a browser of its
own with a profile on disk.
"""

import hashlib
import secrets
from pathlib import Path

from playproof.drivers.web.chrome import Browser, find_browser
from playproof.drivers.web.flags import Mode
from playproof.drivers.web.limits import Limits
from playproof.drivers.web.probe import can_control_frames
from playproof.drivers.web.process import BrowserProcess, Launch
from playproof.drivers.web.session import WebSession
from playproof.drivers.web.setting import Setting
from playproof.drivers.web.stage import BrowserStage
from playproof.errors import DriverError, GameError, MissingTool
from playproof.protocols import Opening
from playproof.records.run import DriverSheet

_CONTROL_PATH = Path(__file__).parent / "control"
_EPOCH_MS = 1_700_000_000_000
"""The calendar of seed 0 begins on 14 November 2023, 22:13:20 UTC; another seed moves it on by up to a year. Our own choice."""
_YEAR_S = 365 * 24 * 3600


class WebDriver:
    """One browser engine on this machine; opens one game at a time."""

    def __init__(
        self,
        browser: Browser | None = None,
        *,
        mode: Mode | None = None,
        is_isolated: bool = True,
        limits: Limits | None = None,
        is_eliding: bool = False,
    ) -> None:
        """Choose a browser and a mode; nothing is started yet.

        Args:
            browser: The browser to use; the best one found when None.
            mode: How time and frames are made; the best one that the browser can do when None.
            is_isolated: False plays without namespaces, for artifacts that are trusted.
            limits: What a broken game may cost.
            is_eliding: Skip 2D drawing in frames that no picture can show; only right for games that redraw all of each frame.

        Raises:
            MissingTool: No browser is installed, or none that can play in real time.
        """
        self._browser = browser or find_browser()
        if mode == "real-time" and self._browser.kind == "full":
            # A full Chromium loses frames and, on a busy machine, whole loads: a game would be blamed for it.
            raise MissingTool("playing in real time needs a headless shell", remedy="apt-get install chromium-headless-shell")
        self._wanted_mode = mode
        self._mode: Mode | None = mode if mode != "frame-controlled" else None
        self._is_isolated = is_isolated
        self._limits = limits or Limits()
        self._is_eliding = is_eliding
        self._stage: BrowserStage | None = None
        self._kept: BrowserProcess | None = None

    def sheet(self) -> DriverSheet:
        """Engine, version, mode and isolation in use. The first call tries the browser out when the mode is not given."""
        return DriverSheet(
            engine="web",
            version=f"Chromium {self._browser.version}",
            mode=self._settled_mode(),
            isolation="namespaces" if self._is_isolated else "none",
        )

    def open(self, opening: Opening) -> WebSession:
        """Start a game and bring it to its first frame.

        Raises:
            GameError: The game has no start file, does not load, hangs or crashes (`kind` 'no_entry', 'hung', 'crashed', 'out_of_memory').
            DriverError: The browser fails, or another play is still open.
        """
        if not (opening.artifact_path / opening.entry).is_file():
            message = f"the start file {opening.entry!r} is not in the artifact"
            raise GameError(message, kind="no_entry")
        if self._stage is not None and not self._stage.is_over:
            message = "a play is still open; one driver plays one game at a time"
            raise DriverError(message, kind="busy")
        setting = self._setting(opening)
        self._stage = BrowserStage(self, opening)
        return WebSession(self._stage, opening, setting)

    def control(self) -> Opening:
        """The known-good game of this engine."""
        return Opening(artifact_path=_CONTROL_PATH, entry="index.html", width_px=320, height_px=240, seed=0)

    def close(self) -> None:
        """End the browser. Never raises."""
        if self._stage is not None:
            self._stage.end_play(is_spoiled=True)
        self.discard()

    # -- browsers, for the stage

    def shared(self, artifact_path: Path) -> BrowserProcess:
        """The kept browser if it serves this artifact and still runs, else a new one."""
        kept = self._kept
        if kept is not None and kept.launch.artifact_path == artifact_path and kept.is_alive:
            return kept
        self.discard()
        self._kept = self._launch(artifact_path, None)
        return self._kept

    def fresh(self, artifact_path: Path, profile_path: Path) -> BrowserProcess:
        """A browser of its own with a profile on disk."""
        return self._launch(artifact_path, profile_path)

    def discard(self) -> None:
        """Throw the kept browser away. Never raises."""
        if self._kept is not None:
            self._kept.kill()
            self._kept = None

    # -- how

    def _settled_mode(self) -> Mode:
        """The mode, found out by one real picture when it is frame control that is wanted or left open."""
        if self._mode is None:
            can = can_control_frames(self._browser, is_isolated=self._is_isolated, limits=self._limits)
            if not can and self._wanted_mode == "frame-controlled":
                message = f"{str(self._browser.path)!r} (Chromium {self._browser.version}) cannot make frames on demand; a headless shell can"
                raise DriverError(message, kind="no_frame_control")
            self._mode = "frame-controlled" if can else "shimmed"
        return self._mode

    def _launch(self, artifact_path: Path, profile_path: Path | None) -> BrowserProcess:
        launch = Launch(
            browser=self._browser,
            mode=self._settled_mode(),
            is_isolated=self._is_isolated,
            limits=self._limits,
            artifact_path=artifact_path,
            profile_path=profile_path,
        )
        return BrowserProcess(launch)

    def _setting(self, opening: Opening) -> Setting:
        digest = hashlib.sha256(str(opening.seed).encode()).digest()
        shift_s = int.from_bytes(digest[:4], "big") % _YEAR_S if opening.seed else 0
        major = self._browser.version.partition(".")[0]
        return Setting(
            width_px=opening.width_px,
            height_px=opening.height_px,
            seed=opening.seed,
            epoch_ms=_EPOCH_MS + shift_s * 1000,
            mode=self._settled_mode(),
            limits=self._limits,
            artifact_path=opening.artifact_path,
            is_eliding=self._is_eliding,
            secret=secrets.token_hex(16),
            user_agent=f"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/{major}.0.0.0 Safari/537.36",
        )
