"""The boost skill, tested from outside: its helper runs in its own processes, its ledger is read by a reader of our own."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SKILL = HERE.parents[1] / "skills" / "boost"
# Test folders are no packages; the skill's own desk and the tools beside this file are found by their folders.
for folder in (HERE, SKILL / "tests", SKILL / "scripts" / "boost"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

from workshop import Workshop  # noqa: E402 - found only after the lines above


@pytest.fixture(scope="module")
def workshop() -> Iterator[Workshop]:
    """A process that runs boost in children of its own, and can kill them at any file operation."""
    with Workshop(SKILL / "scripts" / "boost") as found:
        yield found
