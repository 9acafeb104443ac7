import os
import subprocess
import sys
from pathlib import Path

import pytest

from playproof.drivers.web.chrome import Browser, find_browser
from playproof.errors import SpecError


def program(path: Path, text: str) -> Path:
    """A script that can be run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_a_wrapper_is_looked_through(browser: Browser, tmp_path: Path):
    """A distribution's wrapper script adds options of its own, so the program behind it is used."""
    wrapper = program(tmp_path / "chromium", f'#!/bin/sh -e\n\nexec {browser.path} --their-own-option "$@"\n')
    assert find_browser(wrapper).path == browser.path
    link = tmp_path / "link"
    link.symlink_to(browser.path)
    assert find_browser(link) == browser


def test_a_program_that_is_no_browser_is_refused_with_its_path(tmp_path: Path):
    """An explicit path wins over everything installed, so a wrong one is told and not passed over."""
    for wrong in (Path("/usr/bin/env"), tmp_path / "absent", tmp_path, program(tmp_path / "fake", "#!/bin/sh\necho Chromium 999.0\n")):
        with pytest.raises(SpecError, match=str(wrong)):
            find_browser(wrong)


def test_a_headless_shell_comes_first(browser: Browser):
    """Where both are installed the headless shell is taken: only it can be told when to draw."""
    if browser.kind == "full":
        pytest.skip("no headless shell is installed")
    assert "headless" in browser.path.name
    assert browser.version.count(".") == 3


def find_without_system_browsers(cache: Path, *options: str) -> "subprocess.CompletedProcess[str]":
    """Look for a browser on this machine with every folder hidden in which a system keeps one."""
    code = """
import sys
from pathlib import Path
from playproof.drivers.web.chrome import find_browser
print(find_browser(cache=Path(sys.argv[1])).path)
"""
    hidden = [word for folder in ("/usr/lib/chromium", "/opt", "/snap") if Path(folder).is_dir() for word in ("--tmpfs", folder)]
    words = ["bwrap", "--dev-bind", "/", "/", *options, *hidden, sys.executable, "-c", code, str(cache)]
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(words, capture_output=True, text=True, check=False, env=environment)


@pytest.mark.usefixtures("isolation")
def test_without_any_browser_the_message_has_the_command_that_helps(tmp_path: Path):
    """A machine without a browser: the error names the package and the command."""
    ran = find_without_system_browsers(tmp_path)
    assert ran.returncode == 1
    assert "MissingTool: no headless Chromium is installed" in ran.stderr
    assert "to install it: sudo apt-get install --no-install-recommends chromium-headless-shell" in ran.stderr


@pytest.mark.usefixtures("isolation")
def test_a_downloaded_browser_is_found_the_newest_first(browser: Browser, tmp_path: Path):
    """Where the system has none, Playwright's downloads are looked at; of two the newer is used."""
    folder = f"{tmp_path}/chromium_headless_shell-%s/chrome-headless-shell-linux64"
    options = [word for build in (999, 1200) for word in ("--ro-bind", str(browser.path.parent), folder % build)]
    ran = find_without_system_browsers(tmp_path, "--tmpfs", str(tmp_path), *options)
    assert ran.stdout.strip() == f"{folder % 1200}/{browser.path.name}", ran.stderr
