"""What can go wrong, and who is to blame for it.

    PlayproofError               blame
    ├── SpecError                user      a suite, contract or option is wrong
    ├── MissingTool              user      a program is not installed; the message says how to get it
    └── StageError                         one stage failed; recorded as a Fault, siblings go on
        ├── GameError            agent     the game does not start, hangs, crashes or breaks its contract
        ├── AgentError           agent     the coding agent ended badly or left no game
        ├── SandboxError         us        our isolation failed
        ├── DriverError          us        our browser or engine failed
        ├── GraderError          us        a check of ours crashed
        └── ProviderError        us        a judge did not answer

Only blame `agent` may lower a score. A message says where, what (value with `!r`), what was expected and what to do.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar, Literal

Blame = Literal["user", "agent", "us"]


class PlayproofError(Exception):
    """The root of everything playproof raises on purpose."""

    blame: ClassVar[Blame] = "us"

    def __reduce__(self) -> tuple[object, ...]:
        """Errors cross from one process to another with all their parts, whatever their constructors ask for."""
        return _made_again, (type(self), self.args, self.__dict__)


def _made_again(kind: type[PlayproofError], args: tuple[object, ...], parts: dict[str, object]) -> PlayproofError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(parts)
    return error


class SpecError(PlayproofError):
    """A file, contract or option that the user wrote is wrong.

    Args:
        where: `path`, `path:line` or the option, as the user would look it up.
        problem: What is wrong, the offending value with `!r`.
        expected: What would have been right.
        see: Where to read on, a path below `docs/`.
    """

    blame = "user"

    def __init__(self, where: str, problem: str, *, expected: str = "", see: str = "") -> None:
        """Keep the parts and join them into the message that is printed."""
        self.where, self.problem, self.expected, self.see = where, problem, expected, see
        lines = [f"{where}: {problem}"]
        if expected:
            lines.append(f"  expected {expected}")
        if see:
            lines.append(f"  see {see}")
        super().__init__("\n".join(lines))


class MissingTool(PlayproofError):
    """A program is not installed; `remedy` is the exact command that installs it."""

    blame = "user"

    def __init__(self, what: str, *, remedy: str) -> None:
        """Say what is missing and how to get it."""
        self.what, self.remedy = what, remedy
        super().__init__(f"{what}\n  to install it: {remedy}")


class StageError(PlayproofError):
    """One stage of one play failed. `kind` is a short machine-readable label such as 'hung'."""

    def __init__(self, message: str, *, kind: str = "failed") -> None:
        """Keep the label beside the message."""
        self.kind = kind
        super().__init__(message)


class GameError(StageError):
    """The game under test hung, crashed, ran out of memory or broke its contract while played."""

    blame = "agent"


class AgentError(StageError):
    """The coding agent ended badly or left no game."""

    blame = "agent"


class SandboxError(StageError):
    """Our isolation could not be set up or failed."""


class DriverError(StageError):
    """Our browser, engine or the link to it failed."""


class GraderError(StageError):
    """A check of ours crashed on evidence it should have understood."""


class ProviderError(StageError):
    """A judge did not answer: its provider is down, refuses, or has no recording of the question."""


@contextmanager
def boundary(kind: type[StageError], doing: str) -> Iterator[None]:
    """Classify what escapes the block as `kind`; errors that are typed already pass through.

    Args:
        kind: The error that names the boundary which failed.
        doing: What was being done, e.g. "start chromium for play 'd3.jump'".
    """
    try:
        yield
    except PlayproofError:
        raise
    except Exception as error:
        message = f"{doing}: {type(error).__name__}: {error}"
        raise kind(message) from error
