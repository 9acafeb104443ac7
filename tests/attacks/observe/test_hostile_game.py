"""A game that tries to tell more than its picture; each cell of its board is one attempt."""

import socket
import time
from pathlib import Path

import psutil
import pytest

from attacks.observe.siege import body, is_refusal, tells_nothing
from playproof.drivers.web import WebDriver
from playproof.tracks.replica.family import load_family
from playproof.tracks.replica.service.client import ObserveClient
from playproof.tracks.replica.service.serve import Offer, Place, served

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("observe-hostile")]

GAME = Path(__file__).parent.parent.parent / "games" / "attacks" / "leaky"
CALM = 31
"""A cell that only marks itself."""
HANG, BURN, STORE, ASK = 22, 23, 20, 21


def attempt(target, cell: int, *, is_fresh: bool = True) -> tuple[bytes, bytes]:
    """Click a cell, of a game opened anew unless told otherwise; the pictures before and after, and no word of the game in any answer."""
    before = target.client.reset().png if is_fresh else target.picture()
    answer = target.http.post("/click", content=body(x=cell % 8 * 40 + 20, y=cell // 8 * 40 + 20))
    assert answer.headers["content-type"] == "image/png"
    assert tells_nothing(answer)
    for path in ("/status", "/openapi.json", "/title", "/screenshot"):
        assert tells_nothing(target.http.get(path))
    return before, answer.content


def goes_on(target) -> bool:
    """Whether the game still takes a click."""
    before = target.picture()
    return target.client.click(300, 140).png != before


DEEDS = {
    0: "dialogs with the secret in them",
    1: "the secret as the document's title",
    2: "the secret on the console",
    3: "an uncaught error with the secret",
    4: "a promise that fails with the secret",
    10: "a download of a blob",
    11: "a download of a data address",
    12: "new windows",
    13: "the secret in the clipboard",
    14: "a file chooser",
    15: "the print dialog",
    16: "full screen and a captured pointer",
    17: "requests to developer ports of the machine",
    18: "requests to names that carry the secret, and their look-up in DNS",
    19: "the secret in the page's address",
    24: "a beacon and a WebSocket to the internet",
    25: "permissions, sharing and place",
    26: "a mail program",
    28: "workers",
    29: "closing its own window",
}


@pytest.mark.parametrize("cell", DEEDS, ids=DEEDS.values())
def test_side_ways_out(leaky, cell):
    """Attack: the game tries a way out beside its picture; answers tell nothing of it, the picture shows the mark, and the game goes on."""
    before, shown = attempt(leaky, cell, is_fresh=False)
    assert shown != before
    assert goes_on(leaky)


ELSEWHERE = {5: "the internet", 6: "file:///etc/passwd", 7: "view-source:", 8: "chrome://version", 9: "devtools://"}


@pytest.mark.parametrize("cell", ELSEWHERE, ids=ELSEWHERE.values())
def test_going_elsewhere(leaky, cell):
    """Attack: the game navigates to the internet, a local file, its own source, the browser's pages or developer tools, to show those pixels."""
    before, _ = attempt(leaky, cell)
    leaky.client.wait(1000)
    assert goes_on(leaky)  # it is still there and nothing else was shown
    assert leaky.client.reset().png == before


def test_another_document(leaky):
    """Attack: the game writes itself anew; that is still only pixels, and a reset brings the game back."""
    before, shown = attempt(leaky, 27)
    assert shown != before
    assert leaky.client.reset().png == before


def test_stored_for_later(leaky):
    """Attack: the game stores a word, to know after a reset that it was played before."""
    before, _ = attempt(leaky, STORE)
    assert leaky.client.reset().png == before


def test_refusing_to_go(leaky):
    """Attack: the game asks before it is left, to keep its state over a reset or to hold the service."""
    before, _ = attempt(leaky, ASK)
    assert leaky.client.reset().png == before
    assert leaky.client.reset().png == before


def test_hanging(leaky):
    """Attack: the game hangs for ever, to learn from the error or to end the service; the answer is the stable one and the game stands as it opens."""
    before = leaky.client.reset().png
    answer = leaky.http.post("/click", content=body(x=HANG % 8 * 40 + 20, y=HANG // 8 * 40 + 20))
    assert is_refusal(answer, "game_unavailable")
    assert leaky.picture() == before
    assert goes_on(leaky)
    assert leaky.calls()[-4].action is not None  # it was counted


def test_dragging_out(leaky):
    """Attack: drag an element that carries the secret as text and as a file out of the page."""
    before = leaky.client.reset().png
    answer = leaky.http.post("/drag", content=body(x1=20, y1=180, x2=319, y2=0))
    assert tells_nothing(answer)
    assert leaky.client.reset().png == before
    assert goes_on(leaky)


def test_other_buttons(leaky):
    """Attack: the right or middle button, for a context menu or a new window: neither can be asked for."""
    for field in ("button", "buttons", "which", "detail"):
        assert is_refusal(leaky.http.post("/click", content=body(x=20, y=20, **{field: 2})), "invalid_action")


def test_hidden_input(leaky):
    """Attack: type into a field that lies outside the picture and read it back: only pixels come."""
    leaky.client.reset()
    leaky.client.key("Tab")
    for code in ("KeyA", "Enter"):
        assert tells_nothing(leaky.http.post("/key", content=body(code=code)))


def test_chance_and_clock(leaky):
    """Attack: play the same actions again and again, to see other pictures by chance or clock: byte for byte the same."""
    seen = set()
    for _ in range(2):
        pictures = [leaky.client.reset().png]
        pictures += [leaky.client.click(x, y).png for x, y in ((20, 20), (300, 100), (300, 140))]
        seen.add(tuple(pictures))
    assert len(seen) == 1


def test_ports_of_the_browser(leaky):
    """Attack: find a developer port of the browser on this machine: no process below the service listens anywhere but the service itself."""
    leaky.client.reset()
    family = [psutil.Process(), *psutil.Process().children(recursive=True)]
    ports = set()
    for process in family:
        try:
            ports |= {one.laddr.port for one in process.net_connections("inet") if one.status == psutil.CONN_LISTEN}
        except psutil.Error:
            continue  # it has ended, or is in another namespace
    assert leaky.port in ports
    for port in (9222, 9229):
        with socket.socket() as knock:
            assert knock.connect_ex(("127.0.0.1", port)) != 0 or port in {one.laddr.port for one in psutil.net_connections("inet")}
    words = [" ".join(process.cmdline()) for process in family if process.is_running()]
    assert not any("--remote-debugging-port" in line for line in words)


def test_time_of_answers(browser, isolation, tmp_path):  # noqa: ARG001 - isolation skips
    """Attack: read from the time of an answer how long the game computed. With a pace, an answer never comes before the pace is over, whatever was computed."""
    pace_ms = 400.0
    family = load_family(GAME)
    driver = WebDriver(browser)
    offer = Offer(instance=family.instance("L1"), driver=driver, pace_ms=pace_ms, log_path=tmp_path / "calls.jsonl")
    took_s = []
    with served(offer, Place()) as address, ObserveClient(address) as client:
        client.reset()
        for cell in (CALM, BURN):
            began_s = time.monotonic()
            client.click(cell % 8 * 40 + 20, cell // 8 * 40 + 20)
            took_s.append(time.monotonic() - began_s)
    driver.close()
    assert min(took_s) >= pace_ms / 1000
