"""Everything that went wrong while playing, with who is to blame."""

from dataclasses import dataclass

from playproof.records.fault import Fault
from playproof.report.gathered import Gathered
from playproof.report.takes import TITLES
from playproof.report.text import line

BLAMED = {"agent": "the game", "us": "playproof", "user": "the user"}
"""Who is to blame, for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultLine:
    """One fault."""

    leaf: str
    """The leaf to link to; empty for the journey and the like."""
    where: str
    kind: str
    blame: str
    message: str
    lowers: bool
    """Whether it may lower the score."""


def fault_lines(run: Gathered) -> tuple[FaultLine, ...]:
    """All faults, those of our own side first."""
    leaves = {leaf.id for leaf in run.plan.leaves.leaves}
    found = [_line(fault.job, "not played", fault.fault, leaves) for fault in run.faults]
    found += [_line(play, TITLES[take.role].lower(), take.fault, leaves) for play, take in run.takes() if take.fault]
    if run.journey is not None and run.journey.fault is not None:
        found.append(_line("journey", f"after {len(run.journey.actions)} actions", run.journey.fault, leaves))
    return tuple(found)


def _line(job: str, part: str, fault: Fault, leaves: set[str]) -> FaultLine:
    name = job.partition("#")[0]
    return FaultLine(
        leaf=name if name in leaves else "",
        where=f"{job}, {part}",
        kind=fault.kind,
        blame=BLAMED[fault.blame],
        message=line(fault.message, 400),
        lowers=fault.blame == "agent",
    )
