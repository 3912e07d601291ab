"""Many tabs of one guest in a real Chromium: what they cost the server, and how long each waits for a deed.

    .venv/bin/python bench/tabs.py --tabs 12 25 50

The tabs are opened one after the other, each at a table of its own against the computer; then every game is given up
from elsewhere, and every tab has to show that. Servers and browsers are new for each number of tabs.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from itertools import pairwise

from load import processor, served  # type: ignore[import-not-found,unused-ignore]
from playwright.sync_api import BrowserContext, Page, sync_playwright

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
REST = 45  # seconds in which the tabs are only open: two heartbeats
PATIENCE = 60_000  # milliseconds


def _table(context: BrowserContext, base: str) -> str:
    """Sets up a table against the computer; its address."""
    form = context.request.get(f"{base}/games/fusillade").text()
    fields: dict[str, str | float | bool] = {"_csrf_token": _token(form), "with": "computer", "side": "0"}
    answer = context.request.post(f"{base}/games/fusillade/tables", form=fields, max_redirects=0)
    return base + answer.headers["location"]


def _token(page: str) -> str:
    return str(re.findall(r'name="_csrf_token" value="([^"]*)"', page)[0])


def _given_up(context: BrowserContext, page: Page) -> float:
    """Gives the game of a tab up from elsewhere; seconds until the tab shows it."""
    token = _token(context.request.get(page.url).text())
    began = time.perf_counter()
    context.request.post(f"{page.url}/resign", form={"_csrf_token": token})
    page.wait_for_selector("#table[data-outcome=resigned]", timeout=PATIENCE)
    return time.perf_counter() - began


def measure(count: int, port: int, chromium: str) -> dict[str, float]:
    """Opens so many tabs, and gives every game up."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        process = served(sys.executable, folder, port)
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        try:
            context = browser.new_context(reduced_motion="reduce")
            addresses = [_table(context, f"http://127.0.0.1:{port}") for _ in range(count)]
            marks = [(time.perf_counter(), processor(process.pid))]
            pages = []
            for address in addresses:
                pages.append(context.new_page())
                pages[-1].goto(address, timeout=PATIENCE)
                pages[-1].wait_for_selector("#table")
            marks.append((time.perf_counter(), processor(process.pid)))
            time.sleep(REST)
            marks.append((time.perf_counter(), processor(process.pid)))
            waits = [_given_up(context, page) for page in pages]
            marks.append((time.perf_counter(), processor(process.pid)))
        finally:
            browser.close()
            process.terminate()
            process.wait(20)
    busy = [after[1] - before[1] for before, after in pairwise(marks)]
    return {
        "tabs": count,
        "opening_s": marks[1][0] - marks[0][0],
        "opening_processor_s": busy[0],
        "rest_processor_s": busy[1],
        "deeds_processor_s": busy[2],
        "deed_until_shown_max_s": max(waits),
    }


def main() -> int:
    """Measures and prints a row for each number of tabs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tabs", type=int, nargs="+", default=[12, 25, 50])
    parser.add_argument("--port", type=int, default=8766)
    parser.add_argument("--chromium", default="/usr/bin/chromium-headless-shell")
    given = parser.parse_args()
    for row, count in enumerate(given.tabs):
        found = measure(count, given.port, given.chromium)
        if row == 0:
            print("  ".join(found))
        print("  ".join(f"{value:{len(name)}.2f}" for name, value in found.items()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
