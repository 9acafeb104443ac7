import subprocess
import threading
from pathlib import Path

import pytest

from playproof.agents.scripted import SCRIPTS
from playproof.errors import SpecError
from playproof.sandbox.docker import docker
from playproof.store.deliverable import examine_deliverable
from playproof.tracks.replica.attempt.containers import attempt
from playproof.tracks.replica.attempt.terms import AgentEnd
from playproof.tracks.replica.containers.images import build_images
from tracks.replica.attempt.conftest import intrusions

pytestmark = [pytest.mark.heavy, pytest.mark.xdist_group("containers")]


def projects() -> set[str]:
    """Compose projects of playproof that the engine has anything of."""
    seen = (
        docker(["ps", "--all", "--format", "{{.Names}}"], doing="list").split()
        + docker(["network", "ls", "--format", "{{.Name}}"], doing="list").split()
    )
    return {name for name in seen if name.startswith("playproof-")}


def test_a_scripted_agent_replicates_a_game_in_containers(yard, terms):
    """The whole attempt in real containers: observed over the internal network, delivered, logged; nothing of the project is left."""
    going = terms("recorder")
    before = projects()
    sheet = attempt(going, yard)
    assert (sheet.ending, sheet.sandbox, sheet.actions) == ("done", "docker", 40)
    assert sheet.calls["click"] > 10
    assert examine_deliverable(going.workspace).problem is None
    assert "moves with an effect" in (going.folder / "agent.log").read_text()
    assert projects() == before


def test_an_intruder_in_a_container_gets_nothing(yard, terms):
    """Attack: from inside the agent's container a hostile agent tries everything: source, specification, scores, the host, the internet, DNS, writes."""
    going = terms("intruder")
    sheet = attempt(going, yard)
    found = intrusions(going)
    assert sheet.ending == "done"
    assert {name: one["got"] for name, one in found.items() if one["got"]} == {}
    assert not any(one["how"].startswith("failed") for one in found.values())
    assert found["the_internet"]["how"] == "ENETUNREACH"  # at once
    assert found["names"]["how"] == "gaierror"
    assert found["raw_packets"]["how"] == "EPERM"


def test_the_gateway_lets_through_what_is_allowed_and_nothing_else(yard, terms):
    """With an allowed host the agent reaches that host through the gateway; the others are refused at once, by name and by address; DNS stays closed."""
    images = build_images(yard.base, SCRIPTS, yard.cache)
    going = terms("intruder", allowed_hosts=("allowed.example",))
    answers: list[str] = []
    stop = threading.Event()

    def play_the_host() -> None:
        """Join the outer network as the allowed host, then ask for it from the inside, as an agent would."""
        while not stop.wait(0.3):
            networks = docker(["network", "ls", "--format", "{{.Name}}"], doing="list").split()
            outside = next((name for name in networks if name.startswith("playproof-") and name.endswith("_outside")), None)
            agents = docker(["ps", "--format", "{{.Names}}"], doing="list").split()
            agent = next((name for name in agents if name.startswith("playproof-") and name.endswith("-agent-1")), None)
            if outside is None or agent is None:
                continue
            serve = "import socket; s = socket.create_server(('', 443)); [s.accept()[0].sendall(b'the model') for _ in range(5)]"
            host = docker(
                ["run", "--detach", "--rm", "--network", outside, "--network-alias", "allowed.example", images.agent, "python3", "-c", serve],
                doing="host",
            ).strip()
            try:
                ask = (
                    "import socket, time\nfor place in ('allowed.example:443', 'other.example:443', 'allowed.example:80', '1.1.1.1:443'):\n"
                    " for _ in range(20):\n"
                    "  s = socket.create_connection(('gateway', 8888), 5)\n"
                    "  s.sendall(f'CONNECT {place} HTTP/1.1\\r\\nHost: {place}\\r\\n\\r\\n'.encode())\n"
                    "  said = b''\n"
                    "  while part := s.recv(400): said += part\n"
                    "  if place != 'allowed.example:443' or b' 200 ' in said: break\n"
                    "  time.sleep(0.3)\n"
                    " print(place, said.split()[1].decode(), said[-9:].decode() if b' 200 ' in said else '')\n"
                )
                answers.extend(docker(["exec", agent, "python3", "-c", ask], doing="ask").splitlines())
            finally:
                subprocess.run(["docker", "kill", host], capture_output=True, check=False)
            return

    watcher = threading.Thread(target=play_the_host)
    watcher.start()
    try:
        sheet = attempt(going, yard)
    finally:
        stop.set()
        watcher.join()
    found = intrusions(going)
    assert [answer.split()[1] for answer in answers] == ["200", "403", "403", "403"]
    assert answers[0].endswith("the model")
    assert {name: one["got"] for name, one in found.items() if one["got"]} == {}
    assert "403" in found["the_proxy"]["how"]
    assert found["names"]["how"] == "gaierror"
    assert sheet.allowed_hosts == ("allowed.example",)


def test_a_host_name_cannot_widen_the_list(yard, terms):
    """Attack: a pattern, an address with a port or a line break as the allowed host."""
    for wrong in (".*", "a.example|b.example", "a.example\n.*", "a.example:443", "localhost", ""):
        with pytest.raises(SpecError, match="no host name"):
            attempt(terms("recorder", allowed_hosts=(wrong,)), yard)


def test_an_agent_in_a_container_has_its_time_and_no_more(yard, terms):
    """An agent that does not end is ended with its project."""
    before = projects()
    sheet = attempt(terms("recorder", limit_s=3.0, pace_ms=1000.0), yard)
    assert (sheet.ending, sheet.exit_status) == ("out_of_time", None)
    assert projects() == before
    assert AgentEnd(exit_status=None, took_s=0).exit_status is None
    assert Path(terms("recorder").folder / "calls.jsonl").exists()
