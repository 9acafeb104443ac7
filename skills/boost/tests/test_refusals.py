"""Every refusal, once: the call that earns it, its code, and that nothing was written. The name of a test is the code."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sys
import threading
import unittest
from collections.abc import Iterator
from typing import Any

from desk import Desk, contract, png
from gcb.blobs import need_room
from gcb.book import Book
from gcb.locking import Lock
from gcb.refusals import RULES, Refusal


class Case(unittest.TestCase):
    """A desk with an accepted contract, and the check that a refusal writes no line."""

    def setUp(self) -> None:
        self.desk = Desk()
        self.addCleanup(self.desk.close)

    def ledger(self) -> bytes:
        path = os.path.join(self.desk.records, "ledger.jsonl")
        if not os.path.exists(path):
            return b""
        with open(path, "rb") as file:
            return file.read()

    def refused(self, code: str, *arguments: str) -> dict[str, Any]:
        before = self.ledger()
        answer = self.desk.boost(*arguments)
        return self.check(code, answer, before)

    def check(self, code: str, answer: Any, before: bytes | None = None) -> dict[str, Any]:
        self.assertEqual((answer.code, answer.status), (code, 1), answer)
        self.assertTrue(answer.refusal["problem"].strip())
        self.assertTrue(answer.refusal["do"].strip())
        if before is not None:
            self.assertEqual(self.ledger(), before)
        return dict(answer.refusal)

    def refuse_record(self, code: str, name: str, outcome: str = "pass", **changes: Any) -> dict[str, Any]:
        before = self.ledger()
        return self.check(code, self.desk.record(name, outcome, **changes), before)

    def refuse_contract(self, code: str, **changes: Any) -> dict[str, Any]:
        self.desk.write_contract(contract(**changes))
        return self.refused(code, "contract", "validate")

    def changed(self, number: int, **changes: Any) -> list[dict[str, Any]]:
        """Give the contract's checkpoints with one of them changed."""
        found: list[dict[str, Any]] = contract()["checkpoints"]
        found[number].update(changes)
        return found


class ProjectAndRecords(Case):
    """Where things are, and whether they can be read and written."""

    def test_not_initialised(self) -> None:
        shutil.rmtree(self.desk.records)
        for command in (["status"], ["next"], ["sync"], ["report"], ["contract", "validate"], ["finish"], ["recover"]):
            self.refused("not-initialised", *command)

    def test_already_initialised(self) -> None:
        self.refused("already-initialised", "contract", "init")

    def test_project_missing(self) -> None:
        shutil.rmtree(self.desk.project)
        self.refused("project-missing", "status")
        self.refused("project-missing", "contract", "init")

    def test_wrong_project(self) -> None:
        other = os.path.join(self.desk.folder, "other")
        shutil.copytree(self.desk.project, other)
        self.check("wrong-project", self.desk.boost("status", "--project", other, "--records", self.desk.records))

    def test_records_inside_project(self) -> None:
        self.refused("records-inside-project", "contract", "init", "--records", os.path.join(self.desk.project, "notes"))
        self.refused("records-inside-project", "contract", "init", "--records", self.desk.project)

    def test_project_inside_records(self) -> None:
        self.refused("project-inside-records", "contract", "init", "--records", self.desk.folder)

    def test_records_busy(self) -> None:
        before = self.ledger()
        book = Book(self.desk.project, self.desk.records)
        book.lock.wait_s = 0.02
        with Lock(os.path.join(self.desk.records, "lock")), self.assertRaises(Refusal) as caught, book:
            self.fail("two writers at once")
        self.assertEqual((caught.exception.code, self.ledger()), ("records-busy", before))
        with book:
            self.assertEqual(book.state.revision, 1)

    def test_records_unwritable(self) -> None:
        place = os.path.join(self.desk.folder, "a file")
        self.desk.note("../a file", "no folder")
        self.refused("records-unwritable", "contract", "init", "--records", os.path.join(place, "below"))

    def test_symlink_in_project(self) -> None:
        os.symlink(os.path.join(self.desk.folder, "elsewhere"), os.path.join(self.desk.project, "scripts", "link.gd"))
        for command in (["status"], ["next"], ["sync"], ["finish"]):
            self.assertIn("scripts/link.gd", self.refused("symlink-in-project", *command)["details"]["paths"])
        self.refuse_record("symlink-in-project", "title")

    def test_special_file(self) -> None:
        os.mkfifo(os.path.join(self.desk.project, "pipe"))
        self.refused("special-file", "status")

    def test_unreadable_file(self) -> None:
        os.chmod(os.path.join(self.desk.project, "scripts", "door.gd"), 0)
        if os.geteuid() != 0:
            self.refused("unreadable-file", "status", "--full")
            return
        # The administrator can read everything, so somebody else must ask: a child that gives its rights up.
        os.chmod(self.desk.folder, 0o755)
        child = os.fork()
        if child == 0:
            os.setuid(65534)
            os._exit(7 if self.desk.boost("status", "--full").code == "unreadable-file" else 1)
        self.assertEqual(os.waitpid(child, 0)[1] >> 8, 7)

    def test_project_moving(self) -> None:
        with keep_writing(self.desk):
            self.refused("project-moving", "sync")

    def test_ledger_damaged(self) -> None:
        self.desk.pass_all("title")
        path = os.path.join(self.desk.records, "ledger.jsonl")
        whole = self.ledger()
        for damaged in (
            whole.replace(b'"outcome":"pass"', b'"outcome":"fail"'),
            whole.replace(b"Door game", b"Door gane"),
            whole[10:],
            b"{}\n" + whole,
        ):
            with open(path, "wb") as file:
                file.write(damaged)
            self.refused("ledger-damaged", "status")

    def test_ledger_shortened(self) -> None:
        self.desk.pass_all("title")
        with open(os.path.join(self.desk.records, "ledger.jsonl"), "wb") as file:
            file.write(b"".join(self.__class__.lines(self.desk)[:-1]))
        self.refused("ledger-shortened", "status")

    @staticmethod
    def lines(desk: Desk) -> list[bytes]:
        with open(os.path.join(desk.records, "ledger.jsonl"), "rb") as file:
            return file.readlines()


class ContractRules(Case):
    """What a contract must say."""

    def test_contract_unreadable(self) -> None:
        for text in ("{", '{"schema": 1, "schema": 1}', "[]", "\udcff".encode("utf-8", "surrogateescape").decode("latin-1") + "{"):
            self.desk.write_contract(text)
            self.refused("contract-unreadable", "contract", "validate")
        os.unlink(os.path.join(self.desk.records, "contract.json"))
        self.refused("contract-unreadable", "contract", "validate")
        self.refused("contract-unreadable", "contract", "init", "--records", self.desk.folder + "/new", "--document", "no such file")

    def test_contract_field(self) -> None:
        self.refuse_contract("contract-field", title="")
        self.refuse_contract("contract-field", schema=2)
        self.refuse_contract("contract-field", tools={})
        self.refuse_contract("contract-field", reopen_required=None)
        self.refuse_contract("contract-field", budget_s=-1)
        self.refuse_contract("contract-field", sections={})
        self.refuse_contract("contract-field", resources=[])
        self.refuse_contract("contract-field", checkpoints=[])
        self.refuse_contract("contract-field", unknown_field=1)
        for change in (
            {"id": ""},
            {"kind": "look"},
            {"expect": " "},
            {"uses": []},
            {"evidence": []},
            {"evidence": ["sound"]},
            {"evidnce": 1},
            {"visits": 3},
        ):
            self.refuse_contract("contract-field", checkpoints=self.changed(0, **change))
        self.refuse_contract("contract-field", checkpoints=self.changed(1, input=""))
        self.refuse_contract("contract-field", checkpoints=self.changed(3, path=[]))

    def test_all_problems_are_told_at_once(self) -> None:
        found = self.refuse_contract("contract-field", title="", budget_s="soon", shared="x")
        self.assertEqual(len(found["details"]["problems"]), 3)

    def test_duplicate_checkpoint(self) -> None:
        self.refuse_contract("duplicate-checkpoint", checkpoints=self.changed(1, id="title"))

    def test_bad_identifier(self) -> None:
        self.refuse_contract("bad-identifier", checkpoints=self.changed(2, id="The Door"))

    def test_unknown_prerequisite(self) -> None:
        self.refuse_contract("unknown-prerequisite", checkpoints=self.changed(1, after=["intro"]))
        self.refuse_contract("unknown-prerequisite", checkpoints=self.changed(3, path=["title", "nowhere"]))

    def test_cyclic_prerequisites(self) -> None:
        self.refuse_contract("cyclic-prerequisites", checkpoints=self.changed(0, after=["door"]))
        self.refuse_contract("cyclic-prerequisites", checkpoints=self.changed(0, after=["title"]))

    def test_unknown_resource(self) -> None:
        self.refuse_contract("unknown-resource", checkpoints=self.changed(1, uses=["legs", "player"]))

    def test_unused_resource(self) -> None:
        self.refuse_contract("unused-resource", resources={**contract()["resources"], "rest": ["misc/**"]})

    def test_bad_pattern(self) -> None:
        for pattern in ("**", "*", "**/*", "*.*", "/etc/passwd", "../other/*", "scripts\\*.gd", "C:/x", " x", "./a"):
            self.refuse_contract("bad-pattern", resources={**contract()["resources"], "player": [pattern]})

    def test_unknown_source(self) -> None:
        self.refuse_contract("unknown-source", checkpoints=self.changed(0, source="9"))

    def test_uncovered_source(self) -> None:
        self.refuse_contract("uncovered-source", sections={**contract()["sections"], "6": "Sound"})

    def test_evidence_too_weak(self) -> None:
        self.refuse_contract("evidence-too-weak", checkpoints=self.changed(1, evidence=["after", "state"]))
        self.refuse_contract("evidence-too-weak", checkpoints=self.changed(1, evidence=["before", "after"]))
        self.refuse_contract("evidence-too-weak", checkpoints=self.changed(2, evidence=["after"]))

    def test_bad_journey(self) -> None:
        self.refuse_contract(
            "bad-journey",
            checkpoints=[*contract()["checkpoints"][:3], *self.changed(4, after=[])[4:]],
            sections={"1": "a", "2": "b", "3": "c", "5": "d"},
        )
        self.refuse_contract("bad-journey", checkpoints=self.changed(3, path=["title", "walk", "title"]))
        self.refuse_contract("bad-journey", checkpoints=self.changed(2, path=["title"]))

    def test_bad_reopen(self) -> None:
        self.refuse_contract("bad-reopen", reopen_required=False)
        self.refuse_contract("bad-reopen", checkpoints=contract()["checkpoints"][:4], sections={"1": "a", "2": "b", "3": "c", "4": "d"})

    def test_contract_not_accepted(self) -> None:
        desk = Desk(accept=False)
        self.addCleanup(desk.close)
        self.assertEqual(desk.boost("contract", "init").status, 0)
        for command in (["sync"], ["finish"], ["contract", "revert"], ["repair", "begin", "door", "--hypothesis", "x"]):
            self.check("contract-not-accepted", desk.boost(*command))
        self.check("contract-not-accepted", desk.record("title"))

    def test_contract_changed(self) -> None:
        self.desk.write_contract(contract(title="Another game"))
        self.refuse_record("contract-changed", "title")
        self.refused("contract-changed", "sync")
        self.refused("contract-changed", "finish")
        self.refused("contract-changed", "next")


class Observations(Case):
    """What may be recorded as seen."""

    def test_unknown_checkpoint(self) -> None:
        self.refused("unknown-checkpoint", "record", "cellar", "--outcome", "blocked", "--reason", "x")

    def test_wrong_command(self) -> None:
        self.assertIn("journey play", self.refused("wrong-command", "record", "play", "--outcome", "blocked", "--reason", "x")["do"])
        self.refused("wrong-command", "journey", "title", "--outcome", "blocked", "--reason", "x")
        self.refused("wrong-command", "reopen", "play", "--outcome", "blocked", "--reason", "x")

    def test_unrecorded_changes(self) -> None:
        self.desk.edit("scripts/player.gd", "changed")
        self.refuse_record("unrecorded-changes", "title")
        self.refused("unrecorded-changes", "next")
        self.refused("unrecorded-changes", "finish")
        self.desk.edit("scripts/player.gd", "extends Node\nvar speed = 4\n")
        self.assertEqual(self.desk.record("title").status, 0, "the same bytes are no change")
        os.chmod(os.path.join(self.desk.project, "scripts", "player.gd"), 0o755)
        self.refuse_record("unrecorded-changes", "walk")
        os.chmod(os.path.join(self.desk.project, "scripts", "player.gd"), 0o644)
        self.desk.edit("an added file", "")
        self.refuse_record("unrecorded-changes", "walk")
        os.unlink(os.path.join(self.desk.project, "an added file"))
        os.unlink(os.path.join(self.desk.project, "scripts", "door.gd"))
        self.refuse_record("unrecorded-changes", "walk")

    def test_a_change_that_hides_from_the_cache(self) -> None:
        """The attack: change a file but keep its size and modification time, so that a cache would not notice."""
        path = os.path.join(self.desk.project, "scripts", "player.gd")
        Desk.age(path, 100)
        self.desk.boost("sync")
        self.desk.boost("status")
        before = os.stat(path)
        with open(path, "r+b") as file:
            file.write(b"EXTENDS")
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        self.refuse_record("unrecorded-changes", "title")

    def test_prerequisite_not_passing(self) -> None:
        self.refuse_record("prerequisite-not-passing", "walk")
        self.desk.pass_all("title", "walk")
        self.desk.change("scripts/player.gd")
        self.refuse_record("prerequisite-not-passing", "door")

    def test_session_missing(self) -> None:
        self.refuse_record("session-missing", "title", session=["--process", "1"])
        self.desk.pass_all("title", "walk", "door", "play")
        self.refuse_record("session-missing", "again", **{"from": None})

    def test_process_missing(self) -> None:
        self.refuse_record("process-missing", "title", session=["--session", "s"])

    def test_session_of_other_revision(self) -> None:
        session = ["--session", "one", "--process", "1"]
        self.assertEqual(self.desk.record("title", session=session).status, 0)
        self.assertEqual(self.desk.record("walk", session=["--session", "one"]).status, 0)
        self.desk.change("scripts/player.gd")
        self.refuse_record("session-of-other-revision", "walk", session=session)

    def test_session_of_other_process(self) -> None:
        self.assertEqual(self.desk.record("title", session=["--session", "one", "--process", "1"]).status, 0)
        self.refuse_record("session-of-other-process", "walk", session=["--session", "one", "--process", "2"])

    def test_input_missing(self) -> None:
        self.desk.pass_all("title")
        self.refuse_record("input-missing", "walk", input=None)
        self.refuse_record("input-missing", "walk", "fail", input=["--input", " "])
        self.desk.pass_all("walk", "door")
        self.refuse_record("input-missing", "play", inputs=None)
        self.desk.pass_all("play")
        self.refuse_record("input-missing", "again", input=None)

    def test_capture_missing(self) -> None:
        self.refuse_record("capture-missing", "title", after=None, saw_after=None)
        self.desk.pass_all("title")
        self.refuse_record("capture-missing", "walk", before=None, saw_before=None)

    def test_capture_unusable(self) -> None:
        for content in (b"", b"a text", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"GIF89a", b"RIFF....WEBPVP8 ", b"BM"):
            path = os.path.join(self.desk.shots, "bad.png")
            with open(path, "wb") as file:
                file.write(content)
            self.refuse_record("capture-unusable", "title", after=["--after", path])
        with open(self.desk.shot(), "rb") as file:
            whole = file.read()
        with open(path, "wb") as file:
            file.write(whole[:-6])
        self.refuse_record("capture-unusable", "title", after=["--after", path])
        with open(path, "wb") as file:
            file.write(whole[:20] + b"\xff" + whole[21:])
        self.refuse_record("capture-unusable", "title", after=["--after", path])
        self.refuse_record("capture-unusable", "title", after=["--after", os.path.join(self.desk.shots, "none.png")])

    def test_capture_not_viewed(self) -> None:
        self.refuse_record("capture-not-viewed", "title", saw_after=["--saw-after", "  "])
        self.desk.pass_all("title")
        self.refuse_record("capture-not-viewed", "walk", saw_before=None)

    def test_capture_inside_project(self) -> None:
        path = png(os.path.join(self.desk.project, "shot.png"), 999)
        self.desk.boost("sync")
        self.refuse_record("capture-inside-project", "title", after=["--after", path])
        self.desk.pass_all("title")
        self.refuse_record("capture-inside-project", "walk", state=["--state", "@" + path])
        link = os.path.join(self.desk.shots, "link.png")
        os.symlink(path, link)
        self.refuse_record("capture-inside-project", "title", after=["--after", link])

    def test_capture_reused(self) -> None:
        path = self.desk.shot()
        self.assertEqual(self.desk.record("title", session=["--session", "one", "--process", "1"], after=["--after", path]).status, 0)
        self.refuse_record("capture-reused", "title", after=["--after", path])
        self.desk.change("scenes/end.tscn")
        self.refuse_record("capture-reused", "title", after=["--after", path])
        self.refuse_record("capture-reused", "title", after=["--after", path, "--recaptured", "the title never moves"])
        copy = os.path.join(self.desk.shots, "copy.png")
        shutil.copy2(path, copy)
        self.refuse_record("capture-reused", "title", after=["--after", copy, "--recaptured", "the title never moves"])

    def test_the_same_picture_taken_again_is_accepted_with_a_reason(self) -> None:
        path = self.desk.shot()
        self.assertEqual(self.desk.record("title", after=["--after", path]).status, 0)
        self.desk.change("scenes/end.tscn")
        again = os.path.join(self.desk.shots, "again.png")
        shutil.copyfile(path, again)
        future = os.stat(again).st_mtime_ns + 10**9
        os.utime(again, ns=(future, future))
        self.refuse_record("capture-reused", "title", after=["--after", again])
        self.assertEqual(self.desk.record("title", after=["--after", again, "--recaptured", "the title never moves"]).status, 0)

    def test_capture_before_change(self) -> None:
        path = self.desk.shot()
        Desk.age(path, 60)
        self.desk.change("scenes/end.tscn")
        self.refuse_record("capture-before-change", "title", after=["--after", path])

    def test_captures_identical(self) -> None:
        self.desk.pass_all("title")
        path = png(os.path.join(self.desk.shots, "plain.png"), 999)
        self.refuse_record("captures-identical", "walk", before=["--before", path], after=["--after", path])
        other = png(os.path.join(self.desk.shots, "noted.png"), 999, "another date, the same pixels")
        self.refuse_record("captures-identical", "walk", before=["--before", path], after=["--after", other])
        self.assertEqual(self.desk.record("walk", "fail", before=["--before", path], after=["--after", other]).status, 0, "nothing moved: a failure")
        self.desk.change("scripts/player.gd")
        self.desk.pass_all("walk", "door", "play")
        path = self.desk.shot()
        self.refuse_record("captures-identical", "again", before=["--before", path], after=["--after", path])

    def test_same_description(self) -> None:
        self.desk.pass_all("title")
        self.refuse_record("same-description", "walk", saw_before=["--saw-before", "A door."], saw_after=["--saw-after", "a  door"])

    def test_reading_missing(self) -> None:
        self.desk.pass_all("title")
        self.refuse_record("reading-missing", "walk", state=None, compare=None)

    def test_reading_unusable(self) -> None:
        self.desk.pass_all("title")
        self.refuse_record("reading-unusable", "walk", state=["--state", "  "])
        self.refuse_record("reading-unusable", "walk", state=["--state", "@" + self.desk.note("empty.json", "\n")])
        self.refuse_record("reading-unusable", "walk", state=["--state", "@/no/such/file"])

    def test_comparison_missing(self) -> None:
        self.desk.pass_all("title")
        self.refuse_record("comparison-missing", "walk", compare=None)
        self.refuse_record("comparison-missing", "walk", compare=["--agree", "yes"])
        self.refuse_record("comparison-missing", "walk", "fail", compare=None)

    def test_comparison_without_reading(self) -> None:
        self.refuse_record("comparison-without-reading", "title", compare=["--agree", "yes", "--comparison", "x"])

    def test_pass_despite_disagreement(self) -> None:
        self.desk.pass_all("title")
        self.refuse_record("pass-despite-disagreement", "walk", compare=["--agree", "no", "--comparison", "the trap fires on safe floor"])

    def test_diagnosis_missing(self) -> None:
        self.refuse_record("diagnosis-missing", "title", "fail", diagnosis=None)

    def test_failure_without_evidence(self) -> None:
        self.refuse_record("failure-without-evidence", "title", "fail", after=None, saw_after=None)

    def test_reason_missing(self) -> None:
        self.refuse_record("reason-missing", "title", "unverified", reason=None)
        self.refuse_record("reason-missing", "title", "blocked", reason=["--reason", " "])
        self.refused("reason-missing", "sync", "--touched", "door")
        self.refused("reason-missing", "finish", "--stop", " ")
        self.desk.pass_all("title")
        self.desk.record("walk", "fail")
        self.refused("reason-missing", "repair", "begin", "walk")
        self.desk.begin("walk")
        self.refused("reason-missing", "repair", "abandon")

    def test_pass_after_failure(self) -> None:
        self.assertEqual(self.desk.record("title", "fail").status, 0)
        self.refuse_record("pass-after-failure", "title")
        self.assertEqual(self.desk.record("title", reason=["--reason", "the window was covered"]).status, 0)


class Repairs(Case):
    """Guarded repair."""

    def setUp(self) -> None:
        super().setUp()
        self.desk.pass_all("title", "walk")
        self.assertEqual(self.desk.record("door", "fail").status, 0)

    def fail_a_repair(self, hypothesis: str) -> None:
        """Begin a repair and see it fail."""
        for name in ("title", "walk"):
            if self.desk.boost("next", "--all").facts["steps"][0]["checkpoint"] == name:
                self.desk.pass_all(name)
        self.assertEqual(self.desk.begin("door", hypothesis).status, 0)
        self.desk.change("scripts/door.gd")
        answer = self.desk.record("door", "fail")
        self.assertEqual(answer.facts["rolled_back"]["why"], "regression", answer)

    def test_repair_open(self) -> None:
        self.desk.begin()
        self.refused("repair-open", "repair", "begin", "door", "--hypothesis", "another")
        self.desk.write_contract(contract(title="Easier game"))
        self.refused("repair-open", "contract", "validate")
        self.desk.boost("contract", "revert")
        self.refused("repair-open", "finish", "--stop", "enough")

    def test_no_repair_open(self) -> None:
        self.refused("no-repair-open", "repair", "keep")
        self.refused("no-repair-open", "repair", "abandon", "--reason", "x")

    def test_a_repair_begins_on_recorded_files_only(self) -> None:
        self.desk.edit("scripts/player.gd", "changed")
        self.refused("unrecorded-changes", "repair", "begin", "door", "--hypothesis", "x")
        self.desk.boost("sync")
        self.desk.pass_all("walk")
        self.desk.record("door", "fail")
        self.desk.begin()
        self.desk.edit("scripts/door.gd", "changed")
        self.refused("unrecorded-changes", "repair", "keep")

    def test_target_not_failing(self) -> None:
        self.refused("target-not-failing", "repair", "begin", "walk", "--hypothesis", "x")
        self.refused("target-not-failing", "repair", "begin", "play", "--hypothesis", "x")
        self.desk.change("scripts/door.gd")
        self.refused("target-not-failing", "repair", "begin", "door", "--hypothesis", "x")

    def test_nothing_to_protect(self) -> None:
        self.desk.boost("sync", "--touched", "end", "--why", "the scene was edited elsewhere")
        self.desk.record("title", "fail")
        self.refused("nothing-to-protect", "repair", "begin", "title", "--hypothesis", "x")

    def test_hypothesis_repeated(self) -> None:
        self.fail_a_repair("the door listens to the wrong signal")
        self.desk.pass_all("title", "walk")
        self.refused("hypothesis-repeated", "repair", "begin", "door", "--hypothesis", "The door listens to the WRONG signal.")

    def test_retries_spent(self) -> None:
        self.fail_a_repair("first cause")
        self.desk.pass_all("title", "walk")
        self.fail_a_repair("second cause")
        self.desk.pass_all("title", "walk")
        self.refused("retries-spent", "repair", "begin", "door", "--hypothesis", "third cause")
        self.assertEqual(self.desk.boost("next").facts["steps"][0]["action"], "evidence")
        self.assertEqual(self.desk.record("door", "fail").status, 0, "a new view and a new diagnosis")
        self.assertEqual(self.desk.begin("door", "third cause").status, 0)

    def test_candidate_unchanged(self) -> None:
        self.desk.begin()
        self.refuse_record("candidate-unchanged", "door")
        self.refuse_record("candidate-unchanged", "title", "fail")
        self.refused("candidate-unchanged", "repair", "keep")

    def test_repair_inconclusive(self) -> None:
        self.desk.begin()
        self.desk.change("scripts/door.gd")
        self.refused("repair-inconclusive", "repair", "keep")
        self.desk.pass_all("door", "title")
        left = self.refused("repair-inconclusive", "repair", "keep")["details"]["left"]
        self.assertEqual([one[0] for one in left], ["walk"], "selective replay would have kept walk; the guard wants it fresh")
        self.desk.record("walk", "blocked")
        self.refused("repair-inconclusive", "repair", "keep")
        self.desk.pass_all("walk")
        self.desk.change("scripts/door.gd")
        self.refused("repair-inconclusive", "repair", "keep")

    def test_no_such_repair(self) -> None:
        self.refused("no-such-repair", "repair", "export", "1", "--to", os.path.join(self.desk.folder, "out"))

    def pending(self) -> None:
        """Leave a rollback that cannot end: the saved bytes are gone."""
        self.desk.begin()
        self.desk.change("scripts/door.gd")
        self.desk.change("scripts/door.gd")
        blobs = os.path.join(self.desk.records, "blobs")
        os.rename(blobs, blobs + "-away")
        os.makedirs(blobs)
        self.check("snapshot-damaged", self.desk.record("door", "fail"))

    def test_recovery_pending(self) -> None:
        self.pending()
        for command in (
            ["finish"],
            ["sync"],
            ["repair", "keep"],
            ["repair", "abandon", "--reason", "x"],
            ["contract", "validate"],
            ["finish", "--stop", "x"],
        ):
            self.refused("recovery-pending", *command)
        self.refuse_record("recovery-pending", "title")
        status = self.desk.boost("status").facts
        self.assertTrue(status["recovery_pending"])
        self.assertEqual(status["next"]["action"], "recover")

    def test_snapshot_damaged(self) -> None:
        self.pending()
        tree = self.desk.tree()
        self.check("snapshot-damaged", self.desk.boost("recover"))
        self.assertEqual(self.desk.tree(), tree, "nothing was touched")
        blobs = os.path.join(self.desk.records, "blobs")
        shutil.copytree(blobs + "-away", blobs, dirs_exist_ok=True)
        self.assertEqual(self.desk.boost("recover").status, 0)

    def test_restore_blocked(self) -> None:
        self.desk.begin()
        os.unlink(os.path.join(self.desk.project, "scripts", "door.gd"))
        self.desk.edit("scripts/door.gd/__pycache__/cache.pyc", "a cache that is not monitored")
        self.desk.boost("sync")
        answer = self.desk.record("title", "fail")
        self.assertIn("scripts/door.gd", self.check("restore-blocked", answer)["problem"])
        shutil.rmtree(os.path.join(self.desk.project, "scripts", "door.gd"))
        self.assertEqual(self.desk.boost("recover").status, 0)
        self.assertEqual(self.desk.tree()["scripts/door.gd"][1], b"extends Node\nvar open = false\n")

    def test_nothing_to_recover(self) -> None:
        self.refused("nothing-to-recover", "recover")


class Finals(Case):
    """Journey, reopen and the end."""

    def test_journey_inputs_unusable(self) -> None:
        self.desk.pass_all("title", "walk", "door")
        for text in (
            "",
            "not json",
            "{}",
            '{"t_ms": "soon", "input": "x"}',
            '{"t_ms": 0, "input": ""}',
            '{"t_ms": 5, "input": "a"}\n{"t_ms": 4, "input": "b"}',
            "[1]",
        ):
            self.refuse_record("journey-inputs-unusable", "play", inputs=["--inputs", self.desk.note("bad.jsonl", text)])
        self.refuse_record("journey-inputs-unusable", "play", inputs=["--inputs", "/no/such/file"])

    def test_journey_incomplete(self) -> None:
        self.desk.pass_all("title", "walk", "door")
        for names in ((), ("title", "walk"), ("walk", "title", "door"), ("door", "walk", "title")):
            lines = "\n".join(json.dumps({"t_ms": 0, "input": "x", "reached": name}) for name in names) or '{"t_ms": 0, "input": "x"}'
            self.refuse_record("journey-incomplete", "play", inputs=["--inputs", self.desk.note("short.jsonl", lines)])

    def test_same_process(self) -> None:
        self.desk.pass_all("title", "walk", "door", "play")
        one = ["--session", "b", "--process", "7"]
        self.refuse_record("same-process", "again", session=one, **{"from": ["--from-session", "a", "--from-process", "7"]})
        self.refuse_record("same-process", "again", session=one, **{"from": ["--from-session", "b", "--from-process", "7"]})

    def test_finish_unmet(self) -> None:
        self.refused("finish-unmet", "finish")
        for name in ("title", "walk", "door", "play"):
            self.desk.pass_all(name)
            self.refused("finish-unmet", "finish")
        self.desk.pass_all("again")
        self.assertTrue(self.desk.boost("finish").facts["complete"])
        self.desk.change("scripts/door.gd")
        self.assertFalse(self.desk.boost("status").facts["complete"])
        self.desk.pass_all("door")
        found = self.refused("finish-unmet", "finish")["details"]["unmet"]
        self.assertEqual([one[0] for one in found], ["play", "again"], "a journey of an earlier revision does not count")
        self.desk.pass_all("play", "again")
        self.desk.record("walk", "unverified")
        self.refused("finish-unmet", "finish")

    def test_stop_too_early(self) -> None:
        self.refused("stop-too-early", "finish", "--stop", "I think it is done")

    def test_record_closed(self) -> None:
        for _ in range(2):
            self.assertEqual(self.desk.record("title", "blocked").status, 0)
        answer = self.desk.boost("finish", "--stop", "no capture tool")
        self.assertEqual((answer.status, answer.facts["complete"]), (0, False), answer)
        self.refused("record-closed", "sync")
        self.refused("record-closed", "next")
        self.refused("record-closed", "finish")
        self.refuse_record("record-closed", "title")
        self.assertEqual(self.desk.boost("report").facts["stopped"], "no capture tool")


class FullDisk(Case):
    """See `test_full_disk`: a small file system is needed for the whole story; here the plain shortage."""

    def test_disk_full(self) -> None:
        with self.assertRaises(Refusal) as caught:
            need_room(self.desk.records, 1 << 62)
        self.assertEqual(caught.exception.code, "disk-full")
        self.assertIn("free_bytes", caught.exception.details)


class Completeness(unittest.TestCase):
    """The table of refusals and these tests name the same codes."""

    def test_every_code_has_a_test(self) -> None:
        tested = {name for case in (ProjectAndRecords, ContractRules, Observations, Repairs, Finals, FullDisk) for name in dir(case)}
        self.assertEqual([code for code in RULES if "test_" + code.replace("-", "_") not in tested], [])
        self.assertGreaterEqual(len(RULES), 25)

    def test_every_code_is_used(self) -> None:
        folder = os.path.dirname(sys.modules["gcb"].__file__ or "")
        code = ""
        for name in os.listdir(folder):
            if name.endswith(".py") and name != "refusals.py":
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    code += file.read()
        self.assertEqual([one for one in RULES if f'"{one}"' not in code], [])


@contextlib.contextmanager
def keep_writing(desk: Desk) -> Iterator[None]:
    """Let another thread lengthen a large file without pause."""
    stopping = threading.Event()
    with open(os.path.join(desk.project, "growing.bin"), "wb", buffering=0) as file:
        file.truncate(64 << 20)
        file.seek(0, os.SEEK_END)

        def write() -> None:
            while not stopping.is_set():
                file.write(b"x")

        thread = threading.Thread(target=write)
        thread.start()
        try:
            yield
        finally:
            stopping.set()
            thread.join()


if __name__ == "__main__":
    unittest.main()
