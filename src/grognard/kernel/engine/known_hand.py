"""The other side's knowledge of a hand of cards with copies."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.cardsets.counts import count, larger, less, nothing, one


@mypyc_attr(acyclic=True)
class KnownHand:
    """The owner of a hand that the other side knows in part."""

    def __init__(self) -> None:
        # Cards the other side has seen and that have not left the hand since, and the turn of the look.
        self.seen: tuple[i64, i64, i64, i64, i64] = nothing()
        self.seen_turn: i64 = 0
        # Cards it can deduce: when the deck is empty, every card not visible elsewhere.
        self.deduced: tuple[i64, i64, i64, i64, i64] = nothing()

    def _copy_watched(self, other: KnownHand) -> None:
        self.seen = other.seen
        self.seen_turn = other.seen_turn
        self.deduced = other.deduced

    def known(self) -> tuple[i64, i64, i64, i64, i64]:
        """Returns the cards of the hand that the other side is certain of."""
        return larger(self.seen, self.deduced)

    def show(self, hand: tuple[i64, i64, i64, i64, i64], turn: i64) -> None:
        """Notes that the other side sees the hand as it is now."""
        self.seen = hand
        self.seen_turn = turn

    def lose(self, card: i64) -> None:
        """Notes that a card has visibly left the hand; if copies were known, one of them counts as gone."""
        if count(self.seen, card) > 0:
            self.seen = less(self.seen, one(card))
        if count(self.deduced, card) > 0:
            self.deduced = less(self.deduced, one(card))
