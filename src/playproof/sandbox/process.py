"""Starting a process so that it cannot outlive us, and ending it with everything it started.

Two traps shape this module. The kernel's "die with the parent" fires when the *thread* that started a process ends, so one thread that lives
as long as we do starts them all. And code between fork and exec is not safe in a program with threads, so processes are started by
posix_spawn, whose file actions also give the child exactly the files it should have and no others.
"""

import os
import select
import signal
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from fcntl import F_DUPFD_CLOEXEC, fcntl
from pathlib import Path
from threading import Lock

from playproof.errors import SandboxError
from playproof.sandbox.proctree import descendants, family_bytes

_KILL_WAIT_S = 5.0
"""How long the kernel may take to clear away a killed family before we use force on each member. Our own choice."""
_HIGH_FD = 200
"""Our descriptors are first moved here, out of the way of the numbers that the child wants."""


class _Spawner:
    """The one thread that starts processes; a forked copy of us gets its own."""

    def __init__(self) -> None:
        """Make the thread when it is first needed."""
        self._threads: ThreadPoolExecutor | None = None
        self._lock = Lock()
        os.register_at_fork(after_in_child=self._forget)

    def _forget(self) -> None:
        """In a forked child the thread does not exist."""
        self._threads, self._lock = None, Lock()

    def spawn(self, argv: Sequence[str], environment: Mapping[str, str], actions: Sequence[tuple[object, ...]]) -> int:
        """Start `argv` in a session of its own; returns its pid."""
        with self._lock:
            if self._threads is None:
                self._threads = ThreadPoolExecutor(max_workers=1, thread_name_prefix="playproof-spawner")
            threads = self._threads
        return threads.submit(os.posix_spawn, argv[0], list(argv), dict(environment), file_actions=actions, setsid=True).result()


_SPAWNER = _Spawner()


class Child:
    """A started program with everything it has started since."""

    def __init__(self, pid: int, *, root_pid: int, lifeline: int | None) -> None:
        """Take charge of a process.

        Args:
            pid: Our child, which ends when the program has ended and gives its exit status.
            root_pid: The process whose death takes the whole family along (the init of the jail), or `pid` when there is none such.
            lifeline: Our end of a pipe; when it closes, the warden at `pid` kills the family. None in a jail.
        """
        self.pid = pid
        self._root_pid, self._lifeline = root_pid, lifeline
        self._fd = os.pidfd_open(pid)
        self._root_fd = os.pidfd_open(root_pid) if root_pid != pid else -1
        self._status: int | None = None
        self._lock = Lock()

    def is_alive(self) -> bool:
        """Whether the program still runs."""
        return self.wait(0) is None

    def wait(self, timeout_s: float | None) -> int | None:
        """The exit status once the program has ended (128 + n or -n after signal n); None if it still runs after `timeout_s` seconds."""
        end = None if timeout_s is None else time.monotonic() + timeout_s
        with self._lock:
            while self._status is None:
                left_s = None if end is None else max(0.0, end - time.monotonic())
                if not _has_ended(self._fd, left_s):
                    return None
                self._reap()
            return self._status

    def kill(self) -> None:
        """End the program and all it started, at once. May be called again; never raises."""
        with self._lock:
            if self._lifeline is not None:
                os.close(self._lifeline)
                self._lifeline = None
            if self._root_fd >= 0:
                _signal(self._root_fd)
        if self.wait(_KILL_WAIT_S) is None:
            for member in descendants(self.pid):
                with suppress(OSError):
                    os.kill(member, signal.SIGKILL)
            with self._lock:
                if self._status is None:
                    _signal(self._fd)
            self.wait(_KILL_WAIT_S)

    def memory_bytes(self) -> int:
        """Memory of the whole family, summed PSS in bytes; 0 when it has ended."""
        return family_bytes(self._root_pid) if self.is_alive() else 0

    def _reap(self) -> None:
        """Collect the exit status and give back the descriptors."""
        try:
            self._status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        except ChildProcessError:  # Somebody waited for all children of ours; the status is lost, the end is certain.
            self._status = -signal.SIGKILL
        for fd in (self._fd, self._root_fd, -1 if self._lifeline is None else self._lifeline):
            if fd >= 0:
                os.close(fd)
        self._root_fd, self._lifeline = -1, None


def spawn(argv: Sequence[str], *, environment: Mapping[str, str], pass_fds: Mapping[int, int], log_path: Path) -> int:
    """Start a process in a session of its own; returns its pid.

    Args:
        argv: Absolute path of the program, and its arguments.
        environment: All environment variables it gets.
        pass_fds: Which of our descriptors (value) it gets under which number (key). Beside these only 0 (empty), 1 and 2 (the log).
        log_path: What it prints is added to this file.

    Raises:
        SandboxError: The program or the log could not be opened.
    """
    moved = {number: fcntl(fd, F_DUPFD_CLOEXEC, _HIGH_FD) for number, fd in pass_fds.items()}
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
    actions: list[tuple[object, ...]] = [(os.POSIX_SPAWN_CLOSE, fd) for fd in _leaking_fds()]
    actions += [
        (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, str(log_path), flags, 0o644),
        (os.POSIX_SPAWN_DUP2, 1, 2),
        *((os.POSIX_SPAWN_DUP2, fd, number) for number, fd in moved.items()),
    ]
    try:
        return _SPAWNER.spawn(argv, environment, actions)
    except OSError as error:
        message = f"start {argv[0]!r} with its log in {str(log_path)!r}: {error.strerror}"
        raise SandboxError(message, kind="start_failed") from error
    finally:
        for fd in moved.values():
            os.close(fd)


def _leaking_fds() -> list[int]:
    """Descriptors that we were given when we started and that a child would inherit; Python's own never are."""
    leaking = []
    for entry in Path("/proc/self/fd").iterdir():
        fd = int(entry.name)
        with suppress(OSError):
            if fd > 2 and os.get_inheritable(fd):  # noqa: PLR2004 - 0, 1, 2 are replaced anyway
                leaking.append(fd)
    return leaking


def _has_ended(pidfd: int, timeout_s: float | None) -> bool:
    """Wait until the process behind `pidfd` has ended."""
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    return bool(poll.poll(None if timeout_s is None else timeout_s * 1000))


def _signal(pidfd: int) -> None:
    """SIGKILL that cannot hit another process that got the same number."""
    with suppress(OSError):
        signal.pidfd_send_signal(pidfd, signal.SIGKILL)
