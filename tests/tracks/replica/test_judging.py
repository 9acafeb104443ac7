"""Judging one deliverable: the smallest family, scripted judges."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from playproof.analysis.judge_reliability import JudgedMutant, judge_reliability, wilson
from playproof.cli.main import run
from playproof.graders.judges.exams import PicturePair
from playproof.graders.judges.panel import Panel, seat
from playproof.graders.judges.recorded import RecordedJudge, Recorder
from playproof.graders.judges.scripted import KeywordJudge, ScriptedJudge, TurnsJudge, items_asked
from playproof.protocols import Question
from playproof.scoring.replica_judged import judged_parts, judged_shares
from playproof.tracks.replica.family import Instance, load_family
from playproof.tracks.replica.judge_trial import try_judges
from playproof.tracks.replica.judging import Docket, judge_replica, read_art

TWINLAMPS = Path(__file__).parents[2] / "games" / "replica" / "twinlamps"


@pytest.fixture
def instance() -> Instance:
    """The first level."""
    return load_family(TWINLAMPS).instance("L1")


def docket(instance: Instance, folder: Path) -> Docket:
    """The known-good deliverable, or what a test made of it."""
    checklist = folder / "rules.json"
    return Docket(
        task=instance.id,
        rules=instance.rules,
        visual=instance.family.file.visual,
        art=read_art(),
        page=folder / "replica.html",
        checklist=checklist if checklist.is_file() else None,
        pairs=(PicturePair(game=b"one", replica=b"two"),),
    )


def generous(question: Question) -> str:
    """Everything is there, at the first line; every verdict is confirmed."""
    first = "[" if "UNTRUSTED checklist" not in question.text else ""
    quote = next(line.partition(" | ")[2] for line in question.text.split("\n") if line.startswith("     1 | ")) if not question.images else first
    words = {"implementation-assess": "pass", "rule-assess": "consistent", "visual-assess": "match"}
    verdict = words.get(question.prompt, "confirm")
    item = {"verdict": verdict, "reason": "Seen."}
    if question.role == "assessor":
        item |= {"pairs": [1]} if question.images else {"citations": [{"first_line": 1, "last_line": 1, "quote": quote[:60]}]}
    return json.dumps({"items": [{"id": name, **item} for name in items_asked(question)]})


def agreeable() -> Panel:
    """Two judges that find everything."""
    return seat(ScriptedJudge(model="a", script=generous), ScriptedJudge(model="b", script=generous), ())


def test_all_three_parts_are_judged_item_by_item(instance: Instance):
    """Every rule twice, every item of both visual checklists once; the shares follow."""
    found = judge_replica(docket(instance, instance.oracle_path), agreeable())
    assert [(part.part, len(part.items)) for part in found.parts] == [
        ("implementation", len(instance.rules)),
        ("rule", len(instance.rules)),
        ("visual", len(instance.family.file.visual) + len(read_art())),
    ]
    shares = judged_shares(found)
    assert (shares.implementation, shares.rule, shares.visual) == (1.0, 1.0, 1.0)
    assert all(share.coverage == 1 for share in judged_parts(found).values())


def test_judges_out_of_reach_leave_everything_open(instance: Instance):
    """An outage of both judges: no share at all, no coverage, and no zero anywhere."""
    panel = seat(TurnsJudge(model="a", answers=[]), TurnsJudge(model="b", answers=[]), ())
    found = judge_replica(docket(instance, instance.oracle_path), panel)
    assert judged_shares(found).model_dump() == {"implementation": None, "rule": None, "visual": None, "coverage": 0.0, "floor": 0.0}
    assert {item.value for part in found.parts for item in part.items} == {None}
    assert [share.coverage for share in judged_parts(found).values()] == [0, 0, 0]


def test_what_is_not_delivered_is_zero_without_asking(instance: Instance, tmp_path: Path):
    """No page and no checklist: nothing is implemented and nothing was found, and that is the agent's doing."""
    panel = seat(TurnsJudge(model="a", answers=[]), TurnsJudge(model="b", answers=[]), ())
    shares = judged_shares(judge_replica(docket(instance, tmp_path), panel, ("implementation", "rule")))
    assert (shares.implementation, shares.rule) == (0.0, 0.0)


def test_a_checklist_that_cannot_be_read_is_zero_with_the_reason(instance: Instance, tmp_path: Path):
    """The agent is told why."""
    (tmp_path / "rules.json").write_text("- a rule")
    found = judge_replica(docket(instance, tmp_path), agreeable(), ("rule",))
    assert judged_shares(found).rule == 0.0
    assert "called rules.md" in found.parts[0].items[0].reason


def test_without_pictures_looks_are_undecided(instance: Instance):
    """Pictures are ours to take."""
    found = judge_replica(replace(docket(instance, instance.oracle_path), pairs=()), agreeable(), ("visual",))
    assert {item.outcome for item in found.parts[0].items} == {"undecided"}


def test_a_judgement_can_be_made_again_from_recordings(instance: Instance, tmp_path: Path):
    """Recorded word for word, judged again without the judges: the same file, byte for byte; a changed replica has no recording."""
    seats = [Recorder(judge=ScriptedJudge(model=name, script=generous), folder=tmp_path / name) for name in "ab"]
    first = judge_replica(docket(instance, instance.oracle_path), seat(seats[0], seats[1], ("m",)))
    panel = seat(RecordedJudge(folder=tmp_path / "a"), RecordedJudge(folder=tmp_path / "b"), ("m",))
    assert judge_replica(docket(instance, instance.oracle_path), panel) == first
    (tmp_path / "replica.html").write_text("<!doctype html><p>something else</p>")
    other = judge_replica(docket(instance, tmp_path), panel, ("implementation",))
    assert judged_shares(other).implementation is None
    assert "no recording" in other.parts[0].items[0].reason


def switches(instance: Instance) -> dict[str, str]:
    """How a judge that only looks at the switch of a rule finds it: the rule is not among those that are off."""
    return {rule.id: rf'"off": \[(?!.*"{rule.id}")' for rule in instance.rules}


def test_a_judge_that_is_right_fails_exactly_the_missing_rule(instance: Instance):
    """The trial of judges, with one that cannot err: exact for every rule, nothing failed on the whole game."""
    patterns = switches(instance)
    panel = seat(KeywordJudge(model="a", patterns=patterns), KeywordJudge(model="b", patterns=patterns), ())
    found = judge_reliability(tuple(try_judges(instance, panel)), len(instance.rules))
    assert [(one.exact, one.mutants) for one in found.categories if one.category == "all"] == [(len(instance.rules),) * 2]
    assert (found.false_fails, found.whole_rules) == (0, len(instance.rules))


def test_a_judge_that_passes_everything_is_found_out(instance: Instance):
    """The trial of judges, with one that believes anything: not one missing rule is caught."""
    found = judge_reliability(tuple(try_judges(instance, agreeable())), len(instance.rules))
    every = found.categories[-1]
    assert (every.caught, every.missed, every.exact_share) == (0, len(instance.rules), 0.0)


def test_the_command_puts_judges_on_trial(instance: Instance, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """From recordings, for people and for programs; a task that is no level is refused."""
    patterns = switches(instance)
    seats = [Recorder(judge=KeywordJudge(model=name, patterns=patterns), folder=tmp_path / name) for name in "ab"]
    list(try_judges(instance, seat(seats[0], seats[1], ())))
    judges = ["--assessor", f"recorded:{tmp_path / 'a'}", "--reviewer", f"recorded:{tmp_path / 'b'}"]
    assert run(["replica", "try-judges", str(TWINLAMPS / "L1"), *judges]) == 0
    out = capsys.readouterr().out
    assert "all: 1.00 exact" in out
    assert f"the whole game: 0 of {len(instance.rules)} rules failed" in out
    assert run(["replica", "try-judges", str(TWINLAMPS / "L1"), *judges, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["categories"][-1]["exact_share"] == 1.0
    assert run(["replica", "try-judges", "nothing", *judges]) == 2


def test_reliability_counts_by_category():
    """Exact, caught with others, missed and undecided are told apart; what is undecided is in no share."""

    def mutant(rule: str, failed: str, undecided: str = "") -> JudgedMutant:
        return JudgedMutant(task="t", rule=rule, category="state", failed=tuple(failed), undecided=tuple(undecided))

    judged = [mutant("a", "a"), mutant("b", "bc"), mutant("c", "a"), mutant("d", "", "d")]
    whole = JudgedMutant(task="t", rule=None, category=None, failed=("a",), undecided=("b",))
    found = judge_reliability([*judged, whole], 4)
    state, every = found.categories
    assert (state.mutants, state.exact, state.caught, state.missed, state.overreached, state.undecided) == (3, 1, 2, 1, 2, 1)
    assert every.exact_share == pytest.approx(1 / 3)
    assert (found.false_fails, found.whole_rules) == (1, 3)


def test_wilson_is_as_published():
    """81 of 263 (Newcombe 1998, table I): 0.2553 to 0.3662."""
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20)[0] == 0
