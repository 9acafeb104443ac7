"""What a person would read off a screen: values behind labels in every common layout, screens by their headings, buttons by their words."""

import pytest

from playproof.players.sight.words import place_of, screen_shown, sees, value_of
from playproof.records.observation import TextBox


def box(text: str, x: float, y: float, width: float = 60, height: float = 20, **more) -> TextBox:
    """Words at a place."""
    return TextBox(text=text, x_px=x, y_px=y, width_px=width, height_px=height, **({"source": "rendered"} | more))


@pytest.mark.parametrize(
    ("boxes", "value"),
    [
        ([box("Score: 12", 10, 10)], 12),
        ([box("SCORE 1,200", 10, 10)], 1200),
        ([box("Score", 10, 10), box("7", 80, 12, 10)], 7),
        ([box("Score", 10, 10), box("7", 30, 34, 10)], 7),
        ([box("Score 3/5", 10, 10)], 3),
        ([box("Score -4", 10, 10)], -4),
        ([box("Score x3", 10, 10)], 3),
        ([box("Score ♥♥♥", 10, 10)], 3),
        ([box("Score 12 Lives 3", 10, 10, 200)], 12),
        ([box("Level 2", 10, 10), box("Score 5", 300, 10), box("Lives 1", 500, 10)], 5),
        ([box("High score 90", 10, 40), box("Score", 10, 10), box("8.5", 90, 10, 20)], None),
        ([box("Score Sunny", 10, 10)], "sunny"),
    ],
)
def test_values_behind_labels(boxes, value) -> None:
    """The number stands behind its label, below it, in its own element or not; two labels with different values are no reading."""
    reading = value_of(boxes, "Score", ["Score", "Lives", "Level"])
    assert reading.value == value
    assert bool(reading.problem) is (value is None)


def test_missing_values_say_why() -> None:
    """A label that is not there, and one with nothing behind it."""
    assert value_of([box("Lives 3", 0, 0)], "Score").problem == "'Score' is not read"
    assert value_of([box("Score", 0, 0)], "Score").problem == "nothing is read behind 'Score'"
    assert value_of([box("Scoreboard 3", 0, 0)], "Score").problem == "'Score' is not read"


def test_screens_by_their_headings() -> None:
    """One heading tells the screen, also when it is written in pieces; none and two do not."""
    headings = {"title": "Night Courier", "lost": "Caught once too often"}
    assert screen_shown([box("Night", 0, 0), box("Courier", 66, 0)], headings).value == "title"
    assert screen_shown([box("NIGHT COURIER", 0, 0)], headings).value == "title"
    assert "no heading" in screen_shown([box("Start", 0, 0)], headings).problem
    assert "lost and title" in screen_shown([box("Night Courier", 0, 0), box("Caught once too often", 0, 90)], headings).problem


def test_buttons_by_their_words() -> None:
    """The button that says just the words comes before a text that has them; a label for those who cannot see will do."""
    text, button = box("Press Start to begin", 0, 0), box("Start", 0, 100, is_button=True)
    assert place_of([text, button], "start") == button
    assert place_of([text], "Start") == text
    spoken = box("Start", 5, 5, source="accessible")
    assert place_of([spoken], "Start") == spoken
    assert place_of([text], "Play again") is None


def test_words_are_whole() -> None:
    """'art' is not read in 'Start'."""
    assert sees([box("Start", 0, 0)], "start")
    assert not sees([box("Start", 0, 0)], "art")
