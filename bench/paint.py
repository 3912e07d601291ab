"""Measures how long a click takes until the new table is painted, and the size of a first view, in a real Chromium.

    .venv/bin/python bench/paint.py --clicks 40

In each game it plays against `greedy`, with the pace at "at once" and visible card movements. The clock runs from the
click until the frame with the resulting table is painted; the computer's next moves come later, through the stream. A
first view is a table in a browser with an empty cache: all its files, in their transfer size.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
from typing import Final

from load import serving  # type: ignore[import-not-found,unused-ignore]
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

import grognard

FLAGS: Final = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
PATIENCE: Final = 30_000  # milliseconds
SIZE: Final[ViewportSize] = {"width": 1440, "height": 900}
ASKED: Final = """() => {
    const table = document.querySelector("main#table");
    return table.ariaBusy !== "true" && ("outcome" in table.dataset || table.querySelector("[data-action]") !== null);
}"""
# A message is received after the frame in which it was sent is painted.
PAINTED: Final = """async (number) => {
    const table = document.querySelector("main#table");
    const since = Number(table.dataset.version);
    const actions = [...table.querySelectorAll("[data-action]")];
    await new Promise((resolve) => setTimeout(resolve, 50)); // what was under way before comes to rest
    const begun = performance.now();
    actions[number % actions.length].click();
    await new Promise((resolve) => {
        const watch = new MutationObserver(() => {
            if (Number(table.dataset.version) > since) resolve(watch.disconnect());
        });
        watch.observe(table, { attributes: true, attributeFilter: ["data-version"] });
    });
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(0);
    });
    return performance.now() - begun;
}"""
WEIGHT: Final = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .map((one) => [one.entryType === "navigation" ? "page" : one.name.split(".").pop(), one.encodedBodySize])"""
KINDS: Final = ("page", "css", "js", "svg", "woff2")


def _table(context: BrowserContext, base: str, slug: str) -> str:
    """Sets up a table against the computer, and returns its address."""
    form = context.request.get(f"{base}/games/{slug}").text()
    found = re.search(r'name="_csrf_token" value="([^"]*)"', form)
    assert found is not None
    fields: dict[str, str | float | bool] = {"_csrf_token": found[1], "side": "0"}
    if 'name="seat-0"' in form:  # seat by seat
        fields |= {"seat-0": "you", "seat-1": "greedy"}
    else:
        fields |= {"with": "computer", "bot": "greedy"}
    answer = context.request.post(f"{base}/games/{slug}/tables", form=fields, max_redirects=0)
    return base + answer.headers["location"]


def clicks(browser: Browser, base: str, slug: str, count: int) -> list[float]:
    """Makes this many clicks, in as many games as needed; returns the milliseconds of each."""
    context = browser.new_context(viewport=SIZE)
    context.add_init_script("localStorage.setItem('grognard.pace', '0')")
    page = context.new_page()
    page.goto(_table(context, base, slug))
    taken: list[float] = []
    while len(taken) < count:
        page.wait_for_function(ASKED, timeout=PATIENCE)
        if page.locator("#table[data-outcome]").count():
            page.goto(_table(context, base, slug))
        else:
            taken.append(page.evaluate(PAINTED, len(taken) * 7))
    context.close()
    return taken


def weight(browser: Browser, base: str, slug: str) -> dict[str, int]:
    """Returns the bytes of a first view, by kind."""
    context = browser.new_context(viewport=SIZE)
    page: Page = context.new_page()
    page.goto(_table(context, base, slug), wait_until="load")
    page.wait_for_timeout(500)
    bytes_of: dict[str, int] = {}
    for kind, size in page.evaluate(WEIGHT):
        bytes_of[kind] = bytes_of.get(kind, 0) + size
    context.close()
    return bytes_of


def percentile(taken: list[float], part: int) -> float:
    """Returns the time that this percentage of the clicks stays below."""
    return statistics.quantiles(taken, n=100, method="inclusive")[part - 1]


def main() -> int:
    """Measures, and prints a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clicks", type=int, default=40, help="of each game, at least 2")
    parser.add_argument("--only", nargs="*", default=grognard.registered_names(), help="these games")
    parser.add_argument("--port", type=int, default=8767)
    parser.add_argument("--chromium", default="/usr/bin/chromium-headless-shell")
    given = parser.parse_args()
    print("| game | p50 ms | p95 ms | longest | page kB | css | js | svg | fonts | all |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    everything: list[float] = []
    with serving(sys.executable, given.port), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=given.chromium, args=FLAGS)
        base = f"http://127.0.0.1:{given.port}"
        try:
            for slug in given.only:
                taken = clicks(browser, base, slug, given.clicks)
                everything += taken
                kinds = weight(browser, base, slug)
                sizes = [kinds.get(kind, 0) / 1000 for kind in KINDS]
                weights = " | ".join(f"{size:.0f}" for size in [*sizes, sum(kinds.values()) / 1000])
                print(f"| {slug} | {_row(taken)} | {weights} |", flush=True)
        finally:
            browser.close()
    print(f"| all, {len(everything)} clicks | {_row(everything)} | | | | | | |")
    return 0


def _row(taken: list[float]) -> str:
    return f"{statistics.median(taken):.0f} | {percentile(taken, 95):.0f} | {max(taken):.0f}"


if __name__ == "__main__":
    sys.exit(main())
