import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playproof.analysis.phases import phases_of, segments
from playproof.records.trace import PHASES, TokenUse, Trace, TraceEvent
from playproof.store.traces.reading import read_trace

LOGS = Path(__file__).parent.parent / "store" / "traces"


def trace(*calls: str) -> Trace:
    """A trajectory of calls, each said by what it does: 'look', 'page', 'rules', 'script', 'check', 'other', 'say', or several with '+'."""
    events: list[TraceEvent] = []
    kinds = {
        "look": {"kind": "observe", "endpoint": "click"},
        "page": {"kind": "write", "path": "/w/replica.html"},
        "rules": {"kind": "write", "path": "rules.md"},
        "script": {"kind": "write", "path": "explore.py"},
        "check": {"kind": "render", "path": "file:///w/replica.html"},
        "watch": {"kind": "render", "path": "http://game:8000/screenshot"},
    }
    for call in calls:
        if call == "say":
            events.append(TraceEvent(seq=len(events) + 1, at_s=float(len(events)), actor="model", kind="message", tokens=TokenUse(output=1)))
            continue
        seq = len(events) + 1
        events.append(TraceEvent(seq=seq, at_s=float(seq - 1), actor="model", kind="tool_call", tool="bash"))
        for word in call.split("+"):
            if word != "other":
                events.append(TraceEvent(seq=len(events) + 1, actor="tool", tool="bash", of=seq, **kinds[word]))
        events.append(TraceEvent(seq=len(events) + 1, actor="tool", kind="tool_result", of=seq))
    return Trace(runtime="codex", source_sha256="", events=tuple(events))


def phases(*calls: str) -> str:
    """The phases of the stretches, by their first letters."""
    return "".join(segment.phase[0] for segment in segments(trace(*calls)))


@pytest.mark.parametrize(
    ("calls", "wanted"),
    [
        ((), ""),
        (("say",), "e"),
        (("look", "look", "page", "check"), "eis"),
        (("look", "page", "check", "page", "check"), "eisis"),
        (("look", "page", "say", "other", "check", "say", "rules"), "eisi"),
        (("page", "look", "page"), "iei"),
        (("look", "script", "look", "page"), "ei"),
        (("check", "page"), "ei"),
        (("look", "page", "watch", "check"), "eis"),
        (("look", "page+check"), "es"),
        (("look", "page+look"), "ei"),
    ],
)
def test_phases_follow_what_is_done(calls: tuple[str, ...], wanted: str):
    """Observing is exploration, writing the replica implementation, opening its page self-check; the rest stays where it is."""
    assert phases(*calls) == wanted


CALLS = st.lists(st.sampled_from(["look", "page", "rules", "script", "check", "other", "say", "page+check", "watch"]), max_size=30)


@given(CALLS)
def test_segments_hold_every_event_once(calls: list[str]):
    """Nothing of a trajectory is lost or counted twice; neighbours differ; a page is checked only after one was written."""
    whole = trace(*calls)
    found = segments(whole)
    assert [seq for one in found for seq in range(one.first, one.last + 1)] == [event.seq for event in whole.events]
    assert all(left.phase != right.phase for left, right in itertools.pairwise(found))
    assert sum(one.tool_calls for one in found) == sum(event.kind == "tool_call" for event in whole.events)
    assert sum(one.tokens.output for one in found) == calls.count("say")
    labels = phases_of(whole.events)
    first_check = labels.index("self_check") if "self_check" in labels else len(labels)
    writes = [event.of for event in whole.events if event.kind == "write" and event.path != "explore.py"]
    assert first_check == len(labels) or any(seq <= first_check + 1 for seq in writes)
    times = [one.took_s for one in found if one.took_s is not None]
    assert sum(times) <= max((event.at_s or 0.0 for event in whole.events), default=0.0)


@pytest.mark.parametrize(("log", "wanted"), [("codex.jsonl", "eisi"), ("claude_code.jsonl", "eisiei")])
def test_phases_of_logs(log: str, wanted: str):
    """The hand-written logs of two runtimes go through the phases that they were written for."""
    found = segments(read_trace(LOGS / log))
    assert "".join(one.phase[0] for one in found) == wanted
    assert {one.phase for one in found} == set(PHASES)
