"""Whether a browser can make frames on demand: found out with one real picture, once per program and process of ours."""

import tempfile
import time
from functools import cache
from pathlib import Path

from playproof.drivers.web.cdp import BrowserGone, ProtocolError, WaitedTooLong
from playproof.drivers.web.chrome import Browser
from playproof.drivers.web.limits import Limits
from playproof.drivers.web.process import BrowserProcess, Launch
from playproof.errors import DriverError

_CALL_S = 10.0


@cache
def can_control_frames(browser: Browser, *, is_isolated: bool, limits: Limits) -> bool:
    """Make a page and one frame of it with a picture; takes about a tenth of a second.

    Raises:
        DriverError: The browser does not start or does not answer.
        SandboxError: No jail can be made.
    """
    if browser.kind != "headless-shell":
        return False
    with tempfile.TemporaryDirectory(prefix="playproof-probe-") as folder:
        launch = Launch(browser=browser, mode="frame-controlled", is_isolated=is_isolated, limits=limits, artifact_path=Path(folder))
        process = BrowserProcess(launch)
        try:
            return _makes_picture(process)
        except ProtocolError:
            return False  # it does not know how
        except (WaitedTooLong, BrowserGone) as error:
            message = f"{str(browser.path)!r} was tried out with one frame and failed: {type(error).__name__}"
            raise DriverError(message, kind="browser_died") from error
        finally:
            process.kill()


def _makes_picture(process: BrowserProcess) -> bool:
    connection = process.connection
    wishes = {"url": "about:blank", "width": 64, "height": 64, "enableBeginFrameControl": True}
    target = connection.call("Target.createTarget", wishes, timeout_s=_CALL_S)["targetId"]
    session = connection.call("Target.attachToTarget", {"targetId": target, "flatten": True}, timeout_s=_CALL_S)["sessionId"]
    for number in range(500):
        frame = {"frameTimeTicks": 1e9 + number, "interval": 16, "screenshot": {"format": "png"}}
        answer = connection.call("HeadlessExperimental.beginFrame", frame, session, timeout_s=_CALL_S)
        if answer.get("screenshotData"):
            return True
        time.sleep(0.005)  # the first frames of a page have no picture yet
    return False
