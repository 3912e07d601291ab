"""Tables through pages and API: set up, join, play, step back, resign, claim, play again."""

from __future__ import annotations

import html
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.registry import registered_names, spec
from grognard.server.net.addresses import lone_host
from tests.server.support import (
    Guest,
    Json,
    Page,
    Server,
    Whim,
    environment,
    lines,
    may_step_back,
    never,
    play_on,
    running,
    seated,
    sorted_by_turn,
    until,
)

QUICK: Json = {"troops": 50}


def verified(journal: str, tmp_path: Path) -> str:
    """What `grognard verify` says of a journal."""
    path = tmp_path / "a.journal"
    path.write_text(journal)
    command = [sys.executable, "-m", "grognard", "verify", str(path)]
    ended = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def ask_to_step_back(table: str, both: tuple[Guest, Guest]) -> Guest:
    """Plays until the one who decides can only ask to step back, and lets him ask; who it is."""
    whim = Whim()
    while True:
        seen = play_on(table, both, whim, lambda seen: seen["may_undo"] and not may_step_back(seen))
        mover = both[seen["view"]["to_move"]]
        if mover.page(f"/tables/{table}").text.count("Ask to undo"):
            assert mover.do(table, "undo").status == 200
            return mover
        assert mover.play(table, whim(seen["view"]["actions"])["notation"], seen["at"]).status_code == 200


# -- what there is to play -----------------------------------------------------------------------------------------


def test_the_game_for_newcomers_is_shown_first_and_apart(tmp_path: Path) -> None:
    *others, last = registered_names()
    metas = {slug: {"first": slug == last} for slug in registered_names()}
    with running(tmp_path, metas=metas) as server:
        guest = Guest(server.url)
        start, more = guest.page("/").text.split('<section class="invitation">')[1].split("More games</h2>")
        games = guest.api("/games").json()
    for part, slugs in ((start, [last]), (more, others)):
        assert re.findall(r'data-play="([^"]*)"', part) == slugs
    assert re.search(r'href="[^"]*/guide">Learn it in \d steps', start)
    assert [game["slug"] for game in games] == [last, *others]
    assert [game["slug"] for game in games if game["first"]] == [last]


# -- setting up ----------------------------------------------------------------------------------------------------


def test_a_form_sets_up_a_table_with_house_rules(guest: Guest) -> None:
    table = guest.set_up("computer", bot="random", side="1", troops="60", clock="20")
    view = guest.look(table)["view"]
    assert view["seat"] == 1
    assert [number["value"] for number in view["numbers"] if number["key"] == "troops"][1] <= 60
    assert any("of 20" in number["label"] for number in view["numbers"])
    page = guest.page(f"/tables/{table}")
    assert page.attribute("game") == "fusillade"
    assert page.attribute("seat") == "1"
    assert page.attribute("ply") is not None
    assert page.attribute("outcome") is None
    assert "random (computer)" in page.text


@pytest.mark.parametrize("slug", registered_names())
def test_who_begins_is_told_where_a_side_is_chosen_and_the_guest_gets_that_seat(guest: Guest, slug: str) -> None:
    meta = spec(slug).meta
    page = guest.page(f"/games/{slug}").text
    beside = re.findall(r'name="side" value="(\d)"( checked)?.*?<small class="help">([^<]*)', page)
    if meta.begins is None:
        assert meta.opening.told in page
        assert beside == []
    else:
        assert beside == [
            ("01"[n], *((" checked", "begins") if n == meta.begins else ("", "goes second"))) for n in (0, 1)
        ]
    answer = guest.post(f"/games/{slug}/tables", {"with": "computer", "bot": "random"})
    table = answer.answer.headers["location"].split("/")[2]
    assert guest.look(table)["view"]["seat"] == (meta.begins or 0)


@pytest.mark.parametrize(("first", "told"), [("napoleon", "You begin."), ("coalition", "You go second.")])
def test_the_first_question_tells_who_has_the_first_turn(guest: Guest, first: str, told: str) -> None:
    fields = {"with": "computer", "bot": "random", "side": "0", "rules": "custom", "first": first}
    answer = guest.post("/games/three-emperors/tables", fields)
    table = answer.answer.headers["location"].split("/")[2]
    until(lambda: bool(guest.look(table)["view"]["actions"]))
    shown = re.findall(r'class="opening">([^<]*)', guest.page(f"/tables/{table}").text)
    # Whoever goes second may have to answer in the first turn.
    assert shown in ([told], ["The Coalition begins."] if first == "coalition" else [told])


def test_the_battalions_that_were_dealt_are_counted_and_to_be_placed_when_they_are(guest: Guest) -> None:
    answer = guest.post("/games/ready-aim-fire/tables", {"with": "computer", "bot": "random", "rules": "quick"})
    table = answer.answer.headers["location"].split("/")[2]
    assert guest.do(table, "ask", ask="always").status == 200
    while True:
        seen = guest.look(table)
        page = guest.page(f"/tables/{table}").text
        assert sum(map(int, re.findall(r'class="times">×(\d+)', page))) == 13
        assert ("Place these" in page) == (seen["view"]["phase"] == "setup")
        assert "zone-hand palette" not in page  # which would lay them over each other
        if seen["view"]["phase"] == "setup":
            break
        guest.play(table, "PASS", seen["at"])


@pytest.mark.parametrize("slug", registered_names())
def test_no_label_breaks_out_of_its_attribute(guest: Guest, slug: str) -> None:
    """A label may have tags for small windows; in an attribute, its quotes would end the tag."""
    table = guest.create("you", "greedy", game=slug)["id"]
    while not (seen := guest.look(table))["view"]["turn"]:  # some games begin with a set-up, without numbers
        if seen["view"]["actions"]:
            notations = [action["notation"] for action in seen["view"]["actions"]]
            guest.play(table, "READY" if "READY" in notations else notations[-1], seen["at"])
    page = guest.page(f"/tables/{table}").text
    labels = re.findall(r'data-label="([^"]*)"', page)
    assert labels
    assert not [label for label in labels if "<" in label]


def test_what_lets_the_game_go_on_does_not_outshine_an_attack(guest: Guest) -> None:
    answer = guest.post("/games/three-emperors/tables", {"with": "computer", "bot": "random"})
    table = answer.answer.headers["location"].split("/")[2]
    seen = guest.look(table)
    if seen["view"]["phase"] == "orders":
        guest.play(table, "END_ORDERS", seen["at"])
    page = guest.page(f"/tables/{table}").text
    assert 'class="action plain" name="do" value="END_ACTIONS"' in page
    looks = re.findall(r'class="action([^"]*)" name="do" value="ATTACK', page)
    assert len(looks) == page.count("hopeless</span>") + looks.count("") == 3


@pytest.mark.parametrize(
    "fields",
    [
        {"with": "nobody"},
        {"side": "2"},
        {"side": "-1"},
        {"side": "²"},
        {"side": "9" * 5000},
        {"bot": "human"},
        {"troops": "51"},
        {"troops": "9" * 5000},
        {"clock": "é"},
    ],
)
def test_a_form_that_makes_no_sense_is_refused(guest: Guest, fields: dict[str, str]) -> None:
    answer = guest.post("/games/fusillade/tables", {"with": "computer", **fields})
    assert answer.status in (400, 404)
    assert 'role="alert"' in answer.text


def test_my_tables_are_listed_until_they_are_over(server: Server, guest: Guest) -> None:
    table = guest.create("you", "greedy")["id"]
    assert f"/tables/{table}" in guest.page("/").text
    assert f"/tables/{table}" not in Guest(server.url).page("/").text
    guest.do(table, "resign")
    assert f"/tables/{table}" not in guest.page("/").text


def test_a_table_that_cannot_be_opened_hides_no_other(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        guest = Guest(server.url)
        broken, whole = guest.create("you", "open")["id"], guest.create("you", "open")["id"]
        server.kill()
        with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
            values = (broken, 0, '{"is":"resign","seat":77}', "2026-11-23 00:00:00.000000")
            connection.execute("INSERT INTO deeds VALUES (?, ?, ?, ?)", values)
        connection.close()
        server.start()
        page = guest.page("/")
        assert page.status == 200
        assert f"/tables/{whole}" in page.text
        assert f'<strong class="badge">Closed</strong> <a href="/tables/{broken}">' in page.text


# -- joining -------------------------------------------------------------------------------------------------------


def test_an_invitation_works_once(server: Server, guest: Guest) -> None:
    table = guest.set_up("friend")
    page = guest.page(f"/tables/{table}/invitation")
    found = re.search(rf'value="({server.url}/tables/{table}/join/[\w-]+)"', page.text)
    assert found
    path = found[1].removeprefix(server.url)
    friend, late = Guest(server.url), Guest(server.url)
    assert "You will play Red" in friend.page(path).text
    assert friend.sits(table) == [], "to open the link takes nothing yet"
    assert friend.join(path).status == 303
    assert friend.look(table)["view"]["seat"] == 1
    for tried in (late.page(path), late.join(path)):
        assert tried.status == 403
        assert "no longer works" in tried.text
    assert late.sits(table) == []
    assert friend.page(path).status == 303, "who sits there is led to the table"
    assert guest.page(f"/tables/{table}/invitation").status == 303


@pytest.mark.parametrize(
    ("address", "lone"),
    [
        ("http://127.0.0.1:8000", "127.0.0.1"),
        ("http://127.9.9.9", "127.9.9.9"),
        ("http://localhost:8000", "localhost"),
        ("http://grognard.localhost", "grognard.localhost"),
        ("http://[::1]:8000", "::1"),
        ("http://0.0.0.0:8000", "0.0.0.0"),
        ("http://192.168.1.7:8000", ""),
        ("https://localhost.example.org", ""),
        ("http://[fe80::1]:8000", ""),
        ("http://[::ffff:127.0.0.1]", "::ffff:127.0.0.1"),
        ("http://[x", ""),
    ],
)
def test_an_address_that_leads_nobody_else_here_is_known(address: str, lone: str) -> None:
    assert lone_host(address) == lone


def test_a_page_without_the_script_waits_for_the_friend_too(guest: Guest) -> None:
    created = guest.create("you", "open")
    page = guest.page(f"/tables/{created['id']}/invitation").text
    assert '<noscript><meta http-equiv="refresh"' in page
    assert "data-lone" in page
    assert "data-working" not in guest.page(f"/tables/{created['id']}/my-link").text


def test_who_is_invited_reads_the_house_rules_of_the_table(server: Server, guest: Guest) -> None:
    for troops, told in ((100, "standard rules"), (50, "50 points each")):
        path = guest.create("you", "open", troops=troops)["invitations"][0]["path"]
        text = re.sub(r"<[^>]*>", " ", Guest(server.url).page(path).text)  # ids and tokens hold any digits
        assert told in text
        assert "A game takes about" in text
        assert ("100" in text) == (troops == 50), "of 100 points the page speaks only to say what 50 stand for"


@pytest.mark.parametrize(
    ("rules", "troops"), [("standard", 100), ("quick", 50), ("custom", 60), (None, 60), ("odd", None)]
)
def test_standard_and_named_rules_take_no_notice_of_the_house_rules_below(
    guest: Guest, rules: str | None, troops: int | None
) -> None:
    fields = {"with": "computer", "troops": "60"} | ({} if rules is None else {"rules": rules})
    answer = guest.post("/games/fusillade/tables", fields)
    if troops is None:
        assert answer.status == 400
        return
    table = answer.answer.headers["location"].split("/")[2]
    view = guest.look(table)["view"]
    assert {number["value"] for number in view["numbers"] if number["key"] == "troops"} == {troops}


def test_ones_own_link_regains_ones_own_seat_only(server: Server) -> None:
    table, host, friend = seated(server.url)
    links = []
    for guest in (host, friend):
        found = re.search(rf"{server.url}(/tables/{table}/join/[\w-]+)", guest.page(f"/tables/{table}/my-link").text)
        assert found
        links.append(found[1])
    assert links[0] != links[1]
    for seat, link in enumerate(links):
        phone = Guest(server.url)
        assert "on this device too" in phone.page(link).text
        assert phone.join(link).status == 303
        assert phone.look(table)["view"]["seat"] == seat
    stranger = Guest(server.url)
    assert stranger.page(f"/tables/{table}/my-link").status == 403
    assert stranger.page(f"/tables/{table}/invitation").status == 403


@pytest.mark.parametrize("key", ["x", "%00", "a" * 32, "é", "a" * 500])
def test_a_guessed_key_opens_nothing(server: Server, guest: Guest, key: str) -> None:
    table = guest.create("you", "open")["id"]
    stranger = Guest(server.url)
    assert stranger.page(f"/tables/{table}/join/{key}").status in (403, 404)
    assert stranger.join(f"/tables/{table}/join/{key}").status in (403, 404)
    assert stranger.sits(table) == []


def test_a_key_opens_no_other_table(server: Server, guest: Guest) -> None:
    table, other = guest.create("you", "open"), guest.create("you", "open")
    key = other["invitations"][0]["path"].rsplit("/", 1)[1]
    assert Guest(server.url).join(f"/tables/{table['id']}/join/{key}").status == 403


# -- playing -------------------------------------------------------------------------------------------------------


def test_a_stale_click_plays_nothing_and_shows_the_fresh_table(server: Server) -> None:
    table, *both = seated(server.url)
    mover, _other = sorted_by_turn(table, (both[0], both[1]))
    page = mover.page(f"/tables/{table}")
    data = {"at": page.hidden("at"), "do": page.actions[0]}
    token = page.hidden("_csrf_token")
    assert mover.post(f"/tables/{table}/play", data, token).status == 303
    fresh = mover.page(f"/tables/{table}").hidden("at")
    again = mover.post(f"/tables/{table}/play", data, token)
    assert again.status == 409
    # A browser would complain of the status by itself.
    scripted = mover.post(f"/tables/{table}/play", data, token, fragment=True)
    assert scripted.status == 200
    for page in (again, scripted):
        assert "nothing was played" in page.text
        assert page.hidden("at") == fresh


def test_a_spectator_sees_no_hand_and_cannot_act(server: Server) -> None:
    table, *_both = seated(server.url)
    stranger = Guest(server.url)
    view = stranger.look(table)["view"]
    assert view["seat"] is None
    assert not view["actions"]
    assert all(not zone["cards"] for zone in view["zones"] if zone["key"] == "hand")
    for deed in ("play", "undo", "resign", "claim", "rematch", "ask", "undo-answer"):
        assert stranger.do(table, deed, ask="always").status in (403, 422)
    assert stranger.look(table)["over"] is False


def test_a_game_without_the_script_goes_by_forms_alone(guest: Guest) -> None:
    table = guest.set_up("computer", bot="random", troops="50")
    whim = Whim(3)
    for _ in range(30):
        until(lambda: bool(guest.page(f"/tables/{table}").actions))
        page = guest.page(f"/tables/{table}")
        chosen = whim([{"do": action} for action in page.actions])["do"]
        data = {"at": page.hidden("at"), "do": chosen}
        answer = guest.post(f"/tables/{table}/play", data, page.hidden("_csrf_token"))
        assert answer.status == 303
        assert answer.answer.headers["location"] == f"/tables/{table}"


def test_a_whole_game_against_a_bot(guest: Guest, tmp_path: Path) -> None:
    table = guest.create("you", "random", **QUICK)["id"]
    whim = Whim(5)
    seen: Json = {}

    def mine() -> bool:
        nonlocal seen
        seen = guest.look(table)
        return bool(seen["view"]["actions"]) or seen["over"]

    until(mine, 20)
    while not seen["over"]:
        assert guest.play(table, whim(seen["view"]["actions"])["notation"], seen["at"]).status_code == 200
        until(mine, 20)
    journal = guest.api(f"/tables/{table}/journal").text
    assert lines(journal)[0]["seats"] == ["human", "random"]
    assert lines(journal)[-1]["is"] == "end"
    assert verified(journal, tmp_path)
    page = guest.page(f"/tables/{table}")
    assert page.attribute("outcome") == lines(journal)[-1]["reason"]
    assert page.actions == []


# -- stepping back -------------------------------------------------------------------------------------------------


def test_ones_own_unfinished_choice_is_taken_back_freely_and_once(server: Server) -> None:
    table, *both = seated(server.url)
    seen = play_on(table, (both[0], both[1]), Whim(), may_step_back)
    mover, other = sorted_by_turn(table, (both[0], both[1]))
    before = other.look(table)
    picked = [zone["count"] for zone in seen["view"]["zones"] if zone["key"] == "picked"]
    page = mover.page(f"/tables/{table}")
    data, token = {"at": page.hidden("at")}, page.hidden("_csrf_token")
    assert mover.post(f"/tables/{table}/undo", data, token).status == 303
    after = mover.look(table)
    assert sum(zone["count"] for zone in after["view"]["zones"] if zone["key"] == "picked") == sum(picked) - 1
    assert mover.post(f"/tables/{table}/undo", data, token).status == 409, "a double click is one"
    assert other.look(table) == before


def test_what_others_saw_is_taken_back_only_with_their_consent(server: Server) -> None:
    table, *found = seated(server.url)
    both = found[0], found[1]
    mover = ask_to_step_back(table, both)
    other = both[1] if mover is both[0] else both[0]
    stood = mover.look(table)["view"]
    assert "Waiting for an answer" in mover.page(f"/tables/{table}").text
    assert "asks to undo the last choice" in other.page(f"/tables/{table}").text
    assert mover.do(table, "undo-answer", answer="yes").status == 422, "nobody answers himself"
    assert mover.look(table)["view"] == stood
    assert other.do(table, "undo-answer", answer="no").status == 200
    assert "asks to undo" not in other.page(f"/tables/{table}").text
    assert "was refused" in mover.page(f"/tables/{table}").text
    assert "was refused" not in other.page(f"/tables/{table}").text
    assert mover.look(table)["view"] == stood
    assert other.do(table, "undo-answer", answer="yes").status == 422, "the question is gone"
    assert mover.do(table, "undo").status == 200
    assert other.do(table, "undo-answer", answer="yes").status == 200
    back = mover.look(table)
    assert "was refused" not in mover.page(f"/tables/{table}").text
    assert back["view"]["ply"] < stood["ply"]
    assert "take back the last choice" in back["log"][-1]["text"]


def declared(url: str, **options: Any) -> tuple[str, Guest, Guest, int]:
    """A table where an attack has just been declared and allowed; attacker, defender, and the ply before it."""
    table, *found = seated(url, **options)
    whim = Whim()
    play_on(table, (found[0], found[1]), whim, lambda seen: "ATTACK" in _notations(seen))
    mover, other = sorted_by_turn(table, (found[0], found[1]))
    before = int(mover.look(table)["view"]["ply"])
    for guest, notation in ((mover, "ATTACK"), (other, "PASS_BLUNDER")):
        assert guest.play(table, notation, guest.look(table)["at"]).status_code == 200
    return table, mover, other, before


def _notations(seen: Json) -> list[str]:
    return [action["notation"] for action in seen["view"]["actions"]]


def _lay_a_unit(table: str, mover: Guest) -> None:
    seen = mover.look(table)
    unit = next(notation for notation in _notations(seen) if notation.startswith("UNIT"))
    assert mover.play(table, unit, seen["at"]).status_code == 200


def test_a_choice_that_others_see_voids_the_question(server: Server) -> None:
    table, mover, other, _before = declared(server.url)
    assert mover.do(table, "undo").status == 200
    _lay_a_unit(table, mover)
    assert mover.play(table, "END_UNITS", mover.look(table)["at"]).status_code == 200
    assert other.do(table, "undo-answer", answer="yes").status == 422


def test_a_choice_that_others_do_not_see_leaves_the_question(server: Server) -> None:
    """If it vanished they would learn that the asker has picked something."""
    table, mover, other, before = declared(server.url)
    assert mover.do(table, "undo").status == 200
    asked = other.page(f"/tables/{table}").text
    assert "asks to undo the last choice" in asked
    _lay_a_unit(table, mover)
    assert "asks to undo the last choice" in other.page(f"/tables/{table}").text
    assert other.do(table, "undo-answer", answer="yes").status == 200
    assert mover.look(table)["view"]["ply"] == before


def test_a_draw_is_never_taken_back(server: Server) -> None:
    table, *both = seated(server.url)
    mover, _other = sorted_by_turn(table, (both[0], both[1]))
    answer = mover.do(table, "undo")
    assert answer.status == 422
    assert 'role="alert"' in answer.text


# -- ending --------------------------------------------------------------------------------------------------------


def test_resigning_ends_the_game_for_both(server: Server, tmp_path: Path) -> None:
    table, host, friend = seated(server.url)
    assert host.do(table, "resign").status == 200
    for guest in (host, friend):
        seen = guest.look(table)
        assert seen["over"]
        assert seen["view"]["outcome"]["winners"] == [1]
        assert all(len(zone["cards"]) == zone["count"] for zone in seen["view"]["zones"] if zone["key"] == "hand")
        assert guest.page(f"/tables/{table}").attribute("outcome") == "resigned"
    assert host.do(table, "resign").status == 422
    assert friend.do(table, "play", do="PASS").status in (409, 422)
    assert verified(friend.api(f"/tables/{table}/journal").text, tmp_path)


def test_the_end_tells_each_how_the_game_went_and_nobody_before(server: Server) -> None:
    stranger = Guest(server.url)
    winners: list[int] = []
    while len(winners) != 1:  # a game may be drawn
        table, host, friend = seated(server.url, game="outpost")
        everybody = host, friend, stranger
        stream = host.watch(f"{table}:0")
        seen = play_on(table, (host, friend), Whim(), lambda seen: seen["view"]["ply"] >= 3)
        for guest in everybody:
            told = set(re.findall(r"[\w-]+", guest.page(f"/tables/{table}").text))
            assert not {"finale-sheet", "data-headline"} & told
        seen = play_on(table, (host, friend), Whim(), never)
        winners = seen["view"]["outcome"]["winners"]
    pages = [guest.page(f"/tables/{table}") for guest in everybody]
    said = ["You win" if seat in winners else "You lose" for seat in (0, 1)]
    assert [page.attribute("headline") for page in pages] == [*said, f"{['Blue', 'Red'][winners[0]]} wins"]
    again = [guest.page(f"/tables/{table}/replay{more}") for guest in everybody for more in ("", "?side=1")]
    assert [page.attribute("headline") for page in again] == [one.attribute("headline") for one in pages for _ in "12"]
    until(lambda: f'data-headline="{said[0]}"' in stream.events[-1])
    for text in (pages[0].text, pages[2].text, stream.events[-1]):
        assert "Morale</b>, turn by turn" in text
        moments = re.findall(r'<li[^>]*><a href="(/[^"]+)"><span class="moment-number".*?</b> ([^<.]+)', text)
        assert len(moments) == 3
        for address, sentence in moments:
            before = stranger.page(html.unescape(address))  # its field lies as the blow will find it
            assert before.status == 200
            following = re.findall(r'href="([^"]+)" rel="next"', before.text)[0]
            if text == pages[2].text:  # players read “you”, and a replay has names
                assert sentence in stranger.page(html.unescape(following)).text
    assert f"{server.url}/tables/{table}/replay</textarea>" in pages[0].text


def test_a_long_absence_can_be_claimed_but_no_presence(server: Server) -> None:
    table, *found = seated(server.url)
    decider, waiting = sorted_by_turn(table, (found[0], found[1]))
    decider.page(f"/tables/{table}")
    stream = decider.watch(table)
    time.sleep(1.5)
    assert waiting.do(table, "claim").status == 422, "his page is open"
    assert "Claim the game" not in waiting.page(f"/tables/{table}").text
    stream.close()
    until(lambda: "Claim the game" in waiting.page(f"/tables/{table}").text)
    assert decider.do(table, "claim").status == 422, "it is he who keeps the other waiting"
    waiting.page(f"/tables/{table}")
    until(lambda: waiting.do(table, "claim").status == 200)
    seen = decider.look(table)
    assert seen["view"]["outcome"]["reason"] == "claimed"


def test_a_page_without_the_script_is_attended_too(tmp_path: Path) -> None:
    # Whoever reloads every few seconds has not left, whatever the host's patience is.
    with running(tmp_path, {"GROGNARD_CLAIM_AFTER": "3"}) as server:
        table, *found = seated(server.url)
        decider, waiting = sorted_by_turn(table, (found[0], found[1]))
        end = time.monotonic() + 4
        while time.monotonic() < end:
            decider.page(f"/tables/{table}")
            time.sleep(0.5)
        assert waiting.do(table, "claim").status == 422


def test_a_rematch_swaps_seats_and_is_one_for_both(server: Server) -> None:
    table, host, friend = seated(server.url, troops=60)
    assert host.do(table, "rematch").status == 422, "the game is not over"
    friend.do(table, "resign")
    locations = [guest.do(table, "rematch").answer.headers["location"] for guest in (host, friend)]
    assert locations[0] == locations[1] != f"/tables/{table}"
    again = locations[0].removeprefix("/tables/")
    assert host.look(again)["view"] is None, "it is dealt once both have come"
    for guest in (host, friend):
        guest.leave_to_server(again)
    assert host.look(again)["view"]["seat"] == 1
    assert friend.look(again)["view"]["seat"] == 0
    assert "60" in friend.page(locations[0]).text
    assert locations[0] in host.page(f"/tables/{table}").text


# -- matches -------------------------------------------------------------------------------------------------------


MATCHES = {"fusillade": {"match": 3}, "green-troops": {"match": 3}}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where the best of three is usual."""
    with running(tmp_path_factory.mktemp("club"), {"GROGNARD_CLAIM_AFTER": "1"}, metas=MATCHES) as found:
        yield found


def match_line(guest: Guest, table: str) -> str:
    """What a page says of the match."""
    found = re.search(r'<p class="match"[^>]*>(.*?)</p>', guest.page(f"/tables/{table}").text)
    return html.unescape(found[1]) if found else ""


def offered(guest: Guest, table: str) -> str:
    """What the button says that leads to the next game."""
    found = re.search(r'formaction="[^"]*/rematch">(.*?)<', guest.page(f"/tables/{table}").text)
    return found[1] if found else ""


def play_again(table: str, *guests: Guest) -> str:
    """The next game, for which all ask."""
    places = {guest.do(table, "rematch").answer.headers["location"].removeprefix("/tables/") for guest in guests}
    assert len(places) == 1
    again = places.pop()
    for guest in guests:
        if guest.look(again)["view"] is None:
            guest.leave_to_server(again)
    return again


def test_the_best_of_three_is_a_match(club: Server) -> None:
    table, host, friend = seated(club.url)
    watcher = Guest(club.url)
    everybody = host, friend, watcher
    said = []
    for loser in (friend, host, friend):
        said.append([match_line(guest, table) for guest in everybody])
        loser.do(table, "resign")
        said.append([match_line(guest, table) for guest in everybody])
        assert offered(watcher, table) == ""
        button = offered(host, table)
        said[-1].append(button)
        ended, table = table, play_again(table, host, friend)
        assert f'href="/tables/{table}">{button}</a>' in watcher.page(f"/tables/{ended}").text
    assert said == [
        ["Game 1 of 3. You swap seats after each game."] * 3,
        ["After game 1 of 3: " + score for score in (
            "you 1, your opponent 0.", "you 0, your opponent 1.", "Blue 1, Red 0.")] + ["Game 2 of 3"],
        ["Game 2 of 3" + score for score in (
            ": you swap sides and are now Red. You 1, your opponent 0.",
            ": you swap sides and are now Blue. You 0, your opponent 1.", ". Blue 0, Red 1.")],
        ["After game 2 of 3: " + score for score in (
            "you 1, your opponent 1.", "you 1, your opponent 1.", "Blue 1, Red 1.")] + ["Game 3 of 3"],
        ["Game 3 of 3" + score for score in (
            ": you swap sides and are now Blue. You 1, your opponent 1.",
            ": you swap sides and are now Red. You 1, your opponent 1.", ". Blue 1, Red 1.")],
        ["The match goes to " + score for score in (
            "you, 2 to 1.", "your opponent, 2 to 1.", "Blue, 2 to 1.")] + ["A new match"],
    ]  # fmt: skip
    friend.do(table, "resign")
    assert match_line(host, table) == "After game 1 of 3: you 1, your opponent 0."


def test_a_match_goes_on_at_another_process_and_ends_when_it_is_decided(tmp_path: Path) -> None:
    with running(tmp_path, metas=MATCHES) as server:
        guest = Guest(server.url)
        table = guest.set_up("computer", bot="random", side="1")
        guest.do(table, "resign")
    with running(tmp_path, metas=MATCHES, port=server.port):
        assert match_line(guest, table) == "After game 1 of 3: you 0, the computer 1."
        table = play_again(table, guest)
        assert guest.look(table)["view"]["seat"] == 0
        assert match_line(guest, table) == "Game 2 of 3: you swap sides and are now Blue. You 0, the computer 1."
        guest.do(table, "resign")
        assert match_line(guest, table) == "The match goes to the computer, 2 to 0."
        assert offered(guest, table) == "A new match"


def test_a_claimed_game_counts(club: Server) -> None:
    table, host, friend = seated(club.url)
    waiting = sorted_by_turn(table, (host, friend))[1]
    until(lambda: waiting.do(table, "claim").status == 200, what="the game could not be claimed")
    assert match_line(waiting, table) == "After game 1 of 3: you 1, your opponent 0."


def test_allies_play_a_match_as_a_side(club: Server) -> None:
    host, friend = Guest(club.url), Guest(club.url)
    created = host.create("you", "greedy", "open", "greedy", game="green-troops", seats=4, balanced="on")
    friend.join(created["invitations"][0]["path"])
    table = created["id"]
    for guest in (host, friend):
        guest.do(table, "resign")
    assert match_line(friend, table) == "After game 1 of 3: your side 0, the computer 1."
    table = play_again(table, host, friend)
    assert [guest.look(table)["view"]["seat"] for guest in (host, friend)] == [3, 1]
    assert match_line(host, table) == "Game 2 of 3: you swap sides and are now Red 2. Your side 0, the computer 1."
    assert match_line(Guest(club.url), table) == "Game 2 of 3. Blue's side 1, Red's side 0."


def test_what_goes_on_from_a_replay_is_a_single_game(club: Server) -> None:
    guest = Guest(club.url)
    table = guest.set_up("computer", bot="random")
    guest.do(table, "resign")
    answer = guest.post(f"/tables/{table}/replay/continue", {"step": "0", "side": "0", "bot": "random"})
    again = answer.answer.headers["location"].removeprefix("/tables/")
    guest.do(again, "resign")
    assert (match_line(guest, again), offered(guest, again)) == ("", "Rematch")


# -- being asked ---------------------------------------------------------------------------------------------------


def set_ask(guest: Guest, table: str, ask: str) -> Page:
    return guest.do(table, "ask", ask=ask)


def test_against_people_always_ask_is_the_default_and_automatic_passes_take_their_time(server: Server) -> None:
    table, *found = seated(server.url)
    both = found[0], found[1]
    assert 'When to ask me<span class="unless-low">: every time' in both[0].page(f"/tables/{table}").text

    def window(seen: Json) -> bool:
        view = seen["view"]
        return view["to_move"] != view["active"] and sum(action["card"] is None for action in view["actions"]) == 1

    seen = play_on(table, both, Whim(), window)
    reacting, other = both[seen["view"]["to_move"]], both[1 - seen["view"]["to_move"]]
    refused = set_ask(reacting, table, "when_useful")
    assert refused.status == 422
    assert "would give away your hand" in refused.text
    before = other.look(table)
    began = time.monotonic()
    assert set_ask(reacting, table, "not_this_turn").status == 200
    assert other.look(table) == before, "nobody else can tell"
    assert reacting.page(f"/tables/{table}").actions == [], "his pass is on its way"
    until(lambda: other.look(table)["at"] != before["at"], 8)
    assert 1.4 < time.monotonic() - began < 6


def test_against_a_bot_useless_windows_pass_at_once(server: Server, guest: Guest) -> None:
    table = guest.create("you", "greedy")["id"]
    assert 'When to ask me<span class="unless-low">: only when there is a choice' in guest.page(f"/tables/{table}").text
    whim = Whim(2)
    for _ in range(40):
        until(lambda: bool(guest.look(table)["view"]["actions"]) or guest.look(table)["over"])
        seen = guest.look(table)
        view = seen["view"]
        if seen["over"]:
            break
        assert view["to_move"] == view["active"] or len(view["actions"]) > 1
        guest.play(table, whim(view["actions"])["notation"], seen["at"])


def test_windows_have_three_settings(server: Server) -> None:
    table, host, _friend = seated(server.url)
    for ask, words in (("not_this_turn", "not again this turn"), ("always", "every time")):
        assert f'When to ask me<span class="unless-low">: {words}' in set_ask(host, table, ask).text
    assert set_ask(host, table, "never").status == 422


# -- one screen ----------------------------------------------------------------------------------------------------


def test_on_one_screen_no_hand_is_shown_before_it_is_handed_over(guest: Guest) -> None:
    table = guest.set_up("one_screen")
    page = guest.page(f"/tables/{table}")
    seat = page.hidden("seat")
    assert page.actions == []
    assert page.attribute("seat") == ""
    assert all(not zone["cards"] for zone in guest.look(table)["view"]["zones"] if zone["key"] == "hand")
    taken = guest.do(table, "hand-over", seat=seat)
    assert taken.attribute("seat") == seat
    assert taken.actions
    whim = Whim()
    while (seen := guest.look(table))["view"]["to_move"] == int(seat):
        assert guest.play(table, whim(seen["view"]["actions"])["notation"], seen["at"]).status_code == 200
    page = guest.page(f"/tables/{table}")
    assert page.hidden("seat") == str(1 - int(seat))
    assert page.actions == []
    opened = guest.do(table, "open-hands", open="yes")
    assert opened.actions
    view = guest.look(table)["view"]
    assert all(len(zone["cards"]) == zone["count"] for zone in view["zones"] if zone["key"] == "hand")
    assert guest.do(table, "open-hands", open="no").actions == []
    assert guest.do(table, "hand-over", seat="x").status == 422
    assert guest.do(table, "hand-over", seat="7").status == 403


def test_hands_cannot_be_opened_between_strangers(server: Server) -> None:
    table, host, _friend = seated(server.url)
    assert host.do(table, "open-hands", open="yes").status == 422
    assert host.do(table, "hand-over", seat="1").status == 403
    view = host.look(table)["view"]
    assert [len(zone["cards"]) for zone in view["zones"] if zone["key"] == "hand" and zone["owner"] == 1] == [0]


# -- journals ------------------------------------------------------------------------------------------------------


def test_a_running_games_journal_is_redacted_and_a_finished_ones_whole(server: Server, tmp_path: Path) -> None:
    table, host, friend = seated(server.url, **QUICK)
    play_on(table, (host, friend), Whim(), lambda seen: seen["view"]["turn"] > 4)
    commitments = set()
    for guest in (host, friend, Guest(server.url)):
        for text in (guest.api(f"/tables/{table}/journal").text, guest.page(f"/tables/{table}/journal").text):
            assert '"seed"' not in text
            assert '"sum"' not in text
            assert '"do"' not in text
            head = lines(text)[0]
            assert head["grognard_record"] == 3, "the deal is of the present protocol"
            assert head["deal"]["secrets"] == []
            commitments.add(head["commitment"])
    assert guest.page(f"/tables/{table}/replay").status == 403
    friend.do(table, "resign")
    journal = host.api(f"/tables/{table}/journal").text
    assert commitments == {lines(journal)[0]["commitment"]}
    assert int(lines(journal)[0]["seed"]).bit_length() > 200
    assert journal == Guest(server.url).page(f"/tables/{table}/journal").text
    assert verified(journal, tmp_path)
    assert guest.page(f"/tables/{table}/replay").status == 200
