"""What commands print besides their answers: progress for people, JSON for programs."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from playproof.pipeline import Progress as Step
from playproof.records.record import Record


def print_json(content: Record | Sequence[Record]) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(content.model_dump_json(indent=2) if isinstance(content, Record) else _many(content))
    sys.stdout.write("\n")


def _many(content: Sequence[Record]) -> str:
    return "[" + ",\n".join(one.model_dump_json(indent=2) for one in content) + "]"


class Watch:
    """Shows how far one evaluation is."""

    def __init__(self, bar: Progress, title: str) -> None:
        """A new line of progress."""
        self._bar = bar
        self._line = bar.add_task(title, total=None, what="")
        self._kept = 0

    def __call__(self, step: Step) -> None:
        """One more play is done."""
        self._kept += step.was_kept
        note = f"  ({self._kept} kept from before)" if self._kept else ""
        self._bar.update(self._line, completed=step.done, total=step.known, what=step.job.id + note)


@contextmanager
def progress(*, is_quiet: bool) -> Iterator[Progress]:
    """A place for progress on standard error; nothing is shown when quiet or not on a terminal."""
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[what]}"),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=is_quiet or not console.is_terminal) as bar:
        yield bar
