"""Everything that a report shows, read from a run folder once."""

from collections.abc import Iterator
from dataclasses import dataclass

from playproof.records.artifact import Artifact
from playproof.records.evidence import Evidence, JourneyEvidence, StaticEvidence, Take
from playproof.records.leaf import BuildPlan, Leaf
from playproof.records.run import DriverSheet, PlayFault, RunSheet, Timing
from playproof.records.score import BuildScore
from playproof.records.verdict import Verdict
from playproof.store.run_folder import RunFolder

MOST_PLAYS = 9
"""Plays of one leaf that are looked for; the build track makes at most three."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """One run, in memory."""

    folder: RunFolder
    sheet: RunSheet
    plan: BuildPlan
    score: BuildScore
    driver: DriverSheet | None
    artifact: Artifact | None
    verdicts: dict[str, Verdict]
    plays: dict[str, tuple[Evidence, ...]]
    """Leaf id -> its plays, oldest first."""
    journey: JourneyEvidence | None
    static: StaticEvidence | None
    faults: tuple[PlayFault, ...]
    timings: tuple[Timing, ...]
    digest: str

    def takes(self) -> Iterator[tuple[str, Take]]:
        """Every take of every play of a leaf, with the play's id."""
        for plays in self.plays.values():
            for play in plays:
                for take in play.takes:
                    yield play.play, take


def gather(folder: RunFolder) -> Gathered:
    """Read a run; SpecError when it is none, is not finished, or was written by another version."""
    sheet = folder.sheet()
    verdicts = {verdict.criterion: verdict for verdict in folder.verdicts()}
    plan = folder.root("plan", BuildPlan)
    has_artifact = (folder.path / "artifact.json").exists()
    return Gathered(
        folder=folder,
        sheet=sheet,
        plan=plan,
        score=folder.root("score", BuildScore),
        driver=folder.driver_sheet(),
        artifact=folder.root("artifact", Artifact) if has_artifact else None,
        verdicts=verdicts,
        plays={leaf.id: _plays(folder, leaf) for leaf in plan.leaves.leaves},
        journey=folder.play("journey", JourneyEvidence),
        static=folder.play("static", StaticEvidence),
        faults=folder.faults(),
        timings=folder.timings(),
        digest=folder.digest(),
    )


def _plays(folder: RunFolder, leaf: Leaf) -> tuple[Evidence, ...]:
    found = (folder.play(f"{leaf.id}#{number}", Evidence) for number in range(1, MOST_PLAYS + 1))
    return tuple(play for play in found if play is not None)
