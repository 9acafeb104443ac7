"""`playproof task`: what authors of tasks need: lint and the calibration of a task."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console, RenderableType

from playproof.analysis.calibration import Calibration
from playproof.analysis.family_check import FamilyCheck
from playproof.analysis.web_check import WebCheck
from playproof.cli.answers import LintAnswer
from playproof.cli.bench import Bench
from playproof.cli.calibrate import calibrate
from playproof.cli.play import cores
from playproof.cli.printing import print_json, progress
from playproof.cli.replica_check import check_family
from playproof.cli.web_check import check_web
from playproof.errors import PlayproofError, SpecError
from playproof.report.matrix import defect_matrix, family_matrix, kill_matrix
from playproof.store.files import write_record
from playproof.store.suites import SPEC_FILE, TaskPlace, find_family, find_task
from playproof.tracks.build.lint import lint, lint_canary
from playproof.tracks.build.task import load_task
from playproof.tracks.web.task import load_web_task

THRESHOLD_FAILED = 1
EXIT_USER = 2


@click.group("task")
def command() -> None:
    """For authors of tasks."""


@command.command("lint")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def lint_command(name: str, *, as_json: bool) -> int:
    """Check that task NAME (id or folder) holds together; every problem with file:line.

    Exit status: 0 no problem, 2 some, or it could not be read.
    """
    task = load_task(find_task(name).path)
    problems = tuple(str(problem) for problem in (*lint(task), *lint_canary(task)))
    if as_json:
        print_json(LintAnswer(task=task.id, leaves=len(task.leaves.leaves), journey_actions=len(task.journey.actions), problems=problems))
    else:
        click.echo(
            "\n".join(
                (
                    *problems,
                    f"{task.id}: {len(task.leaves.leaves)} leaves, {len(task.journey.actions)} journey actions, {len(problems) or 'no'} problem(s)",
                )
            )
        )
    return EXIT_USER if problems else 0


@command.command("check")
@click.argument("name")
@click.option("--engine", default="web", show_default=True)
@click.option(
    "--out", type=click.Path(path_type=Path), help="Folder of the runs; the same folder again resumes. [default: runs/check-<task>-<engine>]"
)
@click.option("--jobs", type=click.IntRange(1, 64), help="Games played at once. [default: the number of cores]")
@click.option(
    "--mutants",
    "mutants",
    help="Only these mutants, separated by commas; 'none' for none; '3' for a sample of three spread over the list. [default: all]",
)
@click.option("--repeats", default=3, show_default=True, type=click.IntRange(1, 10), help="Evaluations of the reference.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def check_command(**options: Any) -> None:  # noqa: ANN401 - click passes what it parsed by name
    """Prove that the evaluator of task NAME works: nothing, starter, reference, equivalent and every mutant are played.

    NAME may be a level of a family, or a whole family: then every rule must act, be seen and be missed when it is gone.

    Exit status: 0 every threshold holds, 1 one fails, 2 it could not run.
    """
    check(CheckOptions(**options))


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckOptions:
    """The options of `task check`, one to one."""

    name: str
    engine: str
    out: Path | None
    jobs: int | None
    mutants: str | None
    repeats: int
    as_json: bool


def check(options: CheckOptions) -> None:
    """Calibrate, write `calibration.json`, print what was found."""
    places = find_family(options.name)
    folder = options.out or Path("runs") / f"check-{places[0].path.name}-{options.engine}"
    try:
        with progress(is_quiet=options.as_json) as bar:
            jobs, is_trusted = options.jobs or cores(), places[0].is_shipped
            bench = Bench(engine=options.engine, folder=folder, jobs=jobs, is_trusted=is_trusted, bar=bar)
            found, table = _checked(bench, options, places)
    except PlayproofError as error:
        if error.blame == "user":
            raise
        raise SpecError(
            options.name, f"could not be checked: {error}", expected="a machine on which the engine runs; see `playproof doctor`"
        ) from error
    write_record(folder / "calibration.json", found)
    if options.as_json:
        print_json(found)
    else:
        Console().print(table)
    raise SystemExit(0 if found.holds else THRESHOLD_FAILED)


def _checked(bench: Bench, options: CheckOptions, places: tuple[TaskPlace, ...]) -> tuple[Calibration | FamilyCheck | WebCheck, RenderableType]:
    """The check of a task of any track, and what a terminal shows of it."""
    path = places[0].path
    if places[0].level:
        family = check_family(bench, places, mutants=options.mutants)
        return family, family_matrix(family)
    if (path / SPEC_FILE).is_file():
        web = check_web(bench, load_web_task(path), mutants=options.mutants)
        return web, defect_matrix(web)
    task = load_task(path)
    build = calibrate(bench, task, mutants=options.mutants, repeats=options.repeats)
    return build, kill_matrix(build, [leaf.id for leaf in task.leaves.leaves])
