"""`playproof grade`: judge a finished run again from its evidence, without a browser."""

from pathlib import Path

import click

from playproof.cli.evaluation import grade_again
from playproof.cli.play import answer
from playproof.cli.tracks import track_named
from playproof.store.run_folder import RunFolder


@click.command("grade")
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(run: Path, *, as_json: bool) -> None:
    """Grade RUN, the folder of a run, again: same evidence, same verdicts, no game and no browser."""
    folder = RunFolder(run)
    track = track_named(folder.sheet().task, str(run))
    outcome = grade_again(folder, track.again(folder))
    track.report(folder)
    answer(track, outcome, as_json=as_json)
