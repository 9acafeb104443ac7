"""The contract: what the agent promises to check, taken from the public design document.

`contract.json` lies in the records folder and is written by the agent; `read` turns it into a `Contract` or gives every problem at
once. The rules that need the whole graph (sources covered, no circles, a journey) are in `contract_rules`.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field, replace
from typing import Any

from .refusals import Problem, Refusal

SCHEMA = 1
KINDS = ("visual-transition", "static-visual", "state", "journey", "reopen")
EVIDENCE = ("before", "after", "state", "log")
# The least that each kind of check must show.
LEAST_EVIDENCE: dict[str, tuple[str, ...]] = {
    "visual-transition": ("before", "after"),
    "static-visual": ("after",),
    "state": ("after", "state"),
    "journey": ("before", "after"),
    "reopen": ("before", "after"),
}
TOOLS = ("launch", "input", "capture", "view", "state", "log")
FIELDS = ("schema", "title", "sections", "not_playable", "tools", "budget_s", "reopen_required", "shared", "resources", "checkpoints")
CHECKPOINT_FIELDS = ("id", "kind", "source", "expect", "input", "after", "uses", "evidence", "view_only", "visits", "path")
VISIT_FIELDS = ("after", "expect", "input")


@dataclass(frozen=True)
class Checkpoint:
    """One thing to check by playing.

    Attributes:
        after: Ids that must pass first.
        uses: Resources whose files it depends on.
        evidence: What an observed pass must show, of `EVIDENCE`.
        view_only: Why a visual transition has no state or log to compare with; '' if it has.
        path: For a journey, the checkpoints it visits from entry to ending.
        definition: Hash of all of this and of the patterns of its resources.
    """

    id: str
    kind: str
    source: str
    expect: str
    input: str
    after: tuple[str, ...]
    uses: tuple[str, ...]
    evidence: tuple[str, ...]
    view_only: str
    path: tuple[str, ...]
    definition: str = ""

    @property
    def prerequisites(self) -> tuple[str, ...]:
        """Everything that must pass first: `after`, and a journey's whole path."""
        return tuple(dict.fromkeys((*self.after, *self.path)))

    @property
    def is_final(self) -> bool:
        """Tell whether this is a journey or a reopen, which hold for one revision only."""
        return self.kind in {"journey", "reopen"}


@dataclass(frozen=True)
class Contract:
    """A contract as read. `checkpoints` has repeated visits as checkpoints of their own, in the file's order."""

    title: str
    sections: dict[str, str]
    not_playable: dict[str, str]
    tools: dict[str, str]
    budget_s: float | None
    reopen_required: bool
    shared: tuple[str, ...]
    resources: dict[str, tuple[str, ...]]
    checkpoints: dict[str, Checkpoint]
    raw: dict[str, Any] = field(compare=False)

    def dependents(self, ids: set[str]) -> set[str]:
        """Give `ids` and every checkpoint that comes after one of them, directly or not."""
        found = set(ids)
        grew = True
        while grew:
            more = {c.id for c in self.checkpoints.values() if c.id not in found and found.intersection(c.prerequisites)}
            found |= more
            grew = bool(more)
        return found

    def order(self) -> list[str]:
        """Give the ids so that prerequisites come first, otherwise as in the file; ids on a circle are left out."""
        done: list[str] = []
        left = list(self.checkpoints)
        while True:
            ready = next((i for i in left if all(p in done or p not in self.checkpoints for p in self.checkpoints[i].prerequisites)), None)
            if ready is None:
                return done
            done.append(ready)
            left.remove(ready)

    def available(self, tool: str) -> bool:
        """Tell whether the agent has a tool."""
        return self.tools.get(tool) == "available"


def parse(text: bytes, where: str) -> dict[str, Any]:
    """Read JSON and refuse doubled keys.

    Raises:
        Refusal: `contract-unreadable`.
    """

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise ValueError(f"the key {key!r} stands twice in one object")
            found[key] = value
        return found

    try:
        raw = json.loads(text.decode("utf-8"), object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        raise Refusal("contract-unreadable", f"{where}:{error.lineno}:{error.colno}: {error.msg}") from error
    except ValueError as error:
        raise Refusal("contract-unreadable", f"{where}: {error}") from error
    if not isinstance(raw, dict):
        raise Refusal("contract-unreadable", f"{where}: expected an object at the top, found {type(raw).__name__}")
    return raw


class _Reader:
    """Takes typed fields out of JSON objects and collects what is wrong with them."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def wrong(self, where: str, text: str) -> None:
        self.problems.append(Problem("contract-field", where, text))

    def known(self, raw: dict[str, Any], allowed: tuple[str, ...], where: str) -> None:
        for key in raw:
            if key not in allowed and not key.startswith("_"):
                self.wrong(f"{where}{key}", f"unknown field; known are {', '.join(allowed)} (a note may begin with '_')")

    def text(self, raw: dict[str, Any], key: str, where: str, *, needed: bool = True) -> str:
        value = raw.get(key, "")
        if not isinstance(value, str) or (needed and not value.strip()):
            self.wrong(f"{where}{key}", f"expected a text that is not empty, found {value!r}")
            return ""
        return value.strip()

    def texts(self, raw: dict[str, Any], key: str, where: str, *, needed: bool) -> tuple[str, ...]:
        value = raw.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) and one.strip() for one in value):
            self.wrong(f"{where}{key}", f"expected a list of texts, found {value!r}")
            return ()
        if needed and not value:
            self.wrong(f"{where}{key}", "expected at least one entry")
        return tuple(value)

    def mapping(self, raw: dict[str, Any], key: str) -> dict[str, str]:
        value = raw.get(key, {})
        if not isinstance(value, dict) or not all(isinstance(one, str) and one.strip() for one in value.values()):
            self.wrong(key, "expected an object whose values are texts that are not empty")
            return {}
        return value


def read(raw: dict[str, Any]) -> tuple[Contract, list[Problem]]:
    """Turn JSON into a contract as far as possible and list every problem of its fields."""
    reader = _Reader()
    reader.known(raw, FIELDS, "")
    if raw.get("schema") != SCHEMA:
        reader.wrong("schema", f"expected {SCHEMA}, found {raw.get('schema')!r}")
    tools = _tools(reader, raw)
    reopen = raw.get("reopen_required")
    if not isinstance(reopen, bool):
        reader.wrong("reopen_required", f"expected true or false, as the document asks, found {reopen!r}")
    budget = raw.get("budget_s")
    if budget is not None and (isinstance(budget, bool) or not isinstance(budget, (int, float)) or budget <= 0):
        reader.wrong("budget_s", f"expected seconds above 0 or null, found {budget!r}")
        budget = None
    resources = _resources(reader, raw)
    contract = Contract(
        title=reader.text(raw, "title", ""),
        sections=reader.mapping(raw, "sections"),
        not_playable=reader.mapping(raw, "not_playable"),
        tools=tools,
        budget_s=budget,
        reopen_required=reopen is True,
        shared=reader.texts(raw, "shared", "", needed=False),
        resources=resources,
        checkpoints=_checkpoints(reader, raw, resources),
        raw=raw,
    )
    return contract, reader.problems


def _tools(reader: _Reader, raw: dict[str, Any]) -> dict[str, str]:
    """Read which tools the agent has."""
    found = raw.get("tools")
    if not isinstance(found, dict):
        reader.wrong("tools", f"expected an object, found {found!r}")
        return {}
    for tool in TOOLS:
        value = found.get(tool)
        if value != "available" and not (isinstance(value, str) and value.startswith("missing: ")):
            reader.wrong(f"tools.{tool}", f"expected 'available' or 'missing: REASON', found {value!r}")
    return {tool: str(value) for tool, value in found.items()}


def _resources(reader: _Reader, raw: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """Read the file patterns of each resource."""
    found = raw.get("resources")
    if not isinstance(found, dict):
        reader.wrong("resources", f"expected an object of pattern lists, found {found!r}")
        return {}
    return {name: reader.texts(found, name, "resources.", needed=True) for name in found}


def _checkpoints(reader: _Reader, raw: dict[str, Any], resources: dict[str, tuple[str, ...]]) -> dict[str, Checkpoint]:
    """Read the checkpoints and lay out repeated visits."""
    found = raw.get("checkpoints")
    if not isinstance(found, list) or not found:
        reader.wrong("checkpoints", "expected a list of at least one checkpoint")
        return {}
    checkpoints: dict[str, Checkpoint] = {}
    for number, one in enumerate(found):
        where = f"checkpoints[{number}]."
        if not isinstance(one, dict):
            reader.wrong(where[:-1], f"expected an object, found {one!r}")
            continue
        for checkpoint in _visits(reader, one, where):
            if checkpoint.id in checkpoints:
                reader.problems.append(Problem("duplicate-checkpoint", f"{where}id", f"{checkpoint.id!r} is already the id of another checkpoint"))
            checkpoints[checkpoint.id] = _defined(checkpoint, resources)
    return checkpoints


def _visits(reader: _Reader, one: dict[str, Any], where: str) -> list[Checkpoint]:
    """Give a checkpoint and its repeated visits, `id@2`, `id@3` ..., each after the one before."""
    first = _checkpoint(reader, one, where)
    visits = one.get("visits", [])
    if not isinstance(visits, list) or not all(isinstance(visit, dict) for visit in visits):
        reader.wrong(f"{where}visits", f"expected a list of objects, found {visits!r}")
        return [first]
    found = [first]
    for number, visit in enumerate(visits, start=2):
        place = f"{where}visits[{number - 2}]."
        reader.known(visit, VISIT_FIELDS, place)
        merged = {**one, **{key: value for key, value in visit.items() if key in VISIT_FIELDS}}
        again = _checkpoint(reader, {**merged, "id": f"{first.id}@{number}"}, place)
        found.append(replace(again, after=tuple(dict.fromkeys((found[-1].id, *again.after)))))
    return found


def _checkpoint(reader: _Reader, one: dict[str, Any], where: str) -> Checkpoint:
    """Read one checkpoint's fields."""
    reader.known(one, CHECKPOINT_FIELDS, where)
    kind = reader.text(one, "kind", where)
    if kind and kind not in KINDS:
        reader.wrong(f"{where}kind", f"expected one of {', '.join(KINDS)}, found {kind!r}")
    evidence = reader.texts(one, "evidence", where, needed=True)
    for name in evidence:
        if name not in EVIDENCE:
            reader.wrong(f"{where}evidence", f"expected entries of {', '.join(EVIDENCE)}, found {name!r}")
    return Checkpoint(
        id=reader.text(one, "id", where),
        kind=kind,
        source=reader.text(one, "source", where),
        expect=reader.text(one, "expect", where),
        input=reader.text(one, "input", where, needed=kind != "static-visual"),
        after=reader.texts(one, "after", where, needed=False),
        uses=reader.texts(one, "uses", where, needed=kind not in {"journey", "reopen"}),
        evidence=evidence,
        view_only=reader.text(one, "view_only", where, needed=False),
        path=reader.texts(one, "path", where, needed=kind == "journey"),
    )


def _defined(checkpoint: Checkpoint, resources: dict[str, tuple[str, ...]]) -> Checkpoint:
    """Give the checkpoint with the hash of all it means."""
    fields = [getattr(checkpoint, name) for name in Checkpoint.__dataclass_fields__ if name != "definition"]
    meaning = json.dumps([fields, {name: resources.get(name, ()) for name in checkpoint.uses}], sort_keys=True)
    return replace(checkpoint, definition=hashlib.sha256(meaning.encode()).hexdigest())
