"""The evidence given with one observation: captures and readings, checked against the rules of freshness and completeness."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .book import Book
from .captures import Capture, load, reading
from .contract import Checkpoint
from .refusals import Refusal
from .state import FAIL, PASS, plain

# File times are kept a few milliseconds coarser than the clock. Our own choice.
SLACK_NS = 20_000_000


@dataclass(frozen=True)
class Given:
    """What the agent gave with `record`, `journey` or `reopen`; '' where nothing was given. Paths and texts as typed."""

    checkpoint: str
    outcome: str
    session: str = ""
    process: str = ""
    input: str = ""
    before: str = ""
    after: str = ""
    saw_before: str = ""
    saw_after: str = ""
    state: str = ""
    state_before: str = ""
    log: str = ""
    agree: str = ""
    comparison: str = ""
    diagnosis: str = ""
    reason: str = ""
    recaptured: str = ""
    inputs: str = ""
    from_session: str = ""
    from_process: str = ""

    @property
    def decides(self) -> bool:
        """Tell whether this claims to have seen the game pass or fail."""
        return self.outcome in {PASS, FAIL}


@dataclass(frozen=True)
class Evidence:
    """Checked evidence, ready to be kept: captures by place with the session they belong to, readings by name."""

    captures: dict[str, tuple[Capture, str, str]]
    readings: dict[str, bytes]

    def keep(self, book: Book) -> dict[str, Any]:
        """Save every byte and give the observation's part for the ledger."""
        body: dict[str, Any] = {"evidence": []}
        for place, (capture, session, saw) in self.captures.items():
            book.blobs.put_bytes(capture.content)
            body[place] = {
                "sha": capture.sha,
                "picture": capture.picture,
                "form": capture.form,
                "width_px": capture.width_px,
                "height_px": capture.height_px,
                "session": session,
                "saw": saw,
            }
            body["evidence"].append(capture.sha)
        for name, content in self.readings.items():
            body[name] = book.blobs.put_bytes(content)
            body["evidence"].append(body[name])
        return body


def check(book: Book, checkpoint: Checkpoint, given: Given) -> Evidence:
    """Check all evidence of one observation.

    Raises:
        Refusal: One of the capture, reading and comparison refusals.
    """
    captures = _captures(book, checkpoint, given)
    readings = {name: reading(getattr(given, name), book.project) for name in ("state_before", "state", "log") if getattr(given, name)}
    if given.outcome == PASS:
        _complete(checkpoint, captures, readings)
        _distinct(checkpoint, captures, given)
    if given.outcome == FAIL and "after" not in captures and not readings:
        raise Refusal("failure-without-evidence", f"the failure of {checkpoint.id!r} was given without any capture or reading")
    _compared(checkpoint, given, has_view="after" in captures, has_reading="state" in readings or "log" in readings)
    return Evidence(captures, readings)


def _captures(book: Book, checkpoint: Checkpoint, given: Given) -> dict[str, tuple[Capture, str, str]]:
    """Load the captures given; each must be viewed, fresh, and of this revision and session alone."""
    found: dict[str, tuple[Capture, str, str]] = {}
    for place, path, saw in (("before", given.before, given.saw_before), ("after", given.after, given.saw_after)):
        if not path:
            continue
        capture = load(path, book.project)
        if not saw.strip():
            raise Refusal("capture-not-viewed", f"{path!r} was given without --saw-{place}")
        session = given.from_session if place == "before" and checkpoint.kind == "reopen" else given.session
        _fresh(book, capture, path, session, given)
        found[place] = (capture, session, saw.strip())
    return found


def _fresh(book: Book, capture: Capture, path: str, session: str, given: Given) -> None:
    """Refuse a capture that served another revision or session, or that is older than the newest change."""
    state = book.state
    use = state.captures.get(capture.sha)
    if use is not None and (use.revision, use.session) != (state.revision, session):
        again = bool(given.recaptured.strip()) and capture.written_ns > use.t_ns
        if not again:
            late = "" if not given.recaptured else "; the file is not newer than that use"
            raise Refusal("capture-reused", f"{path!r} was recorded for revision {use.revision}, session {use.session!r}{late}")
    if capture.written_ns + SLACK_NS < state.newest_ns:
        age_s = (state.newest_ns - capture.written_ns) / 1e9
        raise Refusal("capture-before-change", f"{path!r} is {age_s:.1f} s older than the newest change of the project")


def _complete(checkpoint: Checkpoint, captures: dict[str, tuple[Capture, str, str]], readings: dict[str, bytes]) -> None:
    """Refuse a pass without everything that the checkpoint asks for."""
    for place in ("before", "after"):
        if place in checkpoint.evidence and place not in captures:
            raise Refusal("capture-missing", f"{checkpoint.id!r} ({checkpoint.kind}) needs --{place}")
    for name in ("state", "log"):
        if name in checkpoint.evidence and name not in readings:
            raise Refusal("reading-missing", f"{checkpoint.id!r} needs --{name}")


def _distinct(checkpoint: Checkpoint, captures: dict[str, tuple[Capture, str, str]], given: Given) -> None:
    """Refuse a passed transition whose two sides are one picture or are described alike."""
    if "before" not in captures or "after" not in captures:
        return
    before, after = captures["before"][0], captures["after"][0]
    if checkpoint.kind == "reopen":
        # A saved state may look the same again; the two files must still be two captures.
        if before.sha == after.sha and after.written_ns <= before.written_ns:
            raise Refusal("captures-identical", f"{given.before!r} and {given.after!r} are the same capture")
        return
    if before.picture == after.picture:
        raise Refusal("captures-identical", f"{given.before!r} and {given.after!r} show the same picture")
    if plain(given.saw_before) == plain(given.saw_after):
        raise Refusal("same-description", f"--saw-before and --saw-after both say {given.saw_after!r}")


def _compared(checkpoint: Checkpoint, given: Given, *, has_view: bool, has_reading: bool) -> None:
    """Demand an explicit comparison wherever a view and a reading are given together."""
    said = bool(given.agree or given.comparison.strip())
    if said and not (has_view and has_reading):
        raise Refusal("comparison-without-reading", f"{checkpoint.id!r} was compared without {'a view' if has_reading else 'a reading'}")
    if given.decides and has_view and has_reading and not (given.agree and given.comparison.strip()):
        raise Refusal("comparison-missing", f"{checkpoint.id!r} has a view and a reading, but not --agree and --comparison")
    if given.outcome == PASS and given.agree == "no":
        raise Refusal("pass-despite-disagreement", f"{checkpoint.id!r} cannot pass: --agree no ({given.comparison})")
