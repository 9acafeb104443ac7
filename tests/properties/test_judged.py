from hypothesis import given
from hypothesis import strategies as st

from playproof.records.judgement import PARTS, ItemJudgement, JudgementFile, JudgeSheet, PartJudgement
from playproof.scoring.replica import overall
from playproof.scoring.replica_judged import judged_share, judged_shares
from playproof.scoring.tiers import LEAST_COVERAGE

WORDS = {"one": ("decided", 1.0), "half": ("decided", 0.5), "none": ("decided", 0.0), "n/a": ("not_applicable", None), "?": ("undecided", None)}
ITEMS = st.lists(st.sampled_from(sorted(WORDS)), max_size=30)


def judged(words: list[str]) -> tuple[ItemJudgement, ...]:
    """Items with these outcomes."""
    return tuple(
        ItemJudgement(item=f"r{number}", category="state", outcome=WORDS[word][0], value=WORDS[word][1], reason="")
        for number, word in enumerate(words)
    )


@given(ITEMS)
def test_a_consistency_is_the_mean_of_what_applies_and_is_decided(words: list[str]):
    """What does not apply leaves both sides; what is undecided lowers the coverage and, in the floor alone, counts as zero."""
    share = judged_share(judged(words))
    values = [WORDS[word][1] for word in words if WORDS[word][1] is not None]
    assert share.decided + share.undecided + share.not_applicable == len(words)
    assert (share.value is None) is (not values or share.coverage < LEAST_COVERAGE)
    assert share.value is None or abs(share.value - sum(values) / len(values)) < 1e-9
    assert share.value is None or share.floor <= share.value + 1e-9
    assert 0 <= share.floor <= share.coverage <= 1


@given(ITEMS)
def test_an_outage_never_helps_the_floor_or_the_coverage(words: list[str]):
    """Attack: a replica that makes a judge fail on a rule it misses. Neither floor nor coverage rises."""
    for index, word in enumerate(words):
        if WORDS[word][1] is not None:
            before, after = judged_share(judged(words)), judged_share(judged([*words[:index], "?", *words[index + 1 :]]))
            assert after.floor <= before.floor
            assert after.coverage < before.coverage


@given(ITEMS, ITEMS, ITEMS)
def test_floor_and_overall_go_together(code: list[str], rules: list[str], looks: list[str]):
    """The floor of the overall score is never above it, and equals it where everything is decided."""
    sheets = [JudgeSheet(name="x", model=name, version="1") for name in ("a", "b")]
    parts = tuple(PartJudgement(part=part, items=judged(words)) for part, words in zip(PARTS, (code, rules, looks), strict=True))
    shares = judged_shares(JudgementFile(task="t", assessor=sheets[0], reviewer=sheets[1], models_under_test=(), parts=parts))
    whole = overall(shares.implementation, shares.rule, shares.visual)
    assert whole is None or shares.floor <= whole + 1e-5
    assert whole is None or shares.coverage < 1 or abs(shares.floor - whole) < 1e-5


def test_a_part_that_was_not_judged_leaves_the_rest_without_a_floor():
    """With one consistency alone there is no overall score to have a floor."""
    sheet = JudgeSheet(name="x", model="a", version="1")
    file = JudgementFile(task="t", assessor=sheet, reviewer=sheet, models_under_test=(), parts=(PartJudgement(part="rule", items=judged(["one"])),))
    shares = judged_shares(file)
    assert (shares.rule, shares.implementation, shares.floor, shares.coverage) == (1.0, None, None, None)
