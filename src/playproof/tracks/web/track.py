"""The web track for one task and one artifact: every play of the script twice, with two seeds; verdicts on points; the label that follows from them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from playproof.graders.checks.points import judge_point
from playproof.players.looker import Looker
from playproof.players.sight.terms import SightTerms
from playproof.protocols import Desk, Job
from playproof.records.evidence import Take
from playproof.records.fault import Fault
from playproof.records.observation import FlowAnswer
from playproof.records.play_script import WebPlan
from playproof.records.record import Record
from playproof.records.seen import SeenPlay
from playproof.records.verdict import Verdict
from playproof.scoring.label import WebScore, web_score

ROUNDS = 2
"""Plays of everything: what passes must pass twice (stability over two plays)."""


@dataclass(slots=True, kw_only=True)
class WebTrack:
    """Implements protocols.Track. Holds the plays so far; verdicts and label are computed from them."""

    plan: WebPlan
    seed: int
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    _plays: dict[str, SeenPlay | Fault] = field(default_factory=dict)

    # -- protocols.Track

    def begin(self) -> Sequence[Job]:
        """Every play in every round."""
        rounds = range(1, ROUNDS + 1)
        return [
            Job(id=_name(play.id, number), what=f"play {play.id}, {number} of {ROUNDS}", kind=SeenPlay)
            for number in rounds
            for play in self.plan.script.plays
        ]

    def play(self, job: Job, desk: Desk) -> Record:
        """Play one play, and its twin."""
        name, _, number = job.id.partition("#")
        play = next(play for play in self.plan.script.plays if play.id == name)
        shift = int(number) - 1
        looker = Looker(
            terms=SightTerms(spec=self.plan.spec, script=self.plan.script),
            open_session=partial(desk.open_seeded, shift),
            keep_frame=desk.keep_frame,
            seed=self.seed + shift,
        )
        return looker.play(play)

    def accept(self, job: Job, outcome: Record | Fault) -> Sequence[Job]:
        """Keep what a job gave."""
        if isinstance(outcome, SeenPlay | Fault):
            self._plays[job.id] = outcome
        return ()

    def blamed(self, job: Job, fault: Fault) -> Record:
        """The record of a play that the game made impossible."""
        name, _, number = job.id.partition("#")
        act, twin = (
            Take(role=role, entered=FlowAnswer(ok=False, problem=fault.message), began_ms=0, ended_ms=0, fault=fault) for role in ("act", "twin")
        )
        return SeenPlay(play=name, seed=self.seed + int(number) - 1, act=act, twin=twin, act_scenes=(), twin_scenes=())

    # -- what it comes to

    def score(self) -> WebScore:
        """Judge every point in every round; the worse verdict stands."""
        rounds = [self._round(number) for number in range(1, ROUNDS + 1)]
        for point in self.plan.script.points:
            found = [verdicts[point.point] for verdicts in rounds]
            decided = [verdict for verdict in found if verdict.value is not None]
            self.verdicts[point.point] = min(decided, key=lambda verdict: verdict.value or 0.0, default=found[0])
        return web_score(self.plan.task, self.plan.spec.points, rounds)

    def _round(self, number: int) -> dict[str, Verdict]:
        names = {point.point: _name(point.play, number) for point in self.plan.script.points}
        return {point.point: judge_point(point, self._plays.get(names[point.point]), names[point.point]) for point in self.plan.script.points}


def _name(play: str, number: int) -> str:
    return f"{play}#{number}"
