"""What was read at every mark of every take of a play, as one table: the keys a leaf uses first, what changed is marked."""

from collections.abc import Sequence
from dataclasses import dataclass

from playproof.records.contract import Contract
from playproof.records.evidence import Take
from playproof.report.checks import Uses
from playproof.report.takes import titles
from playproof.report.text import hud_text, line, reading_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One reading; `is_changed` compares with the mark before it in the same take."""

    text: str
    is_changed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A key or a HUD element over all marks."""

    name: str
    unit: str
    meaning: str
    is_hud: bool
    is_used: bool
    is_changed: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The columns of one take."""

    title: str
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """All readings of one play."""

    groups: tuple[Group, ...]
    rows: tuple[Row, ...]
    """Used by the checks, or changed by the input."""
    rest: tuple[Row, ...]
    """Everything else that was read."""


def table(takes: Sequence[Take], used: Uses, contract: Contract) -> Table:
    """The readings of one play."""
    seen = [take for take in takes if take.marks]
    groups = tuple(Group(title=titles(takes)[take.role], marks=tuple(line(mark.name, 40) for mark in take.marks)) for take in seen)
    rows = [_row(key.key, key.unit, key.meaning, [_keys(take, key.key) for take in seen], is_used=key.key in used.keys) for key in contract.keys]
    rows += [_row(one.hud, None, one.meaning, [_huds(take, one.hud) for take in seen], is_used=one.hud in used.hud) for one in contract.hud]
    ordered = sorted(rows, key=lambda row: (not row.is_used, not row.is_changed))
    return Table(
        groups=groups,
        rows=tuple(row for row in ordered if row.is_used or row.is_changed) if groups else (),
        rest=tuple(row for row in ordered if not (row.is_used or row.is_changed)) if groups else (),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """A reading as text, and what is compared: texts are cut, readings are not."""

    text: str
    whole: object


def _row(name: str, unit: str | None, meaning: str, takes: Sequence[Sequence[_Said]], *, is_used: bool) -> Row:
    cells = tuple(
        Cell(text=said.text, is_changed=number > 0 and saids[number - 1].whole != said.whole) for saids in takes for number, said in enumerate(saids)
    )
    moved = bool(takes) and any(cell.is_changed for cell in cells[: len(takes[0])])
    return Row(name=name, unit=unit or "", meaning=meaning, is_hud=unit is None, is_used=is_used, is_changed=moved, cells=cells)


def _keys(take: Take, name: str) -> list[_Said]:
    found = [mark.observation.readings.get(name) for mark in take.marks]
    return [_Said(text=reading_text(reading), whole=reading) for reading in found]


def _huds(take: Take, name: str) -> list[_Said]:
    found = [mark.observation.hud.get(name) for mark in take.marks]
    return [_Said(text=hud_text(reading), whole=(reading.is_present, reading.is_visible, reading.text) if reading else None) for reading in found]
