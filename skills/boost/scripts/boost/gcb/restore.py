"""Rolling a rejected repair back: archive what is there, put back what was saved, say so in the ledger.

The decision (a regression that was observed, or `repair abandon`) is already a line of the ledger when this starts; that line is the
recovery marker. Each step can be repeated, so a kill at any instant is answered by running it again (`recover`):
archive every byte that is saved nowhere, check the saved bytes, write each file beside its place and rename it, look again, and
only then write the line that ends the rollback.
"""

from __future__ import annotations

import os
import time
from typing import Any

from .blobs import drop, need_room
from .book import Book
from .changes import Change, Effect
from .ledger import Event, as_refusal
from .refusals import Refusal
from .scan import Entry, Scan, compare
from .state import PASS, Trial

TEMPORARY = ".boost-restore-"
OWNER = 0o700


def settle(book: Book) -> Event:
    """Bring a decided rollback to its end. The book must be open for writing and its recovery pending.

    Raises:
        Refusal: `disk-full`, `snapshot-damaged`, `restore-blocked` or a refusal of the scan; recovery stays pending.
    """
    trial = book.state.trial
    if trial is None or not trial.decided:
        raise Refusal("nothing-to-recover", "no rollback is pending")
    found = book.scan()
    _archive(book, trial, found)
    _put_back(book, trial, found)
    after = book.scan()
    left = compare(trial.files, after.files).paths
    if left:
        raise Refusal("restore-blocked", f"{left[0]!r} is not as it was saved; is something still writing?", paths=list(left))
    passed = tuple(name for name, standing in trial.standings.items() if standing.outcome == PASS)
    effect = Effect("all", f"repair {trial.number} was rolled back", passed)
    change = Change(book.state.revision + 1, trial.fingerprint, book.delta(after), effect, time.time_ns())
    return book.append("restored", {"repair": trial.number, "why": trial.decided, "culprit": trial.culprit, "change": change.body()})


def _archive(book: Book, trial: Trial, found: Scan) -> None:
    """Keep every byte of the rejected candidate before anything is overwritten."""
    again = bool(trial.archives)
    unsaved = {
        path: entry
        for path, entry in found.files.items()
        if not trial.known(path, entry) and not (again and os.path.basename(path).startswith(TEMPORARY))
    }
    if again and not unsaved:
        return
    book.blobs.put_files(book.project, unsaved)
    deleted = [] if again else sorted(path for path in trial.files if path not in found.files)
    body: dict[str, Any] = {
        "repair": trial.number,
        "files": unsaved,
        "deleted": deleted,
        "fingerprint": found.fingerprint,
        # Tells whether the archived candidate is the revision that was judged, or was edited or half restored since.
        "as_recorded": found.fingerprint == book.state.fingerprint,
    }
    book.append("candidate-archived", body)


def _put_back(book: Book, trial: Trial, found: Scan) -> None:
    """Turn the found files into the saved ones; files that are right already are not touched."""
    delta = compare(found.files, trial.files)
    content = {
        path: entry for path, entry in {**delta.added, **delta.changed}.items() if path not in found.files or found.files[path].sha != entry.sha
    }
    book.blobs.check({entry.sha for entry in content.values()})
    need_room(book.project, max((entry.size for entry in content.values()), default=0))
    try:
        _open_folders(book.project, found.dirs)
        for path in delta.deleted:
            os.unlink(os.path.join(book.project, path))
        _remove_folders(book.project, found.dirs, trial.dirs)
        for path in sorted(trial.dirs):
            if path not in found.dirs:
                _make_folder(os.path.join(book.project, path), path)
        for path in sorted({**delta.added, **delta.changed}):
            _put_file(book, path, trial.files[path], write=path in content)
        for path in sorted(trial.dirs, reverse=True):
            os.chmod(os.path.join(book.project, path) if path else book.project, trial.dirs[path])
    except OSError as error:
        refusal = as_refusal(error, str(error.filename or book.project))
        if refusal.code == "disk-full":
            raise refusal from error
        raise Refusal("restore-blocked", f"{error.filename!r}: {error.strerror}") from error


def _open_folders(project: str, dirs: dict[str, int]) -> None:
    """Let the owner write into every folder; the saved permissions are set at the end."""
    for path, mode in sorted(dirs.items()):
        if mode & OWNER != OWNER:
            os.chmod(os.path.join(project, path) if path else project, mode | OWNER)


def _remove_folders(project: str, there: dict[str, int], wanted: dict[str, int]) -> None:
    """Remove folders that were not saved, deepest first; one that still holds caches stays."""
    for path in sorted((path for path in there if path and path not in wanted), reverse=True):
        try:
            os.rmdir(os.path.join(project, path))
        except OSError:
            continue


def _make_folder(folder: str, path: str) -> None:
    """Make a saved folder again; a link or file in its place is refused, never followed."""
    if os.path.islink(folder) or (os.path.exists(folder) and not os.path.isdir(folder)):
        raise Refusal("restore-blocked", f"{path!r} is not a folder")
    os.makedirs(folder, exist_ok=True)


def _put_file(book: Book, path: str, entry: Entry, *, write: bool) -> None:
    """Put one saved file in its place by renaming, or only set its permissions."""
    target = os.path.join(book.project, path)
    if not write:
        os.chmod(target, entry.mode)
        return
    if os.path.isdir(target) and not os.path.islink(target):
        raise Refusal("restore-blocked", f"{path!r} is a folder that holds unmonitored files; a saved file must go there")
    if os.path.realpath(os.path.dirname(target)) != os.path.dirname(target):
        raise Refusal("restore-blocked", f"{os.path.dirname(path)!r} is a symbolic link")
    temporary = os.path.join(os.path.dirname(target), f"{TEMPORARY}{entry.sha[:16]}")
    try:
        book.blobs.copy_to(entry.sha, temporary)
        os.chmod(temporary, entry.mode)
        os.replace(temporary, target)
    except OSError:
        drop(temporary)
        raise
