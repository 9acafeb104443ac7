import pytest
from hypothesis import given
from hypothesis import strategies as st

from playproof.analysis.calibration import cohen_kappa, drift
from playproof.records.leaf import Family, Leaf
from playproof.records.verdict import Verdict
from playproof.store.variants import changed_lines
from playproof.tracks.build.mutants import dependency_subgraph

LABELS = st.sampled_from(["pass", "fail_observed", "product_blocked"])
PAIRS = st.lists(st.tuples(LABELS, LABELS), min_size=1, max_size=60)


def chain(edges: dict[int, set[int]]) -> tuple[Leaf, ...]:
    """Leaves that need each other as the edges say."""
    names = {number: f"d3.leaf_{'abcdefghijklmnopqrstuvwxyz'[number]}" for number in edges}
    return tuple(
        Leaf.model_validate(
            {
                "id": names[number],
                "dimension": 3,
                "family": "one",
                "weight": 1,
                "route": "input",
                "pre": tuple(names[other] for other in sorted(needs)),
                "requirement": "is there",
                "section": "7",
            }
        )
        for number, needs in edges.items()
    )


GRAPHS = st.lists(st.sets(st.integers(0, 11), max_size=3), min_size=12, max_size=12).map(
    lambda needs: chain({number: {other for other in found if other < number} for number, found in enumerate(needs)})
)


@given(PAIRS)
def test_kappa_is_symmetric_and_at_most_one(pairs: list[tuple[str, str]]):
    """κ is at most 1, the same both ways, and 1 for a labelling held against itself."""
    one, other = [left for left, _ in pairs], [right for _, right in pairs]
    value = cohen_kappa(one, other)
    assert -1 <= value <= 1
    assert value == pytest.approx(cohen_kappa(other, one))
    assert cohen_kappa(one, one) == 1.0


@given(PAIRS)
def test_kappa_is_that_of_a_known_library(pairs: list[tuple[str, str]]):
    """κ equals scikit-learn's wherever that is defined."""
    metrics = pytest.importorskip("sklearn.metrics")
    one, other = [left for left, _ in pairs], [right for _, right in pairs]
    if len({*one, *other}) > 1:
        assert cohen_kappa(one, other) == pytest.approx(metrics.cohen_kappa_score(one, other))


def test_kappa_of_published_examples():
    """Two raters of 50 proposals agree on 20 and 15 and differ on 5 and 10: κ = 0.4 (a textbook example); the number of labels must match."""
    one = ["yes"] * 25 + ["no"] * 25
    other = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    assert cohen_kappa(one, other) == pytest.approx(0.4)
    with pytest.raises(ValueError, match="50 labels against 49"):
        cohen_kappa(one, other[1:])


@given(GRAPHS, st.sets(st.integers(0, 11)), st.sets(st.integers(0, 11)))
def test_a_subgraph_is_closed_and_grows_with_what_breaks(leaves: tuple[Leaf, ...], few: set[int], more: set[int]):
    """The leaves a fault may touch hold what it breaks and all that need one of them; more broken leaves never touch fewer."""
    names = [leaf.id for leaf in leaves]
    small = dependency_subgraph([names[number] for number in few], leaves)
    large = dependency_subgraph([names[number] for number in few | more], leaves)
    assert {names[number] for number in few} <= small <= large
    assert all(leaf.id in small for leaf in leaves if small.intersection(leaf.pre))
    assert dependency_subgraph(small, leaves) == small
    assert dependency_subgraph([], leaves) == frozenset()


@given(GRAPHS, st.lists(st.booleans(), min_size=12, max_size=12), st.lists(st.booleans(), min_size=12, max_size=12), st.sets(st.integers(0, 11)))
def test_drift_counts_what_moves_outside(leaves: tuple[Leaf, ...], before: list[bool], after: list[bool], inside: set[int]):
    """Drift is 0 against itself, the same both ways, never more than the budget, counts ups and downs, and nothing inside the subgraph."""
    families = (Family(family="one", dimension=3, budget=25, meaning="counts"),)

    def verdicts(passes: list[bool]) -> dict[str, Verdict]:
        return {
            leaf.id: Verdict(criterion=leaf.id, grader="check/1", state="pass" if is_good else "fail_observed", value=float(is_good), reason="")
            for leaf, is_good in zip(leaves, passes, strict=True)
        }

    names = {leaves[number].id for number in inside}
    one, other = verdicts(before), verdicts(after)
    value = drift(leaves, families, one, other, names)
    moved = sum(a != b for number, (a, b) in enumerate(zip(before, after, strict=True)) if number not in inside)
    assert value == pytest.approx(25 * moved / 12)
    assert drift(leaves, families, one, one, ()) == 0
    assert value == pytest.approx(drift(leaves, families, other, one, names))
    assert drift(leaves, families, one, other, [leaf.id for leaf in leaves]) == 0


@given(st.lists(st.sampled_from(["a", "b", "c"]), max_size=8), st.lists(st.sampled_from(["a", "b", "c"]), max_size=8))
def test_changed_lines_count_the_longer_side(old: list[str], new: list[str]):
    """Equal texts differ in no line; otherwise in no more than both have and at least in the difference of their lengths."""
    count = changed_lines("\n".join(old), "\n".join(new))
    assert (count == 0) == (old == new)
    assert abs(len(old) - len(new)) <= count <= len(old) + len(new)
