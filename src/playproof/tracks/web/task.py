"""A web task in memory: the public specification and the hidden play script, and what must hold between them."""

from dataclasses import dataclass
from pathlib import Path

from playproof.errors import SpecError
from playproof.players.sight.terms import SightTerms
from playproof.records.expression import references
from playproof.records.plan import Mark, Sample, Target, actions_of, expressions_of
from playproof.records.play_script import Defect, DefectFile, PlayScript, WebPlan
from playproof.records.spec import SpecFile
from playproof.store.documents import Location, Problem, line_of, read_document
from playproof.tracks.web.lint import lint

SPEC, SCRIPT = "spec.yaml", "hidden/script.yaml"
REFERENCE, DEFECTS = "hidden/reference", "hidden/defects.yaml"
SEE = "docs/reference/web-spec.md"
VIEWS = frozenset({"start", "end", "now"})
"""Views that every expression may use, beside the marks of its play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebTask:
    """Everything that is declared about one task."""

    path: Path
    spec: SpecFile

    @property
    def reference(self) -> Path | None:
        """The known-good game, or None where it is not shipped."""
        path = self.path / REFERENCE
        return path if path.is_dir() else None

    def defects(self) -> tuple[Defect, ...]:
        """The planted faults of the reference; none where there is no reference."""
        if self.reference is None:
            return ()
        return read_document(self.path / DEFECTS, DefectFile, see=SEE).defects

    def plan(self) -> WebPlan:
        """What is played and judged by.

        Raises:
            SpecError: The specification or the script does not hold together, with file:line; or there is no script.
        """
        script = read_document(self.path / SCRIPT, PlayScript, see=SEE)
        problems = (*lint(self.path / SPEC, self.spec), *lint_script(self.path / SCRIPT, self.spec, script))
        if problems:
            more = f" (and {len(problems) - 1} more)" if problems[1:] else ""
            raise SpecError(problems[0].where, problems[0].message + more, expected="a task without problems", see=SEE)
        return WebPlan(task=self.spec.id, spec=self.spec, script=script)


def load_web_task(path: Path) -> WebTask:
    """Read the public half of a task; SpecError with file:line."""
    return WebTask(path=path, spec=read_document(path / SPEC, SpecFile, see=SEE))


def lint_script(path: Path, spec: SpecFile, script: PlayScript) -> tuple[Problem, ...]:
    """All problems of a play script: points that are not decided, and names that the specification does not have."""
    found: list[tuple[Location, str]] = []
    terms = SightTerms(spec=spec, script=script)
    keys, actions, buttons = set(terms.key_names), {control.id for control in spec.controls if control.keys}, set(terms.hud_ids)
    marks: dict[str, set[str]] = {}
    for number, play in enumerate(script.plays):
        marks[play.id] = {step.name for step in play.steps if isinstance(step, Mark | Sample)} | VIEWS
        for at, step in enumerate(play.steps):
            where = ("plays", number, "steps", at)
            found += [(where, f"{play.id}: {name!r} is no control with keys") for name in actions_of(step) if name not in actions]
            targets = [target for name in ("target", "source") if isinstance(target := getattr(step, name, None), Target)]
            found += [(where, f"{play.id}: {one.hud!r} is no control that is pointed at") for one in targets if one.hud and one.hud not in buttons]
            for text in expressions_of(step):
                found += [(where, f"{play.id}: {message}") for message in _unknown(text, keys, marks[play.id])]
    for number, point in enumerate(script.points):
        found += [(("points", number), f"{point.point}: {message}") for message in _unknown(point.expect, keys, marks[point.play] - {"now"})]
    known, decided = {point.id for point in spec.points}, {point.point for point in script.points}
    found += [(("points",), f"the point {name!r} of the specification is not decided") for name in sorted(known - decided)]
    found += [(("points",), f"{name!r} is no point of the specification") for name in sorted(decided - known)]
    return tuple(Problem(where=f"{path}:{line_of(path, location)}", message=message) for location, message in found)


def _unknown(text: str, keys: set[str], views: set[str]) -> list[str]:
    used = references(text)
    problems = [f"{name!r} is nothing that can be seen" for name in sorted(used.keys - keys)]
    return problems + [f"{name!r} is no mark of this play" for name in sorted(used.views - views)]
