"""Accepting a contract and recording what changed: the two ways in which the books learn about the project.

Both read every file. A sync says which checks the change takes away; accepting a contract also takes away what was redefined.
"""

from __future__ import annotations

import hashlib
import os
from typing import Any, NamedTuple

from .book import Book
from .changes import SHARED, Change, Effect, effect
from .contract import Contract, parse
from .contract_rules import accept, warnings
from .discovery import find_roots
from .ledger import as_refusal
from .refusals import Refusal
from .scan import scan


class Synced(NamedTuple):
    """What a sync wrote: None if nothing had changed."""

    change: Change | None


def sync(book: Book, touched: tuple[str, ...], why: str) -> Synced:
    """Record what changed, and what the agent reports to have touched outside the monitored files.

    Raises:
        Refusal: `unknown-resource`, `reason-missing`, or what keeps any call from writing.
    """
    book.require_open()
    contract = book.require_contract()
    for name in touched:
        if name != SHARED and name not in contract.resources:
            raise Refusal("unknown-resource", f"--touched {name!r} is not a resource", f"Use one of: {', '.join((SHARED, *contract.resources))}.")
    if touched and not why.strip():
        raise Refusal("reason-missing", "--touched was given without --why", "Add --why: what was changed, and where.")
    found = book.scan()
    delta = book.delta(found)
    if not delta and not touched:
        return Synced(None)
    change = book.change(found, effect(contract, delta.paths, touched))
    body = change.body()
    if touched:
        body.update(touched=list(touched), why=why.strip())
    book.append("change", body)
    return Synced(change)


class Accepted(NamedTuple):
    """The accepted contract, what it took away, and what looks like a mistake. `written` is false if it was accepted before."""

    contract: Contract
    redefined: tuple[str, ...]
    removed: tuple[str, ...]
    change: Change | None
    warnings: list[str]
    written: bool


def validate(book: Book, *, check_only: bool = False) -> Accepted:
    """Check contract.json and accept it; the project's files as they are now are recorded with it.

    Raises:
        Refusal: The first problem of the contract, with all of them in `details`; `repair-open`.
    """
    book.require_open()
    state = book.state
    try:
        with open(book.contract_path, "rb") as file:
            text = file.read()
    except OSError as error:
        raise Refusal("contract-unreadable", f"{book.contract_path!r} cannot be read: {error.strerror}") from error
    raw = parse(text, book.contract_path)
    contract = accept(raw, book.contract_path)
    sha = hashlib.sha256(text).hexdigest()
    if state.trial is not None and sha != state.contract_sha and not check_only:
        raise Refusal("repair-open", f"repair {state.trial.number} is open, its targets cannot change now")
    roots = find_roots(book.project)
    found = scan(book.project, roots, book.cache, trust=False)
    delta = book.delta(found)
    result = effect(contract, delta.paths) if roots == state.roots else Effect("all", "engine roots changed", tuple(contract.checkpoints))
    change = book.change(found, result) if delta else None
    redefined, removed = _redefined(state.contract, contract)
    same = sha == state.contract_sha and change is None and roots == state.roots
    if not same and not check_only:
        book.blobs.put_bytes(text)
        body: dict[str, Any] = {
            "contract": raw,
            "sha": sha,
            "roots": roots,
            "redefined": redefined,
            "removed": removed,
            "change": change.body() if change else None,
        }
        book.append("contract", body)
    return Accepted(contract, redefined, removed, change, warnings(contract, list(found.files)), written=not same and not check_only)


def _redefined(old: Contract | None, new: Contract) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the checkpoints whose meaning changed, with their dependents and the finals, and those that are gone."""
    if old is None:
        return (), ()
    removed = tuple(name for name in old.checkpoints if name not in new.checkpoints)
    if old.shared != new.shared:
        return tuple(new.checkpoints), removed
    direct = {
        name
        for name, checkpoint in new.checkpoints.items()
        if name not in old.checkpoints or old.checkpoints[name].definition != checkpoint.definition
    }
    if not direct and not removed:
        return (), ()
    taken = new.dependents(direct) | {name for name, checkpoint in new.checkpoints.items() if checkpoint.is_final}
    return tuple(name for name in new.checkpoints if name in taken), removed


def revert(book: Book) -> None:
    """Write the accepted contract back to contract.json, byte for byte.

    Raises:
        Refusal: `contract-not-accepted`, `records-unwritable` or `disk-full`.
    """
    if book.state.contract is None:
        raise Refusal("contract-not-accepted", "there is no accepted contract to go back to")
    temporary = book.contract_path + ".tmp"
    try:
        book.blobs.check({book.state.contract_sha})
        book.blobs.copy_to(book.state.contract_sha, temporary)
        os.replace(temporary, book.contract_path)
    except OSError as error:
        raise as_refusal(error, temporary) from error
