"""`playproof replica attempt`: one go of an agent at a replica task, shut in."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from playproof.agents.scripted import AGENTS
from playproof.cli.evaluation import check_isolation
from playproof.cli.observe import observed_instance
from playproof.cli.printing import print_json
from playproof.drivers.web.driver import WebDriver
from playproof.errors import SpecError
from playproof.records.attempt import AttemptSheet
from playproof.tracks.replica.attempt import containers, namespaces
from playproof.tracks.replica.attempt.terms import DELIVERABLE, Terms
from playproof.tracks.replica.containers.images import DEFAULT_BASE

SANDBOXES = ("docker", "bubblewrap")
PACE_MS = 100.0
"""Answers to an agent under test; little beside the time that an agent thinks (ours)."""
LIMIT_S = 3600.0
"""Wall seconds that an agent has (ours)."""
AGENT_FAILED = 1


@click.command("attempt")
@click.argument("task")
@click.option("--agent", required=True, help=f"Which agent: {', '.join(AGENTS)} (scripted ones; 'scripted' is the first).")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="New folder for the deliverable, the call log and the attempt's record.")
@click.option("--sandbox", default="docker", show_default=True, type=click.Choice(SANDBOXES), help="Where the agent works.")
@click.option("--budget", type=click.IntRange(1, 100_000), help="Most actions. [default: the level's]")
@click.option("--pace", "pace_ms", default=PACE_MS, show_default=True, type=click.FloatRange(0, 5000), help="As for `playproof observe`.")
@click.option("--limit", "limit_s", default=LIMIT_S, show_default=True, type=click.FloatRange(1, 86_400), help="Wall seconds that the agent has.")
@click.option("--allow", "allowed", multiple=True, metavar="HOST", help="A host that the agent may reach through the gateway; with containers only.")
@click.option("--base", default=DEFAULT_BASE, show_default=True, help="Base image of the containers: a Debian or Ubuntu with this version of Python.")
@click.option("--suites", type=click.Path(path_type=Path), help="A folder of private suites.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(**options: Any) -> int:  # noqa: ANN401 - click passes what it parsed by name
    """Let an agent replicate the game of TASK, which it can only observe.

    What it leaves is in `deliverable` of the folder; `playproof play` scores it. Exit status: 0 it ended well, 1 it failed or ran out of time.
    """
    return attempt(AttemptOptions(**options))


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptOptions:
    """The options of the command, one to one."""

    task: str
    agent: str
    out: Path
    sandbox: str
    budget: int | None
    pace_ms: float
    limit_s: float
    allowed: tuple[str, ...]
    base: str
    suites: Path | None
    as_json: bool


def attempt(options: AttemptOptions) -> int:
    """Run the attempt, print what it came to."""
    instance = observed_instance(options.task, options.suites)
    terms = Terms(
        instance=instance,
        task=options.task,
        agent=AGENTS[0] if options.agent == "scripted" else options.agent,
        folder=options.out,
        budget=options.budget or instance.file.budget,
        pace_ms=options.pace_ms,
        limit_s=options.limit_s,
        allowed_hosts=options.allowed,
    )
    sheet = _runner(options)(terms)
    if options.as_json:
        print_json(sheet)
    else:
        calls = ", ".join(f"{count} {name}" for name, count in sheet.calls.items())
        click.echo(f"{sheet.agent} on {sheet.task}: {sheet.ending} after {sheet.took_s:.0f} s, {sheet.actions} of {sheet.budget} actions")
        click.echo(f"  calls: {calls or 'none'}")
        click.echo(f"  left {', '.join(sheet.files)} in {options.out / DELIVERABLE}")
        click.echo(f"  to score it: playproof play {options.out / DELIVERABLE} --task {options.task}")
    return 0 if sheet.ending == "done" else AGENT_FAILED


def _runner(options: AttemptOptions) -> Callable[[Terms], AttemptSheet]:
    if options.sandbox == "docker":
        yard = containers.Yard(base=options.base, cache=_cache())
        return lambda terms: containers.attempt(terms, yard)
    if options.allowed:
        raise SpecError("--allow", "a jail of namespaces has no way out at all", expected="--sandbox docker")
    check_isolation(is_trusted=False)

    def jailed(terms: Terms) -> AttemptSheet:
        driver = WebDriver()
        try:
            return namespaces.attempt(terms, driver)
        finally:
            driver.close()

    return jailed


def _cache() -> Path:
    """Where downloads are kept between attempts."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "playproof"
