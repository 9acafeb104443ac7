import io

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from games.beacon.desk import beacon
from playproof.graders.checks.leaf import Bench, grade_leaf
from playproof.graders.checks.pixels import Album, Box, changed_share, colours, decode
from playproof.records.evidence import Evidence, MarkShot, Role, Series, Stretch, Take
from playproof.records.leaf import Leaf
from playproof.records.observation import Event, FlowAnswer, HudReading, Observation, Reading
from playproof.records.plan import Sample
from playproof.records.verdict import JUDGED

TASK = beacon()
LEAVES = [leaf for leaf in TASK.leaves.leaves if leaf.route in ("input", "lifecycle")]


def picture(colour: str) -> bytes:
    """A PNG of the view's size."""
    file = io.BytesIO()
    Image.new("RGB", (320, 240), colour).save(file, "PNG")
    return file.getvalue()


PICTURES = {name: picture(name) for name in ("black", "red")}
BENCH = Bench(contract=TASK.contract, album=Album(PICTURES.__getitem__), static=None)

TEXT = st.sampled_from(
    ["", "menu", "level_1", "pause", "on", "%999999999d", "1,2.3'4", "-", "9" * 400, "\ud800", "۱۲", "1e999", "Score 30"]
) | st.text(max_size=6)
SCALAR = st.none() | st.booleans() | st.integers(-(10**21), 10**21) | st.floats(allow_nan=False, allow_infinity=False) | TEXT
VALUE = SCALAR | st.lists(SCALAR, max_size=4).map(tuple)
READING = st.builds(Reading, value=VALUE) | st.builds(Reading, problem=st.just("threw"))
SHOWN = st.builds(HudReading, is_present=st.booleans(), is_visible=st.booleans(), text=TEXT)
SEEN = st.builds(
    Observation,
    at_ms=st.floats(0, 1000),
    readings=st.fixed_dictionaries({}, optional=dict.fromkeys(TASK.contract.key_names, READING)),
    hud=st.fixed_dictionaries({}, optional=dict.fromkeys(TASK.contract.hud_ids, SHOWN)),
)
EVENT = st.builds(Event, at_ms=st.floats(0, 1000), kind=st.sampled_from(["console", "audio", "animation", "exception", "overflow"]), text=TEXT)


@st.composite
def takes(draw: st.DrawFn, leaf: Leaf, role: Role) -> Take:
    """A take that was played to its end, with whatever a game may have answered."""
    control = leaf.control if role in ("control", "control_twin") else None
    approach, act = (control.approach, control.act) if control else (leaf.approach, leaf.act)
    names = ["before", "after"]
    return Take(
        role=role,
        entered=FlowAnswer(ok=True),
        began_ms=0,
        ended_ms=1000,
        marks=tuple(MarkShot(name=name, observation=draw(SEEN), frame=draw(st.sampled_from(sorted(PICTURES)))) for name in names),
        series=tuple(
            Series(name=step.name, observations=tuple(draw(st.lists(SEEN, min_size=1, max_size=3)))) for step in act if isinstance(step, Sample)
        ),
        stretches=tuple(Stretch(part="approach", step=number, began_ms=0, ended_ms=1) for number in range(len(approach))),
        events=tuple(draw(st.lists(EVENT, max_size=4))),
    )


@given(st.sampled_from(LEAVES), st.data())
def test_no_answer_of_a_game_crashes_a_grader_or_buys_undecided(leaf: Leaf, data: st.DataObject):
    """The attack: formats, half characters, lists, the largest numbers, missing keys in every place. What comes out is a judgement, or a doubt about Φ that a replay decides."""
    roles: tuple[Role, ...] = ("act", "twin", "control", "control_twin")
    played = tuple(data.draw(takes(leaf, role)) for role in roles)
    evidence = Evidence(play=f"{leaf.id}#1", plan_sha256="", artifact_sha256="", seed=1, takes=played)
    verdict = grade_leaf(leaf, (evidence,), {}, BENCH)
    assert verdict.state in JUDGED or (verdict.state == "observer_failed" and verdict.keys_in_doubt)
    again = grade_leaf(leaf, (evidence, evidence), {}, BENCH)
    assert again.state in JUDGED


@given(st.sampled_from(LEAVES), st.data())
def test_a_game_that_lies_about_another_key_in_every_play_is_not_believed(leaf: Leaf, data: st.DataObject):
    """The attack: contradict another key each time, so that none is ever contradicted twice. After three plays the leaf is judged."""
    plays = []
    for number in range(3):
        played = tuple(data.draw(takes(leaf, role)) for role in ("act", "twin", "control", "control_twin"))
        plays.append(Evidence(play=f"{leaf.id}#{number + 1}", plan_sha256="", artifact_sha256="", seed=1, takes=played))
    verdicts = [grade_leaf(leaf, plays[:count], {}, BENCH) for count in (1, 2, 3)]
    if all(verdict.state == "observer_failed" for verdict in verdicts[:2]):
        assert verdicts[2].state in JUDGED


@given(x=st.floats(allow_nan=False), y=st.floats(allow_nan=False), size=st.integers(1, 400))
def test_a_patch_may_lie_anywhere(x: float, y: float, size: int):
    """A place far outside the picture, even at infinity, is an empty part of it and no error."""
    part = Album(PICTURES.__getitem__).cut("red", Box.around(x, y, size))
    assert part.shape[0] <= 240
    assert part.shape[1] <= 320
    assert changed_share(part, part) == 0.0
    assert colours(part) <= 1


def test_pictures_are_compared_pixel_by_pixel():
    """Nothing changed is 0, everything 1, another size is 1; colours are counted coarsely."""
    black, red = (decode(PICTURES[name]) for name in ("black", "red"))
    assert changed_share(black, black) == 0.0
    assert changed_share(black, red) == 1.0
    assert changed_share(black, red[:100]) == 1.0
    half = black.copy()
    half[:120] = 200
    assert changed_share(black, half) == 0.5
    assert colours(half) == 2
