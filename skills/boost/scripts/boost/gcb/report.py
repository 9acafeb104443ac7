"""The whole record in one page of Markdown, or as JSON. It repeats the ledger and judges nothing."""

from __future__ import annotations

import datetime as dt
import os
import time
from typing import Any

from . import VERSION
from .book import Book
from .finals import unmet
from .ledger import Event
from .state import OUTCOMES, State

SHORT = 12


def summary(state: State) -> dict[str, int]:
    """Count the checkpoints by how they stand."""
    words = [state.standing(name).word for name in state.contract.checkpoints] if state.contract else []
    return {word: words.count(word) for word in ("pass", "fail", "stale", "unverified", "blocked", "missing") if word in words}


def is_complete(book: Book, *, unrecorded: int) -> bool:
    """Tell whether the record is complete for the project as it is now."""
    return bool(book.state.finished_seq) and not unrecorded and not book.contract_file_changed()


def as_json(book: Book, unrecorded: list[str]) -> dict[str, Any]:
    """Give everything a reader may want to count, without the captures."""
    state = book.state
    observations = [event for event in book.ledger.events if event.kind == "observation"]
    contract = state.contract
    return {
        "version": VERSION,
        "project": book.project,
        "records": book.records,
        "title": contract.title if contract else "",
        "tools": contract.tools if contract else {},
        "revision": state.revision,
        "fingerprint": state.fingerprint,
        "unrecorded_changes": unrecorded,
        "complete": is_complete(book, unrecorded=len(unrecorded)),
        "stopped": state.stopped,
        "unmet": [list(one) for one in unmet(state)],
        "checkpoints": [_checkpoint(state, name, observations) for name in (contract.checkpoints if contract else {})],
        "repairs": [
            {
                "repair": t.number,
                "target": t.target,
                "hypothesis": t.hypothesis,
                "result": t.decided if t.result == "open" and t.decided else t.result,
                "culprit": t.culprit,
            }
            for t in state.trials
        ],
        "observations": {word: sum(event.body["outcome"] == word for event in observations) for word in OUTCOMES},
        "changes": sum(
            event.kind in {"change", "restored"} or (event.kind == "contract" and event.body["change"] is not None) for event in book.ledger.events
        ),
        "contracts_accepted": sum(event.kind == "contract" for event in book.ledger.events),
        "captures_shown": len(state.captures),
        "elapsed_s": round((time.time_ns() - state.started_ns) / 1e9, 1),
        "events": len(book.ledger.events),
        "record_bytes": _size_bytes(book.records),
    }


def _checkpoint(state: State, name: str, observations: list[Event]) -> dict[str, Any]:
    """Give one row of the table of checkpoints."""
    standing = state.standing(name)
    contract = state.contract
    return {
        "id": name,
        "kind": contract.checkpoints[name].kind if contract else "",
        "source": contract.checkpoints[name].source if contract else "",
        "stands": standing.word,
        "last": standing.outcome,
        "revision": standing.revision,
        "line": standing.seq,
        "observations": sum(event.body["checkpoint"] == name for event in observations),
    }


def _size_bytes(folder: str) -> int:
    """Add up the sizes of all files of a folder."""
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(parent, name)).st_size
            except OSError:
                continue
    return total


def markdown(book: Book, unrecorded: list[str]) -> str:
    """Write the report as Markdown."""
    facts = as_json(book, unrecorded)
    state = book.state
    lines = [
        f"# {facts['title'] or 'Game'}: record of checks",
        "",
        "The flag says whether the record is complete. It is no grade.",
        "",
        f"- complete: {'yes' if facts['complete'] else 'no'}" + (f" (stopped: {state.stopped})" if state.stopped else ""),
        f"- revision {state.revision}, files {state.fingerprint[:SHORT]}, {len(state.files)} monitored"
        + (f", **{len(unrecorded)} changed and not recorded**" if unrecorded else ""),
        f"- {facts['events']} ledger lines in {facts['elapsed_s']} s, {facts['record_bytes']} bytes, {facts['captures_shown']} captures",
        f"- contract accepted {facts['contracts_accepted']} times, {facts['changes']} changes of files",
        "",
        "| checkpoint | kind | source | stands | revision | line | observed |",
        "|---|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {c['id']} | {c['kind']} | {_cell(c['source'])} | {c['stands']} | {c['revision'] or ''} | {c['line'] or ''} | {c['observations']} |"
        for c in facts["checkpoints"]
    ]
    if facts["unmet"]:
        lines += ["", "## Unmet", "", *(f"- {what}: {why}" for what, why in facts["unmet"])]
    if state.trials:
        lines += ["", "## Repairs", "", "| repair | target | hypothesis | result |", "|---|---|---|---|"]
        lines += [
            f"| {r['repair']} | {r['target']} | {_cell(r['hypothesis'])} | {r['result']}{' (' + r['culprit'] + ' failed)' if r['culprit'] else ''} |"
            for r in facts["repairs"]
        ]
    lines += ["", "## History", "", *(f"- {event.seq}. {_when(event)} {_tell(event)}" for event in book.ledger.events)]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    """Make a text safe for a table cell."""
    return text.replace("|", "\\|").replace("\n", " ")


def _when(event: Event) -> str:
    """Give the time of an event in UTC."""
    return dt.datetime.fromtimestamp(event.t_ns // 1_000_000_000, dt.timezone.utc).strftime("%H:%M:%S")


def _tell(event: Event) -> str:
    """Tell one event in one line."""
    body = event.body
    if event.kind == "observation":
        because = body["diagnosis"] or body["reason"]
        return f"{body['checkpoint']} {body['outcome']} on revision {body['revision']}" + (f": {_cell(because)}" if because else "")
    change = body if event.kind == "change" else body.get("change")
    moved = ""
    if change:
        count = len(change["added"]) + len(change["changed"]) + len(change["deleted"])
        moved = f"revision {change['revision']}, {count} files ({change['scope']}: {_cell(change['because'])}), takes {', '.join(change['invalidated']) or 'nothing'}"
    if event.kind == "change":
        return f"change: {moved}" + (f"; touched {', '.join(body['touched'])}: {_cell(body['why'])}" if "touched" in body else "")
    if event.kind == "repair-begun":
        return f"repair {body['repair']} of {body['target']} begun, protects {', '.join(body['protected'])}: {_cell(body['hypothesis'])}"
    texts = {
        "bound": f"record begun with {len(body.get('files', ()))} files",
        "contract": f"contract accepted; redefined {', '.join(body.get('redefined', ())) or 'nothing'}; removed {', '.join(body.get('removed', ())) or 'nothing'}; {moved}".rstrip(
            "; "
        ),
        "repair-kept": f"repair {body.get('repair')} kept",
        "repair-abandoned": f"repair {body.get('repair')} abandoned: {_cell(str(body.get('reason')))}",
        "candidate-archived": f"candidate of repair {body.get('repair')} archived",
        "restored": f"repair {body.get('repair')} rolled back ({body.get('why')}): {moved}",
        "finished": "record complete",
        "stopped": f"stopped ({body.get('condition')}): {_cell(str(body.get('reason')))}",
        "tail-dropped": f"a line cut short was dropped ({body.get('bytes')} bytes)",
    }
    return texts.get(event.kind, event.kind)
