"""How the scripted agent looks: it finds the shipped sprites in a picture, and tells where two pictures differ."""

import io
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image

SOLID = 250
"""Alpha from which a pixel of a sprite is opaque."""
SAME = 24
"""Mean difference of colour, of 255, below which a sprite counts as drawn at a place."""
VISIBLE = 24
"""Difference of one channel, of 255, that a person sees: the design document's own number (11.2)."""

FEW = 0.01
"""Share of changed pixels that counts as a visible change; the document's smallest is 1 % (11.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A part of the view, in px."""

    x: int
    y: int
    width: int
    height: int


HUD, HINT, WORLD = (
    Box(x=0, y=0, width=800, height=48),
    Box(x=0, y=560, width=800, height=40),
    Box(x=0, y=48, width=800, height=512),
)
PANEL, SOUND = Box(x=240, y=150, width=320, height=300), Box(x=700, y=8, width=100, height=32)


def around(x: float, y: float, half: int = 12) -> Box:
    """The square around a place."""
    return Box(x=round(x) - half, y=round(y) - half, width=2 * half, height=2 * half)


@lru_cache(maxsize=4)
def pixels(png: bytes) -> np.ndarray:
    """The colours of a picture, rows first."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(np.int16)


def changed_share(before: bytes, after: bytes, box: Box) -> float:
    """Which share of a part of the view differs visibly, 0 to 1."""
    part = np.s_[box.y : box.y + box.height, box.x : box.x + box.width]
    difference = np.abs(pixels(before)[part] - pixels(after)[part]).max(axis=2)
    return float((difference > VISIBLE).mean())


class Eyes:
    """Knows the shipped sprites by sight."""

    def __init__(self, assets: Path) -> None:
        self.sprites = {path.stem: np.asarray(Image.open(path).convert("RGBA")).astype(np.int16) for path in assets.glob("*.png")}

    def find(self, png: bytes, sprite: str, near: tuple[float, float], within_px: int = 8) -> tuple[int, int] | None:
        """Where the middle of a sprite is drawn, at most `within_px` from a place; None where it is not."""
        view, shape = pixels(png), self.sprites[sprite]
        height, width = shape.shape[:2]
        rows, columns = np.nonzero(shape[..., 3] > SOLID)
        colours = shape[rows, columns, :3]
        left, top = round(near[0] - width / 2), round(near[1] - height / 2)
        best, place = float(SAME), None
        for y in range(max(0, top - within_px), min(view.shape[0] - height, top + within_px) + 1):
            for x in range(max(0, left - within_px), min(view.shape[1] - width, left + within_px) + 1):
                difference = float(np.abs(view[rows + y, columns + x] - colours).mean())
                if difference < best:
                    best, place = difference, (x + width // 2, y + height // 2)
        return place
