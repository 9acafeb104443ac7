"""What was asked of a run, on what it ran, and what it came to."""

from typing import Literal

from playproof.records.fault import Fault
from playproof.records.record import Record

DriveMode = Literal["frame-controlled", "shimmed", "real-time"]
"""frame-controlled: our clock and our frames, deterministic. shimmed: our clock, the browser's frames. real-time: neither."""


class DriverSheet(Record):
    """The engine that played: printed with every score."""

    engine: str
    """web, godot, ..."""
    version: str
    """E.g. 'Chromium 156.0.8078.114'."""
    mode: DriveMode
    isolation: Literal["namespaces", "none"]
    """namespaces: own user, pid, mount and network namespace. none: the game ran with our rights."""


class RunSheet(Record):
    """`run.json`: everything that decides what a run comes to. Two runs with equal sheets have equal evidence."""

    schema_version: Literal[1] = 1
    playproof: str
    """Version of playproof."""
    task: str
    task_sha256: str
    """Of all public and hidden files of the task that the evaluator reads."""
    artifact_sha256: str
    engine: str
    seed: int


class PlayFault(Record):
    """A play that we could not make; it is tried again when the run is resumed."""

    job: str
    fault: Fault


class Timing(Record):
    """Wall time of one job, s. Never part of the evidence digest."""

    job: str
    wall_s: float
    worker: int
