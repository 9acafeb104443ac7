"""`playproof smoke`: the public checks that an agent may call on its own game. No score, no hidden file."""

import tempfile
from pathlib import Path

import click

from playproof.cli.evaluation import Outcome, Request, run
from playproof.cli.play import OUR_FAULT, cores, is_shipped
from playproof.cli.printing import Watch, print_json, progress
from playproof.cli.tracks.build import BuildWiring
from playproof.records.leaf import BuildPlan
from playproof.records.record import Record
from playproof.records.score import BuildScore
from playproof.store.run_folder import RunFolder
from playproof.store.suites import find_task
from playproof.tracks.build.smoke import smoke_plan
from playproof.tracks.build.task import load_contract


class SmokeCheck(Record):
    """One public check."""

    check: str
    requirement: str
    passed: bool | None
    """None: could not be told, by our own fault."""
    reason: str


class SmokeAnswer(Record):
    """`playproof smoke --json`."""

    task: str
    passed: bool | None
    checks: tuple[SmokeCheck, ...]


@click.command("smoke")
@click.argument("artifact", type=click.Path(path_type=Path))
@click.option("--task", "task_name", required=True, help="Id of a task, or the folder that holds its task.yaml and contract.yaml.")
@click.option("--engine", default="web", show_default=True)
@click.option("--unsafe", is_flag=True, help="Run the game with your own rights where namespaces are missing.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(artifact: Path, task_name: str, engine: str, *, unsafe: bool, as_json: bool) -> None:
    """Check that ARTIFACT, the folder of a game, loads, paints and answers. Carries no score.

    Exit status: 0 every check passed, 1 one failed, 2 a mistake in what was asked, 3 our own fault left one undecided.
    """
    place = find_task(task_name)
    plan = smoke_plan(load_contract(place.path))
    with tempfile.TemporaryDirectory(prefix="playproof-smoke-") as name, progress(is_quiet=as_json) as bar:
        request = Request(
            artifact_path=artifact,
            wiring=BuildWiring(plan=plan, has_journey=False),
            engine=engine,
            folder=RunFolder(Path(name) / "run"),
            seed=1,
            jobs=cores(),
            mode=None,
            is_trusted=unsafe or is_shipped(place, artifact),
        )
        answer = _answer(run(request, Watch(bar, plan.title)), plan.contract.task)
    if as_json:
        print_json(answer)
    else:
        for one in answer.checks:
            mark = "ok  " if one.passed else "????" if one.passed is None else "FAIL"
            click.echo(f"{mark} {one.requirement}" + ("" if one.passed else f"\n       {one.reason}"))
    raise SystemExit(0 if answer.passed else OUR_FAULT if answer.passed is None else 1)


def _answer(outcome: Outcome[BuildScore], task: str) -> SmokeAnswer:
    plan = outcome.folder.root("plan", BuildPlan)
    checks = []
    for leaf in plan.leaves.leaves:
        verdict = outcome.verdicts[leaf.id]
        passed = None if verdict.value is None else verdict.value == 1.0
        checks.append(SmokeCheck(check=leaf.id, requirement=leaf.requirement, passed=passed, reason=verdict.reason))
    states = {one.passed for one in checks}
    return SmokeAnswer(task=task, passed=False if False in states else None if None in states else True, checks=tuple(checks))
