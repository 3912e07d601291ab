"""Replays of games: any moment, from either side."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.art.faces import changed_faces
from grognard.bots.review import DECREED, Decision, GameBalance, Verdict, balance_of, decisions
from grognard.kernel.errors import JournalError, NotFound
from grognard.play.differences import differences
from grognard.play.journal import Deed, Journal, Undo, parse_journal
from grognard.play.luck import luck, luck_of_the_draw
from grognard.play.players import PERSON
from grognard.play.timeline import LogEntry, Timeline
from grognard.registry import load_stored, spec
from grognard.server.errors import Forbidden
from grognard.server.storage.analyses import JournalStore
from grognard.server.table_log import LOG_LINES
from grognard.server.table_page import bot_seat, read_only
from grognard.server.tables.live_table import AT_REST, LiveTable, most_deeds
from grognard.server.tables.table_registry import ID, TableRegistry
from grognard.web.ending import ending_model
from grognard.web.event_data import changed_pieces
from grognard.web.table_model import LogLine, SeatModel, TableModel


async def replay_of_table(tables: TableRegistry, live: LiveTable, what: str) -> Replay:
    """Returns the replay of a finished table; otherwise raises Forbidden, where `what` is the verb."""
    if not live.over:
        raise Forbidden(f"A game can be {what} only when it is over.")
    await tables.prepare_summary(live)
    return Replay(live.timeline)


async def replay_of_record(tables: TableRegistry, journals: JournalStore, id: str) -> Replay:
    """Returns the replay of an uploaded journal; raises NotFound."""
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
    """Returns the replay of a journal's text and caches it under this id; raises JournalError."""
    replay = await tables.work.aside(lambda: read_replay(parse_journal(text, "This file")))
    tables.shelf.put(("record", id), replay)
    return replay


def read_replay(record: Journal) -> Replay:
    """Replays a journal. Raises JournalError, also for a game too long to be kept in memory."""
    most = most_deeds(spec(record.header.game).meta)
    if sum(isinstance(entry, Deed) for entry in record.entries) > most:
        raise JournalError(f"This game has more than {most} actions, which is too long to show here.")
    timeline = Timeline.of(record, load_stored)
    timeline.prepare_summary()
    return Replay(timeline)


class Replay:
    """The replay of a game, on the timeline of its table or its journal."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.session = timeline.session
        self.deeds = timeline.deeds

    @property
    def last(self) -> int:
        """The number of the last moment; 0 is the deal."""
        return self.timeline.last

    @property
    def weight(self) -> int:
        """The memory this takes, in moments."""
        return len(self.timeline.moments) + AT_REST

    @property
    def turns(self) -> list[tuple[int, int]]:
        """Each turn, with the moment at which it begins."""
        found: dict[int, int] = {}
        for number, state in enumerate(self.timeline.states):
            found.setdefault(int(state.turn), number)
        return sorted(found.items())

    @property
    def decisions(self) -> list[Decision]:
        """Every choice between two or more actions that was not undone."""
        return decisions(self.timeline)

    @property
    def decreed(self) -> bool:
        """Whether the game ended because a player resigned or claimed it."""
        outcome = self.session.outcome()
        return outcome is not None and outcome.reason in DECREED

    def sums(self, verdicts: Sequence[Verdict], seat: int) -> GameBalance | None:
        """Returns how decisions and luck led to a side's result; None without a result or without decisions."""
        result = self.results[seat]
        if result is None or not verdicts:
            return None
        return balance_of(self.timeline, verdicts, seat, result)

    @property
    def results(self) -> list[float | None]:
        """The result for each seat: 1 for a win, 0.5 for a draw, 0 for a loss; None if the game was not finished."""
        outcome = self.session.outcome()
        seats = range(self.session.game.num_players())
        if outcome is None:
            return [None for _ in seats]
        return [0.5 if not outcome.winners else float(seat in outcome.winners) for seat in seats]

    def can_go_on(self, moment: int) -> bool:
        """Returns whether the game can be continued from a moment, because it is not over yet."""
        if moment == self.last and self.session.outcome() is not None:
            return False
        return not self.timeline.moments[moment].state.is_terminal()

    def decider(self, moment: int) -> int:
        """Returns the seat that decides at a moment before the end."""
        return int(self.timeline.moments[moment].state.current_player())

    @property
    def seats(self) -> list[SeatModel]:
        """Who sat where, as far as the record shows."""
        return [
            SeatModel(name, "a person", "person", True) if who == PERSON else bot_seat(self.session.game, name, who)
            for name, who in zip(self.session.game.seats, self.session.journal.header.seats, strict=True)
        ]

    def picture(
        self, base: str, moment: int, side: int | None, seats: Sequence[SeatModel], own: Sequence[int] = ()
    ) -> TableModel:
        """Returns the table at a moment as one side saw it; None opens all hands. `own` are the reader's seats."""
        game = self.session.game
        view = self.timeline.view(side, moment, range(game.num_players()) if side is None else ())
        over = view.outcome is not None
        log = self._log(moment, side)
        table = base.removesuffix("/replay")
        # A table with its own numbers has its own handbook; a puzzle has not.
        rules = table if game.card_changes and table.startswith("/tables/") else f"/games/{game.slug}"
        return TableModel(
            view=read_only(view),
            base=base,
            seats=seats,
            log=[LogLine(event, number, number == moment) for event, number in log[-LOG_LINES:]],
            told=len(log),
            luck=luck((entry.event for entry in log), over and moment == self.last),
            drawn=luck_of_the_draw(self.session) if moment == self.last else (),
            over=over,
            ending=ending_model(game, view, self.timeline.summary, own, base) if over else None,
            replay=True,
            differences=differences(game),
            before=self._numbers(moment - 1, side) if moment else {},
            version=moment,
            types=game.spec.types,
            changed=changed_faces(game),
            changed_pieces=changed_pieces(game),
            period=game.spec.meta.period,
            links={"rules": f"{rules}/rules", "analysis": f"{table}/analysis"},
        )

    def _log(self, moment: int, side: int | None) -> Sequence[LogEntry]:
        """Returns the log of a side up to a moment; for None, the open log without undos."""
        if side is not None:
            return self.timeline.log(side, moment)
        everyone, moments = range(self.session.game.num_players()), self.timeline.moments
        log = self.timeline.log(None, moment, everyone)
        return [entry for entry in log if not isinstance(moments[entry.moment].deed, Undo)]

    def _numbers(self, moment: int, side: int | None) -> dict[str, int]:
        """Returns the numbers of the seats at a moment, by the keys that the page's script uses."""
        shown = self.timeline.moments[moment].state.view(side).numbers
        return {f"{number.key} {number.owner}": number.value for number in shown if number.owner is not None}
