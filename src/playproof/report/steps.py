"""Steps of a plan in plain words, with the keys that perform them: 'Tap dash (Space), held for 60 ms'."""

from collections.abc import Iterable

from playproof.records.contract import Contract
from playproof.records.leaf import Fixture
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
)
from playproof.report.text import duration, number


class StepWords:
    """Puts steps into words for one contract."""

    def __init__(self, contract: Contract) -> None:
        """Keys come from the contract's controls."""
        self._keys = {control.action: control.keys for control in contract.controls}

    def action(self, name: str, binding: int = 0) -> str:
        """An action with the key that performs it: 'dash (Space)'."""
        keys = self._keys.get(name, ())
        return f"{name} ({keys[min(binding, len(keys) - 1)]})" if keys else name

    def actions(self, names: Iterable[str]) -> str:
        """Several actions held together."""
        return " and ".join(self.action(name) for name in names)

    def say(self, step: Step) -> str:
        """One step as a sentence."""
        match step:
            case Tap():
                times = "" if step.times == 1 else f" {step.times} times, {duration(step.gap_ms)} apart"
                return f"Tap {self.action(step.action, step.binding)}{times}, held for {duration(step.hold_ms)}"
            case Hold():
                return f"Hold {self.actions(step.actions)} for {duration(step.ms)}"
            case Press():
                return f"Put {self.action(step.action)} down"
            case Release():
                return f"Let {self.action(step.action)} go"
            case Click():
                return f"Click {_place(step.target)}"
            case Drag():
                return f"Drag from {_place(step.source)} to {_place(step.target)} in {duration(step.ms)}"
            case Wait():
                return f"Wait {duration(step.ms)}"
            case Mark():
                return f"Look, and call it “{step.name}”"
            case Sample():
                return f"Look every {duration(step.every_ms)} for {duration(step.ms)}, and call it “{step.name}”"
            case _:
                return self._policy(step)

    def _policy(self, step: Step) -> str:
        match step:
            case WaitUntil():
                return f"Wait until {step.when} (at most {duration(step.timeout_ms)})"
            case PressUntil():
                return f"Tap {self.action(step.action)} again and again until {step.when} (at most {duration(step.timeout_ms)})"
            case HoldUntil():
                return f"Hold {self.actions(step.actions)} until {step.when} (at most {duration(step.timeout_ms)})"
            case Steer():
                return f"Steer until {step.until} (at most {duration(step.timeout_ms)}){self._reflexes(step.reflexes)}"
            case Reach():
                return self._reach(step)
            case Choose():
                confirm = f", then {self.action(step.confirm)}" if step.confirm else ""
                return f"Move the selection with {self.action(step.next)} until {step.now} is {step.value}{confirm}"
            case Restart():
                return "Restart the game through its state interface"
            case Reload():
                return f"Open the game again in a fresh page, stored state {'kept' if step.keep_storage else 'erased'}"
            case Reopen():
                return "Quit, and start the game again in a fresh process on the same profile"
            case _:
                return step.do.replace("_", " ").capitalize()

    def _reach(self, step: Reach) -> str:
        goals = [f"{axis} = {goal}" for axis, goal in (("x", step.x), ("y", step.y)) if goal is not None]
        keys = [self.action(name) for name in (step.left, step.right, step.up, step.down) if name]
        early = f" or {step.until}" if step.until else ""
        way = f"Go to {' and '.join(goals) or 'the place'} within {number(step.tolerance)} px{early} with {', '.join(keys)}"
        return f"{way} (at most {duration(step.timeout_ms)}){self._reflexes(step.reflexes)}"

    def _reflexes(self, reflexes: tuple[Reflex, ...]) -> str:
        said = []
        for reflex in reflexes:
            does = [f"hold {self.actions(reflex.hold)}"] if reflex.hold else []
            does += [f"tap {self.action(reflex.tap)}"] if reflex.tap else []
            said.append(f"while {reflex.when}: {' and '.join(does) or 'nothing'}")
        return "; " + "; ".join(said) if said else ""


def preparation(fixture: Fixture | None, entry_state: str) -> str:
    """How a take is prepared before its first input."""
    if fixture is None:
        return "A prepared state that the task does not declare"
    if fixture.load is None:
        return f"Start the game at its real entry ({entry_state}) and let {duration(fixture.settle_ms)} pass"
    ready = f", wait until {fixture.ready}" if fixture.ready else ", wait until the game confirms it"
    return f"Let the game load “{fixture.load}” by itself{ready}, and let {duration(fixture.settle_ms)} pass"


def _place(target: Target) -> str:
    return f"the HUD element “{target.hud}”" if target.hud else f"the point ({target.x}, {target.y})"
