"""Assess and review: one judge gives verdicts with evidence, another confirms or overturns them, what is overturned goes back (GameReplica section 3.4).

    assess -> check what is cited, by machine -> review -> confirmed: decided
        ^------- does not hold, or overturned: goes back with the objection, at most three rounds

A verdict counts only when its citations hold and the reviewer confirms it. An item on which that does not happen is undecided with the reason, and so is
one whose judge could not be reached: a judge's failure is never the game's zero.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from playproof.graders.judges.answers import Asked, Finding, Findings, Review, ask, wrong_items
from playproof.graders.judges.documents import fenced, numbered
from playproof.graders.judges.panel import Panel
from playproof.graders.judges.prompts import Prompt
from playproof.protocols import Question
from playproof.records.judgement import ItemJudgement, JudgePart, JudgeRole, Outcome, PartJudgement, Round
from playproof.records.record import Record

R = TypeVar("R", bound=Record)

MOST_ROUNDS = 3
"""Times that an item is assessed before it is left undecided (ours)."""
ASSESSORS = 6
"""Categories that are assessed at once: one assessor for each of the six (GameReplica section 3.4)."""
MOST_ITEMS = 12
"""Items of one question; a category with more is asked about in parts (ours)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """One rule or one item of a visual checklist: our own words."""

    id: str
    category: str
    statement: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Exam:
    """One of the three consistencies for one replica: what is asked, and what of an answer counts."""

    part: JudgePart
    exhibits: str
    """The fenced documents, or how the pictures are ordered."""
    images: tuple[bytes, ...]
    values: Mapping[str, float | None]
    """Word of a verdict -> its value; None: not applicable."""
    problem: Callable[[Finding], str]
    """Why the evidence of a verdict does not hold; empty when it does."""
    assess: Prompt
    review: Prompt
    notes: tuple[str, ...] = ()


@dataclass(slots=True, kw_only=True)
class _Lane:
    """One category on its way to verdicts. Belongs to one thread."""

    exam: Exam
    panel: Panel
    rounds: dict[str, list[Round]] = field(default_factory=dict)
    done: dict[str, ItemJudgement] = field(default_factory=dict)
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def judge(self, subjects: Sequence[Subject]) -> None:
        """Bring some subjects to an end."""
        left = list(subjects)
        for number in range(1, MOST_ROUNDS + 1):
            left = self._round(number, left)
            if not left:
                return
        for subject in left:
            last = self.rounds[subject.id][-1]
            why = f"what it cites does not hold: {last.problem}" if last.problem else f"overturned at last: {last.review_reason}"
            self._undecided(subject, f"no verdict passed review in {MOST_ROUNDS} rounds; {why}")

    def _round(self, number: int, subjects: Sequence[Subject]) -> list[Subject]:
        """One round; gives what goes back."""
        asked = self._assess(subjects)
        if asked.answer is None:
            for subject in subjects:
                self._undecided(subject, asked.problem)
            return []
        given = {finding.id: finding for finding in asked.answer.items}
        rounds = {subject.id: self._assessed(number, given[subject.id]) for subject in subjects}
        sound = [subject for subject in subjects if not rounds[subject.id].problem]
        reviewed = self._review(sound, given) if sound else Asked(answer=Review(items=()))
        words = {item.id: item for item in reviewed.answer.items} if reviewed.answer else {}
        back = []
        for subject in subjects:
            found = rounds[subject.id]
            word = words.get(subject.id)
            if word is not None:
                found = found.model_copy(update={"review": "confirmed" if word.verdict == "confirm" else "overturned", "review_reason": word.reason})
            self.rounds.setdefault(subject.id, []).append(found)
            if found.review == "confirmed":
                self._decided(subject, found, given[subject.id].verdict)
            elif reviewed.answer is None and not found.problem:
                self._undecided(subject, f"assessed but not reviewed: {reviewed.problem}")
            else:
                back.append(subject)
        return back

    def _assessed(self, number: int, finding: Finding) -> Round:
        return Round(
            number=number,
            verdict=self.exam.values[finding.verdict],
            reason=finding.reason,
            citations=finding.citations,
            pairs=finding.pairs,
            problem=self.exam.problem(finding),
        )

    def _assess(self, subjects: Sequence[Subject]) -> Asked[Findings]:
        objections = [f"{subject.id}: {last.problem or last.review_reason}" for subject in subjects for last in self.rounds.get(subject.id, ())[-1:]]
        text = self._text(subjects, fenced(numbered("review", objections)) if objections else "")

        def check(answer: Findings) -> str:
            if any(finding.verdict not in self.exam.values for finding in answer.items):
                return f"a verdict is none of {', '.join(self.exam.values)}"
            return wrong_items([finding.id for finding in answer.items], [subject.id for subject in subjects])

        return self._counted(ask(self.panel.assessor, self._question("assessor", self.exam.assess, text), Findings, check))

    def _review(self, subjects: Sequence[Subject], given: Mapping[str, Finding]) -> Asked[Review]:
        findings = [json.dumps(given[subject.id].model_dump(mode="json"), ensure_ascii=False) for subject in subjects]
        text = self._text(subjects, fenced(numbered("findings", findings)))

        def check(answer: Review) -> str:
            return wrong_items([item.id for item in answer.items], [subject.id for subject in subjects])

        return self._counted(ask(self.panel.reviewer, self._question("reviewer", self.exam.review, text), Review, check))

    def _question(self, role: JudgeRole, prompt: Prompt, text: str) -> Question:
        return Question(role=role, prompt=prompt.id, instructions=prompt.text, text=text, images=self.exam.images)

    def _text(self, subjects: Sequence[Subject], more: str) -> str:
        items = "\n".join(f"- {subject.id}: {subject.statement}" for subject in subjects)
        return "\n\n".join(part for part in (self.exam.exhibits, more, f"Items ({subjects[0].category}):\n{items}") if part)

    def _counted(self, asked: Asked[R]) -> Asked[R]:
        self.calls += asked.calls
        self.input_tokens += asked.input_tokens
        self.output_tokens += asked.output_tokens
        return asked

    def _decided(self, subject: Subject, found: Round, word: str) -> None:
        outcome: Outcome = "decided" if self.exam.values[word] is not None else "not_applicable"
        self.done[subject.id] = ItemJudgement(
            item=subject.id,
            category=subject.category,
            outcome=outcome,
            value=found.verdict,
            reason=found.reason,
            rounds=tuple(self.rounds[subject.id]),
        )

    def _undecided(self, subject: Subject, reason: str) -> None:
        self.done[subject.id] = undecided(subject, reason, tuple(self.rounds.get(subject.id, ())))


def undecided(subject: Subject, reason: str, rounds: tuple[Round, ...] = ()) -> ItemJudgement:
    """An item that could not be told."""
    return ItemJudgement(item=subject.id, category=subject.category, outcome="undecided", value=None, reason=reason, rounds=rounds)


def judge_part(exam: Exam, subjects: Sequence[Subject], panel: Panel) -> PartJudgement:
    """Judge one consistency: each category in a lane of its own, six at once. Items come back in the order of the subjects.

    Args:
        exam: What is asked.
        subjects: The items, ids unique.
        panel: Who judges.
    """
    categories = list(dict.fromkeys(subject.category for subject in subjects))

    def run(category: str) -> _Lane:
        lane = _Lane(exam=exam, panel=panel)
        mine = [subject for subject in subjects if subject.category == category]
        for start in range(0, len(mine), MOST_ITEMS):
            lane.judge(mine[start : start + MOST_ITEMS])
        return lane

    with ThreadPoolExecutor(max_workers=ASSESSORS) as pool:
        lanes = list(pool.map(run, categories))
    found = {item: judgement for lane in lanes for item, judgement in lane.done.items()}
    return PartJudgement(
        part=exam.part,
        items=tuple(found[subject.id] for subject in subjects),
        prompts=(exam.assess.sheet, exam.review.sheet),
        notes=exam.notes,
        calls=sum(lane.calls for lane in lanes),
        input_tokens=sum(lane.input_tokens for lane in lanes),
        output_tokens=sum(lane.output_tokens for lane in lanes),
    )
