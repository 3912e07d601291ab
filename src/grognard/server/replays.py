"""Games looked at again: any moment, from either side."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate

from grognard.bots.review import DECREED, Decision, GameBalance, Verdict, balance_of, decisions
from grognard.kernel.engine.state import State
from grognard.kernel.errors import JournalError, NotFound
from grognard.kernel.views.view import EventView, merge_views
from grognard.play.differences import differences
from grognard.play.journal import Deed, Journal, parse_journal
from grognard.play.luck import luck, luck_of_the_draw
from grognard.play.players import PERSON
from grognard.play.recap import recap
from grognard.play.session import Session, replayed
from grognard.registry import load, spec
from grognard.server.errors import Forbidden
from grognard.server.storage.analyses import JournalStore
from grognard.server.table_page import LOG_LINES, read_only
from grognard.server.tables.live_table import AT_REST, LiveTable, most_deeds
from grognard.server.tables.table_registry import ID, TableRegistry
from grognard.web.ending import ending_model
from grognard.web.table_model import LogLine, SeatModel, TableModel


async def replay_of_table(tables: TableRegistry, live: LiveTable, what: str) -> Replay:
    """The replay of a table whose game is over; raises Forbidden, with the word for what was wanted."""
    if not live.over:
        raise Forbidden(f"A game can be {what} when it is over.")
    known = tables.shelf.get((live.id, live.done))
    return known if isinstance(known, Replay) else await _read(tables, (live.id, live.done), live.session.journal)


async def replay_of_record(tables: TableRegistry, journals: JournalStore, id: str) -> Replay:
    """The replay of a journal that was brought along; raises NotFound."""
    if not ID.fullmatch(id) or not await journals.visit(id):
        raise NotFound("There is no such replay.")
    known = tables.shelf.get(("record", id))
    if isinstance(known, Replay):
        return known
    text = await journals.text(id)
    if text is None:
        raise NotFound("There is no such replay.")
    return await replay_of(tables, id, text)


async def replay_of(tables: TableRegistry, id: str, text: str) -> Replay:
    """The replay of the text of a journal that is kept under this id; raises JournalError."""
    return await _read(tables, ("record", id), text)


async def _read(tables: TableRegistry, key: tuple[str, object], journal: Journal | str) -> Replay:
    """A replay that is not in memory yet."""
    replay = await tables.work.aside(_replayed, journal)
    tables.shelf.put(key, replay)
    return replay


def _replayed(journal: Journal | str) -> Replay:
    return Replay(parse_journal(journal if isinstance(journal, str) else journal.to_text(), "This file"))


class Replay:
    """A recorded game with all its moments; raises JournalError, also for a record that is too long to be kept."""

    def __init__(self, record: Journal) -> None:
        self.deeds: list[Deed] = [entry for entry in record.entries if isinstance(entry, Deed)]
        most = most_deeds(spec(record.header.game).meta)
        if len(self.deeds) > most:
            raise JournalError(f"More than {most} things were done in this game: that is too long to be shown here.")
        self._states: list[State] = []
        self._told = [1]
        self.session = replayed(record, load, self._follow)
        self._states.insert(0, self.session.game.new_initial_state(self.session.seed))
        # Told here, where there is time, for the page of the last moment.
        _ = self._lines, self._rolls
        self.recap = None if self.session.outcome() is None else recap(self.session, self._states, self._told)

    def _follow(self, session: Session) -> None:
        self._states.append(session.state)
        self._told.append(len(session.told))

    @property
    def last(self) -> int:
        """The number of the last moment; 0 is the deal."""
        return len(self._states) - 1

    @property
    def weight(self) -> int:
        """How many moments' worth of memory this takes."""
        return len(self._states) + AT_REST

    @cached_property
    def turns(self) -> list[tuple[int, int]]:
        """Each turn and the moment it begins with."""
        found: dict[int, int] = {}
        for number, state in enumerate(self._states):
            found.setdefault(int(state.turn), number)
        return sorted(found.items())

    def state(self, moment: int) -> State:
        """The position at a moment."""
        return self._states[moment]

    @cached_property
    def decisions(self) -> list[Decision]:
        """Every choice among two or more actions that was not taken back."""
        return decisions(self._states, self.deeds)

    @property
    def decreed(self) -> bool:
        """Did somebody give up, or claim the game?"""
        outcome = self.session.outcome()
        return outcome is not None and outcome.reason in DECREED

    def sums(self, verdicts: Sequence[Verdict], seat: int) -> GameBalance | None:
        """How the result came about for the side of a seat; None if the game was not finished, or nothing decided."""
        result = self.results[seat]
        return None if result is None or not verdicts else balance_of(self._states, self.deeds, verdicts, seat, result)

    @property
    def results(self) -> list[float | None]:
        """What came of it for each seat: 1 for a win, a half for a draw, 0; None if the game was not finished."""
        outcome = self.session.outcome()
        seats = range(self.session.game.num_players())
        if outcome is None:
            return [None for _ in seats]
        return [0.5 if not outcome.winners else float(seat in outcome.winners) for seat in seats]

    def can_go_on(self, moment: int) -> bool:
        """Is there anything left to decide?"""
        if moment == self.last and self.session.outcome() is not None:
            return False
        return not self._states[moment].is_terminal()

    @property
    def seats(self) -> list[SeatModel]:
        """Who sat where, as far as the record says."""
        return [
            SeatModel(name, "a person", "person", True)
            if who == PERSON
            else SeatModel(name, f"{who} (computer)", "bot", True)
            for name, who in zip(self.session.game.seats, self.session.journal.header.seats, strict=True)
        ]

    def picture(
        self, base: str, moment: int, side: int | None, seats: Sequence[SeatModel], own: Sequence[int] = ()
    ) -> TableModel:
        """The table at a moment as one side saw it; for None both hands are open. `own` are the reader's seats."""
        meta = self.session.game.spec.meta
        view = self.session.view(side) if moment == self.last else self._states[moment].view(side)
        if side is None:
            view = merge_views(
                view, (self._states[moment].view(seat) for seat in range(self.session.game.num_players()))
            )
        return TableModel(
            view=read_only(view),
            base=base,
            seats=seats,
            log=self._end_of_log(moment, side),
            told=self._lines[side is None][moment],
            luck=luck(self._rolled(moment, side), moment == self.last and view.outcome is not None),
            drawn=luck_of_the_draw(self.session) if moment == self.last else (),
            over=view.outcome is not None,
            ending=ending_model(self.session.game, view, self.recap, own, base) if view.outcome is not None else None,
            replay=True,
            differences=differences(self.session.game),
            before=self._numbers(moment - 1, side) if moment else {},
            version=moment,
            types=self.session.game.spec.types,
            links={"rules": f"/games/{meta.slug}/rules", "analysis": f"{base.removesuffix('/replay')}/analysis"},
        )

    def _events(self, number: int, side: int | None) -> list[EventView]:
        """What a moment told a side; for None, everything."""
        since = self._told[number - 1] if number else 0
        upto = self._told[number]
        return self.session.open_events(since, upto) if side is None else self.session.events(side, since, upto)

    def _end_of_log(self, moment: int, side: int | None) -> list[LogLine]:
        """The last lines of the log at a moment: to draw all lines up would take long in a long game."""
        told = self._lines[side is None]
        numbers = range(bisect_right(told, told[moment] - LOG_LINES), moment + 1)
        lines = [LogLine(event, number, number == moment) for number in numbers for event in self._events(number, side)]
        return lines[-LOG_LINES:]

    @cached_property
    def _lines(self) -> tuple[list[int], list[int]]:
        """How many lines the log of a side has at each moment, and the open log."""
        told = [(len(one.events) + one.undone, len(one.events)) for one in self.session.told]
        side, everything = ([0, *accumulate(each)] for each in zip(*told, strict=True))
        return [side[upto] for upto in self._told], [everything[upto] for upto in self._told]

    @cached_property
    def _rolls(self) -> list[int]:
        """The moments in which anybody rolled."""
        return [
            number
            for number in range(len(self._told))
            if any(event.roll is not None for event in self._events(number, None))
        ]

    def _rolled(self, moment: int, side: int | None) -> Iterator[EventView]:
        """The rolls up to a moment, as a side knows them."""
        for number in self._rolls[: bisect_right(self._rolls, moment)]:
            yield from self._events(number, side)

    def _numbers(self, moment: int, side: int | None) -> dict[str, int]:
        """The numbers of the seats at a moment, as the script of the page calls them."""
        shown = self._states[moment].view(side).numbers
        return {f"{number.key} {number.owner}": number.value for number in shown if number.owner is not None}
