"""Write `references/refusals.md` and `references/exclusions.md` from the tables in the code: `python tests/write_references.py`."""

from __future__ import annotations

import os

from desk import SKILL
from gcb.engines import ENGINES, EXCLUDED_FILES, EXCLUDED_FOLDERS, EXCLUDED_SUFFIXES
from gcb.refusals import RULES


def names(some: object) -> str:
    """List names in code style."""
    return ", ".join(f"`{name}`" for name in some)  # type: ignore[attr-defined]


def main() -> None:
    """Write both pages."""
    lines = [
        "# Refusals",
        "",
        "A refusal writes nothing, exits with status 1, and can be asked for: `boost explain CODE`.",
        "",
        "| code | meaning | what to do |",
        "|---|---|---|",
    ]
    lines += [f"| `{code}` | {rule.meaning} | {rule.remedy} |" for code, rule in RULES.items()]
    write("refusals.md", lines)
    lines = [
        "# What is not monitored",
        "",
        "Everything else in the project is: added, changed and deleted files, and their modes. The list is fixed; a contract cannot add to it.",
        "What is not monitored is neither fingerprinted nor saved nor restored. Symbolic links and special files are refused, not left out.",
        "",
        f"Folders of any of these names, anywhere: {names(sorted(EXCLUDED_FOLDERS))}.",
        "",
        f"Files of these names: {names(sorted(EXCLUDED_FILES))}; files that end in {names(EXCLUDED_SUFFIXES)}.",
        "",
        "Directly below the root of an engine's project (found when the record begins and when a contract is accepted):",
        "",
        "| engine | folders |",
        "|---|---|",
        *(f"| {engine.name} | {names(engine.caches) or 'none'} |" for engine in ENGINES.values()),
    ]
    write("exclusions.md", lines)


def write(name: str, lines: list[str]) -> None:
    """Write one page."""
    with open(os.path.join(SKILL, "references", name), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
