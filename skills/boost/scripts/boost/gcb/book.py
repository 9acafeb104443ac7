"""One records folder and the project it is about: opened, verified, and locked while something is written."""

from __future__ import annotations

import hashlib
import json
import os
import time
from typing import Any

from . import VERSION
from .blobs import Blobs
from .changes import Change, Effect
from .contract import Contract
from .discovery import find_roots
from .ledger import Event, Ledger, as_refusal
from .locking import Lock
from .refusals import Refusal
from .scan import SHOWN, Delta, Scan, compare, scan
from .statcache import StatCache
from .state import State, fold

SUFFIX = ".boost"


def locate(project: str, records: str) -> tuple[str, str]:
    """Give the real paths of the project and its records folder.

    Without `records` it is the folder NAME.boost beside the project. Without `project` the one that the records are about is meant,
    else the nearest folder upwards from here that has records, else the only one in this folder that has, else this folder.
    """
    if records and not project:
        project = _project_of(os.path.realpath(records))
    here = os.path.realpath(project or os.curdir)
    if not project and not records:
        folder = here
        while os.path.dirname(folder) != folder:
            if os.path.isfile(os.path.join(folder + SUFFIX, "ledger.jsonl")):
                return folder, folder + SUFFIX
            folder = os.path.dirname(folder)
        below = _projects_in(here)
        if len(below) == 1:
            return below[0], below[0] + SUFFIX
    return here, os.path.realpath(records) if records else here + SUFFIX


def _projects_in(folder: str) -> list[str]:
    """Give the folders directly below one that have records beside them."""
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    places = [os.path.join(folder, name[: -len(SUFFIX)]) for name in sorted(names) if name.endswith(SUFFIX)]
    return [place for place in places if os.path.isdir(place) and os.path.isfile(os.path.join(place + SUFFIX, "ledger.jsonl"))]


def _project_of(records: str) -> str:
    """Give the project that a records folder is about; '' if it does not say."""
    try:
        with open(os.path.join(records, "ledger.jsonl"), encoding="ascii") as file:
            for line in file:
                fields = json.loads(line)
                if fields["kind"] == "bound":
                    return str(fields["body"]["project"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""
    return ""


def _inside(path: str, folder: str) -> bool:
    """Tell whether `path` is `folder` or lies in it."""
    return os.path.normcase(path) == os.path.normcase(folder) or os.path.normcase(path).startswith(os.path.normcase(folder).rstrip(os.sep) + os.sep)


def check_places(project: str, records: str) -> None:
    """Refuse a project that is not a folder, and records in it or around it."""
    if not os.path.isdir(project):
        raise Refusal("project-missing", f"{project!r} is not a folder")
    if _inside(records, project):
        raise Refusal("records-inside-project", f"{records!r} lies inside the project {project!r}")
    if _inside(project, records):
        raise Refusal("project-inside-records", f"the project {project!r} lies inside {records!r}")


class Book:
    """An opened record. Use `Book.writing(...)` as a context manager for anything that writes."""

    def __init__(self, project: str, records: str) -> None:
        """Read and verify the ledger.

        Raises:
            Refusal: If there is none, it is damaged, or it belongs to another project.
        """
        check_places(project, records)
        self.records = records
        self.project = project
        self.lock = Lock(os.path.join(records, "lock"))
        self.blobs = Blobs(records)
        self.contract_path = os.path.join(records, "contract.json")
        self.inbox = os.path.join(records, "inbox")
        self._load()

    def _load(self) -> None:
        self.ledger = Ledger(self.records)
        self.state: State = fold(self.ledger.events)
        if not self.state.project:
            raise Refusal("not-initialised", f"the ledger of {self.records!r} has no beginning")
        if self.state.project != self.project:
            raise Refusal("wrong-project", f"{self.records!r} is about {self.state.project!r}, not {self.project!r}")
        self.cache = StatCache(os.path.join(self.records, "statcache.json"), self.project)

    @staticmethod
    def create(project: str, records: str) -> Book:
        """Begin a new record about a project; its files as they are now are revision 1."""
        check_places(project, records)
        try:
            os.makedirs(os.path.join(records, "inbox"), exist_ok=True)
        except OSError as error:
            raise as_refusal(error, records) from error
        path = os.path.join(records, "ledger.jsonl")
        with Lock(os.path.join(records, "lock")):
            if os.path.exists(path) and fold(Ledger(records).events).project:
                raise Refusal("already-initialised", f"{records!r} has a ledger")
            roots = find_roots(project)
            cache = StatCache(os.path.join(records, "statcache.json"), project)
            found = scan(project, roots, cache, trust=False)
            try:
                open(path, "ab").close()
            except OSError as error:
                raise as_refusal(error, path) from error
            ledger = Ledger(records)
            ledger.heal()
            body = {
                "project": project,
                "roots": roots,
                "version": VERSION,
                "fingerprint": found.fingerprint,
                "files": found.files,
                "newest_ns": min(max(found.times_ns.values(), default=0), time.time_ns()),
            }
            ledger.append("bound", body)
            cache.save()
        return Book(project, records)

    def __enter__(self) -> Book:
        """Take the lock, read the ledger again, and clear up after a call that was killed."""
        self.lock.__enter__()
        try:
            self._load()
            self.ledger.heal()
            self.blobs.clean()
        except BaseException:
            self.lock.release()
            raise
        return self

    def __exit__(self, *what: object) -> None:
        """Keep the stat cache and release the lock."""
        self.cache.save()
        self.lock.release()

    def append(self, kind: str, body: dict[str, Any]) -> Event:
        """Write an event and take it into the books."""
        event = self.ledger.append(kind, body)
        self.state.apply(event)
        return event

    def scan(self, *, trust: bool = False) -> Scan:
        """Look at the project as it is now."""
        return scan(self.project, self.state.roots, self.cache, trust=trust)

    def delta(self, found: Scan) -> Delta:
        """Give what differs from what was last recorded."""
        return compare(self.state.files, found.files)

    def change(self, found: Scan, result: Effect) -> Change:
        """Describe the step from the recorded files to the found ones as the next revision."""
        delta = self.delta(found)
        newest = max((found.times_ns[path] for path in (*delta.added, *delta.changed)), default=0)
        return Change(self.state.revision + 1, found.fingerprint, delta, result, min(newest, time.time_ns()))

    def require_open(self) -> None:
        """Refuse if a rollback is pending or the record was closed."""
        if self.state.stopped:
            raise Refusal("record-closed", f"work was stopped: {self.state.stopped}")
        trial = self.state.trial
        if trial is not None and trial.decided:
            raise Refusal("recovery-pending", f"the rollback of repair {trial.number} ({trial.target}) has not ended")

    def require_contract(self) -> Contract:
        """Give the accepted contract; refuse if there is none or the file says something else."""
        if self.state.contract is None:
            raise Refusal("contract-not-accepted", f"{self.contract_path!r} has not been accepted")
        if self.contract_file_changed():
            raise Refusal("contract-changed", f"{self.contract_path!r} differs from the accepted contract")
        return self.state.contract

    def contract_file_changed(self) -> bool:
        """Tell whether contract.json is not byte for byte the accepted one."""
        try:
            with open(self.contract_path, "rb") as file:
                return hashlib.sha256(file.read()).hexdigest() != self.state.contract_sha
        except OSError:
            return True

    def require_recorded(self) -> Scan:
        """Read every file; refuse if anything differs from what was last recorded."""
        found = self.scan()
        delta = self.delta(found)
        if delta:
            paths = delta.paths
            shown = ", ".join(paths[:SHOWN]) + (f" and {len(paths) - SHOWN} more" if len(paths) > SHOWN else "")
            raise Refusal("unrecorded-changes", f"{len(paths)} files changed since revision {self.state.revision}: {shown}", paths=list(paths))
        return found
