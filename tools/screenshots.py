"""Draws the pages at phone and desktop width, light and dark, with a real Chromium and a real server.

Those of the README, company-commander.png and the-end.png, are copied to docs/screenshots by hand.

python tools/screenshots.py OUTDIR
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from playwright.sync_api import Browser, Page, sync_playwright

from grognard.bots import Greedy
from grognard.play.players import PERSON
from grognard.play.session import Session
from grognard.printing.print_options import PrintOptions
from grognard.printing.products import sample
from grognard.registry import load, registered_names

WIDTHS: Final = {390: 844, 1280: 900}
FLAGS: Final = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
SECONDS: Final = 30
BROWSERS: Final = ("chromium", "chromium-headless-shell", "chromium-browser", "google-chrome")
SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
BLINDNESS: Final = ("protanopia", "deuteranopia", "tritanopia")
REPLAY_STEP: Final = 40
PAPER_PPI: Final = 100
SETTLE: Final = 150  # milliseconds for the answer, and for the bot's reply
# No movement, and no question about sound.
SETTLED: Final = "localStorage.setItem('grognard.pace', '0'); localStorage.setItem('grognard.sound', 'off')"
README_SIZE: Final = 1280, 900
# The games of the README's pictures: the computer plays both sides of this deal up to a step, where the reader has
# this seat. The second game ends with the reader's next choice, and the reader wins.
MIDDLE: Final = ("company-commander", 42, 138, 0)
END: Final = ("three-emperors", 15, 197, 1)


@contextmanager
def served() -> Iterator[str]:
    """Runs a separate server with an empty database."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "grognard", "serve", "--port", str(port), "--data-dir", folder]
        server = subprocess.Popen(command, env=os.environ | {"GROGNARD_REQUESTS_PER_MINUTE": "100000"})
        try:
            _wait_until_ready(f"http://127.0.0.1:{port}/readyz")
            yield f"http://localhost:{port}"
        finally:
            server.terminate()
            server.wait()


def _wait_until_ready(address: str) -> None:
    end = time.monotonic() + SECONDS
    while True:
        try:
            urllib.request.urlopen(address).close()
            return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


def play_until(page: Page, wanted: str, limit: int = 400) -> None:
    """Plays the first available action until the table shows the wanted element; passes come last."""
    for _click in range(limit):
        page.wait_for_selector(f"{wanted}, [data-action]", timeout=SECONDS * 1000)
        if page.locator(wanted).count():
            return
        button = page.locator("[data-action]:not([data-pass])").or_(page.locator("[data-action]")).first
        button.click(timeout=SECONDS * 1000)
        page.wait_for_timeout(SETTLE)


def draw(browser: Browser, base: str, folder: Path) -> None:
    """All pictures."""
    for width, height in WIDTHS.items():
        for scheme in ("light", "dark"):
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if scheme == "dark" else "light",
                reduced_motion="reduce",
            )
            context.add_init_script(SETTLED)
            page = context.new_page()

            def shoot(name: str, page: Page = page, tail: str = f"{width}-{scheme}") -> None:
                page.evaluate("scrollTo(0, 0)")
                page.screenshot(path=folder / f"{name}-{tail}.png")

            page.goto(base)
            shoot("start")
            page.goto(f"{base}/games/fusillade")
            shoot("set-up")
            page.goto(f"{base}/games/fusillade/guide")
            shoot("guide")
            page.goto(f"{base}/games/fusillade/print")
            shoot("print")
            page.goto(base)
            page.click("[data-play=fusillade]")
            play_until(page, "[data-action^=UNIT]")
            shoot("table")
            _ask(page)
            page.screenshot(path=folder / f"hint-{width}-{scheme}.png")  # at the page's scroll position: the advice
            play_until(page, "[data-pass]")
            shoot("reaction")
            _replay(page)
            shoot("replay")
            _analyse(page)
            shoot("analysis")
            page.goto(base)
            page.click("[data-play=outpost]")
            play_until(page, "#table[data-outcome]")
            shoot("end")
            context.close()


def draw_readme(browser: Browser, base: str, folder: Path) -> None:
    """Draws the README's pictures: a table in the middle of a game, and the end of a game that the reader wins."""
    width, height = README_SIZE
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="light", reduced_motion="reduce"
    )
    context.add_init_script(SETTLED)
    page = context.new_page()
    take_up(page, base, *MIDDLE)
    page.wait_for_selector("#table.deciding", timeout=SECONDS * 1000)
    page.screenshot(path=folder / "company-commander.png")
    ends = take_up(page, base, *END)
    page.click(f"[data-action='{ends}']")
    page.wait_for_selector("#table[data-result=won] .ending", timeout=SECONDS * 1000)
    page.wait_for_timeout(SETTLE)
    page.screenshot(path=folder / "the-end.png")
    context.close()


def take_up(page: Page, base: str, slug: str, seed: int, step: int, seat: int) -> str:
    """Opens a table at a step of the computer's game with itself. Returns the notation of its next choice."""
    session, bot = Session(load(slug), seed, [PERSON, PERSON]), Greedy()
    while len(session.line) <= step:
        mover = session.state.current_player()
        session.play(mover, int(bot.choose(session.information(mover))))
    page.goto(base)
    page.set_input_files(
        "input[name=journal]",
        {"name": "game.journal", "mimeType": "application/x-ndjson", "buffer": session.journal.to_text().encode()},
    )
    page.evaluate("document.querySelector('input[name=journal]').form.requestSubmit()")
    page.wait_for_url("**/replays/*")
    page.goto(f"{page.url}?step={step}&side={seat}")
    page.evaluate("document.querySelector('[data-continue]').form.requestSubmit()")
    page.wait_for_url("**/tables/*")
    page.wait_for_selector("#table.deciding", timeout=SECONDS * 1000)
    return session.game.action_to_string(session.line[step][1])


def draw_cards(browser: Browser, base: str, folder: Path) -> None:
    """Draws all cards of each game: light, dark, and as people with each kind of color blindness see them."""
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    vision = page.context.new_cdp_session(page)
    for slug in registered_names():
        page.goto(f"{base}/games/{slug}/cards")
        page.evaluate("for (const image of document.images) image.loading = 'eager'")
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.evaluate("Promise.all([...document.images].map((image) => image.decode()))")
            page.screenshot(path=folder / f"cards-{slug}-{scheme}.png", full_page=True)
        page.emulate_media(color_scheme="light")
        for kind in BLINDNESS:
            vision.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
            page.screenshot(path=folder / f"cards-{slug}-{kind}.png", full_page=True)
        vision.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})


def draw_paper(folder: Path) -> None:
    """Draws the first sheets, markers, mats, aids and handbook of each game, as they are printed."""
    for slug in registered_names():
        for number, content in enumerate(sample(load(slug), PrintOptions(), PAPER_PPI), start=1):
            folder.joinpath(f"paper-{slug}-{number}.png").write_bytes(content)


def _replay(page: Page) -> None:
    """Resigns the game, and opens its replay."""
    page.evaluate("fetch(document.querySelector('#table form').action.replace(/play$/, 'resign'), {method: 'POST', "
                  "body: new URLSearchParams(new FormData(document.querySelector('#table form')))})")  # fmt: skip
    page.wait_for_selector("#table[data-outcome]")
    page.goto(f"{page.url}/replay?step={REPLAY_STEP}")


def _ask(page: Page) -> None:
    """Asks for the computer's advice: first where to look, then the move."""
    page.click("[data-hint-ask]")
    page.wait_for_selector("[data-hint-show], [data-advised]", timeout=SECONDS * 1000)
    if page.locator("[data-hint-show]").count():
        page.click("[data-hint-show]")
    page.wait_for_selector("[data-advised]", timeout=SECONDS * 1000)


def _analyse(page: Page) -> None:
    """Goes from the replay to the analysis, once it is done."""
    page.goto(page.url.split("/replay")[0] + "/analysis")
    page.click("[data-start]")
    page.wait_for_selector("table.decisions", timeout=4 * SECONDS * 1000)


def main() -> int:
    """The command line."""
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if len(sys.argv) != 2 or chromium is None:
        print("usage: screenshots.py OUTDIR (with Chromium installed)", file=sys.stderr)
        return 2
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with served() as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        draw(browser, base, folder)
        draw_readme(browser, base, folder)
        draw_cards(browser, base, folder)
        draw_paper(folder)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
