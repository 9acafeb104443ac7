from dataclasses import replace
from pathlib import Path

import pytest

from playproof.errors import ProviderError, SpecError
from playproof.graders.judges.recorded import RecordedJudge, Recorder, question_sha256
from playproof.graders.judges.scripted import TurnsJudge
from playproof.protocols import Question

QUESTION = Question(role="assessor", prompt="visual-assess", instructions="Judge.", text="The case.", images=(b"png one", b"png two"))


def test_what_was_recorded_is_answered_again(tmp_path: Path):
    """A judgement can be made again later, without the model, and says whose words it is made of."""
    judge = TurnsJudge(model="m", answers=["first", "second"])
    recorder = Recorder(judge=judge, folder=tmp_path / "m")
    assert recorder.ask(QUESTION).text == "first"
    assert recorder.ask(replace(QUESTION, text="Another.")).text == "second"
    again = RecordedJudge(folder=tmp_path / "m")
    assert again.sheet() == judge.sheet()
    assert again.ask(QUESTION).text == "first"
    assert again.ask(replace(QUESTION, text="Another.")).text == "second"


@pytest.mark.parametrize(
    "changed",
    [
        {"text": "The case!"},
        {"instructions": "Judge!"},
        {"role": "reviewer"},
        {"images": (b"png two", b"png one")},
        {"images": (b"png one",)},
        {"answer_schema": "{}"},
    ],
)
def test_another_question_has_no_recording(tmp_path: Path, changed: dict[str, object]):
    """Whatever a judge is told is part of the question: a changed prompt, picture or text is not answered by an old word."""
    Recorder(judge=TurnsJudge(model="m", answers=["first"]), folder=tmp_path).ask(QUESTION)
    with pytest.raises(ProviderError, match="no recording"):
        RecordedJudge(folder=tmp_path).ask(replace(QUESTION, **changed))


def test_an_outage_is_not_recorded(tmp_path: Path):
    """A judge that did not answer is asked again next time."""
    recorder = Recorder(judge=TurnsJudge(model="m", answers=[]), folder=tmp_path)
    with pytest.raises(ProviderError):
        recorder.ask(QUESTION)
    assert [path.name for path in tmp_path.iterdir()] == ["judge.json"]


def test_a_folder_holds_the_answers_of_one_judge(tmp_path: Path):
    """Answers of two models are never mixed under one name."""
    Recorder(judge=TurnsJudge(model="m", answers=[]), folder=tmp_path)
    with pytest.raises(SpecError, match="another judge"):
        Recorder(judge=TurnsJudge(model="n", answers=[]), folder=tmp_path)


def test_an_answer_under_the_wrong_name_is_not_taken(tmp_path: Path):
    """Attack: a recording is copied to the name of another question."""
    Recorder(judge=TurnsJudge(model="m", answers=["first"]), folder=tmp_path).ask(QUESTION)
    other = replace(QUESTION, text="Another.")
    (tmp_path / f"{question_sha256(QUESTION)}.json").rename(tmp_path / f"{question_sha256(other)}.json")
    with pytest.raises(ProviderError, match="another question"):
        RecordedJudge(folder=tmp_path).ask(other)


def test_a_folder_without_a_judge_is_refused(tmp_path: Path):
    """A mistyped folder is a user's mistake, not an outage."""
    with pytest.raises(SpecError, match=r"holds no judge\.json"):
        RecordedJudge(folder=tmp_path).sheet()
