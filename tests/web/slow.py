"""A slow network and a slow processor, to find tests that depend on speed.

    GROGNARD_BROWSER_LATENCY=400 GROGNARD_BROWSER_THROTTLE=6 .venv/bin/pytest tests/web

The first is in milliseconds. It delays everything that a `Server` of `tests.web.support` sends: pages, scripts, answers
and the events of a shared worker. The second is how many times slower the main threads of pages run. Two things stay
fast: workers, and the servers of test_two_processes.py.
"""

from __future__ import annotations

import asyncio
import os
import socket
import threading
from contextlib import suppress
from typing import Final

from playwright.sync_api import Page

LATENCY: Final = float(os.environ.get("GROGNARD_BROWSER_LATENCY", "0")) / 1000  # seconds
THROTTLE: Final = float(os.environ.get("GROGNARD_BROWSER_THROTTLE", "1"))
# How much longer tests wait before they give up.
PATIENCE: Final = 4 if LATENCY or THROTTLE > 1 else 1
CHUNK: Final = 1 << 16


def throttle(page: Page) -> None:
    """Slows a page's processor down, if the environment asks for it."""
    if THROTTLE > 1:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})


def distant(port: int) -> int:
    """The port at which a server on `port` answers with the latency that the environment asks for."""
    if not LATENCY:
        return port
    listening = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=lambda: asyncio.run(_serve(listening, port)), daemon=True).start()
    return int(listening.getsockname()[1])


async def _serve(listening: socket.socket, port: int) -> None:
    async def connected(browser: asyncio.StreamReader, to_browser: asyncio.StreamWriter) -> None:
        try:
            server, to_server = await asyncio.open_connection("127.0.0.1", port)
        except OSError:  # the server is down
            to_browser.close()
            return
        await asyncio.gather(_carry(browser, to_server, 0), _carry(server, to_browser, LATENCY))

    async with await asyncio.start_server(connected, sock=listening) as serving:
        await serving.serve_forever()


async def _carry(source: asyncio.StreamReader, target: asyncio.StreamWriter, delay: float) -> None:
    loop = asyncio.get_running_loop()
    with suppress(OSError):
        while data := await source.read(CHUNK):
            loop.call_later(delay, target.write, data)
    loop.call_later(delay, target.close)
