"""Guests say where they want alerts. A mail address gets nothing but one mail until its owner has confirmed it."""

from __future__ import annotations

import hashlib
import html
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from datetime import datetime
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

import httpx
import pytest

from grognard.server.alerts import mail
from grognard.server.alerts.outcomes import SENT, Outcome
from grognard.server.guests.alert_ways import ADDED_PER_HOUR, MAIL_PER_HOUR, TESTS_PER_HOUR, AlertWays
from grognard.server.storage.alert_ways import MOST_WAYS, StoredAlert
from tests.fuzz.served import SUBSCRIPTION
from tests.server.inside import Inside, Time, Visitor, inside, sat_down
from tests.server.support import until

PAGE: Final = "/your-data/alerts"
ANNA: Final = "anna@home.example"
HOOK: Final = "https://hooks.example/secret-path"
CONFIRMING: Final = "Confirm your mail address for game alerts"
MAIL: Final = {"smtp_host": "127.0.0.1", "mail_from": "alerts@play.example"}

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


class Letter(NamedTuple):
    """A mail to confirm an address: the paths that it links to."""

    to: str
    confirm: str
    stop: str


class Post:
    """A server whose mail is kept here."""

    def __init__(self, server: Inside, time: Time) -> None:
        self.server = server
        self.time = time
        self.outcome = SENT
        self.letters: list[Letter] = []

    async def send(self, _settings: object, to: str, content: bytes, _context: object = None) -> Outcome:
        """Keeps a mail that asks to confirm an address."""
        found = message_from_bytes(content, policy=policy.default)
        if found["Subject"] == CONFIRMING:
            text = cast(Any, found).get_content()
            (confirm,), (stop,) = (
                re.findall(rf"https?://\S+?(/alerts/{way}/\S+)", text) for way in ("confirm", "stop")
            )
            assert found["List-Unsubscribe"].endswith(f"{stop}>")
            self.letters.append(Letter(to, confirm, stop))
        return self.outcome

    @property
    def ways(self) -> AlertWays:
        """What the server knows of the ways."""
        found: AlertWays = cast(Any, self.server.client.app.dependencies["alert_ways"]).dependency()
        return found

    def add(self, guest: Visitor, address: str = ANNA) -> httpx.Response:
        """Adds a mail address, and waits until the server has asked its owner, or found that it must not."""
        tasks = self.server.tables._under_way
        before = {*tasks}
        answer = guest.post(f"{PAGE}/mail", address=address)
        until(lambda: {*tasks} <= before)
        return answer

    def confirmed(self, guest: Visitor, address: str = ANNA) -> Letter:
        """Adds a mail address, and confirms it; the mail that asked for it."""
        assert self.add(guest, address).status_code == 303
        assert self.stranger("POST", self.letters[-1].confirm).status_code == 200
        return self.letters[-1]

    def stranger(self, method: str, path: str, **content: Any) -> httpx.Response:
        """Sends a request without a cookie; the answer must not give one."""
        self.server.client.cookies.clear()
        answer = self.server.client.request(
            method, path, headers={"accept": "text/html"}, follow_redirects=False, **content
        )
        assert "set-cookie" not in answer.headers
        return answer

    def stop_way(self, guest: Visitor) -> None:
        """Lets a guest's only way fail for good."""
        (way,) = self.server.client.blocking_portal.call(self.ways.store.of_guest, guest.name)
        lost = StoredAlert("x", guest.name, way.id, [], way.added, None, 1, None, "")
        self.server.client.blocking_portal.call(self.ways.store.failed, lost, "It has no letter box.", None, True)


@pytest.fixture
def post(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Post]:
    """A server that sends mail."""
    time = Time(monkeypatch)
    with inside(tmp_path / "files", time, monkeypatch, **MAIL) as server:
        found = Post(server, time)
        monkeypatch.setattr(mail, "send", found.send)
        yield found


def words(answer: httpx.Response) -> str:
    """The text of a page, without tags."""
    return " ".join(html.unescape(re.sub("<[^>]*>", "", answer.text)).split())


def page(guest: Visitor) -> str:
    """What the guest's page says."""
    return words(guest.get(PAGE))


def ids(guest: Visitor) -> list[str]:
    """The ids of the guest's ways, oldest first."""
    return [*dict.fromkeys(re.findall(r'name="way" value="([^"]+)"', guest.get(PAGE).text))]


# -- webhooks and browsers -------------------------------------------------------------------------------------------


def test_a_webhook_is_listed_without_its_secret(post: Post) -> None:
    guest = Visitor(post.server)
    assert "You get no alerts." in page(guest)
    assert guest.post(f"{PAGE}/webhook", address="https://discord.com/api/webhooks/1/hush", form="").status_code == 303
    text = guest.get(PAGE).text
    assert "hush" not in text
    assert "discord.com" in text
    assert "Discord. On." in page(guest)
    assert "Signing key" not in text  # Discord checks none


def test_a_program_gets_the_key_that_signs(post: Post) -> None:
    guest, other = Visitor(post.server), Visitor(post.server)
    for each in (guest, guest, other):  # the second changes nothing
        assert each.post(f"{PAGE}/webhook", address=f" {HOOK} ", form="json").status_code == 303
    keys = [
        re.findall(r'value="([^"]+)" aria-label="The signing key of', each.get(PAGE).text) for each in (guest, other)
    ]
    assert [len(found) for found in keys] == [1, 1]
    assert keys[0] != keys[1]


@pytest.mark.parametrize(
    ("typed", "form", "told"),
    [
        ("http://hooks.example/a", "", "It must begin with https://."),
        ("https://me:word@hooks.example/a", "", "must not contain a name or a password"),
        ("hooks example", "", "is not an address"),
        ("https://ntfy.sh/", "ntfy", "ends with its topic"),
        (HOOK, "carrier", "“carrier” is not a form of webhooks."),
    ],
)
def test_a_bad_webhook_stays_in_its_form(post: Post, typed: str, form: str, told: str) -> None:
    guest = Visitor(post.server)
    answer = guest.post(f"{PAGE}/webhook", address=typed, form=form)
    assert answer.status_code == 400
    assert told in words(answer)
    assert f'value="{html.escape(typed)}"' in answer.text
    assert ids(guest) == []


def test_a_browser_is_listed_by_its_name_and_found_by_the_hash_of_its_endpoint(post: Post) -> None:
    guest = Visitor(post.server)
    assert guest.post(f"{PAGE}/push", subscription=SUBSCRIPTION).status_code == 303
    hashed = hashlib.sha256(b"https://push.example/abc").hexdigest()
    text = guest.get(PAGE).text
    assert f'action="/your-data/alerts/remove" data-push-endpoint="{hashed}"' in text
    assert "push.example" not in text
    for spoilt in ("", "{}", SUBSCRIPTION.replace("https", "http"), SUBSCRIPTION.replace("BCVx", "AAAA")):
        assert guest.post(f"{PAGE}/push", subscription=spoilt).status_code == 400
    assert len(ids(guest)) == 1


def test_a_guest_has_only_so_many_ways(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(post.ways._added, "_most", MOST_WAYS + 1)
    guest = Visitor(post.server)
    for number in range(MOST_WAYS):
        assert guest.post(f"{PAGE}/webhook", address=f"{HOOK}/{number}").status_code == 303
    refused = guest.post(f"{PAGE}/webhook", address=HOOK)
    assert refused.status_code == 400
    assert "Remove one that you don't need." in words(refused)


def test_adding_is_limited(post: Post) -> None:
    guest = Visitor(post.server)
    for number in range(ADDED_PER_HOUR):
        assert guest.post(f"{PAGE}/webhook", address=f"{HOOK}/{number}").status_code == 303
        (way,) = ids(guest)
        guest.post(f"{PAGE}/remove", way=way)
    assert guest.post(f"{PAGE}/webhook", address=HOOK).status_code == 429
    assert Visitor(post.server).post(f"{PAGE}/webhook", address=HOOK).status_code == 303


# -- removing, testing -----------------------------------------------------------------------------------------------


def test_a_stranger_cannot_touch_the_ways_of_others(post: Post) -> None:
    guest, stranger = Visitor(post.server), Visitor(post.server)
    guest.post(f"{PAGE}/webhook", address=HOOK)
    (way,) = ids(guest)
    post.stop_way(guest)
    assert stranger.post(f"{PAGE}/remove", way=way).status_code == 303
    assert stranger.post(f"{PAGE}/wake", way=way).status_code == 303
    assert stranger.post(f"{PAGE}/test", way=way).status_code == 404
    assert "Stopped after too many failures. It has no letter box." in page(guest)
    assert "Test alert" not in page(guest)
    for _ in range(2):
        assert guest.post(f"{PAGE}/remove", way=way).status_code == 303
    assert "You get no alerts." in page(guest)
    assert guest.post(f"{PAGE}/test", way=way).status_code == 404
    for odd in ("", "\0", "x" * 500):
        assert guest.post(f"{PAGE}/remove", way=odd).status_code == 303


def test_a_way_that_rests_says_so_on_the_start_page_until_it_tries_again(post: Post) -> None:
    _, guest, friend = sat_down(post.server)
    guest.post(f"{PAGE}/webhook", address=HOOK)
    told = "Alerts to hooks.example/secre… have stopped. It has no letter box. Check your alerts"
    for again in ("wake", "test"):
        assert told not in words(guest.get("/"))
        post.stop_way(guest)
        assert told in words(guest.get("/"))
        assert told not in words(friend.get("/"))
        assert guest.post(f"{PAGE}/{again}", way=ids(guest)[0]).status_code == 303
    assert "secret-path" not in guest.get("/").text


def test_tests_are_limited(post: Post) -> None:
    guest = Visitor(post.server)
    post.confirmed(guest)
    (way,) = ids(guest)
    for _ in range(TESTS_PER_HOUR):
        assert guest.post(f"{PAGE}/test", way=way).status_code == 303
    refused = guest.post(f"{PAGE}/test", way=way)
    assert refused.status_code == 429
    assert "You can send 5 tests an hour." in words(refused)
    assert page(guest).count("Test alert") == TESTS_PER_HOUR


def test_the_page_follows_a_test_until_it_is_sent(post: Post) -> None:
    guest = Visitor(post.server)
    guest.post(f"{PAGE}/webhook", address=HOOK)
    (way,) = ids(guest)
    store, call = post.ways.store, post.server.client.blocking_portal.call
    ends: list[tuple[Callable[[StoredAlert], object], str]] = [
        (lambda test: call(store.done, test), "The test was sent to hooks.example"),
        (lambda test: call(store.failed, test, "Full.", 60.0), "The test was not sent. Full. We'll try again."),
        (lambda test: call(store.failed, test, "Full.", None), "The test was not sent. Full."),
    ]
    for end, told in ends:
        shown = guest.post(f"{PAGE}/test", way=way).headers["location"]
        waits = guest.get(shown)
        assert "A test is on its way. It can take a few seconds." in words(waits)
        assert "data-working" in waits.text
        end(call(store.messages, guest.name)[0])
        post.time.seconds += 1
        after = guest.get(shown)
        assert told in words(after)
        assert "data-working" not in after.text


def test_the_page_shows_what_a_form_has_changed(post: Post) -> None:
    guest = Visitor(post.server)
    for form, fields, part, told in (
        ("webhook", {"address": HOOK}, "ways", "Added. Send a test to see that it works."),
        ("feed", {}, "calendar", "New address made."),
        ("feed", {}, "calendar", "New address made. The old one no longer works."),
        ("feed/remove", {}, "calendar", "Address removed. It no longer works."),
    ):
        shown = guest.post(f"{PAGE}/{form}", **fields).headers["location"]
        assert shown.endswith(f"#{part}")
        text = guest.get(shown).text
        assert f'role="status">{told}</p>' in text
        assert f'id="{part}"' in text
    assert 'role="status">' not in guest.get(f"{PAGE}?said=nonsense").text.partition("push")[0]


def test_the_menu_of_a_game_with_people_leads_to_alerts(post: Post) -> None:
    table, host, _friend = sat_down(post.server)
    link = f'<li><a href="{PAGE}">Alerts</a></li>'
    assert link in host.get(f"/tables/{table}").text
    assert link not in Visitor(post.server).get(f"/tables/{table}").text
    assert 'href="/vacation"' in host.get(PAGE).text
    assert f'href="{PAGE}"' in host.get("/vacation").text


# -- signed-out browsers ---------------------------------------------------------------------------------------------


def browsers(post: Post) -> list[Visitor]:
    """Three browsers of a guest: each gets alerts, and the first also has a webhook."""
    first, *others = (Visitor(post.server) for _ in range(3))
    guest = first.name
    first.post(f"{PAGE}/webhook", address=HOOK)
    for each in others:
        each.post("/your-data/name", name="Anna")
    with closing(sqlite3.connect(post.server.tables.config.url.database or "")) as database:
        database.execute("UPDATE sessions SET guest = ?", (guest,))
        database.commit()
    for number, each in enumerate((first, *others)):
        subscribe(each, number)
    return [first, *others]


def subscribe(guest: Visitor, number: int) -> None:
    """Adds the guest's browser, whose subscription has this number."""
    assert guest.post(f"{PAGE}/push", subscription=SUBSCRIPTION.replace("abc", f"abc{number}")).status_code == 303


def subscribed(guest: Visitor) -> set[int]:
    """The numbers of the subscriptions that the guest's page lists."""
    found = re.findall('data-push-endpoint="([^"]+)"', guest.get(PAGE).text)
    return {
        number for number in range(9) if hashlib.sha256(b"https://push.example/abc%d" % number).hexdigest() in found
    }


def sign_out(guest: Visitor, other: Visitor) -> None:
    """Signs out another browser of the guest."""
    session = other.cookies["grognard_guest"].partition(":")[0].strip('"')
    assert guest.post("/your-data/devices/end", device=hashlib.sha256(session.encode()).hexdigest()).status_code == 303


def test_a_browser_that_is_signed_out_gets_no_more_alerts(post: Post) -> None:
    first, second, third = browsers(post)
    text = first.get("/your-data/devices").text
    assert f'Alerts by webhook, mail and calendar stay, so <a href="{PAGE}">check them</a> too.' in text
    assert subscribed(first) == {0, 1, 2}
    sign_out(first, second)
    assert subscribed(first) == subscribed(third) == {0, 2}
    assert "hooks.example" in page(first)


def test_signing_out_everywhere_else_keeps_alerts_in_this_browser_alone(post: Post) -> None:
    first, second, _third = browsers(post)
    other = post.server.client.headers["user-agent"]
    post.server.client.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
    subscribe(first, 3)  # with a copy of the cookie
    post.server.client.headers["user-agent"] = other
    assert subscribed(first) == {0, 1, 2, 3}
    for _ in range(2):  # the first answer may be lost
        answer = first.post("/your-data/devices/end-others", form="1")
        assert answer.status_code == 303
    fresh = Visitor(post.server, dict(answer.cookies))
    assert subscribed(fresh) == {0}
    assert "hooks.example" in page(fresh)
    assert subscribed(second) == set()
    answer = fresh.post("/your-data/devices/end-others", form="2")  # it is still the same browser
    assert subscribed(Visitor(post.server, dict(answer.cookies))) == {0}


def test_a_browser_with_a_new_session_is_added_again(post: Post) -> None:
    first, second, third = browsers(post)
    subscribe(second, 0)
    sign_out(first, second)
    assert subscribed(third) == {2}


# -- mail ------------------------------------------------------------------------------------------------------------


def test_an_address_gets_one_mail_until_its_owner_confirms_it(post: Post) -> None:
    guest = Visitor(post.server)
    assert post.add(guest, f" {ANNA} ").status_code == 303
    (letter,) = post.letters
    assert letter.to == ANNA
    waits = "Mail. Not confirmed yet. Open the link in our mail. We send none to an address that got one in the last 30"
    assert waits in page(guest)
    (way,) = ids(guest)
    untested = guest.post(f"{PAGE}/test", way=way)
    assert (untested.status_code, "Open the link in the mail first." in words(untested)) == (400, True)
    for _ in range(2):  # programs open links too
        opened = post.stranger("GET", letter.confirm)
        assert opened.status_code == 200
        assert f"When a game waits for you, we mail {ANNA}." in words(opened)
        assert post.stranger("GET", letter.stop).status_code == 200
        assert post.stranger("HEAD", letter.confirm).status_code == 200
    assert waits in page(guest)
    for _ in range(2):
        confirmed = post.stranger("POST", letter.confirm)
        assert (confirmed.status_code, "Your address is confirmed" in words(confirmed)) == (200, True)
    again = post.stranger("GET", letter.confirm)
    assert "Your address is confirmed" in words(again)
    assert f'href="{PAGE}">Alerts</a>' in again.text
    assert "Mail. On." in page(guest)
    assert post.add(guest).status_code == 303
    assert (len(ids(guest)), len(post.letters)) == (1, 1)


def test_two_guests_cannot_make_the_server_mail_an_address_twice(post: Post) -> None:
    guests = [Visitor(post.server) for _ in range(3)]
    answers = [post.add(guest, address) for guest, address in zip(guests, (ANNA, ANNA, ANNA.title()), strict=True)]
    assert [answer.status_code for answer in answers] == [303, 303, 303]
    assert len(post.letters) == 1
    assert len({page(guest).replace(ANNA.title(), ANNA) for guest in guests}) == 1
    post.stranger("POST", post.letters[0].confirm)
    assert "Mail. On." in page(guests[0])
    assert "Not confirmed yet." in page(guests[1])


def test_a_link_needs_the_right_token(post: Post) -> None:
    post.add(Visitor(post.server))
    post.add(Visitor(post.server), "ben@home.example")
    anna, ben = post.letters
    for path in (
        f"{anna.confirm[:-1]}x", f"{anna.confirm}x", anna.confirm.replace("confirm", "stop"),
        f"{anna.confirm.rpartition('/')[0]}/{ben.confirm.rpartition('/')[2]}", "/alerts/confirm/none/none",
        "/alerts/stop/%00/none", f"/alerts/stop/{'x' * 500}/%ff",
    ):  # fmt: skip
        for method in ("GET", "POST"):
            answer = post.stranger(method, path)
            assert answer.status_code == 403, path
            assert "This link is incomplete. Copy it from the mail again." in words(answer)
    assert post.stranger("POST", f"{anna.stop}/more").status_code in (403, 404)


@pytest.mark.parametrize("content", [{"data": {"List-Unsubscribe": "One-Click"}}, {"files": {"a": b"b"}}, {}])
def test_one_click_in_a_mail_program_stops_all_mail(post: Post, content: Mapping[str, Any]) -> None:
    guest = Visitor(post.server)
    letter = post.confirmed(guest)
    assert "Stop all mail?" in words(post.stranger("GET", letter.stop))
    for _ in range(2):
        assert post.stranger("POST", letter.stop, **content).status_code == 200
    assert "You get no alerts." in page(guest)
    stopped = post.stranger("GET", letter.stop)
    assert "All mail is stopped" in words(stopped)
    assert f'href="{PAGE}">Alerts</a>' in stopped.text
    for method in ("GET", "POST"):
        assert "Add your mail address again." in words(post.stranger(method, letter.confirm))
    assert post.stranger("POST", letter.stop, content=b"x" * 100_000).status_code == 413


def test_an_owner_who_never_confirmed_is_never_asked_again(post: Post) -> None:
    guest, other = Visitor(post.server), Visitor(post.server)
    post.add(guest)
    (letter,) = post.letters
    assert "Block all mail?" in words(post.stranger("GET", letter.stop))
    post.stranger("POST", letter.stop)
    assert "You get no alerts." in page(guest)
    post.time.seconds += 100 * 24 * 3600
    for each in (guest, other):
        assert post.add(each).status_code == 303
        assert "Not confirmed yet. Open the link in our mail." in page(each)
    assert post.letters == [letter]


def test_an_address_can_be_added_again_once_it_was_confirmed(post: Post) -> None:
    guest = Visitor(post.server)
    for number in (1, 2):
        post.confirmed(guest)
        assert guest.post(f"{PAGE}/remove", way=ids(guest)[0]).status_code == 303
        assert len(post.letters) == number
    post.add(guest)
    guest.post(f"{PAGE}/remove", way=ids(guest)[0])  # before it is confirmed: this does not help to pester its owner
    post.add(guest)
    assert len(post.letters) == 3


def test_an_address_can_be_added_again_after_all_mail_was_stopped(post: Post) -> None:
    guest = Visitor(post.server)
    for number in (1, 2):
        letter = post.confirmed(guest)
        assert len(post.letters) == number
        assert post.stranger("POST", letter.stop).status_code == 200
        assert "You get no alerts." in page(guest)


def test_the_mail_still_confirms_an_address_that_was_removed_and_added_again(post: Post) -> None:
    guest = Visitor(post.server)
    post.add(guest)
    guest.post(f"{PAGE}/remove", way=ids(guest)[0])
    (letter,) = post.letters
    assert post.stranger("POST", letter.confirm).status_code == 404
    post.add(guest)
    assert post.letters == [letter]
    assert "Not confirmed yet." in page(guest)
    assert post.stranger("POST", letter.confirm).status_code == 200
    assert "Mail. On." in page(guest)


def test_a_mailbox_is_asked_once_and_blocked_under_all_its_spellings(post: Post) -> None:
    guest = Visitor(post.server)
    spellings = ("an.na@gmail.com", "anna+1@gmail.com", "A.N.N.A+2@googlemail.com")
    for each in spellings:
        assert post.add(guest, each).status_code == 303
    (letter,) = post.letters
    assert letter.to == spellings[0]
    post.stranger("POST", letter.stop)
    post.time.seconds += 100 * 24 * 3600
    post.add(Visitor(post.server), "anna+3@gmail.com")
    assert post.letters == [letter]


@pytest.mark.parametrize(
    ("limit", "told"),
    [("from", "from your network"), ("at", "at this mail provider"), ("in_all", "were added here")],
)
def test_new_guests_cannot_go_beyond_the_limits_of_all(
    post: Post, monkeypatch: pytest.MonkeyPatch, limit: str, told: str
) -> None:
    monkeypatch.setattr(getattr(post.ways, f"_asked_{limit}"), "_most", 2)
    for name in ("anna", "ben"):
        assert post.add(Visitor(post.server), f"{name}@home.example").status_code == 303
    refused = post.add(Visitor(post.server), "cleo@HOME.example")
    assert (refused.status_code, told in words(refused)) == (429, True)
    assert f'href="{PAGE}">Alerts</a>' in refused.text  # leads back
    assert len(post.letters) == 2
    elsewhere = post.add(Visitor(post.server), "cleo@away.example")
    assert (elsewhere.status_code == 303) is (limit == "at")


def test_a_mail_that_was_not_sent_can_be_tried_again(post: Post) -> None:
    guest = Visitor(post.server)
    post.outcome = Outcome("failed", "The mail server of this site could not be reached.")
    post.add(guest)
    assert "The mail was not sent. The mail server of this site could not be reached. Add the address" in page(guest)
    post.outcome = SENT
    post.add(guest)
    assert len(post.letters) == 2
    assert "The mail was not sent." not in page(guest)
    assert "Not confirmed yet." in page(guest)
    assert len(ids(guest)) == 1


def test_mail_addresses_are_limited_and_checked(post: Post) -> None:
    guest = Visitor(post.server)
    for typed in ("", "anna", "anna@home", "Anna <anna@home.example>", "anna@home.example, ben@home.example"):
        refused = guest.post(f"{PAGE}/mail", address=typed)
        assert refused.status_code == 400
        assert "is not a mail address" in words(refused)
        assert f'value="{html.escape(typed)}"' in refused.text
    for number in range(MAIL_PER_HOUR):
        assert post.add(guest, f"anna{number}@home.example").status_code == 303
    assert guest.post(f"{PAGE}/mail", address=ANNA).status_code == 429
    assert len(post.letters) == MAIL_PER_HOUR


def test_only_the_links_in_mail_need_no_token_of_a_form(post: Post) -> None:
    for path in ("webhook", "push", "mail", "remove", "wake", "test", "feed", "feed/remove"):
        assert post.stranger("POST", f"{PAGE}/{path}", data={"address": ANNA}).status_code == 403
    assert post.stranger("POST", "/calendar/x.ics").status_code in (403, 405)


def test_a_server_without_mail_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with inside(tmp_path / "files", Time(monkeypatch), monkeypatch) as server:
        guest = Visitor(server)
        assert "This server sends no mail." in page(guest)
        assert guest.post(f"{PAGE}/mail", address=ANNA).status_code == 400


# -- the calendar ----------------------------------------------------------------------------------------------------


def feed_of(guest: Visitor) -> str:
    """The path of the guest's feed, as the page shows it; empty if there is none."""
    found = re.findall(
        r'id="feed" type="text" readonly value="http://[^/"]+(/calendar/[\w-]+\.ics)"', guest.get(PAGE).text
    )
    return found[0] if found else ""


def events(calendar: httpx.Response) -> dict[str, str]:
    """The lines of the only deadline in a calendar; empty if there is none."""
    found = re.findall(r"BEGIN:VEVENT\r\n(.*?)END:VEVENT", calendar.text, re.DOTALL)
    assert len(found) < 2
    return dict(line.split(":", 1) for line in found[0].replace("\r\n ", "").splitlines()) if found else {}


def test_a_feed_has_a_secret_address_that_can_be_replaced(post: Post) -> None:
    guest = Visitor(post.server)
    assert feed_of(guest) == ""
    guest.post(f"{PAGE}/feed")
    first = feed_of(guest)
    assert feed_of(guest) == first
    answer = post.stranger("GET", first)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    assert answer.headers["cache-control"] == "private, no-store"
    assert events(answer) == {}
    guest.post(f"{PAGE}/feed")
    assert post.stranger("GET", feed_of(guest)).status_code == 200
    unknown = [first, feed_of(guest).removesuffix(".ics"), "/calendar/none.ics", "/calendar/%00.ics"]
    guest.post(f"{PAGE}/feed/remove")
    assert feed_of(guest) == ""
    for path in unknown:
        answer = post.stranger("GET", path)
        assert (answer.status_code, "There is no such calendar." in words(answer)) == (404, True)
    with sqlite3.connect(post.server.tables.config.url.database or "") as database:
        text = str([*database.iterdump()])
    assert first.removesuffix(".ics").rpartition("/")[2] not in text


def test_a_feed_has_the_own_deadlines_and_no_others(post: Post) -> None:
    table, *guests = sat_down(post.server)
    for guest in guests:
        guest.post(f"{PAGE}/feed")
    mover, other = guests if guests[0].api(f"/tables/{table}")["view"]["to_move"] == 0 else guests[::-1]
    assert events(post.stranger("GET", feed_of(other))) == {}
    first = post.stranger("GET", feed_of(mover))
    event = events(first)
    assert event["UID"] == f"{table}@127.0.0.1"
    assert event["SUMMARY"] == "Fusillade: your time runs out"
    assert event["URL"] == f"http://127.0.0.1:8000/tables/{table}"
    assert datetime.strptime(event["DTSTART"], "%Y%m%dT%H%M%SZ").second == 0
    post.time.seconds += 1000.4
    again = events(post.stranger("GET", feed_of(mover)))
    assert again | {"DTSTAMP": ""} == event | {"DTSTAMP": ""}  # time alone changes nothing
    post.time.seconds += 3 * 24 * 3600 - 5000
    assert other.do(table, "give-time")
    later = events(post.stranger("GET", feed_of(mover)))
    assert later["UID"] == event["UID"]
    assert later["DTSTART"] > event["DTSTART"]
    assert int(later["SEQUENCE"]) > int(event["SEQUENCE"])


# -- the way there ---------------------------------------------------------------------------------------------------


def test_pages_lead_to_the_alerts(post: Post) -> None:
    table, *guests = sat_down(post.server)
    mover = guests[guests[0].api(f"/tables/{table}")["view"]["to_move"]]
    link = f'href="{PAGE}"'
    for path in ("/", "/your-data", "/vacation", f"/tables/{table}"):
        assert link in mover.get(path).text, path
    assert link not in Visitor(post.server).get("/").text
    assert link not in Visitor(post.server).get(f"/tables/{table}").text


def test_a_new_way_has_running_games_looked_at(post: Post) -> None:
    def entries() -> int:
        with sqlite3.connect(post.server.tables.config.url.database or "") as database:
            (found,) = database.execute("SELECT entries FROM outbox WHERE table_id = ?", (table,)).fetchone()
        return int(found)

    table, guest, _ = sat_down(post.server)
    before = entries()
    guest.post(f"{PAGE}/webhook", address=HOOK)
    assert entries() == before + 1
    post.add(guest)
    assert entries() == before + 1
    post.stranger("POST", post.letters[0].confirm)
    assert entries() == before + 2
