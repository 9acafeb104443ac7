"""The known-good deliverable of each level: the game itself as one page, and the checklist that describes it. Generated, so that it never goes stale."""

import json
from pathlib import Path

from playproof.store.files import write_atomic
from playproof.tracks.replica.family import Instance

PAGE, CHECKLIST = "replica.html", "rules.json"


def oracle_files(instance: Instance) -> dict[str, str]:
    """File name -> content."""
    rules = [{"id": rule.id, "category": rule.category, "statement": rule.statement} for rule in instance.rules]
    return {PAGE: instance.page(), CHECKLIST: json.dumps(rules, indent=1, ensure_ascii=False) + "\n"}


def write_oracle(instance: Instance) -> Path:
    """Write the deliverable beside the family."""
    folder = instance.oracle_path
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in oracle_files(instance).items():
        write_atomic(folder / name, content.encode())
    return folder


def stale_files(instance: Instance) -> tuple[Path, ...]:
    """The files of the deliverable that are missing or not what would be generated now."""
    wanted = ((instance.oracle_path / name, content) for name, content in oracle_files(instance).items())
    return tuple(path for path, content in wanted if not path.is_file() or path.read_text(encoding="utf-8") != content)
