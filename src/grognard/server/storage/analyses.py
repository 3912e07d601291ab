"""Stores the computer's analyses of finished games, and uploaded journals."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import msgspec
from sqlalchemy import delete, func, insert, select, update

from grognard.bots.review import Verdict
from grognard.kernel.structs import prepare
from grognard.server.storage.database import Database
from grognard.server.storage.rows import AnalysisRecord, now, zoned
from grognard.server.storage.schema import ANALYSES, RECORDS, VERDICTS

prepare(Verdict)


def read_verdicts(texts: Sequence[str]) -> list[Verdict]:
    """Reads stored verdicts. There may be thousands: do not call this in the event loop."""
    return [_read(text) for text in texts]


def _read(text: str) -> Verdict:
    return msgspec.json.decode(text, type=Verdict)


class AnalysisStore:
    """The stored analyses: the status of each, and every verdict."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def want(self, id: str, total: int, wanted: bool) -> None:
        """Marks an analysis to continue or to stop. The first call also stores its total number of decisions."""
        async with self._database.writing() as connection:
            again = update(ANALYSES).where(ANALYSES.c.id == id, ANALYSES.c.ended.is_(None)).values(wanted=wanted)
            if await connection.scalar(select(ANALYSES.c.id).where(ANALYSES.c.id == id)) is not None:
                await connection.execute(again)
            elif wanted:
                await connection.execute(insert(ANALYSES).values(id=id, total=total, wanted=True))

    async def analysis(self, id: str) -> AnalysisRecord | None:
        """Returns the status of an analysis; None if nobody has asked for it."""
        async with self._database.reading() as connection:
            asked = select(ANALYSES.c.total, ANALYSES.c.wanted, ANALYSES.c.ended).where(ANALYSES.c.id == id)
            found = (await connection.execute(asked)).first()
            return None if found is None else AnalysisRecord(*found)

    async def verdicts(self, id: str) -> list[str]:
        """Returns the verdicts of an analysis so far, in the order of the game, for `read_verdicts`."""
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(VERDICTS.c.verdict).where(VERDICTS.c.analysis_id == id).order_by(VERDICTS.c.step)
            )
            return [verdict for (verdict,) in found]

    async def count(self, id: str) -> int:
        """Returns how many verdicts an analysis has so far."""
        asked = select(func.count()).select_from(VERDICTS).where(VERDICTS.c.analysis_id == id)
        async with self._database.reading() as connection:
            return await connection.scalar(asked) or 0

    async def verdict(self, id: str, step: int) -> Verdict | None:
        """Returns the verdict of an analysis on one decision."""
        asked = select(VERDICTS.c.verdict).where(VERDICTS.c.analysis_id == id, VERDICTS.c.step == step)
        async with self._database.reading() as connection:
            found = await connection.scalar(asked)
            return None if found is None else _read(found)

    async def ended(self, ids: Sequence[str]) -> dict[str, list[str]]:
        """Returns the verdicts of these analyses, by analysis, for `read_verdicts`. Leaves out unfinished analyses."""
        asked = select(ANALYSES.c.id, VERDICTS.c.verdict).join(VERDICTS, VERDICTS.c.analysis_id == ANALYSES.c.id)
        asked = asked.where(ANALYSES.c.id.in_(ids), ANALYSES.c.ended.is_not(None)).order_by(VERDICTS.c.step)
        async with self._database.reading() as connection:
            rows = (await connection.execute(asked)).all()
        found: dict[str, list[str]] = {}
        for row in rows:
            found.setdefault(row.id, []).append(row.verdict)
        return found

    async def keep(self, id: str, verdict: Verdict) -> None:
        """Stores the verdict on a decision, replacing an earlier one; does nothing if the game was removed."""
        this = VERDICTS.c.analysis_id == id, VERDICTS.c.step == verdict.step
        text = msgspec.json.encode(verdict).decode()
        async with self._database.writing() as connection:
            if await connection.scalar(select(ANALYSES.c.id).where(ANALYSES.c.id == id)) is None:
                return
            await connection.execute(delete(VERDICTS).where(*this))
            await connection.execute(insert(VERDICTS).values(analysis_id=id, step=verdict.step, verdict=text))

    async def begin_again(self, id: str) -> None:
        """Deletes the verdicts of a finished analysis, which continues from nothing."""
        async with self._database.writing() as connection:
            ended = update(ANALYSES).where(ANALYSES.c.id == id, ANALYSES.c.ended.is_not(None))
            if (await connection.execute(ended.values(wanted=True, ended=None))).rowcount:
                await connection.execute(delete(VERDICTS).where(VERDICTS.c.analysis_id == id))

    async def end(self, id: str) -> None:
        """Marks an analysis as finished."""
        async with self._database.writing() as connection:
            await connection.execute(update(ANALYSES).where(ANALYSES.c.id == id).values(wanted=False, ended=now()))


class JournalStore:
    """The uploaded journals, with their text."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, id: str, journal: str) -> None:
        """Stores an uploaded journal. A journal that is uploaded twice is stored once."""
        async with self._database.writing() as connection:
            if await connection.scalar(select(RECORDS.c.id).where(RECORDS.c.id == id)) is None:
                await connection.execute(insert(RECORDS).values(id=id, journal=journal, brought=now()))

    async def visit(self, id: str) -> bool:
        """Notes a visit to a journal, once a day: it then counts as just uploaded. Returns whether it exists."""
        lately = now() - timedelta(days=1)
        async with self._database.reading() as connection:
            brought = await connection.scalar(select(RECORDS.c.brought).where(RECORDS.c.id == id))
        if brought is None or zoned(brought) >= lately:
            return brought is not None
        async with self._database.writing() as connection:
            old = update(RECORDS).where(RECORDS.c.id == id, RECORDS.c.brought < lately)
            await connection.execute(old.values(brought=now()))
        return True

    async def text(self, id: str) -> str | None:
        """Returns the text of a journal."""
        async with self._database.reading() as connection:
            return await connection.scalar(select(RECORDS.c.journal).where(RECORDS.c.id == id))
