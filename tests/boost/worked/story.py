"""The worked example of boost, whole: plant three faults, let the scripted agent finish the game, and score it before and after.

    python tests/boost/worked/story.py --out DIR [--fault CHECKPOINT ...] [--score]

DIR must not exist. It gets `workspace/` (what the agent worked in), `before/` (the game as it was planted) and, with --score, the two runs of the
evaluator `run-before/` and `run-after/` with their reports.
"""

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from plant import FAULTS, TASK, prepare

from playproof.sandbox.bubblewrap import isolation_problem

AGENT = Path(__file__).with_name("agent.py")


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What happened."""

    faults: dict[str, str]
    story: list[dict[str, Any]]
    scores: dict[str, dict[str, Any]]
    """`before` and `after` -> the evaluator's answer; empty when nothing was scored."""


def tell(out: Path, checkpoints: Sequence[str] = tuple(FAULTS), *, score: bool) -> Told:
    """Prepare, work, and score if that is wanted."""
    workspace, planted = out / "workspace", out / "before"
    faults = prepare(workspace, checkpoints)
    shutil.copytree(workspace / "game", planted)
    for checkpoint, says in faults.items():
        click.echo(f"{'planted':12} {says} ({checkpoint})")
    words = [sys.executable, str(AGENT), str(workspace), *(["--trusted"] if isolation_problem() else [])]
    subprocess.run(words, check=True, cwd=workspace)
    story = json.loads((workspace / "story.json").read_text())
    scores = {}
    if score:
        for name, game in (("before", planted), ("after", workspace / "game")):
            scores[name] = evaluate(game, out / f"run-{name}")
            click.echo(f"{'F ' + name:12} {scores[name]['build']['F']:.2f}")
    return Told(faults=faults, story=story, scores=scores)


def evaluate(game: Path, folder: Path) -> dict[str, Any]:
    """Score a game with the hidden evaluator, as a user does."""
    words = [sys.executable, "-m", "playproof", "play", str(game), "--task", TASK, "--out", str(folder), "--json"]
    done = subprocess.run([*words, *(["--unsafe"] if isolation_problem() else [])], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="The worked example of boost.")
    parser.add_argument("--out", type=Path, required=True, help="a folder that does not exist yet")
    parser.add_argument("--fault", action="append", choices=list(FAULTS), help="plant only this fault, named by the checkpoint that it shows in")
    parser.add_argument("--score", action="store_true", help="also run the hidden evaluator on the game before and after (minutes)")
    options = parser.parse_args()
    tell(options.out, options.fault or tuple(FAULTS), score=options.score)
