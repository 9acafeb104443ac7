"""What a specification lets a player do and see, in the words of a hand: actions, buttons, and the readings that sight gives."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from playproof.records.contract import Control
from playproof.records.observation import Value
from playproof.records.play_script import PlayScript
from playproof.records.spec import SpecFile

MOST_PIECES = 12
"""Pieces of one colour that are told apart as `x_<object>_<n>` (ours)."""


@dataclass(frozen=True)
class SightTerms:
    """Implements hand.Terms for a game that is only looked at."""

    spec: SpecFile
    script: PlayScript

    @property
    def constants(self) -> Mapping[str, Value]:
        """None: the script states its numbers itself."""
        return {}

    @property
    def load_ms(self) -> int:
        """There is no lifecycle command; this bounds nothing."""
        return 1000

    @property
    def boot_ms(self) -> int:
        """Game time in which the first screen must be up (ours)."""
        return 3000

    @property
    def state_key(self) -> str:
        """The reading that says which screen is shown."""
        return "screen"

    @property
    def entry_state(self) -> str:
        """The first screen."""
        return self.spec.screens[0].id

    @cached_property
    def hud_ids(self) -> tuple[str, ...]:
        """The controls that are pointed at."""
        return tuple(control.id for control in self.spec.controls if control.target)

    @cached_property
    def key_names(self) -> tuple[str, ...]:
        """All readings."""
        return tuple(self._names())

    def control(self, action: str) -> Control:
        """The keys of an action."""
        found = next(control for control in self.spec.controls if control.id == action)
        return Control(action=found.id, meaning=found.effect, keys=found.keys)

    def _names(self) -> Iterator[str]:
        yield "screen"
        yield from (one.id for one in self.spec.state)
        for thing in self.spec.objects:
            if not (thing.colour or thing.labelled):
                continue
            yield from (f"{what}_{thing.id}" for what in ("count", "x", "y", "width", "height"))
            if thing.many:
                yield from (f"{axis}_{thing.id}_{number}" for number in range(1, MOST_PIECES + 1) for axis in ("x", "y"))
        yield from (f"{what}_{name}" for name in self.script.words for what in ("sees", "x", "y"))
        yield from (f"looks_{name}" for name in self.script.regions)
        yield from (f"{what}_{name}" for name in self.script.spots for what in ("at", "reads"))
