"""Plays the whole game from its entry with public controls only (CEGame-Bench section 10, *Player journey*).

Every action is a closed-loop policy steered by Φ until its postcondition holds. Never `LoadState`, never `Restart`. The journey ends at the last
action, at the first one that stalls, or when the budget of input steps (twice the reference's) is spent.
"""

from dataclasses import dataclass

from playproof.errors import GameError
from playproof.players.hand import Hand, KeepFrame
from playproof.protocols import Session
from playproof.records.contract import Contract
from playproof.records.evidence import ActionShot, JourneyEvidence
from playproof.records.fault import Fault
from playproof.records.leaf import JourneyAction, JourneyFile


@dataclass(frozen=True, slots=True, kw_only=True)
class Journey:
    """A journey as it went."""

    shots: tuple[ActionShot, ...]
    hand: Hand
    fault: Fault | None
    """The game's own failure, if one ended it."""


def play_journey(journey: JourneyFile, contract: Contract, *, session: Session, keep_frame: KeepFrame) -> Journey:
    """Play until the last action, a stall, the end of the budget or the game's own failure. Closes nothing."""
    hand = Hand(session=session, contract=contract, keep_frame=keep_frame, has_film=True)
    shots: list[ActionShot] = []
    try:
        hand.await_boot()
        hand.views["start"] = hand.look()
        for action in journey.actions:
            shot = _play_action(action, hand, budget=journey.budget)
            shots.append(shot)
            if not shot.done:
                break
    except GameError as error:
        return Journey(shots=tuple(shots), hand=hand, fault=Fault.of(error))
    return Journey(shots=tuple(shots), hand=hand, fault=None)


def journey_evidence(played: Journey, *, artifact_sha256: str, plan_sha256: str, seed: int) -> JourneyEvidence:
    """The record of a journey that was played."""
    hand = played.hand
    return JourneyEvidence(
        artifact_sha256=artifact_sha256,
        plan_sha256=plan_sha256,
        seed=seed,
        first_frame=hand.film[0] if hand.film else "",
        actions=played.shots,
        inputs=tuple(hand.inputs),
        events=hand.session.take_events(),
        film=tuple(hand.film),
        fault=played.fault,
    )


def _play_action(action: JourneyAction, hand: Hand, *, budget: int) -> ActionShot:
    session, began_ms, presses = hand.session, hand.session.now_ms, hand.presses
    hand.views["before"] = hand.look()
    reason = ""
    for number, step in enumerate(action.steps, start=1):
        reached = hand.perform(step)
        if hand.presses > budget:
            reason = f"over the budget of {budget} input steps"
            break
        if not reached and not hand.holds(action.post):
            reason = f"step {number} ({step.do}) did not reach its end in time"
            break
    done = not reason and _settles(action, hand)
    if not done and not reason:
        reason = f"{action.post!r} did not hold within {action.patience_ms} ms"
    hand.release_all()
    return ActionShot(
        action=action.id,
        began_ms=began_ms,
        ended_ms=session.now_ms,
        input_steps=hand.presses - presses,
        done=done,
        reason=reason,
        frame=hand.picture(),
        observation=hand.look(),
    )


def _settles(action: JourneyAction, hand: Hand) -> bool:
    end_ms = hand.session.now_ms + action.patience_ms
    while not hand.holds(action.post):
        if hand.session.now_ms >= end_ms:
            return False
        hand.advance(50)
    return True
