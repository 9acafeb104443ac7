import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from games.replica.desk import BLANK, LEANS_ON_A_FILE, OTHER, REACHES_OUT, THROWS, TWINLAMPS, deliver, evaluate, still, styled, swapped, twinlamps
from playproof.cli.evaluation import Outcome, grade_again
from playproof.cli.tracks.replica import again
from playproof.errors import SpecError
from playproof.records.replica import LoadEvidence, ReplicaComparison, ReplicaScore
from playproof.store.run_folder import RunFolder

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("browser", "isolation"), pytest.mark.xdist_group("replica")]

Judge = Callable[..., Outcome[ReplicaScore]]


@pytest.fixture(scope="module")
def faithful(tmp_path_factory: pytest.TempPathFactory) -> Outcome[ReplicaScore]:
    """The original itself, evaluated as if it were a replica."""
    folder = tmp_path_factory.mktemp("faithful")
    return evaluate(deliver(folder / "artifact", twinlamps().page()), folder / "run", instance=twinlamps())


@pytest.fixture
def judge(faithful: Outcome[ReplicaScore], tmp_path: Path) -> Judge:
    """Evaluates a page; the original's plays are those of the faithful run."""

    def judged(page: str | None, rules: str | None = '{"rules": []}') -> Outcome[ReplicaScore]:
        return evaluate(deliver(tmp_path / "artifact", page, rules), tmp_path / "run", instance=twinlamps(), originals=faithful.folder)

    return judged


def lost(outcome: Outcome[ReplicaScore]) -> list[str]:
    """The rules that do not agree."""
    return sorted(name for name, verdict in outcome.verdicts.items() if verdict.state != "pass")


def opening(outcome: Outcome[ReplicaScore]) -> bytes:
    """The first picture of the replica."""
    load = outcome.folder.play("load", LoadEvidence)
    assert load is not None
    return outcome.folder.frames.read(load.play.frames[0])


def test_the_original_is_its_own_faithful_replica(faithful):
    """Played against itself a game agrees on every rule, in random play, and looks the same: F5, decided in full."""
    score = faithful.score
    assert (score.gate.tier, score.agreement, score.walks, score.looks, score.coverage, score.floor, score.value) == (
        "F5",
        1.0,
        1.0,
        1.0,
        1.0,
        1.0,
        1.0,
    )
    assert (score.implementation, score.rule, score.visual, score.overall) == (None, None, None, None)
    assert faithful.faults == ()


def test_grading_again_needs_no_game(faithful, tmp_path):
    """From the evidence alone, in another place, the same verdicts, comparison and digest come out."""
    copy = RunFolder(Path(shutil.copytree(faithful.folder.path, tmp_path / "copy")))
    for name in ("score.json", "comparison.json", "verdicts.jsonl"):
        (copy.path / name).unlink()
    shutil.rmtree(copy.path / "artifact")
    graded = grade_again(copy, again(copy))
    assert (graded.score, graded.verdicts, graded.digest) == (faithful.score, faithful.verdicts, faithful.digest)
    kept = faithful.folder.root("comparison", ReplicaComparison)
    assert copy.root("comparison", ReplicaComparison) == kept


@pytest.mark.parametrize(
    "recoloured",
    [
        pytest.param(lambda page: styled(page, "html{filter:hue-rotate(90deg)}"), id="hue", marks=pytest.mark.heavy),
        pytest.param(lambda page: styled(page, "html{filter:invert(1);background:#fff}"), id="inverted"),
        pytest.param(swapped, id="swapped", marks=pytest.mark.heavy),
    ],
)
def test_other_colours_keep_the_rules(judge, recoloured):
    """A replica in other colours plays the same rules: agreement 1, but it looks different: F4."""
    outcome = judge(recoloured(twinlamps().page()))
    assert (outcome.score.gate.tier, outcome.score.agreement, lost(outcome)) == ("F4", 1.0, [])


def test_a_drawing_that_is_a_little_off_is_faithful_in_its_rules(judge):
    """Two px off: every rule agrees, and it is at least recognizable."""
    outcome = judge(styled(twinlamps().page(), "body{transform:translate(2px,2px)}"))
    assert (outcome.score.agreement, outcome.score.gate.tier in ("F4", "F5")) == (1.0, True)


def test_a_picture_of_the_game_is_no_game(judge, faithful):
    """Attack: a still picture of the original looks perfect and does nothing. It agrees on no rule: F3."""
    outcome = judge(still(opening(faithful)))
    assert (outcome.score.gate.tier, outcome.score.agreement, outcome.score.looks) == ("F3", 0.0, 1.0)


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        (None, "there is no replica.html"),
        (BLANK, "one colour"),
        (THROWS, "throws before"),
        (REACHES_OUT, "network"),
        (LEANS_ON_A_FILE, "outside of itself"),
    ],
    ids=["missing", "blank", "throws", "network", "other file"],
)
def test_what_does_not_load_is_the_agents_doing(judge, page, kind):
    """A page that is missing, blank, throws, or needs more than itself ends as F1 with the reason, decided, and never as an error of ours."""
    outcome = judge(page)
    assert (outcome.score.gate.tier, outcome.score.value, outcome.score.coverage, outcome.faults) == ("F1", 0.0, 1.0, ())
    assert kind in outcome.score.gate.reason
    assert {verdict.value for verdict in outcome.verdicts.values()} == {0.0}


def test_another_page_is_not_recognizable(judge):
    """A page that loads and is another thing is F2."""
    assert judge(OTHER).score.gate.tier == "F2"


def test_a_missing_checklist_costs_rule_consistency_alone(judge):
    """Without rules.json the replica's rule consistency is zero without any judge, and everything else stays."""
    score = judge(twinlamps().page(), None).score
    assert (score.rule, score.implementation, score.visual, score.agreement, score.gate.tier) == (0.0, None, None, 1.0, "F5")


@pytest.mark.heavy
def test_a_replica_that_dies_on_the_way_loses_what_comes_after(judge):
    """A replica that hangs at the first click fails every rule with that reason; the fault is the agent's and nothing is undecided."""
    page = twinlamps().page().replace("state = core.step(", "for (;;); state = core.step(", 1)
    outcome = judge(page)
    assert (outcome.score.agreement, outcome.score.coverage, outcome.score.gate.tier) == (0.0, 1.0, "F3")
    assert all("the replica failed" in verdict.reason for name, verdict in outcome.verdicts.items() if "/" not in name)


@pytest.mark.parametrize("rule", ["edge_stays", "neighbour_toggles"])
def test_a_missing_rule_costs_that_rule(judge, rule):
    """The original without a rule loses exactly that rule, now and when it is graded again."""
    outcome = judge(twinlamps().page([rule]))
    assert lost(outcome) == [rule]
    graded = grade_again(outcome.folder, again(outcome.folder))
    assert (graded.digest, graded.verdicts, graded.score) == (outcome.digest, outcome.verdicts, outcome.score)


def test_the_command_plays_scores_and_reports(faithful, tmp_path):
    """`playproof play` takes the folder that holds a folder for each level, answers with the documented shape, and resumes without playing."""
    deliver(tmp_path / "artifact" / "L1", twinlamps().page())
    words = ["play", str(tmp_path / "artifact"), "--task", str(TWINLAMPS / "L1"), "--out", str(tmp_path / "run"), "--json"]
    shutil.copytree(faithful.folder.path, tmp_path / "run")
    ended = subprocess.run([sys.executable, "-m", "playproof", *words], capture_output=True, text=True, check=False, timeout=300)
    assert ended.returncode == 0, ended.stderr
    assert '"tier": "F5"' in ended.stdout
    assert '"value": 1.0' in ended.stdout
    assert (tmp_path / "run" / "report.html").is_file()
    assert RunFolder(tmp_path / "run").timings() == faithful.folder.timings()


def test_plays_are_only_taken_over_from_the_same_plan(faithful, tmp_path):
    """The original's plays of one level do not serve another."""
    with pytest.raises(SpecError, match="another plan or seed"):
        evaluate(deliver(tmp_path / "a", BLANK), tmp_path / "run", instance=twinlamps("L2"), originals=faithful.folder)
