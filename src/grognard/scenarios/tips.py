"""Tips for a guest's first games: a sentence or two for the moment when something first matters.

The `tips.md` of a game is a table: when to give a tip, the thing on the table it is about, its words, and the clauses
that they come from. The words name a card by its key in braces (see `card_text`). A tip depends only on the view of a
seat and the events the seat has seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import resources
from typing import Final, NamedTuple

from grognard.kernel.errors import BadInput
from grognard.kernel.game import GameSpec
from grognard.kernel.views.view import ActionView, CardView, EventView, View, ZoneView, is_with, with_under

COLUMNS: Final = ("Tip", "When", "At", "Say", "Clauses")
MINE: Final = "my"
THEIRS: Final = "their"
CARD: Final = "card"  # as the thing a tip is about: the cards that it is given for
QUESTION: Final = "question"  # what the seat is asked
FIRST: Final = "first game"  # the tip with which every first game under a preset begins
BELOW: Final = "below"
TERMS: Final = ("phase", "choice", "no", "playable", "event", "turn", "count")


class Tip(NamedTuple):
    """A tip of a game, and the clauses of the handbook that it rests on."""

    key: str
    when: tuple[tuple[str, ...], ...]  # terms, all of which must hold
    at: tuple[str, ...]
    say: str
    clauses: tuple[str, ...]


def tips(of: GameSpec) -> Sequence[Tip]:
    """Returns the tips of a game, in the order in which they are given; none if the game has no tips."""
    return _tips(of.package)


@cache
def _tips(package: str) -> Sequence[Tip]:
    file = resources.files(package).joinpath("tips.md")
    return tuple(_read(package, file.read_text(encoding="utf-8"))) if file.is_file() else ()


def _read(package: str, text: str) -> Iterator[Tip]:
    lines = (line.strip() for line in text.splitlines())
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    if tuple(rows[0]) != COLUMNS:
        raise BadInput(f"The tips of {package} need the columns {', '.join(COLUMNS)}.")
    for row in rows[2:]:
        key, when, at, say, clauses = row
        terms = tuple(tuple(term.split()) for term in when.split(" and "))
        for term in terms:
            if term[0] not in TERMS:
                raise BadInput(f"Tip {key}: “{' '.join(term)}” should begin with one of {', '.join(TERMS)}.")
        yield Tip(key, terms, tuple(at.split()), say, tuple(clauses.split(", ")))


def fitting(of: GameSpec, view: View, events: Sequence[EventView], begins: bool = False) -> list[tuple[Tip, str]]:
    """Returns the tips that fit a seat's decision, each with a selector of the thing on the table that it is about.

    `events` are those since the seat's last decision. If its first game `begins`, the first tip says how that game is
    shorter.
    """
    if view.seat is None or not view.actions:
        return []
    told = of.meta.first_told if begins else ""
    first = (Tip(FIRST, (), (QUESTION,), told, ()),) if told else ()
    given = (tip for tip in (*first, *tips(of)) if all(_holds(term, view, events) for term in tip.when))
    return [(tip, ", ".join(_places(tip, view))) for tip in given]


def _holds(term: tuple[str, ...], view: View, events: Iterable[EventView]) -> bool:
    kind, *said = term
    match kind:
        case "phase":
            return view.phase == " ".join(said)
        case "choice" | "playable":
            return bool(_choices(term, view))
        case "no":
            return not _holds(tuple(said), view, events)
        case "event":
            whose, kind = said[0], " ".join(said[1:])
            return any(event.kind == kind and _is(event.seat, whose, view) for event in events)
        case "turn":
            return view.turn >= int(said[-1])
        case _:
            whose, *name, below, limit = said
            return any(one < int(limit) if below == BELOW else one > int(limit) for one in _counts(view, whose, name))


def _choices(term: tuple[str, ...], view: View) -> list[ActionView]:
    """Returns the legal actions that a term asks for: by their verb, or by the type or key of their card."""
    kind, *said = term
    if kind == "choice":
        return [action for action in view.actions if action.verb == said[0]]
    wanted = {card.handle: card for card in _cards(view) if card.type == " ".join(said) or _is_called(card, said)}
    return [action for action in view.actions if any(is_with(action, card) for card in wanted.values())]


def _is_called(card: CardView, key: Sequence[str]) -> bool:
    """Returns whether this is the key of a card. A handle is the key, and for some copies a number."""
    return re.fullmatch(rf"{re.escape(' '.join(key))}( \(?\d+\)?)?", card.handle) is not None


def _counts(view: View, whose: str, name: Sequence[str]) -> Iterator[int]:
    """Yields the numbers of this name that belong to the seat or to others, and the numbers of cards in such places."""
    key = " ".join(name)
    yield from (one.value for one in view.numbers if one.key == key and _is(one.owner, whose, view))
    yield from (zone.count for zone in view.zones if zone.key == key and _is(zone.owner, whose, view))


def _is(owner: int | None, whose: str, view: View) -> bool:
    """Returns whether something of this seat is “my”, “their” or “any” for the viewer."""
    return whose not in (MINE, THEIRS) or (owner == view.seat) == (whose == MINE)


def _cards(view: View) -> Iterator[CardView]:
    for zone in view.zones:
        yield from with_under(zone.cards)


def _places(tip: Tip, view: View) -> Iterator[str]:
    """Yields selectors of the thing that a tip is about: cards, a place, a number, or else a part of the field."""
    if tip.at == (CARD,):
        terms = [term for kind in ("playable", "choice") for term in tip.when if term[0] == kind]
        chosen = _choices(terms[0], view)
        cards = [card for card in _cards(view) if any(is_with(action, card) for action in chosen)]
        yield from (f'[data-handle="{card.handle}"]' for card in cards)
        yield from (f'[data-action="{action.notation}"]' for action in chosen if action.card is None)
        return
    if tip.at == (QUESTION,):
        yield ".dock .prompt"
        return
    whose, name = tip.at[0], " ".join(tip.at[1:])
    for owner in range(len(view.seats)) if whose in (MINE, THEIRS) else [None]:
        if owner is not None and (owner == view.seat) != (whose == MINE):
            continue
        key = " ".join(tip.at) if owner is None else name
        yield from (_zone(zone) for zone in view.zones if (zone.key, zone.owner) == (key, owner))
        numbers = (one for one in view.numbers if (one.key, one.owner) == (key, owner))
        yield from (f".number-{key}" + ("" if owner is None else f".owner-{owner}") for _ in numbers)
        if owner is None:
            yield f'[data-key="{key}"]'


def _zone(zone: ZoneView) -> str:
    return f'[data-zone="{zone.key}-{"" if zone.owner is None else zone.owner}"]'
