"""An attempt in containers: a Compose project with the game-server and the agent on a network that leads nowhere."""

import os
import re
import secrets
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from playproof.agents.scripted import SCRIPTS
from playproof.errors import SandboxError, SpecError
from playproof.records.attempt import AttemptSheet
from playproof.sandbox.docker import Project, docker, require_docker, wait_for
from playproof.tracks.replica.attempt.terms import AGENT_LOG, AgentEnd, Terms, conclude, forget, prepare
from playproof.tracks.replica.containers.images import HERE, Images, build_images

_ADDRESS = "http://game:8377"
_PROXY = "http://gateway:8888"
_HOST = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Yard:
    """What containers are made from."""

    base: str
    """The base image."""
    cache: Path
    """Where downloaded packages are kept."""


def attempt(terms: Terms, yard: Yard) -> AttemptSheet:
    """Let a scripted agent replicate a game, in containers.

    Args:
        terms: The attempt.
        yard: What the containers are made from.

    Raises:
        MissingTool: There is no engine.
        SpecError: The terms cannot be had.
        SandboxError: The engine failed.
    """
    require_docker()
    for host in terms.allowed_hosts:
        if not _HOST.fullmatch(host):
            raise SpecError("--allow", f"{host!r} is no host name", expected="a full name in small letters, e.g. api.example.com")
    images = build_images(yard.base, SCRIPTS, yard.cache)
    prepare(terms, _ADDRESS, "/workspace")
    with tempfile.TemporaryDirectory(prefix="playproof-attempt-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # the gateway's user reads its list there
        (folder / "log").mkdir()
        project = _project(terms, images, folder)
        try:
            end = _run(terms, project)
        except SandboxError:
            forget(terms)
            raise
        finally:
            project.down()
        logged = folder / "log" / "calls.jsonl"
        if logged.exists():
            terms.calls_path.write_bytes(logged.read_bytes())
    return conclude(terms, "docker", end)


def _run(terms: Terms, project: Project) -> AgentEnd:
    project.up("game-server", *(["gateway"] if terms.allowed_hosts else []))
    began_s = time.monotonic()
    agent = project.start("agent")
    status = wait_for(agent, terms.limit_s)
    took_s = time.monotonic() - began_s
    (terms.folder / AGENT_LOG).write_text(docker(["logs", agent], doing="read what the agent printed"), encoding="utf-8")
    return AgentEnd(exit_status=status, took_s=took_s)


def _project(terms: Terms, images: Images, folder: Path) -> Project:
    allowed = folder / "allowed"
    allowed.write_text("".join(f"^{re.escape(host)}$\n" for host in terms.allowed_hosts))
    family = terms.instance.family.path.resolve()
    variables = {
        "GAME_IMAGE": images.game,
        "AGENT_IMAGE": images.agent,
        "GATEWAY_IMAGE": images.gateway,
        "FAMILY": family.name,
        "FAMILY_PATH": str(family),
        "LEVEL": terms.instance.level,
        "BUDGET": str(terms.budget),
        "PACE_MS": str(terms.pace_ms),
        "LOG_PATH": str(folder / "log"),
        "ALLOWED_PATH": str(allowed),
        "WORKSPACE_PATH": str(terms.workspace.resolve()),
        "AGENT": terms.agent,
        "USER_IDS": f"{os.getuid()}:{os.getgid()}",
        "PROXY": _PROXY if terms.allowed_hosts else "",
    }
    profiles = ("gateway",) if terms.allowed_hosts else ()
    return Project(name=f"playproof-{secrets.token_hex(6)}", file=HERE / "compose.yaml", variables=variables, folder=folder, profiles=profiles)
