"""While a game is paused, nothing plays: no bot, no plan, no automatic pass. They continue when the pause ends."""

from __future__ import annotations

import asyncio

import pytest

from grognard.play.clock import LIVE, SLOW, Pace
from grognard.play.players import DEFAULT_LEVEL
from grognard.server.tables import autoplay as playing
from grognard.server.tables import pausing, plans, settings, time_up
from grognard.server.tables.auto_pass import automatic_action
from grognard.server.tables.autoplay import autoplay
from grognard.server.tables.clocks import is_paused
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.open_table import open_table
from grognard.server.tables.table_registry import TableRegistry
from tests.server.support import dealt
from tests.server.test_clocks import (
    GUESTS,
    House,
    Workers,
    another,
    at_rest,
    begun,
    deciding,
    house,
    move,
    out_of_time,
    with_bots,
)

__all__ = ["house"]


async def paused(tables: TableRegistry, live: LiveTable) -> None:
    """Pauses the game by consent."""
    await pausing.ask(tables, live, GUESTS[0])
    await pausing.answer(tables, live, GUESTS[1], True)
    assert is_paused(live)


async def must_stand_still(tables: TableRegistry, live: LiveTable) -> None:
    """Gives everything that plays automatically an opportunity, here and after a restart; nothing may happen."""
    before = live.done
    for registry in (tables, another(tables)):
        found = await open_table(registry, live.id, GUESTS[0])
        autoplay(registry, found)
        await at_rest(found)
        assert (found.done, is_paused(found)) == (before, True)


@with_bots
async def test_a_choice_that_comes_during_a_pause_is_dropped(
    tables: TableRegistry, house: House, workers: Workers
) -> None:
    live, seat = await out_of_time(tables, house)
    before = live.done
    workers.free.clear()
    await time_up.stand_in(tables, live, GUESTS[1 - seat])
    await workers.asked.wait()
    await pausing.ask(tables, live, GUESTS[1 - seat])
    assert is_paused(live), "there is nobody else to ask"
    workers.free.set()
    await at_rest(live)
    assert (live.done, workers.chosen) == (before, 1)
    await must_stand_still(tables, live)
    assert workers.chosen == 1, "it doesn't even think"
    await pausing.go_on(tables, live, GUESTS[1 - seat])
    await at_rest(live)
    assert live.done > before
    assert deciding(live) == 1 - seat


@pytest.mark.parametrize("pace", [SLOW, LIVE], ids=["slow", "live"])
@pytest.mark.parametrize("elsewhere", [False, True], ids=["here", "elsewhere"])
def test_a_bot_in_its_own_seat_waits_too(tables: TableRegistry, house: House, pace: Pace, elsewhere: bool) -> None:
    async def played(tables: TableRegistry, house: House, workers: Workers) -> None:
        del house
        workers.free.clear()
        seats = ["you", "open", DEFAULT_LEVEL, DEFAULT_LEVEL]
        setup = Setup(game="green-troops", options={"seats": 4}, seats=seats, holders={1: {"b"}}, pace=pace)
        live = await dealt(tables, await create(tables, setup, "a"), *GUESTS)
        while live.computer(int(live.session.state.current_player())) is None:
            await move(tables, live)
        await workers.asked.wait()
        before = live.done
        registry = another(tables) if elsewhere else tables
        await paused(registry, await registry.follow(live.id))
        workers.free.set()
        await at_rest(live)
        assert (live.done, workers.chosen) == (before, 1)
        await must_stand_still(tables, live)
        await pausing.go_on(tables, live, GUESTS[0])
        await at_rest(live)
        assert live.done > before

    with_bots(played)(tables, house)


def test_an_automatic_pass_waits_for_the_end_of_a_pause(
    tables: TableRegistry, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "PASS_MILLISECONDS", (0, 1))

    async def played() -> None:
        live = await begun(tables)
        while live.session.view(deciding(live)).active == deciding(live):
            await move(tables, live)
        seat, before = deciding(live), live.done
        await paused(tables, live)
        await settings.set_ask(tables, live, GUESTS[seat], "not_this_turn")
        assert automatic_action(live, seat) is not None
        await must_stand_still(tables, live)
        await pausing.go_on(tables, live, GUESTS[seat])
        await at_rest(live)
        assert live.done > before
        await tables.close()

    asyncio.run(played())


def test_a_plan_waits_for_the_end_of_a_pause(tables: TableRegistry, house: House) -> None:
    async def played() -> None:
        live = await begun(tables)
        seat = deciding(live)
        action = next(one for one in live.session.state.legal_actions() if one not in live.game.implied.values())
        plan = [live.game.action_to_string(action)]
        await paused(tables, live)
        await tables.store.set_seat(live.id, seat, plan=plan)
        await must_stand_still(tables, live)
        await plans.play_due_plan(tables, live)
        assert live.done == 0
        assert live.due(seat), "the plan is kept"
        await pausing.go_on(tables, live, GUESTS[seat])
        await at_rest(live)
        assert live.done == 1
        await tables.close()

    asyncio.run(played())
