"""Services of the smallest family."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from playproof.drivers.web import Browser, WebDriver
from playproof.tracks.replica.family import Instance, load_family

GAMES = Path(__file__).parents[3] / "games"
TASK = str(GAMES / "replica" / "twinlamps" / "L4")

Observe = Callable[..., tuple[subprocess.Popen[str], str]]


@pytest.fixture
def driver(browser: Browser, isolation: None) -> Iterator[WebDriver]:  # noqa: ARG001 - it skips
    """The driver in its best mode."""
    made = WebDriver(browser)
    yield made
    made.close()


@pytest.fixture
def instance() -> Instance:
    """A level of the smallest family."""
    return load_family(GAMES / "replica" / "twinlamps").instance("L4")


@pytest.fixture
def observe(browser: Browser, isolation: None) -> Iterator[Observe]:  # noqa: ARG001 - both skip
    """Starts `playproof observe` in a process of its own; gives the process and its address."""
    started: list[subprocess.Popen[str]] = []

    def start(*options: str) -> tuple[subprocess.Popen[str], str]:
        process = subprocess.Popen([sys.executable, "-m", "playproof", "observe", TASK, *options], stdout=subprocess.PIPE, text=True)
        started.append(process)
        return process, process.stdout.readline().split()[-1]

    yield start
    for process in started:
        process.terminate()
        process.wait()
        process.stdout.close()
