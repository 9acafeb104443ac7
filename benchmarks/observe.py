"""What the observation service costs on top of the same input, step and picture through a session in process, measured in one run.

Both sides play the same trace on the same game, each in a browser of its own; the rounds alternate. The HTTP side is a client that keeps its
connection, against a service in a process of its own, as agents use it. `--repeats` also has two such services play a trace of
60 actions again and again and counts different pictures.

    python benchmarks/observe.py [--task FOLDER/L3] [--rounds 6] [--repeats 0] [--load N] [--json FILE]
"""

import argparse
import hashlib
import json
import multiprocessing
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playproof.drivers.web.driver import WebDriver
from playproof.players.observer import Observer
from playproof.protocols import Opening, Session
from playproof.records.interface import Action, Click, Drag, Key, Reset, Wait
from playproof.store.suites import find_task
from playproof.tracks.replica.family import Instance, load_family
from playproof.tracks.replica.service.client import ObserveClient

TASK = "tests/games/replica/twinlamps/L4"


def main() -> None:
    """Measure, print, optionally write JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--task", default=TASK)
    parser.add_argument("--rounds", type=int, default=6, help="how often the two sides alternate")
    parser.add_argument("--repeats", type=int, default=0, help="how often two services play the trace of 60 actions, in turn")
    parser.add_argument("--load", type=int, default=0, help="processes that keep the cores busy during the repeats")
    parser.add_argument("--json", type=Path, help="also write the figures here")
    options = parser.parse_args()
    place = find_task(options.task)
    instance = load_family(place.path).instance(place.level)
    figures = compare(options.task, instance, options.rounds)
    if options.repeats:
        figures |= repeat(options.task, instance, options.repeats, options.load)
    for name, value in figures.items():
        print(f"{name:48} {value:10.3f}" if isinstance(value, float) else f"{name:48} {value:10}")
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2))


def trace(instance: Instance, length: int) -> list[Action]:
    """Actions of all kinds, the same every time."""
    view, chance = instance.family.file.view, random.Random(7)

    def point() -> tuple[int, int]:
        return chance.randrange(view.width_px), chance.randrange(view.height_px)

    def one(kind: str) -> Action:
        (x1, y1), (x2, y2) = point(), point()
        match kind:
            case "click":
                return Click(x=x1, y=y1)
            case "drag":
                return Drag(x1=x1, y1=y1, x2=x2, y2=y2)
            case "key":
                return Key(
                    code=chance.choice(("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Space", "KeyR")), hold_ms=chance.choice((0, 0, 300))
                )
            case "wait":
                return Wait(ms=200)
        return Reset()

    kinds = ["reset", *chance.choices(("click", "key", "drag", "wait"), weights=(6, 4, 1, 1), k=length - 1)]
    return [one(kind) for kind in kinds]


def compare(task: str, instance: Instance, rounds: int) -> dict[str, float]:
    """Median over rounds of the time of the whole trace on both sides, in turn, and their ratio within each round."""
    actions = trace(instance, 40)
    with session_of(instance) as session, service_of(task) as client:
        in_process = ours(session, actions)
        over_http = [lambda action=action: client.act(action).png for action in actions]
        assert pictures(in_process) == pictures(over_http), "the two sides show different pictures"
        each = {"in process": [], "HTTP": []}
        for _ in range(rounds):
            each["in process"].append(timed(in_process))
            each["HTTP"].append(timed(over_http))
    ratios = [there / here for here, there in zip(each["in process"], each["HTTP"], strict=True)]
    return {
        "in process, ms per action": statistics.median(each["in process"]) / len(actions) * 1000,
        "HTTP, ms per action": statistics.median(each["HTTP"]) / len(actions) * 1000,
        "HTTP / in process, median of rounds": statistics.median(ratios),
        "HTTP / in process, worst round": max(ratios),
    }


def ours(session: Session, actions: list[Action]) -> list:
    """The actions on a session in process."""
    observer = Observer(session)
    return [lambda action=action: observer.act(action).png for action in actions]


def pictures(acts: list) -> list[str]:
    """Hashes of what the actions show."""
    return [hashlib.sha256(act()).hexdigest() for act in acts]


def timed(acts: list) -> float:
    """Wall seconds of all actions."""
    began = time.perf_counter()
    for act in acts:
        act()
    return time.perf_counter() - began


def repeat(task: str, instance: Instance, repeats: int, load: int) -> dict[str, int]:
    """How many different picture sequences two services in processes of their own show for one trace."""
    actions = trace(instance, 60)
    seen = set()
    burners = [multiprocessing.Process(target=burn, daemon=True) for _ in range(load)]
    with service_of(task) as first, service_of(task) as second:
        for burner in burners:
            burner.start()
        try:
            for number in range(repeats):
                client = (first, second)[number % 2]
                seen.add(tuple(hashlib.sha256(client.act(action).png).hexdigest() for action in actions))
        finally:
            for burner in burners:
                burner.kill()
    return {f"repeats of 60 actions, {load} busy processes beside": repeats, "different sequences of pictures": len(seen)}


def burn() -> None:
    """Keep a core busy."""
    while True:
        hashlib.sha256(b"x" * 10_000)


@contextmanager
def session_of(instance: Instance) -> Iterator[Session]:
    """The game in a session of this process."""
    view = instance.family.file.view
    driver = WebDriver()
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "index.html").write_text(instance.page(), encoding="utf-8")
        session = driver.open(Opening(artifact_path=Path(name), entry="index.html", width_px=view.width_px, height_px=view.height_px, seed=1))
        try:
            yield session
        finally:
            session.close()
            driver.close()


@contextmanager
def service_of(task: str) -> Iterator[ObserveClient]:
    """A client of a service in a process of its own."""
    words = [sys.executable, "-m", "playproof", "observe", task, "--budget", "100000"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            with ObserveClient(process.stdout.readline().split()[-1]) as client:
                yield client
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
