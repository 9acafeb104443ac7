from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from games.beacon.desk import REFERENCE, plan_of
from games.pocket import PocketDriver, Trouble
from playproof.cli.evaluation import Outcome, finish
from playproof.cli.tracks.build import BuildWiring
from playproof.pipeline import Progress, Workers, evaluate
from playproof.protocols import Driver, Opening
from playproof.records.leaf import BuildPlan
from playproof.records.run import DriveMode, RunSheet
from playproof.records.score import BuildScore
from playproof.store.artifacts import describe, freeze
from playproof.store.files import canonical_bytes, sha256_of
from playproof.store.run_folder import RunFolder


@dataclass(kw_only=True)
class Flow:
    """One run of Beacon in memory: start it, go on with it."""

    folder: RunFolder
    plan: BuildPlan = field(default_factory=plan_of)
    artifact: Path = REFERENCE
    trouble: Trouble = field(default_factory=Trouble)
    mode: DriveMode = "frame-controlled"
    has_journey: bool = True

    def run(self, *, count: int = 1, watch: Callable[[Progress], None] = lambda _: None) -> Outcome[BuildScore]:
        """What `playproof play` does, on the engine in memory."""
        artifact = describe(self.artifact)
        sheet = RunSheet(
            playproof="0",
            task=self.plan.task,
            task_sha256=sha256_of(canonical_bytes(self.plan)),
            artifact_sha256=artifact.sha256,
            engine="web",
            seed=1,
        )
        if not self.folder.begin(sheet):
            freeze(self.artifact, self.folder.artifact_path)
        self.folder.keep("plan", self.plan)
        wiring = BuildWiring(plan=self.plan, has_journey=self.has_journey)
        wiring.examine(self.folder)
        with wiring.track(self.folder) as track:
            evaluate(track, self.folder, Workers(make_driver=self._driver, opening=self._opening, count=count, watch=watch))
            return finish(track, self.folder)

    def _driver(self) -> Driver:
        return PocketDriver(self.trouble, mode=self.mode)

    def _opening(self, is_lasting: bool) -> Opening:
        return Opening(artifact_path=self.artifact, entry="index.html", width_px=320, height_px=240, seed=1, is_lasting=is_lasting)

    def played(self) -> list[str]:
        """The jobs that were played, once for each time."""
        return [timing.job for timing in self.folder.timings()]


@pytest.fixture
def flow(tmp_path: Path) -> Flow:
    """A run that has not begun."""
    return Flow(folder=RunFolder(tmp_path / "run"))
