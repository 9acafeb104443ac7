"""Where `playproof task check` plays: games whose answer is known, evaluated like any other, each into a folder of its own."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from rich.progress import Progress

from playproof.cli.evaluation import Outcome, Request, Wiring, run
from playproof.cli.printing import Watch
from playproof.errors import SpecError
from playproof.records.record import Record
from playproof.store.run_folder import RunFolder

S = TypeVar("S", bound=Record)
SEED = 1


@dataclass(slots=True, kw_only=True)
class Bench:
    """One calibration's conditions."""

    engine: str
    folder: Path
    jobs: int
    is_trusted: bool
    bar: Progress
    mode: str = field(default="unknown")
    """How the engine was driven, once something was played."""

    def play(self, wiring: Wiring[S], artifact: Path, name: str) -> Outcome[S]:
        """Evaluate one artifact into `<folder>/<name>`."""
        request = Request(
            artifact_path=artifact,
            wiring=wiring,
            engine=self.engine,
            folder=RunFolder(self.folder / name),
            seed=SEED,
            jobs=self.jobs,
            mode=None,
            is_trusted=self.is_trusted,
        )
        outcome = run(request, Watch(self.bar, name))
        if outcome.sheet is not None:
            self.mode = outcome.sheet.mode
        return outcome


def choose(names: Sequence[str], wanted: str | None) -> tuple[str, ...]:
    """Which mutants are played: None for all, 'none', a number for a sample spread over the list, or names separated by commas."""
    if wanted is None:
        return tuple(names)
    if wanted == "none":
        return ()
    if wanted.isdigit():
        count = min(max(1, int(wanted)), len(names))
        return tuple(names[number * len(names) // count] for number in range(count))
    unknown = [name for name in wanted.split(",") if name not in names]
    if unknown:
        raise SpecError("--mutants", f"{unknown[0]!r} is no mutant", expected=f"some of {', '.join(names)}")
    return tuple(wanted.split(","))
