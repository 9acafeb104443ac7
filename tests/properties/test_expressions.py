import ast
import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playproof.records.expression import FUNCTIONS, MissingReadingError, UnusableExpressionError, evaluate, references
from playproof.records.observation import HudReading, Observation, Reading, Value

NAMES = st.sampled_from(
    [
        *FUNCTIONS,
        "now",
        "before",
        "const",
        "score",
        "hud",
        "self",
        "eval",
        "open",
        "os",
        "__builtins__",
        "__class__",
        "_observation",
        "at_ms",
        "format",
    ]
)
CONSTANTS = st.sampled_from(["1", "0.5", "'text'", "True", "None", "b'bytes'", "1j", "...", "'%999999999d'"])


def _grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Bigger pieces of Python from smaller ones: what expressions have, and what they must not have."""
    return st.one_of(
        st.builds("({}).{}".format, inner, NAMES),
        st.builds("{}.{}".format, NAMES, NAMES),
        st.builds("{}.hud.{}".format, NAMES, NAMES),
        st.builds("{}({})".format, NAMES, inner),
        st.builds("({})({})".format, inner, inner),
        st.builds("{}({}, key={})".format, NAMES, inner, inner),
        st.builds("{}(*{})".format, NAMES, inner),
        st.builds("({})[{}]".format, inner, inner),
        st.builds("({})[{}:{}]".format, inner, inner, inner),
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "*", "%", "//", "<", "in", "and", "==", "<<", "@", "|", "is"]), inner),
        st.builds("({} if {} else {})".format, inner, inner, inner),
        st.builds("[{} for {} in {}]".format, inner, NAMES, inner),
        st.builds("(lambda {}: {})".format, NAMES, inner),
        st.builds("({} := {})".format, NAMES, inner),
        st.builds("{{{}: {}}}".format, inner, inner),
        st.builds("({}, {})".format, inner, inner),
        st.builds("f'{{{}}}'".format, NAMES),
        st.builds("(yield {})".format, inner),
    )


PYTHON = st.recursive(NAMES | CONSTANTS | st.just("now.score"), _grow, max_leaves=6)
SHOWN = Observation(
    at_ms=0, readings={"score": Reading(value=3), "format": Reading(value="%d")}, hud={"score": HudReading(is_present=True, text="3")}
)


def accepted(text: str) -> bool:
    """Whether a file may hold it as an expression."""
    try:
        references(text)
    except ValueError:
        return False
    return True


@given(PYTHON)
def test_nothing_but_readings_constants_and_pure_functions_is_ever_accepted(text: str):
    """An expression that is read calls nothing but the named functions, names nothing but views and constants, and reaches no attribute of Python's."""
    if not accepted(text):
        return
    used = references(text)
    for node in ast.walk(ast.parse(text.strip(), mode="eval")):
        assert not isinstance(
            node, (ast.Lambda, ast.ListComp, ast.GeneratorExp, ast.NamedExpr, ast.JoinedStr, ast.Dict, ast.Starred, ast.Slice, ast.Yield)
        )
        if isinstance(node, ast.Call):
            assert isinstance(node.func, ast.Name)
            assert node.func.id in FUNCTIONS
        if isinstance(node, ast.Attribute):
            assert not node.attr.startswith("_")
            assert node.attr in used.keys | used.hud | used.constants | {"hud", "at_ms"}


@given(PYTHON)
def test_what_is_accepted_can_be_asked_of_any_game(text: str):
    """An accepted expression gives a value, or says which reading is missing, or that the values do not fit: nothing else ever comes out of it."""
    if not accepted(text):
        return
    with contextlib.suppress(MissingReadingError, UnusableExpressionError):
        evaluate(text, {"now": SHOWN, "before": SHOWN}, {"score": 5})


SCALARS = st.none() | st.booleans() | st.integers(-(10**21), 10**21) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=20)
VALUES = SCALARS | st.lists(SCALARS, max_size=4).map(tuple) | st.sampled_from(["%999999999d", "9" * 5000, "\ud800", (), 1e308, -1e308])
USUAL = (
    "now.a % now.b",
    "now.a * now.b + 1",
    "now.a ** now.b",
    "now.a[0] + now.a[1] == now.b",
    "near(now.a, now.b, 1)",
    "abs(now.a) > 3 and now.b in (1, 2)",
    "now.a // 0 == now.b",
    "int(now.a / 1000) == now.b",
    "str(now.a) + str(now.b) == 'x'",
    "'level_' + str(now.a) == now.b",
    "min(now.a, now.b) < max(now.a, now.b)",
    "len(now.a) == now.b or round(now.a) == sign(now.b)",
    "now.a if now.b else now.a == now.b",
)


@given(st.sampled_from(USUAL), VALUES, VALUES)
def test_no_reading_breaks_an_expression(text: str, one: Value, other: Value):
    """The attack: a state interface answers with texts that are formats, lists where numbers belong, numbers beyond all bounds."""
    shown = Observation(at_ms=0, readings={"a": Reading(value=one), "b": Reading(value=other)}, hud={})
    with contextlib.suppress(UnusableExpressionError):
        evaluate(text, {"now": shown}, {})


def test_a_text_is_never_a_format():
    """The attack: `now.a % 3` where the game says '%999999999d' would make a text of a gigabyte."""
    for value in ("%999999999d", "%s"):
        shown = Observation(at_ms=0, readings={"a": Reading(value=value)}, hud={})
        with pytest.raises(UnusableExpressionError, match="arithmetic on str"):
            evaluate("now.a % 3", {"now": shown}, {})


def test_a_message_says_what_to_write_instead():
    """An undeclared name is answered with the way to write it; what is no expression is quoted."""
    with pytest.raises(ValueError, match=r"unknown name 'score'.*before\.score"):
        references("score > 3")
    with pytest.raises(ValueError, match=r"not an expression: 'now\.x >'"):
        references("now.x >")
    with pytest.raises(ValueError, match="longer than 400"):
        references("1 + " * 200 + "1")
