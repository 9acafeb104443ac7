"""Judges that answer from a folder of recordings, and the recorder that fills one. A question without a recording is a judge that does not answer.

judge.json         whose answers these are; recordings written by hand say so, and support no figure
<sha256>.json      one question with its answer, by the hash of the whole question
"""

import json
from dataclasses import dataclass
from pathlib import Path

from playproof.errors import ProviderError, SpecError
from playproof.protocols import Answer, Judge, Question
from playproof.records.judgement import Exchange, JudgeSheet
from playproof.store.files import read_record, sha256_of, write_record

SHEET = "judge.json"


def question_sha256(question: Question) -> str:
    """Hash over everything that a judge is told, pictures and form of the answer included."""
    whole = {
        "role": question.role,
        "instructions": question.instructions,
        "text": question.text,
        "images": [sha256_of(png) for png in question.images],
        "answer_schema": question.answer_schema,
    }
    return sha256_of(json.dumps(whole, sort_keys=True).encode())


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedJudge:
    """Implements protocols.Judge from a folder."""

    folder: Path

    def sheet(self) -> JudgeSheet:
        """Whose answers these are."""
        if not (self.folder / SHEET).is_file():
            raise SpecError(str(self.folder), f"holds no {SHEET}", expected="a folder of recorded answers")
        return read_record(self.folder / SHEET, JudgeSheet)

    def ask(self, question: Question) -> Answer:
        """The recorded answer; ProviderError when there is none."""
        name = question_sha256(question)
        path = self.folder / f"{name}.json"
        if not path.is_file():
            message = f"{self.folder} has no recording of the question {name[:12]} ({question.prompt})"
            raise ProviderError(message, kind="not_recorded")
        try:
            kept = read_record(path, Exchange)
        except SpecError as error:
            raise ProviderError(str(error), kind="bad_recording") from None
        if kept.question_sha256 != name:
            message = f"{path} holds the answer to another question"
            raise ProviderError(message, kind="bad_recording")
        return Answer(text=kept.answer, input_tokens=kept.input_tokens, output_tokens=kept.output_tokens)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorder:
    """Implements protocols.Judge: asks another judge and keeps what it says."""

    judge: Judge
    folder: Path

    def __post_init__(self) -> None:
        """Say whose answers these will be; a folder holds those of one judge."""
        path, sheet = self.folder / SHEET, self.judge.sheet()
        if path.exists() and read_record(path, JudgeSheet) != sheet:
            raise SpecError(str(self.folder), "holds answers of another judge", expected="an empty folder, or one of the same judge")
        write_record(path, sheet)

    def sheet(self) -> JudgeSheet:
        """The judge that is asked."""
        return self.judge.sheet()

    def ask(self, question: Question) -> Answer:
        """Ask and keep."""
        answer = self.judge.ask(question)
        name = question_sha256(question)
        kept = Exchange(
            question_sha256=name,
            prompt=question.prompt,
            role=question.role,
            asked=question.text,
            answer=answer.text,
            input_tokens=answer.input_tokens,
            output_tokens=answer.output_tokens,
        )
        write_record(self.folder / f"{name}.json", kept)
        return answer
