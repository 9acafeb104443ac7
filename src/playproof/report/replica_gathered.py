"""Everything that the page of a replica shows, read from a run folder once."""

from dataclasses import dataclass

from playproof.records.artifact import Artifact
from playproof.records.interface import ObservedPlay
from playproof.records.replica import (
    AnewPlays,
    IntakeEvidence,
    LoadEvidence,
    OriginalPlays,
    ReplicaComparison,
    ReplicaPlan,
    ReplicaScore,
    RuleComparison,
)
from playproof.records.run import DriverSheet, PlayFault, RunSheet, Timing
from playproof.store.run_folder import RunFolder


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplicaRun:
    """One run of the replica track, in memory."""

    folder: RunFolder
    sheet: RunSheet
    plan: ReplicaPlan
    score: ReplicaScore
    comparison: ReplicaComparison
    driver: DriverSheet | None
    artifact: Artifact
    intake: IntakeEvidence | None
    load: LoadEvidence | None
    originals: dict[str, OriginalPlays]
    """Rule -> its witness on the original, with and without the rule."""
    replicas: dict[str, ObservedPlay]
    """Rule or walk -> the replica's play."""
    walks: dict[str, ObservedPlay]
    """Walk -> the original's play."""
    faults: tuple[PlayFault, ...]
    timings: tuple[Timing, ...]
    digest: str


def gather_replica(folder: RunFolder) -> ReplicaRun:
    """Read a run; SpecError when it is none, is not finished, or was written by another version."""
    sheet = folder.sheet()
    folder.verdicts()
    plan = folder.root("plan", ReplicaPlan)
    walks, comparison = [walk.id for walk in plan.walks], folder.root("comparison", ReplicaComparison)
    both = {rule.rule: _judged_by(folder, rule) for rule in comparison.rules}
    originals = {rule: original for rule, (original, _) in both.items()}
    replicas = {rule: replica for rule, (_, replica) in both.items()} | {walk: folder.play(f"replica-{walk}", ObservedPlay) for walk in walks}
    walked = {walk: folder.play(f"original-{walk}", ObservedPlay) for walk in walks}
    return ReplicaRun(
        folder=folder,
        sheet=sheet,
        plan=plan,
        score=folder.root("score", ReplicaScore),
        comparison=comparison,
        driver=folder.driver_sheet(),
        artifact=folder.root("artifact", Artifact),
        intake=folder.play("intake", IntakeEvidence),
        load=folder.play("load", LoadEvidence),
        originals={name: play for name, play in originals.items() if play is not None},
        replicas={name: play for name, play in replicas.items() if play is not None},
        walks={name: play for name, play in walked.items() if play is not None},
        faults=folder.faults(),
        timings=folder.timings(),
        digest=folder.digest(),
    )


def _judged_by(folder: RunFolder, rule: RuleComparison) -> tuple[OriginalPlays | None, ObservedPlay | None]:
    """The plays that a rule's comparison rests on."""
    if len(rule.plays) == 1:
        anew = folder.play(rule.plays[0], AnewPlays)
        return (anew.original, anew.replica) if anew else (None, None)
    if not rule.plays:
        return None, None
    return folder.play(rule.plays[0], OriginalPlays), folder.play(rule.plays[1], ObservedPlay)
