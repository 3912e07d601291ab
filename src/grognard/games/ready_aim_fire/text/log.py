"""The log: what happened in words, what kind of event it is, and how much it weighs."""

from __future__ import annotations

from typing import Final

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire.text.log_fights import fight_event
from grognard.games.ready_aim_fire.text.log_turns import turn_event
from grognard.kernel.views.event_text import Big, EventKinds
from grognard.kernel.views.words import chapters

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

tell: Final = chapters(turn_event, fight_event)
