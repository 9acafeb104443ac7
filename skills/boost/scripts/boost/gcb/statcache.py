"""A cache of file hashes, so that looking often is cheap.

It is never needed for a right answer: an entry counts only if mode, size, both times and inode are unchanged and the file
was quiet for a while before it was hashed; every call that decides something reads the files again.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable
from typing import NamedTuple

# A file touched this shortly before it was hashed may change again without its times telling (the coarsest file systems
# count in two seconds). Our own choice.
DOUBT_NS = 2_000_000_000
FORMAT = 1


class Seen(NamedTuple):
    """What a file looked like when it was hashed."""

    mode: int
    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int
    sha: str
    hashed_at_ns: int

    @classmethod
    def of(cls, status: os.stat_result, sha: str, hashed_at_ns: int) -> Seen:
        """Note the look of a file that was just hashed."""
        return cls(stat.S_IMODE(status.st_mode), status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, sha, hashed_at_ns)


class StatCache:
    """Hashes by path, kept in one JSON file that may be deleted at any time."""

    def __init__(self, path: str, project: str) -> None:
        """Load what is there; anything unreadable or of another project counts as empty."""
        self.path = path
        self.project = project
        self._seen: dict[str, Seen] = {}
        self._dirty = False
        try:
            with open(path, encoding="ascii") as file:
                found = json.load(file)
            if found["format"] == FORMAT and found["project"] == project:
                self._seen = {name: Seen(*values) for name, values in found["seen"].items()}
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            self._seen = {}

    def trusted(self, path: str, status: os.stat_result) -> str | None:
        """Give the hash of a file that looks as it did and was quiet when it was hashed; None otherwise."""
        seen = self._seen.get(path)
        if seen is None or max(seen.mtime_ns, seen.ctime_ns) + DOUBT_NS >= seen.hashed_at_ns:
            return None
        return seen.sha if seen == Seen.of(status, seen.sha, seen.hashed_at_ns) else None

    def learn(self, path: str, seen: Seen) -> None:
        """Remember the hash of a file."""
        self._seen[path] = seen
        self._dirty = True

    def keep_only(self, paths: Iterable[str]) -> None:
        """Forget every file that is not in `paths`."""
        kept = set(paths)
        gone = [path for path in self._seen if path not in kept]
        for path in gone:
            del self._seen[path]
        self._dirty = self._dirty or bool(gone)

    def save(self) -> None:
        """Write the cache; a full disk or a read-only folder only makes the next look slower."""
        if not self._dirty:
            return
        temporary = f"{self.path}.{os.getpid()}.tmp"
        try:
            with open(temporary, "w", encoding="ascii") as file:
                json.dump({"format": FORMAT, "project": self.project, "seen": self._seen}, file, separators=(",", ":"))
            os.replace(temporary, self.path)
        except OSError:
            try:
                os.unlink(temporary)
            except OSError:
                return
        self._dirty = False
