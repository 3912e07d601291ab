"""The log: what happened in words, what kind of event it is, and how much it weighs."""

from __future__ import annotations

from typing import Final

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire.meta import META
from grognard.games.ready_aim_fire.text.log_fights import fight_event
from grognard.games.ready_aim_fire.text.log_turns import turn_event
from grognard.games.ready_aim_fire.text.words import Called
from grognard.kernel.content.grammar import parties
from grognard.kernel.engine.events import Event
from grognard.kernel.game import Game
from grognard.kernel.views.event_text import Big, EventKinds, unworded
from grognard.kernel.views.view import EventView

KINDS: Final = EventKinds(
    e,
    headlines={
        e.Raided, e.GeneralAlone, e.GeneralKilled, e.Routed, e.Eliminated, e.Captured, e.NightFell, e.Triumphed,
        e.GameDrawn,
    },
    bookkeeping={
        e.Dealt, e.Returned, e.Committed, e.Serving, e.Began, e.FacedDown, e.TurnCame, e.Drew, e.Reshuffled,
        e.Discarded,
    },
    details={e.Passed, e.Supported, e.Summed, e.Sunk, e.MoraleCame, e.PassBegan},
    sounds={
        e.Drew: "draw", e.Attacked: "charge", e.GeneralAlone: "charge", e.Raided: "charge", e.Resulted: "shot",
        e.BecameShaken: "hit", e.GeneralKilled: "hit", e.Eliminated: "rout", e.Captured: "rout", e.Routed: "rout",
    },
    big={
        e.GeneralKilled: Big("unit", "General killed"), e.Routed: Big("rout", "Rout"),
        e.Eliminated: Big("unit", "Eliminated"), e.Captured: Big("unit", "Eliminated"),
        e.NightFell: Big("end", "Nightfall"), e.Triumphed: Big("end", "The end"),
        e.GameDrawn: Big("end", "A draw"),
    },
)  # fmt: skip


def event(happened: Event, reader: int | None, game: Game) -> EventView:
    """An event in words, already cut to what its reader may know."""
    sides = parties(META.seats, reader)
    who, other = sides[happened.seat], sides[1 - happened.seat]
    called = Called(game)
    text = turn_event(happened, who, other, called) or fight_event(happened, who, other, called)
    if text is None:
        raise unworded(happened)
    return KINDS.view(happened, text, game.pieces)
