"""Cross-checking the state interface: every scored reading is held against an independent route (CEGame-Bench section 9, rule iii).

A disagreement says nothing yet about the game: the first one is charged to the observer. Only when it comes again for the same key, in a replay that
looks at another time, does the interface leaf fail.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from playproof.graders.checks.pixels import Album, Box, changed_share
from playproof.graders.checks.thresholds import FRAME_ROUTE_MOVE_SHARE, FRAME_ROUTE_SHARE, NUMBER_TOLERANCE
from playproof.records.contract import Contract, FrameRoute, HudRoute, Key, KeyRoute, LogRoute
from playproof.records.evidence import MarkShot, Take
from playproof.records.expression import MissingReadingError, UnusableExpressionError, evaluate
from playproof.records.observation import HudReading, Observation, Value

_NUMBER = re.compile(r"-?\d[\d,\u00a0\u2009']*(?:\.\d+)?")


def hud_agrees(reading: HudReading, value: Value, *, is_whole: bool) -> bool:
    """Whether a HUD element shows a key's value: a number as digits, a text as itself, whatever stands around it.

    Args:
        reading: What the UI tree has.
        value: The key's reading.
        is_whole: Whether the key is a whole number, which must be shown exactly.
    """
    text = reading.text
    if isinstance(value, bool):
        return bool(text.strip())
    if isinstance(value, (int, float)):
        numbers = [float(re.sub(r"[^\d.-]", "", token)) for token in _NUMBER.findall(text)]
        tolerance = 0.0 if is_whole else NUMBER_TOLERANCE
        return any(abs(number - value) <= tolerance for number in numbers)
    wanted = str(value).replace("_", " ").casefold()
    return wanted in text.replace("_", " ").casefold()


def contradictions(keys: Iterable[str], take: Take, contract: Contract, album: Album) -> dict[str, str]:
    """Keys whose readings an independent route contradicts in a take, each with the reason."""
    found: dict[str, str] = {}
    observations = [mark.observation for mark in take.marks] + [one for series in take.series for one in series.observations]
    for name in keys:
        key = contract.key(name)
        for route in key.routes:
            reason = ""
            match route:
                case HudRoute():
                    reason = _hud_route(key, route, observations, contract)
                case KeyRoute():
                    reason = _key_route(route, observations, contract)
                case LogRoute():
                    reason = _log_route(key, route, take)
                case FrameRoute():
                    reason = _frame_route(route, take.marks, contract, album)
            if reason:
                found[name] = reason
    return found


def _usable(observation: Observation, key: str) -> Value:
    reading = observation.readings.get(key)
    return None if reading is None or reading.problem else reading.value


def _hud_route(key: Key, route: HudRoute, observations: Sequence[Observation], contract: Contract) -> str:
    element = next(one for one in contract.hud if one.hud == route.hud)
    for observation in observations:
        value, reading = _usable(observation, key.key), observation.hud.get(route.hud)
        state = _usable(observation, contract.state_key)
        if value is None or reading is None or not reading.is_visible or state not in element.states:
            continue
        if not hud_agrees(reading, value, is_whole=key.type != "float"):
            return f"Φ says {key.key} = {value!r} at {observation.at_ms:.0f} ms, the HUD element {route.hud!r} shows {reading.text!r}"
    return ""


def _key_route(route: KeyRoute, observations: Sequence[Observation], contract: Contract) -> str:
    for observation in observations:
        try:
            if not evaluate(route.that, {"now": observation}, contract.constants):
                return f"{route.that!r} does not hold at {observation.at_ms:.0f} ms"
        except MissingReadingError:
            continue
        except UnusableExpressionError as error:
            return str(error)
    return ""


def _log_route(key: Key, route: LogRoute, take: Take) -> str:
    pattern = re.compile(route.pattern)
    said = [(event.at_ms, found.group(1)) for event in take.events if event.kind == "console" and (found := pattern.search(event.text))]
    for mark in take.marks:
        value, at_ms = _usable(mark.observation, key.key), mark.observation.at_ms
        earlier = [word for said_ms, word in said if said_ms < at_ms]
        # Inputs take no game time: a line of the mark's own instant may have come before the look or after it.
        words = {*earlier[-1:], *(word for said_ms, word in said if said_ms == at_ms)}
        if value is not None and words and str(value) not in words:
            return f"Φ says {key.key} = {value!r} at {at_ms:.0f} ms, the log says {' or '.join(sorted(words))!r}"
    return ""


def _frame_route(route: FrameRoute, marks: Sequence[MarkShot], contract: Contract, album: Album) -> str:
    for earlier, later in pairwise(marks):
        if earlier.session != later.session or _usable(earlier.observation, contract.state_key) != _usable(later.observation, contract.state_key):
            continue
        try:
            points = [
                (evaluate(route.x, {"now": mark.observation}, contract.constants), evaluate(route.y, {"now": mark.observation}, contract.constants))
                for mark in (earlier, later)
            ]
        except (MissingReadingError, UnusableExpressionError):
            continue
        (x0, y0), (x1, y1) = points
        if not all(isinstance(number, (int, float)) for number in (x0, y0, x1, y1)):
            continue
        if max(abs(float(x1) - float(x0)), abs(float(y1) - float(y0))) < route.size_px * FRAME_ROUTE_MOVE_SHARE:  # type: ignore[arg-type]
            continue
        boxes = [Box.around(float(x), float(y), route.size_px) for x, y in points]  # type: ignore[arg-type]
        shares = [changed_share(album.cut(earlier.frame, box), album.cut(later.frame, box)) for box in boxes]
        if max(shares) < FRAME_ROUTE_SHARE:
            return f"Φ says it moved from ({x0}, {y0}) to ({x1}, {y1}) between the marks {earlier.name!r} and {later.name!r}; the picture did not change there"
    return ""
