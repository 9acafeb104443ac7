"""A session whose readings are what a person sees. Everything else is passed through: the same real input, the same clock, the same pictures."""

import hashlib
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

import numpy as np
from PIL import Image

from playproof.players.sight.blobs import Blob, Picture, blobs, colour_mask, in_reading_order
from playproof.players.sight.terms import SightTerms
from playproof.players.sight.words import place_of, screen_shown, sees, value_near, value_of
from playproof.protocols import Button, Frame, Session
from playproof.records.observation import Event, FlowAnswer, HudReading, Observation, Reading, TextBox
from playproof.records.play_script import Region, Spot
from playproof.records.seen import Scene
from playproof.records.spec import Thing

LOOKS_CELLS = 12
"""A region's looks are compared on a grid of this many cells a side, 16 steps of brightness a channel (ours): noise below that is no change."""
SPOT_PX, SPOT_SHARE = 6, 0.5
"""Half a side of the square that is looked at for what stands at a point, and the share of it that must have the object's colour (ours)."""


@dataclass(slots=True)
class SightSession:
    """Implements protocols.Session."""

    session: Session
    terms: SightTerms
    scenes: list[Scene] = field(default_factory=list)
    """One for each time that everything was read."""

    # -- passed through

    @property
    def now_ms(self) -> float:
        """Game time."""
        return self.session.now_ms

    def step(self, ms: float) -> None:
        """Let game time pass."""
        self.session.step(ms)

    def press(self, code: str) -> None:
        """Key down."""
        self.session.press(code)

    def release(self, code: str) -> None:
        """Key up."""
        self.session.release(code)

    def pointer_move(self, x_px: float, y_px: float) -> None:
        """Move the mouse."""
        self.session.pointer_move(x_px, y_px)

    def pointer_down(self, x_px: float, y_px: float, button: Button = "left") -> None:
        """Mouse button down."""
        self.session.pointer_down(x_px, y_px, button)

    def pointer_up(self, x_px: float, y_px: float, button: Button = "left") -> None:
        """Mouse button up."""
        self.session.pointer_up(x_px, y_px, button)

    def wheel(self, x_px: float, y_px: float, dx_px: float, dy_px: float) -> None:
        """Turn the wheel."""
        self.session.wheel(x_px, y_px, dx_px, dy_px)

    def touch(self, kind: Literal["start", "move", "end"], points: Sequence[tuple[float, float]]) -> None:
        """Touch the screen."""
        self.session.touch(kind, points)

    def load_state(self, state_id: str, timeout_ms: float) -> FlowAnswer:  # noqa: ARG002 - the seam's own signature
        """There is no state interface."""
        return FlowAnswer(ok=False, problem="a game that is only looked at has no state interface")

    def restart(self, timeout_ms: float) -> FlowAnswer:
        """The same."""
        return self.load_state("", timeout_ms)

    def texts(self) -> tuple[TextBox, ...]:
        """All words that can be read."""
        return self.session.texts()

    def frame(self) -> Frame:
        """A picture of the view."""
        return self.session.frame()

    def take_events(self) -> tuple[Event, ...]:
        """What happened since the last call."""
        return self.session.take_events()

    def reload(self, *, keep_storage: bool) -> None:
        """Open the game again."""
        self.session.reload(keep_storage=keep_storage)

    def reopen(self) -> None:
        """Quit and start again."""
        self.session.reopen()

    def close(self) -> None:
        """End the play."""
        self.session.close()

    # -- seeing

    def read(self, keys: Sequence[str], hud_ids: Sequence[str]) -> Observation:
        """What a person would say of these readings and buttons now. Looks at words or at the picture only where one of them needs it."""
        look = _Look(session=self.session, terms=self.terms)
        readings = {key: look.reading(key) for key in keys}
        hud = {hud_id: look.button(hud_id) for hud_id in hud_ids}
        if len(keys) == len(self.terms.key_names):
            self.scenes.append(Scene(at_ms=self.now_ms, texts=look.texts, frame=look.frame_sha256))
        return Observation(at_ms=self.now_ms, readings=readings, hud=hud)


@dataclass(slots=True)
class _Look:
    """One instant: words and picture are taken at most once."""

    session: Session
    terms: SightTerms
    _texts: tuple[TextBox, ...] | None = None
    _png: bytes = b""
    _picture: Picture | None = None
    _blobs: dict[str, tuple[Blob, ...]] = field(default_factory=dict)

    @property
    def texts(self) -> tuple[TextBox, ...]:
        if self._texts is None:
            self._texts = self.session.texts()
        return self._texts

    @property
    def picture(self) -> Picture:
        if self._picture is None:
            self._png = self.session.frame().png
            self._picture = np.asarray(Image.open(io.BytesIO(self._png)).convert("RGB"))
        return self._picture

    @property
    def frame_sha256(self) -> str:
        return hashlib.sha256(self._png).hexdigest() if self._png else ""

    def reading(self, key: str) -> Reading:
        """One reading by its name."""
        spec, script = self.terms.spec, self.terms.script
        if key == "screen":
            return screen_shown(self.texts, {screen.id: screen.heading for screen in spec.screens})
        shown = next((one for one in spec.state if one.id == key), None)
        if shown is not None:
            return value_of(self.texts, shown.label, [one.label for one in spec.state])
        what, _, name = key.partition("_")
        if what == "at" and name in script.spots:
            return Reading(value=self._at(script.spots[name]))
        if what == "reads" and name in script.spots:
            return value_near(self.texts, script.spots[name].x, script.spots[name].y)
        if name in script.regions:
            return Reading(value=self._looks(script.regions[name]))
        if name in script.words:
            return self._words(what, script.words[name])
        return self._thing(what, name)

    def button(self, control_id: str) -> HudReading:
        """Where a control that is pointed at stands: the words on it, or the thing it names."""
        control = next(control for control in self.terms.spec.controls if control.id == control_id)
        thing = next((thing for thing in self.terms.spec.objects if thing.id == control.target), None)
        if thing is not None:
            piece = next(iter(self._pieces(thing)), None)
            return _no_button() if piece is None else _button(piece.x - piece.width / 2, piece.y - piece.height / 2, piece.width, piece.height)
        box = place_of(self.texts, control.target)
        return _no_button() if box is None else _button(box.x_px, box.y_px, box.width_px, box.height_px, box.text)

    def _words(self, what: str, words: str) -> Reading:
        if what == "sees":
            return Reading(value=sees(self.texts, words))
        box = place_of(self.texts, words)
        if box is None:
            return Reading(problem=f"{words!r} is not read")
        return Reading(value=box.x_px + box.width_px / 2 if what == "x" else box.y_px + box.height_px / 2)

    def _looks(self, region: Region) -> str:
        part = self.picture[region.y : region.y + region.height, region.x : region.x + region.width]
        if part.size == 0:
            return "outside"
        small = Image.fromarray(part).resize((LOOKS_CELLS, LOOKS_CELLS), Image.Resampling.BOX)
        return hashlib.sha256((np.asarray(small) >> 4).tobytes()).hexdigest()[:16]

    def _at(self, spot: Spot) -> str:
        """The object whose colour fills a small square around a point."""
        there = self.picture[max(0, spot.y - SPOT_PX) : spot.y + SPOT_PX + 1, max(0, spot.x - SPOT_PX) : spot.x + SPOT_PX + 1]
        shares = ((float(colour_mask(there, thing.colour).mean()), thing.id) for thing in self.terms.spec.objects if thing.colour)
        share, found = max(shares, default=(0.0, "nothing"))
        return found if there.size and share >= SPOT_SHARE else "nothing"

    def _thing(self, what: str, name: str) -> Reading:
        thing, number = self._named(name)
        found = self._pieces(thing)
        if what == "count":
            return Reading(value=len(found))
        if number:
            found = in_reading_order(found)
        if len(found) < max(1, number):
            return Reading(problem=f"no {thing.id.replace('_', ' ')} is seen" if not number else f"fewer than {number} of {thing.id} are seen")
        piece = found[max(0, number - 1)]
        return Reading(value={"x": piece.x, "y": piece.y, "width": piece.width, "height": piece.height}[what])

    def _named(self, name: str) -> tuple[Thing, int]:
        things = {thing.id: thing for thing in self.terms.spec.objects}
        if name in things:
            return things[name], 0
        thing_id, _, number = name.rpartition("_")
        return things[thing_id], int(number)

    def _pieces(self, thing: Thing) -> tuple[Blob, ...]:
        if thing.id not in self._blobs:
            self._blobs[thing.id] = blobs(self.picture, thing.colour) if thing.colour else tuple(self._labelled(thing.labelled))
        return self._blobs[thing.id]

    def _labelled(self, words: str) -> Iterator[Blob]:
        is_it = partial(place_of, words=words)
        for box in self.texts:
            if is_it((box,)) is not None:
                width, height = round(box.width_px), round(box.height_px)
                yield Blob(x=box.x_px + box.width_px / 2, y=box.y_px + box.height_px / 2, width=width, height=height, area=width * height)


def _button(x_px: float, y_px: float, width_px: float, height_px: float, text: str = "") -> HudReading:
    return HudReading(is_present=True, is_visible=True, text=text, x_px=x_px, y_px=y_px, width_px=width_px, height_px=height_px)


def _no_button() -> HudReading:
    return HudReading(is_present=False)
