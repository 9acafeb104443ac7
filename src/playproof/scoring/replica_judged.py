"""From judgements to the three consistencies of the replica track (GameReplica section 3.4). Pure.

decided items -> their mean        items that do not apply leave both sides        undecided items lower the coverage, and are zero in the floor only
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playproof.records.judgement import PARTS, ItemJudgement, JudgementFile, JudgePart
from playproof.records.replica import JudgedShares
from playproof.scoring.tiers import CONSISTENCY_WEIGHTS, LEAST_COVERAGE


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedShare:
    """One consistency."""

    value: float | None
    """Mean over the decided items; None when too few could be decided, or none applies."""
    coverage: float
    """Decided share of the items that may apply, 0-1."""
    floor: float
    """The mean with everything undecided read as zero."""
    decided: int
    undecided: int
    not_applicable: int


def judged_share(items: Sequence[ItemJudgement]) -> JudgedShare:
    """The consistency that item judgements come to. Without any item there is none, and nothing is covered."""
    values = [item.value for item in items if item.outcome == "decided" and item.value is not None]
    absent = sum(item.outcome == "not_applicable" for item in items)
    applicable = len(items) - absent
    coverage = len(values) / applicable if applicable else float(bool(items))
    mean = sum(values) / len(values) if values else None
    return JudgedShare(
        value=mean if coverage >= LEAST_COVERAGE else None,
        coverage=coverage,
        floor=sum(values) / applicable if applicable else 0.0,
        decided=len(values),
        undecided=applicable - len(values),
        not_applicable=absent,
    )


def judged_parts(file: JudgementFile) -> dict[JudgePart, JudgedShare]:
    """The consistencies that were judged."""
    return {part.part: judged_share(part.items) for part in sorted(file.parts, key=lambda one: PARTS.index(one.part))}


def judged_shares(file: JudgementFile) -> JudgedShares:
    """What the scorecard takes over: the three, and their coverage and floor where all three were judged."""
    found = judged_parts(file)
    is_whole = all(part in found for part in PARTS)
    values = {part: share.value for part, share in found.items()}
    return JudgedShares(
        implementation=values.get("implementation"),
        rule=values.get("rule"),
        visual=values.get("visual"),
        coverage=_weighted({part: share.coverage for part, share in found.items()}) if is_whole else None,
        floor=_weighted({part: share.floor for part, share in found.items()}) if is_whole else None,
    )


def _weighted(shares: Mapping[JudgePart, float]) -> float:
    """The weighted mean, as the overall score has it."""
    return round(sum(CONSISTENCY_WEIGHTS[part] * share for part, share in shares.items()) / sum(CONSISTENCY_WEIGHTS.values()), 6)
