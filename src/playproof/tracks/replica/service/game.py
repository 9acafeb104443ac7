"""The one game behind the service: opened, played action by action, opened again when it or the browser fails.

Every reset opens the game in exactly the conditions of the first opening (same seed, same game time, nothing stored), so that the same actions
after a reset always lead to the same pictures, also for a game that uses chance or the clock.
"""

from collections.abc import Callable
from contextlib import suppress

from playproof.errors import DriverError, GameError, StageError, boundary
from playproof.players.observer import Observer
from playproof.protocols import Frame, Session
from playproof.records.interface import Action, Reset


class GameUnavailable(Exception):
    """The action could not be carried out. The next one starts on a game that is opened anew. Carries nothing of the reason."""


class ObservedGame:
    """One game in one session at a time. Not safe from several threads: the service plays strictly one action after the other."""

    def __init__(self, open_session: Callable[[], Session]) -> None:
        """Nothing is opened yet.

        Args:
            open_session: Opens the game afresh, always in the same conditions.
        """
        self._open_session = open_session
        self._session: Session | None = None
        self._frame: Frame | None = None
        self._since_opening: list[Action] = []
        self._earlier_ms = 0.0

    @property
    def now_ms(self) -> float:
        """Game time over all openings."""
        return self._earlier_ms + (self._session.now_ms if self._session is not None else 0.0)

    def look(self) -> Frame:
        """The picture as it is now; opens the game if it is not open.

        Raises:
            GameUnavailable: The game cannot be opened.
        """
        if self._frame is None:
            self._leave()
            self._carefully(self._open)
        if self._frame is None:
            raise GameUnavailable
        return self._frame

    def act(self, action: Action) -> Frame:
        """Do one action; the picture after it.

        A failure of our browser costs the player nothing: the game is opened again, what was done since the opening is done again, and then the
        action. A failure of the game itself leaves the game as it opens.

        Raises:
            GameUnavailable: The game failed, or the browser did twice.
        """
        if isinstance(action, Reset):
            self._leave()
            return self.look()
        self.look()
        self._carefully(lambda: self._do(action))
        if self._frame is None:
            raise GameUnavailable
        self._since_opening.append(action)
        return self._frame

    def close(self) -> None:
        """End the play. Never raises."""
        self._leave()

    def _carefully(self, doing: Callable[[], None]) -> None:
        try:
            doing()
        except GameError:
            self._leave()
            self._open_quietly()
            raise GameUnavailable from None
        except StageError:
            self._again(doing)

    def _again(self, doing: Callable[[], None]) -> None:
        """The browser failed: get to the same state in a fresh one."""
        past = self._since_opening
        self._leave()
        try:
            if doing != self._open:
                self._open()
            for action in past:
                self._do(action)
            doing()
            self._since_opening = past
        except StageError:
            self._leave()
            self._open_quietly()
            raise GameUnavailable from None

    def _open(self) -> None:
        with boundary(DriverError, "open the observed game"):
            self._session = self._open_session()
            self._frame = Observer(self._session).opened()

    def _open_quietly(self) -> None:
        try:
            self._open()
        except StageError:
            self._leave()  # the next call tries again

    def _do(self, action: Action) -> None:
        self._frame = None
        assert self._session is not None
        with boundary(DriverError, "act on the observed game"):
            self._frame = Observer(self._session).act(action)

    def _leave(self) -> None:
        """Close the session; its game time counts on."""
        self._since_opening, self._frame = [], None
        if self._session is not None:
            self._earlier_ms = self.now_ms
            session, self._session = self._session, None
            with suppress(StageError):
                session.close()
