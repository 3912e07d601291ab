"""The start page: one invitation for a newcomer, the next games for a guest who returns, and a hook for each game."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest

from grognard.kernel.game import LONGEST_HOOK
from grognard.play.daily import day_of, game_of
from grognard.registry import for_players, registered_names, spec
from grognard.server.guests.todays_deal import MOST_MINUTES
from grognard.server.storage.rows import now
from tests.server.support import Guest, Server, seated, until
from tests.server.test_daily import finish, own_seat, started
from tests.server.test_tables import declared

pytestmark = pytest.mark.usefixtures("same_day")

MAIN = re.compile(r'<main id="content".*?</main>', re.DOTALL)


def main(guest: Guest) -> str:
    """What the start page shows, with its markup."""
    found = MAIN.search(guest.page("/").text)
    assert found
    return found[0]


def words(markup: str) -> str:
    """The words in some markup."""
    return " ".join(re.sub(r"<[^>]*>", " ", markup).split())


def today() -> str:
    """The slug of the game whose deal the start page offers."""
    quick = [found for found in for_players() if found.minutes({}) <= MOST_MINUTES]
    return game_of(day_of(now()), quick).meta.slug


# -- hooks -------------------------------------------------------------------------------------------------------------


def test_every_game_has_a_hook_of_one_sentence() -> None:
    hooks = {slug: spec(slug).meta.hook for slug in registered_names()}
    for slug, hook in hooks.items():
        assert 30 < len(hook) <= LONGEST_HOOK, slug
        assert re.fullmatch(r"[A-Z][^.!?]*[.!?]", hook), slug
        assert spec(slug).meta.title not in hook, "the title is above it"
    assert len({*hooks.values()}) == len(hooks)


def test_every_game_is_one_click_away_and_shows_its_hook(guest: Guest) -> None:
    for _ in range(2):  # at a first visit and later
        page = main(guest)
        assert sorted(re.findall(r'data-play="([^"]*)"', page)) == registered_names()
        for slug in registered_names():
            assert page.count(f'<p class="hook">{spec(slug).meta.hook.replace(chr(39), "&#39;")}</p>') == 1
            (form,) = re.findall(rf'<form method="post" action="/games/{slug}/tables">(.*?)</form>', page, re.DOTALL)
            fields = re.findall(r'name="([^"]*)" value="([^"]*)"', form)
            assert ("with", "computer") in fields
            assert [name for name, _ in fields] == ["_csrf_token", "with"], "the server chooses the opponent"
        guest.set_up("computer")


# -- a first visit ---------------------------------------------------------------------------------------------------


def test_a_newcomer_sees_one_invitation_that_starts_the_first_game(guest: Guest) -> None:
    page = main(guest)
    first = next(found.meta for found in for_players() if found.meta.first)
    (invitation,) = re.findall(r'<section class="invitation">.*?</section>', page, re.DOTALL)
    assert re.findall(r'data-play="([^"]*)">([^<]*)', invitation) == [(first.slug, "Play your first game")]
    assert f'href="/games/{first.slug}/guide">Learn it in ' in invitation
    assert page.index("invitation") < page.index('class="tiles')
    for absent in ("Welcome back", "Today", "Your turn", "finished game"):
        assert absent not in words(page)
    answer = guest.post(f"/games/{first.slug}/tables", {"with": "computer"})
    assert answer.status == 303
    assert guest.page(answer.answer.headers["location"]).attribute("game") == first.slug


# -- a guest who returns -----------------------------------------------------------------------------------------------


def test_a_guest_who_returns_sees_first_the_game_that_waits_for_them(server: Server) -> None:
    table, host, friend = seated(server.url, pace="slow")
    host.api("/me", {"name": "Anna"})
    mover, other = (host, friend) if host.look(table)["view"]["actions"] else (friend, host)
    page = main(mover)
    assert 'class="invitation"' not in page
    assert page.count(f'href="/tables/{table}"') == 1
    assert re.search(rf'<a class="button primary" href="/tables/{table}">Continue', page)
    assert page.index("Continue") < page.index("Today&#39;s deal" if "Today&#39;s deal" in page else "Today's deal")
    assert page.index(f"/tables/{table}") < page.index("data-play=")
    waits = main(other)
    assert "Your games in progress" in waits
    assert not re.search(r'<a class="button primary" href="/tables/', waits)
    assert waits.count(f'href="/tables/{table}"') == 1
    assert "Welcome back, Anna" in words(main(host))
    assert re.search(r"<h1>Welcome back</h1>", main(friend))


def test_the_game_finished_last_comes_first_and_no_poster_comes_twice(server: Server) -> None:
    guest = Guest(server.url)
    guest.do(guest.create("you", "greedy")["id"], "resign")
    guest.do(guest.create("you", "regular", game="green-troops")["id"], "resign")
    page = main(guest)
    assert 'data-play="green-troops">Play Green Troops again<' in page
    assert page.index("Play Green Troops again") < page.index('id="today"')
    assert re.search(r"against [A-Z][^()]* \(recruit\)", words(page)), "a level below the one that won"
    assert sorted(re.findall(r'data-play="([^"]*)"', page)) == registered_names()
    posters = re.findall(r'<picture class="poster">.*?/games/([a-z-]*)/poster', page, re.DOTALL)
    assert len(posters) == len({*posters}) == len(registered_names())
    waits = guest.create("you", "greedy", game="outpost")["id"]
    until(lambda: bool(guest.look(waits)["view"]["actions"]))
    page = main(guest)
    assert "Play Green Troops again" not in page
    assert page.index(f"/tables/{waits}") < page.index("data-play=")


def test_a_first_game_promises_its_own_minutes_and_says_how_it_is_shorter(guest: Guest) -> None:
    told = spec("fusillade").meta.first_told
    page = words(main(guest))
    assert "first game about 30 minutes" in page
    assert "about 60 minutes" not in page
    assert page.count(told) == 1
    form = guest.page("/games/fusillade").text
    assert form.count("Best for your first game.") == 1
    first = spec("fusillade").meta.first_game.preset
    assert re.findall(r'name="rules" value="(.*?)" checked', form) == [first], "what is best is chosen already"
    guest.do(guest.set_up("computer", bot="greedy", rules="standard"), "resign")
    page = words(main(guest))
    assert told not in page
    form = guest.page("/games/fusillade").text
    assert "Best for your first game." not in form
    assert re.findall(r'name="rules" value="(.*?)" checked', form) == ["standard"]


def test_todays_deal_says_how_it_stands(server: Server) -> None:
    guest, slug = Guest(server.url), today()
    guest.do(guest.set_up("computer"), "resign")
    page = main(guest)
    assert f"{spec(slug).meta.title}, about {spec(slug).minutes({})} minute" in words(page)
    assert "Not played yet." in page
    assert f'action="/daily/{slug}"' in page
    assert "Your 1 finished game" in words(page)
    table = started(guest, slug)
    page = main(guest)
    assert f'action="/daily/{slug}"' not in page
    assert "You've started it." in page
    assert f'<a class="button" href="/tables/{table}">Continue' in page
    finish(server, table, own_seat(server, slug))
    page = words(main(guest))
    assert "You won in 7 turns" in page
    assert page.count("Today's other deals") == 1


def test_each_short_game_has_its_turn_as_the_deal_of_the_day() -> None:
    games, day = for_players(), date(2026, 3, 2)
    chosen = [game_of(day + timedelta(days=number), games) for number in range(2 * len(games))]
    assert {found.meta.slug for found in chosen[: len(games)]} == {*registered_names()}
    assert chosen[: len(games)] == chosen[len(games) :]


def test_a_saved_replay_is_opened_at_the_bottom(guest: Guest) -> None:
    page = main(guest)
    fold = page.index('<details class="saved">')
    assert page.rindex("data-play=") < fold < page.index('name="journal"')


# -- games with people -------------------------------------------------------------------------------------------------


def seated_with(host: Guest, friend: Guest) -> str:
    """A dealt table of these two, which nobody can claim before days have passed; its id."""
    created = host.create("you", "open", pace="slow")
    friend.join(created["invitations"][0]["path"])
    return str(created["id"])


IN_PROGRESS = re.compile(r'<section aria-labelledby="mine".*?</section>', re.DOTALL)


def listed_tables(guest: Guest) -> list[str]:
    """The tables of the games in progress, in the order of the start page."""
    found = IN_PROGRESS.search(guest.page("/").text)
    assert found
    return list(dict.fromkeys(re.findall(r'href="/tables/([\w-]+)"', found[0])))


def test_a_game_with_a_friend_is_first_whatever_else_is_played_and_is_never_cut_off(server: Server) -> None:
    table, host, friend = seated(server.url, pace="slow")
    for _ in range(41):
        host.set_up("computer", bot="greedy")
    assert listed_tables(host)[0] == table
    assert len(listed_tables(host)) == 41, "40 games against the computer, and the friend's"
    assert listed_tables(friend) == [table]


def test_the_title_counts_the_games_in_which_people_wait_for_you(server: Server) -> None:
    table, *two = seated(server.url, pace="slow")
    mover = next(guest for guest in two if guest.look(table)["view"]["actions"])
    other = next(guest for guest in two if guest is not mover)
    assert "<title>(1) Grognard" in mover.page("/").text
    assert "<title>Grognard" in other.page("/").text
    mover.set_up("computer")
    assert "<title>(1) Grognard" in mover.page("/").text, "the computer does not wait"


def test_next_game_leads_to_the_game_that_has_waited_longest(server: Server) -> None:
    host, friend = Guest(server.url), Guest(server.url)
    tables = [seated_with(host, friend) for _ in range(3)]
    waits = [table for table in tables if host.look(table)["view"]["actions"]]
    for at, table in enumerate(waits):
        left = [other for other in waits if other != table]
        answer = host.http.get(f"/games-of-mine/next?after={table}", follow_redirects=False)
        assert answer.headers["location"] == (f"/tables/{left[0]}" if left else "/"), at
    assert f'href="/games-of-mine/next?after={tables[0]}"' in host.page(f"/tables/{tables[0]}").text
    alone = host.set_up("computer")
    assert "data-next-game" not in host.page(f"/tables/{alone}").text


def test_an_open_start_page_is_sent_a_new_turn_and_a_rematch(server: Server) -> None:
    table, *two = seated(server.url, pace="slow")
    mover = next(guest for guest in two if guest.look(table)["view"]["actions"])
    other = next(guest for guest in two if guest is not mover)
    stream = other.watch("games")
    stream.wait(1)
    assert 'data-waiting="0"' in stream.events[-1]
    mover.do(table, "resign")
    until(lambda: f"/tables/{table}" not in stream.events[-1])
    again = mover.do(table, "rematch").answer.headers["location"].rpartition("/")[2]
    until(lambda: f"/tables/{again}" in stream.events[-1] and 'data-waiting="1"' in stream.events[-1])
    stream.close()


def test_a_request_to_undo_waits_like_a_turn_and_names_the_person(server: Server) -> None:
    table, mover, other, _before = declared(server.url, pace="slow")
    mover.api("/me", {"name": "Ben"})
    assert "<title>Grognard" in other.page("/").text
    assert mover.do(table, "undo").status == 200
    assert "Ben asks to undo" in words(main(other))
    assert "<title>(1) Grognard" in other.page("/").text
    page = other.page(f"/tables/{table}").text
    assert "Ben asks to undo the last choice." in page
    assert "<title>Ben asks to undo – " in page
    other.do(table, "undo-answer", answer="no")
    assert "asks to undo" not in words(main(other))


def test_an_invitation_can_be_copied_and_its_preview_names_the_game_and_who_invites(server: Server) -> None:
    host = Guest(server.url)
    host.api("/me", {"name": "Anna"})
    created = host.create("you", "open")
    assert 'data-copy="link-1"' in host.page(f"/tables/{created['id']}/invitation").text
    preview = Guest(server.url).page(created["invitations"][0]["path"]).text
    found = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', preview))
    assert found == {
        "title": "Anna invites you to Fusillade",
        "description": spec("fusillade").meta.hook.replace("'", "&#39;"),
        "site_name": "Grognard",
    }
