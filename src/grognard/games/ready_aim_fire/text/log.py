"""The log: what happened in words, what kind of event it is, and how much it weighs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from grognard.games.ready_aim_fire import names
from grognard.games.ready_aim_fire.text.log_fights import fight_event
from grognard.games.ready_aim_fire.text.log_turns import turn_event
from grognard.games.ready_aim_fire.text.words import named
from grognard.kernel.content.cardfile import CardFact
from grognard.kernel.content.wording import words_of
from grognard.kernel.views.event_text import NumberedKinds
from grognard.kernel.views.view import EventView

KINDS: Final = NumberedKinds(
    words=words_of(names, "DEALT", "PROBED"),
    headlines={
        names.RAIDED, names.GENERAL_ALONE, names.GENERAL_KILLED, names.ROUTED, names.ELIMINATED, names.CAPTURED,
        names.NIGHT_FELL, names.TRIUMPHED, names.GAME_DRAWN,
    },
    bookkeeping={
        names.DEALT, names.RETURNED, names.COMMITTED, names.SERVING, names.BEGAN, names.FACED_DOWN, names.TURN_CAME,
        names.DREW, names.RESHUFFLED, names.PASSED, names.SUPPORTED, names.SUNK, names.MORALE_CAME, names.PASS_BEGAN,
        names.DISCARDED,
    },
    sounds={
        names.DREW: "draw", names.ATTACKED: "charge", names.GENERAL_ALONE: "charge", names.RAIDED: "charge",
        names.RESULTED: "shot", names.BECAME_SHAKEN: "hit", names.GENERAL_KILLED: "hit", names.ELIMINATED: "rout",
        names.CAPTURED: "rout", names.ROUTED: "rout",
    },
)  # fmt: skip


def event(happened: Any, facts: Sequence[CardFact]) -> EventView:
    """An event in words, already cut to what its reader may know."""
    told = turn_event(happened) or fight_event(happened, facts)
    return KINDS.view(happened, told, named(happened.cards))
