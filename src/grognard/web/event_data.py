"""The data with which the script stages a line of the log: the cards, their targets, the dice and the sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from grognard.art.faces import changed_faces, looks
from grognard.kernel.game import Game
from grognard.kernel.views.headlines import TURN_CAME
from grognard.kernel.views.view import EventView, RollView, SumView
from grognard.registry import spec


class ChangedPiece(NamedTuple):
    """A piece that is not as in the standard game: its key, what people call it, and the face whose picture it has."""

    key: str
    name: str
    face: str


def changed_pieces(game: Game) -> tuple[ChangedPiece, ...]:
    """Returns the pieces that have another name or picture than in the standard game, or are not in it."""
    if not game.card_changes:
        return ()
    changed, standard, found = changed_faces(game), _keys(game.slug), []
    for piece, (key, name) in enumerate(zip(game.pieces, game.names, strict=True)):
        face = game.fact(piece).key
        drawn = changed[face].drawn if face in changed else face
        if key != name or (drawn != face if key in standard else face in changed):
            found.append(ChangedPiece(key, name, drawn))
    return tuple(found)


def event_json(event: EventView, game: str, others: Sequence[ChangedPiece] = ()) -> Markup:
    """Returns an event as JSON for a single-quoted attribute; empty if the field shows nothing of it.

    `others` are the pieces that are not as in the standard game.
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
        "faces": _faces(game, event, others),
        "names": {one.key: one.name for one in others if one.key in (*event.who, *event.whom) and one.key != one.name},
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


def _faces(game: str, event: EventView, others: Sequence[ChangedPiece]) -> Mapping[str, str]:
    """Returns the faces of the cards that act or are acted on, by their keys, and of those in sums, by their names."""
    known = _keys(game)
    keys = {**known, **{one.key: one.face for one in others}}
    called = {**keys, **{one.name: one.face for one in others}}
    labels = [term.label for added in event.sums for term in added.terms]
    found = {key: keys[key] for key in (*event.who, *event.whom) if key in keys}
    return found | {label: called[label] for label in labels if label in called}


@cache
def _keys(game: str) -> Mapping[str, str]:
    """Returns the faces by the names of their cards and copies. Names shared by several faces are left out."""
    number = Counter(face.name for face in looks(game).values())
    known = {face.name: face.key for face in looks(game).values() if number[face.name] == 1}
    played = spec(game)
    copies = {piece: played.cards[row].name for piece, row in zip(played.pieces, played.rows, strict=True)}
    return known | {piece: known[name] for piece, name in copies.items() if name in known}
