import json

import pytest

from games.replica.desk import TWINLAMPS
from playproof.analysis.family_check import RuleMutant, acting_gate, mutant_gates, visible_gate
from playproof.cli.main import run


def mutant(rule, *lost):
    """A mutant of one rule that lost some."""
    return RuleMutant(task="replica/x/L1", rule=rule, lost=lost, undecided=(), tier="F5")


def test_a_rule_that_does_not_act_or_show_fails_its_proof_by_name():
    """A gate holds only when all rules pass, and names those that do not."""
    assert acting_gate("t", 3, ()).holds
    failed = acting_gate("t", 3, ("fade (state changes only view)",))
    assert not failed.holds
    assert failed.value == "2 of 3; not fade (state changes only view)"
    assert visible_gate("t", {"a": True}).holds
    assert "not b" in visible_gate("t", {"a": True, "b": False}).value


def test_mutants_must_lose_their_own_rule_and_nearly_all_nothing_else():
    """One that loses nothing fails the first gate; 1 in 20 may lose more, 2 in 20 may not."""
    exact = [mutant(f"r{number}", f"r{number}") for number in range(19)]
    assert all(gate.holds for gate in mutant_gates([*exact, mutant("wide", "wide", "r1")]))
    own, nothing_else = mutant_gates([*exact[:18], mutant("wide", "wide", "r1"), mutant("wider", "wider", "r2")])
    assert own.holds
    assert not nothing_else.holds
    assert "wide (also r1)" in nothing_else.value
    own, _ = mutant_gates([*exact, mutant("dull")])
    assert not own.holds
    assert "dull" in own.value


@pytest.mark.browser
@pytest.mark.heavy
@pytest.mark.usefixtures("browser", "isolation")
@pytest.mark.xdist_group("replica")
def test_a_level_is_proven_from_end_to_end(tmp_path, capsys):
    """`task check` on a level: off switches act, witnesses show their rules in the browser, the game repeats itself, tiers of known games, a mutant."""
    status = run(["task", "check", str(TWINLAMPS / "L4"), "--mutants", "all_dark_wins", "--out", str(tmp_path), "--json"])
    found = json.loads(capsys.readouterr().out)
    assert {gate["gate"]: gate["holds"] for gate in found["gates"]} == dict.fromkeys((gate["gate"] for gate in found["gates"]), True)
    assert status == 0
    assert [one["lost"] for one in found["mutants"]] == [["all_dark_wins"]]
    assert json.loads((tmp_path / "calibration.json").read_text(encoding="utf-8"))["family"] == "replica/twinlamps"
