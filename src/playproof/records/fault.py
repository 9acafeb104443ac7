"""What a stage leaves in place of its record when it failed, with whom to blame."""

from playproof.errors import Blame, StageError
from playproof.records.observation import GameText
from playproof.records.record import Record


class Fault(Record):
    """A failure as data. Only blame `agent` may lower a score; the rest makes a verdict undecided."""

    kind: str
    """Short label: hung, crashed, out_of_memory, no_frame, browser_died, ..."""
    blame: Blame
    message: GameText
    """May quote the game."""

    @classmethod
    def of(cls, error: StageError) -> "Fault":
        """The fault that an error stands for."""
        return cls(kind=error.kind, blame=error.blame, message=str(error))
