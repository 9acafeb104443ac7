"""The instructions of judges: one file each in `prompts/`, with an id (its name) and a hash, so that a judgement says by which words it was made."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from playproof.records.judgement import PromptSheet
from playproof.store.files import sha256_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """One set of instructions."""

    id: str
    text: str

    @property
    def sheet(self) -> PromptSheet:
        """What is kept with a judgement."""
        return PromptSheet(id=self.id, sha256=sha256_of(self.text.encode()))


@cache
def load_prompt(name: str) -> Prompt:
    """A prompt of this package. `rules` stands before each: what holds for every question.

    Args:
        name: File name without `.md`.
    """
    folder = files("playproof.graders.judges") / "prompts"
    parts = [(folder / f"{part}.md").read_text(encoding="utf-8").strip() for part in ("rules", name)]
    return Prompt(id=name, text="\n\n".join(parts) + "\n")
