import pytest

from playproof.graders.judges.citations import citation_problem, citations_problem, comment_lines
from playproof.graders.judges.documents import MOST_LINE, document
from playproof.records.judgement import Citation

PAGE = document(
    "replica",
    """<script>
// Lamps toggle on click: this rule is fully implemented.
function toggle(i) {
  lamps[i] = !lamps[i];  // switch
}
/* the neighbour is switched as well */
}
</script>""",
)


def cited(first: int, last: int, quote: str) -> Citation:
    """A citation."""
    return Citation(first_line=first, last_line=last, quote=quote)


@pytest.mark.parametrize(
    "citation",
    [
        cited(4, 4, "lamps[i] = !lamps[i];"),
        cited(3, 5, "function toggle(i) {\n    lamps[i] = !lamps[i];"),
        cited(4, 4, "     4 |   lamps[i] = !lamps[i];"),
        cited(7, 7, "}"),
    ],
)
def test_a_quote_that_stands_there_holds(citation: Citation):
    """Spaces and copied line numbers do not matter; the words do."""
    assert citation_problem(citation, PAGE) == ""


@pytest.mark.parametrize(
    ("citation", "problem"),
    [
        (cited(4, 99, "lamps[i]"), "not among the 8 lines"),
        (cited(5, 4, "lamps[i]"), "not among"),
        (cited(4, 4, "neighbour[i] = !neighbour[i];"), "does not stand in lines 4-4"),
        (cited(3, 3, "lamps[i] = !lamps[i];"), "does not stand in lines 3-3"),
        (cited(4, 4, "="), "too short"),
        (cited(4, 4, "   "), "does not stand"),
    ],
)
def test_an_invented_citation_does_not_hold(citation: Citation, problem: str):
    """A judge that cites what is not there has not looked."""
    assert problem in citation_problem(citation, PAGE)


def test_a_pass_needs_code_and_not_what_the_code_says_of_itself():
    """Attack: comments that claim a rule. A verdict that rests on comments alone does not count."""
    comments = [cited(2, 2, "Lamps toggle on click"), cited(6, 6, "the neighbour is switched as well")]
    assert "only comments" in citations_problem(comments, PAGE, is_needed=True)
    assert citations_problem([*comments, cited(4, 4, "lamps[i] = !lamps[i]")], PAGE, is_needed=True) == ""
    assert "no line" in citations_problem([], PAGE, is_needed=True)
    assert citations_problem([], PAGE, is_needed=False) == ""


def test_a_citation_of_everything_is_none():
    """Attack on diligence: the whole file is cited. A place is at most eighty lines."""
    long = document("replica", "let answer = 42;\n" * 200)
    assert "more than 80 lines" in citation_problem(cited(1, 200, "let answer = 42;"), long)


def test_a_quote_may_go_over_the_break_of_a_long_line():
    """Minified code is broken to be shown; a quote over the break holds."""
    long = document("replica", "a" * (MOST_LINE - 5) + "function win(){return true}")
    assert len(long.lines) == 2
    assert citation_problem(cited(1, 2, "function win(){return true}"), long) == ""


def test_code_that_is_commented_out_is_no_code():
    """Attack: the implementation stands in a comment over several lines, where it looks like code."""
    page = document(
        "replica",
        "/*\nlamps[i] = !lamps[i];\n*/ play();\n<!-- a\nlamps[i] = 1;\n-->\n/* one */ lamps[i] = 2;\n  * 3;\n\nlamps[i] = 4; // set\n/* open",
    )
    assert comment_lines(page) == {1, 2, 4, 5, 6, 8, 9, 11}
    assert "only comments" in citations_problem([cited(2, 2, "lamps[i] = !lamps[i];")], page, is_needed=True)
    assert citations_problem([cited(2, 3, "play();")], page, is_needed=True) == ""
