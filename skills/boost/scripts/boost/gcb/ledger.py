"""The ledger: one JSON line per event, each with the hash of the line before it. It only ever grows.

The line is the commit point of every command: what the ledger does not say did not happen. A line that a kill or a full
disk cut short was never acknowledged; the next writer drops it and says so in a line of its own. `head.json` names the last
line, so that lines removed from the end are noticed too.
"""

from __future__ import annotations

import datetime as dt
import errno
import hashlib
import json
import os
import time
from typing import Any, NamedTuple

from .refusals import Refusal

FIRST = "0" * 64
# A reader takes no lock, so it may look while a line is being written. Our own choice.
READ_TRIES = 4
READ_PAUSE_S = 0.02


class Event(NamedTuple):
    """One line of the ledger. `t_ns` is nanoseconds since 1970; `body` is JSON whose fields depend on `kind`."""

    seq: int
    t_ns: int
    kind: str
    body: dict[str, Any]


class Ledger:
    """The ledger file of one records folder, read and verified when made."""

    def __init__(self, folder: str) -> None:
        """Read and verify.

        Raises:
            Refusal: `not-initialised`, `ledger-damaged` or `ledger-shortened`.
        """
        self.path = os.path.join(folder, "ledger.jsonl")
        self.head_path = os.path.join(folder, "head.json")
        for left in range(READ_TRIES - 1, -1, -1):
            try:
                self._read()
            except Refusal as refusal:
                # Another call may have written between our looks at the two files; a real damage is still there at the next look.
                if not left or refusal.code == "not-initialised":
                    raise
                time.sleep(READ_PAUSE_S)
            else:
                break

    def _read(self) -> None:
        """Read the head, then the ledger, so that a line written meanwhile makes the ledger longer and never shorter."""
        folder = os.path.dirname(self.path)
        head = self._read_head()
        try:
            with open(self.path, "rb") as file:
                whole = file.read()
        except FileNotFoundError as error:
            raise Refusal("not-initialised", f"{folder!r} has no ledger") from error
        end = whole.rfind(b"\n") + 1
        self.events: list[Event] = []
        self.torn = whole[end:]
        self.size_bytes = end
        self._last = FIRST
        before_last = FIRST
        for number, line in enumerate(whole[:end].split(b"\n")[:-1], start=1):
            self.events.append(_parse(line, number, self._last))
            before_last, self._last = self._last, hashlib.sha256(line).hexdigest()
        self.head_behind = self._check_head(head, before_last)

    def _read_head(self) -> tuple[int, str] | None:
        """Give number and hash of the last known line; None if there is no head yet."""
        try:
            with open(self.head_path, encoding="ascii") as file:
                found = json.load(file)
            return int(found["seq"]), str(found["sha"])
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError) as error:
            raise Refusal("ledger-damaged", f"{self.head_path!r} cannot be read: {error}") from error

    def _check_head(self, head: tuple[int, str] | None, before_last: str) -> bool:
        """Compare the last lines with the head; true if a kill left it one line behind."""
        count = len(self.events)
        if head is None:
            if count <= 1:
                return True
            raise Refusal("ledger-damaged", f"{self.head_path!r} is missing")
        seq, sha = head
        if seq > count:
            raise Refusal("ledger-shortened", f"{self.path!r} has {count} lines, its head names line {seq}")
        if seq == count and sha == self._last:
            return False
        if seq == count - 1 and sha == before_last:
            return True
        raise Refusal("ledger-damaged", f"line {seq} of {self.path!r} is not the one its head names")

    def heal(self) -> None:
        """Drop a line that was cut short and catch up the head. Call only while holding the lock."""
        self._catch_up()
        if self.torn:
            torn = self.torn
            with open(self.path, "r+b") as file:
                file.truncate(self.size_bytes)
            self.torn = b""
            self.append("tail-dropped", {"bytes": len(torn), "sha": hashlib.sha256(torn).hexdigest()})

    def append(self, kind: str, body: dict[str, Any]) -> Event:
        """Write one event to the disk and give it back; on a full disk nothing is written.

        Raises:
            Refusal: `disk-full` or `records-unwritable`.
        """
        self._catch_up()
        now_ns = time.time_ns()
        event = Event(len(self.events) + 1, now_ns, kind, body)
        line = _line(event, self._last)
        _write_whole(self.path, line + b"\n", self.size_bytes)
        self.size_bytes += len(line) + 1
        self._last = hashlib.sha256(line).hexdigest()
        self.events.append(event)
        self.head_behind = True
        try:
            self._write_head()
        except OSError:
            # The line stands; the next append first catches up, so the head is never more than one line behind.
            return event
        return event

    def _catch_up(self) -> None:
        """Bring the head up to the last line before another is written."""
        if not (self.head_behind and self.events):
            return
        try:
            self._write_head()
        except OSError as error:
            raise as_refusal(error, self.head_path) from error

    def _write_head(self) -> None:
        """Name the last line."""
        temporary = self.head_path + ".tmp"
        with open(temporary, "w", encoding="ascii") as file:
            json.dump({"seq": len(self.events), "sha": self._last}, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, self.head_path)
        self.head_behind = False


def as_refusal(error: OSError, path: str) -> Refusal:
    """Turn a failed write into the refusal that tells what to do."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return Refusal("disk-full", f"no room left to write {path!r}")
    return Refusal("records-unwritable", f"{path!r} cannot be written: {error.strerror}")


def _line(event: Event, prev: str) -> bytes:
    """Serialise one event with the hash of the line before it."""
    at = dt.datetime.fromtimestamp(event.t_ns // 1_000_000_000, dt.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    fields = {"seq": event.seq, "prev": prev, "at": at, "t_ns": event.t_ns, "kind": event.kind, "body": event.body}
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=True).encode("ascii")


def _parse(line: bytes, number: int, prev: str) -> Event:
    """Read one line and check its number and its link to the line before."""
    try:
        fields = json.loads(line)
        event = Event(fields["seq"], fields["t_ns"], fields["kind"], fields["body"])
        linked = fields["prev"] == prev and event.seq == number
    except (ValueError, KeyError, TypeError) as error:
        raise Refusal("ledger-damaged", f"line {number} of the ledger cannot be read: {error}") from error
    if not linked:
        raise Refusal("ledger-damaged", f"line {number} of the ledger does not follow from line {number - 1}")
    return event


def _write_whole(path: str, text: bytes, size_bytes: int) -> None:
    """Append all of `text` or nothing."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(path, flags, 0o644)
    except OSError as error:
        raise as_refusal(error, path) from error
    try:
        try:
            written = os.write(handle, text)
            if written != len(text):
                raise OSError(errno.ENOSPC, "only part of a line could be written")  # noqa: TRY301 - undone just below
            os.fsync(handle)
        except OSError as error:
            os.ftruncate(handle, size_bytes)
            raise as_refusal(error, path) from error
    finally:
        os.close(handle)
