"""How a leaf's state is named, signed and explained to people."""

from dataclasses import dataclass

from playproof.records.verdict import LeafState


@dataclass(frozen=True, slots=True, kw_only=True)
class StateWords:
    """One leaf state in words."""

    id: str
    name: str
    sign: str
    """Tells the state without colour."""
    means: str
    is_judged: bool


STATES: dict[LeafState | str, StateWords] = {
    state.id: state
    for state in (
        StateWords(id="pass", name="Pass", sign="✓", means="what the design promises was seen, and the input caused it", is_judged=True),
        StateWords(id="fail_observed", name="Failed", sign="✕", means="the game was played there and did something else", is_judged=True),
        StateWords(
            id="product_blocked", name="Blocked", sign="⊘", means="the game never let the player come so far; counts as failed", is_judged=True
        ),
        StateWords(
            id="setup_failed", name="Setup failed", sign="?", means="our side could not prepare the play; counts for nothing", is_judged=False
        ),
        StateWords(id="observer_failed", name="Not observed", sign="?", means="what we read contradicts itself; counts for nothing", is_judged=False),
        StateWords(id="inconclusive", name="Undecided", sign="?", means="the evidence does not tell; counts for nothing", is_judged=False),
        StateWords(id="unjudged", name="Unjudged", sign="–", means="needs a judge, and none is configured; counts for nothing", is_judged=False),
        StateWords(id="none", name="Not graded", sign="–", means="the run holds no verdict on it", is_judged=False),
    )
}
"""By id, in the order in which they are listed. `none` is a leaf without a verdict."""

WEIGHTS = {1: "minor", 2: "major", 3: "critical"}
"""What the weights of leaves mean."""
