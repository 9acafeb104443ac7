"""One card per leaf: what is required, what was done, what was seen, why it passed or failed."""

from collections.abc import Sequence
from dataclasses import dataclass

from playproof.records.evidence import Evidence
from playproof.records.leaf import Check, Leaf
from playproof.records.plan import Click, Drag, Hold, Mark, Press, Release, Sample, Step, Tap, Wait
from playproof.records.verdict import CheckResult, Verdict
from playproof.report.checks import Uses, uses, wording
from playproof.report.curves import SeriesRow, series_rows
from playproof.report.gathered import Gathered
from playproof.report.readings import Table, table
from playproof.report.states import STATES, WEIGHTS, StateWords
from playproof.report.steps import StepWords, preparation
from playproof.report.takes import TITLES, TakeView, take_view, titles
from playproof.report.text import duration, line

REASON_LIMIT = 600
"""Characters of a reason in a report (ours)."""
TIMED = (Tap, Hold, Press, Release, Click, Drag, Wait, Mark, Sample)
"""Steps that say themselves how long they take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Another leaf and how it stands."""

    id: str
    state: StateWords


@dataclass(frozen=True, slots=True, kw_only=True)
class StepLine:
    """One step of a plan, and how it went in the play that decided."""

    says: str
    took: str
    is_stuck: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """The steps of one take in order."""

    title: str
    prepare: str
    approach: tuple[StepLine, ...]
    act: tuple[StepLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckLine:
    """One check with what it came to. `holds` and `twin`: yes, no, unknown, or empty for not asked."""

    says: str
    code: str
    holds: str
    twin: str
    must_be_caused: bool
    reason: str
    is_control: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayView:
    """One play of a leaf."""

    id: str
    number: str
    decided: bool
    """The verdict rests on it."""
    takes: tuple[TakeView, ...]
    series: tuple[SeriesRow, ...]
    readings: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class LeafCard:
    """Everything about one leaf."""

    leaf: Leaf
    weight: str
    state: StateWords
    reason: str
    grader: str
    doubts: tuple[str, ...]
    needs: tuple[Link, ...]
    needed_by: tuple[Link, ...]
    ways: tuple[Way, ...]
    checks: tuple[CheckLine, ...]
    plays: tuple[PlayView, ...]
    fault: str
    """Why a play could not be made, from our side."""
    words: str
    """What the text search looks in."""


def cards(run: Gathered) -> tuple[LeafCard, ...]:
    """All leaves in the task's order."""
    maker = _Maker(run)
    return tuple(maker.card(leaf) for leaf in run.plan.leaves.leaves)


class _Maker:
    def __init__(self, run: Gathered) -> None:
        self._run = run
        self._contract = run.plan.contract
        self._words = StepWords(run.plan.contract)
        self._fixtures = {fixture.fixture: fixture for fixture in run.plan.fixtures.fixtures}
        self._faults = {fault.job.partition("#")[0]: fault.fault for fault in run.faults}

    def card(self, leaf: Leaf) -> LeafCard:
        """One leaf."""
        verdict = self._run.verdicts.get(leaf.id)
        plays = self._run.plays[leaf.id]
        used = uses((*leaf.checks, *(leaf.control.checks if leaf.control else ())), self._contract)
        state = STATES[verdict.state if verdict else "none"]
        reason = line(verdict.reason, REASON_LIMIT) if verdict else STATES["none"].means
        fault = self._faults.get(leaf.id)
        return LeafCard(
            leaf=leaf,
            weight=WEIGHTS[leaf.weight],
            state=state,
            reason=reason,
            grader=verdict.grader if verdict else "",
            doubts=verdict.keys_in_doubt if verdict else (),
            needs=tuple(self._link(needed) for needed in leaf.pre),
            needed_by=tuple(self._link(other.id) for other in self._run.plan.leaves.leaves if leaf.id in other.pre),
            ways=self._ways(leaf, _deciding(verdict, plays)),
            checks=check_lines(leaf, verdict),
            plays=tuple(self._play(leaf, play, used) for play in plays),
            fault=line(f"{fault.kind}: {fault.message}") if fault else "",
            words=f"{leaf.id} {leaf.requirement} {leaf.section} {leaf.fixture} {leaf.family} {leaf.route} {reason}".lower(),
        )

    def _link(self, name: str) -> Link:
        verdict = self._run.verdicts.get(name)
        return Link(id=name, state=STATES[verdict.state if verdict else "none"])

    def _play(self, leaf: Leaf, play: Evidence, used: Uses) -> PlayView:
        verdict, names = self._run.verdicts.get(leaf.id), titles(play.takes)
        return PlayView(
            id=play.play,
            number=play.play.rpartition("#")[2],
            decided=verdict is not None and play.play in verdict.plays,
            takes=tuple(take_view(take, self._contract, names[take.role]) for take in play.takes),
            series=series_rows(leaf, play.takes, self._contract),
            readings=table(play.takes, used, self._contract),
        )

    def _ways(self, leaf: Leaf, play: Evidence | None) -> tuple[Way, ...]:
        if leaf.route == "static":
            return ()
        ways = [self._way(TITLES["act"], leaf.fixture, (leaf.approach, leaf.act), play)]
        if leaf.control is not None:
            fixture = leaf.control.fixture or leaf.fixture
            ways.append(self._way(TITLES["control"], fixture, (leaf.control.approach, leaf.control.act), None))
        return tuple(ways)

    def _way(self, title: str, fixture: str, steps: tuple[Sequence[Step], Sequence[Step]], play: Evidence | None) -> Way:
        return Way(
            title=title,
            prepare=preparation(self._fixtures.get(fixture), self._contract.entry_state),
            approach=tuple(self._step("approach", number, step, play) for number, step in enumerate(steps[0])),
            act=tuple(self._step("act", number, step, play) for number, step in enumerate(steps[1])),
        )

    def _step(self, part: str, number: int, step: Step, play: Evidence | None) -> StepLine:
        stretches = play.takes[0].stretches if play and play.takes else ()
        stretch = next((one for one in stretches if one.part == part and one.step == number), None)
        return StepLine(
            says=line(self._words.say(step), REASON_LIMIT),
            took=duration(stretch.ended_ms - stretch.began_ms) if stretch and not isinstance(step, TIMED) else "",
            is_stuck=stretch is not None and not stretch.reached,
        )


def _deciding(verdict: Verdict | None, plays: Sequence[Evidence]) -> Evidence | None:
    named = [play for play in plays if verdict is not None and play.play in verdict.plays]
    return named[-1] if named else (plays[-1] if plays else None)


def check_lines(leaf: Leaf, verdict: Verdict | None) -> tuple[CheckLine, ...]:
    """The checks of a leaf with their results; results that fit no check any more are shown by their own words."""
    results: Sequence[CheckResult | None] = verdict.checks if verdict else ()
    if len(results) not in (0, len(leaf.checks)):
        return tuple(
            CheckLine(
                says=line(one.check), code="", holds=_yes(one.holds), twin=_yes(one.twin), must_be_caused=False, reason=line(one.reason, REASON_LIMIT)
            )
            for one in results
            if one is not None
        )
    results = results or (None,) * len(leaf.checks)
    lines = [_check_line(check, result, leaf) for check, result in zip(leaf.checks, results, strict=True)]
    control = leaf.control.checks if leaf.control else ()
    return (*lines, *(_control_line(check) for check in control))


def _check_line(check: Check, result: CheckResult | None, leaf: Leaf) -> CheckLine:
    said = wording(check)
    return CheckLine(
        says=line(said.says),
        code=said.code,
        holds=_yes(result.holds) if result else "",
        twin=_yes(result.twin) if result and result.twin is not None else "",
        must_be_caused=leaf.needs_twin and getattr(check, "twin", "any") == "false",
        reason=line(result.reason, REASON_LIMIT) if result else "",
    )


def _control_line(check: Check) -> CheckLine:
    said = wording(check)
    return CheckLine(says=line(said.says), code=said.code, holds="", twin="", must_be_caused=False, reason="", is_control=True)


def _yes(holds: bool | None) -> str:  # noqa: FBT001 - a check's own answer
    return "unknown" if holds is None else "yes" if holds else "no"
