"""A family's rule core, run from Python: the same JavaScript as in the browser, in V8, alone in a context without a page, a clock or files.

core.js leaves one object behind, `globalThis.GameCore = { create(level) }`, where level is {name, constants, off}. `create` gives

    init()                 the state in which the game opens
    attempts(state)        every core action that a player could try now, legal or not: plain objects with a `kind`
    legal(state)           those of them that the rules allow
    step(state, action)    the next state; a new object, or the same one when nothing happens
    status(state)          'playing', 'won' or 'lost'
    view(state)            everything the renderer draws from: a plain object
    inputs(state, action)  the interface actions that make this core action: [{do: 'key', code: 'ArrowLeft'}, ...]
    objects(state)         the game's objects: [{type, ...}]
    score(state)           optional: what the game awards, a number; it belongs to the adjudication
    heuristic(state)       optional: a lower bound on the actions to the nearest win

A state is plain JSON. A core action lasts exactly as long as its interface actions do, so time is part of `step`.
"""

import json
import weakref
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from py_mini_racer import JSEvalException, MiniRacer

from playproof.errors import SpecError
from playproof.tracks.replica.family import SEE, Instance

REQUIRED = ("init", "attempts", "legal", "step", "status", "view", "inputs", "objects")
CALL_TIMEOUT_S = 120.0
"""Longest single call into a rule core (ours)."""
MOST_MEMORY_BYTES = 2 << 30
"""Heap of one rule core (ours)."""


@dataclass(slots=True, weakref_slot=True)
class RuleCore:
    """One V8 context with the core of one level. Several variants (rules off) live in it side by side."""

    instance: Instance
    _engine: MiniRacer = field(init=False)

    def __post_init__(self) -> None:
        """Load the source and check its shape."""
        self._engine = MiniRacer()
        weakref.finalize(self, self._engine.close)  # at the latest when the program ends: the engine's thread would block a later end
        self._engine.set_hard_memory_limit(MOST_MEMORY_BYTES)
        self.run(self.instance.core_source)
        self.run("globalThis.CORES = {};")
        names = self.call("(level) => Object.keys(GameCore.create(level))", self._level(()))
        missing = [name for name in REQUIRED if name not in names]
        if missing:
            raise SpecError(
                str(self.instance.family.path / "game" / "core.js"), f"create() gives no {missing[0]!r}", expected=", ".join(REQUIRED), see=SEE
            )

    def run(self, source: str) -> None:
        """Run a script in the context.

        Raises:
            SpecError: It threw.
        """
        try:
            self._engine.eval(source, timeout_sec=CALL_TIMEOUT_S)
        except JSEvalException as error:
            raise self._problem(error) from None

    def call(self, function: str, *arguments: Any) -> Any:  # noqa: ANN401 - JSON in, JSON out
        """Call a JavaScript function expression with JSON arguments; its answer, by way of JSON.

        Raises:
            SpecError: It threw, or took longer than CALL_TIMEOUT_S.
        """
        given = ", ".join(json.dumps(one) for one in arguments)
        try:
            answer = self._engine.eval(f"JSON.stringify(({function})({given}))", timeout_sec=CALL_TIMEOUT_S)
        except JSEvalException as error:
            raise self._problem(error) from None
        return json.loads(str(answer)) if answer is not None else None

    def core(self, off: Sequence[str] = ()) -> str:
        """A JavaScript expression for the core without the rules in `off`; made once."""
        key = json.dumps(sorted(off))
        name = f"CORES[{json.dumps(key)}]"
        self.run(f"{name} ??= GameCore.create({json.dumps(self._level(off))});")
        return name

    def trace(self, actions: Sequence[dict[str, Any]], off: Sequence[str] = ()) -> list[dict[str, Any]]:
        """The states that a sequence of core actions goes through, the opening state first."""
        states = self.call(
            f"(actions) => actions.reduce((states, one) => [...states, {self.core(off)}.step(states.at(-1), one)], [{self.core(off)}.init()])",
            list(actions),
        )
        return list(states)

    def _level(self, off: Sequence[str]) -> dict[str, Any]:
        return {"name": self.instance.level, "constants": self.instance.file.constants, "off": list(off)}

    def _problem(self, error: JSEvalException) -> SpecError:
        return SpecError(
            str(self.instance.family.path / "game" / "core.js"),
            f"failed at level {self.instance.level}: {error}",
            expected="a rule core that runs",
            see=SEE,
        )
