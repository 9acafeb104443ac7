"""What a contract must fulfil as a whole: a graph without circles, every source covered, enough evidence, a journey."""

from __future__ import annotations

import re

from .contract import LEAST_EVIDENCE, Contract, read
from .patterns import any_match, fault
from .refusals import Problem, Refusal

IDENTIFIER = re.compile(r"[a-z0-9][a-z0-9._-]*(@[0-9]+)?\Z")


def accept(raw: dict[str, object], where: str) -> Contract:
    """Give the contract if nothing is wrong with it.

    Raises:
        Refusal: With the code of the first problem and all problems in `details`.
    """
    contract, problems = read(raw)
    if not problems:
        problems = [*_identifiers(contract), *_patterns(contract), *_graph(contract), *_sources(contract), *_evidence(contract), *_finals(contract)]
    if problems:
        first = problems[0]
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise Refusal(first.code, f"{where}: {first.where}: {first.text}{more}", problems=[list(problem) for problem in problems])
    return contract


def warnings(contract: Contract, paths: list[str]) -> list[str]:
    """Name what is allowed but looks like a mistake: patterns that mean no file of the project."""
    found = []
    for name, patterns in {"shared": contract.shared, **{f"resources.{key}": value for key, value in contract.resources.items()}}.items():
        found += [
            f"{name}: {pattern!r} means no file of the project yet" for pattern in patterns if not any(any_match((pattern,), path) for path in paths)
        ]
    return found


def _identifiers(contract: Contract) -> list[Problem]:
    """Ids are used in commands and must be plain."""
    return [
        Problem("bad-identifier", "checkpoints", f"{name!r} is not a plain id")
        for name in (*contract.checkpoints, *contract.resources)
        if not IDENTIFIER.match(name)
    ]


def _patterns(contract: Contract) -> list[Problem]:
    """Patterns stay inside the project and never mean everything."""
    found = []
    for name, patterns in {"shared": contract.shared, **{f"resources.{key}": value for key, value in contract.resources.items()}}.items():
        for pattern in patterns:
            why = fault(pattern)
            # A shared pattern may mean everything: it only makes invalidation stricter.
            if why and not (name == "shared" and why == "matches everything"):
                found.append(Problem("bad-pattern", name, f"{pattern!r} {why}"))
    used = {name for checkpoint in contract.checkpoints.values() for name in checkpoint.uses}
    found += [Problem("unused-resource", f"resources.{name}", "is used by no checkpoint") for name in contract.resources if name not in used]
    return found


def _graph(contract: Contract) -> list[Problem]:
    """Prerequisites and resources exist, and nothing waits for itself."""
    found = []
    for checkpoint in contract.checkpoints.values():
        found += [
            Problem("unknown-prerequisite", checkpoint.id, f"comes after {name!r}, which does not exist")
            for name in checkpoint.prerequisites
            if name not in contract.checkpoints
        ]
        found += [
            Problem("unknown-resource", checkpoint.id, f"uses {name!r}, which is not declared")
            for name in checkpoint.uses
            if name not in contract.resources
        ]
    if not found:
        circle = [name for name in contract.checkpoints if name not in contract.order()]
        if circle:
            found.append(Problem("cyclic-prerequisites", "checkpoints", f"{', '.join(circle)} wait for each other"))
    return found


def _sources(contract: Contract) -> list[Problem]:
    """Every checkpoint has a section, and every section a checkpoint or a reason why not."""
    found = []
    if not contract.sections:
        found.append(Problem("contract-field", "sections", "expected the sections of the design document"))
    used = {checkpoint.source for checkpoint in contract.checkpoints.values()}
    for checkpoint in contract.checkpoints.values():
        if checkpoint.source not in contract.sections:
            found.append(Problem("unknown-source", checkpoint.id, f"source {checkpoint.source!r} is not in `sections`"))
    for name in contract.sections:
        if name not in used and name not in contract.not_playable:
            found.append(Problem("uncovered-source", f"sections.{name}", f"{contract.sections[name]!r} has no checkpoint"))
    return found


def _evidence(contract: Contract) -> list[Problem]:
    """Each check asks for what its kind needs; a state or log that exists is compared with the view."""
    found = []
    for checkpoint in contract.checkpoints.values():
        missing = [name for name in LEAST_EVIDENCE[checkpoint.kind] if name not in checkpoint.evidence]
        if missing:
            found.append(Problem("evidence-too-weak", checkpoint.id, f"a {checkpoint.kind} check also needs {', '.join(missing)}"))
        readable = [tool for tool in ("state", "log") if contract.available(tool)]
        compared = {"state", "log"}.intersection(checkpoint.evidence)
        if checkpoint.kind == "visual-transition" and readable and not compared and not checkpoint.view_only:
            found.append(
                Problem(
                    "evidence-too-weak",
                    checkpoint.id,
                    f"{' and '.join(readable)} can be read, so the view must be compared with it: add it to `evidence`, or say in `view_only` why it cannot",
                )
            )
    return found


def _finals(contract: Contract) -> list[Problem]:
    """One journey from entry to ending; a reopen if and only if the document asks for one."""
    found = []
    journeys = [checkpoint for checkpoint in contract.checkpoints.values() if checkpoint.kind == "journey"]
    reopens = [checkpoint for checkpoint in contract.checkpoints.values() if checkpoint.kind == "reopen"]
    if not journeys:
        found.append(Problem("bad-journey", "checkpoints", "no checkpoint of kind 'journey'"))
    for checkpoint in contract.checkpoints.values():
        if checkpoint.path and checkpoint.kind != "journey":
            found.append(Problem("bad-journey", checkpoint.id, f"a {checkpoint.kind} check has no path"))
        for name in checkpoint.path:
            if checkpoint.path.count(name) > 1:
                found.append(
                    Problem(
                        "bad-journey", checkpoint.id, f"{name!r} stands twice in the path; a repeated visit is a checkpoint of its own (`visits`)"
                    )
                )
                break
            if name in contract.checkpoints and contract.checkpoints[name].is_final:
                found.append(Problem("bad-journey", checkpoint.id, f"{name!r} is itself a {contract.checkpoints[name].kind}"))
    if contract.reopen_required and not reopens:
        found.append(Problem("bad-reopen", "checkpoints", "the document asks for a reopen, no checkpoint of kind 'reopen'"))
    if reopens and not contract.reopen_required:
        found.append(Problem("bad-reopen", "reopen_required", f"is false, but {reopens[0].id!r} is a reopen"))
    return found
