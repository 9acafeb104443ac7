import json
from pathlib import Path

import pytest

from playproof.cli.main import run

LOGS = Path(__file__).parent.parent / "store" / "traces"


def test_a_log_is_read_and_told(capsys: pytest.CaptureFixture[str]):
    """Phases and process metrics of one attempt, for people."""
    assert run(["replica", "trace", str(LOGS / "codex.jsonl")]) == 0
    out = capsys.readouterr().out
    assert "calls of the game, by the trajectory: 4 (2 click, 1 screenshot, 1 status)" in out
    assert "self-check: 1 stretch, 1 tool calls, 10 s" in out


def test_several_logs_are_summed_up_as_json(capsys: pytest.CaptureFixture[str]):
    """For programs: one document, with means by model and by runtime."""
    assert run(["replica", "trace", str(LOGS / "codex.jsonl"), str(LOGS / "codex.jsonl"), str(LOGS / "claude_code.jsonl"), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert [group["name"] for group in answer["by_runtime"]] == ["claude_code", "codex"]
    assert answer["by_runtime"][1]["tool_calls"] == {"count": 2, "mean": 7.0, "sd": 0.0}


def test_the_log_of_the_service_is_taken_and_the_trajectory_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Exact counts, and a file in our own form that is read again."""
    calls = tmp_path / "calls.jsonl"
    calls.write_text("".join(json.dumps({"seq": n, "endpoint": "drag", "status": 200, "left": 5, "game_ms": 0, "at_s": 0}) + "\n" for n in (1, 2, 3)))
    kept = tmp_path / "trace.json"
    assert run(["replica", "trace", str(LOGS / "codex.jsonl"), "--calls", str(calls), "--out", str(kept)]) == 0
    assert "by the log of the service: 3 (3 drag)" in capsys.readouterr().out
    assert run(["replica", "trace", str(kept)]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.jsonl"], "cannot be read"),
        ([str(LOGS / "README.md")], "no known runtime"),
        ([str(LOGS / "inspect.json")], "--sample"),
        ([str(LOGS / "codex.jsonl")] * 2 + ["--out", "x.json"], "goes with one log"),
        ([str(LOGS / "codex.jsonl"), "--calls", "none.jsonl"], "cannot be read"),
    ],
)
def test_mistakes_are_said(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]):
    """A wrong file or option ends with status 2 and one message."""
    assert run(["replica", "trace", *arguments]) == 2
    assert message in capsys.readouterr().err
