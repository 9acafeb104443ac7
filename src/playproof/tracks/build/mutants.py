"""Known-bad variants of a reference: making them, and what a fault may touch (CEGame-Bench appendix 12)."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from playproof.records.leaf import Leaf, Mutant
from playproof.store.variants import apply_edits


def apply_mutant(mutant: Mutant, reference: Path, into: Path) -> Path:
    """Make a copy of the reference with the mutant's edits; SpecError when they do not fit."""
    return apply_edits(f"mutant {mutant.mutant!r}", mutant.edits, reference, into)


def dependency_subgraph(breaks: Iterable[str], leaves: Sequence[Leaf]) -> frozenset[str]:
    """The leaves that a fault may touch: those it breaks, and all that need one of them, however far."""
    touched = set(breaks)
    is_growing = True
    while is_growing:
        more = {leaf.id for leaf in leaves if leaf.id not in touched and touched.intersection(leaf.pre)}
        touched |= more
        is_growing = bool(more)
    return frozenset(touched)
