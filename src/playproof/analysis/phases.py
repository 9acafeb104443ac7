"""The phases of a trajectory: a state machine over normalized events (GameReplica section 4.3). Pure.

    exploration      acts on the interface O: observes the original game
    implementation   writes the replica: its page or its rule checklist
    self_check       renders its own page

A trajectory starts in exploration. What an event does decides the phase from the call on that did it; whatever decides nothing stays in the phase that is
on. Implementation and self-check alternate; the agent may go back to the original, which is exploration again. A page cannot be checked before there is one.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from playproof.records.trace import Phase, PhaseSegment, TokenUse, Trace, TraceEvent

DELIVERABLES = ("replica.html", "rules.json", "rules.md")
"""Files whose writing is implementation."""
PAGE_ENDINGS = (".html", ".htm")


def phases_of(events: Sequence[TraceEvent]) -> tuple[Phase, ...]:
    """The phase of each event.

    Args:
        events: In order, numbered from 1.
    """
    effects: dict[int, list[TraceEvent]] = {}
    for event in events:
        if event.of is not None and event.kind != "tool_result":
            effects.setdefault(event.of, []).append(event)
    phase: Phase = "exploration"
    has_page = False
    found: list[Phase] = []
    for event in events:
        did = effects.get(event.seq, []) if event.kind == "tool_call" else [event] if event.of is None else []
        phase = _next(phase, did, has_page=has_page)
        has_page = has_page or any(_is_replica(one) for one in did)
        found.append(phase)
    return tuple(found)


def segments(trace: Trace) -> tuple[PhaseSegment, ...]:
    """The stretches of one phase, in order; together they hold every event once."""
    labelled = list(zip(phases_of(trace.events), trace.events, strict=True))
    groups = [(phase, [event for _, event in group]) for phase, group in groupby(labelled, key=lambda pair: pair[0])]
    starts = [_first_time(events) for _, events in groups]
    ends = [*starts[1:], *([_last_time(trace.events)] if groups else [])]
    return tuple(
        PhaseSegment(
            phase=phase,
            first=events[0].seq,
            last=events[-1].seq,
            tool_calls=sum(event.kind == "tool_call" for event in events),
            took_s=max(0.0, end - start) if start is not None and end is not None else None,
            tokens=total_tokens(events),
        )
        for (phase, events), start, end in zip(groups, starts, ends, strict=True)
    )


def total_tokens(events: Iterable[TraceEvent]) -> TokenUse:
    """Tokens of some events together."""
    total = TokenUse()
    for event in events:
        total = total + (event.tokens or TokenUse())
    return total


def _next(phase: Phase, did: Sequence[TraceEvent], *, has_page: bool) -> Phase:
    """The phase that a call brings on. One that writes the replica and renders it too is a check; one that writes it and looks at the original is writing."""
    writes, renders = any(_is_replica(one) for one in did), any(_is_own_page(one) for one in did)
    if renders and (has_page or writes):
        return "self_check"
    if writes:
        return "implementation"
    return "exploration" if any(one.kind == "observe" for one in did) else phase


def _is_replica(event: TraceEvent) -> bool:
    return event.kind == "write" and event.path.rpartition("/")[2].lower() in DELIVERABLES


def _is_own_page(event: TraceEvent) -> bool:
    """A page is opened that is a file: the original is reached through the service alone."""
    return event.kind == "render" and event.path.split("?")[0].split("#")[0].lower().endswith(PAGE_ENDINGS)


def _times(events: Iterable[TraceEvent]) -> Iterator[float]:
    return (event.at_s for event in events if event.at_s is not None)


def _first_time(events: Sequence[TraceEvent]) -> float | None:
    return next(_times(events), None)


def _last_time(events: Sequence[TraceEvent]) -> float | None:
    return next(_times(reversed(events)), None)
