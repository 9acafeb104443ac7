import base64
import io

import numpy as np
import pytest
from PIL import Image

from playproof.report.pictures import collect
from playproof.store.files import FrameStore

ROOM = 10_000_000


def png(seed: int) -> bytes:
    """A picture that cannot be packed well."""
    noise = np.random.default_rng(seed).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    written = io.BytesIO()
    Image.fromarray(noise).save(written, "PNG")
    return written.getvalue()


@pytest.fixture
def store(tmp_path) -> FrameStore:
    """An empty store."""
    return FrameStore(tmp_path / "frames")


def test_a_frame_is_held_once(store):
    """The same picture at ten marks is one picture in the page."""
    one, other = store.keep(png(1)), store.keep(png(2))
    found = collect([one, other, one, "", one], store, ROOM)
    assert [picture.id for picture in found.shown] == [one, other]


def test_while_there_is_room_the_evidence_itself_is_shown(store):
    """The bytes in the page are the bytes of the evidence."""
    kept = store.keep(png(1))
    (picture,) = collect([kept], store, ROOM).shown
    assert picture.is_exact
    assert base64.b64decode(picture.base64) == store.read(kept)


def test_beyond_the_budget_the_first_frames_stay_exact_and_no_byte_is_spent_too_much(store):
    """Twelve noisy frames in room for four: the first is shown pixel for pixel, the last small, all within the budget."""
    kept = [store.keep(png(seed)) for seed in range(12)]
    budget = 4 * len(png(0))
    found = collect(kept, store, budget)
    assert sum(len(base64.b64decode(picture.base64)) for picture in found.shown) <= budget
    assert len(found.shown) == 12
    first, last = found.shown[0], found.shown[-1]
    assert first.is_exact
    with Image.open(io.BytesIO(base64.b64decode(first.base64))) as shown, Image.open(io.BytesIO(store.read(kept[0]))) as judged:
        assert np.array_equal(np.asarray(shown.convert("RGB")), np.asarray(judged))
    assert not last.is_exact
    assert found.reduced > 0


def test_a_changed_or_missing_frame_is_not_shown(store):
    """Attack: somebody swaps a picture of the evidence after the run."""
    swapped, lost, good = (store.keep(png(seed)) for seed in (1, 2, 3))
    store.path(swapped).write_bytes(png(9))
    store.path(lost).unlink()
    found = collect([swapped, lost, good], store, ROOM)
    assert [picture.id for picture in found.shown] == [good]
    assert found.missing == {swapped, lost}
