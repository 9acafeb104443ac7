"""One writer at a time: a lock on a file that the system releases when its holder ends, however it ends."""

from __future__ import annotations

import os
import time

from .refusals import Refusal

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]
    import msvcrt

WAIT_S = 10.0
PAUSE_S = 0.05


class Lock:
    """A context manager that holds the lock file `path`; waits up to `wait_s` seconds for another holder."""

    def __init__(self, path: str, wait_s: float = WAIT_S) -> None:
        """Prepare; nothing is opened yet."""
        self.path = path
        self.wait_s = wait_s
        self._handle = -1

    def __enter__(self) -> Lock:
        """Take the lock or refuse with `records-busy`."""
        try:
            self._handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise Refusal("records-unwritable", f"{self.path!r} cannot be opened: {error.strerror}") from error
        until_s = time.monotonic() + self.wait_s
        while True:
            try:
                _take(self._handle)
            except OSError as error:
                if time.monotonic() >= until_s:
                    os.close(self._handle)
                    raise Refusal("records-busy", f"another call has held {self.path!r} for {self.wait_s:g} s") from error
                time.sleep(PAUSE_S)
            else:
                return self

    def __exit__(self, *what: object) -> None:
        """Release the lock."""
        self.release()

    def release(self) -> None:
        """Release the lock."""
        os.close(self._handle)


def _take(handle: int) -> None:
    """Lock without waiting; OSError if another process holds it."""
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    else:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
