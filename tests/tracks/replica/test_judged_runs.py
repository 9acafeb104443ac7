"""`playproof replica judge` on a run that was played, with recorded answers, and what `playproof grade` makes of it."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from games.replica.desk import deliver, evaluate, twinlamps
from playproof.cli.main import run
from playproof.cli.replica_judge import docket_of
from playproof.graders.judges.panel import seat
from playproof.graders.judges.recorded import Recorder
from playproof.graders.judges.scripted import ScriptedJudge, items_asked
from playproof.protocols import Question
from playproof.records.judgement import JudgementFile, JudgeSheet
from playproof.records.replica import ReplicaScore
from playproof.store.files import write_record
from playproof.store.run_folder import RunFolder
from playproof.tracks.replica.judging import judge_replica

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("browser", "isolation"), pytest.mark.xdist_group("replica")]

RULES = json.dumps([{"category": rule.category, "statement": rule.statement} for rule in twinlamps().rules])


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of the original as if it were a replica, with its checklist."""
    folder = tmp_path_factory.mktemp("played")
    evaluate(deliver(folder / "artifact", twinlamps().page(), RULES), folder / "run", instance=twinlamps())
    return folder / "run"


def half_found(question: Question) -> str:
    """Everything is implemented and alike, every rule half stated."""
    words = {"implementation-assess": "pass", "rule-assess": "partial", "visual-assess": "match"}
    item: dict[str, object] = {"verdict": words.get(question.prompt, "confirm"), "reason": "Seen."}
    if question.role == "assessor" and question.images:
        item["pairs"] = [1]
    elif question.role == "assessor":
        quote = next(line.partition(" | ")[2] for line in question.text.split("\n") if line.startswith("     1 | "))
        item["citations"] = [{"first_line": 1, "last_line": 1, "quote": quote[:60]}]
    return json.dumps({"items": [{"id": name, **item} for name in items_asked(question)]})


@pytest.fixture
def recorded(played: Path, tmp_path: Path) -> Callable[[str], list[str]]:
    """A copy of the run and recordings of both judges, as the options of the command; the argument says what the recordings claim to be."""

    def options(kind: str) -> list[str]:
        shutil.copytree(played, tmp_path / "run")
        seats = [Recorder(judge=ScriptedJudge(model=name, script=half_found), folder=tmp_path / name) for name in ("one", "two")]
        judge_replica(docket_of(RunFolder(tmp_path / "run")), seat(seats[0], seats[1], ()))
        for name in ("one", "two"):
            write_record(tmp_path / name / "judge.json", JudgeSheet(name="recorded", model=name, version="1", kind=kind))
        return ["replica", "judge", str(tmp_path / "run"), "--assessor", f"recorded:{tmp_path / 'one'}", "--reviewer", f"recorded:{tmp_path / 'two'}"]

    return options


def test_a_judged_run_is_scored_with_what_was_found(recorded, tmp_path, capsys):
    """Code, checklist and looks are judged from the evidence; the overall score, its coverage and its floor follow. The answers here are a script's."""
    assert run(recorded("model")) == 0
    assert "rule: 0.500" in capsys.readouterr().out
    assert run(["grade", str(tmp_path / "run")]) == 0
    score = RunFolder(tmp_path / "run").root("score", ReplicaScore)
    assert (score.implementation, score.rule, score.visual, score.overall) == (1.0, 0.5, 1.0, 0.85)
    assert (score.value, score.coverage, score.floor) == (0.85, 1.0, 0.85)
    assert score.gate.tier == "F5"


@pytest.mark.parametrize("kind", ["hand", "script"])
def test_what_no_model_said_is_not_scored(recorded, tmp_path, capsys, kind):
    """Recordings written by hand or by a script try out the way; the score stays without judges."""
    before = RunFolder(tmp_path / "run")
    assert run(recorded(kind)) == 0
    assert "support no figure" in capsys.readouterr().out
    assert before.root("judgements", JudgementFile).assessor.kind == kind
    assert run(["grade", str(tmp_path / "run")]) == 0
    assert before.root("score", ReplicaScore).overall is None


def test_recordings_that_are_missing_lower_the_coverage(recorded, tmp_path, capsys):
    """Without the reviewer's answers nothing is decided, and the score falls back to what was played."""
    options = recorded("model")
    for path in (tmp_path / "two").glob("[0-9a-f]*.json"):
        path.unlink()
    assert run(options) == 0
    assert "implementation: undecided" in capsys.readouterr().out
    assert run(["grade", str(tmp_path / "run")]) == 0
    score = RunFolder(tmp_path / "run").root("score", ReplicaScore)
    assert (score.overall, score.value) == (None, score.agreement)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({4: "gpt-9"}, "'gpt-9' is no judge"),
        ({6: "recorded:none"}, "holds no judge.json"),
        ({2: "none"}, "is not a run folder"),
    ],
)
def test_mistakes_are_said(recorded, capsys, changed, message):
    """A judge or run that is not there ends with status 2."""
    options = recorded("model")
    for index, word in changed.items():
        options[index] = word
    assert run(options) == 2
    assert message in capsys.readouterr().err


def test_a_model_does_not_judge_its_own_work(recorded, capsys):
    """The panel is refused before anything is asked."""
    assert run([*recorded("model"), "--tested", "provider/ONE-2026-01-01"]) == 2
    assert "would judge the work of" in capsys.readouterr().err


def test_the_docket_holds_pictures_of_both_games(played):
    """What is judged about looks are the situations that were compared without a model."""
    docket = docket_of(RunFolder(played))
    assert docket.pairs
    assert all(pair.game.startswith(b"\x89PNG") and pair.replica.startswith(b"\x89PNG") for pair in docket.pairs)
    assert replace(docket, pairs=()).rules == twinlamps().rules
