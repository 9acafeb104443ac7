"""Records as JSON files: canonical bytes, hashes, atomic writes, frames by content."""

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import TypeVar

from playproof.errors import SpecError
from playproof.records.record import Record

R = TypeVar("R", bound=Record)


def sha256_of(content: bytes) -> str:
    """The SHA-256 of bytes, as hex."""
    return hashlib.sha256(content).hexdigest()


def canonical_bytes(record: Record) -> bytes:
    """A record as JSON with sorted keys and no spaces: equal records give equal bytes."""
    return json.dumps(record.model_dump(mode="json"), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def write_atomic(path: Path, content: bytes) -> None:
    """Write a file so that a reader or a crash sees the old content or the new one, never a part."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except OSError as error:
        raise SpecError(str(path.parent), f"cannot be written: {error.strerror}", expected="a folder you may write; choose one with --out") from None


def write_record(path: Path, record: Record) -> None:
    """Write a record as JSON, atomically."""
    write_atomic(path, canonical_bytes(record) + b"\n")


def read_record(path: Path, kind: type[R]) -> R:
    """Read a record that `write_record` wrote; SpecError when it does not fit."""
    try:
        return kind.model_validate_json(path.read_bytes())
    except FileNotFoundError:
        raise SpecError(str(path), "no such file", expected=f"a {kind.__name__} written by playproof") from None
    except ValueError as error:
        raise SpecError(str(path), f"is not a {kind.__name__} of this version: {str(error).splitlines()[0]}") from None


class FrameStore:
    """PNG files by content hash: `frames/<sha256>.png`. Safe from several threads: equal content, equal name."""

    def __init__(self, folder: Path) -> None:
        """Frames live in `folder`, which is made at the first frame."""
        self.folder = folder

    def keep(self, png: bytes) -> str:
        """Store a picture and give its hash."""
        name = sha256_of(png)
        path = self.path(name)
        if not path.exists():
            write_atomic(path, png)
        return name

    def path(self, sha256: str) -> Path:
        """Where the picture of that hash lies."""
        return self.folder / f"{sha256}.png"

    def read(self, sha256: str) -> bytes:
        """The picture of that hash; SpecError when the evidence is incomplete or was changed."""
        try:
            png = self.path(sha256).read_bytes()
        except FileNotFoundError:
            raise SpecError(str(self.path(sha256)), "this frame of the evidence is missing", expected="the run folder as it was written") from None
        if sha256_of(png) != sha256:
            raise SpecError(str(self.path(sha256)), "this frame of the evidence was changed", expected="the run folder as it was written")
        return png
