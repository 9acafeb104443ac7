"""What an agent did, in one form for every runtime: a trajectory as a list of events (GameReplica section 4.3).

One call of a tool is one `tool_call` event, followed by what it did as far as can be told: `observe` (acted on the interface O or looked at the game),
`write` (wrote a file), `read` (read one), `render` (opened its own page). Effects name their call in `of`.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from playproof.records.calls import Endpoint
from playproof.records.record import Record

Runtime = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]
"""Which program ran the agent: `codex`, `claude_code`, `inspect`, or another one."""
Actor = Literal["model", "tool", "user", "runtime"]
EventKind = Literal["message", "reasoning", "tool_call", "tool_result", "observe", "write", "read", "render", "note"]
EFFECTS: frozenset[EventKind] = frozenset({"observe", "write", "read", "render"})
MOST_TEXT = 400
"""Characters that an event keeps of what was said or called (ours)."""

Phase = Literal["exploration", "implementation", "self_check"]
PHASES: tuple[Phase, ...] = ("exploration", "implementation", "self_check")


class TokenUse(Record):
    """Tokens of one answer of the model, or of all."""

    input: int = 0
    """Read, those from a cache included."""
    cached: int = 0
    """Of these, from a cache."""
    output: int = 0
    """Written, reasoning included."""

    def __add__(self, other: "TokenUse") -> "TokenUse":
        """Both together."""
        return TokenUse(input=self.input + other.input, cached=self.cached + other.cached, output=self.output + other.output)


class TraceEvent(Record):
    """One event."""

    seq: int
    """From 1, without gaps."""
    at_s: float | None = None
    """Seconds since 1970 UTC; None where the log has no time."""
    actor: Actor
    kind: EventKind
    text: Annotated[str, Field(max_length=MOST_TEXT)] = ""
    """What was said, called or answered, in short."""
    tool: str = ""
    """Name of the tool, as the runtime calls it."""
    endpoint: Endpoint | None = None
    """Of the observation service; for `observe` alone."""
    path: str = ""
    """The file that was written, read or rendered."""
    of: int | None = None
    """The tool call that this belongs to."""
    tokens: TokenUse | None = None
    is_error: bool = False


class Trace(Record):
    """One trajectory."""

    schema_version: Literal[1] = 1
    runtime: Runtime
    runtime_version: str = ""
    model: str = ""
    """As the runtime names it; empty where the log does not say."""
    task: str = ""
    source_sha256: str
    """Of the log that it was read from."""
    events: tuple[TraceEvent, ...]
    tokens: TokenUse = TokenUse()
    """Of the whole trajectory."""
    skipped: int = 0
    """Lines of the log that could not be read."""

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if [event.seq for event in self.events] != list(range(1, len(self.events) + 1)):
            message = "events are numbered from 1 without gaps"
            raise ValueError(message)
        return self


class PhaseSegment(Record):
    """A stretch of one phase."""

    phase: Phase
    first: int
    last: int
    """Events, both included."""
    tool_calls: int
    took_s: float | None
    """From its first event to the first of the next segment; None where the log has no times."""
    tokens: TokenUse


class EndpointCount(Record):
    """Calls of one endpoint."""

    endpoint: Endpoint
    calls: int


class ToolCount(Record):
    """Calls of one tool."""

    tool: str
    calls: int


class ProcessSheet(Record):
    """How one attempt was made (GameReplica section 4.3): breadth of interaction, tool calls, phases."""

    runtime: Runtime
    model: str
    task: str
    endpoints: tuple[EndpointCount, ...]
    """In the order of the interface; those that were called."""
    observe_calls: int
    """All of them together, free looks included."""
    tools: tuple[ToolCount, ...]
    """Most called first."""
    tool_calls: int
    messages: int
    tokens: TokenUse
    took_s: float | None
    phases: tuple[PhaseSegment, ...]
    calls_from: Literal["log of the service", "trajectory"]
    """Where the endpoint counts come from: the service's own log counts everything, a trajectory only what can be told from its commands."""


class RootCause(Record):
    """Why an attempt failed, as a judge sees it."""

    attempt: str
    control: str | None
    """The successful attempt that it was compared with; None: there is none."""
    phase: Phase | None
    """None: undecided."""
    sub_mode: str
    reason: str
    events: tuple[int, ...] = ()
    """Events of the failed trajectory on which it rests."""
