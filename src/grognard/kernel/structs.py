"""Types that msgspec reads data into, made ready for threads."""

from __future__ import annotations

import msgspec


def prepare(kind: object) -> None:
    """Has msgspec read the annotations of a type and of its parts now, at import.

    It reads them when the type is first used. If two threads do so at once, one uses what the other has half made, and
    the process ends with a segmentation fault.
    """
    msgspec.json.Decoder(kind)
