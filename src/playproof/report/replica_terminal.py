"""The scorecard of a replica on a terminal: the tier, what it rests on, and the rules that do not agree."""

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from playproof.records.replica import ReplicaScore
from playproof.records.verdict import Verdict
from playproof.report.replica_words import SHARES, TIER_WORDS
from playproof.report.text import line, percent
from playproof.store.run_folder import RunFolder

MOST_RULES = 12
"""Rules that are listed (ours): what is left is in the report."""
REASON_LIMIT = 110
"""Characters of a reason on a terminal (ours)."""
TIER_COLOURS = {"F1": "bold red", "F2": "bold red", "F3": "bold yellow", "F4": "bold cyan", "F5": "bold green"}


def replica_scorecard(folder: RunFolder, score: ReplicaScore, verdicts: Mapping[str, Verdict]) -> RenderableType:
    """The scorecard, for a rich console.

    Args:
        folder: The run; its paths are printed last.
        score: The score.
        verdicts: Criterion -> verdict.
    """
    parts: list[RenderableType] = [_tier(score), _shares(score)]
    troubles = _troubles(verdicts)
    if troubles is not None:
        parts.append(troubles)
    parts.append(_foot(folder))
    return Group(*(Padding(part, (0, 0, 1, 0)) for part in parts))


def _tier(score: ReplicaScore) -> Text:
    tier = score.gate.tier
    text = Text(tier or "undecided", style=TIER_COLOURS.get(tier or "", "bold blue"))
    text.append(f" {TIER_WORDS[tier].name}" if tier else "", style="bold")
    text.append(f"   {score.task}", style="bright_black")
    text.append(f"\n{line(score.gate.reason, 2 * REASON_LIMIT)}")
    return text


def _shares(score: ReplicaScore) -> Table:
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    table.add_column()
    for words in SHARES:
        share = getattr(score, words.field)
        value = Text("–" if share is None else percent(share), style="blue" if share is None else "bold")
        table.add_row(words.name, value, Text(words.says if share is not None else words.undecided, style="bright_black"))
    table.add_row("coverage", percent(score.coverage), Text(f"floor {percent(score.floor)}", style="bright_black"))
    return table


def _troubles(verdicts: Mapping[str, Verdict]) -> Table | None:
    """The rules that do not agree, those that could not be decided last."""
    bad = sorted((one for one in verdicts.values() if one.state in ("fail_observed", "inconclusive")), key=lambda one: (one.state, one.criterion))
    if not bad:
        return None
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for verdict in bad[:MOST_RULES]:
        mark = Text("✗ differs", style="red") if verdict.state == "fail_observed" else Text("? undecided", style="blue")
        table.add_row(mark, verdict.criterion, Text(line(verdict.reason, REASON_LIMIT), style="bright_black"))
    if len(bad) > MOST_RULES:
        table.add_row("", Text(f"and {len(bad) - MOST_RULES} more, in the report", style="bright_black"), "")
    return table


def _foot(folder: RunFolder) -> Text:
    text = Text()
    sheet = folder.driver_sheet()
    if sheet is not None:
        text.append(f"played by {sheet.version}, {sheet.mode}, isolation {sheet.isolation}\n", style="bright_black")
    text.append("report  ")
    text.append(str(folder.report_path), style="bold")
    return text
