"""What all tests share."""

import pytest
from hypothesis import HealthCheck, settings

from playproof.drivers.web.chrome import Browser, find_browser
from playproof.errors import MissingTool
from playproof.sandbox.jail import isolation_problem

# The same examples every time, and no judgement on how fast the machine is.
settings.register_profile("suite", max_examples=60, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")


@pytest.fixture(scope="session")
def isolation() -> None:
    """Namespaces work here; a test that needs them is skipped with the reason where they do not."""
    problem = isolation_problem()
    if problem:
        pytest.skip(problem)


@pytest.fixture(scope="session")
def browser() -> Browser:
    """An installed browser; a test that needs it is skipped with the remedy where there is none."""
    try:
        return find_browser()
    except MissingTool as error:
        pytest.skip(str(error))
