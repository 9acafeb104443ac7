import pytest

from playproof.errors import SpecError
from playproof.records.interface import Click, Reset
from playproof.tracks.replica.service.ledger import Answered, Ledger, read_calls


def clicked(status: int = 200) -> Answered:
    """A click that was done."""
    return Answered(endpoint="click", status=status, game_ms=200.0, action=Click(x=1, y=2), picture="ab")


def test_actions_are_charged_and_everything_else_is_free(tmp_path):
    """What was done costs one; looking, asking and refused calls cost nothing, and all of it is noted in order."""
    ledger = Ledger(3, tmp_path / "calls.jsonl")
    ledger.note(Answered(endpoint="screenshot", status=200, game_ms=0.0, picture="ab"))
    ledger.note(clicked())
    ledger.note(Answered(endpoint="click", status=422, game_ms=200.0))
    ledger.note(Answered(endpoint="reset", status=200, game_ms=400.0, action=Reset(), picture="cd"))
    ledger.close()
    calls = read_calls(tmp_path / "calls.jsonl")
    assert [(call.seq, call.endpoint, call.status, call.left) for call in calls] == [
        (1, "screenshot", 200, 3),
        (2, "click", 200, 2),
        (3, "click", 422, 2),
        (4, "reset", 200, 1),
    ]
    assert [call.action for call in calls] == [None, Click(x=1, y=2), None, Reset()]


def test_a_service_that_is_started_again_goes_on_counting(tmp_path):
    """A restart gives nobody a fresh budget, and no line of the log is lost."""
    first = Ledger(3, tmp_path / "calls.jsonl")
    first.note(clicked())
    first.close()
    second = Ledger(3, tmp_path / "calls.jsonl")
    assert (second.left, second.calls) == (2, 1)
    assert second.note(clicked()).seq == 2
    second.close()
    assert len(read_calls(tmp_path / "calls.jsonl")) == 2


def test_a_file_that_is_no_log_is_refused_with_its_line(tmp_path):
    """Somebody names a wrong file as the log: nothing is added to it."""
    path = tmp_path / "notes.txt"
    path.write_text("dear diary\n")
    with pytest.raises(SpecError, match=r"notes\.txt:1"):
        Ledger(3, path)
    assert path.read_text() == "dear diary\n"


def test_a_log_that_cannot_be_written_is_said_before_the_first_call(tmp_path):
    """No action is ever done without being noted."""
    (tmp_path / "file").write_text("")
    with pytest.raises(SpecError, match="cannot be written"):
        Ledger(3, tmp_path / "file" / "calls.jsonl")
