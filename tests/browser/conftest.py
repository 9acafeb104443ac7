"""A driver for tiny real games."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from playproof.drivers.web import Browser, WebDriver
from playproof.drivers.web.session import WebSession
from playproof.protocols import Opening

GAMES = Path(__file__).parent.parent / "games"

Open = Callable[..., WebSession]


@pytest.fixture
def driver(browser: Browser, isolation: None) -> Iterator[WebDriver]:  # noqa: ARG001 - it skips
    """The driver in its best mode."""
    made = WebDriver(browser)
    yield made
    made.close()


@pytest.fixture
def play(driver: WebDriver) -> Open:
    """Opens one of the tiny games."""

    def start(game: str, entry: str = "index.html", **changes: object) -> WebSession:
        wanted = {"artifact_path": GAMES / game, "entry": entry, "width_px": 400, "height_px": 300, "seed": 5}
        return driver.open(Opening(**(wanted | changes)))

    return start
