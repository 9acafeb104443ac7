"""The shipped tasks are calibrated: what `playproof task check` demands holds, sampled in the ordinary suite, whole in the heavy one."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from playproof.analysis.calibration import Calibration
from playproof.store.suites import list_tasks
from playproof.tracks.build.lint import lint, lint_canary
from playproof.tracks.build.mutants import apply_mutant
from playproof.tracks.build.task import load_task

TASKS = [task for task in list_tasks() if task.id.startswith("build/")]
SAMPLE = ("--mutants", "2", "--repeats", "1")


def check(task_id: str, folder: Path, *options: str) -> Calibration:
    """Run `playproof task check` as a user does; what it found."""
    command = [sys.executable, "-m", "playproof", "task", "check", task_id, "--out", str(folder), "--json", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    found = Calibration.model_validate(json.loads(done.stdout))
    assert found.holds == (done.returncode == 0)
    return found


@pytest.mark.parametrize("place", TASKS, ids=lambda place: place.id)
def test_a_shipped_task_holds_together(place) -> None:  # type: ignore[no-untyped-def]
    """Hidden leaves use only what the public contract declares, and every text file carries the canary."""
    task = load_task(place.path)
    assert [str(problem) for problem in (*lint(task), *lint_canary(task))] == []


@pytest.mark.parametrize("place", TASKS, ids=lambda place: place.id)
def test_every_mutant_is_a_small_change_that_fits(place, tmp_path) -> None:  # type: ignore[no-untyped-def]
    """The edits of every mutant fit the reference in exactly one place and change at most ten lines; all four classes are there."""
    task = load_task(place.path)
    for engine in task.file.engines:
        mutants, reference = task.mutants(engine).mutants, task.oracle(engine)
        assert reference is not None
        assert {mutant.kind for mutant in mutants} == {"compile", "feedback", "transition", "persistence", "rule"}
        ids = {leaf.id for leaf in task.leaves.leaves}
        for mutant in mutants:
            assert set(mutant.breaks) <= ids
            apply_mutant(mutant, reference, tmp_path / engine / mutant.mutant)


@pytest.mark.browser
@pytest.mark.parametrize("place", TASKS, ids=lambda place: place.id)
def test_a_sample_of_the_calibration_holds(place, tmp_path) -> None:  # type: ignore[no-untyped-def]
    """Nothing, starter, reference, equivalent and two mutants score as they must."""
    found = check(place.id, tmp_path, *SAMPLE)
    assert [gate for gate in found.gates if not gate.holds] == []


@pytest.mark.browser
@pytest.mark.heavy
@pytest.mark.parametrize("place", TASKS, ids=lambda place: place.id)
def test_the_whole_calibration_holds(place, tmp_path) -> None:  # type: ignore[no-untyped-def]
    """Every mutant is caught where it is named and moves nothing else; three evaluations of one artifact are identical."""
    found = check(place.id, tmp_path)
    assert [gate for gate in found.gates if not gate.holds] == []
    assert found.kappa == 1.0
