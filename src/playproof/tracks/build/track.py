"""The build track for one task and one artifact: which leaf can be played now, what its plays say, what they sum up to.

A leaf is played once the leaves it needs are decided, and not at all when one of them failed. A verdict that the observer spoilt is tried once more
by another route; a dimension that is covered too thinly gets its undecided leaves played again, once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from playproof.errors import GameError
from playproof.graders.checks.leaf import Bench, grade_leaf, keys_read, verdict_on
from playproof.players.journey import BUDGET_FACTOR, journey_evidence, play_journey
from playproof.players.probe import Stage, play_leaf
from playproof.protocols import Desk, Job
from playproof.records.evidence import Evidence, JourneyEvidence, Take
from playproof.records.fault import Fault
from playproof.records.leaf import BuildPlan, Fixture, Leaf
from playproof.records.observation import FlowAnswer
from playproof.records.record import Record
from playproof.records.score import BuildScore, Flag
from playproof.records.verdict import Verdict
from playproof.scoring.fold import fold, weakly_covered
from playproof.store.files import canonical_bytes, sha256_of

JOURNEY = "journey"
"""Id of the journey's job."""
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
    _plays: dict[str, list[Evidence]] = field(default_factory=dict)
    _named: set[str] = field(default_factory=set)
    _open: set[str] = field(default_factory=set)
    _was_rerun: bool = False

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
        takes = play_leaf(leaf, self._fixtures, stage, is_replay=number != "1")
        return self._evidence(job, takes)

    def accept(self, job: Job, outcome: Record | Fault) -> Sequence[Job]:
        """Grade what can be graded now; name what can be played now."""
        self._open.discard(job.id)
        if job.id == JOURNEY:
            self.journey = outcome if isinstance(outcome, JourneyEvidence) else None
            self.journey_fault = outcome if isinstance(outcome, Fault) else None
        else:
            name, _, number = job.id.partition("#")
            again = self._take_in(self._leaf(name), int(number), outcome)
            if again is not None:
                return [again]
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
        budget = BUDGET_FACTOR * self.plan.journey.reference_input_steps
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
        return Flag(value=True, reason=f"{len(self.journey.actions)} actions in {self.journey.input_steps} input steps (budget {budget})")

    # -- leaves

    @property
    def _fixtures(self) -> dict[str, Fixture]:
        return {fixture.fixture: fixture for fixture in self.plan.fixtures.fixtures}

    def _leaf(self, name: str) -> Leaf:
        return next(leaf for leaf in self.plan.leaves.leaves if leaf.id == name)

    def _ready(self) -> list[Job]:
        """Grade every leaf that needs no play; name every leaf whose needs are decided."""
        jobs: list[Job] = []
        is_moving = True
        while is_moving:
            is_moving = False
            for leaf in self.plan.leaves.leaves:
                if leaf.id in self.verdicts or leaf.id in self._named or any(needed not in self.verdicts for needed in leaf.pre):
                    continue
                verdict = grade_leaf(leaf, (), self.verdicts, self.bench)
                if verdict.state == "product_blocked" or leaf.route == "static":
                    self.verdicts[leaf.id] = verdict
                    is_moving = True
                    continue
                self._named.add(leaf.id)
                jobs.append(self._job(leaf, 1))
        return jobs

    def _job(self, leaf: Leaf, number: int) -> Job:
        job = Job(id=f"{leaf.id}#{number}", what=leaf.requirement, kind=Evidence)
        self._open.add(job.id)
        return job

    def _take_in(self, leaf: Leaf, number: int, outcome: Record | Fault) -> Job | None:
        """Grade a leaf from a play; the job of a replay when the observer spoilt it."""
        if isinstance(outcome, Evidence):
            self._plays.setdefault(leaf.id, []).append(outcome)
        plays = self._plays.get(leaf.id, [])
        if isinstance(outcome, Fault):
            self.verdicts[leaf.id] = verdict_on(
                leaf, "setup_failed", f"not the game's fault: {outcome.message}", plays=tuple(play.play for play in plays)
            )
            return None
        verdict = grade_leaf(leaf, plays, self.verdicts, self.bench)
        if verdict.state in RETRIED and number == 1:
            return self._job(leaf, 2)
        self.verdicts[leaf.id] = verdict
        return None

    def _rerun(self) -> list[Job]:
        """Play the undecided leaves of thinly covered dimensions once more (section 11, coverage)."""
        self._was_rerun = True
        thin = weakly_covered(fold(self.plan.leaves.leaves, self.plan.leaves.families, self.verdicts, journey=self.journey_flag()))
        undecided = [
            leaf
            for leaf in self.plan.leaves.leaves
            if leaf.dimension in thin and leaf.id in self.verdicts and self.verdicts[leaf.id].state in RETRIED
        ]
        return [self._job(leaf, 3) for leaf in undecided]

    def _condemn(self) -> None:
        """A key that independent routes contradicted twice fails the interface leaf, and no leaf that reads it can pass (section 9, rule iii)."""
        condemned = {
            key
            for verdict in self.verdicts.values()
            if verdict.state in ("product_blocked", "fail_observed") and verdict.keys_in_doubt
            for key in verdict.keys_in_doubt
        }
        if not condemned:
            return
        for leaf in self.plan.leaves.leaves:
            verdict = self.verdicts.get(leaf.id)
            if verdict is None or verdict.state != "pass":
                continue
            read = sorted(keys_read(leaf, self.plan.contract) & condemned)
            if leaf.interface:
                self.verdicts[leaf.id] = verdict_on(
                    leaf, "fail_observed", f"Φ misreports {', '.join(sorted(condemned))}", plays=verdict.plays, checks=verdict.checks
                )
            elif read:
                self.verdicts[leaf.id] = verdict_on(
                    leaf, "product_blocked", f"reads {', '.join(read)}, which Φ misreports", plays=verdict.plays, checks=verdict.checks
                )

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
