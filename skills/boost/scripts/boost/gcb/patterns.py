"""File patterns of a contract: '*' and '?' stay inside one folder, '**' crosses folders, a final '/' means the whole folder."""

from __future__ import annotations

import re
from functools import cache


def fault(pattern: str) -> str:
    """Say what is wrong with a pattern; empty if nothing is."""
    if not pattern or pattern != pattern.strip():
        return "is empty or has spaces at its ends"
    if pattern.startswith("/") or "\\" in pattern or re.match(r"[A-Za-z]:", pattern):
        return "must be relative to the project and use '/'"
    if any(part in {"..", "."} for part in pattern.split("/")):
        return "must not contain '.' or '..' as a folder"
    if not pattern.strip("*?/."):
        return "matches everything"
    return ""


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Translate a pattern once."""
    if pattern.endswith("/"):
        pattern += "**"
    parts: list[str] = []
    position = 0
    while position < len(pattern):
        if pattern.startswith("**/", position):
            parts.append("(?:.*/)?")
            position += 3
        elif pattern.startswith("**", position):
            parts.append(".*")
            position += 2
        else:
            sign = pattern[position]
            parts.append({"*": "[^/]*", "?": "[^/]"}.get(sign, re.escape(sign)))
            position += 1
    return re.compile("".join(parts), re.DOTALL)


def matches(pattern: str, path: str) -> bool:
    """Tell whether the project path `path` is meant by `pattern`."""
    return _compiled(pattern).fullmatch(path) is not None


def any_match(patterns: tuple[str, ...], path: str) -> bool:
    """Tell whether one of the patterns means `path`."""
    return any(matches(pattern, path) for pattern in patterns)
