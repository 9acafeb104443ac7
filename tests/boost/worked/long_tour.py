"""The long tour: all three rooms, both endings, and the journey. One session, from the menu on."""

import math
from collections.abc import Iterator

from eyes import FEW, WORLD, Eyes, around, changed_share
from hands import Hands
from route import SPARKS, is_near, walk
from sight import Sight, part


class LongTour:
    """Plays the long tour and tells what it sees, check by check."""

    def __init__(self, hands: Hands, eyes: Eyes) -> None:
        self.hands = hands
        self.eyes = eyes
        self.first = b""

    def play(self) -> Iterator[Sight]:
        """The checks that need the whole game, the journey, and the other ending."""
        hands = self.hands
        hands.wait(500)
        self.first = hands.picture()
        hands.tap("confirm")
        hands.reached("start")
        walk(hands, SPARKS[0])
        hands.reached("spark-gone")
        walk(hands, (160, 250), (160, 480), (296, 480), (400, 440), (400, 160), (480, 200), (560, 200), (704, 304), (745, 304))
        yield self._gate("gate-1", "level_2")
        walk(hands, (160, 112), (160, 496), (272, 496), (400, 480))
        yield self._brazier()
        walk(hands, (400, 304), (400, 130))
        hands.tap("interact")
        walk(hands, (432, 130), (540, 130), (656, 112), (744, 112), (744, 496), (656, 496), (744, 496), (744, 304))
        yield self._gate("gate-2", "level_3")
        walk(hands, (176, 304), (262, 304))
        yield self._wind()
        walk(hands, (536, 304), (536, 120), (400, 120), (536, 120), (536, 488), (400, 488), (536, 488), (656, 448), (656, 160), (744, 304))
        yield self._gate("success", "success")
        yield self._journey()
        yield from self._lose()

    def _gate(self, checkpoint: str, state: str) -> Sight:
        hands = self.hands
        before = hands.picture()
        gate = self.eyes.find(before, "gate_open", (788, 304))
        said = hands.hold("right", ms=240)
        hands.reached(checkpoint)
        hands.wait(60)
        now, view = hands.look(), hands.picture()
        changed = changed_share(before, view, WORLD)
        return Sight(
            checkpoint=checkpoint,
            input=said,
            before=before,
            saw_before=f"open gate at {gate}" if gate else "no open gate",
            after=view,
            saw_after=f"another place: {changed:.0%} of the world changed",
            state=part(now, "state", "lives", "score"),
            is_shown=gate is not None and changed > FEW,
            is_told=now["state"] == state and (state != "success" or now["score"] == 410),
        )

    def _brazier(self) -> Sight:
        hands = self.hands
        start, before = hands.look(), hands.picture()
        said = hands.tap("interact")
        hands.reached("brazier")
        now, view = hands.look(), hands.picture()
        changed = changed_share(before, view, around(400, 496, 30))
        return Sight(
            checkpoint="brazier",
            input=said,
            before=before,
            saw_before="a cold brazier",
            after=view,
            saw_after=f"flame and light around the brazier: {changed:.0%} changed",
            state=part(now, "braziers", "score"),
            is_shown=changed > 0.05,
            is_told=now["braziers"] == (0, 1) and now["score"] - start["score"] == 25,
        )

    def _wind(self) -> Sight:
        """Walk to the middle spark, stand in the zone, and wait for the wind."""
        hands, eyes = self.hands, self.eyes
        walk(hands, (400, 304))
        while hands.look()["wind"] != "blowing" or hands.look()["room_ms"] % 3500 > 1500:
            hands.wait(60)
        start, before = hands.look(), hands.picture()
        hands.wait(200)
        hands.sent.append({"t_ms": round(hands.session.now_ms), "input": "none for 200 ms", "reached": "wind"})
        now, view = hands.look(), hands.picture()
        seen = eyes.find(view, "ember", (now["player_x"], now["player_y"]))
        px = start["player_x"] - now["player_x"]
        return Sight(
            checkpoint="wind",
            input="none for 200 ms",
            before=before,
            saw_before=f"ember at {eyes.find(before, 'ember', (start['player_x'], start['player_y']))}",
            after=view,
            saw_after=f"streaks; ember at {seen}",
            state={"moved_px": round(px, 1), "wind": now["wind"]},
            is_shown=seen is not None and changed_share(before, view, WORLD) > FEW / 2,
            is_told=is_near(px, 20),
        )

    def _journey(self) -> Sight:
        now, view = self.hands.look(), self.hands.picture()
        warm = changed_share(self.first, view, WORLD)
        return Sight(
            checkpoint="play-through",
            command="journey",
            before=self.first,
            saw_before="the menu",
            after=view,
            saw_after=f"the warm ending: {warm:.0%} of the view is not the menu's",
            state=part(now, "state", "score", "best_score"),
            is_shown=warm > 0.2,
            is_told=now["state"] == "success" and now["score"] == now["best_score"],
        )

    def _lose(self) -> Iterator[Sight]:
        hands, eyes = self.hands, self.eyes
        hands.tap("confirm")
        walk(hands, (80, 330))
        hands.hold("down", ms=(400 - 330) / 0.18)
        start, before = hands.look(), hands.picture()
        while hands.look()["lives"] == start["lives"]:
            hands.wait(40)
        now, view = hands.look(), hands.picture()
        paler = eyes.find(view, "ember", (now["player_x"], now["player_y"]), within_px=2) is None
        yield Sight(
            checkpoint="hit",
            input="none: stood in the drip's way",
            before=before,
            saw_before="the ember in its ordinary look",
            after=view,
            saw_after="the ember in another look" if paler else "the ember as ever",
            state=part(now, "lives", "invulnerable", "player_y"),
            is_shown=paler,
            is_told=now["lives"] == 2 and now["invulnerable"] and math.isclose(now["player_y"], start["player_y"]),
        )
        while hands.look()["state"] == "level_1":
            hands.wait(80)
        now, after = hands.look(), hands.picture()
        changed = changed_share(view, after, WORLD)
        yield Sight(
            checkpoint="death",
            input="none: stood in the drip's way",
            before=view,
            saw_before="the room",
            after=after,
            saw_after=f"the cold ending: {changed:.0%} changed",
            state=part(now, "state", "lives", "level"),
            is_shown=changed > 0.2,
            is_told=(now["state"], now["lives"], now["level"]) == ("death", 0, 1),
        )
        said = hands.tap("confirm")
        now, view = hands.look(), hands.picture()
        ember = eyes.find(view, "ember", (80, 304))
        yield Sight(
            checkpoint="retry",
            input=said,
            before=after,
            saw_before="the cold ending",
            after=view,
            saw_after=f"room 1, ember at {ember}",
            state=part(now, "state", "lives", "score"),
            is_shown=ember is not None,
            is_told=(now["state"], now["lives"], now["score"]) == ("level_1", 3, 0),
        )
