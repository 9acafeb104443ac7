"""The skill is shipped alone: standard library only, no import across the border with playproof, runs from a bare copy."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SKILL = ROOT / "skills" / "boost"
PER_SYSTEM = {"fcntl", "msvcrt"}


def imports(path: Path) -> set[str]:
    """The top names of everything that a file imports from outside its own package."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add((node.module or "").partition(".")[0])
    return found


@pytest.mark.parametrize("path", sorted((SKILL / "scripts").rglob("*.py")), ids=lambda path: path.name)
def test_only_the_standard_library(path: Path) -> None:
    """Every module of the helper imports only the standard library and its own package."""
    assert imports(path) <= sys.stdlib_module_names | PER_SYSTEM | {"gcb"}


def test_playproof_does_not_import_the_skill() -> None:
    """The package copies the skill as data and never imports it."""
    for path in (ROOT / "src").rglob("*.py"):
        assert "gcb" not in imports(path), path


@pytest.mark.parametrize("version", ["3.9", "3.10", "3.11", "3.12", "3.13"])
def test_from_a_bare_copy(tmp_path: Path, version: str) -> None:
    """A copied folder alone begins a record under `python -I -S`, in an empty environment, with every Python that is here."""
    python = interpreter(version)
    shutil.copytree(SKILL / "scripts" / "boost", tmp_path / "boost", ignore=shutil.ignore_patterns("__pycache__"))
    game = tmp_path / "game"
    game.mkdir()
    (game / "index.html").write_text("<canvas>")
    for words, status in ((["contract", "init"], 0), (["status"], 0), (["contract", "validate"], 1), (["--help"], 0), (["fly"], 2)):
        command = [python, "-I", "-S", str(tmp_path / "boost"), *words]
        done = subprocess.run(command, cwd=game, env={}, capture_output=True, text=True, check=False)
        assert done.returncode == status, done
        assert "Traceback" not in done.stderr


@pytest.mark.heavy
@pytest.mark.parametrize("version", ["3.9", "3.10", "3.11", "3.12", "3.13"])
def test_its_own_tests(tmp_path: Path, version: str) -> None:
    """The skill's own tests pass in a copied folder, with every Python that is here."""
    python = interpreter(version)
    shutil.copytree(SKILL, tmp_path / "boost", ignore=shutil.ignore_patterns("__pycache__"))
    command = [python, "-W", "error", "-m", "unittest", "discover", "-s", "tests"]
    done = subprocess.run(command, cwd=tmp_path / "boost", env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_its_own_tests_here(tmp_path: Path) -> None:
    """The skill's own tests pass in a copied folder with this Python."""
    shutil.copytree(SKILL, tmp_path / "boost", ignore=shutil.ignore_patterns("__pycache__"))
    command = [
        sys.executable,
        "-I",
        "-c",
        "import sys; sys.path.insert(0, 'tests'); import unittest; unittest.main(module=None, argv=['x', 'discover', '-s', 'tests'])",
    ]
    done = subprocess.run(command, cwd=tmp_path / "boost", env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def interpreter(version: str) -> str:
    """The interpreter of a version, or a skip. One of pyenv is found without its shims."""
    if sys.version_info[:2] == tuple(int(part) for part in version.split(".")):
        return sys.executable
    places = [*Path.home().glob(f".pyenv/versions/{version}.*/bin/python"), *(Path(found) for found in [shutil.which(f"python{version}")] if found)]
    for place in places:
        if subprocess.run([str(place), "-c", ""], capture_output=True, check=False).returncode == 0:
            return str(place)
    pytest.skip(f"Python {version} is not installed here")
