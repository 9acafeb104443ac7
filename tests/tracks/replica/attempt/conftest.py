"""Attempts at the smallest family, and where they can be made."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from playproof.sandbox.docker import docker_problem, has_image
from playproof.tracks.replica.attempt.containers import Yard
from playproof.tracks.replica.attempt.terms import Terms
from playproof.tracks.replica.containers.images import DEFAULT_BASE
from playproof.tracks.replica.family import Instance
from tracks.replica.service.conftest import driver, instance

__all__ = ["driver", "instance"]


@pytest.fixture
def terms(instance: Instance, tmp_path: Path):
    """Makes the terms of an attempt by an agent."""

    def make(agent: str, **changes: object) -> Terms:
        wanted = {
            "instance": instance,
            "task": instance.id,
            "agent": agent,
            "folder": tmp_path / agent,
            "budget": 40,
            "pace_ms": 0.0,
            "limit_s": 240.0,
        }
        return Terms(**(wanted | changes))

    return make


@pytest.fixture(scope="session")
def yard(tmp_path_factory: pytest.TempPathFactory) -> Yard:
    """What containers are made from here; a test that needs them is skipped with the remedy where there is no engine or no base image."""
    problem = docker_problem()
    if problem:
        pytest.skip(problem)
    base = os.environ.get("PLAYPROOF_TEST_BASE", DEFAULT_BASE)
    if not has_image(base) and subprocess.run(["docker", "pull", "--quiet", base], capture_output=True, check=False, timeout=300).returncode:
        pytest.skip(
            f"containers: no base image {base!r} and it cannot be pulled\n  name one that is there: PLAYPROOF_TEST_BASE=IMAGE scripts/test --all"
        )
    cache = Path(os.environ.get("PLAYPROOF_TEST_CACHE") or tmp_path_factory.mktemp("cache"))
    return Yard(base=base, cache=cache)


def intrusions(terms: Terms) -> dict[str, dict[str, str]]:
    """What the intruder wrote down."""
    found: dict[str, dict[str, str]] = json.loads((terms.workspace / "intruder.json").read_text())
    return found
