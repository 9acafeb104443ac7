"""`playproof`: finds the command, runs it, and turns what went wrong into a message and an exit status. The only place that does so.

Exit status: 0 done, 1 a check failed (only commands that check), 2 a user's mistake or a missing tool, 3 our own fault, 130 interrupted.

A command is a module of this package that holds a click command called `command`. It is named in `COMMANDS` and imported only when it is
asked for, so that `playproof --help` does not wait for numpy. It has `--json`, prints one JSON document under it, and returns its exit status
(None is 0) or exits with it.
"""

import importlib
import json
import shlex
import sys
import traceback
from dataclasses import dataclass
from typing import Final

import click

from playproof import __version__
from playproof.errors import PlayproofError

EXIT_USER: Final = 2
EXIT_US: Final = 3
EXIT_INTERRUPTED: Final = 130


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A command that is not imported yet."""

    module: str
    """Where its click command is, under the name `command`."""
    help: str
    """What it is for, in one line."""


COMMANDS: Final[dict[str, Entry]] = {
    "play": Entry(module="playproof.cli.play", help="Play a game against a task, score it and write the evidence and a report."),
    "grade": Entry(module="playproof.cli.grade", help="Judge a finished run again from its evidence, without the game."),
    "report": Entry(module="playproof.cli.report", help="Write the HTML report of a finished run again."),
    "tasks": Entry(module="playproof.cli.tasks", help="List the tasks that can be played."),
    "task": Entry(module="playproof.cli.task", help="Prove a task: its oracle, its equivalent, its starter and its mutants."),
    "replica": Entry(module="playproof.cli.replica", help="Families of the replica track: generate what is computed, measure complexity."),
    "spec": Entry(module="playproof.cli.spec", help="Write, check and read the specification of a web task."),
    "smoke": Entry(module="playproof.cli.smoke", help="The unscored public checks that an agent may run on its own game."),
    "boost": Entry(module="playproof.cli.boost", help="Give a coding agent the skill that playtests and repairs its game."),
    "observe": Entry(module="playproof.cli.observe", help="Let an agent observe the game of a replica task: actions in, pictures out."),
    "observe-mcp": Entry(module="playproof.cli.observe_mcp", help="Give a running observation service to an agent as tools."),
    "doctor": Entry(module="playproof.cli.doctor", help="What is installed, what is missing, and the command that installs it."),
}
"""All commands, in the order of the help."""


class Interrupted(KeyboardInterrupt):
    """An interruption after which a command knows how to go on."""

    def __init__(self, resume: str) -> None:
        """Keep the command line that resumes the work."""
        self.resume = resume
        super().__init__(resume)


class _Commands(click.Group):
    """The group of all commands, which imports a command when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - the signature is click's
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - the same
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        command = importlib.import_module(entry.module).command
        if not isinstance(command, click.Command):
            raise TypeError(entry.module)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - the same
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in COMMANDS.items()])


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="playproof")
def cli() -> None:
    """Proof by play: does the game that a coding agent built really play?"""


def main() -> None:
    """Run the command line and exit. Called by the script `playproof` and by `python -m playproof`."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command line; returns the exit status.

    Args:
        arguments: The words after `playproof`.
    """
    try:
        status = cli.main(args=arguments, prog_name="playproof", standalone_mode=False)
    except click.UsageError as error:
        error.show()
        _tell_json(arguments, "user", error.format_message())
        return EXIT_USER
    except click.ClickException as error:
        error.show()
        return EXIT_USER
    except (click.Abort, KeyboardInterrupt) as stop:
        return _interrupted(arguments, stop)
    except PlayproofError as error:
        click.echo(f"playproof: {error}", err=True)
        _tell_json(arguments, error.blame, str(error))
        return EXIT_USER if error.blame == "user" else EXIT_US
    except Exception as error:  # noqa: BLE001 - the last boundary: whatever escapes here is our own fault
        traceback.print_exc()
        said = f"{type(error).__name__}: {error}"
        click.echo(f"playproof: a fault of playproof itself, not of the game: {said}\n  please report it with the lines above", err=True)
        _tell_json(arguments, "us", said)
        return EXIT_US
    return status if isinstance(status, int) else 0


def _interrupted(arguments: list[str], stop: BaseException) -> int:
    """Say how to go on after Ctrl-C. Click hides the interruption behind its own."""
    while stop.__cause__ is not None and not isinstance(stop, Interrupted):
        stop = stop.__cause__
    resume = stop.resume if isinstance(stop, Interrupted) else shlex.join(["playproof", *arguments])
    click.echo(f"playproof: interrupted; what was finished is kept\n  resume with: {resume}", err=True)
    sys.stdout.flush()
    return EXIT_INTERRUPTED


def _tell_json(arguments: list[str], blame: str, message: str) -> None:
    """Under `--json` a program reads standard output: tell it there as well."""
    if "--json" in arguments:
        click.echo(json.dumps({"error": {"blame": blame, "message": message}}))
