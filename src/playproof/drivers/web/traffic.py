"""Every request of a page: refused when it would leave the game's own origin, else delivered when the driver says so.

Requests are held by the browser and let go one after the other, in the order in which the page made them, while game time stands still. So the
answers arrive in the same order and at the same game time however busy the machine is.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from playproof.drivers.web.cdp import Connection, Json
from playproof.drivers.web.files import answer
from playproof.drivers.web.flags import ORIGIN
from playproof.records.observation import EventKind

_OWN = (ORIGIN + "/", "data:", "blob:", "about:", "filesystem:")
_ANSWER_S = 2.0
"""How long one answer may take before the next request is let go; our own server answers in a millisecond."""
_BUDGET_S = 3.0
"""Wall time spent on files within a second of game time once a page has loaded; what is left waits. Our own choice."""
_GREEDY_S = 0.3
"""The same for a page that has used that up once."""
_LEAST_PATIENCE_S = 0.05
"""What is left of that for a page whose requests keep getting stuck, e.g. behind others that it never reads."""
_BODY_S = 0.03
"""How long the body of a `fetch` may take after its head: a page that never reads it never ends it, and for one that does game time waits."""
_PAUSE_S = 0.25
"""How long a request that was announced may take to be held; some (memory cache, data:) never are."""
_MOST_A_SECOND = 300
"""Files that a page gets within a second of game time once it has loaded. Our own choice."""
_ENDLESS = ("Media", "EventSource", "WebSocket")
"""Kinds whose answers need not end."""


class Reports(Protocol):
    """Takes what is worth an event."""

    def __call__(self, kind: EventKind, text: str, level: str = "") -> None:
        """One event at the present game time."""


@dataclass(slots=True)
class _Request:
    url: str
    kind: str
    asked: Json = field(default_factory=dict)
    """The browser's own description."""
    hold_ids: list[str] = field(default_factory=list)
    """Numbers under which the browser holds it; more than one after a redirect."""
    has_response: bool = False


class Traffic:
    """The requests of one page."""

    def __init__(self, connection: Connection, session: str, *, report: Reports, stamp: Callable[[], tuple[float, int]]) -> None:
        """Watch one page.

        Args:
            connection: To the browser.
            session: The page's.
            report: Takes events.
            stamp: Game time and number of the document that is about to begin; told to our script in the document in a response header
                (`Server-Timing`), because nothing else reaches a page before its first script.
        """
        self._connection, self._session, self._report, self._stamp = connection, session, report, stamp
        self._requests: dict[str, _Request] = {}
        self._refused: set[str] = set()
        self._second, self._served = -1, 0
        self._patience_s = _ANSWER_S
        self._spent_s, self._budget_s = 0.0, _BUDGET_S
        self.navigation: tuple[str, str] | None = None
        """A held request for a new document in the main frame: the browser's number for it, and the URL."""
        self.main_frame = ""
        self.root: Path | None = None
        """The folder from which small files are answered; None leaves them all to the server."""

    @property
    def is_quiet(self) -> bool:
        """Whether no request is under way."""
        return not self._requests

    def on_event(self, method: str, params: Json) -> None:
        """Take an event of the Fetch or Network domain."""
        match method:
            case "Fetch.requestPaused":
                self._on_held(params)
            case "Network.requestWillBeSent":
                self._on_sent(params)
            case "Network.responseReceived":
                status, url = params["response"]["status"], params["response"]["url"]
                if (request := self._requests.get(params["requestId"])) is not None:
                    request.has_response = True
                if status >= 400 and url.startswith(ORIGIN) and not url.endswith("/favicon.ico"):  # noqa: PLR2004 - HTTP
                    self._report("request_failed", url)
            case "Network.loadingFinished" | "Network.loadingFailed":
                self._requests.pop(params["requestId"], None)
            case "Network.webSocketCreated" | "Network.webTransportCreated":
                self._report("network_refused", params["url"])

    def deliver(self, deadline: float) -> bool:
        """Let all requests go and wait for their answers; returns whether there was any.

        Args:
            deadline: `time.monotonic()` after which to stop waiting.
        """
        had_any, began = False, time.monotonic()
        while self._requests and time.monotonic() < deadline and self._may_deliver(time.monotonic() - began):
            had_any = self.deliver_next(deadline)
        self._spent_s += time.monotonic() - began
        return had_any

    def deliver_next(self, deadline: float) -> bool:
        """Let the oldest request go and wait for its answer; returns whether there was one."""
        had_any = False
        while self._requests and not had_any and time.monotonic() < deadline:
            key, request = next(iter(self._requests.items()))
            had_any = True
            if not request.hold_ids and not self._wait(key, request, _PAUSE_S):
                self._requests.pop(key, None)
                continue
            while request.hold_ids:
                self._let_go(request)
                if request.kind in _ENDLESS or request.kind == "Document":
                    self._requests.pop(key, None)
                    break
                if not self._wait(key, request, self._patience_s) and not request.has_response:
                    self._patience_s = max(_LEAST_PATIENCE_S, self._patience_s / 2)
            self._requests.pop(key, None)
        return had_any

    def _may_deliver(self, spent_s: float) -> bool:
        """Whether the page still gets files at this game time: one that asks without end does not hold up the play."""
        second = int(self._stamp()[0] // 1000)
        if second != self._second:
            self._second, self._served, self._spent_s = second, 0, 0.0
        self._served += 1
        if self._served <= _MOST_A_SECOND and self._spent_s + spent_s <= self._budget_s:
            return True
        self._budget_s = _GREEDY_S
        return False

    def _let_go(self, request: _Request) -> None:
        hold = {"requestId": request.hold_ids.pop(0)}
        ready = answer(self.root, request.asked, request.kind) if self.root and request.asked else None
        self._connection.tell("Fetch.fulfillRequest" if ready else "Fetch.continueRequest", hold | (ready or {}), self._session)

    def _wait(self, key: str, request: _Request, limit_s: float) -> bool:
        """Wait until a request is held (again) or answered; returns False when neither happened."""
        end = time.monotonic() + limit_s
        while not request.hold_ids and key in self._requests:
            if request.kind == "Fetch" and request.has_response:
                end = min(end, time.monotonic() + _BODY_S)
            if not self._connection.pump(end):
                return False
        return True

    def _on_sent(self, params: Json) -> None:
        url, kind = params["request"]["url"], params.get("type", "Other")
        if not url.startswith(_OWN):
            self._refuse(url)
            return
        known = self._requests.pop(params["requestId"], None)
        if known:
            known.url = url
            self._requests[params["requestId"]] = known  # the order is the page's, not that in which the browser came to hold them
        elif kind not in _ENDLESS:
            self._requests[params["requestId"]] = _Request(url=url, kind=kind)

    def _on_held(self, params: Json) -> None:
        url, hold_id = params["request"]["url"], params["requestId"]
        is_main = params["resourceType"] == "Document" and params.get("frameId") == self.main_frame
        if "responseStatusCode" in params or "responseErrorReason" in params:
            self._on_response(params, is_main=is_main)
            return
        if not url.startswith(_OWN):
            self._connection.tell("Fetch.failRequest", {"requestId": hold_id, "errorReason": "Aborted"}, self._session)
            if is_main:
                self._report("navigation", url, "refused")
            self._refuse(url)
            return
        key = params.get("networkId", "")
        if is_main:
            self._requests.pop(key, None)
            self.navigation = (hold_id, url)
            return
        request = self._requests.get(key)
        if request is None:
            if params["resourceType"] in _ENDLESS or not key:
                self._connection.tell("Fetch.continueRequest", {"requestId": hold_id}, self._session)
                return
            request = self._requests[key] = _Request(url=url, kind=params["resourceType"])
        request.asked = params["request"]
        request.hold_ids.append(hold_id)

    def _on_response(self, params: Json, *, is_main: bool) -> None:
        """A document's answer has come: tell a document of the main frame when it begins."""
        changes: Json = {}
        if is_main and "responseStatusCode" in params:
            now_ms, document = self._stamp()
            stamp = {"name": "Server-Timing", "value": f'begin;dur={now_ms!r};desc="{document}"'}
            changes = {"responseCode": params["responseStatusCode"], "responseHeaders": [*params.get("responseHeaders", ()), stamp]}
        self._connection.tell("Fetch.continueResponse", {"requestId": params["requestId"], **changes}, self._session)

    def _refuse(self, url: str) -> None:
        if url not in self._refused and len(self._refused) < 1000:  # noqa: PLR2004 - bounds what a flood of names costs
            self._refused.add(url)
            self._report("network_refused", url)
