"""The clock of a table: what is charged, when time is up, and what the players can do about it, all by a fake time."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any, cast

import msgspec
import pytest

from grognard.bots.workers import Choice
from grognard.kernel.errors import BadInput
from grognard.play.clock import DAY, FAST, HOUR, LIVE, MINUTE, NONE, SLOW, Pace, read_pace
from grognard.play.players import DEFAULT_LEVEL
from grognard.server.errors import Forbidden, Stale
from grognard.server.guests.my_games import games_list, running_games
from grognard.server.storage.people import PeopleStore
from grognard.server.storage.tables import TableStore
from grognard.server.table_page import seat_models, table_model
from grognard.server.tables import autoplay, pausing, resigning, time_up, undo
from grognard.server.tables.clocks import decider, time_left
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.play import play
from grognard.server.tables.resigning import claim_reason, is_asked_if_there, seconds_until_claim
from grognard.server.tables.table_registry import TableRegistry
from grognard.server.time_model import time_model, timed
from grognard.web.pages import render
from grognard.web.table_model import TimeModel
from tests.server.support import dealt

GUESTS = ("a", "b")
BLITZ = read_pace("clock", 10, 5)


class House:
    """House time that the test sets."""

    def __init__(self) -> None:
        self.moment = 1000.0

    def now(self) -> float:
        """Returns the time."""
        return self.moment

    async def tick(self) -> None:
        """Writes nothing."""


class Workers:
    """Bots that take their first action, once the test lets them."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.free.set()
        self.asked = asyncio.Event()
        self.chosen = 0

    async def choose(self, session: Any, seat: int, bot: str, _thought: float) -> Choice:
        """Returns a choice."""
        assert bot == DEFAULT_LEVEL
        action = session.state.legal_actions()[0]
        self.asked.set()
        await self.free.wait()
        self.chosen += 1
        return Choice(action, 0.0)


@pytest.fixture
def house(tables: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> House:
    """The time of the tables, and bots that answer at once."""
    monkeypatch.setattr(TableRegistry, "notify", lambda *_, **__: None)
    monkeypatch.setattr(autoplay, "seconds_left", lambda *_: 0)
    found = House()
    tables.house = cast(Any, found)
    return found


async def begun(tables: TableRegistry, pace: Pace = SLOW, game: str = "fusillade") -> LiveTable:
    """A table of two guests, a and b, just dealt."""
    setup = Setup(game=game, options={}, seats=["you", "open"], holders={1: {"b"}}, pace=pace)
    live = await dealt(tables, await create(tables, setup, "a"), *GUESTS)
    assert live.dealt
    return live


def deciding(live: LiveTable) -> int:
    """The seat that has to decide."""
    seat = decider(live)
    assert seat is not None
    return seat


async def move(tables: TableRegistry, live: LiveTable) -> None:
    """Who has to decide plays something."""
    guest = GUESTS[deciding(live)]
    at = tables.token(live, guest)
    await play(tables, live, guest, live.session.state.legal_actions()[0], at)


def left(tables: TableRegistry, live: LiveTable, seat: int) -> float:
    """The time a seat has left."""
    found = time_left(live, seat, tables.house.now())
    assert found is not None
    return found


def notice(tables: TableRegistry, live: LiveTable, seat: int) -> TimeModel | None:
    """What the page of a seat's guest says about time."""
    return time_model(tables, live, GUESTS[seat], seat)


def said(tables: TableRegistry, live: LiveTable, seat: int) -> str:
    """The sentences of that."""
    found = notice(tables, live, seat)
    return "" if found is None else words(found.says)


def words(text: str) -> str:
    """A text without its tags."""
    return re.sub("<[^>]+>", "", text)


def page(tables: TableRegistry, live: LiveTable, seat: int) -> str:
    """The table as the seat's guest sees it."""
    drawn = table_model(tables, live, GUESTS[seat], "")
    return render("_table.html", p=drawn, meta=live.game.spec.meta)


def times(tables: TableRegistry, live: LiveTable) -> list[str]:
    """The time next to each seat."""
    return [words(seat.time) for seat in timed(tables, live, "c", seat_models(live, "c"))]


def test_over_days_the_clock_starts_with_the_deal(tables: TableRegistry, house: House) -> None:
    async def played() -> None:
        live = await begun(tables)
        assert live.clock is not None
        seat = deciding(live)
        assert live.clock.running == seat
        house.moment += 5 * HOUR
        assert left(tables, live, seat) == 3 * DAY - 5 * HOUR
        assert left(tables, live, 1 - seat) == 3 * DAY
        assert times(tables, live)[seat] == "2 days 19 hours left"
        assert times(tables, live)[1 - seat] == "3 days left"

    asyncio.run(played())


def test_a_live_clock_starts_with_the_first_action(tables: TableRegistry, house: House) -> None:
    async def played() -> None:
        live = await begun(tables, BLITZ)
        house.moment += 100
        assert live.clock is None
        assert times(tables, live) == ["10:00", "10:00"]
        await move(tables, live)
        assert live.clock is not None
        assert live.clock.left == (600, 600)
        seat = deciding(live)
        house.moment += 61
        assert left(tables, live, seat) == 539
        [running, waiting] = [timed(tables, live, "c", seat_models(live, "c"))[one] for one in (seat, 1 - seat)]
        assert running.up_at == live.clock.since + 600
        assert running.time == "8 minutes left", "without scripts"
        assert (waiting.time, waiting.up_at) == ("10:00", None)
        assert f'data-up-at="{running.up_at}"' in page(tables, live, 0)

    asyncio.run(played())


def test_seats_pay_for_their_own_time_and_gain_once_a_turn(tables: TableRegistry, house: House) -> None:
    """Also through windows in which the other seat may react."""

    async def played() -> None:
        live = await begun(tables, FAST)
        expected, grown = [3.0 * DAY, 3.0 * DAY], [0, 0]
        grown[deciding(live)] = live.session.state.turn
        windows = 0
        for _ in range(120):
            seat = deciding(live)
            house.moment += HOUR
            assert left(tables, live, seat) == expected[seat] - HOUR
            expected[seat] -= HOUR
            await move(tables, live)
            if live.over:
                break
            after, turn = deciding(live), live.session.state.turn
            windows += live.session.view(after).active != after
            if turn > grown[after]:
                if grown[after]:
                    expected[after] = max(expected[after], min(expected[after] + FAST.gain, FAST.most))
                grown[after] = turn
            assert [left(tables, live, one) for one in (0, 1)] == expected
        assert windows > 3
        assert live.session.state.turn > 3

    asyncio.run(played())


def test_a_secret_pick_does_not_show_in_the_time(tables: TableRegistry, house: House) -> None:
    async def played() -> None:
        live = await begun(tables)
        picks = 0
        for _ in range(60):
            seat = deciding(live)
            before, version = times(tables, live), live.version([1 - seat])
            await move(tables, live)
            if live.over:
                break
            if deciding(live) == seat and live.version([1 - seat]) == version:
                picks += 1
                assert times(tables, live) == before
            house.moment += HOUR / 4
        assert picks

    asyncio.run(played())


def test_after_time_has_run_out_a_secret_pick_shows_nowhere(tables: TableRegistry, house: House) -> None:
    async def played() -> None:
        live = await begun(tables, BLITZ)
        await until_a_pick(tables, live)
        seat = deciding(live)
        house.moment += 700
        before = times(tables, live), notice(tables, live, 1 - seat), seconds_until_claim(tables, live, 1 - seat)
        assert before[0][seat] == "out of time"
        at = tables.token(live, GUESTS[seat])
        await undo.step_back(tables, live, GUESTS[seat], at)
        assert deciding(live) == seat
        assert (times(tables, live), notice(tables, live, 1 - seat)) == before[:2]
        assert claim_reason(tables, live, 1 - seat) == "time"

    asyncio.run(played())


async def until_a_pick(tables: TableRegistry, live: LiveTable) -> None:
    """Plays until a seat has made a choice that nobody else has seen."""
    for _ in range(60):
        seat, version = deciding(live), live.version([1 - deciding(live)])
        await move(tables, live)
        if live.clock is not None and deciding(live) == seat and live.version([1 - seat]) == version:
            return
    raise AssertionError("no seat picks anything")


def test_a_game_is_claimed_when_time_is_up_and_not_before(tables: TableRegistry, house: House) -> None:
    async def played() -> None:
        live = await begun(tables)
        seat = deciding(live)
        other = 1 - seat
        assert said(tables, live, seat) == said(tables, live, other) == ""
        house.moment += 2 * DAY - 1
        assert said(tables, live, seat) == said(tables, live, other) == ""
        house.moment += 4 * HOUR + 1
        at = r"\d+ [A-Z]\w+, \d\d:\d\d UTC"
        assert re.fullmatch(rf"Your time is nearly up: 20 hours left, until {at}\.", said(tables, live, seat))
        assert re.fullmatch(
            rf"{live.game.seats[seat]} has 20 hours left\. You can claim the game from {at}\.",
            said(tables, live, other),
        )
        house.moment += 20 * HOUR - 1
        assert claim_reason(tables, live, other) is None
        with pytest.raises(BadInput, match="Your opponent still has time"):
            await resigning.claim(tables, live, GUESTS[other])
        house.moment += 1
        assert claim_reason(tables, live, other) == "time"
        assert claim_reason(tables, live, seat) is None
        with pytest.raises(BadInput):
            await resigning.claim(tables, live, GUESTS[seat])
        claimer = live.game.seats[other]
        assert said(tables, live, seat) == f"Your time is up, and {claimer} can claim the game. You can still play."
        found = notice(tables, live, other)
        assert found is not None
        assert found.says == f"{live.game.seats[seat]} is out of time."
        assert (found.asks, found.gift, found.may_stand_in, found.loser) == (
            True,
            "a day",
            False,
            live.game.seats[seat],
        )
        assert 'data-question="Claim the game?"' in page(tables, live, other)
        assert table_model(tables, live, GUESTS[other], "").asked == f"{live.game.seats[seat]} is out of time"
        assert "/claim" not in page(tables, live, seat)
        await resigning.claim(tables, live, GUESTS[other])
        outcome = live.session.outcome()
        assert outcome is not None
        assert (outcome.winners, outcome.reason) == ((other,), "claimed")
        assert "ran out of time" in outcome.text
        assert live.result is not None
        assert "ran out of time" in live.result.text
        assert times(tables, live) == ["", ""]
        assert said(tables, live, seat) == said(tables, live, other) == ""
        assert "You ran out of time." in page(tables, live, seat)
        ending = table_model(tables, live, "a spectator", "").ending
        assert ending is not None
        assert ending.why == f"{live.game.seats[other]} claimed the game: {live.game.seats[seat]} ran out of time."

    asyncio.run(played())


@pytest.mark.parametrize(("pace", "told"), [(SLOW, "is out of time"), (LIVE, "has left the table")])
def test_the_start_page_names_the_opponent_whose_game_can_be_claimed(
    tables: TableRegistry, house: House, pace: Pace, told: str
) -> None:
    async def played() -> None:
        live = await begun(tables, pace)
        seat = deciding(live)
        guest, people = GUESTS[1 - seat], PeopleStore(tables.store._database)
        live.noticed[seat] -= tables.config.claim_after - MINUTE
        house.moment += 3 * DAY - 1
        [entry] = await running_games(tables, people, guest)
        assert (entry.claim, entry.decides) == ("", live.game.seats[seat])
        live.noticed[seat] -= MINUTE
        house.moment += 1
        [entry] = await running_games(tables, people, guest)
        assert entry.claim == f"{live.game.seats[seat]} {told}"
        assert f'<strong class="badge">{entry.claim}</strong>' in (await games_list(tables, people, guest)).html
        [entry] = await running_games(tables, people, GUESTS[seat])
        assert (entry.claim, entry.yours) == ("", True)

    asyncio.run(played())


def test_a_seat_that_begins_with_little_time_is_warned_for_a_whole_day(tables: TableRegistry, house: House) -> None:
    async def played() -> None:
        live = await begun(tables, Pace("days", start=2 * HOUR))
        seat = deciding(live)
        house.moment += 3 * HOUR
        claimer = live.game.seats[1 - seat]
        assert said(tables, live, seat).startswith(f"Your time is up. {claimer} can claim the game from ")
        assert claim_reason(tables, live, 1 - seat) is None
        assert said(tables, live, 1 - seat).startswith(f"{live.game.seats[seat]} is out of time. You can claim")
        house.moment += 21 * HOUR - 1
        assert claim_reason(tables, live, 1 - seat) is None
        house.moment += 1
        assert claim_reason(tables, live, 1 - seat) == "time"

    asyncio.run(played())


def test_over_days_a_page_may_be_closed_while_the_opponent_is_away(
    tables: TableRegistry, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closable(live: LiveTable, seat: int) -> bool:
        return "You can close this page. <a href=" in page(tables, live, seat)

    async def played() -> None:
        live, fast = await begun(tables), await begun(tables, BLITZ)
        seat = deciding(live)
        assert not closable(live, 1 - seat), "they are here"
        monkeypatch.setattr("grognard.server.time_model.is_here", lambda *_: False)
        assert closable(live, 1 - seat)
        assert not closable(live, seat), "it is their own turn"
        assert not closable(fast, 1 - deciding(fast))

    asyncio.run(played())


def test_time_can_be_given_once_it_is_nearly_up(tables: TableRegistry, house: House) -> None:
    async def played() -> None:
        live = await begun(tables)
        seat = deciding(live)
        other = 1 - seat
        with pytest.raises(BadInput, match="no need"):
            await time_up.give_time(tables, live, GUESTS[other])
        house.moment += 2 * DAY + HOUR
        with pytest.raises(BadInput):
            await time_up.give_time(tables, live, GUESTS[seat])
        with pytest.raises(Forbidden):
            await time_up.give_time(tables, live, "c")
        await time_up.give_time(tables, live, GUESTS[other])
        assert left(tables, live, seat) == 2 * DAY - HOUR
        assert said(tables, live, seat) == said(tables, live, other) == ""
        house.moment += 2 * DAY
        assert claim_reason(tables, live, other) == "time"
        await time_up.give_time(tables, live, GUESTS[other])
        assert left(tables, live, seat) == DAY
        assert claim_reason(tables, live, other) is None

    asyncio.run(played())


def test_in_a_live_game_you_are_asked_whether_you_are_there(tables: TableRegistry, house: House) -> None:
    async def played() -> None:
        live = await begun(tables, BLITZ)
        await move(tables, live)
        seat = deciding(live)
        other = 1 - seat
        house.moment += 539
        assert not is_asked_if_there(tables, live, seat)
        assert said(tables, live, seat) == said(tables, live, other) == ""
        house.moment += 1
        assert said(tables, live, seat) == "Are you there? Your time is nearly up."
        assert "I'm here</button>" in page(tables, live, seat).replace("&#39;", "'")
        assert said(tables, live, other) == (
            f"{live.game.seats[seat]} has 1 minute left. You can claim the game in less than a minute."
        )
        house.moment += 60
        assert said(tables, live, seat) == "Are you there? Your time is up."
        found = notice(tables, live, other)
        assert found is not None
        assert found.gift == "5 minutes"
        await time_up.give_time(tables, live, GUESTS[other])
        assert said(tables, live, seat) == said(tables, live, other) == ""
        assert left(tables, live, seat) == 300

    asyncio.run(played())


def test_whoever_asks_for_a_pause_reads_whose_time_runs(tables: TableRegistry, house: House) -> None:
    assert house.moment, "it stands still"

    async def played() -> None:
        live = await begun(tables)
        seat, names = deciding(live), live.game.seats
        for asking, told in (
            (seat, f"Your time runs until {names[1 - seat]} agrees."),
            (1 - seat, f"{names[seat]}'s time runs until they agree."),
        ):
            await pausing.ask(tables, live, GUESTS[asking])
            assert table_model(tables, live, GUESTS[asking], "").pause.until_agreed == told
            assert table_model(tables, live, GUESTS[1 - asking], "").pause.until_agreed == ""
            await pausing.answer(tables, live, GUESTS[asking], agrees=False)

    asyncio.run(played())


@pytest.mark.parametrize("stopped", ["paused", "vacation"])
def test_nobody_claims_while_time_stands_still(tables: TableRegistry, house: House, stopped: str) -> None:
    async def played() -> None:
        live = await begun(tables)
        seat = deciding(live)
        assert live.clock is not None
        if stopped == "paused":
            clock = msgspec.structs.replace(live.clock, paused=True)
            live.table = msgspec.structs.replace(live.table, clock=clock)
        else:
            away = ((house.moment, house.moment + 20 * DAY),)
            live.seats[seat] = msgspec.structs.replace(live.seats[seat], vacations=away)
        before = left(tables, live, seat)
        house.moment += 19 * DAY
        assert left(tables, live, seat) == before
        assert claim_reason(tables, live, 1 - seat) is None
        assert seconds_until_claim(tables, live, 1 - seat) is None
        assert said(tables, live, seat) == said(tables, live, 1 - seat) == ""
        told = r"3 days left" if stopped == "paused" else r"on vacation until \d+ [A-Z]\w+"
        assert re.fullmatch(told, times(tables, live)[seat])

    asyncio.run(played())


def test_a_vacation_does_not_stop_a_live_clock(tables: TableRegistry, house: House) -> None:
    async def played() -> None:
        live = await begun(tables, BLITZ)
        await move(tables, live)
        seat = deciding(live)
        for number in (0, 1):
            away = ((house.moment, house.moment + 20 * DAY),)
            live.seats[number] = msgspec.structs.replace(live.seats[number], vacations=away)
        house.moment += 100
        assert left(tables, live, seat) == 500
        models = timed(tables, live, "c", seat_models(live, "c"))
        assert [model.time for model in models] == ["8 minutes left" if one == seat else "10:00" for one in (0, 1)]
        assert all(
            re.fullmatch(r"on vacation until <time [^>]*>\d+ [A-Z]\w+</time>", model.vacation) for model in models
        )
        assert f'<span class="seat-vacation">{models[0].vacation}</span>' in page(tables, live, seat)
        house.moment += 450
        assert said(tables, live, seat) == "Are you there? Your time is nearly up."
        house.moment += 50
        assert claim_reason(tables, live, 1 - seat) == "time"
        await move(tables, live)
        assert left(tables, live, seat) == pytest.approx(0)

    asyncio.run(played())


def test_who_leaves_a_live_game_for_a_vacation_may_lose_it(tables: TableRegistry, house: House) -> None:
    async def played() -> None:
        live = await begun(tables, LIVE)
        seat = deciding(live)
        away = ((house.moment, house.moment + 20 * DAY),)
        live.seats[seat] = msgspec.structs.replace(live.seats[seat], vacations=away)
        assert re.fullmatch(r"on vacation until \d+ [A-Z]\w+", times(tables, live)[seat])
        live.noticed[seat] -= tables.config.claim_after + 1
        assert claim_reason(tables, live, 1 - seat) == "left"

    asyncio.run(played())


@pytest.mark.parametrize("pace", [NONE, LIVE])
def test_without_a_clock_no_time_is_shown(tables: TableRegistry, house: House, pace: Pace) -> None:
    async def played() -> None:
        live = await begun(tables, pace)
        await move(tables, live)
        house.moment += 100 * DAY
        assert live.clock is None
        assert times(tables, live) == ["", ""]
        assert claim_reason(tables, live, 1 - deciding(live)) is None, "nobody has been away for long"
        assert said(tables, live, deciding(live)) == ""

    asyncio.run(played())


# -- the computer plays on ---------------------------------------------------------------------------------------------


def with_bots(test: Callable[[TableRegistry, House, Workers], Awaitable[None]]) -> Any:
    """A test at tables with workers."""

    def ran(tables: TableRegistry, house: House) -> None:
        async def all_of_it() -> None:
            workers = Workers()
            tables.workers = cast(Any, workers)
            try:
                await test(tables, house, workers)
            finally:
                await tables.close()

        asyncio.run(all_of_it())

    ran.__name__ = ran.__qualname__ = test.__name__
    return ran


async def out_of_time(tables: TableRegistry, house: House) -> tuple[LiveTable, int]:
    """A table where the computer may play on, and the seat whose time has run out."""
    live = await begun(tables, msgspec.structs.replace(SLOW, stand_in=True))
    seat = deciding(live)
    with pytest.raises(BadInput):
        await time_up.stand_in(tables, live, GUESTS[1 - seat])
    house.moment += 3 * DAY
    return live, seat


async def at_rest(live: LiveTable) -> None:
    """Waits until the computer has nothing to do."""
    while live.driver is not None and not live.driver.done():
        await asyncio.wait([live.driver])


@with_bots
async def test_the_computer_plays_on_until_the_seat_is_taken_back(
    tables: TableRegistry, house: House, workers: Workers
) -> None:
    live, seat = await out_of_time(tables, house)
    other = 1 - seat
    found = notice(tables, live, other)
    assert found is not None
    assert found.may_stand_in
    with pytest.raises(BadInput):
        await time_up.stand_in(tables, live, GUESTS[seat])
    before = live.done
    await time_up.stand_in(tables, live, GUESTS[other])
    await at_rest(live)
    assert live.done > before
    assert workers.chosen
    assert deciding(live) == other
    assert times(tables, live)[seat] == "computer is playing"
    mine = notice(tables, live, seat)
    assert mine is not None
    assert mine.says == "Your time ran out, so the computer is playing for you."
    drawn = table_model(tables, live, GUESTS[seat], "")
    assert (drawn.view.actions, drawn.deciding, drawn.undo) == ((), False, "")
    assert "Take your seat back" in page(tables, live, seat)
    at = tables.token(live, GUESTS[seat])
    for refused in (
        play(tables, live, GUESTS[seat], 0, at),
        undo.step_back(tables, live, GUESTS[seat], at),
        undo.put_back(tables, live, GUESTS[seat], "x", at),
    ):
        with pytest.raises(Forbidden, match="The computer is playing for you"):
            await refused
    house.moment += 30 * DAY
    assert claim_reason(tables, live, other) is None
    await time_up.take_back(tables, live, GUESTS[seat])
    assert live.table.stand_ins == ()
    assert notice(tables, live, seat) is not None, "now they may claim: the other's time has run out"
    assert left(tables, live, seat) == DAY


@with_bots
async def test_nobody_claims_while_the_computer_thinks_and_its_seat_can_be_taken_back(
    tables: TableRegistry, house: House, workers: Workers
) -> None:
    live, seat = await out_of_time(tables, house)
    other = 1 - seat
    workers.free.clear()
    before = live.done
    await time_up.stand_in(tables, live, GUESTS[other])
    await workers.asked.wait()
    house.moment += 30 * DAY
    assert claim_reason(tables, live, other) is None
    with pytest.raises(BadInput):
        await resigning.claim(tables, live, GUESTS[other])
    await time_up.take_back(tables, live, GUESTS[seat])
    workers.free.set()
    await at_rest(live)
    assert (live.done, deciding(live)) == (before, seat), "the computer's choice came too late"
    assert left(tables, live, seat) == DAY
    await move(tables, live)
    assert live.done > before


@with_bots
async def test_a_result_says_that_the_computer_played_on(tables: TableRegistry, house: House, workers: Workers) -> None:
    live, seat = await out_of_time(tables, house)
    await time_up.stand_in(tables, live, GUESTS[1 - seat])
    await at_rest(live)
    await resigning.resign(tables, live, GUESTS[1 - seat])
    assert live.result is not None
    assert live.result.text.endswith(f" The computer played on for {live.game.seats[seat]}.")
    assert "The computer played on for you." in page(tables, live, seat)
    assert f"The computer played on for {live.game.seats[seat]}." in page(tables, live, 1 - seat)


# -- several processes and a restart -----------------------------------------------------------------------------------


def another(tables: TableRegistry) -> TableRegistry:
    """Another process on the same database, with the same house time."""
    return TableRegistry(tables.config, TableStore(tables.store._database), tables._news, tables.workers, tables.house)


def test_two_processes_agree(tables: TableRegistry, house: House) -> None:
    async def played() -> None:
        live, other = await begun(tables), another(tables)
        for _ in range(12):
            house.moment += HOUR
            await move(tables, live)
            there = await other.follow(live.id)
            assert there.clock == live.clock
            house.moment += HOUR
            await move(other, there)
            live = await tables.follow(live.id)
            assert there.clock == live.clock
        seat = deciding(live)
        house.moment += 20 * DAY
        await time_up.give_time(other, await other.follow(live.id), GUESTS[1 - seat])
        with pytest.raises(BadInput, match="still has time"):
            await resigning.claim(tables, live, GUESTS[1 - seat])
        assert left(tables, live, seat) == DAY

    asyncio.run(played())


def test_a_move_at_one_process_does_not_undo_a_gift_at_another(tables: TableRegistry, house: House) -> None:
    async def played() -> None:
        live, other = await begun(tables), another(tables)
        seat = deciding(live)
        house.moment += 20 * DAY
        there = await other.follow(live.id)
        await time_up.give_time(tables, live, GUESTS[1 - seat])
        with pytest.raises(Stale):
            await move(other, there)  # which does not know of the gift yet
        await move(other, await other.follow(live.id))
        live = await tables.follow(live.id)
        assert live.clock is not None
        assert live.clock.left[seat] == DAY

    asyncio.run(played())


def test_a_restart_costs_nobody_anything(tables: TableRegistry, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def played() -> None:
        live = await begun(tables)
        house.moment += HOUR
        await move(tables, live)
        house.moment += HOUR
        before = [left(tables, live, seat) for seat in (0, 1)]
        for hours in (2, -2):  # setting the wall clock in the meantime changes nothing
            step = hours * HOUR
            monkeypatch.setattr("time.time", lambda step=step: 1.8e9 + step)
            again = another(tables)
            assert [left(again, await again.follow(live.id), seat) for seat in (0, 1)] == before

    asyncio.run(played())


def test_a_table_from_before_there_were_clocks_goes_on_as_it_was(tables: TableRegistry, house: House) -> None:
    async def played() -> None:
        live = await begun(tables, LIVE)
        seat = deciding(live)
        await move(tables, live)
        seat = deciding(live)
        live.noticed[seat] -= tables.config.claim_after - MINUTE - 1
        assert said(tables, live, 1 - seat) == ""
        live.noticed[seat] -= 5
        assert said(tables, live, 1 - seat) == (
            f"{live.game.seats[seat]} has been away for a while. You can claim the game in less than a minute."
        )
        assert said(tables, live, seat) == "Are you there? Your opponent can soon claim the game."
        live.noticed[seat] -= MINUTE
        assert claim_reason(tables, live, 1 - seat) == "left"
        assert said(tables, live, 1 - seat) == f"{live.game.seats[seat]} has been away for 5 minutes."
        await resigning.claim(tables, live, GUESTS[1 - seat])
        assert live.result is not None
        assert "has left" in live.result.text

    asyncio.run(played())
