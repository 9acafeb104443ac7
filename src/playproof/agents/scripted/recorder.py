"""Replicates a game as a table: which picture follows which after what. Asks the observation service only; knows no rule of any game.

It takes a picture for a state. First it tries what the first picture shows, the common keys and points on a grid; then it plays sequences of what had an effect, from resets,
choosing in each state what it has tried least there; then it writes `replica.html`, which shows the pictures and follows the table, and
`rules.json`, which says what it saw. It works in the current folder.

    recorder.py ADDRESS
"""

import base64
import hashlib
import json
import struct
import sys
import urllib.error
import urllib.request
import zlib
from collections import Counter
from http import HTTPStatus
from math import hypot
from pathlib import Path
from typing import Any

KEYS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Space", "Enter", "Digit1", "Digit2", "Digit3", "KeyR", "KeyZ")
"""Keys that it tries."""
GRID_PX = 40
"""Distance of the points that it tries first."""
NEAR_PX = 24
"""A click this near to one that it tried counts as that one."""
FIRST_SHARE = 0.5
"""Share of the budget for finding out what has an effect."""
FIELDS = {"click": ("x", "y"), "key": ("code",), "wait": ("ms",)}
EIGHT_BIT = 8
CELL_PX = 8
"""How fine it looks at a picture for things."""
MOST_SHARE = 0.25
"""A patch that covers more of the picture is no thing but ground."""
SMALL = 4
"""Cells; a smaller patch has no middle."""
SEQUENCE = 6
"""Actions between two resets."""
WAIT_MS = 1000
MOST_PICTURE_BYTES = 3_600_000
"""All pictures together; as text in the page they grow by a third, and a page may have 5 MiB."""

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>replica</title>
<style>html, body {{ margin: 0; overflow: hidden; }} canvas {{ display: block; }}</style></head>
<body><canvas id="view" width="{width}" height="{height}"></canvas>
<script>
const PICTURES = {pictures};
const TABLE = {table};
const NEAR = {near};
const pen = document.getElementById('view').getContext('2d');
const images = PICTURES.map((code) => Object.assign(new Image(), {{ src: 'data:image/png;base64,' + code }}));
let state = 0;
function show() {{ pen.drawImage(images[state], 0, 0); }}
function go(next) {{ if (next !== undefined) {{ state = next; show(); }} }}
Promise.all(images.map((image) => image.decode())).then(show);
document.getElementById('view').addEventListener('pointerdown', (event) => {{
  let best; let distance = NEAR;
  for (const [x, y, next] of TABLE[state].clicks) {{
    const here = Math.hypot(event.offsetX - x, event.offsetY - y);
    if (here <= distance) {{ distance = here; best = next; }}
  }}
  go(best);
}});
addEventListener('keydown', (event) => go(TABLE[state].keys[event.code]));
</script></body></html>
"""


Move = tuple[str, tuple[Any, ...]]
"""A verb and its values, in the order of the body."""


class Spent(Exception):
    """The budget is spent."""


class Game:
    """The observation service, and what it has shown so far."""

    def __init__(self, address: str) -> None:
        """Ask what the terms are."""
        self.address = address
        self.left = 0
        status = json.loads(self.ask("/status"))
        self.width, self.height, self.left = status["width_px"], status["height_px"], status["left"]
        self.pictures: dict[str, bytes] = {}
        self.table: dict[str, dict[Move, str]] = {}
        self.start = self.state = self.keep(self.ask("/screenshot"))

    def ask(self, path: str, body: dict[str, Any] | None = None) -> bytes:
        """One call; the body of the answer."""
        content = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.address + path, data=content, headers={"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                self.left = int(answer.headers.get("budget-left", self.left))
                said: bytes = answer.read()
                return said
        except urllib.error.HTTPError as error:
            if error.code == HTTPStatus.TOO_MANY_REQUESTS:
                raise Spent from None
            raise

    def keep(self, png: bytes) -> str:
        """Remember a picture; its name."""
        name = hashlib.sha256(png).hexdigest()
        self.pictures.setdefault(name, png)
        self.table.setdefault(name, {})
        return name

    def act(self, move: Move) -> bool:
        """Do something, note what followed; whether the picture changed."""
        verb, values = move
        before = self.state
        self.state = self.keep(self.ask("/" + verb, dict(zip(FIELDS[verb], values, strict=True))))
        self.table[before][move] = self.state
        return self.state != before

    def reset(self) -> None:
        """Begin anew."""
        self.state = self.keep(self.ask("/reset", {}))


def pixels(png: bytes) -> tuple[int, int, list[bytes]]:
    """Bytes for each pixel, width, and the rows of a PNG of 8-bit RGB or RGBA; no rows for any other."""
    width, height, depth, kind = struct.unpack(">IIBB", png[16:26])
    size = {2: 3, 6: 4}.get(kind, 0) if depth == EIGHT_BIT and not png[28] else 0
    packed, at = b"", 8
    while at < len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        if png[at + 4 : at + 8] == b"IDAT":
            packed += png[at + 8 : at + 8 + length]
        at += 12 + length
    rows: list[bytes] = []
    raw, stride, above = zlib.decompress(packed), width * size, bytearray(width * size)
    for y in range(height if size else 0):
        start = y * (stride + 1)
        row = _unfiltered(raw[start], bytearray(raw[start + 1 : start + 1 + stride]), above, size)
        rows.append(bytes(row))
        above = row
    return size, width, rows


def _unfiltered(kind: int, row: bytearray, above: bytearray, size: int) -> bytearray:
    """A row of a PNG with its filter undone (PNG specification, chapter 9)."""
    for at in range(len(row)) if kind else ():
        left = row[at - size] if at >= size else 0
        up, corner = above[at], above[at - size] if at >= size else 0
        match kind:
            case 1:
                guess = left
            case 2:
                guess = up
            case 3:
                guess = (left + up) // 2
            case _:
                far = [(abs(left + up - corner - one), order, one) for order, one in enumerate((left, up, corner))]
                guess = min(far)[2]
        row[at] = (row[at] + guess) & 255
    return row


def things(png: bytes) -> list[tuple[int, int]]:
    """Centres of the patches of one colour that lie on the background, largest first: what a person would click on."""
    size, width, rows = pixels(png)
    if not rows:
        return []
    across, down = width // CELL_PX, len(rows) // CELL_PX
    cells = {}
    for y in range(down):
        row = rows[y * CELL_PX + CELL_PX // 2]
        for x in range(across):
            at = (x * CELL_PX + CELL_PX // 2) * size
            cells[x, y] = row[at : at + 3]
    counts = Counter(cells.values())
    ground = counts.most_common(1)[0][0]
    patches: list[list[tuple[int, int]]] = []
    open_cells = {place for place, colour in cells.items() if colour != ground}
    while open_cells:
        patch = [min(open_cells)]
        open_cells.remove(patch[0])
        for x, y in patch:
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in open_cells and cells[near] == cells[x, y]:
                    open_cells.remove(near)
                    patch.append(near)
        if MOST_SHARE * across * down > len(patch) > 1:
            patches.append(patch)
    patches.sort(key=lambda patch: (-len(patch), patch[0]))
    middles = [patch[len(patch) // 2] if len(patch) < SMALL else _middle(patch) for patch in patches]
    return [(x * CELL_PX + CELL_PX // 2, y * CELL_PX + CELL_PX // 2) for x, y in middles]


def _middle(patch: list[tuple[int, int]]) -> tuple[int, int]:
    """The cell of a patch that is nearest to its centre."""
    mean_x, mean_y = sum(x for x, _ in patch) / len(patch), sum(y for _, y in patch) / len(patch)
    return min(patch, key=lambda cell: hypot(cell[0] - mean_x, cell[1] - mean_y))


def first_moves(game: Game) -> list[Move]:
    """What to try first: what the picture shows, a few keys, then points on a grid."""
    grid = [(x, y) for y in range(GRID_PX // 2, game.height, GRID_PX) for x in range(GRID_PX // 2, game.width, GRID_PX)]
    grid.sort(key=lambda point: (point[0] * 7 + point[1] * 13) % 101)  # spread over the picture, the same every time
    points: list[tuple[int, int]] = []
    for point in (*things(game.pictures[game.start]), *grid):
        if all(hypot(point[0] - x, point[1] - y) > NEAR_PX for x, y in points):
            points.append(point)
    moves: list[Move] = [("click", point) for point in points]
    keys: list[Move] = [("key", (code,)) for code in KEYS]
    wait: list[Move] = [("wait", (WAIT_MS,))]
    seen = len(things(game.pictures[game.start]))
    return wait + moves[:seen] + keys + moves[seen:]


def explore(game: Game) -> list[Move]:
    """Use up the budget; the moves that had an effect.

    First each move once; then sequences from resets: what had an effect and was not tried in this state, else what was not tried at all.
    """
    stop = int(game.left * (1 - FIRST_SHARE))
    moves, effective = first_moves(game), list[Move]()

    def attempt(move: Move) -> None:
        if game.act(move) and move not in effective:
            effective.append(move)

    try:
        while moves and game.left > stop:
            attempt(moves.pop(0))
        while game.left:
            game.reset()
            for _ in range(SEQUENCE):
                known = game.table[game.state]
                fresh = [move for move in effective if move not in known]
                if fresh or moves:
                    attempt(fresh[0] if fresh else moves.pop(0))
                elif effective:
                    attempt(effective[game.left % len(effective)])
    except Spent:
        pass
    return effective


def write(game: Game, effective: list[Move]) -> None:
    """The two files of the deliverable."""
    names: list[str] = []
    size = 0
    for name in [game.start, *(name for name in game.pictures if name != game.start)]:
        size += len(game.pictures[name])
        if size > MOST_PICTURE_BYTES:
            break
        names.append(name)
    number = {name: at for at, name in enumerate(names)}
    table = []
    for name in names:
        known = [(move, number[after]) for move, after in game.table[name].items() if after in number and after != name]
        clicks = [[*move[1], after] for move, after in known if move[0] == "click"]
        table.append({"clicks": clicks, "keys": {move[1][0]: after for move, after in known if move[0] == "key"}})
    page = PAGE.format(
        width=game.width,
        height=game.height,
        near=NEAR_PX,
        pictures=json.dumps([base64.b64encode(game.pictures[name]).decode() for name in names]),
        table=json.dumps(table),
    )
    Path("replica.html").write_text(page, encoding="utf-8")
    rules = [{"id": "size", "category": "visual", "statement": f"The picture is {game.width} px wide and {game.height} px high."}]
    for at, (verb, values) in enumerate(effective):
        said = {"click": "A click near ({}, {})", "key": "The key {}", "wait": "Waiting {} ms"}[verb].format(*values)
        rules.append({"id": f"effect_{at}", "category": "legal_action", "statement": f"{said} changes the picture."})
    Path("rules.json").write_text(json.dumps(rules, indent=1), encoding="utf-8")


def main() -> int:
    """Explore, write, say what was done."""
    game = Game(sys.argv[1])
    effective = explore(game)
    write(game, effective)
    print(f"{len(game.pictures)} pictures, {len(effective)} moves with an effect, {game.left} actions left")
    return 0


if __name__ == "__main__":
    sys.exit(main())
