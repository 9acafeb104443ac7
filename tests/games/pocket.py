"""Beacon once more, played in memory: a real engine of the protocol, in Python, for tests of the flow that need no browser.

It keeps the rules of the contract (`games/beacon/contract.yaml`), draws real pictures, and can be told to break, as engines do.
"""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from PIL import Image, ImageDraw

from playproof.protocols import Button, Frame, Opening
from playproof.records.observation import Event, FlowAnswer, HudReading, Observation, Reading, TextBox, Value
from playproof.records.run import DriveMode, DriverSheet

SHELLS = (100, 180, 260)
PX_PER_MS = 0.12
REACH_PX = 16
CONTROL = Path("control")


@dataclass(slots=True, kw_only=True)
class Trouble:
    """What breaks, and a count of what was asked of the engine."""

    at_open: Callable[[Opening], None] = field(default=lambda _: None)
    """Called with every opening; may raise."""
    at_load: Callable[[str], None] = field(default=lambda _: None)
    """Called with every state that is loaded; may raise."""
    openings: int = 0
    control_openings: int = 0
    drivers: int = 0
    closed: int = 0


class PocketSession:
    """One game of Beacon in memory; implements `protocols.Session`."""

    def __init__(self, trouble: Trouble) -> None:
        """Begin in the menu."""
        self._trouble = trouble
        self._now_ms = 50.0
        self._storage: dict[str, int] = {}
        self._events: list[Event] = []
        self._down: set[str] = set()
        self._boot()

    def _boot(self) -> None:
        self.score, self.x, self.shells, self.sound = 0, 0.0, [0, 0, 0], "on"
        self.best = self._storage.get("best", 0)
        self._enter("menu")

    def _enter(self, state: str) -> None:
        self.state = state
        self._say("console", f"beacon: state {state}")

    def _say(self, kind: Literal["console", "audio", "animation"], text: str) -> None:
        self._events.append(Event(at_ms=self._now_ms, kind=kind, text=text))

    def _begin(self) -> None:
        self.score, self.x, self.shells = 0, 40.0, [0, 0, 0]
        self._enter("level_1")

    def _lift(self) -> None:
        index = next((number for number, x in enumerate(SHELLS) if not self.shells[number] and abs(x - self.x) <= REACH_PX), None)
        if index is None:
            return
        self.shells[index] = 1
        self.score += 10
        self.best = self._storage["best"] = max(self.best, self.score)
        if self.sound == "on":
            self._say("audio", "oscillator")
        self._say("animation", "pulse")
        self._say("console", f"beacon: lifted, score {self.score}")
        if all(self.shells):
            self._enter("success")

    @property
    def now_ms(self) -> float:
        """Game time."""
        return self._now_ms

    def step(self, ms: float) -> None:
        """Walk."""
        self._now_ms += ms
        if self.state == "level_1":
            way = ("ArrowRight" in self._down) - ("ArrowLeft" in self._down)
            self.x = min(300.0, max(20.0, self.x + way * PX_PER_MS * ms))

    def press(self, code: str) -> None:
        """Act."""
        self._down.add(code)
        match code, self.state:
            case "KeyM", _:
                self.sound = "off" if self.sound == "on" else "on"
            case "Enter", "menu":
                self._begin()
            case "Enter", "success":
                self._boot()
            case "Space", "level_1":
                self._lift()
            case "Escape", "level_1":
                self._enter("pause")
            case "Escape", "pause":
                self._enter("level_1")

    def release(self, code: str) -> None:
        """Let go."""
        self._down.discard(code)

    def pointer_move(self, x_px: float, y_px: float) -> None:
        """Nothing follows the mouse."""

    def pointer_down(self, x_px: float, y_px: float, button: Button = "left") -> None:
        """A click on the sound turns it off or on."""
        if button == "left" and x_px < 100 and y_px > 200:
            self.press("KeyM")

    def pointer_up(self, x_px: float, y_px: float, button: Button = "left") -> None:
        """Nothing."""

    def wheel(self, x_px: float, y_px: float, dx_px: float, dy_px: float) -> None:
        """Nothing."""

    def touch(self, kind: Literal["start", "move", "end"], points: Sequence[tuple[float, float]]) -> None:
        """Nothing."""

    def _value(self, key: str) -> Value:
        match key:
            case "shells":
                return tuple(self.shells)
            case "shells_left":
                return 0 if self.state == "menu" else 3 - sum(self.shells)
            case "paused":
                return self.state == "pause"
            case _:
                value: Value = getattr(self, key)
                return value

    def read(self, keys: Sequence[str], hud_ids: Sequence[str]) -> Observation:
        """State and HUD."""
        texts = {
            "title": "Beacon" if self.state == "menu" else "",
            "score": "" if self.state == "menu" else f"Score {self.score}",
            "best": f"Best {self.best}",
            "shells_left": "" if self.state == "menu" else f"{self._value('shells_left')} shells left",
            "sound": f"sound {self.sound}",
            "state": self.state.replace("_", " "),
        }
        hud = {
            name: HudReading(is_present=True, is_visible=texts[name] != "", text=texts[name], x_px=8, y_px=214, width_px=60, height_px=16)
            for name in hud_ids
        }
        return Observation(at_ms=self._now_ms, readings={key: Reading(value=self._value(key)) for key in keys}, hud=hud)

    def load_state(self, state_id: str, timeout_ms: float) -> FlowAnswer:
        """Enter a state, at once."""
        self._trouble.at_load(state_id)
        if state_id == "menu":
            self._boot()
        else:
            self._begin()
        if state_id == "success":
            self.score, self.best, self.shells = 30, max(self.best, 30), [1, 1, 1]
        if state_id in ("pause", "success"):
            self._enter(state_id)
        return FlowAnswer(ok=timeout_ms > 0)

    def restart(self, timeout_ms: float) -> FlowAnswer:
        """Begin anew."""
        self._begin()
        return FlowAnswer(ok=timeout_ms > 0)

    def texts(self) -> tuple[TextBox, ...]:
        """What can be read."""
        return (TextBox(text=self.state, x_px=8, y_px=6, width_px=60, height_px=12, source="rendered"),)

    def frame(self) -> Frame:
        """Draw."""
        image = Image.linear_gradient("L").resize((320, 240)).convert("RGB")
        draw = ImageDraw.Draw(image)
        draw.text((8, 6), f"{self.state} {self.score} {self.best}")
        if self.state != "menu":
            for number, x in enumerate(SHELLS):
                if not self.shells[number]:
                    draw.ellipse((x - 8, 150, x + 8, 166), fill=(240, 180, 200))
            draw.rectangle((self.x - 10, 120, self.x + 10, 160), fill=(255, 220, 100))
        file = io.BytesIO()
        image.save(file, "PNG", compress_level=1)
        return Frame(png=file.getvalue(), width_px=320, height_px=240)

    def take_events(self) -> tuple[Event, ...]:
        """What happened."""
        events, self._events = tuple(self._events), []
        return events

    def reload(self, *, keep_storage: bool) -> None:
        """Open again."""
        self._down.clear()
        if not keep_storage:
            self._storage.clear()
        self._now_ms += 50
        self._boot()

    def reopen(self) -> None:
        """Quit and open again."""
        self.reload(keep_storage=True)

    def close(self) -> None:
        """Nothing to end."""


class PocketDriver:
    """The engine; implements `protocols.Driver`."""

    def __init__(self, trouble: Trouble | None = None, *, mode: DriveMode = "frame-controlled") -> None:
        """Start it."""
        self._trouble, self._mode = trouble or Trouble(), mode
        self._trouble.drivers += 1

    def sheet(self) -> DriverSheet:
        """What plays."""
        return DriverSheet(engine="web", version="Pocket 1", mode=self._mode, isolation="namespaces")

    def open(self, opening: Opening) -> PocketSession:
        """Start a game."""
        self._trouble.openings += 1
        self._trouble.control_openings += opening.artifact_path == CONTROL
        self._trouble.at_open(opening)
        return PocketSession(self._trouble)

    def control(self) -> Opening:
        """The known-good game."""
        return Opening(artifact_path=CONTROL, entry="index.html", width_px=320, height_px=240, seed=0)

    def close(self) -> None:
        """End it."""
        self._trouble.closed += 1
