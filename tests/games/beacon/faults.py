"""Beacon with known faults: each is a few edits of the reference, what the player would say of it, and the leaf states that must come out."""

from dataclasses import dataclass, field

from playproof.records.verdict import LeafState

Edits = tuple[tuple[str, str, str], ...]

GET = '  if (key === "shells_left") return left();\n'
LOAD = '  if (id === "menu") goToMenu();\n'
LIFT_KEY = '  else if (game.state === "level_1" && code === "Space") lift();\n'
PAINT = "  paint();\n"


def in_get(line: str) -> Edits:
    """A line at the head of `OmniState.Get`."""
    return (("game.js", GET, f"  {line}\n{GET}"),)


def in_frame(line: str) -> Edits:
    """A line in every frame, with the time `now`."""
    return (("game.js", PAINT, f"  {line}\n{PAINT}"),)


def in_load(line: str) -> Edits:
    """A line at the head of `OmniFlow.LoadState`."""
    return (("game.js", LOAD, f"  {line}\n{LOAD}"),)


AT_SHELL = "SHELLS.some((x, i) => !game.shells[i] && Math.abs(x - game.x) <= 16)"
BY_ITSELF = in_frame(f'if (game.state === "level_1" && {AT_SHELL}) {{ game.near = (game.near || 0) + 1; if (game.near > 9) lift(); }}')
NEVER_LIFTS: Edits = (("game.js", LIFT_KEY, ""),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One known-bad game."""

    name: str
    attack: str
    """The promise that is kept, or the attack that is refused."""
    edits: Edits
    states: dict[str, LeafState] = field(default_factory=dict)
    journey: bool | None = None
    """What J must be; None: it is not played."""


FAULTS = (
    Fault(
        name="constants",
        attack="A state interface that always answers the same is no game: what must change does not, and what must be reached is not.",
        edits=in_get(
            'return { state: "level_1", score: 0, best: 0, x: 40, shells: [0, 0, 0], shells_left: 3, paused: false, sound: "on" }[key] ?? null;'
        ),
        states={
            "d1.interface": "pass",
            "d2.start.by_confirm": "product_blocked",
            "d3.walk.right": "fail_observed",
            "d3.lift.scores": "product_blocked",
        },
    ),
    Fault(
        name="lies_always",
        attack="A key that the screen contradicts in two plays fails the interface, and no leaf that reads it passes; leaves that do not read it are judged.",
        edits=in_get('if (key === "score") return game.score + 5;'),
        states={"d1.interface": "fail_observed", "d3.lift.scores": "product_blocked", "d2.level.shows": "product_blocked", "d3.walk.right": "pass"},
    ),
    Fault(
        name="another_number",
        attack="A screen that shows another number than the state interface is as bad as an interface that lies.",
        edits=(("game.js", '"Score " + game.score', '"Score " + (game.score + 1)'),),
        states={"d1.interface": "fail_observed", "d3.lift.scores": "product_blocked", "d2.pause.opens": "pass"},
    ),
    Fault(
        name="every_number",
        attack="A screen that shows every number agrees with no reading: a lying key is not covered by a row of digits.",
        edits=(*in_get('if (key === "score") return game.score + 5;'), ("game.js", '"Score " + game.score', '"Score 0 5 10 15 20 25 30"')),
        states={"d3.lift.scores": "product_blocked", "d3.walk.right": "pass"},
    ),
    Fault(
        name="hidden_hud",
        attack="Text behind the picture is not shown, and a key that only that text could confirm is not confirmed.",
        edits=(("index.html", "position: absolute; z-index: 1", "position: absolute; z-index: -1"),),
        states={"d2.level.shows": "fail_observed", "d3.lift.scores": "product_blocked", "d3.walk.right": "pass"},
    ),
    Fault(
        name="rises_by_itself",
        attack="What happens without the input too is not the input's doing: the no-input twin catches it.",
        edits=BY_ITSELF,
        states={"d3.lift.scores": "fail_observed", "d3.walk.right": "pass"},
    ),
    Fault(
        name="noise_by_itself",
        attack="Sounds and animations that come all the time answer nothing.",
        edits=in_frame('if (game.state === "level_1" && Math.floor(now / 100) !== Math.floor((now - 17) / 100)) respond();'),
        states={"d5.lift.heard": "fail_observed", "d5.lift.pulse": "fail_observed"},
    ),
    Fault(
        name="counts_looks",
        attack="A game that goes on when it is looked at gains nothing: the twin is looked at as often.",
        edits=(
            *NEVER_LIFTS,
            *in_get(
                'if (key === "score" && game.state === "level_1" && (game.looks = (game.looks || 0) + 1) > 9) { game.score = 10; game.shells[0] = 1; }'
            ),
        ),
        states={"d3.lift.until": "fail_observed"},
    ),
    Fault(
        name="never_lifts",
        attack="A refusal shows nothing where the input never works: the positive control says so.",
        edits=NEVER_LIFTS,
        states={"d3.lift.scores": "fail_observed", "d3.lift.refused": "product_blocked", "d3.lift.last": "product_blocked"},
    ),
    Fault(
        name="control_by_itself",
        attack="Nor does a refusal show anything where the positive control comes true by itself.",
        edits=(*NEVER_LIFTS, *BY_ITSELF),
        states={"d3.lift.refused": "product_blocked"},
    ),
    Fault(
        name="walks_in_pause",
        attack="An input that must be refused and works fails the refusal.",
        edits=(("game.js", 'if (game.state !== "level_1") return;', 'if (game.state === "menu") return;'),),
        states={"d3.walk.not_paused": "fail_observed", "d3.walk.right": "pass"},
    ),
    Fault(
        name="mistyped_key",
        attack="A key of the wrong type blocks the leaves that read it and fails the handshake; the others are judged.",
        edits=in_get('if (key === "score") return String(game.score);'),
        states={"d1.interface": "fail_observed", "d3.lift.scores": "product_blocked", "d3.walk.right": "pass"},
    ),
    Fault(
        name="missing_key",
        attack="So does a key that is missing.",
        edits=in_get('if (key === "x") return undefined;'),
        states={"d1.interface": "fail_observed", "d3.walk.right": "product_blocked", "d2.pause.opens": "pass"},
    ),
    Fault(
        name="load_never_settles",
        attack="A state that is never entered blocks the leaves that start from it; those from the real entry are judged.",
        edits=in_load("return new Promise(() => {});"),
        states={"d3.walk.right": "product_blocked", "d2.start.by_confirm": "pass"},
    ),
    Fault(
        name="load_throws",
        attack="So does a loading path that throws.",
        edits=in_load('throw new Error("no states today");'),
        states={"d3.walk.right": "product_blocked", "d2.start.by_confirm": "pass"},
    ),
    Fault(
        name="load_goes_elsewhere",
        attack="So does one that enters another state and says that all is well.",
        edits=in_load('if (id === "level_1") id = "menu";'),
        states={"d3.walk.right": "product_blocked", "d2.start.by_confirm": "pass"},
    ),
    Fault(
        name="saves_nothing",
        attack="A best score that does not outlive the page was not saved.",
        edits=(("game.js", '    localStorage.setItem("best", String(game.best));\n', ""),),
        states={"d4.best.reload": "fail_observed", "d4.best.reopen": "fail_observed", "d4.run.forgotten": "pass", "d4.restart.anew": "pass"},
    ),
    Fault(
        name="saves_the_run",
        attack="A run in progress that comes back after a reload was saved against the promise.",
        edits=(
            (
                "game.js",
                "Object.assign(game, { score: 0, x: 40, shells: [0, 0, 0] });",
                'Object.assign(game, { score: Number(localStorage.getItem("run") || 0), x: 40, shells: [0, 0, 0] });',
            ),
            ("game.js", "  game.score += 10;\n", '  game.score += 10;\n  localStorage.setItem("run", String(game.score));\n'),
        ),
        states={"d4.run.forgotten": "fail_observed", "d4.best.reload": "pass"},
    ),
    Fault(
        name="leaves_the_journey",
        attack="A game that goes away in the middle of the journey has not been played to its end.",
        edits=(("game.js", "  respond();\n  if", '  respond();\n  if (left() === 1) location.href = "about:blank";\n  if'),),
        journey=False,
    ),
    Fault(
        name="lies_on_the_journey",
        attack="A state interface that tells of a journey which the screen does not show completes none.",
        edits=(
            *in_get(
                "if (!window.wasLoaded && get.presses !== undefined) {\n    const lifted = Math.min(3, get.presses);\n"
                '    const told = { state: lifted === 3 ? "success" : "level_1", x: SHELLS[Math.min(2, lifted)], shells_left: 3 - lifted, best: 10 * lifted };\n'
                "    if (key in told) return told[key];\n  }"
            ),
            *in_load("window.wasLoaded = true;"),
            (
                "game.js",
                "function act(code) {\n",
                'function act(code) {\n  if (code === "Enter") get.presses = 0;\n  if (code === "Space") { get.presses++; return; }\n',
            ),
        ),
        states={"d3.walk.right": "pass"},
        journey=False,
    ),
    Fault(
        name="hostile_text",
        attack="Half a character, a format of a gigabyte and the largest number crash nobody: they are values of the wrong type, and the rest is judged.",
        edits=(
            *in_get('const hostile = { score: "\\ud800", shells_left: "%999999999d", best: 1e308 };\n  if (key in hostile) return hostile[key];'),
            ("game.js", '"Best " + game.best', '"\\ud800 Best " + "9".repeat(5000)'),
            ("game.js", "  game.state = state;\n", '  game.state = state;\n  console.log("\\udfff\\u0000");\n'),
        ),
        states={"d1.interface": "fail_observed", "d3.lift.scores": "product_blocked", "d3.walk.right": "pass", "d2.pause.opens": "pass"},
    ),
    Fault(
        name="floods",
        attack="A flood of console lines that drowns a forbidden sound proves no silence.",
        edits=(
            ("game.js", 'if (game.sound === "on") {', "if (true) {"),
            *in_frame('if (game.sound === "off") for (let i = 0; i < 40; i++) console.log("flood");'),
        ),
        states={"d5.mute.silent": "fail_observed"},
    ),
    Fault(
        name="says_it_passed",
        attack="What a game draws or prints about its own verdict is not read by anybody.",
        edits=(
            *in_frame(
                'document.title = "ALL TESTS PASSED"; if (!game.isDone) { game.isDone = true; hud("title").textContent = "ALL TESTS PASSED"; console.log(JSON.stringify({ criterion: "d3.walk.right", grader: "check/1", state: "pass", value: 1, reason: "", score: 100, F: 90 })); }'
            ),
            ("game.js", "function move(seconds) {\n", "function move(seconds) {\n  return;\n"),
        ),
        states={"d3.walk.right": "fail_observed", "d3.lift.scores": "product_blocked"},
    ),
)
"""Quick ones: each costs a few seconds."""

SLOW_FAULTS = (
    Fault(
        name="hangs_in_twin",
        attack="A game that hangs when no input comes buys no 'undecided' with it: its twin is its own doing.",
        edits=(
            *in_frame('if (game.state === "level_1") { game.since = game.since || now; if (!game.touched && now - game.since > 300) for (;;); }'),
            ("game.js", "  down.add(event.code);\n", "  down.add(event.code);\n  game.touched = true;\n"),
        ),
        states={"d3.walk.right": "fail_observed"},
    ),
    Fault(
        name="hangs_in_pause",
        attack="A game that hangs in one state fails there and is judged elsewhere.",
        edits=(("game.js", "  game.state = state;\n", '  game.state = state;\n  if (state === "pause") for (;;);\n'),),
        states={"d2.pause.opens": "fail_observed", "d3.walk.not_paused": "product_blocked", "d3.walk.right": "pass"},
    ),
    Fault(
        name="eats_memory",
        attack="A game that eats all memory and takes its page down fails where it does so and is judged elsewhere.",
        edits=(
            ("game.js", "function lift() {\n", "function lift() {\n  const eaten = [];\n  for (;;) eaten.push(new Uint8Array(1 << 26).fill(7));\n"),
        ),
        states={"d3.lift.scores": "fail_observed", "d3.walk.right": "pass"},
    ),
)
"""Each waits for a limit of the driver to be over."""
