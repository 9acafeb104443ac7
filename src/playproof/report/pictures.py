"""The frames of a report: each once, by hash, inside the page and inside a budget of bytes.

While all fit, the evidence's own PNG files go in, so that the page shows exactly what was judged. Otherwise every frame gets a small copy, and those
asked for first (the leaves' `before` and `after`) keep their full size as long as the budget lasts.
"""

import base64
import io
from collections.abc import Iterable
from dataclasses import dataclass

from PIL import Image

from playproof.errors import SpecError
from playproof.store.files import FrameStore

BUDGET_BYTES = 10_500_000
"""Bytes of all pictures before base64, which adds a third: with the text, a page stays below 15 MB (ours)."""
SMALL_WIDTH_PX = 320
"""Width of a small copy (ours): what a page shows without enlarging."""
SMALL_QUALITY = 70


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """One frame as the page holds it."""

    id: str
    """The frame's hash."""
    mime: str
    base64: str
    is_exact: bool
    """The pixels are the evidence's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pictures:
    """All frames of a page, and those that could not be shown."""

    shown: tuple[Picture, ...]
    missing: frozenset[str]
    """Frames that are not in the run folder any more, or were changed."""

    @property
    def reduced(self) -> int:
        """How many frames are shown as small copies only."""
        return sum(not picture.is_exact for picture in self.shown)


def collect(frames: Iterable[str], store: FrameStore, budget_bytes: int = BUDGET_BYTES) -> Pictures:
    """The pictures of a page.

    Args:
        frames: Hashes, the most important first; repetitions and empty ones are skipped.
        store: Where they lie.
        budget_bytes: Most bytes of all pictures together.
    """
    found: dict[str, bytes] = {}
    missing: set[str] = set()
    for sha256 in dict.fromkeys(frames):
        if not sha256:
            continue
        try:
            found[sha256] = store.read(sha256)
        except SpecError:
            missing.add(sha256)
    if sum(map(len, found.values())) <= budget_bytes:
        shown = tuple(_picture(sha256, "image/png", png, is_exact=True) for sha256, png in found.items())
        return Pictures(shown=shown, missing=frozenset(missing))
    return Pictures(shown=_within(found, budget_bytes), missing=frozenset(missing))


def _within(found: dict[str, bytes], budget_bytes: int) -> tuple[Picture, ...]:
    """Small copies of all, full size for the first ones while bytes are left."""
    small = {sha256: _small(png) for sha256, png in found.items()}
    left = budget_bytes - sum(map(len, small.values()))
    shown = []
    for sha256, png in found.items():
        more = len(png) - len(small[sha256])
        if more <= left:
            left -= more
            shown.append(_picture(sha256, "image/png", png, is_exact=True))
        else:
            shown.append(_picture(sha256, "image/webp", small[sha256], is_exact=False))
    return tuple(shown)


def _small(png: bytes) -> bytes:
    with Image.open(io.BytesIO(png)) as image:
        picture = image.convert("RGB")
    picture.thumbnail((SMALL_WIDTH_PX, SMALL_WIDTH_PX), Image.Resampling.BOX)
    written = io.BytesIO()
    picture.save(written, "WEBP", quality=SMALL_QUALITY, method=1)
    return written.getvalue()


def _picture(sha256: str, mime: str, content: bytes, *, is_exact: bool) -> Picture:
    return Picture(id=sha256, mime=mime, base64=base64.b64encode(content).decode("ascii"), is_exact=is_exact)
