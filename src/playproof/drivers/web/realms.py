"""Scripts that run beside the page on a clock of their own: workers, and frames of another origin. They are kept in step with the page.

A worker is stopped by the browser before its first line. It is started when the page has stopped too, at the game time at which the page made
it, and from then on it moves after the page, one frame at a time; the messages it has sent arrive before the page goes on.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from playproof.drivers.web.cdp import Connection, Json, ProtocolError

_START_S = 3.0
"""How long a worker's script may take to be loaded and compiled before the page goes on without waiting for it."""


@dataclass(slots=True, kw_only=True)
class _Worker:
    session: str
    url: str
    setup: int = 0
    """The posted call whose answer is the handle; 0 before."""
    handle: str = ""
    has_begun: bool = False


class Realms:
    """All clocks of one page but its own."""

    def __init__(self, connection: Connection, *, script: Callable[[int], str]) -> None:
        """Nothing runs yet.

        Args:
            connection: To the browser.
            script: Gives the clock script for the n-th worker of the play, beginning at the present game time.
        """
        self._connection, self._script = connection, script
        self._workers: dict[str, _Worker] = {}
        self._frames: dict[int, str] = {}
        self._made = 0

    def on_attached(self, session: str, url: str) -> None:
        """A worker has been made; it is stopped before its first line."""
        self._made += 1
        self._workers[session] = _Worker(session=session, url=url)
        self._connection.listen(session, lambda method, params: self._on_worker_event(session, method, params))

    def on_detached(self, session: str) -> None:
        """A worker has ended."""
        self._workers.pop(session, None)
        self._connection.forget(session)

    def on_frame(self, context: int, handle: str) -> None:
        """A frame of another origin has handed over its clock."""
        self._frames[context] = handle

    def on_context_gone(self, context: int) -> None:
        """A frame's document is gone."""
        self._frames.pop(context, None)

    def clear(self) -> None:
        """The page has a new document."""
        for session in tuple(self._workers):
            self.on_detached(session)
        self._frames.clear()
        self._made = 0

    @property
    def are_waiting(self) -> bool:
        """Whether a worker waits to be started."""
        return any(not worker.setup for worker in self._workers.values())

    def handles(self, page_session: str) -> list[tuple[str, str]]:
        """Session and handle of every clock to keep in step."""
        workers = [(worker.session, worker.handle) for worker in self._workers.values() if worker.handle]
        return workers + [(page_session, handle) for handle in self._frames.values()]

    def bring_up(self, wanted: int) -> None:
        """Start the workers that wait; returns when their scripts run.

        Args:
            wanted: How many the page says it has made.
        """
        end = time.monotonic() + _START_S
        while self._made < wanted and self._connection.pump(end):
            pass
        self._made = max(self._made, wanted)
        for number, worker in enumerate(self._workers.values()):
            if not worker.setup:
                self._connection.tell("Debugger.enable", {}, worker.session)
                source = {"expression": self._script(number), "silent": True}
                worker.setup = self._connection.post("Runtime.evaluate", source, worker.session)
                self._connection.tell("Runtime.runIfWaitingForDebugger", {}, worker.session)
        for worker in tuple(self._workers.values()):
            self._await(worker, end)

    def _await(self, worker: _Worker, end: float) -> None:
        """Wait until a worker has its clock and its own script runs."""
        if worker.handle:
            return
        try:
            worker.handle = self._connection.wait(worker.setup, end)["result"].get("objectId", "")
        except ProtocolError:
            self._workers.pop(worker.session, None)  # it ended at once
            return
        while worker.session in self._workers and not worker.has_begun and self._connection.pump(end):
            pass
        worker.has_begun = True

    def _on_worker_event(self, session: str, method: str, params: Json) -> None:
        worker = self._workers.get(session)
        if worker and method == "Debugger.scriptParsed" and params["url"] == worker.url and not worker.has_begun:
            worker.has_begun = True  # it has been compiled and runs in this very task
            self._connection.tell("Debugger.disable", {}, session)
