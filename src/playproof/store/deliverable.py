"""The deliverable of a replica attempt: one self-contained HTML page and a rule checklist, found, examined and frozen.

A folder holds `replica.html` and `rules.json` or `rules.md`; a folder with a sub-folder called as the level (L1 ... L5) stands for that sub-folder.
What is wrong with the page is the agent's doing and comes back as a fault, never as an exception; a missing checklist is no fault of the page.
"""

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

from typing_extensions import override

from playproof.errors import SpecError
from playproof.records.family import LevelName
from playproof.records.fault import Fault
from playproof.records.replica import IntakeEvidence

PAGE = "replica.html"
RULES = ("rules.json", "rules.md")
"""Accepted names of the checklist; the first one found counts."""
MOST_PAGE_BYTES = 5 << 20
"""Largest page that is taken (ours)."""
MOST_LISTED = 8
FETCHES = {
    "script": ("src",),
    "img": ("src", "srcset"),
    "audio": ("src",),
    "video": ("src", "poster"),
    "source": ("src", "srcset"),
    "iframe": ("src",),
    "embed": ("src",),
    "object": ("data",),
    "link": ("href",),
    "input": ("src",),
    "image": ("href", "xlink:href"),
    "use": ("href", "xlink:href"),
}
"""Elements that load something, and the attributes that name it."""
INSIDE = frozenset({"data", "blob", "about", "javascript"})
"""Schemes that need nothing from outside the page."""
UNFETCHED_LINKS = frozenset({"canonical", "author", "license", "help", "alternate", "search", "next", "prev"})


def deliverable_path(folder: Path, level: LevelName) -> Path:
    """Where the deliverable for a level lies: the folder itself, or its sub-folder of that name.

    Raises:
        SpecError: There is no such folder.
    """
    if not folder.is_dir():
        problem = "no such folder" if not folder.exists() else "is not a folder"
        raise SpecError(str(folder), problem, expected=f"the folder of a replica: {PAGE} and {' or '.join(RULES)}")
    below = folder / level
    return below if below.is_dir() else folder


def deliverable_files(folder: Path) -> tuple[Path, ...]:
    """The files of a folder that are part of a deliverable, relative, sorted. Nothing else is frozen, so a page cannot lean on it; links are no files."""
    return tuple(Path(name) for name in sorted((PAGE, *RULES)) if (folder / name).is_file() and not (folder / name).is_symlink())


def examine_deliverable(folder: Path) -> IntakeEvidence:
    """What the files of a frozen deliverable say, without running it.

    Args:
        folder: The frozen deliverable.
    """
    rules = next((name for name in RULES if (folder / name).is_file()), None)
    page = folder / PAGE
    if not page.is_file():
        there = sorted(path.name for path in folder.iterdir())[:MOST_LISTED] if folder.is_dir() else []
        absent = _fault("missing", f"there is no {PAGE}; the deliverable holds {', '.join(there) or 'nothing that belongs to one'}")
        return IntakeEvidence(page=PAGE, page_bytes=None, rules_file=rules, problem=absent)
    size = page.stat().st_size
    problem = _fault("too_large", f"{PAGE} has {size:,} bytes, more than {MOST_PAGE_BYTES:,}") if size > MOST_PAGE_BYTES else _parse(page)
    return IntakeEvidence(page=PAGE, page_bytes=size, rules_file=rules, problem=problem)


def _fault(kind: str, message: str) -> Fault:
    return Fault(kind=kind, blame="agent", message=message)


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.elements = 0
        self.outside: list[str] = []

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements += 1
        named = dict(attrs)
        if tag == "link" and set((named.get("rel") or "").lower().split()) & UNFETCHED_LINKS:
            return
        for name in FETCHES.get(tag, ()):
            target = (named.get(name) or "").strip()
            if target and not target.startswith("#") and urlsplit(target).scheme.lower() not in INSIDE:
                line, _ = self.getpos()
                self.outside.append(f"line {line}: <{tag} {name}={target[:100]!r}>")


def _parse(page: Path) -> Fault | None:
    content = page.read_bytes()
    if not content.strip():
        return _fault("empty", f"{PAGE} is empty")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        return _fault("unreadable", f"{PAGE} is not UTF-8: byte {error.start}")
    found = _Page()
    try:
        found.feed(text)
        found.close()
    except (AssertionError, ValueError) as error:
        return _fault("unreadable", f"{PAGE} cannot be parsed as HTML: {error}")
    if not found.elements:
        return _fault("unreadable", f"{PAGE} holds no HTML element")
    if found.outside:
        more = f" and {len(found.outside) - 1} more" if found.outside[1:] else ""
        return _fault("needs_network", f"{PAGE} is not self-contained: {found.outside[0]}{more}")
    return None
