"""The replica track for one instance and one deliverable: what is played on the original and on the replica, and what it comes to.

First the replica is opened alone. Only if it loads, every rule's witness is played on the original, on the original without that rule and on the
replica, and random legal play on original and replica. A play of the original that fails is our fault, one of the replica is the agent's.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from playproof.errors import GameError
from playproof.graders.checks.looks import is_blank
from playproof.graders.checks.pixels import Album
from playproof.graders.checks.replica import Plays, compare, not_compared
from playproof.players.observer import Observer, observe
from playproof.protocols import Desk, Job, Session
from playproof.records.fault import Fault
from playproof.records.interface import Action, ObservedPlay, Wait
from playproof.records.observation import Event
from playproof.records.record import Record
from playproof.records.replica import IntakeEvidence, JudgedShares, LoadEvidence, OriginalPlays, ReplicaComparison, ReplicaPlan, ReplicaScore
from playproof.records.verdict import CheckResult, LeafState, Verdict
from playproof.scoring.replica import Findings, replica_score
from playproof.tracks.replica.plan import GAME_PAGE, without_page

LOAD = "load"
"""Id of the opening's job; also of its fault."""
ORIGINAL, REPLICA = "original-", "replica-"
"""What the ids of all other jobs start with; the rule or the walk follows."""
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
    games_path: Path | None
    """Folder of the original's pages; None where nothing is played any more."""
    judged: JudgedShares = field(default_factory=JudgedShares)
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    comparison: ReplicaComparison | None = None
    _plays: dict[str, Record | Fault] = field(default_factory=dict)

    # -- protocols.Track

    def begin(self) -> Sequence[Job]:
        """The opening of the replica, unless its files show already that it cannot load."""
        return [] if self.intake.problem else [Job(id=LOAD, what="the replica opens", kind=LoadEvidence)]

    def play(self, job: Job, desk: Desk) -> Record:
        """Play one job."""
        if job.id == LOAD:
            return _play_load(desk)
        name, actions = self._named(job)
        original = partial(_observe, actions=actions, desk=desk, folder=self._games)
        if not job.id.startswith(ORIGINAL):
            return observe("replica", actions, lambda: desk.open_session(False), desk.keep_frame)  # noqa: FBT003 - the seam's own signature
        if job.kind is ObservedPlay:
            return original("game", page=GAME_PAGE)
        return OriginalPlays(rule=name, game=original("game", page=GAME_PAGE), without=original(f"without {name}", page=without_page(name)))

    def accept(self, job: Job, outcome: Record | Fault) -> Sequence[Job]:
        """Keep what a job gave. The opening decides whether there is more to play; games are kept together, since a browser serves one folder."""
        self._plays[job.id] = outcome
        if job.id != LOAD or self.load_fault() is not None:
            return ()
        rules, walks = [witness.rule for witness in self.plan.witnesses], [walk.id for walk in self.plan.walks]
        return [
            *(Job(id=ORIGINAL + name, what=f"the original shows {name}", kind=OriginalPlays) for name in rules),
            *(Job(id=ORIGINAL + name, what="random play on the original", kind=ObservedPlay) for name in walks),
            *(Job(id=REPLICA + name, what="random play on the replica", kind=ObservedPlay) for name in walks),
            *(Job(id=REPLICA + name, what=f"the replica shows {name}", kind=ObservedPlay) for name in rules),
        ]

    def blamed(self, job: Job, fault: Fault) -> Record:
        """The record of a play that the game made impossible. The original is our own game."""
        if job.id == LOAD:
            return LoadEvidence(play=ObservedPlay(game="replica", actions=SETTLING, frames=(), fault=fault), events=())
        name, actions = self._named(job)
        if not job.id.startswith(ORIGINAL):
            return ObservedPlay(game="replica", actions=actions, frames=(), fault=fault)
        failed = ObservedPlay(game="game", actions=actions, frames=(), fault=_ours(fault))
        return failed if job.kind is ObservedPlay else OriginalPlays(rule=name, game=failed, without=failed)

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
        self.comparison = compare(self.plan, self._sorted(), self.album) if load is None else not_compared(self.plan, load)
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
    def _games(self) -> Path:
        if self.games_path is None:
            message = "there are no original games to play"
            raise RuntimeError(message)
        return self.games_path

    def _named(self, job: Job) -> tuple[str, tuple[Action, ...]]:
        """The rule or walk of a job, and its actions."""
        name = job.id.removeprefix(ORIGINAL).removeprefix(REPLICA)
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
        )

    def _blank(self, load: LoadEvidence) -> Fault | None:
        """A page that shows one colour only, still after a while, has painted nothing."""
        if not all(is_blank(self.album.picture(frame)) for frame in load.play.frames):
            return None
        thrown = next((event.text for event in load.events if event.kind == "exception"), "")
        if thrown:
            return Fault(kind="throws", blame="agent", message=f"throws before it paints anything: {thrown[:SHOWN_CHARACTERS]}")
        return Fault(kind="blank", blame="agent", message="shows one colour and nothing else")


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


def _observe(game: str, *, page: str, actions: tuple[Action, ...], desk: Desk, folder: Path) -> ObservedPlay:
    """A play of one of the original's pages; whatever it fails at is our fault."""
    play = observe(game, actions, lambda: desk.open_other(folder, page), desk.keep_frame)
    return play if play.fault is None else play.model_copy(update={"fault": _ours(play.fault)})


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
        measured = (("response", rule.response), ("decisive response", rule.decisive), ("closeness", rule.closeness), ("changes", rule.changes))
        found.append(
            Verdict(
                criterion=rule.rule,
                grader="responses",
                state=state,
                value=None if rule.agrees is None else float(rule.agrees),
                reason=rule.reason,
                plays=(ORIGINAL + rule.rule, REPLICA + rule.rule),
                checks=tuple(CheckResult(check=name, holds=None, reason=f"{share:.3f}") for name, share in measured if share is not None),
            )
        )
    beside = [("looks/all", comparison.looks.visual, comparison.looks.reason)]
    beside += [(f"walks/{walk.walk}", walk.agreement, walk.reason) for walk in comparison.walks]
    for name, share, reason in beside:
        found.append(Verdict(criterion=name, grader="comparison", state="inconclusive" if share is None else "pass", value=share, reason=reason))
    return found
