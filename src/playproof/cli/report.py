"""`playproof report`: write the page of a run again."""

from pathlib import Path

import click

from playproof.cli.evaluation import read_outcome
from playproof.cli.printing import print_json
from playproof.cli.tracks import track_named
from playproof.store.run_folder import RunFolder


@click.command("report")
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(run: Path, *, as_json: bool) -> None:
    """Write report.html into RUN, the folder of a finished run."""
    folder = RunFolder(run)
    track = track_named(folder.sheet().task, str(run))
    outcome = read_outcome(folder, track.score)
    path = track.report(folder)
    if as_json:
        print_json(track.answer(outcome))
    else:
        click.echo(path)
