"""The terms of an attempt, its folder, and what is told to the agent."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from playproof import __version__
from playproof.agents.scripted import AGENTS
from playproof.errors import SpecError
from playproof.records.attempt import AttemptSheet, SandboxName
from playproof.records.calls import ENDPOINTS
from playproof.store.files import write_record
from playproof.tracks.replica.family import Instance
from playproof.tracks.replica.service.ledger import read_calls

DELIVERABLE = "deliverable"
CALLS = "calls.jsonl"
AGENT_LOG = "agent.log"
SHEET = "attempt.json"
_MOST_LISTED = 100
_TASK = """# Replicate a game

A game runs at {address}. You see it only through its pictures: `POST /click {{"x", "y"}}`, `/drag`, `/key {{"code"}}`, `/wait {{"ms"}}`, `/reset`; each answers with the picture (PNG)
after it. `GET /screenshot`, `/status` and `/openapi.json` are free. You have {budget} actions in all; the picture is {width} x {height} px. The game answers to: {controls}

Find out how it looks and by which rules it plays. Then leave two files in {workspace}:

- `replica.html`: the game built anew, in one self-contained HTML file that plays in a browser without any network. Its picture has the same size.
- `rules.json`: a list of `{{"id", "category", "statement"}}`, one for each rule: atomic, decidable, complete. Categories: visual, legal_action, state, boundary,
  terminal_lock (after the end nothing moves but a reset), level_layout.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """One attempt."""

    instance: Instance
    task: str
    """As the user named it."""
    agent: str
    folder: Path
    budget: int
    pace_ms: float
    limit_s: float
    """Wall seconds that the agent has."""
    allowed_hosts: tuple[str, ...] = ()

    @property
    def workspace(self) -> Path:
        """Where the agent works; what is left there is the deliverable."""
        return self.folder / DELIVERABLE

    @property
    def calls_path(self) -> Path:
        """Log of the service."""
        return self.folder / CALLS


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentEnd:
    """How the agent ended."""

    exit_status: int | None
    """None: its time was over."""
    took_s: float


def prepare(terms: Terms, address: str, workspace: str) -> None:
    """Make the folder and tell the agent its task.

    Args:
        terms: The attempt.
        address: Where the agent will find the service.
        workspace: What the agent's folder is called where it works.

    Raises:
        SpecError: There is no such agent, or the folder holds an attempt already.
    """
    if terms.agent not in AGENTS:
        raise SpecError("--agent", f"{terms.agent!r} is no scripted agent", expected=f"one of {', '.join(AGENTS)}")
    if (terms.folder / SHEET).exists() or terms.workspace.exists():
        raise SpecError(str(terms.folder), "holds an attempt already", expected="a new folder; an attempt is never repeated in place")
    terms.workspace.mkdir(parents=True)
    view = terms.instance.family.file.view
    said = _TASK.format(
        address=address,
        budget=terms.budget,
        width=view.width_px,
        height=view.height_px,
        controls=terms.instance.family.file.controls,
        workspace=workspace,
    )
    (terms.workspace / "TASK.md").write_text(said, encoding="utf-8")


def conclude(terms: Terms, sandbox: SandboxName, end: AgentEnd) -> AttemptSheet:
    """Write what the attempt came to; returns it."""
    calls = read_calls(terms.calls_path) if terms.calls_path.exists() else ()
    sheet = AttemptSheet(
        playproof=__version__,
        task=terms.instance.id,
        agent=terms.agent,
        sandbox=sandbox,
        budget=terms.budget,
        pace_ms=terms.pace_ms,
        allowed_hosts=terms.allowed_hosts,
        ending="out_of_time" if end.exit_status is None else "failed" if end.exit_status else "done",
        exit_status=end.exit_status,
        took_s=round(end.took_s, 3),
        calls={name: count for name in ENDPOINTS if (count := sum(call.endpoint == name for call in calls))},
        actions=sum(call.action is not None for call in calls),
        files=_left_in(terms.workspace),
    )
    write_record(terms.folder / SHEET, sheet)
    return sheet


def _left_in(workspace: Path) -> tuple[str, ...]:
    """Files of the workspace, however many and however they are called; links are no files and are not followed."""
    found: list[str] = []
    for folder, folders, names in os.walk(workspace, followlinks=False):
        folders.sort()
        places = [Path(folder) / name for name in sorted(names)]
        found += [str(path.relative_to(workspace)) for path in places if path.is_file() and not path.is_symlink()]
        if len(found) >= _MOST_LISTED:
            break
    return tuple(name.encode(errors="backslashreplace").decode() for name in found[:_MOST_LISTED])


def forget(terms: Terms) -> None:
    """Remove an attempt that never began."""
    shutil.rmtree(terms.workspace, ignore_errors=True)
