"""The frames of a report: each once, by hash, inside the page and inside a budget of bytes.

While all fit, the evidence's own PNG files go in. Otherwise the frames asked for first (the leaves' `before` and `after`) are packed without loss, pixel
for pixel, as long as the budget lasts, and the rest become small copies.
"""

import base64
import io
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from PIL import Image

from playproof.errors import SpecError
from playproof.store.files import FrameStore

SMALL_WIDTH_PX = 400
"""About the width of a small copy (ours): what a page shows without enlarging."""
SMALL_QUALITY = 75
SMALL_BYTES = 7_000
"""What a small copy is expected to take (measured on a textured game)."""
PACKED_SHARE = 0.4
"""Share of a PNG's bytes that packing is expected to leave (measured on a textured game)."""
THREADS = 2
"""Pillow packs outside the interpreter's lock."""


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


def collect(frames: Iterable[str], store: FrameStore, budget_bytes: int) -> Pictures:
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
    """As many as fit packed without loss, the first ones first; small copies of the others."""
    left = budget_bytes - SMALL_BYTES * len(found)
    wanted = set()
    for sha256, png in found.items():
        left -= round(PACKED_SHARE * len(png)) - SMALL_BYTES
        if left < 0:
            break
        wanted.add(sha256)
    with ThreadPoolExecutor(THREADS) as pool:
        packed = dict(zip(found, pool.map(lambda sha256: _packed(found[sha256], is_exact=sha256 in wanted), found), strict=True))
    spare = budget_bytes - sum(map(len, packed.values()))
    for sha256 in reversed([sha256 for sha256 in found if sha256 in wanted]):
        if spare >= 0:
            break
        small = _packed(found[sha256], is_exact=False)
        spare += len(packed[sha256]) - len(small)
        packed[sha256] = small
        wanted.discard(sha256)
    return tuple(_picture(sha256, "image/webp", content, is_exact=sha256 in wanted) for sha256, content in packed.items())


def _packed(png: bytes, *, is_exact: bool) -> bytes:
    """A frame as WebP: without loss, or small."""
    with Image.open(io.BytesIO(png)) as image:
        picture = image.convert("RGB")
    written = io.BytesIO()
    if is_exact:
        picture.save(written, "WEBP", lossless=True, method=0)
    else:
        picture = picture.reduce(max(1, round(picture.width / SMALL_WIDTH_PX)))
        picture.save(written, "WEBP", quality=SMALL_QUALITY, method=0)
    return written.getvalue()


def _picture(sha256: str, mime: str, content: bytes, *, is_exact: bool) -> Picture:
    return Picture(id=sha256, mime=mime, base64=base64.b64encode(content).decode("ascii"), is_exact=is_exact)
