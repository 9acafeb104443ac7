"""A second reading of the ledger that shares no code with the helper, and the rules that every line must obey.

The auditor knows the disk before and after each call. It reads the new lines, verifies the chain, and asserts for each line that it was
allowed: so whatever the helper accepts, after whatever edits and kills, is explained and fresh. It knows the contract of the test's desk only.
"""

# ruff: noqa: ARG002 - every handler of a line has one signature
import hashlib
import json
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

AFTER = {"title": (), "walk": ("title",), "door": ("walk",), "play": ("title", "walk", "door"), "again": ("play",)}
USES = {"scenes/end.tscn": "title", "scripts/player.gd": "walk", "scripts/door.gd": "door"}
FINALS = {"play", "again"}
NAMES = tuple(AFTER)


@dataclass(frozen=True, slots=True, kw_only=True)
class Disk:
    """Everything in a project folder: files with mode and bytes, folders with mode."""

    files: dict[str, tuple[int, bytes]]
    folders: dict[str, int]

    @classmethod
    def look(cls, project: Path) -> "Disk":
        """Read the whole folder."""
        files, folders = {}, {}
        for parent, _, names in os.walk(project):
            folders[os.path.relpath(parent, project)] = stat.S_IMODE(Path(parent).stat().st_mode)
            for name in names:
                path = Path(parent) / name
                files[str(path.relative_to(project))] = (stat.S_IMODE(path.stat().st_mode), path.read_bytes())
        return cls(files=files, folders=folders)

    @property
    def fingerprint(self) -> str:
        """The documented fingerprint, computed here anew."""
        lines = [f"{path}\0{mode:o}\0{len(content)}\0{hashlib.sha256(content).hexdigest()}\n" for path, (mode, content) in sorted(self.files.items())]
        return hashlib.sha256("".join(lines).encode()).hexdigest()


def read_chain(ledger: Path) -> list[dict[str, Any]]:
    """Give every whole line and verify that each follows from the one before."""
    events, prev = [], "0" * 64
    for number, line in enumerate(ledger.read_bytes().split(b"\n")[:-1], start=1):
        event = json.loads(line)
        assert event["prev"] == prev, f"line {number} does not follow"
        assert event["seq"] == number
        prev = hashlib.sha256(line).hexdigest()
        events.append(event)
    return events


def taken_by(paths: set[str]) -> set[str]:
    """The checks that a change of these files takes away, by the rules of the protocol."""
    if not paths:
        return set()
    if any(path not in USES for path in paths):
        return set(NAMES)
    found = {USES[path] for path in paths} | FINALS
    while more := {name for name in NAMES if name not in found and found.intersection(AFTER[name])}:
        found |= more
    return found


@dataclass(kw_only=True)
class Repair:
    """An open repair as the auditor saw it begin."""

    target: str
    hypothesis: str
    guarded: set[str]
    base_revision: int
    disk: Disk
    failing: set[str]
    pending: str = ""


@dataclass(kw_only=True)
class Auditor:
    """What must be true, by the lines read so far."""

    project: Path
    records: Path
    recorded: dict[str, tuple[int, bytes]]
    read: int = 0
    revision: int = 1
    passing: dict[str, int] = field(default_factory=dict)
    failing: set[str] = field(default_factory=set)
    sessions: dict[str, int] = field(default_factory=dict)
    captures: dict[str, tuple[int, str]] = field(default_factory=dict)
    repair: Repair | None = None
    hypotheses: set[tuple[str, str]] = field(default_factory=set)
    rollbacks: dict[str, int] = field(default_factory=dict)
    finished: bool = False

    @classmethod
    def begin(cls, project: Path, records: Path) -> "Auditor":
        """Start with a project whose contract was just accepted."""
        found = cls(project=project, records=records, recorded=Disk.look(project).files)
        found.read = len(read_chain(records / "ledger.jsonl"))
        return found

    def audit(self, before: Disk) -> Iterator[str]:
        """Check every new line; `before` is the disk as the call found it. Gives the kinds of the lines."""
        events = read_chain(self.records / "ledger.jsonl")
        assert len(events) >= self.read, "a line vanished"
        for event in events[self.read :]:
            getattr(self, "_on_" + event["kind"].replace("-", "_"))(event["body"], before)
            yield event["kind"]
        self.read = len(events)

    def _quiet(self, before: Disk) -> None:
        """Nothing pending, and the disk is the recorded one."""
        assert self.repair is None or not self.repair.pending, "written while a rollback was pending"
        assert before.files == self.recorded, "written on unrecorded changes"

    def _on_tail_dropped(self, body: dict[str, Any], before: Disk) -> None:
        pass

    def _on_change(self, body: dict[str, Any], before: Disk) -> None:
        assert self.repair is None or not self.repair.pending
        paths = {path for path in {*self.recorded, *before.files} if self.recorded.get(path) != before.files.get(path)}
        assert paths == {*body["added"], *body["changed"], *body["deleted"]}
        assert set(body["invalidated"]) == taken_by(paths)
        assert body["fingerprint"] == before.fingerprint
        self._advance(before.files, body["revision"], taken_by(paths))

    def _advance(self, files: dict[str, tuple[int, bytes]], revision: int, taken: set[str]) -> None:
        assert revision == self.revision + 1
        self.recorded, self.revision, self.finished = dict(files), revision, False
        for name in taken:
            self.passing.pop(name, None)
            self.failing.discard(name)

    def _on_observation(self, body: dict[str, Any], before: Disk) -> None:
        self._quiet(before)
        name, outcome = body["checkpoint"], body["outcome"]
        assert body["revision"] == self.revision
        assert body["fingerprint"] == before.fingerprint
        for session, _ in body["sessions"]:
            assert self.sessions.setdefault(session, self.revision) == self.revision, "a session crossed revisions"
        for place in ("before", "after"):
            if place in body:
                used = (self.revision, body[place]["session"])
                assert self.captures.setdefault(body[place]["sha"], used) == used, "a capture was reused"
        guard = self.repair
        if outcome in {"pass", "fail"} and guard is not None and name in guard.guarded:
            assert self.revision > guard.base_revision, "a repair was judged on the unchanged project"
        if outcome == "pass":
            assert all(other in self.passing for other in AFTER[name]), "passed before its prerequisites"
            assert "after" in body
            assert name in {"title", "door"} or body["before"]["sha"] != body["after"]["sha"]
        if name == "again" and outcome == "pass":
            assert body["sessions"][0][0] != body["sessions"][1][0]
            assert body["sessions"][0][1] != body["sessions"][1][1]
        self.passing.pop(name, None)
        self.failing.discard(name)
        if outcome == "pass":
            self.passing[name] = self.revision
        else:
            self.finished = False
        if outcome == "fail":
            self.failing.add(name)
            if guard is None:
                self.rollbacks[name] = 0
            elif name in guard.guarded and self.revision > guard.base_revision:
                guard.pending = "regression"

    def _on_repair_begun(self, body: dict[str, Any], before: Disk) -> None:
        self._quiet(before)
        assert self.repair is None
        assert body["target"] in self.failing
        assert self.passing
        assert set(body["protected"]) == set(self.passing)
        assert (body["target"], body["hypothesis"]) not in self.hypotheses, "a failed hypothesis was tried again"
        assert self.rollbacks.get(body["target"], 0) < 2
        guarded = {body["target"], *body["protected"]}
        self.repair = Repair(
            target=body["target"],
            hypothesis=body["hypothesis"],
            guarded=guarded,
            base_revision=self.revision,
            disk=before,
            failing=set(self.failing),
        )

    def _on_repair_kept(self, body: dict[str, Any], before: Disk) -> None:
        self._quiet(before)
        assert self.repair is not None
        assert self.revision > self.repair.base_revision
        assert all(self.passing.get(name) == self.revision for name in self.repair.guarded), "kept without a fresh pass"
        self.repair = None

    def _on_repair_abandoned(self, body: dict[str, Any], before: Disk) -> None:
        assert self.repair is not None
        assert not self.repair.pending
        if body["unchanged"]:
            assert before == self.repair.disk
            self.repair = None
        else:
            self.repair.pending = "abandoned"

    def _on_candidate_archived(self, body: dict[str, Any], before: Disk) -> None:
        assert self.repair is not None
        assert self.repair.pending

    def _on_restored(self, body: dict[str, Any], before: Disk) -> None:
        repair = self.repair
        assert repair is not None
        assert repair.pending == body["why"]
        assert Disk.look(self.project) == repair.disk, "the rollback did not restore bytes, modes and folders exactly"
        for _, content in before.files.values():
            assert self.has_blob(content), "bytes were lost in a rollback"
        self._advance(repair.disk.files, body["change"]["revision"], set(NAMES))
        assert body["change"]["fingerprint"] == repair.disk.fingerprint
        self.failing = set(repair.failing)
        if repair.pending == "regression":
            self.hypotheses.add((repair.target, repair.hypothesis))
            self.rollbacks[repair.target] = self.rollbacks.get(repair.target, 0) + 1
        self.repair = None

    def has_blob(self, content: bytes) -> bool:
        """Whether these bytes are kept in the records."""
        sha = hashlib.sha256(content).hexdigest()
        place = self.records / "blobs" / sha[:2] / sha[2:]
        return place.is_file() and place.read_bytes() == content

    def _on_finished(self, body: dict[str, Any], before: Disk) -> None:
        assert self.may_finish(before), "finished while a rule was unmet"
        self.finished = True

    def may_finish(self, disk: Disk) -> bool:
        """Whether every rule of the end is met."""
        fresh = all(self.passing.get(name) == self.revision for name in FINALS)
        return disk.files == self.recorded and self.repair is None and set(self.passing) == set(NAMES) and fresh
