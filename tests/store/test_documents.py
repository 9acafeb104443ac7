import re
from collections.abc import Callable
from pathlib import Path

import pytest

from games.beacon.desk import BEACON
from playproof.errors import SpecError
from playproof.records.contract import Contract
from playproof.records.leaf import LeafFile
from playproof.records.record import Record
from playproof.store.documents import read_document

CONTRACT = BEACON / "contract.yaml"
LEAVES = BEACON / "hidden" / "leaves.yaml"


def mistake(source: Path, into: Path, change: Callable[[str], str], kind: type[Record]) -> str:
    """The message for a file with one change."""
    path = into / source.name
    path.write_text(change(source.read_text()))
    with pytest.raises(SpecError) as caught:
        read_document(path, kind, see="docs/reference/x.md")
    assert "see docs/reference/x.md" in str(caught.value)
    return str(caught.value)


def line_with(source: Path, text: str) -> int:
    """The line, from 1, on which a text stands first."""
    return next(number for number, line in enumerate(source.read_text().splitlines(), 1) if text in line)


@pytest.mark.parametrize(
    ("old", "new", "at", "said"),
    [
        ("boot_ms: 600\n", "boot_ms: soon\n", "boot_ms", "boot_ms: Input should be a valid integer.*got 'soon'"),
        ("boot_ms: 600\n", "boot_ms: 5\n", "boot_ms", "greater than or equal to 100.*got 5"),
        ("boot_ms: 600\n", "boot_ms: 600\nboot_s: 1\n", "load_ms", "boot_s: Extra inputs are not permitted"),
        ("width_px: 320", "width_px: 99999", "view:", "view.width_px: .*got 99999"),
        ("action: mute,", "action: Mute,", "action: mute", "controls\\[5\\].action: .*got 'Mute'"),
        ("kind: pause,", "kind: break,", "kind: pause", "states\\[2\\].kind: .*got 'break'"),
        ("{route: frame, x: now.x,", "{route: frame, x: now.x(),", "route: frame", "keys\\[3\\].routes\\[0\\].frame.x: .*calls something else"),
        ("{route: frame, x: now.x,", "{route: picture, x: now.x,", "route: frame", "keys\\[3\\].routes\\[0\\]: .*'picture'"),
        ("{route: hud, hud: score}", "{route: hud, hud: score, more: 1}", "hud: score}", "keys\\[1\\].routes\\[0\\].hud.more: Extra inputs"),
    ],
)
def test_a_wrong_field_is_told_with_its_line(old: str, new: str, at: str, said: str, tmp_path: Path):
    """Every kind of wrong field is told with file:line, the field's path, what was expected and the value."""
    message = mistake(CONTRACT, tmp_path, lambda text: text.replace(old, new, 1), Contract)
    assert message.startswith(f"{tmp_path / 'contract.yaml'}:{line_with(CONTRACT, at)}: "), message
    assert re.search(said, message), message


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("entry_state: menu", "entry_state: title", "entry_state: 'title' is not declared; declared are level_1, menu"),
        ("source: menu, target: level_1", "source: menu, target: level_9", r"edges\[0\].target: 'level_9' is not declared"),
        ("key: best, states", "key: most, states", "hud.best.key: 'most' is not declared"),
        ("persisted: [best]", "persisted: [rest]", "persisted: 'rest' is not declared"),
        ("action: left,", "action: right,", "controls: 'right' is declared twice"),
        ("  - key: best\n", "  - key: hud\n", "is not declared|words of the expression language"),
    ],
)
def test_a_name_that_nobody_declares_is_told(old: str, new: str, said: str, tmp_path: Path):
    """A contract that names what it does not declare is refused with the name and what is declared."""
    assert re.search(said, mistake(CONTRACT, tmp_path, lambda text: text.replace(old, new, 1), Contract))


def test_a_missing_key_points_at_what_holds_it(tmp_path: Path):
    """A field that is missing is told at the line of the mapping that should hold it."""
    message = mistake(CONTRACT, tmp_path, lambda text: text.replace("    meaning: points of the run\n", "", 1), Contract)
    assert message.startswith(f"{tmp_path / 'contract.yaml'}:{line_with(CONTRACT, 'key: score')}: keys[1].meaning: Field required")
    assert ":1: boot_ms: Field required" in mistake(CONTRACT, tmp_path, lambda text: text.replace("boot_ms: 600\n", ""), Contract)


def test_a_mistake_deep_in_a_leaf_has_its_line(tmp_path: Path):
    """Also inside unions of steps and checks, where the path of the error holds more than the file does."""
    message = mistake(LEAVES, tmp_path, lambda text: text.replace("ms: 600, every_ms: 100", "ms: 600, every_ms: 1", 1), LeafFile)
    assert message.startswith(f"{tmp_path / 'leaves.yaml'}:{line_with(LEAVES, 'every_ms: 100')}: leaves[11].act[1].sample.every_ms")
    message = mistake(LEAVES, tmp_path, lambda text: text.replace("that: now.x > previous.x + 1}", "that: x > previous.x + 1}", 1), LeafFile)
    assert message.startswith(f"{tmp_path / 'leaves.yaml'}:{line_with(LEAVES, 'previous.x + 1')}: leaves[11].checks[2].never.that: unknown name 'x'")


@pytest.mark.parametrize(
    ("content", "line", "said"),
    [
        (b"a: [1, 2\nb: 3\n", 2, "not valid YAML"),
        (b"a: 1\na: 2\n", 2, "not valid YAML.*duplicate|duplicate key"),
        (b"\ta: 1\n", 1, "not valid YAML"),
        (b"a: !!python/object:os.system x\n", 1, "not valid YAML"),
        (b"a: 1\n---\nb: 2\n", None, "not valid YAML"),
        (b"- 1\n- 2\n", 1, "holds a list.*expected a mapping of fields"),
        (b"", 1, "holds nothing.*expected a mapping of fields"),
        (b"just text\n", 1, "holds a str"),
        (b"a: \xff\n", None, "cannot be read"),
        (b"schema_version: 1\n", 1, "Field required.*more problem"),
    ],
)
def test_what_is_no_mapping_of_fields_is_told(content: bytes, line: int | None, said: str, tmp_path: Path):
    """Broken YAML, two documents, a list, nothing, bytes that are no text: each has its file, its line where there is one, and what was expected."""
    path = tmp_path / "contract.yaml"
    path.write_bytes(content)
    with pytest.raises(SpecError) as caught:
        read_document(path, Contract)
    where = str(path) if line is None else f"{path}:{line}"
    assert str(caught.value).startswith(where), str(caught.value)
    assert re.search(said, str(caught.value), re.DOTALL), str(caught.value)


def test_a_missing_file_and_a_folder_are_told(tmp_path: Path):
    """A path that leads nowhere or to a folder is told with what should be there."""
    with pytest.raises(SpecError, match="no such file\n  expected a Contract as YAML"):
        read_document(tmp_path / "contract.yaml", Contract)
    with pytest.raises(SpecError, match="cannot be read"):
        read_document(tmp_path, Contract)
