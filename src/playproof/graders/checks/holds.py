"""One check on one take: holds, does not hold, or cannot be told. Deterministic; no model, no clock."""

import re
from dataclasses import dataclass

from playproof.graders.checks.pixels import Album, Box, changed_share, colours
from playproof.graders.checks.triangulate import hud_agrees
from playproof.records.contract import Contract, Key
from playproof.records.evidence import StaticEvidence, Take
from playproof.records.expression import MissingReadingError, References, UnusableExpressionError, evaluate, references
from playproof.records.leaf import (
    AlwaysCheck,
    AssetsCheck,
    Check,
    CleanBootCheck,
    DrawnCheck,
    EntryCheck,
    EventCheck,
    HandshakeCheck,
    HudCheck,
    NeverCheck,
    PixelsCheck,
    SelfContainedCheck,
    StateCheck,
    WithinCheck,
)
from playproof.records.observation import Observation, Reading, Value

FAULTY_EVENTS = ("exception", "request_failed", "network_refused", "overflow")
"""Events that a clean boot does not have. In an overflow any of the others may be lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a check came to. `holds` None: could not be told, `reason` says why."""

    holds: bool | None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What a check looks at."""

    take: Take
    contract: Contract
    album: Album


def check_holds(check: Check, scene: Scene) -> Answer:
    """Apply a check to a take.

    Raises:
        MissingReadingError: Φ did not give a reading that the check needs; the leaf is blocked by the product.
    """
    match check:
        case StateCheck():
            return _state(check, scene)
        case WithinCheck() | AlwaysCheck() | NeverCheck():
            return _series(check, scene)
        case EventCheck():
            return _events(check, scene)
        case PixelsCheck():
            return _pixels(check, scene)
        case HudCheck():
            return _hud(check, scene)
        case DrawnCheck():
            return _drawn(check, scene)
        case CleanBootCheck():
            return _clean(scene)
        case HandshakeCheck():
            return _handshake(check, scene)
        case _:
            return Answer(holds=None, reason=f"{check.check!r} is a static check")


def static_holds(check: Check, found: StaticEvidence) -> Answer:
    """Apply a static check to what the files of an artifact say."""
    match check:
        case AssetsCheck():
            broken = [f"{asset.path}: {asset.problem}" for asset in found.assets if asset.problem]
            return Answer(holds=not broken, reason="; ".join(broken[:5]))
        case EntryCheck():
            problems = [found.entry_problem] if found.entry_problem else [f"missing {reference}" for reference in found.missing_references]
            return Answer(holds=not problems, reason="; ".join(problems[:5]))
        case SelfContainedCheck():
            problems = [*([found.entry_problem] if found.entry_problem else []), *found.outside_references]
            return Answer(holds=not problems, reason="; ".join(problems[:5]))
        case _:
            return Answer(holds=None, reason=f"{check.check!r} needs a play")


def expressions_in(check: Check) -> tuple[str, ...]:
    """Every expression of a check."""
    return tuple(text for name in ("that", "x", "y") if isinstance(text := getattr(check, name, None), str))


def reads(check: Check, contract: Contract) -> References:
    """What a check reads of the game: keys, HUD elements, views, constants."""
    found = [references(text) for text in expressions_in(check)]
    keys = frozenset().union(*(one.keys for one in found))
    hud = frozenset().union(*(one.hud for one in found))
    if isinstance(check, HudCheck):
        element = next((one for one in contract.hud if one.hud == check.hud), None)
        hud |= {check.hud}
        keys |= {element.key} if element and element.key else set()
    return References(
        views=frozenset().union(*(one.views for one in found)), keys=keys, hud=hud, constants=frozenset().union(*(one.constants for one in found))
    )


def _views(scene: Scene) -> dict[str, Observation]:
    return {mark.name: mark.observation for mark in scene.take.marks}


def _values(text: str, views: dict[str, Observation]) -> str:
    """The readings an expression used, for the reason of a verdict."""
    used = references(text)
    parts = []
    for view in sorted(used.views & views.keys()):
        observation = views[view]
        parts += [
            f"{view}.{key} = {_shown(observation.readings[key].value)}"
            for key in sorted(used.keys)
            if key in observation.readings and f"{view}.{key}" in text
        ]
        parts += [
            f"{view}.hud.{hud} = {observation.hud[hud].text!r}" for hud in sorted(used.hud) if hud in observation.hud and f"{view}.hud.{hud}" in text
        ]
    return ", ".join(parts)


def _shown(value: Value) -> str:
    """A reading as a reason shows it: numbers without the noise of floating point."""
    match value:
        case float():
            return f"{value:.6g}"
        case tuple():
            return f"({', '.join(_shown(one) for one in value)})"
        case _:
            return repr(value)


def _state(check: StateCheck, scene: Scene) -> Answer:
    views = _views(scene)
    try:
        return Answer(holds=bool(evaluate(check.that, views, scene.contract.constants)), reason=_values(check.that, views))
    except UnusableExpressionError as error:
        if not references(check.that).views <= views.keys():
            return Answer(holds=None, reason=f"a mark of {check.that!r} was not taken")
        return Answer(holds=False, reason=str(error))


def _series(check: WithinCheck | AlwaysCheck | NeverCheck, scene: Scene) -> Answer:
    series = scene.take.one_series(check.series)
    if series is None or not series.observations:
        return Answer(holds=None, reason=f"the series {check.series!r} was not recorded")
    views = _views(scene) | {"first": series.observations[0]}
    previous = series.observations[0]
    for observation in series.observations:
        views |= {"now": observation, "previous": previous}
        previous = observation
        after_ms = observation.at_ms - series.observations[0].at_ms
        try:
            holds = bool(evaluate(check.that, views, scene.contract.constants))
        except UnusableExpressionError as error:
            return Answer(holds=False, reason=str(error))
        match check:
            case WithinCheck() if holds and after_ms <= check.ms:
                return Answer(holds=True, reason=f"after {after_ms:.0f} ms: {_values(check.that, views)}")
            case AlwaysCheck() if not holds:
                return Answer(holds=False, reason=f"not after {after_ms:.0f} ms: {_values(check.that, views)}")
            case NeverCheck() if holds:
                return Answer(holds=False, reason=f"after {after_ms:.0f} ms: {_values(check.that, views)}")
    if isinstance(check, WithinCheck):
        return Answer(holds=False, reason=f"not within {check.ms} ms; at the end {_values(check.that, views)}")
    return Answer(holds=True, reason=f"over {len(series.observations)} samples")


def _events(check: EventCheck, scene: Scene) -> Answer:
    mark = scene.take.mark(check.since)
    if mark is None:
        return Answer(holds=None, reason=f"the mark {check.since!r} was not taken")
    since_ms = mark.observation.at_ms
    pattern = re.compile(check.pattern)
    found = [
        event
        for event in scene.take.events
        if event.kind == check.kind and since_ms <= event.at_ms <= since_ms + check.window_ms and pattern.search(event.text)
    ]
    count = len(found)
    lost = next((event.text for event in scene.take.events if event.kind == "overflow"), "")
    if lost and check.at_most is not None:
        return Answer(holds=False, reason=f"too many events to tell what did not happen: {lost} were not kept")
    holds = count >= check.at_least and (check.at_most is None or count <= check.at_most)
    what = f"{count} {check.kind} event(s) within {check.window_ms} ms"
    first = f", the first after {found[0].at_ms - since_ms:.0f} ms: {found[0].text!r:.80}" if found else ""
    return Answer(holds=holds, reason=what + first)


def _box(check: PixelsCheck | DrawnCheck, scene: Scene) -> Box | None:
    if check.region is not None:
        region = scene.contract.region(check.region)
        return Box(left=region.x_px, top=region.y_px, right=region.x_px + region.width_px, bottom=region.y_px + region.height_px)
    if isinstance(check, PixelsCheck) and check.x is not None and check.y is not None:
        x, y = (evaluate(text, _views(scene), scene.contract.constants) for text in (check.x, check.y))
        if isinstance(x, (int, float)) and isinstance(y, (int, float)):
            return Box.around(float(x), float(y), check.size_px)
    return None


def _pixels(check: PixelsCheck, scene: Scene) -> Answer:
    source, target = scene.take.mark(check.source), scene.take.mark(check.target)
    if source is None or target is None:
        return Answer(holds=None, reason=f"the mark {check.source if source is None else check.target!r} was not taken")
    try:
        box = _box(check, scene)
    except UnusableExpressionError as error:
        return Answer(holds=False, reason=str(error))
    share = changed_share(scene.album.cut(source.frame, box), scene.album.cut(target.frame, box))
    holds = check.at_least_share <= share <= check.at_most_share
    return Answer(holds=holds, reason=f"{share:.2%} of the pixels changed; wanted {check.at_least_share:.2%} to {check.at_most_share:.2%}")


def _hud(check: HudCheck, scene: Scene) -> Answer:
    mark = scene.take.mark(check.at)
    if mark is None:
        return Answer(holds=None, reason=f"the mark {check.at!r} was not taken")
    reading = mark.observation.hud.get(check.hud)
    is_visible = reading is not None and reading.is_visible
    if not check.is_visible or reading is None or not is_visible:
        return Answer(holds=is_visible == check.is_visible, reason=f"{check.hud} is {'visible' if is_visible else 'not visible'}")
    element = next(one for one in scene.contract.hud if one.hud == check.hud)
    if element.key is None:
        return Answer(holds=bool(reading.text.strip()), reason=f"it shows {reading.text!r}")
    value = mark.observation.readings.get(element.key, Reading(problem="was not read"))
    if value.problem:
        raise MissingReadingError(element.key, value.problem)
    agrees = hud_agrees(reading, value.value, is_whole=scene.contract.key(element.key).type != "float")
    return Answer(holds=agrees, reason=f"it shows {reading.text!r}, Φ says {element.key} = {value.value!r}")


def _drawn(check: DrawnCheck, scene: Scene) -> Answer:
    mark = scene.take.mark(check.at)
    if mark is None:
        return Answer(holds=None, reason=f"the mark {check.at!r} was not taken")
    count = colours(scene.album.cut(mark.frame, _box(check, scene)))
    return Answer(holds=count >= check.colours, reason=f"{count} colours; wanted {check.colours}")


def _clean(scene: Scene) -> Answer:
    faulty = [event for event in scene.take.events if event.kind in FAULTY_EVENTS]
    return Answer(holds=not faulty, reason="; ".join(f"{event.kind}: {event.text:.120}" for event in faulty[:5]))


def _handshake(check: HandshakeCheck, scene: Scene) -> Answer:
    mark = scene.take.mark(check.at)
    if mark is None:
        return Answer(holds=None, reason=f"the mark {check.at!r} was not taken")
    problems = [
        problem for key in scene.contract.keys if (problem := mistyped(key, mark.observation.readings.get(key.key, Reading(problem="was not read"))))
    ]
    return Answer(holds=not problems, reason="; ".join(problems[:5]))


def mistyped(key: Key, reading: Reading) -> str:
    """Why a reading does not fit its declaration; empty when it does."""
    if reading.problem:
        return f"{key.key}: {reading.problem}"
    value = reading.value
    number = float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None
    fits = {
        "int": number is not None and number.is_integer(),
        "float": number is not None,
        "bool": isinstance(value, bool),
        "string": isinstance(value, str),
        "list": isinstance(value, tuple),
    }[key.type]
    if not fits:
        return f"{key.key}: {value!r} is not a {key.type}"
    if key.values and value not in key.values:
        return f"{key.key}: {value!r} is none of {', '.join(key.values)}"
    for one in value if isinstance(value, tuple) else (value,):
        if isinstance(one, (int, float)) and not isinstance(one, bool) and not _within(one, key.minimum, key.maximum):
            return f"{key.key}: {one!r} is outside {key.minimum} to {key.maximum}"
    return ""


def _within(number: float, minimum: float | None, maximum: float | None) -> bool:
    return (minimum is None or number >= minimum) and (maximum is None or number <= maximum)
