"""What the helper knows about each engine: how a project is recognised, and which folders are only its caches.

The exclusions are fixed: a contract cannot add to them, so an agent cannot hide a file from the monitor.
`references/exclusions.md` is written from these tables.
"""

from __future__ import annotations

from typing import NamedTuple

# Folders that are caches, histories or tool settings wherever they lie.
EXCLUDED_FOLDERS = frozenset(
    {
        ".git", ".hg", ".svn", ".bzr", "__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache", "node_modules",
        ".vite", ".parcel-cache", ".godot", ".import", ".vs", ".idea", ".vscode", ".claude", ".codex", ".agents",
    }
)  # fmt: skip
# Files that desktop systems and editors drop anywhere.
EXCLUDED_FILES = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
EXCLUDED_SUFFIXES = (".rbxl.lock", ".rbxlx.lock")


class Engine(NamedTuple):
    """One engine: the folders below its project root that are caches, and what an agent wants to know first."""

    name: str
    caches: tuple[str, ...]
    shared: tuple[str, ...]
    sources: tuple[str, ...]
    launch: str
    logs: str


ENGINES: dict[str, Engine] = {
    "godot": Engine(
        "godot", (), ("project.godot", "addons/**", "autoload/**"), (".gd", ".cs", ".tscn", ".tres", ".gdshader"),
        "godot --path ROOT (editor import first: godot --headless --path ROOT --import)",
        "standard output; user://logs",
    ),
    "unity": Engine(
        "unity", ("Library", "Temp", "Logs", "Obj", "obj", "UserSettings", "MemoryCaptures", "Build", "Builds"),
        ("ProjectSettings/**", "Packages/**"), (".cs", ".unity", ".prefab", ".asset", ".inputactions", ".shader"),
        "Unity -projectPath ROOT (batch build: -batchmode -quit -executeMethod ...)", "-logFile PATH, or Editor.log and Player.log",
    ),
    "unreal": Engine(
        "unreal", ("Binaries", "DerivedDataCache", "Intermediate", "Saved"),
        ("*.uproject", "Config/**", "Plugins/**"), (".h", ".cpp", ".cs", ".uasset", ".umap", ".ini"),
        "UnrealEditor ROOT/NAME.uproject -game -windowed", "ROOT/Saved/Logs (not monitored)",
    ),
    "roblox": Engine(
        "roblox", (), ("*.project.json", "wally.toml"), (".lua", ".luau", ".rbxl", ".rbxlx", ".rbxm", ".rbxmx", ".json"),
        "Roblox Studio opens the place; rojo build for a *.project.json", "Studio's output window and log folder",
    ),
    "defold": Engine(
        "defold", ("build", ".internal"), ("game.project", "input/**"), (".script", ".gui_script", ".lua", ".collection", ".go", ".gui"),
        "bob.jar resolve build, then dmengine build/default/game.projectc", "standard output; log.txt",
    ),
    "love": Engine(
        "love", (), ("conf.lua", "main.lua"), (".lua", ".glsl"), "love ROOT", "standard output",
    ),
    "web": Engine(
        "web", (), ("index.html", "package.json"), (".html", ".js", ".mjs", ".ts", ".jsx", ".tsx", ".css", ".json"),
        "serve ROOT over http and open index.html in a browser", "the browser's console",
    ),
}  # fmt: skip


class Root(NamedTuple):
    """An engine's project root inside the project; `path` is '' for the project folder itself."""

    engine: str
    path: str


def excluded_folder(name: str, parent: str, roots: tuple[Root, ...]) -> bool:
    """Tell whether the folder `name` in the project folder `parent` is a fixed exclusion."""
    if name in EXCLUDED_FOLDERS:
        return True
    return any(root.path == parent and name in ENGINES[root.engine].caches for root in roots)


def excluded_file(name: str) -> bool:
    """Tell whether a file of this name is a fixed exclusion."""
    return name in EXCLUDED_FILES or name.endswith(EXCLUDED_SUFFIXES)
