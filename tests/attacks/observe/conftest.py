"""One service of an honest game and one of a game that leaks, for all attacks of a module."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from attacks.observe.siege import Target
from playproof.drivers.web import Browser, Limits, WebDriver
from playproof.tracks.replica.family import load_family
from playproof.tracks.replica.service.client import ObserveClient
from playproof.tracks.replica.service.serve import Offer, Place, served

GAMES = Path(__file__).parent.parent.parent / "games"
BUDGET = 3000


def _target(family: Path, log_path: Path, browser: Browser, *, limits: Limits, budget: int) -> Iterator[Target]:
    driver = WebDriver(browser, limits=limits)
    offer = Offer(instance=load_family(family).instance("L4"), driver=driver, budget=budget, log_path=log_path)
    with served(offer, Place()) as address, ObserveClient(address) as client, httpx.Client(base_url=address, trust_env=False) as http:
        yield Target(address=address, client=client, http=http, log_path=log_path)
    driver.close()


@pytest.fixture(scope="module")
def target(request: pytest.FixtureRequest, browser: Browser, isolation: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:  # noqa: ARG001 - it skips
    """The service of an honest game; a module may set its `BUDGET`."""
    budget = getattr(request.module, "BUDGET", BUDGET)
    yield from _target(GAMES / "replica" / "twinlamps", tmp_path_factory.mktemp("calls") / "calls.jsonl", browser, limits=Limits(), budget=budget)


@pytest.fixture(scope="module")
def leaky(browser: Browser, isolation: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:  # noqa: ARG001 - it skips
    """The service of a game that tries to tell more than its picture."""
    limits = Limits(step_s=2.0, read_s=1.0)
    yield from _target(GAMES / "attacks" / "leaky", tmp_path_factory.mktemp("calls") / "calls.jsonl", browser, limits=limits, budget=BUDGET)
