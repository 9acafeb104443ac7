from collections import deque
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.replica.desk import TWINLAMPS, twinlamps
from playproof.tracks.replica.core import RuleCore
from playproof.tracks.replica.family import Family, Instance, load_family
from playproof.tracks.replica.search import Searcher

MOVES = Path(TWINLAMPS).with_name("moves")
SETTINGS = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
MOST = 12


@st.composite
def graphs(draw):
    """Places with moves between them, and those at which the game is won."""
    count = draw(st.integers(2, MOST))
    places = st.integers(0, count - 1)
    moves = draw(st.lists(st.lists(places, max_size=3, unique=True), min_size=count, max_size=count))
    return moves, sorted(draw(st.sets(places, max_size=2)))


def searcher(moves, won, bounds=None) -> Searcher:
    """A searcher on a game of these moves."""
    file = load_family(TWINLAMPS).file
    level = file.levels["L1"].model_copy(update={"constants": {"moves": moves, "won": won, "bounds": bounds}})
    family = Family(path=MOVES, file=file.model_copy(update={"levels": {**file.levels, "L1": level}}))
    return Searcher(RuleCore(Instance(family=family, level="L1")))


def far_from(moves, won) -> list[int | None]:
    """Moves from each place to the nearest win, one place after the other: slow and plain."""
    return [next(iter(sorted(steps for place, steps in reached(moves, won, start).items() if place in won)), None) for start in range(len(moves))]


def reached(moves, won, start) -> dict[int, int]:
    """The places that play from a start reaches, with the moves that it takes."""
    steps, waiting = {start: 0}, deque([start])
    while waiting:
        at = waiting.popleft()
        for to in [] if at in won else moves[at]:
            if to not in steps:
                steps[to] = steps[at] + 1
                waiting.append(to)
    return steps


@SETTINGS
@given(graphs())
def test_a_survey_counts_what_a_plain_walk_counts(graph):
    """States, branching, action kinds, units and object types are those of all reachable states, each counted once."""
    moves, won = graph
    places = reached(moves, won, 0)
    ways = [moves[at] for at in places if at not in won]
    found = searcher(moves, won).survey()
    assert (found.states, found.is_whole, found.half_width) == (len(places), True, 0.0)
    assert found.branching == (sum(map(len, ways)) / len(ways) if ways else 0)
    assert set(found.kinds) == {"up" if to > at else "down" for at in places if at not in won for to in moves[at]}
    assert found.units == ({"at": 1} if len(places) > 1 else {})
    types = ({"walker"} if len(places) > 1 else set()) | ({"odd"} if any(at % 2 for at in places) else set())
    assert set(found.types) == types


@SETTINGS
@given(graphs(), st.data())
def test_the_shortest_win_is_the_shortest(graph, data):
    """With and without a lower bound, consistent or not: the length of the win is that of a plain search, and the actions lead there."""
    moves, won = graph
    far = far_from(moves, won)
    bounds = [data.draw(st.integers(0, steps if steps is not None else 3)) for steps in far]
    one = searcher(moves, won, bounds)
    survey, informed, blind = one.survey(), one.solve(), one.solve(is_blind=True)
    assert survey.bound.too_high == 0
    assert survey.nearest == informed.steps == blind.steps == far[0]
    assert informed.status == blind.status == "exact"
    assert informed.too_high == 0
    at = 0
    for action in informed.actions:
        assert action["to"] in moves[at]
        at = action["to"]
    assert informed.steps is None or at in won


@SETTINGS
@given(graphs(), st.data())
def test_a_bound_that_is_too_high_is_noticed(graph, data):
    """A lower bound above the true distance at any reachable state is counted."""
    moves, won = graph
    far, places = far_from(moves, won), reached(moves, won, 0)
    candidates = [at for at in places if far[at] is not None]
    if candidates:
        wrong = data.draw(st.sampled_from(candidates))
        bounds = [(steps or 0) + (at == wrong) for at, steps in enumerate(far)]
        assert searcher(moves, won, bounds).survey().bound.too_high == 1


def test_searches_repeat_themselves():
    """Two searchers on one rule core find the same survey, win and witness."""
    instance = twinlamps("L5")
    one, other = (Searcher(RuleCore(instance)) for _ in range(2))
    assert one.survey() == other.survey()
    assert one.solve() == other.solve()
    names = [rule.id for rule in instance.rules]
    for name in names:
        others = [rule for rule in names if rule != name]
        assert one.sign(name, others, ()) == other.sign(name, others, ())


def test_an_ending_is_found():
    """Ways to win and to lose lead there; where nothing can be lost there is no way."""
    core = RuleCore(twinlamps("L4"))
    for wanted in ("won", "lost"):
        way = Searcher(core).ending(wanted)
        assert core.call(f"(state) => {core.core()}.status(state)", core.trace(way)[-1]) == wanted
    assert Searcher(RuleCore(twinlamps("L1"))).ending("lost") is None
