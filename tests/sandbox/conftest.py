"""Running small programs in a jail and reading what they printed."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from playproof.sandbox.jail import PYTHON, Child, Jail, start

Run = Callable[..., object]


@pytest.fixture
def run_inside(tmp_path: Path) -> Run:
    """Run Python code inside; it prints one JSON value, which is returned."""

    def run(code: str, jail: Jail | None = None, *, pass_fds: dict[int, int] | None = None) -> object:
        log_path = tmp_path / "log.txt"
        log_path.unlink(missing_ok=True)
        child = start([PYTHON, "-I", "-S", "-c", code], jail or Jail(), pass_fds=pass_fds or {}, log_path=log_path)
        try:
            assert child.wait(20) is not None, "the program did not end"
            return json.loads(log_path.read_text())
        finally:
            child.kill()

    return run


def wait_for(condition: Callable[[], bool], what: str, timeout_s: float = 20) -> None:
    """Wait until something is so; the limit only bounds a failure."""
    end = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < end, f"never came true: {what}"
        time.sleep(0.005)


@pytest.fixture
def sleeper(tmp_path: Path) -> Callable[[Jail], Child]:
    """Start a family of four that would sleep for ever: two levels, one in a session of its own, one that ignores SIGTERM."""

    def begin(jail: Jail) -> Child:
        script = "setsid sleep 1000 & (trap '' TERM; sleep 1001) & sh -c 'sleep 1002; true' & echo ready; sleep 1003"
        log_path = tmp_path / "log.txt"
        log_path.unlink(missing_ok=True)
        child = start(["/bin/sh", "-c", script], jail, pass_fds={}, log_path=log_path)
        wait_for(lambda: log_path.exists() and "ready" in log_path.read_text(), "the family has started")
        return child

    return begin
