"""Random legal play: actions that the rule core allows, chosen by a seed and written down before anything is played."""

import random

from playproof.records.interface import ACTIONS, Action, Reset
from playproof.records.replica import Walk
from playproof.tracks.replica.core import RuleCore

WALKS = 3
"""Plays of one evaluation (ours)."""
WALK_ACTIONS = 25
"""Actions on the interface in each (ours)."""


def random_walks(core: RuleCore, *, count: int = WALKS, length: int = WALK_ACTIONS) -> tuple[Walk, ...]:
    """Random legal plays from the opening; where nothing is legal any more, the game is reset.

    Args:
        core: The rule core of an instance.
        count: How many.
        length: Least actions on the interface; the last core action is played to its end.
    """
    return tuple(Walk(id=f"walk-{number}", actions=_walk(core, number, length)) for number in range(1, count + 1))


def _walk(core: RuleCore, seed: int, length: int) -> tuple[Action, ...]:
    dice = random.Random(f"{core.instance.id} {seed}")  # noqa: S311 - a play that can be repeated, no secret
    game = core.core()
    actions: list[Action] = []
    state = core.call(f"() => {game}.init()")
    while len(actions) < length:
        legal = core.call(f"(state) => {game}.legal(state)", state)
        if not legal:
            actions.append(Reset())
            state = core.call(f"() => {game}.init()")
            continue
        chosen = dice.choice(legal)
        actions += ACTIONS.validate_python(core.call(f"(state, action) => {game}.inputs(state, action)", state, chosen))
        state = core.call(f"(state, action) => {game}.step(state, action)", state, chosen)
    return tuple(actions)
