import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from games.beacon.desk import BEACON, REFERENCE
from playproof.cli.main import run
from playproof.drivers.web.chrome import find_browser

Say = Callable[..., str]


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Runs a command line that must end with status 2; gives its message."""

    def ask(*arguments: str | Path) -> str:
        words = [str(one) for one in arguments]
        assert run(words) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert "Traceback" not in said.err
        assert run([*words, "--json"]) == 2
        assert json.loads(capsys.readouterr().out)["error"]["blame"] == "user"
        return said.err

    return ask


def task_with(folder: Path, file: str, old: str, new: str) -> Path:
    """A copy of the small task with one mistake."""
    task = folder / "beacon"
    shutil.copytree(BEACON, task)
    text = (task / file).read_text()
    assert old in text
    (task / file).write_text(text.replace(old, new, 1))
    return task


def test_a_wrong_path_of_a_game_is_told(say: Say, tmp_path: Path):
    """A path that leads nowhere or to a file is named, and what should be there."""
    said = say("play", tmp_path / "gmae", "--task", BEACON, "--out", tmp_path / "run")
    assert f"{tmp_path / 'gmae'}: no such folder" in said
    assert "expected the folder of a game" in said
    said = say("play", REFERENCE / "index.html", "--task", BEACON, "--out", tmp_path / "run")
    assert "index.html: is not a folder" in said
    assert "no such folder" in say("play", tmp_path / "gmae", "--task", BEACON)
    assert "no such folder" in say("smoke", tmp_path / "gmae", "--task", BEACON)
    assert not (tmp_path / "run").exists()


def test_an_unknown_task_is_told_with_those_there_are(say: Say, tmp_path: Path):
    """An id that is no task is answered with the ids there are."""
    said = say("play", REFERENCE, "--task", "build/beacn")
    assert "--task: 'build/beacn' is no task" in said
    assert "build/emberway" in said
    assert "is no task" in say("task", "lint", tmp_path)
    assert "no such folder of suites" in say("tasks", "--suites", tmp_path / "none")


def test_an_unknown_engine_is_told_with_those_there_are(say: Say, tmp_path: Path):
    """An engine that the task does not have is answered with those it has; an unknown mode likewise."""
    said = say("play", REFERENCE, "--task", BEACON, "--engine", "godot", "--out", tmp_path / "run")
    assert "has no engine 'godot'" in said
    assert "expected one of web" in said
    assert "frame-controlled" in say("play", REFERENCE, "--task", BEACON, "--mode", "fast")
    assert "--jobs" in say("play", REFERENCE, "--task", BEACON, "--jobs", "0")
    assert not (tmp_path / "run").exists()


def test_a_missing_contract_key_is_told_with_file_and_line(say: Say, tmp_path: Path):
    """A contract without a field that it needs is told at file:line, with the field."""
    task = task_with(tmp_path, "contract.yaml", "    meaning: points of the run\n", "")
    line = next(number for number, text in enumerate((task / "contract.yaml").read_text().splitlines(), 1) if "key: score" in text)
    for words in (("play", REFERENCE, "--task", task, "--out", tmp_path / "run"), ("task", "lint", task), ("smoke", REFERENCE, "--task", task)):
        assert f"{task / 'contract.yaml'}:{line}: keys[1].meaning: Field required" in say(*words)


def test_a_leaf_that_names_an_undeclared_key_is_told_with_file_and_line(say: Say, tmp_path: Path):
    """A hidden leaf that reads what the contract does not declare is refused before anything is played, at file:line."""
    task = task_with(
        tmp_path, "hidden/leaves.yaml", "that: after.x > before.x + 30}, {check: pixels", "that: after.y > before.x + 30}, {check: pixels"
    )
    said = say("play", REFERENCE, "--task", task, "--out", tmp_path / "run")
    assert re.search(rf"{re.escape(str(task / 'hidden/leaves.yaml'))}:\d+: d3\.walk\.right: .*the key 'y'.* is not declared", said)
    assert "expected a task without problems" in said
    assert not (tmp_path / "run").exists()


def test_a_lint_lists_every_problem(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    """`task lint` prints each problem at file:line and ends with status 2; a good task ends with 0."""
    task = task_with(tmp_path, "hidden/leaves.yaml", "action: confirm}", "action: fire}")
    assert run(["task", "lint", str(task)]) == 2
    said = capsys.readouterr()
    assert re.search(r"leaves\.yaml:\d+: d2\.start\.by_confirm: .*'fire'", said.out)
    assert "1 problem(s)" in said.out
    assert run(["task", "lint", str(BEACON)]) == 0


def test_a_folder_that_cannot_be_written_is_told(say: Say, tmp_path: Path):
    """A file in the place of the run's folder, and a path below a file, are refused; the file is as it was."""
    diary = tmp_path / "diary.txt"
    diary.write_text("dear diary")
    assert f"{diary}: is a file" in say("play", REFERENCE, "--task", BEACON, "--out", diary)
    said = say("play", REFERENCE, "--task", BEACON, "--out", diary / "run")
    assert "cannot be written" in said
    assert "choose another with --out" in said or "choose one with --out" in said
    assert diary.read_text() == "dear diary"
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("keep me")
    assert "is not empty and holds no run" in say("play", REFERENCE, "--task", BEACON, "--out", tmp_path / "mine")
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["notes.txt"]


def test_what_is_no_run_is_told(say: Say, tmp_path: Path):
    """Grading and reporting what is no run says what a run is."""
    for command in ("grade", "report"):
        assert "is not a run folder: it has no run.json" in say(command, tmp_path)


@pytest.fixture
def play_without_browser(tmp_path: Path) -> Callable[[], subprocess.CompletedProcess[str]]:
    """Runs `playproof play` where no browser can be found."""
    if shutil.which("bwrap") is None or not os.access("/usr/lib/chromium", os.R_OK):
        pytest.skip("needs bubblewrap, and the browser in /usr/lib/chromium")

    def play() -> subprocess.CompletedProcess[str]:
        hide = ["bwrap", "--dev-bind", "/", "/", "--tmpfs", "/usr/lib/chromium"]
        command = [sys.executable, "-m", "playproof", "play", str(REFERENCE), "--task", str(BEACON), "--out", str(tmp_path / "run"), "--json"]
        return subprocess.run(
            [*hide, *command],
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
            env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "PYTHONPATH": "src"},
        )

    return play


@pytest.mark.usefixtures("isolation")
def test_without_a_browser_the_command_that_installs_one_is_told(play_without_browser: Callable[[], subprocess.CompletedProcess[str]]):
    """Where no Chromium is installed, the answer is the command that installs one, status 2."""
    ended = play_without_browser()
    assert ended.returncode == 2, ended.stderr
    assert "no headless Chromium is installed" in ended.stderr
    assert "apt-get install --no-install-recommends chromium-headless-shell" in ended.stderr
    assert json.loads(ended.stdout)["error"]["blame"] == "user"


def test_a_path_that_is_no_browser_is_told(tmp_path: Path):
    """A program that is asked for by path and tells no Chromium version is refused with its path."""
    with pytest.raises(Exception, match="is not a Chromium that can be run"):
        find_browser(Path(sys.executable))
    with pytest.raises(Exception, match="is not a Chromium that can be run"):
        find_browser(tmp_path / "chromium")
