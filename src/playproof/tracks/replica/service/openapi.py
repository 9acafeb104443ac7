"""The OpenAPI 3.1 document of the service, made from the records that it reads and writes. It is the same for every game."""

import functools
import json
from typing import Any

from pydantic.json_schema import models_json_schema

from playproof.records.calls import PLAYER_KEYS, Refusal, ServiceStatus
from playproof.records.interface import Click, Drag, Key, Reset, Wait
from playproof.records.record import Record
from playproof.tracks.replica.service.requests import MESSAGES

_VERBS: dict[str, type[Record]] = {"reset": Reset, "click": Click, "drag": Drag, "key": Key, "wait": Wait}
_ABOUT = (
    "One running game behind an interface of pixels. Every action costs one of the budget, takes a fixed stretch of game time and answers with the "
    "picture after it. Game time stands still between calls. Coordinates are px of the picture, origin top left. The same actions after a reset "
    "always give the same pictures."
)
_PICTURE = {
    "description": "The picture after it.",
    "headers": {
        name: {"description": text, "schema": {"type": "integer"}}
        for name, text in (
            ("Budget-Left", "Actions that are left."),
            ("Budget", "Actions in all."),
            ("Call", "Number of this call."),
        )
    },
    "content": {"image/png": {}},
}


@functools.cache
def describe_interface() -> str:
    """The document, as JSON."""
    kinds: list[type[Record]] = [*_VERBS.values(), Refusal, ServiceStatus]
    _, schemas = models_json_schema([(kind, "validation") for kind in kinds], ref_template="#/components/schemas/{model}")
    defined = schemas["$defs"]
    defined["Key"]["properties"]["code"]["enum"] = sorted(PLAYER_KEYS)
    paths: dict[str, Any] = {f"/{verb}": {"post": _operation(verb, kind)} for verb, kind in _VERBS.items()}
    paths["/screenshot"] = {"get": _free("screenshot", "The picture as it is. Free.", _PICTURE)}
    paths["/status"] = {
        "get": _free("status", "What is left of the budget, and the size of the picture. Free.", _json("ServiceStatus", "The status."))
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Observation service", "version": "1", "description": _ABOUT},
        "paths": paths,
        "components": {"schemas": defined},
    }
    return json.dumps(document, indent=1)


def _operation(verb: str, kind: type[Record]) -> dict[str, Any]:
    wanted = {"content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{kind.__name__}"}}}, "required": verb != "reset"}
    return {**_free(verb, (kind.__doc__ or "").strip().splitlines()[0], _PICTURE), "requestBody": wanted}


def _free(name: str, summary: str, answer: dict[str, Any]) -> dict[str, Any]:
    refusals = sorted({status for status, _ in MESSAGES.values()})
    return {
        "operationId": name,
        "summary": summary,
        "responses": {"200": answer, **{str(status): _json("Refusal", _why(status)) for status in refusals}},
    }


def _why(status: int) -> str:
    return " / ".join(message for code, (number, message) in MESSAGES.items() if number == status)


def _json(schema: str, description: str) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}}}
