"""The report of a replica: one HTML file that needs nothing else, with original and replica side by side for every rule.

Read the run -> put it into words -> render -> write.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from markupsafe import Markup

from playproof.report.faults import BLAMED
from playproof.report.page import LEAST_PICTURE_BYTES, PAGE_BYTES
from playproof.report.pictures import collect
from playproof.report.rendering import packaged, policy, template
from playproof.report.replica_gathered import ReplicaRun, gather_replica
from playproof.report.replica_views import Moment, RuleCard, WalkView, cards, categories, figures, gates, least_alike, walks
from playproof.report.replica_words import AGREEMENTS, TIER_WORDS
from playproof.store.files import write_atomic
from playproof.store.run_folder import LEFT_OUT_OF_DIGEST, RunFolder

CHOICES = ("Original", "Replica", "Differences")
"""What the enlarged view can show of a pair."""


def write_replica_report(folder: RunFolder, *, page_bytes: int = PAGE_BYTES) -> Path:
    """Write the report of a run into its folder and give its path.

    Args:
        folder: A finished run of the replica track.
        page_bytes: Most bytes of the page: what the text leaves is for the frames, some of which are shown as small copies then.

    Raises:
        SpecError: The folder holds no finished run, or cannot be written.
    """
    write_atomic(folder.report_path, render_replica(gather_replica(folder), page_bytes=page_bytes).encode())
    return folder.report_path


def render_replica(run: ReplicaRun, *, page_bytes: int = PAGE_BYTES) -> str:
    """The page as text: first the words, then the pictures that fit beside them."""
    rules, played = cards(run), walks(run)
    script = packaged("common.js") + packaged("replica.js")
    style = packaged("page.css") + packaged("replica.css")
    text = template("replica.html.j2").render(
        run=run,
        tier=TIER_WORDS[run.score.gate.tier] if run.score.gate.tier else None,
        gates=gates(run.score),
        figures=figures(run.score),
        categories=categories(rules),
        states=AGREEMENTS,
        walks=played,
        pairs=least_alike(run),
        blamed=BLAMED,
        left_out=LEFT_OUT_OF_DIGEST,
        style=Markup(style),  # noqa: S704 - our own file, allowed by hash in the page's policy
        policy=policy(script, style),
    )
    room = max(LEAST_PICTURE_BYTES, (page_bytes - len(text.encode()) - len(script)) * 3 // 4)
    pictures = collect(_frames(run, rules, played), run.folder.frames, room)
    return text + template("tail.html.j2").render(run=run, pictures=pictures, choices=CHOICES, script=Markup(script))  # noqa: S704 - the same


def _frames(run: ReplicaRun, rules: Sequence[RuleCard], played: Sequence[WalkView]) -> Iterator[str]:
    """Frames in the order in which they keep their full size: the opening, rules that differ, the other rules, random play."""
    if run.load is not None:
        yield from run.load.play.frames
    for pair in least_alike(run):
        yield from (pair.game, pair.replica)
    for card in sorted(rules, key=lambda card: card.rule.agrees is True):
        yield from _shown(card.moments)
    for walk in played:
        yield from _shown(walk.moments)


def _shown(moments: Sequence[Moment]) -> Iterator[str]:
    for moment in moments:
        yield from (moment.game, moment.replica, moment.without)
