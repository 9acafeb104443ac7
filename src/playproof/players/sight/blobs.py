"""Things by their colour: where on a picture a declared colour stands, in pieces. Pure: pixels in, places out."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import ndimage  # type: ignore[import-untyped]

Picture = npt.NDArray[np.uint8]
"""Height x width x 3, 8 bits a channel."""

COLOUR_STEP = 20
"""A pixel has a colour when no channel is farther off than this (ours): room for gradients and smooth edges."""
LEAST_PX = 24
"""Smaller pieces are edges of something else (ours)."""
LEAST_SHARE = 0.12
"""Pieces smaller than this share of the largest one are crumbs of it (ours): what another thing covers in part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blob:
    """One connected piece of a colour, px."""

    x: float
    """Of its middle: the middle of the rectangle around it, so that what it carries does not shift it."""
    y: float
    width: int
    height: int
    area: int


def colour_mask(picture: Picture, colour: str) -> npt.NDArray[np.bool_]:
    """The pixels of a colour, given as '#rrggbb'."""
    wanted = np.array(list(bytes.fromhex(colour[1:])), np.int16)
    return np.asarray((np.abs(picture.astype(np.int16) - wanted) <= COLOUR_STEP).all(axis=2))


def blobs(picture: Picture, colour: str) -> tuple[Blob, ...]:
    """The pieces of a colour, the largest first.

    Args:
        picture: The view.
        colour: As '#rrggbb'.
    """
    mask = colour_mask(picture, colour)
    if not mask.any():
        return ()
    labelled, _ = ndimage.label(mask, structure=np.ones((3, 3), np.int8))
    areas = np.bincount(labelled.ravel())[1:]
    found = []
    for number, spot in enumerate(ndimage.find_objects(labelled)):
        rows, columns = spot
        found.append(
            Blob(
                x=(columns.start + columns.stop) / 2,
                y=(rows.start + rows.stop) / 2,
                width=columns.stop - columns.start,
                height=rows.stop - rows.start,
                area=int(areas[number]),
            )
        )
    largest = max(areas)
    whole = (blob for blob in found if blob.area >= max(LEAST_PX, LEAST_SHARE * largest))
    return tuple(sorted(whole, key=lambda blob: (-blob.area, blob.y, blob.x)))


def in_reading_order(found: tuple[Blob, ...]) -> tuple[Blob, ...]:
    """From top to bottom in rows, in a row from left to right. Two blobs are in one row when their middles lie within half a height of each other."""
    rest, ordered = sorted(found, key=lambda blob: blob.y), []
    while rest:
        first = rest[0]
        row = [blob for blob in rest if blob.y - first.y <= first.height / 2]
        ordered += sorted(row, key=lambda blob: blob.x)
        rest = [blob for blob in rest if blob not in row]
    return tuple(ordered)
