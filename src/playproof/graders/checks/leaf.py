"""The verdict on one leaf from the evidence of its plays (CEGame-Bench sections 3.3, 11).

Order: preconditions -> did the game enter the state -> does Φ give what the leaf reads -> do independent routes agree -> do the checks hold,
and were they false without the input.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playproof.graders.checks.holds import Answer, Scene, check_holds, mistyped, reads, static_holds
from playproof.graders.checks.pixels import Album
from playproof.graders.checks.triangulate import contradictions, unconfirmed
from playproof.records.contract import Contract
from playproof.records.evidence import Evidence, Role, StaticEvidence, Take
from playproof.records.expression import MissingReadingError
from playproof.records.fault import Fault
from playproof.records.leaf import Check, Control, EventCheck, Leaf
from playproof.records.plan import acts
from playproof.records.verdict import CheckResult, LeafState, Verdict

GRADER = "check/1"
"""Id and version of this grader; a change of meaning is a new version."""

MOST_DOUBTED_PLAYS = 3
"""A game whose readings are contradicted in so many plays of one leaf, about whichever keys, is not believed (ours): else one that lies about another key
in every play would be undecided for ever."""

CREDIT: dict[LeafState, float] = {"pass": 1.0, "fail_observed": 0.0, "product_blocked": 0.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What grading needs besides the plays."""

    contract: Contract
    album: Album
    static: StaticEvidence | None


def verdict_on(leaf: Leaf, state: LeafState, reason: str, **rest: object) -> Verdict:
    """A verdict of this grader; the credit follows from the state."""
    return Verdict.model_validate({"criterion": leaf.id, "grader": GRADER, "state": state, "value": CREDIT.get(state), "reason": reason, **rest})


def keys_read(leaf: Leaf, contract: Contract) -> frozenset[str]:
    """Φ keys that a leaf's checks read."""
    checks = (*leaf.checks, *(leaf.control.checks if leaf.control else ()))
    return frozenset().union(*(reads(check, contract).keys for check in checks))


def grade_leaf(leaf: Leaf, plays: Sequence[Evidence], before: Mapping[str, Verdict], bench: Bench) -> Verdict:
    """The verdict on a leaf.

    Args:
        leaf: The leaf.
        plays: Its plays so far, oldest first; the last one decides.
        before: Verdicts on the leaves it depends on.
        bench: Contract, pictures and static evidence.
    """
    for needed in leaf.pre:
        state = before[needed].state if needed in before else "inconclusive"
        if state in ("fail_observed", "product_blocked"):
            return verdict_on(leaf, "product_blocked", f"needs {needed}, which did not pass")
    if leaf.route == "visual":
        return verdict_on(leaf, "unjudged", "no judge is configured", plays=tuple(play.play for play in plays))
    if leaf.route == "static":
        return _grade_static(leaf, bench)
    if not plays:
        return verdict_on(leaf, "inconclusive", "was not played")
    verdict = _grade_play(leaf, plays[-1], bench)
    in_doubt_before = {key for play in plays[:-1] for key in _doubts(leaf, play, bench)}
    confirmed = sorted(in_doubt_before & set(verdict.keys_in_doubt))
    if not confirmed and verdict.keys_in_doubt and len(plays) >= MOST_DOUBTED_PLAYS and all(_doubts(leaf, play, bench) for play in plays):
        return verdict_on(
            leaf, "product_blocked", f"in {len(plays)} plays Φ was contradicted, each time about another key; {verdict.reason}", plays=verdict.plays
        )
    if confirmed:
        reason = f"Φ misreports {', '.join(confirmed)}: an independent route contradicted it in two plays; {verdict.reason}"
        return verdict_on(leaf, "fail_observed" if leaf.interface else "product_blocked", reason, plays=verdict.plays, keys_in_doubt=tuple(confirmed))
    return verdict


def _doubts(leaf: Leaf, play: Evidence, bench: Bench) -> dict[str, str]:
    found: dict[str, str] = {}
    for take in play.takes:
        found |= contradictions(sorted(keys_read(leaf, bench.contract)), take, bench.contract, bench.album)
    return found


def _grade_static(leaf: Leaf, bench: Bench) -> Verdict:
    if bench.static is None:
        return verdict_on(leaf, "inconclusive", "the files were not examined")
    answers = [(check, static_holds(check, bench.static)) for check in leaf.checks]
    results = tuple(CheckResult(check=check.check, holds=answer.holds, reason=answer.reason) for check, answer in answers)
    return _sum_up(leaf, results, plays=())


def _grade_play(leaf: Leaf, play: Evidence, bench: Bench) -> Verdict:
    plays = (play.play,)
    act = play.takes[0]
    blocked = _blocked(leaf, act, bench)
    if blocked is not None:
        state, reason = blocked
        return verdict_on(leaf, state, reason, plays=plays)
    doubts = _doubts(leaf, play, bench)
    if doubts:
        return verdict_on(leaf, "observer_failed", "; ".join(doubts.values()), plays=plays, keys_in_doubt=tuple(sorted(doubts)))
    others = {take.role: take for take in play.takes[1:]}
    if leaf.needs_twin and "twin" not in others:
        return verdict_on(leaf, "inconclusive", "the no-input twin was not played", plays=plays)
    try:
        results = [_result(check, act, others.get("twin"), bench) for check in leaf.checks]
    except MissingReadingError as error:
        return verdict_on(leaf, "product_blocked", f"Φ does not give {error}", plays=plays)
    if leaf.control is not None:
        control = _control(leaf.control, others, bench)
        if control is not None:
            return verdict_on(leaf, control[0], control[1], plays=plays, checks=tuple(results))
    verdict = _sum_up(leaf, tuple(results), plays=plays)
    silent = unconfirmed(sorted(keys_read(leaf, bench.contract)), act, bench.contract, bench.album)
    if verdict.state == "pass" and silent:
        return verdict_on(leaf, "product_blocked", "; ".join(silent.values()), plays=plays, checks=tuple(results))
    return verdict


def _blocked(leaf: Leaf, act: Take, bench: Bench) -> tuple[LeafState, str] | None:
    """Why the action could not be observed, and who is to blame."""
    match act.fault:
        case Fault(blame="agent") if act.mark("before") is not None:
            return "fail_observed", f"the game ended the play while the action was tried: {act.fault.message}"
        case Fault(blame="agent"):
            return "product_blocked", f"the game ended the play before the action: {act.fault.message}"
        case Fault():
            return "observer_failed", f"not the game's fault: {act.fault.message}"
        case None:
            pass
    if not act.entered.ok:
        return "product_blocked", f"the state could not be entered: {act.entered.problem}"
    stuck = next((stretch for stretch in act.stretches if stretch.part == "approach" and not stretch.reached), None)
    if stuck is not None:
        step = leaf.approach[stuck.step]
        return (
            "product_blocked",
            f"the approach did not come to its end: step {stuck.step + 1} ({step.do}) after {stuck.ended_ms - stuck.began_ms:.0f} ms",
        )
    if act.mark("after") is None:
        return "inconclusive", "the play was not recorded to its end"
    for name in sorted(keys_read(leaf, bench.contract)):
        for mark in act.marks:
            problem = (
                mistyped(bench.contract.key(name), mark.observation.readings[name]) if name in mark.observation.readings else f"{name}: was not read"
            )
            if problem:
                return "product_blocked", f"Φ at {mark.name!r}: {problem}"
    return None


def _result(check: Check, act: Take, twin: Take | None, bench: Bench) -> CheckResult:
    answer = check_holds(check, Scene(take=act, contract=bench.contract, album=bench.album))
    if twin is None or getattr(check, "twin", "any") != "false":
        return CheckResult(check=in_words(check), holds=answer.holds, reason=answer.reason)
    other = _in_twin(check, twin, bench)
    holds = answer.holds if other.holds is not None else None
    return CheckResult(check=in_words(check), holds=holds, twin=other.holds, reason=f"{answer.reason} | without input: {other.reason}")


def _in_twin(check: Check, twin: Take, bench: Bench) -> Answer:
    if twin.fault is not None and twin.fault.blame == "agent":
        # A game that ends the play when nothing is done must not gain by it: what follows from no input is its own doing.
        return Answer(holds=True, reason=f"the game ended the play: {twin.fault.message}")
    if twin.mark("after") is None:
        return Answer(holds=None, reason="the twin was not recorded to its end")
    if isinstance(check, EventCheck) and any(event.kind == "overflow" for event in twin.events):
        return Answer(holds=True, reason="the game drowned its events, so that none can be ruled out")
    try:
        return check_holds(check, Scene(take=twin, contract=bench.contract, album=bench.album))
    except MissingReadingError as error:
        return Answer(holds=True, reason=f"Φ does not give {error}")


def _control(declared: Control, takes: Mapping[Role, Take], bench: Bench) -> tuple[LeafState, str] | None:
    """Why a refusal means nothing: the same input does not work where it should either, or what it does there comes by itself."""
    control, twin = takes.get("control"), takes.get("control_twin")
    if control is None or (control.fault is not None and control.fault.blame != "agent"):
        return "inconclusive", "the positive control was not played"
    if control.mark("after") is None:
        return "product_blocked", "the positive control could not be played: " + (
            control.entered.problem or (control.fault.message if control.fault else "its approach did not come to its end")
        )
    if twin is None and acts(declared.act):
        return "inconclusive", "the no-input twin of the positive control was not played"
    for check in declared.checks:
        try:
            answer = check_holds(check, Scene(take=control, contract=bench.contract, album=bench.album))
        except MissingReadingError as error:
            return "product_blocked", f"positive control: Φ does not give {error}"
        if answer.holds is None:
            return "inconclusive", f"positive control: {answer.reason}"
        if not answer.holds:
            return (
                "product_blocked",
                f"the same input does not work where it should, so its refusal shows nothing: {in_words(check)}: {answer.reason}",
            )
        other = _in_twin(check, twin, bench) if twin is not None and getattr(check, "twin", "any") == "false" else Answer(holds=False)
        if other.holds is None:
            return "inconclusive", f"positive control without input: {other.reason}"
        if other.holds:
            return (
                "product_blocked",
                f"what the input must do happens without it too, so its refusal shows nothing: {in_words(check)}: {other.reason}",
            )
    return None


def _sum_up(leaf: Leaf, results: tuple[CheckResult, ...], *, plays: tuple[str, ...]) -> Verdict:
    failed = next((result for result in results if result.holds is False), None)
    if failed is not None:
        return verdict_on(leaf, "fail_observed", f"{failed.check}: {failed.reason}", plays=plays, checks=results)
    by_itself = next((result for result in results if result.holds and result.twin is True), None)
    if by_itself is not None:
        return verdict_on(leaf, "fail_observed", f"happens without the input too: {by_itself.check}: {by_itself.reason}", plays=plays, checks=results)
    unclear = next((result for result in results if result.holds is None), None)
    if unclear is not None:
        return verdict_on(leaf, "inconclusive", f"{unclear.check}: {unclear.reason}", plays=plays, checks=results)
    return verdict_on(leaf, "pass", "; ".join(result.reason for result in results if result.reason), plays=plays, checks=results)


def in_words(check: Check) -> str:
    """A check as a line of a report."""
    fields = check.model_dump(exclude_defaults=True, exclude={"check", "twin"})
    return f"{check.check}: " + ", ".join(f"{name} {value}" for name, value in fields.items()) if fields else check.check
