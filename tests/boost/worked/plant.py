"""Prepares the workspace that the scripted agent starts in: the game with three planted faults, the design document, the installed skill.

This is the only part of the worked example that looks at hidden files. It runs before the agent, in another process.
"""

import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from playproof.cli.boost import put
from playproof.store.suites import find_task
from playproof.tracks.build.mutants import apply_mutant
from playproof.tracks.build.task import load_task

TASK = "build/emberway"

FAULTS = {
    "walk-diagonal": "rule_diagonal_fast",
    "spark-gone": "feedback_spark_stays",
    "opened-again": "persistence_cookie",
}
"""The checkpoint of the agent's contract that a fault must show in -> the task's own name of the fault: a rule, a feedback, a persistence one."""


def prepare(workspace: Path, checkpoints: Sequence[str] = tuple(FAULTS)) -> dict[str, str]:
    """Make the workspace with the faults of some checkpoints; gives what each planted fault does, by checkpoint."""
    workspace.mkdir(parents=True)
    task = load_task(find_task(TASK).path)
    reference = task.oracle("web")
    assert reference is not None
    known = {mutant.mutant: mutant for mutant in task.mutants("web").mutants}
    with tempfile.TemporaryDirectory() as folder:
        game = reference
        for number, name in enumerate(FAULTS[checkpoint] for checkpoint in checkpoints):
            game = apply_mutant(known[name], game, Path(folder) / str(number))
        shutil.copytree(game, workspace / "game")
    for path in (workspace / "game").rglob("*"):
        if path.is_file():
            path.chmod(0o644)
            os.utime(path)
    shutil.copyfile(task.path / "design.md", workspace / "design.md")
    put(workspace, "generic")
    return {checkpoint: known[FAULTS[checkpoint]].says for checkpoint in checkpoints}
