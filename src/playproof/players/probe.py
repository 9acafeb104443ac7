"""Plays one leaf: the action, its no-input twin, and the positive control of a refusal with a twin of its own (CEGame-Bench sections 3.3, 10).

Each take starts in a fresh page: enter the fixture (preparation ends there), play the approach, mark `before`, act, mark `after`. The twin plays the same
approach and then waits exactly as long as the action took.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from playproof.errors import GameError
from playproof.players.hand import POLL_MS, Hand, KeepFrame
from playproof.protocols import Session
from playproof.records.contract import Contract
from playproof.records.evidence import Role, Stretch, Take
from playproof.records.fault import Fault
from playproof.records.leaf import Fixture, Leaf
from playproof.records.observation import FlowAnswer
from playproof.records.plan import Mark, Sample, Step, acts, expressions_of

OpenSession = Callable[[bool], Session]
"""Opens a fresh session; True asks for a profile on disk."""

REPLAY_LATE_MS = 34.0
"""A replay looks two frames later than the first play (ours): readings that were caught between two frames agree then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakePlan:
    """What one take does."""

    role: Role
    fixture: Fixture
    approach: tuple[Step, ...]
    act: tuple[Step, ...]
    waits: tuple[Stretch, ...] = ()
    """For a twin: what each step of `act` took, time and looks."""
    late_ms: float = 0.0


def play_leaf(leaf: Leaf, fixtures: Mapping[str, Fixture], stage: "Stage", *, number: int) -> tuple[Take, ...]:
    """All takes of one leaf, in order. DriverError and SandboxError pass through; a game's own failure ends its take.

    Args:
        leaf: What to play.
        fixtures: By name.
        stage: Where to play it.
        number: 1 for the first play, more for a replay by another route.
    """
    late_ms = REPLAY_LATE_MS * (number - 1)
    plan = TakePlan(role="act", fixture=fixtures[leaf.fixture], approach=leaf.approach, act=leaf.act, late_ms=late_ms)
    takes = [stage.play(plan)]
    if takes[0].mark("after") is None:
        return tuple(takes)
    if leaf.needs_twin:
        takes.append(stage.play(_twin_of(plan, takes[0], "twin")))
    if leaf.control is not None:
        fixture = fixtures[leaf.control.fixture or leaf.fixture]
        plan = TakePlan(role="control", fixture=fixture, approach=leaf.control.approach, act=leaf.control.act, late_ms=late_ms)
        takes.append(stage.play(plan))
        if acts(leaf.control.act) and takes[-1].mark("after") is not None:
            takes.append(stage.play(_twin_of(plan, takes[-1], "control_twin")))
    return tuple(takes)


def _twin_of(plan: TakePlan, take: Take, role: Role) -> TakePlan:
    return replace(plan, role=role, waits=tuple(stretch for stretch in take.stretches if stretch.part == "act"))


def enter(hand: Hand, fixture: Fixture) -> FlowAnswer:
    """Bring the game into a fixture's state through its own loading path, and confirm it."""
    contract = hand.contract
    hand.await_boot()
    ready = fixture.ready
    if fixture.load is not None:
        answer = hand.session.load_state(fixture.load, contract.load_ms)
        if not answer.ok:
            return FlowAnswer(ok=False, problem=f"LoadState({fixture.load!r}): {answer.problem}")
        ready = ready or f"now.{contract.state_key} == {fixture.load!r}"
    end_ms = hand.session.now_ms + fixture.timeout_ms
    while ready and not hand.holds(ready):
        if hand.session.now_ms >= end_ms:
            return FlowAnswer(ok=False, problem=f"{ready!r} did not hold within {fixture.timeout_ms} ms")
        hand.advance(POLL_MS)
    hand.advance(fixture.settle_ms)
    hand.views["start"] = hand.look()
    return FlowAnswer(ok=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """Where takes are played."""

    contract: Contract
    open_session: OpenSession
    keep_frame: KeepFrame

    def play(self, plan: TakePlan) -> Take:
        """Play one take from a fresh start to its end or to the game's own failure."""
        entered, began_ms, fault = FlowAnswer(ok=False, problem="the game did not start"), 0.0, None
        stretches: list[Stretch] = []
        try:
            session = self.open_session(plan.fixture.lasting)
        except GameError as error:
            return Take(role=plan.role, entered=entered, began_ms=0, ended_ms=0, fault=Fault.of(error))
        hand = Hand(session=session, contract=self.contract, keep_frame=self.keep_frame, late_ms=plan.late_ms)
        try:
            try:
                entered = enter(hand, plan.fixture)
                began_ms = session.now_ms
                if entered.ok:
                    self._act(hand, plan, stretches)
            except GameError as error:
                fault = Fault.of(error)
            return Take(
                role=plan.role,
                entered=entered,
                began_ms=began_ms,
                ended_ms=session.now_ms,
                inputs=tuple(hand.inputs),
                marks=tuple(hand.marks),
                series=tuple(hand.series),
                stretches=tuple(stretches),
                events=session.take_events(),
                fault=fault,
            )
        finally:
            session.close()

    def _act(self, hand: Hand, plan: TakePlan, stretches: list[Stretch]) -> None:
        for number, step in enumerate(plan.approach):
            stretches.append(stretch(hand, step, part="approach", number=number))
            if not stretches[-1].reached:
                return
        hand.mark("before")
        for number, step in enumerate(plan.act):
            wait = plan.waits[number] if plan.waits and not isinstance(step, (Mark, Sample)) else None
            stretches.append(stretch(hand, step, part="act", number=number, wait=wait))
        hand.mark("after")
        hand.release_all()


def stretch(hand: Hand, step: Step, *, part: Literal["approach", "act"], number: int, wait: Stretch | None = None) -> Stretch:
    """Perform a step and say how long it took; with `wait`, do in its place what a twin does."""
    began_ms, looks = hand.session.now_ms, hand.looks
    reached = hand.perform(step) if wait is None else _wait(hand, step, wait)
    return Stretch(part=part, step=number, began_ms=began_ms, ended_ms=hand.session.now_ms, reached=reached, looks=hand.looks - looks)


def _wait(hand: Hand, step: Step, wait: Stretch) -> bool:
    """What a twin does in place of a step: let the same time pass, and look as often and at the same; keys held by the approach stay as they are."""
    ms, texts = wait.ended_ms - wait.began_ms, tuple(expressions_of(step))
    for _ in range(wait.looks):
        hand.glance(*texts)
        hand.advance(ms / wait.looks)
    if not wait.looks and ms > 0:
        hand.advance(ms)
    return True
