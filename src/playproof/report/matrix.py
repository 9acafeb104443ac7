"""What `task check` found, for a terminal: mutants and what they lost, and the gates."""

from collections.abc import Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from playproof.analysis.calibration import Calibration, Gate, MutantOutcome
from playproof.analysis.family_check import FamilyCheck
from playproof.analysis.web_check import WebCheck


def kill_matrix(found: Calibration, leaves: Sequence[str]) -> Group:
    """The matrix and the gates as something rich can print.

    Args:
        found: The calibration.
        leaves: All leaf ids, in the order of the task.
    """
    return Group(_matrix(found.matrix, leaves), Text(), gate_table(found.gates), Text(), _last_line(found))


def _matrix(rows: Sequence[MutantOutcome], leaves: Sequence[str]) -> Table:
    """One row a mutant, one column a leaf: X fell as expected, ! fell outside the subgraph, . expected and stood, ? undecided."""
    table = Table(
        title="Kill matrix",
        box=None,
        header_style="bold",
        caption="X fell in the expected subgraph   ! fell outside it   · could fall, stood   ? undecided",
    )
    table.add_column("mutant")
    for dimension in range(1, 7):
        table.add_column(f"D{dimension}", no_wrap=True)
    for row in rows:
        cells = []
        for dimension in range(1, 7):
            mine = [leaf for leaf in leaves if leaf.startswith(f"d{dimension}.")]
            cells.append("".join(_mark(row, leaf) for leaf in mine))
        table.add_row(row.mutant, *cells)
    return table


def _mark(row: MutantOutcome, leaf: str) -> str:
    is_expected = leaf in row.expected
    if leaf in row.fallen:
        return "X" if is_expected else "!"
    if leaf in row.undecided:
        return "?"
    return "·" if is_expected else " "


def family_matrix(found: FamilyCheck) -> Group:
    """The gates of a family, and what it comes to."""
    words = f"{found.family} ({found.mode}): {len(found.tasks)} level(s), {len(found.mutants)} mutant(s), {found.wall_s:.0f} s: "
    return Group(gate_table(found.gates), Text(), Text(words + _holds(found.gates)))


def defect_matrix(found: WebCheck) -> Group:
    """The planted faults of a web task and what became of them, and the gates."""
    table = Table(box=None, header_style="bold")
    for heading in ("planted fault", "label", "wanted", "failed", "unverified"):
        table.add_column(heading)
    for row in found.defects:
        table.add_row(row.variant, row.label or "none", row.wanted, ", ".join(row.failed), ", ".join(row.unverified))
    words = f"{found.task} ({found.mode}): {len(found.defects)} planted fault(s), {found.wall_s:.0f} s: "
    return Group(table, Text(), gate_table(found.gates), Text(), Text(words + _holds(found.gates)))


def gate_table(gates: Sequence[Gate]) -> Table:
    """The thresholds, one a line."""
    table = Table(box=None, header_style="bold")
    for heading in ("", "gate", "value", "wanted"):
        table.add_column(heading)
    for gate in gates:
        table.add_row(Text("ok", "green") if gate.holds else Text("NO", "bold red"), gate.gate, gate.value, gate.wanted)
    return table


def _last_line(found: Calibration) -> Text:
    caught = sum(row.caught for row in found.matrix)
    kappa = f", κ {found.kappa:.2f}" if found.kappa is not None else ""
    words = f"{found.task} on {found.engine} ({found.mode}): {caught} of {len(found.matrix)} mutants caught{kappa}, {found.wall_s:.0f} s: "
    return Text(words + _holds(found.gates))


def _holds(gates: Sequence[Gate]) -> str:
    failed = sum(not gate.holds for gate in gates)
    return f"{failed} threshold(s) fail" if failed else "every threshold holds"
