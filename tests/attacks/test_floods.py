"""Games that flood the driver with lines, windows, dialogs, addresses or elements: counted, bounded, survived."""

import pytest

from playproof.errors import GameError

pytestmark = pytest.mark.browser


def test_a_million_console_lines(attack) -> None:
    """Attack: 10^6 console lines in one task. A thousand are kept, the rest is one number."""
    session = attack("million_lines")
    session.step(300)
    events = session.take_events()
    assert session.read(["done"], []).readings["done"].value is True
    assert len([event for event in events if event.kind == "console"]) == 1000
    assert [event.text for event in events if event.kind == "overflow"] == ["999000 console"]


def test_huge_lines_and_traps(attack) -> None:
    """Attack: a line of 50 MB, and an object whose getter would run when it is printed. The line is cut, the getter stays unsprung."""
    session = attack("long_lines")
    events = session.take_events()
    assert max(len(event.text) for event in events) <= 2048
    assert session.read(["sprung"], []).readings["sprung"].value is False
    assert [event.kind for event in events if event.kind == "exception"] == ["exception"]


def test_dialogs_in_a_loop(attack) -> None:
    """Attack: 10,000 alerts and confirms. Each is answered at once; the last answer is the prompt's default."""
    session = attack("endless_dialogs")
    session.step(300)
    kinds = [event.kind for event in session.take_events()]
    assert kinds.count("dialog") == 1000
    assert kinds.count("overflow") == 1
    assert session.read(["done"], []).readings["done"].value == "me"


def test_popups(attack) -> None:
    """Attack: 200 windows by script and 20 by links. None opens, each is an event."""
    session = attack("popups")
    session.step(300)
    assert session.read(["opened"], []).readings["opened"].value == 0
    assert [event.kind for event in session.take_events()].count("popup") >= 200


def test_history_and_hash_flood(attack) -> None:
    """Attack: 100,000 history entries and 10,000 changes of the hash."""
    session = attack("history_flood")
    session.step(300)
    texts = [event.text for event in session.take_events() if event.kind == "navigation"]
    assert texts == ["a flood of history entries"]


def test_document_bomb(attack) -> None:
    """Attack: document.write of 20,000 unclosed elements and 16,384 more; keys still reach what is left, or the game counts as hung."""
    session = attack("document_bomb")

    def ending() -> str:
        try:
            session.step(300)
            session.press("KeyA")
            session.release("KeyA")
            session.step(100)
        except GameError as error:
            return error.kind
        return "played"

    assert ending() in {"played", "hung"}


def test_vast_canvas_and_bare_document(attack) -> None:
    """Attack: a canvas of 20,000 x 20,000 pixels, and a page that removes its own document element. Both can still be looked at."""
    for game in ("vast_canvas", "no_document"):
        session = attack(game)
        session.step(200)
        assert session.frame().png.startswith(b"\x89PNG")
        assert session.read([], ["score"]).hud["score"].is_present is False
        session.close()
