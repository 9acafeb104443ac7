"""Docker as a sandbox: is there an engine, and a Compose project that is certainly taken down again."""

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from playproof.errors import MissingTool, SandboxError

_ASK_S = 20.0
_CALL_S = 180.0
"""Wall seconds for one command of the engine, building aside (ours)."""
_SAID_CHARACTERS = 1500


def docker_problem() -> str | None:
    """Why containers cannot be run here and what helps, or None when they can. Asks the engine."""
    try:
        asked = subprocess.run(["docker", "version", "--format", "json"], capture_output=True, text=True, check=False, timeout=_ASK_S)
    except FileNotFoundError:
        return (
            "containers: there is no `docker` command\n  to install it: sudo apt-get install docker.io docker-compose-v2 (or see docker's own pages)"
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"containers: `docker version` did not answer: {error}\n  is the engine running? try: docker info"
    if asked.returncode != 0:
        return f"containers: no engine answers: {asked.stderr.strip()[:300]!r}\n  start it, or point DOCKER_HOST at one; try: docker info"
    composed = subprocess.run(["docker", "compose", "version"], capture_output=True, text=True, check=False, timeout=_ASK_S)
    if composed.returncode != 0:
        return "containers: `docker compose` is missing\n  to install it: sudo apt-get install docker-compose-v2"
    return None


def require_docker() -> None:
    """MissingTool where containers cannot be run."""
    problem = docker_problem()
    if problem is not None:
        what, _, remedy = problem.partition("\n")
        raise MissingTool(what, remedy=remedy.strip())


def docker(words: Sequence[str], *, doing: str, timeout_s: float = _CALL_S) -> str:
    """Run one docker command; returns what it prints.

    Args:
        words: The words after `docker`.
        doing: What it is for, for the message.
        timeout_s: Wall seconds.

    Raises:
        SandboxError: It failed or took too long.
    """
    try:
        ran = subprocess.run(
            ["docker", *words], capture_output=True, encoding="utf-8", errors="replace", check=False, timeout=timeout_s, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        message = f"{doing}: {error}"
        raise SandboxError(message, kind="docker_failed") from error
    if ran.returncode != 0:
        message = f"{doing}: docker ended with status {ran.returncode}: {(ran.stderr or ran.stdout).strip()[-_SAID_CHARACTERS:]}"
        raise SandboxError(message, kind="docker_failed")
    return ran.stdout


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """One Compose project."""

    name: str
    file: Path
    variables: Mapping[str, str]
    folder: Path
    """Where the file of variables is written."""
    profiles: tuple[str, ...] = ()

    def up(self, *services: str) -> None:
        """Start services and wait until they are healthy."""
        doing = f"start {', '.join(services)}"
        try:
            self._call(["up", "--detach", "--wait", "--no-build", "--pull", "never", *services], doing)
        except SandboxError as error:
            said = self._call(["logs", "--no-color", "--tail", "20", *services], "read why it did not start").strip()
            message = f"{doing}: {said[-_SAID_CHARACTERS:] or error}"
            raise SandboxError(message, kind="docker_failed") from error

    def start(self, service: str) -> str:
        """Start a service without waiting; returns the id of its container."""
        self._call(["up", "--detach", "--no-deps", "--no-build", "--pull", "never", service], f"start {service}")
        return self._call(["ps", "--all", "--quiet", service], f"find {service}").strip()

    def down(self) -> None:
        """Remove everything of the project."""
        self._call(["down", "--volumes", "--remove-orphans", "--timeout", "3"], "take the project down")

    def _call(self, words: Sequence[str], doing: str) -> str:
        values = self.folder / "compose.env"
        values.write_text("".join(f"{name}='{value}'\n" for name, value in self.variables.items()), encoding="utf-8")
        profiles = [word for profile in self.profiles for word in ("--profile", profile)]
        return docker(["compose", "--project-name", self.name, "--file", str(self.file), "--env-file", str(values), *profiles, *words], doing=doing)


def wait_for(container: str, timeout_s: float) -> int | None:
    """The exit status of a container, or None if it still ran after `timeout_s` seconds; it is killed then."""
    try:
        waited = subprocess.run(["docker", "wait", container], capture_output=True, text=True, check=False, timeout=timeout_s)
    except subprocess.TimeoutExpired:
        docker(["kill", container], doing="end the agent")
        return None
    try:
        return int(waited.stdout.strip())
    except ValueError:
        message = f"docker wait: {waited.stderr.strip()[:300]}"
        raise SandboxError(message, kind="docker_failed") from None


def has_image(tag: str) -> bool:
    """Whether the engine has an image of that tag."""
    return bool(json.loads(docker(["image", "ls", "--format", "json", "--filter", f"reference={tag}"], doing="look for an image") or "null"))
