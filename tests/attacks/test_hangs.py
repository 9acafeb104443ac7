"""Games whose scripts do not end: each is found hung within its limit, and the next game plays."""

import pytest

from playproof.errors import GameError

pytestmark = pytest.mark.browser


def _hangs(act) -> None:
    with pytest.raises(GameError) as caught:
        act()
    assert caught.value.kind == "hung"
    assert caught.value.blame == "agent"


def test_endless_loop_at_load(quick_attack) -> None:
    """Attack: a script that loops for ever while the page loads."""
    _hangs(lambda: quick_attack("endless_at_load"))


@pytest.mark.parametrize("game", ["endless_in_frame", "endless_microtasks"])
def test_endless_loop_while_playing(quick_attack, game) -> None:
    """Attack: a loop in a frame callback, or promises that beget promises."""
    session = quick_attack(game)
    _hangs(lambda: session.step(1000))
    _hangs(session.frame)  # what has failed stays failed
    if game == "endless_in_frame":
        assert [event.text for event in session.take_events()] == ["before"]  # what it had logged is not lost
    session.close()


def test_endless_loop_in_a_key_handler(quick_attack) -> None:
    """Attack: the game loops for ever when a key is pressed."""
    session = quick_attack("endless_in_key")
    session.press("KeyA")
    _hangs(lambda: session.step(100))
    session.close()


def test_endless_loop_in_the_state_interface(quick_attack) -> None:
    """Attack: OmniState.Get never returns."""
    session = quick_attack("endless_in_get")
    _hangs(lambda: session.read(["x"], []))
    session.close()


def test_reloads_for_ever(quick_attack) -> None:
    """Attack: the page reloads itself as soon as it runs."""
    _hangs(lambda: quick_attack("reload_for_ever"))


def test_crawls(slow_attack) -> None:
    """Attack: every frame takes a little less than what counts as hung, so that a play would last for hours."""
    session = slow_attack("crawl")
    with pytest.raises(GameError) as caught:
        session.step(600_000)
    assert (caught.value.kind, caught.value.blame) == ("too_slow", "agent")
    assert session.now_ms < 600_000
    session.close()


def test_timers_of_no_delay_end(attack) -> None:
    """Attack: timers of zero delay that set each other. They are clamped to 4 ms of game time, as in every browser."""
    session = attack("zero_timers")
    session.step(1000)
    count = session.read(["n"], []).readings["n"].value
    assert 300 < count < 1400


def test_messages_without_end_do_not_run_between_steps(attack) -> None:
    """Attack: a page that sends itself messages without end. They run only while game time runs, so the count is the same each time."""
    counts = set()
    for _ in range(2):
        session = attack("message_spin")
        session.step(100)
        first = session.read(["n"], []).readings["n"].value
        again = session.read(["n"], []).readings["n"].value
        assert first == again
        counts.add(first)
        session.close()
    assert len(counts) == 1


def test_requests_without_end(attack) -> None:
    """Attack: a page that fetches for ever; the play goes on without waiting for all of it."""
    session = attack("fetch_for_ever")
    session.step(500)
    assert session.now_ms == 550
    assert session.read(["n"], []).readings["n"].value >= 1


def test_never_fires_load(attack) -> None:
    """Attack: the document is opened anew and never closed, and a frame never stops navigating."""
    session = attack("never_loads")
    session.step(100)
    assert any("open for ever" in box.text for box in session.texts())
