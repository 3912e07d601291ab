"""What the computer makes of games that are over, and journals that somebody brought along."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import msgspec
from sqlalchemy import delete, insert, select, update

from grognard.bots.review import Verdict
from grognard.kernel.structs import prepare
from grognard.server.storage.database import Database
from grognard.server.storage.rows import AnalysisRecord, now, zoned
from grognard.server.storage.schema import ANALYSES, RECORDS, VERDICTS

prepare(Verdict)


def read_verdicts(texts: Sequence[str]) -> list[Verdict]:
    """The verdicts that are kept as these texts: there may be thousands, which is not for the event loop."""
    return [_read(text) for text in texts]


def _read(text: str) -> Verdict:
    return msgspec.json.decode(text, type=Verdict)


class AnalysisStore:
    """What is kept of analyses: how they stand, and every verdict."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def want(self, id: str, total: int, wanted: bool) -> None:
        """An analysis shall go on, or stop; the first time it is put down with how many decisions there are."""
        async with self._database.writing() as connection:
            again = update(ANALYSES).where(ANALYSES.c.id == id, ANALYSES.c.ended.is_(None)).values(wanted=wanted)
            if await connection.scalar(select(ANALYSES.c.id).where(ANALYSES.c.id == id)) is not None:
                await connection.execute(again)
            elif wanted:
                await connection.execute(insert(ANALYSES).values(id=id, total=total, wanted=True))

    async def analysis(self, id: str) -> AnalysisRecord | None:
        """How an analysis stands."""
        async with self._database.reading() as connection:
            asked = select(ANALYSES.c.total, ANALYSES.c.wanted, ANALYSES.c.ended).where(ANALYSES.c.id == id)
            found = (await connection.execute(asked)).first()
            return None if found is None else AnalysisRecord(*found)

    async def verdicts(self, id: str) -> list[str]:
        """What an analysis has found so far, in the order of the game, as `read_verdicts` reads it."""
        async with self._database.reading() as connection:
            found = await connection.execute(
                select(VERDICTS.c.verdict).where(VERDICTS.c.analysis_id == id).order_by(VERDICTS.c.step)
            )
            return [verdict for (verdict,) in found]

    async def verdict(self, id: str, step: int) -> Verdict | None:
        """What an analysis has found about one decision."""
        asked = select(VERDICTS.c.verdict).where(VERDICTS.c.analysis_id == id, VERDICTS.c.step == step)
        async with self._database.reading() as connection:
            found = await connection.scalar(asked)
            return None if found is None else _read(found)

    async def ended(self, ids: Sequence[str]) -> dict[str, list[str]]:
        """The verdicts of those of these analyses that are finished, by analysis, as `read_verdicts` reads them."""
        asked = select(ANALYSES.c.id, VERDICTS.c.verdict).join(VERDICTS, VERDICTS.c.analysis_id == ANALYSES.c.id)
        asked = asked.where(ANALYSES.c.id.in_(ids), ANALYSES.c.ended.is_not(None)).order_by(VERDICTS.c.step)
        async with self._database.reading() as connection:
            rows = (await connection.execute(asked)).all()
        found: dict[str, list[str]] = {}
        for row in rows:
            found.setdefault(row.id, []).append(row.verdict)
        return found

    async def keep(self, id: str, verdict: Verdict) -> None:
        """What was found about a decision, in the place of what was thought before; not if the game is removed."""
        this = VERDICTS.c.analysis_id == id, VERDICTS.c.step == verdict.step
        text = msgspec.json.encode(verdict).decode()
        async with self._database.writing() as connection:
            if await connection.scalar(select(ANALYSES.c.id).where(ANALYSES.c.id == id)) is None:
                return
            await connection.execute(delete(VERDICTS).where(*this))
            await connection.execute(insert(VERDICTS).values(analysis_id=id, step=verdict.step, verdict=text))

    async def end(self, id: str) -> None:
        """All is found."""
        async with self._database.writing() as connection:
            await connection.execute(update(ANALYSES).where(ANALYSES.c.id == id).values(wanted=False, ended=now()))


class JournalStore:
    """Journals that somebody brought along: their text is kept."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, id: str, journal: str) -> None:
        """A journal that somebody brought; brought twice, it is one record."""
        async with self._database.writing() as connection:
            if await connection.scalar(select(RECORDS.c.id).where(RECORDS.c.id == id)) is None:
                await connection.execute(insert(RECORDS).values(id=id, journal=journal, brought=now()))

    async def visit(self, id: str) -> bool:
        """Notes, once a day, that somebody opens a journal, which then counts as just brought. Is it there?"""
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
        """The text of a journal."""
        async with self._database.reading() as connection:
            return await connection.scalar(select(RECORDS.c.journal).where(RECORDS.c.id == id))
