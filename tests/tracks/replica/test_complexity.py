import itertools
import json
import re
import shutil
import subprocess
import sys

import pytest

from games.replica.desk import TWINLAMPS
from playproof.cli.main import run
from playproof.errors import SpecError
from playproof.records.complexity import STRUCTURAL
from playproof.store.suites import list_tasks
from playproof.tracks.replica.complexity import family_complexity, level_complexity
from playproof.tracks.replica.core import RuleCore
from playproof.tracks.replica.family import load_family
from playproof.tracks.replica.plan import read_witnesses
from playproof.tracks.replica.proofs import acts, idle_rules
from playproof.tracks.replica.search import Searcher

PATHS = sorted({place.path for place in list_tasks() if place.level})


@pytest.fixture(scope="module")
def twin():
    """The five levels of the test family, computed."""
    family = load_family(TWINLAMPS)
    return family_complexity(family, [level_complexity(instance) for instance in family.instances])


def test_vectors_are_those_of_the_game(twin):
    """Twin lamps by hand: a click is the only action, every lamp and the clicks that count are units, any number of lamps may be clicked."""
    for level, lamps, steps in zip(twin.levels, (3, 4, 5, 5, 6), (1, 2, 2, 2, 3), strict=True):
        made, solving = level.structure, level.solving
        has_limit = level.level in ("L4", "L5")
        assert made.actions == ("click",)
        assert made.units == {"lit": lamps} | ({"clicks": 1} if has_limit else {})
        assert made.transitions == ("click_toggles", "neighbour_toggles", "edge_stays", "end_locks")
        assert made.goals == (("all_dark_wins", "limit_loses") if has_limit else ("all_dark_wins",))
        assert made.objects == ("lamp",)
        assert (solving.n_step, solving.status, solving.proof) == (steps, "exact", "breadth")
        assert (solving.branching, solving.half_width, solving.is_whole) == (lamps, 0.0, True)
        assert level.rule_total == made.n_act + made.n_trans + made.n_goal
        assert level.state_total == made.n_unit + made.n_obj


def test_every_increase_names_its_cause(twin):
    """Each dimension has a direction between levels, and an increase names the rule, the part of the state or the constant behind it."""
    assert twin.problems == ()
    for step in twin.progress:
        assert [change.dimension for change in step.changes] == list(STRUCTURAL)
        for change in step.changes:
            assert change.direction == ("increase" if change.after > change.before else "decrease" if change.after < change.before else "fixed")
            assert bool(change.causes) == (change.direction != "fixed")
    grown = {change.dimension: change.causes for change in twin.progress[2].changes if change.direction == "increase"}
    assert grown == {"n_goal": ("limit_loses",), "n_unit": ("state.clicks", "limit")}


def test_a_family_that_shrinks_is_told(twin):
    """Levels in the wrong order: the totals that fall are named, and that the last is not above the first."""
    family = load_family(TWINLAMPS)
    problems = family_complexity(family, twin.levels[::-1]).problems
    assert any("state_total falls from 8 to 7" in problem for problem in problems)
    assert any("solving_total is not above that of L5" in problem for problem in problems)


def altered(folder, old, new):
    """The test family with another rule core, its witnesses made to fit."""
    shutil.copytree(TWINLAMPS, folder)
    core = folder / "game" / "core.js"
    text = core.read_text(encoding="utf-8")
    assert old in text
    core.write_text(text.replace(old, new), encoding="utf-8")
    for instance in load_family(folder).instances:
        path = folder / "witnesses" / f"{instance.level}.yaml"
        path.write_text(re.sub(r"core_sha256: .*", f"core_sha256: {instance.core_sha256}", path.read_text(encoding="utf-8")), encoding="utf-8")
    return load_family(folder)


def test_a_rule_that_is_only_shown_does_not_count(tmp_path):
    """The attack: a rule that is written down and drawn, but never changes the game. It adds nothing to the vector, and the proof names it."""
    drawn = altered(tmp_path / "twinlamps", "=== 'playing' || !has('end_locks');", "=== 'playing' || s.isShown;").instance("L1")
    found = acts(Searcher(RuleCore(drawn)), read_witnesses(drawn).witnesses)
    assert idle_rules(drawn.rules, found) == ("end_locks (terminal_lock changes only nothing)",)
    assert "end_locks" not in level_complexity(drawn).structure.transitions


def test_a_wrong_lower_bound_is_not_used(tmp_path):
    """A heuristic that is too high is found out: the shortest win is still exact, by a search without it, and the family is not valid."""
    family = altered(tmp_path / "twinlamps", "objects: (s)", "heuristic: (s) => 4 * s.lit.filter(Boolean).length,\n      objects: (s)")
    found = [level_complexity(instance) for instance in family.instances]
    assert [level.solving.n_step for level in found] == [1, 2, 2, 2, 3]
    assert {level.solving.proof for level in found} == {"breadth"}
    assert any("heuristic() is no lower bound" in problem for problem in family_complexity(family, found).problems)


def test_stale_witnesses_are_refused(tmp_path):
    """Complexity rests on witnesses: those of another core are refused with the command that makes new ones."""
    path = tmp_path / "twinlamps"
    shutil.copytree(TWINLAMPS, path)
    core = path / "game" / "core.js"
    core.write_text(core.read_text(encoding="utf-8") + "// changed\n", encoding="utf-8")
    with pytest.raises(SpecError, match="playproof replica generate"):
        level_complexity(load_family(path).instance("L1"))


def test_the_engine_ends_with_the_program():
    """A program that holds rule cores until its end does end."""
    words = "from games.replica.desk import twinlamps; from playproof.tracks.replica.core import RuleCore; kept = [RuleCore(twinlamps()) for _ in range(4)]"
    paths = f"import sys; sys.path[:0] = {[str(TWINLAMPS.parents[2])]!r}; "
    assert subprocess.run([sys.executable, "-c", paths + words], check=False, timeout=120).returncode == 0


def test_a_second_measurement_comes_from_the_cache(tmp_path, monkeypatch, capsys):
    """`replica complexity` says the same again, from its cache in the user's cache folder; a changed rule makes it compute anew."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    path = tmp_path / "twinlamps"
    shutil.copytree(TWINLAMPS, path)
    answers = []
    for _ in range(2):
        assert run(["replica", "complexity", str(path), "--json"]) == 0
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0] == answers[1]
    kept = sorted((tmp_path / "cache").rglob("*.json"))
    assert len(kept) == 5
    family = path / "family.yaml"
    family.write_text(
        family.read_text(encoding="utf-8").replace("id: limit_loses, category: state, adjudicates: true", "id: limit_loses, category: state")
    )
    assert run(["replica", "complexity", str(path), "--json"]) in (0, 1)
    assert len(list((tmp_path / "cache").rglob("*.json"))) > len(kept)


def test_all_levels_of_a_family_are_named_by_its_name(capsys, tmp_path, monkeypatch):
    """What is no family is refused with what would have been right."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert run(["replica", "complexity", "build/emberway"]) == 2
    assert "is no family of the replica track" in capsys.readouterr().err


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_shipped_levels_have_an_exact_shortest_win(path):
    """One level of each shipped family: its shortest win is proven, and the way leads there in so many legal actions."""
    instance = load_family(path).instance("L2")
    searcher = Searcher(RuleCore(instance))
    solution = searcher.solve()
    assert solution.status == "exact"
    assert solution.too_high == 0
    core = searcher.core
    states = core.trace(solution.actions)
    for state, action in zip(states, solution.actions, strict=False):
        assert action in core.call(f"(state) => {core.core()}.legal(state)", state)
    assert core.call(f"(state) => {core.core()}.status(state)", states[-1]) == "won"
    assert len(states) == solution.steps + 1


@pytest.mark.heavy
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_shipped_families_grow(path):
    """Every shipped family is valid: no group's total falls, L5 is above L1, every rule acts as its kind must."""
    family = load_family(path)
    levels = [level_complexity(instance) for instance in family.instances]
    assert family_complexity(family, levels).problems == ()
    for one, other in itertools.pairwise(levels):
        assert one.rule_total <= other.rule_total
    for instance in family.instances:
        found = acts(Searcher(RuleCore(instance)), read_witnesses(instance).witnesses)
        assert idle_rules(instance.rules, found) == (), instance.id


def test_a_score_is_part_of_the_adjudication(tmp_path):
    """A rule that changes nothing but what the game awards acts, where the core says what that is; without, it is only drawn."""
    drawn = altered(tmp_path / "drawn" / "twinlamps", "=== 'playing' || !has('end_locks');", "=== 'playing';").instance("L1")
    scored = altered(tmp_path / "scored" / "twinlamps", "=== 'playing' || !has('end_locks');", "=== 'playing';")
    core = scored.path / "game" / "core.js"
    core.write_text(
        core.read_text(encoding="utf-8").replace("      status,\n", "      status,\n      score: (s) => (has('end_locks') ? 1 : 2),\n"),
        encoding="utf-8",
    )
    for instance, idle in ((drawn, 1), (scored.instance("L1"), 0)):
        found = acts(Searcher(RuleCore(instance)), read_witnesses(instance).witnesses)
        assert len(idle_rules(instance.rules, found)) == idle
