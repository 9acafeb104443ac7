"""One take as a page shows it: who pressed what when, what was seen at every mark, what happened by itself."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from playproof.records.contract import Contract
from playproof.records.evidence import Input, Role, Take
from playproof.records.observation import Event
from playproof.report.text import clock, duration, line

MOST_EVENTS = 60
"""Events of one take that are listed (ours); the rest is counted."""
EVENT_LIMIT = 300
"""Characters of an event's text in a report (ours)."""
LABEL_SHARE = 24.0
"""Room for a name below a timeline, per cent (ours): enough on a phone."""
SHORTEST_SHARE = 0.6
"""Least width of a bar in a timeline, per cent (ours): a tap of one frame must be seen."""

TITLES: dict[Role, str] = {
    "act": "With the input",
    "twin": "The same without the input",
    "control": "Where the same input must work",
    "control_twin": "There, without the input",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A stretch of a lane, per cent of the take's length."""

    at: float
    width: float
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """One key (or the pointer, or the lifecycle) over the time of a take."""

    name: str
    action: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """A frame with its name."""

    name: str
    frame: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLine:
    """An event as one line."""

    at: str
    kind: str
    text: str
    is_bad: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeView:
    """A take, ready to be shown."""

    role: Role
    title: str
    entered: str
    """Why the prepared state was not entered; empty when it was."""
    fault: str
    blame: str
    length: str
    lanes: tuple[Lane, ...]
    marks: tuple[Bar, ...]
    labels: tuple[Bar, ...]
    """Marks whose names fit below the timeline."""
    shots: tuple[Shot, ...]
    events: tuple[EventLine, ...]
    more_events: int
    counts: str
    """Events by kind: '3 audio, 1 console'."""


def take_view(take: Take, contract: Contract, title: str) -> TakeView:
    """One take for the page, under a title."""
    scale = _Scale(began_ms=take.began_ms, ended_ms=take.ended_ms)
    marks = tuple(Bar(at=scale.at(mark.observation.at_ms), width=0, title=line(mark.name, 40)) for mark in take.marks)
    return TakeView(
        role=take.role,
        title=title,
        entered="" if take.entered.ok else line(take.entered.problem or "the prepared state was not entered"),
        fault=line(f"{take.fault.kind}: {take.fault.message}") if take.fault else "",
        blame=take.fault.blame if take.fault else "",
        length=duration(take.ended_ms - take.began_ms),
        lanes=lanes(take.inputs, contract, scale),
        marks=marks,
        labels=_apart(marks),
        shots=tuple(Shot(name=mark.name, frame=mark.frame, at=duration(mark.observation.at_ms - take.began_ms)) for mark in take.marks),
        events=event_lines(take.events),
        more_events=max(0, len(take.events) - MOST_EVENTS),
        counts=event_counts(take.events),
    )


def _apart(marks: Sequence[Bar]) -> tuple[Bar, ...]:
    """The first mark, the last, and those between that have room for a name."""
    kept = [*marks[:1], *marks[:0:-1][:1]]
    for mark in marks[1:-1]:
        if all(abs(mark.at - other.at) >= LABEL_SHARE for other in kept):
            kept.append(mark)
    return tuple(kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scale:
    """Game time to per cent of a take."""

    began_ms: float
    ended_ms: float

    def at(self, ms: float) -> float:
        length = max(self.ended_ms - self.began_ms, 1.0)
        return round(min(100.0, max(0.0, 100 * (ms - self.began_ms) / length)), 2)


def lanes(inputs: Sequence[Input], contract: Contract, scale: _Scale) -> tuple[Lane, ...]:
    """The inputs of a take, one lane per key in the order of first use."""
    actions = {code: control.action for control in contract.controls for code in control.keys}
    bars: dict[str, list[Bar]] = {}
    down: dict[str, float] = {}
    for one in inputs:
        match one.do:
            case "press":
                down[one.what] = one.at_ms
                bars.setdefault(one.what, [])
            case "release":
                bars.setdefault(one.what, []).append(_bar(down.pop(one.what, one.at_ms), one.at_ms, scale))
            case "pointer_move" | "pointer_down" | "pointer_up":
                title = f"{one.do.replace('_', ' ')} at ({one.what}), {duration(one.at_ms - scale.began_ms)}"
                bars.setdefault("pointer", []).append(Bar(at=scale.at(one.at_ms), width=SHORTEST_SHARE, title=title))
            case _:
                title = f"{one.do.replace('_', ' ')} {one.what}".strip()
                bars.setdefault(title, []).append(
                    Bar(at=scale.at(one.at_ms), width=SHORTEST_SHARE, title=f"{title} at {duration(one.at_ms - scale.began_ms)}")
                )
    for code, since_ms in down.items():
        bars[code].append(_bar(since_ms, scale.ended_ms, scale))
    return tuple(Lane(name=line(name), action=actions.get(name, ""), bars=tuple(some)) for name, some in bars.items())


def _bar(from_ms: float, to_ms: float, scale: _Scale) -> Bar:
    at = scale.at(from_ms)
    width = max(SHORTEST_SHARE, round(scale.at(to_ms) - at, 2))
    return Bar(at=min(at, 100 - width), width=width, title=f"down at {duration(from_ms - scale.began_ms)} for {duration(to_ms - from_ms)}")


def event_counts(events: Sequence[Event]) -> str:
    """Events by kind: '3 audio, 1 console'."""
    return ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in sorted(Counter(event.kind for event in events).items()))


def titles(takes: Sequence[Take]) -> dict[Role, str]:
    """What the takes of one play are called: a play of a single take is compared with nothing."""
    return TITLES if len(takes) > 1 else {**TITLES, "act": "As it was played"}


def event_lines(events: Sequence[Event]) -> tuple[EventLine, ...]:
    """The first events as lines; failures are marked."""
    return tuple(
        EventLine(
            at=clock(event.at_ms),
            kind=event.kind.replace("_", " ") + (f" ({line(event.level, 12)})" if event.level else ""),
            text=line(event.text, EVENT_LIMIT),
            is_bad=event.kind in ("exception", "request_failed", "network_refused", "overflow") or event.level == "error",
        )
        for event in events[:MOST_EVENTS]
    )
