import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playproof.errors import AgentError
from playproof.tracks.replica.checklist import MOST_BYTES, MOST_RULES, MOST_STATEMENT, Checklist, parse_checklist, read_checklist

WORD = st.text("abcdefghij XYZ09,;()'", min_size=1, max_size=60).map(lambda text: " ".join(["A", *text.split(), "z"]))
SENTENCES = st.lists(WORD, min_size=1, max_size=12)


def statements(content: str | bytes, name: str) -> list[str]:
    """What is read."""
    return [rule.statement for rule in parse(content, name).rules]


def parse(content: str | bytes, name: str) -> Checklist:
    """The checklist in a file."""
    return parse_checklist(content if isinstance(content, bytes) else content.encode(), name)


@given(SENTENCES)
def test_the_same_rules_in_any_form_are_the_same(sentences: list[str]):
    """An agent is not judged by whether it writes JSON or Markdown, sentences or objects, bullets or numbers."""
    forms = {
        "list.json": json.dumps(sentences),
        "objects.json": json.dumps([{"id": f"r{number}", "category": "state", "statement": one} for number, one in enumerate(sentences)]),
        "wrapped.json": json.dumps({"game": "x", "rules": [{"rule": one} for one in sentences]}),
        "bullets.md": "# Rules\n\n" + "\n".join(f"- {one}" for one in sentences),
        "numbers.md": "\n".join(f"{number}. {one}" for number, one in enumerate(sentences, 1)),
        "brackets.md": "\n\n".join(f"{number}) **{one}**" for number, one in enumerate(sentences, 1)),
        "boxes.md": "\n".join(f"  * [x] {one}" for one in sentences),
        "paragraphs.md": "\n\n".join(sentences),
        "table.md": "| id | statement |\n|---|---|\n" + "\n".join(f"| {number} | {one} |" for number, one in enumerate(sentences)),
    }
    assert {name: statements(text, name) for name, text in forms.items()} == dict.fromkeys(forms, sentences)


@given(st.binary(max_size=400), st.sampled_from(["rules.json", "rules.md"]))
def test_no_file_crashes_the_reader(content: bytes, name: str):
    """Whatever an agent leaves is a list of rules or the agent's own fault, never ours."""
    with contextlib.suppress(AgentError):
        assert parse_checklist(content, name).rules


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["id", "category", "statement", "rules", "x"]), inner, max_size=4),
    max_leaves=20,
)


@given(JSON)
def test_no_json_crashes_the_reader(content: object):
    """The same for JSON of any shape."""
    with contextlib.suppress(AgentError):
        assert parse(json.dumps(content), "rules.json").rules


def test_headings_and_names_of_lists_are_categories():
    """The six categories are known however they are written; others are kept as written."""
    markdown = parse("# Legal actions\n- a b\n## Terminal-lock rules\n- c d\n### Scoring\n- e f\n", "rules.md")
    assert [rule.category for rule in markdown.rules] == ["legal_action", "terminal_lock", "Scoring"]
    listed = parse(
        json.dumps({"visual": ["a b"], "Level Layout": [{"statement": "c d"}], "rules": [{"category": "STATE", "statement": "e f"}]}), "rules.json"
    )
    assert [rule.category for rule in listed.rules] == ["visual", "level_layout", "state"]


def test_a_rule_goes_on_in_indented_lines():
    """A bullet over several lines is one rule; a bullet below it is another."""
    assert statements("- first\n  goes on\n  - second\n\n- third\n", "rules.md") == ["first goes on", "second", "third"]


def test_rulers_code_and_empty_bullets_are_no_rules():
    """What states nothing is not counted as a rule."""
    text = "# Rules\n---\n- ?!\n- a rule\n* * *\n```js\n- x = 1\n```\n- another\n"
    found = parse(text, "rules.md")
    assert [rule.statement for rule in found.rules] == ["a rule", "another"]
    assert found.notes == ("line 3: states nothing",)


def test_single_bad_entries_are_noted_and_left_out():
    """One slip does not cost the whole list."""
    found = parse(json.dumps(["a rule", 7, None, {"id": "x"}, ["nested"], {"statement": "another"}]), "rules.json")
    assert [rule.statement for rule in found.rules] == ["a rule", "another"]
    assert len(found.notes) == 4


@pytest.mark.parametrize(
    ("content", "name", "problem"),
    [
        (b"", "rules.md", "holds no rule"),
        (b"# Rules\n", "rules.md", "holds no rule"),
        (b"[]", "rules.json", "holds no rule"),
        (b'["a", ]', "rules.json", "line 1, column"),
        (b"- a rule", "rules.json", "what is Markdown is called rules.md"),
        (b'"a rule"', "rules.json", "holds 'a rule'"),
        (b"\xff\xfe", "rules.md", "is not UTF-8: byte 0"),
        (b"[" * 200_000, "rules.json", "cannot be read as JSON"),
        (b"[" + b"1" * 9000 + b"]", "rules.json", "cannot be read as JSON"),
    ],
)
def test_what_cannot_be_read_says_where_and_why(content: bytes, name: str, problem: str):
    """The message tells the agent's author what to repair; it is the agent's fault."""
    with pytest.raises(AgentError, match=problem) as caught:
        parse_checklist(content, name)
    assert caught.value.kind == "unreadable_checklist"


def test_listing_everything_that_could_be_is_no_way_to_be_right():
    """Attack: thousands of rules, so that every true one is among them. The list is cut and that is said."""
    found = parse("\n".join(f"- rule {number}" for number in range(3 * MOST_RULES)), "rules.md")
    assert len(found.rules) == MOST_RULES
    assert "not read" in found.notes[-1]


def test_sizes_are_limited(tmp_path: Path):
    """Attack: a huge file, a huge rule."""
    path = tmp_path / "rules.md"
    path.write_bytes(b"- x\n" * MOST_BYTES)
    with pytest.raises(AgentError, match="bytes"):
        read_checklist(path)
    found = parse(f"- {'x' * 5000}", "rules.md")
    assert len(found.rules[0].statement) == MOST_STATEMENT
    assert "cut after" in found.notes[0]


def test_a_byte_order_mark_is_forgiven():
    """As editors on some systems write it."""
    assert statements('\ufeff["a rule"]', "rules.json") == ["a rule"]


@pytest.mark.parametrize(
    "line", ["- " + " " * 200_000, "-" * 250_000 + "x", "# " + " " * 200_000 + "x", "|" + "-" * 200_000 + "x", "- x\n" + " y\n" * 60_000]
)
def test_no_line_is_read_for_ever(line: str):
    """Attack: lines that take a careless reader minutes."""
    assert statements(f"- a rule\n{line}\n", "rules.md")[0] == "a rule"
