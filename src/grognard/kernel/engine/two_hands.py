"""Positions of two sides with a hand each, cards from one deck, and a `Board` that declares everything else.

A game's `Army` extends `Side`, `KnownSide` or `SpiedSide`. Its position extends `TwoHands` with two armies, `attacker`
and `defender`, and with `army` and `give_turn`. Stored form, checks, copies, redealing and the result follow from the
board. A game overrides what is its own, and `copy` where speed counts.
"""

from __future__ import annotations

from typing import Any, Self, cast

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.cardsets.cards import common, is_empty, minus, no_cards, size, union
from grognard.kernel.content.board import Board, Note, Zone, attribute, attributes
from grognard.kernel.content.fields import Part
from grognard.kernel.engine.card_set import DeckCards
from grognard.kernel.engine.one_deck import OneDeckState, Side
from grognard.kernel.engine.state import OVER
from grognard.kernel.errors import BadInput


@mypyc_attr(acyclic=True)
class KnownSide(Side):
    """A side with a note of the cards in its hand that the other side has seen."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: tuple[i64, i64] = no_cards()

    def _copy_known(self, other: KnownSide) -> None:
        self._copy_side(other)
        self.seen = other.seen

    def lose(self, cards: tuple[i64, i64]) -> None:
        self.hand = minus(self.hand, cards)
        self.seen = minus(self.seen, cards)

    def known_cards(self) -> tuple[i64, i64]:
        return self.seen

    def learn(self, cards: tuple[i64, i64]) -> None:
        self.seen = union(self.seen, cards)


@mypyc_attr(acyclic=True)
class SpiedSide(KnownSide):
    """A side with a second note: the cards in its hand that the other side has seen without showing which."""

    def __init__(self) -> None:
        super().__init__()
        self.spied: tuple[i64, i64] = no_cards()

    def _copy_spied(self, other: SpiedSide) -> None:
        self._copy_known(other)
        self.spied = other.spied

    def lose(self, cards: tuple[i64, i64]) -> None:
        self.hand = minus(self.hand, cards)
        self.seen = minus(self.seen, cards)
        self.spied = minus(self.spied, cards)

    def known_cards(self) -> tuple[i64, i64]:
        return union(self.seen, self.spied)

    def secrets(self) -> tuple[i64, i64]:
        return self.spied

    def learn_secretly(self, cards: tuple[i64, i64]) -> None:
        self.spied = union(self.spied, cards)

    def forget_secrets(self) -> None:
        self.spied = no_cards()


@mypyc_attr(acyclic=True)
class TwoHands(OneDeckState):
    """A position with two armies: that of the seat whose turn it is, and the other one."""

    def give_turn(self, seat: i64) -> None:
        """Gives this seat the turn, and each army its seat."""
        raise NotImplementedError

    def lead(self, seat: i64) -> i64:
        """Returns by how much this seat leads in the number that decides the game, which `GameSpec.decisive` names."""
        decisive = self.game.spec.decisive
        assert decisive is not None, "a game without a decisive number says who leads"
        key = attribute(decisive.key)
        lead: i64 = getattr(self.army(seat), key) - getattr(self.army(1 - seat), key)
        return lead

    def returns(self) -> list[float]:
        lead = self.lead(0)
        if self.frames != OVER or lead == 0:
            return [0.0, 0.0]
        return [1.0, -1.0] if lead > 0 else [-1.0, 1.0]

    def has_choice(self, phase: i64) -> bool:
        """Returns whether the decider holds a card; only then are they asked."""
        return not is_empty(self.army(self.decider()).hand)

    def decider(self) -> i64:
        return 1 - self.active if self.phase() in _board(self).defends else self.active

    # -- hidden information ----------------------------------------------------------------------------------------

    def redeal(self, seat: i64) -> None:
        self.army(seat).forget_secrets()
        other = self.army(1 - seat)
        known = common(other.hand, other.known_cards())
        count = size(other.hand) - size(known)
        pool = union(self.deck, minus(other.hand, known))
        while True:
            dealt = self.random_cards(pool, count)
            if self.may_hold(other, dealt):
                other.hand = union(known, dealt)
                self.deck = minus(pool, dealt)
                return

    def may_hold(self, army: Side, cards: tuple[i64, i64]) -> bool:
        """Returns whether public knowledge allows these to be the unknown cards of this hand."""
        return True

    def keep_knowledge(self, undone: Self) -> None:
        board = _board(self)
        shown = undone.discard
        for zone in board.zones:
            if not zone.is_hidden:
                shown = union(shown, _cards(undone, zone.key))
        for seat in range(2):
            now = self.army(seat)
            then = undone.army(seat)
            seen = union(shown, minus(then.known_cards(), then.secrets()))
            for zone in board.army_zones:
                if not zone.is_hidden:
                    seen = union(seen, _cards(then, zone.key))
            now.learn(common(now.hand, seen))
            now.learn_secretly(common(now.hand, then.secrets()))
            for note in board.army:
                if isinstance(note, Note) and note.since:
                    turn = attribute(note.since)
                    setattr(now, turn, max(getattr(now, turn), getattr(then, turn)))

    # -- plain data ------------------------------------------------------------------------------------------------

    def copy(self, other: Self) -> None:
        board = _board(self)
        self._copy_piles(other)
        _copy_attributes(self, other, board.common)
        for name in ("attacker", "defender"):
            army: Side = getattr(self, name)
            army.seat = getattr(other, name).seat
            _copy_attributes(army, getattr(other, name), board.army)

    def fact_parts(self) -> list[Part]:
        return _board(self).parts(self, self.game.spec.meta.phases, cast(DeckCards, self.game.card_set).by_name)

    def check_facts(self, known: dict[str, object]) -> None:
        board = _board(self)
        places = [_cards(self, item.key) for item in board.common if isinstance(item, Zone)]
        for seat in range(2):
            army = self.army(seat)
            places += [_cards(army, item.key) for item in board.army if isinstance(item, Zone)]
        cast(DeckCards, self.game.card_set).by_name.check(places)
        copy = self.clone()
        copy.take_back_choice()
        for seat in range(2):
            army = copy.army(seat)
            for item in board.army:
                if isinstance(item, Note) and item.in_hand and not is_empty(minus(_cards(army, item.key), army.hand)):
                    raise BadInput("Nobody can know a card that is not in the hand.", item.clause)


def _board(position: OneDeckState) -> Board:
    """Returns the board that the game declares."""
    board = position.game.spec.board
    assert board is not None, "a game with two hands declares its board"
    return board


def _cards(owner: object, key: str) -> tuple[i64, i64]:
    """Returns the cards of a zone or a note."""
    cards: tuple[i64, i64] = getattr(owner, attribute(key))
    return cards


def _copy_attributes(new: Any, old: Any, items: tuple[Any, ...]) -> None:
    """Copies what these items declare from one position or army to another."""
    for name in attributes(items):
        setattr(new, name, getattr(old, name))
