"""What makes the label of a web task believable: the reference is EXCELLENT, nothing is UNUSABLE, every planted fault gets its label and is named. Pure."""

from collections.abc import Sequence
from typing import Literal

from playproof.analysis.calibration import Gate, gate
from playproof.records.record import Record

LEAST_RIGHT = 0.95
"""Share of planted faults with the right label."""


class DefectOutcome(Record):
    """One planted fault as it was judged."""

    variant: str
    wanted: Literal["USABLE", "UNUSABLE"]
    label: str | None
    breaks: tuple[str, ...]
    failed: tuple[str, ...]
    unverified: tuple[str, ...]

    @property
    def is_named(self) -> bool:
        """Whether every planted point failed."""
        return set(self.breaks) <= set(self.failed)


class WebCheck(Record):
    """`calibration.json` of a web task: what `playproof task check` found."""

    schema_version: Literal[1] = 1
    task: str
    gates: tuple[Gate, ...]
    defects: tuple[DefectOutcome, ...]
    mode: str
    wall_s: float

    @property
    def holds(self) -> bool:
        """Whether every threshold holds."""
        return all(gate.holds for gate in self.gates)


def defect_gates(defects: Sequence[DefectOutcome]) -> tuple[Gate, ...]:
    """Every planted fault is named; nearly all get the right label."""
    if not defects:
        return ()
    wrong = [f"{one.variant} ({one.label or 'no label'}, {one.wanted} wanted)" for one in defects if one.label != one.wanted]
    missed = [f"{one.variant} (not {', '.join(sorted(set(one.breaks) - set(one.failed)))})" for one in defects if not one.is_named]
    right, named = len(defects) - len(wrong), len(defects) - len(missed)
    return (
        gate(
            "planted faults with the right label",
            f"{right} of {len(defects)}" + (f"; not {'; '.join(wrong)}" if wrong else ""),
            f"at least {LEAST_RIGHT:.0%}",
            holds=right >= LEAST_RIGHT * len(defects),
        ),
        gate(
            "planted faults whose points are named",
            f"{named} of {len(defects)}" + (f"; {'; '.join(missed)}" if missed else ""),
            "all",
            holds=not missed,
        ),
    )
