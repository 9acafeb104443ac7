"""The final checks: the complete journey, the reopen, and the end of the work.

The completion flag says that the record is complete. It is no grade.
"""

from __future__ import annotations

import json
import time
from typing import Any, NamedTuple

from .book import Book
from .captures import outside
from .contract import Checkpoint
from .evidence import Given
from .ledger import Event
from .observe import allowed, check_sessions, write
from .refusals import Refusal
from .state import FAIL, MISSING, PASS, State

# A tool block is persistent when it was met this often in a row, and retries are spent after this many failed repairs
# without new evidence. The second number is the protocol's, the first is our own choice.
PERSISTENT_BLOCKS = 2
SPENT_REPAIRS = 2


def journey(book: Book, given: Given) -> Event:
    """Record the complete journey with its input events.

    Raises:
        Refusal: If any rule is unmet; nothing is written then.
    """
    checkpoint = allowed(book, given, "journey")
    events: list[dict[str, Any]] = []
    if given.inputs:
        events = _read_inputs(book, given.inputs)
    elif given.decides:
        raise Refusal("input-missing", f"the journey {checkpoint.id!r} was given without --inputs FILE")
    if given.outcome == PASS:
        _complete(checkpoint, events)
    sessions = check_sessions(book, given, [(given.session, given.process)])
    return write(book, checkpoint, given, sessions, {"inputs": events})


def _read_inputs(book: Book, path: str) -> list[dict[str, Any]]:
    """Read the journey's input events: one JSON object a line, times in milliseconds that never go back."""
    try:
        with open(outside(path, book.project), encoding="utf-8") as file:
            lines = file.read().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Refusal("journey-inputs-unusable", f"{path!r} cannot be read: {error}") from error
    events: list[dict[str, Any]] = []
    last_ms = 0.0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            event = json.loads(line)
            t_ms, sent, reached = event["t_ms"], event["input"], event.get("reached", "")
            right = isinstance(t_ms, (int, float)) and isinstance(sent, str) and sent.strip() and isinstance(reached, str)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Refusal("journey-inputs-unusable", f"{path}:{number}: {error!r}") from error
        if not right or t_ms < last_ms:
            raise Refusal(
                "journey-inputs-unusable", f"{path}:{number}: expected a time of at least {last_ms:g} ms and a text, found {line.strip()!r}"
            )
        last_ms = t_ms
        events.append({"t_ms": t_ms, "input": sent, "reached": reached})
    if not events:
        raise Refusal("journey-inputs-unusable", f"{path!r} has no input events")
    return events


def _complete(checkpoint: Checkpoint, events: list[dict[str, Any]]) -> None:
    """Refuse a passed journey that did not reach its whole path in order."""
    reached = [event["reached"] for event in events if event["reached"]]
    position = 0
    for name in checkpoint.path:
        if name not in reached[position:]:
            raise Refusal(
                "journey-incomplete", f"the inputs do not reach {name!r} at its place in the path", path=list(checkpoint.path), reached=reached
            )
        position = reached.index(name, position) + 1


def reopen(book: Book, given: Given) -> Event:
    """Record that the game was closed and opened again in another process.

    Raises:
        Refusal: If any rule is unmet; nothing is written then.
    """
    checkpoint = allowed(book, given, "reopen")
    if given.decides and not given.input.strip():
        raise Refusal("input-missing", f"{checkpoint.id!r} was observed without --input (how it was closed and opened)")
    if given.decides and not given.from_session.strip():
        raise Refusal("session-missing", f"{checkpoint.id!r} was given without --from-session")
    sessions = check_sessions(book, given, [(given.from_session, given.from_process), (given.session, given.process)])
    if given.decides and (sessions[0][0] == sessions[1][0] or sessions[0][1] == sessions[1][1]):
        raise Refusal("same-process", f"both sides of {checkpoint.id!r} are session {sessions[1][0]!r}, process {sessions[1][1]!r}")
    return write(book, checkpoint, given, sessions, {})


class Unmet(NamedTuple):
    """One thing that stands between the record and its completion."""

    what: str
    why: str


def unmet(state: State) -> list[Unmet]:
    """List everything that keeps the record from being complete; empty means complete. Files are not looked at here."""
    if state.contract is None:
        return [Unmet("contract", "no contract was accepted")]
    found = []
    if state.trial is not None:
        found.append(Unmet("repair", f"repair {state.trial.number} of {state.trial.target} is open"))
    for checkpoint in state.contract.checkpoints.values():
        standing = state.standing(checkpoint.id)
        if not state.passes(checkpoint.id):
            word = "never observed" if standing.outcome == MISSING else standing.outcome
            found.append(Unmet(checkpoint.id, f"{word}{', stale' if standing.stale else ''}"))
        elif checkpoint.is_final and not state.passes_here(checkpoint.id):
            found.append(Unmet(checkpoint.id, f"seen on revision {standing.revision}, the project is at {state.revision}"))
        else:
            late = [name for name in checkpoint.prerequisites if not state.passes(name)]
            if late:
                found.append(Unmet(checkpoint.id, f"passes, but {late[0]} before it does not"))
    return found


def finish(book: Book) -> Event:
    """Mark the record complete. Reads every file of the project.

    Raises:
        Refusal: `finish-unmet` with all that is unmet, or what keeps any call from writing.
    """
    book.require_open()
    contract = book.require_contract()
    book.require_recorded()
    missing = unmet(book.state)
    if missing:
        more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
        raise Refusal("finish-unmet", f"{missing[0].what}: {missing[0].why}{more}", unmet=[list(one) for one in missing])
    finals = {name: book.state.standing(name).seq for name, checkpoint in contract.checkpoints.items() if checkpoint.is_final}
    return book.append("finished", {"complete": True, "revision": book.state.revision, "fingerprint": book.state.fingerprint, "finals": finals})


def spent(state: State, name: str) -> bool:
    """Tell whether the retries of a failing checkpoint are spent."""
    return state.standing(name).outcome == FAIL and state.failed_repairs.get(name, 0) >= SPENT_REPAIRS


def blocked(state: State, name: str) -> bool:
    """Tell whether a checkpoint is persistently blocked."""
    return state.blocks.get(name, 0) >= PERSISTENT_BLOCKS


def stop(book: Book, reason: str) -> Event:
    """End the work with an incomplete record: at the budget, a persistent block, or spent retries.

    Raises:
        Refusal: `stop-too-early`, `repair-open`, `reason-missing`, or what keeps any call from writing.
    """
    book.require_open()
    contract = book.require_contract()
    book.require_recorded()
    state = book.state
    if not reason.strip():
        raise Refusal("reason-missing", "--stop was given without a reason")
    if state.trial is not None:
        raise Refusal("repair-open", f"repair {state.trial.number} of {state.trial.target} is open")
    missing = unmet(state)
    elapsed_s = (time.time_ns() - state.started_ns) / 1e9
    over = contract.budget_s is not None and elapsed_s >= contract.budget_s
    stuck = contract.dependents({name for name in contract.checkpoints if spent(state, name) or blocked(state, name)})
    loose = [one for one in missing if one.what not in stuck]
    if loose and not over:
        raise Refusal("stop-too-early", f"{loose[0].what} ({loose[0].why}) can still be worked on", open=[list(one) for one in loose])
    condition = "budget" if over else ("stuck" if missing else "complete")
    return book.append("stopped", {"complete": False, "reason": reason.strip(), "condition": condition, "unmet": [list(one) for one in missing]})
