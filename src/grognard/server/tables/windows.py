"""Windows, in which a seat may answer another's choice: when a person is asked, and when the server passes for him."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.server.tables.live import Live

ASK: Final = ("always", "when_useful", "not_this_turn")


def asks(live: Live) -> Sequence[str]:
    """What a person may choose about windows. Passing only for want of an answer would tell people something."""
    return [ask for ask in ASK if ask != "when_useful" or len(live.people) == 1]


def passes(live: Live, seat: int) -> int | None:
    """The pass of a window that this seat does not want to be asked about."""
    who = live.seats[seat]
    state = live.session.state
    if who.ask == "always" or (who.ask == "not_this_turn" and who.ask_turn != state.turn):
        return None
    view = state.view(seat)
    plain = [action for action in view.actions if action.card is None]
    if view.active == seat or len(plain) != 1 or (who.ask == "when_useful" and len(view.actions) > 1):
        return None
    return plain[0].action
