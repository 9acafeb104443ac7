import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from playproof.cli.main import COMMANDS, cli, run


def words_of(command: click.Command, words: str) -> list[tuple[str, click.Command]]:
    """A command and all below it."""
    if not isinstance(command, click.Group):
        return [(words, command)]
    context = click.Context(command)
    below = [(name, command.get_command(context, name)) for name in command.list_commands(context)]
    return [found for name, inner in below if inner is not None for found in words_of(inner, f"{words} {name}")]


SPEAKS_A_PROTOCOL = {"playproof observe-mcp"}
"""Commands whose output is for programs anyway."""


def test_every_command_has_help_and_an_answer_for_programs():
    """Each command that is listed can be imported, explains itself and has `--json`."""
    found = words_of(cli, "playproof")
    assert len(found) >= len(COMMANDS)
    for words, command in found:
        assert command.help, words
        assert words in SPEAKS_A_PROTOCOL or "--json" in {name for parameter in command.params for name in parameter.opts}, words


def test_a_wrong_command_or_option_is_a_users_mistake(capsys: pytest.CaptureFixture[str]):
    """A slip of the fingers gives a line that says what is wrong, and exit status 2."""
    for arguments, said in ((["plya"], "No such command 'plya'"), (["doctor", "--jsno"], "No such option"), (["--jsno"], "No such option")):
        assert run(arguments) == 2
        assert said in capsys.readouterr().err


def test_a_users_mistake_is_a_message_and_no_traceback(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    """A wrong path is told with its value, exit status 2; under --json the same is said on standard output for a program."""
    wrong = str(tmp_path / "no-such-run")
    assert run(["grade", wrong]) == 2
    said = capsys.readouterr()
    assert wrong in said.err
    assert "Traceback" not in said.err
    assert said.out == ""
    assert run(["grade", wrong, "--json"]) == 2
    answer = json.loads(capsys.readouterr().out)
    assert answer["error"]["blame"] == "user"
    assert wrong in answer["error"]["message"]


def test_version_and_help_end_well(capsys: pytest.CaptureFixture[str]):
    """`--version`, `--help` and `-h` print to standard output and end with status 0."""
    for arguments in (["--version"], ["--help"], ["-h"]):
        assert run(arguments) == 0
        assert "playproof" in capsys.readouterr().out


ENDINGS = {
    "waiting": "print('waiting', flush=True); time.sleep(1000)",
    "resumable": "raise Interrupted('playproof play game --out runs/1')",
    "broken": "raise ZeroDivisionError('a mistake of ours')",
    "failing": "raise DriverError('the browser does not start', kind='browser_start')",
}
COMMAND = """
import time
import click
from playproof.cli.main import Interrupted
from playproof.errors import DriverError

@click.command()
def command():
    {body}
"""
PROGRAM = """
import sys
from playproof.cli.main import COMMANDS, Entry, main
COMMANDS[sys.argv[1]] = Entry(module="ending_" + sys.argv[1], help="a command that ends in its own way")
main()
"""

Begin = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    """Start the real command line with one more command in its table, which ends in one of the ways there are."""
    for name, body in ENDINGS.items():
        (tmp_path / f"ending_{name}.py").write_text(COMMAND.format(body=body))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}

    def start(*words: str) -> "subprocess.Popen[str]":
        return subprocess.Popen([sys.executable, "-c", PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)

    return start


def test_an_interruption_says_how_to_go_on(begin: Begin):
    """Ctrl-C ends at once with status 130 and the command line that resumes the work."""
    with begin("waiting") as waiting:
        assert waiting.stdout is not None
        assert waiting.stdout.readline() == "waiting\n"
        waiting.send_signal(signal.SIGINT)
        said = waiting.communicate(timeout=60)[1]
    assert waiting.returncode == 130
    assert "resume with: playproof waiting" in said
    assert "Traceback" not in said
    with begin("resumable") as stopped:
        said = stopped.communicate(timeout=60)[1]
    assert (stopped.returncode, "resume with: playproof play game --out runs/1" in said) == (130, True)


def test_our_own_faults_are_told_apart_from_users_mistakes(begin: Begin):
    """A failure of ours ends with status 3: a known one with its message, a programming mistake with the lines to report."""
    with begin("failing") as failing:
        said = failing.communicate(timeout=60)[1]
    assert (failing.returncode, said.strip()) == (3, "playproof: the browser does not start")
    with begin("broken") as broken:
        said = broken.communicate(timeout=60)[1]
    assert broken.returncode == 3
    assert "Traceback" in said
    assert "ZeroDivisionError: a mistake of ours" in said
    assert "please report it" in said
