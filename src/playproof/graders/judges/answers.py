"""Asking a judge and reading its answer strictly: one JSON object of the asked form, nothing else. Malformed is asked again once, then undecided."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import Field, ValidationError

from playproof.errors import ProviderError, boundary
from playproof.protocols import Answer, Judge, Question
from playproof.records.judgement import MOST_REASON, Citation
from playproof.records.record import Record

MOST_CITATIONS = 12
"""Citations of one verdict (ours)."""
MOST_ANSWER = 200_000
"""Characters of an answer that are read (ours)."""
_FENCED = re.compile(r"\A```(?:json)?\s*\n(.*)\n```\Z", re.DOTALL)

Reason = Annotated[str, Field(min_length=1, max_length=MOST_REASON)]


class Finding(Record):
    """An assessor's word on one item."""

    id: str
    verdict: str
    reason: Reason
    citations: Annotated[tuple[Citation, ...], Field(max_length=MOST_CITATIONS)] = ()
    pairs: tuple[Annotated[int, Field(ge=1)], ...] = ()


class Findings(Record):
    """An assessor's answer."""

    items: tuple[Finding, ...]


class ReviewedItem(Record):
    """A reviewer's word on one verdict."""

    id: str
    verdict: Literal["confirm", "overturn"]
    reason: Reason


class Review(Record):
    """A reviewer's answer."""

    items: tuple[ReviewedItem, ...]


A = TypeVar("A", bound=Record)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Generic[A]):
    """What asking came to."""

    answer: A | None
    problem: str = ""
    """Why there is no answer that counts."""
    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0


class MalformedAnswer(ValueError):
    """An answer that is not what was asked for. The message is told to the judge as our own word, so it quotes nothing of the answer."""


def parse_answer(text: str, kind: type[A]) -> A:
    """The record that an answer holds; one code fence around it is forgiven, nothing else.

    Raises:
        MalformedAnswer: It is not one JSON object of that form.
    """
    if len(text) > MOST_ANSWER:
        message = f"it has {len(text):,} characters, more than {MOST_ANSWER:,}"
        raise MalformedAnswer(message)
    bare = text.strip()
    fence = _FENCED.match(bare)
    try:
        content = json.loads(fence[1] if fence else bare, object_pairs_hook=_no_name_twice, parse_constant=_no_constant)
        return kind.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        message = "it has a field that was not asked for" if first["type"] == "extra_forbidden" else f"{_place(first['loc'])}: {first['msg']}"
        raise MalformedAnswer(message) from None
    except RecursionError:
        message = "it is nested too deeply"
        raise MalformedAnswer(message) from None
    except json.JSONDecodeError as error:
        message = f"it is not one JSON object: {error}"
        raise MalformedAnswer(message) from None
    except ValueError:
        message = "it is not one JSON object with each field once and plain numbers"
        raise MalformedAnswer(message) from None


def wrong_items(given: Sequence[str], wanted: Sequence[str]) -> str:
    """Why the ids of an answer are not those that were asked for; empty when each is there once."""
    missing = [name for name in wanted if name not in given]
    if missing:
        return f"the items {', '.join(missing)} are missing"
    if any(name not in wanted for name in given):
        return "an item was not asked for"
    twice = next((name for name in wanted if list(given).count(name) > 1), None)
    return f"the item {twice!r} is there twice" if twice else ""


def ask(judge: Judge, question: Question, kind: type[A], check: Callable[[A], str]) -> Asked[A]:
    """Ask, read strictly, ask again once.

    Args:
        judge: Who is asked.
        question: What.
        kind: The form of the answer; its schema goes with the question.
        check: Says what is wrong with an answer of the right form; empty when nothing is.
    """
    asked = replace(question, answer_schema=json.dumps(kind.model_json_schema(), sort_keys=True))
    answers: list[Answer] = []
    problem = ""
    for _ in range(2):
        told = asked if not problem else replace(asked, text=f"{asked.text}\n\nYour last answer could not be used: {problem}. Answer again.")
        try:
            with boundary(ProviderError, f"ask {judge.sheet().model} ({question.prompt})"):
                answers.append(judge.ask(told))
        except ProviderError as error:
            return _asked(None, f"the judge did not answer: {error}", answers)
        try:
            answer = parse_answer(answers[-1].text, kind)
        except MalformedAnswer as error:
            problem = str(error)
            continue
        problem = check(answer)
        if not problem:
            return _asked(answer, "", answers)
    return _asked(None, f"the judge answered twice in another form than asked: {problem}", answers)


def _asked(answer: A | None, problem: str, answers: Sequence[Answer]) -> Asked[A]:
    return Asked(
        answer=answer,
        problem=problem,
        calls=len(answers),
        input_tokens=sum(one.input_tokens or 0 for one in answers),
        output_tokens=sum(one.output_tokens or 0 for one in answers),
    )


def _place(location: Sequence[str | int]) -> str:
    """Where in the answer, by the names of our own fields."""
    return ".".join(str(part) for part in location) or "the answer"


def _no_name_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        message = "a field is there twice"
        raise ValueError(message)
    return dict(pairs)


def _no_constant(name: str) -> object:
    message = f"{name} is no JSON"
    raise ValueError(message)
