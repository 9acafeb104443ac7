"""Games with planted faults: a copy of a known-good game with a few lines changed."""

import shutil
from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path

from playproof.errors import SpecError
from playproof.records.edit import Edit

MAX_CHANGED_LINES = 10
"""A planted fault is one small fault (ours)."""


def apply_edits(name: str, edits: Sequence[Edit], reference: Path, into: Path) -> Path:
    """Make a copy of a game with some edits; an older copy is replaced.

    Args:
        name: What the result is called in messages.
        edits: The changes, made in order.
        reference: The folder that is copied.
        into: Where to.

    Raises:
        SpecError: An edit does not fit exactly once, or too much is changed.
    """
    if into.exists():
        shutil.rmtree(into)
    shutil.copytree(reference, into)
    changed = 0
    for number, edit in enumerate(edits):
        path = into / edit.file
        where = f"{name}: edits[{number}].file {edit.file!r}"
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
        raise SpecError(name, f"changes {changed} lines", expected=f"at most {MAX_CHANGED_LINES}")
    return into


def changed_lines(old: str, new: str) -> int:
    """Lines that differ between two texts: the longer side of every difference."""
    before, after = old.splitlines(), new.splitlines()
    return sum(max(i2 - i1, j2 - j1) for tag, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes() if tag != "equal")
