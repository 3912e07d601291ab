"""The log of fights and of morale (RAF-5 to RAF-8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from grognard.games.ready_aim_fire import names
from grognard.games.ready_aim_fire.meta import META
from grognard.games.ready_aim_fire.names import FIRST_TERRAIN, POSITIONS
from grognard.games.ready_aim_fire.rules.line import MORALE
from grognard.games.ready_aim_fire.tables import ROWS
from grognard.games.ready_aim_fire.text.words import named, named_position, titled
from grognard.games.ready_aim_fire.text.prompts import killed_on, ordinal
from grognard.games.ready_aim_fire.text.sums import Side, check_sum, difference_sum, roll_sum, side_sum
from grognard.kernel.content.cardfile import CardFact
from grognard.kernel.content.wording import listed
from grognard.kernel.engine.recorder import UntypedEvent as Event
from grognard.kernel.views.rolls import roll_view
from grognard.kernel.views.event_text import EventText
from grognard.kernel.views.view import RollView, SumView


def fight_event(happened: Event, facts: Sequence[CardFact]) -> EventText:
    """What is told of an event of a fight or a check."""
    told = (
        _attack_event(happened)
        or _roll_event(happened)
        or _result_event(happened, facts)
        or _loss_event(happened)
        or _morale_event(happened, facts)
    )
    if told is None:
        raise ValueError(f"no wording for event {happened.code}")
    return told


# -- RAF-5.20 to 5.28 --------------------------------------------------------------------------------------------------


def _attack_event(happened: Event) -> EventText | None:
    who, cards, numbers = META.seats[happened.seat], named(happened.cards), happened.numbers
    foe = 1 - happened.seat
    match happened.code:
        case names.ATTACKED | names.GENERAL_ALONE:
            here, there = named_position(happened.seat, numbers[0]), named_position(foe, numbers[1])
            alone = happened.code == names.GENERAL_ALONE
            whom = f"{titled(happened.cards[1])}, alone at {there}" if alone else f"{cards[1]} ({there})"
            text = f"{who}'s {cards[0]} ({POSITIONS[numbers[0]]}) attacks {whom}."
            return EventText(text, "RAF-5.20", (cards[0], here), (cards[1], there), foe)
        case names.RAIDED:
            here = named_position(happened.seat, numbers[0])
            text = f"{who}'s {cards[0]} ({POSITIONS[numbers[0]]}) attacks the reserve."
            return EventText(text, "RAF-5.20", (cards[0], here), against=foe)
        case names.VOID:
            return EventText("The attack comes to nothing.", "RAF-5.40")
        case names.COVER_TAKEN:
            return EventText(f"{cards[0]} takes cover in the {cards[1]}.", "RAF-5.25", cards[:1], cards[1:])
        case names.SQUARE_SETTLED:
            formed = "forms square" if numbers[0] == 1 else "forms no square"
            return EventText(f"The infantry {formed}.", "RAF-5.26")
        case names.SUPPORTED:
            where = named_position(happened.seat, numbers[1])
            text = f"The battalion {ordinal(numbers[0])} of {where} supports."
            return EventText(text, "RAF-5.27", (where,))
        case names.CROSSED:
            return EventText(f"The attack crosses the {cards[0]}.", "RAF-6.23", whom=cards)
        case names.PROBED:
            where, place = named_position(happened.seat, numbers[0]), ordinal(numbers[1])
            text = f"{who}'s {cards[0]} ({POSITIONS[numbers[0]]}, {place}) comes to the fore."
            return EventText(text, "RAF-11.3", (*cards, where))
        case names.SUNK:
            text = f"{who}'s {cards[0]} goes to the bottom of the {POSITIONS[numbers[0]]}."
            return EventText(text, "RAF-5.39", (*cards, named_position(happened.seat, numbers[0])))
    return None


# -- dice --------------------------------------------------------------------------------------------------------------


def _roll_event(happened: Event) -> EventText | None:
    who, cards, numbers = META.seats[happened.seat], named(happened.cards), happened.numbers
    match happened.code:
        case names.ROLLED:
            dice = _fallen(numbers)
            both = listed([str(die) for die in dice[1:]])
            return EventText(f"Dice: attacker {dice[0]}, defender {both}.", "RAF-5.29", roll=RollView(dice, _OPPOSED))
        case names.REROLLED:
            return _reroll_told(happened, who, cards)
        case names.DANGER:
            die, least = numbers
            end = "killed" if die >= least else "unhurt"
            general = titled(happened.cards[0])
            text = f"{general} is in danger (killed {killed_on(least)}): {die}, {end}."
            summed = roll_sum(f"{general} in danger", die, f"{end}: killed {killed_on(least)}", "RAF-8.5")
            roll = roll_view([die], f"killed {killed_on(least)}", lambda fell: fell < least)
            return EventText(text, "RAF-8.5", whom=cards, sums=(summed,), roll=roll)
        case names.SQUARE_ROLLED | names.RIDE_ROLLED:
            return _square_told(happened, who, cards)
    return None


# What the dice of an attack are rolled for (RAF-5.29): the difference of both sums tells how much is won.
_OPPOSED: Final = "a higher sum than the other side's"


def _fallen(numbers: Sequence[int]) -> tuple[int, ...]:
    """The dice among numbers that are 0 where no die fell."""
    return tuple(die for die in numbers if die > 0)


def _reroll_told(happened: Event, who: str, cards: tuple[str, ...]) -> EventText:
    """A re-roll of the attack shows its dice; of a check or a square they follow."""
    dice, before = _fallen(happened.numbers[:2]), _fallen(happened.numbers[2:])
    if not dice:
        return EventText(f"{who}'s general {cards[0]} re-rolls.", "RAF-8.4", cards)
    text = f"{who}'s general {cards[0]} re-rolls: {listed([str(die) for die in dice])}."
    return EventText(text, "RAF-5.30", cards, roll=RollView(dice, _OPPOSED, rerolled=before))


def _square_told(happened: Event, who: str, cards: tuple[str, ...]) -> EventText:
    first, second, most, made, before = happened.numbers
    square = happened.code == names.SQUARE_ROLLED
    what = (("forms no square", "forms square") if square else ("charges", "rides around"))[made]
    text = f"{who}'s {cards[0]} needs {most} or less: {first} and {second}, {what}."
    summed = roll_sum(f"{who}'s {cards[0]}", first + second, f"{most} or less needed: {what}", "RAF-5.26")
    wanted = "forms square" if square else "rides around"
    roll = roll_view((first, second), f"{most} or less {wanted}", lambda fell: fell <= most, _fallen([before]))
    return EventText(text, "RAF-5.26", cards, sums=(summed,), roll=roll)


# -- RAF-5.31 ----------------------------------------------------------------------------------------------------------

_RESULTS: Final = {1: "is Shaken", 2: "routs", 3: "is eliminated", 4: "is eliminated"}


def result_text(difference: int, safe: bool, spared: bool) -> str:
    """The line of the results table; some battalions are spared by their nation."""
    if difference == 0:
        return "the defender checks morale" if safe else "both check morale"
    if difference < 0 and safe:
        return "nothing happens to the attacking guns"
    loser = "the defender" if difference > 0 else "the attacker"
    size = min(abs(difference), 4)
    return f"{loser} {_RESULTS[2 if size == 3 and spared else size]}"


def _result_event(happened: Event, facts: Sequence[CardFact]) -> EventText | None:
    who, cards, numbers = META.seats[happened.seat], named(happened.cards), happened.numbers
    match happened.code:
        case names.SUMMED:
            summed = side_sum(_side(happened, facts))
            summed = msgspec.structs.replace(summed, text=summed.text or f"{summed.total} in all")
            where = named_position(happened.seat, numbers[1])
            return EventText(f"{who}'s {_sum_text(cards[0], summed)}", "RAF-6.1", (cards[0], where), sums=(summed,))
        case names.RESULTED:
            foe = 1 - happened.seat
            safe, spared, attacker, defender, here, there = numbers
            difference = attacker - defender
            what = result_text(difference, bool(safe), bool(spared))
            sides = (cards[0], named_position(happened.seat, here)), (cards[1], named_position(foe, there))
            label = f"{cards[0]} against {cards[1]}"
            summed = difference_sum(label, happened.seat, (attacker, defender), what)
            text = f"Difference {difference:+}: {what}." if difference else f"Difference 0: {what}."
            clause = "RAF-5.32" if safe and difference < 0 else "RAF-5.31"
            return EventText(text, clause, *sides, foe, sums=(summed,))
    return None


def _side(happened: Event, facts: Sequence[CardFact]) -> Side:
    """One side's sum out of its event."""
    defends, place, first, second, barred, *terms = happened.numbers
    kind, *others = happened.cards
    return Side(
        seat=happened.seat,
        defends=bool(defends),
        place=place,
        kind=kind,
        dice=(first, second),
        terms=terms,
        grounds=[piece for piece in others if piece >= FIRST_TERRAIN],
        aids=[(piece, int(facts[ROWS[piece]].columns["amount"] or 0)) for piece in others if piece < FIRST_TERRAIN],
        barred=bool(barred),
    )


def _sum_text(name: str, summed: SumView) -> str:
    """The card, its die, every modifier by its name, and the sum."""
    *modifiers, die = summed.terms
    words = [f"{'troops' if term.label == name else term.label} {term.value:+}" for term in modifiers]
    return f"{name}: {', '.join([f'die {die.value}', *words])}{f' = {summed.total}' if words else ''}."


# -- RAF-5.33 to 5.37, RAF-8.6 -----------------------------------------------------------------------------------------


def _loss_event(happened: Event) -> EventText | None:
    who, cards, numbers = META.seats[happened.seat], named(happened.cards), happened.numbers
    where = (named_position(happened.seat, numbers[0]),) if numbers else ()
    place = POSITIONS[numbers[0]] if numbers and numbers[0] < len(POSITIONS) else ""
    whom = (*cards, *where)
    match happened.code:
        case names.GENERAL_KILLED:
            acting = bool(numbers[1])
            title = "Army Commander" if acting else "general"
            text = f"{who}'s {title} {cards[0]} is killed at the {place}."
            return EventText(text, "RAF-8.11" if acting else "RAF-8.6", whom=whom)
        case names.BECAME_SHAKEN:
            what = cards[0] if cards else "battalion"
            return EventText(f"{who}'s {what} ({place}, {ordinal(numbers[1])}) is Shaken.", "RAF-5.35", whom=whom)
        case names.ROUTED:
            return EventText(
                f"{who}'s {cards[0]} routs from the {place}.", "RAF-5.34", whom=whom, against=happened.seat
            )
        case names.ELIMINATED:
            text = f"{who}'s {cards[0]} is eliminated at the {place}."
            return EventText(text, "RAF-5.33", whom=whom, against=happened.seat)
        case names.CAPTURED:
            return EventText(f"{who}'s {cards[0]} in the discard pile is eliminated.", "RAF-5.21", whom=cards)
        case names.BECAME_BLOWN:
            return EventText(f"{who}'s {cards[0]} is Blown.", "RAF-5.37", whom=cards)
        case names.RALLIED:
            what = cards[0] if cards else "battalion"
            return EventText(f"{who}'s {what} ({place}, {ordinal(numbers[1])}) rallies.", "RAF-7.16", whom)
    return None


# -- RAF-7 -------------------------------------------------------------------------------------------------------------


def _morale_event(happened: Event, facts: Sequence[CardFact]) -> EventText | None:
    who, numbers = META.seats[happened.seat], happened.numbers
    match happened.code:
        case names.MORALE_CAME:
            return EventText("The morale phase begins.", "RAF-7.10")
        case names.SNIPED:
            foe = 1 - happened.seat
            where = named_position(foe, numbers[0])
            return EventText(f"{where} has to make one more check.", "RAF-7.10", whom=(where,), against=foe)
        case names.PASS_BEGAN:
            where = named_position(happened.seat, numbers[0])
            why, clause = (": the whole army does", "RAF-8.12") if numbers[1] else ("", "RAF-7.12")
            return EventText(f"{who}'s {POSITIONS[numbers[0]]} checks morale{why}.", clause, (where,))
        case names.CHECKED:
            return _check_told(happened, facts)
    return None


_CHECK_CLAUSES: Final = {names.RALLY: "RAF-7.16", names.FIGHT: "RAF-7.21", names.ARMY: "RAF-8.12"}


def _check_told(happened: Event, facts: Sequence[CardFact]) -> EventText:
    """What was rolled, and for those who see the card what was needed."""
    where, place, first, second, routs, overrun, headless, passed, mode, before = happened.numbers
    cards, position = named(happened.cards), named_position(happened.seat, where)
    added = routs + overrun
    whole = f"{first} + {second}{f' + {added}' if added else ''} = {first + second + added}"
    end = "passes" if passed else "fails"
    name, needed = f"the card {ordinal(place)}", ""
    roll = RollView((first, second), rerolled=_fallen([before]))
    if happened.cards:
        name = f"{cards[0]}, {ordinal(place)}"
        morale = MORALE + facts[ROWS[happened.cards[0]]].number("modifier") - headless
        needed = f"{morale} or less needed"
        roll = roll_view(roll.dice, f"{morale} or less passes", lambda fell: fell + added <= morale, roll.rerolled)
    clause = _CHECK_CLAUSES.get(mode, "RAF-7.1")
    text = f"{position}, {name}: {whole}{f' ({needed})' if needed else ''}, {end}."
    what = f"{needed}: {end}" if needed else end
    summed = check_sum(f"{position}, {cards[0] if cards else name}", first + second, routs, overrun, what, clause)
    return EventText(text, clause, (*cards, position), sums=(summed,), roll=roll)
