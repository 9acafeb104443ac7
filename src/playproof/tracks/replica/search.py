"""What searches on a rule core find, in records: reach and branching, the shortest win, witnesses. `search.js` and `signs.js` do the work, beside the core."""

import importlib.resources
import json
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from playproof.records.interface import ACTIONS, Action
from playproof.store.files import sha256_of
from playproof.tracks.replica.core import RuleCore

SEED = 20_250
MOST_STATES = 60_000
"""Reachable states that are walked before branching is sampled instead (ours)."""
SAMPLE = {"cap": MOST_STATES, "walks": 300, "length": 120, "seed": SEED}
"""Of a survey that is not whole: number and longest of the seeded random legal plays (ours)."""
SOLVING = {"expansions": 400_000, "nodes": 1_500_000, "seconds": 60}
"""How far a win is looked for: states taken up, states known, time; the time is a safety that no shipped level needs (ours)."""
ENDING = {"cap": 60_000, "walks": 400, "length": 400, "seed": SEED}
"""States among which an ending is looked for, and random plays after that (ours)."""
WITNESS = {"expansions": 600, "most": 20_000, "wanted": 80, "deeper": 6}
"""How far a witness is looked for: nodes for a better one, nodes for any, candidates, and how much longer than the shortest one it may be to lean on fewer other rules (ours)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """How the core's lower bound on the moves to a win was checked against the states that a survey reached."""

    has: bool
    """The core gives one."""
    too_high: int
    """States at which it exceeds the length of a known way to a win: with any, it is no lower bound."""
    jumps: int
    """Moves over which it falls by more than one: it may still be a lower bound, but not a consistent one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """What legal play reaches."""

    states: int
    is_whole: bool
    """Whether these are all there are."""
    kinds: tuple[str, ...]
    """Kinds of legal action."""
    units: dict[str, int]
    """Leaves of the state that vary, by the part of the state that they belong to."""
    types: tuple[str, ...]
    """Types of object that vary."""
    branching: float
    """Mean number of legal actions over the states in which play goes on."""
    half_width: float
    """Of its 95 % confidence interval; 0 when all states were counted."""
    bound: Bound
    nearest: int | None
    """Length of the shortest win inside what was reached, found without the core's lower bound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The shortest way to win. `steps` None with status exact: it cannot be won."""

    steps: int | None
    status: Literal["exact", "bound"]
    least: int | None
    """A proven lower bound on the steps."""
    actions: tuple[dict[str, Any], ...]
    expanded: int
    too_high: int
    """States of the way found at which the core's bound exceeds what is left of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """A sequence after which the game and the game without a rule show different views."""

    actions: tuple[dict[str, Any], ...]
    differs_at: int
    entangled: tuple[str, ...]


@cache
def _source() -> str:
    folder = importlib.resources.files("playproof.tracks.replica")
    return "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in ("search.js", "signs.js"))


def searches_sha256() -> str:
    """Of all that decides what the searches find, beside the rule core."""
    return sha256_of((_source() + json.dumps([SAMPLE, SOLVING, ENDING, WITNESS], sort_keys=True)).encode())


@dataclass(frozen=True, slots=True)
class Searcher:
    """Searches on one rule core. Making one loads the searches into the core's context."""

    core: RuleCore

    def __post_init__(self) -> None:
        """Load the scripts."""
        self.core.run(_source())

    def survey(self) -> Survey:
        """Walk what legal play reaches, whole or sampled."""
        answer = self.core.call(f"(limits) => Search.survey({self.core.core()}, limits)", SAMPLE)
        means, bound = answer["means"], answer["bound"]
        is_sampled = len(means) > 1
        return Survey(
            states=answer["states"],
            is_whole=answer["isWhole"],
            kinds=tuple(answer["kinds"]),
            units=answer["units"],
            types=tuple(answer["types"]),
            branching=statistics.fmean(means) if is_sampled else answer["branching"],
            half_width=1.96 * statistics.stdev(means) / len(means) ** 0.5 if is_sampled else 0.0,
            bound=Bound(has=bound["has"], too_high=bound["tooHigh"], jumps=bound["jumps"]),
            nearest=bound["nearest"],
        )

    def solve(self, *, is_blind: bool = False) -> Solution:
        """The shortest win.

        Args:
            is_blind: Do without the core's lower bound.
        """
        answer = self.core.call(f"(limits) => Search.solve({self.core.core()}, limits)", SOLVING | {"isBlind": is_blind})
        return Solution(
            steps=answer["steps"],
            status=answer["status"],
            least=answer["least"],
            actions=tuple(answer["actions"]),
            expanded=answer["expanded"],
            too_high=answer["tooHigh"],
        )

    def ending(self, wanted: Literal["won", "lost"], *, lacking: Sequence[str] = ()) -> tuple[dict[str, Any], ...] | None:
        """A way to an ending through whatever a player may try, or None when none was found."""
        found = self.core.call(f"(...given) => Search.ending({self.core.core(lacking)}, ...given)", wanted, ENDING)
        return None if found is None else tuple(found)

    def sign(self, rule: str, others: Sequence[str], paths: Sequence[Sequence[dict[str, Any]]], *, lacking: Sequence[str] = ()) -> Sign | None:
        """The best sequence that shows a rule.

        Args:
            rule: The rule.
            others: The other rules of the level, whose absence should not change what is seen.
            paths: Ways into the game that the search starts from, beside its opening.
            lacking: Rules that all games are without.
        """
        return self._sign("tell", rule, others, {"paths": paths, **WITNESS}, lacking=lacking)

    def judged(self, rule: str, others: Sequence[str], actions: Sequence[dict[str, Any]]) -> Sign | None:
        """A sequence given by hand as a sign; None when it does not show the rule."""
        return self._sign("judge", rule, others, [list(actions)])

    def acts(self, rule: str, actions: Sequence[dict[str, Any]]) -> frozenset[str]:
        """What the rule's off switch changes on the states of a sequence: opening, step, legal, status, view."""
        return frozenset(self.core.call(f"(actions) => Signs.acts({self.core.core()}, {self.core.core([rule])}, actions)", list(actions)))

    def inputs(self, actions: Sequence[dict[str, Any]], *, lacking: Sequence[str] = ()) -> tuple[Action, ...]:
        """The interface actions that make a sequence of core actions."""
        made = self.core.call(f"(actions) => Signs.inputs({self.core.core(lacking)}, actions)", list(actions))
        return ACTIONS.validate_python([one for group in made for one in group])

    def _sign(self, search: str, rule: str, others: Sequence[str], given: object, *, lacking: Sequence[str] = ()) -> Sign | None:
        game, without = self.core.core(lacking), self.core.core([*lacking, rule])
        pairs = ", ".join(f"[{json.dumps(name)}, {self.core.core([*lacking, name])}]" for name in others)
        answer = self.core.call(f"(given) => Signs.{search}({game}, {without}, [{pairs}], given)", given)
        return None if answer is None else Sign(actions=tuple(answer["actions"]), differs_at=answer["at"], entangled=tuple(answer["entangled"]))
