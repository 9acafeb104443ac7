"""Files that the driver answers itself: the same answer as the file server's, and nothing that the server would refuse."""

import base64
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from playproof.drivers.web import server
from playproof.drivers.web.files import MOST_BYTES, answer
from playproof.drivers.web.flags import ORIGIN

FILES = {"index.html": b"<p>hi", "a.js": b"let a = 1;", "deep/b.png": b"\x89PNG", "sound.wav": b"RIFF", "odd.xyz": b"?", "space in name.css": b"p{}"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A small game, beside a secret."""
    for name, content in FILES.items():
        (tmp_path / "game" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "game" / name).write_bytes(content)
    (tmp_path / "secret.js").write_text("secret")
    (tmp_path / "game" / "out.js").symlink_to(tmp_path / "secret.js")
    return tmp_path / "game"


def ask(root: Path, target: str, *, method: str = "GET", kind: str = "Script", headers: dict[str, str] | None = None):
    """What the driver answers."""
    return answer(root, {"url": ORIGIN + target, "method": method, "headers": headers or {}}, kind)


@pytest.mark.parametrize("target", ["/a.js", "/deep/b.png", "/sound.wav?1", "/odd.xyz", "/space%20in%20name.css"])
def test_an_answer_is_the_servers(root: Path, target: str) -> None:
    """Body, status and headers are those of the file server, the connection's own apart."""
    with subprocess.Popen(
        [sys.executable, server.__file__, "--root", str(root), "--port", "0", "--", "/bin/sh", "-c", "echo {port}; exec sleep 30"],
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        time.sleep(0.05)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{target}", timeout=10) as said:
            theirs = {name: value for name, value in said.headers.items() if name != "Connection"}
            body, status = said.read(), said.status
        process.terminate()
    mine = ask(root, target)
    assert mine is not None
    assert base64.b64decode(mine["body"]) == body
    assert mine["responseCode"] == status
    assert {header["name"]: header["value"] for header in mine["responseHeaders"]} == theirs


@pytest.mark.parametrize("target", ["/../secret.js", "/%2e%2e/secret.js", "/out.js", "/absent.js", "/a.js%00", "/deep"])
def test_what_is_not_plainly_there_is_left_to_the_server(root: Path, target: str) -> None:
    """The attack: a path or link out of the game's folder. It, and whatever is missing, gets no answer here."""
    assert ask(root, target) is None


def test_more_than_a_plain_look_is_left_to_the_server(root: Path) -> None:
    """Parts of files, other methods, media, documents, other origins and large files are not answered here."""
    (root / "large.js").write_bytes(b" " * (MOST_BYTES + 1))
    assert ask(root, "/a.js", headers={"range": "bytes=0-1"}) is None
    assert ask(root, "/a.js", method="HEAD") is None
    assert ask(root, "/sound.wav", kind="Media") is None
    assert ask(root, "/index.html", kind="Document") is None
    assert ask(root, "/large.js") is None
    assert answer(root, {"url": "http://game.localhost.example/a.js", "method": "GET", "headers": {}}, "Script") is None


def test_a_changed_file_is_read_again(root: Path) -> None:
    """Answers are kept from play to play only while the file is the same."""
    first = ask(root, "/a.js")
    (root / "a.js").write_bytes(b"let a = 22;")
    assert ask(root, "/a.js") != first
