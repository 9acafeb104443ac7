"""Reading /proc: who descends from a process, and how much memory a family of processes holds."""

from collections import defaultdict
from pathlib import Path

_PROC = Path("/proc")


def descendants(pid: int) -> list[int]:
    """All living processes below `pid`, without itself, parents before children. Empty when it is gone."""
    children: defaultdict[int, list[int]] = defaultdict(list)
    for entry in _PROC.iterdir():
        if entry.name.isdecimal():
            parent = _parent(entry)
            if parent is not None:
                children[parent].append(int(entry.name))
    found: list[int] = []
    waiting = [pid]
    while waiting:
        below = children.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def family_bytes(pid: int) -> int:
    """Memory of `pid` and all its descendants in bytes.

    Summed PSS (proportional set size): a page that n processes share counts 1/n in each, so the sum is what the machine would get back.
    """
    return sum(_pss_bytes(member) for member in (pid, *descendants(pid)))


def _parent(entry: Path) -> int | None:
    """The parent of a process, None if it is gone or a zombie (which holds nothing and cannot be killed)."""
    try:
        stat = (entry / "stat").read_text()
    except OSError:
        return None
    # The name of a program is in brackets and may itself hold brackets and blanks: the fields start after the last one.
    state, parent = stat.rpartition(")")[2].split()[:2]
    return None if state == "Z" else int(parent)


def _pss_bytes(pid: int) -> int:
    """PSS of one process; its resident size where PSS is not ours to read; 0 when it is gone."""
    for name, key in (("smaps_rollup", "Pss:"), ("status", "VmRSS:")):
        try:
            text = (_PROC / str(pid) / name).read_text()
        except OSError:
            continue
        for line in text.splitlines():
            if line.startswith(key):
                return int(line.split()[1]) * 1024
    return 0
