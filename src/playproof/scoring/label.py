"""The label of a web game, computed from the verdicts on its points (WebGameBench). Pure.

EXCELLENT: every point passed, in both plays. USABLE: every core point passed. UNUSABLE: a core point failed. Without a label: a core point is unverified.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from playproof.records.record import Record
from playproof.records.spec import Point
from playproof.records.verdict import Verdict

Label = Literal["EXCELLENT", "USABLE", "UNUSABLE"]


class WebScore(Record):
    """The scorecard of the web track."""

    task: str
    label: Label | None
    """None: uncovered."""
    reason: str
    passed: int
    failed: int
    unverified: int
    points: int
    is_stable: bool
    """Both plays of every point came to the same."""
    coverage: float
    """Share of points that were decided."""
    value: float | None
    """Share of decided points that passed; None when none was decided."""
    floor: float
    """Passed points / all points."""


def web_score(task: str, points: Sequence[Point], plays: Sequence[Mapping[str, Verdict]]) -> WebScore:
    """Fold the verdicts of two (or more) rounds of plays.

    Args:
        task: Id of the task.
        points: The points of the specification.
        plays: One mapping a round: point -> verdict. A point counts as it was judged worst; unverified in one round, it counts as the other says.
    """
    values = {point.id: [verdicts[point.id].value if point.id in verdicts else None for verdicts in plays] for point in points}
    worst = {name: min((value for value in found if value is not None), default=None) for name, found in values.items()}
    failed, unverified = [name for name, value in worst.items() if value == 0.0], [name for name, value in worst.items() if value is None]
    is_stable = all(len(set(found)) == 1 for found in values.values())
    core = [point.id for point in points if point.core]
    label, reason = _label(core, failed, unverified, is_stable=is_stable)
    decided = len(points) - len(unverified)
    return WebScore(
        task=task,
        label=label,
        reason=reason,
        passed=decided - len(failed),
        failed=len(failed),
        unverified=len(unverified),
        points=len(points),
        is_stable=is_stable,
        coverage=decided / len(points),
        value=(decided - len(failed)) / decided if decided else None,
        floor=(decided - len(failed)) / len(points),
    )


def _label(core: Sequence[str], failed: Sequence[str], unverified: Sequence[str], *, is_stable: bool) -> tuple[Label | None, str]:
    broken, open_ = [name for name in core if name in failed], [name for name in core if name in unverified]
    if broken:
        return "UNUSABLE", f"core points failed: {', '.join(broken)}"
    if open_:
        return None, f"core points are unverified: {', '.join(open_)}"
    if failed or unverified:
        return "USABLE", f"failed: {', '.join(failed) or 'none'}; unverified: {', '.join(unverified) or 'none'}"
    if not is_stable:
        return "USABLE", "every point passed, but not in both plays"
    return "EXCELLENT", "every point passed, in both plays"
