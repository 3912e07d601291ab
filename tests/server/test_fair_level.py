"""A fair fight: the level follows the guest's results, between games."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any

import pytest

from grognard.bots import LEVELS, PRODIGY, STYLES, about_levels, first_opponent, in_words
from grognard.play.matches import SINGLE
from grognard.registry import load
from grognard.server.guests.my_games import fair_level
from grognard.server.storage.rows import ListedTable, StoredResult, now
from tests.server.support import Guest

ME = "me"
FIRST = first_opponent(load("fusillade"))


class Past:
    """The finished games of a guest."""

    def __init__(self, *tables: ListedTable) -> None:
        self._tables = tables

    async def listed(self, guest: str, ended: bool, limit: int) -> Sequence[ListedTable]:
        """As the store has them, the latest first."""
        return self._tables if guest == ME and ended else ()


def ended(bot: str | None, winners: tuple[int, ...], game: str = "fusillade", turn: int = 9) -> ListedTable:
    """A game in which ME had seat 0."""
    holders = frozenset({ME}), frozenset() if bot else frozenset({"friend"})
    result, unseen = StoredResult(turn, winners, "over"), (None, None)
    return ListedTable("table", game, now(), now(), result, (None, bot), holders, ("", ""), unseen, None, SINGLE)


def level(*tables: ListedTable, game: str = "fusillade") -> str:
    """What comes next."""
    past: Any = Past(*tables)
    return asyncio.run(fair_level(past, ME, load(game)))


def opponent(guest: Guest, table: str) -> str:
    """Who has the second seat."""
    return str(guest.api(f"/tables/{table}").json()["seats"][1]["who"])


@pytest.mark.parametrize("met", LEVELS)
def test_after_a_win_comes_the_next_level_and_after_a_loss_the_one_before(met: str) -> None:
    at = LEVELS.index(met)
    assert level(ended(met, (0,))) == LEVELS[min(at + 1, len(LEVELS) - 1)]
    assert level(ended(met, (1,))) == LEVELS[max(at - 1, 0)]
    assert level(ended(met, ())) == met


def test_the_last_game_counts_that_had_a_level_of_this_game_for_an_opponent() -> None:
    assert level() == FIRST
    passed_over = (
        ended(None, (0,)),
        ended("veteran", (0,), game="outpost"),
        ended("random", (0,)),
        ended("marshal", (0,), turn=0),
    )
    assert level(*passed_over) == FIRST
    assert level(*passed_over, ended("recruit", (0,)), ended("veteran", (1,))) == "regular"
    assert level(ended("veteran-bold", (0,))) == "marshal", "its style does not count"


def test_the_perfect_player_is_the_last_step_of_a_solved_game() -> None:
    assert level(ended("greedy", (0,), game="outpost"), game="outpost") == list(about_levels(load("outpost")))[-1]


def test_a_table_is_set_up_with_the_level_that_the_form_told(guest: Guest) -> None:
    table = guest.set_up("computer", bot="fair")
    assert opponent(guest, table) == f"{in_words(FIRST)} (computer)"
    assert "A first opponent" in guest.page("/games/fusillade").text
    guest.do(guest.set_up("computer", bot="greedy"), "resign")
    page = guest.page("/games/fusillade").text
    assert "A fair fight" in page
    assert "A first opponent" not in page
    assert "Corporal Hartmann, regular" in page
    assert "A first opponent" in guest.page("/games/outpost").text
    assert opponent(guest, guest.set_up("computer", bot="fair")) == "regular (computer)"


def test_where_the_prodigy_has_not_learned_the_rules_a_veteran_plays(guest: Guest) -> None:
    assert PRODIGY in opponent(guest, guest.set_up("computer", bot=PRODIGY))
    table = guest.set_up("computer", bot=PRODIGY, rules="custom", troops="50")
    assert "veteran" in opponent(guest, table)


def test_levels_that_search_are_offered_in_all_styles(guest: Guest) -> None:
    page = guest.page("/games/fusillade").text
    for style in STYLES:
        assert f'value="veteran-{style}"' in page
        assert f'value="greedy-{style}"' not in page
    choices = re.findall(r'name="bot" value="([a-z-]+)"', page)
    told = re.findall(r'<small class="person-level">([a-z, ]+)</small>', page)
    assert choices == ["fair", *(name.replace(", ", "-") for name in told)], "each choice says its level"
    assert choices[:3] == ["fair", "recruit", FIRST]
    assert '-bold"' not in guest.page("/games/outpost").text, "its perfect player has no style"
    table = guest.set_up("computer", bot="veteran-cautious")
    assert "veteran, cautious" in opponent(guest, table)
    guest.do(table, "resign")
