"""Attacks below HTTP and on the order of calls: bytes that are no requests, many at once, slow ones, and the budget."""

import json
import socket
import struct
import threading
import zlib

import pytest

from attacks.observe.siege import body, is_refusal, tells_nothing
from playproof.tracks.replica.service.app import MOST_WAITING

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("observe-wire")]

BUDGET = 90
"""Of this module's services: small enough to be spent."""
CLICK = b'{"x":80,"y":90}'


def request(path: str, content: bytes, *headers: str) -> bytes:
    """A POST as bytes."""
    head = [f"POST {path} HTTP/1.1", "host: x", f"content-length: {len(content)}", *headers]
    return "\r\n".join(head).encode() + b"\r\n\r\n" + content


def test_both_lengths(target):
    """Attack: smuggle a second request behind a body whose length is said in two ways."""
    left = target.client.status().left
    inner = request("/click", CLICK)
    said = target.send(request("/status", b"0\r\n\r\n" + inner, "transfer-encoding: chunked", "connection: close"))
    assert tells_nothing(said)
    assert target.client.status().left in (left, left - 1)  # refused whole, or two plain requests of the same agent: never more than what was sent
    assert b"image/png" not in said or said.count(b"HTTP/1.1 ") == 2


def test_pipelined(target):
    """Attack: many requests in one write, to have two actions overlap; they are done one by one, each with its own number."""
    first = target.client.status().calls
    said = target.send(request("/click", CLICK) * 3 + request("/status", b"", "connection: close"))
    numbers = [int(line.split(b":")[1]) for line in said.split(b"\r\n") if line.startswith(b"call:")]
    assert numbers[:3] == [first + 1, first + 2, first + 3]


@pytest.mark.parametrize(
    "content", [b"\x16\x03\x01\x02\x00\x01", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GARBAGE\r\n\r\n", b"GET /\r\n\r\n", b"\x00" * 64 + b"\r\n\r\n"]
)
def test_other_protocols(target, content):
    """Attack: speak TLS, HTTP/2, HTTP/0.9 or nonsense, to have the server tell what it is."""
    said = target.send(content, patience_s=1.0)
    assert tells_nothing(said)
    assert target.picture()


def test_endless_head(target):
    """Attack: headers without end."""
    said = target.send(b"GET /status HTTP/1.1\r\nhost: x\r\n" + b"a: " + b"b" * 400_000)
    assert b" 200 " not in said.split(b"\r\n")[0]
    assert tells_nothing(said)
    assert target.picture()


def test_split_answer(target):
    """Attack: line breaks in path and header, to write headers or log lines of one's own."""
    said = target.send(b"GET /status%0d%0aset-cookie:a=1%0d%0a HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
    assert b"set-cookie" not in said
    target.http.post('/click%0A{"seq":1}', content=b'{"x":1,\n"y":1}\n{"seq":0}')
    assert [call.endpoint for call in target.calls()][-1] in ("unknown", "click")
    assert [call.seq for call in target.calls()] == list(range(1, len(target.calls()) + 1))


def test_upgrade(target):
    """Attack: upgrade to a WebSocket, as developer tools speak it."""
    head = "GET /devtools/page/1 HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
    said = target.send((head + "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n").encode(), enough=b"}")
    assert b" 101 " not in said
    assert tells_nothing(said)


def test_half_a_body(target):
    """Attack: send half a body and wait, so that nobody else gets a turn."""
    with socket.create_connection(("127.0.0.1", target.port)) as slow:
        slow.sendall(request("/click", CLICK)[:-3])
        assert target.client.click(80, 90).png  # others are served meanwhile
        slow.sendall(CLICK[-3:])
        assert slow.recv(15) == b"HTTP/1.1 200 OK"


def test_leaving_early(target):
    """Attack: leave while the action runs, to have it without paying."""
    left = target.client.status().left
    with socket.create_connection(("127.0.0.1", target.port)) as hasty:
        hasty.sendall(request("/click", CLICK))
        hasty.shutdown(socket.SHUT_WR)
        hasty.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    assert target.client.click(80, 90).left in (left - 2, left - 1)
    assert sum(call.action is not None for call in target.calls()) == target.client.status().budget - target.client.status().left


def test_all_at_once(target):
    """Attack: a crowd of calls at the same instant, to run two actions at once or to have one uncounted."""
    before = target.client.status()
    answers = []

    def click() -> None:
        answers.append(target.send(request("/click", CLICK, "connection: close"), patience_s=30))

    crowd = [threading.Thread(target=click) for _ in range(MOST_WAITING + 8)]
    for one in crowd:
        one.start()
    for one in crowd:
        one.join()
    done = sum(answer.startswith(b"HTTP/1.1 200") for answer in answers)
    assert done + sum(b'"busy"' in answer for answer in answers) == len(crowd)
    assert before.left - target.client.status().left == done
    lefts = [call.left for call in target.calls()]
    assert lefts == sorted(lefts, reverse=True)


def test_connections_that_never_speak(target):
    """Attack: take all connections and say nothing; when they go, the service is there."""
    idle = [socket.create_connection(("127.0.0.1", target.port)) for _ in range(80)]
    for one in idle:
        one.close()
    assert target.client.status().left


def test_beyond_the_budget(target):
    """Attack: go on when the budget is spent, by action, by reset, by pipelining: nothing moves and every answer says that none is left."""
    for _ in range(target.client.status().left):
        assert target.http.post("/wait", content=body(ms=1)).status_code == 200
    picture = target.picture()
    for path, content in (
        ("/click", CLICK),
        ("/reset", b""),
        ("/key", body(code="KeyA")),
        ("/wait", body(ms=1)),
        ("/drag", body(x1=1, y1=1, x2=2, y2=2)),
    ):
        answer = target.http.post(path, content=content)
        assert is_refusal(answer, "budget_spent")
        assert (answer.status_code, answer.json()["left"], answer.headers["budget-left"]) == (429, 0, "0")
    target.send(request("/click", CLICK) * 5 + request("/status", b"", "connection: close"))
    assert target.picture() == picture


def test_words_in_the_picture_file(target):
    """Attack: look for text, dates or programs in the PNG beside its pixels."""
    content, kinds, at = target.picture(), [], 8
    while at < len(content):
        length, kind = struct.unpack(">I4s", content[at : at + 8])
        assert zlib.crc32(content[at + 4 : at + 8 + length]) == struct.unpack(">I", content[at + 8 + length : at + 12 + length])[0]
        kinds.append(kind)
        at += 12 + length
    assert set(kinds) <= {b"IHDR", b"sRGB", b"sBIT", b"PLTE", b"tRNS", b"IDAT", b"IEND"}


def test_the_log_holds_no_secrets_of_others(target):
    """Attack: have the call log filled with one's own text; it holds endpoints, numbers and actions only."""
    target.http.post("/click/" + "A" * 3000, content=b"B" * 3000)
    line = json.loads(target.log_path.read_text().splitlines()[-1])
    assert (line["endpoint"], line["action"], line["picture"]) == ("unknown", None, None)
