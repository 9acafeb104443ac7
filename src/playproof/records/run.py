"""What was asked of a run, and on what it ran."""

from typing import Literal

from playproof.records.record import Record


class DriverSheet(Record):
    """The engine that played: printed with every score."""

    engine: str
    """web, godot, ..."""
    version: str
    """E.g. 'Chromium 156.0.8078.114'."""
    mode: Literal["frame-controlled", "shimmed", "real-time"]
    """frame-controlled: our clock and our frames, deterministic. shimmed: our clock, the browser's frames. real-time: neither."""
    isolation: Literal["namespaces", "none"]
    """namespaces: own user, pid, mount and network namespace. none: the game ran with our rights."""
