from pathlib import Path

import pytest

from playproof.errors import SpecError
from playproof.store.artifacts import freeze
from playproof.store.deliverable import MOST_PAGE_BYTES, deliverable_files, deliverable_path, examine_deliverable

PAGE = "<!doctype html><html><body><canvas></canvas><script>draw()</script></body></html>"


def examined(folder: Path, **files: str | bytes):
    """What the intake says of these files ('page' is replica.html)."""
    for name, content in files.items():
        path = folder / {"page": "replica.html", "rules": "rules.md"}.get(name, name)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return examine_deliverable(folder)


def test_a_good_page_has_no_problem(tmp_path):
    """One page and one checklist pass; data and blob URLs, anchors, in-page references and links to read on need nothing from outside."""
    body = (
        '<img src="data:image/png;base64,AA"><a href="https://example.org">more</a><svg><use href="#a"/></svg>'
        '<link rel="canonical" href="https://example.org"><audio src="blob:x"></audio>'
    )
    found = examined(tmp_path, page=PAGE.replace("<canvas>", body + "<canvas>"), rules="- a rule")
    assert (found.problem, found.rules_file, found.page) == (None, "rules.md", "replica.html")


@pytest.mark.parametrize(
    ("page", "kind"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"\xff\xfe<html>", "unreadable"),
        (b"just words", "unreadable"),
        (b"<html><body>" + b"x" * MOST_PAGE_BYTES, "too_large"),
        (b'<html><script src="game.js"></script>', "needs_network"),
        (b'<html><script src="//cdn.example.org/x.js"></script>', "needs_network"),
        (b'<html><link rel="stylesheet" href="https://fonts.example.org/css">', "needs_network"),
        (b'<html><img srcset="https://example.org/a.png 2x">', "needs_network"),
        (b'<html><iframe src="https://example.org">', "needs_network"),
        (b'<html><link rel=" Stylesheet " href="style.css">', "needs_network"),
        (b'<html><svg><image xlink:href="http://[::1"></svg>', "unreadable"),
    ],
)
def test_a_bad_page_is_the_agents_fault(tmp_path, page, kind):
    """What is wrong with a page comes back as a fault of the agent's, whatever the bytes are."""
    problem = examined(tmp_path, page=page).problem
    assert problem is not None
    assert (problem.kind, problem.blame) == (kind, "agent")


def test_a_missing_page_names_what_is_there(tmp_path):
    """The message says which of the accepted files were delivered."""
    found = examined(tmp_path, rules="- a rule")
    assert found.problem is not None
    assert "holds rules.md" in found.problem.message
    assert found.page_bytes is None


def test_a_level_has_a_folder_of_its_own(tmp_path):
    """A folder that holds L3 stands for it at level L3 and for itself at the others."""
    (tmp_path / "L3").mkdir()
    assert deliverable_path(tmp_path, "L3") == tmp_path / "L3"
    assert deliverable_path(tmp_path, "L1") == tmp_path
    with pytest.raises(SpecError, match="no such folder"):
        deliverable_path(tmp_path / "nowhere", "L1")


def test_only_the_deliverable_is_frozen(tmp_path):
    """Attack: a second file to lean on, and links that show this machine's files. Neither is taken; a linked page is no page."""
    source = tmp_path / "source"
    source.mkdir()
    (source / "replica.html").symlink_to("/etc/passwd")
    (source / "rules.json").write_text("{}")
    (source / "game.js").write_text("draw()")
    assert [path.as_posix() for path in deliverable_files(source)] == ["rules.json"]
    frozen = freeze(source, tmp_path / "frozen", deliverable_files(source))
    assert [entry.path for entry in frozen.files] == ["rules.json"]
    problem = examine_deliverable(tmp_path / "frozen").problem
    assert problem is not None
    assert problem.kind == "missing"
