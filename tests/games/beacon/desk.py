"""What tests do with the small game Beacon: its plan, its variants, one evaluation."""

from collections.abc import Collection, Sequence
from pathlib import Path

from playproof.cli.evaluation import Outcome, Request, run
from playproof.cli.tracks.build import BuildWiring
from playproof.records.edit import Edit
from playproof.records.leaf import BuildPlan, Mutant
from playproof.records.score import BuildScore
from playproof.store.run_folder import RunFolder
from playproof.tracks.build.mutants import apply_mutant
from playproof.tracks.build.task import BuildTask, load_task

BEACON = Path(__file__).parent
REFERENCE = BEACON / "hidden" / "web" / "reference"


def beacon() -> BuildTask:
    """The task."""
    return load_task(BEACON)


def plan_of(leaf_ids: Collection[str] | None = None) -> BuildPlan:
    """The plan of the task, or the part of it that decides some leaves."""
    plan = beacon().plan()
    if leaf_ids is None:
        return plan
    known = {leaf.id: leaf for leaf in plan.leaves.leaves}
    wanted, todo = set(), list(leaf_ids)
    while todo:
        name = todo.pop()
        wanted.add(name)
        todo += [needed for needed in known[name].pre if needed not in wanted]
    leaves = tuple(leaf for leaf in plan.leaves.leaves if leaf.id in wanted)
    return plan.model_copy(update={"leaves": plan.leaves.model_copy(update={"leaves": leaves})})


def variant(edits: Sequence[tuple[str, str, str]], into: Path) -> Path:
    """A copy of the reference with some (file, old, new) edits, each of which fits exactly once."""
    mutant = Mutant(
        mutant="variant",
        kind="rule",
        says="a variant of a test",
        section="7",
        edits=tuple(Edit(file=file, old=old, new=new) for file, old, new in edits),
        breaks=("d1.boot",),
    )
    return apply_mutant(mutant, REFERENCE, into)


def evaluate_beacon(artifact: Path, folder: Path, *, plan: BuildPlan, has_journey: bool = False, jobs: int = 1) -> Outcome[BuildScore]:
    """Play it in the real browser and judge it."""
    request = Request(
        artifact_path=artifact,
        wiring=BuildWiring(plan=plan, has_journey=has_journey),
        engine="web",
        folder=RunFolder(folder),
        seed=1,
        jobs=jobs,
        mode=None,
        is_trusted=False,
    )
    return run(request, lambda _: None)
