"""Finding tasks: the public suites of this installation, or a private suite by its path."""

from dataclasses import dataclass
from pathlib import Path

from playproof.errors import SpecError

TRACKS = ("build", "web", "replica")


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskPlace:
    """Where a task lies. `is_shipped`: it belongs to the public suites of this installation."""

    id: str
    path: Path
    is_shipped: bool


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
    found = [path.parent for track in TRACKS for path in root.glob(f"{track}/**/task.yaml")]
    is_shipped = suites is None
    return tuple(TaskPlace(id=path.relative_to(root).as_posix(), path=path, is_shipped=is_shipped) for path in sorted(found))


def find_task(name: str, suites: Path | None = None) -> TaskPlace:
    """A task by id, or by the path of its folder (private suites)."""
    path = Path(name)
    if (path / "task.yaml").is_file():
        root = shipped_suites()
        return TaskPlace(id=name, path=path, is_shipped=path.resolve().is_relative_to(root))
    tasks = list_tasks(suites)
    for task in tasks:
        if task.id == name:
            return task
    known = ", ".join(task.id for task in tasks) or "none"
    raise SpecError("--task", f"{name!r} is no task", expected=f"an id ({known}) or the folder of a task", see="playproof tasks")
