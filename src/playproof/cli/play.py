"""`playproof play`: evaluate one artifact by playing it."""

import os
from pathlib import Path

import click
from rich.console import Console

from playproof.cli.answers import play_answer
from playproof.cli.evaluation import ENGINES, Outcome, Request, run
from playproof.cli.printing import Watch, print_json, progress
from playproof.errors import SpecError
from playproof.records.run import DriveMode
from playproof.report.page import write_report
from playproof.report.terminal import scorecard
from playproof.scoring.fold import weakly_covered
from playproof.store.artifacts import describe
from playproof.store.run_folder import RunFolder
from playproof.store.suites import TaskPlace, find_task, shipped_suites
from playproof.tracks.build.task import load_task

OUR_FAULT = 3
"""Exit status when our own failures left the score undecided."""
DEFAULT_SEED = 1


@click.command("play")
@click.argument("artifact", type=click.Path(path_type=Path))
@click.option("--task", "task_name", required=True, help="Id of a task (see `playproof tasks`), or the folder of a private one.")
@click.option("--out", type=click.Path(path_type=Path), help="Folder of the run; the same folder again resumes it. [default: runs/<task>-<artifact>-<seed>]")
@click.option("--engine", default="web", show_default=True, help=f"One of {', '.join(ENGINES)}.")
@click.option("--seed", default=DEFAULT_SEED, show_default=True, help="Feeds every source of randomness of the game.")
@click.option("--jobs", type=click.IntRange(1, 64), help="Games played at once. [default: the number of cores]")
@click.option("--mode", type=click.Choice(["frame-controlled", "shimmed", "real-time"]), help="How the engine is driven. [default: the best there is]")
@click.option("--suites", type=click.Path(path_type=Path), help="A folder of private suites.")
@click.option("--unsafe", is_flag=True, help="Run the game with your own rights where namespaces are missing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(**options: object) -> None:
    """Play ARTIFACT, the folder of a game, with real input and score it.

    Exit status: 0 scored, however low; 2 a mistake in what was asked, or a missing tool; 3 our own fault left it undecided.
    """
    play(**options)  # type: ignore[arg-type]


def play(  # noqa: PLR0913 - the options of the command, one to one
    artifact: Path, task_name: str, out: Path | None, engine: str, seed: int, jobs: int | None, mode: DriveMode | None, suites: Path | None, *, unsafe: bool, as_json: bool
) -> None:
    """Evaluate, write the report, print the answer."""
    place = find_task(task_name, suites)
    task = load_task(place.path)
    folder = RunFolder(out or default_folder(place, artifact, seed))
    request = Request(
        artifact_path=artifact,
        plan=task.plan(),
        engine=engine,
        folder=folder,
        seed=seed,
        jobs=jobs or len(os.sched_getaffinity(0)),
        mode=mode,
        is_trusted=unsafe or (place.is_shipped and artifact.resolve().is_relative_to(shipped_suites())),
    )
    with progress(is_quiet=as_json) as bar:
        outcome = run(request, Watch(bar, task.file.title))
    write_report(folder)
    answer(outcome, as_json=as_json)


def answer(outcome: Outcome, *, as_json: bool) -> None:
    """Print an evaluation; exits with status 3 when our own faults left it undecided."""
    if as_json:
        print_json(play_answer(outcome))
    else:
        Console().print(scorecard(outcome.score, outcome.sheet, outcome.verdicts, outcome.folder))
    if outcome.faults and weakly_covered(outcome.score):
        raise SystemExit(OUR_FAULT)


def default_folder(place: TaskPlace, artifact: Path, seed: int) -> Path:
    """`runs/<task>-<artifact>-<seed>`, so that the same command again resumes the same run."""
    if not artifact.exists():
        raise SpecError(str(artifact), "no such folder", expected="the folder of a game, e.g. one that holds index.html")
    return Path("runs") / f"{place.path.name}-{describe(artifact).sha256[:12]}-{seed}"
