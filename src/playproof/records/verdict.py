"""One grader's word on one criterion."""

from typing import Literal

from playproof.records.record import Record

LeafState = Literal["pass", "fail_observed", "product_blocked", "setup_failed", "observer_failed", "inconclusive", "unjudged"]
"""The first three are judgements; the rest leaves the denominator (CEGame-Bench section 11). `unjudged`: no judge was configured."""

JUDGED: frozenset[str] = frozenset({"pass", "fail_observed", "product_blocked"})


class CheckResult(Record):
    """What one check of a leaf came to."""

    check: str
    """The check in words."""
    holds: bool | None
    """None: could not be told."""
    twin: bool | None = None
    """What it was in the no-input twin; None where there is none."""
    reason: str = ""


class Verdict(Record):
    """`value` is the credit, 0 to 1; None means undecided, never zero."""

    criterion: str
    grader: str
    state: LeafState
    value: float | None
    reason: str
    plays: tuple[str, ...] = ()
    """The plays it rests on."""
    checks: tuple[CheckResult, ...] = ()
    keys_in_doubt: tuple[str, ...] = ()
    """Φ keys whose readings an independent route contradicted in these plays."""
