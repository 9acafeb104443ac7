"""A finished run, made of synthetic records and drawn frames: every leaf state, replays, faults on both sides, a journey that stalls near its end.

Its game, Lantern, exists only here. The frames are drawn as a player would see them, so that the page can be looked at too.
"""

import io
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Browser as PlayedBrowser
from playwright.sync_api import Dialog, Page, Request, sync_playwright

from playproof.records.artifact import Artifact, FileEntry
from playproof.records.contract import Contract
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
from playproof.records.leaf import BuildPlan, Leaf
from playproof.records.observation import Event, FlowAnswer, HudReading, Observation, Reading
from playproof.records.run import DriverSheet, RunSheet, Timing
from playproof.records.score import Flag
from playproof.records.verdict import CheckResult, LeafState, Verdict
from playproof.report.page import write_report
from playproof.scoring.fold import fold
from playproof.store.run_folder import RunFolder

WIDTH, HEIGHT = 800, 600
SHA = "5f0c" * 16


def contract(title: str = "Lantern") -> Contract:
    """A small game: a lantern bearer, two rooms, oil to gather."""
    rooms = ["room_1", "room_2", "pause"]
    key = {"type": "int", "minimum": 0, "maximum": 999}
    return Contract.model_validate(
        {
            "schema_version": 1,
            "task": "build/lantern",
            "title": title,
            "canary": "a canary",
            "view": {"width_px": WIDTH, "height_px": HEIGHT},
            "entry": {"web": "index.html"},
            "entry_state": "menu",
            "boot_ms": 2000,
            "load_ms": 1000,
            "state_key": "state",
            "controls": [
                {"action": action, "meaning": action, "keys": keys}
                for action, keys in {
                    "left": ["ArrowLeft", "KeyA"],
                    "right": ["ArrowRight", "KeyD"],
                    "dash": ["Space"],
                    "confirm": ["Enter"],
                    "pause": ["Escape"],
                }.items()
            ],
            "states": [
                {"state": "menu", "kind": "menu", "meaning": "the first screen", "is_loadable": True},
                {"state": "room_1", "kind": "level", "meaning": "the first room", "is_loadable": True},
                {"state": "room_2", "kind": "level", "meaning": "the second room", "is_loadable": True},
                {"state": "pause", "kind": "pause", "meaning": "a frozen room", "is_loadable": True},
                {"state": "death", "kind": "death", "meaning": "no lives left", "is_loadable": True},
                {"state": "success", "kind": "success", "meaning": "behind the last door", "is_loadable": True},
            ],
            "edges": [
                {"source": source, "target": target, "by": by}
                for source, target, by in (
                    ("menu", "room_1", "confirm on Start"),
                    ("menu", "room_2", "confirm on Continue"),
                    ("room_1", "room_2", "touches the open door"),
                    ("room_2", "success", "touches the open door"),
                    ("room_1", "pause", "pause"),
                    ("room_2", "pause", "pause"),
                    ("pause", "room_1", "pause, while the level is 1"),
                    ("pause", "room_2", "pause, while the level is 2"),
                    ("pause", "menu", "confirm on Quit"),
                    ("room_1", "death", "loses the last life"),
                    ("room_2", "death", "loses the last life"),
                    ("death", "room_1", "confirm on Retry"),
                    ("death", "menu", "confirm on Back"),
                    ("success", "menu", "confirm on Back"),
                )
            ],
            "keys": [
                {"key": "state", "type": "string", "meaning": "the present state", "routes": [{"route": "log", "pattern": "state ([a-z0-9_]+)"}]},
                {"key": "player_x", "type": "float", "unit": "px", "meaning": "middle of the bearer"},
                {"key": "oil", "meaning": "flasks gathered", "routes": [{"route": "hud", "hud": "oil"}], **key},
                {"key": "score", "meaning": "points", "routes": [{"route": "hud", "hud": "score"}], **key},
                {"key": "lives", "meaning": "lives left", **key},
                {"key": "dash_ready", "type": "bool", "meaning": "whether a dash would be done"},
                {"key": "lamps", "type": "list", "meaning": "1 lit, 0 not"},
                {"key": "hint", "type": "string", "meaning": "the hint line"},
            ],
            "hud": [
                {"hud": "oil", "meaning": "e.g. Oil 2", "key": "oil", "states": rooms},
                {"hud": "score", "meaning": "e.g. Score 20", "key": "score", "states": rooms},
                {"hud": "hint", "meaning": "the hint line", "key": "hint", "states": rooms},
            ],
            "regions": [{"region": "door", "x_px": 760, "y_px": 270, "width_px": 24, "height_px": 60}],
            "feedback": [],
            "persisted": ["score"],
            "constants": {"dash_px": 96},
            "assets": [{"path": "assets/lamp.png", "licence": "CC0-1.0", "source": "drawn here"}],
        }
    )


FAMILIES = {
    1: ("files", "boot"),
    2: ("screens", "controls", "transitions"),
    3: ("movement", "dash", "oil", "lamps"),
    4: ("pause", "persistence"),
    5: ("hud", "audio", "pixels"),
    6: ("screens",),
}
WEIGHT = {1: 10.0, 2: 20.0, 3: 25.0, 4: 20.0, 5: 15.0, 6: 10.0}
REQUIREMENTS = (
    "The bearer walks right at 180 px a second while the key is held",
    "A dash moves the bearer 96 px in the direction of the last step",
    "A dash is refused while the last one cools down",
    "A flask of oil is gathered by touching it and adds ten points",
    "The number of flasks in the HUD rises by one",
    "The pause screen freezes the room, and the room goes on where it was",
    "The best score is kept when the game is quit and started again",
)


def leaf(number: int, dimension: int, family: str) -> Leaf:
    """One leaf; every shape of leaf comes up."""
    route = {1: "static", 6: "visual"}.get(dimension, "lifecycle" if family == "persistence" else "input")
    if family == "boot":
        route = "lifecycle"
    is_refusal = family == "dash" and number % 2 == 0
    checks: list[dict[str, object]] = [
        {"check": "state", "that": "near(after.player_x, before.player_x + const.dash_px, 12)"},
        {"check": "within", "series": "run", "that": "now.player_x > first.player_x", "ms": 400},
        {"check": "hud", "hud": "oil"},
        {"check": "pixels", "at_least_share": 0.001, "region": "door"},
        {"check": "event", "kind": "audio", "window_ms": 200, "pattern": "buffer"},
    ]
    content: dict[str, object] = {
        "id": f"d{dimension}.{family}.leaf_{number}",
        "dimension": dimension,
        "family": family,
        "weight": 1 + number % 3,
        "route": route,
        "requirement": REQUIREMENTS[number % len(REQUIREMENTS)],
        "section": f"7.{number % 9 + 1}",
        "branch": "refusal" if is_refusal else "positive",
        "fixture": "room_1",
        "pre": ["d1.boot.leaf_1"] if dimension in (2, 3, 4, 5) else [],
    }
    if route == "static":
        return Leaf.model_validate({**content, "checks": [{"check": "assets"}]})
    if route == "visual":
        return Leaf.model_validate(content)
    content["approach"] = [{"do": "wait", "ms": 200}]
    content["act"] = [{"do": "hold", "actions": ["right"], "ms": 600}, {"do": "tap", "action": "dash"}, {"do": "sample", "name": "run", "ms": 400}]
    content["checks"] = checks[: 2 + number % 4]
    if is_refusal:
        content["control"] = {"act": [{"do": "tap", "action": "dash"}], "checks": [{"check": "state", "that": "after.player_x > before.player_x"}]}
    return Leaf.model_validate(content)


def plan(leaves: int, title: str = "Lantern") -> BuildPlan:
    """The whole plan with at least one leaf a family, and `leaves` in all."""
    places = [(dimension, family) for dimension, names in FAMILIES.items() for family in names]
    made = [leaf(number // len(places) + 1, *places[number % len(places)]) for number in range(max(leaves, len(places)))]
    head = {"schema_version": 1, "task": "build/lantern", "canary": "a canary"}
    return BuildPlan.model_validate(
        {
            "task": "build/lantern",
            "title": title,
            "contract": contract(title),
            "leaves": {
                **head,
                "families": [
                    {
                        "family": family,
                        "dimension": dimension,
                        "budget": WEIGHT[dimension] / len(names),
                        "meaning": f"what the design says of {family}",
                    }
                    for dimension, names in FAMILIES.items()
                    for family in names
                ],
                "leaves": sorted(made, key=lambda one: one.dimension),
            },
            "fixtures": {
                **head,
                "fixtures": [
                    {"fixture": "boot", "chain": "game"},
                    {"fixture": "room_1", "chain": "room_1", "load": "room_1", "settle_ms": 150},
                ],
            },
            "journey": {
                **head,
                "reference_input_steps": 40,
                "actions": [
                    {
                        "id": f"action_{number}",
                        "says": ("choose Start", "gather a flask of oil", "light the lamp", "walk through the door")[min(number % 4, 3)],
                        "steps": [
                            {"do": "reach", "x": "400", "now_x": "now.player_x", "left": "left", "right": "right", "timeout_ms": 5000},
                            {"do": "press_until", "action": "confirm", "when": f"now.oil >= {number}", "timeout_ms": 2000},
                        ],
                        "post": f"now.oil >= {number}",
                    }
                    for number in range(32)
                ],
            },
        }
    )


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


@pytest.fixture(scope="session")
def build() -> Callable[..., RunFolder]:
    """The builder itself, for runs with a hostile game or of another size."""
    return build_run


@pytest.fixture(scope="session")
def run(tmp_path_factory) -> RunFolder:
    """A finished run of a well-behaved game."""
    return build_run(tmp_path_factory.mktemp("lantern") / "run", leaves=65)


@pytest.fixture(scope="session")
def chromium(browser) -> Iterator[PlayedBrowser]:
    """A real browser that opens the page as a reader would."""
    with sync_playwright() as player:
        started = player.chromium.launch(executable_path=str(browser.path), args=["--no-sandbox"])
        yield started
        started.close()


@dataclass(kw_only=True)
class Reader:
    """A page in a browser, and everything suspicious that happened in it."""

    page: Page
    said: list[str] = field(default_factory=list)
    """Console lines, errors, dialogs and requests other than the page itself."""

    def watch(self) -> None:
        """Listen from before the page is opened."""
        self.page.on("console", lambda message: self.said.append(f"console: {message.text}"))
        self.page.on("pageerror", lambda error: self.said.append(f"error: {error}"))
        self.page.on("dialog", self._dialog)
        self.page.on("request", self._request)

    def _dialog(self, dialog: Dialog) -> None:
        self.said.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _request(self, request: Request) -> None:
        if not request.url.startswith(("file:", "data:")):
            self.said.append(f"request: {request.url[:80]}")


@pytest.fixture
def read(chromium) -> Iterator[Callable[..., Reader]]:
    """Opens a report at a size and in a colour scheme."""
    contexts = []

    def opened(path: Path, *, width: int = 1280, height: int = 900, scheme: str = "light", anchor: str = "") -> Reader:
        context = chromium.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce")
        contexts.append(context)
        reader = Reader(page=context.new_page())
        reader.watch()
        reader.page.goto(path.as_uri() + anchor)
        return reader

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def report(run) -> Path:
    """The page of the finished run."""
    return write_report(run)
