"""Behavioural agreement without a model: does the replica respond as the original does, and not as the original without the rule?

A rule's witness is played on the original G, on the original without that rule M, and on the replica R. The rule agrees when

    (a) R responds where G responds: the cells that change from picture to picture are alike, over the witness and where G and M part; and
    (b) R is nearer to G than to M: on the pixels where those two differ, in R's own colours. Where R looked different before (another layout, another
        font), the change counts instead of the picture: in the cells where only one of G and M responds, R does as G does.

What G and M themselves fail at is never held against the replica.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from playproof.graders.checks.likeness import (
    CELL_PX,
    CHANGED_STEP,
    CHANGES_SHARE,
    CLOSENESS,
    FIT_SHARE,
    REACH_CELLS,
    RESPONSE_SHARE,
    SAME_COLOUR_STEP,
    SHIFT_PX,
    SMOOTHING_PX,
)
from playproof.graders.checks.patches import patches
from playproof.graders.checks.pixels import Album, Picture, differing
from playproof.graders.checks.recolour import Palette
from playproof.records.family import Rule
from playproof.records.interface import ObservedPlay
from playproof.records.replica import OriginalPlays, Patch, RuleComparison, StepComparison, Walk, WalkComparison

Mask = npt.NDArray[np.bool_]
Counts = npt.NDArray[np.int64]
MOST_PIXELS = 60_000
"""Pixels of one step that are measured, spread evenly over those that differ (ours)."""
SHIFTS = tuple((dy, dx) for dy in range(-SHIFT_PX, SHIFT_PX + 1) for dx in range(-SHIFT_PX, SHIFT_PX + 1))
SHIFT_STRIDE = 3
"""A shift is found from every third pixel of every third row (ours)."""


def changed(one: Picture, other: Picture) -> Mask:
    """The pixels that differ."""
    return differing(one, other, CHANGED_STEP)


def per_cell(mask: Mask) -> Counts:
    """How many pixels of each cell are set."""
    height, width = mask.shape
    padded = np.pad(mask, ((0, -height % CELL_PX), (0, -width % CELL_PX)))
    cells = padded.reshape(padded.shape[0] // CELL_PX, CELL_PX, padded.shape[1] // CELL_PX, CELL_PX)
    return np.asarray(cells.sum(axis=(1, 3), dtype=np.int64))


def likeness(one: Counts, other: Counts) -> float:
    """How alike two responses are, 0-1, from the changed pixels of each cell; 1 when both are empty. A change in a neighbouring cell matches."""
    first, second = one.sum(), other.sum()
    missed, extra = one[~_reach(other > 0)].sum(), other[~_reach(one > 0)].sum()
    recall, precision = (first - missed + SMOOTHING_PX) / (first + SMOOTHING_PX), (second - extra + SMOOTHING_PX) / (second + SMOOTHING_PX)
    return float(2 * recall * precision / (recall + precision))


def _reach(mask: Mask) -> Mask:
    """The cells in reach of those that are set."""
    wide = np.pad(mask, REACH_CELLS)
    rows, columns = mask.shape
    around = range(2 * REACH_CELLS + 1)
    return np.asarray(np.logical_or.reduce([wide[dy : dy + rows, dx : dx + columns] for dy in around for dx in around]))


@dataclass(frozen=True)
class Film:
    """The pictures of one play, and what changed from each to the next."""

    pictures: tuple[Picture, ...]

    @classmethod
    def of(cls, play: ObservedPlay, album: Album) -> "Film":
        """Decode a play's frames."""
        return cls(tuple(album.picture(sha256) for sha256 in play.frames))

    @cached_property
    def masks(self) -> tuple[Mask, ...]:
        """Changed pixels of every action."""
        return tuple(
            np.zeros(after.shape[:2], np.bool_) if after is before else changed(before, after)
            for before, after in zip(self.pictures, self.pictures[1:], strict=False)
        )

    @cached_property
    def responses(self) -> tuple[Counts, ...]:
        """Changed pixels of every action by cell."""
        return tuple(per_cell(mask) for mask in self.masks)


def compare_rule(rule: Rule, original: OriginalPlays, replica: ObservedPlay, *, album: Album, palette: Palette) -> RuleComparison:
    """Whether a replica agrees on a rule, with all that it rests on."""

    def undecided(reason: str) -> RuleComparison:
        return RuleComparison(rule=rule.id, category=rule.category, agrees=None, reason=reason)

    for play in (original.game, original.without):
        if play.fault is not None:
            return undecided(f"{play.game!r} could not be played: {play.fault.message}")
    game, without, film = Film.of(original.game, album), Film.of(original.without, album), Film.of(replica, album)
    apart = tuple(changed(one, other) for one, other in zip(game.pictures, without.pictures, strict=True))
    parted = next((step for step, mask in enumerate(apart) if mask.any()), None)
    if parted is None:
        return undecided("the witness does not tell the game from the game without the rule")
    only_one = tuple(per_cell(one ^ other) for one, other in zip(game.masks, without.masks, strict=True))
    decisive = tuple(step for step in range(1, len(game.pictures)) if only_one[step - 1].any() or step == parted)
    steps = compare_steps(game, film, palette, decisive=frozenset(decisive))
    if replica.fault is not None or len(film.pictures) < len(game.pictures):
        reason = (
            f"the replica failed after {max(0, len(replica.frames) - 1)} actions: {replica.fault.message if replica.fault else 'no more pictures'}"
        )
        return RuleComparison(rule=rule.id, category=rule.category, agrees=False, reason=reason, steps=steps)
    return _judge(rule, steps, _Trial(game=game, without=without, replica=film, apart=apart, parted=parted, only_one=only_one, palette=palette))


@dataclass(frozen=True, kw_only=True)
class _Trial:
    """One witness on G, M and R, with where G and M differ."""

    game: Film
    without: Film
    replica: Film
    apart: tuple[Mask, ...]
    parted: int
    only_one: tuple[Counts, ...]
    palette: Palette

    @cached_property
    def closeness(self) -> float | None:
        """1: R is like G where G and M differ, 0: like M; None when R's colours do not tell them apart."""
        to_game = to_without = 0.0
        for step, mask in enumerate(self.apart):
            places = _places(mask)
            if places[0].size:
                shown = self.replica.pictures[step]
                to_game += float(_away(self.palette.apply(self.game.pictures[step][places]), shown, places, self.shift).sum())
                to_without += float(_away(self.palette.apply(self.without.pictures[step][places]), shown, places, self.shift).sum())
        return to_without / (to_game + to_without) if to_game + to_without > 0 else None

    @cached_property
    def changes(self) -> float | None:
        """Share of the change that only one of G and M shows in which R does as G; None when both change everywhere they differ."""
        right = whole = 0
        for step, cells in enumerate(self.only_one):
            responds = self.replica.responses[step] > 0
            alike = responds == (self.game.responses[step] > self.without.responses[step])
            right += int(cells[alike].sum())
            whole += int(cells.sum())
        return right / whole if whole else None

    @cached_property
    def shift(self) -> tuple[int, int]:
        """By how much R is drawn off (dy, dx): the shift at which it is most like G before they part. No shift wins a draw."""
        step = max(0, self.parted - 1)
        return _shift(self.palette.apply(self.game.pictures[step]), self.replica.pictures[step])

    @cached_property
    def fitted(self) -> bool:
        """R looked like G before they parted, on the pixels where they then part: the picture itself is evidence."""
        if self.parted == 0:
            return True
        places = _places(self.apart[self.parted])
        before = self.palette.apply(self.game.pictures[self.parted - 1][places])
        return float((_away(before, self.replica.pictures[self.parted - 1], places, self.shift) <= SAME_COLOUR_STEP).mean()) >= FIT_SHARE


def _judge(rule: Rule, steps: tuple[StepComparison, ...], trial: _Trial) -> RuleComparison:
    shares = [step.response for step in steps if step.response is not None]
    response = float(np.mean(shares)) if shares else 1.0
    weighty = [step.response for step in steps if step.is_decisive and step.response is not None]
    decisive = float(np.mean(weighty)) if weighty else None
    closeness, changes = trial.closeness, trial.changes
    is_near = closeness is not None and closeness > CLOSENESS
    moves_alike = changes is not None and changes >= CHANGES_SHARE
    if response < RESPONSE_SHARE:
        agrees, reason = False, f"responds otherwise than the original: {response:.2f} alike, {RESPONSE_SHARE:g} wanted"
    elif decisive is not None and decisive < RESPONSE_SHARE:
        agrees, reason = False, f"responds otherwise where the rule shows: {decisive:.2f} alike, {RESPONSE_SHARE:g} wanted"
    elif is_near:
        agrees, reason = True, "responds as the original, and looks like it where the rule shows"
    elif closeness is None:
        agrees, reason = False, "shows no difference where the original with and without the rule differ"
    elif moves_alike and not trial.fitted:
        agrees, reason = True, "changes as the original where the rule shows; it looked different before"
    else:
        agrees, reason = False, f"is nearer to the original without the rule: closeness {closeness:.2f}, more than {CLOSENESS:g} wanted"
    return RuleComparison(
        rule=rule.id,
        category=rule.category,
        agrees=agrees,
        reason=reason,
        response=_rounded(response),
        decisive=_rounded(decisive),
        closeness=_rounded(closeness),
        changes=_rounded(changes),
        steps=steps,
    )


def compare_steps(game: Film, replica: Film, palette: Palette | None = None, *, decisive: frozenset[int] = frozenset()) -> tuple[StepComparison, ...]:
    """Original and replica step by step, as far as the replica was played.

    Args:
        game: The original's play.
        replica: The replica's.
        palette: The replica's colours; None leaves out where the pictures differ.
        decisive: Steps at which the rule shows.
    """
    steps = []
    for step, (original, shown) in enumerate(zip(game.pictures, replica.pictures, strict=False)):
        response = likeness(game.responses[step - 1], replica.responses[step - 1]) if step else None
        marked = () if palette is None or original is shown else _differing(palette.apply(original), shown)
        steps.append(StepComparison(response=_rounded(response), is_decisive=step in decisive, differs=marked))
    return tuple(steps)


def _differing(wanted: Picture, shown: Picture) -> tuple[Patch, ...]:
    wrong = differing(wanted, shown, SAME_COLOUR_STEP)
    return patches(per_cell(wrong), wrong.shape)


def compare_walk(walk: Walk, game: ObservedPlay, replica: ObservedPlay, *, album: Album, palette: Palette) -> WalkComparison:
    """How often both respond alike in random play. A step that the replica did not live to see does not count as alike."""
    if game.fault is not None:
        return WalkComparison(walk=walk.id, agreement=None, reason=f"the original could not be played: {game.fault.message}")
    steps = compare_steps(Film.of(game, album), Film.of(replica, album), palette)
    alike = sum(step.response is not None and step.response >= RESPONSE_SHARE for step in steps)
    reason = f"the replica failed: {replica.fault.message}" if replica.fault else ""
    return WalkComparison(walk=walk.id, agreement=_rounded(alike / len(walk.actions)) if walk.actions else 1.0, reason=reason, steps=steps)


def difference(one: Film, other: Film) -> float:
    """Share of pixels that differ, over two plays of the same actions; 1 where one of them ended early."""
    if len(one.pictures) != len(other.pictures):
        return 1.0
    return float(np.mean([changed(left, right).mean() for left, right in zip(one.pictures, other.pictures, strict=True)]))


def together(steps: Sequence[StepComparison]) -> int:
    """How many of the first pictures show the same situation: up to the step at which the responses part."""
    return next((at for at, step in enumerate(steps) if step.response is not None and step.response < RESPONSE_SHARE), len(steps))


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(min(max(share, 0.0), 1.0), 6)


def _places(mask: Mask) -> tuple[Counts, Counts]:
    rows, columns = np.nonzero(mask)
    every = max(1, rows.size // MOST_PIXELS)
    return rows[::every], columns[::every]


def _away(wanted: Picture, shown: Picture, places: tuple[Counts, Counts], shift: tuple[int, int]) -> npt.NDArray[np.int16]:
    """At each place, how far the shown colour is from the wanted one, the shift allowed for."""
    rows, columns = places
    height, width = shown.shape[:2]
    moved = shown[np.clip(rows + shift[0], 0, height - 1), np.clip(columns + shift[1], 0, width - 1)]
    return np.asarray((np.maximum(wanted, moved) - np.minimum(wanted, moved)).max(axis=1).astype(np.int16))


def _shift(wanted: Picture, shown: Picture) -> tuple[int, int]:
    """The shift at which the fewest sampled pixels differ."""
    height, width = shown.shape[:2]
    inner = wanted[SHIFT_PX : height - SHIFT_PX : SHIFT_STRIDE, SHIFT_PX : width - SHIFT_PX : SHIFT_STRIDE]

    def wrong(shift: tuple[int, int]) -> int:
        top, left = SHIFT_PX + shift[0], SHIFT_PX + shift[1]
        rows, columns = slice(top, top + height - 2 * SHIFT_PX, SHIFT_STRIDE), slice(left, left + width - 2 * SHIFT_PX, SHIFT_STRIDE)
        return int(differing(inner, shown[rows, columns], SAME_COLOUR_STEP).sum())

    return (0, 0) if wanted is shown else min(SHIFTS, key=lambda shift: (wrong(shift), abs(shift[0]) + abs(shift[1])))
