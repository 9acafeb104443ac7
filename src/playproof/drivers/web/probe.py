"""Whether a browser can make frames on demand: found out with one real picture, once per program and process of ours."""

import tempfile
from functools import cache
from pathlib import Path

from playproof.drivers.web.cdp import BrowserGone, ProtocolError, WaitedTooLong
from playproof.drivers.web.chrome import Browser
from playproof.drivers.web.limits import Limits
from playproof.drivers.web.process import BrowserProcess, Launch

_CALL_S = 10.0


@cache
def can_control_frames(browser: Browser, *, is_isolated: bool, limits: Limits) -> bool:
    """Make a page and one frame of it with a picture; takes about a tenth of a second.

    Raises:
        DriverError: The browser does not start at all.
        SandboxError: No jail can be made.
    """
    if browser.kind != "headless-shell":
        return False
    with tempfile.TemporaryDirectory(prefix="playproof-probe-") as folder:
        launch = Launch(browser=browser, mode="frame-controlled", is_isolated=is_isolated, limits=limits, artifact_path=Path(folder))
        process = BrowserProcess(launch)
        try:
            return _makes_picture(process)
        except (ProtocolError, WaitedTooLong, BrowserGone):
            return False
        finally:
            process.kill()


def _makes_picture(process: BrowserProcess) -> bool:
    connection = process.connection
    wishes = {"url": "about:blank", "width": 64, "height": 64, "enableBeginFrameControl": True}
    target = connection.call("Target.createTarget", wishes, timeout_s=_CALL_S)["targetId"]
    session = connection.call("Target.attachToTarget", {"targetId": target, "flatten": True}, timeout_s=_CALL_S)["sessionId"]
    for number in range(50):
        frame = {"frameTimeTicks": 1e9 + number, "interval": 16, "screenshot": {"format": "png"}}
        answer = connection.call("HeadlessExperimental.beginFrame", frame, session, timeout_s=_CALL_S)
        if answer.get("screenshotData"):
            return True
    return False
