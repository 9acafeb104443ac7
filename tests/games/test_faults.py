from pathlib import Path

import pytest

from games.beacon.desk import REFERENCE, evaluate_beacon, plan_of, variant
from games.beacon.faults import FAULTS, SLOW_FAULTS, Fault


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
