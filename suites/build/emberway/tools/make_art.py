"""The sprites of Emberway, drawn from shapes and written as PNG files. Run: python make_art.py ASSETS_DIR.

playproof-canary 6f1c2b0e-93d4-4a57-8a3e-emberway
Everything is drawn eight times too large and scaled down, so that edges are smooth. Licence of the results: CC0 1.0.
"""

import math
import sys
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageDraw, ImageFilter

SCALE = 8
NIGHT, FLOOR, FLOOR_LIGHT, MORTAR = "#12131f", "#23263a", "#2b2f47", "#1b1d2d"
STONE, STONE_LIGHT, STONE_DARK = "#4a5276", "#6a739c", "#343a58"
FLAME_DARK, FLAME, FLAME_LIGHT, GLOW = "#ff5b2e", "#ff9b3d", "#ffd66b", "#fff3c4"
WATER_DARK, WATER, WATER_LIGHT = "#1e6fb8", "#4cc3ff", "#d4f3ff"
WOOD, WOOD_DARK, IRON = "#8a5a3a", "#5c3a27", "#9aa0b5"
WIND = "#bfe3f2"

LETTERS = {
    "E": ("11111", "10000", "10000", "11110", "10000", "10000", "11111"),
    "M": ("10001", "11011", "10101", "10101", "10001", "10001", "10001"),
    "B": ("11110", "10001", "10001", "11110", "10001", "10001", "11110"),
    "R": ("11110", "10001", "10001", "11110", "10100", "10010", "10001"),
    "W": ("10001", "10001", "10001", "10101", "10101", "11011", "10001"),
    "A": ("01110", "10001", "10001", "11111", "10001", "10001", "10001"),
    "Y": ("10001", "10001", "01010", "00100", "00100", "00100", "00100"),
}
"""Our own letters of 5 x 7 cells."""


class Canvas:
    """A picture of `width` x `height` px on which shapes are drawn in px."""

    def __init__(self, width: int, height: int, colour: str = "#00000000") -> None:
        """An empty picture of one colour."""
        self.image = Image.new("RGBA", (width * SCALE, height * SCALE), colour)
        self._pen = ImageDraw.Draw(self.image)

    def polygon(self, points: list[tuple[float, float]], colour: str) -> None:
        """A filled polygon."""
        self._pen.polygon([(x * SCALE, y * SCALE) for x, y in points], fill=colour)

    def disc(self, x: float, y: float, radius: float, colour: str) -> None:
        """A filled circle."""
        self._pen.ellipse([(x - radius) * SCALE, (y - radius) * SCALE, (x + radius) * SCALE, (y + radius) * SCALE], fill=colour)

    def bar(self, box: tuple[float, float, float, float], colour: str, radius: float = 0.0) -> None:
        """A filled rectangle (left, top, right, bottom) with round corners."""
        left, top, right, bottom = (value * SCALE for value in box)
        self._pen.rounded_rectangle([left, top, right - 1, bottom - 1], radius=radius * SCALE, fill=colour)

    def glow(self, x: float, y: float, radius: float, colour: str) -> None:
        """A soft light below what is drawn later."""
        light = Canvas(self.image.width // SCALE, self.image.height // SCALE)
        light.disc(x, y, radius, colour)
        self.image.alpha_composite(light.image.filter(ImageFilter.GaussianBlur(radius * SCALE / 3)))
        self._pen = ImageDraw.Draw(self.image)

    def save(self, path: Path) -> None:
        """Scale down and write."""
        size = (self.image.width // SCALE, self.image.height // SCALE)
        self.image.resize(size, Image.Resampling.LANCZOS).save(path, optimize=True)


def flame(x: float, y: float, size: float) -> list[tuple[float, float]]:
    """The outline of a flame: round below, pointed above, leaning a little. (x, y) is the middle of its round part."""
    points = []
    for step in range(72):
        angle = math.tau * step / 72
        up = max(0.0, math.cos(angle))
        reach = size * (1 + 0.62 * up**6)
        points.append((x + reach * math.sin(angle) * (1 - 0.35 * up**2) + size * 0.18 * up**4, y - reach * math.cos(angle)))
    return points


def drop(x: float, y: float, size: float) -> list[tuple[float, float]]:
    """The outline of a falling drop."""
    points = []
    for step in range(72):
        angle = math.tau * step / 72
        up = max(0.0, math.cos(angle))
        points.append((x + size * math.sin(angle) * (1 - 0.75 * up**2), y - size * math.cos(angle) * (1 + 0.45 * up**4)))
    return points


def ember() -> Canvas:
    """The player: a living coal with a flame."""
    canvas = Canvas(32, 32)
    canvas.glow(16, 17, 8.5, "#ff9b3d90")
    for size, colour in ((10.5, FLAME_DARK), (8.2, FLAME), (5.4, FLAME_LIGHT), (2.8, GLOW)):
        canvas.polygon(flame(16, 19 + (10.5 - size) * 0.45, size), colour)
    for x in (12.6, 19.4):
        canvas.disc(x, 19, 1.7, "#4a1410")
        canvas.disc(x + 0.5, 18.5, 0.6, GLOW)
    return canvas


def spark() -> Canvas:
    """What is collected: a four-pointed star."""
    canvas = Canvas(24, 24)
    canvas.glow(12, 12, 6, "#ffd66b80")
    for size, waist, colour in ((11.0, 3.4, FLAME), (8.6, 2.6, FLAME_LIGHT), (4.6, 1.9, "#ffffff")):
        star = [
            (12 + (size if step % 2 == 0 else waist) * math.sin(math.tau * step / 8), 12 - (size if step % 2 == 0 else waist) * math.cos(math.tau * step / 8)) for step in range(8)
        ]
        canvas.polygon(star, colour)
    return canvas


def drip() -> Canvas:
    """The danger: a drop with a frown."""
    canvas = Canvas(28, 28)
    canvas.polygon(drop(14, 16, 10.4), WATER_DARK)
    canvas.polygon(drop(14, 16.2, 8.8), WATER)
    canvas.disc(10.4, 12.6, 2.0, WATER_LIGHT)
    for x, tilt in ((10.6, 1), (17.4, -1)):
        canvas.disc(x, 17.6, 1.5, "#0b2746")
        canvas.polygon([(x - 2.2, 15.2 - 0.7 * tilt), (x + 2.2, 15.2 + 0.7 * tilt), (x + 2.2, 16.2 + 0.7 * tilt), (x - 2.2, 16.2 - 0.7 * tilt)], "#0b2746")
    return canvas


def gate_closed() -> Canvas:
    """Planks and iron bands."""
    canvas = Canvas(24, 64, WOOD_DARK)
    for index in range(3):
        canvas.bar((1 + index * 7.6, 1, 7.8 + index * 7.6, 63), WOOD, 1)
    for top in (10, 46):
        canvas.bar((0, top, 24, top + 7), IRON, 1)
        for x in (4, 12, 20):
            canvas.disc(x, top + 3.5, 1.5, STONE_DARK)
    canvas.disc(12, 32, 4.5, STONE_DARK)
    canvas.disc(12, 31, 1.6, NIGHT)
    canvas.polygon([(11.2, 31), (12.8, 31), (13.6, 35), (10.4, 35)], NIGHT)
    return canvas


def gate_open() -> Canvas:
    """An archway full of light."""
    canvas = Canvas(24, 64, STONE_DARK)
    for inset, colour in ((3, FLAME_DARK), (6, FLAME), (9, FLAME_LIGHT)):
        canvas.bar((inset, inset, 24, 64 - inset), colour, 6)
    canvas.bar((14, 14, 24, 50), GLOW, 5)
    for y in (2, 60):
        canvas.bar((0, y - 2, 24, y + 4), STONE_LIGHT, 1)
    return canvas


def brazier(*, is_lit: bool) -> Canvas:
    """A bowl on three legs, seen from the front."""
    canvas = Canvas(40, 40)
    if is_lit:
        canvas.glow(20, 15, 9.5, "#ff9b3da0")
        for size, colour in ((8.6, FLAME_DARK), (6.6, FLAME), (4.2, FLAME_LIGHT)):
            canvas.polygon(flame(20, 18.5 + (8.6 - size) * 0.5, size), colour)
    for left, right in ((12, 8), (28, 32)):
        canvas.polygon([(left - 1.6, 29), (left + 1.6, 29), (right + 1.6, 39), (right - 1.6, 39)], STONE_DARK)
    canvas.bar((18.6, 29, 21.4, 39), STONE_DARK)
    canvas.polygon([(5, 22), (35, 22), (29, 32), (11, 32)], STONE_LIGHT)
    canvas.bar((3.5, 20.5, 36.5, 24.5), IRON, 2)
    if not is_lit:
        for x, y, size in ((12, 19, 3), (18, 18, 3.4), (25, 18.4, 3.2), (29, 19.6, 2.4)):
            canvas.disc(x, y, size, MORTAR)
    return canvas


def floor() -> Canvas:
    """Four worn slabs; meets itself at every edge."""
    canvas = Canvas(32, 32, MORTAR)
    for column in range(2):
        for row in range(2):
            colour = FLOOR if (column + row) % 2 else FLOOR_LIGHT
            canvas.bar((column * 16 + 0.5, row * 16 + 0.5, column * 16 + 15.5, row * 16 + 15.5), colour, 1.5)
    return canvas


def wall() -> Canvas:
    """Rows of stone; meets itself at every edge."""
    canvas = Canvas(32, 32, STONE_DARK)
    for row in range(4):
        for x in range(-8, 33, 16):
            left = x + (8 if row % 2 else 0)
            canvas.bar((left + 0.5, row * 8 + 0.5, left + 15.5, row * 8 + 7.5), STONE, 1.2)
            canvas.bar((left + 1.2, row * 8 + 0.9, left + 14.8, row * 8 + 2.3), STONE_LIGHT, 0.6)
    return canvas


def wind() -> Canvas:
    """Three streaks that the wind draws over the floor."""
    canvas = Canvas(64, 16)
    for left, right, y in ((2, 46, 3), (16, 62, 8), (6, 38, 13)):
        canvas.polygon([(left, y), (left + 8, y - 1.3), (right, y - 0.3), (right, y + 0.3), (left + 8, y + 1.3)], WIND)
    return canvas


def title() -> Canvas:
    """The name in cells that cool down from the bottom to the top."""
    cell, word = 9.0, "EMBERWAY"
    canvas = Canvas(480, 120)
    colours = (FLAME_DARK, FLAME_DARK, FLAME, FLAME, FLAME_LIGHT, FLAME_LIGHT, GLOW)
    left, top = (480 - (len(word) * 6 - 1) * cell) / 2, (120 - 7 * cell) / 2
    for index, letter in enumerate(word):
        for row, line in enumerate(LETTERS[letter]):
            for column, dot in enumerate(line):
                if dot == "1":
                    x, y = left + (index * 6 + column) * cell, top + row * cell
                    canvas.bar((x, y, x + cell - 1, y + cell - 1), colours[row], 2)
    return canvas


SPRITES: dict[str, Callable[[], Canvas]] = {
    "ember": ember,
    "spark": spark,
    "drip": drip,
    "gate_closed": gate_closed,
    "gate_open": gate_open,
    "brazier_unlit": lambda: brazier(is_lit=False),
    "brazier_lit": lambda: brazier(is_lit=True),
    "floor": floor,
    "wall": wall,
    "wind": wind,
    "title": title,
}


if __name__ == "__main__":
    for name, draw in SPRITES.items():
        draw().save(Path(sys.argv[1]) / f"{name}.png")
