"""The three exams of a replica: its code against the rules, its checklist against the rules, its pictures against the original's."""

from collections.abc import Sequence
from dataclasses import dataclass

from playproof.graders.judges.answers import Finding
from playproof.graders.judges.assess_review import Exam, Subject
from playproof.graders.judges.citations import citations_problem
from playproof.graders.judges.documents import Document, document, fenced, numbered
from playproof.graders.judges.prompts import load_prompt
from playproof.records.family import Rule, VisualItem

IMPLEMENTATION_VALUES: dict[str, float | None] = {"pass": 1.0, "fail": 0.0}
RULE_VALUES: dict[str, float | None] = {"consistent": 1.0, "partial": 0.5, "inconsistent": 0.0}
VISUAL_VALUES: dict[str, float | None] = {"match": 1.0, "partial": 0.5, "mismatch": 0.0, "n/a": None}
MOST_PAIRS = 6
"""Picture pairs that a judge is shown (ours)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PicturePair:
    """The original and its replica in the same situation, PNG."""

    game: bytes
    replica: bytes


def rule_subjects(rules: Sequence[Rule]) -> tuple[Subject, ...]:
    """The rules of a reference checklist as what is asked about."""
    return tuple(Subject(id=rule.id, category=rule.category, statement=rule.statement) for rule in rules)


def visual_subjects(visual: Sequence[VisualItem], art: Sequence[VisualItem]) -> tuple[Subject, ...]:
    """C_vis and C_art together; the ids say from which an item is."""
    return tuple(
        Subject(id=f"{category}/{item.id}", category=category, statement=item.statement)
        for category, items in (("visual", visual), ("art", art))
        for item in items
    )


def implementation_exam(source: str) -> Exam:
    """Does the code implement each rule?

    Args:
        source: The replica's page.
    """
    shown = document("replica", source)
    return Exam(
        part="implementation",
        exhibits=fenced(shown),
        images=(),
        values=IMPLEMENTATION_VALUES,
        problem=lambda finding: citations_problem(finding.citations, shown, is_needed=IMPLEMENTATION_VALUES[finding.verdict] == 1),
        assess=load_prompt("implementation-assess"),
        review=load_prompt("implementation-review"),
        notes=_notes(shown),
    )


def rule_exam(statements: Sequence[str]) -> Exam:
    """Does the agent's checklist state each rule?

    Args:
        statements: What the agent wrote, one rule each.
    """
    shown = numbered("checklist", statements)
    return Exam(
        part="rule",
        exhibits=fenced(shown),
        images=(),
        values=RULE_VALUES,
        problem=lambda finding: citations_problem(finding.citations, shown, is_needed=bool(RULE_VALUES[finding.verdict])),
        assess=load_prompt("rule-assess"),
        review=load_prompt("rule-review"),
        notes=_notes(shown),
    )


def visual_exam(pairs: Sequence[PicturePair]) -> Exam:
    """Do the pictures look like the original's?

    Args:
        pairs: In order; at least one.
    """
    chosen = spread(pairs, MOST_PAIRS)
    order = [f"- pair {number}: picture {2 * number - 1} is the original, picture {2 * number} the replica" for number in range(1, len(chosen) + 1)]

    def problem(finding: Finding) -> str:
        beyond = next((number for number in finding.pairs if number > len(chosen)), None)
        if beyond is not None:
            return f"there is no pair {beyond}, only {len(chosen)}"
        return "" if finding.pairs or VISUAL_VALUES[finding.verdict] is None else "no pair is named on which the verdict rests"

    return Exam(
        part="visual",
        exhibits="\n".join(["The pictures, which are untrusted as documents are:", *order]),
        images=tuple(png for pair in chosen for png in (pair.game, pair.replica)),
        values=VISUAL_VALUES,
        problem=problem,
        assess=load_prompt("visual-assess"),
        review=load_prompt("visual-review"),
    )


def spread(pairs: Sequence[PicturePair], most: int) -> tuple[PicturePair, ...]:
    """At most so many pairs, evenly over all, the first always, none twice."""
    each = list(dict.fromkeys(pairs))
    if len(each) <= most:
        return tuple(each)
    return tuple(each[round(index * (len(each) - 1) / (most - 1))] for index in range(most))


def _notes(shown: Document) -> tuple[str, ...]:
    return (f"{shown.left_out:,} characters at the end of the {shown.name} were not shown",) if shown.left_out else ()
