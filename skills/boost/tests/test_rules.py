"""The rules that are no refusals: what a change takes away, what comes next, how a repair ends, what a contract means."""

from __future__ import annotations

import json
import os
import unittest

from desk import Desk, contract
from gcb.contract import read
from gcb.patterns import matches
from gcb.state import plain


class Case(unittest.TestCase):
    """A desk with an accepted contract."""

    def setUp(self) -> None:
        self.desk = Desk()
        self.addCleanup(self.desk.close)

    def stands(self) -> dict[str, str]:
        """Give how each checkpoint stands, in one word."""
        return {one["id"]: one["stands"] for one in self.desk.boost("report").facts["checkpoints"]}

    def first(self) -> tuple[str, str]:
        """Give the action and checkpoint that come next."""
        step = self.desk.boost("next").facts["steps"][0]
        return step["action"], step["checkpoint"]


class Changes(Case):
    """File-bound records."""

    def setUp(self) -> None:
        super().setUp()
        self.desk.pass_all()

    def taken(self) -> list[str]:
        return [name for name, word in self.stands().items() if word == "stale"]

    def test_a_local_change_takes_its_checks_their_dependents_and_the_finals(self) -> None:
        self.desk.change("scripts/door.gd")
        self.assertEqual(self.taken(), ["door", "play", "again"])

    def test_dependents_are_transitive(self) -> None:
        self.desk.change("scripts/player.gd")
        self.assertEqual(self.taken(), ["walk", "door", "play", "again"])

    def test_every_change_takes_the_finals_even_off_their_path(self) -> None:
        raw = contract()
        raw["resources"]["hud"] = ["hud/**"]
        raw["checkpoints"].append({"id": "hud", "kind": "static-visual", "source": "1", "expect": "score", "uses": ["hud"], "evidence": ["after"]})
        self.desk.write_contract(raw)
        self.desk.boost("contract", "validate")
        self.desk.pass_all("hud", "play", "again")
        self.desk.change("hud/score.gd")
        self.assertEqual(self.taken(), ["play", "again", "hud"])

    def test_a_shared_change_takes_all(self) -> None:
        self.desk.change("project.godot")
        self.assertEqual(self.taken(), ["title", "walk", "door", "play", "again"])

    def test_an_unmapped_change_takes_all(self) -> None:
        self.desk.change("readme.txt")
        self.assertEqual(len(self.taken()), 5)

    def test_a_deleted_file_and_a_changed_mode_are_changes(self) -> None:
        os.chmod(os.path.join(self.desk.project, "scripts", "door.gd"), 0o755)
        self.assertEqual(self.desk.boost("sync").facts["change"]["changed"], ["scripts/door.gd"])
        os.unlink(os.path.join(self.desk.project, "scripts", "door.gd"))
        self.assertEqual(self.desk.boost("sync").facts["change"]["deleted"], ["scripts/door.gd"])

    def test_a_reported_touch_counts_like_a_change(self) -> None:
        self.assertEqual(self.desk.boost("sync", "--touched", "door", "--why", "set in the editor").facts["change"]["scope"], "local")
        self.assertEqual(self.taken(), ["door", "play", "again"])
        self.desk.boost("sync", "--touched", "shared", "--why", "patched the engine settings")
        self.assertEqual(len(self.taken()), 5)

    def test_the_same_bytes_are_no_change(self) -> None:
        self.desk.edit("scripts/door.gd", "extends Node\nvar open = false\n")
        self.assertIsNone(self.desk.boost("sync").facts["change"])
        self.assertEqual(self.taken(), [])

    def test_caches_are_not_monitored(self) -> None:
        for path in (".godot/cache.bin", "scripts/__pycache__/a.pyc", ".DS_Store", ".git/HEAD", ".claude/skills/boost/SKILL.md"):
            self.desk.edit(path, "x")
        os.symlink(self.desk.folder, os.path.join(self.desk.project, "node_modules"))
        self.assertFalse(self.desk.boost("status").facts["sync_needed"])

    def test_a_folder_named_like_another_engines_cache_is_monitored(self) -> None:
        self.desk.edit("Library/code.gd", "x")
        self.assertEqual(self.desk.boost("status").facts["unrecorded"], ["Library/code.gd"])

    def test_status_asks_for_sync_and_writes_nothing(self) -> None:
        self.desk.edit("scripts/door.gd", "changed")
        facts = self.desk.boost("status").facts
        self.assertEqual((facts["sync_needed"], facts["unrecorded"], facts["complete"]), (True, ["scripts/door.gd"], False))
        self.assertEqual(self.taken(), [])

    def test_every_change_clears_completion(self) -> None:
        self.assertTrue(self.desk.boost("finish").facts["complete"])
        self.assertTrue(self.desk.boost("status").facts["complete"])
        self.desk.edit("scripts/door.gd", "changed")
        self.assertFalse(self.desk.boost("status").facts["complete"], "even before it is recorded")
        self.desk.boost("sync")
        self.assertFalse(self.desk.boost("status").facts["complete"])


class Contracts(Case):
    """Accepting another contract."""

    def test_a_redefined_check_loses_its_pass_and_its_dependents_too(self) -> None:
        self.desk.pass_all()
        changed = contract()
        changed["checkpoints"][1]["expect"] = "the player moves left"
        self.desk.write_contract(changed)
        answer = self.desk.boost("contract", "validate")
        self.assertEqual(answer.facts["redefined"], ["walk", "door", "play", "again"])
        self.assertEqual(self.stands()["title"], "pass")

    def test_moving_a_resource_takes_its_checks(self) -> None:
        self.desk.pass_all()
        changed = contract()
        changed["resources"]["door"] = ["scripts/doors/**"]
        self.desk.write_contract(changed)
        self.assertIn("door", self.desk.boost("contract", "validate").facts["redefined"])

    def test_another_shared_list_takes_all(self) -> None:
        self.desk.pass_all()
        self.desk.write_contract(contract(shared=["project.godot"]))
        self.assertEqual(len(self.desk.boost("contract", "validate").facts["redefined"]), 5)

    def test_a_check_only_look_accepts_nothing(self) -> None:
        self.desk.write_contract(contract(title="Other"))
        self.assertEqual(self.desk.boost("contract", "validate", "--check").status, 0)
        self.assertTrue(self.desk.boost("status").facts["contract_changed"])

    def test_revert_puts_the_accepted_contract_back(self) -> None:
        self.desk.write_contract("{ broken")
        self.assertEqual(self.desk.boost("contract", "revert").status, 0)
        self.assertFalse(self.desk.boost("status").facts["contract_changed"])

    def test_repeated_visits_are_checks_of_their_own(self) -> None:
        raw = contract()
        raw["checkpoints"][1]["visits"] = [{"after": ["door"], "expect": "the player walks back"}, {}]
        found, problems = read(raw)
        self.assertEqual(problems, [])
        self.assertEqual(found.checkpoints["walk@2"].after, ("walk", "door"))
        self.assertEqual(found.checkpoints["walk@2"].expect, "the player walks back")
        self.assertEqual(found.checkpoints["walk@3"].after, ("walk@2", "title"))
        raw["checkpoints"][3]["path"] = ["title", "walk", "door", "walk@2"]
        self.desk.write_contract(raw)
        self.assertEqual(self.desk.boost("contract", "validate").status, 0)
        self.desk.pass_all("title", "walk", "door")
        self.assertEqual(self.first(), ("observe", "walk@2"))

    def test_patterns_that_match_nothing_are_told(self) -> None:
        self.desk.write_contract(contract(shared=["project.godot", "autoload/**"]))
        self.assertIn("autoload/**", self.desk.boost("contract", "validate").facts["warnings"][0])

    def test_init_takes_sections_from_the_document(self) -> None:
        desk = Desk(accept=False)
        self.addCleanup(desk.close)
        document = desk.note("GDD.md", "# The game\n\n## 1 Title\ntext\n```\n# no heading\n```\n## 2.1. Jumping\ntext\n### Coins\n")
        desk.boost("contract", "init", "--document", document)
        with open(os.path.join(desk.records, "contract.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["sections"], {"1": "Title", "2.1": "Jumping", "coins": "Coins"})


class Order(Case):
    """What comes next."""

    def test_only_checks_whose_prerequisites_pass_are_scheduled(self) -> None:
        self.assertEqual([step["checkpoint"] for step in self.desk.boost("next").facts["steps"]], ["title"])
        self.desk.pass_all("title")
        self.assertEqual([step["checkpoint"] for step in self.desk.boost("next").facts["steps"]], ["walk"])

    def test_failure_then_stale_then_missing(self) -> None:
        raw = contract()
        raw["checkpoints"] += [
            {"id": "hud", "kind": "static-visual", "source": "1", "expect": "score in the corner", "uses": ["end"], "evidence": ["after"]},
            {"id": "frame", "kind": "static-visual", "source": "1", "expect": "nothing cropped", "uses": ["player"], "evidence": ["after"]},
        ]
        self.desk.write_contract(raw)
        self.desk.boost("contract", "validate")
        self.desk.pass_all("title", "frame")
        self.desk.change("scripts/player.gd")
        self.assertEqual([step["checkpoint"] for step in self.desk.boost("next").facts["steps"]], ["frame", "walk", "hud"])
        self.desk.record("hud", "fail")
        self.assertEqual(self.first(), ("repair", "hud"))

    def test_a_failure_with_a_stale_prerequisite_waits_for_its_replay(self) -> None:
        self.desk.pass_all("title", "walk")
        self.desk.record("door", "fail")
        self.desk.change("scenes/end.tscn")
        self.assertEqual(self.first(), ("replay", "title"))

    def test_a_failure_before_any_pass_is_fixed_plainly(self) -> None:
        self.desk.record("title", "fail")
        self.assertEqual(self.first(), ("fix", "title"))

    def test_the_end_comes_last(self) -> None:
        self.desk.pass_all("title", "walk", "door")
        self.assertEqual(self.first(), ("observe", "play"))
        self.desk.pass_all("play", "again")
        self.assertEqual(self.first(), ("finish", ""))
        self.desk.boost("finish")
        self.assertEqual(self.desk.boost("next").facts["steps"], [])

    def test_a_persistent_block_is_no_longer_in_the_way(self) -> None:
        raw = contract()
        raw["checkpoints"].append({"id": "hud", "kind": "static-visual", "source": "1", "expect": "score", "uses": ["end"], "evidence": ["after"]})
        self.desk.write_contract(raw)
        self.desk.boost("contract", "validate")
        self.desk.record("title", "blocked")
        self.desk.record("title", "blocked")
        self.assertEqual(self.first(), ("observe", "hud"))
        self.assertEqual(self.desk.boost("next").facts["steps"][-1]["action"], "blocked")
        self.assertEqual(self.desk.boost("finish", "--stop", "x").code, "stop-too-early")
        self.desk.pass_all("hud")
        self.assertEqual(self.desk.boost("finish", "--stop", "no capture").facts["unmet"][0], ["title", "blocked"])

    def test_the_budget_allows_to_stop(self) -> None:
        self.desk.write_contract(contract(budget_s=0.001))
        self.desk.boost("contract", "validate")
        self.assertEqual(self.desk.boost("finish", "--stop", "time is up").facts["complete"], False)


class Repairs(Case):
    """How a guarded repair ends."""

    def setUp(self) -> None:
        super().setUp()
        self.desk.edit("art/deep/er/pixel.bin", "x")
        os.makedirs(os.path.join(self.desk.project, "empty"))
        os.chmod(os.path.join(self.desk.project, "empty"), 0o750)
        os.chmod(os.path.join(self.desk.project, "scripts", "player.gd"), 0o640)
        os.chmod(os.path.join(self.desk.project, "scripts", "door.gd"), 0o750)
        self.desk.boost("sync")
        self.desk.pass_all("title", "walk")
        self.desk.record("door", "fail")

    def spoil(self) -> None:
        """Edit, add, delete, swap files and folders, change modes."""
        project = self.desk.project
        self.desk.edit("scripts/door.gd", "broken")
        self.desk.edit("new/folder/file.gd", "new")
        os.unlink(os.path.join(project, "scenes", "end.tscn"))
        self.desk.edit("scenes/end.tscn/now a folder.txt", "x")
        os.chmod(os.path.join(project, "scripts", "player.gd"), 0o755)
        os.rmdir(os.path.join(project, "empty"))
        self.desk.edit("empty", "now a file")
        os.unlink(os.path.join(project, "art", "deep", "er", "pixel.bin"))
        os.rmdir(os.path.join(project, "art", "deep", "er"))
        self.desk.edit("art/deep/er", "now a file")

    def test_a_regression_restores_bytes_and_modes_and_folders(self) -> None:
        before = self.desk.tree()
        self.desk.begin()
        self.spoil()
        self.desk.boost("sync")
        revision = self.desk.boost("status").facts["revision"]
        answer = self.desk.record("title", "fail")
        self.assertEqual(answer.facts["rolled_back"]["culprit"], "title")
        self.assertEqual(self.desk.tree(), before)
        self.assertEqual(os.stat(os.path.join(self.desk.project, "empty")).st_mode & 0o777, 0o750)
        self.assertFalse(os.path.exists(os.path.join(self.desk.project, "new")))
        status = self.desk.boost("status", "--full").facts
        self.assertEqual((status["revision"], status["sync_needed"], status["repair"]), (revision + 1, False, None))
        self.assertEqual(
            {name: word for name, word in self.stands().items() if word != "missing"}, {"title": "stale", "walk": "stale", "door": "fail"}
        )

    def test_the_rejected_candidate_can_be_read_again(self) -> None:
        self.desk.begin()
        self.spoil()
        self.desk.boost("sync")
        self.desk.record("door", "fail")
        target = os.path.join(self.desk.folder, "out")
        answer = self.desk.boost("repair", "export", "1", "--to", target)
        with open(os.path.join(target, "scripts", "door.gd"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "broken")
        self.assertEqual(answer.facts["deleted"], ["art/deep/er/pixel.bin", "scenes/end.tscn"])

    def test_keep_wants_target_and_protected_fresh(self) -> None:
        self.desk.begin()
        self.desk.change("scripts/door.gd")
        self.desk.pass_all("door", "title", "walk")
        self.assertEqual(self.first(), ("keep", "door"))
        proof = self.desk.boost("repair", "keep").facts["proof"]
        self.assertEqual(sorted(proof), ["door", "title", "walk"])
        self.desk.pass_all("play", "again")
        self.assertTrue(self.desk.boost("finish").facts["complete"])

    def test_an_open_repair_keeps_the_record_from_being_complete(self) -> None:
        self.desk.begin()
        self.desk.change("scripts/door.gd")
        self.desk.pass_all()
        answer = self.desk.boost("finish")
        self.assertEqual((answer.code, answer.refusal["details"]["unmet"][0][0]), ("finish-unmet", "repair"))
        self.assertEqual(self.desk.boost("repair", "keep").status, 0)
        self.assertTrue(self.desk.boost("finish").facts["complete"])

    def test_missing_evidence_is_inconclusive_and_the_agent_goes_on(self) -> None:
        self.desk.begin()
        self.desk.change("scripts/door.gd")
        self.assertIsNone(self.desk.record("door", "unverified").facts["rolled_back"])
        self.assertIsNone(self.desk.record("title", "blocked").facts["rolled_back"])
        self.assertEqual(self.desk.boost("repair", "keep").code, "repair-inconclusive")
        self.desk.change("scripts/door.gd")
        self.desk.pass_all("title", "walk", "door")
        self.assertEqual(self.desk.boost("repair", "keep").status, 0)

    def test_a_failure_elsewhere_does_not_roll_back(self) -> None:
        self.desk.begin()
        self.desk.change("scripts/door.gd")
        self.assertIsNone(self.desk.record("play", "fail").facts["rolled_back"])

    def test_a_head_that_cannot_be_written_never_falls_two_lines_behind(self) -> None:
        before = self.desk.tree()
        self.desk.begin()
        self.spoil()
        self.desk.boost("sync")
        in_the_way = os.path.join(self.desk.records, "head.json.tmp")
        os.makedirs(in_the_way)
        self.assertEqual(self.desk.record("title", "fail").code, "records-unwritable", "the failure is a line, the archive is not")
        self.assertTrue(self.desk.boost("status").facts["recovery_pending"])
        self.assertEqual(self.desk.boost("recover").code, "records-unwritable")
        os.rmdir(in_the_way)
        self.assertEqual(self.desk.boost("recover").status, 0)
        self.assertEqual(self.desk.tree(), before)

    def test_abandon_puts_back_what_was_saved(self) -> None:
        before = self.desk.tree()
        self.desk.begin()
        self.spoil()
        answer = self.desk.boost("repair", "abandon", "--reason", "wrong idea")
        self.assertEqual((answer.status, answer.facts["why"]), (0, "abandoned"), answer)
        self.assertEqual(self.desk.tree(), before)
        self.desk.pass_all("title", "walk")
        self.assertEqual(self.desk.begin("door", "wrong idea").status, 0, "an abandoned hypothesis did not fail")

    def test_abandoning_an_unchanged_project_keeps_the_passes(self) -> None:
        self.desk.begin()
        self.desk.boost("repair", "abandon", "--reason", "thought again")
        self.assertEqual(self.stands()["walk"], "pass")

    def test_captures_from_before_the_rollback_do_not_count_after_it(self) -> None:
        self.desk.begin()
        self.desk.change("scripts/door.gd")
        old = self.desk.shot()
        Desk.age(old, 5)
        self.desk.record("door", "fail")
        self.assertEqual(self.desk.record("title", after=["--after", old]).code, "capture-before-change")


class Words(unittest.TestCase):
    """Small parts."""

    def test_patterns(self) -> None:
        for pattern, path, wanted in (
            ("scripts/*.gd", "scripts/a.gd", True),
            ("scripts/*.gd", "scripts/x/a.gd", False),
            ("scripts/**", "scripts/x/a.gd", True),
            ("scripts/", "scripts/x/a.gd", True),
            ("**/a.gd", "a.gd", True),
            ("**/a.gd", "x/y/a.gd", True),
            ("**/a.gd", "x/ba.gd", False),
            ("a?.gd", "ab.gd", True),
            ("a?.gd", "a/.gd", False),
            ("a.gd", "axgd", False),
            ("a/**/b", "a/b", True),
            ("[x]", "[x]", True),
            ("*", "line\nbreak", True),
        ):
            self.assertEqual(matches(pattern, path), wanted, (pattern, path))

    def test_thoughts_in_other_dress_are_equal(self) -> None:
        self.assertEqual(plain("The  door opens!"), plain("the DOOR\nopens."))
        self.assertNotEqual(plain("use >= instead of >"), plain("use > instead of >="))
        self.assertNotEqual(plain("door 1"), plain("door 2"))


if __name__ == "__main__":
    unittest.main()
