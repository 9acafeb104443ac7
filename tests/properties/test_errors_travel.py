"""Errors of ours cross from a worker process to its parent whole."""

import pickle

import pytest

from playproof.errors import AgentError, DriverError, GameError, GraderError, MissingTool, PlayproofError, SandboxError, SpecError


@pytest.mark.parametrize(
    "error",
    [
        SpecError("family.yaml:3", "no such rule 'x'", expected="a rule", see="docs"),
        MissingTool("no browser", remedy="apt-get install chromium-headless-shell"),
        *(kind("went wrong", kind="hung") for kind in (GameError, AgentError, SandboxError, DriverError, GraderError)),
    ],
    ids=lambda error: type(error).__name__,
)
def test_pickled_and_back(error: PlayproofError) -> None:
    """The same type, message, blame and parts."""
    back = pickle.loads(pickle.dumps(error))
    assert (type(back), str(back), back.blame, vars(back)) == (type(error), str(error), error.blame, vars(error))
