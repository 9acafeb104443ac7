"""Games that try to find, fool or break the driver's scripts in the page."""

import pytest

pytestmark = pytest.mark.browser


def test_the_clock_cannot_be_found(attack) -> None:
    """Attack: search the globals, listen to every dispatch, ask a fresh frame for unmasked functions, look for the usual signs of automation."""
    session = attack("hunts_the_clock")
    session.step(100)
    keys = ["found", "heard", "trusted", "webdriver", "headless", "natives", "makes", "stack", "fromFrame"]
    seen = {key: reading.value for key, reading in session.read(keys, []).readings.items()}
    assert seen["found"] == ()
    assert seen["heard"] == ("step", "keydown")  # its own two and nothing of ours
    assert seen["natives"] == ()
    assert seen["fromFrame"] == (True, True, True)
    assert not any(seen[key] for key in ("trusted", "webdriver", "headless", "makes", "stack"))


def test_overriding_every_prototype(attack) -> None:
    """Attack: every method and getter of every prototype throws, and Object.prototype has traps. Clock, readings and HUD work on."""
    session = attack("overrides")
    session.step(1000)
    session.press("KeyA")
    session.release("KeyA")
    seen = session.read(["n", "list", "count"], ["score"])
    assert seen.readings["n"].value == 7
    assert seen.readings["list"].value == (1, 2, 3)
    assert seen.readings["count"].value == 63
    assert seen.hud["score"].text == "12"
    assert seen.hud["score"].is_visible
    assert session.now_ms == 1050


def test_refusals(attack) -> None:
    """Fullscreen, pointer lock, service workers and downloads are refused as a browser refuses them, each as an event."""
    session = attack("full_and_lock")
    session.press("KeyA")
    session.step(100)
    assert session.read(["full"], []).readings["full"].value == "TypeError"
    assert {"fullscreen", "pointer_lock"} <= {event.kind for event in session.take_events()}
    session.close()
    session = attack("service_worker")
    session.step(100)
    assert session.read(["sw"], []).readings["sw"].value == "SecurityError"
    assert [event.text for event in session.take_events() if event.kind == "service_worker"] == ["/zero_timers.html"]
    session.close()
    session = attack("download")
    session.step(500)
    assert "download" in {event.kind for event in session.take_events()}


def test_leaving(attack) -> None:
    """Attack: close the window, go to about:blank. The play goes on with an empty page and says what happened."""
    session = attack("goodbye")
    session.step(300)
    assert "navigation" in {event.kind for event in session.take_events()}
    assert session.read(["x"], []).readings["x"].problem
