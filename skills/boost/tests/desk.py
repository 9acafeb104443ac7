"""A small game project with a record beside it, for the tests: edit files, take captures, call boost, read its answer."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import struct
import sys
import tempfile
import time
import zlib
from typing import Any

SKILL = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SCRIPT = os.path.join(SKILL, "scripts", "boost")
if SCRIPT not in sys.path:
    sys.path.insert(0, SCRIPT)

from gcb.cli import main  # noqa: E402

FILES = {
    "project.godot": '[application]\nrun/main_scene="res://scenes/main.tscn"\n',
    "scripts/player.gd": "extends Node\nvar speed = 4\n",
    "scripts/door.gd": "extends Node\nvar open = false\n",
    "scenes/main.tscn": "[gd_scene]\n",
    "scenes/end.tscn": "[gd_scene]\n",
}


def contract(**changes: Any) -> dict[str, Any]:
    """Give a valid contract: title, then walk, then door, a still view of the end, a journey and a reopen."""
    found: dict[str, Any] = {
        "schema": 1,
        "title": "Door game",
        "sections": {"1": "Title", "2": "Walking", "3": "The door", "4": "Ending", "5": "Saving"},
        "not_playable": {},
        "tools": {"launch": "available", "input": "available", "capture": "available", "view": "available", "state": "available", "log": "missing: none"},
        "budget_s": None,
        "reopen_required": True,
        "shared": ["project.godot", "scenes/main.tscn"],
        "resources": {"player": ["scripts/player.gd"], "door": ["scripts/door.gd"], "end": ["scenes/end.tscn"]},
        "checkpoints": [
            {"id": "title", "kind": "static-visual", "source": "1", "expect": "the title", "uses": ["end"], "evidence": ["after"]},
            {
                "id": "walk", "kind": "visual-transition", "source": "2", "expect": "the player moves right", "input": "hold ArrowRight 300 ms",
                "after": ["title"], "uses": ["player"], "evidence": ["before", "after", "state"],
            },
            {
                "id": "door", "kind": "state", "source": "3", "expect": "the door opens", "input": "press E at the door",
                "after": ["walk"], "uses": ["door"], "evidence": ["after", "state"],
            },
            {
                "id": "play", "kind": "journey", "source": "4", "expect": "from title to ending", "input": "the whole path",
                "evidence": ["before", "after"], "path": ["title", "walk", "door"],
            },
            {"id": "again", "kind": "reopen", "source": "5", "expect": "the door is still open", "input": "quit, start", "after": ["play"], "evidence": ["before", "after"]},
        ],
    }  # fmt: skip
    found.update(changes)
    return found


def png(path: str, colour: int, note: str = "") -> str:
    """Write a 2x2 PNG in a shade of grey; `note` changes the file but not its pixels."""

    def part(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    rows = b"".join(b"\0" + struct.pack(">HH", colour, colour) for _ in range(2))
    text = part(b"tEXt", b"note\0" + note.encode()) if note else b""
    content = (
        b"\x89PNG\r\n\x1a\n"
        + part(b"IHDR", struct.pack(">IIBBBBB", 2, 2, 16, 0, 0, 0, 0))
        + text
        + part(b"IDAT", zlib.compress(rows))
        + part(b"IEND", b"")
    )
    with open(path, "wb") as file:
        file.write(content)
    return path


class Answer:
    """What a call answered: exit status, its JSON, and the refusal's code ('' if it was not refused)."""

    def __init__(self, status: int, facts: dict[str, Any]) -> None:
        self.status = status
        self.facts = facts
        self.refusal: dict[str, Any] = facts.get("refusal", {})
        self.code: str = self.refusal.get("code", "")

    def __repr__(self) -> str:
        return f"Answer({self.status}, {self.facts!r})"


def call(*arguments: str) -> Answer:
    """Call boost in this process with --json."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(["--json", *arguments])
    if not out.getvalue():
        raise AssertionError(err.getvalue())
    return Answer(status, json.loads(out.getvalue()))


class Desk:
    """A project `game` and its record in a temporary folder. Sessions and captures get fresh names by themselves."""

    def __init__(self, *, accept: bool = True, folder: str = "") -> None:
        self.folder = folder or os.path.realpath(tempfile.mkdtemp(prefix="boost-test-"))
        self.project = os.path.join(self.folder, "game")
        self.records = self.project + ".boost"
        self.shots = os.path.join(self.folder, "shots")
        os.makedirs(self.shots, exist_ok=True)
        self.count = 0
        for path, text in FILES.items():
            self.edit(path, text)
        if accept:
            assert self.boost("contract", "init").status == 0
            self.write_contract(contract())
            answer = self.boost("contract", "validate")
            assert answer.status == 0, answer

    def close(self) -> None:
        """Remove everything."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def boost(self, *arguments: str) -> Answer:
        """Call boost about this project."""
        return call("--project", self.project, *arguments)

    def write_contract(self, found: Any) -> None:
        """Write contract.json; a text is written as it is."""
        with open(os.path.join(self.records, "contract.json"), "w", encoding="utf-8") as file:
            file.write(found if isinstance(found, str) else json.dumps(found))

    def edit(self, path: str, text: str) -> str:
        """Write a project file and give its full path."""
        place = os.path.join(self.project, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w", encoding="utf-8") as file:
            file.write(text)
        return place

    def shot(self, note: str = "") -> str:
        """Take a capture that is unlike any other."""
        self.count += 1
        return png(os.path.join(self.shots, f"{self.count}.png"), self.count, note)

    def session(self) -> list[str]:
        """Give the options of a new session."""
        self.count += 1
        return ["--session", f"s{self.count}", "--process", f"pid {self.count}"]

    def observation(self, name: str, outcome: str = "pass") -> dict[str, list[str]]:
        """Give the options of a right observation, by topic, so that a test can leave one out or change it."""
        parts = {"session": self.session(), "after": ["--after", self.shot()], "saw_after": ["--saw-after", "the state after it"]}
        if name != "title":
            parts["input"] = ["--input", "press E"]
        if name in {"walk", "play", "again"}:
            parts["before"] = ["--before", self.shot()]
            parts["saw_before"] = ["--saw-before", "the state before it"]
        if name in {"walk", "door"}:
            parts["state"] = ["--state", json.dumps({"x": self.count})]
            parts["compare"] = ["--agree", "yes", "--comparison", "x is where the player stands"]
        if name == "play":
            del parts["input"]
            lines = [{"t_ms": 100 * step, "input": "press E", "reached": name} for step, name in enumerate(("title", "walk", "door"))]
            parts["inputs"] = ["--inputs", self.note("inputs.jsonl", "\n".join(json.dumps(line) for line in lines))]
        if name == "again":
            parts["from"] = ["--from-session", f"old{self.count}", "--from-process", f"pid old {self.count}"]
        if outcome == "fail":
            parts["diagnosis"] = ["--diagnosis", f"expected it, saw something else {self.count}"]
            if "compare" in parts:
                parts["compare"] = ["--agree", "no", "--comparison", "x moved, the picture did not"]
        if outcome in {"unverified", "blocked"}:
            parts = {"reason": ["--reason", f"no tool {self.count}"]}
        return parts

    def record(self, name: str, outcome: str = "pass", **changes: Any) -> Answer:
        """Record a right observation, with topics replaced (a list) or left out (None)."""
        parts = {**self.observation(name, outcome), **changes}
        command = {"play": "journey", "again": "reopen"}.get(name, "record")
        options = [option for part in parts.values() if part is not None for option in part]
        return self.boost(command, name, "--outcome", outcome, *options)

    def note(self, name: str, text: str) -> str:
        """Write a file beside the captures and give its path."""
        place = os.path.join(self.shots, name)
        with open(place, "w", encoding="utf-8") as file:
            file.write(text)
        return place

    def pass_all(self, *names: str) -> None:
        """Record passes in this order; all must be accepted."""
        for name in names or ("title", "walk", "door", "play", "again"):
            answer = self.record(name)
            assert answer.status == 0, answer

    def change(self, path: str = "scripts/player.gd") -> None:
        """Edit a file and sync."""
        self.count += 1
        self.edit(path, f"extends Node\nvar speed = {self.count}\n")
        answer = self.boost("sync")
        assert answer.status == 0, answer

    def begin(self, target: str = "door", hypothesis: str = "") -> Answer:
        """Begin a repair."""
        self.count += 1
        return self.boost("repair", "begin", target, "--hypothesis", hypothesis or f"cause number {self.count}")

    def tree(self) -> dict[str, tuple[int, bytes]]:
        """Give every file of the project with its mode and bytes."""
        found = {}
        for parent, _, names in os.walk(self.project):
            for name in names:
                path = os.path.join(parent, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, self.project)] = (os.stat(path).st_mode, file.read())
        return found

    @staticmethod
    def age(path: str, back_s: float) -> None:
        """Make a file look older."""
        then = time.time() - back_s
        os.utime(path, (then, then))
