"""A newcomer's first game can be won; after two results alike, the end of a game offers another opponent."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from grognard.art.persons import person_of
from grognard.bots import bots_of, easier_than, harder_than
from grognard.registry import for_players, load, spec
from grognard.scenarios.guide import GuideStep
from grognard.server.config import Config
from grognard.server.storage.database import Database
from grognard.server.storage.migrate import migrate
from grognard.server.storage.rows import PastGame, StoredResult
from grognard.server.storage.tables import TableStore
from grognard.server.tables.offers import next_opponent
from tests.server.finished import game_of, keep
from tests.server.support import Guest, Server

NOW = "/games/fusillade/tables"


def play_now(guest: Guest) -> str:
    """Presses “Play the computer” on the start page; the new table."""
    answer = guest.post(NOW, {"with": "computer"})
    assert answer.status == 303
    return str(answer.answer.headers["location"].split("/")[2])


def lose(guest: Guest, table: str) -> None:
    guest.do(table, "resign")


def told(guest: Guest, table: str) -> tuple[str, int]:
    """The computer's bot at a table, and the troops at its start."""
    seats = [seat["who"] for seat in guest.api(f"/tables/{table}").json()["seats"]]
    view = guest.api(f"/tables/{table}").json()["view"]
    troops = next(number["value"] for number in view["numbers"] if number["key"] == "troops")
    return next(who.partition(" (")[0] for who in seats if who != "you"), troops


def test_a_first_game_is_short_and_against_the_first_opponent(guest: Guest) -> None:
    table = play_now(guest)
    assert told(guest, table) == ("recruit, sharp", 50)
    assert told(guest, play_now(guest)) == ("recruit, sharp", 50), "the first is not finished"
    lose(guest, table)
    assert told(guest, play_now(guest)) == ("recruit", 50), "a fair fight under the same rules"


def test_later_games_have_the_rules_played_last_and_a_fair_opponent(guest: Guest) -> None:
    lose(guest, guest.set_up("computer", bot="greedy", rules="custom", troops="60"))
    assert told(guest, play_now(guest)) == ("regular", 60)


def test_a_form_that_says_more_is_taken_at_its_word(guest: Guest) -> None:
    assert told(guest, guest.set_up("computer", bot="greedy")) == ("greedy", 100)
    assert told(guest, guest.set_up("computer", rules="standard")) == ("greedy", 100)
    assert told(guest, guest.set_up("computer", troops="75")) == ("greedy", 75)


def test_the_form_of_a_guide_may_say_more_that_chooses_nothing(guest: Guest) -> None:
    assert told(guest, guest.set_up("computer", at="7", do="")) == ("recruit, sharp", 50)


def test_after_two_losses_an_easier_opponent_is_offered_to_the_loser_alone(guest: Guest, server: Server) -> None:
    lose(guest, first := guest.set_up("computer", bot="greedy", side="1", rules="custom", troops="75"))
    assert "next-opponent" not in guest.page(f"/tables/{first}").text
    lose(guest, second := guest.set_up("computer", bot="greedy", side="1", rules="custom", troops="75"))
    page = guest.page(f"/tables/{second}")
    assert "Try Corporal Hartmann instead: an easier opponent." in page.text
    other = Guest(server.url)
    assert "next-opponent" not in other.page(f"/tables/{second}").text
    assert other.post(f"/tables/{second}/next-opponent", {}).status == 403
    answer = guest.post(f"/tables/{second}/next-opponent", {}, page.hidden("_csrf_token"))
    assert answer.status == 303
    table = answer.answer.headers["location"].split("/")[2]
    assert told(guest, table) == ("regular", 75)
    assert [seat["who"] for seat in guest.api(f"/tables/{table}").json()["seats"]][1] == "you"
    again = guest.post(f"/tables/{second}/next-opponent", {}, page.hidden("_csrf_token"))
    assert again.answer.headers["location"] == f"/tables/{table}", "a second click"
    assert guest.post(f"/tables/{first}/next-opponent", {}, page.hidden("_csrf_token")).status == 422


def past(*games: tuple[str | None, str], daily: str | None = None, turn: int = 9) -> Sequence[PastGame]:
    """Finished games from seat 0, latest first: the bot, and how it ended."""
    winners: dict[str, tuple[int, ...]] = {"won": (0,), "lost": (1,), "drawn": ()}
    return [
        PastGame(str(at), {}, {}, daily, StoredResult(turn, winners[end], "over"), (None, bot), (0,))
        for at, (bot, end) in enumerate(games)
    ]


@pytest.mark.parametrize(
    ("games", "offered"),
    [
        ([("greedy", "won"), ("regular", "won")], "veteran"),
        ([("greedy", "won")], ""),
        ([("greedy", "won"), ("greedy", "lost")], ""),
        ([("greedy", "lost"), ("greedy", "drawn"), ("greedy", "lost")], ""),
        ([("greedy", "lost"), (None, "won"), ("greedy", "lost")], "regular"),
        ([(None, "lost"), ("greedy", "lost"), ("greedy", "lost")], ""),
        ([("veteran-bold", "lost"), ("veteran", "lost")], "greedy"),
        ([("marshal", "won"), ("marshal", "won")], ""),
        ([("recruit-sharp", "lost"), ("recruit-sharp", "lost")], "recruit"),
        ([("recruit", "lost"), ("recruit", "lost")], ""),
        ([("recruit-sharp", "won"), ("recruit-sharp", "won")], "regular"),
        ([("prodigy", "lost"), ("prodigy", "lost")], ""),
    ],
)
def test_two_results_alike_lead_one_step_up_or_down(games: list[Any], offered: str) -> None:
    assert next_opponent(load("fusillade"), past(*games)) == offered


def test_daily_deals_and_games_without_a_turn_lead_nowhere() -> None:
    lost = [("greedy", "lost")] * 2
    assert next_opponent(load("fusillade"), past(*lost, daily="2026-11-28")) == ""
    assert next_opponent(load("fusillade"), past(*lost, turn=0)) == ""
    assert next_opponent(load("fusillade"), [one._replace(continues=True) for one in past(*lost)]) == ""


@pytest.mark.parametrize("slug", [spec.meta.slug for spec in for_players()])
def test_every_first_opponent_can_be_seated_and_is_on_the_ladder(slug: str) -> None:
    game = load(slug)
    first = game.spec.meta.first_game
    assert first.opponent in bots_of(game)
    assert person_of(game.spec.meta, first.opponent) is not None
    assert harder_than(game, first.opponent)
    assert easier_than(game, harder_than(game, first.opponent))
    load(slug, game.spec.meta.first_options)


@pytest.mark.parametrize("slug", [spec.meta.slug for spec in for_players()])
def test_a_newcomer_has_the_seat_of_the_guide(slug: str) -> None:
    assert {GuideStep(spec(slug), load, 1, 0).seat} == {spec(slug).meta.first_seat}


def test_a_first_battle_is_led_by_napoleon(guest: Guest) -> None:
    started = guest.post("/games/three-emperors/tables", {"with": "computer"})
    table = str(started.answer.headers["location"].split("/")[2])
    assert guest.look(table)["seats"][0]["who"] == "you"


def test_a_finished_game_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    config = Config(data_dir=str(tmp_path))
    migrate(config.url)

    async def past() -> list[str]:
        database = Database(config.url)
        store = TableStore(database)
        try:
            if not tmp_path.joinpath("kept").exists():
                for number in (1, 2, 3):
                    await keep(store, game_of(number), ("anna", "*recruit"))
                tmp_path.joinpath("kept").touch()
            return sorted(one.id for one in await store.past("anna", "outpost", 9))
        finally:
            await database.close()

    assert asyncio.run(past()) == ["table-1", "table-2", "table-3"]
    with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as connection, connection:
        connection.execute("UPDATE tables SET options = '{' WHERE id = 'table-1'")
        connection.execute("UPDATE tables SET result = '{\"turn\": \"x\"}' WHERE id = 'table-3'")
    assert asyncio.run(past()) == ["table-2"]
