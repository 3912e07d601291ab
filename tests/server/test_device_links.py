"""A device link adds one browser, the one whose digits the guest types. Whoever else opens it changes nothing."""

from __future__ import annotations

import html
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.server.inside import Time, Visitor, inside
from tests.server.support import Guest, Page, Server, running, seated
from tests.server.test_recovery import copy_of, seat, session_of
from tests.server.test_your_data import stored

OWN = "/your-data/devices/link"


def link_of(guest: Guest) -> str:
    """The path of a new link of a guest."""
    assert guest.post(OWN, {}).status == 303
    return path_on(guest.page(OWN))


def path_on(page: Page) -> str:
    """The path of the link that a page shows."""
    found = re.search(r'id="device-link" type="text" readonly value="http://[^/"]+(/device/[\w-]+)"', page.text)
    assert found, page.text
    return found[1]


def digits_of(browser: Guest, link: str) -> str:
    """The digits that a browser shows once it waits."""
    assert browser.post(f"{link}/digits", {}).status == 303
    return digits_on(browser.page(link))


def digits_on(page: Page) -> str:
    """The digits that a page shows."""
    found = re.search(r"data-digits><span>(\d{3})</span> <span>(\d{3})</span>", page.text)
    assert found, page.text
    return found[1] + found[2]


def wrong(digits: str) -> str:
    """Other digits."""
    return f"{(int(digits) + 1) % 1_000_000:06}"


def says(page: Page, sentence: str, status: int = 400) -> bool:
    """Whether a page refuses something with this sentence."""
    return page.status == status and sentence in html.unescape(page.text)


def test_a_second_device_has_the_same_seats(server: Server) -> None:
    table, old, friend = seated(server.url)
    old.post("/your-data/name", {"name": "Anna"})
    link = link_of(old)
    assert 'role="status" data-working' in old.page(OWN).text
    new = Guest(server.url)
    assert "This browser becomes one of <b>Anna</b>'s devices." in new.page(link).text
    digits = digits_of(new, link)
    assert digits_of(new, link) == digits  # a second click shows the same
    page = old.page(OWN)
    assert "shows six digits" in page.text
    assert digits not in page.text
    assert new.post(f"{link}/continue", {}).answer.headers["location"] == link  # not approved yet
    assert seat(new, table) == ""
    assert old.post(f"{OWN}/digits", {"digits": f" {digits[:3]} {digits[3:]}"}).status == 303
    assert "Now press Continue on the new device." in old.page(OWN).text
    assert seat(new, table) == ""  # not before it says so itself
    assert "Confirmed on your other device" in new.page(link).text
    assert new.post(f"{link}/continue", {}).answer.headers["location"] == "/"
    assert seat(new, table) == seat(old, table) == "0"
    assert "Welcome back, Anna" in new.page("/").text
    assert "Your new device is ready" in old.page(OWN).text
    assert "This is one of your devices" in new.page(link).text
    assert seat(friend, table) == "1"


def test_whoever_opens_the_link_changes_nothing(tmp_path: Path) -> None:
    """On a server of its own: when others were seen at their tables is stored a little later."""
    with running(tmp_path) as server:
        link = link_of(Guest(server.url))
        before = stored(server)
        for _ in range(3):
            preview = Guest(server.url)
            page = preview.page(link)
            assert "This browser becomes one of the devices of a guest without a name." in page.text
            preview.http.head(link)
        assert stored(server) == before


def test_whoever_opens_the_link_learns_only_the_name(server: Server) -> None:
    old = Guest(server.url)
    link = link_of(old)
    table = old.set_up("computer")
    assert table not in Guest(server.url).page(link).text
    # A stranger who shows digits takes the link's only place, but gets nothing by it.
    stranger, new = Guest(server.url), Guest(server.url)
    digits_of(stranger, link)
    for page in (new.page(link), new.post(f"{link}/digits", {})):
        assert says(page, "Another browser has opened this link and waits for approval.", 403)
    # The guest reads no digits on the own device, and starts over.
    other = link_of(old)
    assert says(stranger.page(link), "This link no longer works.", 403)
    assert old.post(f"{OWN}/digits", {"digits": digits_of(new, other)}).status == 303
    assert stranger.post(f"{other}/continue", {}).status == 403
    assert stranger.post(f"{link}/continue", {}).status == 403
    assert new.post(f"{other}/continue", {}).status == 303
    assert (seat(new, table), seat(stranger, table)) == ("0", "")


def test_only_the_browser_whose_digits_were_typed_gets_in(server: Server) -> None:
    old, new = Guest(server.url), Guest(server.url)
    old.set_up("computer")
    link = link_of(old)
    digits = digits_of(new, link)
    assert old.post(f"{OWN}/digits", {"digits": digits}).status == 303
    thief = Guest(server.url)
    assert says(thief.page(link), "Another browser", 403)
    assert thief.post(f"{link}/continue", {}).status == 403
    assert new.post(f"{link}/continue", {}).status == 303
    assert says(thief.page(link), "This link no longer works.", 403)
    assert thief.post(f"{link}/continue", {}).status == 403


def test_wrong_digits_are_counted_and_then_the_link_is_void(server: Server) -> None:
    old, new = Guest(server.url), Guest(server.url)
    link = link_of(old)
    assert says(old.post(f"{OWN}/digits", {"digits": "123456"}), "No device shows digits yet.")
    digits = digits_of(new, link)
    for typed in ("", "12345", "1234567", "12345x", "\N{ARABIC-INDIC DIGIT ONE}" * 6):
        assert says(old.post(f"{OWN}/digits", {"digits": typed}), "Type the six digits that the new device shows.")
    for left in ("4 more tries", "3 more tries", "2 more tries", "1 more try"):
        answer = old.post(f"{OWN}/digits", {"digits": wrong(digits)})
        assert says(answer, f"Those aren't the digits on the new device. You have {left}.")
        assert f'value="{wrong(digits)}"' in answer.text
    assert says(old.post(f"{OWN}/digits", {"digits": wrong(digits)}), "Too many wrong digits")
    assert says(old.post(f"{OWN}/digits", {"digits": digits}), "This link no longer works. Make a new one.")
    assert new.post(f"{link}/continue", {}).status == 403
    assert "You have no link for a new device." in old.page(OWN).text


@pytest.mark.parametrize("approved", [False, True])
def test_the_new_device_can_cancel_and_a_stranger_cannot(server: Server, approved: bool) -> None:
    old, new, stranger = Guest(server.url), Guest(server.url), Guest(server.url)
    old.set_up("computer")
    link = link_of(old)
    stranger.post(f"{link}/cancel", {})
    digits = digits_of(new, link)
    stranger.post(f"{link}/cancel", {})
    if approved:
        assert old.post(f"{OWN}/digits", {"digits": digits}).status == 303
    page = new.page(link)
    assert page.text.count(f'"{link}/cancel"') == 1
    assert new.post(f"{link}/cancel", {}).answer.headers["location"] == "/"
    assert "You have no link for a new device." in old.page(OWN).text
    assert new.post(f"{link}/continue", {}).status == 403


def test_guesses_at_the_same_time_are_counted(server: Server) -> None:
    old, new = Guest(server.url), Guest(server.url)
    link = link_of(old)
    digits = digits_of(new, link)
    token = old.page(OWN).hidden("_csrf_token")
    with ThreadPoolExecutor(8) as pool:
        guesses = [copy_of(old) for _ in range(8)]
        [*pool.map(lambda guest: guest.post(f"{OWN}/digits", {"digits": wrong(digits)}, token), guesses)]
    assert says(old.post(f"{OWN}/digits", {"digits": digits}), "This link no longer works.")


def test_of_two_browsers_at_the_same_time_one_waits(server: Server) -> None:
    old = Guest(server.url)
    link = link_of(old)
    browsers = [Guest(server.url) for _ in range(4)]
    tokens = [browser.page(link).hidden("_csrf_token") for browser in browsers]
    with ThreadPoolExecutor(4) as pool:
        answers = [*pool.map(lambda one: one[0].post(f"{link}/digits", {}, one[1]), zip(browsers, tokens, strict=True))]
    assert sorted(answer.status for answer in answers) == [303, 403, 403, 403]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_link_works_for_ten_minutes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time(monkeypatch)
    with inside(tmp_path, time, monkeypatch) as server:
        old, new = Visitor(server), Visitor(server)
        old.post(OWN)
        link = path_on(Page(old.get(OWN)))
        new.post(f"{link}/digits")
        digits = digits_on(Page(new.get(link)))
        time.seconds += 9 * 60
        assert old.post(f"{OWN}/digits", digits=digits).status_code == 303
        time.seconds += 2 * 60
        assert new.get(link).status_code == 403
        assert new.post(f"{link}/continue").status_code == 403
        assert "You have no link for a new device." in old.get(OWN).text
        assert old.post(f"{OWN}/digits", digits=digits).status_code == 400


def test_a_double_click_and_a_lost_answer_lock_nobody_out(server: Server) -> None:
    old, new = Guest(server.url), Guest(server.url)
    table = old.set_up("computer")
    link = link_of(old)
    digits = digits_of(new, link)
    for _ in range(2):
        assert old.post(f"{OWN}/digits", {"digits": digits}).status == 303
    token = new.page(link).hidden("_csrf_token")
    twins = [copy_of(new), copy_of(new)]
    with ThreadPoolExecutor(2) as pool:
        answers = [*pool.map(lambda twin: twin.post(f"{link}/continue", {}, token), twins)]
    assert [answer.status for answer in answers] == [303, 303]
    assert session_of(twins[0]) == session_of(twins[1]) != session_of(new)
    assert new.post(f"{link}/continue", {}, token).status == 303  # as if both answers had been lost
    assert [seat(guest, table) for guest in (new, *twins)] == ["0", "0", "0"]


def test_the_own_link_is_not_for_the_own_device(guest: Guest) -> None:
    link = link_of(guest)
    assert "This is one of your devices" in guest.page(link).text
    assert guest.post(f"{link}/digits", {}).status == 303
    assert "Open this link on the new device." in guest.page(OWN).text  # nobody waits


@pytest.mark.parametrize("how", ["end-others", "delete"])
def test_an_approved_link_ends_with_the_devices_that_made_it(server: Server, how: str) -> None:
    old, new = Guest(server.url), Guest(server.url)
    old.set_up("computer")
    link = link_of(old)
    old.post(f"{OWN}/digits", {"digits": digits_of(new, link)})
    if how == "delete":
        assert old.post("/your-data/delete", {}).status == 303
    else:
        assert old.post("/your-data/devices/end-others", {"form": "1"}).status == 303
    assert new.post(f"{link}/continue", {}).status == 403


def test_no_link_is_stored_or_logged(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        old, new = Guest(server.url), Guest(server.url)
        link = link_of(old)
        digits = digits_of(new, link)
        text = stored(server)
        assert link.rpartition("/")[2] not in text
        assert digits not in text
        assert link.rpartition("/")[2] not in server.output()
        for path in ("/device/none", "/device/%00", f"/device/{'x' * 500}"):
            assert says(new.page(path), "This link no longer works.", 403)
