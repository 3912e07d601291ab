"""Plays two choices at the table that fills the terminal, without one. Prints how many the game has."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import grognard
from grognard.bots import bot
from grognard.cli.saved_games import kept_by
from grognard.play.journal import Action
from grognard.play.session import Session
from grognard.tui.screen import ScreenTable

GAME = "fusillade"


async def play() -> int:
    """Presses the key of the first choice twice."""
    session = Session(grognard.load(GAME), 7, ("human", "greedy"))

    def chosen() -> int:
        return sum(isinstance(entry, Action) and entry.seat == 0 for entry in session.journal.entries)

    async def until(holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(120):
            while not holds():
                await pilot.pause(0.01)

    table = ScreenTable(session, [None, bot("greedy")], pace=0, autosave=kept_by(GAME))
    async with table.run_test(size=(120, 40)) as pilot:
        for number in range(2):
            await until(lambda: bool(table.table.drawn.actions) and session.state.current_player() == 0)
            before = chosen()
            await pilot.press("1")
            await until(lambda before=before: chosen() > before)  # type: ignore[misc]
            assert chosen() > number
    return chosen()


if __name__ == "__main__":
    print(asyncio.run(play()))
