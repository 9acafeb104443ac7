"""One page of the browser: set up for a play, loaded, and held by its two handles (the clock's and the reader's).

A page is a target with a session. It knows frames, handles and requests; it does not know keys, steps or readings.
"""

import json
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playproof.drivers.web.cdp import BrowserGone, Connection, Json, ProtocolError, WaitedTooLong
from playproof.drivers.web.happenings import Happenings
from playproof.drivers.web.realms import Realms
from playproof.drivers.web.scripts import Settings, clock_script, reader_script
from playproof.drivers.web.setting import Setting
from playproof.drivers.web.traffic import Traffic
from playproof.errors import DriverError, GameError, PlayproofError
from playproof.records.observation import EventKind

_WORLD = "reader"
_MOST_MOVES = 20
"""Documents within a second of game time; a page that goes on like that never plays. Our own choice."""
_FULL_SHARE = 0.7
"""Share of the allowed memory above which a game that hangs or crashes is said to have run out of it."""
_GRACE_S = 1.0
"""Wall time that a page which is about to leave gets to finish its answer."""
_RESCUE_S = 0.5
"""Wall time that a hung page gets to hand over its log."""
_STILL_S = 1.0
"""Wall time without any request after which a page that was parsed counts as loaded."""
_LOST = (
    "Cannot find context",
    "Execution context was destroyed",
    "Inspected target navigated",
    "Could not find object",
    "Promise was collected",
    "closed",
)


class ContextLost(Exception):
    """The document that was asked is gone: the page has moved on."""


@dataclass(slots=True)
class _Document:
    """What we hold of the document that is shown."""

    clock: str = ""
    reader: str = ""
    context_id: int = -1
    is_loaded: bool = False
    is_parsed: bool = False


class Page:
    """A page. Every call that waits for it raises GameError when it hangs or dies, ContextLost when it has moved on."""

    def __init__(self, connection: Connection, session: str, target: str, *, setting: Setting, happenings: Happenings) -> None:
        """Take over a target that is paused before its first document; see `prepare`."""
        self.connection, self.session, self.target = connection, session, target
        self.setting = setting
        self.happenings = happenings
        self.now_ms = 0.0
        self.documents = 0
        self._document = _Document()
        self._is_moving = False
        self._is_committing = False
        """Whether a navigation is under way that has not yet replaced the document."""
        self._setup: list[int] = []
        self._recent: list[float] = []
        self._reports: list[tuple[EventKind, str, str]] = []
        self._began_ms = self._waited_s = 0.0
        self.peak_bytes = 0
        """Most memory that the browser's processes were seen to take together."""
        self.traffic = Traffic(connection, session, report=self.report, stamp=self._stamp)
        self.traffic.root = setting.artifact_path
        self.traffic.main_frame = target
        self.realms = Realms(connection, script=lambda number: clock_script({**self._clock_settings(), "stream": 1000 + number}))
        self._frame_of: dict[int, str] = {}
        connection.listen(session, self._on_event)

    # -- set-up and loading

    def prepare(self, start_ms: float, document: int) -> None:
        """Post everything a page needs before its first document, and let it run."""
        setting, size = self.setting, {"width": self.setting.width_px, "height": self.setting.height_px}
        self.now_ms = self._began_ms = start_ms
        self.documents = document
        post = self.post
        calls = [
            post("Page.enable"),
            post("Runtime.enable"),
            post("Network.enable", maxTotalBufferSize=1, maxResourceBufferSize=1),
            post("Network.setBypassServiceWorker", bypass=True),
            post("Fetch.enable", patterns=[{"urlPattern": "*"}, {"urlPattern": "*", "requestStage": "Response", "resourceType": "Document"}]),
            post("Target.setAutoAttach", autoAttach=True, waitForDebuggerOnStart=True, flatten=True),
            post("Emulation.setDeviceMetricsOverride", **size, deviceScaleFactor=1, mobile=False),
            post("Emulation.setFocusEmulationEnabled", enabled=True),
            post("Emulation.setTimezoneOverride", timezoneId="UTC"),
            post("Emulation.setLocaleOverride", locale="en-US"),
            post("Emulation.setUserAgentOverride", userAgent=setting.user_agent, acceptLanguage="en-US,en", platform="Linux x86_64"),
            post("Emulation.setHardwareConcurrencyOverride", hardwareConcurrency=4),
            post("Page.addScriptToEvaluateOnNewDocument", source=clock_script(self._clock_settings())),
            post("Page.addScriptToEvaluateOnNewDocument", source=reader_script(setting.reader_settings()), worldName=_WORLD),
            post("Input.setIgnoreInputEvents", ignore=True),
        ]
        self.connection.tell("Runtime.runIfWaitingForDebugger", {}, self.session)
        self._setup = calls

    def load(self) -> None:
        """Wait until the page with which the target was made has loaded; game time stands still."""
        self._await_document("the start page")
        for call in self._setup:
            self.wait(call, self.setting.limits.load_s, "be set up")

    def follow(self) -> bool:
        """Let a navigation within the game happen that is waiting, and wait until the new document has loaded; returns whether there was one."""
        self.settle_moves()
        if self.traffic.navigation is None:
            return False
        self.report("navigation", self.traffic.navigation[1], "followed")
        self._release_document()
        self._await_document("the next page")
        return True

    def accept_inputs(self) -> None:
        """From now on input reaches the page; before, the browser would send some of its own."""
        self.wait(self.post("Input.setIgnoreInputEvents", ignore=False), self.setting.limits.load_s, "take inputs")

    def deliver(self) -> bool:
        """Deliver the files that the page has asked for; returns whether there were any."""
        deadline = time.monotonic() + self.setting.limits.load_s
        had_any: bool = self._guarded(lambda: self.traffic.deliver(deadline), "take its files")
        return had_any

    def await_successor(self) -> None:
        """The document is gone, with or without having asked (about:blank, blob:): wait for the next."""
        if not self.follow():
            self.report("navigation", "the page left its document", "followed")
            self._await_document("the next page")

    def _await_document(self, what: str) -> None:
        """Deliver the held document and everything it asks for until it has loaded."""
        limits = self.setting.limits
        deadline = time.monotonic() + limits.load_s
        quiet_since = 0.0
        while not (self._document.is_loaded and self._document.clock and self._document.reader):
            self._release_document()
            self._guarded(lambda: self.traffic.deliver_next(deadline) or self.connection.pump(min(deadline, time.monotonic() + 0.1)), f"load {what}")
            now = time.monotonic()
            is_still = self._document.is_parsed and self.traffic.is_quiet and self._document.clock and self._document.reader
            quiet_since = (quiet_since or now) if is_still else 0.0
            if quiet_since and now - quiet_since > _STILL_S:
                return  # whatever its load event still waits for, nothing more comes
            if now > deadline:
                message = f"{what} did not load within {limits.load_s:g} s: its scripts do not end, or it waits for what never comes"
                raise GameError(message, kind="hung")

    def _release_document(self) -> None:
        """Let a held navigation go on."""
        if self.traffic.navigation is None:
            return
        hold_id, _ = self.traffic.navigation
        self.traffic.navigation = None
        self._is_moving = False
        self.documents += 1
        self._recent = [ms for ms in self._recent if ms > self.now_ms - 1000] + [self.now_ms]
        if len(self._recent) > _MOST_MOVES:
            message = f"the page went to a new document {len(self._recent)} times within a second of game time"
            raise GameError(message, kind="hung")
        self._is_committing, self._document.is_loaded, self._document.is_parsed = True, False, False
        self.connection.tell("Fetch.continueRequest", {"requestId": hold_id}, self.session)

    def _stamp(self) -> tuple[float, int]:
        """What a new document has to know: game time, and its number in the play."""
        return self.now_ms, self.documents

    def _clock_settings(self) -> Settings:
        return self.setting.clock_settings(self.now_ms, self.documents)

    # -- calls

    def post(self, method: str, **params: Any) -> int:  # noqa: ANN401 - protocol parameters
        """Send a call to this page without waiting."""
        return self.connection.post(method, params, self.session)

    def wait(self, call_id: int, limit_s: float, doing: str) -> Json:
        """The answer to a posted call.

        Args:
            call_id: What `post` returned.
            limit_s: Wall seconds after which the page counts as hung.
            doing: What the page was asked to do, for the message.
        """
        began_s = time.monotonic()
        answer: Json = self._guarded(lambda: self._answer(call_id, began_s + limit_s), doing)
        self._waited_s += time.monotonic() - began_s
        self._refuse_crawling()
        return answer

    def _refuse_crawling(self) -> None:
        """GameError for a page that answers every call just in time and so would keep us for hours."""
        limits, played_s = self.setting.limits, (self.now_ms - self._began_ms) / 1000
        if self._waited_s > limits.slow_s + limits.slowness * played_s:
            message = f"the page took {self._waited_s:.0f} s for {played_s:.1f} s of game time"
            raise GameError(message, kind="too_slow")

    def settle_moves(self) -> None:
        """If the page has begun to go elsewhere, wait until the browser holds its request: until then it would not answer."""
        end = time.monotonic() + _GRACE_S
        while self._is_moving and self.traffic.navigation is None:
            if not self._guarded(lambda: self.connection.pump(end), "go to its next document"):
                break
        self._is_moving = False

    def _answer(self, call_id: int, deadline: float) -> Json:
        """Wait for an answer. A page whose next document is held answers only what it was asked before."""
        while self.traffic.navigation and not self.connection.has_answer(call_id):
            if not self.connection.pump(min(deadline, time.monotonic() + _GRACE_S)):
                raise ContextLost
        while not self.connection.has_answer(call_id):
            if not self.connection.pump(deadline):
                break
            if self.traffic.navigation:
                return self._answer(call_id, deadline)
        return self.connection.wait(call_id, deadline)

    def post_clock(self, name: str, *values: object) -> int:
        """Call a function of the clock's handle (`shim/control.js`) without waiting."""
        return self._post_handle(self._document.clock, name, values)

    def post_reader(self, name: str, *values: object) -> int:
        """Call a function of the reader's handle (`probes/hud.js`) without waiting."""
        return self._post_handle(self._document.reader, name, values)

    def value(self, call_id: int, limit_s: float, doing: str) -> Any:  # noqa: ANN401 - parsed JSON
        """What a handle's function returned, parsed."""
        answer = self.wait(call_id, limit_s, doing)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            message = f"our script failed inside the page: {details.get('exception', {}).get('description', details.get('text'))}"
            raise DriverError(message, kind="browser_died")
        return json.loads(answer["result"]["value"])

    def post_realm(self, realm: tuple[str, str], name: str, *values: object) -> int:
        """Call a function of another clock's handle (session, handle) without waiting."""
        return self._post_handle(realm[1], name, values, session=realm[0])

    def _post_handle(self, handle: str, name: str, values: tuple[object, ...], session: str = "") -> int:
        if not handle:
            raise ContextLost
        listed = ",".join("abcdefgh"[: len(values)])
        call: Json = {
            "functionDeclaration": f"function({listed}){{return this.{name}({listed})}}",
            "objectId": handle,
            "arguments": [{"value": value} for value in values],
            "awaitPromise": True,
            "returnByValue": True,
        }
        return self.connection.post("Runtime.callFunctionOn", call, session or self.session)

    def _guarded(self, act: Any, doing: str) -> Any:  # noqa: ANN401 - passes through what `act` returns
        """Run something that talks to the page; say what went wrong in the words of a play."""
        try:
            return act()
        except WaitedTooLong as error:
            if self.is_full:
                message = f"the page did not {doing} in time and took {self.peak_bytes / 2**20:.0f} MiB of memory"
                raise GameError(message, kind="out_of_memory") from error
            message = f"the page did not {doing} in time: a script of it does not end"
            raise GameError(message, kind="hung") from error
        except BrowserGone as error:
            message = f"the browser ended while the page was to {doing}"
            raise DriverError(message, kind="browser_died") from error
        except ProtocolError as error:
            if any(words in error.message for words in _LOST):
                raise ContextLost from error
            message = f"{error.method} while the page was to {doing}: {error.message}"
            raise DriverError(message, kind="protocol") from error

    def rescue_journal(self) -> None:
        """Stop the script of a hung page and fetch what it had logged, if that is still possible. Never raises."""
        if not self._document.clock:
            return
        with suppress(PlayproofError, ProtocolError, WaitedTooLong, BrowserGone, ContextLost):
            self.connection.call("Runtime.terminateExecution", {}, self.session, timeout_s=_RESCUE_S)
            answer = self.value(self.post_clock("take"), _RESCUE_S, "tell what it had logged")
            self.happenings.add_journal(answer["journal"])

    @property
    def is_full(self) -> bool:
        """Whether the game was seen to take most of the memory it may have."""
        return self.peak_bytes > self.setting.limits.memory_bytes * _FULL_SHARE

    # -- events

    def report(self, kind: EventKind, text: str, level: str = "") -> None:
        """Log an event that the browser and not the page's script reports; see `stamp_reports`."""
        self._reports.append((kind, text, level))

    def stamp_reports(self) -> None:
        """Give what the browser has reported the present game time.

        The browser works beside the page, so how far a step had come when it reported is chance: reports carry the time at which a step ended,
        in an order that does not depend on chance.
        """
        reports, self._reports = sorted(self._reports), []
        for kind, text, level in reports:
            self.happenings.add(self.now_ms, kind, text, level)

    def has_answer(self, call_id: int, wait_s: float) -> bool:
        """Whether a posted call has been answered, or is within `wait_s` wall seconds."""
        end = time.monotonic() + wait_s
        while not self.connection.has_answer(call_id):
            if not self._guarded(lambda: self.connection.pump(end), "take an input"):
                return False
        return True

    def _on_event(self, method: str, params: Json) -> None:
        if method.startswith(("Network.", "Fetch.")):
            self.traffic.on_event(method, params)
            return
        if method.startswith("Runtime."):
            self._on_runtime_event(method, params)
            return
        match method:
            case "Target.attachedToTarget":
                self._on_attached(params)
            case "Target.detachedFromTarget":
                self.realms.on_detached(params["sessionId"])
            case "Page.frameRequestedNavigation" if params["frameId"] == self.target and params["disposition"] == "currentTab":
                self._is_moving = True
            case "Page.loadEventFired" if not self._is_committing:
                self._document.is_loaded = True
            case "Page.domContentEventFired" if not self._is_committing:
                self._document.is_parsed = True
            case "Page.frameStoppedLoading" if params["frameId"] == self.target:
                self.on_stay()
            case "Page.javascriptDialogOpening":
                self._on_dialog(params)
            case "Inspector.targetCrashed":
                self.on_crash("crashed")

    def on_crash(self, status: str) -> None:
        """The page's process has ended."""
        if status == "oom" or self.is_full:
            message = f"the page's process ended for want of memory; it may take {self.setting.limits.memory_bytes / 2**20:.0f} MiB"
            raise GameError(message, kind="out_of_memory")
        message = f"the page's process crashed ({status})"
        raise GameError(message, kind="crashed")

    def _on_runtime_event(self, method: str, params: Json) -> None:
        """Documents come and go, and our scripts in them hand over their handles."""
        match method:
            case "Runtime.consoleAPICalled":
                self._on_console(params)
            case "Runtime.executionContextCreated":
                context = params["context"]
                self._frame_of[context["id"]] = context.get("auxData", {}).get("frameId", "")
            case "Runtime.executionContextDestroyed":
                self._on_context_gone(params["executionContextId"])
            case "Runtime.executionContextsCleared":
                self._frame_of.clear()
                self._forget_document()

    def _on_console(self, params: Json) -> None:
        """Take a handle that one of our scripts hands over; everything else that arrives here is not ours."""
        words = params["args"]
        if params["type"] != "debug" or len(words) != 2 or "objectId" not in words[1]:  # noqa: PLR2004 - secret and handle
            return
        said, handle, context = words[0].get("value"), words[1]["objectId"], params["executionContextId"]
        is_main = self._frame_of.get(context, self.target) == self.target
        if said == self.setting.secret and is_main:
            self._document.clock, self._document.context_id = handle, context
        elif said == self.setting.secret:
            self.realms.on_frame(context, handle)
        elif said == self.setting.reader_secret and is_main:
            self._document.reader = handle

    def _on_context_gone(self, context: int) -> None:
        self._frame_of.pop(context, None)
        self.realms.on_context_gone(context)
        if context == self._document.context_id:
            self._forget_document()

    def on_stay(self) -> None:
        """The navigation has come to nothing (a download, an empty answer): the document stays."""
        if self._is_committing:
            self._is_committing, self._document.is_loaded, self._document.is_parsed = False, True, True

    def _forget_document(self) -> None:
        self._is_committing = False
        self._document = _Document()
        self.realms.clear()

    def _on_attached(self, params: Json) -> None:
        """A worker is stopped before its first line; frames in processes of their own (full Chromium) run on unseen."""
        target, session = params["targetInfo"], params["sessionId"]
        if target["type"] == "worker":
            self.realms.on_attached(session, target["url"])
        elif params["waitingForDebugger"]:
            self.connection.tell("Runtime.runIfWaitingForDebugger", {}, session)

    def _on_dialog(self, params: Json) -> None:
        self.report("dialog", f"{params['type']}: {params['message']}")
        self.connection.tell("Page.handleJavaScriptDialog", {"accept": True, "promptText": params.get("defaultPrompt", "")}, self.session)
