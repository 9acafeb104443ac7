"""Games that reach out: for the internet, the host, the local network or another play."""

import socket
import threading
from pathlib import Path

import pytest

GAME = Path(__file__).parent.parent / "games" / "attacks" / "reaches_out.html"

pytestmark = pytest.mark.browser


@pytest.fixture
def host_server():
    """A server on the host that counts who comes."""
    visits = []
    listening = socket.create_server(("127.0.0.1", 0))

    def accept() -> None:
        while True:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            visits.append(connection.recv(100))
            connection.close()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    yield listening.getsockname()[1], visits
    listening.shutdown(socket.SHUT_RDWR)
    listening.close()
    thread.join()


def test_nothing_is_reached(attack, host_server, tmp_path) -> None:
    """Attack: fetch, WebSocket, EventSource, beacon, prefetch, WebRTC, a frame, an image and a navigation to host, LAN and internet."""
    port, visits = host_server
    (tmp_path / "index.html").write_text((GAME.read_text()).replace('get("port") || "8080"', f'get("port") || "{port}"'))
    session = attack("index", artifact_path=tmp_path)
    session.step(1000)
    assert session.read(["x"], []).readings["x"].value == ()
    events = session.take_events()
    refused = {event.text for event in events if event.kind == "network_refused"}
    assert {"http://example.com/a.png", f"http://127.0.0.1:{port}/", "http://10.0.0.1/", "http://frame.example/", "webrtc:"} <= refused
    assert f"ws://127.0.0.1:{port}/" in refused
    assert ("http://elsewhere.example/", "refused") in {(event.text, event.level) for event in events if event.kind == "navigation"}
    assert visits == []
    assert any("out" in box.text for box in session.texts())  # it is still here
