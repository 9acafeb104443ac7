"""The scorecard on a terminal: one screen, read from top to bottom."""

from collections import Counter
from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from playproof.records.run import DriverSheet
from playproof.records.score import BuildScore, DimensionScore
from playproof.records.verdict import Verdict
from playproof.report.scorecard import flags, full_points
from playproof.report.states import STATES
from playproof.report.text import line, number, percent, points
from playproof.store.run_folder import RunFolder

BAR_CELLS = 20
"""Length of a dimension's bar in characters (ours)."""
MOST_LEAVES = 12
"""Leaves that are listed (ours): what is left is in the report."""
REASON_LIMIT = 110
"""Characters of a reason on a terminal (ours)."""

COLOURS = {"pass": "green", "fail_observed": "red", "product_blocked": "yellow", "unjudged": "bright_black", "none": "bright_black"}
ANSWERS = {"yes": "bold green", "no": "bold red", "undecided": "bold blue"}


def scorecard(score: BuildScore, sheet: DriverSheet | None, verdicts: Mapping[str, Verdict], folder: RunFolder) -> RenderableType:
    """The scorecard, for a rich console.

    Args:
        score: The score.
        sheet: The engine that played; None when it is not known.
        verdicts: Leaf id -> verdict.
        folder: The run; its paths are printed last.
    """
    parts: list[RenderableType] = [_total(score), _dimensions(score), _flags(score), _leaves(verdicts)]
    troubles = _troubles(verdicts)
    if troubles is not None:
        parts.append(troubles)
    parts.append(_foot(sheet, folder))
    return Group(*(Padding(part, (0, 0, 1, 0)) for part in parts))


def _total(score: BuildScore) -> Text:
    text = Text("F ", style="bold")
    text.append("undecided" if score.F is None else points(score.F), style=ANSWERS["undecided"] if score.F is None else "bold")
    text.append(f" of {number(full_points(score))}")
    text.append(f"   floor {points(score.floor)}, coverage {percent(score.coverage)}", style="bright_black")
    if score.O is not None:
        text.append(f"   O {points(score.O)} of 100")
    return text


def _dimensions(score: BuildScore) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    for _ in range(3):
        table.add_column(justify="right", no_wrap=True)
    table.add_column()
    table.add_row(*(Text(head, style="bright_black") for head in ("", "", "points", "coverage", "floor", "")))
    for one in score.dimensions:
        value = Text("–" if one.value is None else points(one.value), style="blue" if one.value is None else "")
        value.append(f" / {number(one.weight)}", style="bright_black")
        table.add_row(
            f"D{one.dimension} {one.name}",
            _bar(one),
            value,
            percent(one.coverage),
            points(one.floor),
            Text("" if one.status == "decided" else one.status, style="blue"),
        )
    return table


def _bar(dimension: DimensionScore) -> Text:
    """Earned, could not be judged, lost: in blocks, shades and dots, so that it reads without colour."""
    open_weight = dimension.weight * (1 - dimension.coverage)
    sure = round(BAR_CELLS * dimension.floor / dimension.weight)
    unclear = min(BAR_CELLS - sure, round(BAR_CELLS * open_weight / dimension.weight))
    text = Text("█" * sure, style="green")
    text.append("▒" * unclear, style="blue")
    text.append("·" * (BAR_CELLS - sure - unclear), style="bright_black")
    return text


def _flags(score: BuildScore) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for card in flags(score):
        table.add_row(
            f"{card.sign} {card.name.lower()}",
            Text(card.answer, style=ANSWERS[card.answer]),
            Text(line(card.flag.reason, 2 * REASON_LIMIT), style="bright_black"),
        )
    return table


def _leaves(verdicts: Mapping[str, Verdict]) -> Text:
    counts = Counter(verdict.state for verdict in verdicts.values())
    text = Text(f"{len(verdicts)} leaves: ")
    shown = [(words, counts[words.id]) for words in STATES.values() if words.id != "none" and counts[words.id]]  # type: ignore[index]
    for place, (words, count) in enumerate(shown):
        text.append(", " if place else "")
        text.append(f"{count} {words.name.lower()}", style=COLOURS.get(words.id, "blue"))
    return text


def _troubles(verdicts: Mapping[str, Verdict]) -> Table | None:
    """The leaves that did not pass, failures before what only depends on them."""
    order = ["fail_observed", "setup_failed", "observer_failed", "inconclusive", "product_blocked"]
    bad = sorted((one for one in verdicts.values() if one.state in order), key=lambda one: (order.index(one.state), one.criterion))
    if not bad:
        return None
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for verdict in bad[:MOST_LEAVES]:
        words = STATES[verdict.state]
        style = COLOURS.get(verdict.state, "blue")
        table.add_row(
            Text(f"{words.sign} {words.name}", style=style), verdict.criterion, Text(line(verdict.reason, REASON_LIMIT), style="bright_black")
        )
    if len(bad) > MOST_LEAVES:
        table.add_row("", Text(f"and {len(bad) - MOST_LEAVES} more, in the report", style="bright_black"), "")
    return table


def _foot(sheet: DriverSheet | None, folder: RunFolder) -> Text:
    text = Text()
    if sheet is not None:
        text.append(f"played by {sheet.version}, {sheet.mode}, isolation {sheet.isolation}\n", style="bright_black")
    text.append("report  ")
    text.append(str(folder.report_path), style="bold")
    return text
