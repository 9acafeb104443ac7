"""Logs of runtimes, written by hand after their public formats, as trajectories."""

import json
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playproof.errors import SpecError
from playproof.records.trace import TokenUse, Trace, TraceEvent
from playproof.store.files import write_record
from playproof.store.traces.building import Source
from playproof.store.traces.claude_code import read_claude_code
from playproof.store.traces.codex import read_codex
from playproof.store.traces.effects import Effect, EffectReader
from playproof.store.traces.inspect import read_inspect
from playproof.store.traces.reading import FORMATS, read_trace

LOGS = Path(__file__).parent / "traces"
L1 = "replica/twinlamps/L1"


def did(trace: Trace) -> list[str]:
    """What the calls did, in short."""
    kinds = ("observe", "write", "read", "render")
    return [f"{event.kind} {event.endpoint or event.path.rpartition('/')[2]}" for event in trace.events if event.kind in kinds]


def test_a_rollout_of_codex():
    """Calls, what they did, errors, tokens and the model, from a log that says some of it twice."""
    trace = read_trace(LOGS / "codex.jsonl")
    assert (trace.runtime, trace.runtime_version, trace.model, trace.skipped) == ("codex", "0.65.0", "example-model", 0)
    assert sum(event.kind == "tool_call" for event in trace.events) == 7
    assert did(trace) == [
        "observe status",
        "observe screenshot",
        "read first.png",
        "observe click",
        "write shot.png",
        "write act.py",
        "observe click",
        "write shot.png",
        "write replica.html",
        "write rules.json",
        "render replica.html",
        "write replica.html",
    ]
    assert next(event.text for event in trace.events if event.is_error).endswith("Error: canvas has no size")
    assert trace.tokens == TokenUse(input=17900, cached=14600, output=1290)
    assert sum(event.tokens.input for event in trace.events if event.tokens) == trace.tokens.input
    assert [event.text for event in trace.events if event.kind == "message" and event.actor == "user"] == ["Replicate the game at http://game:8000."]


def test_a_session_of_claude_code():
    """An answer in several lines counts its tokens once; tools of the service are observations; what the runtime says by itself is not the model."""
    trace = read_trace(LOGS / "claude_code.jsonl")
    assert (trace.runtime, trace.runtime_version, trace.model) == ("claude_code", "2.1.202", "example-model-2")
    assert did(trace) == [
        "observe screenshot",
        "observe click",
        "observe wait",
        "write replica.html",
        "render replica.html",
        "write replica.html",
        "observe click",
        "write rules.md",
    ]
    assert trace.tokens.output == 90 + 40 + 40 + 700 + 60 + 50 + 50 + 50 + 20
    assert [event.of for event in trace.events if event.is_error] == [next(e.seq for e in trace.events if e.tool == "Bash" and e.kind == "tool_call")]


def test_a_sample_of_inspect():
    """A call that is in the answer and as an event counts once; long texts come from the attachments."""
    trace = read_trace(LOGS / "inspect.json", sample=L1)
    assert (trace.runtime, trace.runtime_version, trace.model, trace.task) == ("inspect", "0.3.285", "mockllm/model", L1)
    assert did(trace) == ["observe reset", "write replica.html", "render replica.html"]
    assert sum(event.kind == "tool_call" for event in trace.events) == 3
    assert [event.text for event in trace.events if event.is_error] == ["took too long"]
    assert trace.tokens == TokenUse(input=910 + 4 * 7, cached=4 * 7, output=455)


def test_a_log_with_several_samples_asks_which():
    """Two attempts are never mixed."""
    with pytest.raises(SpecError, match=r"has 2 samples.*\n.*replica/twinlamps/L1, replica/twinlamps/L2"):
        read_trace(LOGS / "inspect.json")
    assert len(read_trace(LOGS / "inspect.json", sample="replica/twinlamps/L2").events) == 1


def archive(path: Path, method: int) -> Path:
    """The log of Inspect as an archive."""
    log = json.loads((LOGS / "inspect.json").read_text())
    with zipfile.ZipFile(path, "w", method) as file:
        file.writestr("header.json", json.dumps({name: value for name, value in log.items() if name != "samples"}))
        for sample in log["samples"]:
            file.writestr(f"samples/{sample['id']}_epoch_1.json", json.dumps(sample))
    return path


def test_an_archive_of_inspect_is_the_same_log(tmp_path: Path):
    """Both forms that Inspect writes give the same events."""
    both = [read_trace(path, sample=L1) for path in (LOGS / "inspect.json", archive(tmp_path / "log.eval", zipfile.ZIP_DEFLATED))]
    assert both[0].events == both[1].events


def test_an_archive_that_python_cannot_unpack_says_what_to_do(tmp_path: Path):
    """Newer archives are compressed by a method that this Python may not know; the command that converts them is named."""
    path = archive(tmp_path / "log.eval", zipfile.ZIP_STORED)
    content = bytearray(path.read_bytes())
    for marker, offset in ((b"PK\x03\x04", 8), (b"PK\x01\x02", 10)):
        start = content.find(marker)
        while start >= 0:
            content[start + offset : start + offset + 2] = (97).to_bytes(2, "little")
            start = content.find(marker, start + 1)
    path.write_bytes(content)
    with pytest.raises(SpecError, match="inspect log convert --to json"):
        read_trace(path, sample=L1)


def test_a_trajectory_of_our_own_is_read_again(tmp_path: Path):
    """What was imported can be kept and read."""
    trace = read_trace(LOGS / "codex.jsonl")
    write_record(tmp_path / "trace.json", trace)
    assert read_trace(tmp_path / "trace.json") == trace


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "no known runtime"),
        (b"hello", "no known runtime"),
        (b"[1]", "no known runtime"),
        (b"PK\x03\x04nothing", "is no archive of Inspect"),
        (b'{"type": "session_meta", "payload": {}}', "holds no event"),
        (b'{"version": 2, "eval": {}}', "has 0 samples"),
        (b'{"source_sha256": "", "events": 3}', "is not a Trace"),
    ],
)
def test_what_is_no_log_is_refused(tmp_path: Path, content: bytes, problem: str):
    """The wrong file is a user's mistake, said in one line."""
    path = tmp_path / "log"
    path.write_bytes(content)
    with pytest.raises(SpecError, match=problem):
        read_trace(path)


def test_a_missing_log_is_refused(tmp_path: Path):
    """The same for none."""
    with pytest.raises(SpecError, match="cannot be read"):
        read_trace(tmp_path / "none.jsonl")


NAMES = [
    "type",
    "payload",
    "message",
    "content",
    "name",
    "input",
    "arguments",
    "call_id",
    "id",
    "usage",
    "info",
    "total_token_usage",
    "role",
    "output",
]
WORDS = st.sampled_from(
    ["response_item", "event_msg", "assistant", "user", "function_call", "tool_use", "tool_result", "token_count", "message", "model", "tool", "bash"]
)


def objects(one: st.SearchStrategy[object]) -> st.SearchStrategy[dict[str, object]]:
    """An object with fields as logs have them, and anything in them."""
    return st.dictionaries(st.sampled_from(NAMES), WORDS | one, max_size=6)


VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6), lambda one: st.lists(one, max_size=3) | objects(one), max_leaves=12
)


@given(st.lists(objects(VALUE), max_size=5))
def test_no_log_crashes_an_importer(lines: list[dict[str, object]]):
    """Attack: a log whose fields hold anything at all. It gives a trajectory of what could be read, never a crash."""
    content = b"\n".join(json.dumps(line).encode() for line in lines) + b"\n\xff{not json"
    source = Source(name="log", content=content, sha256="")
    for read in (read_codex, read_claude_code):
        assert read(source).skipped >= 1
    log = {"version": 2, "eval": {}, "samples": [{"id": "x", "events": [{"event": "model", "output": {"choices": lines}}, *lines]}]}
    read_inspect(Source(name="log", content=json.dumps(log).encode(), sha256=""), "")


@pytest.mark.parametrize("kind", [one for one in FORMATS if one != "playproof"])
def test_a_format_can_be_named(kind: str):
    """A log that begins in an unusual way is read as what the user says it is."""
    name = {"codex": "codex.jsonl", "claude_code": "claude_code.jsonl", "inspect": "inspect.json"}[kind]
    assert read_trace(LOGS / name, kind=kind, sample=L1 if kind == "inspect" else "").runtime == kind


CASES = [
    ("bash", {"command": "curl -X POST http://game:8000/click -d '{}'"}, ["observe click"]),
    ("bash", {"command": "curl http://game:8000/openapi.json"}, ["observe openapi"]),
    ("bash", {"command": "curl http://game:8000/clickable"}, []),
    ("shell", {"command": ["bash", "-lc", "curl $PLAYPROOF_GAME/key -d '{}' > k.png"]}, ["observe key", "write k.png"]),
    ("mcp__game__drag", {"x1": 1}, ["observe drag"]),
    ("game.reset", {}, ["observe reset"]),
    ("wait", {"ids": ["agent-1"]}, []),
    ("wait", {"ms": 100}, ["observe wait"]),
    ("bash", {"command": "grep -n click replica.html"}, []),
    ("bash", {"command": "echo hi > /dev/null 2>&1"}, []),
    ("bash", {"command": "echo '<p>' | tee replica.html"}, ["write replica.html"]),
    ("bash", {"command": "sed -i 's/a/b/' replica.html"}, ["write replica.html"]),
    ("python", {"code": "open('replica.html', 'w').write(page)"}, ["write replica.html"]),
    ("python", {"code": "from pathlib import Path\nPath('replica.html').write_text(page)"}, ["write replica.html"]),
    ("bash", {"command": "node -e \"require('fs').writeFileSync('replica.html', x)\""}, ["write replica.html"]),
    ("bash", {"command": "cat > replica.html <<'EOF'\n<script>fetch('/click')</script>\nEOF"}, ["write replica.html"]),
    ("bash", {"command": "python -m playwright screenshot file:///w/replica.html a.png"}, ["render /w/replica.html"]),
    ("mcp__playwright__browser_navigate", {"url": "http://localhost:1/replica.html"}, ["render http://localhost:1/replica.html"]),
    ("str_replace_editor", {"command": "view", "path": "replica.html"}, ["read replica.html"]),
    ("str_replace_editor", {"command": "create", "path": "replica.html"}, ["write replica.html"]),
    ("Read", {"file_path": "/w/a.png"}, ["read /w/a.png"]),
    ("update_plan", {"plan": "click the screenshot"}, []),
]


@pytest.mark.parametrize(("tool", "arguments", "wanted"), CASES)
def test_what_a_call_did_is_told_from_its_words(tool: str, arguments: dict[str, object], wanted: list[str]):
    """Shells, tools of the service, editors and browsers, as runtimes name them."""
    found = EffectReader().effects(tool, arguments)
    assert [f"{effect.kind} {effect.endpoint or effect.path}" for effect in found] == wanted


def test_a_script_does_what_stands_in_it():
    """Agents write themselves a script and run it: each run acts on the game; writing or reading it does not."""
    reader = EffectReader()
    body = "import requests\nrequests.post('http://game:8000/key', json={'code': 'KeyA'})\n"
    assert reader.effects("Write", {"file_path": "/w/press.py", "content": body}) == (Effect(kind="write", path="/w/press.py"),)
    assert reader.effects("Bash", {"command": "python press.py"}) == (Effect(kind="observe", endpoint="key"),)
    assert reader.effects("Bash", {"command": "python other_press.pyc"}) == ()
    assert reader.effects("Read", {"file_path": "/w/press.py"}) == (Effect(kind="read", path="/w/press.py"),)


ENDLESS = [
    "<<A\n" * 20_000,
    ">" * 90_000,
    "tee " * 20_000,
    "sed -i " * 12_000,
    "open(" * 18_000,
    "open('" * 15_000,
    "a/" * 45_000,
    "'" * 90_000,
    "*** Begin Patch\n*** Add File: " + " " * 80_000 + "x",
    "*** Add File: a\n" * 6_000,
]


@pytest.mark.parametrize("command", ENDLESS)
def test_no_command_is_read_for_ever(command: str):
    """Attack: commands that take a careless reader minutes."""
    EffectReader().effects("bash", {"command": command + " https:// chromium"})


def test_events_are_numbered_without_gaps():
    """A trajectory that was cut or mended by hand is refused."""
    with pytest.raises(ValueError, match="without gaps"):
        Trace(runtime="codex", source_sha256="", events=(TraceEvent(seq=2, actor="model", kind="message"),))
