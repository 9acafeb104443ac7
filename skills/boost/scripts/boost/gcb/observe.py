"""Recording an observation: every rule that stands between a claim and the ledger.

The order of the rules is the order in which an agent can act on them: what is pending, what was asked, whether the project is the
recorded one, whether the check may be made now, the session, and last the evidence.
"""

from __future__ import annotations

from typing import Any

from .book import Book
from .contract import Checkpoint
from .evidence import Given, check
from .ledger import Event
from .refusals import Refusal
from .state import BLOCKED, FAIL, PASS, UNVERIFIED

COMMAND_OF_KIND = {"journey": "journey", "reopen": "reopen"}


def record(book: Book, given: Given) -> Event:
    """Record an observation of a checkpoint that is neither a journey nor a reopen.

    Raises:
        Refusal: If any rule is unmet; nothing is written then.
    """
    checkpoint = allowed(book, given, "record")
    if given.decides and checkpoint.kind != "static-visual" and not given.input.strip():
        raise Refusal("input-missing", f"{checkpoint.id!r} ({checkpoint.kind}) was observed without --input")
    sessions = check_sessions(book, given, [(given.session, given.process)])
    return write(book, checkpoint, given, sessions, {})


def allowed(book: Book, given: Given, command: str) -> Checkpoint:
    """Give the checkpoint if it may be recorded now by `command`, as far as the claim itself tells.

    Reads every file of the project.
    """
    book.require_open()
    contract = book.require_contract()
    checkpoint = contract.checkpoints.get(given.checkpoint)
    if checkpoint is None:
        raise Refusal("unknown-checkpoint", f"{given.checkpoint!r} is not in the contract", known=list(contract.checkpoints))
    right = COMMAND_OF_KIND.get(checkpoint.kind, "record")
    if right != command:
        raise Refusal("wrong-command", f"{checkpoint.id!r} is a {checkpoint.kind}", f"Use `{right} {checkpoint.id}`.")
    if given.outcome == FAIL and not given.diagnosis.strip():
        raise Refusal("diagnosis-missing", f"the failure of {checkpoint.id!r} has no --diagnosis")
    if given.outcome in {UNVERIFIED, BLOCKED} and not given.reason.strip():
        raise Refusal("reason-missing", f"{checkpoint.id!r} is {given.outcome} without --reason")
    book.require_recorded()
    _candidate_changed(book, checkpoint, given)
    if given.outcome == PASS:
        _may_pass(book, checkpoint, given)
    return checkpoint


def _candidate_changed(book: Book, checkpoint: Checkpoint, given: Given) -> None:
    """Refuse to judge a repair on the project as it was before it."""
    trial = book.state.trial
    if trial is None or not given.decides or book.state.revision != trial.base_revision:
        return
    if checkpoint.id == trial.target or checkpoint.id in trial.protected:
        raise Refusal("candidate-unchanged", f"nothing changed since repair {trial.number} began, so {checkpoint.id!r} says nothing about it")


def _may_pass(book: Book, checkpoint: Checkpoint, given: Given) -> None:
    """Refuse a pass whose prerequisites do not pass, or that follows a failure without any change."""
    missing = [name for name in checkpoint.prerequisites if not book.state.passes(name)]
    if missing:
        words = ", ".join(f"{name} ({book.state.standing(name).word})" for name in missing)
        raise Refusal("prerequisite-not-passing", f"{checkpoint.id!r} comes after {words}", missing=missing)
    last = book.state.standing(checkpoint.id)
    if last.outcome == FAIL and not last.stale and last.fingerprint == book.state.fingerprint and not given.reason.strip():
        raise Refusal("pass-after-failure", f"{checkpoint.id!r} failed in line {last.seq} on the same files")


def check_sessions(book: Book, given: Given, sessions: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Give each session with its process; a session belongs to one revision and one process for ever."""
    found = []
    for session, process in sessions:
        if not session.strip():
            if given.decides or given.before or given.after:
                raise Refusal("session-missing", f"{given.checkpoint!r} was given without --session")
            continue
        bound = book.state.sessions.get(session)
        if bound is None:
            if not process.strip():
                raise Refusal("process-missing", f"session {session!r} is new and has no --process")
            found.append((session, process))
            continue
        revision, known = bound
        if revision != book.state.revision:
            raise Refusal("session-of-other-revision", f"session {session!r} belongs to revision {revision}, the project is at {book.state.revision}")
        if process and process != known:
            raise Refusal("session-of-other-process", f"session {session!r} belongs to process {known!r}, not {process!r}")
        found.append((session, known))
    return found


def write(book: Book, checkpoint: Checkpoint, given: Given, sessions: list[tuple[str, str]], more: dict[str, Any]) -> Event:
    """Check and keep the evidence, then write the observation."""
    evidence = check(book, checkpoint, given)
    body = {
        "checkpoint": checkpoint.id,
        "kind": checkpoint.kind,
        "outcome": given.outcome,
        "revision": book.state.revision,
        "fingerprint": book.state.fingerprint,
        "definition": checkpoint.definition,
        "sessions": [list(pair) for pair in sessions],
        "input": given.input.strip(),
        "agree": given.agree,
        "comparison": given.comparison.strip(),
        "diagnosis": given.diagnosis.strip(),
        "reason": given.reason.strip(),
        "recaptured": given.recaptured.strip(),
        **evidence.keep(book),
        **more,
    }
    return book.append("observation", body)
