"""What a game stores: kept over reload and reopen, gone when it should be, and never seen by another play."""

import pytest

pytestmark = pytest.mark.browser

KEYS = ["n", "db", "left", "cookie"]


def stored(session) -> list[object]:
    """Number of the visit by localStorage and IndexedDB, whether the last page was left, the cookie."""
    return [session.read([key], []).readings[key].value for key in KEYS]


@pytest.mark.parametrize("is_lasting", [False, True])
def test_reload_keeps_or_clears(play, is_lasting) -> None:
    """Reload with storage keeps localStorage, IndexedDB and cookies, and the page was left properly; without it everything is as at first."""
    session = play("saves", is_lasting=is_lasting)
    session.step(100)
    assert stored(session) == [1, 0, None, "c=1"]
    before = session.now_ms
    born = session.read(["born"], []).readings["born"].value
    session.reload(keep_storage=True)
    session.step(100)
    assert stored(session) == [2, 1, "yes", "c=2"]
    assert session.now_ms == before + 150
    assert session.read(["born"], []).readings["born"].value == born + before  # the calendar goes on too
    session.reload(keep_storage=False)
    session.step(100)
    assert stored(session) == [1, 0, None, "c=1"]


def test_reopen_keeps(play) -> None:
    """Quit and start again in a fresh process on a copy of the profile: everything stored is there, game time goes on."""
    session = play("saves", is_lasting=True)
    session.step(100)
    for visit in (2, 3):
        session.reopen()
        session.step(100)
        assert stored(session) == [visit, visit - 1, "yes", f"c={visit}"]
    assert session.now_ms == 450


def test_plays_do_not_see_each_other(play) -> None:
    """A play starts without anything that an earlier play of the same driver stored."""
    for _ in range(3):
        session = play("saves")
        session.step(100)
        assert stored(session) == [1, 0, None, "c=1"]
        session.close()


def test_lifecycle_commands(play) -> None:
    """LoadState and Restart settle while game time passes; refusals, throws and silence are answers, not failures."""
    session = play("saves")
    began = session.now_ms
    assert session.load_state("level", 2000).ok
    assert 700 <= session.now_ms - began <= 800
    assert "bad state" in session.load_state("bad", 2000).problem
    assert "no such state" in session.load_state("gone", 2000).problem
    assert "did not settle within 300 ms" in session.load_state("never", 300).problem
    answer = session.restart(1000)
    assert answer.ok, answer.problem
    session.step(100)
    assert session.read(["n"], []).readings["n"].value == 2
    assert "navigation" in {event.kind for event in session.take_events()}
