"""What `--json` prints: the stable interface for programs."""

from typing import Any, Literal, TypedDict

from playproof.cli.evaluation import Outcome
from playproof.records.fault import Fault
from playproof.records.record import Record
from playproof.records.replica import ReplicaComparison, ReplicaScore
from playproof.records.score import BuildScore
from playproof.scoring.label import WebScore


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
    """`playproof play --json` and `playproof grade --json`: what all tracks have in common."""

    task: str
    engine: str
    mode: str | None
    """How the engine was driven; None when nothing was played (an empty or finished run)."""
    isolation: str | None
    score: ScoreAnswer
    faults: tuple[FaultAnswer, ...]
    evidence_digest: str
    run: str
    report: str | None


class BuildPlayAnswer(PlayAnswer):
    """The answer for a task of the build track; `score.value` is F."""

    build: BuildAnswer


class RuleAnswer(Record):
    """One rule of a replica's checklist."""

    category: str
    agrees: bool | None
    """None: could not be told, by our own fault."""
    reason: str


class ReplicaAnswer(Record):
    """The scorecard of the replica track; shares 0 to 1."""

    implementation: float | None
    """Judged; None without judges, like the next two."""
    rule: float | None
    visual: float | None
    overall: float | None
    agreement: float | None
    """Behavioural agreement, without a model."""
    walks: float | None
    """Agreement on random legal play, beside the score."""
    looks: float | None
    """Visual comparison, without a model."""
    tier: Literal["F1", "F2", "F3", "F4", "F5"] | None
    gate: str
    """The first gate that was missed."""
    reason: str
    rules: dict[str, RuleAnswer]


class ReplicaPlayAnswer(PlayAnswer):
    """The answer for a task of the replica track; `score.value` is the overall score where judges gave all of it, else the behavioural agreement."""

    replica: ReplicaAnswer


class PointAnswer(Record):
    """One evaluable point."""

    state: str
    value: float | None
    """1 passed, 0 failed, None unverified."""
    reason: str


class WebAnswer(Record):
    """The scorecard of the web track."""

    label: Literal["EXCELLENT", "USABLE", "UNUSABLE"] | None
    """None: a core point is unverified."""
    reason: str
    is_stable: bool
    """Both plays of every point came to the same."""
    points: dict[str, PointAnswer]


class WebPlayAnswer(PlayAnswer):
    """The answer for a task of the web track; `score.value` is the share of decided points that passed."""

    web: WebAnswer


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


def build_answer(outcome: Outcome[BuildScore]) -> BuildPlayAnswer:
    """The answer for one evaluation of the build track."""
    score = outcome.score
    return BuildPlayAnswer(
        **_common(outcome),
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
    )


def replica_answer(outcome: Outcome[ReplicaScore]) -> ReplicaPlayAnswer:
    """The answer for one evaluation of the replica track."""
    score = outcome.score
    rules = outcome.folder.root("comparison", ReplicaComparison).rules
    return ReplicaPlayAnswer(
        **_common(outcome),
        score=ScoreAnswer(value=score.value, coverage=score.coverage, floor=score.floor),
        replica=ReplicaAnswer(
            implementation=score.implementation,
            rule=score.rule,
            visual=score.visual,
            overall=score.overall,
            agreement=score.agreement,
            walks=score.walks,
            looks=score.looks,
            tier=score.gate.tier,
            gate=score.gate.gate,
            reason=score.gate.reason,
            rules={rule.rule: RuleAnswer(category=rule.category, agrees=rule.agrees, reason=rule.reason) for rule in rules},
        ),
    )


def web_answer(outcome: Outcome[WebScore]) -> WebPlayAnswer:
    """The answer for one evaluation of the web track."""
    score = outcome.score
    points = {name: PointAnswer(state=verdict.state, value=verdict.value, reason=verdict.reason) for name, verdict in outcome.verdicts.items()}
    return WebPlayAnswer(
        **_common(outcome),
        score=ScoreAnswer(value=score.value, coverage=score.coverage, floor=score.floor),
        web=WebAnswer(label=score.label, reason=score.reason, is_stable=score.is_stable, points=points),
    )


class _Common(TypedDict):
    task: str
    engine: str
    mode: str | None
    isolation: str | None
    faults: tuple[FaultAnswer, ...]
    evidence_digest: str
    run: str
    report: str | None


def _common(outcome: Outcome[Any]) -> _Common:
    sheet = outcome.folder.sheet()
    return _Common(
        task=sheet.task,
        engine=sheet.engine,
        mode=outcome.sheet.mode if outcome.sheet else None,
        isolation=outcome.sheet.isolation if outcome.sheet else None,
        faults=tuple(FaultAnswer(job=one.job, fault=one.fault) for one in outcome.faults),
        evidence_digest=outcome.digest,
        run=str(outcome.folder.path),
        report=str(outcome.folder.report_path) if outcome.folder.report_path.exists() else None,
    )
