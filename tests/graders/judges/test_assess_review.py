import json
from threading import Barrier

import pytest

from playproof.errors import ProviderError, SpecError
from playproof.graders.judges.assess_review import MOST_ITEMS, MOST_ROUNDS, Subject, judge_part
from playproof.graders.judges.exams import implementation_exam, rule_exam
from playproof.graders.judges.panel import seat
from playproof.graders.judges.scripted import KeywordJudge, ScriptedJudge, TurnsJudge, items_asked
from playproof.protocols import Answer, Question
from playproof.records.judgement import JudgeSheet
from playproof.scoring.replica_judged import judged_share

SOURCE = "<script>\nfunction toggle(i) { lamps[i] = !lamps[i]; }\nfunction win() { return lamps.every((lamp) => !lamp); }\n</script>"
TOGGLE, WIN = Subject(id="toggle", category="state", statement="A click switches."), Subject(id="win", category="state", statement="All dark wins.")
PATTERNS = {"toggle": r"lamps\[i\] = !lamps", "win": r"lamps\.every"}
EXAM = implementation_exam(SOURCE)


def finding(item: str, verdict: str, *, line: int = 2, quote: str = "lamps[i] = !lamps[i];") -> dict[str, object]:
    """What an assessor says of one item."""
    cited = [{"first_line": line, "last_line": line, "quote": quote}] if verdict == "pass" else []
    return {"id": item, "verdict": verdict, "reason": "Because.", "citations": cited}


def said(*items: dict[str, object]) -> str:
    """An answer."""
    return json.dumps({"items": items})


def word(item: str, verdict: str, reason: str = "I looked.") -> dict[str, object]:
    """What a reviewer says of one item."""
    return {"id": item, "verdict": verdict, "reason": reason}


def test_confirmed_at_once_is_decided_in_one_round():
    """The usual way: a verdict with a place that holds, and a reviewer who agrees."""
    panel = seat(KeywordJudge(model="a", patterns=PATTERNS), KeywordJudge(model="b", patterns=PATTERNS), ())
    found = judge_part(EXAM, [TOGGLE, WIN], panel)
    assert [(item.outcome, item.value, len(item.rounds)) for item in found.items] == [("decided", 1.0, 1)] * 2
    assert found.calls == 2
    assert [prompt.id for prompt in found.prompts] == ["implementation-assess", "implementation-review"]


def test_overturned_goes_back_with_the_objection_and_can_be_changed():
    """What the reviewer overturns is assessed again, alone, and the assessor reads why."""
    assessor = TurnsJudge(
        model="a", answers=[said(finding("toggle", "pass"), finding("win", "fail")), said(finding("win", "pass", line=3, quote="lamps.every"))]
    )
    reviewer = TurnsJudge(
        model="b", answers=[said(word("toggle", "confirm"), word("win", "overturn", "Line 3 does it.")), said(word("win", "confirm"))]
    )
    found = judge_part(EXAM, [TOGGLE, WIN], seat(assessor, reviewer, ()))
    assert [item.value for item in found.items] == [1.0, 1.0]
    assert [one.review for one in found.items[1].rounds] == ["overturned", "confirmed"]
    assert items_asked(assessor.asked[1]) == ("win",)
    assert "win: Line 3 does it." in assessor.asked[1].text


def test_an_endless_dispute_is_undecided():
    """Two judges that never agree leave the rule open after the last round; it is neither passed nor failed."""
    assessor = KeywordJudge(model="a", patterns=PATTERNS)
    reviewer = KeywordJudge(model="b", patterns={})
    found = judge_part(EXAM, [TOGGLE], seat(assessor, reviewer, ()))
    item = found.items[0]
    assert (item.outcome, item.value, len(item.rounds)) == ("undecided", None, MOST_ROUNDS)
    assert "no verdict passed review" in item.reason


def test_a_verdict_without_a_place_that_holds_never_reaches_review():
    """Attack on diligence: the assessor invents a quote. The reviewer is not even asked, and the verdict never counts."""
    assessor = TurnsJudge(model="a", answers=[said(finding("toggle", "pass", quote="implemented perfectly"))] * MOST_ROUNDS)
    reviewer = TurnsJudge(model="b", answers=[])
    found = judge_part(EXAM, [TOGGLE], seat(assessor, reviewer, ()))
    assert reviewer.asked == []
    assert found.items[0].outcome == "undecided"
    assert "does not stand in lines" in found.items[0].reason
    assert "does not stand in lines" in assessor.asked[1].text


@pytest.mark.parametrize(
    ("assessor", "reviewer", "reason"),
    [
        ([], [], "the judge did not answer"),
        ([said(finding("toggle", "pass"))], [], "assessed but not reviewed"),
        ([said(finding("toggle", "pass"))], ["?", "?"], "assessed but not reviewed"),
        (["?", "?"], [], "another form"),
        ([said(finding("other", "pass"))] * 2, [], "are missing"),
        ([said(finding("toggle", "perhaps"))] * 2, [], "a verdict is none of pass, fail"),
        ([said(finding("toggle", "pass"), finding("toggle", "fail"))] * 2, [], "there twice"),
        ([said(finding("toggle", "pass")), ""], [said(word("toggle", "overturn"))], "the judge did not answer"),
    ],
)
def test_a_judge_that_fails_costs_coverage_and_not_the_score(assessor: list[str], reviewer: list[str], reason: str):
    """An outage or an unusable answer is ours: undecided with the reason, never a failed rule."""
    panel = seat(TurnsJudge(model="a", answers=assessor), TurnsJudge(model="b", answers=reviewer), ())
    found = judge_part(EXAM, [TOGGLE], panel)
    assert found.items[0].value is None
    assert found.items[0].outcome == "undecided"
    assert reason in found.items[0].reason
    share = judged_share(found.items)
    assert (share.value, share.coverage) == (None, 0.0)


def test_six_categories_are_assessed_at_once():
    """One assessor for each category, all at the same time: each waits here until all six have been asked."""
    together = Barrier(6)
    inner = KeywordJudge(model="a", patterns={})

    class Waiting:
        """A judge that answers only when all six are asked."""

        def sheet(self) -> JudgeSheet:
            """No model."""
            return inner.sheet()

        def ask(self, question: Question) -> Answer:
            """Answer when all are here."""
            together.wait(timeout=30)
            return inner.ask(question)

    subjects = [Subject(id=f"r{number}", category=f"c{number}", statement="x") for number in range(6)]
    found = judge_part(EXAM, subjects, seat(Waiting(), KeywordJudge(model="b", patterns={}), ()))
    assert [item.value for item in found.items] == [0.0] * 6


def test_one_category_that_cannot_be_judged_leaves_the_others():
    """An outage in the middle costs its own category alone."""

    def script(question: Question) -> str:
        if "Items (boundary)" in question.text:
            message = "overloaded"
            raise ProviderError(message)
        return said(*(finding(item, "fail") for item in items_asked(question)))

    subjects = [TOGGLE, Subject(id="edge", category="boundary", statement="It stays."), WIN]
    found = judge_part(EXAM, subjects, seat(ScriptedJudge(model="a", script=script), KeywordJudge(model="b", patterns={}), ()))
    assert [item.outcome for item in found.items] == ["decided", "undecided", "decided"]
    assert [item.item for item in found.items] == ["toggle", "edge", "win"]


def test_many_items_are_asked_in_parts():
    """A long category does not make a question that no model answers in full."""
    subjects = [Subject(id=f"r{number}", category="state", statement="x") for number in range(MOST_ITEMS + 3)]
    asked: list[int] = []

    def script(question: Question) -> str:
        asked.append(len(items_asked(question)))
        return said(*(finding(item, "fail") for item in items_asked(question)))

    found = judge_part(EXAM, subjects, seat(ScriptedJudge(model="a", script=script), KeywordJudge(model="b", patterns={}), ()))
    assert asked == [MOST_ITEMS, 3]
    assert len(found.items) == MOST_ITEMS + 3


def test_rules_of_a_checklist_are_graded_in_halves():
    """Rule consistency is 1, 0.5 or 0, and what is consistent must be shown in the checklist."""
    exam = rule_exam(["A click switches a lamp.", "The game ends somehow."])
    answer = said(
        {"id": "toggle", "verdict": "consistent", "reason": "Line 1.", "citations": [{"first_line": 1, "last_line": 1, "quote": "switches a lamp"}]},
        {"id": "win", "verdict": "partial", "reason": "Not how.", "citations": [{"first_line": 2, "last_line": 2, "quote": "The game ends"}]},
    )
    reviewer = TurnsJudge(model="b", answers=[said(word("toggle", "confirm"), word("win", "confirm"))])
    found = judge_part(exam, [TOGGLE, WIN], seat(TurnsJudge(model="a", answers=[answer]), reviewer, ()))
    assert [item.value for item in found.items] == [1.0, 0.5]
    assert judged_share(found.items).value == 0.75


@pytest.mark.parametrize(
    ("assessor", "reviewer", "tested", "problem"),
    [
        ("gpt-9", "gpt-9", (), "is the model of the assessor as well"),
        ("openai/GPT-9", "gpt-9-2026-04-01", (), "is the model of the assessor as well"),
        ("gemini-4", "gpt-9", ("azure/gpt-9-latest",), "would judge the work of"),
        ("gemini-4@20260401", "gpt-9", ("google/gemini-4",), "would judge the work of"),
        (" ", "gpt-9", (), "has the model"),
    ],
)
def test_no_model_judges_itself_or_twice(assessor: str, reviewer: str, tested: tuple[str, ...], problem: str):
    """Two judges that are one model, or a judge of its own work, however it is written, are refused before anything is asked."""
    with pytest.raises(SpecError, match=problem):
        seat(TurnsJudge(model=assessor, answers=[]), TurnsJudge(model=reviewer, answers=[]), tested)
