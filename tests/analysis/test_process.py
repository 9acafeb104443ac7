from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playproof.analysis.process import Finished, by_model, by_runtime, cause_counts, pairs, process_sheet, spread
from playproof.records.calls import Call
from playproof.records.trace import RootCause, Trace, TraceEvent
from playproof.store.traces.reading import read_trace

LOGS = Path(__file__).parent.parent / "store" / "traces"


def attempt(runtime: str, model: str, clicks: int, tools: int) -> Trace:
    """A trajectory with so many clicks and calls of tools."""
    kinds = [{"kind": "observe", "endpoint": "click"}] * clicks + [{"kind": "tool_call", "tool": "bash"}] * tools
    events = tuple(TraceEvent(seq=seq, actor="model", **kind) for seq, kind in enumerate(kinds, 1))
    return Trace(runtime=runtime, model=model, source_sha256="", events=events)


def test_a_sheet_of_a_log():
    """Calls by endpoint in the order of the interface, tools by how often, time from first to last."""
    sheet = process_sheet(read_trace(LOGS / "codex.jsonl"))
    assert {one.endpoint: one.calls for one in sheet.endpoints} == {"click": 2, "screenshot": 1, "status": 1}
    assert [(one.tool, one.calls) for one in sheet.tools] == [("exec_command", 4), ("apply_patch", 1), ("shell", 1), ("view_image", 1)]
    assert (sheet.tool_calls, sheet.messages, sheet.took_s, sheet.calls_from) == (7, 2, 60.0, "trajectory")


def test_the_log_of_the_service_counts_what_a_trajectory_cannot_show():
    """A loop in a script is one command and many calls."""
    calls = [Call(seq=seq, endpoint="key", status=200, left=9, game_ms=0, at_s=0) for seq in range(1, 31)]
    sheet = process_sheet(read_trace(LOGS / "codex.jsonl"), calls)
    assert (sheet.observe_calls, sheet.calls_from) == (30, "log of the service")
    assert [(one.endpoint, one.calls) for one in sheet.endpoints] == [("key", 30)]


def test_mean_and_deviation_by_model_and_by_runtime():
    """The two axes of the paper: runtime varied for one model, model varied in one runtime; an attempt without such a call counts as none."""
    sheets = [process_sheet(one) for one in (attempt("codex", "m", 10, 1), attempt("codex", "m", 14, 3), attempt("inspect", "n", 0, 5))]
    codex, inspect = by_runtime(sheets)
    assert (codex.name, codex.endpoints["click"].mean, codex.endpoints["click"].sd) == ("codex", 12, pytest.approx(8**0.5))
    assert (codex.tool_calls.mean, codex.tool_calls.count) == (2, 2)
    assert (inspect.tool_calls.mean, inspect.tool_calls.sd, inspect.endpoints) == (5, None, {})
    assert [group.name for group in by_model(sheets)] == ["m", "n"]


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=20))
def test_spread_is_that_of_a_sample(numbers: list[int]):
    """Mean within the numbers; deviation never negative, none for one number, zero only for equal ones."""
    found = spread(numbers)
    assert min(numbers) <= found.mean <= max(numbers)
    assert (found.sd is None) is (len(numbers) == 1)
    assert found.sd is None or (found.sd == pytest.approx(0, abs=1e-9)) is (len(set(numbers)) == 1)


def finished(name: str, tier: str | None, value: float | None = None, *, task: str = "t", runtime: str = "codex", model: str = "m") -> Finished:
    """An attempt with its outcome."""
    return Finished(id=name, task=task, runtime=runtime, model=model, tier=tier, value=value)


def test_a_failure_is_held_against_the_best_success_of_its_task_and_runtime():
    """Not of another task, not in another runtime; the best by score, ties by name; what was not told is neither."""
    attempts = [
        finished("a", "F3"),
        finished("b", "F5", 0.95),
        finished("d", "F5", 0.99, model="n"),
        finished("c", "F5", 0.99),
        finished("e", "F5", 1.0, task="u"),
        finished("f", "F5", 1.0, runtime="inspect"),
        finished("g", None),
        finished("h", "F1", runtime="claude_code"),
    ]
    assert [(pair.failed.id, pair.control.id if pair.control else None) for pair in pairs(attempts)] == [("a", "c"), ("h", None)]


def test_causes_are_counted_by_model_phase_and_sub_mode():
    """Shares of a model's failures sum to one; what was not decided is counted as such."""

    def cause(name: str, phase: str | None, sub_mode: str) -> RootCause:
        return RootCause(attempt=name, control=None, phase=phase, sub_mode=sub_mode, reason="")

    failures = [
        (finished("a", "F3"), cause("a", "implementation", "wrong_code")),
        (finished("b", "F3"), cause("b", "exploration", "not_enough_observed")),
        (finished("c", "F4"), cause("c", "implementation", "wrong_code")),
        (finished("d", "F4"), cause("d", None, "")),
        (finished("e", "F2", model="n"), cause("e", "self_check", "not_checked")),
    ]
    found = cause_counts(failures)
    assert [(one.model, one.phase, one.count, one.share) for one in found] == [
        ("m", "exploration", 1, 0.25),
        ("m", "implementation", 2, 0.5),
        ("m", None, 1, 0.25),
        ("n", "self_check", 1, 1.0),
    ]
