"""All plays of one evaluation of a replica to one comparison."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from playproof.graders.checks.looks import compare_looks
from playproof.graders.checks.pixels import Album, Picture
from playproof.graders.checks.recolour import Palette, learn
from playproof.graders.checks.responses import Film, compare_rule, compare_steps, compare_walk, difference, together
from playproof.records.family import Rule
from playproof.records.fault import Fault
from playproof.records.interface import ObservedPlay
from playproof.records.replica import (
    AnewPlays,
    LooksComparison,
    OriginalPlays,
    ReplicaComparison,
    ReplicaPlan,
    RuleComparison,
    StepComparison,
    Walk,
    WalkComparison,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plays:
    """What was played; a fault is a play that our own side could not make."""

    originals: Mapping[str, OriginalPlays | Fault]
    """Rule -> its witness on G and M."""
    replicas: Mapping[str, ObservedPlay | Fault]
    """Rule -> its witness on R."""
    original_walks: Mapping[str, ObservedPlay | Fault]
    replica_walks: Mapping[str, ObservedPlay | Fault]
    again: Mapping[str, AnewPlays] = field(default_factory=dict)
    """Rule -> what it was last tried on without the rules that the replica lacks, where that could be played."""
    lacking: tuple[str, ...] = ()

    def of(self, rule: str) -> tuple[OriginalPlays | Fault | None, ObservedPlay | Fault | None]:
        """What a rule is judged by: original and replica."""
        anew = self.again.get(rule)
        if anew is not None:
            return anew.original, anew.replica
        return self.originals.get(rule), self.replicas.get(rule)


def compare(plan: ReplicaPlan, plays: Plays, album: Album) -> ReplicaComparison:
    """How a replica that loads compares with its original."""
    repeats = unequal(plays)
    if repeats:
        return _nothing(plan, agrees=None, reason=repeats)
    palette = learn(_pairs(plays, album))
    rules = tuple(_rule(rule, plays, album, palette) for rule in plan.rules)
    return ReplicaComparison(
        rules=rules,
        walks=tuple(_walk(walk, plays, album, palette) for walk in plan.walks),
        looks=compare_looks(tuple(_situations(rules, plays)), album),
        lacking=plays.lacking,
        is_recoloured=palette.is_recoloured,
    )


def lacked(plan: ReplicaPlan, plays: Plays, album: Album) -> str | None:
    """The rule whose absence best explains how the replica plays: on its witness the replica behaves as the original without it.

    Once it is known, the other rules can be tried on games that lack it too, so that one missing rule costs one rule and not all that lean on it.
    """
    if unequal(plays):
        return None
    palette = learn(_pairs(plays, album))
    found: list[tuple[float, str]] = []
    for rule in plan.rules:
        original, replica = plays.of(rule.id)
        if rule.id in plays.lacking or not isinstance(original, OriginalPlays) or not isinstance(replica, ObservedPlay):
            continue
        if compare_rule(rule, original, replica, album=album, palette=palette).agrees is not False:
            continue
        swapped = original.model_copy(update={"game": original.without, "without": original.game})
        if compare_rule(rule, swapped, replica, album=album, palette=palette).agrees:
            found.append((difference(Film.of(original.without, album), Film.of(replica, album)), rule.id))
    return min(found)[1] if found else None


def not_compared(plan: ReplicaPlan, load: Fault) -> ReplicaComparison:
    """The comparison of a replica that does not load: nothing agrees; undecided when that is our own fault."""
    return _nothing(plan, agrees=False if load.blame == "agent" else None, reason=load.message)


def unequal(plays: Plays) -> str:
    """Why the original's plays contradict each other; empty when the same actions always gave the same pictures."""
    seen: dict[tuple[object, ...], str] = {}
    originals = [one.game for one in plays.originals.values() if isinstance(one, OriginalPlays)]
    walks = [one for one in plays.original_walks.values() if isinstance(one, ObservedPlay)]
    for play in (*originals, *walks):
        for step, frame in enumerate(play.frames):
            if seen.setdefault(play.actions[:step], frame) != frame:
                return f"the original does not repeat itself: two pictures after the same {step} actions"
    return ""


def _nothing(plan: ReplicaPlan, *, agrees: bool | None, reason: str) -> ReplicaComparison:
    share = None if agrees is None else 0.0
    return ReplicaComparison(
        rules=tuple(RuleComparison(rule=rule.id, category=rule.category, agrees=agrees, reason=reason) for rule in plan.rules),
        walks=tuple(WalkComparison(walk=walk.id, agreement=share, reason=reason) for walk in plan.walks),
        looks=LooksComparison(visual=share, reason=reason),
        is_recoloured=False,
    )


def _rule(rule: Rule, plays: Plays, album: Album, palette: Palette) -> RuleComparison:
    original, replica = plays.of(rule.id)
    match original, replica:
        case OriginalPlays(), ObservedPlay():
            found = compare_rule(rule, original, replica, album=album, palette=palette)
            return _given(found, original) if original.lacking else found
        case Fault(message=message), _:
            reason = f"the original could not be played: {message}"
        case _, Fault(message=message):
            reason = f"the replica could not be played: {message}"
        case _:
            reason = "was not played"
    return RuleComparison(rule=rule.id, category=rule.category, agrees=None, reason=reason)


def _given(found: RuleComparison, original: OriginalPlays) -> RuleComparison:
    """A comparison on games that lack other rules: said so; a rule that shows nothing there is blocked by them."""
    names = ", ".join(original.lacking)
    is_blocked = original.game.fault is None and original.without.fault is None and found.agrees is None
    reason = f"cannot be seen without {names}, which the replica lacks" if is_blocked else f"without {names}, which the replica lacks: {found.reason}"
    return found.model_copy(
        update={"lacking": original.lacking, "is_blocked": is_blocked, "agrees": False if is_blocked else found.agrees, "reason": reason}
    )


def _walk(walk: Walk, plays: Plays, album: Album, palette: Palette) -> WalkComparison:
    game, replica = plays.original_walks.get(walk.id), plays.replica_walks.get(walk.id)
    if isinstance(game, ObservedPlay) and isinstance(replica, ObservedPlay):
        return compare_walk(walk, game, replica, album=album, palette=palette)
    fault = next((one for one in (game, replica) if isinstance(one, Fault)), None)
    return WalkComparison(walk=walk.id, agreement=None, reason=fault.message if fault else "was not played")


def _both(plays: Plays) -> Iterator[tuple[ObservedPlay, ObservedPlay]]:
    for rule, original in plays.originals.items():
        replica = plays.replicas.get(rule)
        if isinstance(original, OriginalPlays) and isinstance(replica, ObservedPlay):
            yield original.game, replica


def _pairs(plays: Plays, album: Album) -> Iterator[tuple[Picture, Picture]]:
    """Pictures of the same situations, each pair once."""
    seen: set[tuple[str, str]] = set()
    for game, replica in _both(plays):
        steps = compare_steps(Film.of(game, album), Film.of(replica, album))
        for pair in _same(steps, game, replica):
            if pair not in seen:
                seen.add(pair)
                yield album.picture(pair[0]), album.picture(pair[1])


def _situations(rules: Sequence[RuleComparison], plays: Plays) -> Iterator[tuple[str, str]]:
    for rule in rules:
        original, replica = plays.originals.get(rule.rule), plays.replicas.get(rule.rule)
        if isinstance(original, OriginalPlays) and isinstance(replica, ObservedPlay):
            yield from _same(rule.steps, original.game, replica)


def _same(steps: Sequence[StepComparison], game: ObservedPlay, replica: ObservedPlay) -> Iterator[tuple[str, str]]:
    yield from zip(game.frames[: together(steps)], replica.frames[: together(steps)], strict=False)
