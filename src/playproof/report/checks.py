"""Checks in plain words, and what each of them reads."""

from collections.abc import Iterable
from dataclasses import dataclass

from playproof.records.contract import Contract
from playproof.records.expression import references
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
from playproof.report.text import duration, number


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """A check in two parts: a sentence, and the expression it holds against (may be empty)."""

    says: str
    code: str = ""


def wording(check: Check) -> Wording:
    """A check as a person reads it."""
    match check:
        case StateCheck():
            return Wording(says="Afterwards this holds", code=check.that)
        case WithinCheck():
            return Wording(says=f"Within {duration(check.ms)} this comes to hold, looking at “{check.series}”", code=check.that)
        case AlwaysCheck():
            return Wording(says=f"This holds at every look of “{check.series}”", code=check.that)
        case NeverCheck():
            return Wording(says=f"This holds at no look of “{check.series}”", code=check.that)
        case EventCheck():
            return Wording(says=_event(check), code=check.pattern)
        case PixelsCheck():
            return _pixels(check)
        case HudCheck():
            shown = "is visible and shows its key’s value" if check.is_visible else "is not visible"
            return Wording(says=f"At “{check.at}” the HUD element “{check.hud}” {shown}")
        case DrawnCheck():
            return Wording(says=f"At “{check.at}” {_part(check.region)} shows at least {check.colours} colours")
        case HandshakeCheck():
            return Wording(says=f"At “{check.at}” every declared key has a value of its type and range")
        case _:
            return Wording(says=_plain(check))


def _plain(check: Check) -> str:
    match check:
        case AssetsCheck():
            return "Every file that the task ships is there and can be decoded"
        case EntryCheck():
            return "The entry file can be parsed, and every file that it names is there"
        case SelfContainedCheck():
            return "No file refers to a host on the network"
        case CleanBootCheck():
            return "No uncaught exception, missing file or refused request since the play began"
        case _:
            return check.check.replace("_", " ").capitalize()


def _event(check: EventCheck) -> str:
    what = {"audio": "sound", "animation": "animation", "console": "console line"}[check.kind]
    window = f"within {duration(check.window_ms)} after “{check.since}”"
    if check.at_most == 0:
        return f"No {what} starts {window}" if check.kind != "console" else f"No such console line {window}"
    most = "" if check.at_most is None else f", at most {check.at_most}"
    return f"At least {check.at_least} {what}{'s' if check.at_least != 1 else ''}{most} {window}"


def _pixels(check: PixelsCheck) -> Wording:
    part = _part(check.region) if check.x is None else f"a patch of {check.size_px} px around ({check.x}, {check.y})"
    least, most = number(check.at_least_share * 100), number(check.at_most_share * 100)
    if check.at_most_share >= 1.0:
        bounds = f"at least {least} % of the pixels change"
    elif check.at_least_share <= 0.0:
        bounds = f"at most {most} % of the pixels change"
    else:
        bounds = f"{least} to {most} % of the pixels change"
    return Wording(says=f"From “{check.source}” to “{check.target}” {bounds} in {part}")


def _part(region: str | None) -> str:
    return f"the region “{region}”" if region else "the whole picture"


@dataclass(frozen=True, slots=True, kw_only=True)
class Uses:
    """The Φ keys and HUD elements that checks read."""

    keys: frozenset[str]
    hud: frozenset[str]


def uses(checks: Iterable[Check], contract: Contract) -> Uses:
    """What a leaf's checks read."""
    keys: set[str] = set()
    hud: set[str] = set()
    for check in checks:
        for name in ("that", "x", "y"):
            text = getattr(check, name, None)
            if isinstance(text, str):
                found = references(text)
                keys |= found.keys
                hud |= found.hud
        if isinstance(check, HudCheck):
            hud.add(check.hud)
            keys |= {element.key for element in contract.hud if element.hud == check.hud and element.key}
        if isinstance(check, HandshakeCheck):
            keys |= set(contract.key_names)
    return Uses(keys=frozenset(keys), hud=frozenset(hud))
