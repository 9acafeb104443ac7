"""Why an attempt failed: a judge reads its phased trajectory beside that of a success at the same task (GameReplica section 4.3).

The sub-modes are named beforehand, in the prompt and here (ours; the paper's list is lost), so that causes of many attempts can be counted.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from playproof.graders.judges.answers import Reason, ask
from playproof.graders.judges.documents import fenced, numbered
from playproof.graders.judges.prompts import load_prompt
from playproof.protocols import Judge, Question
from playproof.records.record import Record
from playproof.records.replica import Gate
from playproof.records.trace import Phase, RootCause, TraceEvent

SUB_MODES: dict[Phase, tuple[str, ...]] = {
    "exploration": ("not_enough_observed", "misread_pictures", "wrong_rule_induced", "budget_wasted"),
    "implementation": ("known_rule_left_out", "wrong_code", "broken_page", "looks_neglected", "stopped_early"),
    "self_check": ("not_checked", "shallow_check", "fault_seen_not_repaired", "no_comparison"),
}
MOST_EVENTS = 600
"""Events of a trajectory that a judge is shown: the first and the last half of it where there are more (ours)."""
SHOWN_TEXT = 240
PROMPT = "root-cause"


class Cause(Record):
    """An analyst's answer."""

    phase: Phase
    sub_mode: str
    reason: Reason
    events: Annotated[tuple[int, ...], Field(min_length=1, max_length=20)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Phased:
    """A trajectory with the phase of each event."""

    attempt: str
    events: Sequence[TraceEvent]
    phases: Sequence[Phase]


def root_cause(failed: Phased, control: Phased | None, gate: Gate, judge: Judge) -> RootCause:
    """The phase and sub-mode in which a failure originated; undecided with the reason when the judge does not tell.

    Args:
        failed: The attempt that failed.
        control: The success that it is held against, if there is one.
        gate: The gate that it missed.
        judge: Who is asked.
    """
    prompt = load_prompt(PROMPT)
    exhibits = [f"The replica of the failed attempt missed the gate {gate.gate!r} (tier {gate.tier}).", fenced(numbered("failed", _lines(failed)))]
    if control is not None:
        exhibits.append(fenced(numbered("success", _lines(control))))
    shown = {event.seq for event in _chosen(failed.events)}

    def check(answer: Cause) -> str:
        if answer.sub_mode not in SUB_MODES[answer.phase]:
            return f"a sub-mode of {answer.phase} is one of {', '.join(SUB_MODES[answer.phase])}"
        return "" if shown.issuperset(answer.events) else "an event is cited that is not shown"

    asked = ask(judge, Question(role="analyst", prompt=prompt.id, instructions=prompt.text, text="\n\n".join(exhibits)), Cause, check)
    found, name = asked.answer, control.attempt if control is not None else None
    if found is None:
        return RootCause(attempt=failed.attempt, control=name, phase=None, sub_mode="", reason=asked.problem)
    return RootCause(attempt=failed.attempt, control=name, phase=found.phase, sub_mode=found.sub_mode, reason=found.reason, events=found.events)


def _chosen(events: Sequence[TraceEvent]) -> Sequence[TraceEvent]:
    half = MOST_EVENTS // 2
    return events if len(events) <= MOST_EVENTS else [*events[:half], *events[-half:]]


def _lines(phased: Phased) -> Iterator[str]:
    """One line an event: number, seconds since the beginning, phase, what it was."""
    labels = dict(zip((event.seq for event in phased.events), phased.phases, strict=True))
    began = next((event.at_s for event in phased.events if event.at_s is not None), None)
    for event in _chosen(phased.events):
        at = f"{event.at_s - began:.0f}s" if event.at_s is not None and began is not None else "-"
        what = " ".join(part for part in (event.tool, event.endpoint or "", event.path, event.text[:SHOWN_TEXT]) if part)
        yield f"#{event.seq} {at} {labels[event.seq]} {event.actor} {event.kind}{' failed' if event.is_error else ''}: {what}"
