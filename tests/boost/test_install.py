"""`playproof boost install` copies the skill, whole, unchanged and usable, to where an agent looks for it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from playproof.cli.boost import PLACES, command, content_hash, files_of, find_skill
from playproof.errors import SpecError


def install(*words: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(command, ["install", *words], catch_exceptions=True)


@pytest.mark.parametrize("agent", list(PLACES))
def test_each_agent_gets_the_whole_skill(tmp_path: Path, agent: str) -> None:
    """Every shipped file arrives byte for byte, in the agent's own folder, and the answer names its hash and version."""
    done = install(str(tmp_path), "--agent", agent, "--json")
    assert done.exit_code == 0, done.output
    answer = json.loads(done.output)
    target = tmp_path / PLACES[agent]
    assert Path(answer["path"]) == target
    assert sorted(files_of(target)) == sorted(files_of(find_skill()))
    assert answer["sha256"] == content_hash(target) == content_hash(find_skill())
    assert answer["version"] == (target / "VERSION").read_text().strip()
    assert (target / "SKILL.md").is_file()
    assert not (target / "tests").exists()
    assert sorted(path.name for path in target.parent.iterdir()) == ["boost"], "nothing half-copied is left"


def test_the_installed_skill_runs_and_is_not_part_of_the_game(tmp_path: Path) -> None:
    """The copy runs alone, and installed inside the game's own folder it is not monitored."""
    game = tmp_path / "game"
    game.mkdir()
    (game / "index.html").write_text("<canvas>")
    assert install(str(game), "--agent", "claude").exit_code == 0
    script = game / PLACES["claude"] / "scripts" / "boost"
    for words in (["contract", "init"], ["status"]):
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(script), "--json", *words], cwd=game, env={}, capture_output=True, text=True, check=False
        )
        assert json.loads(done.stdout)["files"] == 1, done


def test_again_changes_nothing(tmp_path: Path) -> None:
    """A second install of the same version writes nothing and says so."""
    install(str(tmp_path))
    before = (tmp_path / PLACES["generic"] / "SKILL.md").stat().st_mtime_ns
    assert json.loads(install(str(tmp_path), "--json").output)["was_there"]
    assert (tmp_path / PLACES["generic"] / "SKILL.md").stat().st_mtime_ns == before


def test_another_version_is_replaced_only_when_asked(tmp_path: Path) -> None:
    """An edited or older copy is refused with the remedy, and replaced whole with --replace."""
    install(str(tmp_path))
    page = tmp_path / PLACES["generic"] / "SKILL.md"
    page.write_text(page.read_text() + "\nedited")
    (page.parent / "scripts" / "old.py").write_text("left over")
    done = install(str(tmp_path))
    assert isinstance(done.exception, SpecError)
    assert "--replace" in str(done.exception)
    assert install(str(tmp_path), "--replace").exit_code == 0
    assert content_hash(page.parent) == content_hash(find_skill())


def test_nothing_foreign_is_overwritten(tmp_path: Path) -> None:
    """A folder that is not the skill, a file, or a link in its place is refused, also with --replace."""
    place = tmp_path / PLACES["generic"]
    place.mkdir(parents=True)
    (place / "diary.txt").write_text("mine")
    assert isinstance(install(str(tmp_path), "--replace").exception, SpecError)
    assert (place / "diary.txt").read_text() == "mine"
    (place / "diary.txt").unlink()
    place.rmdir()
    place.symlink_to(tmp_path)
    assert isinstance(install(str(tmp_path), "--replace").exception, SpecError)


def test_a_workspace_that_is_none(tmp_path: Path) -> None:
    """A missing workspace is the user's mistake, said plainly."""
    assert isinstance(install(str(tmp_path / "nowhere")).exception, SpecError)
