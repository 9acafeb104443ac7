"""What a change of files does to the checks: which passes it takes away, and why.

A local change takes the checkpoints that use the changed resources and everything that depends on them. A shared or
unmapped change takes all. Every change takes the final journey and reopen.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .contract import Contract
from .patterns import any_match
from .scan import Delta, Entry

SHARED = "shared"


class Effect(NamedTuple):
    """What a change takes away: `scope` is 'local', 'all' or 'none'; `because` names the deciding path or resource."""

    scope: str
    because: str
    invalidated: tuple[str, ...]


def effect(contract: Contract | None, paths: tuple[str, ...], touched: tuple[str, ...] = ()) -> Effect:
    """Give what changes of these files, and of resources that were touched outside them, take away."""
    if contract is None:
        return Effect("none", "no contract yet", ())
    everything = tuple(contract.checkpoints)
    if SHARED in touched:
        return Effect("all", "a shared resource was reported as touched", everything)
    hit = set(touched)
    for path in paths:
        if any_match(contract.shared, path):
            return Effect("all", f"{path} is shared", everything)
        owners = {name for name, patterns in contract.resources.items() if any_match(patterns, path)}
        if not owners:
            return Effect("all", f"{path} is in no resource", everything)
        hit |= owners
    direct = {c.id for c in contract.checkpoints.values() if hit.intersection(c.uses)}
    taken = contract.dependents(direct) | {c.id for c in contract.checkpoints.values() if c.is_final}
    return Effect("local", f"resources {', '.join(sorted(hit))}", tuple(name for name in contract.checkpoints if name in taken))


class Change(NamedTuple):
    """One advance of the revision, as the ledger keeps it. `newest_ns` is when the newest changed file was written."""

    revision: int
    fingerprint: str
    delta: Delta
    effect: Effect
    newest_ns: int

    def body(self) -> dict[str, Any]:
        """Give the JSON form."""
        return {
            "revision": self.revision,
            "fingerprint": self.fingerprint,
            "added": self.delta.added,
            "changed": self.delta.changed,
            "deleted": list(self.delta.deleted),
            "scope": self.effect.scope,
            "because": self.effect.because,
            "invalidated": list(self.effect.invalidated),
            "newest_ns": self.newest_ns,
        }

    @classmethod
    def of(cls, body: dict[str, Any]) -> Change:
        """Read the JSON form."""
        delta = Delta(entries(body["added"]), entries(body["changed"]), tuple(body["deleted"]))
        return cls(
            body["revision"], body["fingerprint"], delta, Effect(body["scope"], body["because"], tuple(body["invalidated"])), body["newest_ns"]
        )


def entries(raw: dict[str, list[Any]]) -> dict[str, Entry]:
    """Read files from their JSON form."""
    return {path: Entry(*values) for path, values in raw.items()}


def apply(files: dict[str, Entry], delta: Delta) -> dict[str, Entry]:
    """Give the files after a change."""
    kept = {path: entry for path, entry in files.items() if path not in delta.deleted}
    return {**kept, **delta.added, **delta.changed}
