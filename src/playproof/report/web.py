"""The page of a run of the web track: the label, every point with its verdict, and the pictures of the plays that it rests on. One file, no network."""

import base64
from dataclasses import dataclass
from pathlib import Path

import jinja2

from playproof.records.play_script import PointPlay, WebPlan
from playproof.records.seen import SeenPlay
from playproof.records.spec import Point
from playproof.records.verdict import Verdict
from playproof.scoring.label import WebScore
from playproof.store.files import write_atomic
from playproof.store.run_folder import RunFolder

WORDS = {"pass": "passed", "fail_observed": "failed"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PointRow:
    """One point on the page."""

    point: Point
    check: PointPlay
    verdict: Verdict
    state: str


def write_web_report(folder: RunFolder) -> Path:
    """Write `report.html` of a finished run; SpecError when it is none."""
    folder.sheet()
    plan, score = folder.root("plan", WebPlan), folder.root("score", WebScore)
    verdicts, checks = {one.criterion: one for one in folder.verdicts()}, {one.point: one for one in plan.script.points}
    rows = [
        PointRow(point=point, check=checks[point.id], verdict=verdicts[point.id], state=WORDS.get(verdicts[point.id].state, "unverified"))
        for point in plan.spec.points
    ]
    plays = {name: play for row in rows for name in row.verdict.plays if (play := folder.play(name, SeenPlay)) is not None}

    def picture(sha256: str) -> str:
        return f"data:image/png;base64,{base64.b64encode(folder.frames.read(sha256)).decode()}"

    environment = jinja2.Environment(loader=jinja2.PackageLoader("playproof.report"), autoescape=True, undefined=jinja2.StrictUndefined)
    page = environment.get_template("web.html.j2").render(
        plan=plan, score=score, rows=rows, plays=plays, picture=picture, driver=folder.driver_sheet(), digest=folder.digest()
    )
    write_atomic(folder.report_path, page.encode())
    return folder.report_path
