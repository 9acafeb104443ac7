"""Known-bad variants of a reference: applying their edits, and what a fault may touch (CEGame-Bench appendix 12)."""

import shutil
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from playproof.errors import SpecError
from playproof.records.leaf import Leaf, Mutant

MAX_CHANGED_LINES = 10
"""A mutant is one small fault (ours)."""


def apply_mutant(mutant: Mutant, reference: Path, into: Path) -> Path:
    """Make a copy of the reference with the mutant's edits.

    Raises:
        SpecError: An edit does not fit the reference exactly once, or the mutant changes too much.
    """
    shutil.copytree(reference, into)
    changed = 0
    for number, edit in enumerate(mutant.edits):
        path = into / edit.file
        where = f"mutant {mutant.mutant!r}: edits[{number}].file {edit.file!r}"
        if not path.is_file():
            raise SpecError(where, "is no file of the reference", expected="a path relative to the reference's folder")
        text = path.read_text(encoding="utf-8")
        count = text.count(edit.old)
        if count != 1:
            raise SpecError(where, f"`old` occurs {count} times", expected="exactly one place; give more of the lines around it")
        path.chmod(0o644)
        path.write_text(text.replace(edit.old, edit.new), encoding="utf-8")
        changed += changed_lines(edit.old, edit.new)
    if changed > MAX_CHANGED_LINES:
        raise SpecError(f"mutant {mutant.mutant!r}", f"changes {changed} lines", expected=f"at most {MAX_CHANGED_LINES}")
    return into


def changed_lines(old: str, new: str) -> int:
    """Lines that differ between two texts: the longer side of every difference."""
    before, after = old.splitlines(), new.splitlines()
    return sum(max(i2 - i1, j2 - j1) for tag, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes() if tag != "equal")


def dependency_subgraph(breaks: Iterable[str], leaves: Sequence[Leaf]) -> frozenset[str]:
    """The leaves that a fault may touch: those it breaks, and all that need one of them, however far."""
    touched = set(breaks)
    is_growing = True
    while is_growing:
        more = {leaf.id for leaf in leaves if leaf.id not in touched and touched.intersection(leaf.pre)}
        touched |= more
        is_growing = bool(more)
    return frozenset(touched)
