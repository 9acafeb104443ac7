"""How complex the levels of a family are, computed from its rule core (GameReplica section 3.2, Table 6)."""

from typing import Literal

from playproof.records.family import LevelName
from playproof.records.record import Record

Proof = Literal["breadth", "bound_proven", "bound_sampled"]
Direction = Literal["increase", "decrease", "fixed"]
STRUCTURAL = ("n_act", "n_trans", "n_goal", "n_unit", "n_obj")


class Structure(Record):
    """The structural vector. Each number is the length of what stands behind it, so that an increase can be traced."""

    actions: tuple[str, ...]
    """Kinds of action that are legal somewhere."""
    transitions: tuple[str, ...]
    """Rules whose absence changes which states follow or what is legal, and that neither adjudicate nor only look or lay out (ours)."""
    goals: tuple[str, ...]
    """Rules whose absence changes winning, losing or ending."""
    units: dict[str, int]
    """Leaves of the state that take more than one value over the states that are reached, counted by the part of the state they belong to (ours)."""
    objects: tuple[str, ...]
    """Types of object of which any varies in anything, or in number."""

    @property
    def n_unit(self) -> int:
        """State units."""
        return sum(self.units.values())

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
    proof: Proof
    """What the shortest win rests on: a search without any lower bound; or one of the core's, held against the exact distance of every reachable state,
    or against those of a sample."""
    branching: float
    """Mean number of legal actions over the states in which play goes on: all that are reached, else those of seeded random legal play."""
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
    notes: tuple[str, ...] = ()
    """What does not hold by itself, e.g. a lower bound that is none."""
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
    """Rules, action kinds and object types that came or went; for state units the parts of the state that grew or shrank, and the constants that changed."""


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
