"""Process metrics of attempts: calls by endpoint, tool calls, their mean and standard deviation by model and by runtime (GameReplica section 4.3). Pure.

Failed attempts are paired with the best success at the same task in the same runtime, for the attribution of causes.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import mean, stdev

from playproof.analysis.phases import segments
from playproof.records.calls import ENDPOINTS, Call, Endpoint
from playproof.records.record import Record
from playproof.records.replica import Tier
from playproof.records.trace import PHASES, EndpointCount, Phase, ProcessSheet, RootCause, ToolCount, Trace


class Spread(Record):
    """Mean and spread of one number over attempts."""

    count: int
    mean: float
    sd: float | None
    """Sample standard deviation (n - 1); None for fewer than two attempts."""


class ProcessGroup(Record):
    """Process metrics of all attempts of one model or one runtime."""

    name: str
    tool_calls: Spread
    observe_calls: Spread
    endpoints: dict[Endpoint, Spread]
    """Every endpoint that any attempt of the group called; an attempt without such a call counts as 0."""


class Finished(Record):
    """One attempt with its outcome."""

    id: str
    task: str
    runtime: str
    model: str
    tier: Tier | None
    """None: not told, by our own fault; such an attempt is neither failed nor a success."""
    value: float | None


class Pair(Record):
    """A failed attempt and what it is held against."""

    failed: Finished
    control: Finished | None
    """The best F5 attempt at the same task in the same runtime; None: there is none."""


class CauseCount(Record):
    """How many failures of one model come from one sub-mode of one phase."""

    model: str
    phase: Phase | None
    """None: undecided."""
    sub_mode: str
    count: int
    share: float
    """Of the model's failures."""


def process_sheet(trace: Trace, calls: Sequence[Call] | None = None) -> ProcessSheet:
    """The process metrics of one attempt.

    Args:
        trace: Its trajectory.
        calls: The log of the service, which counts every call; None: counted from what can be told from the trajectory.
    """
    named = [call.endpoint for call in calls] if calls is not None else [event.endpoint for event in trace.events if event.kind == "observe"]
    counted = Counter(name for name in named if name is not None)
    tools = Counter(event.tool for event in trace.events if event.kind == "tool_call")
    times = [event.at_s for event in trace.events if event.at_s is not None]
    return ProcessSheet(
        runtime=trace.runtime,
        model=trace.model,
        task=trace.task,
        endpoints=tuple(EndpointCount(endpoint=name, calls=counted[name]) for name in ENDPOINTS if counted[name]),
        observe_calls=counted.total(),
        tools=tuple(ToolCount(tool=name, calls=count) for name, count in sorted(tools.items(), key=lambda one: (-one[1], one[0]))),
        tool_calls=tools.total(),
        messages=sum(event.kind == "message" and event.actor == "model" for event in trace.events),
        tokens=trace.tokens,
        took_s=max(times) - min(times) if times else None,
        phases=segments(trace),
        calls_from="trajectory" if calls is None else "log of the service",
    )


def by_model(sheets: Sequence[ProcessSheet]) -> tuple[ProcessGroup, ...]:
    """Metrics by model, for attempts in one runtime."""
    return _grouped(sheets, lambda sheet: sheet.model)


def by_runtime(sheets: Sequence[ProcessSheet]) -> tuple[ProcessGroup, ...]:
    """Metrics by runtime, for attempts of one model."""
    return _grouped(sheets, lambda sheet: sheet.runtime)


def spread(numbers: Sequence[float]) -> Spread:
    """Mean and sample standard deviation of at least one number."""
    return Spread(count=len(numbers), mean=mean(numbers), sd=stdev(numbers) if len(numbers) > 1 else None)


def pairs(attempts: Sequence[Finished]) -> tuple[Pair, ...]:
    """Each failed attempt (F1 to F4) with the best F5 attempt at the same task in the same runtime, whatever its model; ties by id."""
    best: dict[tuple[str, str], Finished] = {}
    for one in sorted(attempts, key=lambda one: (-(one.value if one.value is not None else -1.0), one.id)):
        if one.tier == "F5":
            best.setdefault((one.task, one.runtime), one)
    return tuple(Pair(failed=one, control=best.get((one.task, one.runtime))) for one in attempts if one.tier not in (None, "F5"))


def cause_counts(failures: Sequence[tuple[Finished, RootCause]]) -> tuple[CauseCount, ...]:
    """The distribution model × phase × sub-mode, models by name, phases in their order, undecided last; the shares of a model sum to 1."""
    totals = Counter(one.model for one, _ in failures)
    counted = Counter((one.model, cause.phase, cause.sub_mode) for one, cause in failures)

    def order(key: tuple[str, Phase | None, str]) -> tuple[str, int, int, str]:
        model, phase, sub_mode = key
        return model, PHASES.index(phase) if phase is not None else len(PHASES), -counted[key], sub_mode

    return tuple(
        CauseCount(
            model=model, phase=phase, sub_mode=sub_mode, count=counted[model, phase, sub_mode], share=counted[model, phase, sub_mode] / totals[model]
        )
        for model, phase, sub_mode in sorted(counted, key=order)
    )


def _grouped(sheets: Sequence[ProcessSheet], key: Callable[[ProcessSheet], str]) -> tuple[ProcessGroup, ...]:
    names = sorted({key(sheet) for sheet in sheets})
    return tuple(_group(name, [sheet for sheet in sheets if key(sheet) == name]) for name in names)


def _group(name: str, sheets: Sequence[ProcessSheet]) -> ProcessGroup:
    counts = [{one.endpoint: one.calls for one in sheet.endpoints} for sheet in sheets]
    called = [endpoint for endpoint in ENDPOINTS if any(endpoint in one for one in counts)]
    return ProcessGroup(
        name=name,
        tool_calls=spread([sheet.tool_calls for sheet in sheets]),
        observe_calls=spread([sheet.observe_calls for sheet in sheets]),
        endpoints={endpoint: spread([one.get(endpoint, 0) for one in counts]) for endpoint in called},
    )
