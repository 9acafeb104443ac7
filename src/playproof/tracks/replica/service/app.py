"""The service as an ASGI application: endpoints in, pictures out, strictly one action at a time."""

import asyncio
import hashlib
import math
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from playproof.protocols import Frame
from playproof.records.calls import Call, Endpoint, Refusal, RefusalCode, ServiceStatus
from playproof.records.family import View
from playproof.records.interface import Action
from playproof.tracks.replica.service.game import GameUnavailable, ObservedGame
from playproof.tracks.replica.service.ledger import Answered, Ledger
from playproof.tracks.replica.service.openapi import describe_interface
from playproof.tracks.replica.service.requests import MESSAGES, VERBS, Refused, read_action, refuse_parameters

T = TypeVar("T")

MOST_WAITING = 16
"""Calls that may wait for their turn (ours)."""
_CLOSED = {"cache-control": "no-store"}


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What the service is made of."""

    game: ObservedGame
    ledger: Ledger
    view: View
    pace_ms: float = 0.0
    """An answer that a game made leaves at a multiple of this after the action began, so that its time tells less of what the game computed."""


class Service:
    """The endpoints. One thread plays, one call after the other."""

    def __init__(self, house: House) -> None:
        """Nothing is opened before the first call."""
        self._house = house
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._hand = ThreadPoolExecutor(max_workers=1, thread_name_prefix="playproof-observed")

    def app(self) -> Starlette:
        """The ASGI application."""
        routes = [Route(f"/{verb}", self._action(verb), methods=["POST"]) for verb in VERBS]
        routes += [
            Route("/screenshot", self.screenshot, methods=["GET"]),
            Route("/status", self.status, methods=["GET"]),
            Route("/openapi.json", self.openapi, methods=["GET"]),
        ]
        app = Starlette(routes=routes)
        app.router.redirect_slashes = False
        app.add_exception_handler(404, self._on_unknown)
        app.add_exception_handler(405, self._on_unknown)
        app.add_exception_handler(Refused, self._on_refused)
        app.add_exception_handler(Exception, self._on_failure)
        return app

    def close(self) -> None:
        """End the game. Never raises; call it when no request runs any more."""
        self._hand.submit(self._house.game.close).result()
        self._hand.shutdown()
        self._house.ledger.close()

    # -- endpoints

    def _action(self, verb: str) -> Callable[[Request], Awaitable[Response]]:
        async def endpoint(request: Request) -> Response:
            action = await read_action(verb, request, self._house.view)
            async with self._in_turn():
                if self._house.ledger.left <= 0:
                    raise Refused("budget_spent")
                try:
                    frame = await self._paced(lambda: self._house.game.act(action))
                except GameUnavailable:
                    return self._refusal(request, "game_unavailable", action)
                return self._picture(request, frame, action)

        return endpoint

    async def screenshot(self, request: Request) -> Response:
        """The picture as it is; free."""
        refuse_parameters(request)
        async with self._in_turn():
            try:
                frame = await self._paced(self._house.game.look)
            except GameUnavailable:
                return self._refusal(request, "game_unavailable")
            return self._picture(request, frame)

    async def status(self, request: Request) -> Response:
        """What is left of the budget; free."""
        refuse_parameters(request)
        async with self._in_turn():
            call = self._note(request, 200)
            house = self._house
            said = ServiceStatus(
                width_px=house.view.width_px,
                height_px=house.view.height_px,
                budget=house.ledger.budget,
                left=call.left,
                calls=call.seq,
                game_ms=call.game_ms,
            )
            return Response(said.model_dump_json(), media_type="application/json", headers=_CLOSED)

    async def openapi(self, request: Request) -> Response:
        """The description of the interface, the same for every game."""
        refuse_parameters(request)
        self._note(request, 200)
        return Response(describe_interface(), media_type="application/json", headers=_CLOSED)

    # -- answers

    def _picture(self, request: Request, frame: Frame, action: Action | None = None) -> Response:
        call = self._note(request, 200, action, hashlib.sha256(frame.png).hexdigest())
        headers = {"budget-left": str(call.left), "budget": str(self._house.ledger.budget), "call": str(call.seq), **_CLOSED}
        return Response(frame.png, media_type="image/png", headers=headers)

    def _refusal(self, request: Request, code: RefusalCode, action: Action | None = None) -> Response:
        status, message = MESSAGES[code]
        call = self._note(request, status, action)
        said = Refusal(error=code, message=message, left=call.left, budget=self._house.ledger.budget)
        headers = {"budget-left": str(call.left), "budget": str(self._house.ledger.budget), "call": str(call.seq), **_CLOSED}
        return Response(said.model_dump_json(), status_code=status, media_type="application/json", headers=headers)

    async def _on_unknown(self, request: Request, error: Exception) -> Response:
        return self._refusal(request, "method_not_allowed" if getattr(error, "status_code", 404) == 405 else "not_found")  # noqa: PLR2004

    async def _on_refused(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return self._refusal(request, error.code)

    async def _on_failure(self, _request: Request, _error: Exception) -> Response:
        """Our own failure; the log may be what failed, so it is left alone."""
        status, message = MESSAGES["service_error"]
        said = Refusal(error="service_error", message=message, left=self._house.ledger.left, budget=self._house.ledger.budget)
        return Response(said.model_dump_json(), status_code=status, media_type="application/json", headers=_CLOSED)

    def _note(self, request: Request, status: int, action: Action | None = None, picture: str | None = None) -> Call:
        endpoint = _endpoint(request)
        answered = Answered(endpoint=endpoint, status=status, game_ms=self._house.game.now_ms, action=action, picture=picture)
        return self._house.ledger.note(answered)

    # -- order and pace

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        """Wait for one's turn, in order of arrival."""
        if self._waiting >= MOST_WAITING:
            raise Refused("busy")
        self._waiting += 1
        try:
            await self._turn.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._turn.release()

    async def _paced(self, act: Callable[[], T]) -> T:
        """Run something on the thread that plays; it ends at a multiple of the pace, failed or not."""
        began_s, pace_s = time.monotonic(), self._house.pace_ms / 1000
        try:
            return await asyncio.get_running_loop().run_in_executor(self._hand, act)
        finally:
            if pace_s:
                took_s = time.monotonic() - began_s
                await asyncio.sleep(math.ceil(took_s / pace_s) * pace_s - took_s)


def _endpoint(request: Request) -> Endpoint:
    """How the log calls where a request went; every path that does not exist is the same."""
    name = request.url.path.removeprefix("/").removesuffix(".json")
    known: dict[str, Endpoint] = {
        "reset": "reset",
        "click": "click",
        "drag": "drag",
        "key": "key",
        "wait": "wait",
        "screenshot": "screenshot",
        "status": "status",
        "openapi": "openapi",
    }
    return known.get(name, "unknown")
