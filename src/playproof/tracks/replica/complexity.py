"""Complexity by computation: nothing is declared by hand, everything is read off the rule core and its searches.

The structural vector counts a rule only if its off switch was seen to act (mechanism authenticity), so that a rule that is merely written down adds nothing.
"""

import itertools
import math
from collections.abc import Collection, Mapping, Sequence

from playproof.records.complexity import STRUCTURAL, Change, Direction, FamilyComplexity, LevelComplexity, Progress, Proof, Solving, Structure
from playproof.tracks.replica.core import RuleCore
from playproof.tracks.replica.family import Family, Instance
from playproof.tracks.replica.plan import fresh_witnesses, read_witnesses
from playproof.tracks.replica.proofs import acts, counts_as_transition, is_authentic
from playproof.tracks.replica.search import Searcher, Solution, Survey

LISTS = {"n_act": "actions", "n_trans": "transitions", "n_goal": "goals", "n_obj": "objects"}
"""Dimensions that count the entries of a list."""


def level_complexity(instance: Instance) -> LevelComplexity:
    """Compute both vectors of one level. Takes from a tenth of a second to some seconds.

    Raises:
        SpecError: The witnesses are missing or stale, or the rule core fails.
    """
    witnesses = fresh_witnesses(instance, read_witnesses(instance))
    searcher = Searcher(RuleCore(instance))
    survey = searcher.survey()
    solution = searcher.solve(is_blind=survey.bound.too_high > 0)
    structure = _structure(instance, survey, acts(searcher, tuple(witnesses.values())))
    n_step = solution.steps if solution.status == "exact" and not solution.too_high else None
    return LevelComplexity(
        task=instance.id,
        level=instance.level,
        structure=structure,
        solving=_solving(survey, solution, n_step),
        notes=_notes(survey, solution),
        rule_total=structure.n_act + structure.n_trans + structure.n_goal,
        state_total=structure.n_unit + structure.n_obj,
        solving_total=round((n_step or solution.least or 0) * math.log2(1 + survey.branching), 2),
    )


def _notes(survey: Survey, solution: Solution) -> tuple[str, ...]:
    notes = []
    if survey.bound.too_high:
        notes.append(f"heuristic() is no lower bound: too high at {survey.bound.too_high} of {survey.states} states; it was not used")
    if solution.too_high:
        notes.append(f"heuristic() is no lower bound: too high at {solution.too_high} states of the win that was found")
    return tuple(notes)


def family_complexity(family: Family, levels: Sequence[LevelComplexity]) -> FamilyComplexity:
    """Compare the levels of a family, in order."""
    progress = tuple(
        Progress(before=one.level, after=other.level, changes=tuple(_change(family, one, other, name) for name in STRUCTURAL))
        for one, other in itertools.pairwise(levels)
    )
    return FamilyComplexity(family=family.file.id, levels=tuple(levels), progress=progress, problems=tuple(_problems(levels)))


def _structure(instance: Instance, survey: Survey, found: Mapping[str, Collection[str]]) -> Structure:
    """A rule counts only where its off switch was seen to act, on the states of its witness."""
    return Structure(
        actions=survey.kinds,
        transitions=tuple(rule.id for rule in instance.rules if counts_as_transition(rule, found[rule.id])),
        goals=tuple(rule.id for rule in instance.rules if rule.adjudicates and is_authentic(rule, found[rule.id])),
        units=survey.units,
        objects=survey.types,
    )


def _proof(survey: Survey) -> Proof:
    if not survey.bound.has or survey.bound.too_high:
        return "breadth"
    return "bound_proven" if survey.is_whole else "bound_sampled"


def _solving(survey: Survey, solution: Solution, n_step: int | None) -> Solving:
    return Solving(
        n_step=n_step,
        status=solution.status,
        least=solution.least,
        proof=_proof(survey),
        branching=round(survey.branching, 4),
        half_width=round(survey.half_width, 4),
        states=survey.states,
        is_whole=survey.is_whole,
    )


def _change(family: Family, one: LevelComplexity, other: LevelComplexity, name: str) -> Change:
    before, after = getattr(one.structure, name), getattr(other.structure, name)
    direction: Direction = "increase" if after > before else "decrease" if after < before else "fixed"
    if direction == "fixed":
        causes: Sequence[str] = ()
    elif name in LISTS:
        causes = sorted(set(getattr(one.structure, LISTS[name])) ^ set(getattr(other.structure, LISTS[name])))
    else:
        causes = [f"state.{part}" for part in _differing(one.structure.units, other.structure.units)]
        causes += _differing(family.file.levels[one.level].constants, family.file.levels[other.level].constants)
    return Change(dimension=name, before=before, after=after, direction=direction, causes=tuple(causes))


def _differing(old: Mapping[str, object], new: Mapping[str, object]) -> list[str]:
    return sorted(key for key in old.keys() | new.keys() if old.get(key) != new.get(key))


def _problems(levels: Sequence[LevelComplexity]) -> list[str]:
    problems = [f"{level.task}: {note}" for level in levels for note in level.notes]
    problems += [f"{level.task}: no way to win was found" for level in levels if level.solving.n_step is None and level.solving.least is None]
    for name in ("rule_total", "state_total", "solving_total"):
        for one, other in itertools.pairwise(levels):
            if getattr(other, name) < getattr(one, name):
                problems.append(f"{other.task}: {name} falls from {getattr(one, name)} to {getattr(other, name)}")
        if levels and getattr(levels[-1], name) <= getattr(levels[0], name):
            problems.append(f"{levels[-1].task}: {name} is not above that of {levels[0].level}")
    return problems
