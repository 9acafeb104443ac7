"""The short tour: every check that can be made within menu, room 1 and pause, and the reopen. One session, from the menu on."""

from collections.abc import Iterator

from eyes import FEW, HINT, HUD, PANEL, SOUND, WORLD, Eyes, around, changed_share
from hands import Hands, process_of_browser
from route import SPARKS, is_near, walk
from sight import Sight, part


class ShortTour:
    """Plays the short tour and tells what it sees, check by check."""

    def __init__(self, hands: Hands, eyes: Eyes) -> None:
        self.hands = hands
        self.eyes = eyes

    def play(self) -> Iterator[Sight]:
        """The checks of menu, room 1, pause, and reopen."""
        yield from self._menu()
        yield from self._start()
        yield from self._walking()
        yield from self._dash()
        yield from self._spark()
        yield from self._pause()
        yield self._sound_off()
        yield self._opened_again()

    def _menu(self) -> Iterator[Sight]:
        hands, eyes = self.hands, self.eyes
        hands.wait(500)
        now, view = hands.look(), hands.picture()
        name = eyes.find(view, "title", (400, 115), within_px=3)
        said = f"big letters at {name}" if name else "no name in big letters"
        is_told = now["state"] == "menu" and now["selected"] == "start"
        yield Sight(checkpoint="menu", after=view, saw_after=said, state=part(now, "state", "selected"), is_shown=name is not None, is_told=is_told)
        said = hands.tap("down")
        now, after = hands.look(), hands.picture()
        moved = changed_share(view, after, PANEL)
        yield Sight(
            checkpoint="select-down",
            input=said,
            before=view,
            saw_before="the first entry is framed",
            after=after,
            saw_after=f"the frame moved: {moved:.0%} of the list changed",
            state=part(now, "selection", "selected"),
            is_shown=moved >= FEW,
            is_told=(now["selection"], now["selected"]) == (1, "continue"),
        )
        said = hands.tap("confirm")
        now, view = hands.look(), hands.picture()
        hinted = changed_share(after, view, HINT)
        yield Sight(
            checkpoint="continue-refused",
            input=said,
            after=view,
            saw_after=f"still the menu; {hinted:.0%} of the hint strip changed",
            state=part(now, "state", "hint"),
            is_shown=hinted >= FEW and changed_share(after, view, PANEL) < FEW,
            is_told=(now["state"], now["hint"]) == ("menu", "Nothing saved yet"),
        )

    def _start(self) -> Iterator[Sight]:
        hands, eyes = self.hands, self.eyes
        hands.tap("up")
        before = hands.picture()
        said = hands.tap("confirm")
        now, view = hands.look(), hands.picture()
        ember = eyes.find(view, "ember", (80, 304))
        seen = f"ember at {ember}" if ember else "no ember at the spawn"
        yield Sight(
            checkpoint="start",
            input=f"hold ArrowUp 60 ms, {said}",
            before=before,
            saw_before="the menu",
            after=view,
            saw_after=f"room 1, {seen}",
            state=part(now, "state", "player_x", "player_y"),
            is_shown=ember is not None,
            is_told=now["state"] == "level_1",
        )
        strips = changed_share(before, view, HUD), changed_share(before, view, WORLD)
        yield Sight(
            checkpoint="framed",
            after=view,
            saw_after=f"strips above and below, between them the room; {seen}",
            state=part(now, "player_x", "player_y", "hint"),
            is_shown=ember is not None and min(strips) > FEW,
            is_told=(now["player_x"], now["player_y"]) == (80, 304),
        )
        sparks = [place for place in SPARKS if eyes.find(view, "spark", place)]
        drips = [place for place in zip(now["drips_x"], now["drips_y"], strict=True) if eyes.find(view, "drip", place)]
        gate = eyes.find(view, "gate_closed", (788, 304))
        yield Sight(
            checkpoint="room-1",
            after=view,
            saw_after=f"{len(sparks)} sparks, {len(drips)} drips, gate {'closed' if gate else 'missing'}",
            state=part(now, "sparks_taken", "drips_x", "drips_y", "gate"),
            is_shown=len(sparks) == len(SPARKS) and len(drips) == 3 and gate is not None,
            is_told=now["sparks_taken"] == (0,) * 5 and now["gate"] == "closed",
        )

    def _walking(self) -> Iterator[Sight]:
        yield self._moved("walk-diagonal", "right", "up", ms=300, by=(38.2, -38.2))
        yield self._moved("walk-right", "right", ms=400, by=(72, 0))

    def _moved(self, checkpoint: str, *actions: str, ms: float, by: tuple[float, float]) -> Sight:
        """Hold keys and see how far that leads."""
        hands, eyes = self.hands, self.eyes
        start, before = hands.look(), hands.picture()
        said = hands.hold(*actions, ms=ms)
        hands.wait(60)
        now, view = hands.look(), hands.picture()
        gone = now["player_x"] - start["player_x"], now["player_y"] - start["player_y"]
        goal = start["player_x"] + by[0], start["player_y"] + by[1]
        seen = eyes.find(view, "ember", (now["player_x"], now["player_y"]))
        return Sight(
            checkpoint=checkpoint,
            input=said,
            before=before,
            saw_before=f"ember at {eyes.find(before, 'ember', (start['player_x'], start['player_y']))}",
            after=view,
            saw_after=f"ember at {seen}, expected near ({goal[0]:.0f}, {goal[1]:.0f})",
            state={"moved_x": round(gone[0], 1), "moved_y": round(gone[1], 1)},
            is_shown=seen is not None and is_near(seen[0], goal[0], 6) and is_near(seen[1], goal[1], 6),
            is_told=is_near(gone[0], by[0]) and is_near(gone[1], by[1]),
        )

    def _dash(self) -> Iterator[Sight]:
        hands, eyes = self.hands, self.eyes
        hands.hold("left", ms=60)
        start, before = hands.look(), hands.picture()
        said = hands.tap("dash")
        hands.wait(120)
        now, view = hands.look(), hands.picture()
        px = start["player_x"] - now["player_x"]
        seen = eyes.find(view, "ember", (now["player_x"], now["player_y"]))
        yield Sight(
            checkpoint="dash",
            input=said,
            before=before,
            saw_before=f"ember at {eyes.find(before, 'ember', (start['player_x'], start['player_y']))}",
            after=view,
            saw_after=f"ember at {seen}, {px:.0f} px farther left",
            state={"moved_px": round(px, 1), "dash": now["dash"]},
            is_shown=seen is not None and 84 <= start["player_x"] - seen[0] <= 108,
            is_told=84 <= px <= 108 and now["dash"] == "cooling",
        )
        said = hands.tap("dash")
        later, after = hands.look(), hands.picture()
        hinted = changed_share(view, after, HINT)
        yield Sight(
            checkpoint="dash-refused",
            input=said,
            after=after,
            saw_after=f"ember at {eyes.find(after, 'ember', (now['player_x'], now['player_y']))} as before; {hinted:.0%} of the hint strip changed",
            state=part(later, "player_x", "dash", "hint"),
            is_shown=hinted >= FEW,
            is_told=later["player_x"] == now["player_x"] and later["hint"] == "Dash is cooling",
        )

    def _spark(self) -> Iterator[Sight]:
        hands, eyes, spark = self.hands, self.eyes, SPARKS[0]
        start, before = hands.look(), hands.picture()
        there = eyes.find(before, "spark", spark)
        walk(hands, spark, (90, 128))
        now, view = hands.look(), hands.picture()
        still = eyes.find(view, "spark", spark)
        yield Sight(
            checkpoint="spark-gone",
            input="arrow keys: over the spark at (160, 128) and on to (90, 128)",
            before=before,
            saw_before=f"a spark at {there}",
            after=view,
            saw_after=f"still a spark at {still}" if still else "bare floor where the spark was",
            state=part(now, "sparks", "score"),
            is_shown=there is not None and still is None,
            is_told=now["score"] - start["score"] == 10 and now["sparks"] == 1,
        )
        walk(hands, spark, (90, 128))
        later, after = hands.look(), hands.picture()
        counted = changed_share(view, after, around(604, 24, 16))
        yield Sight(
            checkpoint="points-once",
            input="arrow keys: back over (160, 128) and on to (90, 128)",
            after=after,
            saw_after=f"the number of points is drawn as before ({counted:.0%} changed)",
            state=part(later, "sparks", "score"),
            is_shown=counted < FEW,
            is_told=later["score"] == now["score"],
        )

    def _pause(self) -> Iterator[Sight]:
        hands = self.hands
        before = hands.picture()
        said = hands.tap("pause")
        first = hands.look()
        hands.wait(500)
        now, view = hands.look(), hands.picture()
        panel = changed_share(before, view, PANEL)
        yield Sight(
            checkpoint="pause",
            input=f"{said}, wait 500 ms",
            before=before,
            saw_before="the room",
            after=view,
            saw_after=f"a panel over the middle: {panel:.0%} of it changed",
            state=part(now, "state", "room_ms"),
            is_shown=panel > 0.2,
            is_told=now["state"] == "pause" and now["room_ms"] == first["room_ms"],
        )
        said = hands.tap("pause")
        now, after = hands.look(), hands.picture()
        drips = [place for place in zip(now["drips_x"], now["drips_y"], strict=True) if self.eyes.find(after, "drip", place)]
        yield Sight(
            checkpoint="resume",
            input=said,
            before=view,
            saw_before="the panel over the middle",
            after=after,
            saw_after=f"the room without a panel, {len(drips)} drips where the state has them",
            state=part(now, "state", "room_ms"),
            is_shown=changed_share(view, after, PANEL) > 0.2 and len(drips) == 3,
            is_told=now["state"] == "level_1" and 0 < now["room_ms"] - first["room_ms"] < 300,
        )

    def _sound_off(self) -> Sight:
        hands = self.hands
        before = hands.picture()
        said = hands.tap("mute")
        now, view = hands.look(), hands.picture()
        changed = changed_share(before, view, SOUND)
        return Sight(
            checkpoint="sound-off",
            input=said,
            before=before,
            saw_before="Sound on at the top right",
            after=view,
            saw_after=f"another text at the top right: {changed:.0%} changed",
            state=part(now, "sound"),
            is_shown=changed >= FEW,
            is_told=now["sound"] == "off",
        )

    def _opened_again(self) -> Sight:
        hands, name = self.hands, self.hands.name
        hands.tap("pause")
        start, before = hands.look(), hands.picture()
        hands.session.reopen()
        hands.wait(500)
        now, view = hands.look(), hands.picture()
        title = self.eyes.find(view, "title", (400, 115), within_px=3)
        return Sight(
            checkpoint="opened-again",
            command="reopen",
            more=("--from-session", name, "--session", f"{name}-again", "--process", process_of_browser()),
            input="hold Escape 60 ms, quit the browser, start it again",
            before=before,
            saw_before="paused with Sound off",
            after=view,
            saw_after=f"the menu, big letters at {title}",
            state=part(now, "state", "best_score", "sound"),
            is_shown=title is not None,
            is_told=now["state"] == "menu" and (now["best_score"], now["sound"]) == (start["best_score"], "off"),
        )
