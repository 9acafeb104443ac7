"""The three modes, the sheet, and a driver's own mistakes."""

from pathlib import Path

import pytest

from playproof.drivers.web import WebDriver
from playproof.drivers.web.chrome import Browser
from playproof.errors import DriverError, GameError, MissingTool
from playproof.protocols import Opening

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("isolation")]


def opening(tmp_path, **changes) -> Opening:
    """A game that says what it sees."""
    (tmp_path / "index.html").write_text(
        '<!doctype html><p data-hud="n">0</p><script>let n = 0, k = 0; addEventListener("keydown", () => { k++; console.log("key"); });'
        'requestAnimationFrame(function f() { n++; document.querySelector("p").textContent = n; requestAnimationFrame(f); });'
        "window.OmniState = { Get: (key) => ({ n, k })[key] };</script>"
    )
    return Opening(artifact_path=tmp_path, entry="index.html", width_px=320, height_px=240, seed=3, **changes)


@pytest.mark.parametrize("mode", ["frame-controlled", "shimmed", "real-time"])
@pytest.mark.parametrize("is_isolated", [True, False])
def test_a_play_in_every_mode(browser, tmp_path, mode, is_isolated) -> None:
    """Keys, frames, readings, HUD, text and events work in each mode, with and without namespaces; the sheet says which."""
    driver = WebDriver(browser, mode=mode, is_isolated=is_isolated)
    sheet = driver.sheet()
    assert (sheet.engine, sheet.mode, sheet.isolation) == ("web", mode, "namespaces" if is_isolated else "none")
    session = driver.open(opening(tmp_path))
    session.press("KeyA")
    session.step(400)
    session.release("KeyA")
    seen = session.read(["n", "k"], ["n"])
    assert seen.readings["k"].value == 1
    assert seen.readings["n"].value > 1
    assert seen.hud["n"].is_visible
    if mode != "real-time":
        assert seen.readings["n"].value == 27
        assert seen.hud["n"].text == "27"
    assert session.frame().png.startswith(b"\x89PNG")
    assert [event.text for event in session.take_events() if event.kind == "console"] == ["key"]
    assert session.now_ms >= 450 if mode == "real-time" else session.now_ms == 450
    driver.close()


def test_shimmed_and_frame_controlled_agree(browser, tmp_path) -> None:
    """The clock is the same in both: so is the state."""
    found = set()
    for mode in ("frame-controlled", "shimmed"):
        driver = WebDriver(browser, mode=mode)
        session = driver.open(opening(tmp_path))
        session.press("KeyA")
        session.step(777)
        found.add(session.read(["n", "k"], ["n"]).model_dump_json())
        driver.close()
    assert len(found) == 1


def test_real_time_asks_for_a_headless_shell() -> None:
    """A full Chromium loses whole loads in real time on a busy machine; a game must not be blamed for it, so it is not tried."""
    full = Browser(path=Path("/usr/bin/true"), version="156", kind="full")
    with pytest.raises(MissingTool, match="headless shell"):
        WebDriver(full, mode="real-time")


def test_mistakes(driver, tmp_path) -> None:
    """A start file that is not there is the game's fault; a second play at once, reopen without a profile and a closed play are ours."""
    with pytest.raises(GameError, match=r"nothing\.html"):
        driver.open(Opening(artifact_path=tmp_path, entry="nothing.html", width_px=10, height_px=10, seed=1))
    session = driver.open(opening(tmp_path))
    with pytest.raises(DriverError, match="one game at a time"):
        driver.open(opening(tmp_path))
    with pytest.raises(DriverError, match="is_lasting"):
        session.reopen()
    session.close()
    session.close()
    again = driver.open(opening(tmp_path))
    again.close()
    with pytest.raises(DriverError, match="closed"):
        again.step(10)


def test_missing_files_and_navigation_are_events(driver, tmp_path) -> None:
    """A missing picture is one event; going to another page of the game is followed, and the clock is there again."""
    start = opening(tmp_path)
    (tmp_path / "first.html").write_text('<img src="missing.png"><script>setTimeout(() => { location.href = "index.html"; }, 300);</script>')
    session = driver.open(Opening(artifact_path=tmp_path, entry="first.html", width_px=320, height_px=240, seed=3))
    session.step(950)
    events = session.take_events()
    assert [event.text for event in events if event.kind == "request_failed"] == ["http://game.localhost/missing.png"]
    assert [(event.text, event.level) for event in events if event.kind == "navigation"] == [("http://game.localhost/index.html", "followed")]
    assert session.read(["n"], ["n"]).readings["n"].value == 42  # 700 ms after it was opened
    assert start.entry == "index.html"
