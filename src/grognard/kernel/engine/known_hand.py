"""What the other side knows of a hand of cards with copies."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from grognard.kernel.cardsets.counts import count, larger, less, nothing, one


@mypyc_attr(acyclic=True)
class KnownHand:
    """The owner of a hand that the other side knows in part."""

    def __init__(self) -> None:
        # What the other side was shown and that has not left since, and the turn of the look.
        self.seen: tuple[i64, i64, i64, i64, i64] = nothing()
        self.seen_turn: i64 = 0
        # What it can work out: with an empty deck, all it sees nowhere else.
        self.deduced: tuple[i64, i64, i64, i64, i64] = nothing()

    def _copy_watched(self, other: KnownHand) -> None:
        self.seen = other.seen
        self.seen_turn = other.seen_turn
        self.deduced = other.deduced

    def known(self) -> tuple[i64, i64, i64, i64, i64]:
        """The cards of the hand that the other side can be certain of."""
        return larger(self.seen, self.deduced)

    def show(self, hand: tuple[i64, i64, i64, i64, i64], turn: i64) -> None:
        """The other side looks at the hand as it is now."""
        self.seen = hand
        self.seen_turn = turn

    def lose(self, card: i64) -> None:
        """A card has left the hand for all to see: one that was known, as far as anybody can tell."""
        if count(self.seen, card) > 0:
            self.seen = less(self.seen, one(card))
        if count(self.deduced, card) > 0:
            self.deduced = less(self.deduced, one(card))
