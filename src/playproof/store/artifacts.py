"""Freezing a game: a read-only copy of its regular files, hashed by name and content."""

import hashlib
import os
import shutil
import stat
from collections.abc import Sequence
from pathlib import Path

from playproof.errors import SpecError
from playproof.records.artifact import Artifact, FileEntry

MAX_BYTES = 512 << 20
MAX_FILES = 20_000
"""Largest artifact that is taken (ours)."""
LEFT_OUT = frozenset({".git", "node_modules", "__pycache__", ".DS_Store"})
"""Names that are never part of a game."""


def list_files(folder: Path) -> tuple[Path, ...]:
    """The regular files of a game, relative, sorted.

    Raises:
        SpecError: The folder is missing, too large, or holds a link or special file (a link could show files of this machine to the game's server).
    """
    if not folder.is_dir():
        problem = "no such folder" if not folder.exists() else "is not a folder"
        raise SpecError(str(folder), problem, expected="the folder of a game, e.g. one that holds index.html")
    found: list[Path] = []
    total = 0
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT)
        for name in sorted([*names, *folders]):
            path = Path(place) / name
            mode = path.lstat().st_mode
            if stat.S_ISDIR(mode) or name in LEFT_OUT:
                continue
            if not stat.S_ISREG(mode):
                raise SpecError(str(path), "is a link or special file", expected="regular files only; replace the link by what it points to")
            if not is_text(name):
                raise SpecError(str(path.parent), f"holds {name!r}, a name that is no text", expected="file names in UTF-8")
            total += path.stat().st_size
            found.append(path.relative_to(folder))
            if total > MAX_BYTES or len(found) > MAX_FILES:
                raise SpecError(str(folder), "is too large for a game", expected=f"at most {MAX_FILES:,} files and {MAX_BYTES >> 20} MiB")
    return tuple(sorted(found))


def is_text(name: str) -> bool:
    """Whether a file's name can be written down: names that are no UTF-8 cannot."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def describe(folder: Path, files: Sequence[Path] | None = None) -> Artifact:
    """Hash a game without copying it: all its files, or only those that are named."""
    entries, whole = [], hashlib.sha256()
    for path in list_files(folder) if files is None else files:
        content = (folder / path).read_bytes()
        entry = FileEntry(path=path.as_posix(), size_bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
        whole.update(f"{entry.path}\0{entry.sha256}\n".encode())
        entries.append(entry)
    return Artifact(sha256=whole.hexdigest(), files=tuple(entries))


def freeze(folder: Path, into: Path, files: Sequence[Path] | None = None) -> Artifact:
    """Copy a game, or only the files of it that are named, to `into`, read-only, and describe the copy; an existing copy is replaced."""
    files = list_files(folder) if files is None else files
    if into.exists():
        shutil.rmtree(into)
    try:
        into.mkdir(parents=True)
        for path in files:
            target = into / path
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(folder / path, target)
            target.chmod(0o444)
    except OSError as error:
        raise SpecError(str(into), f"cannot be written: {error.strerror}", expected="a folder you may write; choose one with --out") from None
    return describe(into)
