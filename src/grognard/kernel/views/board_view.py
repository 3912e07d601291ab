"""The view that follows from a game's board: its zones and numbers, and both hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.kernel.cardsets.cards import Cards, members, no_cards, size, union
from grognard.kernel.content.board import Board, Note, Number, Zone, attribute
from grognard.kernel.views.view import MemoryView, NumberView, View, ZoneView, card_views, number_view, refused_views
from grognard.kernel.views.view_builder import Viewer, build_view, hands


def board_view(position: Any, viewer: Viewer) -> View:
    """Returns the table as the viewer sees it."""
    return build_view(
        viewer,
        zones=[*zones(position, viewer), *both_hands(position, viewer)],
        numbers=numbers(position),
        refused=lambda: refused_views(position, members(position.army(position.decider()).hand)),
        memory=known_cards(position, viewer.seat),
    )


def zones(position: Any, viewer: Viewer) -> Iterator[ZoneView]:
    """Yields the common zones, those of each side, and to the seat that decides the cards it has picked."""
    board = board_of(position)
    for zone in board.zones:
        yield _zone(position, viewer, zone, None)
    for zone in board.army_zones:
        for owner in range(2):
            yield _zone(position, viewer, zone, owner)
    if viewer.deciding and position.picks() > 0:
        yield ZoneView("picked", "Picked", viewer.seat, position.picks(), card_views(position, position.picked))


def both_hands(position: Any, viewer: Viewer) -> Iterator[ZoneView]:
    """Yields the hands: each side sees its own, and at the end everyone sees both."""
    return hands(viewer, [position.army(owner).hand for owner in range(2)], position.picked)


def numbers(position: Any) -> Iterator[NumberView]:
    """Yields the numbers of each side, and then the common ones."""
    board = board_of(position)
    for number in board.army:
        if isinstance(number, Number) and number.name:
            for owner in range(2):
                yield _number(position, number, position.army(owner), owner)
    for number in board.common:
        if isinstance(number, Number) and number.name:
            yield _number(position, number, position, None)


def known_cards(position: Any, seat: int | None) -> Iterator[MemoryView]:
    """Yields the cards in the other hand that this seat has seen, for notes that say since when."""
    if seat is None:
        return
    other = position.army(1 - seat)
    known: dict[str, Cards] = {}
    for note in board_of(position).army:
        if isinstance(note, Note) and note.since:
            cards: Cards = getattr(other, attribute(note.key))
            known[note.since] = union(known.get(note.since, no_cards()), cards)
    for since, cards in known.items():
        if size(cards):
            yield MemoryView(1 - seat, getattr(other, attribute(since)), card_views(position, cards))


def board_of(position: Any) -> Board:
    """Returns the board that the game declares."""
    board = position.game.spec.board
    assert isinstance(board, Board), "a game without a view of its own declares its board"
    return board


def _zone(position: Any, viewer: Viewer, zone: Zone, owner: int | None) -> ZoneView:
    holder = position if owner is None else position.army(owner)
    cards: Cards = getattr(holder, attribute(zone.key))
    is_open = not zone.is_hidden or (zone.opens and viewer.over)
    faces = card_views(position, cards) if is_open else ()
    who = "" if owner is None else position.game.seats[owner]
    label = zone.label.format(who=who, whose=f"{who}'s")
    yours = "" if owner is None else zone.label.format(who="You", whose="Your")
    return ZoneView(zone.key, label, owner, size(cards), faces, zone.folded, yours="" if yours == label else yours)


def _number(position: Any, number: Number, holder: Any, owner: int | None) -> NumberView:
    game = position.game
    limit = game.house_rules.number(number.limit) if number.limit else None
    who = "" if owner is None else game.seats[owner]
    value = int(getattr(holder, attribute(number.key)))
    return number_view(number.key, number.name, owner, value, number.clause, who=who, of=limit, harms=number.harms)
