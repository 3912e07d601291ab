"""What happens in Green Troops: a sentence for every event, and who did what to whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.green_troops import events as e
from grognard.games.green_troops import names
from grognard.games.green_troops.tables import EFFECTS
from grognard.games.green_troops.text.effects import EVENT_CLAUSES
from grognard.games.green_troops.text.prompts import PHASES
from grognard.games.green_troops.text.sums import attack_sum, rally_sum
from grognard.games.green_troops.text.words import after, side_of
from grognard.kernel.content.grammar import Party
from grognard.kernel.content.wording import counted, listed, quoted
from grognard.kernel.engine.events import Event
from grognard.kernel.game import Game
from grognard.kernel.views.event_text import Big, EventKinds, EventText, drawn, reshuffled, seen, turn_came
from grognard.kernel.views.words import chapters

KINDS: Final = EventKinds(
    e,
    headlines={e.Negated, e.Hurt, e.Defeated, e.LeaderLost, e.Retired, e.NightFell, e.Triumphed},
    bookkeeping={e.Began, e.TurnCame, e.Drew, e.Reshuffled, e.Discarded},
    details={e.Passed, e.Reckoned},
    sounds={
        e.Drew: "draw", e.Attacked: "charge", e.Barraged: "shot", e.Opposed: "shot", e.Hurt: "hit", e.LeaderLost: "hit",
        e.Defeated: "rout", e.Routed: "rout", e.Retired: "rout",
    },
    big={
        e.Defeated: Big("unit", "Defeated"), e.LeaderLost: Big("unit", "Leader killed"),
        e.Retired: Big("rout", "Retreat"), e.NightFell: Big("end", "Nightfall"),
        e.Triumphed: Big("end", "The end"),
    },
)  # fmt: skip


def _turns(happened: Event, who: Party, sides: Sequence[Party], game: Game) -> EventText | None:
    """GT-2, GT-3 and GT-12 to GT-14: how the game and its turns begin and end."""
    called = game.names
    match happened:
        case e.Began():
            return EventText(f"{who:begins}.", "GT-2.3")
        case e.Mustered(cards=units):
            return EventText(f"{who:musters} {listed(_named(called, units))}.", "GT-2.2", _keys(game, units))
        case e.TurnCame():
            return turn_came(happened, who, "GT-3.1")
        case e.ExtraCame():
            return EventText(f"{who:takes} an extra turn.", "GT-3.3")
        case e.Passed(phase=phase):
            return EventText(f"{who} {who.does(_PASSED[phase])}.", PHASES[phase].clause)
        case e.Retired(units=units, cards=cards):
            gone = [*units, *cards]
            lost = f" with {listed(_named(called, gone))}" if gone else ""
            return EventText(f"{who:leaves} the field{lost}.", "GT-13.4", whom=_keys(game, gone), against=happened.seat)
        case e.NightFell(turns=turns):
            return EventText(f"Night falls after {counted(turns, 'turn')} without a defeat.", "GT-14.1")
        case e.Triumphed(seats=seats):
            winners, losers = (side_of(seat, sides[:seats]) for seat in (happened.seat, happened.seat + 1))
            return EventText(f"{losers:has} no Unit left: {winners:wins}.", "GT-12.1")
    return None


_PASSED: Final = {
    names.ATTACK: "makes no attack",
    names.RESERVE: "gives no more orders",
    names.OPPORTUNITY: "holds fire",
    names.ANSWER: "does not answer the fire",
    names.ROUT: "continues",
    names.DEFEND: "does not stop the attack",
    names.BARRAGE: "lets the barrage hit",
    names.CAPTURE: "takes no Terrain",
    names.AFTERMATH: "ends the turn",
}


def _hands(happened: Event, who: Party, sides: Sequence[Party], game: Game) -> EventText | None:
    """GT-4, GT-10 and GT-11: cards entering and leaving hands, and players looking at hands."""
    called = game.names
    match happened:
        case e.Drew():
            return EventText(f"{who:draws} {drawn(happened, called)}.", "GT-4.1")
        case e.Reshuffled():
            return reshuffled(happened, "GT-4.2")
        case e.Spied(cards=cards, owner=owner):
            text = f"{who:looks} at {sides[owner]:'s} hand{seen(cards, called)}."
            return EventText(text, "GT-11.8", against=owner)
        case e.LostCards(cards=cards):
            text = f"{who:loses} {_quoted(called, cards)} at random." if cards else f"{who:loses} no cards."
            return EventText(text, "GT-11.5", whom=_keys(game, cards), against=happened.seat)
        case e.Discarded(cards=cards, phase=phase):
            return EventText(f"{who:discards} {_quoted(called, cards)}.", PHASES[phase].clause)
    return None


def _orders(happened: Event, who: Party, sides: Sequence[Party], game: Game) -> EventText | None:
    """GT-5 and GT-11: orders and Events."""
    called = game.names
    match happened:
        case e.Reinforced(card=card, units=units):
            come = _named(called, units)
            joins = f"{listed(come)} {after(come, 'joins')}" if come else "no Unit joins"
            text = f"{who:plays} {quoted(called[card])}: {joins} the line."
            return EventText(text, "GT-5.2", _keys(game, [card]), _keys(game, units))
        case e.Attached(card=card, unit=unit, is_leader=is_leader):
            does = f"puts {called[card]} in command of" if is_leader else f"plays {called[card]} for"
            clause = "GT-5.3" if is_leader else "GT-5.5"
            return EventText(
                f"{who} {who.does(does)} {called[unit]}.", clause, _keys(game, [card]), _keys(game, [unit])
            )
        case e.LeaderMoved():
            leader, old, new = happened.leader, happened.old_unit, happened.new_unit
            text = f"{called[leader]} goes from {called[old]} to {called[new]}."
            return EventText(text, "GT-5.4", _keys(game, [leader]), _keys(game, [new]))
        case e.LeadersSwapped():
            first, second = leaders = (happened.leader, happened.other_leader)
            there, here = goals = (happened.unit, happened.other_unit)
            text = f"{called[first]} goes to {called[there]} and {called[second]} to {called[here]}."
            return EventText(text, "GT-5.4", _keys(game, leaders), _keys(game, goals))
        case e.Rallied(card=card, unit=unit):
            markers = f"{counted(happened.removed, 'marker')} off, {happened.left} left"
            text = f"{who:plays} {quoted(called[card])} on {called[unit]}: {markers}."
            return EventText(
                text, "GT-5.6", _keys(game, [card]), _keys(game, [unit]), sums=(rally_sum(called, happened),)
            )
        case e.Played(card=card):
            return EventText(f"{who:plays} {quoted(called[card])}.", _clause_of(game, card), _keys(game, [card]))
        case e.PlayedAt(card=card, against=against):
            text = f"{who:plays} {quoted(called[card])} against {sides[against]}."
            return EventText(text, _clause_of(game, card), _keys(game, [card]), against=against)
    return None


def _attacks(happened: Event, who: Party, sides: Sequence[Party], game: Game) -> EventText | None:
    """GT-6 to GT-9: attacks and their sums."""
    called = game.names
    match happened:
        case e.Attacked(unit=unit, target=target, against=against):
            text = f"{who:attacks} {sides[against]} with {_strike(called, happened)}."
            return EventText(text, "GT-6.1", _keys(game, [unit]), _keys(game, [target]), against)
        case e.Barraged(card=card, unit=unit, against=against):
            fires = f"{_does(called, unit, 'fires')} on all of {sides[against]}"
            text = f"{who:plays} {quoted(called[card])}: {fires}."
            return EventText(text, "GT-8.4", _keys(game, [unit]), against=against)
        case e.Opposed(unit=unit, target=target, against=against):
            text = f"{who:answers} with {_strike(called, happened)}."
            return EventText(text, "GT-7.2", _keys(game, [unit]), _keys(game, [target]), against)
        case e.Reckoned(card=card, unit=unit, target=target):
            text = f"{quoted(called[card])}, {called[unit]} against {called[target]}: {_damage(happened)}."
            return EventText(
                text, "GT-1.8", _keys(game, [unit]), _keys(game, [target]), sums=(attack_sum(game, happened),)
            )
        case e.Routed(card=card, unit=unit, owner=owner):
            text = f"{who:plays} {quoted(called[card])} on {called[unit]}."
            return EventText(text, "GT-9.7", _keys(game, [card]), _keys(game, [unit]), owner)
    return None


def _answers(happened: Event, who: Party, sides: Sequence[Party], game: Game) -> EventText | None:
    """GT-7 to GT-9: answers to an attack, and Terrain that changes hands."""
    called = game.names
    match happened:
        case e.Defended(card=card, unit=unit, phase=phase):
            text = f"{who:plays} {quoted(called[card])} for {called[unit]}."
            return EventText(text, PHASES[phase].clause, _keys(game, [card]), _keys(game, [unit]), happened.seat)
        case e.Protected(card=card, unit=unit):
            text = f"{who:plays} {quoted(called[card])}: {_does(called, unit, 'is')} safe from the barrage."
            return EventText(text, "GT-8.4", _keys(game, [card]), _keys(game, [unit]), happened.seat)
        case e.Negated(card=card, phase=phase):
            clause = "GT-7.2" if phase == names.ANSWER else "GT-8.5"
            return EventText(f"{who:'s} {quoted(called[card])} comes to nothing.", clause, _keys(game, [card]))
        case e.LeftTerrain(card=card, unit=unit):
            return EventText(
                f"{_does(called, unit, 'gives')} up {called[card]}.", "GT-6.4", _keys(game, [unit]), _keys(game, [card])
            )
        case e.Took(card=card, unit=unit):
            text = f"{who:'s} {_does(called, unit, 'takes')} {called[card]}."
            return EventText(text, "GT-9.9", _keys(game, [unit]), _keys(game, [card]))
    return None


def _losses(happened: Event, who: Party, sides: Sequence[Party], game: Game) -> EventText | None:
    """GT-1 and GT-9: markers, Leaders and Units that are lost."""
    called = game.names
    match happened:
        case e.Hurt(unit=unit, damage=damage):
            markers, defense = happened.markers, happened.defense
            count = f"{markers} of {defense} markers" if markers <= defense else f"{markers} markers, Defense {defense}"
            text = f"{who:'s} {_does(called, unit, 'takes')} {damage} damage: {count}."
            return EventText(text, "GT-1.5", (), _keys(game, [unit]), happened.seat)
        case e.Unhurt(unit=unit):
            text = f"{who:'s} {_does(called, unit, 'takes')} no damage."
            return EventText(text, "GT-1.8", whom=_keys(game, [unit]), against=happened.seat)
        case e.LeaderLost(card=card, unit=unit):
            text = f"{called[card]}, the Leader of {who:'s} {called[unit]}, is killed."
            return EventText(text, "GT-9.8", whom=_keys(game, [card]), against=happened.seat)
        case e.Defeated(units=units, leaders=leaders, owner=owner):
            fallen = _named(called, [*units, *leaders])
            text = f"{sides[owner]:'s} {listed(fallen)} {after(fallen, 'falls')} to {who}."
            return EventText(text, "GT-9.2", whom=_keys(game, [*units, *leaders]), against=owner)
    return None


def _keys(game: Game, pieces: Sequence[int]) -> tuple[str, ...]:
    return tuple(game.pieces[piece] for piece in pieces)


def _named(called: Sequence[str], pieces: Sequence[int]) -> list[str]:
    return [called[piece] for piece in pieces]


def _quoted(called: Sequence[str], cards: Sequence[int]) -> str:
    """Cards of a hand, as a sentence lists them."""
    return listed([quoted(called[card]) for card in cards])


def _clause_of(game: Game, card: int) -> str:
    """The clause for what an Event does."""
    return EVENT_CLAUSES[EFFECTS.index(game.fact(card).text("effect"))]


def _strike(called: Sequence[str], happened: e.AttackEvent) -> str:
    """Who attacks whom with what: “Sabers”: Hussars 1 against Fusiliers 2."""
    return f"{quoted(called[happened.card])}: {called[happened.unit]} against {called[happened.target]}"


def _damage(happened: e.Reckoned) -> str:
    """The damage as arithmetic: 3, Attack +1, leader +1, ground +1, cover -1 = 5 damage."""
    card, attack, leader, ground, cover = happened.parts
    words = [str(card)]
    words += [f"Attack {attack:+}"] if attack else []
    words += [f"leader {leader:+}"] if leader else []
    words += [f"ground {ground:+}"] if ground else []
    words += [f"cover -{cover}"] if cover else []
    added = f"{', '.join(words)} = " if len(words) > 1 else ""
    least = ", never below 0" if sum((card, attack, leader, ground)) < cover else ""
    return f"{added}{happened.damage} damage{least}"


def _does(called: Sequence[str], unit: int, word: str) -> str:
    """A Unit and its verb: Hussars 1 take, Imperial Guard 1 takes."""
    return f"{called[unit]} {after([called[unit]], word)}"


tell: Final = chapters(_turns, _hands, _orders, _attacks, _answers, _losses)
