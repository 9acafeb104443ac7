from typing import Any

import pytest

from games.beacon.desk import beacon
from games.pocket import PocketSession, Trouble
from playproof.players.hand import Hand
from playproof.players.probe import REPLAY_LATE_MS, Stage, play_leaf
from playproof.records.leaf import Fixture, Leaf
from playproof.records.plan import (
    Choose,
    Click,
    Drag,
    Hold,
    HoldUntil,
    Mark,
    Press,
    PressUntil,
    Reach,
    Reflex,
    Release,
    Reload,
    Restart,
    Sample,
    Steer,
    Tap,
    Target,
    Wait,
    WaitUntil,
)

TASK = beacon()


@pytest.fixture
def hand() -> Hand:
    """A hand on the shore."""
    session = PocketSession(Trouble())
    session.load_state("level_1", 600)
    return Hand(session=session, contract=TASK.contract, keep_frame=lambda png: str(len(png)))


def done(hand: Hand) -> list[tuple[str, str]]:
    """What was done to the game, in order."""
    return [(one.do, one.what) for one in hand.inputs]


def test_open_loop_steps_send_what_they_say(hand: Hand):
    """Tap, hold, press and release give key downs and ups of the contract's first key, as often and as long as they say."""
    assert hand.perform(Tap(do="tap", action="mute", times=2, hold_ms=50, gap_ms=100))
    assert hand.session.now_ms == 50 + 2 * 150
    assert hand.perform(Hold(do="hold", actions=("right",), ms=200))
    for step in (Press(do="press", action="left"), Press(do="press", action="left"), Wait(do="wait", ms=50), Release(do="release", action="left")):
        assert hand.perform(step)
    assert done(hand) == [
        *[("press", "KeyM"), ("release", "KeyM")] * 2,
        *[("press", "ArrowRight"), ("release", "ArrowRight")],
        *[("press", "ArrowLeft"), ("release", "ArrowLeft")],
    ]
    assert hand.presses == 4


def test_a_click_goes_to_the_middle_of_what_it_names(hand: Hand):
    """A click on a HUD element is a move, a press and a release in its middle; a place may be an expression; what is nowhere is clicked outside the view."""
    hand.perform(Click(do="click", target=Target(hud="sound")))
    assert done(hand) == [("pointer_move", "38,222"), ("pointer_down", "38,222"), ("pointer_up", "38,222")]
    assert hand.look().readings["sound"].value == "off"
    hand.perform(Click(do="click", target=Target(x="now.x", y="140")))
    assert done(hand)[-1] == ("pointer_up", "40,140")
    hand.perform(Click(do="click", target=Target(x="now.state", y="140")))
    assert done(hand)[-1] == ("pointer_up", "-1,-1")


def test_a_drag_moves_in_ten_parts(hand: Hand):
    """Down at one place, ten moves, up at the other."""
    hand.perform(Drag(do="drag", source=Target(x="10", y="20"), target=Target(x="110", y="20"), ms=300))
    moves = [what for do, what in done(hand) if do == "pointer_move"]
    assert (len(moves), moves[0], moves[-1]) == (11, "10,20", "110,20")
    assert done(hand)[1] == ("pointer_down", "10,20")
    assert done(hand)[-1] == ("pointer_up", "110,20")


def test_policies_reach_their_ends_or_say_that_they_did_not(hand: Hand):
    """Each closed-loop policy ends when its condition holds, and answers False when its time is over; nothing stays down."""
    reach = Reach(do="reach", x="const.shells_x[0]", now_x="now.x", left="left", right="right", timeout_ms=3000)
    assert hand.perform(reach)
    assert abs(float(hand.look().readings["x"].value or 0) - 100) <= reach.tolerance  # type: ignore[arg-type]
    assert hand.perform(PressUntil(do="press_until", action="lift", when="now.score == 10", timeout_ms=1000))
    assert hand.perform(HoldUntil(do="hold_until", actions=("right",), when="now.x > 150", timeout_ms=3000))
    reflexes = (Reflex(when="now.x < 180", hold=("right",)), Reflex(when="now.x >= 176", tap="lift"))
    assert hand.perform(Steer(do="steer", reflexes=reflexes, until="now.score == 20", timeout_ms=3000))
    assert hand.perform(WaitUntil(do="wait_until", when="now.score == 20", timeout_ms=0))
    assert hand.perform(Choose(do="choose", now="now.sound", value="'off'", next="mute"))
    never: list[Any] = [
        WaitUntil(do="wait_until", when="now.score == 99", timeout_ms=200),
        PressUntil(do="press_until", action="mute", when="now.score == 99", timeout_ms=200),
        HoldUntil(do="hold_until", actions=("right",), when="now.score == 99", timeout_ms=200),
        Steer(do="steer", reflexes=reflexes, until="now.score == 99", timeout_ms=200),
        Reach(do="reach", x="999", now_x="now.x", left="left", right="right", timeout_ms=200),
        Reach(do="reach", x="now.state", now_x="now.x", left="left", right="right", timeout_ms=200),
        Choose(do="choose", now="now.sound", value="'loud'", next="mute", timeout_ms=200),
    ]
    for step in never:
        began_ms = hand.session.now_ms
        assert not hand.perform(step), step
        assert hand.session.now_ms - began_ms < 600
    presses = [what for do, what in done(hand) if do == "press"]
    assert len(presses) == len([what for do, what in done(hand) if do == "release"])


def test_marks_and_samples_record_what_was_seen(hand: Hand):
    """A mark keeps state, HUD and picture; a sample keeps state and HUD at even distances, the first and the last moment included."""
    hand.perform(Mark(do="mark", name="middle"))
    hand.perform(Sample(do="sample", name="walk", ms=250, every_ms=100))
    assert [mark.name for mark in hand.marks] == ["middle"]
    assert hand.marks[0].frame.isdigit()
    assert [one.at_ms for one in hand.series[0].observations] == [50, 150, 250, 300]
    assert hand.views["middle"].readings["x"].value == 40


def test_a_reload_counts_and_waits_for_the_entry(hand: Hand):
    """After a reload keys are up, the entry state is waited for, and marks tell that they belong to another page."""
    hand.perform(Press(do="press", action="right"))
    assert hand.perform(Reload(do="reload", keep_storage=True))
    hand.perform(Mark(do="mark", name="anew"))
    assert (hand.marks[0].session, hand.marks[0].observation.readings["state"].value) == (1, "menu")
    assert hand.perform(Restart(do="restart"))
    assert [do for do, _ in done(hand)] == ["press", "release", "reload", "restart"]


def stage() -> Stage:
    """Where leaves are played."""
    return Stage(contract=TASK.contract, open_session=lambda _: PocketSession(Trouble()), keep_frame=lambda png: str(len(png)))


FIXTURES: dict[str, Fixture] = {fixture.fixture: fixture for fixture in TASK.fixtures.fixtures}


def leaf(name: str) -> Leaf:
    """A leaf of the task."""
    return next(one for one in TASK.leaves.leaves if one.id == name)


@pytest.mark.parametrize("name", [one.id for one in TASK.leaves.leaves if one.needs_twin or one.control])
def test_a_twin_does_all_but_the_input(name: str):
    """Twin and action are the same to the mark `before`, last equally long and look equally often; the twin sends nothing after `before`. So for a control and its twin."""
    takes = {take.role: take for take in play_leaf(leaf(name), FIXTURES, stage(), number=1)}
    pairs = [(takes[role], takes[twin]) for role, twin in (("act", "twin"), ("control", "control_twin")) if twin in takes]  # type: ignore[index]
    assert pairs
    for act, twin in pairs:
        before = act.mark("before")
        assert before is not None
        assert twin.mark("before") == before
        assert twin.ended_ms == pytest.approx(act.ended_ms)
        assert [(one.part, one.step, one.looks) for one in twin.stretches] == [(one.part, one.step, one.looks) for one in act.stretches]
        approach = len([one for one in act.inputs if one.at_ms <= before.observation.at_ms and one in twin.inputs])
        assert twin.inputs == act.inputs[:approach]
        assert len(act.inputs) > approach


def test_a_replay_looks_later_and_each_one_later_still():
    """The second play of a leaf takes its looks two frames later than the first, the third two more: another route to the same fact."""
    marks = [play_leaf(leaf("d3.walk.right"), FIXTURES, stage(), number=number)[0].mark("before") for number in (1, 2, 3)]
    times = [mark.observation.at_ms for mark in marks if mark is not None]
    assert times == [times[0], times[0] + REPLAY_LATE_MS, times[0] + 2 * REPLAY_LATE_MS]
