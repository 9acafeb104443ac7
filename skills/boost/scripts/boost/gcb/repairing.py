"""The commands of guarded repair and of recovery."""

from __future__ import annotations

import argparse
import os

from . import trial
from .answers import Reply, done, open_book, restored
from .book import Book
from .ledger import Event, as_refusal
from .refusals import Refusal
from .restore import settle


def settled(book: Book, done: str) -> Event:
    """End the rollback that a call decided; if it cannot end now, the refusal says what is done already."""
    try:
        return settle(book)
    except Refusal as refusal:
        problem = f"{done} and decided a rollback, which could not end: {refusal.problem}"
        raise Refusal(refusal.code, problem, f"{refusal.do} Then run `recover`.", **refusal.details) from refusal


def run_repair_begin(options: argparse.Namespace) -> Reply:
    """Begin a guarded repair."""
    with open_book(options) as book:
        event = trial.begin(book, options.target, options.hypothesis)
    protected = event.body["protected"]
    return done(
        book,
        event,
        f"repair {event.body['repair']} of {options.target} begun; protected: {', '.join(protected)}",
        repair=event.body["repair"],
        protected=protected,
    )


def run_repair_keep(options: argparse.Namespace) -> Reply:
    """Keep the candidate."""
    with open_book(options) as book:
        event = trial.keep(book)
    return done(book, event, f"repair {event.body['repair']} kept", repair=event.body["repair"], proof=event.body["proof"])


def run_repair_abandon(options: argparse.Namespace) -> Reply:
    """Give the repair up."""
    with open_book(options) as book:
        event = trial.abandon(book, options.reason)
        event = settled(book, f"line {event.seq} was recorded") if book.state.recovery_pending else event
    if event.kind == "restored":
        return restored(book, event)
    return done(book, event, f"repair {event.body['repair']} abandoned; nothing had changed", repair=event.body["repair"])


def run_repair_export(options: argparse.Namespace) -> Reply:
    """Write the files of a rejected candidate that differed from the snapshot into a folder."""
    book = open_book(options)
    chosen = next((one for one in book.state.trials if one.number == options.repair and one.archives), None)
    if chosen is None:
        raise Refusal("no-such-repair", f"repair {options.repair} has no archived candidate")
    target = os.path.realpath(options.to)
    if os.path.normcase(target + os.sep).startswith(os.path.normcase(book.project + os.sep)):
        raise Refusal("records-inside-project", f"{target!r} lies inside the project", "Give --to a folder outside the project.")
    files = {path: entry for archive in reversed(chosen.archives) for path, entry in archive.files.items()}
    book.blobs.check({entry.sha for entry in files.values()})
    try:
        for path, entry in files.items():
            place = os.path.join(target, path)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            book.blobs.copy_to(entry.sha, place)
    except OSError as error:
        raise as_refusal(error, target) from error
    gone = list(chosen.archives[0].deleted)
    lines = [f"{len(files)} files written to {target}"] + ([f"the candidate had deleted: {', '.join(gone)}"] if gone else [])
    return Reply(lines, {"to": target, "files": sorted(files), "deleted": gone})


def run_recover(options: argparse.Namespace) -> Reply:
    """Bring an interrupted rollback to its end."""
    with open_book(options) as book:
        event = settle(book)
    return restored(book, event)
