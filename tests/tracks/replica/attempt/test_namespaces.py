import json
import os
import sys
from pathlib import Path

import pytest

from playproof.agents.scripted import SCRIPTS
from playproof.errors import SpecError
from playproof.records.attempt import AttemptSheet
from playproof.sandbox.jail import PYTHON, Bind, Jail, start
from playproof.store.deliverable import examine_deliverable
from playproof.store.files import read_record
from playproof.tracks.replica.attempt.namespaces import attempt
from playproof.tracks.replica.attempt.terms import AgentEnd, conclude, prepare
from playproof.tracks.replica.service.ledger import read_calls
from tracks.replica.attempt.conftest import intrusions

pytestmark = pytest.mark.browser


def test_a_scripted_agent_replicates_what_it_observed(driver, terms):
    """From inside a jail an agent explores the game through the service alone, and leaves a deliverable that can be evaluated."""
    going = terms("recorder")
    sheet = attempt(going, driver)
    assert (sheet.ending, sheet.exit_status, sheet.sandbox, sheet.actions) == ("done", 0, "namespaces", 40)
    assert {"replica.html", "rules.json"} <= set(sheet.files)
    assert read_record(going.folder / "attempt.json", AttemptSheet) == sheet
    assert sum(sheet.calls.values()) == len(read_calls(going.calls_path))
    intake = examine_deliverable(going.workspace)
    assert (intake.problem, intake.rules_file) == (None, "rules.json")
    statements = [rule["statement"] for rule in json.loads((going.workspace / "rules.json").read_text())]
    assert sum("click" in statement for statement in statements) == 5  # it found the five lamps
    assert "5 moves with an effect" in (going.folder / "agent.log").read_text()


def test_an_intruder_gets_nothing(driver, terms, instance):
    """Attack: a hostile agent tries files, processes, network, names, rights, uploads and the service: no source, no score, no way out, no change."""
    going = terms("intruder")
    sheet = attempt(going, driver)
    found = intrusions(going)
    assert sheet.ending == "done"
    assert {name: one["got"] for name, one in found.items() if one["got"]} == {}
    assert not any(one["how"].startswith("failed") for one in found.values())
    assert len(found) >= 15
    assert found["the_internet"]["how"] == "ENETUNREACH"  # at once, not after a silence
    assert found["names"]["how"] == "gaierror"
    assert instance.core_source.encode() not in (going.workspace / "intruder.json").read_bytes()


def test_the_intruder_would_find_what_lies_open(isolation, terms, instance, tmp_path):  # noqa: ARG001 - it skips
    """The attack before can succeed: where a game lies open in the jail, the same program finds it."""
    going = terms("intruder")
    prepare(going, "http://127.0.0.1:9", "/workspace")
    script = "import sys; sys.argv.append('http://127.0.0.1:9'); sys.path.insert(0, '/agent'); import intruder; print(intruder.try_files()[0])"
    binds = (
        Bind(outside=SCRIPTS / "intruder.py", inside="/agent/intruder.py"),
        Bind(outside=instance.family.path, inside="/srv/family"),
    )
    child = start([PYTHON, "-I", "-c", script], Jail(binds=binds), pass_fds={}, log_path=tmp_path / "log")
    try:
        assert child.wait(120) == 0
    finally:
        child.kill()
    assert "/srv/family/game/core.js" in (tmp_path / "log").read_text()


def test_an_agent_has_its_time_and_no_more(driver, terms):
    """An agent that does not end is ended, and what it left until then stays."""
    sheet = attempt(terms("recorder", limit_s=0.5, pace_ms=400.0), driver)
    assert (sheet.ending, sheet.exit_status) == ("out_of_time", None)
    assert sheet.files == ("TASK.md",)


def test_the_task_tells_the_terms_and_nothing_of_the_rules(terms, instance):
    """The agent is told how to see, what it has and what to leave: no title, no rule, no constant of the level."""
    going = terms("recorder")
    prepare(going, "http://127.0.0.1:9", "/workspace")
    said = (going.workspace / "TASK.md").read_text()
    assert "http://127.0.0.1:9" in said
    assert "40 actions" in said
    assert "320 x 200 px" in said
    assert not [rule.statement for rule in instance.rules if rule.statement in said]
    assert instance.family.file.title not in said


def test_an_attempt_is_never_repeated_in_place(terms):
    """A folder that holds an attempt is left as it is; an unknown agent is said before anything is made."""
    going = terms("recorder")
    prepare(going, "x", "y")
    with pytest.raises(SpecError, match="holds an attempt already"):
        prepare(going, "x", "y")
    with pytest.raises(SpecError, match="no scripted agent"):
        prepare(terms("nobody"), "x", "y")
    assert not terms("nobody").folder.exists()


def test_whatever_an_agent_leaves_is_listed(terms):
    """Attack: names that are no text, links to our files, a crowd of files, to have the attempt's record fail or tell of other folders."""
    going = terms("recorder")
    prepare(going, "x", "y")
    (Path(os.fsdecode(bytes(going.workspace) + b"/bad-\xff\xfe"))).write_text("x")
    (going.workspace / "replica.html").symlink_to("/etc/hostname")
    (going.workspace / "all").symlink_to("/etc")
    for number in range(300):
        (going.workspace / f"file-{number:03}").write_text("")
    sheet = conclude(going, "namespaces", AgentEnd(exit_status=0, took_s=1.0))
    assert len(sheet.files) == 100
    assert "replica.html" not in sheet.files
    assert "bad-\\udcff\\udcfe" in sheet.files
    assert read_record(going.folder / "attempt.json", AttemptSheet) == sheet


def test_agents_need_nothing_but_python():
    """A scripted agent runs in any container with Python: it imports the standard library alone."""
    for path in SCRIPTS.glob("[!_]*.py"):
        lines = path.read_text().splitlines()
        names = {line.split()[1].split(".")[0] for line in lines if line.startswith(("import ", "from "))}
        assert names <= set(sys.stdlib_module_names), Path(path).name
