"""Reading a log of any known runtime: which format it is, is told from its content."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

from playproof.errors import SpecError
from playproof.records.trace import Trace
from playproof.store.files import read_record, sha256_of
from playproof.store.traces.building import Source
from playproof.store.traces.claude_code import is_claude_code, read_claude_code
from playproof.store.traces.codex import is_codex, read_codex
from playproof.store.traces.inspect import MAGIC, is_inspect, read_inspect

TraceFormat = Literal["codex", "claude_code", "inspect", "playproof"]
FORMATS: tuple[TraceFormat, ...] = ("codex", "claude_code", "inspect", "playproof")
MOST_BYTES = 1 << 30
"""Largest log (ours)."""
LOOKED_AT = 50
"""Lines of a log that are looked at to tell its format (ours)."""


def read_trace(path: Path, *, kind: TraceFormat | None = None, sample: str = "") -> Trace:
    """The trajectory in a log.

    Args:
        path: The log of a runtime, or a trajectory that playproof wrote.
        kind: Its format; None: told from the content.
        sample: For a log with several samples: which one.

    Raises:
        SpecError: The file is missing, too large, of no known format, or holds nothing that happened.
    """
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise SpecError(str(path), f"has {size:,} bytes", expected=f"at most {MOST_BYTES:,}")
        content = path.read_bytes()
    except OSError as error:
        raise SpecError(str(path), f"cannot be read: {error.strerror}", expected=f"a log of {', '.join(FORMATS)}") from None
    source = Source(name=str(path), content=content, sha256=sha256_of(content))
    found = kind or format_of(source)
    if found == "playproof":
        return read_record(path, Trace)
    readers: dict[TraceFormat, Callable[[Source], Trace]] = {
        "codex": read_codex,
        "claude_code": read_claude_code,
        "inspect": lambda one: read_inspect(one, sample),
    }
    trace = readers[found](source)
    if not trace.events:
        raise SpecError(str(path), f"holds no event of {found} ({trace.skipped} lines could not be read)", expected="the log of an attempt")
    return trace


def format_of(source: Source) -> TraceFormat:
    """The format of a log, by its content; SpecError when it is none of those that are known."""
    if source.content.startswith(MAGIC):
        return "inspect"
    for line in source.content.split(b"\n", LOOKED_AT)[:LOOKED_AT]:
        first = _object(line)
        if is_codex(first):
            return "codex"
        if is_claude_code(first):
            return "claude_code"
    whole = _object(source.content)
    if is_inspect(whole):
        return "inspect"
    if "source_sha256" in whole and "events" in whole:
        return "playproof"
    raise SpecError(source.name, "is a log of no known runtime", expected=f"one of {', '.join(FORMATS)}; name it with --format")


def _object(content: bytes) -> Mapping[str, object]:
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
