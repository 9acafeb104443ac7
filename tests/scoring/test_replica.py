from hypothesis import given
from hypothesis import strategies as st

from playproof.records.fault import Fault
from playproof.records.replica import TIERS, JudgedShares, LooksComparison, ReplicaComparison, ReplicaScore, RuleComparison
from playproof.scoring.replica import Findings, aggregate, by_family, by_level, by_suite, gate, overall, replica_score
from playproof.scoring.tiers import LEAST_COVERAGE

SHARES = st.floats(0, 1).map(lambda share: round(share, 6))
MAYBE = st.none() | SHARES
ANSWERS = st.lists(st.sampled_from([True, False, None]), min_size=1, max_size=20)


def findings(answers: list[bool | None], looks: float | None, **more: object) -> Findings:
    """What was found of a replica whose rules agree as given."""
    rules = tuple(RuleComparison(rule=f"rule_{number}", category="state", agrees=agrees, reason="") for number, agrees in enumerate(answers))
    comparison = ReplicaComparison(rules=rules, walks=(), looks=LooksComparison(visual=looks, reason=""), is_recoloured=False)
    given_ = {"task": "replica/one/L1", "load": None, "has_rules_file": True, "comparison": comparison, "judged": JudgedShares()}
    return Findings(**(given_ | more))  # type: ignore[arg-type]


def rank(score: ReplicaScore) -> int:
    """How far a replica came in the funnel."""
    assert score.gate.tier is not None
    return TIERS.index(score.gate.tier)


@given(ANSWERS, MAYBE)
def test_undecided_is_never_a_zero(answers, looks):
    """Rules that could not be decided leave the agreement and lower the coverage; the floor alone reads them as zero; too many leave it open."""
    score = replica_score(findings(answers, looks))
    decided = [one for one in answers if one is not None]
    assert score.coverage == len(decided) / len(answers)
    assert score.floor == sum(decided) / len(answers)
    if score.coverage >= LEAST_COVERAGE:
        assert score.agreement == sum(decided) / len(decided)
        assert score.floor <= score.agreement
    else:
        assert (score.agreement, score.value) == (None, None)


@given(ANSWERS, MAYBE)
def test_our_fault_is_no_tier(answers, looks):
    """A replica that could not be opened by our own fault has no tier; one that does not load by its own is F1 and zero, whatever else was found."""
    ours = Fault(kind="browser_died", blame="us", message="the browser died")
    assert replica_score(findings([None for _ in answers], None, load=ours)).gate.tier is None
    theirs = replica_score(findings(answers, looks, load=Fault(kind="blank", blame="agent", message="blank")))
    assert (theirs.gate.tier, theirs.value, theirs.floor, theirs.coverage) == ("F1", 0.0, 0.0, 1.0)


@given(SHARES, SHARES, SHARES, SHARES)
def test_the_funnel_is_ordered(visual, rules, more_visual, more_rules):
    """Looking or playing better never leads to an earlier tier."""
    low = gate(visual=min(visual, more_visual), rules=min(rules, more_rules), load=None)
    high = gate(visual=max(visual, more_visual), rules=max(rules, more_rules), load=None)
    assert low.tier is not None
    assert high.tier is not None
    assert TIERS.index(low.tier) <= TIERS.index(high.tier)


def test_the_gates_are_where_they_are_said_to_be():
    """The thresholds of the funnel, at their edges."""
    cases = {(0.49, 1.0): "F2", (0.5, 0.89): "F3", (0.5, 0.9): "F4", (0.89, 1.0): "F4", (0.9, 0.9): "F5", (0.2, 0.0): "F2"}
    assert {case: gate(visual=case[0], rules=case[1], load=None).tier for case in cases} == cases
    assert gate(visual=None, rules=1.0, load=None).tier is None
    assert gate(visual=0.7, rules=None, load=None).tier is None
    assert gate(visual=0.2, rules=None, load=None).tier == "F2"


@given(MAYBE, MAYBE, MAYBE)
def test_the_overall_score_needs_all_three(implementation, rule, visual):
    """The weighted mean lies between the smallest and the largest, and does not exist while one is missing."""
    found = overall(implementation, rule, visual)
    known = [share for share in (implementation, rule, visual) if share is not None]
    if len(known) < 3:
        assert found is None
    else:
        assert found is not None
        assert min(known) - 1e-5 <= found <= max(known) + 1e-5
    assert overall(1.0, 0.0, 0.0) == 0.4
    assert overall(0.0, 1.0, 0.0) == overall(0.0, 0.0, 1.0) == 0.3


@given(ANSWERS, SHARES, MAYBE, MAYBE, MAYBE)
def test_judges_take_their_gates(answers, looks, implementation, rule, visual):
    """Where judges gave a share, it stands instead of the measured one in the funnel; a missing checklist makes rule consistency zero."""
    judged = JudgedShares(implementation=implementation, rule=rule, visual=visual)
    score = replica_score(findings(answers, looks, judged=judged, has_rules_file=False))
    assert score.rule == 0.0
    expected = gate(visual=looks if visual is None else visual, rules=score.agreement if implementation is None else implementation, load=None)
    assert score.gate == expected


@given(st.lists(st.tuples(st.sampled_from(["one", "two"]), st.sampled_from(["L1", "L5"]), ANSWERS, MAYBE), max_size=8))
def test_aggregates_lose_nothing(results):
    """Groups are disjoint and cover all; tier shares sum to 1 where a tier is known; means lie between their parts."""
    scores = [replica_score(findings(answers, looks, task=f"replica/{family}/{level}")) for family, level, answers, looks in results]
    for groups in (by_level(scores), by_family(scores), by_suite(scores)):
        assert sum(group.count for group in groups) == len(scores)
        for group in groups:
            assert abs(sum(group.tiers.values()) - (1.0 if group.untold < group.count else 0.0)) < 1e-9
            assert 0.0 <= group.floor <= 1.0
    assert {group.group for group in by_level(scores)} == {level for _, level, _, _ in results}
    assert {group.group for group in by_family(scores)} == {f"replica/{family}" for family, _, _, _ in results}
    assert aggregate([]) == ()
