"""`playproof task check` for levels of a family: proofs of validity, and the evaluator tried on games whose answer is known (GameReplica section 3.2)."""

import time
from collections.abc import Iterator, Sequence

from playproof.analysis.calibration import Gate, gate
from playproof.analysis.family_check import FamilyCheck, RuleMutant, acting_gate, mutant_gates, visible_gate
from playproof.cli.bench import Bench, choose
from playproof.cli.evaluation import Outcome
from playproof.cli.tracks.replica import instance_wiring
from playproof.records.family import Witness
from playproof.records.interface import ObservedPlay
from playproof.records.replica import OriginalPlays, ReplicaScore
from playproof.store.files import write_atomic
from playproof.store.run_folder import RunFolder
from playproof.store.suites import TaskPlace, list_tasks
from playproof.tracks.replica.complexity import family_complexity, level_complexity
from playproof.tracks.replica.core import RuleCore
from playproof.tracks.replica.family import Instance, load_family
from playproof.tracks.replica.oracle import CHECKLIST, PAGE, oracle_files, stale_files
from playproof.tracks.replica.plan import read_witnesses
from playproof.tracks.replica.proofs import acts, idle_rules
from playproof.tracks.replica.search import Searcher
from playproof.tracks.replica.track import ORIGINAL, REPLICA

RECOLOURED = "<style>html { filter: hue-rotate(140deg) saturate(0.75); }</style>"
"""What makes another palette of any game (ours)."""
BLANK = '<!doctype html><html><head><meta charset="utf-8"><title>replica</title></head><body></body></html>\n'


def check_family(bench: Bench, places: Sequence[TaskPlace], *, mutants: str | None) -> FamilyCheck:
    """Prove the levels of one family.

    Args:
        bench: Where.
        places: The levels, of one family.
        mutants: Which rules are switched off: None for all, 'none', a number for a sample of each level, or names separated by commas.
    """
    began_s = time.monotonic()
    family = load_family(places[0].path)
    instances = [family.instance(place.level) for place in places if place.level]
    gates, rows = [], []
    for instance in instances:
        oracle = _play(bench, instance, "oracle", oracle_files(instance)[PAGE])
        gates += [*_proofs(instance), *_seen(instance, oracle), *_known(bench, instance, oracle)]
        rows += list(_mutants(bench, instance, oracle, mutants))
    if len(instances) > 1:
        problems = family_complexity(family, [level_complexity(instance) for instance in instances]).problems
        gates.append(gate("complexity grows", "; ".join(problems) or "from level to level", "never falls, and rises overall", holds=not problems))
    gates += mutant_gates(rows)
    return FamilyCheck(
        family=family.file.id,
        tasks=tuple(instance.id for instance in instances),
        gates=tuple(gates),
        mutants=tuple(rows),
        mode=bench.mode,
        wall_s=round(time.monotonic() - began_s, 1),
    )


def _play(bench: Bench, instance: Instance, name: str, page: str, originals: RunFolder | None = None) -> Outcome[ReplicaScore]:
    """Judge a page as if it were a replica of an instance."""
    deliverable = bench.folder / "artifacts" / instance.level / name
    write_atomic(deliverable / PAGE, page.encode())
    write_atomic(deliverable / CHECKLIST, oracle_files(instance)[CHECKLIST].encode())
    return bench.play(instance_wiring(instance, originals=originals), deliverable, f"{instance.level}-{name}")


def _proofs(instance: Instance) -> Iterator[Gate]:
    """What needs no play: the deliverable is fresh, off switches act, witnesses fit into the budget."""
    stale = stale_files(instance)
    yield gate(f"{instance.id}: known-good deliverable", f"{len(stale)} stale files", "as generated now", holds=not stale)
    witnesses, searcher = read_witnesses(instance).witnesses, Searcher(RuleCore(instance))
    yield acting_gate(instance.id, len(instance.rules), idle_rules(instance.rules, acts(searcher, witnesses)))
    longest: Witness = max(witnesses, key=lambda one: len(one.actions))
    value = f"{len(longest.actions)} actions ({longest.rule})"
    yield gate(f"{instance.id}: longest witness", value, f"at most {instance.file.budget}", holds=len(longest.actions) <= instance.file.budget)


def _seen(instance: Instance, oracle: Outcome[ReplicaScore]) -> Iterator[Gate]:
    """What the plays of the witnesses show."""
    folder, is_seen, repeats = oracle.folder, {}, True
    for rule in instance.rules:
        original, replica = folder.play(ORIGINAL + rule.id, OriginalPlays), folder.play(REPLICA + rule.id, ObservedPlay)
        is_seen[rule.id] = original is not None and original.game.frames != original.without.frames
        repeats = repeats and original is not None and replica is not None and original.game.frames == replica.frames
    yield visible_gate(instance.id, is_seen)
    yield gate(f"{instance.id}: the same game twice", "equal" if repeats else "different", "the same pictures", holds=repeats)


def _known(bench: Bench, instance: Instance, oracle: Outcome[ReplicaScore]) -> Iterator[Gate]:
    """Games whose tier is known: the game itself, a blank page, another game, the game in other colours."""
    yield _tier_gate(instance, "the game itself", oracle, "F5", agreement=1.0)
    yield _tier_gate(instance, "a blank page", _play(bench, instance, "blank", BLANK, oracle.folder), "F1")
    other = _another_family(instance)
    if other is not None:
        yield _tier_gate(instance, other.id, _play(bench, instance, "another-game", other.page(), oracle.folder), "F2")
    page = oracle_files(instance)[PAGE].replace("</head>", f"{RECOLOURED}</head>", 1)
    yield _tier_gate(instance, "the game in other colours", _play(bench, instance, "recoloured", page, oracle.folder), "F4", agreement=1.0)


def _tier_gate(instance: Instance, what: str, outcome: Outcome[ReplicaScore], tier: str, *, agreement: float | None = None) -> Gate:
    score = outcome.score
    value = f"{score.gate.tier}, agreement {score.agreement}, looks {score.looks}"
    holds = score.gate.tier == tier and (agreement is None or (score.agreement == agreement and score.coverage == 1.0))
    return gate(f"{instance.id}: {what}", value, tier + (f" with agreement {agreement:g}" if agreement is not None else ""), holds=holds)


def _another_family(instance: Instance) -> Instance | None:
    """The same level of the next shipped family."""
    paths = sorted({place.path for place in list_tasks() if place.level and place.path.resolve() != instance.family.path.resolve()})
    later = [path for path in paths if path.name > instance.family.path.name] or paths
    return load_family(later[0]).instance(instance.level) if later else None


def _mutants(bench: Bench, instance: Instance, oracle: Outcome[ReplicaScore], wanted: str | None) -> Iterator[RuleMutant]:
    for rule in choose([rule.id for rule in instance.rules], wanted):
        outcome = _play(bench, instance, f"without-{rule}", instance.page([rule]), oracle.folder)
        verdicts = outcome.verdicts.values()
        yield RuleMutant(
            task=instance.id,
            rule=rule,
            lost=tuple(one.criterion for one in verdicts if one.state in ("fail_observed", "product_blocked")),
            undecided=tuple(one.criterion for one in verdicts if one.value is None),
            tier=outcome.score.gate.tier,
        )
