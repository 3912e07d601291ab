"""What a line of the log tells the script that stages it on the table: who, whom, what fell and what it adds up to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from grognard.art.faces import looks
from grognard.kernel.views.headlines import TURN_CAME
from grognard.kernel.views.view import EventView, RollView, SumView

# A part of a sum that is called so is what the dice show; they lie beside it.
DICE: Final = ("die", "dice")
_COPY: Final = re.compile(r" [0-9]+$")


def event_json(event: EventView, game: str) -> Markup:
    """An event for an attribute in single quotes; empty where nothing of it is to be seen on the field."""
    turns = event.kind == TURN_CAME
    if event.weight != "headline" and not (event.dice or event.who or event.whom or turns):
        return Markup()
    told = {
        "by": event.seat,
        "weight": "turn" if turns else event.weight,
        "who": event.who,
        "whom": event.whom,
        "against": event.against,
        "sums": [_sum(one, bool(event.dice)) for one in event.sums],
        "roll": _roll(event.roll),
        "faces": _faces(game, _named(event)),
    }
    return htmlsafe_json_dumps({key: value for key, value in told.items() if value not in ((), [], {}, None)})


def _sum(told: SumView, rolled: bool) -> Mapping[str, object]:
    terms = [(term.label, term.value) for term in told.terms if not (rolled and term.label.lower() in DICE)]
    return {"label": told.label, "terms": terms, "total": told.total, "text": told.text}


def _roll(roll: RollView | None) -> Mapping[str, object] | None:
    """The dice, what was needed, and whether it came: of each where each is judged, else of all together."""
    if roll is None:
        return None
    good = roll.good or ((roll.came > 0,) if roll.expected > 0 else ())
    return {"dice": roll.dice, "target": roll.target, "good": good, "before": roll.rerolled}


def _named(event: EventView) -> Iterable[str]:
    return (*event.who, *event.whom, *(term.label for one in event.sums for term in one.terms))


def _faces(game: str, names: Iterable[str]) -> Mapping[str, str]:
    """The keys of the faces of those names that are cards'; a card of several copies is called by its number too."""
    known = _keys(game)
    keys = ((name, known.get(name) or known.get(_COPY.sub("", name))) for name in names)
    return {name: key for name, key in keys if key}


@cache
def _keys(game: str) -> Mapping[str, str]:
    """The faces by the names of their cards, but for names that several have."""
    number = Counter(face.name for face in looks(game).values())
    return {face.name: face.key for face in looks(game).values() if number[face.name] == 1}
