"""Finding tasks: the public suites of this installation, or a private suite by its path."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playproof.errors import SpecError
from playproof.records.family import LEVELS, LevelName

TRACKS = ("build", "web", "replica")
TASK_FILE = "task.yaml"
SPEC_FILE = "spec.yaml"
"""A web task."""
FAMILY_FILE = "family.yaml"
"""Holds five tasks, one for each level."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPlace:
    """Where a task lies. `is_shipped`: it belongs to the public suites of this installation."""

    id: str
    path: Path
    """The folder of the task; of the whole family where a task is one level of it."""
    is_shipped: bool
    level: LevelName | None = None
    """Which level, for tasks of families."""


def shipped_suites() -> Path:
    """The public suites: beside the package when installed, at the root of a checkout."""
    here = Path(__file__).resolve()
    for folder in (here.parents[1] / "suites", here.parents[3] / "suites"):
        if folder.is_dir():
            return folder
    raise SpecError(str(here.parents[1]), "holds no suites", expected="an installation of playproof with its suites")


def list_tasks(suites: Path | None = None) -> tuple[TaskPlace, ...]:
    """All tasks of a folder of suites, by id."""
    root = suites or shipped_suites()
    if not root.is_dir():
        raise SpecError(str(root), "no such folder of suites", expected="a folder that holds build/<task>/task.yaml or the like")
    return tuple(sorted(_tasks_below(root, is_shipped=suites is None), key=lambda place: place.id))


def _tasks_below(root: Path, *, is_shipped: bool) -> Iterator[TaskPlace]:
    for track in TRACKS:
        for path in (*root.glob(f"{track}/**/{TASK_FILE}"), *root.glob(f"{track}/*/{SPEC_FILE}")):
            yield TaskPlace(id=path.parent.relative_to(root).as_posix(), path=path.parent, is_shipped=is_shipped)
        for path in root.glob(f"{track}/*/{FAMILY_FILE}"):
            for level in LEVELS:
                yield TaskPlace(id=f"{path.parent.relative_to(root).as_posix()}/{level}", path=path.parent, is_shipped=is_shipped, level=level)


def find_family(name: str, suites: Path | None = None) -> tuple[TaskPlace, ...]:
    """The tasks that a name stands for: one task, or all levels of a family given by id or folder."""
    path = Path(name)
    if (path / FAMILY_FILE).is_file():
        return tuple(find_task(str(path / level), suites) for level in LEVELS)
    levels = tuple(task for task in list_tasks(suites) if task.level and task.id.rpartition("/")[0] == name)
    return levels or (find_task(name, suites),)


def find_task(name: str, suites: Path | None = None) -> TaskPlace:
    """A task by id, or by the path of its folder (private suites); a level of a family by the family's folder and the level's name."""
    path = Path(name)
    level = next((level for level in LEVELS if level == path.name), None)
    if (path / TASK_FILE).is_file() or (path / SPEC_FILE).is_file():
        return TaskPlace(id=name, path=path, is_shipped=path.resolve().is_relative_to(shipped_suites()))
    if level and (path.parent / FAMILY_FILE).is_file():
        return TaskPlace(id=name, path=path.parent, is_shipped=path.resolve().is_relative_to(shipped_suites()), level=level)
    tasks = list_tasks(suites)
    for task in tasks:
        if task.id == name:
            return task
    known = ", ".join(task.id for task in tasks) or "none"
    raise SpecError("--task", f"{name!r} is no task", expected=f"an id ({known}) or the folder of a task", see="playproof tasks")
