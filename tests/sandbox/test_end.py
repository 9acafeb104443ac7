import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from playproof.sandbox.jail import Jail
from playproof.sandbox.proctree import descendants

pytestmark = pytest.mark.usefixtures("isolation")

OWNER = """
import sys, time
from pathlib import Path
from playproof.sandbox.jail import Jail, start
script = "setsid sleep 2000 & (trap '' TERM; sleep 2001) & echo ready; sleep 2002"
child = start(["/bin/sh", "-c", script], Jail(is_isolated=sys.argv[1] == "True"), pass_fds={}, log_path=Path(sys.argv[2]))
while "ready" not in Path(sys.argv[2]).read_text():
    time.sleep(0.005)
print(child.pid, flush=True)
time.sleep(1000)
"""


def living(pids: list[int]) -> list[int]:
    """Those that still run; a zombie does not."""
    found = []
    for pid in pids:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if state not in "ZX":
            found.append(pid)
    return found


@pytest.mark.parametrize("is_isolated", [True, False])
def test_kill_leaves_nothing_behind(sleeper, is_isolated: bool):
    """When `kill` returns, no process of the family runs any more, whatever sessions and signal handlers they had; a second call is harmless."""
    child = sleeper(Jail(is_isolated=is_isolated))
    family = [child.pid, *descendants(child.pid)]
    assert len(living(family)) >= 5
    child.kill()
    assert living(family) == []
    assert child.wait(0) is not None
    assert not child.is_alive()
    child.kill()


@pytest.mark.parametrize("is_isolated", [True, False])
def test_nothing_survives_our_own_death(tmp_path: Path, is_isolated: bool):
    """When we are killed without a chance to clean up, everything we started ends with us."""
    words = [sys.executable, "-c", OWNER, str(is_isolated), str(tmp_path / "log.txt")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment) as owner:
        assert owner.stdout is not None
        pid = int(owner.stdout.readline())
        family = [pid, *descendants(pid)]
        assert len(living(family)) >= 4
        owner.send_signal(signal.SIGKILL)
    for _ in range(2000):
        if not living(family):
            return
        signal.sigtimedwait([], 0.01)
    pytest.fail(f"still running: {living(family)}")


def test_a_dead_init_takes_the_family_along(sleeper):
    """Attack: the jailed program kills or stops what watches it. Stopping the first program does not protect the rest from `kill`."""
    child = sleeper(Jail())
    family = [child.pid, *descendants(child.pid)]
    for pid in family[2:]:
        os.kill(pid, signal.SIGSTOP)
    child.kill()
    assert living(family) == []


def test_waiting_has_a_limit(sleeper):
    """`wait` gives None when the program still runs and never blocks longer than it was told."""
    child = sleeper(Jail())
    assert child.wait(0) is None
    assert child.wait(0.01) is None
    assert child.is_alive()
    child.kill()


def test_a_forked_copy_of_us_can_start_jails(tmp_path: Path):
    """A process pool that forks after we have started something still works: the thread that starts programs is made anew."""
    code = """
import os, sys
from pathlib import Path
from playproof.sandbox.jail import Jail, start
log = Path(sys.argv[1])
assert start(["/usr/bin/true"], Jail(), pass_fds={}, log_path=log).wait(20) == 0
pid = os.fork()
if pid == 0:
    os._exit(0 if start(["/usr/bin/true"], Jail(), pass_fds={}, log_path=log).wait(20) == 0 else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run([sys.executable, "-c", code, str(tmp_path / "log.txt")], env=environment, timeout=60, check=False)
    assert ran.returncode == 0
