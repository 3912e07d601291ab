"""The log: a sentence for every event, what kind it is and how much it weighs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from grognard.games.company_commander import events as e
from grognard.games.company_commander import names
from grognard.games.company_commander.meta import LAST_TURN
from grognard.games.company_commander.names import NONE
from grognard.games.company_commander.text.prompts import PHASES
from grognard.games.company_commander.text.sums import (
    arithmetic, armor_terms, dice_terms, fire_terms, fired, firing, rally_terms, rallying, reckoned, recon_terms,
    rolled, saving, scouted, scouting, suppressed, suppressing, suppression_terms, trench_terms,
)  # fmt: skip
from grognard.games.company_commander.text.words import (
    cards_of, fire_dice, front_name, named, on_front, pieces_named, place_name, plural_dice, signed,
)  # fmt: skip
from grognard.kernel.content.grammar import Party
from grognard.kernel.content.wording import counted, listed, verb
from grognard.kernel.engine.events import Event
from grognard.kernel.game import Game
from grognard.kernel.views.event_text import Big, EventKinds, EventText, seen, turn_came
from grognard.kernel.views.view import SumView
from grognard.kernel.views.words import chapters

KINDS: Final = EventKinds(
    e,
    headlines={e.Withdrew, e.Hurt, e.Destroyed, e.Routed, e.WonLosses, e.WonFronts, e.Stalled},
    bookkeeping={e.Began, e.TurnCame, e.DrewUnits, e.Drew, e.Reshuffled, e.Discarded},
    details={e.Ended, e.Passed, e.Ready, e.HasHit},
    sounds={
        e.Drew: "draw", e.DrewUnits: "draw", e.AimedFire: "shot", e.Joined: "charge", e.Hurt: "hit", e.Pinned: "hit",
        e.Destroyed: "rout", e.Routed: "rout",
    },
    big={
        e.Destroyed: Big("unit", "Destroyed"), e.Routed: Big("rout", "Rout"), e.WonLosses: Big("end", "The end"),
        e.WonFronts: Big("end", "The end"), e.Stalled: Big("end", "Stalemate"),
    },
)  # fmt: skip


def _keys(game: Game, *cards: int) -> tuple[str, ...]:
    """Returns the keys of the cards that are given."""
    return tuple(game.pieces[card] for card in cards if card != NONE)


def _amounts(game: Game, cards: Sequence[int], amounts: Sequence[int]) -> list[tuple[str, int]]:
    return [(game.names[card], amount) for card, amount in zip(cards, amounts, strict=True)]


def _settled(told: SumView, words: str) -> tuple[SumView, ...]:
    """Returns a sum with its result in words."""
    return (msgspec.structs.replace(told, text=words),)


# -- CC-1, CC-2 and CC-11: turns and the end ---------------------------------------------------------------------------


def _turn(happened: Event, who: Party, other: Party, game: Game) -> EventText | None:
    match happened:
        case e.Began():
            return EventText(f"{who:begins}.", "CC-1.3")
        case e.TurnCame():
            return turn_came(happened, who, "CC-2.1")
        case e.Ended(phase=names.ASSAULT):
            return EventText(f"{who:declares} no more attackers.", "CC-7.1")
        case e.Ended(phase=phase):
            return EventText(f"{who:ends} the {PHASES[phase].label}.", PHASES[phase].clause)
        case e.Passed(phase=phase):
            return EventText(f"{who:passes}.", PHASES[phase].clause)
        case e.WonLosses(seat=names.NONE, losses=losses):
            return EventText(f"Both sides have lost {losses} units at once: a draw.", "CC-1.8")
        case e.WonLosses(losses=losses):
            return EventText(f"{other:has} lost {losses} units: {who:wins}.", "CC-1.6")
        case e.WonFronts(others=others):
            enemy = f"{other} hold {'only one' if others else 'none'}"
            return EventText(f"{who:holds} all three Fronts, and {enemy}: {who:wins}.", "CC-1.7")
        case e.Stalled(turns=turns) if turns == LAST_TURN:  # fewer quiet turns end a game
            return EventText(f"{turns:,} turns have been played: the game ends.", "CC-11.1")
        case e.Stalled(turns=turns):
            return EventText(f"Nothing has happened for {turns} turns: the game ends.", "CC-11.1")
    return None


# -- CC-3, CC-4 and CC-10: cards that come, go and are played ----------------------------------------------------------

# The clause behind what a card does when it is played.
_EFFECT_CLAUSES: Final = {
    names.NEGATE_SUPPRESSION: "CC-6.6", names.NEGATE_FIRE: "CC-7.11", names.NEGATE_MOVE: "CC-3.7",
    names.NEGATE_RALLY: "CC-8.4", names.SUPPORT: "CC-6.7", names.RECONNAISSANCE: "CC-5.7",
    names.SIMULTANEOUS: "CC-7.13", names.EXTRA_RALLY: "CC-8.3", names.DRAW_TACTICS: "CC-4.2",
}  # fmt: skip

# What it does, where a few words say it. Both sides are plurals.
_EFFECTS_TOLD: Final = {
    names.NEGATE_SUPPRESSION: " and cancel the roll",
    names.NEGATE_FIRE: " and cancel the roll",
    names.NEGATE_MOVE: ": the unit stays where it is",
    names.NEGATE_RALLY: " and cancel the roll",
    names.GREEN: ": it can do nothing this turn",
    names.FOG: ": that Front cannot be attacked this turn",
    names.DISORDER: ": that Front cannot be assaulted this turn",
}


def _cards(happened: Event, who: Party, other: Party, game: Game) -> EventText | None:
    match happened:
        case e.DrewUnits(cards=cards, number=number):
            text = f"{who:draws} {counted(number, 'Squad card')}{seen(cards, game.names)}."
            return EventText(text, "CC-3.1", _keys(game, *cards))
        case e.Drew(cards=cards, number=number):
            text = f"{who:draws} {counted(number, 'Tactics card')}{seen(cards, game.names)}."
            return EventText(text, "CC-4.1", _keys(game, *cards))
        case e.Reshuffled(number=number):
            text = f"The discard pile is shuffled into a new Tactics deck of {counted(number, 'card')}."
            return EventText(text, "CC-4.1")
        case e.Discarded(cards=cards):
            return EventText(f"{who:discards} {pieces_named(game, cards)}.", "CC-4.3", _keys(game, *cards))
        case e.Played():
            return _played(happened, who, game)
        case e.CalledOff(unit=unit, card=card, phase=phase):
            whom = _keys(game, unit, card)
            return EventText(_called_off(happened, who, game), PHASES[phase].clause, (), whom, happened.seat)
    return None


def _played(happened: e.Played, who: Party, game: Game) -> EventText:
    """A card, and the unit or the Front that it is played on, by either side."""
    card, unit, front = happened.card, happened.unit, happened.front
    cards = cards_of(game)
    effect = cards.kinds.effect[card - cards.units_in_all]
    on = f" on {game.names[unit]}" if unit != NONE else ""
    at = f" at {front_name(front)}" if front != NONE else ""
    text = f"{who:plays} {named(game, card)}{on}{at}{_EFFECTS_TOLD.get(effect, '')}."
    clause = _EFFECT_CLAUSES.get(effect, "CC-10.1")
    if happened.side == NONE:
        return EventText(text, clause, (game.pieces[card],))
    whom = game.pieces[unit] if unit != NONE else place_name(happened.side, front)
    return EventText(text, clause, (game.pieces[card],), (whom,), happened.side)


def _called_off(happened: e.CalledOff, who: Party, game: Game) -> str:
    """Returns the sentence for an action that was stopped."""
    unit, card = happened.unit, happened.card
    match happened.phase:
        case names.MOVE:
            return f"{game.names[unit]} stays where it is."
        case names.MISSION:
            return f"{game.names[unit]} does not go on its mission."
        case names.LEADER:
            return f"{game.names[unit]} makes no attempt."
    return (
        f"{game.names[unit]} does not fire." if card == NONE else f"{who:loses} {named(game, card)}: nothing is fired."
    )


# -- CC-3: the Deploy Phase --------------------------------------------------------------------------------------------


def _deploy(happened: Event, who: Party, other: Party, game: Game) -> EventText | None:
    seat = happened.seat
    match happened:
        case e.Deployed(unit=unit, front=front):
            text = f"{who:deploys} {game.names[unit]} {on_front(front)}."
            return EventText(text, "CC-3.3", (game.pieces[unit],), (place_name(seat, front),), seat)
        case e.SetOut(unit=unit, front=front):
            text = f"{game.names[unit]} sets out for {front_name(front)}."
            return EventText(text, "CC-3.6", (game.pieces[unit],), (place_name(seat, front),), seat)
        case e.Moved(unit=unit, front=front):
            text = f"{game.names[unit]} moves to {front_name(front)}."
            return EventText(text, "CC-3.6", (game.pieces[unit],), (place_name(seat, front),), seat)
    return None


# -- CC-5: the Recon Phase ---------------------------------------------------------------------------------------------


def _recon(happened: Event, who: Party, other: Party, game: Game) -> EventText | None:
    match happened:
        case e.Sent(unit=unit, front=front):
            text = f"{game.names[unit]} goes on a mission to {front_name(front)}."
            return EventText(text, "CC-5.1", (game.pieces[unit],), (place_name(other.seat, front),), other.seat)
        case e.ReconRoll():
            return _recon_roll(happened, game)
        case e.SpottedRoll(unit=unit, dice=dice):
            whole = rolled(f"Fire on {game.names[unit]}", dice, (), "CC-5.5")
            result = suppressed(whole.total)
            text, roll = f"{whole.label}: {arithmetic(dice, whole)}: {result}.", suppressing(dice, whole)
            return EventText(text, "CC-5.5", (), (game.pieces[unit],), other.seat, _settled(whole, result), roll)
        case e.Looked(cards=cards, number=number):
            shown = seen(cards, game.names) or f" ({counted(number, 'card')})"
            return EventText(f"{who:looks} at {other:'s} hand{shown}.", "CC-5.6", (), _keys(game, *cards), other.seat)
        case e.Gained(front=front):
            text = f"{who:takes} +1 on {who.own()} suppression of {front_name(front)} this turn."
            return EventText(text, "CC-5.6", (), (place_name(other.seat, front),), other.seat)
    return None


def _recon_roll(happened: e.ReconRoll, game: Game) -> EventText:
    unit, dice = game.names[happened.unit], [happened.die]
    whole = rolled(f"Mission of {unit}", dice, recon_terms(happened.recon), "CC-5.4")
    result = scouted(whole.total)
    text, roll = f"{unit} rolls {arithmetic(dice, whole)}: {result}.", scouting(dice, whole)
    return EventText(text, "CC-5.4", _keys(game, happened.unit), sums=_settled(whole, result), roll=roll)


# -- CC-6: the Suppression Phase ---------------------------------------------------------------------------------------


def _suppression(happened: Event, who: Party, other: Party, game: Game) -> EventText | None:
    match happened:
        case e.AimedFire(unit=unit, front=front):
            text = f"{game.names[unit]} takes aim at {front_name(front)}."
            return EventText(text, "CC-6.2", (game.pieces[unit],), (place_name(other.seat, front),), other.seat)
        case e.SuppressionRoll():
            return _suppression_roll(happened, other, game)
    return None


def _suppression_roll(happened: e.SuppressionRoll, other: Party, game: Game) -> EventText:
    card, unit, dice = happened.card, happened.unit, happened.dice
    if card == NONE or unit == NONE:
        who = game.names[unit if card == NONE else card]
    else:
        who = f"{game.names[unit]} with {named(game, card)}"
    helping = _amounts(game, happened.helping, happened.amounts)
    terms = suppression_terms(happened.suppression, happened.flanking, happened.missions, helping)
    whole = rolled(who, dice, terms, "CC-6.5")
    result = suppressed(whole.total)
    text, roll = f"{who} rolls {arithmetic(dice, whole)}: {result}.", suppressing(dice, whole)
    acting = _keys(game, card, unit, *happened.helping)
    return EventText(text, "CC-6.5", acting, (), other.seat, _settled(whole, result), roll)


# -- CC-7: the Assault Phase -------------------------------------------------------------------------------------------


def _assault(happened: Event, who: Party, other: Party, game: Game) -> EventText | None:
    match happened:
        case e.Declared(unit=unit, front=front):
            text = f"{game.names[unit]} will assault {front_name(front)}."
            return EventText(text, "CC-7.1", (game.pieces[unit],), (place_name(other.seat, front),), other.seat)
        case e.Withdrew(units=units):
            text = f"{pieces_named(game, units)} {verb('takes', len(units) > 1)} no part in the assault."
            return EventText(text, "CC-7.4", (), _keys(game, *units), happened.seat)
        case e.Joined(attackers=attackers, defenders=defenders, front=front):
            ours, theirs = ([game.names[unit] for unit in side] for side in (attackers, defenders))
            text = f"The battle for {front_name(front)}: {listed(ours)} against {listed(theirs)}."
            return EventText(text, "CC-7.5", _keys(game, *attackers), _keys(game, *defenders), other.seat)
    return None


def _battle(happened: Event, who: Party, other: Party, game: Game) -> EventText | None:
    match happened:
        case e.Ready():
            return _ready(happened, game)
        case e.FireDie(shooter=shooter, helping=helping):
            terms = fire_terms(happened.assault, happened.flanking, _amounts(game, helping, happened.amounts))
            dice = [happened.die]
            whole = rolled(game.names[shooter], dice, terms, "CC-7.11")
            result = fired(whole.total)
            text, roll = f"{game.names[shooter]} rolls {arithmetic(dice, whole)}: {result}.", firing(dice, whole)
            return EventText(
                text, "CC-7.11", _keys(game, shooter, *helping), (), other.seat, _settled(whole, result), roll
            )
        case e.Held(total=total, amount=amount):
            unit, card = game.names[happened.unit], game.names[happened.card]
            result = fired(total)
            whole = reckoned(unit, trench_terms(total - amount, [(card, amount)]), result, "CC-7.11")
            text = f"The target is {unit}, {signed(amount)} {card} = {total}: {result}."
            return EventText(
                text, "CC-7.11", _keys(game, happened.card), _keys(game, happened.unit), happened.seat, (whole,)
            )
    return None


def _ready(happened: e.Ready, game: Game) -> EventText:
    shooter, helping = game.names[happened.shooter], happened.helping
    helped = f" (with {pieces_named(game, helping)})" if helping else ""
    words = fire_dice(happened.dice)
    told = EventText(f"{shooter} has {words}{helped}.", "CC-7.9", _keys(game, happened.shooter, *helping))
    if happened.strength == NONE:  # mines
        return told
    amounts = _amounts(game, helping, happened.amounts)
    terms = dice_terms(happened.strength, -happened.casualties, happened.defense, amounts)
    unit = plural_dice(happened.dice)
    return told._replace(sums=(msgspec.structs.replace(reckoned(shooter, terms, words, "CC-7.9"), unit=unit),))


# -- CC-8: the Rally Phase ---------------------------------------------------------------------------------------------


def _rally(happened: Event, who: Party, other: Party, game: Game) -> EventText | None:
    match happened:
        case e.Led(leader=leader, unit=unit):
            text = f"{game.names[leader]} tries to rally {game.names[unit]}."
            return EventText(text, "CC-8.3", (game.pieces[leader],), (game.pieces[unit],), happened.seat)
        case e.RallyRoll(leader=names.NONE, unit=unit):
            return _rally_roll(happened, unit, "to rally", "CC-8.2", game)
        case e.RallyRoll(leader=leader, unit=unit):
            told = _rally_roll(happened, leader, f"for {game.names[unit]}", "CC-8.3", game)
            return told._replace(whom=(game.pieces[unit],))
        case e.Recovered(unit=unit, markers=markers):
            text = f"{who:'s} {game.names[unit]} recovers ({_pinned_markers(markers)} left)."
            return EventText(text, "CC-8.2", (), (game.pieces[unit],), happened.seat)
        case e.Routed(units=units):
            return EventText(
                _removed(happened, who, verb("routs", len(units) > 1), game),
                "CC-8.5",
                *_parts_of_removal(happened, game),
            )
    return None


def _rally_roll(happened: e.RallyRoll, unit: int, what: str, clause: str, game: Game) -> EventText:
    """A roll by this unit, for itself or for another."""
    who, dice = game.names[unit], [happened.die]
    whole = rolled(f"{who} {what}", dice, rally_terms(happened.led, happened.rally), clause)
    roll = rallying(dice, whole)
    result = "rallied" if roll.came else "nothing"
    text = f"{who} rolls {arithmetic(dice, whole)} {what}: {result}."
    return EventText(text, clause, _keys(game, unit), (), happened.seat, _settled(whole, result), roll)


def _pinned_markers(number: int) -> str:
    return counted(number, "Pinned marker") if number else "no Pinned marker"


# -- CC-9: hits --------------------------------------------------------------------------------------------------------


def _hit(happened: Event, who: Party, other: Party, game: Game) -> EventText | None:
    seat = happened.seat
    match happened:
        case e.HasHit(unit=unit, severe=severe):
            text = f"{game.names[unit]} is hit: {'a casualty' if severe else 'a pin'}."
            return EventText(text, "CC-9.1", (), (game.pieces[unit],), seat)
        case e.Spared(unit=unit):
            return EventText(f"A Sniper cannot harm {game.names[unit]}.", "CC-9.4", (), (game.pieces[unit],), seat)
        case e.SaveRoll():
            return _save_roll(happened, game)
        case e.Pinned(unit=unit, markers=markers):
            text = f"{who:'s} {game.names[unit]} is pinned ({_pinned_markers(markers)})."
            return EventText(text, "CC-9.1", (), (game.pieces[unit],), seat)
        case e.Hurt(unit=unit, markers=markers):
            text = f"{who:'s} {game.names[unit]} takes a casualty ({markers} so far)."
            return EventText(text, "CC-9.1", (), (game.pieces[unit],), seat)
        case e.Destroyed():
            return EventText(
                _removed(happened, who, "is destroyed", game), "CC-9.2", *_parts_of_removal(happened, game)
            )
    return None


def _save_roll(happened: e.SaveRoll, game: Game) -> EventText:
    unit, dice = game.names[happened.unit], [happened.die]
    whole = rolled(unit, dice, armor_terms(happened.armor), "CC-9.3")
    roll = saving(dice, whole)
    saved = "the casualty becomes a pin" if happened.severe else "saved"
    result = saved if roll.came else "no save"
    text = f"{unit} rolls {arithmetic(dice, whole)} for its armor: {result}."
    return EventText(text, "CC-9.3", _keys(game, happened.unit), sums=_settled(whole, result), roll=roll)


def _removed(happened: e.RemovalEvent, who: Party, goes: str, game: Game) -> str:
    """Returns who leaves play, and the cards discarded with them."""
    cards = happened.cards
    under = f"; {pieces_named(game, cards)} {verb('is', len(cards) > 1)} discarded" if cards else ""
    return f"{who:'s} {pieces_named(game, happened.units)} {goes}{under}."


def _parts_of_removal(happened: e.RemovalEvent, game: Game) -> tuple[tuple[str, ...], tuple[str, ...], int]:
    return (), _keys(game, *happened.units, *happened.cards), int(happened.seat)


tell: Final = chapters(_turn, _cards, _deploy, _recon, _suppression, _assault, _battle, _rally, _hit)
