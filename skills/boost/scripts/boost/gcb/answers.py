"""How commands answer: a few stable lines for people and the same as facts for programs."""

from __future__ import annotations

import argparse
from typing import Any, NamedTuple

from . import schedule
from .book import Book, locate
from .changes import Change
from .ledger import Event
from .scan import Delta

SHOWN = 10


class Reply(NamedTuple):
    """A command's answer: lines for people, facts for programs."""

    lines: list[str]
    facts: dict[str, Any]


def open_book(options: argparse.Namespace) -> Book:
    """Open the record that the options mean."""
    return Book(*locate(options.project, options.records))


def next_step(book: Book) -> tuple[str, dict[str, Any] | None]:
    """Give the first step as a line and as facts."""
    found = schedule.steps(book.state)
    if not found:
        return "next: nothing; the record is complete", None
    step = found[0]
    return f"next: {step.action} {step.checkpoint}".rstrip() + f" - {step.why}", step._asdict()


def done(book: Book, event: Event, text: str, **facts: Any) -> Reply:
    """Answer a call that wrote a line."""
    line, step = next_step(book)
    return Reply([f"line {event.seq}: {text}", line], {"line": event.seq, "revision": book.state.revision, **facts, "next": step})


def change_facts(change: Change | None) -> dict[str, Any] | None:
    """Give a change as facts, without hashes of files."""
    if change is None:
        return None
    delta = change.delta
    return {
        "revision": change.revision,
        "added": sorted(delta.added),
        "changed": sorted(delta.changed),
        "deleted": list(delta.deleted),
        "scope": change.effect.scope,
        "because": change.effect.because,
        "invalidated": list(change.effect.invalidated),
    }


def change_lines(change: Change | None) -> list[str]:
    """Tell a change in two lines."""
    if change is None:
        return []
    return [
        f"revision {change.revision}: {told_delta(change.delta)}",
        f"invalidated ({change.effect.scope}: {change.effect.because}): {', '.join(change.effect.invalidated) or 'nothing'}",
    ]


def told_delta(delta: Delta) -> str:
    """Tell how many files differ and which first."""
    paths = delta.paths
    text = f"{len(delta.added)} added, {len(delta.changed)} changed, {len(delta.deleted)} deleted"
    return text + (f" ({', '.join(paths[:SHOWN])}{', ...' if len(paths) > SHOWN else ''})" if paths else "")


def restored(book: Book, event: Event) -> Reply:
    """Tell a rollback that ended."""
    number = event.body["repair"]
    lines = [
        f"repair {number} was rolled back ({event.body['why']}): the project is as it was when the repair began, now revision {book.state.revision}",
        f"the rejected candidate is archived: `repair export {number} --to DIR`",
        "relaunch the game, replay the checks, and name another cause before the next repair",
    ]
    line, step = next_step(book)
    return Reply(
        [*lines, line], {"repair": number, "why": event.body["why"], "culprit": event.body["culprit"], "revision": book.state.revision, "next": step}
    )
