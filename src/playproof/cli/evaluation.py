"""Wires the parts for one evaluation of one artifact: freeze, examine, play, grade, fold, write."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playproof import __version__
from playproof.drivers.web.driver import WebDriver
from playproof.errors import MissingTool, SpecError
from playproof.graders.checks.leaf import Bench
from playproof.graders.checks.pixels import Album
from playproof.pipeline import Progress, Workers, evaluate, regrade
from playproof.players.static_web import examine_web
from playproof.protocols import Driver, Opening
from playproof.records.artifact import Artifact
from playproof.records.evidence import StaticEvidence
from playproof.records.leaf import BuildPlan
from playproof.records.run import DriveMode, DriverSheet, PlayFault, RunSheet
from playproof.records.score import BuildScore
from playproof.records.verdict import Verdict
from playproof.sandbox.bubblewrap import isolation_problem
from playproof.store.artifacts import describe, freeze
from playproof.store.files import canonical_bytes, sha256_of
from playproof.store.run_folder import RunFolder
from playproof.tracks.build.track import BuildTrack

STATIC = "static"
"""Name of the static evidence among the plays."""
ENGINES = ("web",)
"""Engines that this version plays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One artifact to be evaluated."""

    artifact_path: Path
    plan: BuildPlan
    engine: str
    folder: RunFolder
    seed: int
    jobs: int
    mode: DriveMode | None
    """None: the best there is."""
    is_trusted: bool
    """May run without namespaces."""
    has_journey: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What an evaluation came to."""

    folder: RunFolder
    score: BuildScore
    verdicts: dict[str, Verdict]
    sheet: DriverSheet | None
    faults: tuple[PlayFault, ...]
    digest: str


def check_engine(engine: str, plan: BuildPlan) -> None:
    """SpecError for an engine that the task or this version does not have."""
    if engine not in plan.contract.entry:
        raise SpecError("--engine", f"the task {plan.task!r} has no engine {engine!r}", expected=f"one of {', '.join(plan.contract.entry)}")
    if engine not in ENGINES:
        raise MissingTool(f"the engine {engine!r} is not available", remedy="playproof doctor")


def check_isolation(*, is_trusted: bool) -> bool:
    """Whether games run in namespaces here; MissingTool when they cannot and the artifact is not trusted."""
    problem = isolation_problem()
    if problem is not None and not is_trusted:
        raise MissingTool(
            f"an untrusted game runs only in namespaces of its own, and there are none here: {problem}",
            remedy="see `playproof doctor`; or --unsafe to run it with your rights",
        )
    return problem is None


def run(request: Request, watch: Callable[[Progress], None]) -> Outcome:
    """Evaluate an artifact, or go on with an evaluation that was interrupted."""
    check_engine(request.engine, request.plan)
    is_isolated = check_isolation(is_trusted=request.is_trusted)
    artifact = describe(request.artifact_path)
    folder = request.folder
    folder.begin(
        RunSheet(
            playproof=__version__,
            task=request.plan.task,
            task_sha256=sha256_of(canonical_bytes(request.plan)),
            artifact_sha256=artifact.sha256,
            engine=request.engine,
            seed=request.seed,
        )
    )
    _freeze(request.artifact_path, artifact, folder)
    folder.keep("plan", request.plan)
    static = examine_web(folder.artifact_path, artifact.sha256, request.plan.contract)
    folder.keep_play(STATIC, static)
    track = _track(request.plan, folder, static, request.seed)
    track.has_journey = request.has_journey

    def make_driver() -> Driver:
        return WebDriver(mode=request.mode, is_isolated=is_isolated)

    def opening(is_lasting: bool) -> Opening:
        view = request.plan.contract.view
        return Opening(
            artifact_path=folder.artifact_path,
            entry=request.plan.contract.entry[request.engine],
            width_px=view.width_px,
            height_px=view.height_px,
            seed=request.seed,
            is_lasting=is_lasting,
        )

    evaluate(track, folder, Workers(make_driver=make_driver, opening=opening, count=request.jobs, watch=watch))
    return _finish(track, folder)


def grade_again(folder: RunFolder) -> Outcome:
    """Judge a finished run again from its evidence, without the game."""
    sheet = folder.sheet()
    plan = folder.plan()
    static = folder.play(STATIC, StaticEvidence)
    track = _track(plan, folder, static, sheet.seed)
    regrade(track, folder)
    return _finish(track, folder)


def read_outcome(folder: RunFolder) -> Outcome:
    """What a finished run came to, as it was written."""
    folder.sheet()
    verdicts = {verdict.criterion: verdict for verdict in folder.verdicts()}
    return Outcome(
        folder=folder,
        score=folder.root("score", BuildScore),
        verdicts=verdicts,
        sheet=folder.driver_sheet(),
        faults=folder.faults(),
        digest=folder.digest(),
    )


def _freeze(source: Path, artifact: Artifact, folder: RunFolder) -> None:
    """Copy the game into the run once; a copy that was cut off is made again."""
    if (folder.path / "artifact.json").exists():
        return
    frozen = freeze(source, folder.artifact_path)
    if frozen.sha256 != artifact.sha256:
        raise SpecError(str(source), "changed while it was copied", expected="a game that nobody is writing to")
    folder.keep("artifact", frozen)


def _track(plan: BuildPlan, folder: RunFolder, static: StaticEvidence | None, seed: int) -> BuildTrack:
    bench = Bench(contract=plan.contract, album=Album(folder.frames.read), static=static)
    return BuildTrack(plan=plan, bench=bench, artifact_sha256=folder.sheet().artifact_sha256, seed=seed)


def _finish(track: BuildTrack, folder: RunFolder) -> Outcome:
    score = track.score()
    folder.keep_verdicts(tuple(track.verdicts.values()))
    folder.keep("score", score)
    return Outcome(folder=folder, score=score, verdicts=track.verdicts, sheet=folder.driver_sheet(), faults=folder.faults(), digest=folder.digest())
