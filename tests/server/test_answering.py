"""When a bot's answer can be seen: how long it thought tells nobody whether it had anything to think about."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest

from grognard.bots import Greedy, levels
from grognard.bots.workers import Choice
from grognard.play.session import Session
from grognard.server.tables import autoplay
from grognard.server.tables.live_table import LiveTable
from grognard.server.tables.lobby import Setup, create
from grognard.server.tables.open_table import open_table
from grognard.server.tables.play import play
from grognard.server.tables.table_registry import TableRegistry

SLUG: Final = "fusillade"  # some of its choices take several steps
DEEDS: Final = 150
PERSON: Final = "a"
STEP: Final = 1.0  # seconds that a step of a choice takes, as it says


class Thinker:
    """Thinks for so long about each decision, and knows at how many deeds it was told what."""

    def __init__(self, live: LiveTable, thought: float = 0.0) -> None:
        self.live = live
        self.thought = thought
        self.asked: dict[int, float] = {}

    async def choose(self, session: Session, seat: int, _name: str, thought: float) -> Choice:
        """The greedy bot's choice."""
        self.asked[self.live.done] = thought
        await asyncio.sleep(self.thought)
        return Choice(int(Greedy().choose(session.information(seat))), STEP)


@pytest.fixture
def quiet(tables: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> TableRegistry:
    """Tables of which nobody is told."""
    monkeypatch.setattr(tables, "_news", SimpleNamespace(publish=lambda *_: None))
    return tables


async def opened(tables: TableRegistry, thought: float = 0.0, name: str = "greedy") -> tuple[LiveTable, Thinker]:
    """A new table of a person and a bot, where the person decides."""
    thinker = Thinker(cast(Any, None), thought)
    tables.workers = cast(Any, thinker)
    id = await create(tables, Setup(game=SLUG, options={}, seats=["you", name], seed=3), PERSON)
    live = thinker.live = await tables.follow(id)
    await open_table(tables, id, PERSON)
    await bots_turn(live)
    return live, thinker


async def bots_turn(live: LiveTable) -> None:
    """Waits until the person decides."""
    if live.driver is not None:
        await live.driver


async def persons_turn(tables: TableRegistry, live: LiveTable) -> None:
    """The person decides as the greedy bot would."""
    action = int(Greedy().choose(live.session.information(0)))
    await play(tables, live, PERSON, action, tables.token(live, PERSON))


def test_what_the_others_see_is_held_and_nothing_else(quiet: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[int] = []

    async def game() -> tuple[LiveTable, Thinker]:
        live, thinker = await opened(quiet)

        def left(_bot: str, _spent: float) -> float:
            held.append(live.done)
            return 0.0

        monkeypatch.setattr(autoplay, "seconds_left", left)
        thinker.asked.clear()
        while live.done < DEEDS and not live.over:
            await persons_turn(quiet, live)
            await bots_turn(live)
        return live, thinker

    live, thinker = asyncio.run(game())
    seen = [number for number in thinker.asked if live.timeline.moments[number + 1].open]
    unseen = [number for number in thinker.asked if not live.timeline.moments[number + 1].open]
    assert held == seen
    assert unseen
    # All steps of a choice together have its time: it starts with what the others saw last.
    assert {thinker.asked[number] for number in thinker.asked if live.timeline.moments[number].open} == {0.0}
    for number in unseen:
        assert thinker.asked[number + 1] == thinker.asked[number] + STEP


@pytest.mark.parametrize("thought", [0.0, 0.1])
@pytest.mark.parametrize("name", ["greedy", "veteran-bold"])
def test_a_bot_that_has_nothing_to_think_about_takes_its_time(
    quiet: TableRegistry, monkeypatch: pytest.MonkeyPatch, name: str, thought: float
) -> None:
    async def turn() -> float:
        live, thinker = await opened(quiet, thought, name)
        monkeypatch.setattr(levels, "QUICK", 0.3)
        monkeypatch.setattr(levels, "SEARCH", 0.3)
        while live.session.state.current_player() == 0:
            begun = time.monotonic()
            await persons_turn(quiet, live)
        answered = live.done + 1
        while live.done < answered:
            await asyncio.sleep(0.001)
        took = time.monotonic() - begun
        assert live.driver is not None
        live.driver.cancel()
        assert answered - 1 in thinker.asked
        return took

    assert asyncio.run(turn()) >= 0.3
