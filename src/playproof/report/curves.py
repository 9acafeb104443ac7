"""What a series saw: numbers as curves, everything else as the values it went through; with the input and without it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from playproof.records.contract import Contract
from playproof.records.evidence import Series, Take
from playproof.records.leaf import AlwaysCheck, Leaf, NeverCheck, WithinCheck
from playproof.records.observation import Observation, Reading
from playproof.report.checks import uses
from playproof.report.takes import titles
from playproof.report.text import GIANT, duration, line, number, reading_text

WIDTH, HEIGHT = 100.0, 28.0
MOST_VALUES = 12
"""Different values of one reading that are listed (ours)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """One reading of one series in one take. `path` is empty when it is not a number."""

    role: str
    title: str
    path: str
    values: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesRow:
    """One reading of one series in all takes of a play, on one scale."""

    series: str
    name: str
    length: str
    low: str
    high: str
    curves: tuple[Curve, ...]


def series_rows(leaf: Leaf, takes: Sequence[Take], contract: Contract) -> tuple[SeriesRow, ...]:
    """Every reading that a check looks at in a series."""
    checks = (*leaf.checks, *(leaf.control.checks if leaf.control else ()))
    looked = [(check.series, uses((check,), contract)) for check in checks if isinstance(check, (WithinCheck, AlwaysCheck, NeverCheck))]
    wanted = dict.fromkeys((series, name) for series, used in looked for name in sorted(used.keys))
    return tuple(row for series, name in wanted if (row := _row(series, name, takes)) is not None)


def _row(series: str, name: str, takes: Sequence[Take]) -> SeriesRow | None:
    found = [(take, one) for take in takes if (one := take.one_series(series)) is not None and one.observations]
    if not found:
        return None
    numbers = [value for _, one in found for look in one.observations if (value := _number(look.readings.get(name))) is not None]
    low, high = (min(numbers), max(numbers)) if numbers else (0.0, 0.0)
    longest_ms = max(_length_ms(one) for _, one in found)
    return SeriesRow(
        series=series,
        name=name,
        length=duration(longest_ms),
        low=number(low) if numbers else "",
        high=number(high) if numbers else "",
        curves=tuple(
            Curve(
                role=take.role,
                title=titles(takes)[take.role],
                path=_path(one.observations, name, (low, high), longest_ms) if numbers else "",
                values=_ends(one.observations, name) if numbers else _values(one.observations, name),
            )
            for take, one in found
        ),
    )


def _length_ms(series: Series) -> float:
    return series.observations[-1].at_ms - series.observations[0].at_ms


def _number(reading: Reading | None) -> float | None:
    value = None if reading is None or reading.problem else reading.value
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < GIANT else None


def _path(looks: Sequence[Observation], name: str, bounds: tuple[float, float], longest_ms: float) -> str:
    low, high = bounds
    points = []
    for look in looks:
        value = _number(look.readings.get(name))
        if value is not None:
            x = WIDTH * (look.at_ms - looks[0].at_ms) / (longest_ms or 1.0)
            y = HEIGHT / 2 if high == low else 2 + (HEIGHT - 4) * (1 - (value - low) / (high - low))
            points.append(f"{x:.2f} {y:.2f}")
    return "M" + " L".join(points) if points else ""


def _ends(looks: Sequence[Observation], name: str) -> str:
    return " → ".join(reading_text(look.readings.get(name)) for look in (looks[0], looks[-1]))


def _values(looks: Sequence[Observation], name: str) -> str:
    """The values that a reading went through, repetitions left out."""
    values = [text for text, _ in groupby(reading_text(look.readings.get(name)) for look in looks)]
    more = len(values) - MOST_VALUES
    if more > 0:
        return f"{values[0]} → … → {values[-1]}, {len(values)} different looks"
    return line(" → ".join(values), 400)
