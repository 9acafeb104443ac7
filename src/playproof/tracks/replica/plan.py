"""What one evaluation plays and judges by, and the original games that it plays against."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from playproof.errors import SpecError
from playproof.records.family import Witness, WitnessFile
from playproof.records.replica import ReplicaPlan
from playproof.store.documents import read_document
from playproof.store.files import sha256_of, write_atomic
from playproof.tracks.replica.core import RuleCore
from playproof.tracks.replica.family import SEE, Instance
from playproof.tracks.replica.walks import random_walks


@dataclass(frozen=True, slots=True, kw_only=True)
class Originals:
    """The original with and without rules, as pages in one folder, so that one browser serves them all. A page is written when it is first wanted."""

    instance: Instance
    folder: Path

    def page(self, off: Sequence[str] = ()) -> str:
        """File name of the original without some rules."""
        name = f"without-{'-'.join(sorted(off))}.html" if off else "game.html"
        if not (self.folder / name).exists():
            write_atomic(self.folder / name, self.instance.page(sorted(off)).encode())
        return name


def make_plan(instance: Instance, witnesses: WitnessFile) -> ReplicaPlan:
    """The plan for one instance.

    Raises:
        SpecError: A rule has no witness, or the witnesses are those of another rule core.
    """
    by_rule = fresh_witnesses(instance, witnesses)
    file = instance.family.file
    return ReplicaPlan(
        task=instance.id,
        title=file.title,
        mechanism=file.mechanism,
        level=instance.level,
        view=file.view,
        rules=instance.rules,
        visual=file.visual,
        witnesses=tuple(by_rule[rule.id] for rule in instance.rules),
        walks=random_walks(RuleCore(instance)),
        game_sha256=sha256_of(instance.page().encode()),
    )


def fresh_witnesses(instance: Instance, witnesses: WitnessFile) -> dict[str, Witness]:
    """The witnesses by rule, one for each rule of the level.

    Raises:
        SpecError: A rule has no witness, or the witnesses are those of another rule core.
    """
    where = str(witness_path(instance))
    if witnesses.core_sha256 != instance.core_sha256:
        raise SpecError(
            where,
            "was generated from another rule core",
            expected=f"`playproof replica generate {instance.family.path}` after each change",
            see=SEE,
        )
    by_rule = {witness.rule: witness for witness in witnesses.witnesses}
    missing = [rule.id for rule in instance.rules if rule.id not in by_rule]
    if missing:
        raise SpecError(where, f"has no witness of {missing[0]!r}", expected="one for each rule of the level", see=SEE)
    return by_rule


def witness_path(instance: Instance) -> Path:
    """Where the witnesses of an instance lie."""
    return instance.family.path / "witnesses" / f"{instance.level}.yaml"


def read_witnesses(instance: Instance) -> WitnessFile:
    """The witnesses of an instance; SpecError with file:line when they are missing or wrong."""
    return read_document(witness_path(instance), WitnessFile, see=SEE)
