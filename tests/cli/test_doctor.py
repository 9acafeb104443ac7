import json
import os
from pathlib import Path

import pytest

from playproof.cli.doctor import examine
from playproof.cli.main import run
from playproof.drivers.web.chrome import Browser


@pytest.mark.browser
@pytest.mark.usefixtures("isolation")
def test_a_machine_that_can_score_says_so(browser: Browser, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Status 0, the browser in use with its version, and the mode in which a test picture was really drawn."""
    monkeypatch.chdir(tmp_path)
    assert run(["doctor", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    found = {finding["name"]: finding for finding in answer["findings"]}
    assert answer["ready"]
    assert browser.version in found["browser"]["said"]
    assert str(browser.path) in found["browser"]["said"]
    expected = "frame-controlled" if browser.kind == "headless-shell" else "shimmed"
    assert found["mode"]["said"].startswith(expected)
    assert found["isolation"]["is_good"]
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_browser_is_named(capsys: pytest.CaptureFixture[str]):
    """A browser that is none makes the machine not ready, status 2, and the text says which path was wrong."""
    assert run(["doctor", "--browser", "/usr/bin/env"]) == 2
    said = capsys.readouterr().out
    assert "MISSING  browser" in said
    assert "'/usr/bin/env'" in said
    assert said.splitlines()[-1].startswith("Not ready")


def test_a_browser_is_named_in_the_environment(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """PLAYPROOF_BROWSER chooses the browser as --browser does."""
    monkeypatch.setenv("PLAYPROOF_BROWSER", "/no/such/browser")
    assert run(["doctor", "--json"]) == 2
    assert "/no/such/browser" in capsys.readouterr().out


@pytest.mark.skipif(not os.path.ismount("/proc"), reason="needs a folder that nobody can write, as /proc is")
def test_a_folder_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch):
    """Runs are written where the command is called; a read-only folder is found before anything is played."""
    monkeypatch.chdir("/proc")
    findings = {finding.name: finding for finding in examine(Path("/no/such/browser"), is_content_without_isolation=True)}
    assert not findings["output"].is_good
    assert "--out" in findings["output"].remedy
