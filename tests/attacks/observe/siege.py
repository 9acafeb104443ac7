"""A service under attack, and what an answer must not tell."""

import json
import socket
from dataclasses import dataclass
from pathlib import Path

import httpx

from playproof.records.calls import Call
from playproof.tracks.replica.service.client import ObserveClient
from playproof.tracks.replica.service.ledger import read_calls

SECRETS = (
    b"CANARY",
    b"7f3a",
    b"leaky",
    b"Twin",
    b"twin",
    b"lamps",
    b"core.js",
    b"render",
    b"playproof-observed",
    b"Traceback",
    b'File "',
    b"hrom",
    b"uvicorn",
)
"""Words that would tell of the game or of what is around it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A service under attack."""

    address: str
    client: ObserveClient
    http: httpx.Client
    log_path: Path

    @property
    def port(self) -> int:
        """Of the service, on this machine."""
        return int(self.address.rpartition(":")[2])

    def calls(self) -> tuple[Call, ...]:
        """What the service has noted."""
        return read_calls(self.log_path)

    def send(self, content: bytes, *, enough: bytes = b"", patience_s: float = 5.0) -> bytes:
        """Raw bytes on a connection of their own; what comes back until it closes, or until `enough` was seen."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=patience_s) as made:
            made.sendall(content)
            said = b""
            try:
                while not enough or enough not in said:
                    part = made.recv(65_536)
                    if not part:
                        break
                    said += part
            except (TimeoutError, ConnectionResetError):
                pass
            return said

    def picture(self) -> bytes:
        """What the game shows; free."""
        return self.client.screenshot().png


def tells_nothing(answer: httpx.Response | bytes) -> bool:
    """Whether an answer has no word of the game in head or body, and is one of the stable refusals if it is no picture."""
    content = answer if isinstance(answer, bytes) else answer.content + repr(sorted(answer.headers.items())).encode()
    return not any(word in content for word in SECRETS)


def is_refusal(answer: httpx.Response, code: str) -> bool:
    """Whether an answer is the refusal of that code, and says nothing else."""
    return tells_nothing(answer) and set(answer.json()) == {"error", "message", "left", "budget"} and answer.json()["error"] == code


def body(**fields: object) -> bytes:
    """A JSON body."""
    return json.dumps(fields).encode()
