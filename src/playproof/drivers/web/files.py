"""Answers a held request for a file of the game at once, without the way through the network service and the file server.

The answer is the one that the file server would give: the same rule for paths and types (`server.locate`, `server.TYPES`) and the same headers. What is
more than a plain look at a small file (a part of one, another method, whatever is missing) goes to the server.
"""

import base64
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from playproof.drivers.web.cdp import Json
from playproof.drivers.web.flags import ORIGIN
from playproof.drivers.web.server import TYPES, Refusal, locate

MOST_BYTES = 1 << 20
"""A larger file streams better from the server. Our own choice."""
KINDS = frozenset({"Script", "Stylesheet", "Image", "Font", "Fetch", "XHR"})
"""What is answered here; media elements ask for parts, documents are looked at twice."""


def answer(root: Path, request: Mapping[str, object], kind: str) -> Json | None:
    """The arguments of `Fetch.fulfillRequest`, or None when the server must answer.

    Args:
        root: The folder of the game.
        request: The browser's description of the request.
        kind: What the page wants it for.
    """
    url, headers = str(request["url"]), request.get("headers")
    if kind not in KINDS or request.get("method") != "GET" or not url.startswith(ORIGIN + "/"):
        return None
    if isinstance(headers, Mapping) and any(str(name).lower() in ("range", "if-range") for name in headers):
        return None
    try:
        path = Path(locate(str(root.resolve()), url[len(ORIGIN) :]))
        stat = path.stat()
    except (Refusal, OSError):
        return None
    if not path.is_file() or stat.st_size > MOST_BYTES:
        return None
    return {"responseCode": 200, **_answer(path, stat.st_mtime_ns, stat.st_size)}


@lru_cache(maxsize=128)
def _answer(path: Path, _changed_ns: int, _size_bytes: int) -> Json:
    """Headers and body of a file; plays of one game ask for the same files again and again."""
    content = path.read_bytes()
    headers = {
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
        "Content-Type": TYPES.get(path.suffix.removeprefix(".").lower(), "application/octet-stream"),
        "Content-Length": str(len(content)),
        "Accept-Ranges": "bytes",
    }
    return {"responseHeaders": [{"name": name, "value": value} for name, value in headers.items()], "body": base64.b64encode(content).decode()}
