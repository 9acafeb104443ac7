"""Attacks that compare two games: whatever is no picture must be the same for both."""

import httpx
import pytest

from attacks.observe.siege import body, tells_nothing

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("observe-two")]

WRONG = [
    ("GET", "/"),
    ("GET", "/core.js"),
    ("PUT", "/click"),
    ("POST", "/click"),
    ("POST", "/key"),
    ("POST", "/drag"),
    ("POST", "/wait"),
    ("GET", "/status?a=1"),
]


def without_counts(answer: httpx.Response) -> tuple[object, ...]:
    """An answer without what counts calls."""
    said = answer.json() | {"left": 0, "budget": 0}
    return answer.status_code, said, sorted(set(answer.headers))


@pytest.mark.parametrize("wrong", WRONG)
def test_error_texts(target, leaky, wrong):
    """Attack: compare the error texts of two games."""
    assert without_counts(target.http.request(*wrong)) == without_counts(leaky.http.request(*wrong))


def test_description(target, leaky):
    """Attack: read the description of the interface for titles, controls or levels of the game."""
    answers = [one.http.get("/openapi.json") for one in (target, leaky)]
    assert answers[0].content == answers[1].content
    assert tells_nothing(answers[0])


def test_status(target, leaky):
    """Attack: read the status for the game's id, level, state or score."""
    fields = [set(one.http.get("/status").json()) for one in (target, leaky)]
    assert fields[0] == fields[1] == {"width_px", "height_px", "budget", "left", "calls", "game_ms"}


def test_game_time(target, leaky):
    """Attack: read from the game time what the game did; it depends on the actions alone."""
    passed = []
    for one in (target, leaky):
        one.client.reset()
        before = one.client.status().game_ms
        one.client.click(1, 1)
        one.client.key("KeyA", hold_ms=700)
        one.client.wait(123)
        passed.append(one.client.status().game_ms - before)
    assert passed[0] == passed[1]


def test_names_of_headers(target, leaky):
    """Attack: read server, date, tags and cookies from the answers; there are none."""
    for one in (target, leaky):
        answer = one.http.post("/click", content=body(x=1, y=1))
        assert set(answer.headers) == {"content-type", "content-length", "cache-control", "budget-left", "budget", "call"}
