import pytest

from playproof.records.observation import HudReading, Reading
from playproof.report.text import LINE_LIMIT, hud_text, line, percent, points, reading_text, value_text, visible


def test_signs_that_reorder_or_hide_text_are_shown_as_what_they_are():
    """Attack: a game prints a right-to-left override so that 'failed' reads as something else."""
    assert visible("a\u202efed\u2066\u200b\x00\x1b[2J") == "a\\u{202e}fed\\u{2066}\\u{200b}\\u{0}\\u{1b}[2J"


def test_a_tower_of_marks_is_cut_down():
    """Attack: a thousand combining marks on one letter paint over the lines above."""
    assert len(visible("o" + "\u0301" * 1000 + "k")) == 4


def test_a_giant_string_is_cut_and_the_cut_is_said():
    """Attack: ten million characters in one console line."""
    said = line("x" * 10_000_000)
    assert len(said) < LINE_LIMIT + 60
    assert "9,999,760 more characters" in said


@pytest.mark.parametrize(
    "value", [10**5000, -(10**5000), 1e300, float("inf"), float("-inf"), float("nan")], ids=["digits", "minus", "large", "inf", "minus_inf", "nan"]
)
def test_a_giant_number_is_a_short_text(value):
    """Attack: a reading whose digits fill the page, or which no float can hold."""
    assert len(value_text(value)) < 40


def test_a_giant_list_is_cut():
    """Attack: a list of a million items."""
    assert len(value_text(tuple(range(1_000_000)))) < LINE_LIMIT + 60


def test_no_value_says_why():
    """A reading that is missing is told from one that is empty."""
    assert reading_text(None) == "not read"
    assert reading_text(Reading(value="")) == "''"
    assert reading_text(Reading(problem="not a number")) == "no value: not a number"
    assert hud_text(HudReading(is_present=False)) == "not there"
    assert hud_text(HudReading(is_present=True, is_visible=False, text="Oil 2")) == "hidden: 'Oil 2'"


def test_shares_are_never_rounded_to_all_or_nothing():
    """Coverage of 99.6 % is not full coverage."""
    assert percent(0.996) == "> 99 %"
    assert percent(0.004) == "< 1 %"
    assert percent(1.0) == "100 %"
    assert percent(0.0) == "0 %"


def test_undecided_points_are_no_zero():
    """What was not decided is a dash."""
    assert points(None) == "–"
    assert points(0.0) == "0.0"
