"""Requests that ask for more than pictures, or in other ways than agreed."""

import httpx
import pytest

from attacks.observe.siege import body, is_refusal, tells_nothing

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("observe-requests")]


def refused(target, method: str, path: str, code: str, **more: object) -> httpx.Response:
    """Send it; it must be refused with that code, cost nothing and leave the picture alone."""
    before, left = target.picture(), target.client.status().left
    answer = target.http.request(method, path, **more)
    assert is_refusal(answer, code), (answer.status_code, answer.text)
    assert (target.picture(), target.client.status().left) == (before, left)
    return answer


@pytest.mark.parametrize("path", ["/", "/index.html", "/core.js", "/render.js", "/style.css", "/family.yaml", "/game/core.js", "/favicon.ico"])
def test_source_by_its_name(target, path):
    """Attack: ask for the game's own files by the names that such files have."""
    refused(target, "GET", path, "not_found")


@pytest.mark.parametrize(
    "path", ["/../core.js", "/%2e%2e/%2e%2e/etc/passwd", "/screenshot/../../etc/passwd", "/..%5c..%5cfamily.yaml", "/%00", "//etc/passwd"]
)
def test_climbing_out(target, path):
    """Attack: climb out of the service's root with dots, codes, backslashes and zero bytes."""
    said = target.send(f"GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".encode())
    assert b" 404 " in said.split(b"\r\n")[0]
    assert tells_nothing(said)
    assert b"root:" not in said


@pytest.mark.parametrize("wanted", ["http://127.0.0.1:9222/json", "file:///etc/passwd", "http://example.com/"])
def test_as_a_proxy(target, wanted):
    """Attack: use the service as a proxy to developer ports, files or the internet, by an absolute request target."""
    said = target.send(f"GET {wanted} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".encode())
    assert said.split(b" ")[1] in (b"400", b"404")
    assert tells_nothing(said)


def test_connect_tunnel(target):
    """Attack: CONNECT to a host behind the service."""
    said = target.send(b"CONNECT 127.0.0.1:22 HTTP/1.1\r\nhost: 127.0.0.1:22\r\n\r\n", enough=b"}")
    assert said.split(b" ")[1] in (b"400", b"404", b"405")
    assert tells_nothing(said)


@pytest.mark.parametrize("path", ["/json", "/json/version", "/json/list", "/devtools/browser", "/devtools/page/1"])
def test_developer_tools_paths(target, path):
    """Attack: ask for the developer interface of the browser on the service's port."""
    refused(target, "GET", path, "not_found")


@pytest.mark.parametrize("path", ["/docs", "/redoc", "/openapi.yaml", "/swagger", "/metrics", "/debug", "/admin", "/.git/config", "/log", "/calls"])
def test_pages_of_frameworks(target, path):
    """Attack: pages that frameworks or careless operators leave open, the call log among them."""
    refused(target, "GET", path, "not_found")


@pytest.mark.parametrize("verb", ["eval", "goto", "navigate", "source", "dom", "title", "console", "type", "evaluate", "upload", "storage", "Click"])
def test_verbs_that_see_more(target, verb):
    """Attack: verbs that other services of browsers have, which read the document or run a script."""
    refused(target, "POST", f"/{verb}", "not_found", content=body(script="document.title", url="file:///etc/passwd"))


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "GET", "PROPFIND"])
def test_methods(target, method):
    """Attack: reach an endpoint by another method, or have TRACE echo."""
    refused(target, method, "/click", "method_not_allowed")


def test_method_override(target):
    """Attack: turn a free GET into an action, or an action into a reading, by the override headers of frameworks."""
    left = target.client.status().left
    for name in ("x-http-method-override", "x-method-override", "x-http-method"):
        answer = target.http.get("/status", headers={name: "DELETE"})
        assert answer.json()["left"] == left
        refused(target, "GET", "/click", "method_not_allowed", headers={name: "POST"})


def test_headers_that_change_where_one_is(target):
    """Attack: headers with which proxies rewrite host, path and sender; the answer does not change."""
    plain = target.http.get("/screenshot")
    forged = {"host": "localhost:9222", "x-forwarded-host": "a", "x-original-url": "/core.js", "x-rewrite-url": "/core.js", "x-forwarded-for": "::1"}
    answer = target.http.get("/screenshot", headers={**forged, "forwarded": "for=1", "referer": "file:///", "origin": "null", "cookie": "debug=1"})
    assert answer.content == plain.content
    assert set(answer.headers) == set(plain.headers) == {"content-type", "content-length", "cache-control", "budget-left", "budget", "call"}


def test_another_content_type(target):
    """Attack: ask for the picture as HTML, as text or in parts, or for whether it has changed."""
    plain = target.http.get("/screenshot")
    for name, value in (
        ("accept", "text/html"),
        ("range", "bytes=0-9"),
        ("if-none-match", "*"),
        ("if-modified-since", "Thu, 01 Jan 2037 00:00:00 GMT"),
    ):
        answer = target.http.get("/screenshot", headers={name: value})
        assert (answer.status_code, answer.headers["content-type"], answer.content) == (200, "image/png", plain.content)


@pytest.mark.parametrize("query", ["debug=1", "off=edge_stays", "level=L1", "format=html", "x=1&y=2"])
def test_query_parameters(target, query):
    """Attack: switch something on by a query parameter."""
    refused(target, "GET", f"/status?{query}", "no_parameters")
    refused(target, "POST", f"/click?{query}", "no_parameters", content=body(x=1, y=1))


@pytest.mark.parametrize("field", ["selector", "script", "button", "modifiers", "off", "level", "clickCount", "url", "__proto__"])
def test_fields_that_do_more(target, field):
    """Attack: fields that would click by selector, run a script, use another button or hold modifiers."""
    refused(target, "POST", "/click", "invalid_action", content=body(x=1, y=1, **{field: "ControlLeft"}))


def test_one_verb_in_another(target):
    """Attack: name another verb within the body, to act where it is not counted."""
    refused(target, "POST", "/click", "invalid_action", content=body(do="reset", x=1, y=1))
    refused(target, "POST", "/wait", "invalid_action", content=body(do="key", code="F12"))


@pytest.mark.parametrize("number", ["1e309", "NaN", "-1", "99999999999999999999", "1.5", '"1"', "true", "null", "[1]", "{}", "0x10"])
def test_numbers_that_are_none(target, number):
    """Attack: numbers that overflow, are none, or are negative; what refuses them does not repeat them."""
    answer = target.http.post("/click", content=f'{{"x": {number}, "y": 1}}'.encode())
    assert is_refusal(answer, "invalid_action") or is_refusal(answer, "not_json")
    assert number.encode() not in answer.content or number in ("-1", "{}", "[1]", "null", "true", "1.5")


def test_points_outside(target):
    """Attack: click or drag to where the page is not: the browser's own bars, other windows."""
    for path, content in (("/click", body(x=320, y=1)), ("/click", body(x=1, y=200)), ("/drag", body(x1=1, y1=1, x2=1279, y2=1))):
        refused(target, "POST", path, "outside_view", content=content)


@pytest.mark.parametrize("content", [b"{", b"", b"x=1&y=1", b"[]", b"7", b'"click"', b"<x/>", b"\x00", b"{" * 2000, b"[" * 4000])
def test_bodies_that_are_none(target, content):
    """Attack: bodies that are no JSON, no object, or nested until a parser falls over."""
    refused(target, "POST", "/click", "not_json", content=content)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_other_encodings(target, encoding):
    """Attack: a body in another encoding, or with bytes that are no text."""
    refused(
        target,
        "POST",
        "/click",
        "not_json",
        content='{"x": 1, "y": 1}'.encode(encoding),
        headers={"content-type": f"application/json; charset={encoding}"},
    )
    refused(target, "POST", "/key", "not_json", content=b'{"code": "\xff\xfe"}')


def test_compressed_body(target):
    """Attack: a compressed body, to grow behind the size limit."""
    refused(target, "POST", "/click", "not_json", content=b"\x1f\x8b\x08\x00" + b"\x00" * 60, headers={"content-encoding": "gzip"})


def test_form_and_upload(target):
    """Attack: a form upload with a file in it."""
    refused(target, "POST", "/click", "not_json", files={"file": ("core.js", b"alert(1)")}, data={"x": "1"})


def test_oversized_body(target):
    """Attack: a large body, announced."""
    refused(target, "POST", "/click", "body_too_large", content=b" " * 100_000)


def test_oversized_body_in_chunks(target):
    """Attack: a body without end, in chunks that announce no length."""
    refused(target, "POST", "/click", "body_too_large", content=(b" " * 1000 for _ in range(100)))


def test_wait_forever(target):
    """Attack: let game time pass beyond the limit, or none or backwards."""
    for ms in (0, -5, 10_001, 10**18):
        refused(target, "POST", "/wait", "invalid_action", content=body(ms=ms))
    refused(target, "POST", "/key", "invalid_action", content=body(code="KeyA", hold_ms=10**9))
