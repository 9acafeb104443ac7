import json
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from games.beacon.desk import BEACON, REFERENCE
from playproof.store.run_folder import RunFolder

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("browser", "isolation"), pytest.mark.xdist_group("play")]

PLAY = [sys.executable, "-m", "playproof", "play"]
WAIT_S = 300


@dataclass(frozen=True, kw_only=True)
class Ended:
    """A command that has ended."""

    status: int
    answer: Any
    said: str
    out: Path


def command(*words: str | Path, out: Path) -> list[str]:
    """A command line that plays."""
    return [*PLAY, *(str(word) for word in words), "--out", str(out), "--json"]


def play(*words: str | Path, out: Path) -> Ended:
    """Play to the end."""
    ended = subprocess.run(command(*words, out=out), capture_output=True, text=True, check=False, timeout=WAIT_S)
    return Ended(status=ended.returncode, answer=json.loads(ended.stdout or "null"), said=ended.stderr, out=out)


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Ended:
    """The reference, played once."""
    return play(REFERENCE, "--task", BEACON, out=tmp_path_factory.mktemp("whole") / "run")


def test_an_answer_has_exactly_the_documented_shape(whole: Ended):
    """`play --json` prints one document: score with coverage and floor, the build scorecard, faults, digest, run and report; status 0."""
    assert whole.status == 0, whole.said
    answer = whole.answer
    assert set(answer) == {"task", "engine", "mode", "isolation", "score", "build", "faults", "evidence_digest", "run", "report"}
    assert answer["score"] == {"value": 90.0, "coverage": 1.0, "floor": 90.0}
    assert set(answer["build"]) == {"F", "O", "dimensions", "J", "Lambda", "solved"}
    assert (answer["build"]["F"], answer["build"]["O"]) == (90.0, None)
    assert [answer["build"][name] for name in ("J", "Lambda", "solved")] == [True, True, True]
    assert list(answer["build"]["dimensions"]) == ["D1", "D2", "D3", "D4", "D5", "D6"]
    assert {tuple(sorted(one)) for one in answer["build"]["dimensions"].values()} == {("coverage", "floor", "name", "status", "value", "weight")}
    assert (answer["task"], answer["engine"], answer["faults"], answer["isolation"]) == ("build/beacon", "web", [], "namespaces")
    assert len(answer["evidence_digest"]) == 64
    assert Path(answer["run"]) == whole.out
    assert Path(answer["report"]).is_file()
    assert whole.said == ""


def test_the_same_command_again_plays_nothing(whole: Ended):
    """A finished run is read back: the same answer, no play."""
    before = RunFolder(whole.out).timings()
    again = play(REFERENCE, "--task", BEACON, out=whole.out)
    assert (again.status, again.answer) == (0, whole.answer)
    assert RunFolder(whole.out).timings() == before


def test_grade_and_report_answer_without_a_browser(whole: Ended, tmp_path: Path):
    """`grade` and `report` give what `play` gave, on a copy of the run, where no program but Python can be found."""
    copy = shutil.copytree(whole.out, tmp_path / "copy")
    verdicts = (copy / "verdicts.jsonl").read_bytes()
    (copy / "verdicts.jsonl").unlink()
    for name in ("grade", "report"):
        words = [sys.executable, "-m", "playproof", name, str(copy), "--json"]
        ended = subprocess.run(words, capture_output=True, text=True, check=False, timeout=WAIT_S, env={"PATH": str(tmp_path), "PYTHONPATH": "src"})
        assert ended.returncode == 0, ended.stderr
        answer = json.loads(ended.stdout)
        assert answer | {"run": "", "report": ""} == whole.answer | {"run": "", "report": ""}
    assert (copy / "verdicts.jsonl").read_bytes() == verdicts


def test_a_game_that_is_none_scores_and_ends_well(tmp_path: Path):
    """However low a score, it is a score: an empty folder has 0 points with full coverage, status 0."""
    (tmp_path / "nothing").mkdir()
    ended = play(tmp_path / "nothing", "--task", BEACON, out=tmp_path / "run")
    assert ended.status == 0, ended.said
    assert ended.answer["score"]["coverage"] == 1.0
    assert ended.answer["score"]["value"] <= 90 * 0.05
    assert [ended.answer["build"][name] for name in ("J", "Lambda", "solved")] == [False, False, False]


@pytest.mark.heavy
def test_an_engine_that_fails_on_every_game_leaves_it_undecided(tmp_path: Path):
    """Where the browser starts for no game, not even ours, nothing is scored: status 3, no value, faults that blame us."""
    if shutil.which("bwrap") is None or not Path("/usr/lib/chromium/chromium-headless-shell").is_file():
        pytest.skip("needs bubblewrap, and the browser in /usr/lib/chromium")
    script = tmp_path / "claims"
    script.write_text('#!/bin/sh\n# /usr/lib/chromium/chromium\ncase "$*" in *--version*) echo "Chromium 156.0.0.0";; *) exit 1;; esac\n')
    script.chmod(0o755)
    hide = ["bwrap", "--dev-bind", "/", "/", "--tmpfs", "/usr/lib/chromium", "--ro-bind", str(script), "/usr/lib/chromium/chromium"]
    ended = subprocess.run(
        [*hide, *command(REFERENCE, "--task", BEACON, out=tmp_path / "run")], capture_output=True, text=True, check=False, timeout=WAIT_S
    )
    assert ended.returncode == 3, ended.stderr
    answer = json.loads(ended.stdout)
    assert answer["score"]["value"] is None
    assert answer["score"]["floor"] < 10
    assert {one["fault"]["blame"] for one in answer["faults"]} == {"us"}
    assert answer["build"]["J"] is None


def test_tasks_are_listed_for_programs(tmp_path: Path):
    """`tasks --json` lists objects with id, track, engines and oracles, each oracle a path or null; a folder of private suites likewise."""
    shutil.copytree(BEACON, tmp_path / "suites" / "build" / "beacon")
    listed = subprocess.run(
        [sys.executable, "-m", "playproof", "tasks", "--suites", str(tmp_path / "suites"), "--json"], capture_output=True, text=True, check=True
    )
    (beacon,) = json.loads(listed.stdout)
    assert {"id", "track", "engines", "oracles"} <= set(beacon)
    assert (beacon["id"], beacon["track"], beacon["engines"]) == ("build/beacon", "build", ["web"])
    assert Path(beacon["oracles"]["web"]).is_dir()
    shipped = subprocess.run([sys.executable, "-m", "playproof", "tasks", "--json"], capture_output=True, text=True, check=True)
    assert "build/emberway" in {one["id"] for one in json.loads(shipped.stdout)}


def test_smoke_checks_tell_a_game_from_none(tmp_path: Path):
    """`smoke` needs the public files alone; status 0 and all checks passed for a game, 1 for a starter that is none."""
    public = tmp_path / "beacon"
    public.mkdir()
    for name in ("task.yaml", "contract.yaml"):
        shutil.copy(BEACON / name, public / name)
    for artifact, status in ((REFERENCE, 0), (BEACON / "web" / "starter", 1)):
        words = [sys.executable, "-m", "playproof", "smoke", str(artifact), "--task", str(public), "--json"]
        ended = subprocess.run(words, capture_output=True, text=True, check=False, timeout=WAIT_S)
        assert ended.returncode == status, ended.stdout + ended.stderr
        answer = json.loads(ended.stdout)
        assert answer["passed"] is (status == 0)
        assert answer["checks"]


def below(root: int) -> dict[int, str]:
    """All processes below one, with the time each began: a number is used again, a number with its time is not."""
    parents: dict[int, int] = {}
    began: dict[int, str] = {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[0] != "Z":
            parents[int(entry.name)], began[int(entry.name)] = int(fields[1]), fields[19]
    found = {root}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return {pid: began[pid] for pid in found - {root}}


def test_an_interrupted_command_leaves_nothing_behind_and_goes_on(whole: Ended, tmp_path: Path):
    """Ctrl-C ends at once with status 130 and the command that resumes; no browser is left; the same command makes the rest, and the digest is that of an uninterrupted run."""
    out = tmp_path / "run"
    playing = subprocess.Popen(command(REFERENCE, "--task", BEACON, out=out), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    started: dict[int, str] = {}
    end_s = time.monotonic() + WAIT_S
    while len(list((out / "plays").glob("*#*.json"))) < 4 and playing.poll() is None:
        assert time.monotonic() < end_s
        started |= below(playing.pid)
        time.sleep(0.05)
    started |= below(playing.pid)
    playing.send_signal(signal.SIGINT)
    said = playing.communicate(timeout=WAIT_S)[1]
    assert playing.returncode == 130, said
    assert "what was finished is kept" in said
    assert "resume with: playproof play" in said
    assert "Traceback" not in said
    assert started
    while left := {pid for pid, began in below(1).items() if started.get(pid) == began}:
        assert time.monotonic() < end_s, left
        time.sleep(0.05)
    kept = {timing.job for timing in RunFolder(out).timings() if RunFolder(out).play_path(timing.job).exists()}
    before = len(RunFolder(out).timings())
    ended = play(REFERENCE, "--task", BEACON, out=out)
    assert ended.status == 0, ended.said
    assert not kept.intersection(timing.job for timing in RunFolder(out).timings()[before:])
    assert ended.answer["evidence_digest"] == whole.answer["evidence_digest"]
