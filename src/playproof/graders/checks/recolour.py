"""How a replica shows the original's colours: learnt from all pictures of a run, so that a faithful replica in other colours still plays alike.

Two colours that the replica does not keep apart become one here too, so a rule that is seen by their difference is not agreed on.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from playproof.graders.checks.likeness import KEPT_SHARE, PALETTE_BITS, RECOLOURED_SHARE, SAME_COLOUR_STEP
from playproof.graders.checks.pixels import Picture, differing

BINS = 1 << (3 * PALETTE_BITS)
STRIDE = 3
"""Every third pixel of every third row is learnt from (ours)."""
LEAST_PIXELS = 12
"""A colour that was sampled less often goes with its nearest neighbour (ours)."""
SEEN_SHARE = 0.1
"""A replica is called recoloured when colours of at least this share of the pixels became others (ours)."""
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Palette:
    """Original colour -> the replica's colour."""

    becomes: npt.NDArray[np.uint8]
    """Colour bin -> R, G, B."""
    is_kept: npt.NDArray[np.bool_]
    """Colour bins that are shown as they are."""
    recoloured_share: float
    """Share of the original's pixels whose colours became others."""

    @property
    def is_recoloured(self) -> bool:
        """Whether a visible share of the picture has other colours."""
        return self.recoloured_share >= SEEN_SHARE

    def apply(self, picture: Picture) -> Picture:
        """A picture of the original in the replica's colours."""
        if self.is_kept.all():
            return picture
        coarse = (picture >> (8 - PALETTE_BITS)).astype(np.uint16)
        bins = (coarse[..., 0] << (2 * PALETTE_BITS)) | (coarse[..., 1] << PALETTE_BITS) | coarse[..., 2]
        shown = picture.copy()
        moved = ~self.is_kept[bins]
        shown[moved] = self.becomes[bins[moved]]
        return shown


def identity() -> Palette:
    """Every colour as it is."""
    return Palette(becomes=np.zeros((BINS, 3), np.uint8), is_kept=np.ones(BINS, np.bool_), recoloured_share=0.0)


def learn(pairs: Iterable[tuple[Picture, Picture]]) -> Palette:
    """The palette that explains the replica's pictures best.

    Args:
        pairs: Original and replica in the same situation, of equal sizes.
    """
    keys: list[Numbers] = []
    counts: list[Numbers] = []
    total, same = np.zeros(BINS, np.int64), np.zeros(BINS, np.int64)
    for original, replica in pairs:
        one, other = original[::STRIDE, ::STRIDE].reshape(-1, 3), replica[::STRIDE, ::STRIDE].reshape(-1, 3)
        near = ~differing(one, other, SAME_COLOUR_STEP)
        bins = _bins(one)
        total += np.bincount(bins, minlength=BINS)
        same += np.bincount(bins[near], minlength=BINS)
        key, count = np.unique(bins * BINS + _bins(other), return_counts=True)
        keys.append(key)
        counts.append(count)
    if not keys:
        return identity()
    return _decide(np.concatenate(keys), np.concatenate(counts), total, same)


def _decide(keys: Numbers, counts: Numbers, total: Numbers, same: Numbers) -> Palette:
    joint, place = np.unique(keys, return_inverse=True)
    sums = np.bincount(place.ravel(), weights=counts).astype(np.int64)
    order = np.lexsort((-joint, sums))  # of equally frequent colours always the same one wins
    most = np.full(BINS, -1, np.int64)
    often = np.zeros(BINS, np.int64)
    most[joint[order] // BINS] = joint[order] % BINS
    often[joint[order] // BINS] = sums[order]
    is_seen = total >= LEAST_PIXELS
    is_other = is_seen & (same < KEPT_SHARE * total) & (often >= RECOLOURED_SHARE * total)
    if not is_other.any():
        return identity()
    is_kept = ~is_other
    becomes = _middles(np.maximum(most, 0))
    _lend(is_seen, is_kept, becomes)
    return Palette(becomes=becomes, is_kept=is_kept, recoloured_share=float(total[is_other].sum() / total.sum()))


def _lend(is_seen: npt.NDArray[np.bool_], is_kept: npt.NDArray[np.bool_], becomes: npt.NDArray[np.uint8]) -> None:
    """What was hardly seen does as the nearest colour that was."""
    seen = np.flatnonzero(is_seen)
    middles = _middles(np.arange(BINS)).astype(np.int32)
    for unseen in np.array_split(np.flatnonzero(~is_seen), 64):
        away = np.square(middles[unseen][:, None] - middles[seen][None]).sum(axis=2)
        nearest = seen[away.argmin(axis=1)]
        is_kept[unseen], becomes[unseen] = is_kept[nearest], becomes[nearest]


def _bins(picture: Picture) -> Numbers:
    coarse = (picture >> (8 - PALETTE_BITS)).astype(np.int64)
    return (coarse[..., 0] << (2 * PALETTE_BITS)) | (coarse[..., 1] << PALETTE_BITS) | coarse[..., 2]


def _middles(bins: Numbers) -> npt.NDArray[np.uint8]:
    """The colour in the middle of each bin."""
    mask, step = (1 << PALETTE_BITS) - 1, 8 - PALETTE_BITS
    parts = np.stack([(bins >> (2 * PALETTE_BITS)) & mask, (bins >> PALETTE_BITS) & mask, bins & mask], axis=-1)
    return ((parts << step) + (1 << step >> 1)).astype(np.uint8)
