import json
from pathlib import Path

import pytest

from playproof.analysis.phases import phases_of
from playproof.graders.judges.documents import documents_in, outside_documents
from playproof.graders.judges.prompts import load_prompt
from playproof.graders.judges.root_cause import MOST_EVENTS, SUB_MODES, Phased, root_cause
from playproof.graders.judges.scripted import TurnsJudge
from playproof.records.replica import Gate
from playproof.records.trace import PHASES, TraceEvent
from playproof.store.traces.reading import read_trace

LOGS = Path(__file__).parents[2] / "store" / "traces"
GATE = Gate(tier="F3", gate="rules right", reason="rules 0.50, 0.9 wanted")


def phased(log: str) -> Phased:
    """A trajectory with its phases."""
    trace = read_trace(LOGS / log)
    return Phased(attempt=log, events=trace.events, phases=phases_of(trace.events))


def said(phase: str = "self_check", sub_mode: str = "shallow_check", events: tuple[int, ...] = (3,)) -> str:
    """What an analyst answers."""
    return json.dumps({"phase": phase, "sub_mode": sub_mode, "reason": "It never played its page.", "events": events})


def test_a_failure_gets_one_phase_and_one_sub_mode():
    """The judge sees both trajectories with their phases, as exhibits, and names the origin."""
    judge = TurnsJudge(model="j", answers=[said()])
    found = root_cause(phased("codex.jsonl"), phased("claude_code.jsonl"), GATE, judge)
    assert (found.phase, found.sub_mode, found.events) == ("self_check", "shallow_check", (3,))
    assert (found.attempt, found.control) == ("codex.jsonl", "claude_code.jsonl")
    shown = documents_in(judge.asked[0].text)
    assert set(shown) == {"failed", "success"}
    assert any("implementation model tool_call: apply_patch" in line for line in shown["failed"])
    assert judge.asked[0].role == "analyst"
    assert "replica.html" not in "\n".join(outside_documents(judge.asked[0].text))


def test_without_a_success_the_failure_is_judged_alone():
    """Where nobody succeeded there is nothing to hold it against."""
    judge = TurnsJudge(model="j", answers=[said()])
    found = root_cause(phased("codex.jsonl"), None, GATE, judge)
    assert found.control is None
    assert set(documents_in(judge.asked[0].text)) == {"failed"}


@pytest.mark.parametrize(
    "answers",
    [
        [],
        ["?", "?"],
        [said(sub_mode="wrong_code")] * 2,
        [said(events=(999,))] * 2,
        [said(events=())] * 2,
        [said(phase="bad_luck")] * 2,
    ],
)
def test_what_the_judge_does_not_tell_is_undecided(answers: list[str]):
    """An outage, a made-up sub-mode, or events that are not there: no phase, with the reason."""
    found = root_cause(phased("codex.jsonl"), None, GATE, TurnsJudge(model="j", answers=answers))
    assert found.phase is None
    assert found.reason


def test_a_long_trajectory_is_shown_from_both_ends():
    """The beginning and the end are what causes are found in; what is left out cannot be cited."""
    events = tuple(TraceEvent(seq=seq, actor="model", kind="message", text="x") for seq in range(1, 2 * MOST_EVENTS + 1))
    judge = TurnsJudge(model="j", answers=[said(events=(MOST_EVENTS,)), said(events=(1, 2 * MOST_EVENTS))])
    found = root_cause(Phased(attempt="a", events=events, phases=["exploration"] * len(events)), None, GATE, judge)
    assert found.events == (1, 2 * MOST_EVENTS)
    assert len(documents_in(judge.asked[0].text)["failed"]) == MOST_EVENTS


def test_the_prompt_names_every_sub_mode():
    """What may be answered is what is explained."""
    text = load_prompt("root-cause").text
    assert set(SUB_MODES) == set(PHASES)
    assert [mode for modes in SUB_MODES.values() for mode in modes if f"`{mode}`" not in text] == []
