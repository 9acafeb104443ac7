"""What each command does with an opened record, and what it answers: a few stable lines and the same as JSON."""

from __future__ import annotations

import argparse
import json
import os
from dataclasses import fields
from typing import Any

from . import finals, observe, report, schedule, syncing
from .answers import Reply, change_facts, change_lines, done, next_step, open_book, restored, told_delta
from .book import Book, locate
from .contract import TOOLS
from .discovery import discover, headings
from .evidence import Given
from .ledger import as_refusal
from .refusals import RULES, Refusal
from .repairing import settled
from .scan import Delta


def run_discover(options: argparse.Namespace) -> Reply:
    """Look at a project without changing anything."""
    folder = os.path.realpath(options.folder or options.project or os.curdir)
    if not os.path.isdir(folder):
        raise Refusal("project-missing", f"{folder!r} is not a folder")
    found = discover(folder)
    lines = [f"project {folder}"]
    for root in found.as_json()["roots"]:
        lines += [f"engine {root['engine']} at {root['path'] or '.'}", f"  launch: {root['launch']}", f"  logs: {root['logs']}"]
    lines += [] if found.roots else ["engine unknown: every file is monitored except the fixed exclusions"]
    for name in ("entry_points", "inputs", "documents", "shared"):
        values = getattr(found, name)
        if values:
            lines.append(f"{name.replace('_', ' ')}: {', '.join(values)}")
    lines += [f"sources: {', '.join(f'{count} {suffix}' for suffix, count in sorted(found.sources.items()))}"] if found.sources else []
    lines += [f"symbolic links (refused by the monitor): {', '.join(found.links)}"] if found.links else []
    return Reply(lines, {"project": folder, **found.as_json()})


def run_contract_init(options: argparse.Namespace) -> Reply:
    """Begin a record and write the skeleton of its contract."""
    project, records = locate(options.project or os.curdir, options.records)
    documents = [os.path.realpath(path) for path in options.document]
    for path in documents:
        if not os.path.isfile(path):
            raise Refusal("contract-unreadable", f"the document {path!r} does not exist", "Give --document the design document you were handed.")
    try:
        book = Book.create(project, records)
    except Refusal as refusal:
        # A call that was killed may have begun the record without writing the skeleton; only then is there something left to do.
        if refusal.code != "already-initialised" or os.path.exists(os.path.join(records, "contract.json")):
            raise
        book = Book(project, records)
        if book.state.contract is not None:
            raise
    found = discover(project)
    sections = {key: title for path in documents for key, title in headings(path).items()}
    skeleton = {
        "schema": 1,
        "title": options.title or os.path.basename(project),
        "_help": "references/contract.md explains each field; fill in what is empty, then run `contract validate`",
        "sections": sections or {"1": "write one entry for each section of the design document"},
        "not_playable": {},
        "tools": dict.fromkeys(TOOLS, ""),
        "budget_s": options.budget_s,
        "reopen_required": None,
        "shared": found.shared,
        "resources": found.resources,
        "checkpoints": [],
    }
    if not os.path.exists(book.contract_path):
        _write_skeleton(book.contract_path, skeleton)
    lines = [
        f"record begun in {records}: revision 1, {len(book.state.files)} files",
        f"engine: {', '.join(root.engine for root in found.roots) or 'unknown'}; sections taken from the document: {len(sections)}",
        f"write {book.contract_path}, then run `contract validate`; save captures in {book.inbox}",
    ]
    facts = {
        "project": project,
        "records": records,
        "contract": book.contract_path,
        "inbox": book.inbox,
        "revision": 1,
        "files": len(book.state.files),
    }
    return Reply(lines, facts)


def _write_skeleton(path: str, skeleton: dict[str, Any]) -> None:
    """Write the contract's skeleton, whole or not at all."""
    temporary = path + ".tmp"
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            json.dump(skeleton, file, indent=2, ensure_ascii=False)
            file.write("\n")
        os.replace(temporary, path)
    except OSError as error:
        raise as_refusal(error, path) from error


def run_contract_validate(options: argparse.Namespace) -> Reply:
    """Check contract.json and accept it."""
    book = open_book(options)
    if options.check:
        result = syncing.validate(book, check_only=True)
    else:
        with book:
            result = syncing.validate(book)
    kinds = [checkpoint.kind for checkpoint in result.contract.checkpoints.values()]
    counts = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
    word = "accepted" if result.written else ("valid" if options.check else "unchanged")
    lines = [f"contract {word}: {len(kinds)} checkpoints ({counts})"]
    lines += [f"taken away: {', '.join(result.redefined)}"] if result.redefined else []
    lines += [f"removed: {', '.join(result.removed)}"] if result.removed else []
    lines += change_lines(result.change)
    lines += [f"note: {text}" for text in result.warnings]
    line, step = next_step(book)
    facts = {
        "accepted": result.written or not options.check,
        "checkpoints": list(result.contract.checkpoints),
        "redefined": list(result.redefined),
        "removed": list(result.removed),
        "change": change_facts(result.change),
        "warnings": result.warnings,
        "next": step,
    }
    return Reply([*lines, *([] if options.check else [line])], facts)


def run_contract_revert(options: argparse.Namespace) -> Reply:
    """Write the accepted contract back."""
    with open_book(options) as book:
        syncing.revert(book)
    return Reply([f"{book.contract_path} is the accepted contract again"], {"contract": book.contract_path})


def run_status(options: argparse.Namespace) -> Reply:
    """Tell how the books stand and whether the project is the recorded one. Writes nothing to the ledger."""
    book = open_book(options)
    state = book.state
    delta = Delta({}, {}, ()) if state.recovery_pending else book.delta(book.scan(trust=not options.full))
    book.cache.save()
    counts = report.summary(state)
    complete = report.is_complete(book, unrecorded=len(delta.paths))
    lines = [f"revision {state.revision} ({state.fingerprint[:8]}), {len(state.files)} files monitored, {len(book.ledger.events)} ledger lines"]
    lines.append(f"checkpoints: {', '.join(f'{count} {word}' for word, count in counts.items()) or 'no contract accepted'}")
    lines.append(f"complete: {'yes' if complete else 'no'}" + (f"; stopped: {state.stopped}" if state.stopped else ""))
    if state.trial is not None:
        lines.append(f"repair {state.trial.number} of {state.trial.target}: {'rollback pending, run `recover`' if state.trial.decided else 'open'}")
    changed = state.contract is not None and book.contract_file_changed()
    if changed:
        lines.append("contract.json differs from the accepted contract: run `contract validate` (or `contract revert`)")
    if delta:
        lines.append(f"not recorded: {told_delta(delta)}: run `sync`")
    line, step = next_step(book)
    lines += [] if delta or changed else [line]
    facts = {
        "revision": state.revision,
        "fingerprint": state.fingerprint,
        "files": len(state.files),
        "counts": counts,
        "complete": complete,
        "stopped": state.stopped,
        "sync_needed": bool(delta),
        "unrecorded": list(delta.paths),
        "contract_changed": changed,
        "recovery_pending": state.recovery_pending,
        "repair": None
        if state.trial is None
        else {"repair": state.trial.number, "target": state.trial.target, "protected": list(state.trial.protected)},
        "next": step,
    }
    return Reply(lines, facts)


def run_next(options: argparse.Namespace) -> Reply:
    """Tell what to do next and why."""
    book = open_book(options)
    state = book.state
    if state.stopped:
        raise Refusal("record-closed", f"work was stopped: {state.stopped}")
    if state.contract is not None and not state.recovery_pending:
        book.require_contract()
        found = book.scan(trust=True)
        book.cache.save()
        delta = book.delta(found)
        if delta:
            raise Refusal("unrecorded-changes", f"since revision {state.revision}: {told_delta(delta)}", paths=list(delta.paths))
    found_steps = schedule.steps(state)
    shown = found_steps if options.all else found_steps[:1]
    lines = []
    for step in shown:
        lines.append(f"{step.action} {step.checkpoint}".rstrip() + f" - {step.why}")
        checkpoint = state.contract.checkpoints.get(step.checkpoint) if state.contract else None
        if checkpoint is not None and not options.all:
            lines += [f"  source: {checkpoint.source}; expect: {checkpoint.expect}", f"  input: {checkpoint.input or 'none'}"]
        lines.append(f"  boost {step.command}")
        if checkpoint is not None and not options.all and "--outcome pass" in step.command:
            lines.append("  seen to be wrong? the same with --outcome fail --diagnosis TEXT, and --agree no where reading and view differ")
    return Reply(lines or ["nothing; the record is complete"], {"revision": state.revision, "steps": [step._asdict() for step in found_steps]})


def run_sync(options: argparse.Namespace) -> Reply:
    """Record what changed in the project."""
    with open_book(options) as book:
        result = syncing.sync(book, tuple(options.touched), options.why)
    line, step = next_step(book)
    lines = change_lines(result.change) or [f"nothing changed since revision {book.state.revision}"]
    lines += ["relaunch or reload the game under a new session id before you observe"] if result.change else []
    return Reply([*lines, line], {"revision": book.state.revision, "change": change_facts(result.change), "next": step})


def _given(options: argparse.Namespace) -> Given:
    """Take the observation out of the options."""
    return Given(**{field.name: getattr(options, field.name) for field in fields(Given) if hasattr(options, field.name)})


def run_observation(options: argparse.Namespace) -> Reply:
    """Record an observation; one that shows a regression in a repair rolls the candidate back at once."""
    given = _given(options)
    write = {"record": observe.record, "journey": finals.journey, "reopen": finals.reopen}[options.command]
    with open_book(options) as book:
        event = write(book, given)
        rollback = settled(book, f"line {event.seq} was recorded") if book.state.recovery_pending else None
    text = f"{given.checkpoint} {given.outcome} on revision {event.body['revision']}"
    reply = done(book, event, text, checkpoint=given.checkpoint, outcome=given.outcome, rolled_back=None)
    if rollback is None:
        return reply
    told = restored(book, rollback)
    return Reply([reply.lines[0], *told.lines], {**reply.facts, "next": told.facts["next"], "rolled_back": told.facts})


def run_finish(options: argparse.Namespace) -> Reply:
    """Mark the record complete, or end the work."""
    with open_book(options) as book:
        event = finals.finish(book) if options.stop is None else finals.stop(book, options.stop)
    complete = bool(event.body["complete"])
    text = (
        f"record complete on revision {book.state.revision}" if complete else f"work stopped ({event.body['condition']}); the record is not complete"
    )
    facts = {"line": event.seq, "revision": book.state.revision, "complete": complete, "unmet": event.body.get("unmet", [])}
    return Reply([f"line {event.seq}: {text}", *(f"unmet: {what}: {why}" for what, why in facts["unmet"])], facts)


def run_report(options: argparse.Namespace) -> Reply:
    """Tell the whole record."""
    book = open_book(options)
    unrecorded = [] if book.state.recovery_pending else list(book.delta(book.scan(trust=True)).paths)
    book.cache.save()
    return Reply([report.markdown(book, unrecorded).rstrip("\n")], report.as_json(book, unrecorded))


def run_explain(options: argparse.Namespace) -> Reply:
    """Explain one refusal, or list them all."""
    chosen = [options.code] if options.code else list(RULES)
    lines = [text for code in chosen for text in (f"{code}: {RULES[code].meaning}", f"  {RULES[code].remedy}")]
    return Reply(lines, {"refusals": {code: RULES[code]._asdict() for code in chosen}})
