"""A family in memory, and one of its five levels as a game that can be opened: the whole game bundled into one HTML file.

The same bundler makes the game that an agent observes, the game without one of its rules (a mutant costs nothing) and the known-good replica.
"""

import base64
import json
import mimetypes
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playproof.errors import SpecError
from playproof.records.family import LEVELS, FamilyFile, LevelFile, LevelName, Rule
from playproof.store.artifacts import list_files
from playproof.store.documents import read_document
from playproof.store.files import sha256_of

SEE = "docs/reference/replica-family.md"
ENTRY = "index.html"
_SCRIPT = re.compile(r'<script\s+src="([^"]+)"\s*>\s*</script>')
_STYLE = re.compile(r'<link\s+rel="stylesheet"\s+href="([^"]+)"\s*/?>')
_ASSET = re.compile(r"""(?P<quote>["'(])asset:(?P<path>[A-Za-z0-9_./-]+)""")


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """One family, read from its folder."""

    path: Path
    file: FamilyFile

    def instance(self, level: LevelName) -> "Instance":
        """The game of one level."""
        return Instance(family=self, level=level)

    @property
    def instances(self) -> tuple["Instance", ...]:
        """All five."""
        return tuple(self.instance(level) for level in LEVELS)

    def text(self, name: str) -> str:
        """A file of the game, UTF-8."""
        path = self.path / "game" / name
        try:
            return path.read_text(encoding="utf-8")
        except FileNotFoundError:
            raise SpecError(str(path), "no such file", expected="a file of the family's game", see=SEE) from None
        except (OSError, UnicodeDecodeError) as error:
            raise SpecError(str(path), f"cannot be read: {error}", see=SEE) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """One level of a family: one task."""

    family: Family
    level: LevelName

    @property
    def id(self) -> str:
        """`replica/<family>/<level>`."""
        return f"{self.family.file.id}/{self.level}"

    @property
    def file(self) -> LevelFile:
        """Constants and budget."""
        return self.family.file.levels[self.level]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The checklist C of this level, statements filled in with the level's constants."""
        return tuple(
            rule.model_copy(update={"statement": _filled(rule, self.file.constants, self.family.path)})
            for rule in self.family.file.rules
            if rule.is_in(self.level)
        )

    @property
    def core_source(self) -> str:
        """The rule core, JavaScript."""
        return self.family.text("core.js")

    @property
    def core_sha256(self) -> str:
        """Of everything that decides what the rule core does at this level."""
        content = {"core": self.core_source, "constants": self.file.constants, "rules": [rule.id for rule in self.rules]}
        return sha256_of(json.dumps(content, sort_keys=True).encode())

    @property
    def oracle_path(self) -> Path:
        """The known-good deliverable."""
        return self.family.path / "oracle" / self.level

    def page(self, off: Sequence[str] = ()) -> str:
        """The game as one HTML file, without the rules in `off`."""
        unknown = sorted(set(off) - {rule.id for rule in self.rules})
        if unknown:
            raise SpecError(self.id, f"has no rule {unknown[0]!r}", expected=f"one of {', '.join(rule.id for rule in self.rules)}")
        level = {"name": self.level, "constants": self.file.constants, "off": list(off)}

        def script(match: re.Match[str]) -> str:
            source = self._asset_links(self.family.text(match[1]))
            return "<script>" + source.replace("</script", "<\\/script") + "</script>"  # it would end the script in the bundle too

        def style(match: re.Match[str]) -> str:
            return f"<style>{self._asset_links(self.family.text(match[1]))}</style>"

        page = _STYLE.sub(style, _SCRIPT.sub(script, self.family.text(ENTRY)))
        start = "<script>globalThis.LEVEL = " + json.dumps(level, sort_keys=True).replace("<", "\\u003c") + ";</script>"
        if "<head>" not in page:
            raise SpecError(str(self.family.path / "game" / ENTRY), "has no <head>", expected="a whole HTML document", see=SEE)
        return page.replace("<head>", f"<head>{start}", 1)

    def _asset_links(self, source: str) -> str:
        """`asset:name` in a script or style becomes a data URL, so that the bundle needs no second file."""

        def link(match: re.Match[str]) -> str:
            path = self.family.path / "game" / match["path"]
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            try:
                content = base64.b64encode(path.read_bytes()).decode()
            except OSError as error:
                raise SpecError(str(path), f"cannot be read: {error.strerror}", expected="an asset of the family's game", see=SEE) from None
            return f"{match['quote']}data:{kind};base64,{content}"

        return _ASSET.sub(link, source)


def load_family(path: Path) -> Family:
    """Read a family.

    Raises:
        SpecError: A file is missing or wrong, with file:line.
    """
    file = read_document(path / "family.yaml", FamilyFile, see=SEE)
    if file.id != f"replica/{path.name}":
        raise SpecError(str(path / "family.yaml"), f"id is {file.id!r}", expected=f"'replica/{path.name}', as its folder is called")
    list_files(path / "game")
    return Family(path=path, file=file)


def _filled(rule: Rule, constants: dict[str, Any], path: Path) -> str:
    try:
        return rule.statement.format_map(constants)
    except (KeyError, IndexError, ValueError) as error:
        raise SpecError(
            str(path / "family.yaml"), f"rule {rule.id!r}: its statement names a constant that a level does not have: {error}", see=SEE
        ) from None
