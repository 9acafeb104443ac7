"""Saved bytes by their hash: project files, captures and readings. A blob is complete or absent, and never changes.

A file is copied under a temporary name while it is hashed, flushed to the disk, then given its final name. A kill leaves at most a
temporary file, which the next writer removes. Equal contents are kept once.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from typing import BinaryIO

from .ledger import as_refusal
from .refusals import Refusal
from .scan import CHUNK_BYTES, Entry, in_threads


class Blobs:
    """The `blobs` folder of one records folder."""

    def __init__(self, folder: str) -> None:
        """Use the folders `blobs` and `tmp` below `folder`."""
        self.folder = os.path.join(folder, "blobs")
        self.temporary = os.path.join(folder, "tmp")

    def path(self, sha: str) -> str:
        """Give the place of a blob."""
        return os.path.join(self.folder, sha[:2], sha[2:])

    def has(self, sha: str, size_bytes: int) -> bool:
        """Tell whether a blob is there and has its size."""
        try:
            return os.stat(self.path(sha)).st_size == size_bytes
        except OSError:
            return False

    def clean(self) -> None:
        """Remove what a killed call left half written. Call only while holding the lock."""
        try:
            names = os.listdir(self.temporary)
        except FileNotFoundError:
            return
        for name in names:
            os.unlink(os.path.join(self.temporary, name))

    def put_bytes(self, content: bytes) -> str:
        """Keep some bytes and give their hash."""
        sha = hashlib.sha256(content).hexdigest()
        if not self.has(sha, len(content)):
            temporary = os.path.join(self.temporary, sha)
            try:
                os.makedirs(self.temporary, exist_ok=True)
                with open(temporary, "wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                self._settle(temporary, sha)
            except OSError as error:
                drop(temporary)
                raise as_refusal(error, self.folder) from error
        return sha

    def put_files(self, project: str, files: dict[str, Entry]) -> None:
        """Keep these project files; their bytes must still be the ones that were scanned.

        Raises:
            Refusal: `disk-full` (before anything is written if the shortage is plain), `project-moving`.
        """
        missing = {entry.sha: (path, entry) for path, entry in files.items() if not self.has(entry.sha, entry.size)}
        if not missing:
            return
        need_room(self.folder, sum(entry.size for _, entry in missing.values()))
        try:
            os.makedirs(self.temporary, exist_ok=True)
        except OSError as error:
            raise as_refusal(error, self.temporary) from error
        in_threads(lambda item: self._put_file(project, *item), sorted(missing.values()))

    def _put_file(self, project: str, path: str, entry: Entry) -> None:
        """Copy one file in while hashing it."""
        temporary = os.path.join(self.temporary, entry.sha)
        try:
            with open(os.path.join(project, path), "rb") as source, open(temporary, "wb") as target:
                sha = _copy(source, target)
                target.flush()
                os.fsync(target.fileno())
            if sha != entry.sha:
                drop(temporary)
                raise Refusal("project-moving", f"{path!r} changed while it was being saved")
            self._settle(temporary, entry.sha)
        except FileNotFoundError as error:
            drop(temporary)
            raise Refusal("project-moving", f"{path!r} vanished while it was being saved") from error
        except OSError as error:
            drop(temporary)
            raise as_refusal(error, self.folder) from error

    def _settle(self, temporary: str, sha: str) -> None:
        """Give a complete temporary file its final name."""
        final = self.path(sha)
        os.makedirs(os.path.dirname(final), exist_ok=True)
        os.chmod(temporary, 0o444)
        os.replace(temporary, final)

    def check(self, hashes: set[str]) -> None:
        """Read these blobs and make sure that each is what its name says.

        Raises:
            Refusal: `snapshot-damaged`.
        """
        in_threads(self._check_one, sorted(hashes))

    def _check_one(self, sha: str) -> None:
        """Read one blob and compare it with its name."""
        path = self.path(sha)
        try:
            with open(path, "rb") as file:
                found = _copy(file, None)
        except OSError as error:
            raise Refusal("snapshot-damaged", f"saved file {path!r} cannot be read: {error.strerror}", blob=path) from error
        if found != sha:
            raise Refusal("snapshot-damaged", f"saved file {path!r} does not have the content its name says", blob=path)

    def copy_to(self, sha: str, target: str) -> None:
        """Write a blob's bytes to `target`, flushed to the disk."""
        with open(self.path(sha), "rb") as source, open(target, "wb") as file:
            _copy(source, file)
            file.flush()
            os.fsync(file.fileno())


def need_room(folder: str, need_bytes: int) -> None:
    """Refuse early if the file system of `folder` plainly lacks room.

    Raises:
        Refusal: `disk-full`, with the numbers.
    """
    free_bytes = shutil.disk_usage(folder).free
    if free_bytes < need_bytes:
        raise Refusal(
            "disk-full", f"{need_bytes} bytes are needed in {folder!r}, {free_bytes} are free", need_bytes=need_bytes, free_bytes=free_bytes
        )


def _copy(source: BinaryIO, target: BinaryIO | None) -> str:
    """Copy a binary file (or only read it) and give the hash of its bytes."""
    digest = hashlib.sha256()
    while True:
        chunk = source.read(CHUNK_BYTES)
        if not chunk:
            return digest.hexdigest()
        digest.update(chunk)
        if target is not None:
            target.write(chunk)


def drop(path: str) -> None:
    """Remove a temporary file if it is there."""
    try:
        os.unlink(path)
    except OSError:
        return
