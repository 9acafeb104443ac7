"""The build track for one task and one artifact: which leaf can be played now, what its plays say, what they sum up to.

A leaf is played once the leaves it needs are decided, and not at all when one of them failed. A verdict that the observer spoilt is tried once more
by another route; a dimension that is covered too thinly gets its undecided leaves played again, once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from playproof.errors import GameError, GraderError, boundary
from playproof.graders.checks.journey import journey_doubt, keys_followed
from playproof.graders.checks.leaf import MOST_DOUBTED_PLAYS, Bench, grade_leaf, keys_read, verdict_on
from playproof.players.journey import journey_evidence, play_journey
from playproof.players.probe import Stage, play_leaf
from playproof.protocols import Desk, Job
from playproof.records.evidence import Evidence, JourneyEvidence, Take
from playproof.records.fault import Fault
from playproof.records.leaf import BuildPlan, Fixture, Leaf
from playproof.records.observation import FlowAnswer
from playproof.records.record import Record
from playproof.records.score import BuildScore, Flag
from playproof.records.verdict import LeafState, Verdict
from playproof.scoring.fold import fold, weakly_covered
from playproof.store.files import canonical_bytes, sha256_of

JOURNEY = "journey"
"""Id of the journey's job."""
FAILED = frozenset({"fail_observed", "product_blocked"})
RETRIED = frozenset({"observer_failed", "inconclusive", "setup_failed"})
"""States in which a leaf is played once more by another route."""


@dataclass(slots=True, kw_only=True)
class BuildTrack:
    """Implements protocols.Track. Holds the verdicts so far; all of them can be made again from the evidence."""

    plan: BuildPlan
    bench: Bench
    artifact_sha256: str
    seed: int
    has_journey: bool = True
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    journey: JourneyEvidence | None = None
    journey_fault: Fault | None = None
    _plays: dict[tuple[str, int], Evidence | Fault] = field(default_factory=dict)
    _wanted: dict[str, int] = field(default_factory=dict)
    _open: set[str] = field(default_factory=set)
    _was_rerun: bool = False
    _condemned: frozenset[str] = frozenset()
    _leader: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        """Find the leaves that can share a play: whose plans are equal but for what is asked of them."""
        first: dict[bytes, str] = {}
        self._leader = {leaf.id: first.setdefault(leaf.played_bytes, leaf.id) for leaf in self.plan.leaves.leaves if leaf.route != "static"}

    # -- protocols.Track

    def begin(self) -> Sequence[Job]:
        """The journey, since it is the longest, and every leaf that needs nothing."""
        first = [Job(id=JOURNEY, what="the player's journey", kind=JourneyEvidence)] if self.has_journey else []
        self._open |= {job.id for job in first}
        return [*first, *self._ready()]

    def play(self, job: Job, desk: Desk) -> Record:
        """Play the journey or one leaf."""
        if job.id == JOURNEY:
            return self._play_journey(desk)
        name, _, number = job.id.partition("#")
        leaf = self._leaf(name)
        stage = Stage(contract=self.plan.contract, open_session=desk.open_session, keep_frame=desk.keep_frame)
        takes = play_leaf(leaf, self._fixtures, stage, number=int(number))
        return self._evidence(job, takes)

    def accept(self, job: Job, outcome: Record | Fault) -> Sequence[Job]:
        """Grade what can be graded now; name what can be played now."""
        self._open.discard(job.id)
        if job.id == JOURNEY:
            self.journey = outcome if isinstance(outcome, JourneyEvidence) else None
            self.journey_fault = outcome if isinstance(outcome, Fault) else None
        elif isinstance(outcome, Evidence | Fault):
            name, _, number = job.id.partition("#")
            self._plays[name, int(number)] = outcome
        jobs = self._ready()
        if not jobs and not self._open and not self._was_rerun:
            jobs = self._rerun()
        return jobs

    def blamed(self, job: Job, fault: Fault) -> Record:
        """The record of a play that the game made impossible."""
        if job.id == JOURNEY:
            return JourneyEvidence(
                artifact_sha256=self.artifact_sha256,
                plan_sha256=self._plan_sha256(JOURNEY),
                seed=self.seed,
                actions=(),
                inputs=(),
                events=(),
                fault=fault,
            )
        return self._evidence(job, (Take(role="act", entered=FlowAnswer(ok=False, problem=fault.message), began_ms=0, ended_ms=0, fault=fault),))

    # -- what it comes to

    def score(self) -> BuildScore:
        """The scorecard of the verdicts so far."""
        self._condemn()
        return fold(self.plan.leaves.leaves, self.plan.leaves.families, self.verdicts, journey=self.journey_flag())

    def journey_flag(self) -> Flag:
        """J: the whole journey was played within its budget."""
        if self.journey is None:
            return Flag(value=None, reason=self.journey_fault.message if self.journey_fault else "the journey was not played")
        budget = self.plan.journey.budget
        stalled = next((shot for shot in self.journey.actions if not shot.done), None)
        if self.journey.fault is not None:
            is_game = self.journey.fault.blame == "agent"
            return Flag(value=False if is_game else None, reason=f"ended after {len(self.journey.actions)} actions: {self.journey.fault.message}")
        if stalled is not None:
            return Flag(value=False, reason=f"stalled at {stalled.action!r}: {stalled.reason}")
        if self.journey.input_steps > budget:
            return Flag(value=False, reason=f"{self.journey.input_steps} input steps, over the budget of {budget}")
        if len(self.journey.actions) < len(self.plan.journey.actions):
            return Flag(value=None, reason="the journey was not played to its end")
        followed = keys_followed(self.plan.journey)
        if followed & self._condemned:
            return Flag(value=False, reason=f"followed {', '.join(sorted(followed & self._condemned))}, which Φ misreports")
        doubt = journey_doubt(self.journey, followed, self.plan.contract, self.bench.album)
        if doubt is not None:
            return doubt
        return Flag(value=True, reason=f"{len(self.journey.actions)} actions in {self.journey.input_steps} input steps (budget {budget})")

    # -- leaves

    @property
    def _fixtures(self) -> dict[str, Fixture]:
        return {fixture.fixture: fixture for fixture in self.plan.fixtures.fixtures}

    def _leaf(self, name: str) -> Leaf:
        return next(leaf for leaf in self.plan.leaves.leaves if leaf.id == name)

    def _ready(self) -> list[Job]:
        """Grade every leaf whose play is there or that needs none; name the plays that can be made now."""
        jobs: list[Job] = []
        is_moving = True
        while is_moving:
            is_moving = False
            for leaf in self.plan.leaves.leaves:
                if leaf.id in self.verdicts or any(needed not in self.verdicts for needed in leaf.pre):
                    continue
                number = self._wanted.setdefault(leaf.id, 1)
                verdict = self._grade(leaf, number)
                if verdict is None:
                    jobs += self._ask(leaf, number)
                elif verdict.state in RETRIED and number < (MOST_DOUBTED_PLAYS if verdict.keys_in_doubt else 2) and leaf.route != "static":
                    self._wanted[leaf.id] = number + 1
                    is_moving = True
                else:
                    self.verdicts[leaf.id] = verdict
                    is_moving = True
        return jobs

    def _grade(self, leaf: Leaf, number: int) -> Verdict | None:
        """The verdict on a leaf from its plays up to `number`; None while that play is still to be made."""
        without = grade_leaf(leaf, (), self.verdicts, self.bench)
        if without.state == "product_blocked" or leaf.route == "static":
            return without
        outcomes = [self._plays.get((self._leader[leaf.id], one)) for one in range(1, number + 1)]
        plays = tuple(one for one in outcomes if isinstance(one, Evidence))
        match outcomes[-1]:
            case None:
                return None
            case Fault() as fault:
                return verdict_on(leaf, "setup_failed", f"not the game's fault: {fault.message}", plays=tuple(play.play for play in plays))
            case Evidence():
                try:
                    with boundary(GraderError, f"grade {leaf.id!r}"):
                        return grade_leaf(leaf, plays, self.verdicts, self.bench)
                except GraderError as error:
                    return verdict_on(leaf, "observer_failed", f"not the game's fault: {error}", plays=tuple(play.play for play in plays))

    def _ask(self, leaf: Leaf, number: int) -> list[Job]:
        """The job of a play, unless it is being made already."""
        job = Job(id=f"{self._leader[leaf.id]}#{number}", what=leaf.requirement, kind=Evidence)
        if job.id in self._open:
            return []
        self._open.add(job.id)
        return [job]

    def _rerun(self) -> list[Job]:
        """Play the undecided leaves of thinly covered dimensions once more (section 11, coverage)."""
        self._was_rerun = True
        thin = weakly_covered(fold(self.plan.leaves.leaves, self.plan.leaves.families, self.verdicts, journey=self.journey_flag()))
        for leaf in self.plan.leaves.leaves:
            if leaf.dimension in thin and leaf.id in self.verdicts and self.verdicts[leaf.id].state in RETRIED:
                del self.verdicts[leaf.id]
                self._wanted[leaf.id] += 1
        return self._ready()

    def _condemn(self) -> None:
        """A key that independent routes contradicted twice fails the interface leaf, and no leaf that reads it can pass (section 9, rule iii)."""
        judged = [verdict for verdict in self.verdicts.values() if verdict.state in FAILED]
        self._condemned = frozenset(key for verdict in judged for key in verdict.keys_in_doubt)
        for leaf in self.plan.leaves.leaves:
            read = sorted(keys_read(leaf, self.plan.contract) & self._condemned)
            if leaf.interface and self._condemned:
                self._fail(leaf, "fail_observed", f"Φ misreports {', '.join(sorted(self._condemned))}")
            elif read:
                self._fail(leaf, "product_blocked", f"reads {', '.join(read)}, which Φ misreports")
        is_spreading = bool(self._condemned)
        while is_spreading:
            broken = [(leaf, needed) for leaf in self.plan.leaves.leaves for needed in leaf.pre if self._state(needed) in FAILED]
            is_spreading = sum(self._fail(leaf, "product_blocked", f"needs {needed}, which did not pass") for leaf, needed in broken) > 0

    def _state(self, name: str) -> LeafState:
        return self.verdicts[name].state if name in self.verdicts else "inconclusive"

    def _fail(self, leaf: Leaf, state: LeafState, reason: str) -> bool:
        """Fail a leaf that had not failed yet; whether anything changed."""
        verdict = self.verdicts.get(leaf.id)
        if verdict is None or verdict.state in FAILED or verdict.state == "unjudged":
            return False
        self.verdicts[leaf.id] = verdict_on(leaf, state, reason, plays=verdict.plays, checks=verdict.checks)
        return True

    # -- playing

    def _play_journey(self, desk: Desk) -> JourneyEvidence:
        plan = self._plan_sha256(JOURNEY)
        try:
            session = desk.open_session(False)  # noqa: FBT003 - the seam's own signature
        except GameError as error:
            return JourneyEvidence(
                artifact_sha256=self.artifact_sha256, plan_sha256=plan, seed=self.seed, actions=(), inputs=(), events=(), fault=Fault.of(error)
            )
        try:
            outcome = play_journey(self.plan.journey, self.plan.contract, session=session, keep_frame=desk.keep_frame)
            return journey_evidence(outcome, artifact_sha256=self.artifact_sha256, plan_sha256=plan, seed=self.seed)
        finally:
            session.close()

    def _evidence(self, job: Job, takes: tuple[Take, ...]) -> Evidence:
        return Evidence(
            play=job.id, plan_sha256=self._plan_sha256(job.id.partition("#")[0]), artifact_sha256=self.artifact_sha256, seed=self.seed, takes=takes
        )

    def _plan_sha256(self, name: str) -> str:
        if name == JOURNEY:
            return sha256_of(canonical_bytes(self.plan.journey))
        leaf = self._leaf(name)
        return sha256_of(canonical_bytes(leaf) + canonical_bytes(self._fixtures[leaf.fixture]))
