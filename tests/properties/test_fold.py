from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from playproof.records.leaf import Family, Leaf
from playproof.records.score import BuildScore, Flag
from playproof.records.verdict import JUDGED, LeafState, Verdict
from playproof.scoring.fold import fold, weakly_covered
from playproof.scoring.weights import DIMENSIONS, MIN_COVERAGE, PRESENTATION_CAP_SHARE, SCRIPTED

CREDITS: dict[LeafState, float | None] = {
    "pass": 1.0,
    "fail_observed": 0.0,
    "product_blocked": 0.0,
    "setup_failed": None,
    "observer_failed": None,
    "inconclusive": None,
}
STATES = st.sampled_from(sorted(CREDITS))
UNDECIDED = st.sampled_from([state for state, credit in CREDITS.items() if credit is None])
SET = Flag(value=True, reason="played")


def leaf(number: int, dimension: int, family: str, *, weight: int, route: str) -> Leaf:
    """A leaf that only counts."""
    fields = {"id": f"d{dimension}.leaf_{'abcdefghijklmnopqrstuvwxyz'[number]}", "dimension": dimension, "family": family, "weight": weight}
    return Leaf.model_validate(fields | {"route": route, "requirement": "counts", "section": "7"})


def verdict(criterion: str, state: LeafState) -> Verdict:
    """A verdict of that state."""
    return Verdict(criterion=criterion, grader="check/1", state=state, value=CREDITS.get(state), reason="")


@st.composite
def tasks(draw: st.DrawFn) -> tuple[tuple[Leaf, ...], tuple[Family, ...], dict[str, Verdict]]:
    """Leaves in families whose budgets sum to the dimensions' weights, with verdicts on some of them."""
    leaves: list[Leaf] = []
    families: list[Family] = []
    for dimension, (_, weight) in DIMENSIONS.items():
        share = draw(st.sampled_from([0.25, 0.5, 0.9]))
        for name, budget in (("one", weight * share), ("two", weight * (1 - share))):
            families.append(Family(family=name, dimension=dimension, budget=budget, meaning="counts"))
        for number in range(draw(st.integers(2, 8))):
            route = "visual" if dimension not in SCRIPTED else draw(st.sampled_from(["input", "lifecycle"]))
            family = ("one", "two")[number % 2]
            leaves.append(leaf(number, dimension, family, weight=draw(st.integers(1, 3)), route=route))
    states = {one.id: draw(st.none() | STATES) for one in leaves}
    return tuple(leaves), tuple(families), {name: verdict(name, state) for name, state in states.items() if state is not None}


Task = tuple[tuple[Leaf, ...], tuple[Family, ...], dict[str, Verdict]]


def score(leaves: Sequence[Leaf], families: Sequence[Family], verdicts: Mapping[str, Verdict], journey: Flag = SET) -> BuildScore:
    """The fold."""
    return fold(leaves, families, verdicts, journey=journey)


@given(tasks(), st.randoms(use_true_random=False))
def test_the_order_of_leaves_and_verdicts_is_nothing(task: Task, random):
    """A score does not depend on the order in which leaves are listed or verdicts came."""
    leaves, families, verdicts = task
    shuffled, mixed = list(leaves), list(verdicts.items())
    random.shuffle(shuffled)
    random.shuffle(mixed)
    one, other = score(leaves, families, verdicts), score(shuffled, families, dict(mixed))
    close = [(a.value, b.value, a.floor, b.floor) for a, b in zip(one.dimensions, other.dimensions, strict=True)]
    for value, again, floor, floor_again in close:
        assert (value is None) == (again is None)
        assert value is None or abs(value - again) < 1e-9
        assert abs(floor - floor_again) < 1e-9
    assert (one.J, one.Lambda.value, one.solved.value) == (other.J, other.Lambda.value, other.solved.value)


@given(tasks())
def test_values_lie_between_floor_and_weight(task: Task):
    """0 <= floor <= value <= weight for every dimension, 0 <= coverage <= 1, and F is their sum or nothing."""
    result = score(*task)
    for one in result.dimensions:
        assert -1e-9 <= one.floor <= one.weight + 1e-9
        assert 0 <= one.coverage <= 1
        assert (one.value is None) == (one.status != "decided")
        assert one.value is None or one.floor - 1e-9 <= one.value <= one.weight + 1e-9
        assert one.status == "unjudged" or (one.status == "decided") == (one.coverage >= MIN_COVERAGE)
    scripted = [one.value for one in result.dimensions if one.dimension in SCRIPTED]
    assert (result.F is None) == (None in scripted)
    assert result.F is None or abs(result.F - sum(value for value in scripted if value is not None)) < 1e-9
    assert result.floor <= (90.0 if result.F is None else result.F) + 1e-9
    assert set(weakly_covered(result)) == {one.dimension for one in result.dimensions if one.dimension in SCRIPTED and one.coverage < MIN_COVERAGE}


@given(tasks(), UNDECIDED)
def test_an_undecided_verdict_is_no_zero(task: Task, state: LeafState):
    """Verdicts that say 'undecided' in place of none leave every number as it was."""
    leaves, families, verdicts = task
    filled = {one.id: verdicts.get(one.id, verdict(one.id, state)) for one in leaves}
    assert score(leaves, families, verdicts) == score(leaves, families, filled) or _same_numbers(
        score(leaves, families, verdicts), score(leaves, families, filled)
    )


def _same_numbers(one: BuildScore, other: BuildScore) -> bool:
    numbers = [[(a.value, a.floor, a.coverage, a.status) for a in result.dimensions] for result in (one, other)]
    return numbers[0] == numbers[1] and (one.F, one.coverage, one.floor) == (other.F, other.coverage, other.floor)


@given(tasks(), UNDECIDED, st.data())
def test_what_becomes_undecided_never_shrinks_the_denominator(task: Task, state: LeafState, data: st.DataObject):
    """A verdict that is lost lowers coverage by exactly its weight's share and never raises the floor: nothing drops out of the denominator."""
    leaves, families, verdicts = task
    judged = [one for one in leaves if one.id in verdicts and verdicts[one.id].state in JUDGED and one.dimension in SCRIPTED]
    if not judged:
        return
    lost = data.draw(st.sampled_from(judged))
    one, other = score(leaves, families, verdicts), score(leaves, families, verdicts | {lost.id: verdict(lost.id, state)})
    total = sum(each.weight for each in leaves if each.dimension == lost.dimension)
    before, after = (result.dimensions[lost.dimension - 1] for result in (one, other))
    assert abs(before.coverage - after.coverage - lost.weight / total) < 1e-9
    assert after.floor <= before.floor + 1e-9
    untouched = [(a, b) for a, b in zip(one.dimensions, other.dimensions, strict=True) if a.dimension != lost.dimension]
    assert all(a == b for a, b in untouched)


@given(tasks(), st.sampled_from(["fail_observed", "product_blocked"]), st.data())
def test_a_blocked_leaf_counts_as_failed(task: Task, state: LeafState, data: st.DataObject):
    """'product_blocked' and 'fail_observed' give the same score: a broken precondition is the product's failure."""
    leaves, families, verdicts = task
    lost = data.draw(st.sampled_from(leaves))
    other: LeafState = "product_blocked" if state == "fail_observed" else "fail_observed"
    one, two = (score(leaves, families, verdicts | {lost.id: verdict(lost.id, which)}) for which in (state, other))
    assert _same_numbers(one, two)


@given(tasks(), st.data())
def test_a_better_verdict_never_costs(task: Task, data: st.DataObject):
    """A failed leaf that passes instead raises its dimension or leaves it, and no other."""
    leaves, families, verdicts = task
    failed = [one for one in leaves if one.id in verdicts and verdicts[one.id].value == 0.0]
    if not failed:
        return
    better = data.draw(st.sampled_from(failed))
    one, other = score(leaves, families, verdicts), score(leaves, families, verdicts | {better.id: verdict(better.id, "pass")})
    for before, after in zip(one.dimensions, other.dimensions, strict=True):
        assert before.coverage == after.coverage
        assert before.value is None or after.value is not None
        assert before.value is None or after.value is None or after.value >= before.value - 1e-9


@given(tasks())
def test_presentation_is_capped_without_the_journey(task: Task):
    """D6 is at most half its weight unless J is set, whether it failed or is undecided."""
    leaves, families, verdicts = task
    cap = DIMENSIONS[6][1] * PRESENTATION_CAP_SHARE
    for value in (False, None):
        presentation = score(leaves, families, verdicts, Flag(value=value, reason="")).dimensions[5]
        assert presentation.value is None or presentation.value <= cap
        assert presentation.floor <= cap
    everything = {one.id: verdict(one.id, "pass") for one in leaves}
    assert score(leaves, families, everything).dimensions[5].value == DIMENSIONS[6][1]


@given(tasks())
def test_a_family_gives_no_more_than_its_budget(task: Task):
    """However many leaves a family has, it gives its budget at most; all passes give F = 90 and O = 100."""
    leaves, families, verdicts = task
    for one in score(leaves, families, verdicts).dimensions:
        for family in one.families:
            assert family.value is None or -1e-9 <= family.value <= family.budget + 1e-9
            assert family.floor <= (family.budget if family.value is None else family.value) + 1e-9
    whole = score(leaves, families, {each.id: verdict(each.id, "pass") for each in leaves})
    assert abs((whole.F or 0) - 90) < 1e-9
    assert abs((whole.O or 0) - 100) < 1e-9
    assert whole.solved.value is (True if any(each.route == "lifecycle" for each in leaves) else None)
