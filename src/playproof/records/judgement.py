"""What judges found on a replica: every item with its verdict, what it rests on, and how the two judges came to agree (GameReplica section 3.4).

A `None` verdict that is not `not_applicable` is undecided: a judge was not reachable, did not answer as asked, or the two did not agree.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from playproof.records.record import Record

JudgeRole = Literal["assessor", "reviewer", "analyst"]
"""An assessor gives verdicts, a reviewer confirms or overturns them, an analyst finds the cause of a failure."""
JudgePart = Literal["implementation", "rule", "visual"]
PARTS: tuple[JudgePart, ...] = ("implementation", "rule", "visual")
JudgeKind = Literal["model", "script", "hand"]
Outcome = Literal["decided", "not_applicable", "undecided"]
MOST_REASON = 2000
"""Characters of a reason (ours)."""


class JudgeSheet(Record):
    """Who answers."""

    name: str
    """The member of playproof that is asked."""
    model: str
    """The model behind it, as its provider calls it."""
    version: str
    kind: JudgeKind = "model"
    """`script` and `hand`: no model spoke; what comes of it tests the seam and supports no figure."""


class PromptSheet(Record):
    """The instructions of a question."""

    id: str
    sha256: str


class Exchange(Record):
    """One recorded question with its answer."""

    schema_version: Literal[1] = 1
    question_sha256: str
    prompt: str
    role: JudgeRole
    asked: str
    """The text of the question, to read; the hash is over all of it."""
    answer: str
    input_tokens: int | None = None
    output_tokens: int | None = None


class Citation(Record):
    """A place in a shown document, by its line numbers there, and the words that stand there."""

    first_line: Annotated[int, Field(ge=1)]
    last_line: Annotated[int, Field(ge=1)]
    quote: Annotated[str, Field(min_length=1, max_length=2000)]


class Round(Record):
    """One go of assessment and review on one item."""

    number: int
    verdict: float | None = None
    """What the assessor gave; None: not applicable, or nothing that counts."""
    reason: str = ""
    citations: tuple[Citation, ...] = ()
    pairs: tuple[int, ...] = ()
    """Numbers of the picture pairs that it rests on, from 1."""
    problem: str = ""
    """Why the verdict did not count before any review: what it cites does not stand there, or there was none."""
    review: Literal["confirmed", "overturned", "none"] = "none"
    review_reason: str = ""


class ItemJudgement(Record):
    """What was found on one rule or one item of a visual checklist."""

    item: str
    category: str
    outcome: Outcome
    value: float | None
    """1, 0.5 or 0 when decided; None otherwise, never zero for what could not be told."""
    reason: str
    rounds: tuple[Round, ...] = ()

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if (self.outcome == "decided") is (self.value is None):
            message = f"the outcome {self.outcome!r} does not go with the value {self.value!r}"
            raise ValueError(message)
        return self


class PartJudgement(Record):
    """One of the three consistencies, item by item."""

    part: JudgePart
    items: tuple[ItemJudgement, ...]
    prompts: tuple[PromptSheet, ...] = ()
    notes: tuple[str, ...] = ()
    """What a reader must know, e.g. that only the beginning of a page could be shown."""
    calls: int = 0
    """Questions that were asked."""
    input_tokens: int = 0
    output_tokens: int = 0


class JudgementFile(Record):
    """`judgements.json` of a replica run."""

    schema_version: Literal[1] = 1
    task: str
    assessor: JudgeSheet
    reviewer: JudgeSheet
    models_under_test: tuple[str, ...]
    parts: tuple[PartJudgement, ...]
