"""Images and readings that an agent saw: read, checked to be whole, kept, and compared.

A capture is known by the hash of its file; whether two PNG captures show the same picture is decided by their pixels, so that a
changed date inside the file does not pass for a changed screen.
"""

from __future__ import annotations

import hashlib
import os
import struct
import zlib
from typing import NamedTuple

from .refusals import Refusal

# Larger files are surely no screenshots. Our own choice.
MAX_CAPTURE_BYTES = 64 << 20
MAX_READING_BYTES = 16 << 20
MAX_PIXEL_BYTES = 256 << 20


class Capture(NamedTuple):
    """One image file. `picture` is equal for equal pixels where the format lets us tell."""

    content: bytes
    sha: str
    picture: str
    form: str
    width_px: int
    height_px: int
    written_ns: int


def outside(path: str, project: str) -> str:
    """Give the real path of evidence; refuse if it lies inside the project."""
    real = os.path.realpath(path)
    if os.path.normcase(real).startswith(os.path.normcase(project) + os.sep):
        raise Refusal("capture-inside-project", f"{path!r} lies inside the project")
    return real


def load(path: str, project: str) -> Capture:
    """Read a capture and make sure that it is a complete image.

    Raises:
        Refusal: `capture-unusable` or `capture-inside-project`.
    """
    real = outside(path, project)
    try:
        with open(real, "rb") as file:
            written_ns = os.fstat(file.fileno()).st_mtime_ns
            content = file.read(MAX_CAPTURE_BYTES + 1)
    except OSError as error:
        raise Refusal("capture-unusable", f"{path!r} cannot be read: {error.strerror}") from error
    if len(content) > MAX_CAPTURE_BYTES:
        raise Refusal("capture-unusable", f"{path!r} is larger than {MAX_CAPTURE_BYTES} bytes")
    try:
        form, width, height, pixels = _look(content)
    except (ValueError, struct.error, IndexError, zlib.error) as error:
        raise Refusal("capture-unusable", f"{path!r} is not a complete image: {error}") from error
    if width < 1 or height < 1:
        raise Refusal("capture-unusable", f"{path!r} has no pixels ({width} x {height})")
    sha = hashlib.sha256(content).hexdigest()
    return Capture(content, sha, hashlib.sha256(pixels).hexdigest() if pixels else sha, form, width, height, written_ns)


def _look(content: bytes) -> tuple[str, int, int, bytes]:
    """Give format, width, height and what decides the picture (empty: the file itself does)."""
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return _png(content)
    if content.startswith(b"\xff\xd8"):
        return _jpeg(content)
    if content[:6] in (b"GIF87a", b"GIF89a"):
        if not content.rstrip(b"\0").endswith(b";"):
            raise ValueError("the GIF has no end")
        return ("gif", *struct.unpack("<HH", content[6:10]), b"")
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return _webp(content)
    if content[:2] == b"BM":
        size, width, height = struct.unpack("<I", content[2:6])[0], *struct.unpack("<ii", content[18:26])
        if size > len(content):
            raise ValueError("the BMP is cut short")
        return "bmp", width, abs(height), content[struct.unpack("<I", content[10:14])[0] :]
    raise ValueError("it is none of PNG, JPEG, WebP, GIF, BMP" if content else "it is empty")


def _png(content: bytes) -> tuple[str, int, int, bytes]:
    """Read a PNG: its header, palette and uncompressed rows decide the picture."""
    position, header, palette, packed, ended = 8, b"", b"", [], False
    while position + 12 <= len(content):
        length, kind = struct.unpack(">I4s", content[position : position + 8])
        part = content[position + 8 : position + 8 + length]
        if len(part) < length or zlib.crc32(kind + part) != struct.unpack(">I", content[position + 8 + length : position + 12 + length])[0]:
            raise ValueError(f"the PNG part {kind!r} is damaged")
        if kind == b"IHDR":
            header = part
        elif kind in (b"PLTE", b"tRNS"):
            palette += part
        elif kind == b"IDAT":
            packed.append(part)
        elif kind == b"IEND":
            ended = True
            break
        position += 12 + length
    if len(header) != 13 or not packed or not ended:
        raise ValueError("the PNG is cut short")
    rows = zlib.decompressobj().decompress(b"".join(packed), MAX_PIXEL_BYTES)
    width, height = struct.unpack(">II", header[:8])
    if not rows:
        raise ValueError("the PNG has no rows")
    return "png", width, height, header + palette + rows


def _jpeg(content: bytes) -> tuple[str, int, int, bytes]:
    """Read a JPEG's size from its frame header."""
    if not content.rstrip(b"\0").endswith(b"\xff\xd9"):
        raise ValueError("the JPEG has no end")
    position = 2
    while position + 9 <= len(content):
        if content[position] != 0xFF:
            raise ValueError("the JPEG is damaged")
        marker = content[position + 1]
        if marker == 0xFF:
            position += 1
            continue
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", content[position + 5 : position + 9])
            return "jpeg", width, height, b""
        position += 2 + struct.unpack(">H", content[position + 2 : position + 4])[0]
    raise ValueError("the JPEG has no frame")


def _webp(content: bytes) -> tuple[str, int, int, bytes]:
    """Read a WebP's size from its first part."""
    if struct.unpack("<I", content[4:8])[0] + 8 > len(content):
        raise ValueError("the WebP is cut short")
    kind = content[12:16]
    if kind == b"VP8X":
        width, height = (int.from_bytes(content[i : i + 3], "little") + 1 for i in (24, 27))
    elif kind == b"VP8L":
        bits = int.from_bytes(content[21:25], "little")
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    elif kind == b"VP8 ":
        width, height = (value & 0x3FFF for value in struct.unpack("<HH", content[26:30]))
    else:
        raise ValueError("the WebP has no picture")
    return "webp", width, height, b""


def reading(given: str, project: str) -> bytes:
    """Give the bytes of a state or log reading: the text itself, or the file after '@'.

    Raises:
        Refusal: `reading-unusable` or `capture-inside-project`.
    """
    if not given.startswith("@"):
        content = given.encode("utf-8", "surrogateescape")
    else:
        try:
            with open(outside(given[1:], project), "rb") as file:
                content = file.read(MAX_READING_BYTES + 1)
        except OSError as error:
            raise Refusal("reading-unusable", f"{given[1:]!r} cannot be read: {error.strerror}") from error
    if not content.strip():
        raise Refusal("reading-unusable", f"{given!r} is empty")
    if len(content) > MAX_READING_BYTES:
        raise Refusal("reading-unusable", f"{given[1:]!r} is larger than {MAX_READING_BYTES} bytes; give the part that matters")
    return content
