"""Keeps Python's garbage collector from stalling the server.

With a thousand tables in memory, a full collection takes half a second in which nobody is answered, and Python runs one
each time memory has grown by a quarter. So objects that are a few seconds old are left out (`gc.freeze`); nearly all of
them are freed with their last reference anyway. Once an hour everything is collected. By default Python would also scan
all new objects again and again while it reads a long game, for a tenth of a second each time.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Final

EVERY: Final = 10  # seconds
FULL: Final = 360  # pauses until a full collection: an hour
NEVER: Final = 1 << 30  # collections of younger objects before Python would run a full one


async def tend() -> None:
    """Runs the garbage collector at intervals until the server stops."""
    often = gc.get_threshold()
    gc.set_threshold(*often[:2], NEVER)
    try:
        while True:
            gc.unfreeze()
            gc.collect()
            for _ in range(FULL):
                gc.freeze()
                await asyncio.sleep(EVERY)
                gc.collect(1)
    finally:
        gc.set_threshold(*often)
        gc.unfreeze()
