"""A script that runs a program without a jail and makes sure that nothing of it is left: `warden.py LIFELINE_FD MEMORY_BYTES PROGRAM ARG...`.

It is the adopter of all orphans among its descendants. When the program ends, or when the other end of the lifeline closes because our process
wanted it or died, it kills every descendant and ends with the program's exit status. Standard library only: it runs with `-I -S`.
Where namespaces work, the kernel does all this better and the warden is not used.
"""

import ctypes
import os
import resource
import select
import signal
import sys

_PR_SET_CHILD_SUBREAPER = 36


def main(lifeline: int, memory_bytes: int, argv: list[str]) -> int:
    """Run the program to its end or ours; returns its exit status."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    for kind, most in ((resource.RLIMIT_DATA, memory_bytes), (resource.RLIMIT_FSIZE, 1 << 30), (resource.RLIMIT_CORE, 0)):
        hard = resource.getrlimit(kind)[1]
        resource.setrlimit(kind, (most, most) if hard == resource.RLIM_INFINITY else (min(most, hard), min(most, hard)))
    os.set_inheritable(lifeline, False)  # noqa: FBT003 - the signature of the standard library
    child = os.posix_spawn(argv[0], argv, os.environ, setsid=True)
    # Our copies of the program's pipes would keep them open after its end.
    os.closerange(3, lifeline)
    child_fd = os.pidfd_open(child)
    poll = select.poll()
    poll.register(child_fd, select.POLLIN)
    poll.register(lifeline, select.POLLIN | select.POLLHUP)
    poll.poll()
    status = -signal.SIGKILL
    while members := _descendants():
        for member in members:
            try:
                os.kill(member, signal.SIGKILL)
            except OSError:
                continue
        ended, raw = os.waitpid(-1, 0)
        if ended == child:
            status = os.waitstatus_to_exitcode(raw)
    return status if status >= 0 else 128 - status


def _descendants() -> list[int]:
    """All processes below us, zombies included: they are ours to collect."""
    children: dict[int, list[int]] = {}  # Without pathlib, whose imports would double the time of the start.
    for name in os.listdir("/proc"):  # noqa: PTH208 - the same
        if name.isdecimal():
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:  # noqa: PTH123 - the same
                    parent = int(file.read().rpartition(")")[2].split()[1])
            except OSError:
                continue
            children.setdefault(parent, []).append(int(name))
    found: list[int] = []
    waiting = [os.getpid()]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
