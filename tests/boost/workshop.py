"""Runs boost calls in processes of their own, fast, and kills them with SIGKILL at a chosen file operation.

`python workshop.py SCRIPTS` is the server: it imports the helper once, then forks for every call. The child counts its writing file operations
by an audit hook (nothing of the helper is replaced) and kills itself before the chosen one.
"""

import io
import json
import os
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
OPERATIONS = {"os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.chmod", "os.truncate", "os.link", "os.symlink"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """How a call ended: exit status (-9 if it was killed), its JSON answer, and how many writing operations it made."""

    status: int
    facts: dict[str, Any]
    operations: int

    @property
    def killed(self) -> bool:
        """Whether the call was killed before it ended."""
        return self.status == -signal.SIGKILL

    @property
    def code(self) -> str:
        """The refusal's code, '' if it was not refused."""
        return self.facts.get("refusal", {}).get("code", "")


class Workshop:
    """The client side: `call` runs one boost call."""

    def __init__(self, scripts: Path) -> None:
        """Start the server process."""
        self._server = subprocess.Popen([sys.executable, __file__, str(scripts)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.close()
        self._server.wait()
        self._server.stdout.close()

    def call(self, *arguments: str, kill_at: int = 0) -> Done:
        """Run `boost --json ARGUMENTS`; kill it before its writing operation number `kill_at` (0: never)."""
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.write(json.dumps([arguments, kill_at]) + "\n")
        self._server.stdin.flush()
        status, text, operations = json.loads(self._server.stdout.readline())
        return Done(status=status, facts=json.loads(text) if text else {}, operations=operations)


def _child(arguments: list[str], kill_at: int, answer: int) -> None:
    """Run one call in this process, which ends with it."""
    from gcb.cli import main  # noqa: PLC0415 - found only in the server process

    count = 0

    def watch(event: str, about: tuple[Any, ...]) -> None:
        nonlocal count
        if event in OPERATIONS or (event == "open" and isinstance(about[2], int) and about[2] & WRITING):
            count += 1
            if count == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(["--json", *arguments])
    counted = count
    os.write(answer, json.dumps([out.getvalue(), counted]).encode())
    if status == 3:
        sys.stderr.write(err.getvalue())
        sys.stderr.flush()
    os._exit(status)


def _serve() -> None:
    """Answer calls until the input ends."""
    for line in sys.stdin:
        arguments, kill_at = json.loads(line)
        ours, theirs = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(ours)
            try:
                _child(arguments, kill_at, theirs)
            finally:
                os._exit(70)
        os.close(theirs)
        with os.fdopen(ours, "rb") as pipe:
            said = pipe.read()
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        text, operations = json.loads(said) if said else ("", 0)
        sys.stdout.write(json.dumps([status, text, operations]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    import gcb.cli

    gcb.cli.build()  # once, before any fork

    _serve()
