"""The data with which the script stages a line of the log: the cards, their targets, the dice and the sums."""

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
from grognard.registry import spec

# The keys of faces by the names of their cards.
Pictures = tuple[tuple[str, str], ...]
# The number of a copy, after the name of its card.
COPY: Final = re.compile(r" \d+$")


def event_json(event: EventView, game: str, changed: Pictures = ()) -> Markup:
    """Returns an event as JSON for a single-quoted attribute; empty if the field shows nothing of it.

    `changed` are the pictures of cards that are not the standard ones at this table.
    """
    turns = event.kind == TURN_CAME
    if event.line == "detail":
        return Markup()
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
        "faces": _faces(game, _named(event), dict(changed)),
        "big": spec(game).wording.KINDS.big_words.get(event.kind) if event.weight == "headline" else None,
    }
    return htmlsafe_json_dumps({key: value for key, value in told.items() if value not in ((), [], {}, None)})


def _sum(told: SumView, rolled: bool) -> Mapping[str, object]:
    terms = [(term.label, term.value) for term in told.terms if not (rolled and term.dice)]
    return {"label": told.label, "terms": terms, "total": told.total, "text": told.text, "unit": told.unit}


def _roll(roll: RollView | None) -> Mapping[str, object] | None:
    """Returns the dice, their target, and the verdict: for each die if they are judged one by one, or else for all."""
    if roll is None:
        return None
    good = roll.good or ((roll.came > 0,) if roll.expected > 0 else ())
    return {"dice": roll.dice, "target": roll.target, "good": good, "before": roll.rerolled}


def _named(event: EventView) -> Iterable[str]:
    return (*event.who, *event.whom, *(term.label for one in event.sums for term in one.terms))


def _faces(game: str, names: Iterable[str], changed: Mapping[str, str]) -> Mapping[str, str]:
    """Returns the keys of the faces, for those names that belong to cards."""
    known = {**_keys(game), **changed}
    found = {name: known.get(name) or changed.get(COPY.sub("", name)) for name in names}
    return {name: face for name, face in found.items() if face is not None}


@cache
def _keys(game: str) -> Mapping[str, str]:
    """Returns the faces by the names of their cards and copies. Names shared by several faces are left out."""
    number = Counter(face.name for face in looks(game).values())
    known = {face.name: face.key for face in looks(game).values() if number[face.name] == 1}
    played = spec(game)
    copies = {piece: played.cards[row].name for piece, row in zip(played.pieces, played.rows, strict=True)}
    return known | {piece: known[name] for piece, name in copies.items() if name in known}
