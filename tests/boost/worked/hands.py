"""The scripted agent's hands: real keys on a session of the web driver, and a note of each input as it was sent."""

import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playproof.protocols import Session

KEYS = (
    "state", "level", "player_x", "player_y", "lives", "sparks", "sparks_taken", "score", "gate", "dash", "dash_cooldown_ms",
    "invulnerable", "drips_x", "drips_y", "braziers", "wind", "room_ms", "best_score", "sound", "selection", "selected", "hint",
)  # fmt: skip
CODES = {"left": "ArrowLeft", "right": "ArrowRight", "up": "ArrowUp", "down": "ArrowDown", "dash": "Space"}
CODES |= {"interact": "KeyE", "confirm": "Enter", "pause": "Escape", "mute": "KeyM"}
TAP_MS = 60


@dataclass(slots=True, kw_only=True)
class Hands:
    """Plays one session."""

    session: Session
    name: str
    """The session's name in the record."""
    sent: list[dict[str, Any]] = field(default_factory=list)

    def look(self) -> dict[str, Any]:
        """The state as the game tells it."""
        readings = self.session.read(KEYS, ()).readings
        return {key: reading.value for key, reading in readings.items()}

    def picture(self) -> bytes:
        """A capture of the view."""
        return self.session.frame().png

    def wait(self, ms: float) -> None:
        """Do nothing for a while."""
        self.session.step(ms)

    def hold(self, *actions: str, ms: float) -> str:
        """Hold keys down together; gives the input as it was sent."""
        text = f"hold {' + '.join(CODES[action] for action in actions)} {ms:.0f} ms"
        self.sent.append({"t_ms": round(self.session.now_ms), "input": text})
        for action in actions:
            self.session.press(CODES[action])
        self.session.step(ms)
        for action in actions:
            self.session.release(CODES[action])
        return text

    def tap(self, action: str) -> str:
        """Press a key shortly and see what comes of it."""
        text = self.hold(action, ms=TAP_MS)
        self.session.step(TAP_MS)
        return text

    def reached(self, checkpoint: str) -> None:
        """Mark the last input as the one that reached a checkpoint."""
        self.sent[-1]["reached"] = checkpoint

    def inputs(self) -> bytes:
        """Every input so far, one JSON object a line."""
        return "".join(json.dumps(one) + "\n" for one in self.sent).encode()


def process_of_browser() -> str:
    """The identity of the browser that this program started last: process id, and start time in ticks since the machine started."""
    parents, started = {}, {}
    for place in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has just ended
            name, _, rest = place.read_text().partition("(")[2].rpartition(")")
            fields = rest.split()
            parents[int(place.parent.name)] = int(fields[1])
            if name.startswith(("chrom", "headless_shell")) and fields[0] != "Z":
                started[int(place.parent.name)] = int(fields[19])
    mine = [pid for pid in started if _is_below(pid, os.getpid(), parents) and parents[pid] not in started]
    pid = max(mine, key=lambda pid: (started[pid], pid))
    return f"pid {pid}, started at tick {started[pid]}"


def _is_below(pid: int, ancestor: int, parents: dict[int, int]) -> bool:
    """Whether a process descends from another."""
    while pid in parents and pid != ancestor:
        pid = parents[pid]
    return pid == ancestor
