"""Finding the browser: which Chromium of those installed plays best, and how to get one when there is none.

A headless shell comes before any full Chromium: only it can be told when to draw a frame, it starts in a third of the time and takes half the
memory. Wrapper scripts (`/usr/bin/chromium`) are looked through to the program behind them, since they add options of their own.
"""

import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from typing import Literal

from playproof.errors import MissingTool, SpecError
from playproof.sandbox.jail import Bind

BrowserKind = Literal["headless-shell", "full"]

REMEDY = "sudo apt-get install --no-install-recommends chromium-headless-shell  (or: playwright install --with-deps chromium-headless-shell)"
"""The commands that install a headless shell: Debian's own package, or Playwright's download for Ubuntu and others."""

_SHELL_NAMES = ("chrome-headless-shell", "chromium-headless-shell", "headless_shell")
_FULL_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
_FOLDERS = ("/usr/lib/chromium", "/usr/lib/chromium-browser", "/usr/lib64/chromium", "/usr/lib64/chromium-browser", "/opt/google/chrome")
_ELF = b"\x7fELF"
_VERSION_WAIT_S = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Browser:
    """An installed Chromium."""

    path: Path
    """The program itself, no wrapper script."""
    version: str
    """E.g. '156.0.8078.114'."""
    kind: BrowserKind

    def binds(self) -> tuple[Bind, ...]:
        """What a jail must show beside the system's folders so that the browser runs inside, under the same path as outside."""
        folder = self.path.parent
        return () if folder.is_relative_to("/usr") else (Bind(outside=folder, inside=str(folder)),)


def find_browser(path: Path | None = None, *, cache: Path | None = None) -> Browser:
    """The best installed browser. Takes about 10 ms, the browser's `--version`.

    Args:
        path: Use this program and no other.
        cache: Where Playwright keeps its browsers; its usual place when None.

    Raises:
        SpecError: `path` is not a program that tells a Chromium version.
        MissingTool: None is installed; the message has the command that installs one.
    """
    if path is not None:
        found = _program(path)
        browser = _browser(found) if found else None
        if browser is None:
            where = f"browser {str(path)!r}"
            raise SpecError(where, "is not a Chromium that can be run", expected="the path of chromium-headless-shell, chromium or Chrome")
        return browser
    for candidate in _candidates(cache or Path.home() / ".cache" / "ms-playwright"):
        found = _program(candidate)
        browser = _browser(found) if found else None
        if browser is not None:
            return browser
    raise MissingTool("no headless Chromium is installed", remedy=REMEDY)


def _candidates(cache: Path) -> Iterator[Path]:
    """Where a browser may be, best first; newest first among Playwright's."""
    yield Path("/usr/lib/chromium/chromium-headless-shell")
    yield from _on_path(_SHELL_NAMES)
    yield from _newest_first(cache.glob("chromium_headless_shell-*/*/*headless*shell"))
    for folder in _FOLDERS:
        for name in ("chromium", "chromium-browser", "chrome"):
            yield Path(folder, name)
    yield from _on_path(_FULL_NAMES)
    yield from _newest_first(cache.glob("chromium-*/chrome-linux*/chrome"))


def _on_path(names: tuple[str, ...]) -> Iterator[Path]:
    """Those of the names that PATH knows."""
    for name in names:
        found = which(name)
        if found:
            yield Path(found)


def _newest_first(paths: Iterator[Path]) -> list[Path]:
    """Sorted by the numbers in the paths, highest first."""
    return sorted(paths, key=lambda path: [int(number) for number in re.findall(r"\d+", str(path))], reverse=True)


def _program(path: Path, *, is_wrapped: bool = False) -> Path | None:
    """The executable behind a path: itself, or what its wrapper script (but not a wrapper's wrapper) runs. None when there is none."""
    try:
        real = path.resolve(strict=True)
        with real.open("rb") as file:
            start = file.read(4096)
    except OSError:
        return None
    if not os.access(real, os.X_OK):
        return None
    if start.startswith(_ELF):
        return real
    if is_wrapped:
        return None
    for word in re.findall(rb"(/[\w./+-]+)", start):
        behind = Path(os.fsdecode(word))
        if behind.name in (*_SHELL_NAMES, *_FULL_NAMES) and behind != path and behind.is_file():
            return _program(behind, is_wrapped=True)
    for folder in _FOLDERS:
        if (inner := Path(folder, path.name)).is_file():
            return inner
    return None


def _browser(program: Path) -> Browser | None:
    """Ask a program for its version; None when it is no Chromium or does not run, e.g. for want of a library."""
    try:
        asked = subprocess.run([program, "--version"], capture_output=True, text=True, check=False, timeout=_VERSION_WAIT_S)
    except (OSError, subprocess.TimeoutExpired):
        return None
    version = re.search(r"(?:Chrom\w*|HeadlessChrome)\D*(\d+(?:\.\d+){1,3})", asked.stdout)
    if asked.returncode or version is None:
        return None
    is_shell = "headless" in program.name
    return Browser(path=program, version=version[1], kind="headless-shell" if is_shell else "full")
