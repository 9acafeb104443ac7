"""`playproof boost`: puts the stand-alone skill `boost` where a coding agent finds it. The skill is data here; nothing of it is imported."""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import click

from playproof.cli.printing import print_json
from playproof.errors import MissingTool, SpecError
from playproof.records.record import Record

AgentName = Literal["codex", "claude", "generic"]

PLACES: Final[dict[AgentName, str]] = {
    "codex": ".agents/skills/boost",
    "claude": ".claude/skills/boost",
    "generic": ".agents/skills/boost",
}
"""Where each agent looks for skills, below the workspace. boost does not monitor these folders if they lie in the game's project."""

SHIPPED: Final = ("SKILL.md", "VERSION", "LICENSE", "CHANGELOG.md", "scripts", "references", "examples")
"""What an agent needs of the skill; its tests and plugin manifests stay behind."""


class Installed(Record):
    """`playproof boost install --json`."""

    path: str
    agent: AgentName
    version: str
    sha256: str
    """Hash over the paths and bytes of all installed files: what a run with this skill has to name."""
    was_there: bool
    """The same files were installed before; nothing was written."""


@click.group("boost")
def command() -> None:
    """The skill `boost`: lets a coding agent playtest and repair its game with honest books."""


@command.command("install")
@click.argument("workspace", type=click.Path(path_type=Path))
@click.option("--agent", type=click.Choice(list(PLACES)), default="generic", show_default=True, help="Who will read it; decides the folder.")
@click.option("--replace", is_flag=True, help="Replace another version of the skill.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def install(workspace: Path, agent: AgentName, *, replace: bool, as_json: bool) -> None:
    """Copy the skill into WORKSPACE, the folder that the agent works in."""
    answer = put(workspace, agent, replace=replace)
    if as_json:
        print_json(answer)
        return
    word = "is already in" if answer.was_there else "is now in"
    click.echo(f"boost {answer.version} {word} {answer.path}\n  sha256 {answer.sha256}")
    if agent == "generic":
        click.echo(f"  tell the agent: Read {PLACES[agent]}/SKILL.md and follow it while you build the game.")


def put(workspace: Path, agent: AgentName, *, replace: bool = False) -> Installed:
    """Copy the skill for `agent` into a workspace, whole or not at all.

    Args:
        workspace: An existing folder.
        agent: Decides the folder below it.
        replace: Whether another version may be replaced.

    Raises:
        SpecError: The workspace is no folder, something else stands in the place, or another version is there and `replace` is false.
        MissingTool: This installation of playproof lacks the skill.
    """
    if not workspace.is_dir():
        raise SpecError(str(workspace), "is not a folder", expected="the folder that the agent works in")
    source = find_skill()
    target = workspace / PLACES[agent]
    digest = content_hash(source)
    answer = Installed(
        path=str(target),
        agent=agent,
        version=(source / "VERSION").read_text(encoding="utf-8").strip(),
        sha256=digest,
        was_there=target.is_dir() and content_hash(target) == digest,
    )
    if answer.was_there:
        return answer
    _check_place(target, replace=replace)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".boost-", dir=target.parent) as name:
        fresh, old = Path(name) / "fresh", Path(name) / "old"
        for path in files_of(source):
            place = fresh / path
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source / path, place)
        if target.exists():
            target.rename(old)
        fresh.rename(target)
    return answer


def _check_place(target: Path, *, replace: bool) -> None:
    """Refuse to overwrite what is not an older boost, and an older boost without being asked to."""
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise SpecError(str(target), "is not a folder", expected="nothing, or a folder with an earlier version of the skill")
    if not target.exists() or not any(target.iterdir()):
        return
    if not (target / "SKILL.md").is_file() or "\nname: boost\n" not in (target / "SKILL.md").read_text(encoding="utf-8", errors="replace"):
        raise SpecError(str(target), "holds something that is not the skill boost", expected="nothing there; move it away")
    if not replace:
        raise SpecError(str(target), "holds other files of the skill", expected="the same version, or --replace")


def find_skill() -> Path:
    """The skill's folder: in the installed package, or in the checkout that this file lies in."""
    package = Path(__file__).resolve().parents[1]
    for place in (package / "skills" / "boost", package.parents[1] / "skills" / "boost"):
        if (place / "SKILL.md").is_file():
            return place
    raise MissingTool(f"the skill boost is not in this installation of playproof ({package})", remedy="pip install --force-reinstall playproof")


def files_of(skill: Path) -> Iterator[Path]:
    """Every shipped file of a skill's folder, relative to it, in order."""
    for name in SHIPPED:
        place = skill / name
        found = sorted(place.rglob("*")) if place.is_dir() else [place]
        yield from (path.relative_to(skill) for path in found if path.is_file() and "__pycache__" not in path.parts)


def content_hash(skill: Path) -> str:
    """SHA-256 over the JSON list of (path, SHA-256) of every shipped file that is there."""
    parts = [(path.as_posix(), hashlib.sha256((skill / path).read_bytes()).hexdigest()) for path in files_of(skill)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
