"""Cross-checking the state interface: every scored reading is held against an independent route (CEGame-Bench section 9, rule iii).

A disagreement says nothing yet about the game: the first one is charged to the observer. Only when it comes again for the same key, in a replay that
looks at another time, does the interface leaf fail.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from playproof.graders.checks.pixels import Album, Box, changed_share
from playproof.graders.checks.thresholds import FRAME_ROUTE_MOVE_SHARE, FRAME_ROUTE_SHARE, MOST_NUMBERS, NUMBER_TOLERANCE
from playproof.records.contract import Contract, FrameRoute, HudRoute, Key, KeyRoute, LogRoute, Route
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
        return len(numbers) <= MOST_NUMBERS and any(abs(number - value) <= tolerance for number in numbers)
    wanted = str(value).replace("_", " ").casefold()
    return re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", text.replace("_", " ").casefold()) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """What one route says of one key in one take."""

    spoke: bool
    """Whether it could confirm or contradict anything."""
    against: str = ""
    """The contradiction."""
    missed: str = ""
    """Why it could say nothing though the contract promises that it can."""


def contradictions(keys: Iterable[str], take: Take, contract: Contract, album: Album) -> dict[str, str]:
    """Keys whose readings an independent route contradicts in a take, each with the reason."""
    heard = {name: _words(name, take, contract, album) for name in keys}
    return {name: word.against for name, words in heard.items() for word in words if word.against}


def unconfirmed(keys: Iterable[str], take: Take, contract: Contract, album: Album) -> dict[str, str]:
    """Keys that no route could confirm in a take though the contract promises one, each with the reason."""
    heard = {name: _words(name, take, contract, album) for name in keys}
    return {name: word.missed for name, words in heard.items() for word in words if word.missed and not any(one.spoke for one in words)}


def _words(name: str, take: Take, contract: Contract, album: Album) -> list[Word]:
    key = contract.key(name)
    observations = [mark.observation for mark in take.marks] + [one for series in take.series for one in series.observations]
    scene = Scene(observations=observations, take=take, contract=contract, album=album)
    return [_word(key, route, scene) for route in key.routes]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What routes look at."""

    observations: Sequence[Observation]
    take: Take
    contract: Contract
    album: Album


def _word(key: Key, route: Route, scene: Scene) -> Word:
    match route:
        case HudRoute():
            return _hud_route(key, route, scene.observations, scene.contract)
        case KeyRoute():
            return _key_route(key, route, scene.observations, scene.contract)
        case LogRoute():
            return _log_route(key, route, scene.take)
        case FrameRoute():
            return _frame_route(route, scene.take.marks, scene.contract, scene.album)


def _usable(observation: Observation, key: str) -> Value:
    reading = observation.readings.get(key)
    return None if reading is None or reading.problem else reading.value


def _hud_route(key: Key, route: HudRoute, observations: Sequence[Observation], contract: Contract) -> Word:
    element = next(one for one in contract.hud if one.hud == route.hud)
    spoke, missed = False, ""
    for observation in observations:
        value, reading = _usable(observation, key.key), observation.hud.get(route.hud)
        state = _usable(observation, contract.state_key)
        if value is None or reading is None or state not in element.states:
            continue
        if not reading.is_visible:
            missed = f"Φ says {key.key} = {value!r} in {state!r}, and the HUD element {route.hud!r} that must show it there is not visible"
            continue
        spoke = True
        if not hud_agrees(reading, value, is_whole=key.type != "float"):
            said = f"Φ says {key.key} = {value!r} at {observation.at_ms:.0f} ms, the HUD element {route.hud!r} shows {reading.text!r}"
            return Word(spoke=True, against=said)
    return Word(spoke=spoke, missed=missed)


def _key_route(key: Key, route: KeyRoute, observations: Sequence[Observation], contract: Contract) -> Word:
    spoke = False
    for observation in observations:
        if _usable(observation, key.key) is None:
            continue
        try:
            if not evaluate(route.that, {"now": observation}, contract.constants):
                return Word(spoke=True, against=f"{route.that!r} does not hold at {observation.at_ms:.0f} ms")
            spoke = True
        except MissingReadingError:
            continue
        except UnusableExpressionError as error:
            return Word(spoke=True, against=str(error))
    return Word(spoke=spoke)


def _log_route(key: Key, route: LogRoute, take: Take) -> Word:
    pattern = re.compile(route.pattern)
    said = [(event.at_ms, found.group(1)) for event in take.events if event.kind == "console" and (found := pattern.search(event.text))]
    for mark in take.marks:
        value, at_ms = _usable(mark.observation, key.key), mark.observation.at_ms
        earlier = [word for said_ms, word in said if said_ms < at_ms]
        # Inputs take no game time: a line of the mark's own instant may have come before the look or after it.
        words = {*earlier[-1:], *(word for said_ms, word in said if said_ms == at_ms)}
        if value is not None and words and str(value) not in words:
            return Word(spoke=True, against=f"Φ says {key.key} = {value!r} at {at_ms:.0f} ms, the log says {' or '.join(sorted(words))!r}")
    return Word(spoke=bool(said))


def _frame_route(route: FrameRoute, marks: Sequence[MarkShot], contract: Contract, album: Album) -> Word:
    spoke = False
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
            said = f"Φ says it moved from ({x0}, {y0}) to ({x1}, {y1}) between the marks {earlier.name!r} and {later.name!r}; the picture did not change there"
            return Word(spoke=True, against=said)
        spoke = True
    return Word(spoke=spoke)
