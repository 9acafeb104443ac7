"""A build task in memory, read from its folder.

suites/build/<name>/task.yaml design.md contract.yaml            public
suites/build/<name>/<engine>/starter/                            public
suites/build/<name>/hidden/leaves.yaml fixtures.yaml journey.yaml    hidden, engine-neutral
suites/build/<name>/hidden/<engine>/reference/ equivalent/ mutants.yaml    hidden
"""

from dataclasses import dataclass
from pathlib import Path

from playproof.errors import SpecError
from playproof.records.contract import Contract
from playproof.records.leaf import BuildPlan, FixtureFile, JourneyFile, LeafFile, MutantFile
from playproof.records.task import TaskFile
from playproof.store.documents import read_document

HIDDEN = "hidden"
"""Folder of a task that is never mounted where an agent runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildTask:
    """Everything that is declared about one task."""

    path: Path
    file: TaskFile
    contract: Contract
    leaves: LeafFile
    fixtures: FixtureFile
    journey: JourneyFile

    @property
    def id(self) -> str:
        """`build/<name>`."""
        return self.file.id

    def starter(self, engine: str) -> Path:
        """The starter of an engine."""
        return self.path / engine / "starter"

    def oracle(self, engine: str) -> Path | None:
        """The reference of an engine, or None where it is not shipped."""
        path = self.path / HIDDEN / engine / "reference"
        return path if path.is_dir() else None

    def equivalent(self, engine: str) -> Path | None:
        """The equivalent of an engine, or None where it is not shipped."""
        path = self.path / HIDDEN / engine / "equivalent"
        return path if path.is_dir() else None

    def mutants(self, engine: str) -> MutantFile:
        """The mutants of an engine."""
        return read_document(self.path / HIDDEN / engine / "mutants.yaml", MutantFile, see="docs/reference/build-task.md")

    def plan(self) -> BuildPlan:
        """What decides a score: contract, leaves, fixtures, journey."""
        return BuildPlan(
            task=self.id, title=self.file.title, contract=self.contract, leaves=self.leaves, fixtures=self.fixtures, journey=self.journey
        )


def load_contract(path: Path) -> Contract:
    """The contract in a task's folder."""
    return read_document(path / "contract.yaml", Contract, see="docs/reference/contract.md")


def load_task(path: Path) -> BuildTask:
    """Read a task's folder; SpecError with file:line for whatever is wrong in it."""
    if not (path / "task.yaml").is_file():
        raise SpecError(
            str(path),
            "is not a task: it has no task.yaml",
            expected="a folder of suites/build, or an id such as 'build/emberway'",
            see="docs/reference/build-task.md",
        )
    see = "docs/reference/build-task.md"
    task = BuildTask(
        path=path,
        file=read_document(path / "task.yaml", TaskFile, see=see),
        contract=load_contract(path),
        leaves=read_document(path / HIDDEN / "leaves.yaml", LeafFile, see=see),
        fixtures=read_document(path / HIDDEN / "fixtures.yaml", FixtureFile, see=see),
        journey=read_document(path / HIDDEN / "journey.yaml", JourneyFile, see=see),
    )
    for name, record in (("contract", task.contract), ("leaves", task.leaves), ("fixtures", task.fixtures), ("journey", task.journey)):
        if record.task != task.file.id:
            raise SpecError(str(path / f"{name}.yaml"), f"task: {record.task!r} is another task", expected=repr(task.file.id))
    return task
