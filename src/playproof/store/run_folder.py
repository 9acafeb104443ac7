"""A run on disk: one folder, one file a record, written once. Whatever was judged can be judged again from here, without the game.

run.json          what was asked: task, artifact, seed, hashes, versions
plan.json         all that is played and judged by, as its track has it: a run can be judged again by itself
artifact.json     the frozen game's files by hash          artifact/   the frozen game, read-only
driver.json       the engine that played
plays/<job>.json  evidence, one file a job                 plays/<job>.fault.json   a play we could not make
frames/<sha>.png  every picture, by content
verdicts.jsonl    one line a criterion                     score.json, report.html
timings.jsonl     wall times, never part of the digest
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from playproof.errors import SpecError
from playproof.records.fault import Fault
from playproof.records.record import Record
from playproof.records.run import DriverSheet, PlayFault, RunSheet, Timing
from playproof.records.verdict import Verdict
from playproof.store.files import FrameStore, canonical_bytes, read_record, sha256_of, write_atomic, write_record

R = TypeVar("R", bound=Record)

LEFT_OUT_OF_DIGEST = (
    "timings.jsonl (wall times)",
    "driver.json (version, mode, isolation)",
    "run.json (versions, hashes of the task)",
    "paths",
    "report.html",
)
"""All that the evidence digest does not cover. Everything else does: every play with its inputs, readings and events, every frame by hash, every verdict."""


class RunFolder:
    """Reads and writes one run."""

    def __init__(self, path: Path) -> None:
        """The folder is made when the first file is written."""
        self.path = path
        self.frames = FrameStore(path / "frames")

    @property
    def artifact_path(self) -> Path:
        """The frozen game."""
        return self.path / "artifact"

    @property
    def report_path(self) -> Path:
        """The page for people."""
        return self.path / "report.html"

    def begin(self, sheet: RunSheet) -> bool:
        """Start a run here, or go on with the same one. True when there was one; SpecError when the folder holds another."""
        path = self.path / "run.json"
        if path.exists():
            known = read_record(path, RunSheet)
            if known != sheet:
                changed = [name for name in type(sheet).model_fields if getattr(known, name) != getattr(sheet, name)]
                raise SpecError(
                    str(self.path),
                    f"holds another run (different: {', '.join(changed)})",
                    expected="an empty folder or the same run; choose another with --out",
                )
            return True
        if self.path.exists() and not self.path.is_dir():
            raise SpecError(str(self.path), "is a file", expected="an empty or new folder; choose another with --out")
        if self.path.exists() and any(self.path.iterdir()):
            raise SpecError(str(self.path), "is not empty and holds no run", expected="an empty or new folder; choose another with --out")
        write_record(path, sheet)
        return False

    def sheet(self) -> RunSheet:
        """What was asked; SpecError when this is not a run folder."""
        if not (self.path / "run.json").exists():
            raise SpecError(str(self.path), "is not a run folder: it has no run.json", expected="the folder that `playproof play` printed as 'run'")
        return read_record(self.path / "run.json", RunSheet)

    def keep(self, name: str, record: Record) -> None:
        """Write a root record such as `artifact` or `score`."""
        write_record(self.path / f"{name}.json", record)

    def root(self, name: str, kind: type[R]) -> R:
        """Read a root record."""
        return read_record(self.path / f"{name}.json", kind)

    def driver_sheet(self) -> DriverSheet | None:
        """The engine that played, if any play was made."""
        path = self.path / "driver.json"
        return read_record(path, DriverSheet) if path.exists() else None

    def keep_driver_sheet(self, sheet: DriverSheet) -> None:
        """Write which engine plays; SpecError when another one has played a part of this run, since their evidence does not go together."""
        known = self.driver_sheet()
        if known is not None and known != sheet:
            raise SpecError(
                str(self.path),
                f"was begun with {known.version}, {known.mode}, isolation {known.isolation}; now it would be {sheet.version}, {sheet.mode}, isolation {sheet.isolation}",
                expected="the same engine and mode, or a new folder with --out",
            )
        self.keep("driver", sheet)

    def play_path(self, job_id: str) -> Path:
        """Where the evidence of a job lies."""
        return self.path / "plays" / f"{job_id}.json"

    def keep_play(self, job_id: str, record: Record) -> None:
        """Write the evidence of a job; a fault from an earlier try is forgotten."""
        write_record(self.play_path(job_id), record)
        self._fault_path(job_id).unlink(missing_ok=True)

    def keep_fault(self, job_id: str, fault: Fault) -> None:
        """Write that we could not make a play."""
        write_record(self._fault_path(job_id), PlayFault(job=job_id, fault=fault))

    def forget_faults(self) -> None:
        """Forget the plays that we could not make: they are tried again."""
        for path in (self.path / "plays").glob("*.fault.json"):
            path.unlink()

    def play(self, job_id: str, kind: type[R]) -> R | None:
        """The evidence of a job, or None when it was not played."""
        path = self.play_path(job_id)
        return read_record(path, kind) if path.exists() else None

    def fault(self, job_id: str) -> Fault | None:
        """Why a job could not be played, from our side."""
        path = self._fault_path(job_id)
        return read_record(path, PlayFault).fault if path.exists() else None

    def faults(self) -> tuple[PlayFault, ...]:
        """All plays that we could not make."""
        return tuple(read_record(path, PlayFault) for path in sorted((self.path / "plays").glob("*.fault.json")))

    def keep_verdicts(self, verdicts: Sequence[Verdict]) -> None:
        """Write all verdicts, in the order of their criteria."""
        lines = [canonical_bytes(verdict) for verdict in sorted(verdicts, key=lambda one: one.criterion)]
        write_atomic(self.path / "verdicts.jsonl", b"\n".join(lines) + b"\n")

    def verdicts(self) -> tuple[Verdict, ...]:
        """All verdicts."""
        path = self.path / "verdicts.jsonl"
        if not path.exists():
            raise SpecError(
                str(self.path), "has no verdicts yet", expected="a finished run; resume it with `playproof play`, or run `playproof grade`"
            )
        return tuple(Verdict.model_validate_json(line) for line in path.read_bytes().splitlines() if line)

    def note_timing(self, timing: Timing) -> None:
        """Add the wall time of a job."""
        self.path.mkdir(parents=True, exist_ok=True)
        with (self.path / "timings.jsonl").open("ab") as file:
            file.write(canonical_bytes(timing) + b"\n")

    def timings(self) -> tuple[Timing, ...]:
        """Wall times of all jobs that were played, oldest first."""
        path = self.path / "timings.jsonl"
        return tuple(Timing.model_validate_json(line) for line in path.read_bytes().splitlines() if line) if path.exists() else ()

    def digest(self) -> str:
        """One hash over every play, frame and verdict; equal for equal evaluations of one artifact."""
        whole = hashlib.sha256()
        frames: set[str] = set()
        for path in sorted((self.path / "plays").glob("*.json")):
            content = json.loads(path.read_bytes())
            frames.update(_frames_in(content))
            whole.update(f"{path.name}\0{json.dumps(content, sort_keys=True, separators=(',', ':'), ensure_ascii=False)}\n".encode())
        for name in sorted(frames):
            whole.update(f"{name} {sha256_of(self.frames.path(name).read_bytes()) if self.frames.path(name).exists() else 'missing'}\n".encode())
        for verdict in self.verdicts():
            whole.update(canonical_bytes(verdict) + b"\n")
        return whole.hexdigest()

    def _fault_path(self, job_id: str) -> Path:
        return self.path / "plays" / f"{job_id}.fault.json"


def _frames_in(content: object) -> Iterator[str]:
    """Hashes of the frames that a record names. Frames of a play that was cut off are in the folder, but no evidence."""
    match content:
        case dict():
            for name, value in content.items():
                if name in ("frame", "first_frame") and isinstance(value, str) and value:
                    yield value
                elif name in ("film", "frames") and isinstance(value, list):
                    yield from value
                else:
                    yield from _frames_in(value)
        case list():
            for value in content:
                yield from _frames_in(value)
