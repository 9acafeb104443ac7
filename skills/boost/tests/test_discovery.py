"""Project discovery: each engine is recognised by its own files, its caches are left out, and nothing is written."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import unittest

from desk import call

PROJECTS = {
    "godot": {
        "project.godot": '[application]\nrun/main_scene="res://main.tscn"\nconfig/features=PackedStringArray("4.4", "Mobile")\n[input]\njump={\n}\n',
        "player.gd": "", ".godot/x": "", "GDD.md": "# Game",
    },
    "unity": {
        "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.32f1\n", "Assets/Player.cs": "", "Library/x": "", "Builds/x": "",
        "ProjectSettings/EditorBuildSettings.asset": "  - path: Assets/Main.unity\n", "Assets/Main.unity": "",
    },
    "unreal": {
        "Game.uproject": '{"EngineAssociation": "5.5"}', "Config/DefaultEngine.ini": "GameDefaultMap=/Game/Start\n", "Saved/x": "",
        "Config/DefaultInput.ini": '+ActionMappings=(ActionName="Jump",Key=SpaceBar)\n', "Source/Game/Game.cpp": "", "Intermediate/x": "",
    },
    "roblox": {"default.project.json": "{}", "src/server/init.server.luau": "", "place.rbxlx.lock": ""},
    "defold": {
        "game.project": "[bootstrap]\nmain_collection = /main/main.collectionc\n[input]\ngame_binding = /input/game.input_bindingc\n",
        "input/game.input_binding": 'key_trigger { input: KEY_SPACE action: "jump" }\n', "main/main.script": "", "build/x": "", ".internal/x": "",
    },
    "love": {"main.lua": "function love.draw() end", "conf.lua": 'function love.conf(t) t.version = "11.5" end'},
    "web": {"index.html": "<canvas>", "game.js": "", "package.json": '{"version": "1.2.3"}', "node_modules/x/index.js": ""},
}  # fmt: skip
FACTS = {
    "godot": ("4.4", ["res://main.tscn"], ["jump"]),
    "unity": ("6000.0.32f1", ["Assets/Main.unity"], []),
    "unreal": ("5.5", ["/Game/Start"], ["Jump"]),
    "roblox": (None, ["default.project.json"], []),
    "defold": (None, ["/main/main.collectionc"], ["jump"]),
    "love": ("11.5", ["main.lua"], []),
    "web": ("1.2.3", ["index.html"], []),
}


class Discovery(unittest.TestCase):
    """One project of each engine."""

    def setUp(self) -> None:
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="boost-discover-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def lay(self, engine: str, below: str = "") -> str:
        """Write a project and give its folder."""
        root = os.path.join(self.folder, "game", below)
        for path, text in PROJECTS[engine].items():
            place = os.path.join(root, path)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "w", encoding="utf-8") as file:
                file.write(text)
        return os.path.join(self.folder, "game")

    def tree(self) -> list[str]:
        """List everything there is."""
        return sorted(os.path.join(parent, name) for parent, folders, names in os.walk(self.folder) for name in (*folders, *names))

    def check(self, engine: str, below: str) -> None:
        project = self.lay(engine, below)
        before = self.tree()
        facts = call("discover", project).facts
        self.assertEqual(self.tree(), before, "nothing is written")
        self.assertEqual([(root["engine"], root["path"]) for root in facts["roots"]], [(engine, below)])
        self.assertTrue(facts["roots"][0]["launch"])
        if not below:
            version, entries, inputs = FACTS[engine]
            self.assertEqual((facts["versions"].get(engine), facts["entry_points"], facts["inputs"]), (version, entries, inputs))
        answer = call("contract", "init", "--project", project)
        self.assertEqual(answer.status, 0, answer)
        caches = sum("/x" in path or path.endswith(".lock") for path in PROJECTS[engine])
        self.assertEqual(answer.facts["files"], len(PROJECTS[engine]) - caches)
        shutil.rmtree(self.folder + "/game")
        shutil.rmtree(self.folder + "/game.boost")

    def test_each_engine(self) -> None:
        for engine in PROJECTS:
            for below in ("", "client"):
                with self.subTest(engine=engine, below=below):
                    self.check(engine, below)

    def test_an_unknown_project(self) -> None:
        os.makedirs(os.path.join(self.folder, "game"))
        self.assertEqual(call("discover", os.path.join(self.folder, "game")).facts["roots"], [])

    def test_sections_of_a_document(self) -> None:
        """A heading with text of its own is a section; one that only gathers deeper ones is not; the document's title neither."""
        document = os.path.join(self.folder, "design.md")
        with open(document, "w", encoding="utf-8") as file:
            file.write("# Game\n\nAbout it.\n\n## 1 Pitch\ntext\n## 2 Rules\n\n### Walking\ntext\n### Dash\n## 3 Empty\n## 4 End\n")
        begun = call("contract", "init", "--project", self.lay("web"), "--document", document)
        with open(begun.facts["contract"], encoding="utf-8") as file:
            found = json.load(file)["sections"]
        self.assertEqual(found, {"1": "Pitch", "walking": "Walking", "dash": "Dash", "3": "Empty", "4": "End"})

    def test_links_are_told(self) -> None:
        project = self.lay("web")
        os.symlink("/etc", os.path.join(project, "assets"))
        self.assertEqual(call("discover", project).facts["links"], ["assets"])


if __name__ == "__main__":
    unittest.main()
