"""One running browser with its file server, in its jail, and the pipe to it.

Started for one artifact and thrown away with the first game that misbehaves: a new one takes a tenth of a second.
"""

import os
import shutil
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from playproof.drivers.web import server
from playproof.drivers.web.cdp import BrowserGone, Connection, ProtocolError, WaitedTooLong
from playproof.drivers.web.chrome import Browser
from playproof.drivers.web.flags import Mode, arguments
from playproof.drivers.web.limits import Limits
from playproof.errors import DriverError
from playproof.sandbox.jail import PYTHON, Bind, Jail, start

_INSIDE_PORT = 8080
_CLOSE_S = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Launch:
    """How a browser is started."""

    browser: Browser
    mode: Mode
    is_isolated: bool
    limits: Limits
    artifact_path: Path
    profile_path: Path | None = None
    """Folder of ours for a profile that lasts; None keeps it in the jail's memory."""


class BrowserProcess:
    """A browser that runs."""

    def __init__(self, launch: Launch) -> None:
        """Start it and wait until it answers.

        Raises:
            DriverError: It does not start (`kind` 'browser_start').
            SandboxError: No jail can be made.
        """
        self.launch = launch
        self._folder = Path(tempfile.mkdtemp(prefix="playproof-browser-"))
        log_path = self._folder / "log.txt"
        script = Path(server.__file__)
        profile = launch.profile_path
        if profile is None and not launch.is_isolated:
            profile = self._folder / "profile"
        binds = [Bind(outside=script, inside="/playproof/server.py"), Bind(outside=launch.artifact_path, inside="/artifact"), *launch.browser.binds()]
        if profile is not None:
            profile.mkdir(parents=True, exist_ok=True)
            binds.append(Bind(outside=profile, inside="/profile", is_writable=True))
        jail = Jail(binds=tuple(binds), memory_bytes=launch.limits.memory_bytes, is_isolated=launch.is_isolated)
        inside = jail.path_inside(profile) if profile else "/tmp/profile"  # noqa: S108 - the jail's own
        port = str(_INSIDE_PORT if launch.is_isolated else 0)
        words = [PYTHON, "-I", "-S", jail.path_inside(script), "--root", jail.path_inside(launch.artifact_path), "--port", port, "--"]
        argv = [*words, str(launch.browser.path), *arguments(launch.mode, inside)]
        command_read, command_write = os.pipe()
        answer_read, answer_write = os.pipe()
        self.connection = Connection(write_fd=command_write, read_fd=answer_read)
        try:
            self._child = start(argv, jail, pass_fds={3: command_read, 4: answer_write}, log_path=log_path)
        except BaseException:
            self.connection.close()
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        finally:
            os.close(command_read)
            os.close(answer_write)
        try:
            self.connection.call("Target.getTargets", timeout_s=launch.limits.start_s)
        except (BrowserGone, WaitedTooLong, ProtocolError) as error:
            said = log_path.read_text(errors="replace")[-1500:].strip() if log_path.exists() else ""
            self.kill()
            message = f"{str(launch.browser.path)!r} did not start ({type(error).__name__}); its last words: {said!r}"
            raise DriverError(message, kind="browser_start") from error

    @property
    def is_alive(self) -> bool:
        """Whether the browser still runs."""
        return self._child.is_alive()

    def memory_bytes(self) -> int:
        """Memory of all its processes."""
        return self._child.memory_bytes()

    def quit(self) -> None:
        """Close it as a user does, so that everything stored is on disk; by force if that takes too long."""
        end = time.monotonic() + _CLOSE_S
        with suppress(BrowserGone, WaitedTooLong, ProtocolError):
            self.connection.wait(self.connection.post("Browser.close"), end)
        self._child.wait(max(0.0, end - time.monotonic()))
        self.kill()

    def kill(self) -> None:
        """End it and everything it started, at once. Never raises."""
        self._child.kill()
        self.connection.close()
        shutil.rmtree(self._folder, ignore_errors=True)
