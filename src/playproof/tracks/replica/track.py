"""The replica track for one instance and one deliverable: what is played on the original and on the replica, and what it comes to.

First the replica is opened alone. Only if it loads, every rule's witness is played on the original, on the original without that rule and on the
replica, and random legal play on original and replica. A play of the original that fails is our fault, one of the replica is the agent's.

Rules lean on each other: a replica without one of them goes wrong on the witnesses of others. Where the original without a rule explains how the
replica plays, the rules that failed are tried again on originals without that rule.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from playproof.errors import GameError
from playproof.graders.checks.looks import is_blank
from playproof.graders.checks.pixels import Album
from playproof.graders.checks.replica import Comparer, Plays, not_compared
from playproof.players.observer import Observer, observe
from playproof.protocols import Desk, Job, Session
from playproof.records.fault import Fault
from playproof.records.interface import Action, ObservedPlay, Wait
from playproof.records.observation import Event
from playproof.records.record import Record
from playproof.records.replica import (
    AnewPlays,
    IntakeEvidence,
    JudgedShares,
    LoadEvidence,
    OriginalPlays,
    ReplicaComparison,
    ReplicaPlan,
    ReplicaScore,
)
from playproof.records.verdict import CheckResult, LeafState, Verdict
from playproof.scoring.replica import Findings, replica_score
from playproof.tracks.replica.plan import Originals
from playproof.tracks.replica.witnesses import other_witness

LOAD = "load"
"""Id of the opening's job; also of its fault."""
ORIGINAL, REPLICA = "original-", "replica-"
"""What the ids of all other jobs start with; the rule or the walk follows."""
MOST_LACKING = 3
"""Rules whose absence is looked for, one after the other (ours)."""
SETTLING = (Wait(ms=1000),)
"""What a replica is given to paint itself, beyond the opening (ours)."""
MOST_EVENTS = 50
"""Events of the opening that are kept (ours)."""
OUTSIDE = {"network_refused": "asks the network for", "request_failed": "asks for a file outside of itself:"}
SHOWN_CHARACTERS = 200


@dataclass(slots=True, kw_only=True)
class ReplicaTrack:
    """Implements protocols.Track. Holds the plays so far; everything else is computed from them."""

    plan: ReplicaPlan
    intake: IntakeEvidence
    album: Album
    games: Originals | None
    """None where nothing is played any more."""
    judged: JudgedShares = field(default_factory=JudgedShares)
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    comparison: ReplicaComparison | None = None
    _plays: dict[str, Record | Fault] = field(default_factory=dict)
    _open: set[str] = field(default_factory=set)
    _lacking: list[str] = field(default_factory=list)
    _comparer: Comparer = field(init=False)

    def __post_init__(self) -> None:
        """Nothing is compared yet."""
        self._comparer = Comparer(album=self.album)

    # -- protocols.Track

    def begin(self) -> Sequence[Job]:
        """The opening of the replica, unless its files show already that it cannot load."""
        return [] if self.intake.problem else [Job(id=LOAD, what="the replica opens", kind=LoadEvidence)]

    def play(self, job: Job, desk: Desk) -> Record:
        """Play one job."""
        if job.id == LOAD:
            return _play_load(desk)
        if job.kind is AnewPlays:
            return self._play_anew(job, desk)
        name, actions = self._named(job)
        if job.id.startswith(REPLICA):
            return observe("replica", actions, lambda: desk.open_session(False), desk.keep_frame)  # noqa: FBT003 - the seam's own signature
        if job.kind is ObservedPlay:
            return self._original((), actions, desk)
        return self._pair(name, self._lacking_in(job), actions, desk)

    def _original(self, off: Sequence[str], actions: tuple[Action, ...], desk: Desk) -> ObservedPlay:
        """A play of the original without some rules; whatever it fails at is our fault."""
        called, page = f"without {', '.join(off)}" if off else "game", self._games.page(off)
        play = observe(called, actions, lambda: desk.open_other(self._games.folder, page), desk.keep_frame)
        return play if play.fault is None else play.model_copy(update={"fault": _ours(play.fault)})

    def _pair(self, rule: str, lacking: tuple[str, ...], actions: tuple[Action, ...], desk: Desk) -> OriginalPlays:
        game, without = self._original(lacking, actions, desk), self._original((*lacking, rule), actions, desk)
        return OriginalPlays(rule=rule, game=game, without=without, lacking=lacking)

    def _play_anew(self, job: Job, desk: Desk) -> AnewPlays:
        """Look for a sequence that shows a rule in spite of what the replica lacks, and play it on all three."""
        name, lacking = job.id.partition("-")[2], self._lacking_in(job)
        actions = other_witness(self._games.instance, name, lacking)
        if actions is None:
            return AnewPlays(rule=name, original=None, replica=None)
        replica = observe("replica", actions, lambda: desk.open_session(False), desk.keep_frame)  # noqa: FBT003 - the seam's own signature
        return AnewPlays(rule=name, original=self._pair(name, lacking, actions, desk), replica=replica)

    def accept(self, job: Job, outcome: Record | Fault) -> Sequence[Job]:
        """Keep what a job gave. The opening decides whether there is more to play; games are kept together, since a browser serves one folder."""
        self._plays[job.id] = outcome
        self._open.discard(job.id)
        if self.load_fault() is not None:
            return ()
        jobs = self._first() if job.id == LOAD else () if self._open else self._again()
        self._open |= {one.id for one in jobs}
        return jobs

    def _first(self) -> Sequence[Job]:
        rules, walks = [witness.rule for witness in self.plan.witnesses], [walk.id for walk in self.plan.walks]
        return [
            *(Job(id=ORIGINAL + name, what=f"the original shows {name}", kind=OriginalPlays) for name in rules),
            *(Job(id=ORIGINAL + name, what="random play on the original", kind=ObservedPlay) for name in walks),
            *(Job(id=REPLICA + name, what="random play on the replica", kind=ObservedPlay) for name in walks),
            *(Job(id=REPLICA + name, what=f"the replica shows {name}", kind=ObservedPlay) for name in rules),
        ]

    def _again(self) -> Sequence[Job]:
        """When everything has been played: what failed, on originals without the rule that the replica is now seen to lack; first, other witnesses."""
        plays, number = self._sorted(), len(self._lacking)
        rules = self._comparer.rules(self.plan, plays)
        anew = [anew_prefix(number) + one.rule for one in rules if one.is_blocked]
        jobs = [Job(id=name, what=f"another witness of {name.partition('-')[2]}", kind=AnewPlays) for name in anew if name not in self._plays]
        rule = None if jobs or number >= MOST_LACKING else self._comparer.lacked(self.plan, plays)
        if rule is not None:
            self._lacking.append(rule)
            failed = [one.rule for one in rules if one.agrees is False and one.rule not in self._lacking]
            jobs = [Job(id=again_prefix(number + 1) + name, what=f"{name} without {rule}", kind=OriginalPlays) for name in failed]
        return jobs or (self._again() if rule is not None else ())

    def blamed(self, job: Job, fault: Fault) -> Record:
        """The record of a play that the game made impossible. The original is our own game."""
        if job.id == LOAD:
            return LoadEvidence(play=ObservedPlay(game="replica", actions=SETTLING, frames=(), fault=fault), events=())
        if job.kind is AnewPlays:
            return AnewPlays(rule=job.id.partition("-")[2], original=None, replica=None)
        name, actions = self._named(job)
        if job.id.startswith(REPLICA):
            return ObservedPlay(game="replica", actions=actions, frames=(), fault=fault)
        failed = ObservedPlay(game="game", actions=actions, frames=(), fault=_ours(fault))
        return failed if job.kind is ObservedPlay else OriginalPlays(rule=name, game=failed, without=failed, lacking=self._lacking_in(job))

    # -- what it comes to

    def load_fault(self) -> Fault | None:
        """Why the replica does not load; None when it does."""
        if self.intake.problem is not None:
            return self.intake.problem
        match self._plays.get(LOAD):
            case LoadEvidence() as load:
                return load.play.fault or _outside(load.events) or self._blank(load)
            case Fault() as fault:
                return fault
            case _:
                return Fault(kind="not_played", blame="us", message="the replica was not opened")

    def score(self) -> ReplicaScore:
        """Compare, judge every rule, and sum up."""
        load = self.load_fault()
        found = self._comparer.compare(self.plan, self._sorted()) if load is None else not_compared(self.plan, load)
        rules = tuple(rule.model_copy(update={"plays": self._rests_on(rule.rule)}) for rule in found.rules)
        self.comparison = found.model_copy(update={"rules": rules})
        self.verdicts = {verdict.criterion: verdict for verdict in _verdicts(self.comparison)}
        return replica_score(
            Findings(
                task=self.plan.task,
                load=load,
                has_rules_file=self.intake.rules_file is not None,
                comparison=self.comparison,
                judged=self.judged,
            )
        )

    # -- parts

    @property
    def _games(self) -> Originals:
        if self.games is None:
            message = "there are no original games to play"
            raise RuntimeError(message)
        return self.games

    def _lacking_in(self, job: Job) -> tuple[str, ...]:
        """The rules that a job's originals are played without."""
        rounds = range(1, MOST_LACKING + 1)
        number = next((number for number in rounds if job.id.startswith((again_prefix(number), anew_prefix(number)))), 0)
        return tuple(self._lacking[:number])

    def _named(self, job: Job) -> tuple[str, tuple[Action, ...]]:
        """The rule or walk of a job, and its actions."""
        name = job.id.partition("-")[2]
        walk = next((walk.actions for walk in self.plan.walks if walk.id == name), None)
        return name, walk if walk is not None else next(witness.actions for witness in self.plan.witnesses if witness.rule == name)

    def _sorted(self) -> Plays:
        walks = {walk.id for walk in self.plan.walks}

        def among(prefix: str, *, of_walks: bool) -> dict[str, Record | Fault]:
            named = {job.removeprefix(prefix): play for job, play in self._plays.items() if job.startswith(prefix)}
            return {name: play for name, play in sorted(named.items()) if (name in walks) is of_walks}

        return Plays(
            originals={name: play for name, play in among(ORIGINAL, of_walks=False).items() if isinstance(play, OriginalPlays | Fault)},
            replicas={name: play for name, play in among(REPLICA, of_walks=False).items() if isinstance(play, ObservedPlay | Fault)},
            original_walks={name: play for name, play in among(ORIGINAL, of_walks=True).items() if isinstance(play, ObservedPlay | Fault)},
            replica_walks={name: play for name, play in among(REPLICA, of_walks=True).items() if isinstance(play, ObservedPlay | Fault)},
            again=self._tried_again(),
            lacking=tuple(self._lacking),
        )

    def _rests_on(self, rule: str) -> tuple[str, ...]:
        """The plays by which a rule was judged."""
        for number in range(len(self._lacking), 0, -1):
            anew, again = self._plays.get(anew_prefix(number) + rule), again_prefix(number) + rule
            if isinstance(anew, AnewPlays) and anew.original is not None:
                return (anew_prefix(number) + rule,)
            if isinstance(self._plays.get(again), OriginalPlays):
                return again, REPLICA + rule
        return ORIGINAL + rule, REPLICA + rule

    def _tried_again(self) -> dict[str, AnewPlays]:
        """Rule -> its last try without the rules that the replica lacks."""
        found: dict[str, AnewPlays] = {}
        for number in range(1, len(self._lacking) + 1):
            for rule in self.plan.rules:
                again, replica = self._plays.get(again_prefix(number) + rule.id), self._plays.get(REPLICA + rule.id)
                anew = self._plays.get(anew_prefix(number) + rule.id)
                if isinstance(again, OriginalPlays) and isinstance(replica, ObservedPlay):
                    found[rule.id] = AnewPlays(rule=rule.id, original=again, replica=replica)
                if isinstance(anew, AnewPlays) and anew.original is not None:
                    found[rule.id] = anew
        return found

    def _blank(self, load: LoadEvidence) -> Fault | None:
        """A page that shows one colour only, still after a while, has painted nothing."""
        if not all(is_blank(self.album.picture(frame)) for frame in load.play.frames):
            return None
        thrown = next((event.text for event in load.events if event.kind == "exception"), "")
        if thrown:
            return Fault(kind="throws", blame="agent", message=f"throws before it paints anything: {thrown[:SHOWN_CHARACTERS]}")
        return Fault(kind="blank", blame="agent", message="shows one colour and nothing else")


def again_prefix(number: int) -> str:
    """What the ids of the jobs of a further round start with; the rule follows."""
    return f"again{number}-"


def anew_prefix(number: int) -> str:
    """The same, for plays of another witness."""
    return f"anew{number}-"


def _play_load(desk: Desk) -> LoadEvidence:
    events: list[Event] = []
    frames: list[str] = []
    fault: Fault | None = None
    session: Session | None = None
    try:
        session = desk.open_session(False)  # noqa: FBT003 - the seam's own signature
        observer = Observer(session)
        frames.append(desk.keep_frame(observer.opened().png))
        frames.extend(desk.keep_frame(observer.act(action).png) for action in SETTLING)
        events.extend(session.take_events())
    except GameError as error:
        fault = Fault.of(error)
    finally:
        if session is not None:
            session.close()
    play = ObservedPlay(game="replica", actions=SETTLING, frames=tuple(frames), fault=fault)
    return LoadEvidence(play=play, events=tuple(events[:MOST_EVENTS]))


def _ours(fault: Fault) -> Fault:
    return fault.model_copy(update={"blame": "us"})


def _outside(events: Sequence[Event]) -> Fault | None:
    """A page that reaches for anything but itself is not self-contained. Browsers ask for an icon on their own."""
    for event in events:
        if event.kind in OUTSIDE and not event.text.split("?")[0].endswith("/favicon.ico"):
            return Fault(kind="needs_network", blame="agent", message=f"{OUTSIDE[event.kind]} {event.text[:SHOWN_CHARACTERS]}")
    return None


def _verdicts(comparison: ReplicaComparison) -> list[Verdict]:
    """One for each rule; the looks and the walks stand beside them under names that no rule can have."""
    found = []
    for rule in comparison.rules:
        state: LeafState = "inconclusive" if rule.agrees is None else "pass" if rule.agrees else "fail_observed"
        state = "product_blocked" if rule.is_blocked else state
        measured = (("response", rule.response), ("decisive response", rule.decisive), ("closeness", rule.closeness), ("changes", rule.changes))
        found.append(
            Verdict(
                criterion=rule.rule,
                grader="responses",
                state=state,
                value=None if rule.agrees is None else float(rule.agrees),
                reason=rule.reason,
                plays=rule.plays,
                checks=tuple(CheckResult(check=name, holds=None, reason=f"{share:.3f}") for name, share in measured if share is not None),
            )
        )
    beside = [("looks/all", comparison.looks.visual, comparison.looks.reason)]
    beside += [(f"walks/{walk.walk}", walk.agreement, walk.reason) for walk in comparison.walks]
    for name, share, reason in beside:
        found.append(Verdict(criterion=name, grader="comparison", state="inconclusive" if share is None else "pass", value=share, reason=reason))
    return found
