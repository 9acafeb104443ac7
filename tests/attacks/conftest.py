"""The driver that is attacked, and the games that attack it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from playproof.drivers.web import Browser, Limits, WebDriver
from playproof.drivers.web.session import WebSession
from playproof.protocols import Opening

GAMES = Path(__file__).parent.parent / "games" / "attacks"

Open = Callable[..., WebSession]


def _open(driver: WebDriver) -> Open:
    def start(name: str, **changes: object) -> WebSession:
        wanted = {"artifact_path": GAMES, "entry": f"{name}.html", "width_px": 320, "height_px": 240, "seed": 1}
        return driver.open(Opening(**(wanted | changes)))

    return start


@pytest.fixture
def attack(browser: Browser, isolation: None) -> Iterator[Open]:  # noqa: ARG001 - it skips
    """Opens an attacking game in a driver with ordinary patience."""
    driver = WebDriver(browser, mode="frame-controlled")
    yield _open(driver)
    driver.close()


@pytest.fixture
def quick_attack(browser: Browser, isolation: None) -> Iterator[Open]:  # noqa: ARG001 - it skips
    """Opens a game that will hang in a driver with little patience; a game that works still plays afterwards."""
    limits = Limits(load_s=5.0, step_s=3.0, read_s=1.0, picture_s=5.0)
    driver = WebDriver(browser, mode="frame-controlled", limits=limits)
    start = _open(driver)
    yield start
    driver.close()
    after = WebDriver(browser, mode="frame-controlled")
    with_patience = _open(after)("steady")
    with_patience.step(100)
    assert with_patience.read(["n"], []).readings["n"].value == 9
    after.close()


@pytest.fixture
def slow_attack(browser: Browser, isolation: None) -> Iterator[Open]:  # noqa: ARG001 - it skips
    """Opens an attacking game in a driver that gives it eight seconds in all."""
    driver = WebDriver(browser, mode="frame-controlled", limits=Limits(slow_s=8.0, slowness=0.0))
    yield _open(driver)
    driver.close()
