"""Plays one play of a web task's script with real input, seeing only what a person sees; then its twin, which waits as long and does nothing."""

from collections.abc import Callable
from dataclasses import dataclass

from playproof.errors import GameError
from playproof.players.hand import Hand, KeepFrame
from playproof.players.probe import stretch
from playproof.players.sight.session import SightSession
from playproof.players.sight.terms import SightTerms
from playproof.protocols import Session
from playproof.records.evidence import Role, Stretch, Take
from playproof.records.fault import Fault
from playproof.records.observation import FlowAnswer
from playproof.records.plan import INPUT_STEPS, Mark, Sample
from playproof.records.play_script import Play
from playproof.records.seen import Scene, SeenPlay

START, END = "start", "end"
"""Marks that every play has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Looker:
    """Where plays are played."""

    terms: SightTerms
    open_session: Callable[[], Session]
    keep_frame: KeepFrame
    seed: int

    def play(self, play: Play) -> SeenPlay:
        """Both takes of a play."""
        act, act_scenes = self._take(play, None)
        twin, twin_scenes = self._take(play, act)
        return SeenPlay(play=play.id, seed=self.seed, act=act, twin=twin, act_scenes=act_scenes, twin_scenes=twin_scenes)

    def _take(self, play: Play, known: Take | None) -> tuple[Take, tuple[Scene, ...]]:
        """One take; with a known one, its twin."""
        role: Role = "act" if known is None else "twin"
        try:
            sight = SightSession(self.open_session(), self.terms)
        except GameError as error:
            return Take(role=role, entered=FlowAnswer(ok=False, problem=str(error)), began_ms=0, ended_ms=0, fault=Fault.of(error)), ()
        hand = Hand(session=sight, contract=self.terms, keep_frame=self.keep_frame)
        stretches: list[Stretch] = []
        fault: Fault | None = None
        began_ms = 0.0
        try:
            try:
                hand.await_boot()
                began_ms = sight.now_ms
                hand.mark(START)
                self._perform(play, hand, known, stretches)
                hand.mark(END)
                hand.release_all()
            except GameError as error:
                fault = Fault.of(error)
            take = Take(
                role=role,
                entered=FlowAnswer(ok=True),
                began_ms=began_ms,
                ended_ms=sight.now_ms,
                inputs=tuple(hand.inputs),
                marks=tuple(hand.marks),
                series=tuple(hand.series),
                stretches=tuple(stretches),
                events=sight.take_events(),
                fault=fault,
            )
            return take, tuple(sight.scenes)
        finally:
            sight.close()

    def _perform(self, play: Play, hand: Hand, known: Take | None, stretches: list[Stretch]) -> None:
        """The steps. A policy that does not reach its end does not end the play: later marks show what came of it."""
        for number, step in enumerate(play.steps):
            waits = known.stretches[number] if known is not None and number < len(known.stretches) else None
            is_idle = isinstance(step, (Mark, Sample)) or not isinstance(step, INPUT_STEPS)
            if known is not None and waits is None and not is_idle:
                return  # the known take ended here
            stretches.append(stretch(hand, step, part="act", number=number, wait=None if isinstance(step, (Mark, Sample)) else waits))
