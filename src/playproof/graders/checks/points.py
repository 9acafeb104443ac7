"""Evaluable points from the marks of their plays: passed, failed or unverified, each with its reason (WebGameBench, runtime evaluator)."""

from collections.abc import Mapping

from playproof.records.evidence import Take
from playproof.records.expression import MissingReadingError, UnusableExpressionError, evaluate
from playproof.records.fault import Fault
from playproof.records.observation import Observation
from playproof.records.play_script import PointPlay
from playproof.records.seen import SeenPlay
from playproof.records.verdict import CheckResult, LeafState, Verdict

GRADER = "points"
VALUES: dict[LeafState, float | None] = {"pass": 1.0, "fail_observed": 0.0, "inconclusive": None}


def judge_point(check: PointPlay, play: SeenPlay | Fault | None, name: str) -> Verdict:
    """The verdict on one point.

    Args:
        check: What decides it.
        play: The play it rests on, or why our own side could not make it.
        name: The play's job.
    """
    if play is None or isinstance(play, Fault):
        reason = f"not the game's fault: {play.message}" if play else "was not played"
        return Verdict(criterion=check.point, grader=GRADER, state="setup_failed", value=None, reason=reason, plays=(name,))
    holds, reason = _holds(check.expect, play.act)
    twin, _ = _holds(check.expect, play.twin)
    result = CheckResult(check=check.expect, holds=holds, twin=twin if check.is_caused else None, reason=reason)
    state: LeafState = "inconclusive" if holds is None else "pass" if holds else "fail_observed"
    fault = play.act.fault
    if holds is None and fault is not None and fault.blame == "agent":
        state, reason = "fail_observed", fault.message  # the game itself ended the play
    elif holds and check.is_caused and twin:
        state, reason = "fail_observed", "it comes about without any input as well"
    value = VALUES[state]
    return Verdict(criterion=check.point, grader=GRADER, state=state, value=value, reason=reason, plays=(name,), checks=(result,))


def _holds(expression: str, take: Take) -> tuple[bool | None, str]:
    """Whether an expression holds over the marks of a take; None with the reason where something cannot be read."""
    views: Mapping[str, Observation] = {mark.name: mark.observation for mark in take.marks}
    try:
        holds = bool(evaluate(expression, views, {}))
    except MissingReadingError as error:
        return None, str(error)
    except UnusableExpressionError as error:
        return None, f"cannot be told: {error}"
    return holds, f"{expression} {'holds' if holds else 'does not hold'}"
