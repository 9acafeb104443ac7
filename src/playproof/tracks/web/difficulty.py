"""How hard a specification is, counted from the specification itself: structural scale by logic depth (WebGameBench; the tables are ours)."""

from bisect import bisect_right
from dataclasses import dataclass

from playproof.records.spec import SpecFile

SCALE = (6, 9, 12)
"""Screens and object types from which on the structural scale is S2, S3, S4 (ours)."""
DEPTH = (12, 17, 22)
"""Rules and transitions from which on the logic depth is L2, L3, L4 (ours)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difficulty:
    """What was counted, and what it comes to."""

    screens: int
    objects: int
    rules: int
    transitions: int

    @property
    def scale(self) -> int:
        """S, 1-4."""
        return 1 + bisect_right(SCALE, self.screens + self.objects)

    @property
    def depth(self) -> int:
        """L, 1-4."""
        return 1 + bisect_right(DEPTH, self.rules + self.transitions)

    @property
    def tier(self) -> str:
        """D1 to D4."""
        return f"D{1 + (self.scale + self.depth - 2) // 2}"


def difficulty(spec: SpecFile) -> Difficulty:
    """Count a specification."""
    return Difficulty(
        screens=len(spec.screens), objects=len(spec.objects), rules=len(spec.rules), transitions=sum(len(screen.exits) for screen in spec.screens)
    )
