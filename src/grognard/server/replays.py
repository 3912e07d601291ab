"""Games looked at again: any moment, from either side."""

from __future__ import annotations

from grognard.kernel.journal import Deed
from grognard.kernel.session import Session
from grognard.kernel.view import opened
from grognard.server.pictures import LOG_LINES, closed
from grognard.web.picture import LogLine, SeatPicture, TablePicture


class Replay:
    """A recorded game with all its moments."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.deeds: list[Deed] = [entry for entry in session.journal.entries if isinstance(entry, Deed)]
        again = Session(session.game, session.seed, session.journal.header.seats)
        self._states = [again.state]
        self._told = [len(again.told)]
        for deed in self.deeds:
            again.enter(deed)
            self._states.append(again.state)
            self._told.append(len(again.told))

    @property
    def last(self) -> int:
        """The number of the last moment; 0 is the deal."""
        return len(self._states) - 1

    @property
    def turns(self) -> list[tuple[int, int]]:
        """Each turn and the moment it begins with."""
        found: dict[int, int] = {}
        for number, state in enumerate(self._states):
            found.setdefault(int(state.turn), number)
        return sorted(found.items())

    def can_go_on(self, moment: int) -> bool:
        """Is there anything left to decide?"""
        if moment == self.last and self.session.outcome() is not None:
            return False
        return not self._states[moment].is_terminal()

    def picture(self, base: str, moment: int, side: int | None) -> TablePicture:
        """The table at a moment as one side saw it; for None both hands are open."""
        meta = self.session.game.spec.meta
        view = self.session.view(side) if moment == self.last else self._states[moment].view(side)
        if side is None:
            view = opened(view, (self._states[moment].view(seat) for seat in range(len(meta.seats))))
        lines: list[LogLine] = []
        for number in range(moment + 1):
            since = self._told[number - 1] if number else 0
            upto = self._told[number]
            events = self.session.open_events(since, upto) if side is None else self.session.events(side, since, upto)
            lines += [LogLine(event, number, number == moment) for event in events]
        return TablePicture(
            view=closed(view),
            base=base,
            seats=[
                SeatPicture(name, who, "person" if who == "human" else "bot", True)
                for name, who in zip(meta.seats, self.session.journal.header.seats, strict=True)
            ],
            log=lines[-LOG_LINES:],
            over=view.outcome is not None,
            replay=True,
            version=moment,
            types=self.session.game.spec.types,
            links={"rules": f"/games/{meta.slug}/rules"},
        )
