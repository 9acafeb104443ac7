"""Builds the images of an attempt, once for each content: the tag is a hash of everything that goes in.

Python packages are downloaded here and installed in the image without a network, so that the image needs the same index and the same
certificates as this installation and no others. The image's Python has to be of the same version.
"""

import hashlib
import importlib.metadata
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import playproof
from playproof.errors import SandboxError
from playproof.sandbox.docker import docker, has_image

HERE = Path(__file__).parent
DEFAULT_BASE = "debian:bookworm-slim"
_BUILD_S = 1800.0
_DOWNLOAD_S = 900.0
_NAMED = re.compile(r"(?P<name>[A-Za-z0-9._-]+)(\[(?P<extras>[^]]*)\])?")
_EXTRA = re.compile(r"extra *== *['\"]([^'\"]+)['\"]")
_LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.pyc", "suites", "skills")
"""What of the package the game-server does not need; the one family of a task is bound into its container."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Images:
    """Tags of the images of an attempt."""

    game: str
    agent: str
    gateway: str


def build_images(base: str, agents: Path, cache: Path) -> Images:
    """The images on a base; built if they are not there.

    Args:
        base: A Debian or Ubuntu image with a Python of this version.
        agents: Folder of the scripts that the agent's image carries.
        cache: Where downloaded packages are kept.

    Raises:
        SandboxError: The engine or the download failed.
    """
    with tempfile.TemporaryDirectory(prefix="playproof-images-") as name:
        context = Path(name)
        shutil.copytree(agents, context / "agent", ignore=_LEFT_OUT)
        shutil.copytree(Path(playproof.__file__).parent, context / "package" / "playproof", ignore=_LEFT_OUT)
        for file in ("Dockerfile", "tinyproxy.conf"):
            shutil.copyfile(HERE / file, context / file)
        requirements = _requirements()
        tags = {
            "game": _tag("game", base, [context / "Dockerfile", context / "package"], requirements),
            "agent": _tag("agent", base, [context / "Dockerfile", context / "agent"], ""),
            "gateway": _tag("gateway", base, [context / "Dockerfile", context / "tinyproxy.conf"], ""),
        }
        if not has_image(tags["game"]):
            shutil.copytree(_wheels(requirements, cache), context / "wheels")
        else:
            (context / "wheels").mkdir()
        for target, tag in tags.items():
            if not has_image(tag):
                words = ["build", "--progress", "plain", "--build-arg", f"BASE={base}", "--target", target, "--tag", tag, str(context)]
                docker(words, doing=f"build the image of the {target}", timeout_s=_BUILD_S)
    return Images(**tags)


def _tag(target: str, base: str, parts: list[Path], more: str) -> str:
    """A tag that changes with the content."""
    digest = hashlib.sha256(f"{base}\0{more}\0".encode())
    for part in parts:
        for path in sorted(part.rglob("*")) if part.is_dir() else [part]:
            if path.is_file():
                digest.update(f"{path.relative_to(part)}\0".encode() + path.read_bytes() + b"\0")
    return f"playproof-{target}:{digest.hexdigest()[:16]}"


def _requirements() -> str:
    """What playproof needs, with all that this needs in turn, in the versions that are installed here."""
    installed = {_plain(one.name): one.version for one in importlib.metadata.distributions()}
    wanted = list(importlib.metadata.requires("playproof") or ())
    found: dict[str, str] = {}
    seen: set[str] = set()
    while wanted:
        parts = _NAMED.match(wanted.pop())
        if parts is None or parts[0] in seen or _plain(parts["name"]) not in installed:
            continue  # what is not installed here is for other systems
        seen.add(parts[0])
        name, extras = _plain(parts["name"]), {one.strip() for one in (parts["extras"] or "").split(",")}
        found[name] = installed[name]
        for line in importlib.metadata.requires(name) or ():
            extra = _EXTRA.search(line)
            if extra is None or extra[1] in extras:
                wanted.append(line)
    return "".join(f"{name}=={version}\n" for name, version in sorted(found.items()))


def _plain(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")


def _wheels(requirements: str, cache: Path) -> Path:
    """A folder with a wheel for each requirement, and the list of them."""
    folder = cache / "wheels" / hashlib.sha256(f"{requirements}{sys.version_info[:2]}".encode()).hexdigest()[:16]
    if (folder / "requirements.txt").exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    listed = folder / "wanted.txt"
    listed.write_text(requirements)
    words = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", str(folder), "-r", str(listed)]
    try:
        subprocess.run(words, check=True, capture_output=True, text=True, timeout=_DOWNLOAD_S)
    except subprocess.CalledProcessError as error:
        message = f"download the packages of the game-server's image: {error.stderr.strip()[-600:]}"
        raise SandboxError(message, kind="download_failed") from error
    except (OSError, subprocess.TimeoutExpired) as error:
        message = f"download the packages of the game-server's image: {error}"
        raise SandboxError(message, kind="download_failed") from error
    listed.rename(folder / "requirements.txt")
    return folder
