"""Things are found by their colour, whole, in their places, whatever else is drawn."""

import numpy as np
from PIL import Image, ImageDraw

from playproof.players.sight.blobs import blobs, in_reading_order

GROUND, BALL, WALL = "#141821", "#f2c14e", "#3fc8d0"


def _picture(draw_on) -> np.ndarray:
    image = Image.new("RGB", (200, 120), GROUND)
    draw_on(ImageDraw.Draw(image))
    return np.asarray(image)


def test_one_thing() -> None:
    """A disc is one piece in its place; another colour is none."""
    picture = _picture(lambda pen: pen.ellipse((50, 20, 90, 60), fill=BALL))
    (ball,) = blobs(picture, BALL)
    assert (round(ball.x), round(ball.y), ball.width, ball.height) == (70, 40, 41, 41)
    assert blobs(picture, WALL) == ()


def test_many_things_in_reading_order() -> None:
    """Two rows of three, a little uneven, are read as a person reads them."""

    def draw(pen: ImageDraw.ImageDraw) -> None:
        for row, column in ((0, 2), (1, 1), (0, 0), (1, 0), (0, 1), (1, 2)):
            x, y = 20 + 60 * column, 20 + 50 * row + 3 * (column % 2)
            pen.rectangle((x, y, x + 20, y + 20), fill=WALL)

    found = in_reading_order(blobs(_picture(draw), WALL))
    assert [(round(blob.x) // 60, round(blob.y) // 50) for blob in found] == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]


def test_crumbs_are_nothing() -> None:
    """A speck of the colour, and what a smooth edge mixes, do not count."""

    def draw(pen: ImageDraw.ImageDraw) -> None:
        pen.rectangle((20, 20, 60, 60), fill=BALL)
        pen.point((150, 100), fill=BALL)
        pen.rectangle((100, 20, 104, 26), fill=BALL)

    assert len(blobs(_picture(draw), BALL)) == 1
