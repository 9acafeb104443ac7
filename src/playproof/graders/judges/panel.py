"""Who judges: an assessor and a reviewer, distinct from each other and from the models under test. Anything else is refused."""

import re
from dataclasses import dataclass

from playproof.errors import SpecError
from playproof.protocols import Judge

_DATED = re.compile(r"([-@:](20\d{6}|20\d\d-\d\d(-\d\d)?|latest))+$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """Two judges. Make it with `seat`, which refuses what must not judge."""

    assessor: Judge
    reviewer: Judge
    models_under_test: tuple[str, ...]


def seat(assessor: Judge, reviewer: Judge, models_under_test: tuple[str, ...]) -> Panel:
    """A panel (GameReplica section 4.1: judges are kept distinct from the models under evaluation).

    Args:
        assessor: Gives verdicts.
        reviewer: Confirms or overturns them.
        models_under_test: Models whose games are judged, as their providers call them; a scripted agent has none.

    Raises:
        SpecError: A judge has no model, both are one model, or one judges itself.
    """
    seats = {"assessor": assessor.sheet().model, "reviewer": reviewer.sheet().model}
    for role, model in seats.items():
        if not model_family(model):
            raise SpecError(role, f"has the model {model!r}", expected="the name of a model, so that it can be held apart from the others")
    if model_family(seats["assessor"]) == model_family(seats["reviewer"]):
        raise SpecError("reviewer", f"{seats['reviewer']!r} is the model of the assessor as well", expected="two different models")
    for role, model in seats.items():
        for tested in models_under_test:
            if model_family(model) == model_family(tested):
                raise SpecError(role, f"{model!r} would judge the work of {tested!r}", expected="a judge that is no model under test")
    return Panel(assessor=assessor, reviewer=reviewer, models_under_test=models_under_test)


def model_family(name: str) -> str:
    """A model's name without provider, date and case: `openai/GPT-5.5-2026-04-01` and `gpt-5.5` are one model."""
    return _DATED.sub("", name.strip().lower().rpartition("/")[2])
