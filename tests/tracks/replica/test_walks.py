from games.replica.desk import twinlamps
from playproof.records.family import LEVELS
from playproof.records.interface import Click, Reset
from playproof.tracks.replica.core import RuleCore
from playproof.tracks.replica.plan import make_plan, read_witnesses
from playproof.tracks.replica.walks import WALK_ACTIONS, WALKS, random_walks


def test_random_play_is_legal_and_the_same_every_time():
    """Walks are chosen by a seed from what the rules allow: only legal actions, a reset exactly where nothing is legal, equal in every process."""
    for level in LEVELS:
        core = RuleCore(twinlamps(level))
        walks = random_walks(core)
        assert walks == random_walks(RuleCore(twinlamps(level)))
        assert len({walk.actions for walk in walks}) == len(walks) == WALKS
        game = core.core()
        for walk in walks:
            assert len(walk.actions) >= WALK_ACTIONS
            state = core.call(f"() => {game}.init()")
            for action in walk.actions:
                legal = core.call(f"(state) => {game}.legal(state)", state)
                if not legal:
                    assert isinstance(action, Reset)
                    state = core.call(f"() => {game}.init()")
                    continue
                assert isinstance(action, Click)
                chosen = {"kind": "click", "at": (action.x - 30) // 50}
                assert chosen in legal
                state = core.call(f"(state, action) => {game}.step(state, action)", state, chosen)


def test_a_plan_holds_all_that_judging_needs():
    """Every rule of the level has its witness in the plan, and equal instances have equal plans."""
    for level in LEVELS:
        instance = twinlamps(level)
        plan = make_plan(instance, read_witnesses(instance))
        assert [witness.rule for witness in plan.witnesses] == [rule.id for rule in plan.rules] == [rule.id for rule in instance.rules]
        assert plan == make_plan(instance, read_witnesses(instance))
        assert plan.task == f"replica/twinlamps/{level}"
