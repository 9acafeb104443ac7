"""Lantern as it was played: drawn frames, synthetic records, every leaf state, replays, faults on both sides, a journey that stalls near its end."""

import io
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from lantern_plan import HEIGHT, SHA, WIDTH, plan
from PIL import Image, ImageDraw

from playproof.records.artifact import Artifact, FileEntry
from playproof.records.evidence import (
    ActionShot,
    AssetFinding,
    Evidence,
    Input,
    JourneyEvidence,
    MarkShot,
    Role,
    Series,
    StaticEvidence,
    Stretch,
    Take,
)
from playproof.records.fault import Fault
from playproof.records.leaf import Leaf
from playproof.records.observation import Event, FlowAnswer, HudReading, Observation, Reading
from playproof.records.run import DriverSheet, RunSheet, Timing
from playproof.records.score import Flag
from playproof.records.verdict import CheckResult, LeafState, Verdict
from playproof.scoring.fold import fold
from playproof.store.run_folder import RunFolder


@dataclass(slots=True, kw_only=True)
class World:
    """The game at one instant, drawn and read."""

    keep: Callable[[bytes], str]
    says: str = "Gather the oil"
    """What the game shows in its hint line: an attack, in some tests."""
    frames: dict[tuple[object, ...], str] = field(default_factory=dict)

    def observe(self, at_ms: float, *, x: float, oil: int, state: str = "room_1") -> Observation:
        """State and HUD."""
        values = {"player_x": x, "oil": oil, "score": 10 * oil, "lives": 3, "dash_ready": x < 300, "hint": self.says}
        readings = {name: Reading(value=value) for name, value in {"state": state, **values}.items()}
        readings["lamps"] = Reading(value=(1, 0, 0)) if oil else Reading(problem="the key was not answered")
        shown = {"oil": f"Oil {oil}", "score": f"Score {10 * oil}", "hint": self.says}
        hud = {name: HudReading(is_present=True, is_visible=True, text=text, width_px=80, height_px=20) for name, text in shown.items()}
        return Observation(at_ms=at_ms, readings=readings, hud=hud)

    def picture(self, *, x: float, oil: int, state: str = "room_1", tick: int = 0) -> str:
        """The frame."""
        sign = (round(x), oil, state, tick)
        if sign not in self.frames:
            self.frames[sign] = self.keep(self._draw(*sign))
        return self.frames[sign]

    def _draw(self, x: int, oil: int, state: str, tick: int) -> bytes:
        image = Image.new("RGB", (WIDTH, HEIGHT), (24, 22, 34) if state != "menu" else (40, 30, 60))
        draw = ImageDraw.Draw(image)
        for row in range(64, HEIGHT - 40, 32):
            for column in range(0, WIDTH, 32):
                shade = 34 + (row * 7 + column * 13) % 9
                draw.rectangle((column, row, column + 30, row + 30), fill=(shade, shade - 3, shade + 14))
        draw.rectangle((0, 0, WIDTH, 44), fill=(14, 13, 20))
        draw.text((18, 14), f"Oil {oil}    Score {10 * oil}    Lives 3    {state}", fill=(230, 220, 190))
        draw.rectangle((760, 270, 784, 330), fill=(120, 160, 90) if oil > 2 else (120, 70, 50))
        for flask in range(5):
            if flask >= oil:
                draw.polygon(((200 + flask * 110, 420), (215 + flask * 110, 455), (185 + flask * 110, 455)), fill=(110, 170, 200))
        drip = 120 + 380 * abs(math.sin(tick / 3))
        draw.ellipse((540, drip, 560, drip + 20), fill=(90, 130, 220))
        for radius, colour in ((60, (74, 62, 44)), (36, (120, 96, 56)), (14, (250, 214, 120))):
            draw.ellipse((x - radius, 300 - radius, x + radius, 300 + radius), fill=colour)
        draw.text((18, HEIGHT - 26), self.says[:60].encode("ascii", "replace").decode(), fill=(200, 200, 210))
        written = io.BytesIO()
        image.save(written, "PNG")
        return written.getvalue()

    def take(self, role: Role, seed: int, *, oil: int, fault: Fault | None = None) -> Take:
        """One take of a leaf: walk and dash, or wait."""
        start, moved = 100.0 + 13 * (seed % 9), 0.0 if role == "twin" else 204.0
        before = MarkShot(name="before", observation=self.observe(1400, x=start, oil=0), frame=self.picture(x=start, oil=0, tick=seed % 5))
        after = MarkShot(
            name="after",
            observation=self.observe(2520, x=start + moved, oil=oil if moved else 0),
            frame=self.picture(x=start + moved, oil=oil if moved else 0, tick=seed % 5 + 1),
        )
        inputs = (
            (1400, "press", "ArrowRight"),
            (2000, "release", "ArrowRight"),
            (2010, "press", "Space"),
            (2070, "release", "Space"),
        )
        return Take(
            role=role,
            entered=FlowAnswer(ok=True),
            began_ms=1200,
            ended_ms=2520,
            inputs=() if role == "twin" else tuple(Input.model_validate({"at_ms": at, "do": do, "what": what}) for at, do, what in inputs),
            marks=(before,) if fault else (before, after),
            series=(Series(name="run", observations=tuple(self.observe(2100 + 100 * i, x=start + moved, oil=oil) for i in range(5))),),
            stretches=(
                Stretch(part="approach", step=0, began_ms=1200, ended_ms=1400),
                Stretch(part="act", step=0, began_ms=1400, ended_ms=2000),
                Stretch(part="act", step=1, began_ms=2000, ended_ms=2120),
                Stretch(part="act", step=2, began_ms=2120, ended_ms=2520),
            ),
            events=(
                Event(at_ms=20, kind="console", level="log", text="lantern: state menu"),
                Event(at_ms=1100, kind="console", level="log", text="lantern: state room_1"),
                *(() if role == "twin" else (Event(at_ms=2050, kind="audio", text="buffer"),)),
                Event(at_ms=2060, kind="console", level="warning", text=self.says),
            ),
            fault=fault,
        )

    def journey(self, actions: int, done: int) -> JourneyEvidence:
        """The whole game up to action `done`, where it stalls."""
        shots, at_ms = [], 1000.0
        for number in range(min(done + 1, actions)):
            ended_ms = at_ms + 900 + 400 * (number % 4)
            state, x, oil = ("room_1" if number < 16 else "room_2"), 80 + (number * 97) % 640, number % 6
            shots.append(
                ActionShot(
                    action=f"action_{number}",
                    began_ms=at_ms,
                    ended_ms=ended_ms,
                    input_steps=1 + number % 3,
                    done=number < done,
                    reason="" if number < done else f"'now.oil >= {number}' did not hold within 2000 ms",
                    frame=self.picture(x=x, oil=oil, state=state, tick=number),
                    observation=self.observe(ended_ms, x=x, oil=oil, state=state),
                )
            )
            at_ms = ended_ms
        seconds = int(at_ms // 1000)
        film = tuple(
            self.picture(x=60 + (second * 53) % 660, oil=second % 6, state="room_1" if second else "menu", tick=second) for second in range(seconds)
        )
        return JourneyEvidence(
            artifact_sha256=SHA,
            plan_sha256=SHA,
            seed=7,
            first_frame=film[0],
            actions=tuple(shots),
            inputs=(Input(at_ms=1000, do="press", what="Enter"), Input(at_ms=1060, do="release", what="Enter")),
            events=(
                Event(at_ms=10, kind="console", level="log", text="lantern: state menu"),
                Event(at_ms=1100, kind="console", level="log", text="lantern: state room_1"),
                Event(at_ms=9000, kind="console", level="log", text="lantern: state pause"),
                Event(at_ms=9500, kind="console", level="log", text="lantern: state room_1"),
                Event(at_ms=9600, kind="exception", text="TypeError: lamp is undefined"),
            ),
            film=film,
        )


def verdict(one: Leaf, state: LeafState, plays: tuple[str, ...], *, says: str) -> Verdict:
    """A verdict with results for every check."""
    credit = {"pass": 1.0, "fail_observed": 0.0, "product_blocked": 0.0}.get(state)
    reason = {
        "pass": "player_x 126 -> 330; 2 samples of 'run'",
        "fail_observed": f"state: the bearer stayed where it was, and the game says {says!r}",
        "product_blocked": "needs d1.boot.leaf_1, which did not pass",
        "observer_failed": "Φ says oil = 2 at 2520 ms, the HUD element 'oil' shows 'Oil 3'",
        "setup_failed": "not the game's fault: the browser died",
        "inconclusive": "the no-input twin was not played",
        "unjudged": "no judge is configured",
    }[state]
    checks: tuple[CheckResult, ...] = ()
    if state in ("pass", "fail_observed"):
        checks = tuple(
            CheckResult(
                check=check.check,
                holds=not (state == "fail_observed" and number == 0),
                twin=False if one.needs_twin and getattr(check, "twin", "any") == "false" else None,
                reason=f"{reason} | without input: player_x 126 -> 126",
            )
            for number, check in enumerate(one.checks)
        )
    doubts = ("oil",) if state == "observer_failed" else ()
    return Verdict(criterion=one.id, grader="check/1", state=state, value=credit, reason=reason, plays=plays, checks=checks, keys_in_doubt=doubts)


STATES: tuple[LeafState, ...] = (
    "pass",
    "pass",
    "pass",
    "fail_observed",
    "pass",
    "product_blocked",
    "pass",
    "observer_failed",
    "pass",
    "pass",
    "inconclusive",
)


def build_run(path: Path, *, leaves: int = 30, says: str = "Gather the oil", title: str = "Lantern") -> RunFolder:
    """Write a finished run to `path`; `says` is what the game shows and logs."""
    folder = RunFolder(path)
    whole = plan(leaves, title)
    folder.begin(RunSheet(playproof="0.1.0", task="build/lantern", task_sha256=SHA, artifact_sha256=SHA, engine="web", seed=7))
    folder.keep("plan", whole)
    folder.keep("driver", DriverSheet(engine="web", version="Chromium 156.0.8078.114", mode="frame-controlled", isolation="namespaces"))
    folder.keep("artifact", Artifact(sha256=SHA, files=(FileEntry(path="index.html", size_bytes=2048, sha256=SHA),)))
    world = World(keep=folder.frames.keep, says=says)
    verdicts = []
    for number, one in enumerate(whole.leaves.leaves):
        state: LeafState = "pass" if one.route == "static" else "unjudged" if one.route == "visual" else STATES[number % len(STATES)]
        plays: tuple[str, ...] = ()
        if one.route != "static" and state != "product_blocked":
            fault = Fault(kind="hung", blame="agent", message=f"no frame within 2 s; last line {says!r}") if number == 14 else None
            again = ("#1", "#2") if state == "observer_failed" else ("#1",)
            for suffix in again:
                takes = [world.take("act", number, oil=int(state != "fail_observed"), fault=fault)]
                takes += [world.take("twin", number, oil=0)] if one.needs_twin and not fault else []
                takes += [world.take("control", number + 3, oil=1)] if one.control else []
                folder.keep_play(one.id + suffix, Evidence(play=one.id + suffix, plan_sha256=SHA, artifact_sha256=SHA, seed=7, takes=tuple(takes)))
            plays = (one.id + again[-1],)
        verdicts.append(verdict(one, state, plays, says=says))
        folder.note_timing(Timing(job=one.id + "#1", wall_s=0.4, worker=number % 2))
    folder.keep_play("journey", world.journey(32, done=27))
    folder.keep_play(
        "static",
        StaticEvidence(
            artifact_sha256=SHA,
            assets=(AssetFinding(path="assets/lamp.png"), AssetFinding(path="assets/door.png", problem="cannot be decoded")),
            outside_references=(f"index.html: {says[:300]}",),
        ),
    )
    folder.keep_fault("d3.oil.leaf_2#1", Fault(kind="browser_died", blame="us", message="the browser ended with status 9"))
    folder.keep_verdicts(verdicts)
    journey = Flag(value=False, reason="stalled at 'action_27': 'now.oil >= 27' did not hold within 2000 ms")
    folder.keep("score", fold(whole.leaves.leaves, whole.leaves.families, {one.criterion: one for one in verdicts}, journey=journey))
    return folder
