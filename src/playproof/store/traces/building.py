"""Building a trajectory: importers say what happened, this numbers it, shortens it and adds what calls did."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from playproof.records.trace import MOST_TEXT, Actor, EventKind, TokenUse, Trace, TraceEvent
from playproof.store.traces.effects import EffectReader, command_of

MOST_EVENTS = 200_000
"""Events that are read of one log (ours)."""
MOST_NAME = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A log, and what is known of it."""

    name: str
    content: bytes
    sha256: str


@dataclass(slots=True, kw_only=True)
class TraceBuilder:
    """Collects the events of one log."""

    runtime: str
    runtime_version: str = ""
    model: str = ""
    task: str = ""
    skipped: int = 0
    total: TokenUse | None = None
    """Where the log itself sums up; else the events are added."""
    _events: list[TraceEvent] = field(default_factory=list)
    _reader: EffectReader = field(default_factory=EffectReader)
    _calls: dict[str, int] = field(default_factory=dict)
    """The runtime's id of a call -> its event."""

    def say(self, kind: EventKind, text: str, *, actor: Actor, at_s: float | None, tokens: TokenUse | None = None) -> None:
        """A message, a piece of reasoning, a note."""
        self._add(TraceEvent(seq=1, at_s=at_s, actor=actor, kind=kind, text=short(text), tokens=tokens))

    def call(self, tool: str, arguments: Mapping[str, object] | str, *, call_id: str, at_s: float | None) -> None:
        """A call of a tool, and what it did. A call that was seen before is not counted again."""
        if call_id and call_id in self._calls:
            return
        shown = command_of(arguments) or (arguments if isinstance(arguments, str) else json.dumps(dict(arguments), ensure_ascii=False, default=str))
        name = tool[:MOST_NAME]
        seq = self._add(TraceEvent(seq=1, at_s=at_s, actor="model", kind="tool_call", text=short(shown), tool=name))
        self._calls[call_id] = seq
        for effect in self._reader.effects(tool, arguments):
            done = TraceEvent(seq=1, at_s=at_s, actor="tool", kind=effect.kind, tool=name, endpoint=effect.endpoint, path=effect.path[:300], of=seq)
            self._add(done)

    def result(self, text: str, *, call_id: str, at_s: float | None, is_error: bool) -> None:
        """What a tool answered."""
        of = self._calls.get(call_id)
        self._add(TraceEvent(seq=1, at_s=at_s, actor="tool", kind="tool_result", text=short(text), of=of, is_error=is_error))

    def spent(self, tokens: TokenUse) -> None:
        """Tokens that are told after the answer they were spent on: they go to the model's last event."""
        for index in range(len(self._events) - 1, -1, -1):
            event = self._events[index]
            if event.actor == "model":
                self._events[index] = event.model_copy(update={"tokens": tokens + (event.tokens or TokenUse())})
                return

    def build(self, source: Source) -> Trace:
        """The trajectory."""
        total = self.total
        if total is None:
            total = TokenUse()
            for event in self._events:
                total = total + (event.tokens or TokenUse())
        return Trace(
            runtime=self.runtime,
            runtime_version=self.runtime_version,
            model=self.model,
            task=self.task,
            source_sha256=source.sha256,
            events=tuple(self._events),
            tokens=total,
            skipped=self.skipped,
        )

    def _add(self, event: TraceEvent) -> int:
        if len(self._events) >= MOST_EVENTS:
            self.skipped += 1
            return len(self._events)
        self._events.append(event.model_copy(update={"seq": len(self._events) + 1}))
        return len(self._events)


def short(text: str) -> str:
    """The beginning of a text on one line."""
    line = " ".join(text[: 4 * MOST_TEXT].split())
    return line if len(line) <= MOST_TEXT else line[: MOST_TEXT - 1] + "…"


def seconds(stamp: object) -> float | None:
    """An ISO 8601 time as seconds since 1970; None for anything else."""
    if not isinstance(stamp, str):
        return None
    try:
        return datetime.fromisoformat(stamp).timestamp()
    except (ValueError, OverflowError):
        return None


def lines_of(source: Source, builder: TraceBuilder) -> Iterator[Mapping[str, object]]:
    """The objects of a log with one JSON object a line; what is none is counted."""
    for line in source.content.split(b"\n"):
        if not line.strip():
            continue
        try:
            content = json.loads(line)
        except (ValueError, RecursionError):
            builder.skipped += 1
            continue
        if isinstance(content, dict):
            yield content
        else:
            builder.skipped += 1


def part(content: object, name: str) -> Mapping[str, object]:
    """An object inside an object; empty when there is none."""
    found = content.get(name) if isinstance(content, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def parts(content: object, name: str) -> list[Mapping[str, object]]:
    """The objects in a list inside an object."""
    found = content.get(name) if isinstance(content, Mapping) else None
    return [one for one in found if isinstance(one, Mapping)] if isinstance(found, list) else []


def word(content: Mapping[str, object], name: str) -> str:
    """A text inside an object; empty when there is none."""
    found = content.get(name)
    return found if isinstance(found, str) else ""


def number(content: Mapping[str, object], name: str) -> int:
    """A count inside an object; 0 when there is none."""
    found = content.get(name)
    return found if isinstance(found, int) and not isinstance(found, bool) and found >= 0 else 0


def texts(content: object) -> str:
    """All words of a content that is a text, or a list of parts some of which are texts."""
    match content:
        case str():
            return content
        case list():
            return "\n".join(found for one in content if (found := texts(one)))
        case Mapping():
            return next((text for key in ("text", "content", "output") if (text := texts(content.get(key)))), "")
        case _:
            return ""
