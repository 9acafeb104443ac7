"""What a judge is shown of a game or an agent: untrusted text, made harmless to read and impossible to mistake for our own words.

Every line of it starts with its number, so no line can look like an instruction, a fence or another speaker; the fence carries a hash of what is inside,
which the inside cannot know; characters that hide or reorder text are written out. Line numbers count lines as they are shown: long ones are broken.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from playproof.store.files import sha256_of

MOST_LINE = 400
"""Characters of a shown line; a longer one goes on in the next (ours)."""
MOST_CHARACTERS = 300_000
"""Characters that a judge is shown of one document; the rest is left out and said to be (ours)."""
MARK_LENGTH = 16
_MEDIA = re.compile(r"(data:(?:image|audio|video|font)/[\w.+-]+(?:;[\w=-]+)*;base64,)([A-Za-z0-9+/=\s]{200,})")
_SELECTORS = frozenset({*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)})
"""Code points that only vary the character before them, and can carry a message that nobody sees."""
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_OPENING = re.compile(r"^<<<< UNTRUSTED (?P<name>.+) (?P<mark>[0-9a-f]{16}) \(\d+ lines\)$")
_NUMBERED = re.compile(r"^ *(?P<number>\d+) \| ?(?P<text>.*)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """Text by an agent, as a judge sees it."""

    name: str
    lines: tuple[str, ...]
    file_lines: tuple[int, ...]
    """For each shown line, the line of the file that it is a part of."""
    left_out: int = 0
    """Characters of the file that are not shown."""

    @property
    def mark(self) -> str:
        """What the fence carries."""
        return sha256_of("\n".join((self.name, *self.lines)).encode("utf-8", "backslashreplace"))[:MARK_LENGTH]

    def between(self, first: int, last: int) -> tuple[str, ...]:
        """Shown lines by their numbers, both included."""
        return self.lines[first - 1 : last]


def document(name: str, text: str) -> Document:
    """The document that a text is shown as.

    Args:
        name: What it is called, our own word.
        text: What an agent wrote, or anything that holds words of one.
    """
    shown, left_out = _without_media(text), 0
    if len(shown) > MOST_CHARACTERS:
        left_out, shown = len(shown) - MOST_CHARACTERS, shown[:MOST_CHARACTERS]
    lines: list[str] = []
    origins: list[int] = []
    for number, line in enumerate(shown.splitlines(), 1):
        clean = visible(line)
        pieces = [clean[start : start + MOST_LINE] for start in range(0, len(clean), MOST_LINE)] or [""]
        lines += pieces
        origins += [number] * len(pieces)
    return Document(name=name, lines=tuple(lines), file_lines=tuple(origins), left_out=left_out)


def visible(text: str) -> str:
    """One line of text with every character that does not show written out by its code, e.g. a change of direction."""
    return "".join(_shown(character) for character in text)


def fenced(shown: Document) -> str:
    """A document as it stands in a question."""
    body = [f"{number:>6} | {line}" for number, line in enumerate(shown.lines, 1)]
    end = [f"     . | ({shown.left_out:,} more characters are not shown)"] if shown.left_out else []
    return "\n".join([f"<<<< UNTRUSTED {shown.name} {shown.mark} ({len(shown.lines)} lines)", *body, *end, f">>>> END {shown.mark}"])


def documents_in(text: str) -> dict[str, tuple[str, ...]]:
    """The documents of a question, by name: what `fenced` wrote, read back. For judges that are no models."""
    found: dict[str, tuple[str, ...]] = {}
    name, mark, lines = "", "", list[str]()
    for line in text.split("\n"):
        opening = _OPENING.match(line)
        if not mark and opening:
            name, mark, lines = opening["name"], opening["mark"], []
        elif mark and line == f">>>> END {mark}":
            found[name], mark = tuple(lines), ""
        elif mark:
            numbered = _NUMBERED.match(line)
            lines += [numbered["text"]] if numbered else []
    return found


def outside_documents(text: str) -> tuple[str, ...]:
    """The lines of a question that stand in no fence: our own words."""
    kept: list[str] = []
    mark = ""
    for line in text.split("\n"):
        opening = _OPENING.match(line)
        if not mark and opening:
            mark = opening["mark"]
        elif mark and line == f">>>> END {mark}":
            mark = ""
        elif not mark:
            kept.append(line)
    return tuple(kept)


def numbered(name: str, entries: Iterable[str]) -> Document:
    """A document with one line for each entry; longer ones go on in the next lines."""
    return document(name, "\n".join(" ".join(entry.split()) for entry in entries))


def _without_media(text: str) -> str:
    return _MEDIA.sub(lambda match: f"{match[1]}[{len(match[2]):,} characters]", text)


def _shown(character: str) -> str:
    if character == "\t":
        return " "
    code = ord(character)
    return f"\\u{{{code:x}}}" if code in _SELECTORS or unicodedata.category(character) in _HIDDEN else character
