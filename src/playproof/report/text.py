"""Text as a report shows it: what a game says is cut, and stripped of signs that could hide or reorder what stands around it.

Escaping for HTML is the template's work (autoescape); this is about what remains a lie when it is escaped: control and bidirectional signs,
towers of combining marks, strings of a million characters.
"""

import math
import unicodedata

from playproof.records.observation import HudReading, Reading, Value

LINE_LIMIT = 240
"""Characters of one line of game text in a report (ours)."""
LIMIT = 4000
"""Characters of any text at all in a report (ours)."""
MARKS_LIMIT = 2
"""Combining marks on one sign (ours): enough for every living script's precomposed remainder, too few for a tower."""
GIANT = 10**15
MINUTE_MS = 60_000
SECOND_MS = 1000

_HIDING = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def visible(text: str, limit: int = LIMIT) -> str:
    """A text in which every sign shows itself: no control, format or surrogate signs, at most `limit` characters, the cut said."""
    kept: list[str] = []
    marks = 0
    for sign in text[:limit]:
        category = unicodedata.category(sign)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if marks > MARKS_LIMIT:
            continue
        kept.append(sign if sign in "\n\t" or category not in _HIDING else f"\\u{{{ord(sign):x}}}")
    left = len(text) - limit
    return "".join(kept) + (f" … ({left:,} more characters)" if left > 0 else "")


def line(text: str, limit: int = LINE_LIMIT) -> str:
    """A text on one line, cut."""
    return " ".join(visible(text, limit).split())


def number(value: float) -> str:
    """A number with at most three decimals and no trailing zeros; a giant by its size, since its digits alone would fill a page."""
    if abs(value) >= GIANT:
        return f"{'-' if value < 0 else ''}{'infinity' if value in (math.inf, -math.inf) else 'more than 10^15'}"
    return f"{value:.3f}".rstrip("0").rstrip(".")


def value_text(value: Value) -> str:
    """A reading's value as a person writes it: strings in quotes, lists in brackets, yes and no for booleans."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return line(number(value))
    if isinstance(value, str):
        return line(repr(value[: LIMIT + 1]))
    return line("[" + ", ".join(value_text(one) for one in value[:LINE_LIMIT]) + "]")


def reading_text(reading: Reading | None) -> str:
    """A reading, or why there is none."""
    if reading is None:
        return "not read"
    return line(f"no value: {reading.problem}") if reading.problem else value_text(reading.value)


def hud_text(reading: HudReading | None) -> str:
    """What a HUD element shows."""
    if reading is None:
        return "not read"
    if not reading.is_present:
        return "not there"
    text = reading.text[: LIMIT + 1]
    return line(repr(text)) if reading.is_visible else line(f"hidden: {text!r}")


def duration(ms: float) -> str:
    """A length of game time: '60 ms', '2.5 s', '1 min 12 s'."""
    if abs(ms) < SECOND_MS:
        return f"{number(round(ms, 1))} ms"
    if abs(ms) < MINUTE_MS:
        return f"{number(round(ms / SECOND_MS, 2))} s"
    minutes, rest = divmod(round(ms / SECOND_MS), 60)
    return f"{minutes} min {rest} s"


def clock(ms: float) -> str:
    """An instant of game time: '12.34 s'."""
    return f"{ms / SECOND_MS:.2f} s"


def percent(share: float) -> str:
    """A share as a percentage; never rounded up to 100 or down to 0."""
    if 0.0 < share < 0.01:  # noqa: PLR2004 - one percent
        return "< 1 %"
    if 0.99 < share < 1.0:  # noqa: PLR2004 - one percent
        return "> 99 %"
    return f"{share * 100:.0f} %"


def points(value: float | None) -> str:
    """Points with one decimal; a dash for what was not decided."""
    return "–" if value is None else f"{value:.1f}"


def megabytes(size_bytes: int) -> str:
    """A size: '12 B', '3.4 kB', '1.2 MB'."""
    if size_bytes < 1000:  # noqa: PLR2004 - a kilobyte
        return f"{size_bytes} B"
    if size_bytes < 1_000_000:  # noqa: PLR2004 - a megabyte
        return f"{size_bytes / 1000:.1f} kB"
    return f"{size_bytes / 1_000_000:.1f} MB"
