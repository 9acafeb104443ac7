"""`playproof play`: evaluate one artifact by playing it."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from playproof.cli.evaluation import ENGINES, Outcome, Request, Wiring, run
from playproof.cli.printing import Watch, print_json, progress
from playproof.cli.tracks import TrackEntry, track_at
from playproof.records.run import DriveMode
from playproof.store.artifacts import describe
from playproof.store.run_folder import RunFolder
from playproof.store.suites import TaskPlace, find_task, shipped_suites

OUR_FAULT = 3
"""Exit status when our own failures left the score undecided."""
DEFAULT_SEED = 1


@click.command("play")
@click.argument("artifact", type=click.Path(path_type=Path))
@click.option("--task", "task_name", required=True, help="Id of a task (see `playproof tasks`), or the folder of a private one.")
@click.option(
    "--out", type=click.Path(path_type=Path), help="Folder of the run; the same folder again resumes it. [default: runs/<task>-<artifact>-<seed>]"
)
@click.option("--engine", default="web", show_default=True, help=f"One of {', '.join(ENGINES)}.")
@click.option("--seed", default=DEFAULT_SEED, show_default=True, help="Feeds every source of randomness of the game.")
@click.option("--jobs", type=click.IntRange(1, 64), help="Games played at once. [default: the number of cores]")
@click.option(
    "--mode", type=click.Choice(["frame-controlled", "shimmed", "real-time"]), help="How the engine is driven. [default: the best there is]"
)
@click.option("--suites", type=click.Path(path_type=Path), help="A folder of private suites.")
@click.option("--unsafe", is_flag=True, help="Run the game with your own rights where namespaces are missing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(**options: Any) -> None:  # noqa: ANN401 - click passes what it parsed by name
    """Play ARTIFACT, the folder of a game or of a replica, with real input and score it.

    Exit status: 0 scored, however low; 2 a mistake in what was asked, or a missing tool; 3 our own fault left it undecided.
    """
    play(PlayOptions(**options))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOptions:
    """The options of the command, one to one."""

    artifact: Path
    task_name: str
    out: Path | None
    engine: str
    seed: int
    jobs: int | None
    mode: DriveMode | None
    suites: Path | None
    unsafe: bool
    as_json: bool


def play(options: PlayOptions) -> None:
    """Evaluate, write the report, print the answer."""
    place = find_task(options.task_name, options.suites)
    track = track_at(place)
    wiring = track.wiring(place)
    folder = RunFolder(options.out or default_folder(wiring, options.artifact, options.seed))
    request: Request[Any] = Request(
        artifact_path=options.artifact,
        wiring=wiring,
        engine=options.engine,
        folder=folder,
        seed=options.seed,
        jobs=options.jobs or cores(),
        mode=options.mode,
        is_trusted=options.unsafe or is_shipped(place, options.artifact),
    )
    with progress(is_quiet=options.as_json) as bar:
        outcome = run(request, Watch(bar, wiring.title))
    track.report(folder)
    answer(track, outcome, as_json=options.as_json)


def cores() -> int:
    """How many games are played at once unless the user says otherwise."""
    return len(os.sched_getaffinity(0))


def is_shipped(place: TaskPlace, artifact: Path) -> bool:
    """Whether an artifact belongs to the public suites, so that it may run without namespaces."""
    return place.is_shipped and artifact.resolve().is_relative_to(shipped_suites())


def answer(track: TrackEntry[Any], outcome: Outcome[Any], *, as_json: bool) -> None:
    """Print an evaluation; exits with status 3 when it is undecided, which is never the game's doing."""
    if as_json:
        print_json(track.answer(outcome))
    else:
        Console().print(track.card(outcome))
    if track.is_undecided(outcome.score):
        raise SystemExit(OUR_FAULT)


def default_folder(wiring: Wiring[Any], artifact: Path, seed: int) -> Path:
    """`runs/<task>-<artifact>-<seed>`, so that the same command again resumes the same run."""
    source = wiring.source(artifact)
    return Path("runs") / f"{wiring.task.partition('/')[2].replace('/', '-')}-{describe(source.path, source.files).sha256[:12]}-{seed}"
