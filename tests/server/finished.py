"""Finished games in a database, without a server that they were played at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec

from grognard.bots import bot
from grognard.play.journal import Deed
from grognard.play.players import PERSON
from grognard.play.session import Session
from grognard.registry import load
from grognard.server.config import Config
from grognard.server.jobs.statistics import GIVEN
from grognard.server.storage.database import Database
from grognard.server.storage.migrate import migrate
from grognard.server.storage.rows import Seat, StoredResult, TableRecord
from grognard.server.storage.tables import TableStore

BEGUN: Final = datetime(2026, 3, 1, tzinfo=UTC)


def game_of(number: int, slug: str = "outpost", until: int = 0, **options: str | int) -> Session:
    """A game by chance, of a deal that a server may have drawn; its first `until` choices, or all of it."""
    game = load(slug, options)
    session = Session(game, GIVEN + number, [PERSON] * game.num_players())
    mind = bot("random")
    for choices in count(1):
        if session.outcome() is not None or choices > until > 0:
            return session
        seat = session.state.current_player()
        session.play(seat, int(mind.choose(session.information(seat))))
    raise AssertionError


async def keep(
    store: TableStore, session: Session, who: Sequence[str] = ("anna", "ben"), seed: int | None = None, **fields: Any
) -> str:
    """Keeps a game as a table of guests, or of bots where a name begins with an asterisk; its id."""
    number = session.seed - GIVEN
    game, outcome, id = session.game, session.outcome(), str(fields.pop("id", f"table-{number}"))
    record = TableRecord(
        id=id, game=game.slug, rules=fields.pop("rules", game.spec.meta.rules), options=game.options,
        numbers=game.overrides, seed=str(session.seed if seed is None else seed), created=BEGUN, **fields,
    )  # fmt: skip
    seats = [
        Seat(
            bot=name[1:] if name.startswith("*") else None, key=f"{id}-{seat}", ask="always",
            guests=frozenset() if name.startswith("*") else frozenset({name}),
        )
        for seat, name in enumerate(who)
    ]  # fmt: skip
    await store.create(record, seats, [deed for deed in session.journal.entries if isinstance(deed, Deed)])
    if outcome is not None:
        result = StoredResult(int(session.state.turn), outcome.winners, outcome.text)
        ended = BEGUN + timedelta(minutes=number)
        await store.set_table(id, ended=ended, result=msgspec.to_builtins(result))
    return id


def filled(folder: Path, play: Callable[[TableStore], Coroutine[Any, Any, None]]) -> None:
    """Lets games be kept in the data directory of a server that is still to start."""

    async def keep_all() -> None:
        config = Config(data_dir=str(folder))
        migrate(config.url)
        database = Database(config.url)
        await play(TableStore(database))
        await database.close()

    with ThreadPoolExecutor() as pool:  # a browser of this process has an event loop already
        pool.submit(lambda: asyncio.run(keep_all())).result()
