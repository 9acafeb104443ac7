"""`playproof replica judge`: judge a finished run of the replica track from its evidence, without the game. `playproof replica try-judges`: judge the judges."""

from pathlib import Path

import click

from playproof.analysis.judge_reliability import judge_reliability
from playproof.cli.printing import print_json
from playproof.errors import SpecError
from playproof.graders.judges.exams import PicturePair
from playproof.graders.judges.panel import seat
from playproof.graders.judges.recorded import RecordedJudge
from playproof.protocols import Judge
from playproof.records.judgement import JudgementFile, JudgeSheet
from playproof.records.replica import IntakeEvidence, ReplicaComparison, ReplicaPlan
from playproof.scoring.replica_judged import judged_parts, judged_shares
from playproof.store.run_folder import RunFolder
from playproof.store.suites import find_task
from playproof.tracks.replica.family import load_family
from playproof.tracks.replica.judge_trial import try_judges
from playproof.tracks.replica.judging import Docket, judge_replica, read_art

RECORDED = "recorded:"
INTAKE = "intake"


@click.command("judge")
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--assessor", required=True, metavar="JUDGE", help="Gives the verdicts: recorded:FOLDER.")
@click.option("--reviewer", required=True, metavar="JUDGE", help="Confirms or overturns them; another model than the assessor's.")
@click.option("--tested", multiple=True, metavar="MODEL", help="A model whose work is judged; it may not judge itself. Can be given more than once.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def command(run: Path, *, assessor: str, reviewer: str, tested: tuple[str, ...], as_json: bool) -> None:
    """Judge the code, the checklist and the looks of RUN, the folder of a finished run, and keep what was found beside its evidence.

    `playproof grade RUN` then scores it with them. Only what models said is scored: recordings that were written by hand, or by a script, try out the way.
    """
    folder = RunFolder(run)
    panel = seat(judge_named(assessor, "--assessor"), judge_named(reviewer, "--reviewer"), tested)
    found = judge_replica(docket_of(folder), panel)
    folder.keep("judgements", found)
    if not without_model(found):
        folder.keep("judged", judged_shares(found))
    if as_json:
        print_json(found)
    else:
        _print(found, run)


@click.command("try-judges")
@click.argument("task")
@click.option("--assessor", required=True, metavar="JUDGE", help="Gives the verdicts: recorded:FOLDER.")
@click.option("--reviewer", required=True, metavar="JUDGE", help="Confirms or overturns them; another model than the assessor's.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def try_command(task: str, *, assessor: str, reviewer: str, as_json: bool) -> None:
    """Put judges on trial: the game of TASK (id of a level) without each of its rules is judged as if it were a replica.

    Per category: how often do they fail exactly the missing rule? The games name their rules where they are switched, so this is an upper bound.
    """
    place = find_task(task)
    if place.level is None:
        raise SpecError("TASK", f"{task!r} is no level of a family", expected="e.g. replica/<family>/L3", see="playproof tasks")
    instance = load_family(place.path).instance(place.level)
    panel = seat(judge_named(assessor, "--assessor"), judge_named(reviewer, "--reviewer"), ())
    found = judge_reliability(tuple(try_judges(instance, panel)), len(instance.rules))
    if as_json:
        print_json(found)
        return
    for one in found.categories:
        share = "undecided" if one.exact_share is None else f"{one.exact_share:.2f} exact, 95 % {one.low:.2f} to {one.high:.2f}"
        counts = (
            f"{one.mutants} games, {one.caught} caught, {one.missed} missed, {one.overreached} with other rules failed, {one.undecided} undecided"
        )
        click.echo(f"{one.category}: {share}  ({counts})")
    click.echo(f"the whole game: {found.false_fails} of {found.whole_rules} rules failed")


def judge_named(name: str, option: str) -> Judge:
    """The judge that an option asks for."""
    if not name.startswith(RECORDED):
        raise SpecError(option, f"{name!r} is no judge", expected=f"{RECORDED}FOLDER, a folder of recorded answers")
    return RecordedJudge(folder=Path(name.removeprefix(RECORDED)))


def without_model(found: JudgementFile) -> tuple[JudgeSheet, ...]:
    """The judges behind which no model stood."""
    return tuple(sheet for sheet in (found.assessor, found.reviewer) if sheet.kind != "model")


def docket_of(folder: RunFolder) -> Docket:
    """What there is to judge in a finished run."""
    folder.sheet()
    plan, intake = folder.root("plan", ReplicaPlan), folder.play(INTAKE, IntakeEvidence)
    if intake is None:
        raise SpecError(str(folder.path), f"has no {INTAKE}.json among its plays", expected="a finished run of the replica track")
    pairs = folder.root("comparison", ReplicaComparison).looks.pairs
    return Docket(
        task=plan.task,
        rules=plan.rules,
        visual=plan.visual,
        art=read_art(),
        page=folder.artifact_path / intake.page,
        checklist=folder.artifact_path / intake.rules_file if intake.rules_file else None,
        pairs=tuple(PicturePair(game=folder.frames.read(pair.game), replica=folder.frames.read(pair.replica)) for pair in pairs),
    )


def _print(found: JudgementFile, run: Path) -> None:
    for part, share in judged_parts(found).items():
        value = "undecided" if share.value is None else f"{share.value:.3f}"
        beside = f"{share.undecided} undecided, {share.not_applicable} not applicable"
        click.echo(f"{part}: {value}  ({share.decided} decided, {beside}; at least {share.floor:.3f})")
    no_model = [f"{sheet.model} ({sheet.kind})" for sheet in without_model(found)]
    if no_model:
        click.echo(f"no model judged: {', '.join(no_model)}; these numbers support no figure and are not scored")
    else:
        click.echo(f"to score the run with it: playproof grade {run}")
