"""After a game: what each choice cost, from what its seat knew then, what chance gave, and how the result came about.

Every verdict is written down when it is found. So a second visit is quick, any process of the server can show how far
the work is, and it goes on where it stopped.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from grognard.bots.review import (
    LONGER,
    REVISIONS,
    SECONDS,
    Decision,
    Verdict,
    steps_to_search_longer,
    task_about,
    verdict,
)
from grognard.bots.turns import NOBODY, WHOSE, Whose
from grognard.bots.workers import judge
from grognard.kernel.errors import BadInput
from grognard.server.errors import TooMuch
from grognard.server.replays import Replay
from grognard.server.storage.analyses import AnalysisStore, read_verdicts
from grognard.server.storage.rows import AnalysisRecord
from grognard.server.tables.table_registry import TableRegistry

MOST_AT_ONCE: Final = 20
MOST_FROM_AN_ADDRESS: Final = MOST_AT_ONCE // 2  # a stranger can be several guests
# Another way of thinking makes another analysis.
VERSION: Final = 2


class Cost(NamedTuple):
    """What so many choices cost together, in chances to win, and the standard error of that."""

    decisions: int
    total: float
    error: float


def cost_of(verdicts: Iterable[Verdict]) -> Cost:
    """What choices cost, against the best."""
    found = [(one.cost, one.error) for one in verdicts]
    return Cost(len(found), math.fsum(cost for cost, _ in found), math.sqrt(math.fsum(error**2 for _, error in found)))


class Analyses:
    """What this process analyses at the moment."""

    def __init__(self, tables: TableRegistry, store: AnalysisStore) -> None:
        self._tables = tables
        self._store = store
        self._running: dict[str, Whose] = {}

    async def start(self, id: str, replay: Replay) -> None:
        """Begins, or goes on. Raises BadInput where there is nothing to analyse, TooMuch where there is no room."""
        if not replay.decisions:
            raise BadInput("Nothing was decided in this game.")
        if id not in self._running and not self._has_room():
            raise TooMuch("The computer looks at many games just now, or at some of yours: ask again in a minute.")
        await self._store.want(id, len(replay.decisions), True)
        await self.attend(id, replay)

    async def stop(self, id: str) -> None:
        """What was found is kept."""
        await self._store.want(id, 0, False)

    async def attend(self, id: str, replay: Replay) -> None:
        """Goes on with a wanted analysis if nobody does and there is room: the server may have been stopped in it."""
        if await self._is_wanted(id) and id not in self._running and self._has_room():
            self._running[id] = WHOSE.get()
            self._tables.begin(self._work(id, replay)).add_done_callback(lambda _task: self._running.pop(id, None))

    def forget(self, guest: str) -> None:
        """What a guest has asked for goes on as if nobody had, where others keep the game."""
        for id, whose in self._running.items():
            if whose.guest == guest:
                self._running[id] = NOBODY

    def _has_room(self) -> bool:
        running, whose = self._running.values(), WHOSE.get()
        return (
            len(running) < MOST_AT_ONCE
            and self._of_guest(whose.guest) < self._tables.config.analyses_at_once
            and sum(other.address == whose.address for other in running) < MOST_FROM_AN_ADDRESS
        )

    def _of_guest(self, guest: str) -> int:
        """How many analyses a guest has under way, from any address. Guests without a cookie are not told apart."""
        return sum(whose.guest == guest for whose in self._running.values()) if guest else 0

    async def found(self, id: str) -> tuple[AnalysisRecord | None, list[Verdict]]:
        """How an analysis stands, if anybody has asked for it, and what it has found so far."""
        return await self._store.analysis(id), await self._verdicts(id)

    async def _verdicts(self, id: str) -> list[Verdict]:
        texts = await self._store.verdicts(id)
        return await self._tables.work.finish_aside(read_verdicts, texts) if texts else []

    async def verdict(self, id: str, step: int) -> Verdict | None:
        """What an analysis has found about one decision."""
        return await self._store.verdict(id, step)

    async def of_tables(self, ids: Sequence[str]) -> dict[str, list[Verdict]]:
        """The verdicts on those of these tables whose analysis is finished, by table."""
        tables = {name_of("table", id): id for id in ids}
        ended = await self._store.ended(list(tables))
        if not ended:
            return {}
        read = await self._tables.work.aside(lambda: [read_verdicts(texts) for texts in ended.values()])
        return {tables[name]: verdicts for name, verdicts in zip(ended, read, strict=True)}

    async def _is_wanted(self, id: str) -> bool:
        record = await self._store.analysis(id)
        return record is not None and record.wanted

    async def _work(self, id: str, replay: Replay) -> None:
        decisions = {decision.step: decision for decision in replay.decisions}
        known = {verdict.step for verdict in await self._verdicts(id)}
        if not await self._judge(id, replay, [d for step, d in decisions.items() if step not in known], {}):
            return
        for _ in range(REVISIONS):
            verdicts = await self._verdicts(id)
            doubted = steps_to_search_longer(verdicts)
            again = {one.step: one for one in verdicts if one.step in doubted and one.seconds == SECONDS}
            if not await self._judge(id, replay, [decisions[step] for step in again], again):
                return
        await self._store.end(id)

    async def _judge(
        self, id: str, replay: Replay, decisions: Sequence[Decision], before: Mapping[int, Verdict]
    ) -> bool:
        """Thinks about decisions, one by one, and longer where that was done `before`; False if it was stopped."""
        for decision in decisions:
            if not await self._is_wanted(id):
                return False
            known = before.get(decision.step)
            seconds = SECONDS if known is None else LONGER * SECONDS
            asked = task_about(replay.timeline.moments[decision.step].state, decision, known is not None)
            judged = await self._tables.workers.aside(judge, asked, decision.action, seconds)
            await self._store.keep(id, verdict(decision, judged, seconds, known))
        return True


def chance_to_win(verdict: Verdict) -> float:
    """The chance to win that the seat had at a decision: that of the choice which was found best."""
    return verdict.best[0].chance


def name_of(kind: str, id: str) -> str:
    """What the analysis of a table, or of a record, is kept under."""
    return f"{VERSION}-{kind}-{id}"
