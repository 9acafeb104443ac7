"""Everything that the page of a replica shows, read from a run folder once."""

from dataclasses import dataclass

from playproof.records.artifact import Artifact
from playproof.records.interface import ObservedPlay
from playproof.records.replica import IntakeEvidence, LoadEvidence, OriginalPlays, ReplicaComparison, ReplicaPlan, ReplicaScore
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
    rules, walks = [rule.id for rule in plan.rules], [walk.id for walk in plan.walks]
    originals = {rule: folder.play(f"original-{rule}", OriginalPlays) for rule in rules}
    replicas = {name: folder.play(f"replica-{name}", ObservedPlay) for name in (*rules, *walks)}
    walked = {walk: folder.play(f"original-{walk}", ObservedPlay) for walk in walks}
    return ReplicaRun(
        folder=folder,
        sheet=sheet,
        plan=plan,
        score=folder.root("score", ReplicaScore),
        comparison=folder.root("comparison", ReplicaComparison),
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
