"""Analyzes finished games: what each decision cost, given its seat's knowledge then, and how luck changed the chances.

Every verdict is saved as soon as it is found. So a second visit is quick, any process of the server can show the
progress, and an interrupted analysis continues where it stopped.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from grognard.bots.reasons import reasons
from grognard.bots.review import (
    LONGER,
    REVISIONS,
    SECONDS,
    Decision,
    Verdict,
    biggest_gain,
    biggest_mistakes,
    good_news_between,
    kind_of,
    longer_searches,
    seconds_for,
    steps_to_search_longer,
    task_about,
    verdict,
    why_asked,
)
from grognard.bots.turns import NOBODY, WHOSE, Whose
from grognard.bots.workers import judge
from grognard.kernel.errors import BadInput
from grognard.play.players import BOTS
from grognard.server.errors import TooMuch
from grognard.server.replays import Replay
from grognard.server.storage.analyses import AnalysisStore, read_verdicts
from grognard.server.storage.rows import AnalysisRecord
from grognard.server.tables.table_registry import TableRegistry

MOST_AT_ONCE: Final = 20
MOST_FROM_AN_ADDRESS: Final = MOST_AT_ONCE // 2  # one visitor can pose as several guests
# Raise this when the search changes: games are then analyzed again.
VERSION: Final = 2


def total_cost(verdicts: Iterable[Verdict]) -> float:
    """Returns how much decisions cost compared with the best ones, in win probability."""
    return math.fsum(one.cost for one in verdicts)


class Progress(NamedTuple):
    """How far an analysis is: the decisions judged, all decisions, and whether it is running or finished."""

    done: int
    total: int
    working: bool
    ended: bool


class Pace:
    """How fast an analysis runs: the ratio of the time it took to the time it would take on an idle processor."""

    def __init__(self, decisions: int, longer: int, begun: float) -> None:
        self._decisions = decisions
        self._longer = longer
        self._begun = begun
        self._expected = 0.0  # seconds for what is done

    def note(self, longer: bool) -> None:
        """Notes that a decision has been judged."""
        self._expected += seconds_for(0, 1) if longer else seconds_for(1, 0)
        if longer:
            self._longer = max(0, self._longer - 1)
        else:
            self._decisions -= 1

    def seconds_left(self, now: float) -> float | None:
        """Returns about how many seconds are left; None before anything is known."""
        left = seconds_for(self._decisions, self._longer)
        return left * max(1.0, (now - self._begun) / self._expected) if self._expected else None


class Analyses:
    """The analyses that this process is running."""

    def __init__(self, tables: TableRegistry, store: AnalysisStore) -> None:
        self._tables = tables
        self._store = store
        self._running: dict[str, Whose] = {}
        self._paces: dict[str, Pace] = {}

    async def start(self, id: str, replay: Replay) -> None:
        """Starts or continues an analysis. Raises BadInput if there is nothing to analyze, TooMuch at a limit."""
        if not replay.decisions:
            raise BadInput("There are no decisions to analyze in this game.")
        if id not in self._running and not self._has_room():
            raise TooMuch("The computer is busy analyzing many games, or several of yours. Try again in a minute.")
        await self._store.want(id, len(replay.decisions), True)
        await self.attend(id, replay)

    async def start_automatically(self, id: str, replay: Replay) -> None:
        """Starts an analysis that nobody has asked for or stopped, if there is room now; continues one under way."""
        record = await self._store.analysis(id)
        if record is not None:
            await self.attend(id, replay)
        elif self._has_room() and replay.decisions:
            await self.start(id, replay)

    async def progress(self, id: str) -> Progress | None:
        """Returns how far an analysis is; None if nobody has asked for it."""
        record = await self._store.analysis(id)
        if record is None:
            return None
        done = await self._store.count(id)
        return Progress(min(done, record.total), record.total, record.wanted, record.ended is not None)

    async def stop(self, id: str) -> None:
        """Stops an analysis. Its verdicts so far are kept."""
        await self._store.want(id, 0, False)

    async def attend(self, id: str, replay: Replay) -> None:
        """Continues a wanted analysis if there is room: a restart of the server may have interrupted it."""
        if await self._is_wanted(id) and id not in self._running and self._has_room():
            self._running[id] = WHOSE.get()
            self._tables.begin(self._work(id, replay)).add_done_callback(lambda _task: self._forget_run(id))

    def _forget_run(self, id: str) -> None:
        self._running.pop(id, None)
        self._paces.pop(id, None)

    def seconds_left(self, id: str) -> float | None:
        """Returns about how many seconds an analysis still takes; None if this process cannot know."""
        pace = self._paces.get(id)
        return None if pace is None else pace.seconds_left(time.monotonic())

    async def renew(self, id: str, replay: Replay) -> None:
        """Makes a finished analysis by an earlier version of the bots again, if there is room."""
        record = await self._store.analysis(id)
        if record is None or record.ended is None or not self._has_room():
            return
        if any(one.bots != BOTS for one in await self._verdicts(id)):
            await self._store.begin_again(id)
            await self.attend(id, replay)

    def forget(self, guest: str) -> None:
        """Lets a deleted guest's analyses continue in nobody's name, for others who keep the game."""
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
        """Returns how many analyses a guest has running, from any address; 0 for guests without a cookie."""
        return sum(whose.guest == guest for whose in self._running.values()) if guest else 0

    async def found(self, id: str) -> tuple[AnalysisRecord | None, list[Verdict]]:
        """Returns the status of an analysis, if anyone has asked for it, and its verdicts so far."""
        return await self._store.analysis(id), await self._verdicts(id)

    async def _verdicts(self, id: str) -> list[Verdict]:
        texts = await self._store.verdicts(id)
        return await self._tables.work.finish_aside(read_verdicts, texts) if texts else []

    async def verdict(self, id: str, step: int) -> Verdict | None:
        """Returns the verdict of an analysis on one decision; None if there is none yet."""
        return await self._store.verdict(id, step)

    async def of_tables(self, ids: Sequence[str]) -> dict[str, list[Verdict]]:
        """Returns the verdicts by table, for those of these tables whose analysis is finished."""
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
        longer = longer_searches(len(decisions), replay.session.game.num_players())
        self._paces[id] = Pace(len(decisions) - len(known), longer, time.monotonic())
        if not await self._judge(id, replay, [d for step, d in decisions.items() if step not in known], {}):
            return
        for _ in range(REVISIONS):
            verdicts = await self._verdicts(id)
            doubted = steps_to_search_longer(verdicts)
            again = {one.step: one for one in verdicts if one.step in doubted and one.seconds == SECONDS}
            if not await self._judge(id, replay, [decisions[step] for step in again], again):
                return
        if await self._explain(id, replay):
            await self._store.end(id)

    async def _explain(self, id: str, replay: Replay) -> bool:
        """Finds out why the biggest mistakes were mistakes; returns False if the analysis was stopped."""
        verdicts = await self._verdicts(id)
        seats = range(replay.session.game.num_players())
        for one in [one for seat in seats for one in biggest_mistakes(verdicts, seat)]:
            if not await self._is_wanted(id):
                return False
            question = why_asked(replay.timeline.moments[one.step].state, one)
            if question is not None:
                why = await self._tables.workers.aside(reasons, *question)
                await self._store.keep(id, msgspec.structs.replace(one, why=why))
        await self._keep_news(id, replay)
        return True

    async def _keep_news(self, id: str, replay: Replay) -> None:
        """Stores with the biggest gain of each seat what happened then."""
        verdicts = await self._verdicts(id)
        for seat in range(replay.session.game.num_players()):
            gain = biggest_gain(verdicts, seat)
            if gain is not None:
                news = await self._tables.work.finish_aside(good_news_between, replay.timeline, gain)
                await self._store.keep(id, msgspec.structs.replace(gain.after, good_news=news))

    async def _judge(
        self, id: str, replay: Replay, decisions: Sequence[Decision], before: Mapping[int, Verdict]
    ) -> bool:
        """Judges decisions one by one, longer those judged `before`; returns False if the analysis was stopped."""
        for decision in decisions:
            if not await self._is_wanted(id):
                return False
            known = before.get(decision.step)
            seconds = SECONDS if known is None else LONGER * SECONDS
            state = replay.timeline.moments[decision.step].state
            asked = task_about(state, decision, known is not None)
            judged = await self._tables.workers.aside(judge, asked, decision.action, seconds)
            found = verdict(decision, judged, seconds, known, kind_of(state, decision.action))
            await self._store.keep(id, found)
            self._paces[id].note(known is not None)
        return True


def chance_to_win(verdict: Verdict) -> float:
    """Returns the seat's chance of winning at a decision: that of the best choice found."""
    return verdict.best[0].chance


def name_of(kind: str, id: str) -> str:
    """Returns the key under which the analysis of a table or a record is stored."""
    return f"{VERSION}-{kind}-{id}"
