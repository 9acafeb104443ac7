"""How the scripted agent finds its way: from place to place, waiting wherever a drip would be met. All numbers are the design document's."""

import math
from collections.abc import Iterable

from hands import Hands

WALK_PX_S, DIAGONAL_PX_S = 180.0, 127.3
KEEP_AWAY_PX = 34.0
"""A drip touches at 24 (section 6)."""
STEP_MS, LOOK_MS, PATIENCE_MS = 20.0, 160.0, 12_000.0
NEAR_PX = 4.0

Place = tuple[float, float]

DRIPS: dict[int, tuple[tuple[Place, Place, float], ...]] = {
    1: (((336, 96), (336, 512), 120), ((608, 96), (608, 512), 100), ((64, 400), (224, 400), 80)),
    2: (((320, 96), (320, 512), 110), ((480, 512), (480, 96), 110), ((592, 304), (704, 304), 90)),
    3: (((576, 96), (576, 512), 130), ((320, 360), (480, 360), 100), ((224, 96), (224, 512), 120)),
}
"""Section 8.4: from, to, px/s."""


SPARKS: tuple[Place, ...] = ((160, 128), (160, 480), (400, 440), (400, 160), (704, 304))
"""Section 8.3, room 1."""


def is_near(value: float, goal: float, tolerance: float = 4.0) -> bool:
    """Whether a place is right; the document allows 4 px (2.3)."""
    return abs(value - goal) <= tolerance


def drips_at(room: int, ms: float) -> Iterable[Place]:
    """Where the drips are (7.21)."""
    for (ax, ay), (bx, by), speed in DRIPS[room]:
        share = 1 - abs(speed * ms / 1000 / math.hypot(bx - ax, by - ay) % 2 - 1)
        yield ax + (bx - ax) * share, ay + (by - ay) * share


def toward(here: Place, goal: Place, ms: float) -> Place:
    """Where walking toward a place leads in a short time."""
    gaps = [goal[0] - here[0], goal[1] - here[1]]
    speed = DIAGONAL_PX_S if min(abs(gap) for gap in gaps) > 1 else WALK_PX_S
    x, y = (place + math.copysign(min(abs(gap), speed * ms / 1000), gap) for place, gap in zip(here, gaps, strict=True))
    return x, y


def is_safe(room: int, room_ms: float, here: Place, goal: Place) -> bool:
    """Whether no drip is met on the straight way if it begins now."""
    while math.dist(here, goal) > 1:
        if any(math.dist(here, drip) < KEEP_AWAY_PX for drip in drips_at(room, room_ms)):
            return False
        here, room_ms = toward(here, goal, STEP_MS), room_ms + STEP_MS
    return all(math.dist(here, drip) >= KEEP_AWAY_PX for drip in drips_at(room, room_ms))


def walk(hands: Hands, *places: Place) -> None:
    """Walk from place to place with the arrow keys."""
    for goal in places:
        now = hands.look()
        end_ms = hands.session.now_ms + PATIENCE_MS
        while not is_safe(now["level"], now["room_ms"], (now["player_x"], now["player_y"]), goal):
            assert hands.session.now_ms < end_ms, f"no safe moment to walk from {now['player_x']:.0f}, {now['player_y']:.0f} to {goal}"
            hands.wait(60)
            now = hands.look()
        end_ms = hands.session.now_ms + PATIENCE_MS
        while not _is_there(now, goal):
            assert hands.session.now_ms < end_ms, f"does not come to {goal}: stands at {now['player_x']:.0f}, {now['player_y']:.0f}"
            keys, ms = _keys((now["player_x"], now["player_y"]), goal)
            hands.hold(*keys, ms=ms)
            now = hands.look()


def _is_there(now: dict[str, float], goal: Place) -> bool:
    return abs(now["player_x"] - goal[0]) <= NEAR_PX and abs(now["player_y"] - goal[1]) <= NEAR_PX


def _keys(here: Place, goal: Place) -> tuple[list[str], float]:
    """Which keys lead on, and for how long until the next look."""
    gaps = {("left", "right"): goal[0] - here[0], ("up", "down"): goal[1] - here[1]}
    open_gaps = {pair: gap for pair, gap in gaps.items() if abs(gap) > NEAR_PX / 2}
    speed = DIAGONAL_PX_S if len(open_gaps) > 1 else WALK_PX_S
    ms = min(abs(gap) for gap in open_gaps.values()) / speed * 1000
    return [pair[gap > 0] for pair, gap in open_gaps.items()], max(STEP_MS, min(LOOK_MS * 4, round(ms / 5) * 5))
