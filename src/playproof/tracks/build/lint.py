"""Proves that a task holds together: every hidden leaf uses only what the public contract declares.

Peers fail exactly here: a hidden check presses a key that no public document names. Every problem is reported at file:line, all at once.
"""

import math
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from playproof.records.contract import HudRoute
from playproof.records.expression import references
from playproof.records.leaf import STATIC_CHECKS, Check, Control, EventCheck, HudCheck, Leaf, PixelsCheck
from playproof.records.plan import LIFECYCLE_STEPS, Mark, Reopen, Sample, Target, actions_of, expressions_of
from playproof.records.record import Record
from playproof.scoring.weights import DIMENSIONS
from playproof.store.documents import Location, Problem, line_of
from playproof.tracks.build.task import HIDDEN, BuildTask

WHOLE_GAME = "game"
"""The chain of leaves that are about the whole game; every other chain may depend on it."""
MARKS = frozenset({"before", "after"})
"""Marks that every take has, for its checks."""
STEP_VIEWS = frozenset({"start", "now"})
"""What a step can look at: the moment the state was entered, and this one. From the action on, `before` too."""
SERIES_VIEWS = frozenset({"first", "previous", "now"})
"""What a check of a series can look at besides the marks."""
RESERVED = MARKS | STEP_VIEWS | SERIES_VIEWS | {"const"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    file: str
    location: Location
    message: str


class ProblemAt(Protocol):
    """Makes a problem from a message and where in the leaf it belongs."""

    def __call__(self, message: str, *rest: str | int) -> _Found:
        """Make it."""


def lint(task: BuildTask) -> tuple[Problem, ...]:
    """All problems of a task; none means that it can be played fairly."""
    found = [*_leaf_problems(task), *_budget_problems(task), *_journey_problems(task), *_fixture_problems(task), *_contract_problems(task)]
    lines: dict[tuple[str, tuple[str | int, ...]], int] = {}
    problems = []
    for one in found:
        path = task.path / one.file
        spot = (one.file, tuple(one.location))
        if spot not in lines:
            lines[spot] = line_of(path, one.location)
        problems.append(Problem(where=f"{path}:{lines[spot]}", message=one.message))
    return tuple(problems)


def lint_canary(task: BuildTask) -> tuple[Problem, ...]:
    """Text files of a task that do not carry its canary."""
    suffixes = {".md", ".yaml", ".html", ".js", ".mjs", ".css", ".ts", ".gd", ".lua"}
    files = (path for path in sorted(task.path.rglob("*")) if path.suffix in suffixes and path.is_file())
    return tuple(
        Problem(where=f"{path}:1", message=f"does not carry the canary {task.file.canary!r}") for path in files if task.file.canary not in _text(path)
    )


def chain_of(leaf: Leaf, task: BuildTask) -> str:
    """The chain of states a leaf belongs to."""
    if leaf.chain is not None:
        return leaf.chain
    if leaf.route == "static":
        return WHOLE_GAME
    return next((fixture.chain for fixture in task.fixtures.fixtures if fixture.fixture == leaf.fixture), WHOLE_GAME)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def _leaf_problems(task: BuildTask) -> Iterator[_Found]:
    file = f"{HIDDEN}/leaves.yaml"
    leaves = {leaf.id: leaf for leaf in task.leaves.leaves}
    families = {(family.dimension, family.family) for family in task.leaves.families}
    fixtures = {fixture.fixture: fixture for fixture in task.fixtures.fixtures}
    seen: set[str] = set()
    interfaces = 0
    for number, leaf in enumerate(task.leaves.leaves):
        here = ("leaves", number)

        def problem(message: str, *rest: str | int, here: tuple[str | int, ...] = here, leaf: Leaf = leaf) -> _Found:
            return _Found(file=file, location=(*here, *rest), message=f"{leaf.id}: {message}")

        interfaces += leaf.interface
        if leaf.id in seen:
            yield problem("this id is used twice")
        seen.add(leaf.id)
        if int(leaf.id[1]) != leaf.dimension:
            yield problem(f"the id says dimension {leaf.id[1]}, the field {leaf.dimension}", "dimension")
        if (leaf.dimension, leaf.family) not in families:
            yield problem(f"the family {leaf.family!r} has no budget in dimension {leaf.dimension}", "family")
        if leaf.fixture not in fixtures:
            yield problem(f"the fixture {leaf.fixture!r} is not in fixtures.yaml", "fixture")
            continue
        for needed in leaf.pre:
            if needed not in leaves:
                yield problem(f"needs {needed!r}, which is no leaf", "pre")
            elif (other := chain_of(leaves[needed], task)) not in (WHOLE_GAME, chain_of(leaf, task)):
                yield problem(f"needs {needed!r} of another chain ({other}); a failure would spread where it may not", "pre")
        if _depends_on_itself(leaf, leaves):
            yield problem("depends on itself", "pre")
        yield from _shape_problems(leaf, fixtures[leaf.fixture].lasting, problem)
        yield from _use_problems(leaf, task, problem)
    if interfaces != 1:
        yield _Found(file=file, location=("leaves",), message=f"{interfaces} leaves are marked `interface: true`; exactly one must be")


def _depends_on_itself(leaf: Leaf, leaves: dict[str, Leaf]) -> bool:
    todo, done = list(leaf.pre), set()
    while todo:
        name = todo.pop()
        if name == leaf.id:
            return True
        if name in leaves and name not in done:
            done.add(name)
            todo.extend(leaves[name].pre)
    return False


def _shape_problems(leaf: Leaf, is_lasting: bool, problem: ProblemAt) -> Iterator[_Found]:  # noqa: FBT001 - one private caller
    """What a leaf must have by its route and branch."""
    steps = (*leaf.approach, *leaf.act)
    is_static = [isinstance(check, STATIC_CHECKS) for check in leaf.checks]
    if leaf.route == "static" and not (leaf.checks and all(is_static)):
        yield problem("a static leaf has static checks only: assets, entry, self_contained", "checks")
    if leaf.route in ("input", "lifecycle") and (not leaf.checks or any(is_static)):
        yield problem(f"a leaf of the route {leaf.route} has checks that look at a play", "checks")
    if leaf.branch == "refusal" and leaf.control is None:
        yield problem("a refusal needs a positive control where the same input works", "branch")
    if leaf.needs_twin and not any(getattr(check, "twin", "any") == "false" for check in leaf.checks):
        yield problem("acts for the player, but no check must be false in the no-input twin", "checks")
    if any(isinstance(step, Reopen) for step in steps) and not is_lasting:
        yield problem("reopens the game, so its fixture must be `lasting: true`", "fixture")
    if leaf.route == "input" and any(isinstance(step, LIFECYCLE_STEPS) for step in leaf.approach):
        yield problem("preparation ends before the first input: a lifecycle step cannot stand in the approach of an input leaf", "approach")


def _use_problems(leaf: Leaf, task: BuildTask, problem: ProblemAt) -> Iterator[_Found]:
    """Undeclared actions, keys, HUD ids, regions, marks and series."""
    parts: list[tuple[Leaf | Control, tuple[str, ...]]] = [(leaf, ())]
    if leaf.control is not None:
        parts.append((leaf.control, ("control",)))
    for part, where in parts:
        yield from _step_problems(part, task, lambda message, *rest, where=where: problem(message, *where, *rest))
        steps = (*part.approach, *part.act)
        marks = MARKS | {step.name for step in steps if isinstance(step, Mark)}
        series = {step.name for step in steps if isinstance(step, Sample)}
        for index, check in enumerate(part.checks):
            spot: tuple[str | int, ...] = (*where, "checks", index)
            in_series = getattr(check, "series", None)
            views = (marks | SERIES_VIEWS) if in_series else marks
            for message in _undeclared(check, task, views):
                yield problem(f"check {check.check}: {message}", *spot)
            if in_series is not None and in_series not in series:
                yield problem(f"check {check.check}: the series {in_series!r} is not sampled by any step", *spot)
            for name in ("at", "since", "source", "target"):
                mark = getattr(check, name, None)
                if mark is not None and mark not in marks:
                    yield problem(f"check {check.check}: the mark {mark!r} is not taken by any step", *spot)
            if _is_empty(check):
                yield problem(f"check {check.check}: holds whatever happens", *spot)


def _is_empty(check: Check) -> bool:
    """Whether a check holds on every game."""
    match check:
        case EventCheck(at_least=0, at_most=None):
            return True
        case PixelsCheck():
            return check.at_least_share <= 0 and check.at_most_share >= 1
        case _:
            return False


def _step_problems(part: Leaf | Control, task: BuildTask, problem: ProblemAt) -> Iterator[_Found]:
    """Steps that name what is not declared, or look at what is not yet there."""
    views = set(STEP_VIEWS)
    for name, steps in (("approach", part.approach), ("act", part.act)):
        if name == "act":
            views.add("before")
        for index, step in enumerate(steps):
            for message in _undeclared(step, task, views):
                yield problem(f"step {step.do}: {message}", name, index)
            if isinstance(step, Mark):
                if step.name in RESERVED or step.name in views:
                    yield problem(f"step mark: {step.name!r} is taken already or a word of the expression language; choose another name", name, index)
                views.add(step.name)


def _undeclared(thing: Record, task: BuildTask, views: Collection[str]) -> Iterator[str]:
    """What a step or check names that the contract does not declare."""
    contract = task.contract
    actions = {control.action for control in contract.controls}
    for action in actions_of(thing):
        if action not in actions:
            yield f"the action {action!r} is not declared in contract.yaml; declared are {', '.join(sorted(actions))}"
    yield from _undeclared_in_expressions(thing, task, views)
    for target in (getattr(thing, "target", None), getattr(thing, "source", None)):
        if isinstance(target, Target) and target.hud is not None and target.hud not in contract.hud_ids:
            yield f"the HUD element {target.hud!r} is not declared in contract.yaml"
    if isinstance(thing, HudCheck) and thing.hud not in contract.hud_ids:
        yield f"the HUD element {thing.hud!r} is not declared in contract.yaml"
    region = getattr(thing, "region", None)
    if region is not None and region not in {one.region for one in contract.regions}:
        yield f"the region {region!r} is not declared in contract.yaml"
    if isinstance(thing, PixelsCheck) and (thing.x is None) != (thing.y is None):
        yield "x and y belong together"


def _undeclared_in_expressions(thing: Record, task: BuildTask, views: Collection[str]) -> Iterator[str]:
    contract = task.contract
    texts = list(expressions_of(thing)) + ([thing.that] if hasattr(thing, "that") else [])
    for text in texts:
        used = references(text)
        for kind, names, declared in (
            ("key", used.keys, set(contract.key_names)),
            ("HUD element", used.hud, set(contract.hud_ids)),
            ("constant", used.constants, set(contract.constants)),
            ("view", used.views, set(views)),
        ):
            for name in sorted(names - declared):
                yield (
                    f"the {kind} {name!r} in {text!r} is not declared in contract.yaml"
                    if kind != "view"
                    else f"the view {name!r} in {text!r} is never taken"
                )
        for name in sorted(used.keys & set(contract.key_names)):
            if not contract.key(name).routes and hasattr(thing, "check"):
                yield f"the key {name!r} has no independent route in contract.yaml, so no leaf may score it"


def _budget_problems(task: BuildTask) -> Iterator[_Found]:
    file = f"{HIDDEN}/leaves.yaml"
    for dimension, (name, weight) in DIMENSIONS.items():
        families = [family for family in task.leaves.families if family.dimension == dimension]
        total = sum(family.budget for family in families)
        if not math.isclose(total, weight):
            yield _Found(
                file=file,
                location=("families",),
                message=f"the budgets of dimension {dimension} ({name}) sum to {total:g}; they must sum to {weight:g}",
            )
    used = {(leaf.dimension, leaf.family) for leaf in task.leaves.leaves}
    for number, family in enumerate(task.leaves.families):
        if (family.dimension, family.family) not in used:
            yield _Found(file=file, location=("families", number), message=f"the family {family.family!r} has a budget and no leaf")


def _journey_problems(task: BuildTask) -> Iterator[_Found]:
    file = f"{HIDDEN}/journey.yaml"
    for number, action in enumerate(task.journey.actions):
        for index, step in enumerate(action.steps):
            here = ("actions", number, "steps", index)
            if isinstance(step, LIFECYCLE_STEPS):
                yield _Found(file=file, location=here, message=f"{action.id}: the journey uses public controls only, not {step.do!r}")
            for message in _undeclared(step, task, STEP_VIEWS | {"before"}):
                yield _Found(file=file, location=here, message=f"{action.id}: {message}")
        used = references(action.post)
        for name in sorted(
            (used.keys - set(task.contract.key_names))
            | (used.hud - set(task.contract.hud_ids))
            | (used.constants - set(task.contract.constants))
            | (used.views - STEP_VIEWS - {"before"})
        ):
            yield _Found(file=file, location=("actions", number, "post"), message=f"{action.id}: {name!r} is not declared in contract.yaml")


def _fixture_problems(task: BuildTask) -> Iterator[_Found]:
    file = f"{HIDDEN}/fixtures.yaml"
    loadable = {state.state for state in task.contract.states if state.is_loadable}
    for number, fixture in enumerate(task.fixtures.fixtures):
        if fixture.load is not None and fixture.load not in loadable:
            yield _Found(
                file=file,
                location=("fixtures", number, "load"),
                message=f"{fixture.fixture}: the state {fixture.load!r} is not declared loadable in contract.yaml",
            )
        if fixture.ready is not None:
            used = references(fixture.ready)
            unknown = (used.keys - set(task.contract.key_names)) | (used.hud - set(task.contract.hud_ids)) | (used.views - {"now"})
            for name in sorted(unknown | (used.constants - set(task.contract.constants))):
                yield _Found(
                    file=file, location=("fixtures", number, "ready"), message=f"{fixture.fixture}: {name!r} is not declared in contract.yaml"
                )
    if "boot" not in {fixture.fixture for fixture in task.fixtures.fixtures}:
        yield _Found(file=file, location=("fixtures",), message="there is no fixture 'boot', the real entry point")


def _contract_problems(task: BuildTask) -> Iterator[_Found]:
    known = set(task.contract.key_names)
    for number, key in enumerate(task.contract.keys):
        for route in key.routes:
            if isinstance(route, HudRoute) and key.type == "bool":
                yield _Found(
                    file="contract.yaml",
                    location=("keys", number, "routes"),
                    message=f"{key.key}: a text cannot confirm a yes or no; give a string key, or a route of another kind",
                )
            for text in [getattr(route, name) for name in ("that", "x", "y") if hasattr(route, name)]:
                used = references(text)
                for name in sorted((used.keys - known) | (used.views - {"now"}) | (used.constants - set(task.contract.constants))):
                    yield _Found(
                        file="contract.yaml", location=("keys", number, "routes"), message=f"{key.key}: {name!r} in {text!r} is not declared"
                    )
