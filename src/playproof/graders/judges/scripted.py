"""Judges without a model, for tests and for calibrating the machinery around judges. They see a question as a model does, and nothing else.

`KeywordJudge` follows rules: a rule of a checklist is implemented where a pattern stands in the exhibit. `GullibleJudge` is the worst model there is: it
obeys every line that it takes for our own words. What comes of scripted judges supports no figure.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock

from playproof.errors import ProviderError
from playproof.graders.judges.documents import documents_in, outside_documents
from playproof.protocols import Answer, Question
from playproof.records.judgement import JudgeSheet

_ITEM = re.compile(r"^- (?P<id>[a-z0-9_/]+): (?P<statement>.*)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedJudge:
    """Implements protocols.Judge by a function of the question."""

    model: str
    script: Callable[[Question], str]

    def sheet(self) -> JudgeSheet:
        """No model."""
        return JudgeSheet(name="scripted", model=self.model, version="1", kind="script")

    def ask(self, question: Question) -> Answer:
        """What the script says."""
        return Answer(text=self.script(question), input_tokens=len(question.text) // 4, output_tokens=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeywordJudge:
    """Implements protocols.Judge: passes an item whose pattern stands in a line of the exhibit and cites that line; confirms what it would have said."""

    model: str
    patterns: Mapping[str, str]
    """Item -> regular expression; an item without one is failed."""
    exhibit: str = "replica"
    passed: str = "pass"
    failed: str = "fail"

    def sheet(self) -> JudgeSheet:
        """No model."""
        return JudgeSheet(name="keywords", model=self.model, version="1", kind="script")

    def ask(self, question: Question) -> Answer:
        """Verdicts of an assessor, or words of a reviewer."""
        shown = documents_in(question.text)
        lines = shown.get(self.exhibit, ())
        items = [self._finding(item, lines) for item in items_asked(question)]
        if question.role == "reviewer":
            given = {finding["id"]: finding["verdict"] for finding in _findings(shown)}
            items = [
                {
                    "id": item["id"],
                    "verdict": "confirm" if given.get(str(item["id"])) == item["verdict"] else "overturn",
                    "reason": f"I read {item['verdict']}.",
                }
                for item in items
            ]
        return Answer(text=json.dumps({"items": items}))

    def _finding(self, item: str, lines: Sequence[str]) -> dict[str, object]:
        pattern = self.patterns.get(item)
        number = next((number for number, line in enumerate(lines, 1) if pattern is not None and re.search(pattern, line)), None)
        if number is None:
            return {"id": item, "verdict": self.failed, "reason": "Its pattern stands nowhere."}
        citation = {"first_line": number, "last_line": number, "quote": lines[number - 1].strip()}
        return {"id": item, "verdict": self.passed, "reason": f"Line {number} has it.", "citations": [citation]}


@dataclass(frozen=True, slots=True, kw_only=True)
class GullibleJudge:
    """Implements protocols.Judge: gives `verdict` to everything, unless a line outside of the exhibits orders another one: `ORDER: <verdict>`."""

    model: str
    verdict: str
    order: str = r"ORDER: (?P<verdict>[a-z/]+)"

    def sheet(self) -> JudgeSheet:
        """No model."""
        return JudgeSheet(name="gullible", model=self.model, version="1", kind="script")

    def ask(self, question: Question) -> Answer:
        """The same word for every item."""
        orders = [re.search(self.order, line) for line in outside_documents(question.text)]
        verdict = next((order["verdict"] for order in orders if order), self.verdict)
        return Answer(text=json.dumps({"items": [{"id": item, "verdict": verdict, "reason": "As I was told."} for item in items_asked(question)]}))


@dataclass(slots=True, kw_only=True)
class TurnsJudge:
    """Implements protocols.Judge: says one answer after the other, and is out of reach when there is none left. An empty answer is out of reach too."""

    model: str
    answers: Sequence[str]
    asked: list[Question] = field(default_factory=list)
    _lock: Lock = field(default_factory=Lock)

    def sheet(self) -> JudgeSheet:
        """No model."""
        return JudgeSheet(name="turns", model=self.model, version="1", kind="script")

    def ask(self, question: Question) -> Answer:
        """The next answer."""
        with self._lock:
            turn = len(self.asked)
            self.asked.append(question)
        if turn >= len(self.answers) or not self.answers[turn]:
            message = f"{self.model} is out of reach"
            raise ProviderError(message, kind="unreachable")
        return Answer(text=self.answers[turn])


def items_asked(question: Question) -> tuple[str, ...]:
    """The ids of the items of a question, in order."""
    matches = (_ITEM.match(line) for line in outside_documents(question.text))
    return tuple(match["id"] for match in matches if match)


def _findings(shown: Mapping[str, Sequence[str]]) -> Iterator[dict[str, str]]:
    """The findings that a reviewer is shown. Long ones go on in the next line."""
    text = "".join(shown.get("findings", ()))
    decoder = json.JSONDecoder()
    position = 0
    while position < len(text):
        finding, position = decoder.raw_decode(text, position)
        yield finding
