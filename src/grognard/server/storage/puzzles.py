"""Stores the guests' attempts at puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from grognard.server.storage.database import Database
from grognard.server.storage.rows import TriedPuzzle, now
from grognard.server.storage.schema import PUZZLES


class PuzzleStore:
    """The stored puzzle attempts of guests: how many, whether they saw the solution, and when they solved it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def tried(self, guest: str, game: str = "") -> Mapping[tuple[str, str], TriedPuzzle]:
        """Returns a guest's puzzle attempts in one game or all games, by game and puzzle."""
        columns = [PUZZLES.c[name] for name in TriedPuzzle._fields]
        asked = select(*columns).where(PUZZLES.c.guest == guest, *([PUZZLES.c.game == game] if game else []))
        async with self._database.reading() as connection:
            found = (await connection.execute(asked.order_by(PUZZLES.c.game, PUZZLES.c.puzzle))).mappings()
            return {(row["game"], row["puzzle"]): TriedPuzzle.of(dict(row)) for row in found}

    async def note(
        self, guest: str, game: str, puzzle: str, choice: str = "", *, right: bool = False, shown: bool = False
    ) -> None:
        """Records a guest's choice, or that they saw the solution: from then on no choice counts as an attempt."""
        try:
            await self._note(guest, game, puzzle, choice, right, shown)
        except IntegrityError:  # the guest clicked twice, and the other click has just written the first row
            await self._note(guest, game, puzzle, choice, right, shown)

    async def _note(self, guest: str, game: str, puzzle: str, choice: str, right: bool, shown: bool) -> None:
        this = PUZZLES.c.guest == guest, PUZZLES.c.game == game, PUZZLES.c.puzzle == puzzle
        async with self._database.writing() as connection:
            columns = PUZZLES.c.shown, PUZZLES.c.solved, PUZZLES.c.choices
            moment = now()
            known = (await connection.execute(select(*columns).where(*this).with_for_update())).first()
            if known is None:
                row = {"guest": guest, "game": game, "puzzle": puzzle, "tries": 0, "shown": False, "tried": moment}
                await connection.execute(insert(PUZZLES).values(row | {"first_tried": moment}))
            posted: list[str] = [] if known is None else known.choices
            changes: dict[str, Any] = {"choices": posted if choice in ("", *posted) else [*posted, choice]}
            if known is None or not (known.solved or known.shown):
                changes |= {"tries": PUZZLES.c.tries + int(not shown), "tried": moment}
                if shown:
                    changes["shown"] = True
                elif right:
                    changes["solved"] = moment
            await connection.execute(update(PUZZLES).where(*this).values(changes))
