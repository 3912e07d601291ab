"""Journals brought along: whole ones are shown, and nothing that somebody sends brings the server down."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections import Counter
from contextlib import suppress
from typing import Any, cast

import msgspec
import pytest

import grognard
from grognard.kernel.errors import BadInput, CannotUndo, JournalError
from grognard.play.journal import Action, parse_journal
from grognard.play.session import Session
from grognard.server.errors import Forbidden
from grognard.server.pages.replays import _check_page
from grognard.server.replays import Replay, read_replay, replay_of_table
from grognard.server.tables.live_table import MOST_DEEDS, LiveTable
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.table_registry import TableRegistry
from tests.server.support import Guest, Page, Server, table_of, until


def recorded(actions: int | None = None, seed: int = 5) -> Session:
    """A game of always the first legal action, whole or so many of them."""
    session = Session(grognard.load("fusillade", {"troops": 50}), seed, ["human", "greedy"])
    while session.outcome() is None and actions != 0:
        state = session.state
        session.play(state.current_player(), state.legal_actions()[-1])
        actions = None if actions is None else actions - 1
    return session


WHOLE = recorded().journal.to_text()


def bring(guest: Guest, journal: str | bytes) -> Page:
    """Sends the form of the start page."""
    token = guest.page("/").hidden("_csrf_token")
    files = {"journal": ("a.journal", journal if isinstance(journal, bytes) else journal.encode())}
    headers = {"accept": "text/html"}
    return Page(guest.http.post("/replays", data={"_csrf_token": token}, files=files, headers=headers))


def opened(guest: Guest, journal: str | bytes) -> str:
    """The address of a journal that is fine."""
    answer = bring(guest, journal)
    assert answer.status == 303, answer.text
    return answer.answer.headers["location"]


def changed(line: int, **values: Any) -> str:
    """The journal with other values in a line."""
    lines = WHOLE.splitlines()
    lines[line] = json.dumps(json.loads(lines[line]) | values)
    return "\n".join(lines) + "\n"


def test_a_journal_is_shown_step_by_step_from_either_side(server: Server, guest: Guest) -> None:
    address = opened(guest, WHOLE)
    last = guest.page(address)
    assert last.attribute("outcome") == json.loads(WHOLE.splitlines()[-1])["reason"]
    assert "data-step" in last.text
    for step in ("0", "1", "7", "99999"):
        for side in ("", "&side=0", "&side=1"):
            page = Guest(server.url).page(f"{address}?step={step}{side}")
            assert page.status == 200
            assert page.actions == []
            assert page.attribute("seat") == side[-1:]
    assert guest.page(f"{address}?step=-5").status == 200
    assert guest.page(f"{address}?side=all").attribute("seat") == ""
    for wrong in ("side=2", "side=-1", "side=x", "step=x", f"step={'9' * 5000}"):
        assert guest.page(f"{address}?{wrong}").status == 400, wrong


def test_either_side_sees_what_it_saw(guest: Guest) -> None:
    session = recorded(3)
    address = opened(guest, session.journal.to_text())
    for side in (0, 1):
        page = guest.page(f"{address}?side={side}").text
        hands = [zone for zone in session.view(1 - side).zones if zone.key == "hand" and zone.owner == 1 - side]
        assert hands[0].cards
        assert not any(card.name in page for card in hands[0].cards)


def test_who_played_one_side_sees_the_replay_from_there_unless_he_wants_another(server: Server, guest: Guest) -> None:
    played = guest.create("greedy", "you")["id"]
    guest.do(played, "resign")
    path, friend = f"/tables/{played}/replay", Guest(server.url)
    for asked, own, others in (("", "1", ""), ("?side=all", "", ""), ("?side=0", "0", "0")):
        assert guest.page(path + asked).attribute("seat") == own
        assert friend.page(path + asked).attribute("seat") == others
    assert f'href="{path}?step=0"' in guest.page(path).text  # the way on keeps what was not asked for
    assert f'href="{path}?step=0&amp;side=all"' in guest.page(f"{path}?side=all").text


def test_one_can_go_on_from_any_position_against_a_bot(guest: Guest) -> None:
    address = opened(guest, WHOLE)
    answer = guest.post(f"{address}/continue", {"step": "9", "side": "1", "bot": "random"})
    assert answer.status == 303
    table = answer.answer.headers["location"].removeprefix("/tables/")
    assert guest.look(table)["view"]["seat"] == 1
    until(lambda: bool(guest.look(table)["view"]["actions"]))
    for wrong in ({"step": "99999"}, {"step": "-1"}, {"side": "2"}, {"side": "x"}, {"bot": "nobody"}):
        assert guest.post(f"{address}/continue", {"step": "9", "side": "1", **wrong}).status in (400, 404)


ALONE = "only the computer can take the other seats"


@pytest.mark.parametrize("company", ["open", "you"])
def test_a_game_that_is_known_goes_on_with_nobody_but_bots(guest: Guest, company: str) -> None:
    played = guest.create("you", "greedy")["id"]
    guest.do(played, "resign")
    for address in (opened(guest, WHOLE), f"/tables/{played}/replay"):
        assert "only against the computer" in guest.page(f"{address}?step=0").text
        answer = guest.post(f"{address}/continue", {"step": "0", "side": "0", "bot": company})
        assert answer.status == 400
        assert ALONE in answer.text


CHOSEN: dict[str, dict[str, Any]] = {
    "seed": {"seed": 7},
    "deeds": {"deeds": [Action(0, "PASS")]},
}


@pytest.mark.parametrize("chosen", CHOSEN.values(), ids=list(CHOSEN))
def test_a_chosen_deal_reaches_nobody_else_however_the_table_is_made(
    tables: TableRegistry, chosen: dict[str, Any]
) -> None:
    for others in (
        {"seats": ["you", "open"]},
        {"seats": ["you", "you"]},
        {"seats": ["you", "open"], "holders": {1: {"friend"}}},
        {"seats": ["open", "open"], "holders": {0: {"me"}, 1: {"friend"}}},
        {"seats": ["greedy", "open"], "holders": {1: {"friend"}}},
    ):
        setup = Setup(**{"game": "fusillade", "options": {}, **others, **chosen})
        with pytest.raises(BadInput, match=ALONE):
            asyncio.run(create(tables, setup, "me"))
    own = Setup(game="fusillade", options={}, seats=["greedy", "open"], holders={1: {"me", "my phone"}}, **chosen)
    assert asyncio.run(create(tables, own, "me"))


def test_an_unfinished_journal_can_be_opened(guest: Guest) -> None:
    assert guest.page(opened(guest, recorded(4).journal.to_text())).attribute("outcome") is None


def test_the_same_journal_has_one_address(server: Server, guest: Guest) -> None:
    assert opened(guest, WHOLE) == opened(Guest(server.url), WHOLE)


DEEP = "[" * 100_000
BAD: dict[str, str | bytes] = {
    "empty": "",
    "blank lines": "\n\n\n",
    "no journal": "Dear friend,\n",
    "bytes": bytes(range(256)) * 100,
    "zeros": b"\x00" * 1000,
    "zero in a string": changed(0, seats=["hu\x00man", "greedy"]).replace("\\u0000", "\x00"),
    "a record": '{"grognard_record":1}\n',
    "json of another kind": "[1, 2, 3]\n",
    "deep": DEEP,
    "deep object": '{"a":' * 50_000,
    "deep in the header": WHOLE.replace('"options":{', f'"options":{{"x":{DEEP}', 1),
    "deep in an entry": WHOLE.splitlines()[0] + '\n{"is":"action","seat":0,"do":' + DEEP,
    "deep agreement": WHOLE.splitlines()[0] + '\n{"is":"undo","seat":0,"kept":0,"agreed":' + DEEP,
    "a later version": changed(0, grognard_journal=5),
    "other rules": changed(0, rules=99),
    "another generator": changed(0, chance=99),
    "another game": changed(0, game="chess"),
    "a game from elsewhere": changed(0, game="../../etc"),
    "an option that is none": changed(0, options={"cheat": 1}),
    "a value that is none": changed(0, options={"troops": 10**40}),
    "a card that is none": changed(0, numbers={"Old Guard.colour": 3}),
    "a number too large": changed(0, numbers={"Old Guard.force": 10**6}),
    "a number far too large": changed(0, numbers={"Old Guard.force": 10**30}),
    "a number below all": changed(0, numbers={"Old Guard.force": -5}),
    "a seed too long": changed(0, seed="9" * 5000),
    "a seed in other digits": changed(0, seed="٣"),
    "no seed": changed(0, seed=""),
    "a negative seed": changed(0, seed="-1"),
    "another seed": changed(0, seed="6"),
    "too few seats": changed(0, seats=[]),
    "too many seats": changed(0, seats=["human"] * 9),
    "a seat that is none": changed(1, seat=7) + '{"is":"resign","seat":7}\n',
    "a resignation of nobody": WHOLE.splitlines()[0] + "\n" + WHOLE.splitlines()[1] + '\n{"is":"resign","seat":77}\n',
    "a resignation below": WHOLE.splitlines()[0] + "\n" + WHOLE.splitlines()[1] + '\n{"is":"resign","seat":-1}\n',
    "a claim of nobody": WHOLE.splitlines()[0] + "\n" + WHOLE.splitlines()[1] + '\n{"is":"claim","seat":77}\n',
    "an undo of nobody": WHOLE.splitlines()[0]
    + "\n"
    + WHOLE.splitlines()[1]
    + '\n{"is":"undo","seat":9,"kept":0,"agreed":[1]}\n',
    "an action that is none": changed(2, do="DANCE"),
    "a huge seat": changed(2, seat=10**30),
    "broken in the middle": WHOLE[: len(WHOLE) // 2],
    "something after the end": WHOLE + '{"is":"resign","seat":0}\n',
    "too large": "x" * (2 << 20),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_journal_is_a_sentence(guest: Guest, kind: str) -> None:
    answer = bring(guest, BAD[kind])
    assert 400 <= answer.status < 500, answer.text
    assert 'role="alert"' in answer.text
    assert "Validation" not in answer.text
    assert len(answer.text) < 6000, "what was sent does not come back"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_journal_may_begin_with_a_byte_order_mark(guest: Guest, encoding: str) -> None:
    assert opened(guest, WHOLE.replace("\n", "\r\n").encode(encoding)) == opened(guest, WHOLE)


def test_a_journal_of_a_newer_version_says_so(guest: Guest) -> None:
    answer = bring(guest, changed(0, grognard_journal=5, weather="rain"))
    assert answer.status == 400
    assert "This file was written by a newer Grognard (version 5; this one reads up to 4)." in answer.text


def test_a_form_without_a_file_is_a_sentence(guest: Guest) -> None:
    token = guest.page("/").hidden("_csrf_token")
    for sent in ({"journal": "text"}, {}, {"journal": ""}):
        answer = guest.http.post("/replays", data={"_csrf_token": token, **sent}, files={"other": ("x", b"y")})
        assert 400 <= answer.status_code < 500


def back_and_forth(deeds: int) -> str:
    """A journal of about so many deeds: a choice half made and taken back, over and over."""
    session = recorded(0)
    while session.state.picks() == 0:
        session.play(session.state.current_player(), session.state.legal_actions()[0])
    lines = session.journal.to_text().splitlines()
    kept = sum('"action"' in line for line in lines) - 1
    undo = f'{{"is":"undo","seat":{session.state.current_player()},"kept":{kept},"agreed":[]}}'
    return "\n".join(lines + [undo, lines[-1]] * (deeds // 2)) + "\n"


def test_a_very_long_journal_keeps_nobody_else_waiting(server: Server, guest: Guest) -> None:
    """A busy machine may keep somebody waiting once; a server that stands still does so each time."""
    journal, other = back_and_forth(MOST_DEEDS - 50), Guest(server.url)
    other.page("/")

    def longest() -> float:
        """How much of the time that the journal takes was one answer waited for?"""
        waited, answers = [], []
        sender = threading.Thread(target=lambda: answers.append(bring(guest, journal)))
        sender.start()
        while sender.is_alive():
            began = time.monotonic()
            assert other.page("/games/fusillade").status == 200
            waited.append(time.monotonic() - began)
        assert answers[0].status == 303
        return max(waited) / sum(waited)

    assert any(longest() < 0.5 for _ in range(5))


def test_a_journal_that_would_fill_the_memory_is_refused(guest: Guest) -> None:
    answer = bring(guest, back_and_forth(MOST_DEEDS + 50))
    assert answer.status == 400
    assert f"This game has more than {MOST_DEEDS} actions" in answer.text


# -- the replay of a table and of its journal --------------------------------------------------------------------------


async def given_up(tables: TableRegistry) -> LiveTable:
    """A table in memory whose game was given up after some deeds."""
    deeds = read_replay(recorded(9).journal).deeds
    setup = Setup(game="fusillade", options={"troops": 50}, seats=["you", "greedy"], seed=5, deeds=deeds)
    live = await tables.follow(await create(tables, setup, "me"))
    await tables.keep(live, live.resign(0))
    return live


def test_the_replay_of_a_table_in_memory_plays_nothing_again(
    tables: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: Counter[str] = Counter()
    begin, play = Session.__init__, Session.play

    def begun(session: Session, *given: Any) -> None:
        done["games"] += 1
        begin(session, *given)

    def counted(session: Session, seat: int, action: int) -> Action:
        done["actions"] += 1
        return play(session, seat, action)

    async def seen(live: LiveTable) -> Replay:
        replay = await replay_of_table(tables, live, "replayed")
        for moment in range(replay.last + 1):
            assert replay.picture("", moment, 0, []).version == moment
        assert replay.decisions
        return replay

    async def tried() -> None:
        live = await given_up(tables)
        monkeypatch.setattr(Session, "__init__", begun)
        monkeypatch.setattr(Session, "play", counted)
        assert (await seen(live)).timeline is live.timeline
        assert not done
        tables.forget([live.id])
        again = await tables.follow(live.id)
        assert again is not live
        await seen(again)
        assert done == {"games": 1, "actions": 9}, "what is not in memory is played once"

    asyncio.run(tried())


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_a_table_and_its_journal_have_the_same_replay(slug: str) -> None:
    """At each moment, from each seat and with all hands open; where choices were taken back, and where none was."""
    for deeds in (0, 120):
        live = table_of(slug, *["you", *["other"] * (grognard.load(slug).num_players() - 1)])
        for number in range(deeds):
            seat, legal = live.session.state.current_player(), live.session.state.legal_actions()
            if live.over:
                break
            live.play(seat, legal[number * number % len(legal)])
            if number % 5 == 4 and not live.over:
                with suppress(CannotUndo):
                    live.undo(seat, live.others(seat))
        if not live.over:
            live.resign(live.session.state.current_player())
        live.timeline.prepare_summary()
        table, journal = Replay(live.timeline), read_replay(parse_journal(live.session.journal.to_text(), "it"))
        sitting, seats = journal.seats, range(live.game.num_players())
        assert (table.last, table.turns, table.decisions) == (journal.last, journal.turns, journal.decisions)
        assert (table.deeds, table.results, table.decreed) == (journal.deeds, journal.results, journal.decreed)
        for moment in range(table.last + 1):
            assert table.can_go_on(moment) == journal.can_go_on(moment)
            for side in (None, *seats):
                assert table.picture("", moment, side, sitting) == journal.picture("", moment, side, sitting)


def test_the_open_log_has_every_event_and_no_choice_that_was_taken_back() -> None:
    live = table_of("fusillade", "you", "other")
    while not live.session.told[-1].undone:
        seat = live.session.state.current_player()
        live.play(seat, live.session.state.legal_actions()[-1])
        with suppress(CannotUndo):
            live.undo(seat, live.others(seat))
    shown = [line.event.text for line in Replay(live.timeline).picture("", live.done, None, []).log]
    assert shown == [event.text for event in live.session.open_events()][-len(shown) :]
    assert any("takes back the last choice" in entry.event.text for entry in live.timeline.log(seat))


def test_the_check_of_a_table_in_memory_computes_its_deal_again(tables: TableRegistry) -> None:
    async def checked() -> None:
        live = await given_up(tables)
        header = live.session.journal.header
        live.session.journal.header = msgspec.structs.replace(header, commitment="0" * 64)
        replay = await replay_of_table(tables, live, "checked")
        with pytest.raises(JournalError, match="does not match the promise made"):
            _check_page(cast(Any, None), replay, "")

    asyncio.run(checked())


def test_a_running_game_has_no_replay(tables: TableRegistry) -> None:
    async def refused() -> None:
        setup = Setup(game="fusillade", options={}, seats=["you", "greedy"], seed=5)
        live = await tables.follow(await create(tables, setup, "me"))
        with pytest.raises(Forbidden, match="A game can be replayed only when it is over"):
            await replay_of_table(tables, live, "replayed")

    asyncio.run(refused())
