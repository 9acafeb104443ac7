"""Every input arrives as a real event, in order, at its game time."""

import pytest

from playproof.drivers.web.keys import KEYS
from playproof.errors import SpecError

pytestmark = pytest.mark.browser


def log_of(session) -> list[str]:
    """What the page has noted."""
    return list(session.read(["log"], []).readings["log"].value)


def test_every_key_of_the_table(play) -> None:
    """Each code arrives with its code, key, key code and location, trusted, down and up."""
    session = play("inputs")
    for code in KEYS:
        session.press(code)
        session.release(code)
    notes = log_of(session)
    assert len(notes) == 2 * len(KEYS)
    for number, key in enumerate(KEYS.values()):
        down, up = notes[2 * number], notes[2 * number + 1]
        start = f"keydown {key.code} {key.key} {key.key_code} {key.location} false true"
        assert down.startswith(start), (down, start)
        assert up.startswith(f"keyup {key.code} "), up


def test_modifiers(play) -> None:
    """With Shift held a letter is upper case and shiftKey is set; both go when it is released."""
    session = play("inputs")
    session.press("ShiftLeft")
    session.press("KeyA")
    session.release("KeyA")
    session.release("ShiftLeft")
    session.press("KeyA")
    session.release("KeyA")
    downs = [note.split() for note in log_of(session) if note.startswith("keydown KeyA")]
    assert [(note[2], note[7]) for note in downs] == [("A", "0001"), ("a", "0000")]


def test_a_held_key_repeats(play) -> None:
    """A key that is held repeats after 500 ms every 50 ms of game time, however the time is cut into steps; the last pressed key alone."""
    for cuts in ([1000], [130] * 7 + [90]):
        session = play("inputs")
        session.press("KeyA")
        for ms in cuts:
            session.step(ms)
        session.release("KeyA")
        notes = [note.split() for note in log_of(session)]
        repeats = [note for note in notes if note[0] == "keydown" and note[5] == "true"]
        assert len(repeats) == 11
        assert [int(note[-1]) for note in repeats] == list(range(550, 1051, 50))
        assert notes[-1][0] == "keyup"
        session.close()


def test_an_unknown_key_is_a_users_mistake(play) -> None:
    """A code that no keyboard has is refused with an example of what would have been right."""
    session = play("inputs")
    with pytest.raises(SpecError, match="ArrowLeft"):
        session.press("Left")


def test_drag_wheel_and_buttons(play) -> None:
    """A drag is moves with the button held; the wheel scrolls; the right button asks for a menu."""
    session = play("inputs")
    session.pointer_move(10, 20)
    session.pointer_down(10, 20)
    session.pointer_move(50, 60)
    session.pointer_up(50, 60)
    session.pointer_down(70, 80, "right")
    session.pointer_up(70, 80, "right")
    session.step(50)
    assert log_of(session) == [
        "mousemove 10 20 0 0",
        "mousedown 10 20 0 1",
        "mousemove 50 60 0 1",
        "mouseup 50 60 0 0",
        "click 50 60 0 0",
        "mousedown 70 80 2 2",
        "contextmenu 70 80 2 2",
        "mouseup 70 80 2 0",
    ]
    session.wheel(100, 100, 0, 240)
    session.step(500)
    assert log_of(session)[-1] == "wheel 0 240"
    assert session.read(["scroll"], []).readings["scroll"].value == 240


def test_touch(play) -> None:
    """Two fingers go down, move, and leave one after the other."""
    session = play("inputs")
    session.touch("start", [(10, 10), (100, 100)])
    session.step(50)
    session.touch("move", [(60, 15), (100, 100)])
    session.step(50)
    session.touch("end", [(60, 15)])
    session.step(20)
    session.touch("end", [])
    session.step(50)
    touches = [note for note in log_of(session) if note.startswith("touch")]
    assert touches == ["touchstart 10,10", "touchstart 10,10;100,100", "touchmove 60,15;100,100", "touchend 60,15", "touchend "]


def test_no_input_of_its_own(play) -> None:
    """A game that is only watched sees no event at all: the browser's own first pointer move is kept from it."""
    session = play("inputs")
    session.step(500)
    session.frame()
    session.step(500)
    assert log_of(session) == []
