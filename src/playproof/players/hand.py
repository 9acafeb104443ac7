"""A hand on a session: performs steps, lets time pass, and keeps the record of all it did and saw.

Open-loop steps send input by the clock; closed-loop policies look (Φ and HUD) at every tick and act on what they see. A hand never judges: a policy
that runs into its timeout only says that it did not reach its end.
"""

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from playproof.errors import DriverError
from playproof.protocols import Session
from playproof.records.contract import Control
from playproof.records.evidence import Input, MarkShot, Series
from playproof.records.expression import MissingReadingError, UnusableExpressionError, evaluate, references
from playproof.records.observation import Observation, Value
from playproof.records.plan import (
    Choose,
    Click,
    Drag,
    Hold,
    HoldUntil,
    Mark,
    Press,
    PressUntil,
    Reach,
    Reflex,
    Release,
    Reload,
    Reopen,
    Restart,
    Sample,
    Steer,
    Step,
    Tap,
    Target,
    Wait,
    WaitUntil,
    expressions_of,
)

FINE_TICK_MS = 17.0
"""Tick of a `reach` near its goal: one frame, so that fast movers do not run past it (ours)."""
NEAR_PX = 16.0
"""How close to its tolerance a `reach` looks at every frame (ours)."""
FAR_PX = 70.0
"""How far from it a `reach` without reflexes looks half as often (ours)."""
POLL_MS = 50.0
"""How often `wait_until` and the like look (ours)."""
FILM_MS = 1000.0
"""Game time between two frames of a journey's film (ours)."""

KeepFrame = Callable[[bytes], str]
"""Stores a PNG and gives its hash."""


class Terms(Protocol):
    """What a hand must know of a game: what it can do and what can be read. A contract gives it, and so does a specification that is only looked at."""

    @property
    def constants(self) -> Mapping[str, Value]:
        """Names of numbers that expressions may use."""

    @property
    def key_names(self) -> tuple[str, ...]:
        """All readings."""

    @property
    def hud_ids(self) -> tuple[str, ...]:
        """All elements that can be pointed at."""

    @property
    def state_key(self) -> str:
        """The reading that names the present state."""

    @property
    def entry_state(self) -> str:
        """Its value when the game has opened."""

    @property
    def boot_ms(self) -> int:
        """Game time in which it must have opened."""

    @property
    def load_ms(self) -> int:
        """Game time in which a lifecycle command must have settled."""

    def control(self, action: str) -> Control:
        """The keys of an action."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """What a steering policy wants at one tick."""

    wanted: frozenset[str]
    left_px: float = math.inf
    """Least way that is left on an axis that still moves."""
    is_reached: bool


@dataclass(slots=True, kw_only=True)
class Hand:
    """Performs steps on one session. `views` are the observations that expressions may name."""

    session: Session
    contract: Terms
    keep_frame: KeepFrame
    late_ms: float = 0.0
    """Extra game time before every mark: the other route of a replay."""
    has_film: bool = False
    inputs: list[Input] = field(default_factory=list)
    marks: list[MarkShot] = field(default_factory=list)
    series: list[Series] = field(default_factory=list)
    film: list[str] = field(default_factory=list)
    views: dict[str, Observation] = field(default_factory=dict)
    presses: int = 0
    looks: int = 0
    """How often the game was asked for its state."""
    reopened: int = 0
    _down: dict[str, str] = field(default_factory=dict)
    _next_film_ms: float = 0.0

    # -- looking

    def look(self) -> Observation:
        """Read every key and HUD element of the contract now; becomes the view `now`."""
        observation = self.session.read(self.contract.key_names, self.contract.hud_ids)
        self.looks += 1
        self.views["now"] = observation
        return observation

    def glance(self, *expressions: str) -> None:
        """Renew the view `now` as far as these expressions need it: the keys they name, and the HUD if they name an element of it."""
        used = [references(text) for text in expressions]
        keys = frozenset().union(*(one.keys for one in used))
        needs_hud = any(one.hud for one in used)
        self.views["now"] = self.session.read([key for key in self.contract.key_names if key in keys], self.contract.hud_ids if needs_hud else ())
        self.looks += 1

    def picture(self) -> str:
        """Take and keep a frame; its hash."""
        return self.keep_frame(self.session.frame().png)

    def mark(self, name: str) -> None:
        """Record state, HUD and picture under a name."""
        if self.late_ms:
            self.advance(self.late_ms)
        observation = self.look()
        self.views[name] = observation
        self.marks.append(MarkShot(name=name, observation=observation, frame=self.picture(), session=self.reopened))

    def value(self, expression: str) -> Value:
        """An expression's value on the present views; None when the game does not give what it needs."""
        try:
            return evaluate(expression, self.views, self.constants)
        except (MissingReadingError, UnusableExpressionError):
            return None

    def holds(self, expression: str) -> bool:
        """Look, then tell whether an expression holds."""
        self.glance(expression)
        return bool(self.value(expression))

    @property
    def constants(self) -> Mapping[str, Value]:
        """The contract's constants."""
        return self.contract.constants

    # -- time

    def advance(self, ms: float) -> None:
        """Let game time pass, with a frame for the film every second if this hand films."""
        if not self.has_film:
            self.session.step(ms)
            return
        end_ms = self.session.now_ms + ms
        while self.session.now_ms < end_ms - 1e-6:
            if self.session.now_ms >= self._next_film_ms - 1e-6:
                self.film.append(self.picture())
                self._next_film_ms = self.session.now_ms + FILM_MS
            self.session.step(min(end_ms, self._next_film_ms) - self.session.now_ms)

    # -- input

    def press(self, action: str, binding: int = 0) -> None:
        """Put an action down."""
        if action in self._down:
            return
        keys = self.contract.control(action).keys
        code = keys[min(binding, len(keys) - 1)]
        self.session.press(code)
        self._down[action] = code
        self.presses += 1
        self._note("press", code)

    def release(self, action: str) -> None:
        """Let an action go."""
        code = self._down.pop(action, None)
        if code is None:
            return
        self.session.release(code)
        self._note("release", code)

    def release_all(self) -> None:
        """Let everything go."""
        for action in tuple(self._down):
            self.release(action)

    def keep_down(self, wanted: Collection[str]) -> None:
        """Make exactly these actions be down."""
        for action in tuple(self._down):
            if action not in wanted:
                self.release(action)
        for action in sorted(wanted):
            self.press(action)

    def _note(self, do: str, what: str) -> None:
        self.inputs.append(Input.model_validate({"at_ms": self.session.now_ms, "do": do, "what": what}))

    def _tap(self, action: str, hold_ms: float, binding: int = 0) -> None:
        self.press(action, binding)
        self.advance(hold_ms)
        self.release(action)

    def _place(self, target: Target) -> tuple[float, float]:
        observation = self.look()
        if target.hud is not None:
            box = observation.hud[target.hud]
            return box.x_px + box.width_px / 2, box.y_px + box.height_px / 2
        x, y = (self.value(text) if text else None for text in (target.x, target.y))
        if isinstance(x, (int, float)) and isinstance(y, (int, float)):
            return float(x), float(y)
        return -1.0, -1.0

    def _pointer(self, do: str, place: tuple[float, float]) -> None:
        x_px, y_px = place
        match do:
            case "pointer_move":
                self.session.pointer_move(x_px, y_px)
            case "pointer_down":
                self.session.pointer_down(x_px, y_px)
                self.presses += 1
            case _:
                self.session.pointer_up(x_px, y_px)
        self._note(do, f"{x_px:g},{y_px:g}")

    # -- steps

    def perform(self, step: Step) -> bool:
        """Perform one step. False when a policy ran into its timeout before its end was reached."""
        match step:
            case Tap() | Hold() | Press() | Release():
                self._keys(step)
            case Click() | Drag():
                self._point(step)
            case Wait():
                self.advance(step.ms)
            case Mark():
                self.mark(step.name)
            case Sample():
                self.sample(step)
            case Restart() | Reload() | Reopen():
                return self._lifecycle(step)
            case _:
                return self._policy(step)
        return True

    def _keys(self, step: Tap | Hold | Press | Release) -> None:
        match step:
            case Tap():
                for _ in range(step.times):
                    self._tap(step.action, step.hold_ms, step.binding)
                    self.advance(step.gap_ms)
            case Hold():
                for action in step.actions:
                    self.press(action)
                self.advance(step.ms)
                for action in step.actions:
                    self.release(action)
            case Press():
                self.press(step.action)
            case Release():
                self.release(step.action)

    def sample(self, step: Sample) -> None:
        """Record observations at even distances."""
        observations = [self.look()]
        end_ms = self.session.now_ms + step.ms
        while self.session.now_ms < end_ms - 1e-6:
            self.advance(min(step.every_ms, end_ms - self.session.now_ms))
            observations.append(self.look())
        self.series.append(Series(name=step.name, observations=tuple(observations)))

    def _point(self, step: Click | Drag) -> None:
        if isinstance(step, Click):
            place = self._place(step.target)
            for do in ("pointer_move", "pointer_down", "pointer_up"):
                self._pointer(do, place)
            self.advance(60)
            return
        source, target = self._place(step.source), self._place(step.target)
        self._pointer("pointer_move", source)
        self._pointer("pointer_down", source)
        for part in range(1, 11):
            self.advance(step.ms / 10)
            share = part / 10
            self._pointer("pointer_move", (source[0] + (target[0] - source[0]) * share, source[1] + (target[1] - source[1]) * share))
        self._pointer("pointer_up", target)
        self.advance(60)

    def _lifecycle(self, step: Restart | Reload | Reopen) -> bool:
        self.release_all()
        match step:
            case Restart():
                self._note("restart", "")
                return self.session.restart(self.contract.load_ms).ok
            case Reload():
                self._note("reload", "keep" if step.keep_storage else "clear")
                self.session.reload(keep_storage=step.keep_storage)
            case Reopen():
                self._note("reopen", "")
                self.session.reopen()
        self.reopened += 1
        self.await_boot()
        return True

    def await_boot(self) -> None:
        """Let the game come to its entry state, at most its declared boot time."""
        entry = f"now.{self.contract.state_key} == {self.contract.entry_state!r}"
        end_ms = self.session.now_ms + self.contract.boot_ms
        while self.session.now_ms < end_ms and not self.holds(entry):
            self.advance(POLL_MS)

    def _policy(self, step: Step) -> bool:
        match step:
            case WaitUntil():
                return self._until(step.when, step.timeout_ms)
            case HoldUntil():
                for action in step.actions:
                    self.press(action)
                reached = self._until(step.when, step.timeout_ms)
                for action in step.actions:
                    self.release(action)
                return reached
            case PressUntil():
                end_ms = self.session.now_ms + step.timeout_ms
                while not self.holds(step.when):
                    if self.session.now_ms >= end_ms:
                        return False
                    self._tap(step.action, step.hold_ms)
                    self._until(step.when, step.gap_ms)
                return True
            case Choose():
                return self._choose(step)
            case Reach():
                return self._steer(step, step.timeout_ms)
            case Steer():
                return self._steer(step, step.timeout_ms)
            case _:
                message = f"no player for the step {step.do!r}"
                raise DriverError(message)

    def _until(self, when: str, timeout_ms: float) -> bool:
        end_ms = self.session.now_ms + timeout_ms
        while not self.holds(when):
            if self.session.now_ms >= end_ms - 1e-6:
                return False
            self.advance(min(POLL_MS, end_ms - self.session.now_ms))
        return True

    def _choose(self, step: Choose) -> bool:
        end_ms = self.session.now_ms + step.timeout_ms
        while not self.holds(f"({step.now}) == ({step.value})"):
            if self.session.now_ms >= end_ms:
                return False
            now, wanted = self.value(step.now), self.value(step.value)
            is_past = isinstance(now, (int, float)) and isinstance(wanted, (int, float)) and now > wanted
            self._tap(step.previous if is_past and step.previous else step.next, 60)
            self.advance(step.gap_ms)
        if step.confirm:
            self._tap(step.confirm, 60)
            self.advance(step.gap_ms)
        return True

    def _steer(self, step: Reach | Steer, timeout_ms: float) -> bool:
        """Decide at every tick what is down, until the end is reached or the time is over."""
        end_ms = self.session.now_ms + timeout_ms
        fired: set[int] = set()
        let_go: dict[str, float] = {}
        texts = tuple(expressions_of(step))
        try:
            while True:
                self.glance(*texts)
                heading = self._heading(step)
                if heading.is_reached:
                    return True
                if self.session.now_ms >= end_ms:
                    return False
                self.keep_down(heading.wanted | self._reflexes(step.reflexes, fired, let_go))
                self.advance(_tick_ms(step, heading))
        finally:
            self.release_all()

    def _heading(self, step: Reach | Steer) -> "Heading":
        """Which actions lessen the distance, and how far it is."""
        if isinstance(step, Steer):
            return Heading(wanted=frozenset(), is_reached=bool(self.value(step.until)))
        if step.until is not None and self.value(step.until):
            return Heading(wanted=frozenset(), is_reached=True)
        wanted: set[str] = set()
        left_px, is_there = math.inf, True
        for goal, now, less, more in ((step.x, step.now_x, step.left, step.right), (step.y, step.now_y, step.up, step.down)):
            if goal is None or now is None:
                continue
            target, place = self.value(goal), self.value(now)
            if not isinstance(target, (int, float)) or not isinstance(place, (int, float)):
                return Heading(wanted=frozenset(), is_reached=False)
            gap = target - place
            if abs(gap) <= step.tolerance:
                continue
            is_there = False
            left_px = min(left_px, abs(gap) - step.tolerance)
            action = more if gap > 0 else less
            if action:
                wanted.add(action)
        return Heading(wanted=frozenset(wanted), left_px=left_px, is_reached=is_there and step.until is None)

    def _reflexes(self, reflexes: tuple[Reflex, ...], fired: set[int], let_go: dict[str, float]) -> set[str]:
        """What the reflexes want down now; a tap is down for its time when its condition starts to hold."""
        wanted: set[str] = set()
        for number, reflex in enumerate(reflexes):
            if not self.value(reflex.when):
                fired.discard(number)
                continue
            wanted.update(reflex.hold)
            if reflex.tap and number not in fired:
                fired.add(number)
                let_go[reflex.tap] = self.session.now_ms + reflex.tap_ms
        for action, until_ms in tuple(let_go.items()):
            if self.session.now_ms < until_ms:
                wanted.add(action)
            else:
                del let_go[action]
        return wanted


def _tick_ms(step: Reach | Steer, heading: Heading) -> float:
    """How long to go on before the next look: every frame near the goal, seldom far from it."""
    if heading.left_px < NEAR_PX:
        return FINE_TICK_MS
    is_far = FAR_PX < heading.left_px < math.inf and not step.reflexes
    return float(step.tick_ms) * (2 if is_far else 1)
