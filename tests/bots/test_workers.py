"""Thinking in processes: what a question holds, how advice is put together, and how long anybody waits."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time

import pytest

import grognard
from grognard.bots import BOTS, Ismcts, Weighed, Workers, bot, merged, search_task_at, seconds_left, weigh, workers
from grognard.bots.levels import FOR_THOUGHT, answer_seconds, time_for
from grognard.bots.workers import Choice, choose, search_task
from grognard.play.session import Session, bot_seed


def session(slug: str = "three-emperors", seed: int = 7) -> Session:
    """A game at a decision among several actions."""
    seats = ["human"] * grognard.load(slug).num_players()
    found, choices = Session(grognard.load(slug), seed, seats), 3
    while len(found.state.legal_actions()) < choices:
        found.play(found.state.current_player(), found.state.legal_actions()[0])
        if found.state.is_terminal():  # a very short game: another, with fewer choices
            found, choices = Session(grognard.load(slug), seed + 1, seats), 2
    return found


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_a_question_does_not_hold_the_true_position(slug: str) -> None:
    table = session(slug)
    asked = search_task_at(table)
    assert asked.seat == table.state.current_player()
    assert asked.world != table.state.serialize()
    world = table.game.deserialize(asked.world)
    assert world.view(asked.seat) == table.state.view(asked.seat)
    # The same game dealt from another seed, the seat knowing the same: the same question.
    other = table.state.resample_from_infostate(asked.seat, 99)
    assert search_task(table.game, other, asked.seat, 0) == asked


def test_the_process_chooses_as_the_bot_would_here() -> None:
    table = session()
    seat = table.state.current_player()
    asked = search_task(table.game, table.state, seat, bot_seed(table.seed, seat))
    known = table.game.deserialize(asked.world).information(seat, asked.seed)
    assert choose(asked, "greedy").action == bot("greedy").choose(known)


def test_each_turn_has_other_samples_and_the_same_turn_the_same() -> None:
    asked = search_task_at(session())
    first, again, second = (weigh(asked, 0.0, turn) for turn in (1, 1, 2))
    assert first == again
    assert first != second
    assert {one.do for one in first} == {one.do for one in second}
    assert all(0 <= one.chance <= 1 for one in first)


def test_several_searches_count_as_one() -> None:
    rounds = [
        [Weighed("A", "a", 30, 0.5), Weighed("B", "b", 10, 0.2)],
        [Weighed("B", "b", 30, 0.6), Weighed("C", "c", 5, 0.9), Weighed("A", "a", 10, 0.1)],
    ]
    found = merged(rounds)
    assert [(one.do, one.visits) for one in found] == [("B", 40), ("C", 5), ("A", 40)]
    assert [one.chance for one in found] == pytest.approx([0.5, 0.9, 0.4])
    assert merged([]) == []


@pytest.mark.parametrize("name", BOTS)
def test_a_level_gets_the_same_however_many_think(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table, many = session(), 40
    given: list[tuple[object, ...]] = []

    async def answered(work: object, _asked: object, *how: object) -> Choice:
        given.append((work, *how))
        await asyncio.sleep(0)
        return Choice(0, 0.0)

    async def ask() -> None:
        workers = Workers(2)
        monkeypatch.setattr(workers, "_answered", answered)
        choosing = [workers.choose(table, table.state.current_player(), name, 0.0) for _ in range(many)]
        await choosing[0]
        await asyncio.gather(*choosing[1:])
        assert workers.choosing == 0
        workers.close()

    asyncio.run(ask())
    assert given == [(choose, name, time_for(name, 0.0))] * many


def test_many_that_search_at_once_have_their_whole_time_of_the_processor() -> None:
    """Six searches in one process, next to a neighbor that never rests."""
    table, seconds = session(), 0.2

    async def ask() -> list[Choice]:
        workers = Workers(1)
        try:
            seat = table.state.current_player()
            return await asyncio.gather(
                *(workers.choose(table, seat, f"ismcts:iterations=1+seconds={seconds}+sure=0.0") for _ in range(6))
            )
        finally:
            workers.close()

    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as neighbour:
        try:
            found = asyncio.run(ask())
        finally:
            neighbour.kill()
    assert all(chosen.seconds >= seconds for chosen in found)
    assert {chosen.action for chosen in found} <= set(table.state.legal_actions())


def test_advice_does_not_keep_a_bot_waiting_for_all_of_it() -> None:
    table = session()

    async def ask() -> float:
        workers = Workers(1)
        try:
            await workers.weigh(search_task_at(table), 0.0)
            advice = [asyncio.create_task(workers.weigh(search_task_at(table), 0.25, turn)) for turn in range(20)]
            await asyncio.sleep(0.1)
            began = time.monotonic()
            await workers.choose(table, table.state.current_player(), "greedy")
            waited = time.monotonic() - began
            for task in advice:
                task.cancel()
            return waited
        finally:
            workers.close()

    assert asyncio.run(ask()) < 3.5, "twenty rounds are five seconds"


# -- at a table of the server ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spent", [0.0, 0.3, 0.999, 1.0, 2.4], ids=lambda spent: f"{spent} allotments")
@pytest.mark.parametrize("name", BOTS)
def test_an_answer_may_be_seen_after_one_allotment_or_a_multiple(name: str, spent: float) -> None:
    allotted = answer_seconds(name)
    rest = seconds_left(name, spent * allotted)
    assert 0 < rest <= allotted
    assert (spent * allotted + rest) / allotted == pytest.approx(int(spent) + 1)


def test_a_search_ends_within_its_time_and_no_later_than_it_would_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    table = session()
    asked = search_task_at(table)
    for seconds, within, expected in ((0.0, 0.5, 0.5), (9.0, 0.5, 0.5), (0.1, 0.5, 0.1), (9.0, 0.0, 9.0)):
        player = Ismcts(seconds=seconds, effort=1)
        monkeypatch.setattr(workers, "bot", lambda _name, player=player: player)
        assert choose(asked, "a search", within).action in table.state.legal_actions()
        assert player.seconds == expected


@pytest.mark.parametrize("name", [name for name in BOTS if bot(name).searches])
def test_all_searches_of_a_choice_leave_time_for_what_else_has_to_be_done(name: str) -> None:
    first, thought = time_for(name, 0.0), 0.0
    assert first >= bot(name).seconds  # type: ignore[attr-defined]
    for _ in range(10):
        thought += time_for(name, thought)
    assert first < thought <= FOR_THOUGHT * answer_seconds(name)
    assert time_for(name, 100 * answer_seconds(name)) > 0, "also where the least that it does takes long"
