"""The scripts that run inside a page: read from this package once, joined in order, given their settings."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

Settings = Mapping[str, object]

_FIRST = ("natives", "family", "masks", "journal")
_CLOCK = ("scheduler", "start", "timers", "clocks", "random", "async", "animations", "audio", "media", "messages", "observers", "drawing")
_NO_CLOCK = ("realtime", "start")
_LAST = ("console", "errors", "sounds", "refusals", "workers", "control")


@cache
def _text(folder: str, name: str) -> str:
    return files("playproof.drivers.web").joinpath(folder, f"{name}.js").read_text(encoding="utf-8")


@cache
def _joined(folder: str, names: tuple[str, ...]) -> str:
    return "\n".join(_text(folder, name) for name in names)


def clock_script(settings: Settings) -> str:
    """The script that gives a page the game's clock and the driver its handle on the page.

    Args:
        settings: What `shim/*.js` read as SETTINGS; see `setting.Setting`.
    """
    middle = _NO_CLOCK if settings["mode"] == "real-time" else _CLOCK
    body = _joined("shim", (*_FIRST, *middle, *_LAST))
    return _wrapped(body, settings)


def reader_script(settings: Settings) -> str:
    """The script that reads HUD and visible text; it runs in a world of its own beside the page's."""
    return _wrapped(_joined("probes", ("hud",)), settings)


def _wrapped(body: str, settings: Settings) -> str:
    return f'(() => {{\n"use strict";\nconst SETTINGS = {json.dumps(settings)};\n{body}\n}})();'
