"""Judges on trial: the game of a level, whole and without each of its rules, judged as if it were a replica; what they should say is known.

The source that is judged is the game's own with a rule switched off, so it names its rules where they are switched: easier to read than a replica.
What is measured here is therefore an upper bound.
"""

from collections.abc import Iterator

from playproof.analysis.judge_reliability import JudgedMutant
from playproof.graders.judges.assess_review import judge_part
from playproof.graders.judges.exams import implementation_exam, rule_subjects
from playproof.graders.judges.panel import Panel
from playproof.records.family import Rule
from playproof.tracks.replica.family import Instance


def try_judges(instance: Instance, panel: Panel) -> Iterator[JudgedMutant]:
    """The verdicts on the whole game, then on the game without each rule.

    Args:
        instance: The level.
        panel: Who is on trial.
    """
    for rule in (None, *instance.rules):
        yield _tried(instance, panel, rule)


def _tried(instance: Instance, panel: Panel, rule: Rule | None) -> JudgedMutant:
    page = instance.page([rule.id] if rule else [])
    found = judge_part(implementation_exam(page), rule_subjects(instance.rules), panel)
    return JudgedMutant(
        task=instance.id,
        rule=rule.id if rule else None,
        category=rule.category if rule else None,
        failed=tuple(item.item for item in found.items if item.value == 0),
        undecided=tuple(item.item for item in found.items if item.outcome == "undecided"),
    )
