import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playproof.errors import SpecError
from playproof.store.artifacts import MAX_BYTES, describe, freeze

PATHS = st.lists(st.sampled_from(["a", "b", "ä"]), min_size=1, max_size=2).map(lambda parts: "/".join(parts) + ".js")
GAMES = st.dictionaries(PATHS, st.binary(max_size=8), min_size=1, max_size=4)


def write(folder: Path, files: dict[str, bytes], mode: int = 0o644) -> Path:
    """A folder of files."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(mode)
    return folder


@given(one=GAMES, other=GAMES)
def test_a_hash_covers_names_and_contents_and_nothing_else(one: dict[str, bytes], other: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory):
    """Two games have one hash if and only if they have the same files with the same contents; times, modes and order do not count."""
    first, second = (write(tmp_path_factory.mktemp("game"), files) for files in (one, other))
    assert (describe(first).sha256 == describe(second).sha256) == (one == other)
    again = write(tmp_path_factory.mktemp("game"), dict(reversed(one.items())), mode=0o600)
    for path in again.rglob("*.js"):
        os.utime(path, (0, 0))
    assert describe(again) == describe(first)


def test_a_frozen_game_is_a_read_only_copy_of_what_counts(tmp_path: Path):
    """Freezing keeps the hash, takes the right to write away, leaves out what is no part of a game, and replaces an older copy."""
    game = write(
        tmp_path / "game", {"index.html": b"<html>", "js/a.js": b"1", ".git/config": b"x", "node_modules/p/i.js": b"x", "__pycache__/a.pyc": b"x"}
    )
    write(tmp_path / "frozen", {"old.js": b"left over"})
    frozen = freeze(game, tmp_path / "frozen")
    assert frozen == describe(game)
    assert [entry.path for entry in frozen.files] == ["index.html", "js/a.js"]
    assert frozen.size_bytes == 7
    assert {path.name for path in (tmp_path / "frozen").rglob("*") if path.is_file()} == {"index.html", "a.js"}
    assert (tmp_path / "frozen" / "index.html").stat().st_mode & 0o222 == 0


@pytest.mark.parametrize("kind", ["link to a file", "link to a folder", "dangling link", "pipe"])
def test_a_link_or_special_file_is_refused(kind: str, tmp_path: Path):
    """The attack: a game that holds a link to a file of this machine would have its server show it."""
    game = write(tmp_path / "game", {"index.html": b"<html>"})
    secret = write(tmp_path / "elsewhere", {"key.txt": b"secret"})
    match kind:
        case "link to a file":
            (game / "key.txt").symlink_to(secret / "key.txt")
        case "link to a folder":
            (game / "more").symlink_to(secret)
        case "dangling link":
            (game / "gone").symlink_to(tmp_path / "nowhere")
        case _:
            os.mkfifo(game / "pipe")
    with pytest.raises(SpecError, match="is a link or special file"):
        freeze(game, tmp_path / "frozen")
    assert not (tmp_path / "frozen").exists()


def test_a_game_too_large_is_refused_without_reading_it(tmp_path: Path):
    """A file larger than a game may be (it is sparse: it takes no room here) is refused by its size."""
    game = write(tmp_path / "game", {"index.html": b"<html>"})
    with (game / "huge.bin").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(SpecError, match="too large for a game"):
        describe(game)


def test_a_name_that_is_no_text_is_refused(tmp_path: Path):
    """The attack: a file name that is no UTF-8 cannot be written into any record; it is refused with a message, not a crash."""
    game = write(tmp_path / "game", {"index.html": b"<html>"})
    with open(os.fsencode(game) + b"/\xff.js", "wb") as file:  # noqa: PTH123 - a path of bytes
        file.write(b"1")
    with pytest.raises(SpecError, match="a name that is no text"):
        describe(game)


def test_what_is_no_folder_is_named(tmp_path: Path):
    """A path that leads nowhere, and one that leads to a file, are each told as such."""
    (tmp_path / "index.html").write_text("<html>")
    with pytest.raises(SpecError, match="no such folder"):
        describe(tmp_path / "missing")
    with pytest.raises(SpecError, match="is not a folder"):
        describe(tmp_path / "index.html")
    with pytest.raises(SpecError, match="cannot be written"):
        freeze(write(tmp_path / "game", {"a.js": b"1"}), tmp_path / "index.html" / "frozen")
