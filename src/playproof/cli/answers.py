"""What `--json` prints: the stable interface for programs."""

from typing import Literal

from playproof.cli.evaluation import Outcome
from playproof.records.fault import Fault
from playproof.records.record import Record


class ScoreAnswer(Record):
    """A score of any track: never without its coverage and its floor."""

    value: float | None
    coverage: float
    floor: float


class DimensionAnswer(Record):
    """One dimension of the build track, points."""

    name: str
    value: float | None
    weight: float
    coverage: float
    floor: float
    status: Literal["decided", "inconclusive", "unjudged"]


class BuildAnswer(Record):
    """The scorecard of the build track."""

    F: float | None
    O: float | None  # noqa: E741 - the paper's symbol
    dimensions: dict[str, DimensionAnswer]
    J: bool | None
    Lambda: bool | None
    solved: bool | None


class FaultAnswer(Record):
    """A play that we could not make."""

    job: str
    fault: Fault


class PlayAnswer(Record):
    """`playproof play --json` and `playproof grade --json`."""

    task: str
    engine: str
    mode: str | None
    """How the engine was driven; None when nothing was played (an empty or finished run)."""
    isolation: str | None
    score: ScoreAnswer
    build: BuildAnswer
    faults: tuple[FaultAnswer, ...]
    evidence_digest: str
    run: str
    report: str | None


class TaskAnswer(Record):
    """One task of `playproof tasks --json`."""

    id: str
    track: str
    title: str
    engines: tuple[str, ...]
    oracles: dict[str, str | None]
    """Engine -> path of the reference, or None where it is not shipped."""
    tier: str
    stressor: str
    path: str


class LintAnswer(Record):
    """`playproof task lint --json`."""

    task: str
    leaves: int
    journey_actions: int
    problems: tuple[str, ...]
    """`file:line: what is wrong`, all at once."""


def play_answer(outcome: Outcome) -> PlayAnswer:
    """The answer for one evaluation."""
    score, sheet = outcome.score, outcome.folder.sheet()
    return PlayAnswer(
        task=sheet.task,
        engine=sheet.engine,
        mode=outcome.sheet.mode if outcome.sheet else None,
        isolation=outcome.sheet.isolation if outcome.sheet else None,
        score=ScoreAnswer(value=score.F, coverage=score.coverage, floor=score.floor),
        build=BuildAnswer(
            F=score.F,
            O=score.O,
            dimensions={
                f"D{one.dimension}": DimensionAnswer(
                    name=one.name, value=one.value, weight=one.weight, coverage=one.coverage, floor=one.floor, status=one.status
                )
                for one in score.dimensions
            },
            J=score.J.value,
            Lambda=score.Lambda.value,
            solved=score.solved.value,
        ),
        faults=tuple(FaultAnswer(job=one.job, fault=one.fault) for one in outcome.faults),
        evidence_digest=outcome.digest,
        run=str(outcome.folder.path),
        report=str(outcome.folder.report_path) if outcome.folder.report_path.exists() else None,
    )
