"""The judged parts of a replica's score, for one deliverable: its code, its checklist and its looks, each by assess and review.

Nothing is played here: it works on the frozen deliverable and on pictures that were taken before, so it can be done again later, by other judges.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from playproof.errors import AgentError
from playproof.graders.judges.assess_review import judge_part, undecided
from playproof.graders.judges.exams import PicturePair, implementation_exam, rule_exam, rule_subjects, visual_exam, visual_subjects
from playproof.graders.judges.panel import Panel
from playproof.records.family import ArtFile, Rule, VisualItem
from playproof.records.judgement import PARTS, ItemJudgement, JudgementFile, JudgePart, PartJudgement
from playproof.store.documents import read_document
from playproof.store.suites import shipped_suites
from playproof.tracks.replica.checklist import read_checklist

ART = "art.yaml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Docket:
    """What is judged about one deliverable."""

    task: str
    rules: tuple[Rule, ...]
    """The checklist C of the level."""
    visual: tuple[VisualItem, ...]
    """C_vis."""
    art: tuple[VisualItem, ...]
    """C_art."""
    page: Path
    """The replica's page; a missing one implements nothing."""
    checklist: Path | None
    """The agent's rules; None: there are none."""
    pairs: tuple[PicturePair, ...]
    """Original and replica in the same situations; none: its looks cannot be told."""


def read_art(suites: Path | None = None) -> tuple[VisualItem, ...]:
    """C_art, the checklist of looks for all games.

    Args:
        suites: The folder of suites; None: the shipped ones.
    """
    return read_document((suites or shipped_suites()) / "replica" / ART, ArtFile).items


def judge_replica(docket: Docket, panel: Panel, parts: Sequence[JudgePart] = PARTS) -> JudgementFile:
    """Judge a deliverable. What judges could not tell is undecided, item by item; what the deliverable lacks is zero.

    Args:
        docket: What is judged.
        panel: Who judges.
        parts: Which of the three consistencies.
    """
    made = {"implementation": judge_implementation, "rule": judge_rules, "visual": judge_looks}
    return JudgementFile(
        task=docket.task,
        assessor=panel.assessor.sheet(),
        reviewer=panel.reviewer.sheet(),
        models_under_test=panel.models_under_test,
        parts=tuple(made[part](docket, panel) for part in PARTS if part in parts),
    )


def judge_implementation(docket: Docket, panel: Panel) -> PartJudgement:
    """Whether the page's code implements each rule."""
    if not docket.page.is_file():
        return _nothing("implementation", docket.rules, f"there is no {docket.page.name}")
    source = docket.page.read_bytes().decode("utf-8-sig", "replace")
    return judge_part(implementation_exam(source), rule_subjects(docket.rules), panel)


def judge_rules(docket: Docket, panel: Panel) -> PartJudgement:
    """Whether the agent's checklist states each rule."""
    if docket.checklist is None:
        return _nothing("rule", docket.rules, "there is no checklist")
    try:
        read = read_checklist(docket.checklist)
    except AgentError as error:
        return _nothing("rule", docket.rules, str(error))
    judged = judge_part(rule_exam([rule.statement for rule in read.rules]), rule_subjects(docket.rules), panel)
    return judged.model_copy(update={"notes": (*judged.notes, *read.notes)})


def judge_looks(docket: Docket, panel: Panel) -> PartJudgement:
    """Whether the replica looks like the original."""
    subjects = visual_subjects(docket.visual, docket.art)
    if not docket.pairs:
        return PartJudgement(
            part="visual", items=tuple(undecided(subject, "there are no pictures of both games in one situation") for subject in subjects)
        )
    return judge_part(visual_exam(docket.pairs), subjects, panel)


def _nothing(part: JudgePart, rules: Sequence[Rule], reason: str) -> PartJudgement:
    """What is not delivered is consistent with nothing, and no judge is needed to say so."""
    items = tuple(ItemJudgement(item=rule.id, category=rule.category, outcome="decided", value=0.0, reason=reason) for rule in rules)
    return PartJudgement(part=part, items=items)
