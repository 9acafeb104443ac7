"""A full disk refuses a call and loses nothing. The disk is real: a small tmpfs, filled to the last byte."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from auditor import Disk, read_chain
from desk import Desk, contract
from workshop import Done, Workshop

DISK_BYTES = 4 << 20


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A mounted file system of 4 MB."""
    place = Path(tempfile.mkdtemp(prefix="boost-disk-"))
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "none", str(place)], capture_output=True, text=True, check=False)
    if mounted.returncode != 0:
        place.rmdir()
        pytest.skip(f"no small disk can be mounted here: {mounted.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)
        place.rmdir()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder with enough room."""
    place = Path(tempfile.mkdtemp(prefix="boost-room-"))
    yield place
    shutil.rmtree(place)


def fill(disk: Path, leave_bytes: int) -> Path:
    """Fill a disk but for about `leave_bytes` (the file system gives room in pages of 4 kB)."""
    path = disk / "filler"
    with path.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            size = file.tell()
        file.truncate(max(0, size - leave_bytes))
    return path


def desk_with_records_on(disk: Path, folder: Path) -> tuple[Desk, list[str]]:
    """A desk in `folder` whose record lies on `disk`, and the options that name it."""
    desk = Desk(accept=False, folder=str(folder))
    records = disk / "records"
    named = ["--project", desk.project, "--records", str(records)]
    desk.records = str(records)
    return desk, named


def words_of(desk: Desk, name: str, outcome: str = "pass") -> list[str]:
    """The words of a right observation."""
    return ["record", name, "--outcome", outcome, *(word for words in desk.observation(name, outcome).values() for word in words)]


def test_records_on_a_full_disk(workshop: Workshop, small_disk: Path, folder: Path) -> None:
    """With the records' disk full, every writing call either succeeds or refuses with disk-full, and works again when there is room."""
    desk, named = desk_with_records_on(small_disk, folder)

    def call(*words: str) -> Done:
        return workshop.call(*named, *words)

    ledger = small_disk / "records" / "ledger.jsonl"
    assert call("contract", "init").status == 0
    desk.write_contract(contract())
    refused = 0
    for words in (
        ["contract", "validate"],
        words_of(desk, "title"),
        words_of(desk, "walk"),
        words_of(desk, "door", "fail"),
        ["repair", "begin", "door", "--hypothesis", "x"],
    ):
        for leave_bytes in (0, 4096, 8192):
            filler = fill(small_disk, leave_bytes)
            before = read_chain(ledger)
            done = call(*words)
            filler.unlink()
            after = read_chain(ledger)
            if done.status == 0:
                assert len(after) == len(before) + 1
                break
            assert done.code == "disk-full", done
            assert after == before
            assert call("status").status == 0
            refused += 1
        else:
            assert call(*words).status == 0, words
    assert refused > 5
    filler = fill(small_disk, 0)
    desk.edit("scripts/door.gd", "changed")
    assert call("status").facts["sync_needed"], "looking needs no room"
    assert call("next").code == "unrecorded-changes"
    filler.unlink()


def test_a_snapshot_larger_than_the_disk(workshop: Workshop, small_disk: Path, folder: Path) -> None:
    """A repair whose snapshot does not fit is not begun, and the message says how much room is missing."""
    desk, named = desk_with_records_on(small_disk, folder)
    Path(desk.project, "art.bin").write_bytes(os.urandom(6 << 20))
    assert workshop.call(*named, "contract", "init").status == 0
    desk.write_contract(contract())
    workshop.call(*named, "contract", "validate")
    for name, outcome in (("title", "pass"), ("walk", "fail")):
        assert workshop.call(*named, *words_of(desk, name, outcome)).status == 0
    before = read_chain(Path(desk.records, "ledger.jsonl"))
    done = workshop.call(*named, "repair", "begin", "walk", "--hypothesis", "x")
    assert done.code == "disk-full"
    assert done.facts["refusal"]["details"]["need_bytes"] > DISK_BYTES
    assert read_chain(Path(desk.records, "ledger.jsonl")) == before
    assert list(Path(desk.records, "tmp").glob("*")) == []


@pytest.mark.parametrize("leave_bytes", [0, 4096, 65536])
def test_a_rollback_on_a_full_project_disk(workshop: Workshop, small_disk: Path, leave_bytes: int) -> None:
    """A rollback that finds the project's disk full stays pending, loses nothing, and ends exactly when there is room."""
    folder = small_disk / "desk"
    desk = Desk(folder=str(folder), accept=False)
    named = ["--project", desk.project, "--records", str(Path(tempfile.mkdtemp(prefix="boost-records-")) / "r")]
    desk.records = named[-1]
    try:
        for number in range(6):
            Path(desk.project, f"art{number}.bin").write_bytes(os.urandom(200_000))
        assert workshop.call(*named, "contract", "init").status == 0
        desk.write_contract(contract())
        workshop.call(*named, "contract", "validate")
        for name, outcome in (("title", "pass"), ("walk", "fail")):
            assert workshop.call(*named, *words_of(desk, name, outcome)).status == 0
        saved = Disk.look(Path(desk.project))
        assert workshop.call(*named, "repair", "begin", "walk", "--hypothesis", "x").status == 0
        for number in range(6):
            Path(desk.project, f"art{number}.bin").write_bytes(b"small now")
        Path(desk.project, "added.bin").write_bytes(b"the candidate's own")
        assert workshop.call(*named, "sync").status == 0
        judged = words_of(desk, "title", "fail")
        filler = fill(small_disk, leave_bytes)
        done = workshop.call(*named, *judged)
        assert done.code == "disk-full", done
        assert workshop.call(*named, "status").facts["recovery_pending"]
        assert workshop.call(*named, "finish").code == "recovery-pending"
        assert workshop.call(*named, "recover").code == "disk-full"
        filler.unlink()
        assert workshop.call(*named, "recover").status == 0
        assert Disk.look(Path(desk.project)) == saved
        out = Path(named[-1]).parent / "out"
        assert workshop.call(*named, "repair", "export", "1", "--to", str(out)).status == 0
        assert (out / "added.bin").read_bytes() == b"the candidate's own"
    finally:
        shutil.rmtree(Path(named[-1]).parent)
