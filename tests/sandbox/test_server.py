import http.client
import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from playproof.drivers import web
from playproof.drivers.web.chrome import Browser
from playproof.sandbox.jail import PYTHON, Bind, Jail, start

SERVER = Path(web.__path__[0]) / "server.py"
BODY = bytes(range(256)) * 40


def command(root: Path, *browser: str, port: int = 0) -> list[str]:
    """The server with a stand-in for the browser: any program will do."""
    return [PYTHON, "-I", "-S", str(SERVER), "--root", str(root), "--port", str(port), "--", *browser]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game's folder, and a secret beside it."""
    above = tmp_path_factory.mktemp("served")
    (above / "secret.txt").write_text("hidden")
    game = above / "game"
    (game / "sub folder" / "deep").mkdir(parents=True)
    (game / "empty").mkdir()
    (game / "index.html").write_text("<title>game</title>")
    (game / "sub folder" / "index.html").write_text("sub")
    (game / "sub folder" / "ünï.txt").write_text("named")
    (game / "data.bin").write_bytes(BODY)
    (game / "nothing.txt").write_bytes(b"")
    for name in ("a.js", "a.mjs", "a.wasm", "a.json", "a.css", "a.woff2", "a.mp3", "a.svg", "A.PNG", "noending"):
        (game / name).write_text("x")
    (game / "out.txt").symlink_to(above / "secret.txt")
    (game / "outfolder").symlink_to(above)
    (game / "etc").symlink_to("/etc")
    (game / "within.js").symlink_to(game / "a.js")
    os.mkfifo(game / "pipe.txt")
    return game


@pytest.fixture(scope="module")
def port(root: Path) -> Iterator[int]:
    """A server that runs; its port."""
    with subprocess.Popen(command(root, "/bin/sh", "-c", "echo {port}; exec sleep 1000"), stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield int(server.stdout.readline())
        server.terminate()


def ask(port: int, target: bytes, *, method: bytes = b"GET", headers: bytes = b"") -> tuple[int, dict[str, str], bytes]:
    """Send a request just as given, which no HTTP library would, and read the answer."""
    with socket.create_connection(("127.0.0.1", port), 10) as connection:
        connection.sendall(method + b" " + target + b" HTTP/1.1\r\nHost: game.localhost\r\nConnection: close\r\n" + headers + b"\r\n")
        answer = b""
        while part := connection.recv(65536):
            answer += part
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = head.decode("latin-1").split("\r\n")
    return int(status.split()[1]), dict(line.split(": ", 1) for line in lines), body


@pytest.mark.parametrize(
    "target",
    [
        b"/../secret.txt",
        b"/sub%20folder/../../secret.txt",
        b"/%2e%2e/secret.txt",
        b"/%2E%2E%2Fsecret.txt",
        b"/..%2fsecret.txt",
        b"/..%5csecret.txt",
        b"/..\\secret.txt",
        b"/%252e%252e/secret.txt",
        b"/.%00./secret.txt",
        b"/data.bin%00.txt",
        b"/%00",
        b"/out.txt",
        b"/outfolder/secret.txt",
        b"/outfolder/game/../secret.txt",
        b"/etc/passwd",
        b"//etc/passwd",
        b"/%2fetc/passwd",
        b"/%c0%ae%c0%ae/secret.txt",
        b"/%",
        b"/%zz",
        b"/pipe.txt",
        b"/empty/",
        b"/empty",
        b"/data.bin/",
        b"/" + b"a" * 5000,
    ],
)
def test_no_request_leaves_the_folder(port: int, target: bytes):
    """Attack: parent folders in every spelling, links, absolute paths, NUL, wrong escapes, a named pipe that would block, a listing."""
    status, _, body = ask(port, target)
    assert (status, body) == (404, b"")


def test_requests_that_are_none_are_refused(port: int):
    """Attack: a proxy request, other methods, a head without end."""
    assert ask(port, b"http://127.0.0.1/")[0] == 400
    assert ask(port, b"file:///etc/passwd")[0] == 400
    assert ask(port, b"")[0] == 400
    for method in (b"POST", b"PUT", b"DELETE", b"OPTIONS", b"TRACE", b"BREW"):
        status, headers, _ = ask(port, b"/", method=method)
        assert (status, headers["Allow"]) == (405, "GET, HEAD")
    with socket.create_connection(("127.0.0.1", port), 10) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nX-Long: " + b"a" * 65536)
        assert connection.recv(65536).startswith(b"HTTP/1.1 431 ")
        assert connection.recv(65536) == b""


@pytest.mark.parametrize(
    ("target", "kind"),
    [
        (b"/", "text/html"),
        (b"/index.html?level=2#x", "text/html"),
        (b"/a.js", "text/javascript"),
        (b"/a.mjs", "text/javascript"),
        (b"/a.wasm", "application/wasm"),
        (b"/a.json", "application/json"),
        (b"/a.css", "text/css"),
        (b"/a.woff2", "font/woff2"),
        (b"/a.mp3", "audio/mpeg"),
        (b"/a.svg", "image/svg+xml"),
        (b"/A.PNG", "image/png"),
        (b"/noending", "application/octet-stream"),
        (b"/within.js", "text/javascript"),
        (b"/sub%20folder/%C3%BCn%C3%AF.txt", "text/plain"),
        (b"/sub%20folder/", "text/html"),
    ],
)
def test_files_come_with_their_type_and_are_never_stored(port: int, target: bytes, kind: str):
    """Modules, WebAssembly, fonts and sound need the right type; nothing is cached between plays; no header tells the time of day."""
    status, headers, body = ask(port, target)
    assert (status, headers["Content-Type"], headers["Cache-Control"]) == (200, kind, "no-store")
    assert int(headers["Content-Length"]) == len(body)
    assert not {"Date", "Last-Modified", "Server", "ETag"} & set(headers)


def test_a_folder_is_named_with_a_slash(port: int):
    """Relative addresses in a page of a sub-folder work, since the browser is sent to the folder's full name."""
    status, headers, _ = ask(port, b"/sub%20folder")
    assert (status, headers["Location"]) == (301, "/sub%20folder/")
    assert ask(port, b"//sub%20folder")[1]["Location"] == "/sub%20folder/"


@pytest.mark.parametrize(
    ("wanted", "first", "last"),
    [("bytes=0-9", 0, 9), ("bytes=100-", 100, len(BODY) - 1), ("bytes=-5", len(BODY) - 5, len(BODY) - 1), ("bytes=5-999999", 5, len(BODY) - 1)],
)
def test_ranges(port: int, wanted: str, first: int, last: int):
    """Sound and video ask for parts of a file and get exactly these."""
    status, headers, body = ask(port, b"/data.bin", headers=f"Range: {wanted}\r\n".encode())
    assert (status, headers["Content-Range"], body) == (206, f"bytes {first}-{last}/{len(BODY)}", BODY[first : last + 1])


def test_odd_ranges(port: int):
    """A range behind the end is refused; one that is no range, or several, is answered with the whole file."""
    status, headers, _ = ask(port, b"/data.bin", headers=b"Range: bytes=99999-\r\n")
    assert (status, headers["Content-Range"]) == (416, f"bytes */{len(BODY)}")
    assert ask(port, b"/nothing.txt", headers=b"Range: bytes=0-\r\n")[0] == 416
    for wanted in (b"bytes=9-3", b"lines=1-2", b"bytes=1-2,5-6", b"bytes=-", b"bytes", b"bytes=a-b"):
        status, _, body = ask(port, b"/data.bin", headers=b"Range: " + wanted + b"\r\n")
        assert (status, body) == (200, BODY)


def test_connections_are_kept_and_heads_have_no_body(port: int):
    """One connection serves many requests, which is what makes a game with many files load fast."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    for method, target, length in [("GET", "/data.bin", len(BODY)), ("HEAD", "/data.bin", 0), ("GET", "/absent", 0), ("GET", "/a.js", 1)]:
        connection.request(method, target)
        answer = connection.getresponse()
        assert len(answer.read()) == length
        assert answer.getheader("Connection") == "keep-alive"
    connection.close()


def test_the_server_ends_with_the_browser_and_the_browser_with_the_server(root: Path):
    """Neither outlives the other; the browser's exit status is passed on; the pipes are the browser's alone."""
    assert subprocess.run(command(root, "/bin/sh", "-c", "exit 7"), check=False).returncode == 7
    with subprocess.Popen(command(root, "/bin/sh", "-c", "echo $$; exec sleep 1000"), stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        browser_pid = int(server.stdout.readline())
        server.send_signal(signal.SIGTERM)
        assert server.wait(20) == 128 + signal.SIGTERM
    with pytest.raises(ProcessLookupError):
        os.kill(browser_pid, 0)


def test_a_taken_port_is_told(root: Path):
    """A port in use ends the script at once with a status and the system's words."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        words = command(root, "/bin/true", port=taken.getsockname()[1])
        ran = subprocess.run(words, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "in use" in ran.stderr


@pytest.mark.browser
@pytest.mark.usefixtures("isolation")
def test_a_browser_in_the_jail_plays_from_the_server_and_reaches_nothing_else(browser: Browser, tmp_path: Path):
    """The real browser gets the game at its fixed address, and a page that asks the host's services gets nothing."""
    game = tmp_path / "game"
    game.mkdir()
    with socket.create_server(("0.0.0.0", 0)) as host:
        page = f"""<body><script>
        function ask(address) {{
            const request = new XMLHttpRequest();
            try {{ request.open("GET", address, false); request.send(); return request.responseText; }} catch (error) {{ return error.name; }}
        }}
        document.body.textContent = [location.href, ask("/part.txt"), ask("http://127.0.0.1:{host.getsockname()[1]}/")].join(" | ");
        </script>"""
        (game / "index.html").write_text(page)
        (game / "part.txt").write_text("part of the game")
        binds = (Bind(outside=game, inside="/artifact"), Bind(outside=SERVER, inside="/server.py"), *browser.binds())
        rules = "--host-resolver-rules=MAP game.localhost:80 127.0.0.1:{port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
        flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-web-security", rules, "--user-data-dir=/tmp/profile", "--dump-dom"]
        words = [PYTHON, "-I", "-S", "/server.py", "--root", "/artifact", "--port", "8080", "--", str(browser.path), *flags]
        child = start([*words, "http://game.localhost/"], Jail(binds=binds), pass_fds={}, log_path=tmp_path / "log.txt")
        try:
            assert child.wait(60) == 0
        finally:
            child.kill()
    assert "<body>http://game.localhost/ | part of the game | NetworkError</body>" in (tmp_path / "log.txt").read_text()
