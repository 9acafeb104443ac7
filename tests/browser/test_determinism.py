"""The same inputs and steps give the same frames, events and readings, byte for byte."""

import hashlib
from contextlib import ExitStack
from multiprocessing import get_context

import pytest

from playproof.drivers.web import WebDriver
from playproof.protocols import Opening

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("isolation")]

KEYS = {
    "canvas": ["x", "y", "vx", "n", "sparks", "rnd", "date", "now"],
    "dom": ["hits", "ends", "hop", "flash", "left", "turn"],
    "webgl": ["n", "now"],
    "features": [
        "raf",
        "interval",
        "timeout",
        "idle",
        "worker",
        "workerNow",
        "frame",
        "module",
        "fetched",
        "fetchedAt",
        "order",
        "hash",
        "buffered",
        "ended",
        "resize",
        "seen",
        "now",
        "date",
        "css",
        "wa",
        "timeline",
        "audio",
        "rnd",
        "crypto",
        "uuid",
    ],
}


def fingerprint(play, game: str, *, looks: bool = True) -> str:
    """Play a fixed script and hash all that was seen."""
    session = play(game)
    seen = hashlib.sha256()
    for turn in range(8):
        session.press("ArrowRight" if turn % 2 else "ArrowLeft")
        session.step(100)
        session.pointer_move(60 + 10 * turn, 50)
        session.pointer_down(60 + 10 * turn, 50)
        session.step(50)
        session.pointer_up(60 + 10 * turn, 50)
        session.release("ArrowRight" if turn % 2 else "ArrowLeft")
        session.step(50)
        if looks:
            session.frame()
            session.read(KEYS[game], ["score"])
            session.texts()
    seen.update(session.frame().png)
    seen.update(session.read(KEYS[game], []).model_dump_json().encode())
    for event in session.take_events():
        seen.update(event.model_dump_json().encode())
    session.close()
    return seen.hexdigest()


@pytest.mark.parametrize("game", KEYS)
def test_three_plays_are_identical(play, game) -> None:
    """Three plays of canvas, DOM, WebGL and everything else: one fingerprint. The third never looks in between: looking changes nothing."""
    assert len({fingerprint(play, game), fingerprint(play, game), fingerprint(play, game, looks=False)}) == 1


def test_every_clock_agrees(play) -> None:
    """Frames, timers, idle callbacks, Date, CSS, Web Animations, audio, iframes, modules and workers all move with game time."""
    session = play("features")
    session.step(2950)
    seen = {key: reading.value for key, reading in session.read(KEYS["features"], []).readings.items()}
    assert seen["now"] == seen["timeline"] == 3000
    assert seen["raf"] == seen["idle"] == seen["frame"] == seen["module"] == 181
    assert (seen["interval"], seen["timeout"], seen["worker"]) == (30, 61, 30)
    assert seen["workerNow"] == 3000
    assert seen["audio"] == pytest.approx(3000)
    assert seen["css"] == pytest.approx(300, abs=2)
    assert seen["wa"] == pytest.approx(3000, abs=20)
    assert seen["ended"] == 500
    assert (seen["fetched"], seen["fetchedAt"], seen["order"]) == (3, 0, "123")
    assert seen["buffered"] == "stored0"
    assert seen["resize"] == 1
    assert seen["seen"] == 1


def test_the_seed_decides(play) -> None:
    """Another seed gives other random numbers and another calendar; the same seed the same."""
    found = []
    for seed in (5, 5, 6):
        session = play("canvas", seed=seed)
        found.append([session.read([key], []).readings[key].value for key in ("rnd", "date", "vx")])
        session.close()
    assert found[0] == found[1]
    assert all(a != b for a, b in zip(found[0], found[2], strict=True))


def test_cutting_a_span_into_steps_changes_nothing(play) -> None:
    """A second in one step, or in ten: the same state."""
    found = set()
    for cuts in (1, 10):
        session = play("canvas")
        for _ in range(cuts):
            session.step(1000 / cuts)
        found.add(session.read(["x", "y", "n", "sparks", "now"], []).model_dump_json())
        session.close()
    assert len(found) == 1


def _burn(stop) -> None:
    while not stop.is_set():
        sum(range(10000))


@pytest.mark.heavy
@pytest.mark.parametrize("game", KEYS)
def test_twenty_plays_alone_and_under_load(browser, game) -> None:
    """Ten plays alone and ten with both cores busy, each in a fresh browser: one fingerprint."""
    context = get_context("spawn")
    found = set()
    for is_loaded in (False, True):
        stop = context.Event()
        burners = [context.Process(target=_burn, args=(stop,), daemon=True) for _ in range(3 if is_loaded else 0)]
        for burner in burners:
            burner.start()
        for _ in range(10):
            with ExitStack() as stack:
                driver = WebDriver(browser)
                stack.callback(driver.close)
                found.add(fingerprint(lambda name, driver=driver: driver.open(_opening(name)), game))
        stop.set()
        for burner in burners:
            burner.join()
    assert len(found) == 1


def _opening(game: str) -> Opening:
    from_here = __import__("pathlib").Path(__file__).parent.parent / "games" / game
    return Opening(artifact_path=from_here, entry="index.html", width_px=400, height_px=300, seed=5)
