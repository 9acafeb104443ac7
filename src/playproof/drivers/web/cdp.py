"""A client for the Chrome DevTools Protocol over a pipe: messages are JSON, each ended by a NUL byte.

One connection belongs to one thread. Calls can be posted together and awaited later, which is what makes the driver fast:

    ids = [connection.post("Input.dispatchKeyEvent", {...}, session), connection.post("Runtime.evaluate", {...}, session)]
    answers = [connection.wait(i, deadline) for i in ids]

Not for use by anything but the web driver; it knows nothing of games.
"""

import fcntl
import json
import os
import select
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

Json = dict[str, Any]
"""One protocol message or a part of one, exactly as the wire has it."""
Sink = Callable[[str, Json], None]
"""Takes the method and the parameters of an event."""

_PIPE_BYTES = 1 << 20
_LONGEST_MESSAGE_BYTES = 256 << 20
_IGNORED = (b'{"method":"Runtime.exceptionThrown"', b'{"method":"Network.dataReceived"')
"""Events that a page can send by the million and that the driver learns otherwise: dropped before they are parsed."""


class ProtocolError(Exception):
    """The browser refused a call; `message` is its reason."""

    def __init__(self, method: str, message: str) -> None:
        """Keep both parts."""
        self.method, self.message = method, message
        super().__init__(f"{method}: {message}")


class BrowserGone(Exception):
    """The pipe has closed: the browser has ended."""


class WaitedTooLong(Exception):
    """No answer within the time given."""


class Connection:
    """Both ends of the pipe that we hold."""

    def __init__(self, *, write_fd: int, read_fd: int) -> None:
        """Take over the two descriptors."""
        self._write_fd, self._read_fd = write_fd, read_fd
        self._buffer = bytearray()
        self._scanned = 0
        self._last_id = 0
        self._methods: dict[int, str] = {}
        self._answers: dict[int, Json] = {}
        self._sinks: dict[str, Sink] = {}
        self.while_waiting: Callable[[], None] | None = None
        """Called about four times a second during a long wait."""
        for fd in (write_fd, read_fd):
            with suppress(OSError):
                fcntl.fcntl(fd, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)

    def listen(self, session: str, sink: Sink) -> None:
        """Send the events of one session ('' is the browser itself) to `sink`; a session nobody listens to is dropped unread."""
        self._sinks[session] = sink

    def forget(self, session: str) -> None:
        """Drop further events of a session."""
        self._sinks.pop(session, None)

    def post(self, method: str, params: Mapping[str, Any] | None = None, session: str = "") -> int:
        """Send a call without waiting; returns the number to wait for."""
        self._last_id += 1
        message: Json = {"id": self._last_id, "method": method, "params": params or {}}
        if session:
            message["sessionId"] = session
        self._methods[self._last_id] = method
        self._send(json.dumps(message, separators=(",", ":")).encode() + b"\0")
        return self._last_id

    def tell(self, method: str, params: Mapping[str, Any] | None = None, session: str = "") -> None:
        """Send a call whose answer does not matter."""
        self._methods.pop(self.post(method, params, session))

    def call(self, method: str, params: Mapping[str, Any] | None = None, session: str = "", *, timeout_s: float) -> Json:
        """Send a call and wait for its answer."""
        return self.wait(self.post(method, params, session), time.monotonic() + timeout_s)

    def has_answer(self, call_id: int) -> bool:
        """Whether `wait` would return at once."""
        return call_id in self._answers

    def wait(self, call_id: int, deadline: float) -> Json:
        """The result of a posted call.

        Args:
            call_id: What `post` returned.
            deadline: `time.monotonic()` after which to give up.

        Raises:
            ProtocolError: The browser refused the call.
            WaitedTooLong: No answer until the deadline; a late answer is dropped.
            BrowserGone: The browser has ended.
        """
        while call_id not in self._answers:
            if not self.pump(deadline):
                method = self._methods.pop(call_id, "?")
                raise WaitedTooLong(method)
        answer = self._answers.pop(call_id)
        method = self._methods.pop(call_id, "?")
        if "error" in answer:
            raise ProtocolError(method, str(answer["error"].get("message", answer["error"])))
        result: Json = answer["result"]
        return result

    def pump(self, deadline: float) -> bool:
        """Wait for messages and hand them out; returns False when none came until the deadline."""
        while True:
            left_s = deadline - time.monotonic()
            readable, _, _ = select.select([self._read_fd], [], [], max(0.0, min(left_s, 0.25)))
            if readable:
                break
            if left_s <= 0:
                return False
            if self.while_waiting and left_s > 0:
                self.while_waiting()
        part = os.read(self._read_fd, _PIPE_BYTES)
        if not part:
            raise BrowserGone
        self._buffer += part
        self._hand_out()
        return True

    def close(self) -> None:
        """Close both ends. Never raises."""
        for fd in (self._write_fd, self._read_fd):
            with suppress(OSError):
                os.close(fd)

    def _send(self, data: bytes) -> None:
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self._write_fd, view) :]
        except OSError as error:
            raise BrowserGone from error

    def _hand_out(self) -> None:
        """Split what has been read into messages. A sink may raise; what it has not seen stays for the next call."""
        while (end := self._buffer.find(b"\0", self._scanned)) >= 0:
            raw = bytes(self._buffer[:end])
            del self._buffer[: end + 1]
            self._scanned = 0
            if not raw.startswith(_IGNORED):
                self._deliver(json.loads(raw))
        self._scanned = len(self._buffer)
        if self._scanned > _LONGEST_MESSAGE_BYTES:
            message = f"a message of more than {_LONGEST_MESSAGE_BYTES} bytes"
            raise ProtocolError("pipe", message)

    def _deliver(self, message: Json) -> None:
        if "id" in message:
            if message["id"] in self._methods:
                self._answers[message["id"]] = message
            return
        sink = self._sinks.get(message.get("sessionId", ""))
        if sink:
            sink(message["method"], message["params"])
