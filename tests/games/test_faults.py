from pathlib import Path

import pytest

from games.beacon.desk import REFERENCE, evaluate_beacon, plan_of, variant
from games.beacon.faults import FAULTS, SLOW_FAULTS, Fault, in_get
from playproof.cli.evaluation import Outcome
from playproof.records.evidence import Evidence


def play(fault: Fault, folder: Path) -> None:
    """Play what decides the named leaves, and hold their states against what must come out."""
    artifact = variant(fault.edits, folder / "game")
    outcome = evaluate_beacon(artifact, folder / "run", plan=plan_of(fault.states), has_journey=fault.journey is not None)
    found = {name: outcome.verdicts[name].state for name in fault.states}
    assert found == fault.states, "\n".join(f"{fault.attack}: {name}: {one.state}: {one.reason}" for name, one in outcome.verdicts.items())
    if fault.journey is not None:
        assert outcome.score.J.value is fault.journey, outcome.score.J.reason
    assert outcome.faults == ()


@pytest.mark.browser
@pytest.mark.usefixtures("browser", "isolation")
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_is_judged_where_it_is(fault: Fault, tmp_path: Path):
    """Each game with a known fault gives exactly the leaf states that its entry in `faults.py` promises, in a real browser."""
    play(fault, tmp_path)


@pytest.mark.browser
@pytest.mark.usefixtures("browser", "isolation")
@pytest.mark.heavy
@pytest.mark.parametrize("fault", SLOW_FAULTS, ids=lambda fault: fault.name)
def test_a_fault_that_takes_long_is_judged_where_it_is(fault: Fault, tmp_path: Path):
    """So do the games that hang or eat memory."""
    play(fault, tmp_path)


@pytest.mark.browser
@pytest.mark.usefixtures("browser", "isolation")
def test_the_reference_is_whole(tmp_path: Path):
    """The game without a fault passes every leaf: no check fails what is right."""
    outcome = evaluate_beacon(REFERENCE, tmp_path / "run", plan=plan_of(), has_journey=True, jobs=2)
    assert {name: one.reason for name, one in outcome.verdicts.items() if one.state not in ("pass", "unjudged")} == {}
    assert (outcome.score.F, outcome.score.coverage, outcome.score.floor, outcome.score.O) == (90.0, 1.0, 90.0, None)
    assert (outcome.score.J.value, outcome.score.Lambda.value, outcome.score.solved.value) == (True, True, True)


LEAF = "d3.lift.scores"


def play_of(outcome: Outcome, number: int) -> Evidence | None:
    """The n-th play of the leaf."""
    return outcome.folder.play(f"{LEAF}#{number}", Evidence)


@pytest.fixture(scope="module")
def looked_ms(tmp_path_factory: pytest.TempPathFactory) -> float:
    """Game time at which the first play of the leaf takes its last look."""
    play = play_of(evaluate_beacon(REFERENCE, tmp_path_factory.mktemp("reference") / "run", plan=plan_of([LEAF])), 1)
    assert play is not None
    mark = play.takes[0].mark("after")
    assert mark is not None
    return mark.observation.at_ms


def lie(key: str, value: str, at_ms: float) -> str:
    """A line of `OmniState.Get` that lies about a key at one moment."""
    return f'if (key === "{key}" && Math.abs(performance.now() - {at_ms}) < 12) return {value};'


@pytest.mark.browser
@pytest.mark.usefixtures("browser", "isolation")
@pytest.mark.xdist_group("lies")
def test_one_contradiction_is_the_observers_and_a_replay_decides(looked_ms: float, tmp_path: Path):
    """A reading that is contradicted once may have been caught between two frames: the leaf is played again, a little later, and that play decides."""
    artifact = variant(in_get(lie("score", "game.score + 5", looked_ms)), tmp_path / "game")
    outcome = evaluate_beacon(artifact, tmp_path / "run", plan=plan_of([LEAF]))
    assert play_of(outcome, 2) is not None
    assert play_of(outcome, 3) is None
    assert (outcome.verdicts[LEAF].state, outcome.verdicts[LEAF].plays) == ("pass", (f"{LEAF}#2",))


@pytest.mark.browser
@pytest.mark.usefixtures("browser", "isolation")
@pytest.mark.xdist_group("lies")
def test_another_lie_in_every_play_buys_no_undecided(looked_ms: float, tmp_path: Path):
    """The attack: lie about one key in the first play and about others in the next, so that none is contradicted twice in a row. After three plays the leaf has failed."""
    lies = [lie("score", "game.score + 5", looked_ms), lie("shells_left", "0", looked_ms + 68), lie("shells", "[1, 1, 1]", looked_ms + 136)]
    outcome = evaluate_beacon(variant(in_get("\n  ".join(lies)), tmp_path / "game"), tmp_path / "run", plan=plan_of([LEAF]))
    assert play_of(outcome, 3) is not None
    assert outcome.verdicts[LEAF].state == "product_blocked"
