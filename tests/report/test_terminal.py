import io

from rich.console import Console

from playproof.records.verdict import Verdict
from playproof.report.gathered import gather
from playproof.report.terminal import scorecard


def printed(run, *, verdicts=None, width=120) -> str:
    """What a terminal shows."""
    whole = gather(run)
    console = Console(file=io.StringIO(), width=width, color_system=None)
    console.print(scorecard(whole.score, whole.driver, whole.verdicts if verdicts is None else verdicts, whole.folder))
    return console.file.getvalue()


def test_it_fits_on_one_screen_and_says_all_that_a_score_must_say(run):
    """Value, coverage, floor, mode, isolation, flags with reasons, and where the report is."""
    text = printed(run)
    assert len(text.splitlines()) <= 45
    for word in ("floor", "coverage", "frame-controlled", "isolation namespaces", "stalled at 'action_27'", "report.html"):
        assert word in text


def test_what_was_not_judged_is_never_a_zero(run):
    """An inconclusive and an unjudged dimension have a dash for points."""
    lines = printed(run).splitlines()
    presentation = next(one for one in lines if one.startswith("D6"))
    assert "–" in presentation
    assert "unjudged" in presentation
    assert "F undecided" in lines[0]


def test_failures_come_before_what_only_depends_on_them(run):
    """The list of leaves starts with what the game did wrong."""
    text = printed(run)
    assert text.index("✕ Failed") < text.index("? Not observed")


def test_a_game_cannot_paint_the_terminal(run):
    """Attack: a reason holds escape codes and rich markup from the game's console."""
    hostile = "\x1b[2J\x1b[32mall passed [bold green]F 90[/bold green] [link=javascript:x]y[/link]"
    leaf = "d2.screens.leaf_1"
    text = printed(run, verdicts={leaf: Verdict(criterion=leaf, grader="check/1", state="fail_observed", value=0, reason=hostile)})
    assert "\x1b" not in text
    assert "[bold green]" in text


def test_a_narrow_terminal_shows_the_same_numbers(run):
    """Eighty columns keep points and coverage."""
    row = next(one for one in printed(run, width=80).splitlines() if one.startswith("D1"))
    assert "7." in row
    assert "%" in row
