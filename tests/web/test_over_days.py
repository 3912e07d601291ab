"""Games over days: two people who are never at the table at the same time, by a clock that the test sets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.web import user
from tests.web.conftest import Visit
from tests.web.support import Server, actions, choice, click, menu, over, set_up
from tests.web.test_dealing import left, wait_for_steps

HOUR: Final = 3600
DAY: Final = 24 * HOUR
A_VISIT: Final = 40  # choices at most


class House:
    """A server whose time passes as the test says."""

    def __init__(self, folder: Path) -> None:
        self._skipped = folder / "skipped"
        self._seconds = 0
        self.server = Server(folder / "data", skipped=self._skipped)

    def skip(self, seconds: int) -> None:
        """Lets time pass while the server is up."""
        self._seconds += seconds
        self._skipped.write_text(str(self._seconds))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path)
    found.server.start()
    yield found
    found.server.stop()


class Person:
    """Somebody who opens a table, does something there and closes the page again."""

    def __init__(self, page: Page, house: House, name: str) -> None:
        self._house = house
        user.open_page(page, f"{house.server.url}/your-data/name")
        user.fill(page, name, "[name=name]")
        user.click(page, "[data-name]")
        self.page = page
        self.browser: BrowserContext = page.context
        self.chosen = 0

    def come(self, table: str, shown: str = "#table") -> Page:
        """Opens the table from the start page, where it waits."""
        self.page = self.browser.new_page()
        user.open_page(self.page, self._house.server.url)
        user.click(self.page, f"a[href='/tables/{table}']")
        self.page.wait_for_selector(shown)
        user.wait_until_ready(self.page)
        return self.page

    def go(self) -> None:
        """Closes the page."""
        left(self.page)

    def play(self, most: int = A_VISIT) -> bool:
        """Makes the choices that wait, at most so many; whether the game is over then."""
        while most and not over(self.page) and (choices := actions(self.page)):
            click(self.page, choice(choices))
            self.chosen += 1
            most -= 1
        return over(self.page)


def dealt(house: House, visit: Visit, slug: str) -> tuple[Person, Person, str]:
    """A table over days whose inviter comes back ten days after the friend, and both people."""
    host, friend = Person(visit(), house, "Anna"), Person(visit(), house, "Ben")
    table = set_up(host.page, house.server.url, "friend", slug, pace="slow", side="0")
    link = host.page.locator("[data-link]").input_value()
    expect(host.page.locator("main")).to_contain_text("36 hours")
    wait_for_steps(host.page, table, "promise commit")
    host.go()
    house.skip(2 * DAY)
    user.open_page(friend.page, link)
    user.click(friend.page, "[data-join]")
    wait_for_steps(friend.page, table, "promise commit commit reveal")
    friend.go()
    house.skip(10 * DAY)
    wait_for_steps(host.come(table), table, "promise commit commit reveal reveal")
    return host, friend, table


def test_two_people_who_are_never_there_at_the_same_time_play_a_whole_game(visit: Visit, house: House) -> None:
    between = [restart, kill, pause, vacation]
    while between:  # a game may be over before everything has happened
        here, away, table = dealt(house, visit, "outpost")
        while not here.play():
            if between:
                between.pop(0)(house, here, away, table)
            else:
                here.go()
            house.skip(5 * HOUR)
            here, away = away, here
            expect(here.come(table).get_by_text("Claim the game …")).to_have_count(0)
        here.go()
        away.page = away.browser.new_page()
        user.open_page(away.page, f"{house.server.url}/tables/{table}")
        assert over(away.page)
        away.go()


def test_two_people_who_are_never_there_at_the_same_time_play_company_commander(visit: Visit, house: House) -> None:
    here, away, table = dealt(house, visit, "company-commander")
    while here.chosen + away.chosen < 20:
        here.play(20 - here.chosen - away.chosen)
        if not actions(here.page):
            here.go()
            house.skip(5 * HOUR)
            here, away = away, here
            here.come(table)
    assert min(here.chosen, away.chosen) > 0
    here.go()


def restart(house: House, here: Person, _away: Person, _table: str) -> None:
    """The host restarts the server while nobody is there, and time passes without it."""
    here.go()
    house.server.stop()
    house.skip(400 * DAY)
    house.server.start()


def kill(house: House, here: Person, _away: Person, _table: str) -> None:
    """The server is killed."""
    here.go()
    house.server.kill()
    house.skip(400 * DAY)
    house.server.start()


def pause(house: House, here: Person, away: Person, table: str) -> None:
    """Who has just moved asks for a pause. The other agrees at the next visit, and resumes the game a month later."""
    menu(here.page)
    user.click(here.page.get_by_role("button", name="Ask for a pause"))
    expect(here.page.locator(".dock").get_by_text("You asked for a pause.")).to_be_visible()
    here.go()
    house.skip(5 * HOUR)
    user.click(away.come(table).get_by_role("button", name="Agree"))
    expect(away.page.get_by_text("The game is paused.")).to_be_visible()
    assert actions(away.page) == []
    away.go()
    house.skip(30 * DAY)
    user.click(away.come(table).get_by_role("button", name="Resume"))
    expect(away.page.locator("[data-action]").first).to_be_visible()
    away.go()


def vacation(house: House, here: Person, away: Person, _table: str) -> None:
    """Who has to decide next goes on vacation for ten days, and is back on the eleventh."""
    here.go()
    away.page = away.browser.new_page()
    user.open_page(away.page, f"{house.server.url}/vacation")
    user.fill(away.page, "10", "[name=days]")
    user.click(away.page.get_by_role("button", name="Go on vacation"))
    expect(away.page.locator("main")).to_contain_text("You will be back")
    away.go()
    house.skip(10 * DAY)


def test_four_people_who_are_never_there_at_the_same_time_are_dealt_at_the_earliest_visit(
    visit: Visit, house: House
) -> None:
    """Each opens the table once to commit. The one who commits last reveals then, and the others at one more visit."""
    names = ("Anna", "Ben", "Carla", "Dan")
    people = [Person(visit(), house, name) for name in names]
    host, *friends = people
    seats: Any = {"seats": "4"} | {f"seat-{seat}": "open" for seat in (1, 2, 3)}
    table = set_up(host.page, house.server.url, "friend", "green-troops", pace="slow", **seats)
    links = [link.input_value() for link in host.page.locator("[data-link]").all()]
    steps, visits = ["promise", "commit"], 1
    wait_for_steps(host.page, table, " ".join(steps))
    host.go()
    for person, link in zip(friends, links, strict=True):
        house.skip(DAY)
        user.open_page(person.page, link)
        user.click(person.page, "[data-join]")
        steps += ["commit"]
        visits += 1
        if visits == len(people):
            steps += ["reveal"]
        wait_for_steps(person.page, table, " ".join(steps))
        assert person.page.locator("#table").count() == 0
        person.go()
    for person in people[:-1]:
        house.skip(DAY)
        person.come(table, "#dealing, #table")
        steps += ["reveal"]
        visits += 1
        wait_for_steps(person.page, table, " ".join(steps))
        is_last = person is people[-2]
        expect(person.page.locator("#table" if is_last else "#dealing")).to_have_count(1)
        assert is_last or "You are ready" in person.page.locator("#dealing").inner_text()
        person.go()
    assert visits == 2 * len(people) - 1, "as docs/fair-deals.md promises: one visit to commit, one more to reveal"
    assert sum(len(person.browser.pages) for person in people) == 0


def test_the_piles_of_a_phone_stay_above_the_field_beside_a_long_time(visit: Visit, house: House) -> None:
    phone = {"width": 390, "height": 844}
    host, friend = visit(viewport=phone), visit(viewport=phone)
    table = set_up(host, house.server.url, "friend", "three-emperors", short=False, pace="slow")
    link = host.locator("[data-link]").input_value()
    user.click(host, f"a[href='/tables/{table}']")
    user.open_page(friend, link)
    user.click(friend, "[data-join]")
    for page in (host, friend):
        page.wait_for_selector("#table")
        user.wait_until_ready(page)
        field = page.locator(".battlefield").bounding_box()
        assert field is not None
        for pile in page.locator(".far .pile").all():
            box = pile.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= field["y"]
