"""Running a program that we do not trust: what it may see, how much it may take, and that it ends.

    child = start(["/usr/bin/python3", "/script.py"], Jail(binds=(Bind(outside=script, inside="/script.py"),)), pass_fds={}, log_path=log)
    ...
    child.kill()

With `is_isolated=False` the same call runs the program with our own rights, for machines without namespaces and games that are trusted: it
still cannot outlive us, but it sees our files and our network.
"""

import json
import os
import select
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from playproof.errors import SandboxError
from playproof.sandbox import warden
from playproof.sandbox.bubblewrap import ENVIRONMENT, command, isolation_problem
from playproof.sandbox.limits import GIB, limited
from playproof.sandbox.process import Child, spawn

__all__ = ["PYTHON", "Bind", "Child", "Jail", "isolation_problem", "start"]

PYTHON = str(Path(getattr(sys, "_base_executable", sys.executable)).resolve())
"""The Python to name in `argv` for scripts of ours: valid inside and outside. It sees the standard library only, no virtual environment."""

_JAIL_READY_S = 30.0
"""How long bubblewrap may take to make a jail (3 ms on an idle machine) before we give up. Our own choice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bind:
    """A file or folder of ours that is seen inside."""

    outside: Path
    inside: str
    """Absolute path inside; folders on the way are made."""
    is_writable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Jail:
    """What a program may see and take."""

    binds: tuple[Bind, ...] = ()
    memory_bytes: int = 2 * GIB
    """Private writable memory per process, see `limits.limited`; for the sum over a family ask `Child.memory_bytes`."""
    is_isolated: bool = True
    """False: no namespaces, our rights. Only for games that are trusted."""

    def path_inside(self, outside: Path) -> str:
        """The path under which the program sees a file of ours: through the bind that holds it, or unchanged without isolation."""
        outside = outside.absolute()
        if self.is_isolated:
            for bind in self.binds:
                if outside.is_relative_to(bind.outside.absolute()):
                    return str(Path(bind.inside) / outside.relative_to(bind.outside.absolute()))
        return str(outside)


def start(argv: Sequence[str], jail: Jail, *, pass_fds: Mapping[int, int], log_path: Path) -> Child:
    """Start a program in a jail; it dies with us. May be called from any thread.

    Args:
        argv: The program (absolute path) and its arguments, with paths as they are inside (`Jail.path_inside`).
        jail: What it may see and take.
        pass_fds: Which of our descriptors (value) it gets under which number (key). Close ours yourself when it has started.
        log_path: What it prints is added to this file.

    Raises:
        SandboxError: The jail cannot be made here (`kind` 'no_namespaces', 'missing_bind' or 'start_failed').
    """
    if not jail.is_isolated:
        return _start_in_the_open(argv, jail, pass_fds=pass_fds, log_path=log_path)
    for bind in jail.binds:
        if not bind.outside.exists():
            message = f"jail: {str(bind.outside)!r} is to be seen inside as {bind.inside!r} but does not exist"
            raise SandboxError(message, kind="missing_bind")
    info_fd = max((9, *pass_fds)) + 1
    ours, theirs = os.pipe()
    try:
        try:
            inner = limited(list(argv), memory_bytes=jail.memory_bytes, with_tasks=True)
            words = command(inner, jail.binds, info_fd=info_fd)
            pid = spawn(words, environment={}, pass_fds={**pass_fds, info_fd: theirs}, log_path=log_path)
        finally:
            os.close(theirs)
        root_pid = _init_pid(ours)
    except FileNotFoundError as error:
        raise SandboxError(str(isolation_problem()), kind="no_namespaces") from error
    finally:
        os.close(ours)
    if root_pid is None:
        Child(pid, root_pid=pid, lifeline=None).kill()
        problem = isolation_problem() or f"jail: bubblewrap ended before it had made one; its words are in {str(log_path)!r}"
        raise SandboxError(problem, kind="no_namespaces")
    return Child(pid, root_pid=root_pid, lifeline=None)


def _start_in_the_open(argv: Sequence[str], jail: Jail, *, pass_fds: Mapping[int, int], log_path: Path) -> Child:
    """Start a program with our own rights below a warden that ends it with us."""
    lifeline_fd = max((9, *pass_fds)) + 1
    theirs, ours = os.pipe()
    try:
        inner = [PYTHON, "-I", "-S", warden.__file__, str(lifeline_fd), str(jail.memory_bytes), *argv]
        pid = spawn(inner, environment=ENVIRONMENT, pass_fds={**pass_fds, lifeline_fd: theirs}, log_path=log_path)
    except BaseException:
        os.close(ours)
        raise
    finally:
        os.close(theirs)
    return Child(pid, root_pid=pid, lifeline=ours)


def _init_pid(fd: int) -> int | None:
    """The pid of the jail's init as bubblewrap reports it, None if it ended without making a jail."""
    said = b""
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    while b"}" not in said and poll.poll(_JAIL_READY_S * 1000):
        part = os.read(fd, 4096)
        if not part:
            break
        said += part
    try:
        return int(json.loads(said)["child-pid"])
    except (ValueError, KeyError):
        return None
