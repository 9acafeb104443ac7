"""Plays the actions of the observation interface on a session: real input, and the picture that follows.

Every action takes a fixed stretch of game time, so that the same actions always lead to the same pictures (GameReplica section 3.3, observation
determinism). The stretches are our own choice.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from playproof.errors import GameError
from playproof.protocols import Frame, Session
from playproof.records.fault import Fault
from playproof.records.interface import Action, Click, Drag, Key, ObservedPlay, Reset, Wait

DOWN_MS = 60
"""How long a tap or a click stays down."""
ACTION_MS = 200
"""What a click, a tap or a reset takes in all; a hold or a drag takes its own time and the rest of this after the release."""
DRAG_STEPS = 10
"""Moves of the pointer on its way."""
OPENING_MS = 200
"""What passes before the first picture, so that a game has drawn itself."""


@dataclass(frozen=True, slots=True)
class Observer:
    """The verbs of the interface on one session."""

    session: Session

    def opened(self) -> Frame:
        """The picture of the game as it opens."""
        self.session.step(OPENING_MS)
        return self.session.frame()

    def act(self, action: Action) -> Frame:
        """Do one action; the picture after it.

        Raises:
            GameError: The game hung, crashed or went away.
        """
        session = self.session
        match action:
            case Click(x=x, y=y):
                session.pointer_move(x, y)
                session.pointer_down(x, y)
                session.step(DOWN_MS)
                session.pointer_up(x, y)
                session.step(ACTION_MS - DOWN_MS)
            case Drag():
                self._drag(action)
            case Key(code=code, hold_ms=hold_ms):
                session.press(code)
                session.step(max(hold_ms, DOWN_MS))
                session.release(code)
                session.step(ACTION_MS - DOWN_MS)
            case Wait(ms=ms):
                session.step(ms)
            case Reset():
                session.reload(keep_storage=False)
                session.step(OPENING_MS)
        return session.frame()

    def _drag(self, drag: Drag) -> None:
        session = self.session
        session.pointer_move(drag.x1, drag.y1)
        session.pointer_down(drag.x1, drag.y1)
        for number in range(1, DRAG_STEPS + 1):
            share = number / DRAG_STEPS
            session.step(max(drag.ms, DRAG_STEPS) / DRAG_STEPS)
            session.pointer_move(drag.x1 + (drag.x2 - drag.x1) * share, drag.y1 + (drag.y2 - drag.y1) * share)
        session.pointer_up(drag.x2, drag.y2)
        session.step(ACTION_MS - DOWN_MS)


def observe(game: str, actions: Sequence[Action], open_session: Callable[[], Session], keep_frame: Callable[[bytes], str]) -> ObservedPlay:
    """Open a game, play a sequence of actions on it and keep every picture.

    Args:
        game: What the play is called in its record.
        actions: The actions, in order.
        open_session: Opens the game afresh.
        keep_frame: Stores a picture and gives its hash.

    Returns:
        The play; where the game itself failed, with what it showed before and the fault.
    """
    frames: list[str] = []
    fault: Fault | None = None
    try:
        session = open_session()
    except GameError as error:
        return ObservedPlay(game=game, actions=tuple(actions), frames=(), fault=Fault.of(error))
    try:
        observer = Observer(session)
        frames.append(keep_frame(observer.opened().png))
        frames.extend(keep_frame(observer.act(action).png) for action in actions)
    except GameError as error:
        fault = Fault.of(error)
    finally:
        session.close()
    return ObservedPlay(game=game, actions=tuple(actions), frames=tuple(frames), fault=fault)
