"""An attempt without containers: the agent in a jail of its own (bubblewrap), the service outside of it behind one unix socket.

The same three properties as with containers. Closedness: the jail sees the system's programs, its workspace, its script and the socket; of the
service's process nothing, not even its number. Output isolation: it can write to its workspace and to memory. Determinism is the service's.
The way out: none at all, its network has nothing but its own loopback; so there is no gateway here, an agent that needs one needs containers.
"""

import tempfile
import time
from pathlib import Path

import playproof
from playproof.agents.scripted import SCRIPTS
from playproof.protocols import Driver
from playproof.records.attempt import AttemptSheet
from playproof.sandbox import forward
from playproof.sandbox.jail import PYTHON, Bind, Jail, start
from playproof.tracks.replica.attempt.terms import AGENT_LOG, AgentEnd, Terms, conclude, prepare
from playproof.tracks.replica.service.serve import Offer, Place, served

PORT = 8377
ADDRESS = f"http://127.0.0.1:{PORT}"
"""Of the service, inside."""
_WORKSPACE = "/workspace"


def attempt(terms: Terms, driver: Driver) -> AttemptSheet:
    """Let a scripted agent replicate a game, in namespaces.

    Args:
        terms: The attempt.
        driver: Plays the game.

    Raises:
        SpecError: The terms cannot be had.
        SandboxError: The jail cannot be made.
    """
    prepare(terms, ADDRESS, _WORKSPACE)
    with tempfile.TemporaryDirectory(prefix="playproof-attempt-") as name:
        way = Path(name)
        empty = way / "empty"
        (way / "game").mkdir()
        empty.mkdir()
        offer = Offer(instance=terms.instance, driver=driver, budget=terms.budget, log_path=terms.calls_path, pace_ms=terms.pace_ms)
        with served(offer, Place(socket_path=way / "game" / "game.sock")):
            end = _run(terms, way / "game", empty)
    return conclude(terms, "namespaces", end)


def _run(terms: Terms, way: Path, empty: Path) -> AgentEnd:
    script = f"/agent/{terms.agent}.py"
    jail = Jail(
        binds=(
            Bind(outside=terms.workspace, inside=_WORKSPACE, is_writable=True),
            Bind(outside=way, inside="/game"),
            Bind(outside=SCRIPTS / f"{terms.agent}.py", inside=script),
            Bind(outside=Path(forward.__file__), inside="/agent/forward.py"),
            *_covers(empty),
        )
    )
    argv = [PYTHON, "-I", "-S", "/agent/forward.py", "/game/game.sock", str(PORT), _WORKSPACE, PYTHON, "-I", script, ADDRESS]
    began_s = time.monotonic()
    child = start(argv, jail, pass_fds={}, log_path=terms.folder / AGENT_LOG)
    try:
        status = child.wait(terms.limit_s)
    finally:
        child.kill()
    return AgentEnd(exit_status=status, took_s=time.monotonic() - began_s)


def _covers(empty: Path) -> tuple[Bind, ...]:
    """An empty folder over our own package where it is installed among what a jail sees, e.g. for the system's Python."""
    package = Path(playproof.__file__).resolve().parent
    seen = (Path("/usr"), Path(PYTHON).resolve().parents[1])
    return (Bind(outside=empty, inside=str(package)),) if any(package.is_relative_to(folder) for folder in seen) else ()
