"""The small expression language of contracts and leaves: Python's comparison and arithmetic syntax, evaluated by simpleeval, never by `eval`.

Names are *views* (an observation of the game: `before.score`, `now.player_x`, `now.hud.score`), `const.NAME` (the contract's constants), and a few
pure functions. What an expression refers to is known before anything is played, so that a linter can refuse an undeclared key.
"""

import ast
import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from pydantic import AfterValidator
from simpleeval import DEFAULT_OPERATORS, EvalWithCompoundTypes, InvalidExpression  # type: ignore[import-untyped]

from playproof.records.observation import Observation, Value


def _near(left: float, right: float, tolerance: float) -> bool:
    return abs(left - right) <= tolerance


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


FUNCTIONS = {"abs": abs, "min": min, "max": max, "round": round, "len": len, "int": int, "float": float, "str": str, "near": _near, "sign": _sign}
"""Functions an expression may call. `near(a, b, tolerance)` is |a - b| <= tolerance."""

MAX_LENGTH = 400

NODES = (
    *(ast.Constant, ast.Tuple, ast.List, ast.Load),
    *(ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.UAdd, ast.IfExp),
    *(ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow),
    *(ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn),
    *(ast.Subscript, ast.Attribute, ast.Name, ast.Call),
)
"""All that an expression may be made of. Whatever else Python has (lambda, comprehension, f-string, `:=`, slices, keywords) is refused when it is read."""


def _of_numbers(act: Callable[[float, float], float]) -> Callable[[object, object], float]:
    """Arithmetic on numbers alone: a text that a game gives for a number must not become a format (`'%999999999d' % 3`) or a gigabyte of itself."""

    def apply(left: object, right: object) -> float:
        if not isinstance(left, (int, float)) or not isinstance(right, (int, float)):
            message = f"arithmetic on {type(left).__name__} and {type(right).__name__}"
            raise TypeError(message)
        return act(left, right)

    return apply


OPERATORS = DEFAULT_OPERATORS | {
    ast.Sub: _of_numbers(operator.sub),
    ast.Mult: _of_numbers(operator.mul),
    ast.Div: _of_numbers(operator.truediv),
    ast.FloorDiv: _of_numbers(operator.floordiv),
    ast.Mod: _of_numbers(operator.mod),
    ast.Pow: _of_numbers(math.pow),
}
"""`+` also joins texts and lists, up to simpleeval's limit."""


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
    except (SyntaxError, RecursionError, MemoryError) as error:
        message = f"not an expression: {text!r} ({error.msg if isinstance(error, SyntaxError) else 'nested too deeply'})"
        raise ValueError(message) from None
    return tree.body


def _refuse_foreign(text: str) -> None:
    """ValueError for any part of Python that expressions do not have."""
    for node in ast.walk(parse(text)):
        problem = ""
        match node:
            case ast.Call() if not isinstance(node.func, ast.Name) or node.func.id not in FUNCTIONS or node.keywords:
                problem = f"{ast.unparse(node)!r} calls something else than one of {', '.join(FUNCTIONS)}"
            case ast.Attribute(attr=name) if name.startswith("_"):
                problem = f"{name!r} is no name of a game's"
            case ast.Constant(value=value) if value is not None and not isinstance(value, (bool, int, float, str)):
                problem = f"{value!r} is neither a number nor a text"
            case _ if not isinstance(node, NODES):
                problem = f"{type(node).__name__} is no part of an expression here"
        if problem:
            message = f"{problem}, in {text!r}"
            raise ValueError(message)


@lru_cache(maxsize=4096)
def references(text: str) -> References:
    """The views, keys, HUD ids and constants that an expression names; ValueError for anything it may not contain."""
    _refuse_foreign(text)
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
            case ast.Call():
                for argument in node.args:
                    visit(argument)
            case ast.Name(id=name):
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
    evaluator = EvalWithCompoundTypes(operators=OPERATORS, names=names, functions=FUNCTIONS)
    try:
        value: Value = evaluator.eval(text, previously_parsed=parse(text))
    except MissingReadingError:
        raise
    except (InvalidExpression, TypeError, ValueError, ArithmeticError, KeyError, IndexError, AttributeError) as error:
        message = f"{text!r}: {type(error).__name__}: {error}"
        raise UnusableExpressionError(message) from None
    return value
