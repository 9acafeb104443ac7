"""What the project is now: every monitored file with its mode, size and hash.

A full scan reads every byte; a trusting scan takes the hash of a file whose mode, size, times and inode are as they were
when it was last read. Symbolic links and special files are refused: what they stand for could change unseen.
After hashing, the tree is walked again; if anything moved meanwhile the scan starts over, then gives up.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from .engines import Root, excluded_file, excluded_folder
from .refusals import Refusal
from .statcache import Seen, StatCache

CHUNK_BYTES = 1 << 20
WORKERS = min(8, 2 * (os.cpu_count() or 1))
TRIES = 3
FEW = 32  # so few small files are read faster without threads
SHOWN = 5
_buffers = threading.local()

Item = TypeVar("Item")
Result = TypeVar("Result")


class Entry(NamedTuple):
    """One monitored file: permission bits, size and SHA-256 of its bytes."""

    mode: int
    size: int
    sha: str


@dataclass(frozen=True)
class Scan:
    """The monitored project at one moment. Paths are relative, with '/'; `dirs` has '' for the project itself."""

    files: dict[str, Entry]
    dirs: dict[str, int]
    times_ns: dict[str, int]

    @property
    def fingerprint(self) -> str:
        """One hash for all files: paths, modes, sizes and contents."""
        return fingerprint(self.files)


@dataclass(frozen=True)
class Delta:
    """What turns one set of files into another."""

    added: dict[str, Entry]
    changed: dict[str, Entry]
    deleted: tuple[str, ...]

    @property
    def paths(self) -> tuple[str, ...]:
        """Every path that differs, sorted."""
        return tuple(sorted((*self.added, *self.changed, *self.deleted)))

    def __bool__(self) -> bool:
        """Tell whether anything differs."""
        return bool(self.added or self.changed or self.deleted)


def fingerprint(files: dict[str, Entry]) -> str:
    """Give the SHA-256 over all paths, modes, sizes and content hashes."""
    digest = hashlib.sha256()
    for path in sorted(files):
        entry = files[path]
        line = f"{path}\0{entry.mode:o}\0{entry.size}\0{entry.sha}\n"
        digest.update(line.encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


def compare(old: dict[str, Entry], new: dict[str, Entry]) -> Delta:
    """Give what was added, changed and deleted from `old` to `new`."""
    return Delta(
        added={path: entry for path, entry in new.items() if path not in old},
        changed={path: entry for path, entry in new.items() if path in old and old[path] != entry},
        deleted=tuple(sorted(path for path in old if path not in new)),
    )


def scan(project: str, roots: tuple[Root, ...], cache: StatCache, *, trust: bool) -> Scan:
    """Fingerprint the project.

    Args:
        project: The real path of the project folder.
        roots: Engine roots, which decide the cache folders that are left out.
        cache: What is known from earlier scans; it is updated, the caller saves it.
        trust: Whether an unchanged size, mode, time and inode may stand for unchanged bytes.

    Raises:
        Refusal: `symlink-in-project`, `special-file`, `unreadable-file`, `project-moving` or `project-missing`.
    """
    for _ in range(TRIES):
        before = walk(project, roots)
        hashes = _hashes(project, before.files, cache, trust=trust)
        if None in hashes.values() or walk(project, roots) != before:
            continue
        files: dict[str, Entry] = {}
        for path, status in before.files.items():
            sha = hashes[path]
            if sha is not None:
                files[path] = Entry(stat.S_IMODE(status.st_mode), status.st_size, sha)
        cache.keep_only(files)
        times = {path: max(status.st_mtime_ns, status.st_ctime_ns) for path, status in before.files.items()}
        return Scan(files, before.dirs, times)
    raise Refusal("project-moving", f"files in {project!r} changed during each of {TRIES} tries to read them")


class Tree(NamedTuple):
    """The monitored files and folders without their contents."""

    files: dict[str, os.stat_result]
    dirs: dict[str, int]


def walk(project: str, roots: tuple[Root, ...]) -> Tree:
    """List the monitored files and folders; refuse links, special files and unreadable folders."""
    files: dict[str, os.stat_result] = {}
    dirs: dict[str, int] = {}
    links: list[str] = []
    special: list[str] = []
    todo = [""]
    while todo:
        parent = todo.pop()
        folder = os.path.join(project, parent) if parent else project
        try:
            dirs[parent] = stat.S_IMODE(os.lstat(folder).st_mode)
            entries = list(os.scandir(folder))
        except OSError as error:
            if error.errno == errno.ENOENT and parent:
                raise Refusal("project-moving", f"{parent!r} vanished while the project was being read") from error
            code = "unreadable-file" if os.path.isdir(project) else "project-missing"
            raise Refusal(code, f"{folder!r} cannot be listed: {error.strerror}") from error
        for entry in entries:
            path = f"{parent}/{entry.name}" if parent else entry.name
            try:
                status = os.lstat(entry.path)
            except OSError as error:
                raise Refusal("project-moving", f"{path!r} vanished while the project was being read") from error
            if stat.S_ISDIR(status.st_mode):
                if not excluded_folder(entry.name, parent, roots):
                    todo.append(path)
            elif excluded_file(entry.name) or (stat.S_ISLNK(status.st_mode) and excluded_folder(entry.name, parent, roots)):
                continue  # a linked node_modules is as little monitored as a real one
            elif stat.S_ISREG(status.st_mode):
                files[path] = status
            else:
                (links if stat.S_ISLNK(status.st_mode) else special).append(path)
    if links:
        raise Refusal("symlink-in-project", f"{_few(links)} in {project!r}: symbolic links are not followed", paths=sorted(links))
    if special:
        raise Refusal("special-file", f"{_few(special)} in {project!r}: not a regular file", paths=sorted(special))
    return Tree(files, dirs)


def _hashes(project: str, files: dict[str, os.stat_result], cache: StatCache, *, trust: bool) -> dict[str, str | None]:
    """Hash what must be read, in threads; None marks a file that moved while it was read."""
    known: dict[str, str | None] = {}
    todo: list[str] = []
    for path, status in files.items():
        sha = cache.trusted(path, status) if trust else None
        if sha is None:
            todo.append(path)
        else:
            known[path] = sha
    if not todo:
        return known

    def one(path: str) -> str | None:
        started_ns = time.time_ns()
        sha = hash_file(os.path.join(project, path), files[path])
        if sha is not None:
            cache.learn(path, Seen.of(files[path], sha, started_ns))
        return sha

    if len(todo) <= FEW and sum(files[path].st_size for path in todo) <= CHUNK_BYTES:
        known.update((path, one(path)) for path in todo)
        return known
    known.update(zip(todo, in_threads(one, todo)))
    return known


def in_threads(work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
    """Do the same with each item in a few threads, and give the results in order; the first failure is raised."""
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - slow to import, and most calls need none

    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(work, items))


def hash_file(path: str, expected: os.stat_result) -> str | None:
    """Hash one regular file; None if it is not the file that `expected` describes, before or after reading."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    try:
        handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EPERM):
            raise Refusal("unreadable-file", f"{path!r} cannot be read: {error.strerror}") from error
        return None
    try:
        if not _same(os.fstat(handle), expected):
            return None
        digest = hashlib.sha256()
        buffer = getattr(_buffers, "buffer", None)
        if buffer is None:
            buffer = _buffers.buffer = bytearray(CHUNK_BYTES)
        view = memoryview(buffer)
        with open(handle, "rb", buffering=0, closefd=False) as file:
            while True:
                count = file.readinto(buffer)
                if not count:
                    break
                digest.update(view[:count])
        return digest.hexdigest() if _same(os.fstat(handle), expected) else None
    finally:
        os.close(handle)


def _same(one: os.stat_result, other: os.stat_result) -> bool:
    """Tell whether two looks at a file saw the same file, untouched."""
    return (one.st_ino, one.st_mode, one.st_size, one.st_mtime_ns) == (other.st_ino, other.st_mode, other.st_size, other.st_mtime_ns)


def _few(paths: list[str]) -> str:
    """Name the first few paths."""
    shown = ", ".join(repr(path) for path in sorted(paths)[:SHOWN])
    return shown if len(paths) <= SHOWN else f"{shown} and {len(paths) - SHOWN} more"
