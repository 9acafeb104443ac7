"""A kill at any file operation loses nothing: the call either happened or did not, and going on leads where it would have led."""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from auditor import Disk, read_chain
from desk import SCRIPT as SCRIPTS
from desk import Desk, contract
from workshop import Workshop

FOLDER = Path("/dev/shm") if Path("/dev/shm").is_dir() else Path(tempfile.gettempdir())


def options(desk: Desk, name: str, outcome: str = "pass") -> list[str]:
    """The words of a right observation."""
    command = {"play": "journey", "again": "reopen"}.get(name, "record")
    return [command, name, "--outcome", outcome, *(word for words in desk.observation(name, outcome).values() for word in words)]


def spoil(desk: Desk) -> None:
    """Edit, add, delete, change a mode, swap a file for a folder."""
    desk.edit("scripts/door.gd", "broken")
    desk.edit("new/folder/file.gd", "new")
    desk.edit("scripts/player.gd", "also broken")
    Path(desk.project, "scripts/player.gd").chmod(0o755)
    Path(desk.project, "scenes/end.tscn").unlink()
    desk.edit("scenes/end.tscn/inside.txt", "x")


def begun(desk: Desk) -> None:
    """A repair was begun and the project edited."""
    Path(desk.project, "scripts/door.gd").chmod(0o750)
    desk.boost("sync")
    desk.pass_all("title", "walk")
    desk.record("door", "fail")
    desk.begin()
    spoil(desk)
    desk.boost("sync")


def init(desk: Desk) -> list[str]:
    """Begin a record."""
    shutil.rmtree(desk.records)
    return ["contract", "init"]


def validate(desk: Desk) -> list[str]:
    """Accept another contract while files changed."""
    desk.pass_all("title")
    desk.write_contract(contract(title="Other"))
    desk.edit("scripts/door.gd", "changed")
    return ["contract", "validate"]


def sync(desk: Desk) -> list[str]:
    """Record changed files."""
    desk.pass_all("title", "walk")
    spoil(desk)
    return ["sync"]


def record(desk: Desk) -> list[str]:
    """Record a pass."""
    desk.pass_all("title")
    return options(desk, "walk")


def regress(desk: Desk) -> list[str]:
    """Record the failure that rolls a repair back."""
    begun(desk)
    return options(desk, "title", "fail")


def begin(desk: Desk) -> list[str]:
    """Begin a repair."""
    desk.pass_all("title", "walk")
    desk.record("door", "fail")
    return ["repair", "begin", "door", "--hypothesis", "the signal"]


def keep(desk: Desk) -> list[str]:
    """Keep a repair."""
    begun(desk)
    desk.pass_all("title", "walk", "door")
    return ["repair", "keep"]


def abandon(desk: Desk) -> list[str]:
    """Abandon a repair with edits that were never recorded."""
    begun(desk)
    desk.edit("scripts/late.gd", "never recorded")
    return ["repair", "abandon", "--reason", "x"]


def journey(desk: Desk) -> list[str]:
    """Record the journey."""
    desk.pass_all("title", "walk", "door")
    return options(desk, "play")


def reopen(desk: Desk) -> list[str]:
    """Record the reopen."""
    desk.pass_all("title", "walk", "door", "play")
    return options(desk, "again")


def finish(desk: Desk) -> list[str]:
    """Finish."""
    desk.pass_all()
    return ["finish"]


def stop(desk: Desk) -> list[str]:
    """Stop with a persistent block."""
    desk.record("title", "blocked")
    desk.record("title", "blocked")
    return ["finish", "--stop", "no tool"]


def revert(desk: Desk) -> list[str]:
    """Write the accepted contract back."""
    desk.write_contract("{ broken")
    return ["contract", "revert"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """A desk that can be put back to how it was prepared."""

    desk: Desk
    workshop: Workshop
    saved: Path

    def reset(self) -> None:
        """Put project and records back, with their times."""
        for place in (self.desk.project, self.desk.records):
            shutil.rmtree(place, ignore_errors=True)
            if (self.saved / Path(place).name).exists():
                shutil.copytree(self.saved / Path(place).name, place)

    def call(self, words: list[str], kill_at: int = 0) -> "int":
        """Call boost; give the exit status."""
        done = self.workshop.call("--project", self.desk.project, *words, kill_at=kill_at)
        assert done.status in {0, 1, -9}, done
        return done.status

    def lines(self) -> list[str]:
        """The kinds of the ledger's lines, but for those that only tell of an interruption."""
        ledger = Path(self.desk.records, "ledger.jsonl")
        kinds = [event["kind"] for event in read_chain(ledger)] if ledger.exists() else []
        kinds = [kind for kind in kinds if kind != "tail-dropped"]
        return [kind for number, kind in enumerate(kinds) if kind != "candidate-archived" or kinds[number - 1] != kind]

    def state(self) -> tuple[Disk, list[str], str]:
        """Where things stand: the disk, the ledger, the contract file."""
        file = Path(self.desk.records, "contract.json")
        return Disk.look(Path(self.desk.project)), self.lines(), file.read_text() if file.exists() else ""

    def go_on(self, words: list[str], wanted: list[str]) -> None:
        """Do what an agent does after a kill: look, recover if asked, else call again if the call did not happen."""
        status = self.workshop.call("--project", self.desk.project, "status")
        if status.facts.get("recovery_pending"):
            assert self.call(["recover"]) == 0
        elif self.lines() != wanted or words[0] == "contract":
            self.call(words)


@pytest.fixture
def prepared(workshop: Workshop, request: pytest.FixtureRequest) -> Iterator[tuple[Bench, list[str]]]:
    """A bench prepared by the scenario that parametrises the test, and the call to kill."""
    folder = Path(tempfile.mkdtemp(prefix="boost-kill-", dir=FOLDER))
    try:
        desk = Desk(folder=str(folder))
        scenario: Callable[[Desk], list[str]] = request.param
        words = scenario(desk)
        saved = folder / "saved"
        for place in (desk.project, desk.records):
            if Path(place).exists():
                shutil.copytree(place, saved / Path(place).name)
        yield Bench(desk=desk, workshop=workshop, saved=saved), words
    finally:
        shutil.rmtree(folder)


SCENARIOS = (init, validate, sync, record, regress, begin, keep, abandon, journey, reopen, finish, stop, revert)


@pytest.mark.parametrize("prepared", SCENARIOS, indirect=True, ids=lambda scenario: scenario.__name__)
def test_a_kill_at_every_operation(prepared: tuple[Bench, list[str]]) -> None:
    """Killed before each of its writing operations in turn, every command can be taken up again and ends in the same state."""
    bench, words = prepared
    done = bench.workshop.call("--project", bench.desk.project, *words)
    assert done.status == 0, done
    wanted = bench.state()
    assert done.operations >= 2
    for kill_at in range(1, done.operations + 1):
        bench.reset()
        before = bench.lines()
        assert bench.call(words, kill_at) == -9, f"operation {kill_at} was never reached"
        assert bench.lines() in (before, wanted[1]) or words[0] in {"record", "repair"}
        assert bench.lines()[: len(before)] == before
        bench.go_on(words, wanted[1])
        assert bench.state() == wanted, f"killed at operation {kill_at} of {done.operations}"


@pytest.mark.heavy
@pytest.mark.parametrize("prepared", [regress, abandon], indirect=True, ids=lambda scenario: scenario.__name__)
def test_a_recovery_that_is_killed_too(prepared: tuple[Bench, list[str]]) -> None:
    """A rollback killed anywhere, whose recovery is killed anywhere, whose second recovery is not, restores the project exactly."""
    bench, words = prepared
    done = bench.workshop.call("--project", bench.desk.project, *words)
    wanted = bench.state()
    pairs = 0
    for kill_at in range(3, done.operations + 1, 4):
        for again_at in range(1, done.operations + 1, 3):
            bench.reset()
            assert bench.call(words, kill_at) == -9
            if bench.call(["recover"], again_at) == -9:
                pairs += 1
                bench.go_on(words, wanted[1])
                assert bench.state() == wanted, (kill_at, again_at)
    assert pairs > 10


@pytest.mark.parametrize("prepared", [regress], indirect=True, ids=["regress"])
def test_edits_during_a_pending_rollback_are_kept(prepared: tuple[Bench, list[str]]) -> None:
    """What the agent writes between the kill and the recovery is gone from the project, but not lost."""
    bench, words = prepared
    done = bench.workshop.call("--project", bench.desk.project, *words)
    wanted = bench.state()[0]
    for kill_at in range(2, done.operations + 1, 2):
        bench.reset()
        assert bench.call(words, kill_at) == -9
        pending = bench.workshop.call("--project", bench.desk.project, "status").facts["recovery_pending"]
        text = f"written after the kill {kill_at}"
        if not pending:
            continue
        bench.desk.edit("scripts/thought.gd", text)
        bench.desk.edit("scripts/walk.gd", text + "!")
        assert bench.call(["recover"]) == 0
        assert Disk.look(Path(bench.desk.project)) == wanted
        out = Path(bench.desk.folder, f"out-{kill_at}")
        bench.workshop.call("--project", bench.desk.project, "repair", "export", "1", "--to", str(out))
        assert (out / "scripts/thought.gd").read_text() == text
        assert (out / "scripts/door.gd").read_text() == "broken"


@pytest.mark.parametrize("prepared", [record], indirect=True, ids=["record"])
def test_a_line_cut_short_anywhere(prepared: tuple[Bench, list[str]]) -> None:
    """A line of which only a part reached the disk was never acknowledged: it is dropped, said so, and the call can be made again."""
    bench, words = prepared
    ledger = Path(bench.desk.records, "ledger.jsonl")
    before = ledger.read_bytes()
    assert bench.call(words) == 0
    line = ledger.read_bytes()[len(before) :]
    for length in (1, 2, 40, len(line) // 2, len(line) - 1):
        bench.reset()
        with ledger.open("ab") as file:
            file.write(line[:length])
        assert bench.call(["status"]) == 0
        assert ledger.read_bytes() == before + line[:length], "looking writes nothing"
        assert bench.call(words) == 0
        assert [event["kind"] for event in read_chain(ledger)][-2:] == ["tail-dropped", "observation"]


@pytest.mark.parametrize("prepared", [record], indirect=True, ids=["record"])
def test_looking_while_another_call_writes(prepared: tuple[Bench, list[str]]) -> None:
    """A reader takes no lock and still never mistakes a ledger that is being written for a damaged one."""
    bench, _ = prepared
    words = [sys.executable, "-I", "-S", str(SCRIPTS), "--project", bench.desk.project, "sync", "--touched", "door", "--why", "x"]
    stop = Path(bench.desk.folder, "stop")
    loop = "import os, subprocess, sys\nwhile not os.path.exists(sys.argv[1]): subprocess.check_call(sys.argv[2:], stdout=-3)"
    writer = subprocess.Popen([sys.executable, "-c", loop, str(stop), *words])
    try:
        for _ in range(25):
            assert bench.call(["status"]) == 0
            assert bench.call(["report"]) == 0
    finally:
        stop.touch()
        assert writer.wait() == 0
    assert len(bench.lines()) > 5


@pytest.mark.parametrize("prepared", [record], indirect=True, ids=["record"])
def test_any_edit_of_the_ledger_is_noticed(prepared: tuple[Bench, list[str]]) -> None:
    """The attack: change, remove, repeat or swap lines of the ledger, or turn a fail into a pass; every call is refused then."""
    bench, words = prepared
    bench.call(words)
    ledger = Path(bench.desk.records, "ledger.jsonl")
    lines = ledger.read_bytes().splitlines(keepends=True)
    forged = [
        lines[:-1],
        lines[:-2],
        lines[1:],
        lines[:1] + lines[2:],
        [lines[0], lines[0], *lines[1:]],
        [lines[1], lines[0], *lines[2:]],
        [*lines[:-1], lines[-1].replace(b'"walk"', b'"door"')],
        [*lines, json.dumps({"seq": len(lines) + 1, "prev": "0" * 64, "t_ns": 0, "kind": "finished", "body": {"complete": True}}).encode() + b"\n"],
        [],
    ]
    for some in forged:
        ledger.write_bytes(b"".join(some))
        done = bench.workshop.call("--project", bench.desk.project, "status")
        assert done.code in {"ledger-damaged", "ledger-shortened"}, done
