"""What one side still knows of the other's hand after each card that comes or shows itself (TE-5.4, TE-11.2)."""

from __future__ import annotations

from typing import NamedTuple

import pytest

import grognard
from grognard.games.three_emperors.state import Army, Position
from grognard.kernel.cardsets.cards import Cards, only

COALITION = 1
# Only the Coalition can use it; only Napoleon; both; it is no piece.
OWN, STRANGE, BOTH, NONE = "Tsar Alexander", "Marshall Soult", "Light Infantry", "Repel"


class Known(NamedTuple):
    """What `Army` keeps of it."""

    searched: bool
    seen_most: int
    strangers_most: int
    pieces_least: int
    own_least: int


def army(known: Known) -> Army:
    position = grognard.load("three-emperors").new_initial_state(1)
    assert isinstance(position, Position)
    found = position.army(COALITION)
    found.searched, found.seen_most, found.strangers_most, found.pieces_least, found.own_least = known
    return found


def known(of: Army) -> Known:
    return Known(of.searched, of.seen_most, of.strangers_most, of.pieces_least, of.own_least)


def card(name: str) -> Cards:
    return only([fact.name for fact in grognard.spec("three-emperors").cards].index(name))


@pytest.mark.parametrize(
    ("before", "name", "after"),
    [
        (Known(False, 0, 0, 3, 2), NONE, Known(False, 0, 0, 3, 2)),
        (Known(False, 0, 0, 3, 2), OWN, Known(False, 0, 0, 2, 1)),
        (Known(False, 0, 0, 1, 0), OWN, Known(False, 0, 0, 0, 0)),
        (Known(False, 0, 0, 0, 0), OWN, Known(False, 0, 0, 0, 0)),
        (Known(False, 0, 0, 3, 2), BOTH, Known(False, 0, 0, 2, 2)),
        (Known(False, 0, 0, 2, 2), BOTH, Known(False, 0, 0, 2, 2)),
        (Known(False, 0, 0, 3, 0), BOTH, Known(False, 0, 0, 2, 0)),
        (Known(False, 0, 0, 3, 2), STRANGE, Known(False, 0, 0, 3, 2)),
        (Known(True, 3, 2, 0, 0), NONE, Known(True, 3, 2, 0, 0)),
        (Known(True, 3, 2, 0, 0), OWN, Known(True, 3, 2, 0, 0)),
        (Known(True, 3, 2, 0, 0), BOTH, Known(True, 2, 2, 0, 0)),
        (Known(True, 2, 2, 0, 0), BOTH, Known(True, 1, 1, 0, 0)),
        (Known(True, 3, 2, 0, 0), STRANGE, Known(True, 2, 1, 0, 0)),
        (Known(True, 3, 2, 2, 1), BOTH, Known(True, 2, 2, 1, 1)),
    ],
)
def test_a_card_that_shows_itself(before: Known, name: str, after: Known) -> None:
    """Played or shown: it counts no more among those that are unknown. What was known already changes nothing."""
    played, shown = army(before), army(before)
    played.lose(card(name))
    shown.learn(card(name))
    assert known(played) == known(shown) == after
    shown.lose(card(name))
    assert known(shown) == after


@pytest.mark.parametrize(
    ("before", "drawn", "fetched"),
    [
        (Known(False, 0, 0, 1, 0), Known(False, 0, 0, 1, 0), Known(False, 0, 0, 2, 0)),
        (Known(True, 2, 1, 1, 1), Known(True, 3, 2, 1, 1), Known(True, 3, 1, 2, 1)),
    ],
)
def test_a_card_that_comes(before: Known, drawn: Known, fetched: Known) -> None:
    """A drawn card may be any of those seen in the deck; one that a search has fetched is a piece of this side's."""
    by_draw, by_search = army(before), army(before)
    by_draw.draw(card(OWN))
    by_search.fetch(card(OWN))
    assert (known(by_draw), known(by_search)) == (drawn, fetched)


def test_a_search_of_the_other_side_begins_the_account_anew() -> None:
    found = army(Known(True, 3, 2, 2, 1))
    found.hand = card(OWN)
    found.be_searched_for()
    assert known(found) == Known(True, 0, 0, 2, 2)


def test_a_hand_that_lies_open_leaves_nothing_to_account_for() -> None:
    found = army(Known(True, 3, 2, 2, 1))
    found.hand = card(STRANGE)
    found.lay_open()
    assert known(found) == Known(False, 0, 0, 0, 0)
    assert found.known == card(STRANGE)
