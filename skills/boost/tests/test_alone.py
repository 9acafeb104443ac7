"""The skill stands alone: only the standard library, from a copied folder, without site packages and without the environment."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from desk import FILES, SKILL, contract
from gcb import VERSION
from gcb.cli import build
from gcb.contract import CHECKPOINT_FIELDS, FIELDS, KINDS, parse
from gcb.contract_rules import accept
from gcb.engines import ENGINES, EXCLUDED_FILES, EXCLUDED_FOLDERS, EXCLUDED_SUFFIXES
from gcb.refusals import RULES

# Modules that exist on one system only; each is imported behind a check.
PER_SYSTEM = {"fcntl", "msvcrt"}


def text(*parts: str) -> str:
    """Read a file of the skill."""
    with open(os.path.join(SKILL, *parts), encoding="utf-8") as file:
        return file.read()


class Imports(unittest.TestCase):
    """Nothing but the standard library is imported."""

    def test_only_the_standard_library(self) -> None:
        known = getattr(sys, "stdlib_module_names", None)
        if known is None:
            self.skipTest("Python 3.9 does not list its standard library")
        found = set()
        for parent, _, names in os.walk(os.path.join(SKILL, "scripts")):
            for name in names:
                if name.endswith(".py"):
                    for node in ast.walk(ast.parse(text(os.path.relpath(os.path.join(parent, name), SKILL)))):
                        if isinstance(node, ast.Import):
                            found |= {alias.name.split(".")[0] for alias in node.names}
                        elif isinstance(node, ast.ImportFrom) and node.level == 0:
                            found.add((node.module or "").split(".")[0])
        self.assertEqual(found - set(known) - PER_SYSTEM - {"gcb", "__future__"}, set())
        self.assertGreater(len(found), 10)

    def test_no_environment_variable_is_read(self) -> None:
        for parent, _, names in os.walk(os.path.join(SKILL, "scripts")):
            for name in names:
                if name.endswith(".py"):
                    self.assertNotIn("environ", text(os.path.relpath(os.path.join(parent, name), SKILL)))


class Alone(unittest.TestCase):
    """From a copy of the folder, with an empty environment."""

    def setUp(self) -> None:
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="boost-alone-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.script = os.path.join(self.folder, "skill", "scripts", "boost")
        shutil.copytree(os.path.join(SKILL, "scripts"), os.path.join(self.folder, "skill", "scripts"), ignore=shutil.ignore_patterns("__pycache__"))
        self.project = os.path.join(self.folder, "game")
        for path, content in FILES.items():
            place = os.path.join(self.project, path)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "w", encoding="utf-8") as file:
                file.write(content)

    def run_boost(self, *arguments: str, folder: str = "") -> subprocess.CompletedProcess[str]:
        """Run boost as an agent would."""
        words = [sys.executable, "-I", "-S", self.script, *arguments]
        return subprocess.run(words, capture_output=True, text=True, check=False, cwd=folder or self.folder, env={})

    def test_the_record_is_found_from_the_folder_above(self) -> None:
        """From beside game and record no option is needed; with two records there, the refusal says what to give."""
        self.run_boost("contract", "init", "--project", "game")
        self.assertEqual(self.run_boost("status").returncode, 0)
        other = os.path.join(self.folder, "other")
        os.makedirs(other)
        self.run_boost("contract", "init", "--project", "other")
        refused = self.run_boost("status")
        self.assertEqual(refused.returncode, 1)
        self.assertIn("--project", refused.stderr)

    def test_a_session_from_the_command_line(self) -> None:
        self.assertEqual(self.run_boost("contract", "init", "--project", "game").returncode, 0)
        with open(self.project + ".boost/contract.json", "w", encoding="utf-8") as file:
            json.dump(contract(), file)
        below = os.path.join(self.project, "scripts")
        done = self.run_boost("contract", "validate", folder=below)
        self.assertEqual((done.returncode, done.stdout.splitlines()[0].split(":")[0]), (0, "contract accepted"), done)
        done = self.run_boost("next", folder=below)
        self.assertIn("boost record title --outcome pass", done.stdout)
        self.assertIn("--outcome fail --diagnosis", done.stdout)
        done = self.run_boost("status", "--records", self.project + ".boost")
        self.assertIn("5 missing", done.stdout)
        done = self.run_boost("finish", "--project", self.project)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertTrue(done.stderr.startswith("refused (finish-unmet): title: never observed (and 4 more)\n  Meet what is listed"), done.stderr)

    def test_misuse(self) -> None:
        for words in ([], ["fly"], ["record"], ["record", "x"], ["record", "x", "--outcome", "good"], ["status", "--fast"], ["explain", "nonsense"]):
            done = self.run_boost(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), done)
            done = self.run_boost("--json", *words)
            self.assertFalse(json.loads(done.stdout)["ok"])
            self.assertEqual(done.returncode, 2)

    def test_every_command_has_help(self) -> None:
        for words in (["contract", "init"], ["record"], ["journey"], ["reopen"], ["repair", "begin"], ["repair", "export"], ["finish"], ["discover"]):
            done = self.run_boost(*words, "--help")
            self.assertEqual(done.returncode, 0)
            self.assertIn("usage: boost " + words[0], done.stdout)

    def test_names_that_are_no_text(self) -> None:
        """A file name that is not UTF-8 is a file like any other."""
        with open(os.path.join(os.fsencode(self.project), b"bad\xff.txt"), "wb") as file:
            file.write(b"x")
        self.assertEqual(self.run_boost("contract", "init", "--project", "game").returncode, 0)
        self.assertEqual(self.run_boost("status", "--project", "game").returncode, 0)
        os.unlink(os.path.join(os.fsencode(self.project), b"bad\xff.txt"))
        self.assertIn("1 deleted", self.run_boost("status", "--project", "game").stdout)

    def test_discovery_script(self) -> None:
        script = os.path.join(self.folder, "skill", "scripts", "discover.py")
        done = subprocess.run([sys.executable, "-I", "-S", script, self.project, "--json"], capture_output=True, text=True, check=False, env={})
        self.assertEqual(json.loads(done.stdout)["roots"][0]["engine"], "godot", done)


class Papers(unittest.TestCase):
    """What is written about the skill is what it does."""

    def test_front_matter(self) -> None:
        match = re.match(r"---\nname: (\S+)\ndescription: (.+)\n(?:\w+: .+\n)*---\n", text("SKILL.md"))
        self.assertIsNotNone(match)
        assert match is not None
        self.assertEqual(match.group(1), "boost")
        self.assertLessEqual(len(match.group(2)), 1024)
        self.assertLess(len(text("SKILL.md").splitlines()), 200)

    def test_one_version(self) -> None:
        version = text("VERSION").strip()
        self.assertEqual(version, VERSION)
        self.assertEqual(json.loads(text(".codex-plugin", "plugin.json"))["version"], version)
        self.assertEqual(json.loads(text(".claude-plugin", "plugin.json"))["version"], version)
        self.assertIn(f"## {version}", text("CHANGELOG.md"))

    def test_manifests_name_what_is_there(self) -> None:
        for folder in (".codex-plugin", ".claude-plugin"):
            manifest = json.loads(text(folder, "plugin.json"))
            self.assertRegex(manifest["name"], r"\A[a-z0-9-]+\Z")
            self.assertTrue(manifest["skills"].startswith("./"))
            self.assertTrue(os.path.isfile(os.path.join(SKILL, manifest["skills"], "boost", "SKILL.md")), manifest)

    def test_links_lead_somewhere(self) -> None:
        for name in ["SKILL.md", *(os.path.join("references", one) for one in os.listdir(os.path.join(SKILL, "references")))]:
            for link in re.findall(r"`((?:references|examples|scripts)/[\w./-]+)`", text(name)):
                self.assertTrue(os.path.exists(os.path.join(SKILL, link)), (name, link))

    def test_every_refusal_is_in_the_reference(self) -> None:
        page = text("references", "refusals.md")
        for code, rule in RULES.items():
            self.assertIn(f"| `{code}` | {rule.meaning} | {rule.remedy} |".replace("\n", " "), page)
        self.assertEqual(page.count("\n| `"), len(RULES))

    def test_every_exclusion_is_in_the_reference(self) -> None:
        page = text("references", "exclusions.md")
        for name in (*EXCLUDED_FOLDERS, *EXCLUDED_FILES, *EXCLUDED_SUFFIXES, *(cache for engine in ENGINES.values() for cache in engine.caches)):
            self.assertIn(f"`{name}`", page)

    def test_every_field_is_in_the_reference(self) -> None:
        page = text("references", "contract.md")
        for name in (*FIELDS, *CHECKPOINT_FIELDS, *KINDS):
            self.assertIn(f"`{name}`", page)

    def test_the_example_is_a_valid_contract(self) -> None:
        found = accept(parse(text("examples", "contract.json").encode(), "example"), "example")
        self.assertEqual({checkpoint.kind for checkpoint in found.checkpoints.values()}, set(KINDS))

    def test_every_command_is_in_the_entry_page(self) -> None:
        page = text("SKILL.md")
        for name in ("contract init", "contract validate", "next", "record", "status", "sync", "repair begin", "repair keep", "repair abandon", "recover", "journey",
                     "reopen", "finish", "report"):  # fmt: skip
            self.assertIn(name, page)
        self.assertEqual(build().prog, "boost")


if __name__ == "__main__":
    unittest.main()
