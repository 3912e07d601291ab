"""Sums part by part, for the view before the dice and for the log after them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from grognard.games.ready_aim_fire.names import POSITIONS
from grognard.games.ready_aim_fire.text.words import Called
from grognard.kernel.content.grammar import Party
from grognard.kernel.cardsets.bits import is_in
from grognard.kernel.views.view import SumView, TermView


class Side(NamedTuple):
    """One side of a fight: who, where, the dice as they fell (0: not yet), and every modifier (RAF-6.1)."""

    seat: int
    defends: bool
    place: int
    kind: int
    dice: tuple[int, int]
    terms: Sequence[int]
    # The cards that make up the ground, as far as it counts, and those played on the roll with what each adds.
    grounds: Sequence[int]
    aids: Sequence[tuple[int, int]]
    barred: bool


def side_sum(called: Called, side: Side, whose: str) -> SumView:
    """RAF-6.1: all that helps or hinders a side (“Blue's”, “Your”), and its die."""
    terms = [TermView(label, value, clause) for label, value, clause in _modifiers(called, side) if value != 0]
    shown = max(side.dice)
    if shown > 0:
        first, second = side.dice
        better = second > 0
        label = f"the better of {first} and {second}" if better else "die"
        terms.append(TermView(label, shown, "RAF-5.29", dice=not better))
    barred = "no bonus counts against artillery" if side.barred else ""
    label = f"{whose} {called[side.kind]}, {POSITIONS[side.place]}"
    return SumView(label, tuple(terms), shown + sum(side.terms), barred, "RAF-6.10" if barred else "RAF-6.1")


def _modifiers(called: Called, side: Side) -> Iterator[tuple[str, int, str]]:
    """Every modifier of a side by name, with its clause."""
    troops, lancers, shaken, blown, support, flank, square, ground, cards = side.terms
    yield called[side.kind], troops, "RAF-1.1"
    yield "against infantry", lancers, "RAF-1.1"
    yield "Shaken", shaken, "RAF-5.35"
    yield "Blown", blown, "RAF-5.10"
    yield "support", support, "RAF-5.27"
    yield "flank attack", flank, "RAF-6.1"
    yield "square" if side.defends else "no square", square, "RAF-5.26"
    yield " and ".join([called[piece] for piece in side.grounds]), ground, "RAF-6.20"
    if cards != 0:
        for piece, amount in side.aids:
            if not is_in(called.kinds.volleys, piece):
                yield called[piece], amount, "RAF-11.3"


def attack_words(attacker: Party, defender: Party, attack: int, defense: int) -> str:
    """RAF-5.31: each side's modifiers, and what the attacker adds to the difference of the dice."""
    if attack == defense:
        return f"An even attack ({attacker} {_signed(attack)}, {defender} {_signed(defense)})"
    ahead = _signed(attack - defense)
    return f"{attacker:^attacks} at {ahead} ({attacker} {_signed(attack)}, {defender} {_signed(defense)})"


def result_words(attacker: Party, defender: Party, attack: int, defense: int) -> str:
    """RAF-5.31: each side's sum, its die included, and who is ahead by how much."""
    sums = f"{attacker:^} {attack}, {defender} {defense}"
    if attack == defense:
        return f"{sums}: a tie"
    return f"{sums}: {attacker if attack > defense else defender:leads} by {abs(attack - defense)}"


def _signed(value: int) -> str:
    return f"{value:+d}" if value != 0 else "0"


def check_sum(label: str, roll: int, routs: int, overrun: int, what: str, clause: str) -> SumView:
    """RAF-7.1: two dice and their modifiers."""
    added = (("routs before it", routs), ("overrun", overrun))
    terms = (TermView(name, value, "RAF-7.1") for name, value in added if value != 0)
    dice = TermView("dice", roll, "RAF-7.1", dice=True)
    return SumView(label, (dice, *terms), roll + routs + overrun, what, clause)


def roll_sum(label: str, roll: int, what: str, clause: str) -> SumView:
    """A roll that is compared with a number."""
    return SumView(label, (TermView("dice", roll, clause, dice=True),), roll, what, clause)
