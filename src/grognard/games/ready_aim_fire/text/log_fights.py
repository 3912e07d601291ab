"""The log of fights and of morale (RAF-5 to RAF-8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from grognard.games.ready_aim_fire import events as e
from grognard.games.ready_aim_fire import names
from grognard.games.ready_aim_fire.names import POSITIONS
from grognard.games.ready_aim_fire.text.prompts import killed_on, ordinal
from grognard.games.ready_aim_fire.text.sums import Side, check_sum, roll_sum, side_sum
from grognard.games.ready_aim_fire.text.words import FATES, Called, named_position, titled
from grognard.kernel.content.grammar import Party
from grognard.kernel.content.wording import listed
from grognard.kernel.engine.events import NONE, Event
from grognard.kernel.game import Game
from grognard.kernel.views.event_text import EventText
from grognard.kernel.views.rolls import roll_view
from grognard.kernel.views.view import RollView, SumView


def fight_event(happened: Event, who: Party, other: Party, game: Game) -> EventText | None:
    """What the log says of an event of a fight or a check; None for any other."""
    called = Called(game)
    return (
        _attack_event(happened, who, other, called)
        or _answer_event(happened, who, called)
        or _roll_event(happened, who, called)
        or _result_event(happened, who, other, called)
        or _loss_event(happened, who, called)
        or _morale_event(happened, who, other, called)
    )


# -- RAF-5.20 to 5.28 --------------------------------------------------------------------------------------------------


def _attack_event(happened: Event, who: Party, other: Party, called: Called) -> EventText | None:
    """RAF-5.20 and RAF-5.39: attacks, and cards that go to the bottom of their stack or to the top."""
    match happened:
        case e.Attacked(defender=defender, target=target):
            whom = f"{called[defender]} ({other:'s} {POSITIONS[target]})"
            return _attack_told(happened, who, whom, called)
        case e.GeneralAlone(defender=general, target=target):
            whom = f"{titled(called, general)}, alone at {other:'s} {POSITIONS[target]}"
            return _attack_told(happened, who, whom, called)
        case e.Raided(card=card, position=front):
            text = f"{who:'s} {called[card]} ({POSITIONS[front]}) attacks the reserve."
            where = named_position(happened.seat, front)
            return EventText(text, "RAF-5.20", (called.keys[card], where), against=1 - happened.seat)
        case e.Void(in_cover=in_cover):
            why = "cavalry can't attack into cover" if in_cover else "infantry can't attack cavalry"
            return EventText(f"The attack comes to nothing: {why}.", "RAF-5.40")
        case e.Probed(card=card, position=front, place=place):
            text = f"{who:'s} {called[card]} ({POSITIONS[front]}, {ordinal(place)}) comes to the fore."
            return EventText(text, "RAF-11.3", (called.keys[card], named_position(happened.seat, front)))
        case e.Sunk(card=card, position=position):
            text = f"{who:'s} {called[card]} goes to the bottom of the {POSITIONS[position]}."
            return EventText(text, "RAF-5.39", (called.keys[card], named_position(happened.seat, position)))
    return None


def _attack_told(happened: e.AttackEvent, who: Party, whom: str, called: Called) -> EventText:
    foe, attacker = 1 - happened.seat, happened.attacker
    here, there = named_position(happened.seat, happened.front), named_position(foe, happened.target)
    text = f"{who:'s} {called[attacker]} ({POSITIONS[happened.front]}) attacks {whom}."
    return EventText(text, "RAF-5.20", (called.keys[attacker], here), (called.keys[happened.defender], there), foe)


def _answer_event(happened: Event, who: Party, called: Called) -> EventText | None:
    """RAF-5.25 to 5.27 and RAF-6.23: cover, squares, support, and the Bridge."""
    match happened:
        case e.CoverTaken(card=card, cover=cover):
            text = f"{called[card]} takes cover in the {called[cover]}."
            return EventText(text, "RAF-5.25", (called.keys[card],), (called.keys[cover],))
        case e.SquareSettled(square=square):
            formed = "forms square" if square == names.FORMED else "does not form square"
            return EventText(f"The infantry {formed}.", "RAF-5.26")
        case e.Supported(place=place, position=position):
            where = named_position(happened.seat, position)
            text = f"{who:'s} {POSITIONS[position]}: the battalion {ordinal(place)} supports."
            return EventText(text, "RAF-5.27", (where,))
        case e.Crossed(card=bridge):
            return EventText(f"The attack crosses the {called[bridge]}.", "RAF-6.23", whom=(called.keys[bridge],))
        case e.SquareRolled():
            return _two_dice_told(happened, who, "forms square", "does not form square", called)
        case e.RideRolled():
            return _two_dice_told(happened, who, "rides around", "charges", called)
    return None


def _two_dice_told(happened: e.TwoDiceEvent, who: Party, wanted: str, otherwise: str, called: Called) -> EventText:
    card, first, second, most = called[happened.card], happened.first, happened.second, happened.most
    what = wanted if happened.made else otherwise
    text = f"{who:'s} {card} needs {most} or less: {first} and {second}, {what}."
    summed = roll_sum(f"{who:^'s} {card}", first + second, f"{most} or less needed: {what}", "RAF-5.26")
    before = _fallen([happened.before])
    roll = roll_view((first, second), f"{most} or less {wanted}", lambda fell: fell <= most, before)
    return EventText(text, "RAF-5.26", (called.keys[happened.card],), sums=(summed,), roll=roll)


# -- RAF-5.29, RAF-5.30 and RAF-8.5: dice ------------------------------------------------------------------------------


def _roll_event(happened: Event, who: Party, called: Called) -> EventText | None:
    match happened:
        case e.Rolled(attacker=attacker, defender=defender, volley=volley):
            dice = _fallen([attacker, defender, volley])
            both = listed([str(die) for die in dice[1:]])
            return EventText(f"Dice: attacker {attacker}, defender {both}.", "RAF-5.29", roll=RollView(dice, _OPPOSED))
        case e.Rerolled(card=card, dice=fell, before=before):
            text = f"{who:'s} {titled(called, card)} re-rolls"
            dice = _fallen(fell)
            if not dice:
                return EventText(f"{text}.", "RAF-8.4", (called.keys[card],))
            text = f"{text}: {listed([str(die) for die in dice])}."
            roll = RollView(dice, _OPPOSED, rerolled=_fallen(before))
            return EventText(text, "RAF-5.30", (called.keys[card],), roll=roll)
        case e.Danger(general=general, die=die, least=least, killed=killed):
            name, end = titled(called, general), "killed" if killed else "unhurt"
            text = f"{name} is in danger (killed {killed_on(least)}): {die}, {end}."
            summed = roll_sum(f"{name} in danger", die, f"{end}: killed {killed_on(least)}", "RAF-8.5")
            roll = roll_view([die], f"killed {killed_on(least)}", lambda fell: fell < least)
            return EventText(text, "RAF-8.5", whom=(called.keys[general],), sums=(summed,), roll=roll)
    return None


# What the dice of an attack are rolled for (RAF-5.29): the difference of both sums decides how much is won.
_OPPOSED: Final = "a higher sum than the other side's"


def _fallen(dice: Sequence[int]) -> tuple[int, ...]:
    """The dice that fell: the others are 0."""
    return tuple(die for die in dice if die > 0)


# -- RAF-5.31 ----------------------------------------------------------------------------------------------------------


def _result_event(happened: Event, who: Party, other: Party, called: Called) -> EventText | None:
    match happened:
        case e.Summed(card=card, position=position):
            summed = side_sum(called, _side(happened), f"{who:^'s}")
            if not summed.text:
                summed = msgspec.structs.replace(summed, text=f"{summed.total} in all", unit="in all")
            acting = called.keys[card], named_position(happened.seat, position)
            return EventText(f"{who:'s} {_sum_text(called[card], summed)}", "RAF-6.1", acting, sums=(summed,))
        case e.Resulted(difference=difference, fate=fate):
            foe, attacker, defender = 1 - happened.seat, called.keys[happened.attacker], called.keys[happened.defender]
            what = _result_text(happened)
            text = f"Difference {difference:+}: {what}." if difference else f"Difference 0: {what}."
            clause = "RAF-5.32" if happened.safe and difference < 0 else "RAF-5.31"
            acting = attacker, named_position(happened.seat, happened.front)
            struck = defender, named_position(foe, happened.target)
            # What befalls a battalion is said when it does.
            return EventText(text, clause, acting, struck, foe, detail=difference != 0 and fate != 0)
    return None


def _result_text(happened: e.Resulted) -> str:
    """The line of the results table."""
    if happened.difference == 0:
        return "the defender checks morale" if happened.safe else "both check morale"
    if happened.fate == 0:
        return "nothing happens to the attacking guns"
    return f"{'the defender' if happened.difference > 0 else 'the attacker'} {FATES[happened.fate]}"


def _side(happened: e.Summed) -> Side:
    """One side's sum, taken from its event."""
    return Side(
        seat=happened.seat,
        defends=happened.defends,
        place=happened.position,
        kind=happened.card,
        dice=(happened.first, happened.second),
        terms=happened.terms,
        grounds=happened.grounds,
        aids=list(zip(happened.aids, happened.amounts, strict=True)),
        barred=happened.barred,
    )


def _sum_text(name: str, summed: SumView) -> str:
    """The card, its die, every modifier by its name, and the sum."""
    *modifiers, die = summed.terms
    words = [f"{'troops' if term.label == name else term.label} {term.value:+}" for term in modifiers]
    return f"{name}: {', '.join([f'die {die.value}', *words])}{f' = {summed.total}' if words else ''}."


# -- RAF-5.33 to 5.37, RAF-8.6 -----------------------------------------------------------------------------------------


def _loss_event(happened: Event, who: Party, called: Called) -> EventText | None:
    pieces = happened.all_cards()
    cards, card = called.keys_of(pieces), called[pieces[0]] if pieces else "battalion"
    match happened:
        case e.GeneralKilled(position=at, acting=acting):
            title, clause = ("Army Commander", "RAF-8.11") if acting else ("general", "RAF-8.6")
            text = f"{who:'s} {title} {card} is killed at the {POSITIONS[at]}."
            return EventText(text, clause, whom=(*cards, named_position(happened.seat, at)), against=happened.seat)
        case e.BecameShaken(position=at, place=place):
            text = f"{who:'s} {card} ({POSITIONS[at]}, {ordinal(place)}) is Shaken."
            return EventText(text, "RAF-5.35", whom=(*cards, named_position(happened.seat, at)))
        case e.Routed(position=at):
            whom = (*cards, named_position(happened.seat, at))
            text = f"{who:'s} {card} routs from the {POSITIONS[at]}."
            return EventText(text, "RAF-5.34", whom=whom, against=happened.seat)
        case e.Eliminated(position=at):
            whom = (*cards, named_position(happened.seat, at))
            text = f"{who:'s} {card} is eliminated at the {POSITIONS[at]}."
            return EventText(text, "RAF-5.33", whom=whom, against=happened.seat)
        case e.Captured():
            return EventText(
                f"{who:'s} {card} in the discard pile is eliminated.", "RAF-5.21", whom=cards, against=happened.seat
            )
        case e.BecameBlown():
            return EventText(f"{who:'s} {card} is Blown.", "RAF-5.37", whom=cards)
        case e.Rallied(position=at, place=place):
            text = f"{who:'s} {card} ({POSITIONS[at]}, {ordinal(place)}) rallies."
            return EventText(text, "RAF-7.16", (*cards, named_position(happened.seat, at)))
    return None


# -- RAF-7 -------------------------------------------------------------------------------------------------------------


def _morale_event(happened: Event, who: Party, other: Party, called: Called) -> EventText | None:
    match happened:
        case e.MoraleCame():
            return EventText("The morale phase begins.", "RAF-7.10")
        case e.Sniped(position=at):
            where = named_position(other.seat, at)
            text = f"{other:'s} {POSITIONS[at]} has to make one more check."
            return EventText(text, "RAF-7.10", whom=(where,), against=other.seat)
        case e.PassBegan(position=at, army=army):
            why, clause = (": the whole army does", "RAF-8.12") if army else ("", "RAF-7.12")
            text = f"{who:'s} {POSITIONS[at]} checks morale{why}."
            return EventText(text, clause, (named_position(happened.seat, at),))
        case e.Checked():
            return _check_told(happened, who, called)
    return None


_CHECK_CLAUSES: Final = {names.RALLY: "RAF-7.16", names.FIGHT: "RAF-7.21", names.ARMY: "RAF-8.12"}


def _check_told(happened: e.Checked, who: Party, called: Called) -> EventText:
    """Returns the roll and, for readers who see the card, the number it needed."""
    dice, added, needed = (happened.first, happened.second), happened.added, happened.needed
    cards, place = called.keys_of(happened.all_cards()), ordinal(happened.place)
    position, end = named_position(happened.seat, happened.position), "passes" if happened.passed else "fails"
    roll = RollView(dice, rerolled=_fallen([happened.before]))
    if happened.card == NONE:
        card = name = f"the card {place}"
        target, what = "", end
    else:
        card = called[happened.card]
        name = f"{card}, {place}"
        target, what = f" ({needed} or less needed)", f"{needed} or less needed: {end}"
        roll = roll_view(dice, f"{needed} or less passes", lambda fell: fell + added <= needed, roll.rerolled)
    clause = _CHECK_CLAUSES.get(happened.mode, "RAF-7.1")
    whole = f"{dice[0]} + {dice[1]}{f' + {added}' if added else ''} = {sum(dice) + added}"
    whose = f"{who:^'s} {POSITIONS[happened.position]}"
    text = f"{whose}, {name}: {whole}{target}, {end}."
    summed = check_sum(f"{whose}, {card}", sum(dice), happened.routs, happened.overrun, what, clause)
    return EventText(text, clause, (*cards, position), sums=(summed,), roll=roll)
