"""A game in Firefox and in WebKit, by real clicks: whatever they lack, it can be played there."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from tests.web.drivers import Driver, Firefox, WebKit, missing, until
from tests.web.support import Server
from tests.web.user import IS_READY

KINDS: Final = [pytest.param(Firefox, id="firefox"), pytest.param(WebKit, id="webkit")]
MOST: Final = 40  # choices of a game that is not played to its end
# What the pages make use of where it is there.
FEATURES: Final = """return {
    "view transitions": "startViewTransition" in document,
    ":has()": CSS.supports("selector(:has(a))"),
    popover: "popover" in HTMLElement.prototype,
    dvh: CSS.supports("height", "1dvh"),
    "container queries": CSS.supports("container-type", "inline-size"),
    "shared workers": "SharedWorker" in window,
}"""
STATE: Final = f"""const table = document.querySelector("main#table");
return table && {IS_READY} && Number(table.dataset.version) > arguments[0]
    && ("outcome" in table.dataset || table.querySelector("[data-action]"))
    ? [Number(table.dataset.version), table.dataset.outcome ?? "", window.stayed ?? false] : null"""


# Not to pass, where there is anything else to choose.
ACTIVE: Final = """return document.querySelector("[data-action]:not([data-pass])")
    ? "[data-action]:not([data-pass])" : "[data-action]" """


@pytest.fixture(params=KINDS)
def driver(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Driver]:
    """Each of the browsers, if it is there."""
    kind: type[Firefox | WebKit] = request.param
    if lacking := missing(kind):
        sentence = f"There is no {', no '.join(lacking)} here (Debian: apt install firefox-esr webkit2gtk-driver xvfb)."
        if os.environ.get("GROGNARD_REQUIRE_BROWSERS") == "1":
            pytest.fail(sentence)
        pytest.skip(sentence)
    started = kind(tmp_path)
    yield started
    started.quit()


@pytest.mark.soak
@pytest.mark.parametrize("slug", ["outpost", "fusillade"])
def test_a_game_is_played_by_clicks(driver: Driver, server: Server, slug: str) -> None:
    driver.go(f"{server.url}/games/{slug}")
    driver.script("localStorage.setItem('grognard.pace', '0'); localStorage.setItem('grognard.sound', 'off')")
    driver.click("[data-start]")
    since, outcome, stayed = until(partial(driver.script, STATE, -1), "The table does not come.")
    print(driver.kind, driver.version, driver.script(FEATURES))
    driver.go(driver.script("return location.href"))
    driver.script("window.stayed = true")
    clicks = 0
    while not outcome and clicks < MOST:
        driver.click(driver.script(ACTIVE) if clicks % 3 else "[data-action]")
        since, outcome, stayed = until(partial(driver.script, STATE, since), "Nothing comes of a click.")
        assert stayed, "the page was loaded anew: its script does nothing"
        clicks += 1
    assert bool(outcome) == (slug == "outpost")
    assert driver.errors(server.url) == []
