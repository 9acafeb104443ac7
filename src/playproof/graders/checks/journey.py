"""What independent routes say of the readings that steered the journey: J rests on them, so they must agree with what was shown."""

from collections.abc import Collection

from playproof.graders.checks.pixels import Album
from playproof.graders.checks.triangulate import contradictions
from playproof.records.contract import Contract
from playproof.records.evidence import ActionShot, JourneyEvidence, MarkShot, Take
from playproof.records.expression import references
from playproof.records.leaf import JourneyFile
from playproof.records.observation import FlowAnswer
from playproof.records.score import Flag

MOST_DOUBTED_SHOTS = 2
"""A key that is contradicted at the end of so many actions was misreported; once may be the observer's doing (as in CEGame-Bench section 9, rule iii)."""


def keys_followed(journey: JourneyFile) -> frozenset[str]:
    """Φ keys that decide whether an action of the journey is done."""
    return frozenset().union(*(references(action.post).keys for action in journey.actions))


def journey_doubt(played: JourneyEvidence, keys: Collection[str], contract: Contract, album: Album) -> Flag | None:
    """J as the contradictions leave it: not set when a key was contradicted twice, undecided when once; None when nothing speaks against it."""
    counts: dict[str, list[str]] = {}
    for shot in played.actions:
        for key, reason in contradictions(sorted(keys), _as_take(shot, played), contract, album).items():
            counts.setdefault(key, []).append(f"after {shot.action!r}: {reason}")
    if not counts:
        return None
    key = max(sorted(counts), key=lambda name: len(counts[name]))
    is_sure = len(counts[key]) >= MOST_DOUBTED_SHOTS
    return Flag(value=False if is_sure else None, reason=f"Φ misreports {key} on the journey: {counts[key][-1]}")


def _as_take(shot: ActionShot, played: JourneyEvidence) -> Take:
    mark = MarkShot(name=shot.action, observation=shot.observation, frame=shot.frame)
    return Take(role="act", entered=FlowAnswer(ok=True), began_ms=shot.began_ms, ended_ms=shot.ended_ms, marks=(mark,), events=played.events)
