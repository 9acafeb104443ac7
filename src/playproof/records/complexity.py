"""How complex the levels of a family are, computed from its rule core (GameReplica section 3.2, Table 6)."""

from typing import Literal

from playproof.records.family import LevelName
from playproof.records.record import Record

Direction = Literal["increase", "decrease", "fixed"]
STRUCTURAL = ("n_act", "n_trans", "n_goal", "n_unit", "n_obj")


class Structure(Record):
    """The structural vector. Each number is the length of the list behind it, so that an increase can be traced."""

    actions: tuple[str, ...]
    """Kinds of action that are legal somewhere."""
    transitions: tuple[str, ...]
    """Rules whose absence changes which states follow or what is legal, and that do not adjudicate."""
    goals: tuple[str, ...]
    """Rules whose absence changes winning, losing or ending."""
    n_unit: int
    """Leaves of the state that vary over the states that are reached."""
    objects: tuple[str, ...]
    """Types of object that vary."""

    @property
    def n_act(self) -> int:
        """Action types."""
        return len(self.actions)

    @property
    def n_trans(self) -> int:
        """State-transition rules."""
        return len(self.transitions)

    @property
    def n_goal(self) -> int:
        """Goal, win, lose and termination rules."""
        return len(self.goals)

    @property
    def n_obj(self) -> int:
        """Dynamic object types."""
        return len(self.objects)


class Solving(Record):
    """The solving vector."""

    n_step: int | None
    """Actions of the shortest win; None while only a bound is known, or when there is none."""
    status: Literal["exact", "bound"]
    """Whether `n_step` is proven shortest."""
    least: int | None
    """A proven lower bound."""
    branching: float
    """Mean number of legal actions over the states in which play goes on."""
    half_width: float
    """Of its 95 % confidence interval; 0 when every reachable state was counted."""
    states: int
    is_whole: bool
    """Whether `states` are all that legal play reaches."""


class LevelComplexity(Record):
    """One level."""

    task: str
    level: LevelName
    structure: Structure
    solving: Solving
    rule_total: int
    """N_act + N_trans + N_goal (ours)."""
    state_total: int
    """N_unit + N_obj (ours)."""
    solving_total: float
    """N_step x log2(1 + mean legal actions): bits of choice on the shortest way (ours)."""


class Change(Record):
    """How one dimension goes from a level to the next, and what causes it."""

    dimension: str
    before: int
    after: int
    direction: Direction
    causes: tuple[str, ...]
    """Rules, action kinds, object types that are new, or constants that changed."""


class Progress(Record):
    """From one level to the next."""

    before: LevelName
    after: LevelName
    changes: tuple[Change, ...]


class FamilyComplexity(Record):
    """A family: its levels, what grows between them, and what does not hold."""

    family: str
    levels: tuple[LevelComplexity, ...]
    progress: tuple[Progress, ...]
    problems: tuple[str, ...]
    """Where monotonicity does not hold; none when the family is valid."""
