"""Every key works by its character, and by its position where a keyboard has another character there."""

# ruff: noqa: RUF001
# Characters of other keyboards are what this is about.

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page

import grognard.web
from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import MOVED, Server, set_up, version, wait_until_asked

STATIC: Final = Path(grognard.web.__file__).parent / "static"
KEYS: Final = (STATIC / "keys.js").read_text(encoding="utf-8")
# All keys of a single character, as the script reads them.
LETTERS: Final = sorted(set(re.findall(r'sign === "([a-z])"', KEYS)))
DIGITS: Final = "123456789"
# What a script must not do: compare a character without its position.
BARE: Final = re.compile(r'\bkey === "[^"]"|\.test\((?:event\.)?key\)|\bcase "[^"]":')

US_ROWS: Final = "qwertyuiopasdfghjklzxcvbnm"
# The characters at these positions.
LAYOUTS: Final = {
    "Russian": "йцукенгшщзфывапролдячсмить",
    "Greek": "ςςερτυθιοπασδφγηξκλζχψωβνμ",
    "Hebrew": "/'קראטוןםפשדגכעיחלךזסבהנמצ",
}
FRENCH_DIGITS: Final = "&é\"'(-è_ç"
TYPED: Final = """async (events) => {
    const main = document.querySelector("script[type=module][src]").src;
    const { typed } = await import(new URL("typed.js", main));
    return events.map(typed);
}"""

Event = dict[str, object]


def _pressed() -> list[tuple[Event, str]]:
    """Key events of many keyboards, and the key that each stands for."""
    found: list[tuple[Event, str]] = []
    for letter in LETTERS:
        code = f"Key{letter.upper()}"
        found += [({"key": key, "code": code}, letter) for key in (letter, letter.upper(), "Process", "Dead")]
        found += [({"key": letter, "code": other}, letter) for other in ("KeyQ", "Semicolon", "")]  # it lies elsewhere
        found += [({"key": row[US_ROWS.index(letter)], "code": code}, letter) for row in LAYOUTS.values()]
    for digit in DIGITS:
        code = f"Digit{digit}"
        found += [({"key": digit, "code": f"Numpad{digit}"}, digit)]
        found += [({"key": digit, "code": code, "shiftKey": True}, digit)]
        found += [({"key": key, "code": code}, digit) for key in (digit, FRENCH_DIGITS[int(digit) - 1], "Process")]
    found += [({"key": key, "code": "Space"}, " ") for key in (" ", "\u3000", "Process")]
    found += [({"key": "?", "code": code, "shiftKey": True}, "?") for code in ("Slash", "Minus", "KeyM", "Digit7")]
    found += [({"key": ",", "code": "Slash", "shiftKey": True}, "?")]
    # A letter that the keyboard has elsewhere is itself, and with Shift a digit's other character is no digit.
    found += [({"key": "w", "code": "KeyZ"}, "w"), ({"key": "o", "code": "KeyS"}, "o")]
    found += [({"key": "!", "code": "Digit1", "shiftKey": True}, "!"), ({"key": "/", "code": "Slash"}, "/")]
    found += [({"key": key, "code": key}, key) for key in ("Enter", "Escape", "ArrowUp", "Home", "Tab", "F1")]
    return found


def test_the_keys_of_the_page_of_keys_are_found() -> None:
    told = set(re.findall(r"^  ([A-Z]): ", KEYS, re.MULTILINE))
    assert told == {letter.upper() for letter in LETTERS}
    assert len(told) >= 7


@pytest.mark.parametrize("script", sorted(path.name for path in STATIC.glob("*.js")))
def test_no_script_compares_a_character_without_its_position(script: str) -> None:
    if script != "typed.js":
        assert BARE.findall((STATIC / script).read_text(encoding="utf-8")) == []


def _at_a_table(visit: Visit, server: Server) -> Page:
    page = visit()
    set_up(page, server.url, "one_screen", open_hands="yes")
    wait_until_asked(page)
    return page


def test_every_key_works_on_every_keyboard(visit: Visit, server: Server) -> None:
    page = _at_a_table(visit, server)
    events, wanted = zip(*_pressed(), strict=True)
    found = page.evaluate(TYPED, list(events))
    assert [(event, key) for event, key in zip(events, found, strict=True)] == [*zip(events, wanted, strict=True)]


def test_a_french_keyboard_chooses_and_a_russian_one_takes_back(visit: Visit, server: Server) -> None:
    page = _at_a_table(visit, server)
    since = version(page)
    user.press_key(page, "&", "Digit1")
    page.wait_for_function(MOVED, arg=since)
    chosen = version(page)
    wait_until_asked(page)
    user.press_key(page, "г", "KeyU")
    page.wait_for_function(MOVED, arg=chosen)
