"""HUD, visible text and state readings: what a person could see and what the game answers, without changing it."""

import pytest

pytestmark = pytest.mark.browser

SEEN = ["plain", "under-glass", "untouchable", "under-canvas", "field", "twice", "form"]
UNSEEN = ["faint", "faint-inside", "hidden", "none", "outside", "covered", "under-paint", "clipped"]


def test_what_is_visible(play) -> None:
    """Faint, hidden, outside, covered (by what takes no clicks too, and by what a canvas paints) and clipped elements are present but not seen."""
    session = play("hud", height_px=600)
    hud = session.read([], [*SEEN, *UNSEEN, "missing"]).hud
    assert {name for name in hud if hud[name].is_visible} == set(SEEN)
    assert {name for name in hud if hud[name].is_present} == {*SEEN, *UNSEEN}


def test_text(play) -> None:
    """The text is what is shown, also of inputs and of forms whose fields shadow properties; of several elements the one that is shown."""
    session = play("hud", height_px=600)
    hud = session.read([], SEEN).hud
    assert (hud["plain"].text, hud["field"].text, hud["twice"].text) == ("Score 7", "typed", "second")
    assert hud["form"].text == "form text"
    assert (hud["plain"].x_px, hud["plain"].y_px, hud["plain"].width_px, hud["plain"].height_px) == (10, 0, 100, 20)
    texts = [box.text for box in session.texts()]
    assert "shown words" in texts
    assert "typed" in texts
    assert not any("secret words" in text for text in texts)


def test_words_have_places(play) -> None:
    """Each text stands where it is drawn; words on buttons are known as such; covered, clipped and faint words are not read, labels are marked."""
    session = play("words")
    boxes = {box.text: box for box in session.texts()}
    assert set(boxes) == {"Score 12", "Start", "Go on", "in a drawing", "a picture of a key", "framed", "in the shade"}
    score, start = boxes["Score 12"], boxes["Start"]
    assert (score.x_px, score.y_px, score.source, score.is_button) == (20, 10, "rendered", False)
    assert start.is_button
    assert boxes["Go on"].is_button
    assert boxes["a picture of a key"].source == "accessible"
    assert boxes["framed"].x_px >= 200


def test_readings(play) -> None:
    """Scalars and flat lists are values; everything else says why it is none."""
    session = play("hud", height_px=600)
    good = {"bool": True, "int": 3, "float": 0.5, "text": "hé", "null": None, "list": (1, "a", None, True), "__proto__": "proto"}
    bad = ["nested", "object", "nan", "throws", "huge", "promise", "fn", "big", "unknown"]
    readings = session.read([*good, *bad], []).readings
    assert {key: readings[key].value for key in good} == good
    assert not any(readings[key].problem for key in good)
    assert all(readings[key].problem for key in bad)


def test_looking_changes_nothing(play) -> None:
    """Reading randomness twice gives the same number: clock and random stream are as before."""
    session = play("hud")
    first = session.read(["rnd"], []).readings["rnd"].value
    assert session.read(["rnd"], []).readings["rnd"].value == first
    assert session.frame().png == session.frame().png
    assert session.now_ms == 50


@pytest.mark.parametrize(("key", "kind"), [("KeyO", "oscillator"), ("KeyB", "buffer"), ("KeyM", "media")])
def test_sounds(play, key, kind) -> None:
    """A sound that starts is an event at its game time, and it ends at its game time."""
    session = play("sounds")
    session.step(50)
    session.press(key)
    session.release(key)
    session.step(1000)
    assert [(event.text, event.at_ms) for event in session.take_events() if event.kind == "audio"] == [(kind, 100)]
    name, length = ("mediaEnded", 400) if kind == "media" else ("ended", 250 if kind == "oscillator" else 400)
    assert session.read([name], []).readings[name].value == pytest.approx(length, abs=2)
