"""`playproof replica`: for authors of families and for those who study attempts."""

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from playproof import __version__
from playproof.cli.printing import print_json
from playproof.cli.replica_attempt import command as attempt_command
from playproof.cli.replica_judge import command as judge_command
from playproof.cli.replica_judge import try_command
from playproof.cli.replica_trace import command as trace_command
from playproof.errors import SpecError
from playproof.records.complexity import FamilyComplexity, LevelComplexity
from playproof.records.family import LevelName, WitnessFile
from playproof.records.record import Record
from playproof.store.files import read_record, sha256_of, write_record
from playproof.store.suites import TaskPlace, find_family, list_tasks
from playproof.tracks.replica.complexity import family_complexity, level_complexity
from playproof.tracks.replica.family import Instance, load_family
from playproof.tracks.replica.oracle import write_oracle
from playproof.tracks.replica.plan import read_witnesses, witness_path
from playproof.tracks.replica.search import searches_sha256
from playproof.tracks.replica.witnesses import find_witnesses, write_witnesses

PROBLEMS = 1
WIDTH = 120
"""Characters of a line where no terminal says otherwise."""


class ComplexityAnswer(Record):
    """`playproof replica complexity --json`."""

    families: tuple[FamilyComplexity, ...]
    levels: tuple[LevelComplexity, ...]
    """All levels that were asked for, also of families that were asked for in part."""


class GeneratedAnswer(Record):
    """One level of `playproof replica generate --json`."""

    task: str
    witnesses: int
    entangled: int
    """Witnesses that go differently without some other rule too."""
    path: str


@click.group("replica")
def command() -> None:
    """Families of the replica track: what is generated for them, how complex they are."""


command.add_command(attempt_command)
command.add_command(judge_command)
command.add_command(try_command)
command.add_command(trace_command)


@command.command("generate")
@click.argument("names", nargs=-1, required=True, metavar="FAMILY...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def generate_command(names: tuple[str, ...], *, as_json: bool) -> None:
    """Find the witnesses of each rule and write the known-good deliverables of FAMILY (id or folder; one level: FAMILY/L3)."""
    places = [place for name in names for place in _places(name)]
    with _pool() as pool:
        answers = []
        for place, found in zip(places, pool.map(_generate, places), strict=True):
            entangled = sum(bool(witness.entangled) for witness in found.witnesses)
            path = str(witness_path(_instance(place)))
            answers.append(GeneratedAnswer(task=found.task, witnesses=len(found.witnesses), entangled=entangled, path=path))
            if not as_json:
                click.echo(f"{found.task}: {len(found.witnesses)} witnesses, {entangled} of them lean on other rules; {path}")
    if as_json:
        print_json(answers)


@command.command("complexity")
@click.argument("names", nargs=-1, metavar="[FAMILY]...")
@click.option("--no-cache", is_flag=True, help="Compute everything again.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def complexity_command(names: tuple[str, ...], *, no_cache: bool, as_json: bool) -> int:
    """Compute how complex the levels of each FAMILY are, and whether they grow as they must. Without FAMILY: all shipped ones.

    Exit status: 0 every family grows, 1 one does not.
    """
    places = [place for name in names for place in _places(name)] if names else [place for place in list_tasks() if place.level]
    with _pool() as pool:
        levels = tuple(pool.map(_computed, places, [None if no_cache else _cache()] * len(places)))
    families = []
    for path, group in groupby(zip(places, levels, strict=True), key=lambda pair: pair[0].path):
        found = [level for _, level in group]
        families.append(family_complexity(load_family(path), found))
    if as_json:
        print_json(ComplexityAnswer(families=tuple(families), levels=levels))
    else:
        _print(families)
    return PROBLEMS if any(family.problems for family in families) else 0


def _print(families: list[FamilyComplexity]) -> None:
    console = Console() if Console().is_terminal else Console(width=WIDTH)
    for family in families:
        table = Table(title=family.family, box=None, header_style="bold", title_justify="left", pad_edge=False, padding=(0, 1, 0, 0))
        for heading in ("level", "N_act", "N_trans", "N_goal", "N_unit", "N_obj", "N_step", "legal", "states", "rules", "state", "solving"):
            table.add_column(heading, justify="left" if heading == "level" else "right", no_wrap=True)
        for one in family.levels:
            made, solving = one.structure, one.solving
            steps = str(solving.n_step) if solving.n_step is not None else f">= {solving.least}" if solving.least is not None else "none"
            branching = f"{solving.branching:.2f}" + (f" ± {solving.half_width:.2f}" if solving.half_width else "")
            states = f"{solving.states:,}" + ("" if solving.is_whole else "+")
            table.add_row(
                one.level,
                *(str(number) for number in (made.n_act, made.n_trans, made.n_goal, made.n_unit, made.n_obj)),
                *(steps, branching, states),
                *(str(one.rule_total), str(one.state_total), f"{one.solving_total:g}"),
            )
        console.print(table)
        for step in family.progress:
            grown = [
                f"{change.dimension} {change.before} to {change.after} ({', '.join(change.causes)})"
                for change in step.changes
                if change.direction != "fixed"
            ]
            console.print(f"  {step.before} to {step.after}: {'; '.join(grown) or 'nothing changes'}", highlight=False)
        for problem in family.problems:
            console.print(f"  does not hold: {problem}", highlight=False)


def _places(name: str) -> tuple[TaskPlace, ...]:
    places = find_family(name)
    if any(place.level is None for place in places):
        raise SpecError(
            "FAMILY", f"{name!r} is no family of the replica track", expected="an id such as replica/<family>, or its folder", see="playproof tasks"
        )
    return places


def _instance(place: TaskPlace) -> Instance:
    level: LevelName = place.level or "L1"
    return load_family(place.path).instance(level)


def _generate(place: TaskPlace) -> WitnessFile:
    instance = _instance(place)
    found = find_witnesses(instance)
    write_witnesses(instance, found)
    write_oracle(instance)
    return found


def _computed(place: TaskPlace, cache: Path | None) -> LevelComplexity:
    instance = _instance(place)
    rules = "".join(rule.model_dump_json() for rule in instance.rules)
    named = "".join((__version__, instance.id, instance.core_sha256, rules, read_witnesses(instance).model_dump_json(), searches_sha256()))
    path = cache / f"{sha256_of(named.encode())}.json" if cache else None
    if path and path.is_file():
        return read_record(path, LevelComplexity)
    found = level_complexity(instance)
    if path:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_record(path, found)
    return found


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "playproof" / "complexity"


def _pool() -> ProcessPoolExecutor:
    """One process for each core; fresh ones, since a V8 engine does not live on in a fork."""
    return ProcessPoolExecutor(max_workers=len(os.sched_getaffinity(0)), mp_context=multiprocessing.get_context("spawn"))
