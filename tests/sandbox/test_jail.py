import os
import socket
import threading
from pathlib import Path

import pytest

from playproof.errors import SandboxError
from playproof.sandbox.jail import PYTHON, Bind, Jail, start

pytestmark = pytest.mark.usefixtures("isolation")

TRY_OPEN = """
import json, sys
def attempt(path, mode):
    try:
        open(path, mode).close()
        return "opened"
    except OSError as error:
        return type(error).__name__
print(json.dumps([attempt(path, mode) for path, mode in %r]))
"""


def test_a_jailed_program_sees_only_what_is_bound(run_inside, tmp_path: Path):
    """Attack: read the user's files, the repository and the machine's accounts by their real paths or through /proc."""
    secret = tmp_path / "outside" / "secret.txt"
    secret.parent.mkdir()
    secret.write_text("hidden")
    shown = tmp_path / "shown"
    shown.mkdir()
    (shown / "game.txt").write_text("shown")
    wanted = [
        ("/artifact/game.txt", "r"),
        (str(secret), "r"),
        (f"/proc/self/root{secret}", "r"),
        (f"/proc/1/root{secret}", "r"),
        (f"/artifact/../{secret.relative_to('/')}", "r"),
        (str(Path(__file__).resolve()), "r"),
        ("/etc/shadow", "r"),
        ("/etc/passwd", "r"),
        ("/proc/1/environ/../../../etc/passwd", "r"),
    ]
    found = run_inside(TRY_OPEN % wanted, Jail(binds=(Bind(outside=shown, inside="/artifact"),)))
    assert found == ["opened", *["FileNotFoundError"] * 7, "NotADirectoryError"]


def test_the_same_attack_works_without_isolation(run_inside, tmp_path: Path):
    """The control of the test above: it is the jail that refuses, not the attack that is broken."""
    (tmp_path / "secret.txt").write_text("hidden")
    found = run_inside(TRY_OPEN % [(str(tmp_path / "secret.txt"), "r"), ("/etc/passwd", "r")], Jail(is_isolated=False))
    assert found == ["opened", "opened"]


def test_a_symbolic_link_in_the_artifact_leads_nowhere(run_inside, tmp_path: Path):
    """Attack: an artifact with links to files of the host, which a server of ours might follow."""
    shown = tmp_path / "shown"
    shown.mkdir()
    (tmp_path / "secret.txt").write_text("hidden")
    (shown / "link").symlink_to(tmp_path / "secret.txt")
    (shown / "root").symlink_to("/")
    wanted = [("/artifact/link", "r"), (f"/artifact/root{tmp_path}/secret.txt", "r")]
    assert run_inside(TRY_OPEN % wanted, Jail(binds=(Bind(outside=shown, inside="/artifact"),))) == ["FileNotFoundError"] * 2


def test_only_writable_binds_can_be_written(run_inside, tmp_path: Path):
    """Attack: change the game under test, the system or the Python that runs us. What the caller made writable can be written."""
    for name in ("game", "profile"):
        (tmp_path / name).mkdir()
    jail = Jail(
        binds=(
            Bind(outside=tmp_path / "game", inside="/artifact"),
            Bind(outside=tmp_path / "profile", inside="/profile", is_writable=True),
        )
    )
    wanted = [(f"{folder}/new.txt", "w") for folder in ("/profile", "/tmp", "/artifact", "/usr/bin", "/etc/fonts", str(Path(PYTHON).parent))]
    assert run_inside(TRY_OPEN % wanted, jail) == ["opened", "opened", *["OSError"] * 4]
    assert (tmp_path / "profile" / "new.txt").exists()


def test_kernel_settings_are_out_of_reach(run_inside):
    """Attack of a jail that root started: its files in /proc belong to root, e.g. the program that the kernel runs when something crashes."""
    wanted = [
        ("/proc/sys/kernel/core_pattern", "r+"),
        ("/proc/sys/kernel/hostname", "r+"),
        ("/proc/sys/vm/drop_caches", "r+"),
        ("/proc/irq/default_smp_affinity", "r+"),
    ]
    assert run_inside(TRY_OPEN % wanted) == ["FileNotFoundError"] * 4
    assert run_inside(TRY_OPEN % [("/proc/sys/x", "w"), ("/proc/sysrq-trigger", "w")])[0] == "OSError"


def test_a_jailed_program_has_no_rights_and_can_get_none(run_inside):
    """Attack: use or gain capabilities, by a new user namespace or by a program with the set-user-id bit."""
    code = """
import ctypes, json
status = dict(line.split(":", 1) for line in open("/proc/self/status").read().splitlines())
sets = [int(status[name], 16) for name in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")]
libc = ctypes.CDLL(None)
print(json.dumps([sets, status["NoNewPrivs"].strip(), libc.unshare(0x10000000), libc.unshare(0x40000000)]))
"""
    assert run_inside(code) == [[0, 0, 0, 0, 0], "1", -1, -1]


def test_other_processes_are_invisible(run_inside):
    """Attack: look at, stop or trace the evaluator or another game."""
    code = "import json, os; print(json.dumps(sorted(int(n) for n in os.listdir('/proc') if n.isdecimal())))"
    assert run_inside(code) == [1, 2]


def test_the_environment_is_empty_but_for_fixed_values(run_inside, monkeypatch: pytest.MonkeyPatch):
    """Attack: read a key of the evaluator from the environment."""
    monkeypatch.setenv("SECRET_API_KEY", "abc")
    for jail in (Jail(), Jail(is_isolated=False)):
        names = run_inside("import json, os; print(json.dumps(sorted(os.environ)))", jail)
        assert set(names) <= {"HOME", "LANG", "LC_CTYPE", "PATH", "PWD", "TMPDIR", "TZ"}


@pytest.mark.parametrize(("is_isolated", "expected"), [(True, ["refused"] * 4), (False, ["connected", "connected", "connected", "refused"])])
def test_the_network_of_the_host_is_out_of_reach(run_inside, is_isolated: bool, expected: list[str]):
    """Attack: reach a service of the host on its loopback, on its own address or by an abstract socket. Without isolation it works."""
    with socket.create_server(("0.0.0.0", 0)) as tcp, socket.socket(socket.AF_UNIX) as unix:
        name = f"\0playproof-{os.getpid()}"
        unix.bind(name)
        unix.listen()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect(("192.0.2.1", 9))
                own_address = probe.getsockname()[0]
            except OSError:
                own_address = "127.0.0.1"
        port = tcp.getsockname()[1]
        code = f"""
import json, socket
def attempt(family, address):
    with socket.socket(family) as connection:
        connection.settimeout(5)
        try:
            connection.connect(address)
            return "connected"
        except OSError:
            return "refused"
unix, inet = socket.AF_UNIX, socket.AF_INET
print(json.dumps([attempt(inet, ("127.0.0.1", {port})), attempt(inet, ({own_address!r}, {port})), attempt(unix, {name!r}),
                  attempt(inet, ("127.0.0.1", 1))]))
"""
        assert run_inside(code, Jail(is_isolated=is_isolated)) == expected


def test_two_jails_do_not_share_a_network(run_inside, tmp_path: Path):
    """Attack: a game that talks to the server of another play on the same machine."""
    code = "import socket, time; s = socket.create_server(('127.0.0.1', 8080)); print('listening', flush=True); time.sleep(1000)"
    log_path = tmp_path / "other.txt"
    other = start([PYTHON, "-I", "-S", "-c", code], Jail(), pass_fds={}, log_path=log_path)
    try:
        while "listening" not in log_path.read_text():
            assert other.wait(0.01) is None
        attack = """
import json, socket
try:
    socket.create_connection(("127.0.0.1", 8080), 5)
    print('"connected"')
except OSError as error:
    print(json.dumps(type(error).__name__))
"""
        assert run_inside(attack) == "ConnectionRefusedError"
    finally:
        other.kill()


@pytest.mark.parametrize("is_isolated", [True, False])
def test_memory_has_a_limit(run_inside, is_isolated: bool):
    """Attack: take all memory. A process gets what the jail grants and no more; the machine does not notice."""
    code = """
import json
try:
    bytearray(400 << 20)
    print('"granted"')
except MemoryError:
    print('"refused"')
"""
    assert run_inside(code, Jail(memory_bytes=200 << 20, is_isolated=is_isolated)) == "refused"
    assert run_inside(code, Jail(memory_bytes=800 << 20, is_isolated=is_isolated)) == "granted"


def test_memory_of_the_family_is_measured(tmp_path: Path):
    """The sum over a program and its children is near what they hold, and shared pages count once."""
    code = """
import os, time
block = bytearray(os.urandom(64 << 20))
os.fork()
print("ready", flush=True)
time.sleep(1000)
"""
    log_path = tmp_path / "log.txt"
    child = start([PYTHON, "-I", "-S", "-c", code], Jail(), pass_fds={}, log_path=log_path)
    try:
        while log_path.read_text().count("ready") < 2:
            assert child.wait(0.01) is None
        assert 64 << 20 < child.memory_bytes() < 110 << 20
    finally:
        child.kill()
    assert child.memory_bytes() == 0


@pytest.mark.parametrize("is_isolated", [True, False])
def test_descriptors_arrive_under_the_wanted_numbers_and_no_others_leak(run_inside, is_isolated: bool):
    """The child gets exactly the descriptors it was promised, even when the numbers cross, and none that we inherited ourselves."""
    first, second = os.pipe(), os.pipe()
    leak = os.open("/dev/null", os.O_RDONLY)
    os.set_inheritable(leak, True)
    try:
        code = """
import json, os
os.write(3, b"three"); os.write(4, b"four")
links = {name: os.readlink("/proc/self/fd/" + name) for name in os.listdir("/proc/self/fd") if os.path.exists("/proc/self/fd/" + name)}
print(json.dumps(sorted(int(name) for name, link in links.items() if not link.endswith("/fd"))))
"""
        found = run_inside(code, Jail(is_isolated=is_isolated), pass_fds={3: second[1], 4: first[1]})
        assert found == [0, 1, 2, 3, 4]
        assert (os.read(second[0], 99), os.read(first[0], 99)) == (b"three", b"four")
    finally:
        for fd in (*first, *second, leak):
            os.close(fd)


def test_jails_can_be_started_from_many_threads(tmp_path: Path):
    """A program outlives the thread that started it, and starting from several threads mixes nothing up."""
    children = {}

    def begin(number: int) -> None:
        script = f"echo {number}; exec sleep 1000"
        children[number] = start(["/bin/sh", "-c", script], Jail(), pass_fds={}, log_path=tmp_path / f"{number}.txt")

    threads = [threading.Thread(target=begin, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    try:
        for number, child in children.items():
            while not (said := (tmp_path / f"{number}.txt").read_text()):
                assert child.wait(0.01) is None
            assert said.strip() == str(number)
            assert child.wait(0.05) is None
    finally:
        for child in children.values():
            child.kill()


def test_a_missing_bind_is_named(tmp_path: Path):
    """A file that should be seen inside but does not exist is our fault, told with its path."""
    jail = Jail(binds=(Bind(outside=tmp_path / "absent", inside="/artifact"),))
    with pytest.raises(SandboxError, match="absent") as caught:
        start(["/usr/bin/true"], jail, pass_fds={}, log_path=tmp_path / "log.txt")
    assert (caught.value.kind, caught.value.blame) == ("missing_bind", "us")


def test_paths_are_translated(tmp_path: Path):
    """A file of ours is named inside by the bind that holds it, and by its own path where there is no jail."""
    bind = Bind(outside=tmp_path, inside="/artifact")
    assert Jail(binds=(bind,)).path_inside(tmp_path / "a" / "b.js") == "/artifact/a/b.js"
    assert Jail(binds=(bind,)).path_inside(tmp_path) == "/artifact"
    assert Jail(binds=(bind,), is_isolated=False).path_inside(tmp_path / "a") == str(tmp_path / "a")
    assert Jail(binds=(bind,)).path_inside(Path("/usr/bin/true")) == "/usr/bin/true"


@pytest.mark.parametrize("is_isolated", [True, False])
def test_the_exit_status_is_the_programs(tmp_path: Path, is_isolated: bool):
    """Whoever waits learns how the program ended: its status, or 128 and the signal."""
    for script, status in (("exit 7", 7), ("kill -SEGV $$", 139)):
        child = start(["/bin/sh", "-c", script], Jail(is_isolated=is_isolated), pass_fds={}, log_path=tmp_path / "log.txt")
        assert child.wait(20) == status
        child.kill()
