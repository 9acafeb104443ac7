"""The books of one service: the budget, and the log of calls, one JSON line each, only ever added to."""

import json
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from playproof.errors import SpecError
from playproof.records.calls import Call, Endpoint
from playproof.records.interface import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What there is to note of one call."""

    endpoint: Endpoint
    status: int
    game_ms: float
    action: Action | None = None
    """An action that was charged."""
    picture: str | None = None


class Ledger:
    """Counts actions against the budget and writes the log. A service that is started again on its log goes on counting."""

    def __init__(self, budget: int, log_path: Path | None) -> None:
        """Open the log.

        Args:
            budget: Most actions.
            log_path: Where calls are noted; None notes them in memory only.

        Raises:
            SpecError: The log cannot be written, or is no log of calls.
        """
        self.budget = budget
        self._file: IO[str] | None = None
        before = read_calls(log_path) if log_path is not None and log_path.exists() else ()
        self._seq = before[-1].seq if before else 0
        self._spent = sum(call.action is not None for call in before)
        if log_path is not None:
            try:
                log_path.parent.mkdir(parents=True, exist_ok=True)
                self._file = os.fdopen(os.open(log_path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "w", encoding="utf-8")
            except OSError as error:
                raise SpecError(
                    str(log_path), f"cannot be written: {error.strerror}", expected="a file you may write; choose it with --log"
                ) from None

    @property
    def left(self) -> int:
        """Actions that are left."""
        return max(0, self.budget - self._spent)

    @property
    def calls(self) -> int:
        """Calls noted so far."""
        return self._seq

    def note(self, answered: Answered) -> Call:
        """Note a call and charge its action; the line is handed to the system before this returns."""
        self._seq += 1
        self._spent += answered.action is not None
        call = Call(
            seq=self._seq,
            endpoint=answered.endpoint,
            status=answered.status,
            left=self.left,
            game_ms=answered.game_ms,
            at_s=round(time.time(), 3),
            action=answered.action,
            picture=answered.picture,
        )
        if self._file is not None:
            self._file.write(json.dumps(call.model_dump(mode="json"), separators=(",", ":")) + "\n")
            self._file.flush()
        return call

    def close(self) -> None:
        """Close the log."""
        if self._file is not None:
            self._file.close()


def read_calls(path: Path) -> tuple[Call, ...]:
    """The calls of a log.

    Raises:
        SpecError: A line is not a call, with file:line.
    """
    calls = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SpecError(str(path), f"cannot be read: {error}", expected="a log that `playproof observe --log` wrote") from None
    for number, line in enumerate(lines, start=1):
        try:
            calls.append(Call.model_validate_json(line))
        except ValueError as error:
            raise SpecError(f"{path}:{number}", f"is not a call: {str(error).splitlines()[0]}", expected="a log of the observation service") from None
    return tuple(calls)
