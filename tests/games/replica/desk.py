"""What tests do with families: one evaluation of one page, and pages that are faithful or not in a known way."""

import base64
import re
from pathlib import Path

from playproof.cli.evaluation import Outcome, Request, run
from playproof.cli.tracks.replica import instance_wiring
from playproof.records.family import LevelName
from playproof.records.replica import ReplicaScore
from playproof.store.run_folder import RunFolder
from playproof.tracks.replica.family import Instance, load_family

TWINLAMPS = Path(__file__).parent / "twinlamps"
OTHER = (
    '<!doctype html><html><head></head><body style="margin:0;background:#fff;font:16px/30px sans-serif">'
    + "".join(f"<p style='margin:2px {indent}px;border-bottom:1px dotted #900'>A page of words {indent}</p>" for indent in range(3, 60, 9))
    + "</body></html>"
)
"""A page that is another thing altogether."""
BLANK = '<!doctype html><html><head></head><body style="background:#202838"></body></html>'
THROWS = "<!doctype html><html><head></head><body><script>throw new Error('<img src=x onerror=alert(1)>')</script></body></html>"
REACHES_OUT = "<!doctype html><html><head></head><body><h1>A game</h1><script>fetch('https://example.org/x')</script></body></html>"
LEANS_ON_A_FILE = "<!doctype html><html><head></head><body><h1>A game</h1><script>fetch('game.js')</script></body></html>"


def twinlamps(level: LevelName = "L1") -> Instance:
    """One level of the smallest family."""
    return load_family(TWINLAMPS).instance(level)


def deliver(folder: Path, page: str | None, rules: str | None = '{"rules": []}') -> Path:
    """Write a deliverable."""
    folder.mkdir(parents=True, exist_ok=True)
    if page is not None:
        (folder / "replica.html").write_text(page, encoding="utf-8")
    if rules is not None:
        (folder / "rules.json").write_text(rules, encoding="utf-8")
    return folder


def evaluate(artifact: Path, folder: Path, *, instance: Instance, originals: RunFolder | None = None, jobs: int = 1) -> Outcome[ReplicaScore]:
    """Play a deliverable in the real browser and judge it."""
    request = Request(
        artifact_path=artifact,
        wiring=instance_wiring(instance, originals=originals),
        engine="web",
        folder=RunFolder(folder),
        seed=1,
        jobs=jobs,
        mode=None,
        is_trusted=False,
    )
    return run(request, lambda _: None)


def styled(page: str, rule: str) -> str:
    """A page with one more style."""
    return page.replace("</head>", f"<style>{rule}</style></head>", 1)


def swapped(page: str) -> str:
    """A page whose colours have their channels exchanged."""
    return re.sub(r"#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\b", r"#\3\1\2", page)


def still(png: bytes) -> str:
    """A page that only shows a picture."""
    picture = base64.b64encode(png).decode()
    return f'<!doctype html><html><head></head><body style="margin:0"><img src="data:image/png;base64,{picture}"></body></html>'
