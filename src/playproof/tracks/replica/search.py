"""What searches on a rule core find, in records: reach and branching, the shortest win, witnesses. `search.js` does the work, beside the core."""

import importlib.resources
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from playproof.records.interface import ACTIONS, Action
from playproof.store.files import sha256_of
from playproof.tracks.replica.core import RuleCore

MOST_STATES = 60_000
"""Reachable states that are walked before branching is sampled instead (ours)."""
MOST_EXPANSIONS = 1_500_000
"""States that the search for the shortest win takes up (ours)."""
ENDING_STATES = 60_000
"""States among which an ending is looked for before random play is tried (ours)."""
WALKS, WALK_LENGTH = 300, 120
"""Seeded random legal plays, and their longest, when there are too many states (ours)."""
WITNESS = {"expansions": 1500, "wanted": 60, "deeper": 2}
"""How far a witness is looked for: nodes, candidates, and how much longer than the shortest one may be (ours)."""
SEED = 20_250


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """What legal play reaches."""

    states: int
    is_whole: bool
    """Whether these are all there are."""
    kinds: tuple[str, ...]
    """Kinds of legal action."""
    units: int
    """Leaves of the state that vary."""
    types: tuple[str, ...]
    """Types of object that vary."""
    branching: float
    """Mean number of legal actions over the states in which play goes on."""
    half_width: float
    """Of its 95 % confidence interval; 0 when all states were counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """The shortest way to win. `steps` None with status exact: it cannot be won."""

    steps: int | None
    status: Literal["exact", "bound"]
    least: int | None
    """A proven lower bound on the steps."""
    actions: tuple[dict[str, Any], ...]
    expanded: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign:
    """A sequence after which the game and the game without a rule show different views."""

    actions: tuple[dict[str, Any], ...]
    differs_at: int
    entangled: tuple[str, ...]


@cache
def _source() -> str:
    return importlib.resources.files("playproof.tracks.replica").joinpath("search.js").read_text(encoding="utf-8")


def searches_sha256() -> str:
    """Of all that decides what the searches find, beside the rule core."""
    limits = (MOST_STATES, MOST_EXPANSIONS, ENDING_STATES, WALKS, WALK_LENGTH, WITNESS, SEED)
    return sha256_of(f"{_source()}{limits}".encode())


@dataclass(frozen=True, slots=True)
class Searcher:
    """Searches on one rule core. Making one loads the searches into the core's context."""

    core: RuleCore

    def __post_init__(self) -> None:
        """Load the script."""
        self.core.run(_source())

    def survey(self) -> Survey:
        """Walk what legal play reaches, whole or sampled."""
        caps = {"cap": MOST_STATES, "walks": WALKS, "length": WALK_LENGTH, "seed": SEED}
        answer = self.core.call(f"(caps) => Search.survey({self.core.core()}, caps)", caps)
        means = answer["means"]
        is_sampled = not answer["isWhole"] and len(means) > 1
        return Survey(
            states=answer["states"],
            is_whole=answer["isWhole"],
            kinds=tuple(answer["kinds"]),
            units=answer["units"],
            types=tuple(answer["types"]),
            branching=statistics.fmean(means) if is_sampled else answer["branching"],
            half_width=1.96 * statistics.stdev(means) / len(means) ** 0.5 if is_sampled else 0.0,
        )

    def solve(self) -> Solution:
        """The shortest win."""
        answer = self.core.call(f"(cap) => Search.solve({self.core.core()}, cap)", MOST_EXPANSIONS)
        return Solution(**answer | {"actions": tuple(answer["actions"])})

    def ending(self, wanted: Literal["won", "lost"], *, lacking: Sequence[str] = ()) -> tuple[dict[str, Any], ...] | None:
        """A way to an ending through whatever a player may try, or None when none was found."""
        found = self.core.call(f"(...given) => Search.ending({self.core.core(lacking)}, ...given)", wanted, ENDING_STATES, SEED)
        return None if found is None else tuple(found)

    def sign(self, rule: str, others: Sequence[str], paths: Sequence[Sequence[dict[str, Any]]], *, lacking: Sequence[str] = ()) -> Sign | None:
        """The best sequence that shows a rule.

        Args:
            rule: The rule.
            others: The other rules of the level, whose absence should not change what is seen.
            paths: Ways into the game that the search starts from, beside its opening.
            lacking: Rules that both games are without.
        """
        game, without = self.core.core(lacking), self.core.core([*lacking, rule])
        pairs = ", ".join(f"['{name}', {self.core.core([*lacking, name])}]" for name in others)
        answer = self.core.call(f"(paths, limits) => Search.tell({game}, {without}, [{pairs}], {{ paths, ...limits }}).best", paths, WITNESS)
        return None if answer is None else Sign(actions=tuple(answer["actions"]), differs_at=answer["at"], entangled=tuple(answer["entangled"]))

    def judged(self, rule: str, others: Sequence[str], actions: Sequence[dict[str, Any]]) -> Sign | None:
        """A sequence given by hand as a sign; None when it does not show the rule."""
        pairs = ", ".join(f"['{name}', {self.core.core([name])}]" for name in others)
        answer = self.core.call(
            f"(actions) => Search.judge({self.core.core()}, {self.core.core([rule])}, [{pairs}], {{ actions, at: 0 }})", list(actions)
        )
        return None if answer is None else Sign(actions=tuple(answer["actions"]), differs_at=answer["at"], entangled=tuple(answer["entangled"]))

    def acts(self, rule: str, actions: Sequence[dict[str, Any]]) -> frozenset[str]:
        """What the rule's off switch changes on the states of a sequence: opening, step, legal, status, view."""
        return frozenset(self.core.call(f"(actions) => Search.acts({self.core.core()}, {self.core.core([rule])}, actions)", list(actions)))

    def inputs(self, actions: Sequence[dict[str, Any]], *, lacking: Sequence[str] = ()) -> tuple[Action, ...]:
        """The interface actions that make a sequence of core actions."""
        made = self.core.call(f"(actions) => Search.inputs({self.core.core(lacking)}, actions)", list(actions))
        return ACTIONS.validate_python([one for group in made for one in group])
