"""What is read off the words on a screen: which screen it is, the value behind a label, where a button stands. Pure: boxes in, readings out.

A reading that cannot be had says why, so that a point that rests on it is unverified and not failed.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from playproof.records.observation import Reading, TextBox

WIDEST_GAP = 6.0
"""Boxes of one line belong together up to this many line heights apart (ours): '<span>Score</span>      <span>12</span>'."""
LEAST_OVERLAP = 0.5
"""Share of the lower one's height by which two boxes of one line overlap (ours)."""
FARTHEST_BELOW = 2.5
"""A value stands below its label at most this many line heights away (ours)."""
NEAR_PX = 48.0
"""How far from a place the middle of words may be that stand there (ours)."""
_NUMBER = re.compile(r"^[x×#]?\s*([-+−]?\d[\d,']*(?:\.\d+)?)(?![\d:])")
_MARKS = " \t:=–—-|·."
_BETWEEN = re.compile(r"^[\s:=–—|·.]*(?:-(?!\d)\s*)?")
"""What stands between a label and its value: marks, and a dash unless it is the sign of a number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Words that stand beside each other."""

    boxes: tuple[TextBox, ...]

    @property
    def text(self) -> str:
        """All words, from left to right."""
        return plain(" ".join(box.text for box in self.boxes))


def plain(text: str) -> str:
    """Words as they are compared: one space between them, no case, one kind of dash and quotation mark."""
    return re.sub(r"\s+", " ", text.replace("’", "'").replace("−", "-")).strip().casefold()


def lines(boxes: Sequence[TextBox]) -> tuple[Line, ...]:
    """The boxes grouped to lines, from top to bottom. What is only said to those who cannot see is no part of a line."""
    rows: list[list[TextBox]] = []
    for box in sorted((one for one in boxes if one.source != "accessible"), key=lambda one: (one.y_px, one.x_px)):
        row = next((row for row in rows if _is_beside(row[-1], box) or _is_beside(row[0], box)), None)
        if row is None:
            rows.append([box])
        else:
            row.append(box)
    found = []
    for row in rows:
        row.sort(key=lambda one: one.x_px)
        found += [Line(boxes=tuple(part)) for part in _parts(row)]
    return tuple(found)


def screen_shown(boxes: Sequence[TextBox], headings: dict[str, str]) -> Reading:
    """Which screen is shown, by the heading that is read on it and on no other.

    Args:
        boxes: What can be read.
        headings: Screen -> heading.
    """
    texts = _texts(boxes)
    seen = sorted(screen for screen, heading in headings.items() if any(_contains(text, plain(heading)) for text in texts))
    if len(seen) == 1:
        return Reading(value=seen[0])
    problem = f"headings of {' and '.join(seen)} are read at once" if seen else "no heading of a screen is read"
    return Reading(problem=problem)


def value_of(boxes: Sequence[TextBox], label: str, labels: Sequence[str] = ()) -> Reading:
    """The number or word behind a label, on its line or below it.

    Args:
        boxes: What can be read.
        label: The words before the value.
        labels: All labels of the game: where the next one begins, a value ends.
    """
    wanted, others = plain(label), [plain(one) for one in labels if plain(one) != plain(label)]
    rows = lines(boxes)
    found = {value for row in rows for value in _values(row, rows, wanted, others)}
    if len(found) == 1:
        return Reading(value=found.pop())
    if found:
        return Reading(problem=f"{label!r} is read with different values: {', '.join(sorted(map(str, found)))}")
    is_there = any(_contains(row.text, wanted) for row in rows)
    return Reading(problem=f"nothing is read behind {label!r}" if is_there else f"{label!r} is not read")


def value_near(boxes: Sequence[TextBox], x_px: float, y_px: float) -> Reading:
    """The number or words that stand at a place, e.g. on a card."""
    near = [
        box
        for box in boxes
        if box.source != "accessible" and abs(box.x_px + box.width_px / 2 - x_px) <= NEAR_PX and abs(box.y_px + box.height_px / 2 - y_px) <= NEAR_PX
    ]
    said = " ".join(row.text for row in lines(near))
    return Reading(value=_value(said)) if said else Reading(problem=f"nothing is read at ({x_px:g}, {y_px:g})")


def place_of(boxes: Sequence[TextBox], words: str) -> TextBox | None:
    """Where words stand: the box that says just these, a button first; else one that has them among others. None where they are not read."""
    wanted = plain(words)
    exact = [box for box in boxes if plain(box.text) == wanted]
    among = [box for box in boxes if _contains(plain(box.text), wanted)]
    parts = [_around(row) for row in lines(boxes) if _contains(row.text, wanted)]
    candidates = (
        sorted(exact, key=lambda box: (not box.is_button, box.source == "accessible")) or sorted(among, key=lambda box: not box.is_button) or parts
    )
    return candidates[0] if candidates else None


def sees(boxes: Sequence[TextBox], words: str) -> bool:
    """Whether words can be read."""
    wanted = plain(words)
    return any(_contains(text, wanted) for text in _texts(boxes))


def _texts(boxes: Sequence[TextBox]) -> list[str]:
    return [row.text for row in lines(boxes)] + [plain(box.text) for box in boxes if box.source == "accessible"]


def _contains(text: str, words: str) -> bool:
    """Words inside a text, not inside a longer word."""
    return bool(words) and re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


def _is_beside(one: TextBox, other: TextBox) -> bool:
    overlap = min(one.y_px + one.height_px, other.y_px + other.height_px) - max(one.y_px, other.y_px)
    return overlap >= LEAST_OVERLAP * min(one.height_px, other.height_px)


def _parts(row: list[TextBox]) -> Iterator[list[TextBox]]:
    """A row cut where the gaps are too wide."""
    part = [row[0]]
    for box in row[1:]:
        gap = box.x_px - (part[-1].x_px + part[-1].width_px)
        if gap > WIDEST_GAP * max(box.height_px, part[-1].height_px):
            yield part
            part = []
        part.append(box)
    yield part


def _values(row: Line, rows: Sequence[Line], label: str, others: Sequence[str]) -> Iterator[str | int | float]:
    match = re.search(rf"(?<!\w){re.escape(label)}(?!\w)", row.text)
    if match is None:
        return
    rest = _BETWEEN.sub("", row.text[match.end() :])
    ends = [found.start() for other in others if (found := re.search(rf"(?<!\w){re.escape(other)}(?!\w)", rest))]
    said = rest[: min(ends)] if ends else rest
    if said.strip(_MARKS):
        yield _value(said)
        return
    above = next((box for box in row.boxes if _contains(plain(box.text), label)), None)
    below = _below(above, rows) if above is not None else None
    if below is not None:
        yield _value(plain(below.text))


def _below(label: TextBox, rows: Sequence[Line]) -> TextBox | None:
    bottom, middle = label.y_px + label.height_px, label.x_px + label.width_px / 2
    near = [
        box
        for row in rows
        for box in row.boxes
        if label.y_px < box.y_px <= bottom + FARTHEST_BELOW * label.height_px
        and box is not label
        and not _is_beside(box, label)
        and box.x_px - label.height_px <= middle <= box.x_px + box.width_px + label.height_px
    ]
    return min(near, key=lambda box: box.y_px, default=None)


def _value(said: str) -> str | int | float:
    """A number where one stands first ('3/5' is 3, '1,200' is 1200), signs counted where one is repeated ('♥♥♥' is 3), else the words."""
    said = said.rstrip(_MARKS)
    number = _NUMBER.match(said)
    if number:
        digits = number[1].replace(",", "").replace("'", "").replace("−", "-")
        return float(digits) if "." in digits else int(digits)
    signs = said.replace(" ", "")
    if signs and not signs[0].isalnum() and all(sign == signs[0] for sign, _ in groupby(signs)):
        return len(signs)
    return said


def _around(row: Line) -> TextBox:
    left, top = min(box.x_px for box in row.boxes), min(box.y_px for box in row.boxes)
    right = max(box.x_px + box.width_px for box in row.boxes)
    bottom = max(box.y_px + box.height_px for box in row.boxes)
    first = row.boxes[0]
    return first.model_copy(update={"text": row.text, "x_px": left, "y_px": top, "width_px": right - left, "height_px": bottom - top})
