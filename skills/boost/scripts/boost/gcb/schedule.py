"""What to do next: one step at a time, and why.

Only checks whose prerequisites pass now are scheduled. An observed failure comes first, then stale records, then what was never
seen, then what could not be seen; the journey and the reopen come last. Inside a repair only its own checks count.
"""

from __future__ import annotations

from typing import NamedTuple

from .contract import Checkpoint, Contract
from .finals import blocked, spent, unmet
from .state import BLOCKED, FAIL, MISSING, UNVERIFIED, State
from .trial import left


class Step(NamedTuple):
    """One thing to do. `command` is ready to run but for the values in capitals; `checkpoint` is '' for housekeeping."""

    action: str
    checkpoint: str
    why: str
    command: str


def command_for(checkpoint: Checkpoint) -> str:
    """Give the call that records a pass of this checkpoint, with everything it needs."""
    name = {"journey": "journey", "reopen": "reopen"}.get(checkpoint.kind, "record")
    parts = [f"{name} {checkpoint.id} --outcome pass"]
    if checkpoint.kind == "reopen":
        parts.append("--from-session ID --from-process PROCESS")
    parts.append("--session ID --process PROCESS")
    if checkpoint.kind == "journey":
        parts.append("--inputs FILE.jsonl")
    elif checkpoint.kind != "static-visual":
        parts.append("--input TEXT")
    for place in ("before", "after"):
        if place in checkpoint.evidence:
            parts.append(f"--{place} IMAGE --saw-{place} TEXT")
    readings = [reading for reading in ("state", "log") if reading in checkpoint.evidence]
    parts += [f"--{reading} TEXT|@FILE" for reading in readings]
    if readings:
        parts.append("--agree yes --comparison TEXT")
    return " ".join(parts)


def steps(state: State) -> list[Step]:
    """List what can be done now, best first. Empty only if the record is complete or closed."""
    contract = state.contract
    if contract is None:
        return [Step("contract", "", "no contract was accepted", "contract validate")]
    if state.trial is not None:
        return _repair_steps(state, contract)
    ranked: list[tuple[int, int, Step]] = []
    for position, name in enumerate(contract.order()):
        checkpoint = contract.checkpoints[name]
        done = state.passes_here(name) if checkpoint.is_final else state.passes(name)
        if done or not all(state.passes(other) for other in checkpoint.prerequisites):
            continue
        rank, step = _rank(state, checkpoint)
        ranked.append((rank, position, step))
    found = [step for _, _, step in sorted(ranked, key=lambda item: item[:2])]
    if found:
        return found
    if not unmet(state):
        return [] if state.finished_seq else [Step("finish", "", "every check passes on this revision", "finish")]
    return [Step("stop", "", "nothing more can be checked", "finish --stop REASON")]


def _rank(state: State, checkpoint: Checkpoint) -> tuple[int, Step]:
    """Give a check's place in the queue and the step it asks for."""
    name, standing = checkpoint.id, state.standing(checkpoint.id)
    last = 10 if checkpoint.is_final else 0
    if blocked(state, name):
        return 30, Step("blocked", name, "was blocked again and again; look for another tool", command_for(checkpoint))
    if standing.outcome == FAIL and not standing.stale:
        if spent(state, name):
            return 20, Step(
                "evidence",
                name,
                "two repairs failed; gather evidence not seen before",
                f"{command_for(checkpoint)}".replace("--outcome pass", "--outcome fail --diagnosis TEXT"),
            )
        if not any(state.passes(other) for other in state.standings):
            return 0, Step("fix", name, "observed failure; nothing passes yet, so edit, `sync`, and observe again", "sync")
        return 0, Step("repair", name, f"observed failure (line {standing.seq})", f"repair begin {name} --hypothesis TEXT")
    if standing.stale:
        word = "failed before the files changed" if standing.outcome == FAIL else f"its {standing.outcome} is stale: files it depends on changed"
        return last + (1 if standing.outcome == FAIL else 2), Step("replay", name, word, command_for(checkpoint))
    if standing.outcome == MISSING:
        return last + 3, Step("observe", name, "never observed", command_for(checkpoint))
    if standing.outcome == UNVERIFIED:
        return last + 4, Step("observe", name, "could not be verified last time", command_for(checkpoint))
    if standing.outcome == BLOCKED:
        return last + 5, Step("observe", name, "a tool was missing last time", command_for(checkpoint))
    return last + 2, Step("replay", name, f"seen on revision {standing.revision}; it counts for one revision only", command_for(checkpoint))


def _repair_steps(state: State, contract: Contract) -> list[Step]:
    """What an open repair needs."""
    trial = state.trial
    if trial is None:
        return []
    if trial.decided:
        return [Step("recover", "", f"the rollback of repair {trial.number} has not ended", "recover")]
    if state.revision == trial.base_revision:
        return [Step("edit", trial.target, f"repair {trial.number}: edit the project, then `sync` and relaunch", "sync")]
    needed = {one.checkpoint: one for one in left(state, trial)}
    if not needed:
        return [Step("keep", trial.target, "target and every protected check pass on this revision", "repair keep")]
    # The target is the question that the repair asks; protected checks follow in the order of play.
    names = sorted(needed, key=lambda name: (contract.checkpoints[name].is_final, name != trial.target, contract.order().index(name)))
    ready = [name for name in names if all(state.passes(other) for other in contract.checkpoints[name].prerequisites)]
    found = [
        Step("observe", name, f"repair {trial.number}, {needed[name].role}: {needed[name].word}", command_for(contract.checkpoints[name]))
        for name in ready
    ]
    waiting = {other for name in names for other in contract.checkpoints[name].prerequisites if not state.passes(other) and other not in needed}
    found += [
        Step("observe", name, f"repair {trial.number}: its checks come after this", command_for(contract.checkpoints[name]))
        for name in contract.order()
        if name in waiting and all(state.passes(other) for other in contract.checkpoints[name].prerequisites)
    ]
    return found or [Step("abandon", trial.target, "no check of this repair can be observed now", "repair abandon --reason TEXT")]
