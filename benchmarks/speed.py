"""How much faster than real time the web driver plays, against the naive way, measured in one run.

The naive way: Playwright, a browser for every play, real waiting, `page.screenshot`. Ours: `WebDriver`, a fresh context for every play, our clock, our
frames; draw elision off. Both play the same games with the same keys. Every figure stands beside the CPU seconds of the whole process tree, since
wall times on a busy machine say little. Ratios are taken within one batch; the batches of the two sides alternate.

    python benchmarks/speed.py [--rounds 3] [--json FILE] [--naive-browser PATH]
"""

import argparse
import functools
import http.server
import json
import multiprocessing
import os
import statistics
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil
from playwright.sync_api import sync_playwright

from playproof.drivers.web.chrome import find_browser
from playproof.drivers.web.driver import WebDriver
from playproof.protocols import Opening, Session

GAMES = Path(__file__).parent / "games"
ACTIONS = 50
ACTION_MS = 100
KEYS = {0: (("down", "ArrowRight"),), 3: (("up", "ArrowRight"), ("down", "ArrowLeft")), 7: (("up", "ArrowLeft"),)}
"""What happens at the n-th of every ten actions."""
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--autoplay-policy=no-user-gesture-required"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measurement."""

    what: str
    side: str
    value: float
    unit: str
    cpu_s: float
    """CPU seconds of the process tree per game second, or per game."""


def main() -> None:
    """Measure, print, optionally write JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="how often the two sides alternate")
    parser.add_argument("--seconds", type=float, default=40.0, help="length of one throughput batch")
    parser.add_argument("--json", type=Path, help="also write the figures here")
    parser.add_argument("--naive-browser", type=Path, default=default_naive(), help="the browser that the naive side uses")
    options = parser.parse_args()
    print(f"cores {os.cpu_count()}, ours {find_browser().path} {find_browser().version}, naive {options.naive_browser}")
    with Served() as origin:
        figures = [figure for round_number in range(options.rounds) for figure in one_round(origin, options, round_number)]
    summary = summarize(figures)
    for line in summary:
        print(line)
    if options.json:
        options.json.write_text(json.dumps([asdict(figure) for figure in figures], indent=2))


def default_naive() -> Path:
    """A full Chromium where there is one, since that is what people drive; else the browser that ours uses."""
    full = Path("/usr/lib/chromium/chromium")
    return full if full.exists() else find_browser().path


def one_round(origin: str, options: argparse.Namespace, number: int) -> list[Figure]:
    """Both sides once, alternating."""
    figures = []
    for game in ("canvas", "dom"):
        for with_picture in (True, False):
            what = f"{game}, {'a picture every 100 ms' if with_picture else 'no pictures'}"
            figures.append(naive_speed(origin, options.naive_browser, game, what, with_picture=with_picture))
            figures.append(our_speed(game, what, with_picture=with_picture))
            print(f"round {number + 1}: {what}: naive {figures[-2].value:.2f}, ours {figures[-1].value:.2f} game s / s", flush=True)
    for workers, side, work in (
        (1, "naive, sequential", functools.partial(naive_games, origin, options.naive_browser)),
        (4, "naive, saturated", functools.partial(naive_games, origin, options.naive_browser)),
        (os.cpu_count() or 1, "ours", our_games),
    ):
        figures.append(throughput(work, side, workers, options.seconds))
        print(f"round {number + 1}: games of {ACTIONS} actions, {side}: {figures[-1].value:.1f} / min", flush=True)
    return figures


def summarize(figures: list[Figure]) -> list[str]:
    """Medians, and the median of the ratios batch by batch."""
    lines = ["", f"{'what':42} {'side':20} {'median':>9} {'unit':12} {'CPU s':>8}  ratio to naive in the same batch"]
    for what in dict.fromkeys(figure.what for figure in figures):
        mine = [figure for figure in figures if figure.what == what]
        ours = [figure.value for figure in mine if figure.side == "ours"]
        for side in dict.fromkeys(figure.side for figure in mine):
            some = [figure for figure in mine if figure.side == side]
            values = [figure.value for figure in some]
            ratio = "" if side == "ours" else f"ours is {statistics.median(one / other for one, other in zip(ours, values, strict=True)):.1f}x"
            cpu = statistics.median(figure.cpu_s for figure in some)
            lines.append(f"{what:42} {side:20} {statistics.median(values):9.2f} {some[0].unit:12} {cpu:8.3f}  {ratio}")
    return lines


# -- one play


def naive_play(page: object, *, with_picture: bool) -> None:
    """Fifty actions in real time."""
    for number in range(ACTIONS):
        for kind, key in KEYS.get(number % 10, ()):
            (page.keyboard.down if kind == "down" else page.keyboard.up)(key)  # type: ignore[attr-defined]
        time.sleep(ACTION_MS / 1000)
        if with_picture:
            page.screenshot()  # type: ignore[attr-defined]


def our_play(session: Session, *, with_picture: bool) -> None:
    """The same fifty actions on our clock."""
    for number in range(ACTIONS):
        for kind, key in KEYS.get(number % 10, ()):
            (session.press if kind == "down" else session.release)(key)
        session.step(ACTION_MS)
        if with_picture:
            session.frame()


def opening(game: str) -> Opening:
    """How a benchmark game is opened."""
    return Opening(artifact_path=GAMES / game, entry="index.html", width_px=800, height_px=600, seed=1)


# -- game seconds per second


def naive_speed(origin: str, browser: Path, game: str, what: str, *, with_picture: bool) -> Figure:
    """Game seconds per second of the naive way, without its browser's start."""
    with sync_playwright() as playwright:
        process = playwright.chromium.launch(executable_path=browser, args=FLAGS)
        page = process.new_page(viewport={"width": 800, "height": 600})
        page.goto(f"{origin}/{game}/")
        figure = timed(functools.partial(naive_play, page, with_picture=with_picture), what, "naive")
        process.close()
    return figure


def our_speed(game: str, what: str, *, with_picture: bool) -> Figure:
    """Game seconds per second of the driver, without its browser's start."""
    driver = WebDriver()
    session = driver.open(opening(game))
    our_play(session, with_picture=with_picture)  # caches warm, as they are after the first play of an evaluation
    figure = timed(functools.partial(our_play, session, with_picture=with_picture), what, "ours")
    session.close()
    driver.close()
    return figure


def timed(play: Callable[[], None], what: str, side: str) -> Figure:
    """Time one play."""
    cpu_s, began_s = tree_cpu_s(), time.perf_counter()
    play()
    wall_s, game_s = time.perf_counter() - began_s, ACTIONS * ACTION_MS / 1000
    return Figure(what=what, side=side, value=game_s / wall_s, unit="game s / s", cpu_s=(tree_cpu_s() - cpu_s) / game_s)


def tree_cpu_s() -> float:
    """CPU seconds so far of this process and all below it that still live."""
    total = 0.0
    for process in [psutil.Process(), *psutil.Process().children(recursive=True)]:
        try:
            times = process.cpu_times()
        except psutil.Error:
            continue
        total += times.user + times.system
    return total


# -- games per minute


def naive_games(origin: str, browser: Path, end_s: float, done: "multiprocessing.Queue[float]") -> None:
    """A browser for every play, until the time is over."""
    with sync_playwright() as playwright:
        while time.time() < end_s:
            process = playwright.chromium.launch(executable_path=browser, args=FLAGS)
            page = process.new_page(viewport={"width": 800, "height": 600})
            page.goto(f"{origin}/canvas/")
            naive_play(page, with_picture=True)
            process.close()
            done.put(time.time())


def our_games(end_s: float, done: "multiprocessing.Queue[float]") -> None:
    """A fresh context for every play, until the time is over."""
    driver = WebDriver()
    while time.time() < end_s:
        session = driver.open(opening("canvas"))
        our_play(session, with_picture=True)
        session.close()
        done.put(time.time())
    done.put(-tree_cpu_s())  # the jail's processes are not ours to wait for, so they are asked while they live
    driver.close()


def throughput(work: Callable[[float, "multiprocessing.Queue[float]"], None], side: str, workers: int, seconds: float) -> Figure:
    """Games per minute of some workers: from the start to the end of the last game that was finished."""
    done: multiprocessing.Queue[float] = multiprocessing.Queue()
    before = os.times()
    began_s = time.time()
    processes = [multiprocessing.Process(target=work, args=(began_s + seconds, done)) for _ in range(workers)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    said = []
    while not done.empty():
        said.append(done.get())
    ends = [moment for moment in said if moment > 0]
    after = os.times()
    waited_s = (after.children_user + after.children_system) - (before.children_user + before.children_system)
    cpu_s = -sum(moment for moment in said if moment < 0) or waited_s
    wall_s = max(ends) - began_s
    return Figure(
        what=f"games of {ACTIONS} actions, with pictures", side=side, value=60 * len(ends) / wall_s, unit="games / min", cpu_s=cpu_s / len(ends)
    )


class Served:
    """The games over HTTP, for the naive side."""

    def __enter__(self) -> str:
        """The origin."""
        handler = functools.partial(_Quiet, directory=str(GAMES))
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __exit__(self, *_: object) -> None:
        """Stop serving."""
        self._server.shutdown()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    main()
