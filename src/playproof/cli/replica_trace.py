"""`playproof replica trace`: the trajectories of attempts, from the logs of their runtimes: phases and process metrics."""

from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from playproof.analysis.process import ProcessGroup, Spread, by_model, by_runtime, process_sheet
from playproof.cli.printing import print_json
from playproof.errors import SpecError
from playproof.records.calls import ENDPOINTS
from playproof.records.record import Record
from playproof.records.trace import PHASES, PhaseSegment, ProcessSheet
from playproof.store.files import write_record
from playproof.store.traces.reading import FORMATS, TraceFormat, read_trace
from playproof.tracks.replica.service.ledger import read_calls

AUTO = "auto"


class TraceAnswer(Record):
    """`playproof replica trace --json`."""

    attempts: tuple[ProcessSheet, ...]
    by_model: tuple[ProcessGroup, ...]
    by_runtime: tuple[ProcessGroup, ...]


@click.command("trace")
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--format", "kind", type=click.Choice([AUTO, *FORMATS]), default=AUTO, show_default=True, help="Of the logs; told from their content.")
@click.option("--sample", default="", metavar="ID", help="Which sample of an Inspect log.")
@click.option("--calls", type=click.Path(path_type=Path), help="The service's own log of the attempt, calls.jsonl: counts every call. For one FILE.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the trajectory in playproof's own form. For one FILE.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(logs: tuple[Path, ...], *, kind: str, sample: str, calls: Path | None, out: Path | None, as_json: bool) -> None:
    """Read the log of an attempt in FILE (Codex, Claude Code, Inspect): its phases, calls by endpoint and tool calls.

    With several FILEs: mean ± standard deviation by model and by runtime.
    """
    if len(logs) > 1 and (calls is not None or out is not None):
        raise SpecError("--calls" if calls is not None else "--out", f"goes with one log, not with {len(logs)}", expected="one FILE")
    named: TraceFormat | None = next((one for one in FORMATS if one == kind), None)
    traces = [read_trace(path, kind=named, sample=sample) for path in logs]
    if out is not None:
        write_record(out, traces[0])
    counted = read_calls(calls) if calls is not None else None
    sheets = tuple(process_sheet(trace, counted) for trace in traces)
    if as_json:
        print_json(TraceAnswer(attempts=sheets, by_model=by_model(sheets), by_runtime=by_runtime(sheets)))
        return
    console = Console()
    for path, sheet in zip(logs, sheets, strict=True):
        _print(console, path, sheet)
    if len(sheets) > 1:
        console.print(_table("model", by_model(sheets)), _table("runtime", by_runtime(sheets)))


def _print(console: Console, path: Path, sheet: ProcessSheet) -> None:
    took = f", {sheet.took_s:.0f} s" if sheet.took_s is not None else ""
    console.print(f"{path}: {sheet.runtime}, {sheet.model or 'unknown model'}{took}", highlight=False, soft_wrap=True)
    endpoints = ", ".join(f"{one.calls} {one.endpoint}" for one in sheet.endpoints) or "none"
    tools = ", ".join(f"{one.calls} {one.tool}" for one in sheet.tools) or "none"
    console.print(f"  calls of the game, by the {sheet.calls_from}: {sheet.observe_calls} ({endpoints})", highlight=False, soft_wrap=True)
    console.print(f"  tool calls: {sheet.tool_calls} ({tools})", highlight=False, soft_wrap=True, markup=False)
    console.print(f"  tokens: {sheet.tokens.input:,} read ({sheet.tokens.cached:,} cached), {sheet.tokens.output:,} written", highlight=False)
    for phase in PHASES:
        mine = [segment for segment in sheet.phases if segment.phase == phase]
        if mine:
            console.print(f"  {_phase(phase, mine)}", highlight=False)


def _phase(name: str, mine: list[PhaseSegment]) -> str:
    stretches = f"{len(mine)} stretch{'es' if len(mine) > 1 else ''}"
    times = [segment.took_s for segment in mine if segment.took_s is not None]
    took = f", {sum(times):.0f} s" if times else ""
    return f"{name.replace('_', '-')}: {stretches}, {sum(segment.tool_calls for segment in mine)} tool calls{took}"


def _table(name: str, groups: tuple[ProcessGroup, ...]) -> Table:
    endpoints = [endpoint for endpoint in ENDPOINTS if any(endpoint in group.endpoints for group in groups)]
    table = Table(box=None, header_style="bold")
    for heading in (name, "attempts", "tool calls", "calls of the game", *endpoints):
        table.add_column(heading, justify="left" if heading == name else "right")
    for group in groups:
        spreads = (group.tool_calls, group.observe_calls, *(group.endpoints.get(endpoint) for endpoint in endpoints))
        table.add_row(group.name or "unknown", str(group.tool_calls.count), *(_spread(one) for one in spreads))
    return table


def _spread(one: Spread | None) -> str:
    if one is None:
        return "0"
    return f"{one.mean:.1f}" if one.sd is None else f"{one.mean:.1f} ± {one.sd:.1f}"
