"""Specifications: what the template promises, and each way in which a specification does not hold together."""

import importlib.resources
from pathlib import Path

import pytest
from click.testing import CliRunner

from playproof.cli.spec import command
from playproof.errors import SpecError
from playproof.records.spec import SpecFile
from playproof.store.documents import read_document
from playproof.store.suites import shipped_suites
from playproof.tracks.web.difficulty import Difficulty
from playproof.tracks.web.document import document
from playproof.tracks.web.lint import lint

TEMPLATE = importlib.resources.files("playproof.tracks.web").joinpath("new_spec.yaml").read_text(encoding="utf-8")
SPECS = sorted(shipped_suites().glob("web/*/spec.yaml"))


def _problems(folder: Path, old: str, new: str) -> list[str]:
    """The problems of the template after one change."""
    assert TEMPLATE.count(old) >= 1
    path = folder / "spec.yaml"
    path.write_text(TEMPLATE.replace(old, new, 1), encoding="utf-8")
    return [str(problem).removeprefix(f"{path}:") for problem in lint(path, read_document(path, SpecFile))]


def test_new_specification_holds_together(tmp_path) -> None:
    """`spec new` gives a specification without problems; a second one of the same name is refused and nothing is lost."""
    made = CliRunner().invoke(command, ["new", "first_task", "--dir", str(tmp_path)])
    assert made.exit_code == 0, made.output
    path = tmp_path / "first_task" / "spec.yaml"
    assert lint(path, read_document(path, SpecFile)) == ()
    path.write_text(path.read_text() + "# mine\n")
    with pytest.raises(SpecError, match="is there already"):
        CliRunner().invoke(command, ["new", "first_task", "--dir", str(tmp_path)], catch_exceptions=False)
    assert path.read_text().endswith("# mine\n")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("by: [next_key], uses: [lit_lamp]", "by: [], uses: [lit_lamp]", "press_lights: nothing that a player does shows it"),
        ("by: [next_key], uses: [lit_lamp]", "by: [jump_key], uses: [lit_lamp]", "press_lights: is shown by 'jump_key', which is no control"),
        ("uses: [lit_count]}", "uses: [lives]}", "count_zero: speaks of 'lives', which is declared nowhere"),
        ("Each press of Space lights exactly", "Each press of Space soon lights exactly", "one_by_one: 'soon' can be read in two ways"),
        ("heading: You won", "heading: New task won", "won_screen: its heading 'New task won' cannot be told from that of title_screen"),
        (
            "{to: won_screen, by: all_lit_wins}",
            "{to: won_screen, by: magic}",
            "board_screen: is left by 'magic', which is neither a control nor a rule",
        ),
        ("{to: won_screen, by: all_lit_wins}", "{to: title_screen, by: all_lit_wins}", "won_screen: no exit leads here"),
        ("keys: [Space], ", "", "next_key: is a key and names no key"),
        ("target: Start, ", "", "start_button: is a click and names nothing to do it on"),
        ('colour: "#ffd23f"', 'colour: "#39425e"', "lit_lamp: its colour is hard to tell from that of dark_lamp"),
        ("id: leftmost_first", "id: lit_lamp", "'lit_lamp' is a name among the objects too"),
        ("stage: restart", "stage: rules", "no point is of the stage 'restart'"),
        ("id: counts, type: T", "id: wins, type: T", "there are 2 points 'wins'"),
    ],
)
def test_what_the_linter_refuses(tmp_path, old, new, said) -> None:
    """Each fault is named at its line."""
    found = _problems(tmp_path, old, new)
    assert any(said in one for one in found), found
    line = int(next(one for one in found if said in one).partition(":")[0])
    assert 1 <= line <= len(TEMPLATE.splitlines())


def test_difficulty_is_the_table() -> None:
    """D = 1 + floor((S + L - 2) / 2), from the smallest to the largest."""
    small, large = Difficulty(screens=2, objects=2, rules=3, transitions=3), Difficulty(screens=6, objects=9, rules=18, transitions=9)
    assert (small.scale, small.depth, small.tier) == (1, 1, "D1")
    assert (large.scale, large.depth, large.tier) == (4, 4, "D4")


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.parent.name)
def test_shipped_specifications_hold_together(path) -> None:
    """Every shipped specification is without problems, and its document names every point but not the canary."""
    spec = read_document(path, SpecFile)
    assert spec.id == f"web/{path.parent.name}"
    assert [str(problem) for problem in lint(path, spec)] == []
    text = document(spec)
    assert all(f"`{point.id}`" in text for point in spec.points)
    assert spec.canary not in text
