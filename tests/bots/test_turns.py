"""Turns: where many wait for few places, a guest who asks for much waits longest."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from grognard.bots.turns import NOBODY, WHOSE, Turns, Whose

A, B = Whose("one address", "a"), Whose("one address", "b")
C = Whose("another", "c")


def served(asked: Sequence[Whose], places: int = 1, given_up: Sequence[int] = ()) -> list[Whose]:
    """In what order those who ask have their turns, while another holds every place at first."""

    async def all_of_them() -> list[Whose]:
        turns, order = Turns(places), list[Whose]()

        async def one(whose: Whose) -> None:
            WHOSE.set(whose)
            async with turns.place():
                order.append(whose)
                await asyncio.sleep(0)

        async def hold(until: asyncio.Event) -> None:
            async with turns.place():
                await until.wait()

        free = asyncio.Event()
        holding = [asyncio.create_task(hold(free)) for _ in range(places)]
        await asyncio.sleep(0)
        tasks = [asyncio.create_task(one(whose)) for whose in asked]
        await asyncio.sleep(0)
        assert order == []
        for number in given_up:
            tasks[number].cancel()
        free.set()
        await asyncio.gather(*holding, *tasks, return_exceptions=True)
        async with asyncio.timeout(10), turns.place():  # a place is free again
            return order

    return asyncio.run(all_of_them())


def test_those_of_one_guest_keep_their_order_and_others_come_between() -> None:
    assert served([NOBODY] * 3) == [NOBODY] * 3
    assert served([A] * 5 + [C] * 2) == [A, C, A, C, A, A, A]
    assert served([A] * 4 + [B, C, C]) == [A, C, B, C, A, A, A], "an address has a turn, and there a guest"


@pytest.mark.parametrize("places", [1, 2, 3])
def test_everybody_has_a_turn(places: int) -> None:
    asked = [A, B, A, C, NOBODY, A, B]
    assert sorted(served(asked, places)) == sorted(asked)


def test_who_gives_up_leaves_the_place_to_others() -> None:
    assert served([A, C, A], given_up=[0, 1]) == [A]


def test_newcomers_keep_nobody_waiting_for_ever() -> None:
    """Each time a place is free another newcomer waits too."""

    async def rounds() -> int:
        turns, waited = Turns(1), asyncio.Event()

        async def one(whose: Whose) -> None:
            WHOSE.set(whose)
            async with turns.place():
                await asyncio.sleep(0)

        async def patient() -> None:
            for _ in range(3):
                await one(A)
            waited.set()

        coming, number = [asyncio.create_task(patient())], 0
        while not waited.is_set():
            number += 1
            coming.append(asyncio.create_task(one(Whose(f"address {number}", "x"))))
            await asyncio.sleep(0)
        await asyncio.gather(*coming)
        return number

    assert asyncio.run(rounds()) < 100


def test_a_place_is_free_again_after_an_error_and_when_its_holder_is_cancelled_as_it_comes() -> None:
    async def tried() -> None:
        turns = Turns(1)
        with pytest.raises(ZeroDivisionError):
            async with turns.place():
                raise ZeroDivisionError
        async with turns.place():
            waiting = asyncio.create_task(turns._come())
            await asyncio.sleep(0)
        waiting.cancel()  # it has the place by now, and does not know yet
        with pytest.raises(asyncio.CancelledError):
            await waiting
        async with asyncio.timeout(10), turns.place():
            pass

    asyncio.run(tried())
