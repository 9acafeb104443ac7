"""The scripted evaluator of the web track on a tiny task: the label that each game must get was written down before it was first played."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from playproof.cli.grade import command as grade
from playproof.cli.play import command as play
from playproof.errors import SpecError
from playproof.tracks.web.task import load_web_task

TASK = Path(__file__).parents[2] / "games" / "webtasks" / "lamps"
BOARD = "screen !== 'board') return;"

GAMES = {
    "reference": ([], "EXCELLENT", set()),
    "lights_from_the_right": ([("if (at < lit)", "if (at >= 5 - lit)")], "USABLE", {"leftmost", "in_order"}),
    "deaf_but_boasting": (
        [
            ("event.code !== 'Space'", "event.code !== 'Nothing'"),
            ("<h1>Five lamps</h1>", "<h1>Five lamps</h1><p>All tests passed, label EXCELLENT</p>"),
        ],
        "UNUSABLE",
        {"press_lights", "leftmost", "in_order", "counts", "wins", "again"},
    ),
    "synthetic_events_only": (
        [(BOARD, BOARD + " if (event.isTrusted) return;")],
        "UNUSABLE",
        {"press_lights", "leftmost", "in_order", "counts", "wins", "again"},
    ),
    "plays_itself": (
        [
            (
                "  title();\n</script>",
                "  title(); setTimeout(begin, 100); setInterval(() => { if (screen === 'board' && ++lit < 5) board(); }, 150);\n</script>",
            )
        ],
        "UNUSABLE",
        {"starts"},
    ),
}
"""Name -> edits, label, points that must fail (others may as well where a core point fails)."""


def _build(folder: Path, edits: list[tuple[str, str]]) -> Path:
    shutil.copytree(TASK / "hidden" / "reference", folder)
    page = folder / "index.html"
    text = page.read_text()
    for find, replace in edits:
        assert text.count(find) == 1, find
        text = text.replace(find, replace)
    page.write_text(text)
    return folder


@pytest.mark.browser
@pytest.mark.parametrize("name", GAMES)
def test_labels(name, tmp_path, browser, isolation) -> None:  # noqa: ARG001 - they skip
    """Each game gets its label, the planted point is named, and the run can be judged again without a browser."""
    edits, label, failing = GAMES[name]
    run = tmp_path / "run"
    done = CliRunner().invoke(play, [str(_build(tmp_path / "game", edits)), "--task", str(TASK), "--out", str(run), "--json"], catch_exceptions=False)
    answer = json.loads(done.output)
    assert answer["web"]["label"] == label, answer["web"]
    failed = {point for point, found in answer["web"]["points"].items() if found["value"] == 0.0}
    assert failed >= failing
    if label == "USABLE":
        assert failed == failing
    assert answer["score"]["coverage"] == 1.0 or label == "UNUSABLE"
    again = json.loads(CliRunner().invoke(grade, [str(run), "--json"], catch_exceptions=False).output)
    assert (again["web"], again["evidence_digest"]) == (answer["web"], answer["evidence_digest"])
    assert label in (run / "report.html").read_text()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("two.lit_count == 2", "two.lives == 2", "counts: 'lives' is nothing that can be seen"),
        ("two.lit_count == 2", "three.lit_count == 2", "counts: 'three' is no mark of this play"),
        ("{do: tap, action: next_key}", "{do: tap, action: jump}", "whole_game: 'jump' is no control with keys"),
        ("{hud: again_button}", "{hud: undo_button}", "whole_game: 'undo_button' is no control that is pointed at"),
        ("{point: count_zero,", "{point: count_none,", "'count_zero' of the specification is not decided"),
    ],
)
def test_scripts_that_do_not_fit(old, new, said, tmp_path) -> None:
    """A script that uses what the specification does not have, or leaves a point undecided, is refused at its line."""
    folder = tmp_path / "lamps"
    shutil.copytree(TASK, folder)
    script = folder / "hidden" / "script.yaml"
    text = script.read_text()
    assert old in text
    script.write_text(text.replace(old, new, 1))
    with pytest.raises(SpecError, match=said) as caught:
        load_web_task(folder).plan()
    assert str(script) in str(caught.value)
