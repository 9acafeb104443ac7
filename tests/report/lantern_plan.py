"""Lantern, a game that exists only here, as a task: its contract, leaves, fixtures and journey."""

from playproof.records.contract import Contract
from playproof.records.leaf import BuildPlan, Leaf

WIDTH, HEIGHT = 800, 600
SHA = "5f0c" * 16


def _controls_and_states() -> dict[str, object]:
    """What a player can do, and where it leads."""
    return {
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
    }


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
            **_controls_and_states(),
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
