"""Proves that a specification can be built and judged: every name is declared, every point can be shown, nothing admits two readings."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from playproof.records.spec import SpecFile
from playproof.store.documents import Location, Problem, line_of

_VAGUE = """
about adequate appropriate approximately around briefly clear clearly correctly easily fast faster few gradually immediately intuitive large many
moderate nearly nice often properly quick quickly random randomly reasonable responsive roughly several short slow slowly small smooth smoothly some
sometimes soon suitable usually well
"""
VAGUE = frozenset(_VAGUE.split())
"""Words that two readers read in two ways; a number or a name says it instead (ours)."""
LEAST_COLOUR_DISTANCE = 90.0
"""Of two declared colours of one game, Euclidean in 8-bit RGB, so that each can be followed (ours)."""

NAMED = ("screens", "controls", "objects", "rules", "state", "feedback")
"""The sections whose entries points refer to by name."""

Found = tuple[Location, str]


def lint(path: Path, spec: SpecFile) -> tuple[Problem, ...]:
    """All problems of a specification that could be read.

    Args:
        path: The file, for the lines.
        spec: What was read from it.
    """
    found = [*_names(spec), *_screens(spec), *_controls(spec), *_points(spec), *_words(spec), *_colours(spec)]
    return tuple(Problem(where=f"{path}:{line_of(path, location)}", message=message) for location, message in found)


def _names(spec: SpecFile) -> Iterator[Found]:
    """Every id once; ids of screens, controls, objects, rules, state and feedback share one set of names, since points refer to all of them."""
    seen: dict[str, str] = {}
    for group in NAMED:
        for number, entry in enumerate(getattr(spec, group)):
            if entry.id in seen:
                yield (group, number, "id"), f"{entry.id!r} is a name among the {seen[entry.id]} too"
            seen[entry.id] = group
    points = Counter(point.id for point in spec.points)
    for number, point in enumerate(spec.points):
        if points[point.id] > 1:
            yield ("points", number, "id"), f"there are {points[point.id]} points {point.id!r}"
            points[point.id] = 1


def _screens(spec: SpecFile) -> Iterator[Found]:
    known = {screen.id for screen in spec.screens}
    movers = {control.id for control in spec.controls} | {rule.id for rule in spec.rules}
    reached, waiting = {spec.screens[0].id}, [spec.screens[0].id]
    exits = {screen.id: screen.exits for screen in spec.screens}
    while waiting:
        for way in exits[waiting.pop()]:
            if way.to in known and way.to not in reached:
                reached.add(way.to)
                waiting.append(way.to)
    for number, screen in enumerate(spec.screens):
        for at, way in enumerate(screen.exits):
            if way.to not in known:
                yield ("screens", number, "exits", at, "to"), f"{screen.id}: leads to {way.to!r}, which is no screen"
            if way.by not in movers:
                yield ("screens", number, "exits", at, "by"), f"{screen.id}: is left by {way.by!r}, which is neither a control nor a rule"
        if screen.id not in reached:
            yield ("screens", number), f"{screen.id}: no exit leads here from {spec.screens[0].id!r}, the first screen"
    for (one, left), (two, right) in combinations(enumerate(spec.screens), 2):
        if left.heading.casefold() in right.heading.casefold() or right.heading.casefold() in left.heading.casefold():
            yield (
                ("screens", two, "heading"),
                f"{right.id}: its heading {right.heading!r} cannot be told from that of {left.id}: {left.heading!r} (screen {one})",
            )


def _controls(spec: SpecFile) -> Iterator[Found]:
    used = {name for point in spec.points for name in point.by}
    for number, control in enumerate(spec.controls):
        if control.kind in ("key", "hold") and not control.keys:
            yield ("controls", number, "keys"), f"{control.id}: is a {control.kind} and names no key"
        if control.kind in ("click", "drag", "hover") and not control.target:
            yield ("controls", number, "target"), f"{control.id}: is a {control.kind} and names nothing to do it on"
        if control.id not in used:
            yield ("controls", number), f"{control.id}: no point is shown by it"


def _points(spec: SpecFile) -> Iterator[Found]:
    controls = {control.id for control in spec.controls}
    known = {entry.id for group in NAMED for entry in getattr(spec, group)}
    for number, point in enumerate(spec.points):
        if not point.by and point.stage != "load":
            yield ("points", number, "by"), f"{point.id}: nothing that a player does shows it"
        for at, name in enumerate(point.by):
            if name not in controls:
                yield ("points", number, "by", at), f"{point.id}: is shown by {name!r}, which is no control"
        for at, name in enumerate(point.uses):
            if name not in known:
                yield ("points", number, "uses", at), f"{point.id}: speaks of {name!r}, which is declared nowhere"
    if not any(point.core for point in spec.points):
        yield ("points",), "no point is core"
    missing = {"B", "S", "T"} - {point.type for point in spec.points}
    if missing:
        yield ("points",), f"no point is of type {', '.join(sorted(missing))}"
    for stage in ("load", "start", "input", "terminal", "restart"):
        if not any(point.stage == stage for point in spec.points):
            yield ("points",), f"no point is of the stage {stage!r}"


def _words(spec: SpecFile) -> Iterator[Found]:
    for group in ("rules", "feedback", "points"):
        for number, entry in enumerate(getattr(spec, group)):
            vague = sorted(VAGUE & set(re.findall(r"[a-z]+", entry.statement.casefold())))
            if vague:
                yield (group, number, "statement"), f"{entry.id}: {vague[0]!r} can be read in two ways; say it with a number or a name"


def _colours(spec: SpecFile) -> Iterator[Found]:
    drawn = [(number, thing.id, bytes.fromhex(thing.colour[1:])) for number, thing in enumerate(spec.objects) if thing.colour]
    for (_, left, one), (number, right, two) in combinations(drawn, 2):
        distance = sum((a - b) ** 2 for a, b in zip(one, two, strict=True)) ** 0.5
        if distance < LEAST_COLOUR_DISTANCE:
            yield (
                ("objects", number, "colour"),
                f"{right}: its colour is hard to tell from that of {left} (distance {distance:.0f}, at least {LEAST_COLOUR_DISTANCE:.0f})",
            )
