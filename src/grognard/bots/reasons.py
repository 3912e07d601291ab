"""Explains why one choice is better than another, in numbers of the table, by playing both in the same deals.

Each reason is a fact of the search: both choices are played in the same worlds with the same luck, as far as the search
looks ahead. Each number of the table that differs significantly, and by enough, is reported with both means.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from grognard.bots.ismcts import Ismcts, Search
from grognard.bots.workers import SearchTask, Weighed, known_of
from grognard.kernel.content.wording import capitalized, in_words, listed
from grognard.kernel.engine.chance import stream
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game

WORLDS: Final = 200
SURE: Final = 4.0  # standard errors of a difference that is reported
LEAST: Final = 0.3  # a smaller difference is not worth mentioning
LEAST_CARDS: Final = 0.5  # the same for hands
FEW: Final = 2  # at most this many weaker choices are named
TOLD: Final = 2  # reasons for the better choice, at most
HAND: Final = "hand"
YOUR_HAND: Final = "your hand"
SOON: Final = {1: "by the next turn", 2: "by the turn after next"}
AHEAD: Final = 0.02  # choices closer than this are equal, so there is no reason to give


class NumberContrast(msgspec.Struct, frozen=True):
    """A number of the table, with its mean after the better choice and after the other.

    `owner` is the seat it belongs to, and `yours` its name in a sentence to that seat.
    """

    label: str
    yours: str
    owner: int
    better: float
    other: float
    speaks: bool  # True if it favors the better choice, False if it is that choice's price
    hand: bool = False  # whether it is the size of a hand


class Reasons(msgspec.Struct, frozen=True):
    """The number of turn ends to which both choices were played, and the numbers that then differ, advantages first.

    Numbers of the table come before the sizes of hands, and larger differences come first. Another player's larger hand
    is not a price. If a number speaks against the choice and only hands speak for it, nothing is reported: the real
    reasons are others.
    """

    turns: int
    told: tuple[NumberContrast, ...]


def reasons(asked: SearchTask, better: str, other: str) -> Reasons:
    """Compares two choices, given by their notations, and returns the reasons why the first is better."""
    known = known_of(asked)
    search, game, view = Search(Ismcts(1), known), known.game, known.view()
    actions = {action.notation: action.action for action in view.actions}
    first: list[Numbers] = []
    second: list[Numbers] = []
    for number in range(WORLDS):
        seed, luck, *_rest = stream(asked.seed, f"reason {number}")
        for do, found in ((better, first), (other, second)):
            found.append(numbers(search.come_of(actions[do], seed, luck)))
    side = game.sides[asked.seat]
    return Reasons(game.measure.horizon, reported(_differing(first, second, side), game, side))


def reported(told: Sequence[NumberContrast], game: Game, side: int) -> tuple[NumberContrast, ...]:
    """Returns the reasons to report among numbers that differ, the most important first."""
    good = [reason for reason in told if reason.speaks][:TOLD]
    paid = [reason for reason in told if not reason.speaks]
    price = [reason for reason in paid if not reason.hand or game.sides[reason.owner] == side][:1]
    if good and price and good[0].hand and not price[0].hand:
        good = price = []
    return (*good, *price)


class Counted(NamedTuple):
    """Something counted on the table: its name, the side it is good for, its owner, and its name for the owner."""

    name: str
    good_for: int
    owner: int
    yours: str
    hand: bool = False


Numbers = dict[Counted, int]


def numbers(state: State) -> Numbers:
    """Returns the public quantities that are good for one side: the numbers of the table, and hands."""
    view, sides = state.view(None), state.game.sides
    found: Numbers = {}
    for number in view.numbers:
        if number.owner is not None:
            good_for = sides[number.owner] ^ number.harms
            found[Counted(number.name, good_for, number.owner, number.yours)] = number.value
    for zone in view.zones:
        if zone.owner is not None and zone.key == HAND:
            found[Counted(zone.label, sides[zone.owner], zone.owner, YOUR_HAND, hand=True)] = zone.count
    return found


def _differing(first: Sequence[Numbers], second: Sequence[Numbers], side: int) -> list[NumberContrast]:
    """Returns what differs surely and by enough between two choices, world by world; the size of a hand last."""
    found = [(_weight(what, first, second), contrast(what, first, second, side)) for what in common(first, second)]
    told = [(weight, reason) for weight, reason in found if reason is not None]
    return [reason for _weight, reason in sorted(told, key=lambda one: (one[1].hand, -one[0]))]


def common(first: Sequence[Numbers], second: Sequence[Numbers]) -> list[Counted]:
    """Returns the numbers that are on the table in every world."""
    return sorted(set.intersection(*(set(one) for one in [*first, *second])))


def contrast(what: Counted, first: Sequence[Numbers], second: Sequence[Numbers], side: int) -> NumberContrast | None:
    """Returns how a number differs between two choices, world by world; None if not surely, or not by enough."""
    values = [[one[what] for one in each] for each in (first, second)]
    differences = [a - b for a, b in zip(*values, strict=True)]
    worlds = len(differences)
    mean = math.fsum(differences) / worlds
    spread = math.sqrt(math.fsum((each - mean) ** 2 for each in differences)) / worlds
    if abs(mean) < max(LEAST_CARDS if what.hand else LEAST, SURE * spread):
        return None
    better, other = (math.fsum(each) / worlds for each in values)
    speaks = (mean > 0) == (what.good_for == side)
    return NumberContrast(what.name, what.yours, what.owner, better, other, speaks, what.hand)


def _weight(what: Counted, first: Sequence[Numbers], second: Sequence[Numbers]) -> float:
    """Returns how much a difference stands out from the number's usual variation."""
    differences = [a[what] - b[what] for a, b in zip(first, second, strict=True)]
    every = [one[what] for each in (first, second) for one in each]
    middle = math.fsum(every) / len(every)
    mean = math.fsum(differences) / len(differences)
    return abs(mean) / math.sqrt(1.0 + math.fsum((value - middle) ** 2 for value in every) / len(every))


class Explanation(msgspec.Struct, frozen=True):
    """Advice in two steps: a clue that names no choice, and the reasons for the first choice.

    The clue or the reasons are empty if there is nothing to say.
    """

    where: str = ""
    why: str = ""


def explain(asked: SearchTask, found: Sequence[Weighed]) -> Explanation:
    """Returns a clue, and the reasons for the first choice against the best of the weaker ones."""
    if len(found) < 2:
        return Explanation()
    best, of = found[0], len(found)
    worse = [one for one in found if one.chance <= best.chance - AHEAD]
    if not worse:
        return Explanation(f"{'Both of your' if of == 2 else f'All {in_words(of)} of your'} moves are about equal.")
    other = max(worse, key=lambda one: one.chance)
    good = of - len(worse)
    where = f"One of your {in_words(of)} moves is clearly better."
    if good > 1:
        rest = "The other is" if len(worse) == 1 else f"The other {in_words(len(worse))} are"
        where = f"{capitalized(in_words(good))} of your {in_words(of)} moves are about equal. {rest} weaker."
    found_out, seat = reasons(asked, best.do, other.do), asked.seat
    looked_at = listed([called(one, seat) for one in found_out.told if one.speaks])
    why = why_told(found_out, other.label, seat)
    if good > 1 and len(worse) <= FEW:
        weaker = listed([f"“{one.label}”" for one in worse])
        why = f"{weaker} {'is' if len(worse) == 1 else 'are'} weaker. {why}".strip()
    return Explanation(f"{where} Look at {looked_at}." if looked_at else where, why)


def called(reason: NumberContrast, seat: int | None) -> str:
    """Returns the name of a number in a sentence to this seat: “your troops”, “Fronts held by you”."""
    return reason.yours if reason.owner == seat else reason.label


def why_told(found_out: Reasons, other: str, seat: int | None) -> str:
    """Returns why another choice, given by its label, is worse; empty without a reason.

    The reader holds this seat; None is anyone else.
    """
    lost, gained = ([_fact(one, seat) for one in found_out.told if one.speaks == speaks] for speaks in (True, False))
    if not lost:
        return ""
    turns = found_out.turns
    when = SOON.get(turns, f"in {in_words(turns)} turns, or when the game ends")
    price = f" But it would leave {gained[0]}." if gained else ""
    return f"{capitalized(when)}, “{other}” would leave {listed(lost)}.{price}"


def _fact(reason: NumberContrast, seat: int | None) -> str:
    """Formats a fact like “your hand at about 5 instead of 6”."""
    better, other = means(reason)
    return f"{called(reason, seat)} at about {other} instead of {better}"


def means(reason: NumberContrast) -> tuple[str, str]:
    """Formats both means of a number, the better choice's first, with a decimal if whole numbers would be equal."""
    digits = 0 if round(reason.other) != round(reason.better) else 1
    return f"{reason.better:.{digits}f}", f"{reason.other:.{digits}f}"
