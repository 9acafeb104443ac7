"""What the fold of verdicts gives. A score always carries its coverage and its floor."""

from typing import Literal

from playproof.records.record import Record


class FamilyScore(Record):
    """One leaf family inside its dimension."""

    family: str
    dimension: int
    budget: float
    value: float | None
    """Points out of the budget; None: nothing was judged."""
    coverage: float
    floor: float


class DimensionScore(Record):
    """Points of one dimension. `value` None: inconclusive, or unjudged for D6."""

    dimension: int
    name: str
    weight: float
    value: float | None
    coverage: float
    """Judged weight / total weight, 0-1."""
    floor: float
    """Undecided read as zero, points."""
    status: Literal["decided", "inconclusive", "unjudged"]
    families: tuple[FamilyScore, ...]


class Flag(Record):
    """A yes or no about the whole game; None with a reason when it could not be told."""

    value: bool | None
    reason: str


class BuildScore(Record):
    """The scorecard of the build track (CEGame-Bench sections 3.3, 11)."""

    F: float | None
    """D1-D5, 0-90. None while a dimension is inconclusive."""
    O: float | None  # noqa: E741 - the paper's symbol
    """F + D6, 0-100. None without a judge of D6."""
    coverage: float
    """Judged leaf weight / total leaf weight over D1-D5."""
    floor: float
    """F with everything undecided read as zero."""
    dimensions: tuple[DimensionScore, ...]
    J: Flag
    Lambda: Flag
    solved: Flag
