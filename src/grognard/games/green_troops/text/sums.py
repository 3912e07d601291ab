"""The sums of Green Troops, in one wording for previews and for the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.games.green_troops import events as e
from grognard.games.green_troops.rules.damage import falls
from grognard.games.green_troops.text.words import card_name
from grognard.kernel.cardsets.bits import NONE
from grognard.kernel.game import Game
from grognard.kernel.views.view import SumView, TermView


def attack_sum(game: Game, reckoned: e.Reckoned) -> SumView:
    """GT-1.8: an attack with all parts of its damage."""
    called = game.names
    card, attack, leader, ground, cover = reckoned.parts
    leading, stands_on, shelter = reckoned.givers
    name, unit, target = called[reckoned.card], called[reckoned.unit], called[reckoned.target]
    modifiers = (
        (unit, attack),
        (_named(game, leading), leader),
        (_named(game, stands_on), ground),
        (_named(game, shelter), -cover),
        ("never below 0", reckoned.damage - (card + attack + leader + ground - cover)),
    )
    terms = (TermView(name, card, "GT-1.8"), *_terms(modifiers, "GT-1.8"))
    what = fate(reckoned.markers, reckoned.defense)
    return SumView(f"{name}, {unit} at {target}", terms, reckoned.damage, what, "GT-1.8")


def rally_sum(called: Sequence[str], rallied: e.Rallied) -> SumView:
    """GT-5.6: the markers that a Rally leaves."""
    card, left = called[rallied.card], rallied.left
    terms = _terms((("Damage Markers", rallied.removed + left), (card, -rallied.removed)), "GT-5.6")
    return SumView(f"{card}, {called[rallied.unit]}", terms, left, f"{left} left", "GT-5.6", "left")


def fate(markers: int, defense: int) -> str:
    """Returns the effect of a number of markers on a Unit with this Defense (GT-1.5)."""
    return f"{'falls' if falls(markers, defense) else 'stands'}: {markers} of {defense}"


def _named(game: Game, name: int) -> str:
    return "" if name == NONE else card_name(game, name)


def _terms(parts: Iterable[tuple[str, int]], clause: str) -> tuple[TermView, ...]:
    return tuple(TermView(label, value, clause) for label, value in parts if value != 0)
