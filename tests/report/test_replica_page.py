import io
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from rich.console import Console

from games.replica.desk import deliver, twinlamps
from playproof.cli.evaluation import Outcome, finish
from playproof.cli.tracks.replica import again, instance_wiring
from playproof.pipeline import regrade
from playproof.records.fault import Fault
from playproof.records.interface import ACTIONS, ObservedPlay
from playproof.records.observation import Event
from playproof.records.replica import LoadEvidence, OriginalPlays, ReplicaScore
from playproof.records.run import RunSheet
from playproof.report.replica import write_replica_report
from playproof.report.replica_gathered import gather_replica
from playproof.report.replica_terminal import replica_scorecard
from playproof.report.replica_views import action_words, cards, categories, gates
from playproof.store.artifacts import freeze
from playproof.store.deliverable import deliverable_files
from playproof.store.run_folder import RunFolder

VERBS = [
    {"do": "click", "x": 1, "y": 2},
    {"do": "drag", "x1": 1, "y1": 2, "x2": 3, "y2": 4},
    {"do": "key", "code": "KeyA"},
    {"do": "key", "code": "KeyA", "hold_ms": 500},
    {"do": "wait", "ms": 2000},
    {"do": "reset"},
]
HOSTILE = "</script><script>window.pwned=1</script><img src=x onerror='window.pwned=2'>\u202e"


def painted(folder: RunFolder, number: int) -> str:
    """A frame in the run that no other number has."""
    picture = Image.new("RGB", (320, 200), "#202838")
    picture.paste(((number * 53) % 256, 210, 63), (20 + (number * 37) % 240, 70, 60 + (number * 37) % 240, 110))
    written = io.BytesIO()
    picture.save(written, "PNG")
    return folder.frames.keep(written.getvalue())


def play(folder: RunFolder, game: str, actions, *, start: int, fault: Fault | None = None) -> ObservedPlay:
    """A play whose frames are painted."""
    frames = tuple(painted(folder, start + number) for number in range(len(actions) + (fault is None)))
    return ObservedPlay(game=game, actions=tuple(actions), frames=frames, fault=fault)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Outcome[ReplicaScore]:
    """A run whose evidence was painted: the first rules agree, others differ, one replica play failed, one original play was never made."""
    root = tmp_path_factory.mktemp("painted")
    folder = RunFolder(root / "run")
    with ThreadPoolExecutor(1) as pool:  # a rule core is not called beside a running event loop, and the browser of these tests has one
        wiring = pool.submit(instance_wiring, twinlamps()).result()
    folder.begin(RunSheet(playproof="0", task=wiring.task, task_sha256="0" * 64, artifact_sha256="1" * 64, engine="web", seed=1))
    source = deliver(root / "artifact", twinlamps().page(), None)
    folder.keep("artifact", freeze(source, folder.artifact_path, deliverable_files(source)))
    folder.keep("plan", wiring.plan)
    wiring.examine(folder)
    said = (Event(at_ms=1, kind="console", level="error", text=HOSTILE),)
    folder.keep_play("load", LoadEvidence(play=play(folder, "replica", (), start=0), events=said))
    *most, last = wiring.plan.witnesses
    for number, witness in enumerate(most):
        game = play(folder, "game", witness.actions, start=0)
        without = play(folder, "without", witness.actions, start=0 if number else 50)
        original = OriginalPlays(
            rule=witness.rule, game=game, without=without.model_copy(update={"frames": (*game.frames[:-1], painted(folder, 99))})
        )
        folder.keep_play(f"original-{witness.rule}", original)
        hung = Fault(kind="hung", blame="agent", message=HOSTILE) if number == 2 else None
        folder.keep_play(f"replica-{witness.rule}", play(folder, "replica", witness.actions, start=0 if number < 2 else 7, fault=hung))
    folder.keep_fault(f"original-{last.rule}", Fault(kind="browser_died", blame="us", message="the browser died"))
    for walk in wiring.plan.walks:
        folder.keep_play(f"original-{walk.id}", play(folder, "game", walk.actions, start=0))
        folder.keep_play(f"replica-{walk.id}", play(folder, "replica", walk.actions, start=0))
    track = again(folder)
    regrade(track, folder)
    return finish(track, folder)


def test_the_page_says_what_the_records_say(run):
    """Every rule has a card with its statement and state, in its category; the funnel ends at the gate that was missed."""
    gathered = gather_replica(run.folder)
    found = cards(gathered)
    assert [card.rule.rule for card in found] == [rule.id for rule in gathered.plan.rules]
    assert sum(len(row.cards) for row in categories(found)) == len(found)
    states = {card.rule.rule: card.state.name for card in found}
    assert set(states.values()) == {"Agrees", "Differs", "Undecided"}
    funnel = [gate.answer for gate in gates(run.score)]
    assert funnel[0] == "yes"
    assert funnel.count("no") + funnel.count("unknown") <= 1
    text = write_replica_report(run.folder).read_text()
    for rule in gathered.plan.rules:
        assert f'id="rule-{rule.id}"' in text
    assert "There is no rule checklist" in text
    assert "the browser died" in text


def test_the_page_stays_small(run):
    """The page keeps to its bytes: pictures become small copies when they do not fit."""
    page = write_replica_report(run.folder, page_bytes=700_000)
    assert page.stat().st_size < 1_500_000


def test_a_terminal_shows_tier_and_losses(run):
    """The scorecard names the tier, the figures, and the rules that differ with their reasons."""
    console = Console(width=120, record=True, file=io.StringIO())
    console.print(replica_scorecard(run.folder, run.score, run.verdicts))
    text = console.export_text()
    assert "behavioural agreement" in text
    assert "differs" in text
    assert str(run.folder.report_path) in text.replace("\n", "")


def test_actions_are_said_in_words():
    """Every verb of the interface has words."""
    assert [action_words(action) for action in ACTIONS.validate_python(VERBS)] == [
        "click 1, 2",
        "drag 1, 2 to 3, 4",
        "tap KeyA",
        "hold KeyA 500 ms",
        "wait 2 s",
        "reset",
    ]


@pytest.mark.browser
@pytest.mark.parametrize(("size", "scheme"), [((1280, 900), "light"), ((375, 800), "dark")], ids=["desktop", "phone"])
def test_anyone_can_read_it(read, run, size, scheme):
    """No accessibility rule is broken with everything opened, nothing is wider than the screen, and what the replica said stays text."""
    page_path: Path = write_replica_report(run.folder)
    reader = read(page_path, width=size[0], height=size[1], scheme=scheme)
    reader.page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
    found = Axe().run(reader.page, options=rules).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:200], one["nodes"][0]["failureSummary"]) for one in found] == []
    assert reader.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert reader.page.evaluate("window.pwned") is None
    assert reader.said == []


@pytest.mark.browser
def test_rules_can_be_sifted_and_compared(read, run):
    """By keyboard: rules that agree can be hidden, and a step's original, replica and differences be enlarged."""
    reader = read(write_replica_report(run.folder))
    page = reader.page
    page.locator("#filters input[value=pass]").focus()
    page.keyboard.press("Space")
    assert page.locator(".rule-item[data-state=pass]:visible").count() == 0
    assert page.locator(".rule-item[data-state=fail_observed]:visible").count() > 0
    page.locator(".rule-item[data-state=fail_observed] summary").first.focus()
    page.keyboard.press("Enter")
    page.locator(".rule[open] .shot button").first.focus()
    page.keyboard.press("Enter")
    assert page.locator("#viewer").is_visible()
    assert [one.inner_text() for one in page.locator("#viewer .choices button").all()] == ["Original", "Replica", "Differences"]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    assert not page.locator("#viewer").is_visible()
    assert reader.said == []
