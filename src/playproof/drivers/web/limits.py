"""How long and how much a game may take before it counts as hung, crashed or flooding. All numbers are our own choice."""

from dataclasses import dataclass

GIB = 1 << 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Wall times are real seconds; they only bound what a broken game costs and never decide what a working game sees."""

    load_s: float = 10.0
    """From the request for the start page until it has loaded."""
    step_s: float = 10.0
    """For at most a quarter second of game time, or one native frame, or the handling of one input."""
    read_s: float = 2.0
    """For all state readings of one instant, or all HUD readings."""
    picture_s: float = 10.0
    """For one picture."""
    slow_s: float = 60.0
    """For everything together that one page keeps us waiting, whatever its game time: opening, pictures, readings."""
    slowness: float = 20.0
    """Wall seconds for each second of game time on top of `slow_s`: a game that does a little less than hang at every frame still ends."""
    start_s: float = 30.0
    """For the browser to start. Longer is our failure, not the game's."""
    memory_bytes: int = 2 * GIB
    """Private memory of one browser process, enforced by the kernel."""
    family_bytes: int = 3 * GIB
    """Memory of all browser processes together, looked at while we wait for the game."""
    events_per_second: int = 1000
    """Events kept per second of game time; the rest is counted."""
    events_per_play: int = 10_000
    """Events kept per play; the rest is counted."""
    text_length: int = 2048
    """Characters kept of one event's text."""
    reading_length: int = 65_536
    """Characters of one state reading, HUD text or the visible text."""
