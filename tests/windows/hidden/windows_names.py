"""Which names no file can have on Windows."""

from __future__ import annotations

import re
from typing import Final

RESERVED: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)( *\..*)?", re.IGNORECASE)
IMPOSSIBLE: Final = re.compile(r'[<>:"|?*\\\x00-\x1f]|[. ]$')


def is_impossible(name: str) -> bool:
    """Whether no file or folder of Windows can have this name."""
    return RESERVED.fullmatch(name) is not None or IMPOSSIBLE.search(name) is not None
