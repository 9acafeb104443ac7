"""Arithmetic on frames: changed share, richness of colour, boxes and patches."""

import io
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PIL import Image

from playproof.graders.checks.thresholds import CHANNEL_STEP, DRAWN_BITS

FAR_PX = 1_000_000.0
"""Farther out than any picture reaches."""
Picture = npt.NDArray[np.uint8]
"""Height x width x 3, 0-255."""
ReadFrame = Callable[[str], bytes]
"""The PNG of a hash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A rectangle, px; right and bottom are outside it."""

    left: int
    top: int
    right: int
    bottom: int

    @classmethod
    def around(cls, x_px: float, y_px: float, size_px: int) -> "Box":
        """A square of `size_px` with its middle at a point."""
        half = size_px // 2
        # A game may say that something is at 1e308: that is outside every picture, and no overflow.
        x, y = (int(min(max(at, -FAR_PX), FAR_PX)) for at in (x_px, y_px))
        return cls(left=x - half, top=y - half, right=x + half, bottom=y + half)


def decode(png: bytes) -> Picture:
    """The pixels of a PNG."""
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))


class Album:
    """Pictures by hash, the last few kept decoded."""

    def __init__(self, read_frame: ReadFrame, *, kept: int = 16) -> None:
        """Pictures come from `read_frame`; the last `kept` stay decoded."""
        self.picture = lru_cache(maxsize=kept)(lambda sha256: decode(read_frame(sha256)))

    def cut(self, sha256: str, box: Box | None) -> Picture:
        """A picture, or the part of it inside a box (empty when the box lies outside)."""
        picture = self.picture(sha256)
        if box is None:
            return picture
        return picture[max(0, box.top) : max(0, box.bottom), max(0, box.left) : max(0, box.right)]


def differing(one: Picture, other: Picture, step: int) -> npt.NDArray[np.bool_]:
    """The pixels of two pictures of one size in which a channel differs by more than `step`."""
    away = np.maximum(one, other) - np.minimum(one, other) > step  # stays in bytes: several times faster than with signs
    return away[..., 0] | away[..., 1] | away[..., 2]


def changed_share(one: Picture, other: Picture) -> float:
    """Share of pixels that differ, 0-1; 1.0 when the sizes differ, 0.0 for empty parts."""
    if one.shape != other.shape:
        return 1.0
    if one.size == 0:
        return 0.0
    return float(differing(one, other, CHANNEL_STEP).mean())


def colours(picture: Picture) -> int:
    """How many different colours a picture shows, coarsely."""
    if picture.size == 0:
        return 0
    coarse = (picture >> (8 - DRAWN_BITS)).astype(np.uint32)
    return int(np.unique((coarse[..., 0] << (2 * DRAWN_BITS)) | (coarse[..., 1] << DRAWN_BITS) | coarse[..., 2]).size)
