"""A family of the replica track: one implementation, five levels, and the checklist of its rules (GameReplica section 3.2, Tables 5 and 6).

suites/replica/<family>/family.yaml     this record
suites/replica/<family>/game/           index.html, core.js, render.js, style.css: plain JavaScript, no build step
suites/replica/<family>/witnesses/L1.yaml ...   generated: what proves that a rule can be seen
suites/replica/<family>/oracle/L1/      generated: replica.html and rules.json, the known-good deliverable
"""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from playproof.records.interface import MOST_PX, Action
from playproof.records.record import Record

LevelName = Literal["L1", "L2", "L3", "L4", "L5"]
LEVELS: tuple[LevelName, ...] = ("L1", "L2", "L3", "L4", "L5")

RuleCategory = Literal["visual", "legal_action", "state", "boundary", "terminal_lock", "level_layout"]
Mechanism = Literal["grid_logic", "spatial_movement", "matching_cards", "timing_physics", "resource_strategy"]
"""The five mechanism families (ours)."""

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$")]


class View(Record):
    """Size of the game's picture."""

    width_px: Annotated[int, Field(ge=160, le=MOST_PX)]
    height_px: Annotated[int, Field(ge=120, le=MOST_PX)]


class Rule(Record):
    """One atomic rule. Its id is the name of its off switch in the implementation."""

    id: Name
    category: RuleCategory
    since: LevelName = "L1"
    """First level that has it."""
    until: LevelName = "L5"
    """Last level that has it."""
    statement: str
    """One decidable sentence; `{name}` stands for that constant of the level."""
    adjudicates: bool = False
    """Decides winning, losing or ending: it counts into N_goal, else, where it changes transitions, into N_trans."""
    witness: dict[LevelName, tuple[dict[str, Any], ...]] = Field(default_factory=dict)
    """Core actions for levels whose witness is written by hand; the others are found by search."""

    def is_in(self, level: LevelName) -> bool:
        """Whether a level has this rule."""
        return LEVELS.index(self.since) <= LEVELS.index(level) <= LEVELS.index(self.until)


class VisualItem(Record):
    """One item of a visual checklist, C_vis or C_art."""

    id: Name
    statement: str


class ArtFile(Record):
    """`suites/replica/art.yaml`: C_art, the general checklist of looks that is one for all games."""

    schema_version: Literal[1]
    items: Annotated[tuple[VisualItem, ...], Field(min_length=3)]


class LevelFile(Record):
    """The constants of one level, as the implementation reads them, and the observation budget B."""

    constants: dict[str, Any]
    budget: Annotated[int, Field(ge=20, le=5000)]
    """Most actions on the observation interface; screenshots are free (ours)."""
    note: str
    """What makes it harder than the level before."""


class FamilyFile(Record):
    """`family.yaml`."""

    schema_version: Literal[1]
    id: Annotated[str, Field(pattern=r"^replica/[a-z][a-z0-9_]*$")]
    title: str
    summary: str
    mechanism: Mechanism
    view: View
    controls: str
    """What the agent is told about input: which verbs the game answers to, in one sentence without rules."""
    levels: dict[LevelName, LevelFile]
    rules: Annotated[tuple[Rule, ...], Field(min_length=6)]
    visual: Annotated[tuple[VisualItem, ...], Field(min_length=3)]
    licence: str
    canary: str

    @model_validator(mode="after")
    def _complete(self) -> Self:
        missing = [level for level in LEVELS if level not in self.levels]
        if missing:
            message = f"levels {', '.join(missing)} are missing"
            raise ValueError(message)
        names = [rule.id for rule in self.rules]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            message = f"rule {twice[0]!r} is there twice"
            raise ValueError(message)
        return self


class Witness(Record):
    """What shows one rule: played through the interface, the game and the game without the rule look different."""

    rule: str
    core_actions: tuple[dict[str, Any], ...]
    actions: tuple[Action, ...]
    differs_at: int
    """Number of actions after which the views of the rule core first differ; 0: as the game opens."""
    entangled: tuple[str, ...] = ()
    """Other rules without which this witness goes differently: no sequence was found that avoids them."""


class WitnessFile(Record):
    """`witnesses/<level>.yaml`, generated from the rule core; `core_sha256` says from which."""

    schema_version: Literal[1] = 1
    task: str
    core_sha256: str
    witnesses: tuple[Witness, ...]
