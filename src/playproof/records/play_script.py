"""How the evaluator plays a web task: plays in user-visible terms, and what each point rests on. Hidden from the agent (WebGameBench, runtime evaluator).

suites/web/<name>/hidden/script.yaml

Steps are those of `records/plan.py`: an action is a control of the specification, a HUD id one of its clicks, and an expression speaks of what is seen
(`players/sight`): `now.screen`, `after.score`, `before.count_letter`, `now.x_courier`.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from playproof.records.edit import Edit
from playproof.records.expression import Expression
from playproof.records.plan import Step
from playproof.records.record import Record
from playproof.records.spec import Name, SpecFile


class Region(Record):
    """A rectangle of the window, px."""

    x: Annotated[int, Field(ge=0)]
    y: Annotated[int, Field(ge=0)]
    width: Annotated[int, Field(gt=0)]
    height: Annotated[int, Field(gt=0)]


class Spot(Record):
    """A point of the window, px."""

    x: Annotated[int, Field(ge=0)]
    y: Annotated[int, Field(ge=0)]


class Play(Record):
    """One play from a fresh load to its last step. Points rest on its marks; `start` is the mark when the game has opened, `end` when all is done."""

    id: Name
    steps: tuple[Step, ...]


class PointPlay(Record):
    """What decides one point."""

    point: Name
    play: Name
    expect: Expression
    """Over the marks of the play. What cannot be read leaves the point unverified."""
    is_caused: bool = True
    """Whether a play of the same length without input must not fulfil it: the player has to have caused it."""


class PlayScript(Record):
    """`script.yaml`."""

    schema_version: Literal[1]
    id: Annotated[str, Field(pattern=r"^web/[a-z][a-z0-9_]*$")]
    words: dict[Name, str] = Field(default_factory=dict)
    """Words that are looked for: `sees_<name>`, `x_<name>`, `y_<name>`."""
    regions: dict[Name, Region] = Field(default_factory=dict)
    """Parts of the window whose looks are compared: `looks_<name>`."""
    spots: dict[Name, Spot] = Field(default_factory=dict)
    """Points of a board: `at_<name>` is the object whose colour is there, or 'nothing'; `reads_<name>` the number or words that stand there."""
    plays: Annotated[tuple[Play, ...], Field(min_length=1)]
    points: Annotated[tuple[PointPlay, ...], Field(min_length=1)]
    canary: str

    @model_validator(mode="after")
    def _names(self) -> Self:
        plays = [play.id for play in self.plays]
        for point in self.points:
            if point.play not in plays:
                message = f"point {point.point!r} rests on the play {point.play!r}, which is not there"
                raise ValueError(message)
        return self


class Defect(Record):
    """A planted fault of the reference, and what a right evaluator makes of it."""

    variant: Name
    label: Literal["USABLE", "UNUSABLE"]
    breaks: Annotated[tuple[Name, ...], Field(min_length=1)]
    """The points that fail."""
    what: str
    edits: Annotated[tuple[Edit, ...], Field(min_length=1)]


class DefectFile(Record):
    """`hidden/defects.yaml`."""

    schema_version: Literal[1]
    defects: tuple[Defect, ...]


class WebPlan(Record):
    """`plan.json` of a run of the web track."""

    schema_version: Literal[1] = 1
    task: str
    spec: SpecFile
    script: PlayScript
