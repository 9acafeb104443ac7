"""A specification as the Markdown document that an agent and a reviewer read. Nothing is added and nothing is left out but the canary."""

from collections.abc import Iterable, Iterator

from playproof.records.spec import Control, SpecFile, Thing
from playproof.tracks.web.difficulty import difficulty


def document(spec: SpecFile) -> str:
    """The whole document."""
    return "\n".join(_lines(spec)) + "\n"


def _lines(spec: SpecFile) -> Iterator[str]:
    yield from (f"# {spec.title}", "", f"`{spec.id}` · {spec.family} · {difficulty(spec).tier}", "")
    yield from ("## Overview and objective", "", spec.overview.strip(), "", spec.objective.strip(), "")
    yield f"The game is played in a window of {spec.window.width_px} by {spec.window.height_px} px."
    yield from ("", "## Screens and flow", "")
    for screen in spec.screens:
        yield f"- **{screen.id}**, headed “{screen.heading}”: {screen.shows.strip()}"
        yield from (f"  - to **{way.to}** by `{way.by}`" for way in screen.exits)
    yield from _section("Controls", (f"`{control.id}` ({_means(control)}): {control.effect}" for control in spec.controls))
    yield from _section("Objects", (f"`{thing.id}`: {thing.what}{_looks(thing)}" for thing in spec.objects))
    yield from _section("Rules", (f"`{rule.id}`: {rule.statement}" for rule in spec.rules))
    yield from _section("State", (f"`{one.id}`: {one.what} Shown as “{one.label}”; at the start it reads {one.starts}." for one in spec.state))
    yield from _section("Feedback", (f"`{one.id}`: {one.statement}" for one in spec.feedback))
    yield from _section("Delivery constraints", spec.delivery)
    yield from ("", "## Evaluable points", "", "| point | type | core | stage | statement | shown by |", "|---|---|---|---|---|---|")
    for point in spec.points:
        by = ", ".join(point.by) or "opening the game"
        yield f"| `{point.id}` | {point.type} | {'core' if point.core else ''} | {point.stage} | {point.statement} | {by} |"


def _section(title: str, entries: Iterable[str]) -> Iterator[str]:
    yield from ("", f"## {title}", "")
    yield from (f"- {entry.strip()}" for entry in entries)


def _means(control: Control) -> str:
    if control.keys:
        return f"{'hold ' if control.kind == 'hold' else ''}{' or '.join(control.keys)}"
    return f"{control.kind} on “{control.target}”"


def _looks(thing: Thing) -> str:
    looks = [
        f"drawn in {thing.colour}" if thing.colour else "",
        f"labelled “{thing.labelled}”" if thing.labelled else "",
        "several" if thing.many else "",
    ]
    said = ", ".join(one for one in looks if one)
    return f" ({said})" if said else ""
