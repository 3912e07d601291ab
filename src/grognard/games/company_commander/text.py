"""The wording of Company Commander: a sentence for every prompt, action, event, refusal and end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.company_commander import rules, state
from grognard.games.company_commander.rules import PIECE, CompanyCommander, unpacked
from grognard.games.company_commander.state import (
    EFFECT,
    FRONTS,
    NAMES,
    NO_FRONT,
    NONE,
    PIECES,
    ROWS,
    UNITS_IN_ALL,
    amount_of,
    owner_of,
)  # fmt: skip
from grognard.kernel.book.cardfile import CardFact
from grognard.kernel.book.wording import capital, counted, listed
from grognard.kernel.engine.actions import GAME_OVER, NOT_IN_HAND, OTHER_PHASE
from grognard.kernel.engine.clerk import Event
from grognard.kernel.engine.state import OVER, State
from grognard.kernel.sets.bits import is_in, lowest, ones
from grognard.kernel.sets.counts import some, total
from grognard.kernel.shown.view import EventView, Outcome, Reason

# What each kind of card is called, of units and of Tactics cards.
TYPE_LABELS: Final = {
    "HQ": "Leader", "SQ": "Squad", "EN": "Engineers", "RT": "Recon Team", "MG": "Machine Gun", "MO": "Mortar",
    "BZ": "Anti-Tank Team", "TK": "Tank", "AC": "Armored Car", "HT": "Half Track", "SN": "Sniper",
    "GU": "Anti-Tank Gun", "SP": "Support", "FP": "Fire", "CC": "Close combat", "AK": "Attack", "DF": "Defense",
    "NG": "Negates", "ST": "Stops", "OR": "Orders",
}  # fmt: skip

_CORRECTED: Final = {"80cm Mortar": "8 cm Mortar"}

SIDES: Final = ("the Americans", "the Germans")

PHASE_LABELS: Final = {
    OVER: "The game is over",
    state.DEPLOY: "Deploy Phase",
    state.MOVE: "Deploy Phase: an enemy unit moves",
    state.TACTICS: "Tactics Phase",
    state.DISCARD: "Tactics Phase: hand limit",
    state.RECON: "Recon Phase",
    state.MISSION: "Recon Phase: an enemy mission",
    state.SUCCESS: "Recon Phase: success",
    state.SUPPRESSION: "Suppression Phase",
    state.FIRE: "Suppression Phase: the enemy takes aim",
    state.HIT: "Under suppression fire",
    state.ASSAULT: "Assault Phase: declaration",
    state.ATTACK: "Assault Phase: the enemy gets ready",
    state.ORDER: "Assault Phase: order of battles",
    state.BATTLE: "Assault Phase: cards before the dice",
    state.DIE: "Assault Phase: an attacker's die",
    state.RALLY: "Rally Phase",
    state.LEADER: "Rally Phase: an enemy leader",
    state.RALLIED: "Rally Phase: a roll has succeeded",
    state.FRONT: "Which Front",
    state.UNIT: "Which unit",
}

PHASE_CLAUSES: Final = {
    OVER: "CC-1.6",
    state.DEPLOY: "CC-3.2",
    state.MOVE: "CC-3.7",
    state.TACTICS: "CC-4.2",
    state.DISCARD: "CC-4.3",
    state.RECON: "CC-5.1",
    state.MISSION: "CC-5.2",
    state.SUCCESS: "CC-5.6",
    state.SUPPRESSION: "CC-6.1",
    state.FIRE: "CC-6.4",
    state.HIT: "CC-6.6",
    state.ASSAULT: "CC-7.1",
    state.ATTACK: "CC-7.4",
    state.ORDER: "CC-7.5",
    state.BATTLE: "CC-7.7",
    state.DIE: "CC-7.11",
    state.RALLY: "CC-8.3",
    state.LEADER: "CC-8.3",
    state.RALLIED: "CC-8.4",
    state.FRONT: "CC-1.1",
    state.UNIT: "CC-10.2",
}

_REASONS: Final = {
    GAME_OVER: Reason("The game is over.", "CC-1.6"),
    NOT_IN_HAND: Reason("That card is not in your hand.", "CC-1.5"),
    rules.UNITS_TO_DEPLOY: Reason("All units you drew have to be deployed first.", "CC-3.3"),
    rules.NO_COMMANDER: Reason("Your Company Commander is not in play.", "CC-3.5"),
    rules.BONUS_TAKEN: Reason("You have taken your bonus draw this turn.", "CC-3.5"),
    rules.NO_SQUADS: Reason("Your Squad deck is empty.", "CC-3.1"),
    rules.NO_TACTICS: Reason("There is no Tactics card to draw.", "CC-4.1"),
    rules.NOT_DRAWN: Reason("That is no unit you have drawn and not deployed.", "CC-3.3"),
    rules.NOT_YOURS: Reason("That is no unit of yours in play.", "CC-2.2"),
    rules.HAS_ARRIVED: Reason("That unit has arrived this turn and cannot move.", "CC-3.4"),
    rules.WAS_HALTED: Reason("That unit was stopped when it moved.", "CC-3.7"),
    rules.NO_RECON: Reason("That unit has no Recon.", "CC-5.1"),
    rules.NO_SUPPRESSION: Reason("That unit has no Suppression.", "CC-6.2"),
    rules.NO_AMMO: Reason("That unit has no ammunition left.", "CC-6.2"),
    rules.WAS_STOPPED: Reason("That unit was stopped when it took aim.", "CC-6.4"),
    rules.NEVER_ASSAULTS: Reason("An AT Gun never assaults.", "CC-7.2"),
    rules.ARRIVALS_WAIT: Reason("That unit has arrived this turn and cannot assault.", "CC-3.4"),
    rules.DECLARED_ALREADY: Reason("That unit is an attacker already.", "CC-7.1"),
    rules.NO_LEADER: Reason("That unit is no Leader.", "CC-8.3"),
    rules.HAS_LED: Reason("That Leader has made his attempt.", "CC-8.3"),
    rules.HAS_ATTACKED: Reason("That unit has attacked this turn.", "CC-8.3"),
    rules.NOBODY_TO_RALLY: Reason("There is no unit that this Leader could rally.", "CC-8.3"),
    rules.NOT_PINNED: Reason("That unit is not pinned.", "CC-8.2"),
    rules.NOT_HIMSELF: Reason("A Leader rallies other units.", "CC-8.3"),
    rules.OTHER_FRONT: Reason("That unit is not on the Leader's Front.", "CC-8.3"),
    rules.NOT_NOW: Reason("This card is not for this moment.", "CC-10.1"),
    rules.ONLY_AMERICANS: Reason("Only the Americans can play this card.", "CC-10.5"),
    rules.ONLY_GERMANS: Reason("Only the Germans can play this card.", "CC-10.5"),
    rules.NO_UNIT: Reason("There is no unit that this card could be played on.", "CC-10.1"),
    rules.NO_FRONT_FOR_IT: Reason("There is no Front that this card could be played on.", "CC-10.1"),
    rules.NOBODY_FIRES: Reason("None of your defenders can fire.", "CC-7.9"),
    rules.NOT_ADJACENT: Reason("A unit moves to an adjacent Front.", "CC-1.1"),
    rules.CANNOT_FIRE: Reason("That unit cannot fire.", "CC-7.9"),
    rules.WRONG_KIND: Reason("This card is not for that kind of unit.", "CC-10.1"),
    rules.HAS_ANTI_TANK: Reason("That unit has Anti-Tank already.", "CC-10.1"),
    rules.NOT_MOVED: Reason("That unit has not moved.", "CC-3.8"),
    rules.RELEASED_ALREADY: Reason("That unit may attack already although it moved.", "CC-3.8"),
    rules.IS_LEADER: Reason("This card is not for Leaders.", "CC-10.1"),
    rules.NOT_A_VEHICLE: Reason("That unit is no Vehicle.", "CC-10.1"),
    rules.NO_BATTLE: Reason("There is no battle on that Front.", "CC-7.5"),
    rules.EMPTY_FRONT: Reason("No enemy unit stands there.", "CC-6.3"),
    rules.NOT_THAT_FRONT: Reason("That Front cannot be named here.", "CC-1.1"),
    rules.CANNOT_BE_NAMED: Reason("That unit cannot be named here.", "CC-10.1"),
}

# What a unit did or suffered bars it from different things in different phases.
_BARS: Final = {
    rules.IS_PINNED: "That unit is pinned.",
    rules.IS_GREEN: "That unit can do nothing this turn.",
    rules.IS_BROKEN: "That unit is broken down.",
    rules.HAS_MOVED: "That unit has moved this turn.",
    rules.WAS_AWAY: "That unit was on a mission this turn.",
    rules.HAS_FIRED: "That unit has fired this turn.",
    rules.NOTHING_IN_REACH: "There is no enemy Front that this unit could attack.",
    rules.CLOSED_FRONT: "That Front cannot be attacked this turn.",
}
_BAR_CLAUSES: Final = {
    state.DEPLOY: "CC-3.6", state.RECON: "CC-5.1", state.SUPPRESSION: "CC-6.2", state.ASSAULT: "CC-7.2",
    state.BATTLE: "CC-7.9", state.RALLY: "CC-8.3",
}  # fmt: skip


def reason(position: State, code: int) -> Reason:
    """The sentence for a refusal code, and its clause."""
    assert isinstance(position, CompanyCommander)
    phase = position.window()
    if code == OTHER_PHASE:
        return Reason(f"This cannot be done now ({PHASE_LABELS[position.phase()]}).", PHASE_CLAUSES[phase])
    if code in (rules.NOTHING_IN_REACH, rules.CLOSED_FRONT):
        return Reason(_BARS[code], "CC-7.3" if phase == state.ASSAULT else "CC-6.3")
    if code == rules.IS_GREEN and phase == state.RALLY and position.doing == state.PLAYING:
        return Reason(_BARS[code], "CC-8.2")
    if code in _BARS:
        return Reason(_BARS[code], _BAR_CLAUSES.get(phase, "CC-10.1"))
    return _REASONS[code]


def front_name(front: int) -> str:
    """Left, the Center, Right, in the middle of a sentence."""
    return "the Center" if front == state.CENTER else FRONTS[front]


def fire_dice(number: int) -> str:
    """1 Fire die, 2 Fire dice."""
    return f"{number} Fire {'die' if number == 1 else 'dice'}"


def called(piece: int) -> str:
    """A piece as sentences name it: the one misprint among the names is put right."""
    return _CORRECTED.get(PIECES[piece], PIECES[piece])


def signed(value: int) -> str:
    """+1, -1."""
    return f"+{value}" if value >= 0 else f"−{-value}"


# -- questions ---------------------------------------------------------------------------------------------------------


def prompt(position: CompanyCommander) -> Reason:
    """What is asked of the seat that decides."""
    phase = position.phase()
    clause = PHASE_CLAUSES[position.window() if phase in (state.FRONT, state.UNIT) else phase]
    if phase == state.SUCCESS and position.doing == state.PLAYING:
        clause = "CC-5.7"
    return Reason(_question(position), clause)


def _question(position: CompanyCommander) -> str:
    acting = "" if position.acting == NONE else called(position.acting)
    there = "" if position.front == NO_FRONT else front_name(position.front)
    match position.phase():
        case state.DEPLOY:
            left = ones(position.drawn)
            todo = f"Deploy {counted(left, 'unit')}" if left else "Move units"
            return f"{todo}; play cards of this phase{'' if left else ', or end it'}."
        case state.MOVE:
            return f"{acting} is about to move to {there}. Do you stop it?"
        case state.TACTICS:
            return "Play cards of this phase, or go on."
        case state.DISCARD:
            more = total(position.hand(position.active).cards) - rules.HAND_LIMIT
            return f"Discard down to {rules.HAND_LIMIT} cards: {more} more to go."
        case state.RECON:
            return "Send a unit on a mission, or go on."
        case state.MISSION:
            return f"{acting} goes on a mission into {there}. Do you stop it?"
        case state.SUCCESS:
            return "Look at the enemy's hand, or have your suppression there at +1?"
        case state.SUPPRESSION:
            return "Fire with a unit or a card, or go on."
        case state.FIRE:
            return f"{_shooter(position)} takes aim at {there}. Do you stop it?"
        case state.HIT | state.DIE:
            what = "a casualty" if position.severe else "a pin"
            return f"{called(position.target)} is about to take {what}. Do you negate it?"
        case state.ASSAULT:
            return "Declare your attackers one by one, or close the declaration."
        case state.ATTACK:
            fronts = listed([front_name(front) for front in range(3) if position.toward(front)])
            return f"The enemy is about to assault {fronts}. Do you stop anything?"
        case state.ORDER:
            return "Which battle is fought first?"
        case state.BATTLE:
            return f"The battle for {there} is about to begin. Play a card, or pass?"
        case state.RALLY:
            return "Let a Leader rally a unit, or end your turn."
        case state.LEADER:
            return f"{acting} tries to rally {called(position.target)}. Do you stop him?"
        case state.RALLIED:
            return f"{called(position.target)} is about to lose a Pinned marker. Do you negate the roll?"
        case state.FRONT | state.UNIT:
            return _frame_question(position)
    return "The game is over."


def _shooter(position: CompanyCommander) -> str:
    """What fires: a unit, a card, or a unit by a card."""
    if position.gun == NONE:
        return called(position.acting)
    unit = "" if position.acting == NONE else f"{called(position.acting)} with "
    return unit + NAMES[position.gun]


def _frame_question(position: CompanyCommander) -> str:
    chosen = "" if position.chosen == NONE else called(position.chosen)
    match position.doing:
        case state.DEPLOYING:
            return f"On which Front do you deploy {chosen}?"
        case state.MOVING:
            return f"Where does {chosen} move?"
        case state.FIRING:
            return f"At which Front does {chosen} fire?"
        case state.ASSAULTING:
            return f"Which Front does {chosen} assault?"
        case state.LEADING:
            return f"Whom does {chosen} rally?"
    card = NAMES[lowest(some(position.picked))]
    what = "unit" if position.phase() == state.UNIT else "Front"
    return f"For which {what} do you play {card}?"


def waiting(position: CompanyCommander) -> Reason:
    """What the seats that wait are told; it says nothing of an open frame."""
    phase = position.window()
    who = capital(SIDES[position.decider()])
    return Reason(f"{who} decide ({PHASE_LABELS[phase]}).", PHASE_CLAUSES[phase])


# -- buttons -----------------------------------------------------------------------------------------------------------


def label(position: CompanyCommander, action: int) -> str:
    """What the button of a legal action says."""
    if action < rules.PLAINS:
        return _plain_label(position, action)
    piece = PIECE[action]
    verb = rules.VERB_OF[action]
    if verb == rules.PLAYS:
        return f"Play {called(piece)}{_use(position, piece - UNITS_IN_ALL)}"
    if verb == state.DISCARD:
        return f"Discard {called(piece)}"
    name = called(piece)
    where = "" if not is_in(position.in_play(), piece) else f" ({FRONTS[position.front_of(piece)]})"
    match verb:
        case state.DEPLOY:
            return f"Deploy {name}"
        case state.MOVE:
            return f"Move {name}{where}"
        case state.RECON:
            return f"Send {name} on a mission{where}"
        case state.SUPPRESSION:
            return f"Fire with {name}{where}"
        case state.ASSAULT:
            return f"Assault with {name}{where}"
        case state.RALLY:
            return f"{name} rallies a unit"
    return f"{name}{where}"


def _plain_label(position: CompanyCommander, action: int) -> str:
    if rules.FIRST_FRONT <= action < rules.FIRST_RESOLVE:
        return FRONTS[action - rules.FIRST_FRONT]
    if action >= rules.FIRST_RESOLVE:
        return f"Fight for {front_name(action - rules.FIRST_RESOLVE)}"
    return {
        rules.DONE: _done_label(position),
        rules.BONUS_SQUAD: "Bonus draw: a Squad card",
        rules.BONUS_TACTICS: "Bonus draw: a Tactics card",
        rules.LOOK: "Look at the enemy's hand",
        rules.BONUS: "Suppression at +1 there",
    }[action]


def _done_label(position: CompanyCommander) -> str:
    return {
        state.DEPLOY: "End the Deploy Phase",
        state.TACTICS: "Go on",
        state.RECON: "End the Recon Phase",
        state.SUPPRESSION: "End the Suppression Phase",
        state.ASSAULT: "Begin the assault" if position.assault_is_declared() else "No assault",
        state.RALLY: "End the turn",
    }.get(position.phase(), "Pass")


def _use(position: CompanyCommander, name: int) -> str:
    """What a card does here, in a word or two."""
    amount = amount_of(position.tables, name)
    match EFFECT[name]:
        case state.NEGATE_SUPPRESSION | state.NEGATE_FIRE | state.NEGATE_RALLY:
            return ": the roll does nothing"
        case state.NEGATE_MOVE:
            return ": the unit stays"
        case state.ATTACKERS:
            return f": attackers at {signed(amount)}"
        case state.DEFENDERS:
            return f": defenders at {signed(amount)}"
        case state.SUPPORT:
            return f": {amount} Suppression Rolls"
        case state.DICE:
            return f": {fire_dice(amount)} more"
        case state.MINES:
            return f": {fire_dice(amount)}"
        case state.PIN:
            return ": a Pinned marker"
    return ""


# -- odds --------------------------------------------------------------------------------------------------------------


def chances(dice: int, bonus: int, first: int, second: int) -> tuple[int, int]:
    """Of so many dice plus a bonus, in whole percent: from `first` up but below `second`, and from `second` up."""
    throws = [0]
    for _ in range(dice):
        throws = [throw + face for throw in throws for face in range(1, 7)]
    low = sum(first <= throw + bonus < second for throw in throws)
    high = sum(throw + bonus >= second for throw in throws)
    return round(100 * low / len(throws)), round(100 * high / len(throws))


# -- events ------------------------------------------------------------------------------------------------------------


def event(happened: Event, facts: Sequence[CardFact]) -> EventView:
    """The sentence for an event, already cut to what its reader may know."""
    text, clause, dice = _event(happened, facts)
    return EventView(capital(text), clause, happened.seat, tuple(PIECES[card] for card in happened.cards), dice)


def _event(happened: Event, facts: Sequence[CardFact]) -> tuple[str, str, tuple[int, ...]]:
    if happened.kind in _ROLLS:
        return _ROLLS[happened.kind](happened, facts)
    text, clause = _plain_event(happened)
    return text, clause, ()


def _names(cards: Sequence[int]) -> str:
    return listed([called(card) for card in cards])


def _plain_event(happened: Event) -> tuple[str, str]:
    who, number = SIDES[happened.seat], happened.number
    named = _names(happened.cards)
    match happened.kind:
        case rules.BEGAN:
            return f"{who} begin.", "CC-1.3"
        case rules.TURN_CAME:
            return f"Turn {number}: {who}.", "CC-2.1"
        case rules.DREW_UNITS:
            return f"{who} draw {counted(number, 'Squad card')}{f': {named}' if named else ''}.", "CC-3.1"
        case rules.DREW:
            return f"{who} draw {counted(number, 'Tactics card')}{f': {named}' if named else ''}.", "CC-4.1"
        case rules.RESHUFFLED:
            return f"The discard pile is shuffled into a new Tactics deck of {number}.", "CC-4.1"
        case rules.DEPLOYED:
            return f"{named} is deployed on {front_name(number)}.", "CC-3.3"
        case rules.SET_OUT:
            return f"{named} sets out for {front_name(number)}.", "CC-3.6"
        case rules.MOVED:
            return f"{named} moves to {front_name(number)}.", "CC-3.6"
        case rules.ENDED:
            if number == state.ASSAULT:
                return f"{who} declare no more attackers.", "CC-7.1"
            phase = PHASE_LABELS[number].partition(":")[0]
            return f"{who} end the {phase}.", PHASE_CLAUSES[number]
        case rules.PASSED:
            return f"{who} pass.", PHASE_CLAUSES[number]
        case rules.PLAYED | rules.PLAYED_ON | rules.PLAYED_AT | rules.PLAYED_ON_AT:
            return _played(happened)
        case rules.DISCARDED:
            return f"{who} discard {named}.", "CC-4.3"
        case rules.SENT:
            return f"{named} goes on a mission into {front_name(number)}.", "CC-5.1"
        case rules.LOOKED:
            shown = f": {named}" if named else f" ({counted(number, 'card')})"
            return f"{who} look at the enemy's hand{shown}.", "CC-5.6"
        case rules.GAINED:
            return f"{who} have their suppression of {front_name(number)} at +1 this turn.", "CC-5.6"
        case rules.AIMED_FIRE:
            return f"{named} takes aim at {front_name(number)}.", "CC-6.2"
        case rules.HAS_HIT:
            return f"The target is {named}: {'a casualty' if number else 'a pin'}.", "CC-9.1"
        case rules.SPARED:
            return f"A Sniper cannot harm {named}.", "CC-9.4"
        case rules.PINNED:
            return f"{named} is pinned ({counted(number, 'Pinned marker')}).", "CC-9.1"
        case rules.HURT:
            markers = "casualty" if number == 1 else "casualties"
            return f"{named} takes a casualty ({number} {markers}).", "CC-9.1"
        case rules.DESTROYED:
            return f"{_removed(happened.cards)} destroyed.", "CC-9.2"
        case rules.ROUTED:
            return f"{_removed(happened.cards, 'rout')}.", "CC-8.5"
        case rules.DECLARED:
            return f"{named} will assault {front_name(number)}.", "CC-7.1"
        case rules.WITHDREW:
            return f"{named} {'is' if len(happened.cards) == 1 else 'are'} out of the assault.", "CC-7.4"
        case rules.JOINED:
            return _joined(happened), "CC-7.5"
        case rules.LED:
            return f"{called(happened.cards[0])} tries to rally {called(happened.cards[1])}.", "CC-8.3"
        case rules.RECOVERED:
            left = counted(number, "Pinned marker") if number else "no Pinned marker"
            return f"{named} recovers ({left} left).", "CC-8.2"
        case rules.WON_LOSSES:
            if happened.seat == NONE:
                return f"Both sides have lost {number} units at once: a draw.", "CC-1.8"
            return f"{number} enemy units are out of play: {who} win.", "CC-1.6"
        case rules.WON_FRONTS:
            return f"{who} hold all three Fronts, the enemy one at most: {who} win.", "CC-1.7"
        case rules.STALLED:
            return f"For {number} turns nothing has happened: the game ends.", "CC-11.1"
    raise ValueError(f"no wording for event {happened.kind}")


def _removed(cards: Sequence[int], verb: str = "") -> str:
    """Who leaves play, and what is discarded with them."""
    units = [called(card) for card in cards if card < UNITS_IN_ALL]
    tucked = [called(card) for card in cards if card >= UNITS_IN_ALL]
    alone = len(units) == 1
    done = f"{verb}{'s' if alone else ''}" if verb else "is" if alone else "are"
    under = f" (and {listed(tucked)} is discarded)" if tucked else ""
    return f"{listed(units)}{under} {done}"


def _joined(happened: Event) -> str:
    attackers = [called(card) for card in happened.cards if owner_of(card) == happened.seat]
    defenders = [called(card) for card in happened.cards if owner_of(card) != happened.seat]
    return f"The battle for {front_name(happened.number)}: {listed(attackers)} against {listed(defenders)}."


# The clause behind what a card does when it is played.
_EFFECT_CLAUSES: Final = {
    state.NEGATE_SUPPRESSION: "CC-6.6", state.NEGATE_FIRE: "CC-7.11", state.NEGATE_MOVE: "CC-3.7",
    state.NEGATE_RALLY: "CC-8.4", state.SUPPORT: "CC-6.7", state.RECONNAISSANCE: "CC-5.7",
    state.SIMULTANEOUS: "CC-7.13", state.EXTRA_RALLY: "CC-8.3", state.DRAW_TACTICS: "CC-4.2",
}  # fmt: skip


def _played(happened: Event) -> tuple[str, str]:
    who, card = SIDES[happened.seat], happened.cards[0]
    front = happened.number
    effect = EFFECT[card - UNITS_IN_ALL]
    text = f"{who} play {called(card)}"
    if len(happened.cards) > 1:
        text += f" on {called(happened.cards[1])}"
    if front != NO_FRONT:
        text += f" at {front_name(front)}"
    told = {
        state.NEGATE_SUPPRESSION: "the roll does nothing",
        state.NEGATE_FIRE: "the die does nothing",
        state.NEGATE_MOVE: "the unit stays where it is",
        state.NEGATE_RALLY: "the roll does nothing",
        state.GREEN: "it can do nothing this turn",
        state.FOG: "that Front cannot be attacked this turn",
        state.DISORDER: "that Front cannot be assaulted this turn",
    }.get(effect)
    clause = _EFFECT_CLAUSES.get(effect, "CC-10.1")
    return f"{text}{f': {told}' if told else ''}.", clause


# -- rolls -------------------------------------------------------------------------------------------------------------


def _sum(dice: Sequence[int], parts: Sequence[tuple[int, str]]) -> tuple[int, str]:
    """The total of a roll, and how it comes about: “5 and 4, +1 flanking = 10”."""
    text = listed([str(die) for die in dice])
    told = [f"{signed(value)} {name}".rstrip() for value, name in parts if value]
    whole = sum(dice) + sum(value for value, _ in parts)
    if not told and len(dice) == 1:
        return whole, text
    return whole, f"{', '.join([text, *told])} = {whole}"


def _amounts(cards: Sequence[int], facts: Sequence[CardFact]) -> list[tuple[int, str]]:
    return [(facts[ROWS[card]].number("amount"), called(card)) for card in cards]


def _recon_roll(happened: Event, facts: Sequence[CardFact]) -> tuple[str, str, tuple[int, ...]]:
    die, bonus = unpacked(happened.number, 2)
    whole, text = _sum([die], [(bonus, "Recon")])
    result = "spotted" if whole <= rules.SPOTTED_UP_TO else "success" if whole >= rules.SUCCESS_FROM else "nothing"
    return f"{called(happened.cards[0])} rolls {text}: {result}.", "CC-5.4", (die,)


def _spotted_roll(happened: Event, facts: Sequence[CardFact]) -> tuple[str, str, tuple[int, ...]]:
    dice = unpacked(happened.number, 2)
    whole, text = _sum(dice, [])
    return f"Fire on {called(happened.cards[0])}: {text}: {_suppressed(whole)}.", "CC-5.5", tuple(dice)


def _suppressed(whole: int) -> str:
    return "a casualty" if whole >= rules.CASUALTY_FROM else "a pin" if whole >= rules.PIN_FROM else "nothing"


def _suppression_roll(happened: Event, facts: Sequence[CardFact]) -> tuple[str, str, tuple[int, ...]]:
    first, second, own, flank, missions = unpacked(happened.number, 5)
    shooter, *rest = happened.cards
    squad = [card for card in rest if card < UNITS_IN_ALL]
    cards = [card for card in rest if card >= UNITS_IN_ALL]
    who = f"{_names(squad)} with {called(shooter)}" if squad else called(shooter)
    parts = [(own, "Suppression"), (flank, "flanking"), (missions, "recon"), *_amounts(cards, facts)]
    whole, text = _sum([first, second], parts)
    return f"{who} rolls {text}: {_suppressed(whole)}.", "CC-6.5", (first, second)


def _ready(happened: Event, facts: Sequence[CardFact]) -> tuple[str, str, tuple[int, ...]]:
    (dice,) = unpacked(happened.number, 1)
    unit, *cards = happened.cards
    helped = f" (with {_names(cards)})" if cards else ""
    return f"{called(unit)} has {fire_dice(dice)}{helped}.", "CC-7.9", ()


def _fire_die(happened: Event, facts: Sequence[CardFact]) -> tuple[str, str, tuple[int, ...]]:
    die, assault, flank = unpacked(happened.number, 3)
    unit, *cards = happened.cards
    parts = [(assault, "Assault"), (flank, "flanking"), *_amounts(cards, facts)]
    whole, text = _sum([die], parts)
    result = _fired(whole)
    return f"{called(unit)} rolls {text}: {result}.", "CC-7.11", (die,)


def _fired(whole: int) -> str:
    if whole >= rules.FIRE_CASUALTY_FROM:
        return "a casualty"
    return "a pin" if whole >= rules.FIRE_PIN_FROM else "nothing"


def _held(happened: Event, facts: Sequence[CardFact]) -> tuple[str, str, tuple[int, ...]]:
    unit, card = happened.cards
    amount = facts[ROWS[card]].number("amount")
    text = f"The target is {called(unit)}, {signed(amount)} {called(card)} = {happened.number}"
    return f"{text}: {_fired(happened.number)}.", "CC-7.11", ()


def _save_roll(happened: Event, facts: Sequence[CardFact]) -> tuple[str, str, tuple[int, ...]]:
    die, bonus, severe = unpacked(happened.number, 3)
    whole, text = _sum([die], [(bonus, "Armor")])
    saved = "the casualty becomes a pin" if severe else "saved"
    result = saved if whole >= rules.SAVE_FROM else "no save"
    return f"{called(happened.cards[0])} rolls {text} for its armor: {result}.", "CC-9.3", (die,)


def _rally_roll(happened: Event, facts: Sequence[CardFact]) -> tuple[str, str, tuple[int, ...]]:
    die, bonus = unpacked(happened.number, 2)
    whole, text = _sum([die], [(bonus, "")])
    result = "rallied" if whole >= rules.RALLY_FROM else "nothing"
    if len(happened.cards) > 1:
        leader, unit = happened.cards
        return f"{called(leader)} rolls {text} for {called(unit)}: {result}.", "CC-8.3", (die,)
    return f"{called(happened.cards[0])} rolls {text} to rally: {result}.", "CC-8.2", (die,)


_ROLLS: Final = {
    rules.RECON_ROLL: _recon_roll,
    rules.SPOTTED_ROLL: _spotted_roll,
    rules.SUPPRESSION_ROLL: _suppression_roll,
    rules.READY: _ready,
    rules.FIRE_DIE: _fire_die,
    rules.HELD: _held,
    rules.SAVE_ROLL: _save_roll,
    rules.RALLY_ROLL: _rally_roll,
}


def outcome(position: State) -> Outcome:
    """Who won and why."""
    assert isinstance(position, CompanyCommander)
    ours, theirs = position.score(0), position.score(1)
    victor = position.victor()
    score = f"{ours} enemy units removed by {SIDES[0]}, {theirs} by {SIDES[1]}"
    winners = () if victor == NONE else (int(victor),)
    won = "A draw" if victor == NONE else f"{capital(SIDES[victor])} win"
    if position.won_by_fronts():
        return Outcome(winners, "fronts", f"{won}: units on all three Fronts, the enemy on one at most.", "CC-1.7")
    if max(ours, theirs) >= position.tables.losses:
        return Outcome(winners, "losses", f"{won}: {score}.", "CC-1.8" if victor == NONE else "CC-1.6")
    return Outcome(winners, "stalled", f"{won}: nothing has happened for long. {capital(score)}.", "CC-11.1")
