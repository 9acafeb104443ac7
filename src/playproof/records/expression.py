"""The small expression language of contracts and leaves: Python's comparison and arithmetic syntax, evaluated by simpleeval, never by `eval`.

Names are *views* (an observation of the game: `before.score`, `now.player_x`, `now.hud.score`), `const.NAME` (the contract's constants), and a few
pure functions. What an expression refers to is known before anything is played, so that a linter can refuse an undeclared key.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from pydantic import AfterValidator
from simpleeval import EvalWithCompoundTypes, InvalidExpression

from playproof.records.observation import Observation, Value


def _near(left: float, right: float, tolerance: float) -> bool:
    return abs(left - right) <= tolerance


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


FUNCTIONS = {"abs": abs, "min": min, "max": max, "round": round, "len": len, "int": int, "float": float, "str": str, "near": _near, "sign": _sign}
"""Functions an expression may call. `near(a, b, tolerance)` is |a - b| <= tolerance."""

MAX_LENGTH = 400


class MissingReadingError(Exception):
    """An expression needs a reading that the game did not give. `key` names it; `problem` says why."""

    def __init__(self, key: str, problem: str) -> None:
        """Keep both for the verdict's reason."""
        self.key, self.problem = key, problem
        super().__init__(f"{key}: {problem}")


@dataclass(frozen=True, slots=True, kw_only=True)
class References:
    """What an expression refers to."""

    views: frozenset[str]
    keys: frozenset[str]
    hud: frozenset[str]
    constants: frozenset[str]


@lru_cache(maxsize=4096)
def parse(text: str) -> ast.expr:
    """The syntax tree of one expression; ValueError when it is not one."""
    if len(text) > MAX_LENGTH:
        message = f"expression longer than {MAX_LENGTH} characters"
        raise ValueError(message)
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError as error:
        message = f"not an expression: {text!r} ({error.msg})"
        raise ValueError(message) from None
    return tree.body


@lru_cache(maxsize=4096)
def references(text: str) -> References:
    """The views, keys, HUD ids and constants that an expression names; ValueError for anything it may not contain."""
    views: set[str] = set()
    keys: set[str] = set()
    hud: set[str] = set()
    constants: set[str] = set()

    def visit(node: ast.AST) -> None:
        match node:
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id=view), attr="hud"), attr=name):
                views.add(view)
                hud.add(name)
            case ast.Attribute(value=ast.Name(id="const"), attr=name):
                constants.add(name)
            case ast.Attribute(value=ast.Name(id=view), attr=name):
                views.add(view)
                if name != "at_ms":
                    keys.add(name)
            case ast.Name(id=name) if name not in FUNCTIONS:
                message = f"unknown name {name!r} in {text!r}; write a view such as before.{name} or now.{name}, or const.{name}"
                raise ValueError(message)
            case ast.Attribute():
                message = f"{ast.unparse(node)!r} in {text!r} is neither view.key, view.hud.id nor const.NAME"
                raise ValueError(message)
            case _:
                for child in ast.iter_child_nodes(node):
                    visit(child)

    visit(parse(text))
    return References(views=frozenset(views), keys=frozenset(keys), hud=frozenset(hud), constants=frozenset(constants))


def _checked(text: str) -> str:
    references(text)
    return text


Expression = Annotated[str, AfterValidator(_checked)]
"""An expression in a file: its syntax is checked when the file is read."""


class _Hud:
    def __init__(self, observation: Observation) -> None:
        self._observation = observation

    def __getattr__(self, name: str) -> str:
        reading = self._observation.hud.get(name)
        if reading is None or not reading.is_present:
            raise MissingReadingError(f"hud.{name}", "no such element in the UI tree")
        return reading.text


class View:
    """An observation as an expression sees it: `view.key`, `view.hud.id`, `view.at_ms`."""

    def __init__(self, observation: Observation) -> None:
        """Wrap; nothing is copied."""
        self._observation = observation
        self.at_ms = observation.at_ms
        self.hud = _Hud(observation)

    def __getattr__(self, name: str) -> Value:
        """The reading's value; MissingReadingError when the game did not give one."""
        reading = self._observation.readings.get(name)
        if reading is None:
            raise MissingReadingError(name, "was not read")
        if reading.problem:
            raise MissingReadingError(name, reading.problem)
        return reading.value


class _Constants:
    def __init__(self, constants: Mapping[str, Value]) -> None:
        self._constants = constants

    def __getattr__(self, name: str) -> Value:
        return self._constants[name]


class UnusableExpressionError(Exception):
    """An expression could not be evaluated on the values that were read, e.g. a text compared with a number."""


def evaluate(text: str, views: Mapping[str, Observation], constants: Mapping[str, Value]) -> Value:
    """The value of an expression.

    Args:
        text: The expression.
        views: View name -> observation.
        constants: The contract's constants.

    Raises:
        MissingReadingError: A reading it needs is not there.
        UnusableExpressionError: The values have the wrong types, or a view was never taken.
    """
    names: dict[str, object] = {name: View(observation) for name, observation in views.items()}
    names["const"] = _Constants(constants)
    evaluator = EvalWithCompoundTypes(names=names, functions=FUNCTIONS)
    try:
        value: Value = evaluator.eval(text, previously_parsed=parse(text))
    except MissingReadingError:
        raise
    except (InvalidExpression, TypeError, ValueError, ArithmeticError, KeyError, IndexError, AttributeError) as error:
        message = f"{text!r}: {type(error).__name__}: {error}"
        raise UnusableExpressionError(message) from None
    return value
