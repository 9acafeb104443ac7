"""The event log of a play: what pages and browser report, with game times, bounded."""

from collections.abc import Mapping
from typing import get_args

from playproof.drivers.web.cdp import Json
from playproof.drivers.web.limits import Limits
from playproof.records.observation import Event, EventKind

_KINDS = frozenset(get_args(EventKind))


class Happenings:
    """Collects events until they are taken; keeps no more than the limits of a play allow."""

    def __init__(self, limits: Limits) -> None:
        """Start empty."""
        self._limits = limits
        self._waiting: list[Event] = []
        self._kept = 0
        self._second = -1
        self._in_second = 0
        self._dropped: dict[str, int] = {}

    def add(self, at_ms: float, kind: EventKind, text: str, level: str = "") -> None:
        """Keep one event that the browser reported."""
        second = int(at_ms // 1000)
        if second != self._second:
            self._second, self._in_second = second, 0
        if self._kept >= self._limits.events_per_play or self._in_second >= self._limits.events_per_second:
            self._dropped[kind] = self._dropped.get(kind, 0) + 1
            return
        self._kept += 1
        self._in_second += 1
        self._waiting.append(Event(at_ms=at_ms, kind=kind, level=level, text=text[: self._limits.text_length]))

    def add_journal(self, journal: Json) -> None:
        """Keep what a page's own journal holds (`shim/journal.js`)."""
        for entry in journal["entries"]:
            if entry["kind"] in _KINDS:
                self.add(entry["at"], entry["kind"], entry["text"], entry["level"])
        dropped: Mapping[str, int] = journal["dropped"] or {}
        for kind, count in dropped.items():
            self._dropped[kind] = self._dropped.get(kind, 0) + count

    def take(self, at_ms: float) -> tuple[Event, ...]:
        """All events since the last call in the order of their times; one 'overflow' counts what was not kept."""
        taken = sorted(self._waiting, key=lambda event: event.at_ms)
        if self._dropped:
            text = ", ".join(f"{count} {kind}" for kind, count in sorted(self._dropped.items()))
            taken.append(Event(at_ms=at_ms, kind="overflow", text=text))
        self._waiting, self._dropped = [], {}
        return tuple(taken)
