"""Find out, without changing anything, what kind of game project a folder is and where things are.

Used once when a record begins (engine roots decide the cache folders that are not monitored) and by `boost discover`.
"""

from __future__ import annotations

import os
import re
from typing import Any, NamedTuple

from .engines import ENGINES, EXCLUDED_FOLDERS, Root, excluded_file, excluded_folder
from .patterns import any_match, matches

# How deep below the project folder engine roots are looked for, and how many files of one kind are listed. Our own choice.
ROOT_DEPTH = 3
LISTED = 12
READ_BYTES = 65_536
HEADING = re.compile(r"^(#{1,4})\s+(.*\S)\s*$")
DOCUMENTS = (".md", ".txt", ".rst", ".adoc", ".pdf")


def engine_of(folder: str, names: set[str]) -> str:
    """Name the engine whose project root a folder with these entries is; '' if none."""
    if "Assets" in names and os.path.isfile(os.path.join(folder, "ProjectSettings", "ProjectVersion.txt")):
        return "unity"
    if any(name.endswith(".uproject") for name in names):
        return "unreal"
    if "project.godot" in names:
        return "godot"
    if "game.project" in names:
        return "defold"
    if any(name.endswith((".project.json", ".rbxl", ".rbxlx")) for name in names):
        return "roblox"
    if "main.lua" in names and ("conf.lua" in names or "love." in read_start(os.path.join(folder, "main.lua"))):
        return "love"
    if "index.html" in names or "package.json" in names:
        return "web"
    return ""


def read_start(path: str) -> str:
    """Give the first part of a text file; '' if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read(READ_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""


def find_roots(project: str) -> tuple[Root, ...]:
    """Find the engine roots in a project; nothing below a root is searched."""
    found: list[Root] = []
    todo = [("", 0)]
    while todo:
        parent, depth = todo.pop(0)
        folder = os.path.join(project, parent) if parent else project
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except OSError:
            continue
        engine = engine_of(folder, {entry.name for entry in entries})
        if engine:
            found.append(Root(engine, parent))
        elif depth < ROOT_DEPTH:
            for entry in entries:
                if entry.name not in EXCLUDED_FOLDERS and entry.is_dir(follow_symlinks=False):
                    todo.append((f"{parent}/{entry.name}" if parent else entry.name, depth + 1))
    return tuple(found)


class Discovered(NamedTuple):
    """What a look at a project shows. `entry_points`, `inputs` and `documents` are project paths or names."""

    roots: tuple[Root, ...]
    versions: dict[str, str]
    entry_points: list[str]
    inputs: list[str]
    documents: list[str]
    sources: dict[str, int]
    resources: dict[str, list[str]]
    shared: list[str]
    links: list[str]

    def as_json(self) -> dict[str, Any]:
        """Give the JSON form."""
        return {
            **self._asdict(),
            "roots": [{"engine": r.engine, "path": r.path, "launch": ENGINES[r.engine].launch, "logs": ENGINES[r.engine].logs} for r in self.roots],
        }


def discover(project: str) -> Discovered:
    """Look at a project; reads files, writes nothing, follows no link."""
    roots = find_roots(project)
    files, links = _files(project, roots)
    sources: dict[str, int] = {}
    suffixes = {suffix for root in roots for suffix in ENGINES[root.engine].sources}
    for path in files:
        suffix = os.path.splitext(path)[1]
        if suffix in suffixes:
            sources[suffix] = sources.get(suffix, 0) + 1
    versions, entries, inputs = {}, [], []
    for root in roots:
        version, entry, names = _facts(project, root, files)
        if version:
            versions[root.engine] = version
        entries += entry
        inputs += names
    patterns = [f"{root.path}/{pattern}" if root.path else pattern for root in roots for pattern in ENGINES[root.engine].shared]
    shared = [pattern for pattern in patterns if any(matches(pattern, path) for path in files)]
    documents = [path for path in files if path.lower().endswith(DOCUMENTS) and path.count("/") < ROOT_DEPTH][:LISTED]
    return Discovered(
        roots,
        versions,
        entries[:LISTED],
        inputs[: 2 * LISTED],
        documents,
        sources,
        _resources([path for path in files if not any_match(tuple(shared), path)], roots),
        shared,
        links,
    )


def _files(project: str, roots: tuple[Root, ...]) -> tuple[list[str], list[str]]:
    """List monitored files, and links, which the monitor will refuse."""
    files: list[str] = []
    links: list[str] = []
    for folder, names, leaves in os.walk(project):
        parent = os.path.relpath(folder, project).replace(os.sep, "/")
        parent = "" if parent == "." else parent
        prefix = f"{parent}/" if parent else ""
        names[:] = sorted(name for name in names if not excluded_folder(name, parent, roots))
        links += [prefix + name for name in (*names, *leaves) if os.path.islink(os.path.join(folder, name))]
        files += [prefix + name for name in sorted(leaves) if not excluded_file(name)]
    return files, links


def _resources(files: list[str], roots: tuple[Root, ...]) -> dict[str, list[str]]:
    """Suggest one resource for each folder that holds sources, to be split by behaviour later."""
    suffixes = tuple({suffix for root in roots for suffix in ENGINES[root.engine].sources})
    found: dict[str, list[str]] = {}
    for path in files:
        if not suffixes or not path.endswith(suffixes):
            continue
        folder = os.path.dirname(path)
        name = re.sub(r"[^a-z0-9._-]+", "-", (folder or os.path.splitext(path)[0]).lower()).strip("-._") or "root"
        pattern = f"{folder}/*" if folder else path
        if pattern not in found.setdefault(name, []):
            found[name].append(pattern)
    return dict(list(found.items())[: 2 * LISTED])


def _facts(project: str, root: Root, files: list[str]) -> tuple[str, list[str], list[str]]:
    """Give version, entry points and named inputs of one engine root, as its own settings tell them."""

    def text(name: str) -> str:
        return read_start(os.path.join(project, root.path, name))

    def here(suffix: str) -> list[str]:
        return [path for path in files if path.endswith(suffix) and path.startswith(root.path)]

    if root.engine == "godot":
        settings = text("project.godot")
        _, _, section = settings.partition("[input]")
        names = re.findall(r"^(\w+)=\{", section.split("\n[")[0], re.MULTILINE)
        return _first(r'config/features=PackedStringArray\("([^"]+)"', settings), _all(r'run/main_scene="([^"]+)"', settings), names
    if root.engine == "unity":
        version = _first(r"m_EditorVersion:\s*(\S+)", text("ProjectSettings/ProjectVersion.txt"))
        scenes = _all(r"path:\s*(\S+\.unity)", text("ProjectSettings/EditorBuildSettings.asset"))
        return version, scenes or here(".unity"), _all(r"m_Name:\s*(\S.*)", text("ProjectSettings/InputManager.asset"))
    if root.engine == "unreal":
        name = next(iter(here(".uproject")), "")
        version = _first(r'"EngineAssociation":\s*"([^"]+)"', read_start(os.path.join(project, name)))
        return (
            version,
            _all(r"GameDefaultMap=(\S+)", text("Config/DefaultEngine.ini")),
            _all(r'ActionName="([^"]+)"', text("Config/DefaultInput.ini")),
        )
    if root.engine == "defold":
        settings = text("game.project")
        bindings = _first(r"game_binding\s*=\s*(\S+)", settings).strip("/").removesuffix("c")
        return "", _all(r"main_collection\s*=\s*(\S+)", settings), _all(r'action:\s*"([^"]+)"', text(bindings or "input/game.input_binding"))
    if root.engine == "roblox":
        return "", here(".project.json") + here(".rbxl") + here(".rbxlx"), []
    if root.engine == "love":
        return _first(r"t\.version\s*=\s*[\"']([^\"']+)", text("conf.lua")), ["main.lua"], []
    return _first(r'"version":\s*"([^"]+)"', text("package.json")), here("index.html")[:1], []


def _first(pattern: str, text: str) -> str:
    """Give the first group of the first match, or ''."""
    found = re.search(pattern, text, re.MULTILINE)
    return found.group(1) if found else ""


def _all(pattern: str, text: str) -> list[str]:
    """Give the first group of every match, without repeats."""
    return list(dict.fromkeys(re.findall(pattern, text, re.MULTILINE)))


def headings(path: str) -> dict[str, str]:
    """Give the headings of a Markdown document as sections for a contract: number or slug, and title.

    A heading that has no text of its own, only deeper headings, is no section: there is nothing in it to check.
    """
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
    except OSError:
        return {}
    titles: list[tuple[int, str]] = []
    told: set[int] = set()  # which of them have text of their own
    fenced = False
    for line in lines:
        fenced ^= line.lstrip().startswith("```")
        match = HEADING.match(line)
        if match is not None and not fenced:
            titles.append((len(match.group(1)), match.group(2).strip("# ")))
        elif line.strip():
            told.add(len(titles) - 1)
    tops = [title for level, title in titles if level == 1]
    # A single heading of the first level is the document's own title.
    own = (1, tops[0]) if len(tops) == 1 and len(titles) > 1 else None
    below = [*(level for level, _ in titles[1:]), 0]
    titles = [one for number, one in enumerate(titles) if one != own and (number in told or below[number] <= one[0])]
    found: dict[str, str] = {}
    for _, title in titles:
        number = re.match(r"(\d+(?:\.\d+)*)[.)]?\s+(.*)", title)
        key, name = (number.group(1), number.group(2)) if number else (re.sub(r"\W+", "-", title.lower()).strip("-") or "section", title)
        while key in found:
            key += "'"
        found[key] = name
    return found
