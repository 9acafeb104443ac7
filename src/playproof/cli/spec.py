"""`playproof spec`: write, check and read the specification of a web task."""

import importlib.resources
import re
from pathlib import Path

import click

from playproof.cli.printing import print_json
from playproof.errors import SpecError
from playproof.records.record import Record
from playproof.records.spec import SpecFile
from playproof.store.documents import read_document
from playproof.store.files import write_atomic
from playproof.store.suites import shipped_suites
from playproof.tracks.web.difficulty import difficulty
from playproof.tracks.web.document import document
from playproof.tracks.web.lint import lint

EXIT_USER = 2
FILE = "spec.yaml"
SEE = "docs/reference/web-spec.md"


class NewSpecAnswer(Record):
    """`playproof spec new --json`."""

    path: str


class SpecLintAnswer(Record):
    """`playproof spec lint --json`."""

    task: str
    difficulty: str
    points: int
    core: int
    problems: tuple[str, ...]


@click.group("spec")
def command() -> None:
    """Specifications of web tasks."""


@command.command("new")
@click.argument("name")
@click.option("--dir", "folder", type=click.Path(path_type=Path), default=Path(), help="Where the folder NAME is made. [default: here]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def new_command(name: str, folder: Path, *, as_json: bool) -> None:
    """Start the specification of a task called NAME from a template that holds together."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise SpecError("NAME", f"{name!r} is no name of a task", expected="small letters, digits and '_', a letter first")
    path = folder / name / FILE
    if path.exists():
        raise SpecError(str(path), "is there already", expected="another name; nothing was changed")
    template = importlib.resources.files("playproof.tracks.web").joinpath("new_spec.yaml").read_text(encoding="utf-8")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(path, template.replace("web/new_task", f"web/{name}").encode())
    except OSError as error:
        raise SpecError(str(path), f"cannot be written: {error.strerror}", expected="a folder you may write; choose one with --dir") from None
    if as_json:
        print_json(NewSpecAnswer(path=str(path)))
    else:
        click.echo(f"{path}\n  check it with: playproof spec lint {path.parent}")


@command.command("lint")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def lint_command(name: str, *, as_json: bool) -> int:
    """Check that the specification NAME (id, folder or file) can be built and judged; every problem with file:line.

    Exit status: 0 no problem, 2 some, or it could not be read.
    """
    path = find_spec(name)
    spec = read_document(path, SpecFile, see=SEE)
    problems = tuple(str(problem) for problem in lint(path, spec))
    answer = SpecLintAnswer(
        task=spec.id, difficulty=difficulty(spec).tier, points=len(spec.points), core=sum(point.core for point in spec.points), problems=problems
    )
    if as_json:
        print_json(answer)
    else:
        last = f"{answer.task}: {answer.difficulty}, {answer.points} points, {answer.core} core, {len(problems) or 'no'} problem(s)"
        click.echo("\n".join((*problems, last)))
    return EXIT_USER if problems else 0


@command.command("show")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def show_command(name: str, *, as_json: bool) -> None:
    """Print the specification NAME as the document that an agent reads."""
    spec = read_document(find_spec(name), SpecFile, see=SEE)
    if as_json:
        print_json(spec)
    else:
        click.echo(document(spec), nl=False)


def find_spec(name: str) -> Path:
    """The file of a specification by id, folder or path."""
    given = Path(name)
    for path in (given, given / FILE, shipped_suites() / name / FILE):
        if path.is_file():
            return path
    raise SpecError("NAME", f"{name!r} is no specification", expected=f"an id such as 'web/<name>', or a folder that holds {FILE}", see=SEE)
