"""Guarded repair: save the project, protect what passes, and keep an edit only if everything is seen to pass again."""

from __future__ import annotations

from typing import NamedTuple

from .book import Book
from .finals import SPENT_REPAIRS
from .ledger import Event
from .refusals import Refusal
from .state import FAIL, State, Trial, plain


def begin(book: Book, target: str, hypothesis: str) -> Event:
    """Save every monitored file and fix what passes now as protected. Reads every file of the project.

    Raises:
        Refusal: If any rule is unmet, or the copy cannot be made; nothing is begun then.
    """
    book.require_open()
    contract = book.require_contract()
    state = book.state
    if state.trial is not None:
        raise Refusal("repair-open", f"repair {state.trial.number} of {state.trial.target} is open")
    if target not in contract.checkpoints:
        raise Refusal("unknown-checkpoint", f"{target!r} is not in the contract", known=list(contract.checkpoints))
    if not hypothesis.strip():
        raise Refusal("reason-missing", "the repair has no hypothesis", "Add --hypothesis: what causes the failure and what will change.")
    standing = state.standing(target)
    if standing.outcome != FAIL or standing.stale:
        raise Refusal("target-not-failing", f"{target!r} is {standing.word}")
    protected = [name for name in contract.checkpoints if state.passes(name)]
    if not protected:
        raise Refusal("nothing-to-protect", "no checkpoint passes now")
    for trial in state.trials:
        if trial.target == target and trial.result == "rolled-back" and plain(trial.hypothesis) == plain(hypothesis):
            raise Refusal("hypothesis-repeated", f"repair {trial.number} of {target!r} tried {trial.hypothesis!r} and was rolled back")
    if state.failed_repairs.get(target, 0) >= SPENT_REPAIRS:
        raise Refusal("retries-spent", f"{state.failed_repairs[target]} repairs of {target!r} failed since the last new evidence")
    found = book.require_recorded()
    book.blobs.put_files(book.project, found.files)
    body = {
        "repair": len(state.trials) + 1,
        "target": target,
        "hypothesis": hypothesis.strip(),
        "protected": protected,
        "revision": state.revision,
        "fingerprint": found.fingerprint,
        "dirs": found.dirs,
    }
    return book.append("repair-begun", body)


def _open_trial(book: Book) -> Trial:
    """Give the open repair, or refuse."""
    book.require_open()
    trial = book.state.trial
    if trial is None:
        raise Refusal("no-repair-open", "no repair is open")
    return trial


class Left(NamedTuple):
    """A check that an open repair still needs on the candidate, and how it stands."""

    checkpoint: str
    role: str
    word: str


def left(state: State, trial: Trial) -> list[Left]:
    """List the checks without a fresh pass on this revision, the target first."""
    names = (trial.target, *(name for name in trial.protected if name != trial.target))
    found = []
    for name in names:
        if not state.passes_here(name) or state.revision == trial.base_revision:
            standing = state.standing(name)
            word = f"pass on revision {standing.revision}" if state.passes(name) else standing.word
            found.append(Left(name, "target" if name == trial.target else "protected", word))
    return found


def keep(book: Book) -> Event:
    """Keep the candidate: target and every protected check were seen to pass on this very revision. Reads every file.

    Raises:
        Refusal: If any rule is unmet; the repair stays open then.
    """
    trial = _open_trial(book)
    book.require_contract()
    book.require_recorded()
    state = book.state
    if state.revision == trial.base_revision:
        raise Refusal("candidate-unchanged", f"nothing changed since repair {trial.number} began")
    missing = left(state, trial)
    if missing:
        words = ", ".join(f"{one.checkpoint} ({one.role}: {one.word})" for one in missing)
        raise Refusal("repair-inconclusive", f"no fresh pass on revision {state.revision}: {words}", left=[list(one) for one in missing])
    proof = {name: state.standing(name).seq for name in (trial.target, *trial.protected)}
    return book.append("repair-kept", {"repair": trial.number, "revision": state.revision, "fingerprint": state.fingerprint, "proof": proof})


def abandon(book: Book, reason: str) -> Event:
    """Give a repair up. An unchanged project stays as it is; a changed one is now to be rolled back (`restore.settle`).

    Raises:
        Refusal: `no-repair-open`, `reason-missing`, or a refusal of the scan.
    """
    trial = _open_trial(book)
    if not reason.strip():
        raise Refusal("reason-missing", "the repair was abandoned without --reason")
    found = book.scan()
    unchanged = book.state.revision == trial.base_revision and found.files == trial.files and found.dirs == trial.dirs
    return book.append("repair-abandoned", {"repair": trial.number, "reason": reason.strip(), "unchanged": unchanged})
