import typing

import pytest

from playproof.records.contract import Contract
from playproof.records.leaf import BuildPlan, Check, Fixture
from playproof.records.plan import Step
from playproof.report.checks import wording
from playproof.report.steps import StepWords, preparation

STEPS = {
    "tap": ({"action": "dash", "times": 2}, "Tap dash (Space) 2 times"),
    "hold": ({"actions": ["left", "dash"], "ms": 500}, "left (ArrowLeft) and dash (Space) for 500 ms"),
    "press": ({"action": "dash"}, "dash (Space) down"),
    "release": ({"action": "dash"}, "dash (Space) go"),
    "click": ({"target": {"hud": "oil"}}, "“oil”"),
    "drag": ({"source": {"x": "1", "y": "2"}, "target": {"hud": "oil"}}, "(1, 2)"),
    "wait": ({"ms": 1500}, "1.5 s"),
    "mark": ({"name": "middle"}, "“middle”"),
    "sample": ({"name": "run", "ms": 400}, "every 100 ms for 400 ms"),
    "wait_until": ({"when": "now.oil > 1", "timeout_ms": 2000}, "now.oil > 1"),
    "press_until": ({"action": "dash", "when": "now.oil > 1", "timeout_ms": 2000}, "dash (Space) again and again until now.oil > 1"),
    "hold_until": ({"actions": ["left"], "when": "now.oil > 1", "timeout_ms": 2000}, "left (ArrowLeft) until now.oil > 1"),
    "steer": (
        {"reflexes": [{"when": "now.oil < 2", "tap": "dash"}], "until": "now.oil > 1", "timeout_ms": 9000},
        "while now.oil < 2: tap dash (Space)",
    ),
    "reach": ({"x": "400", "now_x": "now.player_x", "left": "left", "right": "right", "timeout_ms": 9000}, "x = 400 within 8 px"),
    "choose": ({"now": "now.oil", "value": "2", "next": "right", "confirm": "confirm"}, "confirm (Enter)"),
    "restart": ({}, "Restart the game"),
    "reload": ({"keep_storage": False}, "stored state erased"),
    "reopen": ({}, "fresh process"),
}
CHECKS = {
    "state": ({"that": "after.oil > 1"}, ""),
    "within": ({"series": "run", "that": "now.oil > 1", "ms": 200}, "Within 200 ms"),
    "always": ({"series": "run", "that": "now.oil > 1"}, "every look of “run”"),
    "never": ({"series": "run", "that": "now.oil > 1"}, "no look of “run”"),
    "event": ({"kind": "audio", "window_ms": 200, "at_least": 0, "at_most": 0}, "No sound starts within 200 ms"),
    "pixels": ({"at_least_share": 0.001, "at_most_share": 0.5, "region": "door"}, "0.1 to 50 % of the pixels change in the region “door”"),
    "hud": ({"hud": "oil", "is_visible": False}, "is not visible"),
    "drawn": ({"colours": 12}, "12 colours"),
    "assets": ({}, "Every file that the task ships"),
    "entry": ({}, "The entry file"),
    "self_contained": ({}, "host on the network"),
    "clean": ({}, "No uncaught exception"),
    "handshake": ({}, "every declared key"),
}


def kinds(union: object, field: str) -> dict[str, type]:
    """The members of a union of records by what they say that they are."""
    members = typing.get_args(typing.get_args(union)[0])
    return {typing.get_args(member.model_fields[field].annotation)[0]: member for member in members}


@pytest.fixture(scope="module")
def contract(run) -> Contract:
    """The contract of the run."""
    return run.root("plan", BuildPlan).contract


def test_every_step_is_known_here():
    """A new step of the plan language needs its words."""
    assert set(STEPS) == set(kinds(Step, "do"))


@pytest.mark.parametrize("name", STEPS)
def test_a_step_is_said_with_its_keys(name, contract):
    """A reader knows what was done without knowing the plan language."""
    content, expected = STEPS[name]
    said = StepWords(contract).say(kinds(Step, "do")[name].model_validate({"do": name, **content}))
    assert expected in said


def test_every_check_is_known_here():
    """A new check needs its words."""
    assert set(CHECKS) == set(kinds(Check, "check"))


@pytest.mark.parametrize("name", CHECKS)
def test_a_check_is_said_in_words(name):
    """A reader knows what was asked; the expression stands beside it as it was written."""
    content, expected = CHECKS[name]
    said = wording(kinds(Check, "check")[name].model_validate({"check": name, **content}))
    assert expected in said.says
    assert said.code == content.get("that", "")


def test_the_preparation_tells_how_the_state_was_entered():
    """The real entry and a loaded state are told apart."""
    assert "real entry" in preparation(Fixture(fixture="boot", chain="game"), "menu")
    assert "load “room_1” by itself" in preparation(Fixture(fixture="room_1", chain="room_1", load="room_1"), "menu")
