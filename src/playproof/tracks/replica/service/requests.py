"""Reads a request into an action, strictly: one JSON object of the verb's fields and nothing else, small and in time.

Every refusal has a code and words of its own that depend on the request alone, never on the game.
"""

import asyncio
from typing import Final

from pydantic import TypeAdapter, ValidationError
from starlette.requests import ClientDisconnect, Request

from playproof.records.calls import PLAYER_KEYS, RefusalCode
from playproof.records.family import View
from playproof.records.interface import Action, Click, Drag, Key, Reset, Wait

MOST_BODY_BYTES: Final = 4096
"""Largest body (ours); the longest honest one has about a hundred bytes."""
MOST_BODY_S: Final = 10.0
"""Wall seconds that a body may take to arrive (ours)."""
VERBS: Final[dict[str, TypeAdapter[Action]]] = {
    name: TypeAdapter(kind) for name, kind in (("click", Click), ("drag", Drag), ("key", Key), ("wait", Wait), ("reset", Reset))
}
"""Name of the endpoint -> what its body has to be."""

MESSAGES: Final[dict[RefusalCode, tuple[int, str]]] = {
    "not_found": (404, "There is no such endpoint; GET /openapi.json lists them."),
    "method_not_allowed": (405, "Actions are POST; screenshot, status and openapi.json are GET."),
    "not_json": (400, "The body is not one JSON object in UTF-8."),
    "body_too_large": (413, f"The body has more than {MOST_BODY_BYTES} bytes."),
    "body_too_slow": (408, f"The body did not arrive within {MOST_BODY_S:g} s."),
    "invalid_action": (422, "The body is not this action; GET /openapi.json describes its fields. Unknown fields are refused; numbers are whole."),
    "no_parameters": (400, "Endpoints take no query parameters; the body carries everything."),
    "key_not_allowed": (422, "This key is not a player's; GET /openapi.json lists the codes."),
    "outside_view": (422, "The point lies outside the picture; GET /status tells its size."),
    "budget_spent": (429, "The budget of actions is spent. screenshot and status stay free."),
    "busy": (503, "Too many calls wait; actions are carried out one after the other."),
    "game_unavailable": (503, "The action could not be carried out; it counts, and the game stands as it opens."),
    "service_error": (500, "The service failed."),
}
"""Code -> HTTP status and words."""


class Refused(Exception):
    """A request that is answered with a refusal."""

    def __init__(self, code: RefusalCode) -> None:
        """Keep the code; everything else follows from it."""
        self.code = code
        super().__init__(code)


async def read_action(verb: str, request: Request, view: View) -> Action:
    """The action that a request asks for.

    Raises:
        Refused: It is none that can be done.
    """
    refuse_parameters(request)
    body = await _body(request)
    if verb == "reset" and not body:
        return Reset()
    try:
        action = VERBS[verb].validate_json(body, strict=True)
    except ValidationError as error:
        is_json = all(problem["type"] not in ("json_invalid", "model_type") for problem in error.errors(include_input=False, include_url=False))
        raise Refused("invalid_action" if is_json else "not_json") from None
    _refuse_unplayable(action, view)
    return action


def refuse_parameters(request: Request) -> None:
    """Refused for a request with query parameters, which would otherwise be ignored in silence."""
    if request.url.query:
        raise Refused("no_parameters")


async def _body(request: Request) -> bytes:
    """The body, never held beyond the largest size."""
    parts = bytearray()

    async def collect() -> None:
        async for part in request.stream():
            parts.extend(part)
            if len(parts) > MOST_BODY_BYTES:
                raise Refused("body_too_large")

    announced = request.headers.get("content-length", "0")
    if announced.isdecimal() and int(announced) > MOST_BODY_BYTES:
        raise Refused("body_too_large")
    try:
        await asyncio.wait_for(collect(), MOST_BODY_S)
    except TimeoutError:
        raise Refused("body_too_slow") from None
    except ClientDisconnect:
        raise Refused("not_json") from None
    return bytes(parts)


def _refuse_unplayable(action: Action, view: View) -> None:
    match action:
        case Key(code=code) if code not in PLAYER_KEYS:
            raise Refused("key_not_allowed")
        case Click(x=x, y=y):
            points = [(x, y)]
        case Drag():
            points = [(action.x1, action.y1), (action.x2, action.y2)]
        case _:
            points = []
    if any(x >= view.width_px or y >= view.height_px for x, y in points):
        raise Refused("outside_view")
