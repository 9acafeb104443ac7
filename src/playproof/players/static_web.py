"""Looks at the files of a web game without running it: assets, entry, references. Finds facts; judges nothing.

The entry is parsed as a browser parses it (html.parser); references in scripts that are computed at run time are caught by the plays instead, as
missing files.
"""

import io
import posixpath
import re
import wave
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from PIL import Image
from typing_extensions import override

from playproof.records.contract import Contract
from playproof.records.evidence import AssetFinding, StaticEvidence

LINKS = {
    "script": "src",
    "link": "href",
    "img": "src",
    "audio": "src",
    "video": "src",
    "source": "src",
    "iframe": "src",
    "embed": "src",
    "object": "data",
}
"""Elements that load a file, and the attribute that names it."""
TEXT = frozenset({".html", ".htm", ".js", ".mjs", ".css", ".json", ".svg"})
OUTSIDE = re.compile(
    r"""(?:src|href|url|import|from|fetch|importScripts|WebSocket|EventSource|sendBeacon)\s*(?:=|\(|\s)\s*\(?\s*["'`]?\s*((?:https?|wss?):)?//[\w.-]+\.[a-z]{2,}[^\s"'`)<>]*""",
    re.IGNORECASE,
)
"""A place where a file is loaded from a host; namespaces such as xmlns and links in comments are not."""
COMMENTS = re.compile(r"<!--.*?-->|/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
IMAGES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp"})
MAX_TEXT_BYTES = 4 << 20


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.has_script = False

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.has_script |= tag == "script"
        named = dict(attrs)
        if tag == "link" and (named.get("rel") or "").lower() in ("canonical", "author", "license", "help"):
            return
        target = named.get(LINKS.get(tag, ""))
        if target:
            self.links.append(target)


def examine_web(folder: Path, artifact_sha256: str, contract: Contract) -> StaticEvidence:
    """What the files of a web game say: assets present and decodable, entry and its references, references to the network.

    Args:
        folder: The frozen game.
        artifact_sha256: Its hash, for the record.
        contract: Names the entry and the assets.
    """
    entry = contract.entry["web"]
    missing: list[str] = []
    outside: list[str] = []
    for path in sorted(path for path in folder.rglob("*") if path.suffix.lower() in TEXT and path.is_file()):
        name = path.relative_to(folder).as_posix()
        text = path.read_bytes()[:MAX_TEXT_BYTES].decode(errors="replace")
        outside += [f"{name}: {found.group(0).strip():.100}" for found in OUTSIDE.finditer(COMMENTS.sub("", text))]
        if path.suffix.lower() in (".html", ".htm"):
            missing += _missing(folder, path, _links_of(text).links)
    return StaticEvidence(
        artifact_sha256=artifact_sha256,
        assets=tuple(AssetFinding(path=asset.path, problem=_asset_problem(folder / asset.path)) for asset in contract.assets),
        entry_problem=_entry_problem(folder / entry, entry),
        missing_references=tuple(missing),
        outside_references=tuple(dict.fromkeys(outside)),
    )


def _links_of(text: str) -> _Links:
    parser = _Links()
    parser.feed(text)
    return parser


def _entry_problem(path: Path, name: str) -> str:
    if not path.is_file():
        return f"the entry file {name} is missing"
    if not _links_of(path.read_bytes()[:MAX_TEXT_BYTES].decode(errors="replace")).has_script:
        return f"the entry file {name} starts no script"
    return ""


def _missing(folder: Path, page: Path, links: list[str]) -> list[str]:
    found = []
    name = page.relative_to(folder).as_posix()
    for link in links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc or not parts.path:
            continue
        target = posixpath.normpath(posixpath.join("" if parts.path.startswith("/") else posixpath.dirname(name), unquote(parts.path).lstrip("/")))
        if target.startswith("..") or not (folder / target).is_file():
            found.append(f"{name}: {link}")
    return found


def _asset_problem(path: Path) -> str:
    """Why an asset cannot be used; empty when it can. Sounds are checked by their header, pictures by decoding them."""
    if not path.is_file():
        return "missing"
    content = path.read_bytes()
    if not content:
        return "empty"
    try:
        if path.suffix.lower() in IMAGES:
            with Image.open(io.BytesIO(content)) as image:
                image.load()
        elif path.suffix.lower() == ".wav":
            with wave.open(io.BytesIO(content)) as sound:
                if sound.getnframes() == 0:
                    return "holds no sound"
    except (OSError, ValueError, SyntaxError, EOFError, wave.Error, Image.DecompressionBombError) as error:
        return f"cannot be decoded: {error}"
    return ""
