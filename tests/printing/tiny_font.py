"""A font made for a test: every letter that it has is a square. No font need be installed, and none is kept here."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from pathlib import Path
from typing import Final

EM: Final = 1000
SIDE: Final = 800
# One contour of four points on the curve; what follows are its corners as steps from one to the next.
SQUARE: Final = struct.pack(">5hHH4B", 1, 0, 0, SIDE, SIDE, 3, 0, 1, 1, 1, 1) + struct.pack(
    ">8h", 0, SIDE, 0, -SIDE, 0, 0, SIDE, 0
)
STYLES: Final = ((1, ""), (2, "Regular"), (4, ""), (6, ""))  # by the numbers of the table `name`


def write_font(file: Path, family: str, letters: Iterable[str]) -> Path:
    """Writes a TrueType font with these letters; returns its file."""
    signs = sorted({ord(sign) for letter in letters for sign in letter})
    count = len(signs) + 1  # the first glyph is what stands for missing letters
    tables = {
        b"OS/2": _os2(signs),
        b"cmap": _cmap(signs),
        b"glyf": SQUARE * count,
        b"head": struct.pack(
            ">IIIIHHqqhhhhHHhhh", 1 << 16, 0, 0, 0x5F0F3CF5, 0, EM, 0, 0, 0, 0, SIDE, SIDE, 0, 8, 2, 1, 0
        ),
        b"hhea": struct.pack(">IhhhHhhh16xH", 1 << 16, SIDE, -200, 0, EM, 0, 0, SIDE, count),
        b"hmtx": struct.pack(">Hh", EM, 0) * count,
        b"loca": struct.pack(f">{count + 1}I", *(n * len(SQUARE) for n in range(count + 1))),
        b"maxp": struct.pack(">IHHHHHHHHHHHHHH", 1 << 16, count, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0),
        b"name": _name(family),
        b"post": struct.pack(">IIhhI16x", 3 << 16, 0, 0, 0, 0),
    }
    head = struct.pack(">IHHHH", 1 << 16, len(tables), 0, 0, 0)
    at, rows, body = len(head) + 16 * len(tables), b"", b""
    for tag, content in tables.items():
        rows += struct.pack(">4sIII", tag, 0, at + len(body), len(content))
        body += content + b"\0" * (-len(content) % 4)
    file.write_bytes(head + rows + body)
    return file


def _cmap(signs: list[int]) -> bytes:
    groups = b"".join(struct.pack(">III", sign, sign, glyph) for glyph, sign in enumerate(signs, start=1))
    inner = struct.pack(">HHIII", 12, 0, 16 + len(groups), 0, len(signs)) + groups
    return struct.pack(">HHHHI", 0, 1, 3, 10, 12) + inner


def _name(family: str) -> bytes:
    texts = [(number, (text or family).encode("utf-16-be")) for number, text in STYLES]
    rows, body = b"", b""
    for number, text in texts:
        rows += struct.pack(">HHHHHH", 3, 1, 0x409, number, len(text), len(body))
        body += text
    return struct.pack(">HHH", 0, len(texts), 6 + len(rows)) + rows + body


def _os2(signs: list[int]) -> bytes:
    first, last = (min(sign, 0xFFFF) for sign in (signs[0], signs[-1]))
    return (
        struct.pack(">HhHHH11h", 4, EM, 400, 5, 0, *[0] * 11)
        + bytes(10 + 16)
        + struct.pack(">4sHHHhhhHH", b"NONE", 0x40, first, last, SIDE, -200, 0, SIDE, 200)
        + bytes(8)
        + struct.pack(">hhHHH", 500, 700, 0, 32, 1)
    )
