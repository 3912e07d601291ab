"""What is added up in Green Troops: one wording for what is reckoned beforehand and for what then happens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.games.green_troops.rules.damage import summed
from grognard.games.green_troops.tables import NAMES, UNIT_NAMES
from grognard.kernel.cardsets.bits import NONE
from grognard.kernel.views.view import SumView, TermView


def attack_sum(name: int, unit: int, target: int, reckoning: Sequence[int]) -> SumView:
    """GT-1.8: an attack with all parts of its damage, as `reckoning` of the rules lists them."""
    card, attack, leader, ground, cover, leading, stands_on, shelter, markers, defense = reckoning
    damage = summed((card, attack, leader, ground, cover))
    modifiers = (
        (UNIT_NAMES[unit], attack),
        (_named(leading), leader),
        (_named(stands_on), ground),
        (_named(shelter), -cover),
        ("never below 0", damage - (card + attack + leader + ground - cover)),
    )
    terms = (TermView(NAMES[name], card, "GT-1.8"), *_terms(modifiers, "GT-1.8"))
    label = f"{NAMES[name]}, {UNIT_NAMES[unit]} at {UNIT_NAMES[target]}"
    return SumView(label, terms, damage, fate(markers, defense), "GT-1.8")


def markers_sum(unit: int, damage: int, markers: int, defense: int) -> SumView:
    """GT-1.5: the markers of a Unit after so much damage, against its Defense."""
    parts = (("Damage Markers", markers - damage), ("damage", damage))
    return SumView(UNIT_NAMES[unit], _terms(parts, "GT-1.5"), markers, fate(markers, defense), "GT-1.5")


def rally_sum(name: int, unit: int, off: int, left: int) -> SumView:
    """GT-5.6: the markers that a Rally leaves."""
    terms = _terms((("Damage Markers", off + left), (NAMES[name], -off)), "GT-5.6")
    return SumView(f"{NAMES[name]}, {UNIT_NAMES[unit]}", terms, left, f"{left} left", "GT-5.6")


def fate(markers: int, defense: int) -> str:
    """What so many markers do to a Unit of such a Defense (GT-1.5)."""
    return f"{'falls' if markers > defense else 'stands'}: {markers} of {defense}"


def _named(name: int) -> str:
    return "" if name == NONE else NAMES[name]


def _terms(parts: Iterable[tuple[str, int]], clause: str) -> tuple[TermView, ...]:
    return tuple(TermView(label, value, clause) for label, value in parts if value != 0)
