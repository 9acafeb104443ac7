"""Visual comparison without a model: the same situation on the original and on the replica, by structure and by colour.

Structure is where the edges are and how they run: it does not know colours, so a recoloured game keeps it and another game has none of it.
Colour is compared inside blocks without regard to places, so that another font or a shift of some pixels costs little.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from playproof.graders.checks.likeness import (
    BLANK_STEP,
    BLOCK_EDGE_PX,
    BLOCK_PX,
    CELL_PX,
    COLOUR_FAR_STEP,
    EDGE_SHIFT_PX,
    EDGE_STEP,
    FAINT_STEP,
    MOST_PAIRS,
    STRUCTURE_ONLY_SHARE,
)
from playproof.graders.checks.pixels import Album, Picture
from playproof.records.replica import LooksComparison, LooksPair

Mask = npt.NDArray[np.bool_]
DIRECTIONS = 4
"""Edges are told apart by four directions; a neighbouring one matches."""


def is_blank(picture: Picture) -> bool:
    """Whether a picture shows nothing but one colour."""
    flat = picture.reshape(-1, 3)
    return int((flat.max(axis=0).astype(np.int16) - flat.min(axis=0)).max()) <= BLANK_STEP


def compare_looks(pairs: Sequence[tuple[str, str]], album: Album) -> LooksComparison:
    """How alike two games look, over pairs of frames (hashes) of the same situations; the first pair is the opening."""
    chosen = _spread(tuple(dict.fromkeys(pairs)))
    if not chosen:
        return LooksComparison(visual=None, reason="there is no pair of pictures of the same situation")
    compared = tuple(compare_pair(game, replica, album) for game, replica in chosen)
    structure, colour, visual = (float(np.mean([getattr(one, name) for one in compared])) for name in ("structure", "colour", "visual"))
    return LooksComparison(
        visual=round(visual, 6),
        structure=round(structure, 6),
        colour=round(colour, 6),
        reason=f"{len(compared)} pairs of pictures: structure {structure:.2f}, colour {colour:.2f}",
        pairs=compared,
    )


def compare_pair(game: str, replica: str, album: Album) -> LooksPair:
    """How alike two frames look. Colour counts only as far as the structure is right."""
    if game == replica:
        return LooksPair(game=game, replica=replica, structure=1.0, colour=1.0, visual=1.0)
    one, other = album.picture(game), album.picture(replica)
    structure, colour = structure_likeness(one, other), colour_likeness(one, other)
    visual = structure * (STRUCTURE_ONLY_SHARE + (1 - STRUCTURE_ONLY_SHARE) * colour)
    return LooksPair(game=game, replica=replica, structure=round(structure, 6), colour=round(colour, 6), visual=round(visual, 6))


def structure_likeness(one: Picture, other: Picture) -> float:
    """How well the edges of two pictures lie on each other, 0-1: mean over the blocks in which either has any."""
    first, second = _Edges.of(one), _Edges.of(other)
    total_first, total_second = _per_block(first.any), _per_block(second.any)
    hit_first, hit_second = _per_block(first.matched(second)), _per_block(second.matched(first))
    counts = np.maximum(total_first, total_second) >= BLOCK_EDGE_PX
    if not counts.any():
        return 1.0
    # A picture without a plain edge in a block has missed none of its own there; whether the other's are found decides.
    recall = np.where(total_first > 0, hit_first / np.maximum(total_first, 1), 1.0)[counts]
    precision = np.where(total_second > 0, hit_second / np.maximum(total_second, 1), 1.0)[counts]
    both = recall + precision
    return float(np.where(both > 0, 2 * recall * precision / np.maximum(both, 1e-9), 0.0).mean())


@dataclass(frozen=True, slots=True)
class _Edges:
    """Edge pixels by direction: those that are plain, and with them those that are faint."""

    plain: tuple[Mask, ...]
    faint: tuple[Mask, ...]

    @classmethod
    def of(cls, picture: Picture) -> "_Edges":
        wide = np.pad(picture.astype(np.int16), ((0, 1), (0, 1), (0, 0)), mode="edge")
        across, down = wide[:-1, 1:] - wide[:-1, :-1], wide[1:, :-1] - wide[:-1, :-1]
        steep = np.maximum(np.abs(across), np.abs(down))
        size = np.maximum(np.maximum(steep[..., 0], steep[..., 1]), steep[..., 2])
        is_plain = size > EDGE_STEP
        rows, columns = np.nonzero(size > FAINT_STEP)
        at_x, at_y = across[rows, columns], down[rows, columns]
        # Of the channel that says most, along which axis it slopes; colours may be exchanged, so the sign does not count.
        strongest = (np.abs(at_x) + np.abs(at_y)).argmax(axis=1)[:, None]
        slope_x, slope_y = np.take_along_axis(at_x, strongest, 1)[:, 0], np.take_along_axis(at_y, strongest, 1)[:, 0]
        direction = np.full(size.shape, -1, np.int8)
        direction[rows, columns] = np.rint((np.arctan2(slope_y, slope_x) % np.pi) / (np.pi / DIRECTIONS)).astype(np.int8) % DIRECTIONS
        faint = tuple(direction == number for number in range(DIRECTIONS))
        return cls(tuple(mask & is_plain for mask in faint), faint)

    @property
    def any(self) -> Mask:
        """All plain edge pixels."""
        return np.asarray(np.logical_or.reduce(self.plain))

    def matched(self, other: "_Edges") -> Mask:
        """The plain edge pixels that the other picture has too, about there and in about that direction, if only faintly."""
        near = [_wider(mask) for mask in other.faint]
        around = [near[number] | near[(number + 1) % DIRECTIONS] | near[(number - 1) % DIRECTIONS] for number in range(DIRECTIONS)]
        return np.asarray(np.logical_or.reduce([mask & close for mask, close in zip(self.plain, around, strict=True)]))


def _wider(mask: Mask) -> Mask:
    """A mask grown by the distance over which edges match."""
    for axis in (0, 1):
        grown = mask.copy()
        for step in range(1, EDGE_SHIFT_PX + 1):
            forward, backward = [slice(None)] * 2, [slice(None)] * 2
            forward[axis], backward[axis] = slice(step, None), slice(None, -step)
            grown[tuple(forward)] |= mask[tuple(backward)]
            grown[tuple(backward)] |= mask[tuple(forward)]
        mask = grown
    return mask


def _per_block(mask: Mask) -> npt.NDArray[np.int64]:
    height, width = mask.shape
    padded = np.pad(mask, ((0, -height % BLOCK_PX), (0, -width % BLOCK_PX)))
    blocks = padded.reshape(padded.shape[0] // BLOCK_PX, BLOCK_PX, padded.shape[1] // BLOCK_PX, BLOCK_PX)
    return np.asarray(blocks.sum(axis=(1, 3), dtype=np.int64))


def colour_likeness(one: Picture, other: Picture) -> float:
    """How alike the colours of two pictures are, 0-1: inside each cell without regard to places; every colour of the original weighs by the root of its area."""
    first, second = _cells(one), _cells(other)
    away = np.abs(np.sort(first, axis=1) - np.sort(second, axis=1)).mean(axis=1, dtype=np.float32).max(axis=1)
    near = 1.0 - np.minimum(away / COLOUR_FAR_STEP, 1.0)
    mean = (first.mean(axis=1) / 32).astype(np.int64)  # eight steps a channel
    _, group = np.unique(mean[:, 0] * 64 + mean[:, 1] * 8 + mean[:, 2], return_inverse=True)
    sizes = np.bincount(group.ravel())
    by_group = np.bincount(group.ravel(), weights=near) / sizes
    return float(np.average(by_group, weights=np.sqrt(sizes)))


def _cells(picture: Picture) -> npt.NDArray[np.float32]:
    """Cells x pixels x channels; what does not fill a cell at the right and lower border is left out unless the picture is smaller than one."""
    height, width = (max(side - side % CELL_PX, CELL_PX) for side in picture.shape[:2])
    whole = np.pad(picture, ((0, max(0, height - picture.shape[0])), (0, max(0, width - picture.shape[1])), (0, 0)), mode="edge")[:height, :width]
    cells = whole.reshape(height // CELL_PX, CELL_PX, width // CELL_PX, CELL_PX, 3).swapaxes(1, 2)
    return cells.reshape(-1, CELL_PX * CELL_PX, 3).astype(np.float32)


def _spread(pairs: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    if len(pairs) <= MOST_PAIRS:
        return pairs
    return tuple(pairs[number * len(pairs) // MOST_PAIRS] for number in range(MOST_PAIRS))
