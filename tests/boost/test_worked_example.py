"""The worked example: a scripted agent finishes a shipped game with boost alone as its book-keeper. What it claims is checked against the ledger."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from auditor import Disk, read_chain

WORKED = Path(__file__).parent / "worked"
REPAIRED = "walk-diagonal"
"""The check whose first repair breaks another one."""


def run(out: Path, *words: str) -> str:
    """Run the worked example as a user does."""
    command = [sys.executable, str(WORKED / "story.py"), "--out", str(out), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def of_kind(events: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    """The lines of one kind."""
    return [event for event in events if event["kind"] == kind]


def observations(events: list[dict[str, Any]], checkpoint: str) -> list[str]:
    """How a checkpoint was seen, in order."""
    return [event["body"]["outcome"] for event in of_kind(events, "observation") if event["body"]["checkpoint"] == checkpoint]


def assert_told(out: Path) -> list[dict[str, Any]]:
    """The promises that hold for every run of the example; gives the ledger."""
    workspace = out / "workspace"
    events = read_chain(workspace / "game.boost" / "ledger.jsonl")
    assert not any(path.is_symlink() for path in (workspace / "game").rglob("*"))
    end = events[-1]
    assert end["kind"] == "finished"
    assert end["body"]["complete"]
    assert end["body"]["fingerprint"] == Disk.look(workspace / "game").fingerprint, "what was finished is what lies there"

    begun, restored, kept = of_kind(events, "repair-begun"), of_kind(events, "restored"), of_kind(events, "repair-kept")
    assert [one["body"]["repair"] for one in restored] == [1]
    assert restored[0]["body"]["change"]["fingerprint"] == begun[0]["body"]["fingerprint"] == Disk.look(out / "before").fingerprint
    assert restored[0]["body"]["culprit"] == "walk-right"
    assert "walk-right" in begun[0]["body"]["protected"]
    assert begun[0]["body"]["target"] == begun[1]["body"]["target"] == REPAIRED
    assert begun[0]["body"]["hypothesis"] != begun[1]["body"]["hypothesis"]
    assert [one["body"]["repair"] for one in kept] == list(range(2, len(begun) + 1))

    last = {one["body"]["checkpoint"]: one["body"] for one in of_kind(events, "observation")}
    contract = json.loads((workspace / "game.boost" / "contract.json").read_text())
    assert set(last) == {checkpoint["id"] for checkpoint in contract["checkpoints"]}
    assert {body["outcome"] for body in last.values()} == {"pass"}
    again = last["opened-again"]
    assert len({process for _, process in again["sessions"]}) == 2, "two processes"
    assert [one["reached"] for one in last["play-through"]["inputs"] if one["reached"]][-1] == "success"
    pictures = [body[place]["sha"] for body in last.values() for place in ("before", "after") if place in body]
    assert all((workspace / "game.boost" / "blobs" / sha[:2] / sha[2:]).read_bytes().startswith(b"\x89PNG") for sha in pictures)
    return events


@pytest.mark.browser
@pytest.mark.usefixtures("browser")
def test_a_scripted_agent_repairs_a_game_with_boost(tmp_path: Path) -> None:
    """With one planted fault: it is seen; a repair breaks what worked and is rolled back to the byte; the same idea is refused, another is kept.

    Then the whole journey, the reopen in another process, and the finish.
    """
    said = run(tmp_path / "out", "--fault", REPAIRED)
    events = assert_told(tmp_path / "out")
    assert observations(events, REPAIRED) == ["fail", "pass", "fail", "pass"]
    assert "hypothesis-repeated" in said


def test_the_agent_cannot_read_hidden_parts(tmp_path: Path) -> None:
    """The attack: an agent that looks up the answer. Its process may not open any file of a folder `hidden`."""
    secret = tmp_path / "hidden" / "leaves.yaml"
    secret.parent.mkdir()
    secret.write_text("the answer")
    code = "import sys; sys.path.insert(0, sys.argv[1]); import agent; sys.addaudithook(agent.refuse_hidden); open(sys.argv[2])"
    done = subprocess.run([sys.executable, "-c", code, str(WORKED), str(secret)], capture_output=True, text=True, check=False)
    assert "may not read" in done.stderr


@pytest.mark.browser
@pytest.mark.heavy
@pytest.mark.usefixtures("browser")
def test_three_faults_repaired_raise_the_hidden_score(tmp_path: Path) -> None:
    """With three planted faults of three kinds, all are seen in play and repaired, and the hidden evaluator's F is higher after than before."""
    said = run(tmp_path / "out", "--score")
    events = assert_told(tmp_path / "out")
    for checkpoint in (REPAIRED, "spark-gone", "opened-again"):
        assert observations(events, checkpoint)[0] == "fail"
    disagreed = next(one["body"] for one in of_kind(events, "observation") if one["body"]["checkpoint"] == "spark-gone")
    assert disagreed["agree"] == "no", "the state says that the spark is gone, the picture shows it"
    scores = {line.split()[1]: float(line.split()[2]) for line in said.splitlines() if line.startswith("F ")}
    assert scores["before"] < scores["after"] == 90.0, "everything but the looks, which only a judge can score"
