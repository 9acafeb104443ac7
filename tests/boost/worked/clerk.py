"""Calls the installed boost as an agent does: one process a call, `python -I -S scripts/boost`, nothing imported."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

BOOST = Path(".agents") / "skills" / "boost" / "scripts" / "boost"


class Refused(Exception):
    """boost refused a call: its code, and what it says to do."""

    def __init__(self, code: str, problem: str, do: str) -> None:
        super().__init__(f"{code}: {problem}\n  {do}")
        self.code = code


class Clerk:
    """Runs boost about the game of one workspace."""

    def __init__(self, workspace: Path) -> None:
        self.script = workspace / BOOST
        self.project = workspace / "game"
        self.inbox = workspace / "game.boost" / "inbox"
        self.calls = 0
        self.refusals: list[str] = []

    def call(self, *words: str) -> dict[str, Any]:
        """Run `boost WORDS`; its answer.

        Raises:
            Refused: Exit status 1.
        """
        self.calls += 1
        command = [sys.executable, "-I", "-S", str(self.script), "--json", *words]
        done = subprocess.run(command, cwd=self.project, capture_output=True, text=True, check=False)
        if done.returncode not in {0, 1}:
            raise AssertionError(f"{words}: status {done.returncode}\n{done.stdout}\n{done.stderr}")
        answer: dict[str, Any] = json.loads(done.stdout)
        if not answer["ok"]:
            refusal = answer["refusal"]
            self.refusals.append(refusal["code"])
            raise Refused(refusal["code"], refusal["problem"], refusal["do"])
        return answer

    def save(self, name: str, content: bytes) -> str:
        """Put a capture or a list of inputs into the inbox, outside the game; gives its path."""
        path = self.inbox / name
        path.write_bytes(content)
        return str(path)
