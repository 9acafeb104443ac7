"""`playproof tasks`: what there is to play."""

from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from playproof.cli.answers import TaskAnswer
from playproof.cli.printing import print_json
from playproof.store.suites import SPEC_FILE, TaskPlace, list_tasks
from playproof.tracks.build.task import BuildTask, load_task
from playproof.tracks.replica.family import Instance, load_family
from playproof.tracks.web.difficulty import difficulty
from playproof.tracks.web.task import WebTask, load_web_task


@click.command("tasks")
@click.option("--suites", type=click.Path(path_type=Path), help="A folder of private suites.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(suites: Path | None, *, as_json: bool) -> None:
    """List the tasks of the public suites, or of a folder of suites."""
    answers = [_answer(place) for place in list_tasks(suites)]
    if as_json:
        print_json(answers)
        return
    table = Table(box=None, header_style="bold")
    for heading in ("id", "title", "tier", "engines", "stressor"):
        table.add_column(heading)
    for one in answers:
        table.add_row(one.id, one.title, one.tier, ", ".join(one.engines), one.stressor)
    Console().print(table)


def _answer(place: TaskPlace) -> TaskAnswer:
    if place.level:
        return _level_answer(place, load_family(place.path).instance(place.level))
    if (place.path / SPEC_FILE).is_file():
        return _web_answer(place, load_web_task(place.path))
    return _build_answer(place, load_task(place.path))


def _build_answer(place: TaskPlace, task: BuildTask) -> TaskAnswer:
    oracles = {engine: str(path) if (path := task.oracle(engine)) else None for engine in task.file.engines}
    return TaskAnswer(
        id=task.id,
        track=task.id.partition("/")[0],
        title=task.file.title,
        engines=task.file.engines,
        oracles=oracles,
        tier=task.file.difficulty.tier,
        stressor=task.file.stressor,
        path=str(place.path),
    )


def _web_answer(place: TaskPlace, task: WebTask) -> TaskAnswer:
    """What a specification stresses is the gameplay family."""
    return TaskAnswer(
        id=task.spec.id,
        track="web",
        title=task.spec.title,
        engines=("web",),
        oracles={"web": str(task.reference) if task.reference else None},
        tier=difficulty(task.spec).tier,
        stressor=task.spec.family.replace("_", " "),
        path=str(place.path),
    )


def _level_answer(place: TaskPlace, instance: Instance) -> TaskAnswer:
    """The tier of a level is its name, what it stresses is the mechanism of its family."""
    file, oracle = instance.family.file, instance.oracle_path
    return TaskAnswer(
        id=instance.id,
        track="replica",
        title=f"{file.title} {instance.level}",
        engines=("web",),
        oracles={"web": str(oracle) if oracle.is_dir() else None},
        tier=instance.level,
        stressor=file.mechanism,
        path=str(place.path),
    )
