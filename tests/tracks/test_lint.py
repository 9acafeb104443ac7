import re
import shutil
from pathlib import Path

import pytest

from games.beacon.desk import BEACON
from playproof.errors import SpecError
from playproof.records.plan import Mark
from playproof.tracks.build.lint import RESERVED, lint, lint_canary
from playproof.tracks.build.task import load_task

LEAVES, FIXTURES, JOURNEY, CONTRACT = "hidden/leaves.yaml", "hidden/fixtures.yaml", "hidden/journey.yaml", "contract.yaml"


def changed(folder: Path, file: str, old: str, new: str) -> Path:
    """A copy of the task with one change, which fits at least once."""
    task = folder / "beacon"
    if not task.exists():
        shutil.copytree(BEACON, task)
    path = task / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return task


def test_a_task_that_holds_together_has_no_problem():
    """The small task of these tests, and with it every rule on what is right, passes."""
    assert lint(load_task(BEACON)) == ()
    assert lint_canary(load_task(BEACON)) == ()


EDGE_SAMPLE = "{do: sample, name: walk, ms: 600, every_ms: 100}"
RULES = [
    ("one id twice", LEAVES, "id: d1.files.assets", "id: d1.files.entry", "d1.files.entry: this id is used twice"),
    ("another dimension", LEAVES, "id: d1.boot\n    dimension: 1", "id: d1.boot\n    dimension: 2", "the id says dimension 1, the field 2"),
    ("family without budget", LEAVES, "family: boot\n", "family: booting\n", "the family 'booting' has no budget in dimension 1"),
    ("unknown fixture", LEAVES, "    fixture: level\n", "    fixture: levels\n", "the fixture 'levels' is not in fixtures.yaml"),
    ("unknown need", LEAVES, "pre: [d3.lift.scores]", "pre: [d3.lift.scored]", "needs 'd3.lift.scored', which is no leaf"),
    ("need of another chain", LEAVES, "pre: [d3.lift.scores]", "pre: [d2.pause.ends]", "needs 'd2.pause.ends' of another chain (pause)"),
    (
        "a circle",
        LEAVES,
        "    fixture: level\n    requirement: right walks right",
        "    fixture: level\n    pre: [d3.walk.edge]\n    requirement: right walks right",
        "depends on itself",
    ),
    ("no interface leaf", LEAVES, "    interface: true\n", "", "0 leaves are marked `interface: true`; exactly one must be"),
    ("static with a play", LEAVES, "checks: [{check: entry}]", "checks: [{check: clean}]", "a static leaf has static checks only"),
    (
        "play with static",
        LEAVES,
        "checks: [{check: handshake}]",
        "checks: [{check: assets}]",
        "a leaf of the route lifecycle has checks that look at a play",
    ),
    ("nothing is checked", LEAVES, "checks: [{check: handshake}]", "checks: []", "a leaf of the route lifecycle has checks that look at a play"),
    (
        "nothing tells the twin",
        LEAVES,
        "before.state == 'menu' and after.state == 'level_1'\"",
        "after.state == 'level_1'\", twin: any",
        "no check must be false in the no-input twin",
    ),
    ("reopen without a profile", LEAVES, "fixture: lasting", "fixture: level", "its fixture must be `lasting: true`"),
    (
        "restart before the action",
        LEAVES,
        "    act: [{do: hold, actions: [right], ms: 500}]",
        "    approach: [{do: restart}]\n    act: [{do: hold, actions: [right], ms: 500}]",
        "a lifecycle step cannot stand in the approach",
    ),
    (
        "undeclared action",
        LEAVES,
        "act: [{do: tap, action: confirm}",
        "act: [{do: tap, action: fire}",
        "the action 'fire' is not declared in contract.yaml; declared are confirm, left, lift",
    ),
    ("undeclared action of a policy", LEAVES, "now_x: now.x, left: left", "now_x: now.x, left: west", "the action 'west' is not declared"),
    (
        "undeclared key",
        LEAVES,
        "that: after.x > before.x + 30}, {check: pixels",
        "that: after.x > before.y + 30}, {check: pixels",
        "the key 'y' in 'after.x > before.y + 30' is not declared",
    ),
    ("undeclared key of a step", LEAVES, "when: now.score > 0", "when: now.points > 0", "step press_until: the key 'points'"),
    ("undeclared constant", LEAVES, "now.x >= const.min_x", "now.x >= const.edge_x", "the constant 'edge_x'"),
    ("undeclared HUD element", LEAVES, "{check: hud, hud: title}", "{check: hud, hud: name}", "the HUD element 'name' is not declared"),
    (
        "undeclared HUD text",
        LEAVES,
        "that: after.state == 'menu'",
        "that: after.hud.name == 'menu'",
        "the HUD element 'name' in \"after.hud.name == 'menu'\" is not declared",
    ),
    ("undeclared click", LEAVES, "target: {hud: sound}", "target: {hud: noise}", "step click: the HUD element 'noise'"),
    ("undeclared region", LEAVES, "{check: drawn, region: shore", "{check: drawn, region: sky", "the region 'sky' is not declared"),
    ("half a place", LEAVES, ', y: "158", size_px: 20', ", size_px: 20", "x and y belong together"),
    ("key without a route", CONTRACT, "    routes: [{route: hud, hud: shells_left}]\n", "", "the key 'shells_left' has no independent route"),
    ("a series nobody samples", LEAVES, "series: walk, that: now.x >=", "series: run, that: now.x >=", "the series 'run' is not sampled by any step"),
    (
        "a mark nobody takes",
        LEAVES,
        "{check: event, kind: audio, window_ms: 300}",
        "{check: event, kind: audio, since: middle, window_ms: 300}",
        "the mark 'middle' is not taken",
    ),
    (
        "a view nobody takes",
        LEAVES,
        "that: after.state == 'menu'",
        "that: middle.state == 'menu'",
        "the view 'middle' in \"middle.state == 'menu'\" is never taken",
    ),
    (
        "a check of this moment",
        LEAVES,
        "that: after.state == 'menu'",
        "that: now.state == 'menu'",
        "the view 'now' in \"now.state == 'menu'\" is never taken",
    ),
    ("a step that looks ahead", LEAVES, "when: now.score > 0", "when: after.score > 0", "the view 'after' in 'after.score > 0' is never taken"),
    (
        "an approach that looks ahead",
        LEAVES,
        'x: "const.shells_x[0]", now_x: now.x',
        'x: "before.x", now_x: now.x',
        "the view 'before' in 'before.x' is never taken",
    ),
    ("a mark twice", LEAVES, EDGE_SAMPLE, f"{EDGE_SAMPLE}, {{do: mark, name: end}}, {{do: mark, name: end}}", "step mark: 'end' is taken already"),
    ("any number of sounds", LEAVES, "at_least: 0, at_most: 0,", "at_least: 0,", "check event: holds whatever happens"),
    (
        "any change of the picture",
        LEAVES,
        "{check: pixels, region: scores, at_least_share: 0.001, ",
        "{check: pixels, region: scores, ",
        "check pixels: holds whatever happens",
    ),
    (
        "refusal without control",
        LEAVES,
        "    control:\n      fixture: level\n      act: [{do: hold, actions: [right], ms: 500}]\n      checks: [{check: state, that: after.x > before.x + 30}]\n",
        "",
        "a refusal needs a positive control",
    ),
    (
        "undeclared in a control",
        LEAVES,
        "checks: [{check: state, that: after.score > before.score}]\n  - id: d3.lift.until",
        "checks: [{check: state, that: after.gold > before.score}]\n  - id: d3.lift.until",
        "the key 'gold'",
    ),
    (
        "budgets that do not sum",
        LEAVES,
        "dimension: 1, budget: 4",
        "dimension: 1, budget: 5",
        "the budgets of dimension 1 (integration) sum to 11; they must sum to 10",
    ),
    (
        "budget without a leaf",
        LEAVES,
        "  - {family: look, dimension: 6, budget: 10,",
        "  - {family: style, dimension: 6, budget: 4, meaning: none}\n  - {family: look, dimension: 6, budget: 6,",
        "the family 'style' has a budget and no leaf",
    ),
    ("journey that restarts", JOURNEY, "- {do: tap, action: lift}", "- {do: restart}", "first: the journey uses public controls only, not 'restart'"),
    ("journey with an undeclared action", JOURNEY, "action: confirm", "action: go", "start: the action 'go' is not declared"),
    (
        "journey to an undeclared key",
        JOURNEY,
        "post: now.shells_left == 2",
        "post: now.shells == now.gold",
        "first: 'gold' is not declared in contract.yaml",
    ),
    ("journey that looks ahead", JOURNEY, "post: now.shells_left == 2", "post: after.shells_left == 2", "first: 'after' is not declared"),
    ("fixture of no state", FIXTURES, "load: success", "load: victory", "success: the state 'victory' is not declared loadable"),
    ("fixture that waits for no key", FIXTURES, "now.state == 'menu'", "now.screen == 'menu'", "boot: 'screen' is not declared"),
    ("no real entry", FIXTURES, "fixture: boot", "fixture: start", "there is no fixture 'boot', the real entry point"),
    (
        "a yes or no as text",
        CONTRACT,
        "[{route: key, that: \"now.paused == (now.state == 'pause')\"}]",
        "[{route: hud, hud: state}]",
        "paused: a text cannot confirm a yes or no",
    ),
    ("route over no key", CONTRACT, "now.paused == (now.state == 'pause')", "now.paused == (now.screen == 'pause')", "paused: 'screen' in"),
]


@pytest.mark.parametrize(("file", "old", "new", "said"), [rule[1:] for rule in RULES], ids=[rule[0] for rule in RULES])
def test_each_rule_is_told_with_its_line(file: str, old: str, new: str, said: str, tmp_path: Path):
    """A task that breaks one rule is told so, at a line of the file in which it can be repaired."""
    task = load_task(changed(tmp_path, file, old, new))
    found = [problem for problem in lint(task) if said in problem.message]
    assert found, "\n".join(str(problem) for problem in lint(task))
    place = re.fullmatch(rf"{re.escape(str(task.path))}/(.+\.yaml):(\d+)", found[0].where)
    assert place is not None
    assert 1 <= int(place[2]) <= len((task.path / place[1]).read_text().splitlines())


def test_the_line_is_where_the_mistake_is(tmp_path: Path):
    """The line of a check or a step is its own, not the leaf's."""
    task = load_task(changed(tmp_path, LEAVES, "now.x >= const.min_x", "now.x >= const.edge_x"))
    lines = (task.path / LEAVES).read_text().splitlines()
    wanted = next(number for number, line in enumerate(lines, 1) if "const.edge_x" in line)
    assert [problem.where for problem in lint(task)] == [f"{task.path / LEAVES}:{wanted}"]


def test_every_problem_is_told_at_once(tmp_path: Path):
    """An author sees all mistakes of a task together."""
    changed(tmp_path, LEAVES, "action: confirm}", "action: fire}")
    task = load_task(changed(tmp_path, JOURNEY, "action: confirm", "action: go"))
    assert len(lint(task)) == 2


def test_no_mark_may_be_a_word_of_the_language():
    """Words that expressions use for something else are no names of marks."""
    assert {"before", "after", "now", "start", "first", "previous", "const"} == set(RESERVED)
    assert Mark(do="mark", name="middle").name not in RESERVED


def test_a_file_without_the_canary_is_told(tmp_path: Path):
    """Every text file of a task carries its canary, so that leaked copies can be found."""
    task = load_task(changed(tmp_path, "hidden/web/reference/game.js", "// playproof-canary", "// canary"))
    assert [problem.where for problem in lint_canary(task)] == [f"{task.path / 'hidden/web/reference/game.js'}:1"]


def test_files_of_two_tasks_do_not_mix(tmp_path: Path):
    """A file that belongs to another task is refused with both ids; a folder that is no task is named."""
    with pytest.raises(SpecError, match=r"leaves\.yaml: task: 'build/other' is another task\n  expected 'build/beacon'"):
        load_task(changed(tmp_path, LEAVES, "task: build/beacon", "task: build/other"))
    with pytest.raises(SpecError, match=r"is not a task: it has no task\.yaml"):
        load_task(tmp_path)
