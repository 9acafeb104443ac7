"""A finished game, frozen: its files by content."""

from playproof.records.record import Record


class FileEntry(Record):
    """One regular file of an artifact."""

    path: str
    size_bytes: int
    sha256: str


class Artifact(Record):
    """A frozen copy of a game. Its hash covers names and contents, nothing else."""

    sha256: str
    files: tuple[FileEntry, ...]

    @property
    def size_bytes(self) -> int:
        """Sum of all file sizes."""
        return sum(entry.size_bytes for entry in self.files)
