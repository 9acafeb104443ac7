"""What all tests share."""

import pytest

from playproof.drivers.web.chrome import Browser, find_browser
from playproof.errors import MissingTool
from playproof.sandbox.jail import isolation_problem


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
