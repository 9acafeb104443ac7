"""One go of one agent at one replica task: on which terms, how it ended, what it asked of the service."""

from typing import Literal

from pydantic import Field

from playproof.records.calls import Endpoint
from playproof.records.record import Record

SandboxName = Literal["docker", "namespaces"]
AttemptEnding = Literal["done", "failed", "out_of_time"]


class AttemptSheet(Record):
    """`attempt.json`."""

    schema_version: Literal[1] = 1
    playproof: str
    task: str
    agent: str
    sandbox: SandboxName
    budget: int
    pace_ms: float
    allowed_hosts: tuple[str, ...] = ()
    """Hosts that the agent could reach through the gateway, beside the service."""
    ending: AttemptEnding
    exit_status: int | None
    """Of the agent; None when it was ended because its time was over."""
    took_s: float
    """Wall seconds that the agent ran."""
    calls: dict[Endpoint, int] = Field(default_factory=dict)
    """Calls of the service by endpoint."""
    actions: int
    """Actions that were charged."""
    files: tuple[str, ...]
    """What the agent left in its workspace, relative, at most a hundred."""
