"""Mechanical check of what a judge cites: the lines exist, the quote stands there, and it is more than a comment. Before that, a verdict does not count."""

import re
from collections.abc import Sequence

from playproof.graders.judges.documents import Document
from playproof.records.judgement import Citation

MOST_SPAN = 80
"""Lines of one citation (ours)."""
LEAST_QUOTE = 6
"""Characters that are no spaces; shorter only when the cited lines hold nothing else (ours)."""
_NUMBER = re.compile(r"^ *\d+ \| ?", re.MULTILINE)
_BLOCKS = (("/*", "*/"), ("<!--", "-->"))
_COMMENT = re.compile(r"^\s*(//.*|/\*((?!\*/).)*(\*/\s*)?|\*((?!\*/).)*(\*/\s*)?|<!--((?!-->).)*(-->\s*)?)?$")


def citation_problem(citation: Citation, shown: Document) -> str:
    """Why a citation does not hold; empty when it does.

    Args:
        citation: What the judge wrote.
        shown: The document that it was shown.
    """
    first, last, count = citation.first_line, citation.last_line, len(shown.lines)
    if not first <= last <= count:
        return f"lines {first}-{last} are not among the {count} lines of {shown.name}"
    if last - first >= MOST_SPAN:
        return f"lines {first}-{last} are more than {MOST_SPAN} lines"
    quote, there = _bare(_NUMBER.sub("", citation.quote)), _bare("".join(shown.between(first, last)))
    if not quote or quote not in there:
        return f"{citation.quote[:120]!r} does not stand in lines {first}-{last} of {shown.name}"
    if len(quote) < LEAST_QUOTE and quote != there:
        return f"{citation.quote!r} is too short to show anything"
    return ""


def comment_lines(shown: Document) -> frozenset[int]:
    """The numbers of the lines that are a comment or empty, told line by line: what a program says of itself is no evidence of what it does.

    A comment over several lines is one that begins its line. Code that stands between comments on one line is code.
    """
    found = set()
    closing = ""
    for number, line in enumerate(shown.lines, 1):
        bare = line.strip()
        if closing:
            rest = bare.partition(closing)[2] if closing in bare else ""
            closing = "" if closing in bare else closing
            found |= {number} if not rest.strip() else set()
            continue
        if _COMMENT.match(line):
            found.add(number)
        opened = next((end for start, end in _BLOCKS if bare.startswith(start) and end not in bare), "")
        closing = opened
    return frozenset(found)


def citations_problem(citations: Sequence[Citation], shown: Document, *, is_needed: bool) -> str:
    """The first thing that is wrong with the citations of one verdict; empty when they hold.

    Args:
        citations: What the judge cites.
        shown: The document that it was shown.
        is_needed: The verdict needs a place that is not a comment.
    """
    for citation in citations:
        problem = citation_problem(citation, shown)
        if problem:
            return problem
    if not is_needed:
        return ""
    if not citations:
        return f"no line of {shown.name} is cited"
    cited = {number for citation in citations for number in range(citation.first_line, citation.last_line + 1)}
    return f"only comments of {shown.name} are cited" if cited <= comment_lines(shown) else ""


def _bare(text: str) -> str:
    return "".join(text.split())
