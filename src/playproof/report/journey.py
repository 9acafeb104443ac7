"""The journey as a film: every frame in order, with the action that was on at that time."""

from dataclasses import dataclass
from operator import attrgetter

from playproof.records.evidence import ActionShot, JourneyEvidence
from playproof.records.leaf import JourneyAction
from playproof.records.observation import Observation
from playproof.report.gathered import Gathered
from playproof.report.steps import StepWords
from playproof.report.takes import EventLine, event_counts, event_lines
from playproof.report.text import clock, duration, line, reading_text

FILM_MS = 1000.0
"""Game time between two frames of the film (records.evidence.JourneyEvidence.film)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmFrame:
    """One picture of the film."""

    frame: str
    at_ms: float
    at: str
    action: int
    """Place in the list of actions; -1 before the first."""
    is_end: bool
    """Taken when its action ended."""
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionLine:
    """One action of the journey, played or not."""

    number: int
    says: str
    steps: tuple[str, ...]
    post: str
    status: str
    """done, stalled or not played."""
    reason: str
    took: str
    input_steps: int
    film_at: int
    """Place of its last picture in the film; -1 when it was not played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JourneyView:
    """The journey, ready to be shown."""

    was_played: bool
    problem: str
    """Why there is none, or what ended it."""
    blame: str
    film: tuple[FilmFrame, ...]
    actions: tuple[ActionLine, ...]
    done: int
    input_steps: int
    budget: int
    length: str
    events: tuple[EventLine, ...]
    more_events: int
    counts: str


def journey_view(run: Gathered) -> JourneyView:
    """The journey of a run; also when it was not played."""
    plan, evidence = run.plan.journey, run.journey
    fault = evidence.fault if evidence else next((one.fault for one in run.faults if one.job == "journey"), None)
    film = _film(evidence, run.plan.contract.state_key) if evidence else ()
    shots = {shot.action: shot for shot in evidence.actions} if evidence else {}
    ends = {frame.action: place for place, frame in enumerate(film)}
    order = {shot.action: place for place, shot in enumerate(evidence.actions)} if evidence else {}
    words = StepWords(run.plan.contract)
    actions = tuple(
        _action(number, action, shots.get(action.id), words=words, film_at=ends.get(order.get(action.id, -2), -1))
        for number, action in enumerate(plan.actions, start=1)
    )
    events = evidence.events if evidence else ()
    lines = event_lines(events)
    return JourneyView(
        was_played=evidence is not None,
        problem=line(f"{fault.kind}: {fault.message}") if fault else "" if evidence else "the journey was not played",
        blame=fault.blame if fault else "",
        film=film,
        actions=actions,
        done=sum(shot.done for shot in shots.values()),
        input_steps=evidence.input_steps if evidence else 0,
        budget=plan.budget,
        length=duration(evidence.actions[-1].ended_ms) if evidence and evidence.actions else "",
        events=lines,
        more_events=len(events) - len(lines),
        counts=event_counts(events),
    )


def _film(evidence: JourneyEvidence, state_key: str) -> tuple[FilmFrame, ...]:
    """The frames of every second and those at the end of the actions, by time."""
    shots = evidence.actions
    frames = [
        FilmFrame(
            frame=shot.frame, at_ms=shot.ended_ms, at=clock(shot.ended_ms), action=number, is_end=True, state=_state(shot.observation, state_key)
        )
        for number, shot in enumerate(shots)
    ]
    for second, frame in enumerate(evidence.film):
        at_ms = second * FILM_MS
        number = next((place for place, shot in enumerate(shots) if shot.began_ms <= at_ms < shot.ended_ms), None)
        if number is None:
            number = -1 if not shots or at_ms < shots[0].began_ms else sum(shot.ended_ms <= at_ms for shot in shots) - 1
        state = _state(shots[number - 1].observation, state_key) if number > 0 else ""
        frames.append(FilmFrame(frame=frame, at_ms=at_ms, at=clock(at_ms), action=number, is_end=False, state=state))
    frames.sort(key=attrgetter("at_ms", "is_end"))
    if not frames and evidence.first_frame:
        frames.append(FilmFrame(frame=evidence.first_frame, at_ms=0, at=clock(0), action=-1, is_end=False, state=""))
    return tuple(frames)


def _state(observation: Observation, state_key: str) -> str:
    return reading_text(observation.readings.get(state_key)).strip("'")


def _action(number: int, action: JourneyAction, shot: ActionShot | None, *, words: StepWords, film_at: int) -> ActionLine:
    return ActionLine(
        number=number,
        says=line(action.says),
        steps=tuple(line(words.say(step), 500) for step in action.steps),
        post=action.post,
        status="not played" if shot is None else "done" if shot.done else "stalled",
        reason=line(shot.reason) if shot else "",
        took=duration(shot.ended_ms - shot.began_ms) if shot else "",
        input_steps=shot.input_steps if shot else 0,
        film_at=film_at,
    )
