"""Rectangles around the cells in which two pictures differ."""

import numpy as np
import numpy.typing as npt

from playproof.graders.checks.likeness import CELL_PX, MOST_PATCHES
from playproof.records.replica import Patch

LEAST_PIXELS = 4
"""A cell with fewer differing pixels is not marked (ours)."""


def patches(counts: npt.NDArray[np.int64], shape: tuple[int, ...]) -> tuple[Patch, ...]:
    """The marked cells as few rectangles, the largest first, none outside the picture.

    Args:
        counts: Differing pixels of each cell.
        shape: Height and width of the picture, px.
    """
    marked = counts >= LEAST_PIXELS
    free = marked.copy()
    found: list[tuple[int, int, int, int]] = []
    for row, column in zip(*np.nonzero(marked), strict=True):
        if not free[row, column]:
            continue
        right = column
        while right + 1 < free.shape[1] and free[row, right + 1]:
            right += 1
        bottom = row
        while bottom + 1 < free.shape[0] and free[bottom + 1, column : right + 1].all():
            bottom += 1
        free[row : bottom + 1, column : right + 1] = False
        found.append((int(column), int(row), int(right), int(bottom)))
    found.sort(key=lambda one: ((one[0] - one[2] - 1) * (one[3] - one[1] + 1), one))
    height, width = shape[:2]
    return tuple(
        Patch(
            x=left * CELL_PX,
            y=top * CELL_PX,
            width=min(width, (right + 1) * CELL_PX) - left * CELL_PX,
            height=min(height, (bottom + 1) * CELL_PX) - top * CELL_PX,
        )
        for left, top, right, bottom in found[:MOST_PATCHES]
    )
