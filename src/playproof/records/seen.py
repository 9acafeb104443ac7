"""What a play of a web task recorded: the takes, and what could be read at each mark, so that it can be read and judged again."""

from typing import Literal

from playproof.records.evidence import Take
from playproof.records.observation import TextBox
from playproof.records.record import Record


class Scene(Record):
    """What was seen at one instant: enough to read it again."""

    at_ms: float
    texts: tuple[TextBox, ...]
    frame: str
    """Hash; empty where no picture was needed."""


class SeenPlay(Record):
    """One play of the script: with its inputs, and without any."""

    schema_version: Literal[1] = 1
    play: str
    seed: int
    act: Take
    twin: Take
    act_scenes: tuple[Scene, ...]
    twin_scenes: tuple[Scene, ...]
