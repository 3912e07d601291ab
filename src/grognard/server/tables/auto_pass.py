"""Decides when a person is asked, and when the table continues without asking: no choice, or a window they skip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.kernel.engine.state import State
from grognard.play.journal import Deed
from grognard.play.players import only_choice
from grognard.server.tables.live_table import LiveTable

ASK: Final = ("always", "when_useful", "not_this_turn")


def ask_settings(live: LiveTable) -> Sequence[str]:
    """Returns the settings for when a person is asked. Against people, skipping forced moves would give clues."""
    return [ask for ask in ASK if ask != "when_useful" or live.alone]


def current_ask(live: LiveTable, seat: int, turn: int) -> str:
    """Returns the seat's setting for when to ask, in this turn. A setting for one turn ends with that turn."""
    who = live.seats[seat]
    if who.ask in ask_settings(live) and (who.ask != "not_this_turn" or who.ask_turn == turn):
        return who.ask
    return "when_useful" if live.alone else "always"


def automatic_action(live: LiveTable, seat: int) -> int | None:
    """Returns the action this seat now takes without being asked; None if it wants to be asked."""
    positions = live.session.positions
    return automatic_action_in(live, seat, positions, len(positions) - 1)


def automatic_action_in(live: LiveTable, seat: int, positions: Sequence[State], at: int) -> int | None:
    """Returns the action this seat takes in a position without being asked: its only action, or passing a window."""
    ask = current_ask(live, seat, positions[at].turn)
    if ask == "always":
        return None
    only = only_choice(positions, at, seat) if live.alone else None
    if only is not None or ask == "when_useful":
        return only
    view = positions[at].view(seat)
    plain = [action for action in view.actions if action.card is None]
    return None if view.active == seat or len(plain) != 1 else plain[0].action


def play_automatic_actions(live: LiveTable) -> list[Deed]:
    """Plays forced moves for a person alone against the computer, until they have a choice or a bot decides.

    Returns the deeds to save.

    Against people, nothing is played instantly: a pass that took no time would show that nobody had to think.
    """
    deeds: list[Deed] = []
    while live.alone and not live.over:
        seat = live.session.state.current_player()
        if live.seats[seat].bot is not None or live.plans[seat]:
            break
        action = automatic_action(live, seat)
        if action is None:
            break
        deeds.append(live.play(seat, action))
    return deeds


def undo_target(live: LiveTable, seat: int) -> tuple[int, bool]:
    """Returns how many actions an undo would keep, and whether it is free, as `Session.undo_target` does.

    A person alone against the computer goes back to their last real decision: forced moves would at once be played
    again.
    """
    bots = [number for number, other in enumerate(live.seats) if other.bot is not None]
    if not live.alone:
        return live.session.undo_target(seat, bots=bots)
    positions = live.session.positions
    return live.session.undo_target(seat, lambda after: automatic_action_in(live, seat, positions, after) is None, bots)
