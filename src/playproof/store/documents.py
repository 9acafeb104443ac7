"""YAML files <-> records, with errors at file:line."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from typing_extensions import override

from playproof.errors import SpecError
from playproof.records.record import Record

R = TypeVar("R", bound=Record)
Location = Sequence[str | int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that is wrong in a document that can be read, and where."""

    where: str
    """`file:line`."""
    message: str

    @override
    def __str__(self) -> str:
        """As a line to print."""
        return f"{self.where}: {self.message}"


def read_document(path: Path, kind: type[R], *, see: str = "") -> R:
    """The record in a YAML file.

    Args:
        path: The file.
        kind: The record it must hold.
        see: The page of the docs that describes the format.

    Raises:
        SpecError: The file is missing, is not YAML or does not fit; with file:line, the field and what was expected.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise SpecError(str(path), "no such file", expected=f"a {kind.__name__} as YAML", see=see) from None
    except (OSError, UnicodeDecodeError) as error:
        raise SpecError(str(path), f"cannot be read: {error}", see=see) from None
    try:
        content = YAML(typ="safe").load(text)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f":{mark.line + 1}" if mark else ""
        raise SpecError(f"{path}{line}", f"not valid YAML: {error.problem or error}", see=see) from None
    except YAMLError as error:
        raise SpecError(str(path), f"not valid YAML: {error}", see=see) from None
    if not isinstance(content, dict):
        raise SpecError(
            f"{path}:1", f"holds {'nothing' if content is None else f'a {type(content).__name__}'}", expected="a mapping of fields", see=see
        )
    try:
        return kind.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = f"{path}:{line_of(path, first['loc'])}"
        problem = f"{_dotted(first['loc'])}: {first['msg'].removeprefix('Value error, ')}"
        if first["type"] not in ("missing", "value_error"):
            problem += f", got {first['input']!r:.120}"
        more = len(error.errors()) - 1
        expected = f"{more} more problem(s) in this file" if more else ""
        if expected:
            problem += f" (and {expected})"
        raise SpecError(where, problem, see=see) from None


def line_of(path: Path, location: Location) -> int:
    """The line, counted from 1, at which a field stands; the nearest enclosing one when the field is missing."""
    node = YAML(typ="rt").load(path.read_text(encoding="utf-8"))
    line = 0
    for part in location:
        try:
            if isinstance(node, CommentedSeq) and isinstance(part, int):
                line = node.lc.item(part)[0]
            elif isinstance(node, CommentedMap) and part in node:
                line = node.lc.key(part)[0]
            else:
                continue  # the tag of a union, or a field that is missing
            node = node[part]
        except (AttributeError, KeyError, IndexError, TypeError):
            break
    return line + 1


def _dotted(location: Location) -> str:
    text = ""
    for part in location:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text or "file"
