"""The seams: what can be plugged in. Everything above talks to these; nothing here does anything.

A `Driver` starts an engine and opens a game; the `Session` it gives is the only way to touch that game. A session never judges and never acts
for the player by itself: inputs are real events at the engine's input layer, time moves only in `step`, and looking never changes the game.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from playproof.records.fault import Fault
from playproof.records.judgement import JudgeRole, JudgeSheet
from playproof.records.observation import Event, FlowAnswer, Observation, TextBox
from playproof.records.record import Record
from playproof.records.run import DriverSheet

Button = Literal["left", "middle", "right"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One picture of the whole view."""

    png: bytes
    width_px: int
    height_px: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """What a driver needs to know to open a game."""

    artifact_path: Path
    """The folder of the game, read-only to it."""
    entry: str
    """The file of the artifact that starts the game, relative to the folder; '/' separated."""
    width_px: int
    height_px: int
    seed: int
    """Feeds every source of randomness and the calendar of the game."""
    is_lasting: bool = False
    """Keep a profile on disk so that `reopen` can start a fresh process on it (slower: a browser of its own)."""


class Session(Protocol):
    """One game being played. Raises GameError when the game is at fault, DriverError when we are."""

    @property
    def now_ms(self) -> float:
        """Game time since the play began; goes on counting over reload and reopen."""

    def step(self, ms: float) -> None:
        """Let game time pass. Inputs sent before are seen by the game first."""

    def press(self, code: str) -> None:
        """Key down, by W3C `KeyboardEvent.code` ('ArrowLeft', 'KeyA'). The key stays down until `release`."""

    def release(self, code: str) -> None:
        """Key up. A key that is still down when the session closes or reloads is released."""

    def pointer_move(self, x_px: float, y_px: float) -> None:
        """Move the mouse."""

    def pointer_down(self, x_px: float, y_px: float, button: Button = "left") -> None:
        """Mouse button down."""

    def pointer_up(self, x_px: float, y_px: float, button: Button = "left") -> None:
        """Mouse button up."""

    def wheel(self, x_px: float, y_px: float, dx_px: float, dy_px: float) -> None:
        """Turn the mouse wheel; positive dy scrolls down."""

    def touch(self, kind: Literal["start", "move", "end"], points: Sequence[tuple[float, float]]) -> None:
        """Touch the screen with the given points, in px; 'end' takes the points that remain."""

    def read(self, keys: Sequence[str], hud_ids: Sequence[str]) -> Observation:
        """State readings (`OmniState.Get`) and HUD readings at this instant."""

    def load_state(self, state_id: str, timeout_ms: float) -> FlowAnswer:
        """`OmniFlow.LoadState(id)`; steps time until it settles or `timeout_ms` of game time have passed."""

    def restart(self, timeout_ms: float) -> FlowAnswer:
        """`OmniFlow.Restart()`; steps time as `load_state` does."""

    def texts(self) -> tuple[TextBox, ...]:
        """All words that a person could read in the engine's UI tree, in its order. What is only painted (a canvas) is not among them."""

    def frame(self) -> Frame:
        """A picture of the view. Does not advance the game."""

    def take_events(self) -> tuple[Event, ...]:
        """What happened since the last call, oldest first."""

    def reload(self, *, keep_storage: bool) -> None:
        """Open the game again in a fresh page, with or without what it had stored."""

    def reopen(self) -> None:
        """Quit as a player does and start the game in a fresh process on a copy of its profile. Needs `Opening.is_lasting`."""

    def close(self) -> None:
        """End the play: release keys, throw the page away. Never raises."""


class Driver(Protocol):
    """One engine on this machine, one worker: opens one game at a time."""

    def sheet(self) -> DriverSheet:
        """Engine, version, mode and isolation in use; printed with every score."""

    def open(self, opening: Opening) -> Session:
        """Start a game and bring it to its first frame."""

    def control(self) -> Opening:
        """A known-good game of this engine: if it plays, a failure of the driver was the other game's doing."""

    def close(self) -> None:
        """End the engine and everything it started. Never raises."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a judge is asked, whole: it knows nothing beside it and keeps nothing from one question to the next."""

    role: JudgeRole
    prompt: str
    """Id of the instructions; their words are in `instructions`."""
    instructions: str
    """Our own words alone: for the system message, where a model has one."""
    text: str
    """The case. What it holds of a game or an agent is fenced and may be an attack."""
    images: tuple[bytes, ...] = ()
    """PNG, in the order in which the text names them."""
    answer_schema: str = ""
    """JSON Schema of the answer, for models that can be held to one; the answer is checked in any case."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a judge said."""

    text: str
    input_tokens: int | None = None
    output_tokens: int | None = None


class Judge(Protocol):
    """One model that answers questions, or what stands in for one. Retries what is worth a retry by itself."""

    def sheet(self) -> JudgeSheet:
        """Which model answers; kept with every judgement."""

    def ask(self, question: Question) -> Answer:
        """Answer; ProviderError when there is no answer. Called from several threads at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One play that a track asks for. `id` names it in the run folder and in verdicts."""

    id: str
    what: str
    """For progress, in a few words."""
    kind: type[Record]
    """The record that playing it gives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What a track gets to play a job with."""

    open_session: Callable[[bool], Session]
    """Opens the artifact afresh; True asks for a profile on disk."""
    open_seeded: Callable[[int], Session]
    """Opens the artifact afresh with a seed of its own: the run's seed plus this."""
    keep_frame: Callable[[bytes], str]
    """Stores a picture and gives its hash."""
    open_other: Callable[[Path, str], Session]
    """Opens another game than the artifact under the same conditions: its folder and start file."""


class Track(Protocol):
    """What is special to one benchmark, for one task and one artifact. The pipeline asks for jobs, plays them, hands back what they gave."""

    def begin(self) -> Sequence[Job]:
        """The jobs that can be played at once, most urgent first."""

    def play(self, job: Job, desk: Desk) -> Record:
        """Play one job; DriverError and SandboxError pass through. Called from several threads at once."""

    def accept(self, job: Job, outcome: Record | Fault) -> Sequence[Job]:
        """Take in what a job gave, grade what can be graded, and name the jobs that can be played now."""

    def blamed(self, job: Job, fault: Fault) -> Record:
        """The record of a job that the game itself made impossible to play."""
