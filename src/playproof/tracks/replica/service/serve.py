"""Runs the service on a TCP port or a unix socket: in the foreground for the command line, in a thread for programs that need one beside them."""

import socket
import stat
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvicorn

from playproof.errors import SpecError
from playproof.protocols import Driver, Opening, Session
from playproof.tracks.replica.family import Instance
from playproof.tracks.replica.service.app import House, Service
from playproof.tracks.replica.service.game import ObservedGame
from playproof.tracks.replica.service.ledger import Ledger

ENTRY = "index.html"
SEED = 1
"""The seed of every observed game (ours): families do not use chance, so it decides nothing."""
MOST_HEAD_BYTES = 16_384
"""Largest request line and headers (ours)."""
MOST_CONNECTIONS = 64
"""Open connections (ours)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the service listens: a unix socket if it is given, else host and port (0: any that is free)."""

    host: str = "127.0.0.1"
    port: int = 0
    socket_path: Path | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What is served, and on which terms."""

    instance: Instance
    driver: Driver
    budget: int | None = None
    """Actions in all; None: the level's own."""
    log_path: Path | None = None
    pace_ms: float = 0.0


@contextmanager
def staged(offer: Offer) -> Iterator[Service]:
    """The service of a game; the game's page lies in a folder of its own, which goes with it."""
    view = offer.instance.family.file.view
    with tempfile.TemporaryDirectory(prefix="playproof-observed-") as name:
        folder = Path(name)
        (folder / ENTRY).write_text(offer.instance.page(), encoding="utf-8")
        opening = Opening(artifact_path=folder, entry=ENTRY, width_px=view.width_px, height_px=view.height_px, seed=SEED)

        def open_session() -> Session:
            return offer.driver.open(opening)

        ledger = Ledger(offer.budget or offer.instance.file.budget, offer.log_path)
        service = Service(House(game=ObservedGame(open_session), ledger=ledger, view=view, pace_ms=offer.pace_ms))
        try:
            yield service
        finally:
            service.close()


@contextmanager
def listening(place: Place) -> Iterator[socket.socket]:
    """A socket that listens; a unix socket's file goes with it.

    Raises:
        SpecError: The place is taken or not ours.
    """
    if place.socket_path is not None:
        with _unix(place.socket_path) as made:
            yield made
        return
    try:
        made = socket.create_server((place.host, place.port))
    except OSError as error:
        where = f"{place.host}:{place.port}"
        raise SpecError(where, f"cannot listen: {error.strerror or error}", expected="a free port of this machine; 0 takes any") from None
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # head and body are two writes; without this the second waits 40 ms for the first
    with made:
        yield made


@contextmanager
def _unix(path: Path) -> Iterator[socket.socket]:
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        if path.exists() and stat.S_ISSOCK(path.stat().st_mode):
            path.unlink()
        made.bind(str(path))
        made.listen(MOST_CONNECTIONS)
    except OSError as error:
        made.close()
        raise SpecError(str(path), f"cannot listen: {error.strerror or error}", expected="a path for a socket, shorter than 108 characters") from None
    try:
        with made:
            yield made
    finally:
        path.unlink(missing_ok=True)


def address_of(made: socket.socket) -> str:
    """Where a client finds a listening socket."""
    if made.family == socket.AF_UNIX:
        return f"unix:{made.getsockname()}"
    host, port = made.getsockname()[:2]
    return f"http://{host}:{port}"


def run_server(service: Service, made: socket.socket, *, on_server: Callable[[uvicorn.Server], None] | None = None) -> None:
    """Serve until the process is told to end (main thread), or until `should_exit` of the server is set.

    Args:
        service: What is served.
        made: The socket, listening.
        on_server: Gets the server before it runs.
    """
    config = uvicorn.Config(
        service.app(),
        http="h11",
        loop="asyncio",
        ws="none",
        lifespan="off",
        log_config=None,
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        date_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        h11_max_incomplete_event_size=MOST_HEAD_BYTES,
        timeout_keep_alive=60,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    if on_server is not None:
        on_server(server)
    server.run(sockets=[made])


@contextmanager
def served(offer: Offer, place: Place) -> Iterator[str]:
    """The service in a thread, ended with the block; gives its address."""
    with staged(offer) as service, listening(place) as made:
        servers: list[uvicorn.Server] = []
        thread = threading.Thread(target=run_server, args=(service, made), kwargs={"on_server": servers.append}, name="playproof-observe")
        thread.start()
        try:
            yield address_of(made)  # connections wait in the socket until the server takes them
        finally:
            while not servers:
                thread.join(0.01)
            servers[0].should_exit = True
            thread.join()
