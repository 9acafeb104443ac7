"""The report of a run: one HTML file that needs nothing else, safe to open whatever the game said.

Read the run -> put it into words -> render -> write.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from markupsafe import Markup

from playproof.report.faults import fault_lines
from playproof.report.gathered import Gathered, gather
from playproof.report.graph import BOX_HEIGHT, BOX_WIDTH, graph
from playproof.report.journey import JourneyView, journey_view
from playproof.report.leaves import LeafCard, cards
from playproof.report.pictures import collect
from playproof.report.reached import reached
from playproof.report.rendering import packaged, policy, template
from playproof.report.scorecard import score_view
from playproof.report.states import STATES, WEIGHTS
from playproof.store.files import write_atomic
from playproof.store.run_folder import LEFT_OUT_OF_DIGEST, RunFolder

PAGE_BYTES = 14_500_000
"""Most bytes of a page (ours): it can be mailed, and opens at once."""
LEAST_PICTURE_BYTES = 500_000
"""What pictures get even beside a text that is too long (ours)."""


def write_report(folder: RunFolder, *, page_bytes: int = PAGE_BYTES) -> Path:
    """Write the report of a run into its folder and give its path.

    Args:
        folder: A finished run.
        page_bytes: Most bytes of the page: what the text leaves is for the frames, some of which are shown as small copies then.

    Raises:
        SpecError: The folder holds no finished run, or cannot be written.
    """
    write_atomic(folder.report_path, render(gather(folder), page_bytes=page_bytes).encode())
    return folder.report_path


def render(run: Gathered, *, page_bytes: int = PAGE_BYTES) -> str:
    """The page as text: first the words, then the pictures that fit beside them."""
    leaves = cards(run)
    journey = journey_view(run)
    script, style = packaged("common.js") + packaged("page.js"), packaged("page.css")
    text = template("page.html.j2").render(
        run=run,
        contract=run.plan.contract,
        view=score_view(run, leaves),
        leaves=leaves,
        states=STATES,
        weights=WEIGHTS,
        journey=journey,
        graph=graph(run.plan.contract, reached(run)),
        box=(BOX_WIDTH, BOX_HEIGHT),
        faults=fault_lines(run),
        left_out=LEFT_OUT_OF_DIGEST,
        style=Markup(style),  # noqa: S704 - our own file, allowed by hash in the page's policy
        policy=policy(script, style),
    )
    room = max(LEAST_PICTURE_BYTES, (page_bytes - len(text.encode()) - len(script)) * 3 // 4)
    pictures = collect(_frames(leaves, journey), run.folder.frames, room)
    return text + template("tail.html.j2").render(run=run, pictures=pictures, choices=("Before", "After", "What changed"), script=Markup(script))  # noqa: S704 - the same


def _frames(leaves: Sequence[LeafCard], journey: JourneyView) -> Iterator[str]:
    """Frames in the order in which they keep their full size: leaves that did not pass, the journey's actions, the other leaves, the rest."""
    shots = [(card.state.id, take.role, shot.frame) for card in leaves for play in card.plays for take in play.takes for shot in take.shots]
    yield from (frame for state, role, frame in shots if role == "act" and state not in ("pass", "unjudged"))
    yield from (frame.frame for frame in journey.film if frame.is_end or frame is journey.film[0])
    yield from (frame for _, role, frame in shots if role == "act")
    yield from (frame for _, _, frame in shots)
    yield from (frame.frame for frame in journey.film)
