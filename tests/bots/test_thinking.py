"""Thinking in processes: what a question holds, how advice is put together, and how long anybody waits."""

from __future__ import annotations

import asyncio
import time

import pytest

import grognard
from grognard.bots import BOTS, Ismcts, Thinkers, Weighed, bot, left, merged, question_at, thinking, weigh
from grognard.bots.levels import allotment
from grognard.bots.thinking import choose, question
from grognard.play.session import Session, bot_seed


def session(slug: str = "three-emperors", seed: int = 7) -> Session:
    """A game at a decision among several actions."""
    found = Session(grognard.load(slug), seed, ["human"] * grognard.load(slug).num_players())
    while len(found.state.legal_actions()) < 3:
        found.play(found.state.current_player(), found.state.legal_actions()[0])
    return found


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_a_question_does_not_hold_the_true_position(slug: str) -> None:
    table = session(slug)
    asked = question_at(table)
    assert asked.seat == table.state.current_player()
    assert asked.world != table.state.serialize()
    world = table.game.deserialize(asked.world)
    assert world.view(asked.seat) == table.state.view(asked.seat)
    # The same game dealt from another seed, the seat knowing the same: the same question.
    other = table.state.resample_from_infostate(asked.seat, 99)
    assert question(table.game, other, asked.seat, 0) == asked


def test_the_process_chooses_as_the_bot_would_here() -> None:
    table = session()
    seat = table.state.current_player()
    asked = question(table.game, table.state, seat, bot_seed(table.seed, seat))
    known = table.game.deserialize(asked.world).information(seat, asked.seed)
    assert choose(asked, "greedy") == bot("greedy").choose(known)


def test_each_turn_has_other_samples_and_the_same_turn_the_same() -> None:
    asked = question_at(session())
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


def test_many_that_search_at_once_share_the_time() -> None:
    table, slow = session(), "ismcts:iterations=1+seconds=0.5"

    async def ask() -> float:
        thinkers = Thinkers(1)
        try:
            seat = table.state.current_player()
            await thinkers.choose(table, seat, "greedy")  # a process has to start first
            started = time.monotonic()
            chosen = await asyncio.gather(*(thinkers.choose(table, seat, slow) for _ in range(12)))
            assert set(chosen) <= set(table.state.legal_actions())
            return time.monotonic() - started
        finally:
            thinkers.close()

    took = asyncio.run(ask())
    assert took < 5, "twelve times half a second is six"


def test_advice_does_not_keep_a_bot_waiting_for_all_of_it() -> None:
    table = session()

    async def ask() -> float:
        thinkers = Thinkers(1)
        try:
            await thinkers.weigh(question_at(table), 0.0)
            advice = [asyncio.create_task(thinkers.weigh(question_at(table), 0.25, turn)) for turn in range(20)]
            await asyncio.sleep(0.1)
            began = time.monotonic()
            await thinkers.choose(table, table.state.current_player(), "greedy")
            waited = time.monotonic() - began
            for task in advice:
                task.cancel()
            return waited
        finally:
            thinkers.close()

    assert asyncio.run(ask()) < 3.5, "twenty rounds are five seconds"


# -- at a table of the server ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spent", [0.0, 0.3, 0.999, 1.0, 2.4], ids=lambda spent: f"{spent} allotments")
@pytest.mark.parametrize("name", BOTS)
def test_an_answer_may_be_seen_after_one_allotment_or_a_multiple(name: str, spent: float) -> None:
    allotted = allotment(name)
    rest = left(name, spent * allotted)
    assert 0 < rest <= allotted
    assert (spent * allotted + rest) / allotted == pytest.approx(int(spent) + 1)


def test_a_search_ends_within_its_time_and_no_later_than_it_would_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    table = session()
    asked = question_at(table)
    for seconds, within, expected in ((0.0, 0.5, 0.5), (9.0, 0.5, 0.5), (0.1, 0.5, 0.1), (9.0, 0.0, 9.0)):
        player = Ismcts(seconds=seconds, effort=1)
        monkeypatch.setattr(thinking, "bot", lambda _name, player=player: player)
        assert choose(asked, "a search", 1, within) in table.state.legal_actions()
        assert player.seconds == expected


@pytest.mark.parametrize("name", [name for name in BOTS if bot(name).searches])
def test_a_search_leaves_time_for_what_else_has_to_be_done(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = session()
    given: list[float] = []

    async def answered(_work: object, _asked: object, _name: str, _share: int, within: float) -> int:
        given.append(within)
        return 0

    async def ask() -> None:
        thinkers = Thinkers(1)
        monkeypatch.setattr(thinkers, "_answered", answered)
        await thinkers.choose(table, table.state.current_player(), name)
        await thinkers.choose(table, table.state.current_player(), name, time.monotonic())
        thinkers.close()

    asyncio.run(ask())
    assert given[0] == 0, "nobody waits for it at a table"
    assert 0 < given[1] <= allotment(name) * thinking.PART
