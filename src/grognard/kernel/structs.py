"""Preparation of msgspec types for use in threads."""

from __future__ import annotations

import msgspec


def prepare(kind: object) -> None:
    """Makes msgspec read the annotations of a type and its parts now, at import.

    Otherwise it reads them on first use. If two threads do that at once, one uses the other's unfinished data, and the
    process crashes with a segmentation fault.
    """
    msgspec.json.Decoder(kind)
