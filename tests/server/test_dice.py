"""What a page says of dice: the odds before a roll, the faces after it, and which click cannot be taken back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grognard.scenarios.reading import read_scenarios
from grognard.server.guide import picture, step_of
from grognard.web.assets import address
from grognard.web.pages import table_fragment
from tests.server.support import Guest, Page

GUIDE = "/games/company-commander/guide"
SCOUTED = """# A Front that was scouted

- Game: company-commander
- Clauses: CC-5.6

| Position | |
|---|---|
| phase | suppression |
| American Center | Company HQ, 81mm Mortar |
| German Center | Light MG 34 |
| bonus Center | 1 |

| Who | Does | Chance | Then | At | Say |
|---|---|---|---|---|---|
| American | FIRE 81mm Mortar | | | | Fire. |
"""


def at(guest: Guest, lesson: int, played: int) -> Page:
    """A lesson of the guide, with so many of its rows played by clicks."""
    page = guest.page(f"{GUIDE}/{lesson}")
    while int(page.hidden("at")) < played:
        wanted = step_of("company-commander", lesson, int(page.hidden("at"))).wanted
        assert wanted, f"lesson {lesson} has no row {played}"
        data = {"at": page.hidden("at"), "do": wanted}
        page = guest.post(f"{GUIDE}/{lesson}/play", data, page.hidden("_csrf_token"), fragment=True)
    return page


def card(page: Page, action: str) -> str:
    """The card that is the button of an action."""
    found = re.search(rf'<button class="card[^>]*data-action="{action}".*?</button>', page.text, re.DOTALL)
    assert found, f"no card does {action}"
    return found[0]


def words(shown: str) -> str:
    """What is read, without the marks."""
    return " ".join(re.sub(r"<[^>]*>", " ", shown).split())


def test_a_shot_shows_its_modifiers_and_its_odds_and_that_it_rolls(guest: Guest) -> None:
    shown = card(at(guest, 3, 0), "FIRE 81mm Mortar")
    assert "Suppression +1" in words(shown)
    assert "pin 42%, casualty 17%" in words(shown)  # 15 and 6 of 36
    assert "symbols.svg#die" in shown
    assert "can't undo this" in shown


def test_after_the_roll_the_dice_are_drawn_as_they_fell(guest: Guest) -> None:
    before, after = at(guest, 3, 0), at(guest, 3, 1)
    assert "symbols.svg#die-4" not in before.text
    news = after.text[after.text.index('class="news"') :]
    roll = news[news.index("symbols.svg#die-4") :]
    assert re.match(rf'symbols\.svg#die-4"/></svg><svg[^>]*><use href="{address("symbols.svg")}#die-5"', roll)
    assert "81mm Mortar rolls 4 and 5, +1 Suppression = 10: a pin." in words(news)


def test_markers_are_words(guest: Guest) -> None:
    page = at(guest, 4, 12)
    pins = re.findall(r'<span class="flag flag-pins" title="Pinned"><svg.*?</svg>(.*?)</span>(.*?)</span>', page.text)
    assert {words("".join(pin)) for pin in pins} == {"Pinned", "Pinned 2"}
    assert '<span class="flag flag-casualties">1/3<span class="word"> casualties</span></span>' in page.text


def test_before_a_battle_every_unit_in_it_shows_its_dice(guest: Guest) -> None:
    page = at(guest, 4, 6)
    gun = re.search(r'data-handle="Light MG 34".*?</(?:div|button)>', page.text, re.DOTALL)
    assert gun
    assert "3 dice (Strength 1, +2 Defense), each: pin 33%, casualty 17%" in words(gun[0])
    shown = words(page.text)
    assert "no dice: it cannot fire" in shown
    assert "Woods −1 Overrun +1 0 3 dice, each: pin 33%, casualty 17%" in shown
    helped = words(at(guest, 4, 8).text)
    assert "Woods −1 Overrun +1 0 3 dice (Strength 2, +1 Grenades), each: pin 33%, casualty 17%" in helped


def test_a_front_shows_what_holds_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    guide = tmp_path / "guide.md"
    guide.write_text(SCOUTED, encoding="utf-8")
    monkeypatch.setattr("grognard.scenarios.guide.scenarios", lambda _of: list(read_scenarios(guide)))
    shown = table_fragment(picture(step_of("company-commander", 1, 0), ""))
    assert '<span class="flag flag-bonus">Suppression bonus</span>' in shown


def test_a_front_can_be_clicked(guest: Guest) -> None:
    page = at(guest, 2, 1)
    assert page.actions.count("FRONT Center") == 2  # on the board and in the dock


def test_a_symbol_for_each_of_the_six_faces(guest: Guest) -> None:
    symbols = guest.page(address("symbols.svg")).text
    for face in range(1, 7):
        assert f'id="die-{face}"' in symbols
