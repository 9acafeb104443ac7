"""The jail itself: which namespaces, which files, which rights; and why it may not work on this machine.

Inside there is a network with nothing but its own loopback, a process table with nothing but its own family, `/usr` and a few harmless files
of `/etc` read-only, the Python that runs us read-only, empty `/tmp` and `/dev/shm` in memory, and what the caller binds. No home, no host
name, no environment, no capability, no way to make further namespaces.
"""

import platform
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

from playproof.sandbox.limits import SHM_BYTES, TMP_BYTES

if TYPE_CHECKING:
    from playproof.sandbox.jail import Bind

ENVIRONMENT = {"HOME": "/tmp", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "TZ": "UTC", "TMPDIR": "/tmp"}  # noqa: S108 - the jail's own /tmp
"""All environment variables of a jailed program."""

_SYSTEM = (
    "/usr",
    "/etc/fonts",
    "/etc/ssl/certs",
    "/etc/alternatives",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/ld.so.cache",
    "/var/cache/fontconfig",
)
_ROOT_FOLDERS = ("/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin")
# A caller who is root stays root of the host in the kernel's eyes, and the kernel lets root's files be written by their owner without any
# capability: /proc/sys/kernel/core_pattern would be a way out. Bubblewrap covers only folders that are themselves writable, these are not.
_PROC_FOLDERS = ("acpi", "bus", "driver", "fs", "irq", "scsi", "sys", "tty")
_PROC_FILES = ("kcore", "keys", "kmsg", "latency_stats", "mtrr", "sched_debug", "sysrq-trigger", "timer_list")

_NAMESPACES = (
    *("--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-net", "--unshare-cgroup-try"),
    *("--disable-userns", "--uid", "1000", "--gid", "1000", "--hostname", "play", "--cap-drop", "ALL"),
    *("--die-with-parent", "--new-session", "--clearenv"),
)


def command(argv: Sequence[str], binds: Sequence["Bind"], *, info_fd: int | None = None) -> list[str]:
    """The command that runs `argv` in a jail.

    Args:
        argv: The program and its arguments, with paths as they are inside.
        binds: Files and folders of ours to show inside, beside the system's.
        info_fd: Descriptor to which the pid of the jail's init is written, as JSON, before `argv` starts.

    Raises:
        FileNotFoundError: Bubblewrap is not installed; ask `isolation_problem` first.
    """
    bubblewrap = which("bwrap", path="/usr/bin:/bin:/usr/local/bin")
    if bubblewrap is None:
        raise FileNotFoundError("bwrap")
    words = [bubblewrap, *_NAMESPACES]
    for name, value in ENVIRONMENT.items():
        words += ["--setenv", name, value]
    words += _file_options(binds)
    if info_fd is not None:
        words += ["--info-fd", str(info_fd)]
    return [*words, "--chdir", "/tmp", "--", *argv]  # noqa: S108 - the jail's own /tmp


def isolation_problem() -> str | None:
    """Why programs cannot be jailed on this machine and the command that helps, or None when they can. Tries it for real, in about 5 ms."""
    if platform.system() != "Linux":
        return f"namespaces: need Linux, this is {platform.system()!r}\n  run playproof in a Linux virtual machine or container"
    try:
        trial = subprocess.run(command(["/usr/bin/true"], ()), capture_output=True, text=True, check=False, timeout=20, env={})
    except FileNotFoundError:
        return "namespaces: bubblewrap is not installed\n  to install it: sudo apt-get install bubblewrap"
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"namespaces: bubblewrap did not run: {error}\n  try it: bwrap --unshare-all --ro-bind / / true"
    if trial.returncode == 0:
        return None
    said = trial.stderr.strip() or f"exit status {trial.returncode}"
    return f"namespaces: bubblewrap failed: {said!r}\n  {_remedy(said)}"


def _remedy(said: str) -> str:
    """What to do about a failure of bubblewrap, from the settings that are known to cause one."""
    if "nknown option" in said:
        return "bubblewrap 0.8 or newer is needed: upgrade it, e.g. on Debian 12, Ubuntu 24.04 or newer: sudo apt-get install bubblewrap"
    if _setting("user/max_user_namespaces") == "0":
        return "user namespaces are switched off; to allow them: sudo sysctl -w user.max_user_namespaces=15000"
    if _setting("kernel/unprivileged_userns_clone") == "0":
        return "user namespaces are only for root here; to allow them: sudo sysctl -w kernel.unprivileged_userns_clone=1"
    if _setting("kernel/apparmor_restrict_unprivileged_userns") == "1":
        profile = "abi <abi/4.0>,\\ninclude <tunables/global>\\nprofile bwrap /usr/bin/bwrap flags=(unconfined) {\\n  userns,\\n}\\n"
        return (
            "AppArmor keeps user namespaces from unprivileged programs (Ubuntu 23.10 and newer); to allow them for bubblewrap alone:\n"
            f"  printf '{profile}' | sudo tee /etc/apparmor.d/bwrap && sudo apparmor_parser -r /etc/apparmor.d/bwrap"
        )
    if "mount proc" in said or Path("/.dockerenv").exists() or Path("/run/.containerenv").exists():
        return (
            "this is a container that may not make namespaces or hides parts of /proc; with Docker, start it with:\n"
            "  docker run --security-opt seccomp=unconfined --security-opt apparmor=unconfined --security-opt systempaths=unconfined ..."
        )
    return "the kernel or a security policy forbids it; try it: bwrap --unshare-all --ro-bind / / true"


def _setting(name: str) -> str:
    """A setting of the kernel, empty when there is none such."""
    try:
        return (Path("/proc/sys") / name).read_text().strip()
    except OSError:
        return ""


def _file_options(binds: Sequence["Bind"]) -> list[str]:
    """The options that build the file system inside."""
    words: list[str] = []
    for folder in (*_SYSTEM, sys.base_prefix):
        if Path(folder).exists() and (folder in _SYSTEM or not Path(folder).is_relative_to("/usr")):
            words += ["--ro-bind", folder, folder]
    for folder in _ROOT_FOLDERS:
        if Path(folder).is_symlink():
            words += ["--symlink", str(Path(folder).readlink()), folder]
        elif Path(folder).is_dir():
            words += ["--ro-bind", folder, folder]
    words += ["--proc", "/proc", "--dev", "/dev"]
    for name in _PROC_FOLDERS:
        if Path("/proc", name).is_dir():
            words += ["--size", "4096", "--tmpfs", f"/proc/{name}", "--remount-ro", f"/proc/{name}"]
    for name in _PROC_FILES:
        if Path("/proc", name).exists():
            words += ["--ro-bind", "/dev/null", f"/proc/{name}"]
    words += ["--size", str(TMP_BYTES), "--tmpfs", "/tmp", "--size", str(SHM_BYTES), "--perms", "1777", "--tmpfs", "/dev/shm"]  # noqa: S108
    for bind in binds:
        words += ["--bind" if bind.is_writable else "--ro-bind", str(bind.outside.resolve()), bind.inside]
    return words
