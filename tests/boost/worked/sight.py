"""What the scripted agent saw of one checkpoint, and how that becomes a call of boost."""

import json
from dataclasses import dataclass, field
from typing import Any


def part(now: dict[str, Any], *keys: str) -> dict[str, Any]:
    """A part of the state."""
    return {key: now[key] for key in keys}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """One observation: captures with what was seen in them, the state, and what each of them shows."""

    checkpoint: str
    after: bytes
    saw_after: str
    state: dict[str, Any]
    is_shown: bool
    """The picture shows what the document asks for."""
    is_told: bool
    """The state tells what the document asks for."""
    input: str = ""
    before: bytes = b""
    saw_before: str = ""
    command: str = "record"
    more: tuple[str, ...] = field(default=())
    """Options of `journey` and `reopen`."""

    @property
    def passes(self) -> bool:
        """Both show it."""
        return self.is_shown and self.is_told

    def words(self, captures: dict[str, str]) -> list[str]:
        """The call of boost, without session and process. `captures` gives the paths of `before` and `after`."""
        words = [self.command, self.checkpoint, "--outcome", "pass" if self.passes else "fail", *self.more]
        if self.input and self.command != "journey":
            words += ["--input", self.input]
        if self.before:
            words += ["--before", captures["before"], "--saw-before", self.saw_before]
        words += ["--after", captures["after"], "--saw-after", self.saw_after]
        agree = self.is_shown == self.is_told
        words += ["--state", json.dumps(self.state), "--agree", "yes" if agree else "no"]
        words += ["--comparison", f"picture: {self.saw_after}; state: {'as expected' if self.is_told else 'not as expected'}"]
        if not self.passes:
            part = "the rule is broken" if agree else "the rule holds, the picture does not follow" if self.is_told else "the state is wrong"
            words += ["--diagnosis", f"{part}: saw {self.saw_after}; read {json.dumps(self.state)}"]
        return words
