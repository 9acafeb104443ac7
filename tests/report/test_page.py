import base64
import hashlib
import html
import re
from html.parser import HTMLParser

import pytest

from playproof.errors import SpecError
from playproof.players.hand import FILM_MS
from playproof.records.leaf import BuildPlan
from playproof.report import journey
from playproof.report.gathered import gather
from playproof.report.page import render, write_report
from playproof.store.run_folder import LEFT_OUT_OF_DIGEST, RunFolder

HOSTILE = (
    "</script><script>window.pwned=1;alert(1)</script><img src=x onerror=alert(2)>\"'><svg onload=alert(3)>"
    '<a href="javascript:alert(4)">x</a></style></title></textarea><!--<![CDATA[{{7*7}}{% raw %}\u202e\x00\u2028 `${1}` &lt;b&gt;'
)
OUTSIDE = ("http:", "https:", "//", "ftp:", "javascript:", "vbscript:", "blob:", "file:")


class Tags(HTMLParser):
    """All start tags of a page, with the text of the scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        """A tag begins."""
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data):
        """Text between tags."""
        self.text.append(data)

    def of(self, name: str) -> list[dict[str, str | None]]:
        """The attributes of every tag of a name."""
        return [attributes for tag, attributes in self.tags if tag == name]


@pytest.fixture(scope="module")
def page(report) -> str:
    """The text of the page."""
    return report.read_text()


@pytest.fixture(scope="module")
def tags(page) -> Tags:
    """Its tags."""
    return Tags(page)


@pytest.fixture(scope="module")
def hostile(build, tmp_path_factory) -> str:
    """The page of a game that attacks the report with everything it shows and logs, its title included."""
    return write_report(build(tmp_path_factory.mktemp("hostile") / "run", leaves=16, says=HOSTILE, title=f"Lantern {HOSTILE}")).read_text()


def test_the_page_is_one_file_that_refers_to_nothing_outside(tags):
    """No attribute leads to a network, another file or a script in a link."""
    for tag, attributes in tags.tags:
        for name in ("src", "href", "action", "data", "poster", "srcset", "background", "xlink:href"):
            value = (attributes.get(name) or "").strip().lower()
            assert not value.startswith(OUTSIDE), (tag, name, value)
            assert name != "href" or not value or value.startswith("#"), (tag, value)


def test_the_policy_allows_exactly_the_pages_own_script_and_style(page):
    """The hashes in the policy are those of the one script and the one style; nothing else may run or load."""
    policy = html.unescape(re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)[1])
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    script = re.search(r"<script>(.*?)</script>", page, re.DOTALL)[1]
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)[1]
    for name, text in (("script-src", script), ("style-src", style)):
        assert rules[name] == f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
    assert rules["default-src"] == "'none'"
    assert rules["base-uri"] == rules["form-action"] == "'none'"
    assert "unsafe" not in policy


def test_nothing_is_said_inline_that_the_policy_would_refuse(tags):
    """No style attribute and no event handler: the page looks and works as it should under its own policy."""
    for tag, attributes in tags.tags:
        assert not [name for name in attributes if name == "style" or name.startswith("on")], (tag, attributes)


def test_what_a_game_says_becomes_no_markup(hostile, page):
    """Attack: script, handlers, closing tags, template code and control signs in console lines, HUD texts, readings, faults and the title."""
    attacked, clean = Tags(hostile), Tags(page)
    assert sorted({tag for tag, _ in attacked.tags}) == sorted({tag for tag, _ in clean.tags} | {"bdi"})
    assert [one.get("type") for one in attacked.of("script") if one.get("type") != "text/plain"] == ["application/json", None]
    for _, attributes in attacked.tags:
        assert not [name for name in attributes if name.startswith("on")]
    assert "window.pwned=1" in html.unescape("".join(attacked.text))  # It is shown, as text.
    assert "\u202e" not in hostile
    assert "\x00" not in hostile
    assert "{{7*7}}" in html.unescape(hostile)


def test_a_giant_text_of_a_game_does_not_make_a_giant_page(build, tmp_path):
    """Attack: every text is two hundred thousand characters long."""
    path = write_report(build(tmp_path / "run", leaves=1, says="A" * 200_000))
    assert path.stat().st_size < 4_000_000


def test_every_leaf_is_there_with_requirement_state_and_reason(page, run):
    """Nobody has to open another file to see why a leaf passed or failed."""
    text = html.unescape(page)
    for leaf in run.root("plan", BuildPlan).leaves.leaves:
        assert f'id="leaf-{leaf.id}"' in page
        assert leaf.requirement in text
    for verdict in run.verdicts():
        assert verdict.reason in text


def test_undecided_and_unjudged_are_shown_as_such(page):
    """A dimension without a value shows a word where the points would be."""
    summary = page[page.index("<b>D6</b>") : page.index("All 65 leaves")]
    assert '<span class="open-word">unjudged</span>' in summary
    assert "0.0</b>" not in summary


def test_what_the_digest_leaves_out_is_listed(page):
    """Provenance names all that the digest does not cover."""
    text = html.unescape(page)
    for item in LEFT_OUT_OF_DIGEST:
        assert item in text


def test_all_links_lead_to_something_in_the_page(tags):
    """Preconditions, the map of leaves and the sections are reachable."""
    ids = [attributes["id"] for _, attributes in tags.tags if attributes.get("id")]
    assert len(ids) == len(set(ids))
    assert {attributes["href"] for attributes in tags.of("a")} <= {f"#{one}" for one in ids}


def test_every_picture_that_is_shown_is_in_the_page(tags, run):
    """Each frame is there once, and no other."""
    held = [one["id"].removeprefix("picture-") for one in tags.of("script") if one.get("type") == "text/plain"]
    shown = {one["data-picture"] for one in tags.of("img") if "data-picture" in one}
    assert len(held) == len(set(held))
    assert shown <= set(held)
    assert set(held) <= {path.stem for path in run.frames.folder.iterdir()}


def test_the_page_keeps_to_its_budget(run):
    """With little room the pictures become small copies, and the page says so."""
    text = render(gather(run), page_bytes=2_600_000)
    assert len(text.encode()) < 3_800_000
    assert "data-reduced" in text
    assert "are small copies" in text


def test_a_lost_frame_does_not_lose_the_report(build, tmp_path):
    """A run folder that was copied without some pictures still gives a report, which says what is missing."""
    folder = build(tmp_path / "run", leaves=1)
    next(folder.frames.folder.iterdir()).unlink()
    assert "were changed: 1." in write_report(folder).read_text()


def test_the_same_run_gives_the_same_page(run):
    """No date, no order of a set, no chance."""
    assert render(gather(run)) == render(gather(run))


def test_a_folder_that_is_no_finished_run_says_what_it_lacks(tmp_path, build):
    """The user reads which folder it was and what to do."""
    with pytest.raises(SpecError, match="is not a run folder"):
        write_report(RunFolder(tmp_path))
    folder = build(tmp_path / "run", leaves=1)
    (folder.path / "verdicts.jsonl").unlink()
    with pytest.raises(SpecError, match="has no verdicts yet"):
        write_report(folder)


def test_a_run_that_hardly_happened_has_a_report_too(build, tmp_path):
    """Without engine, journey, files or any play, everything is said to be missing and nothing breaks."""
    folder = build(tmp_path / "run", leaves=1)
    for name in ("driver.json", "artifact.json", "timings.jsonl"):
        (folder.path / name).unlink()
    for path in (folder.path / "plays").iterdir():
        path.unlink()
    text = write_report(folder).read_text()
    assert "the journey was not played" in text
    assert "The files were not examined" in text


def test_the_journey_is_told_with_the_players_own_numbers():
    """The film's distance is the one that the player uses."""
    assert journey.FILM_MS == FILM_MS
