"""A task of the build track: what is public, what is hidden, by path and hash."""

from typing import Annotated, Literal

from pydantic import Field

from playproof.records.record import Record

Axis = Annotated[int, Field(ge=1, le=3)]


class Difficulty(Record):
    """Four axes, 1-3 each (CEGame-Bench appendix 13)."""

    environment: Axis
    interaction: Axis
    state: Axis
    presentation: Axis

    @property
    def tier(self) -> Literal["easy", "medium", "hard"]:
        """Easy up to a mean of 1.5, medium up to 2.3, hard above (appendix 13)."""
        mean = (self.environment + self.interaction + self.state + self.presentation) / 4
        return "easy" if mean <= 1.5 else "medium" if mean <= 2.3 else "hard"  # noqa: PLR2004


class TaskFile(Record):
    """`task.yaml`: what a task is called and what it is for."""

    schema_version: Literal[1]
    id: Annotated[str, Field(pattern=r"^(build|web|replica)/[a-z0-9_/-]+$")]
    title: str
    summary: str
    stressor: str
    """The weakness it is built to expose."""
    difficulty: Difficulty
    engines: Annotated[tuple[str, ...], Field(min_length=1)]
    licence: str
    canary: str
