import itertools
import shutil

import pytest

from games.replica.desk import TWINLAMPS, twinlamps
from playproof.errors import SpecError
from playproof.records.family import LEVELS
from playproof.store.suites import list_tasks
from playproof.tracks.replica.core import RuleCore
from playproof.tracks.replica.family import load_family
from playproof.tracks.replica.oracle import stale_files, write_oracle
from playproof.tracks.replica.plan import make_plan, read_witnesses
from playproof.tracks.replica.witnesses import find_witnesses, witness_text, write_witnesses

SHIPPED = [place for place in list_tasks() if place.level]


def views(core, actions, off=()):
    """What the game shows, from the opening on."""
    return [core.call(f"(state) => {core.core(off)}.view(state)", state) for state in core.trace(actions, off)]


@pytest.mark.parametrize("level", LEVELS)
def test_a_witness_shows_its_rule(level):
    """The views differ for the first time where it says so, the game reacts at least once, and it stays within the budget."""
    instance = twinlamps(level)
    core = RuleCore(instance)
    found = find_witnesses(instance)
    assert [witness.rule for witness in found.witnesses] == [rule.id for rule in instance.rules]
    for witness in found.witnesses:
        game, without = views(core, witness.core_actions), views(core, witness.core_actions, [witness.rule])
        assert next(step for step, (one, other) in enumerate(zip(game, without, strict=True)) if one != other) == witness.differs_at
        assert any(one != other for one, other in itertools.pairwise(game))
        assert 0 < len(witness.actions) <= instance.file.budget


@pytest.mark.parametrize("level", LEVELS)
def test_shortest_witnesses_are_shortest(level):
    """No shorter sequence of clicks shows a rule than its witness, unless that leans on fewer other rules."""
    instance = twinlamps(level)
    core = RuleCore(instance)
    for witness in find_witnesses(instance).witnesses:
        if witness.differs_at in (0, 1):
            continue
        attempts = core.call(f"() => {core.core()}.attempts({core.core()}.init())")
        for shorter in itertools.product(attempts, repeat=min(witness.differs_at, 3) - 1):
            assert views(core, shorter)[-1] == views(core, shorter, [witness.rule])[-1]


def test_entangled_rules_are_named():
    """A rule without which the game changes otherwise along a witness is among those that it leans on, and no other is."""
    instance = twinlamps("L4")
    core = RuleCore(instance)
    for witness in find_witnesses(instance).witnesses:
        wanted = [view["status"] for view in views(core, witness.core_actions)]
        for rule in instance.rules:
            if rule.id != witness.rule and rule.id not in witness.entangled:
                assert [view["status"] for view in views(core, witness.core_actions, [rule.id])] == wanted


def test_generated_files_are_the_same_again(tmp_path):
    """What is generated has no date, no order of its own: the files of the shipped test family come out byte for byte."""
    shutil.copytree(TWINLAMPS, tmp_path / "twinlamps")
    for instance in load_family(tmp_path / "twinlamps").instances:
        path = write_witnesses(instance, find_witnesses(instance))
        assert path.read_bytes() == (TWINLAMPS / "witnesses" / path.name).read_bytes()
        write_oracle(instance)
        for name in ("replica.html", "rules.json"):
            assert (instance.oracle_path / name).read_bytes() == (TWINLAMPS / "oracle" / instance.level / name).read_bytes()


def test_a_changed_core_makes_witnesses_stale(tmp_path):
    """Witnesses of another rule core are refused, with the command that makes new ones; the deliverable is named as stale."""
    path = tmp_path / "twinlamps"
    shutil.copytree(TWINLAMPS, path)
    core = path / "game" / "core.js"
    core.write_text(core.read_text(encoding="utf-8") + "// changed\n", encoding="utf-8")
    instance = load_family(path).instance("L1")
    with pytest.raises(SpecError, match="playproof replica generate"):
        make_plan(instance, read_witnesses(instance))
    assert [one.name for one in stale_files(instance)] == ["replica.html"]


def with_witness(folder, at: int):
    """The test family with a hand-written witness of one rule: one click."""
    shutil.copytree(TWINLAMPS, folder)
    family = folder / "family.yaml"
    text = family.read_text(encoding="utf-8")
    given = f"{{id: edge_stays, witness: {{L1: [{{kind: click, at: {at}}}]}},"
    family.write_text(text.replace("{id: edge_stays,", given), encoding="utf-8")
    return load_family(folder).instance("L1")


def test_a_witness_by_hand_is_taken(tmp_path):
    """A hand-written witness replaces the search."""
    witness = next(one for one in find_witnesses(with_witness(tmp_path / "twinlamps", 2)).witnesses if one.rule == "edge_stays")
    assert witness.core_actions == ({"kind": "click", "at": 2},)


def test_a_witness_by_hand_must_show_its_rule(tmp_path):
    """One that shows nothing is refused by name."""
    with pytest.raises(SpecError, match="'edge_stays' at L1: its witness does not show it"):
        find_witnesses(with_witness(tmp_path / "twinlamps", 0))


def test_a_rule_that_nothing_shows_is_refused(tmp_path):
    """A rule that is written down but does nothing has no witness: it is named, and so is what to do."""
    path = tmp_path / "twinlamps"
    shutil.copytree(TWINLAMPS, path)
    family = path / "family.yaml"
    text = family.read_text(encoding="utf-8")
    family.write_text(text.replace("visual:\n", '  - {id: idle, category: state, statement: "Nothing."}\nvisual:\n', 1), encoding="utf-8")
    with pytest.raises(SpecError, match="'idle' at L1: no sequence was found"):
        find_witnesses(load_family(path).instance("L1"))


@pytest.mark.parametrize("place", SHIPPED, ids=lambda place: place.id)
def test_shipped_families_are_fresh(place):
    """Witnesses and known-good deliverables of all shipped levels are those of their rule core, one witness for each rule, within the budget."""
    instance = load_family(place.path).instance(place.level)
    found = read_witnesses(instance)
    assert found.core_sha256 == instance.core_sha256
    assert [witness.rule for witness in found.witnesses] == [rule.id for rule in instance.rules]
    assert all(len(witness.actions) <= instance.file.budget for witness in found.witnesses)
    assert not stale_files(instance)


@pytest.mark.heavy
@pytest.mark.parametrize("place", SHIPPED, ids=lambda place: place.id)
def test_shipped_witnesses_are_found_again(place):
    """Searching again gives the shipped witnesses."""
    instance = load_family(place.path).instance(place.level)
    assert witness_text(find_witnesses(instance)) == witness_text(read_witnesses(instance))
