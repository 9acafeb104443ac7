from typing import Any

import pytest

from games.beacon.desk import plan_of
from games.pocket import CONTROL
from playproof.cli.evaluation import grade_again
from playproof.cli.tracks.build import again as judged_again
from playproof.errors import DriverError, GameError, SandboxError
from playproof.pipeline import TRIES, Progress
from playproof.protocols import Opening

FAILURES = (DriverError("the pipe broke", kind="browser_died"), SandboxError("no namespace", kind="no_namespace"), ZeroDivisionError("a bug of ours"))


def fail(error: Exception) -> Any:
    """Raise it at every opening."""

    def at_open(_: Opening) -> None:
        raise error

    return at_open


@pytest.mark.parametrize("error", FAILURES, ids=lambda error: type(error).__name__)
def test_our_failure_is_never_the_games_zero(flow: Any, error: Exception):
    """An engine that fails on every game, the known-good one too, leaves everything undecided: no value, no coverage, a fault that names us."""
    flow.plan, flow.has_journey = plan_of(["d3.walk.right", "d4.restart.anew"]), False
    flow.trouble.at_open = fail(error)
    outcome = flow.run()
    assert {verdict.state for verdict in outcome.verdicts.values()} == {"setup_failed"}
    assert all(verdict.value is None for verdict in outcome.verdicts.values())
    assert outcome.score.F is None
    assert outcome.score.coverage == 0.0
    assert {one.fault.blame for one in outcome.faults} == {"us"}
    assert flow.trouble.control_openings > 0


def test_a_failure_that_goes_away_costs_nothing(flow: Any):
    """An engine that fails once is started anew and the play is made again; no fault is left."""
    flow.plan, flow.has_journey = plan_of(["d3.walk.right"]), False

    def at_open(_: Opening) -> None:
        if flow.trouble.openings == 1:
            raise FAILURES[0]

    flow.trouble.at_open = at_open
    outcome = flow.run()
    assert (outcome.verdicts["d3.walk.right"].state, outcome.faults) == ("pass", ())
    assert flow.trouble.drivers == 2
    assert flow.played() == ["d3.walk.right#1"]


@pytest.mark.parametrize("error", FAILURES, ids=lambda error: type(error).__name__)
def test_a_game_that_breaks_the_engine_is_blamed_by_the_control_game(flow: Any, error: Exception):
    """The attack: a game that kills the browser, or makes our own code stumble, would like to be undecided. The engine plays a known-good game: it was the game."""
    flow.plan = plan_of(["d3.walk.right", "d4.restart.anew"])

    def at_open(opening: Opening) -> None:
        if opening.artifact_path != CONTROL:
            raise error

    flow.trouble.at_open = at_open
    outcome = flow.run()
    assert {verdict.state for verdict in outcome.verdicts.values()} == {"product_blocked"}
    assert outcome.faults == ()
    assert outcome.score.J.value is False
    assert "plays a known-good one" in outcome.verdicts["d3.walk.right"].reason
    assert flow.trouble.openings - flow.trouble.control_openings == TRIES * len(flow.played())
    assert grade_again(flow.folder, judged_again(flow.folder)).digest == outcome.digest


def test_a_game_that_hangs_is_blamed_at_once(flow: Any):
    """A failure of the game needs no control game and no second try."""
    flow.plan, flow.has_journey = plan_of(["d3.walk.right"]), False
    flow.trouble.at_open = fail(GameError("did not answer within 10 s", kind="hung"))
    outcome = flow.run()
    assert outcome.verdicts["d3.walk.right"].state == "product_blocked"
    assert (flow.trouble.openings, flow.trouble.control_openings) == (1, 0)


def test_a_fault_of_ours_is_tried_again_when_the_run_is_resumed(flow: Any):
    """What we could not play is played when the run is started again, and nothing else; the fault is then forgotten."""
    flow.plan, flow.has_journey = plan_of(["d3.walk.right", "d3.walk.not_paused", "d2.pause.ends"]), False
    flow.trouble.at_load = lambda state: fail(FAILURES[0])(None) if state == "pause" else None
    flow.trouble.at_open = lambda opening: fail(FAILURES[0])(opening) if opening.artifact_path == CONTROL else None
    outcome = flow.run()
    states = {name: verdict.state for name, verdict in outcome.verdicts.items()}
    assert states == {"d3.walk.right": "pass", "d3.walk.not_paused": "setup_failed", "d2.pause.ends": "setup_failed"}
    before = flow.played()
    flow.trouble.at_load = flow.trouble.at_open = lambda _: None
    again = flow.run()
    assert {verdict.state for verdict in again.verdicts.values()} == {"pass"}
    assert again.faults == ()
    assert "d3.walk.right#1" not in flow.played()[len(before) :]
    assert grade_again(flow.folder, judged_again(flow.folder)).digest == again.digest


def test_a_thinly_covered_dimension_is_played_again_once(flow: Any):
    """Undecided leaves of a dimension below 90 % coverage are played once more, and then the dimension is inconclusive; a well covered one is left."""
    flow.plan, flow.has_journey = plan_of(["d3.walk.right", "d3.walk.not_paused"]), False
    flow.trouble.at_load = lambda state: fail(FAILURES[0])(None) if state == "pause" else None
    flow.trouble.at_open = lambda opening: fail(FAILURES[0])(opening) if opening.artifact_path == CONTROL else None
    outcome = flow.run()
    assert sorted(flow.played()) == ["d3.walk.not_paused#1", "d3.walk.not_paused#2", "d3.walk.not_paused#3", "d3.walk.right#1"]
    mechanics = outcome.score.dimensions[2]
    assert (mechanics.status, mechanics.value, mechanics.coverage) == ("inconclusive", None, 0.6)
    assert mechanics.floor > 0


def test_a_run_that_was_cut_off_is_undecided_and_no_zero(flow: Any):
    """Grading a run that was interrupted judges what was played and leaves the rest undecided, with the reason."""
    flow.plan, flow.has_journey = plan_of(["d3.walk.right", "d3.lift.scores"]), False

    def stop(_: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        flow.run(watch=stop)
    outcome = grade_again(flow.folder, judged_again(flow.folder))
    assert outcome.verdicts["d3.walk.right"].state == "pass"
    assert outcome.verdicts["d3.lift.scores"].value is None
    assert "the run was ended before this play" in outcome.verdicts["d3.lift.scores"].reason
    assert outcome.score.dimensions[2].value is None
