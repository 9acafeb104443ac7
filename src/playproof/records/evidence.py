"""What a play recorded: enough to judge it again, offline, by another grader.

Frames are stored apart by content (`frames/<sha256>.png`); records hold their hashes. All times are game time.
"""

from typing import Literal

from playproof.records.fault import Fault
from playproof.records.observation import Event, FlowAnswer, Observation
from playproof.records.record import Record

Role = Literal["act", "twin", "control", "control_twin"]


class Input(Record):
    """One thing the player or the evaluator did to the session."""

    at_ms: float
    do: Literal["press", "release", "pointer_move", "pointer_down", "pointer_up", "load_state", "restart", "reload", "reopen"]
    what: str
    """The key code, 'x,y' in px, the state id, or 'keep'/'clear'."""


class MarkShot(Record):
    """State, HUD and picture at a named instant."""

    name: str
    observation: Observation
    frame: str
    """Hash of the PNG."""
    session: int = 0
    """How many times the game had been reloaded or reopened before."""


class Series(Record):
    """Observations at even distances, or the ticks of a policy."""

    name: str
    observations: tuple[Observation, ...]


class Stretch(Record):
    """How long one step of a plan took: what its twin waits."""

    part: Literal["approach", "act"]
    step: int
    began_ms: float
    ended_ms: float
    reached: bool = True
    """False when a policy ran into its timeout."""
    looks: int = 0
    """How often the player looked at the state meanwhile; its twin looks as often, so that a game cannot live on being looked at."""


class Take(Record):
    """One session of a play: the action, its no-input twin, the positive control, or the no-input twin of that."""

    role: Role
    entered: FlowAnswer
    """Whether the fixture's state was entered and confirmed."""
    began_ms: float
    """When preparation was over."""
    ended_ms: float
    inputs: tuple[Input, ...] = ()
    marks: tuple[MarkShot, ...] = ()
    series: tuple[Series, ...] = ()
    stretches: tuple[Stretch, ...] = ()
    """One for each step of `approach` and `act`, in order."""
    events: tuple[Event, ...] = ()
    fault: Fault | None = None
    """What ended the take early."""

    def mark(self, name: str) -> MarkShot | None:
        """The mark of that name, or None when the take never came so far."""
        return next((mark for mark in self.marks if mark.name == name), None)

    def one_series(self, name: str) -> Series | None:
        """The series of that name."""
        return next((series for series in self.series if series.name == name), None)


class Evidence(Record):
    """One play of one leaf: its takes."""

    schema_version: Literal[1] = 1
    play: str
    """Leaf id, then '#1' for the first play, '#2' for the replay by another route."""
    plan_sha256: str
    """Of the leaf and fixture that were played."""
    artifact_sha256: str
    seed: int
    takes: tuple[Take, ...]


class AssetFinding(Record):
    """What was found of one asset of the contract; `problem` is empty when it is there and can be decoded."""

    path: str
    problem: str = ""


class StaticEvidence(Record):
    """What the files of an artifact say by themselves, without running them."""

    schema_version: Literal[1] = 1
    artifact_sha256: str
    assets: tuple[AssetFinding, ...]
    entry_problem: str = ""
    """Why the entry file cannot start the game."""
    missing_references: tuple[str, ...] = ()
    """`file: reference` pairs that lead to no file of the artifact."""
    outside_references: tuple[str, ...] = ()
    """`file: URL` pairs that lead to the network."""


class ActionShot(Record):
    """One action of the journey as it went."""

    action: str
    began_ms: float
    ended_ms: float
    input_steps: int
    done: bool
    reason: str = ""
    frame: str
    """The picture when it ended."""
    observation: Observation


class JourneyEvidence(Record):
    """The whole game played from the entry, or as far as it went."""

    schema_version: Literal[1] = 1
    artifact_sha256: str
    plan_sha256: str
    seed: int
    first_frame: str = ""
    actions: tuple[ActionShot, ...]
    inputs: tuple[Input, ...]
    events: tuple[Event, ...]
    film: tuple[str, ...] = ()
    """Frames along the way, one every second of game time."""
    fault: Fault | None = None

    @property
    def input_steps(self) -> int:
        """Presses and clicks so far."""
        return sum(shot.input_steps for shot in self.actions)
