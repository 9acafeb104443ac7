"""What the ledger says: the books as they stand after its last line. Nothing else is remembered anywhere.

`State.apply` is the only place that gives an event its meaning. It trusts the event (the chain was verified); the rules that
decide whether an event may be written are in `observe`, `finals`, `trial` and `restore`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .changes import Change, apply, entries
from .contract import Contract, read
from .engines import Root
from .ledger import Event
from .scan import Entry

PASS, FAIL, UNVERIFIED, BLOCKED, MISSING = "pass", "fail", "unverified", "blocked", "missing"
OUTCOMES = (PASS, FAIL, UNVERIFIED, BLOCKED)


class Standing(NamedTuple):
    """What is known of one checkpoint: its last outcome, whether a change made it stale, and where it was seen."""

    outcome: str
    stale: bool
    seq: int
    revision: int
    fingerprint: str

    @property
    def word(self) -> str:
        """One word for tables: 'pass', 'fail', 'stale', ..."""
        return "stale" if self.stale else self.outcome


NOTHING = Standing(MISSING, False, 0, 0, "")


class Use(NamedTuple):
    """Where a capture was used: it may not be used for another revision or session. `t_ns` is its latest use."""

    revision: int
    session: str
    t_ns: int


class Archive(NamedTuple):
    """What a rejected candidate had that the snapshot had not: files that differ, and paths that were gone."""

    files: dict[str, Entry]
    deleted: tuple[str, ...]


@dataclass
class Trial:
    """One guarded repair. `decided` is '' while it is open, then 'regression' or 'abandoned' until it is restored."""

    number: int
    target: str
    hypothesis: str
    protected: tuple[str, ...]
    base_revision: int
    files: dict[str, Entry]
    dirs: dict[str, int]
    fingerprint: str
    standings: dict[str, Standing]
    result: str = "open"
    decided: str = ""
    culprit: str = ""
    archives: list[Archive] = field(default_factory=list)

    def known(self, path: str, entry: Entry) -> bool:
        """Tell whether these bytes at this path are saved: in the snapshot or in an archive."""
        return self.files.get(path) == entry or any(archive.files.get(path) == entry for archive in self.archives)


@dataclass
class State:
    """The books. `revision` counts what the project has been; `files` is what it was when last recorded."""

    project: str = ""
    roots: tuple[Root, ...] = ()
    started_ns: int = 0
    contract: Contract | None = None
    contract_sha: str = ""
    files: dict[str, Entry] = field(default_factory=dict)
    revision: int = 0
    fingerprint: str = ""
    newest_ns: int = 0
    standings: dict[str, Standing] = field(default_factory=dict)
    sessions: dict[str, tuple[int, str]] = field(default_factory=dict)
    captures: dict[str, Use] = field(default_factory=dict)
    trials: list[Trial] = field(default_factory=list)
    finished_seq: int = 0
    stopped: str = ""
    diagnoses: dict[str, set[str]] = field(default_factory=dict)
    evidence: set[str] = field(default_factory=set)
    failed_repairs: dict[str, int] = field(default_factory=dict)
    blocks: dict[str, int] = field(default_factory=dict)

    @property
    def trial(self) -> Trial | None:
        """The open repair, if there is one."""
        return self.trials[-1] if self.trials and self.trials[-1].result == "open" else None

    @property
    def recovery_pending(self) -> bool:
        """Tell whether a rollback was decided and has not ended."""
        return self.trial is not None and bool(self.trial.decided)

    def standing(self, checkpoint: str) -> Standing:
        """What is known of a checkpoint."""
        return self.standings.get(checkpoint, NOTHING)

    def passes(self, checkpoint: str) -> bool:
        """Tell whether a checkpoint passes now: observed, and no change since concerns it."""
        standing = self.standing(checkpoint)
        return standing.outcome == PASS and not standing.stale

    def passes_here(self, checkpoint: str) -> bool:
        """Tell whether a checkpoint was observed to pass on this very revision."""
        return self.passes(checkpoint) and self.standing(checkpoint).revision == self.revision

    def apply(self, event: Event) -> None:
        """Take one event into the books."""
        handler = getattr(self, "_on_" + event.kind.replace("-", "_"), None)
        if handler is not None:
            handler(event, event.body)

    def _on_bound(self, event: Event, body: dict[str, Any]) -> None:
        self.project = body["project"]
        self.roots = tuple(Root(*root) for root in body["roots"])
        self.started_ns = event.t_ns
        self.files = entries(body["files"])
        self.revision, self.fingerprint, self.newest_ns = 1, body["fingerprint"], body["newest_ns"]

    def _on_contract(self, event: Event, body: dict[str, Any]) -> None:
        self.contract = read(body["contract"])[0]
        self.contract_sha = body["sha"]
        self.roots = tuple(Root(*root) for root in body["roots"])
        self.standings = {name: self.standings[name] for name in self.contract.checkpoints if name in self.standings}
        self._invalidate(body["redefined"])
        self.finished_seq = 0
        if body["change"] is not None:
            self._change(Change.of(body["change"]))

    def _on_change(self, event: Event, body: dict[str, Any]) -> None:
        self._change(Change.of(body))

    def _change(self, change: Change) -> None:
        self.files = apply(self.files, change.delta)
        self.revision, self.fingerprint = change.revision, change.fingerprint
        self.newest_ns = max(self.newest_ns, change.newest_ns)
        self.finished_seq = 0
        self._invalidate(change.effect.invalidated)

    def _invalidate(self, names: Any) -> None:
        for name in names:
            if name in self.standings:
                self.standings[name] = self.standings[name]._replace(stale=True)

    def _on_observation(self, event: Event, body: dict[str, Any]) -> None:
        name, outcome = body["checkpoint"], body["outcome"]
        self.standings[name] = Standing(outcome, False, event.seq, body["revision"], body["fingerprint"])
        for session, process in body["sessions"]:
            self.sessions.setdefault(session, (body["revision"], process))
        fresh = False
        for place in ("before", "after"):
            picture = body.get(place)
            if picture is not None:
                self.captures[picture["sha"]] = Use(body["revision"], picture["session"], event.t_ns)
        for sha in body["evidence"]:
            fresh = fresh or sha not in self.evidence
            self.evidence.add(sha)
        self.blocks[name] = self.blocks.get(name, 0) + 1 if outcome == BLOCKED else 0
        if outcome != PASS:
            self.finished_seq = 0
        if outcome == FAIL:
            self._failed(name, body["diagnosis"], fresh=fresh)

    def _failed(self, name: str, diagnosis: str, *, fresh: bool) -> None:
        known = self.diagnoses.setdefault(name, set())
        trial = self.trial
        if trial is None and fresh and plain(diagnosis) not in known:
            self.failed_repairs[name] = 0
        known.add(plain(diagnosis))
        if trial is not None and name in {trial.target, *trial.protected} and self.revision != trial.base_revision:
            trial.decided, trial.culprit = "regression", name

    def _on_repair_begun(self, event: Event, body: dict[str, Any]) -> None:
        self.trials.append(
            Trial(
                number=body["repair"],
                target=body["target"],
                hypothesis=body["hypothesis"],
                protected=tuple(body["protected"]),
                base_revision=self.revision,
                files=self.files,
                dirs=body["dirs"],
                fingerprint=self.fingerprint,
                standings=dict(self.standings),
            )
        )

    def _on_repair_kept(self, event: Event, body: dict[str, Any]) -> None:
        self.trials[-1].result = "kept"

    def _on_repair_abandoned(self, event: Event, body: dict[str, Any]) -> None:
        if body["unchanged"]:
            self.trials[-1].result = "abandoned"
        else:
            self.trials[-1].decided = "abandoned"

    def _on_candidate_archived(self, event: Event, body: dict[str, Any]) -> None:
        self.trials[-1].archives.append(Archive(entries(body["files"]), tuple(body["deleted"])))

    def _on_restored(self, event: Event, body: dict[str, Any]) -> None:
        trial = self.trials[-1]
        self.standings = dict(trial.standings)
        self._change(Change.of(body["change"]))
        if trial.decided == "regression":
            trial.result = "rolled-back"
            self.failed_repairs[trial.target] = self.failed_repairs.get(trial.target, 0) + 1
        else:
            trial.result = "abandoned"

    def _on_finished(self, event: Event, body: dict[str, Any]) -> None:
        self.finished_seq = event.seq

    def _on_stopped(self, event: Event, body: dict[str, Any]) -> None:
        self.stopped = body["reason"]


def plain(text: str) -> str:
    """Give a text without case, spacing and final punctuation, so that equal thoughts in other dress are seen as equal."""
    return " ".join(text.casefold().split()).strip(" .!?;:")


def fold(events: list[Event]) -> State:
    """Give the books that a whole ledger describes."""
    state = State()
    for event in events:
        state.apply(event)
    return state
