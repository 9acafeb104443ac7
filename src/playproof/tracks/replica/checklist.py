"""D_R, the rule checklist of a deliverable, read forgivingly: JSON or Markdown, as agents write them.

JSON       a list of sentences or of {id?, category?, statement}; an object that holds such a list, or one list for each category
Markdown   headings are categories; every bullet or number is a rule, also in a table; without any of these every paragraph is

What cannot be read at all is the agent's doing. Single entries that hold no rule are left out and noted.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from playproof.errors import AgentError
from playproof.records.family import RuleCategory

MOST_BYTES = 256 << 10
"""Largest checklist (ours)."""
MOST_RULES = 400
"""Rules that are read; a longer list is cut, so that listing everything that could be is no way to be right (ours)."""
MOST_STATEMENT = 1500
"""Characters of a rule; the rest is cut (ours)."""
MOST_NOTES = 20
CATEGORIES: tuple[str, ...] = get_args(RuleCategory)
_STATEMENTS = ("statement", "rule", "text", "description", "content")
# Each of these reads a line once: a line may be as long as the file, and hostile.
_BULLET = re.compile(r"^\s*(?:[-*+•]|\d{1,4}[.)])\s+(?:\[[ xX]\]\s+)?(?P<text>\S.*)$")
_HEADING = re.compile(r"^#{1,6}\s+(?P<text>\S.*)$")
_RULING = frozenset("-*_=:| \t")
_FENCE = re.compile(r"^\s*(```|~~~)")
_EMPHASIS = re.compile(r"(\*\*|__|`)")


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenRule:
    """One rule as an agent wrote it."""

    id: str
    category: str
    """One of the six, else as the agent called it, else empty."""
    statement: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Checklist:
    """What was read."""

    rules: tuple[WrittenRule, ...]
    notes: tuple[str, ...] = ()
    """Entries that were left out or cut, and why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    where: str
    category: str
    statement: object
    id: str = ""


def read_checklist(path: Path) -> Checklist:
    """Read the checklist of a frozen deliverable.

    Args:
        path: `rules.json` or `rules.md`.

    Raises:
        AgentError: It is too large, no text, no JSON or holds no rule.
    """
    size = path.stat().st_size
    if size > MOST_BYTES:
        raise _unreadable(path.name, f"has {size:,} bytes", f"at most {MOST_BYTES:,}")
    return parse_checklist(path.read_bytes(), path.name)


def parse_checklist(content: bytes, name: str) -> Checklist:
    """The rules in a file's content; its name decides how it is read.

    Raises:
        AgentError: It is no text, no JSON or holds no rule.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unreadable(name, f"is not UTF-8: byte {error.start}", "text") from None
    entries = _json_entries(text, name) if name.lower().endswith(".json") else _markdown_entries(text)
    rules: list[WrittenRule] = []
    notes: list[str] = []
    try:
        for entry in entries:
            rule, note = _rule(entry)
            notes += [note] if note else []
            if rule is not None and len(rules) == MOST_RULES:
                notes.append(f"{entry.where} and what follows: more than {MOST_RULES} rules, not read")
                break
            rules += [rule] if rule is not None else []
    except RecursionError:
        raise _unreadable(name, "is nested too deeply", "a list of rules") from None
    if not rules:
        raise _unreadable(name, "holds no rule" + (f" ({notes[0]})" if notes else ""), "a list with one sentence for each rule")
    more = (f"{len(notes) - MOST_NOTES} more",) if len(notes) > MOST_NOTES else ()
    return Checklist(rules=tuple(rules), notes=(*notes[:MOST_NOTES], *more))


def _unreadable(name: str, problem: str, expected: str) -> AgentError:
    return AgentError(f"{name}: {problem}\n  expected {expected}", kind="unreadable_checklist")


def _rule(entry: _Entry) -> tuple[WrittenRule | None, str]:
    """The rule in an entry, or None; and what there is to note."""
    if not isinstance(entry.statement, str):
        kind = "nothing" if entry.statement is None else type(entry.statement).__name__
        return None, f"{entry.where}: its statement is {kind}, a sentence was expected"
    statement = " ".join(entry.statement.split())
    if not any(character.isalnum() for character in statement):
        return None, f"{entry.where}: states nothing"
    note = f"{entry.where}: cut after {MOST_STATEMENT} characters" if len(statement) > MOST_STATEMENT else ""
    return WrittenRule(id=" ".join(entry.id.split())[:80], category=_category(entry.category), statement=statement[:MOST_STATEMENT]), note


def _category(words: str) -> str:
    """One of the six by its name, however it is written, else the words."""
    bare = re.sub(r"[^a-z0-9]+", "_", words.lower()).strip("_").removesuffix("_rules").removesuffix("_rule")
    known = next((name for name in CATEGORIES if bare in (name, f"{name}s")), None)
    return known or " ".join(words.split())[:80]


def _json_entries(text: str, name: str) -> Iterator[_Entry]:
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise _unreadable(
            name, f"line {error.lineno}, column {error.colno}: no JSON: {error.msg}", "JSON; what is Markdown is called rules.md"
        ) from None
    except (ValueError, RecursionError) as error:
        raise _unreadable(name, f"cannot be read as JSON: {type(error).__name__}", "a list of rules") from None
    if not isinstance(content, list | dict):
        raise _unreadable(name, f"holds {content!r:.60}", 'a list: ["...", {"id", "category", "statement"}]')
    return _listed(content, "", "")


def _listed(content: object, where: str, category: str) -> Iterator[_Entry]:
    """Rules in a list, in the lists of an object (their names are categories, unless they are called after rules), or one rule."""
    match content:
        case list():
            for number, one in enumerate(content):
                if isinstance(one, dict):
                    yield from _listed(one, f"{where}[{number}]", category)
                else:
                    yield _Entry(where=f"{where}[{number}]", category=category, statement=one)
        case dict():
            field = next((field for field in _STATEMENTS if isinstance(content.get(field), str)), None)
            if field is not None:
                named = content.get("category")
                yield _Entry(
                    where=where or "the object",
                    category=named if isinstance(named, str) else category,
                    statement=content[field],
                    id=str(content.get("id", "")),
                )
                return
            lists = {key: value for key, value in content.items() if isinstance(value, list | dict)}
            if not lists:
                yield _Entry(where=where or "the object", category=category, statement=content.get("statement"))
            for key, value in lists.items():
                own = category if key.lower() in ("rules", "checklist", "items", "categories") else key
                yield from _listed(value, f"{where}.{key}" if where else key, own)


def _markdown_entries(text: str) -> Iterator[_Entry]:
    lines = [line.rstrip() for line in text.splitlines()]
    found = list(_bullets(lines))
    return iter(found or _paragraphs(lines))


def _bullets(lines: list[str]) -> Iterator[_Entry]:
    """Bullets, numbers and rows of tables; an indented line goes on with the bullet above it."""
    category, open_entry, is_code, is_row = "", None, False, False
    for number, line in enumerate(lines, 1):
        if _FENCE.match(line):
            is_code = not is_code
            continue
        heading, bullet = _HEADING.match(line), _BULLET.match(line)
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")] if line.lstrip().startswith("|") else []
        if not is_code and open_entry is not None and not heading and not bullet and not cells and line.strip() and line[:1].isspace():
            if len(str(open_entry.statement)) <= MOST_STATEMENT:
                open_entry = _Entry(where=open_entry.where, category=open_entry.category, statement=f"{open_entry.statement} {line.strip()}")
            continue
        if open_entry is not None:
            yield open_entry
            open_entry = None
        if is_code or _is_ruler(line):
            is_row = is_row or bool(cells)
            continue
        is_row = is_row and bool(cells)
        if heading:
            category = _plain(heading["text"].rstrip("#"))
        elif bullet:
            open_entry = _Entry(where=f"line {number}", category=category, statement=_plain(bullet["text"]))
        elif cells and is_row:  # the first row, above the ruler, names the columns
            own = next((cell for cell in cells if _category(cell) in CATEGORIES), category)
            yield _Entry(where=f"line {number}", category=own, statement=_plain(max(cells, key=len)))
    if open_entry is not None:
        yield open_entry


def _paragraphs(lines: list[str]) -> Iterator[_Entry]:
    category, kept, began = "", list[str](), 0
    for number, line in enumerate([*lines, ""], 1):
        heading = _HEADING.match(line)
        if line.strip() and not heading and not _is_ruler(line) and not _FENCE.match(line):
            began = began if kept else number
            kept.append(line.strip())
            continue
        if kept:
            yield _Entry(where=f"line {began}", category=category, statement=_plain(" ".join(kept)))
        kept = []
        category = _plain(heading["text"].rstrip("#")) if heading else category


def _is_ruler(line: str) -> bool:
    """A line that only divides: between parts, or the head of a table from its rows."""
    bare = line.replace(" ", "").replace("\t", "")
    return set(line) <= _RULING and (len(bare) > len("--") or "|" in bare) and bare.strip("|") != ""


def _plain(text: str) -> str:
    return _EMPHASIS.sub("", text).strip()
