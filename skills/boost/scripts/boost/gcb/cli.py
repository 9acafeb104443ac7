"""The command line: its help is the manual, its exit status 0 done, 1 refused, 2 misuse, 3 a fault of the helper."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NoReturn

from . import VERSION, commands, repairing
from .answers import Reply
from .ledger import as_refusal
from .refusals import RULES, Refusal
from .state import OUTCOMES

MANUAL = """\
Keep honest books of playtesting while you build a game.

You play the game and look at it; boost records what you saw, notices when a change makes it stale, tells what to check next, and
guards repairs: it saves the project before one and puts it back if you see that something broke.

  1. boost contract init --project GAME --document DESIGN.md    begin the record; then write contract.json
  2. boost contract validate                                    accept the contract
  3. boost next                                                 the next check, and the call that records it
  4. boost record CHECKPOINT --outcome pass|fail ...            what you saw
  5. boost sync                                                 after every edit; then relaunch the game
  6. boost repair begin|keep|abandon                            when a check fails
  7. boost journey, boost reopen, boost finish                  the end, on one revision

Where the record is: beside the project, in NAME.boost, unless --records says otherwise. From inside the project, or with
--project, it is found by itself. Every command takes --json and then prints one JSON object: {"ok": true, ...} or
{"ok": false, "refusal": {"code", "problem", "do", "details"}}.
Exit status: 0 done, 1 refused (the answer says why and what to do), 2 misuse of the command line, 3 a fault of boost itself.
"""


class Parser(argparse.ArgumentParser):
    """A parser whose complaints are JSON too where JSON was asked for."""

    as_json = False

    def error(self, message: str) -> NoReturn:
        """Print the misuse and leave with status 2."""
        if Parser.as_json:
            print(json.dumps({"ok": False, "misuse": message, "usage": " ".join(self.format_usage().split())}))
        else:
            self.print_usage(sys.stderr)
            print(f"{self.prog}: {message}", file=sys.stderr)
        sys.exit(2)


def _common(parser: Parser, *, top: bool = False) -> None:
    """Add the options that every command takes, before or after its name."""
    absent = "" if top else argparse.SUPPRESS
    parser.add_argument("--project", default=absent, metavar="DIR", help="the game's folder (default: here, or the one upwards that has a record)")
    parser.add_argument("--records", default=absent, metavar="DIR", help="the record's folder, outside the project (default: DIR.boost beside it)")
    parser.add_argument("--json", action="store_true", default=False if top else absent, help="print one JSON object")


@cache
def build() -> Parser:
    """Build the whole parser, once."""
    top = Parser(prog="boost", description=MANUAL, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    _common(top, top=True)
    top.add_argument("--version", action="version", version=f"boost {VERSION}")
    table = top.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser)

    def command(name: str, run: Callable[[argparse.Namespace], Reply], text: str, to: Any = table) -> Parser:
        parser: Parser = to.add_parser(
            name,
            help=text.split(".", maxsplit=1)[0],
            description=text,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        _common(parser)
        parser.set_defaults(run=run)
        return parser

    one = command("discover", commands.run_discover, "Look at a project: engine, entry points, inputs, documents. Reads only, needs no record.")
    one.add_argument("folder", nargs="?", default="", metavar="DIR", help="the folder to look at")
    _contract(command, table)
    one = command(
        "next", commands.run_next, "Tell what to do next, why, and the call for it. Refused with unrecorded-changes if files changed: run sync first."
    )
    one.add_argument("--all", action="store_true", help="list everything that can be done now")
    one = command("status", commands.run_status, "Tell how the record stands. Uses a cache of unchanged files; writes nothing to the ledger.")
    one.add_argument("--full", action="store_true", help="read every file instead of trusting the cache")
    one = command("sync", commands.run_sync, "Record changed files. Checks that depend on them become stale; the journey and the reopen always do.")
    one.add_argument(
        "--touched",
        action="append",
        default=[],
        metavar="RESOURCE",
        help="also report a change made outside the monitored files ('shared' or a resource)",
    )
    one.add_argument("--why", default="", metavar="TEXT", help="what was touched, with --touched")
    _observations(command)
    _repair(command, table)
    command("recover", repairing.run_recover, "End a rollback that was interrupted. Safe to call again and again.")
    one = command(
        "finish", commands.run_finish, "Mark the record complete: every check passes, journey and reopen on this revision. The flag is no grade."
    )
    one.add_argument("--stop", metavar="REASON", help="end with an incomplete record: only at the budget, a persistent block, or spent retries")
    command("report", commands.run_report, "Print the whole record as Markdown (or JSON): checks, repairs, history.")
    one = command("explain", commands.run_explain, "Explain a refusal code, or list them all.")
    one.add_argument("code", nargs="?", choices=list(RULES), metavar="CODE", help="a refusal code")
    return top


def _contract(command: Callable[..., Parser], table: Any) -> None:
    """Add `contract init`, `contract validate` and `contract revert`."""
    group = table.add_parser("contract", help="Begin a record; check and accept its contract", allow_abbrev=False)
    _common(group)
    below = group.add_subparsers(dest="part", required=True, metavar="init|validate|revert", parser_class=Parser)
    one = command("init", commands.run_contract_init, "Begin a record about a project and write a skeleton of contract.json.", below)
    one.add_argument(
        "--document", action="append", default=[], metavar="FILE", help="the design document; its headings become the contract's sections"
    )
    one.add_argument("--title", default="", metavar="TEXT", help="the game's name (default: the folder's)")
    one.add_argument("--budget-s", type=float, default=None, metavar="SECONDS", help="the time you were given, from now")
    one = command(
        "validate", commands.run_contract_validate, "Check contract.json and accept it. Lists every problem. Also records changed files.", below
    )
    one.add_argument("--check", action="store_true", help="only check, accept nothing")
    command("revert", commands.run_contract_revert, "Write the accepted contract back to contract.json.", below)


def _observations(command: Callable[..., Parser]) -> None:
    """Add `record`, `journey` and `reopen`."""
    record = command(
        "record",
        commands.run_observation,
        "Record what you saw of one checkpoint.\n\npass: everything under `evidence` of the checkpoint was seen on this revision, in this session.\n"
        "fail: it was seen to be wrong; --diagnosis says how.\nunverified: it could not be decided; blocked: a tool is missing. Both need --reason.\n"
        "In an open repair a fail of the target or of a protected check rolls the project back at once.",
    )
    journey = command(
        "journey",
        commands.run_observation,
        "Record the complete journey from entry to ending, on this revision, with its input events.\n\n"
        'FILE has one JSON object a line: {"t_ms": 1200, "input": "press Enter", "reached": "CHECKPOINT"}; `reached` marks each checkpoint of the path.',
    )
    journey.add_argument("--inputs", default="", metavar="FILE", help="the input events as sent")
    reopen = command("reopen", commands.run_observation, "Record that the game was closed and opened again: two sessions in two processes.")
    reopen.add_argument("--from-session", default="", metavar="ID", help="the session that was closed (--before is its capture)")
    reopen.add_argument("--from-process", default="", metavar="TEXT", help="its process, if the session is new")
    for parser in (record, journey, reopen):
        parser.add_argument("checkpoint", metavar="CHECKPOINT")
        parser.add_argument("--outcome", required=True, choices=OUTCOMES)
        parser.add_argument("--session", default="", metavar="ID", help="your name for this run of the game; a new one for each launch or reload")
        parser.add_argument(
            "--process", default="", metavar="TEXT", help="its process, such as 'pid 4711 at 12:00:05'; needed when the session is new"
        )
        if parser is not journey:
            parser.add_argument("--input", default="", metavar="TEXT", help="the input that was sent")
        for place in ("before", "after"):
            parser.add_argument(f"--{place}", default="", metavar="IMAGE", help=f"the capture {place} the input")
            parser.add_argument(f"--saw-{place}", default="", metavar="TEXT", help="what you saw in it, in your own words; open the image first")
        parser.add_argument("--state-before", default="", metavar="TEXT|@FILE", help="a state reading before the input")
        parser.add_argument("--state", default="", metavar="TEXT|@FILE", help="a state reading at the time of --after")
        parser.add_argument("--log", default="", metavar="TEXT|@FILE", help="what the game logged")
        parser.add_argument("--agree", default="", choices=("yes", "no"), help="whether reading and view agree")
        parser.add_argument("--comparison", default="", metavar="TEXT", help="what was compared with what")
        parser.add_argument("--diagnosis", default="", metavar="TEXT", help="with fail: expected, observed, likely cause")
        parser.add_argument(
            "--reason", default="", metavar="TEXT", help="with unverified and blocked; or why a failure turned into a pass without a change"
        )
        parser.add_argument(
            "--recaptured",
            default="",
            metavar="REASON",
            help="this newer file has the same bytes as an earlier capture because the game draws the same picture",
        )


def _repair(command: Callable[..., Parser], table: Any) -> None:
    """Add `repair begin`, `keep`, `abandon` and `export`."""
    group = table.add_parser("repair", help="Guarded repair: save, edit, observe, keep or roll back", allow_abbrev=False)
    _common(group)
    below = group.add_subparsers(dest="part", required=True, metavar="begin|keep|abandon|export", parser_class=Parser)
    one = command("begin", repairing.run_repair_begin, "Save the project and protect what passes. Name one failing check and one cause.", below)
    one.add_argument("target", metavar="TARGET", help="a checkpoint that was observed to fail")
    one.add_argument("--hypothesis", default="", metavar="TEXT", help="the cause, and what will change")
    command("keep", repairing.run_repair_keep, "Keep the edit: target and protected checks were all seen to pass on this revision.", below)
    one = command("abandon", repairing.run_repair_abandon, "Give the repair up; the edit is archived and the saved project put back.", below)
    one.add_argument("--reason", default="", metavar="TEXT", help="why")
    one = command("export", repairing.run_repair_export, "Write the files of a rolled back candidate into a folder, to learn from them.", below)
    one.add_argument("repair", type=int, metavar="NUMBER", help="the repair's number")
    one.add_argument("--to", required=True, metavar="DIR", help="a folder outside the project")


def main(arguments: Sequence[str]) -> int:
    """Run one command and give its exit status."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    Parser.as_json = "--json" in arguments
    try:
        options = build().parse_args(arguments)
    except SystemExit as leaving:
        return int(leaving.code or 0)
    name = " ".join(part for part in (options.command, getattr(options, "part", "")) if part)
    try:
        try:
            reply = options.run(options)
        except OSError as error:
            raise as_refusal(error, str(error.filename)) from error
    except Refusal as refusal:
        _refuse(name, refusal, as_json=options.json)
        return 1
    except Exception as error:  # noqa: BLE001 - the last boundary: whatever escapes here is a fault of the helper
        if options.json:
            print(json.dumps({"ok": False, "command": name, "fault": f"{type(error).__name__}: {error}"}))
        import traceback  # noqa: PLC0415 - slow to import, and never needed if all is well

        print(f"boost: fault of the helper in `{name}`; the ledger tells what was done", file=sys.stderr)
        traceback.print_exc()
        return 3
    text = json.dumps({"ok": True, "command": name, **reply.facts}) if options.json else "\n".join(reply.lines)
    try:
        print(text, flush=True)
    except BrokenPipeError:
        # Whoever read this has seen enough; what was asked is done. Nothing may be written at the exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _refuse(name: str, refusal: Refusal, *, as_json: bool) -> None:
    """Print a refusal: JSON on standard output, text on standard error."""
    if as_json:
        facts = {"code": refusal.code, "problem": refusal.problem, "do": refusal.do, "details": refusal.details}
        print(json.dumps({"ok": False, "command": name, "refusal": facts}))
        return
    print(f"refused ({refusal.code}): {refusal.problem}\n  {refusal.do}", file=sys.stderr)
    for key in ("problems", "unmet", "open", "left"):
        for one in refusal.details.get(key, [])[1:] if len(refusal.details.get(key, [])) > 1 else []:
            print(f"  also: {': '.join(str(part) for part in one)}", file=sys.stderr)
