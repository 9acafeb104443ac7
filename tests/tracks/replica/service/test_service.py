import hashlib
import json
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import anyio
import httpx
import jsonschema
import mcp
import pytest
from mcp.client.stdio import StdioServerParameters, stdio_client

from playproof.errors import DriverError, StageError
from playproof.players.observer import observe as play
from playproof.protocols import Opening, Session
from playproof.records.interface import Click, Drag, Key, Reset, Wait
from playproof.tracks.replica.service.client import ObserveClient, ServiceRefused
from playproof.tracks.replica.service.game import GameUnavailable, ObservedGame
from playproof.tracks.replica.service.ledger import read_calls
from playproof.tracks.replica.service.openapi import describe_interface
from playproof.tracks.replica.service.requests import VERBS
from playproof.tracks.replica.service.serve import Offer, Place, served
from tracks.replica.service.conftest import TASK

pytestmark = pytest.mark.browser

ACTIONS = (
    Click(x=30, y=90),
    Key(code="KeyA"),
    Key(code="Space", hold_ms=300),
    Drag(x1=30, y1=90, x2=130, y2=90),
    Wait(ms=500),
    Reset(),
    Click(x=80, y=90),
)


def test_the_service_shows_what_the_player_of_witnesses_sees(driver, instance, tmp_path):
    """A witness that was proven on a session in process is a witness for an agent too: the same pictures, byte for byte."""
    folder, shown = tmp_path / "game", []
    folder.mkdir()
    (folder / "index.html").write_text(instance.page())
    opening = Opening(artifact_path=folder, entry="index.html", width_px=320, height_px=200, seed=1)
    seen = play("game", ACTIONS, lambda: driver.open(opening), lambda png: hashlib.sha256(png).hexdigest())
    with served(Offer(instance=instance, driver=driver), Place()) as address, ObserveClient(address) as client:
        shown = [client.screenshot().png, *(client.act(action).png for action in ACTIONS)]
    assert tuple(hashlib.sha256(png).hexdigest() for png in shown) == seen.frames
    assert len(set(seen.frames)) >= 3


def test_two_processes_show_the_same_bytes(observe):
    """Whoever observes the task, and when: the same actions give byte-identical pictures."""
    pictures = []
    for _ in range(2):
        _, address = observe()
        with ObserveClient(address) as client:
            pictures.append([client.act(action).png for action in ACTIONS * 2])
    assert pictures[0] == pictures[1]
    assert pictures[0][: len(ACTIONS)][-1] == pictures[0][len(ACTIONS) :][-1]


def test_a_browser_that_dies_costs_the_player_nothing(driver, instance, tmp_path):
    """Our browser is killed in the middle: the next action shows what it would have shown."""
    (tmp_path / "index.html").write_text(instance.page())
    opening = Opening(artifact_path=tmp_path, entry="index.html", width_px=320, height_px=200, seed=1)
    game = ObservedGame(lambda: driver.open(opening))
    clicks = [Click(x=30, y=90), Click(x=130, y=90), Click(x=230, y=90)]
    undisturbed = [game.act(action).png for action in clicks]
    game.act(Reset())
    game.act(clicks[0])
    game.act(clicks[1])
    driver.discard()  # the process ends, whatever the session believes
    assert game.act(clicks[2]).png == undisturbed[2]
    game.close()


def test_a_machine_that_fails_once_is_not_the_players_loss(driver, instance, tmp_path):
    """The first try to open the game fails in a way that nobody foresaw, the second in one that is ours: the player sees the game or a plain refusal."""
    (tmp_path / "index.html").write_text(instance.page())
    opening = Opening(artifact_path=tmp_path, entry="index.html", width_px=320, height_px=200, seed=1)
    failures: list[Exception] = [DriverError("no browser"), OSError("again"), ValueError("and again"), OSError("and again")]

    def open_session() -> Session:
        if failures:
            raise failures.pop()
        return driver.open(opening)

    game = ObservedGame(open_session)
    with pytest.raises(GameUnavailable):
        game.act(ACTIONS[0])
    assert game.act(ACTIONS[0]).png[:4] == b"\x89PNG"
    game.close()


def test_a_spent_budget_is_said_and_holds(observe, tmp_path):
    """The command's budget counts, its log tells how it was spent, and what is left stands on every answer."""
    _, address = observe("--budget", "3", "--log", str(tmp_path / "calls.jsonl"))
    with ObserveClient(address) as client:
        lefts = [client.click(30, 90).left, client.reset().left, client.wait(100).left]
        assert client.screenshot().left == 0
        with pytest.raises(ServiceRefused) as refused:
            client.click(30, 90)
        assert client.status().left == 0
    assert (lefts, refused.value.refusal.error, refused.value.refusal.budget) == ([2, 1, 0], "budget_spent", 3)
    calls = read_calls(tmp_path / "calls.jsonl")
    assert [(call.endpoint, call.status) for call in calls] == [
        ("click", 200),
        ("reset", 200),
        ("wait", 200),
        ("screenshot", 200),
        ("click", 429),
        ("status", 200),
    ]
    assert [call.game_ms for call in calls] == sorted(call.game_ms for call in calls)


def test_a_service_on_a_unix_socket_ends_with_its_process(observe, tmp_path):
    """Where there is no network a file is enough; when the service is told to end nothing of it is left."""
    path = tmp_path / "game.sock"
    process, address = observe("--socket", str(path))
    with ObserveClient(address) as client:
        assert client.reset().png[:4] == b"\x89PNG"
    process.send_signal(signal.SIGTERM)
    assert process.wait() == 0
    assert not path.exists()


def test_a_service_that_is_not_there_is_said():
    """Whoever names a wrong address learns which, and that nobody answers there."""
    with ObserveClient("http://127.0.0.1:9") as client, pytest.raises(StageError, match=r"127\.0\.0\.1:9 does not answer"):
        client.status()


def test_a_task_of_another_track_is_a_mistake_of_the_user():
    """Only games of the replica track are observed."""
    words = [sys.executable, "-m", "playproof", "observe", "build/emberway"]
    ran = subprocess.run(words, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert "no task of the replica track" in ran.stderr


def test_the_description_is_true(driver, instance):
    """What the OpenAPI document says a body is, the service takes; its schemas are valid and every reference leads somewhere."""
    document = json.loads(describe_interface())
    schemas = document["components"]["schemas"]
    for schema in schemas.values():
        jsonschema.Draft202012Validator.check_schema(schema)
    text = json.dumps(document)
    assert {part.split('"')[0] for part in text.split('"#/components/schemas/')[1:]} <= set(schemas)
    assert set(document["paths"]) == {f"/{verb}" for verb in VERBS} | {"/screenshot", "/status"}
    examples = {"click": {"x": 3, "y": 4}, "drag": {"x1": 1, "y1": 2, "x2": 3, "y2": 4}, "key": {"code": "KeyA"}, "wait": {"ms": 5}, "reset": {}}
    with served(Offer(instance=instance, driver=driver), Place()) as address:
        for verb, example in examples.items():
            name = document["paths"][f"/{verb}"]["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            jsonschema.validate(example, schemas[name])
            assert httpx.post(f"{address}/{verb}", json=example).status_code == 200
            wrong = example | {"more": 1}
            with pytest.raises(jsonschema.ValidationError):
                jsonschema.validate(wrong, schemas[name])
            assert httpx.post(f"{address}/{verb}", json=wrong).status_code == 422


def test_an_agent_plays_with_tools():
    """A client of the Model Context Protocol starts the command, finds the seven verbs, plays, and gets pictures and refusals."""

    async def session() -> list[object]:
        server = StdioServerParameters(command=sys.executable, args=["-m", "playproof", "observe", TASK, "--mcp", "--budget", "3"])
        async with stdio_client(server) as (reader, writer), mcp.ClientSession(reader, writer) as client:
            await client.initialize()
            tools = {tool.name for tool in (await client.list_tools()).tools}
            calls = [("click", {"x": 30, "y": 90}), ("key", {"code": "F12"}), ("status", {}), ("screenshot", {}), ("click", {"x": "30", "y": 90})]
            return [tools, *[await client.call_tool(name, arguments) for name, arguments in calls]]

    with ThreadPoolExecutor(max_workers=1) as thread:  # a test of pages may have left an event loop in this one
        tools, clicked, refused, status, seen, wrong = thread.submit(anyio.run, session).result()
    assert tools == {"reset", "click", "drag", "key", "wait", "screenshot", "status"}
    assert [part.type for part in clicked.content] == ["image", "text"]
    assert clicked.content[0].mime_type == "image/png"
    assert clicked.content[1].text == "2 actions left"
    assert clicked.content[0].data == seen.content[0].data
    assert refused.is_error
    assert "not a player's" in refused.content[0].text
    assert json.loads(status.content[0].text)["left"] == 2
    assert wrong.is_error
