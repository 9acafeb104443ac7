import dataclasses

import pytest

from playproof.records.evidence import Evidence, Input, MarkShot, Take
from playproof.records.observation import Event, FlowAnswer, Observation, Reading
from playproof.report.gathered import gather
from playproof.report.graph import BOX_HEIGHT, BOX_WIDTH, graph
from playproof.report.reached import Reached, reached


@pytest.fixture
def seen(run):
    """What is reached when the run holds only one take."""
    whole = gather(run)

    def of(*, states: list[tuple[float, str]], inputs: tuple[Input, ...] = (), events: tuple[Event, ...] = (), began_ms: float = 1000) -> Reached:
        marks = tuple(
            MarkShot(name=f"mark_{place}", observation=Observation(at_ms=at_ms, readings={"state": Reading(value=state)}, hud={}), frame="")
            for place, (at_ms, state) in enumerate(states)
        )
        take = Take(role="act", entered=FlowAnswer(ok=True), began_ms=began_ms, ended_ms=9000, inputs=inputs, marks=marks, events=events)
        play = Evidence(play="d2.one#1", plan_sha256="", artifact_sha256="", seed=1, takes=(take,))
        return reached(dataclasses.replace(whole, plays={"d2.one": (play,)}, journey=None))

    return of


def console(at_ms: float, text: str) -> Event:
    """A line that the game logged."""
    return Event(at_ms=at_ms, kind="console", level="log", text=text)


def test_a_passage_by_input_is_an_edge(seen):
    """Two marks of one session, menu before and room_1 after: the way was taken, and room_1 was entered by playing."""
    found = seen(states=[(1000, "menu"), (2000, "room_1")])
    assert found.edges == {("menu", "room_1"): ("d2.one#1",)}
    assert "room_1" in found.played
    assert "menu" in found.loaded
    assert "menu" not in found.played


def test_loading_a_state_is_no_edge(seen):
    """What the game announces before the preparation is over belongs to its loading path."""
    found = seen(states=[(1200, "room_1")], events=(console(10, "state menu"), console(900, "state room_1")))
    assert found.edges == {}
    assert set(found.loaded) == {"room_1"}


@pytest.mark.parametrize("do", ["restart", "reload", "reopen"])
def test_a_lifecycle_command_is_no_edge(seen, do):
    """From pause to the menu by a restart is not the player's way 'quit to menu'."""
    command = Input(at_ms=1500, do=do, what="")
    found = seen(states=[(1500, "pause"), (2500, "menu"), (3500, "room_1")], inputs=(command,))
    assert found.edges == {("menu", "room_1"): ("d2.one#1",)}
    assert found.others == {}


def test_the_console_shows_what_lies_between_two_looks(seen):
    """room_1 to success between two marks was in truth two ways, which the game announced."""
    events = (console(1500, "lantern: state room_2"), console(1800, "lantern: state success"))
    found = seen(states=[(1000, "room_1"), (2000, "success")], events=events)
    assert set(found.edges) == {("room_1", "room_2"), ("room_2", "success")}


def test_what_no_edge_declares_is_kept_apart(seen):
    """A passage that skips a state may be one that was missed; it is shown, but it is no edge."""
    found = seen(states=[(1000, "room_1"), (2000, "success")])
    assert found.edges == {}
    assert found.others == {("room_1", "success"): ("d2.one#1",)}


def test_states_that_the_contract_does_not_know_are_no_states(seen):
    """Attack: a game announces a state of its own."""
    found = seen(states=[(1000, "menu"), (2000, "paradise")], events=(console(1500, "state heaven"),))
    assert set(found.loaded) == {"menu"}
    assert found.played == {}


def test_the_drawing_shows_every_state_and_every_way_once(run):
    """No box lies on another, and every declared way has a path with an end."""
    whole = gather(run)
    drawn = graph(whole.plan.contract, reached(whole))
    assert [box.state.state for box in drawn.boxes] == [state.state for state in whole.plan.contract.states]
    assert {(arc.source, arc.target) for arc in drawn.arcs} == {(edge.source, edge.target) for edge in whole.plan.contract.edges}
    for arc in drawn.arcs:
        assert arc.path.count("L") > 1
    for one in drawn.boxes:
        for other in drawn.boxes:
            assert one is other or abs(one.x - other.x) >= BOX_WIDTH or abs(one.y - other.y) >= BOX_HEIGHT
