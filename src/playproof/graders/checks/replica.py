"""All plays of one evaluation of a replica to one comparison."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from playproof.errors import GraderError, boundary
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


@dataclass(slots=True, kw_only=True)
class Comparer:
    """Compares the plays of one evaluation; what was compared once is remembered, as long as the plays are."""

    album: Album
    _palettes: dict[tuple[int, ...], Palette] = field(default_factory=dict)
    _rules: dict[tuple[int, int, int], RuleComparison] = field(default_factory=dict)

    def compare(self, plan: ReplicaPlan, plays: Plays) -> ReplicaComparison:
        """How a replica that loads compares with its original."""
        rules = self.rules(plan, plays)
        palette = self._palette(plays)
        return ReplicaComparison(
            rules=rules,
            walks=tuple(_walk(walk, plays, self.album, palette) for walk in plan.walks),
            looks=compare_looks(tuple(self._situations(plan, plays)), self.album),
            lacking=plays.lacking,
            is_recoloured=palette.is_recoloured,
        )

    def rules(self, plan: ReplicaPlan, plays: Plays) -> tuple[RuleComparison, ...]:
        """Whether the replica agrees on each rule; undecided, all of them, where the original does not repeat itself."""
        repeats = unequal(plays)
        if repeats:
            return _nothing(plan, agrees=None, reason=repeats).rules
        return tuple(self._rule(rule, plays) for rule in plan.rules)

    def lacked(self, plan: ReplicaPlan, plays: Plays) -> str | None:
        """The rule whose absence best explains how the replica plays: on its witness the replica behaves as the original without it.

        Once it is known, the other rules can be tried on games that lack it too, so that one missing rule costs one rule and not all that lean on it.
        """
        found: list[tuple[float, str]] = []
        for rule, compared in zip(plan.rules, self.rules(plan, plays), strict=True):
            original, replica = plays.of(rule.id)
            if (
                rule.id in plays.lacking
                or compared.agrees is not False
                or not isinstance(original, OriginalPlays)
                or not isinstance(replica, ObservedPlay)
            ):
                continue
            swapped = original.model_copy(update={"game": original.without, "without": original.game})
            if compare_rule(rule, swapped, replica, album=self.album, palette=self._palette(plays)).agrees:
                found.append((difference(Film.of(original.without, self.album), Film.of(replica, self.album)), rule.id))
        return min(found)[1] if found else None

    def _palette(self, plays: Plays) -> Palette:
        key = tuple(id(one) for _, game, replica in _both(plays) for one in (game, replica))
        if key not in self._palettes:
            self._palettes[key] = learn(_pairs(plays, self.album))
        return self._palettes[key]

    def _rule(self, rule: Rule, plays: Plays) -> RuleComparison:
        original, replica = plays.of(rule.id)
        match original, replica:
            case OriginalPlays(), ObservedPlay():
                return self._both(rule, original, replica, self._palette(plays))
            case Fault(message=message), _:
                reason = f"the original could not be played: {message}"
            case _, Fault(message=message):
                reason = f"the replica could not be played: {message}"
            case _:
                reason = "was not played"
        return RuleComparison(rule=rule.id, category=rule.category, agrees=None, reason=reason)

    def _both(self, rule: Rule, original: OriginalPlays, replica: ObservedPlay, palette: Palette) -> RuleComparison:
        key = id(original), id(replica), id(palette)
        if key not in self._rules:
            try:
                with boundary(GraderError, f"compare {rule.id!r}"):
                    found = compare_rule(rule, original, replica, album=self.album, palette=palette)
            except GraderError as error:
                found = RuleComparison(rule=rule.id, category=rule.category, agrees=None, reason=f"not the replica's fault: {error}")
            self._rules[key] = _given(found, original) if original.lacking else found
        return self._rules[key]

    def _situations(self, plan: ReplicaPlan, plays: Plays) -> Iterator[tuple[str, str]]:
        """Frames of the same situations on the whole original and on the replica."""
        for rule in plan.rules:
            original, replica = plays.originals.get(rule.id), plays.replicas.get(rule.id)
            if isinstance(original, OriginalPlays) and isinstance(replica, ObservedPlay):
                yield from _same(self._both(rule, original, replica, self._palette(plays)).steps, original.game, replica)


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


def _both(plays: Plays) -> Iterator[tuple[str, ObservedPlay, ObservedPlay]]:
    for rule, original in plays.originals.items():
        replica = plays.replicas.get(rule)
        if isinstance(original, OriginalPlays) and isinstance(replica, ObservedPlay):
            yield rule, original.game, replica


def _pairs(plays: Plays, album: Album) -> Iterator[tuple[Picture, Picture]]:
    """Pictures of the same situations, each pair once."""
    seen: set[tuple[str, str]] = set()
    for _, game, replica in _both(plays):
        steps = compare_steps(Film.of(game, album), Film.of(replica, album))
        for pair in _same(steps, game, replica):
            if pair not in seen:
                seen.add(pair)
                yield album.picture(pair[0]), album.picture(pair[1])


def _same(steps: Sequence[StepComparison], game: ObservedPlay, replica: ObservedPlay) -> Iterator[tuple[str, str]]:
    yield from zip(game.frames[: together(steps)], replica.frames[: together(steps)], strict=False)
