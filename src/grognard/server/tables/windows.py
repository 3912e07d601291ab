"""When a person is asked, and when the table goes on without him: where he has no choice, or lets windows pass."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.play.unasked import only_choice
from grognard.server.tables.live import Live

ASK: Final = ("always", "when_useful", "not_this_turn")


def asks(live: Live) -> Sequence[str]:
    """What a person may choose about windows. Passing only for want of an answer would tell people something."""
    return [ask for ask in ASK if ask != "when_useful" or len(live.people) == 1]


def passes(live: Live, seat: int) -> int | None:
    """The action that this seat does not want to be asked about: its only one, or the pass of a window."""
    who = live.seats[seat]
    state = live.session.state
    if who.ask == "always" or (who.ask == "not_this_turn" and who.ask_turn != state.turn):
        return None
    view = state.view(seat)
    if who.ask == "when_useful":
        return only_choice(view)
    plain = [action for action in view.actions if action.card is None]
    return None if view.active == seat or len(plain) != 1 else plain[0].action
