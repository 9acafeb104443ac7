"""The state graph as a drawing: columns by distance from the entry, edges as arcs around the boxes in their way."""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from playproof.records.contract import Contract, State
from playproof.report.reached import Reached

BOX_WIDTH, BOX_HEIGHT = 132, 46
COLUMN_GAP, ROW_GAP, MARGIN = 250, 72, 36
SAMPLES = 48
"""Points by which an arc is clipped and tested (ours)."""
BOWS = (14, -34, 34, -64, 64, -100, 100, -150, 150)
"""How far an arc may leave the straight line, px, in the order of trial; to the left of its direction, so that ways to and fro lie apart."""
MOST_PLAYS = 6
"""Plays that are named beside a state or an edge (ours)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A state in the drawing."""

    state: State
    x: float
    y: float
    is_entry: bool
    status: str
    """played, loaded or missed."""
    seen_in: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Arc:
    """All declared edges between two states, drawn once."""

    number: int
    source: str
    target: str
    by: tuple[str, ...]
    path: str
    is_seen: bool
    seen_in: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A passage that no edge declares."""

    source: str
    target: str
    seen_in: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphView:
    """The whole drawing with its legend."""

    width: float
    height: float
    boxes: tuple[Box, ...]
    arcs: tuple[Arc, ...]
    others: tuple[Passage, ...]
    states_played: int
    edges_seen: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Point:
    x: float
    y: float


def graph(contract: Contract, seen: Reached) -> GraphView:
    """The contract's state graph with what was reached of it."""
    places = _places(contract)
    boxes = tuple(_box(state, places[state.state], contract, seen) for state in contract.states)
    pairs = dict.fromkeys((edge.source, edge.target) for edge in contract.edges if edge.source != edge.target)
    arcs = tuple(
        Arc(
            number=number,
            source=source,
            target=target,
            by=tuple(edge.by for edge in contract.edges if (edge.source, edge.target) == (source, target)),
            path=_arc(places[source], places[target], [place for name, place in places.items() if name not in (source, target)]),
            is_seen=(source, target) in seen.edges,
            seen_in=_names(seen.edges.get((source, target), ())),
        )
        for number, (source, target) in enumerate(pairs, start=1)
    )
    return GraphView(
        width=max(place.x for place in places.values()) + BOX_WIDTH / 2 + MARGIN,
        height=max(place.y for place in places.values()) + BOX_HEIGHT / 2 + MARGIN,
        boxes=boxes,
        arcs=arcs,
        others=tuple(Passage(source=source, target=target, seen_in=_names(plays)) for (source, target), plays in seen.others.items()),
        states_played=sum(box.status == "played" for box in boxes),
        edges_seen=sum(arc.is_seen for arc in arcs),
    )


def _names(plays: Sequence[str]) -> str:
    more = len(plays) - MOST_PLAYS
    return ", ".join(plays[:MOST_PLAYS]) + (f" and {more} more" if more > 0 else "")


def _box(state: State, place: _Point, contract: Contract, seen: Reached) -> Box:
    status = "played" if state.state in seen.played else "loaded" if state.state in seen.loaded else "missed"
    plays = {"played": seen.played, "loaded": seen.loaded, "missed": {}}[status].get(state.state, ())
    return Box(state=state, x=place.x, y=place.y, is_entry=state.state == contract.entry_state, status=status, seen_in=_names(plays))


def _places(contract: Contract) -> dict[str, _Point]:
    """Middles of the boxes: columns by breadth-first distance, each column centred."""
    columns: dict[str, int] = {contract.entry_state: 0}
    waiting = deque([contract.entry_state])
    while waiting:
        source = waiting.popleft()
        for edge in contract.edges:
            if edge.source == source and edge.target not in columns:
                columns[edge.target] = columns[source] + 1
                waiting.append(edge.target)
    last = max(columns.values()) + 1
    rows: dict[int, list[str]] = {}
    for state in contract.states:
        rows.setdefault(columns.get(state.state, last), []).append(state.state)
    tallest = max(map(len, rows.values()))
    places = {}
    for column, names in rows.items():
        top = MARGIN + (tallest - len(names)) * (BOX_HEIGHT + ROW_GAP) / 2
        for row, name in enumerate(names):
            places[name] = _Point(x=MARGIN + BOX_WIDTH / 2 + column * (BOX_WIDTH + COLUMN_GAP), y=top + BOX_HEIGHT / 2 + row * (BOX_HEIGHT + ROW_GAP))
    return places


def _arc(source: _Point, target: _Point, others: Sequence[_Point]) -> str:
    """An SVG path from border to border, bowed until it crosses no other box."""
    best: list[_Point] = []
    for bow in BOWS:
        points = _curve(source, target, bow)
        free = [point for point in points if not _inside(point, source, 2) and not _inside(point, target, 5)]
        if not best:
            best = free
        if not any(_inside(point, other, 6) for point in free for other in others):
            best = free
            break
    return "M" + " L".join(f"{point.x:.1f} {point.y:.1f}" for point in best)


def _curve(source: _Point, target: _Point, bow: float) -> list[_Point]:
    dx, dy = target.x - source.x, target.y - source.y
    length = math.hypot(dx, dy) or 1.0
    middle = _Point(x=(source.x + target.x) / 2 + 2 * bow * dy / length, y=(source.y + target.y) / 2 - 2 * bow * dx / length)
    points = []
    for step in range(SAMPLES + 1):
        t = step / SAMPLES
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append(_Point(x=a * source.x + b * middle.x + c * target.x, y=a * source.y + b * middle.y + c * target.y))
    return points


def _inside(point: _Point, box: _Point, margin: float) -> bool:
    return abs(point.x - box.x) < BOX_WIDTH / 2 + margin and abs(point.y - box.y) < BOX_HEIGHT / 2 + margin
