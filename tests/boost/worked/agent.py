"""A scripted agent: finishes the game of a workspace by playing it, with the installed boost as its only book-keeper.

`python agent.py WORKSPACE` expects WORKSPACE/game, WORKSPACE/design.md and the skill installed in WORKSPACE. It is deterministic and has no model
in it: how to play the checks and which repairs to try is written down beside it. What to do when is boost's answer to `next`.
"""

import hashlib
import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from clerk import Clerk, Refused
from eyes import Eyes
from hands import Hands, process_of_browser
from long_tour import LongTour
from short_tour import ShortTour
from sight import Sight

from playproof.drivers.web import WebDriver
from playproof.protocols import Opening, Session

HERE = Path(__file__).parent
LONG = {"gate-1", "brazier", "gate-2", "wind", "success", "hit", "death", "retry", "play-through"}
"""Checks that need the long tour."""
MOST_ROUNDS = 20
SEED = 1


@dataclass(slots=True, kw_only=True)
class Agent:
    """Plays, looks, records, repairs."""

    workspace: Path
    is_isolated: bool
    clerk: Clerk = field(init=False)
    eyes: Eyes = field(init=False)
    playbook: list[dict[str, Any]] = field(init=False)
    story: list[dict[str, Any]] = field(default_factory=list)
    saved: dict[str, str] = field(default_factory=dict)
    """Hashes of the game's files when the open repair began."""
    used: dict[str, str] = field(default_factory=dict)
    """Hash of a capture -> the session that it was recorded for last: a deterministic game draws the very same picture again."""
    sessions: int = 0
    failed: dict[str, str] = field(default_factory=dict)
    """Target -> the hypothesis that was rolled back last."""

    def __post_init__(self) -> None:
        self.clerk = Clerk(self.workspace)
        self.eyes = Eyes(self.workspace / "game" / "assets")
        self.playbook = json.loads((HERE / "repairs.json").read_text())

    def work(self) -> None:
        """From the document to the finished record."""
        self._begin()
        for _ in range(MOST_ROUNDS):
            step = self._next()
            match step[0]["action"]:
                case "observe" | "replay":
                    self._tour({one["checkpoint"] for one in step})
                case "repair":
                    self._repair(step[0]["checkpoint"])
                case "keep":
                    answer = self.clerk.call("repair", "keep")
                    self.tell("kept", repair=answer["repair"], proof=len(answer["proof"]))
                case "finish":
                    answer = self.clerk.call("finish")
                    self.tell("finished", revision=answer["revision"], complete=answer["complete"])
                    return
                case other:
                    raise AssertionError(f"boost asks for {other!r}: {step[0]}")
        raise AssertionError("no end after so many rounds")

    def _begin(self) -> None:
        """Write the contract from the skeleton that boost makes of the document."""
        begun = self.clerk.call("contract", "init", "--document", str(self.workspace / "design.md"))
        skeleton = json.loads(Path(begun["contract"]).read_text())
        contract = {"sections": skeleton["sections"], **json.loads((HERE / "contract.json").read_text())}
        Path(begun["contract"]).write_text(json.dumps(contract, indent=2, ensure_ascii=False))
        answer = self.clerk.call("contract", "validate")
        self.tell("contract", checkpoints=len(answer["checkpoints"]), sections=len(skeleton["sections"]), warnings=answer["warnings"])

    def _next(self) -> list[dict[str, Any]]:
        return list(self.clerk.call("next", "--all")["steps"])

    # -- playing

    def _tour(self, wanted: set[str]) -> None:
        """Play one tour in a session of its own and record what is seen, until a repair is rolled back."""
        is_long = wanted <= LONG
        self.sessions += 1
        name = f"run-{self.sessions}"
        rows = []
        with self._session(is_lasting=not is_long) as session:
            hands = Hands(session=session, name=name)
            process = process_of_browser()
            tour = LongTour(hands, self.eyes) if is_long else ShortTour(hands, self.eyes)
            for sight in tour.play():
                answer = self._record(sight, hands, process)
                rows.append((sight.checkpoint, "pass" if sight.passes else "fail"))
                if answer["rolled_back"]:
                    self._tell_tour(name, rows)
                    self._rolled_back(answer["rolled_back"])
                    return
        self._tell_tour(name, rows)

    def _record(self, sight: Sight, hands: Hands, process: str) -> dict[str, Any]:
        """Save the captures of a sight and record it."""
        captures, is_again = {}, False
        for place, png in (("before", sight.before), ("after", sight.after)):
            if png:
                captures[place] = self.clerk.save(f"{hands.name}-{sight.checkpoint}-{place}.png", png)
                sha = hashlib.sha256(png).hexdigest()
                session = f"{hands.name}-again" if (sight.command, place) == ("reopen", "after") else hands.name
                is_again |= self.used.get(sha, session) != session
                self.used[sha] = session
        words = sight.words(captures)
        if sight.command != "reopen":
            words += ["--session", hands.name, "--process", process]
        if sight.command == "journey":
            words += ["--inputs", self.clerk.save(f"{hands.name}-inputs.jsonl", hands.inputs())]
        if is_again:
            words += ["--recaptured", "the same inputs at the same game time give the very same picture"]
        return self.clerk.call(*words)

    @contextmanager
    def _session(self, *, is_lasting: bool) -> Iterator[Session]:
        """The game as it is now, in a browser of its own."""
        driver = WebDriver(is_isolated=self.is_isolated)
        opening = Opening(artifact_path=self.workspace / "game", entry="index.html", width_px=800, height_px=600, seed=SEED, is_lasting=is_lasting)
        try:
            session = driver.open(opening)
            try:
                yield session
            finally:
                session.close()
        finally:
            driver.close()

    # -- repairing

    def _repair(self, target: str) -> None:
        """Try the next repair of the playbook for a failing check."""
        if target in self.failed:
            self._insist(target, self.failed.pop(target))
        plan = next(one for one in self.playbook if one["target"] == target)
        self.playbook.remove(plan)
        self.saved = self._hashes()
        begun = self.clerk.call("repair", "begin", target, "--hypothesis", plan["hypothesis"])
        for edit in plan["edits"]:
            path = self.workspace / "game" / edit["file"]
            text = path.read_text()
            assert text.count(edit["old"]) == 1, f"{path}: {edit['old']!r} is not there once"
            path.write_text(text.replace(edit["old"], edit["new"]))
        change = self.clerk.call("sync")["change"]
        self.tell(
            "repair",
            repair=begun["repair"],
            target=target,
            hypothesis=plan["hypothesis"],
            protected=len(begun["protected"]),
            changed=change["changed"],
            stale=len(change["invalidated"]),
        )

    def _rolled_back(self, told: dict[str, Any]) -> None:
        """Look whether every byte is back."""
        assert self._hashes() == self.saved, "the rollback did not restore every byte and mode"
        tried = next(one for one in reversed(self.story) if one["what"] == "repair")
        self.failed[tried["target"]] = tried["hypothesis"]
        self.tell("rolled back", repair=told["repair"], culprit=told["culprit"], files=len(self.saved))

    def _insist(self, target: str, hypothesis: str) -> None:
        """Try the failed idea once more, as a stubborn agent would: boost must refuse it."""
        try:
            self.clerk.call("repair", "begin", target, "--hypothesis", hypothesis)
        except Refused as refused:
            self.tell("refused", code=refused.code)
        else:
            raise AssertionError("the failed hypothesis was accepted again")

    def _hashes(self) -> dict[str, str]:
        """Mode and SHA-256 of every file of the game."""
        files = sorted(path for path in (self.workspace / "game").rglob("*") if path.is_file())
        return {str(path): f"{path.stat().st_mode:o} {hashlib.sha256(path.read_bytes()).hexdigest()}" for path in files}

    # -- telling

    def _tell_tour(self, name: str, rows: list[tuple[str, str]]) -> None:
        failed = [checkpoint for checkpoint, outcome in rows if outcome == "fail"]
        self.tell("tour", session=name, passed=len(rows) - len(failed), failed=failed)

    def tell(self, what: str, **facts: Any) -> None:
        """Print a fact of the story and keep it."""
        self.story.append({"what": what, **facts})
        click.echo(f"{what:12} " + ", ".join(f"{key} {value}" for key, value in facts.items()))


def refuse_hidden(event: str, about: tuple[Any, ...]) -> None:
    """An audit hook: this program never opens a file of a folder `hidden`."""
    if event == "open" and isinstance(about[0], str | bytes) and "hidden" in Path(os.fsdecode(about[0])).parts:
        raise PermissionError(f"the agent may not read {about[0]!r}")


def main(workspace: Path) -> None:
    """Work, and leave the story in WORKSPACE/story.json."""
    sys.addaudithook(refuse_hidden)
    began_s = time.monotonic()
    agent = Agent(workspace=workspace.resolve(), is_isolated="--trusted" not in sys.argv)
    agent.work()
    agent.tell("calls", boost=agent.clerk.calls, sessions=agent.sessions, wall_s=round(time.monotonic() - began_s, 1))
    (agent.workspace / "story.json").write_text(json.dumps(agent.story, indent=1))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
