"""A script that serves one game and runs the browser that plays it: `server.py --root DIR --port N -- BROWSER ARG...`.

It runs inside the jail, so that the game's only reachable network is this server. In the browser's arguments `{port}` stands for the port that
serves, which makes one command line do for both cases:

    in a jail            --port 8080   the network namespace is the game's own, every port from 1024 on is free; a jailed program has no right
                                       to the ports below
    without namespaces   --port 0      takes a free port

    server.py --root /artifact --port 8080 -- BROWSER '--host-resolver-rules=MAP game.localhost:80 127.0.0.1:{port}, MAP * ~NOTFOUND' ...

so that the origin is `http://game.localhost/` in every play. The socket listens before the browser starts. The browser inherits descriptors 3
and 4; the script keeps none of them. It ends with the browser, with its exit status, and ends the browser when it gets SIGTERM.

It answers GET and HEAD over HTTP/1.1 with keep-alive and single byte ranges; no listings, nothing outside the root, no header that tells the
time of day. Standard library only, run with `-I -S`.

Every fresh browser waits for this script, so it is written for a fast start: `http.server` alone would take 55 ms of imports, as long as the
browser itself; `socket` and `threading` (20 ms) are imported when the browser already runs.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found] # known to typeshed only as `signal`
import _socket
import os
import stat
import sys

TYPE_CHECKING = False  # `typing` would cost 5 ms.
if TYPE_CHECKING:
    import socket
    from collections.abc import Iterator
    from io import BufferedReader
    from types import FrameType

_HEAD_BYTES = 65536
_CHUNK_BYTES = 1 << 18
_BACKLOG = 128
_KILL_AFTER_S = 3
TYPES = {
    ending: kind
    for kind, endings in {
        "text/html": "html htm",
        "application/xhtml+xml": "xhtml",
        "text/xml": "xml",
        "text/css": "css",
        "text/javascript": "js mjs cjs",
        "application/json": "json map",
        "model/gltf+json": "gltf",
        "application/manifest+json": "webmanifest",
        "application/wasm": "wasm",
        "text/plain": "txt md glsl frag vert",
        "text/csv": "csv",
        "text/vtt": "vtt",
        "image/png": "png",
        "image/jpeg": "jpg jpeg",
        "image/gif": "gif",
        "image/webp": "webp",
        "image/avif": "avif",
        "image/svg+xml": "svg",
        "image/x-icon": "ico",
        "image/bmp": "bmp",
        "audio/mpeg": "mp3",
        "audio/ogg": "ogg oga opus",
        "audio/wav": "wav",
        "audio/mp4": "m4a",
        "audio/aac": "aac",
        "audio/flac": "flac",
        "video/mp4": "mp4 m4v",
        "video/webm": "webm",
        "video/ogg": "ogv",
        "font/woff": "woff",
        "font/woff2": "woff2",
        "font/ttf": "ttf",
        "font/otf": "otf",
        "model/gltf-binary": "glb",
        "application/pdf": "pdf",
        "application/zip": "zip",
    }.items()
    for ending in endings.split()
}
_REASONS = {200: "OK", 206: "Partial Content", 301: "Moved Permanently", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed",
            416: "Range Not Satisfiable", 431: "Request Header Fields Too Large"}  # fmt: skip


class Refusal(Exception):
    """A request that is answered without a file: status and further headers."""

    def __init__(self, status: int, *headers: tuple[str, str]) -> None:
        """Keep the answer."""
        self.status, self.headers = status, headers
        super().__init__(status)


def locate(root: str, target: str) -> str:
    """The file below `root` that a request target names, all symbolic links resolved.

    Raises:
        Refusal: 404 for whatever is not a file in the folder, 301 for a folder named without its last slash.
    """
    raw = target.split("?", 1)[0].split("#", 1)[0]
    if not raw.startswith("/"):
        raise Refusal(400)
    try:
        path = _unquoted(raw).decode()
    except ValueError:
        raise Refusal(404) from None
    parts = path.split("/")
    if "\0" in path or "\\" in path or ".." in parts or "." in parts:
        raise Refusal(404)
    named = os.path.join(root, *(part for part in parts if part))  # noqa: PTH118 - pathlib costs 15 ms of imports at each start
    if os.path.isdir(named):  # noqa: PTH112
        index = os.path.join(named, "index.html")  # noqa: PTH118
        if not path.endswith("/") and os.path.isfile(index):  # noqa: PTH113
            raise Refusal(301, ("Location", "/" + raw.strip("/") + "/"))
        named = index
    elif path.endswith("/"):
        raise Refusal(404)
    found = os.path.realpath(named)
    if os.path.commonpath((found, root)) != root:
        raise Refusal(404)
    return found


def span(header: str, size_bytes: int) -> tuple[int, int] | None:
    """First and last byte that a `Range` header asks for; None when the whole file is the right answer.

    Raises:
        Refusal: 416, the range begins behind the end.
    """
    unit, _, wanted = header.partition("=")
    first, dash, last = wanted.strip().partition("-")
    numbers = (first.strip(), last.strip())
    if unit.strip().lower() != "bytes" or not dash or not any(numbers) or not all(n.isdecimal() or not n for n in numbers):
        return None
    if numbers[0]:
        start, end = int(numbers[0]), min(int(numbers[1]), size_bytes - 1) if numbers[1] else size_bytes - 1
        if numbers[1] and int(numbers[1]) < start:
            return None
    else:
        start, end = max(0, size_bytes - int(numbers[1])), size_bytes - 1
    if start >= size_bytes:
        raise Refusal(416, ("Content-Range", f"bytes */{size_bytes}"))
    return start, end


def serve(listener: _socket.socket, root: str) -> None:
    """Answer for ever, a thread for each connection."""
    import socket  # noqa: PLC0415 - see the head of the file
    import threading  # noqa: PLC0415

    listening = socket.socket(fileno=listener.detach())
    while True:
        connection, _ = listening.accept()
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=_converse, args=(connection, root), daemon=True).start()


def _converse(connection: socket.socket, root: str) -> None:
    """Answer the requests of one connection until the browser has had enough."""
    with connection:
        try:
            for head in _heads(connection):
                if not _answer(connection, root, head):
                    return
        except OSError:
            return


def _heads(connection: socket.socket) -> Iterator[str]:
    """The heads of the requests that come in, without their last empty line."""
    held = b""
    while True:
        while b"\r\n\r\n" not in held:
            if len(held) > _HEAD_BYTES:
                connection.sendall(_head(431, [("Content-Length", "0"), ("Connection", "close")]))
                return
            part = connection.recv(_HEAD_BYTES)
            if not part:
                return
            held += part
        head, _, held = held.partition(b"\r\n\r\n")
        yield head.decode("latin-1")


def _answer(connection: socket.socket, root: str, head: str) -> bool:
    """Answer one request; returns whether the connection can serve another."""
    first, *lines = head.split("\r\n")
    method, _, rest = first.partition(" ")
    headers = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    # A body would be read as the next request.
    keeps = headers.get("connection", "").lower() != "close" and "content-length" not in headers and "transfer-encoding" not in headers
    ending = ("Connection", "keep-alive" if keeps else "close")
    try:
        path = locate(root, _target(method, rest))
        with _opened(path) as file:
            _send_file(connection, file.fileno(), path=path, wanted=headers.get("range", ""), ending=ending, has_body=method == "GET")
    except Refusal as refusal:
        connection.sendall(_head(refusal.status, [*refusal.headers, ("Content-Length", "0"), ending]))
    return keeps


def _target(method: str, rest: str) -> str:
    """The path that a request asks for; only looking is allowed."""
    if method not in ("GET", "HEAD"):
        raise Refusal(405, ("Allow", "GET, HEAD"))
    return rest.rpartition(" ")[0]


def _opened(path: str) -> BufferedReader:
    """The file, opened without waiting for the writer of a named pipe and without following a link put in place after the look."""
    try:
        return open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC), "rb")  # noqa: PTH123
    except OSError:
        raise Refusal(404) from None


def _send_file(connection: socket.socket, fd: int, *, path: str, wanted: str, ending: tuple[str, str], has_body: bool) -> None:  # noqa: PLR0913
    """Send a file or the wanted part of it."""
    found = os.fstat(fd)
    if not stat.S_ISREG(found.st_mode):
        raise Refusal(404)
    part = span(wanted, found.st_size) if wanted else None
    first, last = part or (0, found.st_size - 1)
    kind = TYPES.get(path.rpartition("/")[2].rpartition(".")[2].lower(), "application/octet-stream")
    headers = [("Content-Type", kind), ("Content-Length", str(last - first + 1)), ("Accept-Ranges", "bytes"), ending]
    if part:
        headers.append(("Content-Range", f"bytes {first}-{last}/{found.st_size}"))
    head = _head(206 if part else 200, headers)
    if not has_body:
        connection.sendall(head)
        return
    body = os.pread(fd, min(_CHUNK_BYTES, last - first + 1), first)
    connection.sendall(head + body)
    at = first + len(body)
    while at <= last and (body := os.pread(fd, min(_CHUNK_BYTES, last - at + 1), at)):
        connection.sendall(body)
        at += len(body)


def _head(status: int, headers: list[tuple[str, str]]) -> bytes:
    """The head of an answer. No Date: the game could read the time of day from it."""
    lines = [f"HTTP/1.1 {status} {_REASONS[status]}", "Cache-Control: no-store", "X-Content-Type-Options: nosniff"]
    return "\r\n".join([*lines, *(f"{name}: {value}" for name, value in headers), "", ""]).encode("latin-1")


def _unquoted(text: str) -> bytes:
    """Percent-decoding; a wrong escape is a ValueError, unlike in urllib (whose import takes as long as all of this script)."""
    first, *rest = text.encode("latin-1").split(b"%")
    decoded = [first]
    for part in rest:
        if len(part) < 2:  # noqa: PLR2004 - two hexadecimal digits
            raise ValueError(part)
        decoded += [bytes.fromhex(part[:2].decode("ascii")), part[2:]]
    return b"".join(decoded)


def run(root: str, port: int, browser: list[str]) -> int:
    """Serve `root` while `browser` runs; returns the browser's exit status."""
    root = os.path.realpath(root)
    listener = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
    listener.setsockopt(_socket.SOL_SOCKET, _socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen(_BACKLOG)
    port = listener.getsockname()[1]
    words = [word.replace("{port}", str(port)) for word in browser]
    children: list[int] = []

    def end(number: int, _: FrameType | None) -> None:
        for child in children:
            os.kill(child, _signal.SIGTERM if number == _signal.SIGTERM else _signal.SIGKILL)
        if not children:
            os._exit(128 + number)
        _signal.alarm(_KILL_AFTER_S)

    # Before the browser starts, so that no wish to end comes too early to be passed on; held back until we know whom to pass it on to.
    _signal.signal(_signal.SIGTERM, end)
    _signal.signal(_signal.SIGALRM, end)
    _signal.pthread_sigmask(_signal.SIG_BLOCK, {_signal.SIGTERM})
    children.append(os.posix_spawn(words[0], words, os.environ, setsigmask=()))
    _signal.pthread_sigmask(_signal.SIG_UNBLOCK, {_signal.SIGTERM})
    # The other ends of the pipes must see when the browser, and not we, lets go.
    for fd in (3, 4):
        if fd != listener.fileno():  # Run by hand, without the pipes.
            _close(fd)
    _serve_beside(listener, root)
    status = os.waitstatus_to_exitcode(os.waitpid(children[0], 0)[1])
    return status if status >= 0 else 128 - status


def _serve_beside(listener: _socket.socket, root: str) -> None:
    """Serve in a thread of its own."""
    import threading  # noqa: PLC0415 - see the head of the file

    threading.Thread(target=serve, args=(listener, root), daemon=True).start()


def _close(fd: int) -> None:
    """Close a descriptor that may not be open."""
    try:
        os.close(fd)
    except OSError:
        return


def main(arguments: list[str]) -> int:
    """Read the command line and run."""
    if len(arguments) < 6 or arguments[0] != "--root" or arguments[2] != "--port" or arguments[4] != "--":  # noqa: PLR2004 - the fixed words
        sys.stderr.write("usage: server.py --root DIR --port N -- BROWSER ARG...\n")
        return 2
    return run(arguments[1], int(arguments[3]), arguments[5:])


if __name__ == "__main__":
    status = main(sys.argv[1:])
    sys.stderr.flush()
    os._exit(status)  # Threads that still talk to a dead browser are not worth waiting for.
