import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.beacon.desk import beacon
from playproof.graders.checks.pixels import Album
from playproof.graders.checks.thresholds import MOST_NUMBERS
from playproof.graders.checks.triangulate import contradictions, hud_agrees, unconfirmed
from playproof.records.evidence import MarkShot, Take
from playproof.records.observation import Event, FlowAnswer, HudReading, Observation, Reading, Value

CONTRACT = beacon().contract
NO_PICTURES = Album(lambda sha256: pytest.fail(f"nobody needs the picture {sha256}"))
WORDS = st.text(st.characters(categories=["Ll", "Zs"], exclude_characters="_"), max_size=10)


def shown(text: str, *, is_visible: bool = True) -> HudReading:
    """A HUD element with a text."""
    return HudReading(is_present=True, is_visible=is_visible, text=text)


def take_of(*observations: Observation, events: tuple[Event, ...] = ()) -> Take:
    """A take with these marks."""
    marks = tuple(MarkShot(name=f"mark_{number}", observation=one, frame="") for number, one in enumerate(observations))
    return Take(role="act", entered=FlowAnswer(ok=True), began_ms=0, ended_ms=9999, marks=marks, events=events)


def seen(at_ms: float = 0, hud: dict[str, HudReading] | None = None, **values: Value) -> Observation:
    """What Φ and the HUD say."""
    return Observation(at_ms=at_ms, readings={key: Reading(value=value) for key, value in values.items()}, hud=hud or {})


@given(WORDS, st.integers(-99_999, 99_999), WORDS)
def test_a_whole_number_agrees_as_digits_whatever_stands_around_it(before: str, value: int, after: str):
    """'Score 30', '30 points' and '30' all show 30, and no other number."""
    reading = shown(f"{before} {value} {after}")
    assert hud_agrees(reading, value, is_whole=True)
    assert not hud_agrees(reading, value + 1, is_whole=True)
    assert not hud_agrees(shown(f"{before} {after}"), value, is_whole=True)


@given(st.integers(0, 9_999_999))
def test_thousands_may_be_grouped(value: int):
    """1,234 and 1 234 with a narrow space show 1234."""
    assert hud_agrees(shown(f"Score {value:,}"), value, is_whole=True)
    assert hud_agrees(shown(f"{value:,}".replace(",", "\u2009")), value, is_whole=True)


@given(st.floats(0, 10_000))
def test_a_fraction_may_be_rounded(value: float):
    """A number that is not whole may be shown rounded to a whole one, and not two off."""
    assert hud_agrees(shown(f"{round(value)} s"), value, is_whole=False)
    assert not hud_agrees(shown(f"{round(value) + 2} s"), value, is_whole=False)


@given(st.integers(0, 99), st.integers(MOST_NUMBERS + 1, 30))
def test_a_row_of_numbers_shows_none(value: int, count: int):
    """The attack: an element that shows every number agrees with whatever Φ says."""
    assert not hud_agrees(shown(" ".join(str(value + step) for step in range(count))), value, is_whole=True)


def test_a_text_agrees_as_itself_and_not_as_a_part_of_a_word():
    """Case, underscores and surrounding words are free; 'ready' is not shown by 'already'."""
    assert hud_agrees(shown("Room: LEVEL 1!"), "level_1", is_whole=True)
    assert hud_agrees(shown("the gate is open"), "open", is_whole=True)
    assert not hud_agrees(shown("already"), "ready", is_whole=True)
    assert not hud_agrees(shown("level 12"), "level_1", is_whole=True)
    assert not hud_agrees(shown(""), "open", is_whole=True)


@given(st.text(max_size=40), st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5))
def test_whatever_is_shown_there_is_an_answer(text: str, value: Value):
    """No text of a game and no reading breaks the comparison."""
    assert hud_agrees(shown(text), value, is_whole=True) in (True, False)


def test_each_route_contradicts_and_confirms():
    """HUD, relation and log line: each lets an honest reading pass and names a false one, with both sides."""
    honest = seen(
        state="level_1",
        score=10,
        shells=(1, 0, 0),
        shells_left=2,
        hud={"score": shown("Score 10"), "shells_left": shown("2"), "state": shown("Level 1")},
    )
    said = (Event(at_ms=-1, kind="console", text="beacon: state level_1"),)
    assert contradictions(["score", "shells", "state"], take_of(honest, events=said), CONTRACT, NO_PICTURES) == {}
    liar = seen(state="level_1", score=10, shells=(1, 1, 0), shells_left=2, hud={"score": shown("Score 0"), "state": shown("Pause")})
    found = contradictions(
        ["score", "shells", "state"], take_of(liar, events=(Event(at_ms=-1, kind="console", text="beacon: state pause"),)), CONTRACT, NO_PICTURES
    )
    assert "score = 10" in found["score"]
    assert "'Score 0'" in found["score"]
    assert "does not hold" in found["shells"]
    assert "pause" in found["state"].casefold()


def test_a_line_of_the_same_instant_counts_on_either_side():
    """Inputs take no game time: the line may have come just before the look or just after it. A line of the future says nothing."""
    events = (Event(at_ms=0, kind="console", text="beacon: state menu"), Event(at_ms=100, kind="console", text="beacon: state level_1"))
    for state in ("menu", "level_1"):
        assert contradictions(["state"], take_of(seen(100, state=state), events=events), CONTRACT, NO_PICTURES) == {}
    assert "state" in contradictions(["state"], take_of(seen(100, state="pause"), events=events), CONTRACT, NO_PICTURES)
    assert "state" in contradictions(["state"], take_of(seen(50, state="level_1"), events=events), CONTRACT, NO_PICTURES)


def test_what_nothing_shows_is_unconfirmed_and_no_lie():
    """A HUD element that is not visible where the contract promises it confirms nothing; where it is not promised, nothing is missed."""
    hidden = {"score": shown("Score 0", is_visible=False)}
    assert contradictions(["score"], take_of(seen(state="level_1", score=10, hud=hidden)), CONTRACT, NO_PICTURES) == {}
    assert "not visible" in unconfirmed(["score"], take_of(seen(state="level_1", score=10, hud=hidden)), CONTRACT, NO_PICTURES)["score"]
    assert unconfirmed(["score"], take_of(seen(state="menu", score=0, hud=hidden)), CONTRACT, NO_PICTURES) == {}
    once = take_of(seen(state="level_1", score=10, hud=hidden), seen(state="level_1", score=10, hud={"score": shown("10")}))
    assert unconfirmed(["score"], once, CONTRACT, NO_PICTURES) == {}
