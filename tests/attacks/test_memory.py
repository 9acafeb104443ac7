"""Games that take all memory or crash their process: the play ends with the game to blame, and nothing else is harmed."""

import pytest

from playproof.errors import GameError

pytestmark = pytest.mark.browser


def ending_of(act) -> str:
    """How a play ends: 'played', or the kind of the game's fault."""
    try:
        act()
    except GameError as error:
        return error.kind
    return "played"


def test_allocates_gigabytes(quick_attack) -> None:
    """Attack: 4 GB of array buffers. The allocation fails inside the page, or the page ends; never the machine."""
    session = quick_attack("allocate")
    ending = ending_of(lambda: session.step(500))
    assert ending in {"played", "out_of_memory", "crashed", "hung"}
    if ending == "played":
        assert any("allocation failed" in event.text for event in session.take_events())
    session.close()


def test_fills_the_heap(quick_attack) -> None:
    """Attack: JavaScript objects without end."""
    session = quick_attack("allocate_heap")
    with pytest.raises(GameError) as caught:
        session.step(500)
    assert caught.value.kind in {"out_of_memory", "crashed", "hung"}
    session.close()


def test_image_bomb(quick_attack) -> None:
    """Attack: three pictures of 48 kB that unpack to 1.6 GB each."""

    def look() -> None:
        session = quick_attack("image_bomb")
        session.step(100)
        session.frame()
        session.close()

    assert ending_of(look) in {"played", "out_of_memory", "crashed", "hung"}


def test_crash(attack) -> None:
    """A page whose process crashes is the game's fault; the next play gets a fresh browser."""
    session = attack("crash")
    page = session._desk.page
    page.connection.tell("Page.crash", {}, page.session)
    with pytest.raises(GameError) as caught:
        session.step(100)
    assert caught.value.kind in {"crashed", "out_of_memory"}
    session.close()
    after = attack("steady")
    after.step(100)
    assert after.read(["n"], []).readings["n"].value == 9
