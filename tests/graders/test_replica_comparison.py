import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from playproof.graders.checks.likeness import CELL_PX, CLOSENESS, RESPONSE_SHARE
from playproof.graders.checks.looks import colour_likeness, compare_pair, is_blank, structure_likeness
from playproof.graders.checks.patches import patches
from playproof.graders.checks.pixels import Album, Picture
from playproof.graders.checks.recolour import identity, learn
from playproof.graders.checks.replica import Plays, unequal
from playproof.graders.checks.responses import compare_rule, likeness, per_cell
from playproof.records.family import Rule
from playproof.records.fault import Fault
from playproof.records.interface import Click, ObservedPlay
from playproof.records.replica import OriginalPlays
from playproof.store.files import sha256_of

WIDTH, HEIGHT = 160, 128
RULE = Rule(id="goes_on", category="state", statement="A click moves the token one place.")
GROUND, TOKEN, OTHER = (32, 40, 56), (255, 210, 63), (61, 220, 132)
CELLS = st.lists(st.integers(0, 256), min_size=12, max_size=12).map(lambda counts: np.array(counts, np.int64).reshape(3, 4))


class Painter:
    """Paints small games in memory and keeps their frames."""

    def __init__(self) -> None:
        self.frames: dict[str, bytes] = {}
        self.album = Album(self.frames.__getitem__, kept=64)

    def keep(self, picture: Picture) -> str:
        """Store a picture; its hash."""
        written = io.BytesIO()
        Image.fromarray(picture).save(written, "PNG")
        self.frames[sha256_of(written.getvalue())] = written.getvalue()
        return sha256_of(written.getvalue())

    def play(self, places: list[int | None], *, ground=GROUND, token=TOKEN, off: int = 0, fault: Fault | None = None) -> ObservedPlay:
        """A token that stands at these places, one picture each."""
        frames = []
        for place in places:
            picture = np.full((HEIGHT, WIDTH, 3), ground, np.uint8)
            picture[100 + off : 110 + off, 10 + off : 150 + off] = token
            if place is not None:
                picture[20 + off : 44 + off, 8 + 30 * place + off : 32 + 30 * place + off] = token
            frames.append(self.keep(picture))
        return ObservedPlay(game="game", actions=tuple(Click(x=1, y=1) for _ in places[1:]), frames=tuple(frames), fault=fault)


def judged(painter: Painter, replica: ObservedPlay, *, game=(0, 1), without=(0, 0), palette=None):
    """The rule's comparison for a replica."""
    original = OriginalPlays(rule=RULE.id, game=painter.play(list(game)), without=painter.play(list(without)))
    return compare_rule(RULE, original, replica, album=painter.album, palette=palette or identity())


def test_the_game_agrees_and_the_game_without_the_rule_does_not():
    """R = G agrees in full measure; R = M does not in any: whatever shows the rule, the mutant loses it."""
    painter = Painter()
    same, mutant = judged(painter, painter.play([0, 1])), judged(painter, painter.play([0, 0]))
    assert (same.agrees, same.response, same.closeness, same.changes) == (True, 1.0, 1.0, 1.0)
    assert (mutant.agrees, mutant.closeness, mutant.changes) == (False, 0.0, 0.0)


@pytest.mark.parametrize(
    ("replica", "agrees"),
    [
        ({"places": [0, 1], "ground": (200, 30, 90), "token": (10, 250, 240)}, True),
        ({"places": [0, 0], "ground": (200, 30, 90), "token": (10, 250, 240)}, False),
        ({"places": [0, 1], "ground": GROUND, "token": GROUND}, False),
    ],
    ids=["faithful", "without the rule", "colours not kept apart"],
)
def test_colours_do_not_decide(replica, agrees):
    """In colours of its own a replica is compared by what they stand for; where it shows no difference it cannot agree."""
    painter = Painter()
    play = painter.play(replica["places"], ground=replica["ground"], token=replica["token"])
    pairs = [(painter.album.picture(one), painter.album.picture(other)) for one, other in zip(painter.play([0, 1]).frames, play.frames, strict=True)]
    assert judged(painter, play, palette=learn(pairs[:1])).agrees is agrees


def test_another_place_is_another_response():
    """A replica that responds elsewhere does not agree."""
    painter = Painter()
    found = judged(painter, painter.play([0, 4]))
    assert found.agrees is False
    assert found.decisive is not None
    assert found.decisive < RESPONSE_SHARE


def test_a_drawing_that_is_off_by_little_agrees():
    """Two px off, the same rule is seen."""
    painter = Painter()
    found = judged(painter, painter.play([0, 1], off=2))
    assert found.agrees is True
    assert found.closeness is not None
    assert found.closeness > CLOSENESS


def test_another_layout_may_keep_the_rule():
    """A click toggles a token. A replica that starts with it there keeps the rule: it is judged by the change, since the picture was another before."""
    painter = Painter()
    found = judged(painter, painter.play([1, None]), game=(None, 1), without=(None, None))
    assert (found.agrees, found.closeness, found.changes) == (True, 0.0, 1.0)
    still = judged(painter, painter.play([1, 1]), game=(None, 1), without=(None, None))
    assert still.agrees is False


def test_our_own_failures_decide_nothing():
    """A fault of G or M, or a witness that does not tell them apart, leaves the rule undecided; a fault of R fails it."""
    painter = Painter()
    dead = Fault(kind="crashed", blame="us", message="the browser died")
    original = OriginalPlays(rule=RULE.id, game=painter.play([0], fault=dead), without=painter.play([0, 0]))
    assert compare_rule(RULE, original, painter.play([0, 1]), album=painter.album, palette=identity()).agrees is None
    assert judged(painter, painter.play([0, 1]), without=(0, 1)).agrees is None
    hung = Fault(kind="hung", blame="agent", message="hung")
    found = judged(painter, painter.play([0], fault=hung))
    assert (found.agrees, "failed after 0 actions" in found.reason, len(found.steps)) == (False, True, 1)


def test_an_original_that_does_not_repeat_itself_is_found():
    """Two plays of the original with the same actions and different pictures contradict each other."""
    painter = Painter()
    one = OriginalPlays(rule="one", game=painter.play([0, 1]), without=painter.play([0, 0]))
    other = OriginalPlays(rule="other", game=painter.play([0, 2]), without=painter.play([0, 0]))
    empty = {"replicas": {}, "original_walks": {}, "replica_walks": {}}
    assert unequal(Plays(originals={"one": one}, **empty)) == ""
    assert "after the same 1 actions" in unequal(Plays(originals={"one": one, "other": other}, **empty))


@given(CELLS, CELLS)
def test_likeness_is_a_share(one, other):
    """It does not depend on the order, lies between 0 and 1, and equal responses are wholly alike."""
    assert likeness(one, other) == pytest.approx(likeness(other, one))
    assert 0.0 <= likeness(one, other) <= 1.0
    assert likeness(one, one) == 1.0


@given(st.lists(st.tuples(st.integers(0, HEIGHT - 1), st.integers(0, WIDTH - 1)), max_size=12))
def test_marks_cover_what_differs_and_lie_inside(points):
    """Every cell with enough differing pixels is inside one rectangle, no rectangle leaves the picture, none overlaps another."""
    mask = np.zeros((HEIGHT, WIDTH), np.bool_)
    for row, column in points:
        mask[row - row % 4 : row - row % 4 + 4, column - column % 4 : column - column % 4 + 4] = True
    covered = np.zeros_like(mask, np.int64)
    for patch in patches(per_cell(mask), mask.shape):
        assert patch.x + patch.width <= WIDTH
        assert patch.y + patch.height <= HEIGHT
        covered[patch.y : patch.y + patch.height, patch.x : patch.x + patch.width] += 1
    assert covered.max(initial=0) <= 1
    assert (covered[mask] == 1).all()


def scene(seed: int) -> Picture:
    """Rectangles in five colours."""
    dice = np.random.default_rng(seed)
    colours = dice.integers(0, 256, (5, 3))
    picture = np.full((HEIGHT, WIDTH, 3), colours[0], np.uint8)
    for number in range(14):
        top, left = dice.integers(0, HEIGHT - 12), dice.integers(0, WIDTH - 12)
        height, width = dice.integers(8, 40, 2)
        picture[top : top + height, left : left + width] = colours[1 + number % 4]
    return picture


@given(st.integers(0, 30))
def test_structure_does_not_know_colours(seed):
    """Inverted colours keep all structure and no colour: recognizable, but not right. Another scene has neither."""
    picture = scene(seed)
    assert structure_likeness(picture, 255 - picture) > 0.95
    assert structure_likeness(picture, picture) == colour_likeness(picture, picture) == 1.0
    assert structure_likeness(picture, scene(seed + 1000)) < 0.75


def test_colour_earns_nothing_without_structure():
    """A page in the right colours with nothing on it is not recognizable; equal frames are equal."""
    painter = Painter()
    game = painter.keep(scene(1))
    plain = painter.keep(np.full((HEIGHT, WIDTH, 3), scene(1)[0, 0], np.uint8))
    assert compare_pair(game, plain, painter.album).visual < 0.1
    assert compare_pair(game, game, painter.album).visual == 1.0
    assert is_blank(painter.album.picture(plain))
    assert not is_blank(painter.album.picture(game))


@given(st.permutations([0, 1, 2]))
def test_a_palette_is_learnt(order):
    """Exchanged channels are learnt from one pair of pictures; equal pictures keep every colour."""
    picture = scene(3)
    replica = np.ascontiguousarray(picture[..., order])
    shown = learn([(picture, replica)]).apply(picture)
    assert (np.abs(shown.astype(int) - replica).max(axis=2) <= 40).mean() > 0.97
    assert learn([(picture, picture)]).is_kept.all()
    assert CELL_PX == 16
