"""`playproof observe`: one game behind the observation interface, over HTTP or as tools of the Model Context Protocol."""

import signal
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import click

from playproof.cli.evaluation import check_isolation
from playproof.drivers.web.driver import WebDriver
from playproof.errors import SpecError
from playproof.records.record import Record
from playproof.store.suites import find_task
from playproof.tracks.replica.family import Instance, load_family
from playproof.tracks.replica.service.client import ObserveClient
from playproof.tracks.replica.service.serve import Offer, Place, address_of, listening, run_server, served, staged
from playproof.tracks.replica.service.tools import tool_server

ENGINES = ("web",)
PACE_MS = 10.0
"""Small enough to cost a few percent; a larger one hides more of what a game computes (ours)."""


class ObserveAnswer(Record):
    """`playproof observe --json`, when it listens."""

    task: str
    address: str


@click.command("observe")
@click.argument("task")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=0, show_default=True, type=click.IntRange(0, 65535), help="Port to listen on; 0 takes any that is free.")
@click.option("--socket", "socket_path", type=click.Path(path_type=Path), help="Listen on this unix socket instead.")
@click.option("--budget", type=click.IntRange(1, 100_000), help="Most actions. [default: the level's]")
@click.option(
    "--log", "log_path", type=click.Path(path_type=Path), help="Add a JSON line for every call to this file; a service goes on counting from it."
)
@click.option(
    "--pace",
    "pace_ms",
    default=PACE_MS,
    show_default=True,
    type=click.FloatRange(0, 5000),
    help="Answer at multiples of this many milliseconds only.",
)
@click.option("--engine", default="web", show_default=True, type=click.Choice(ENGINES), help="What the game runs in.")
@click.option("--suites", type=click.Path(path_type=Path), help="A folder of private suites.")
@click.option("--mcp", "is_mcp", is_flag=True, help="Speak the Model Context Protocol on standard input and output instead of HTTP.")
@click.option("--unsafe", is_flag=True, help="Run the game's browser with your own rights where namespaces are missing.")
@click.option("--json", "as_json", is_flag=True, help="Print the address as one line of JSON.")
def command(**options: Any) -> None:  # noqa: ANN401 - click passes what it parsed by name
    """Let an agent observe the game of TASK (`replica/<family>/L3`, or the folder of a family and `/L3`).

    Nothing of the game but pictures leaves. Prints its address when it listens; ends with Ctrl-C.
    """
    observe(ObserveOptions(**options))


@dataclass(frozen=True, slots=True, kw_only=True)
class ObserveOptions:
    """The options of the command, one to one."""

    task: str
    host: str
    port: int
    socket_path: Path | None
    budget: int | None
    log_path: Path | None
    pace_ms: float
    engine: str
    suites: Path | None
    is_mcp: bool
    unsafe: bool
    as_json: bool


def observe(options: ObserveOptions) -> None:
    """Serve until told to end."""
    instance = observed_instance(options.task, options.suites)
    is_isolated = check_isolation(is_trusted=options.unsafe)
    signal.signal(signal.SIGTERM, _leave)
    with ExitStack() as stack:
        driver = WebDriver(is_isolated=is_isolated)
        stack.callback(driver.close)
        offer = Offer(instance=instance, driver=driver, budget=options.budget, log_path=options.log_path, pace_ms=options.pace_ms)
        if options.is_mcp:
            _speak_tools(stack, offer)
            return
        place = Place(host=options.host, port=options.port, socket_path=options.socket_path)
        made = stack.enter_context(listening(place))
        service = stack.enter_context(staged(offer))
        said = ObserveAnswer(task=instance.id, address=address_of(made))
        click.echo(said.model_dump_json() if options.as_json else f"observing {said.task} at {said.address}")
        run_server(service, made)


def observed_instance(name: str, suites: Path | None) -> Instance:
    """The game of a replica task.

    Raises:
        SpecError: There is no such task, or it belongs to another track.
    """
    place = find_task(name, suites)
    if place.level is None:
        raise SpecError(name, "is no task of the replica track", expected="replica/<family>/<level>, or the folder of a family and /<level>")
    return load_family(place.path).instance(place.level)


def _speak_tools(stack: ExitStack, offer: Offer) -> None:
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="playproof-mcp-"))
    address = stack.enter_context(served(offer, Place(socket_path=Path(folder) / "game.sock")))
    client = stack.enter_context(ObserveClient(address))
    tool_server(client).run("stdio")


def _leave(_number: int, _frame: FrameType | None) -> None:
    """SIGTERM ends the service as Ctrl-C does: with everything that it started."""
    raise SystemExit(0)
