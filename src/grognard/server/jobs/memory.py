"""Python's search for circular garbage, kept from stopping the server.

With a thousand tables in memory a full search takes half a second, in which nobody is answered, and it comes again with
every quarter that is added. So what has lived for some seconds is left out of it (`gc.freeze`): it goes when the last
reference to it goes, as nearly everything here does. Once an hour all is searched. Python itself would search all that
is new again and again while a long game is read, for a tenth of a second each time.
"""

from __future__ import annotations

import asyncio
import gc
from typing import Final

EVERY: Final = 10  # seconds
FULL: Final = 360  # times: an hour
NEVER: Final = 1 << 30  # searches of younger objects, after which Python searches everything


async def tend() -> None:
    """Does so until the server stops."""
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
