"""The wording of Fusillade: one sentence for every prompt, action, event, refusal and end, with its clause."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.fusillade import rules, state
from grognard.games.fusillade.meta import META
from grognard.games.fusillade.rules import CARD, Fusillade
from grognard.games.fusillade.state import NAMES, TYPES, Position
from grognard.kernel.book.cardfile import CardFact
from grognard.kernel.book.wording import counted, listed
from grognard.kernel.engine.actions import GAME_OVER, NO_CARD, NOT_IN_HAND, OTHER_PHASE
from grognard.kernel.engine.clerk import Event
from grognard.kernel.engine.state import OVER, State
from grognard.kernel.sets.cards import members, size
from grognard.kernel.shown.view import EventView, Outcome, Reason

# What each type is called.
TYPE_LABELS: Final = {
    "IU": "Infantry", "LU": "Light Infantry", "CU": "Cavalry", "AU": "Artillery",
    "IT": "Infantry Tactic", "LT": "Light Infantry Tactic", "CT": "Cavalry Tactic", "AT": "Artillery Tactic",
    "LS": "Leader", "MS": "Morale", "AS": "Action", "TS": "Terrain", "EB": "Enemy Blunder",
}  # fmt: skip

PHASE_LABELS: Final = {
    OVER: "The game is over",
    state.DEPLOY: "Deploy Phase",
    state.DECLARE: "Attack Phase: attack or hold",
    state.BLUNDER: "Attack Phase: blunder window",
    state.UNITS: "Attack Phase: units",
    state.COUNTER: "Attack Phase: counter window",
    state.TARGET: "Attack Phase: counter window, target",
    state.SUPPORT: "Attack Phase: support",
    state.MORALE: "Casualty Phase: morale window",
    state.EXCHANGE: "Maneuver Phase: exchange",
    state.TRIM: "Maneuver Phase: hand limit",
}

PHASE_CLAUSES: Final = {
    OVER: "FUS-7.1",
    state.DEPLOY: "FUS-3.2",
    state.DECLARE: "FUS-4.1",
    state.BLUNDER: "FUS-4.2",
    state.UNITS: "FUS-4.3",
    state.COUNTER: "FUS-4.4",
    state.TARGET: "FUS-4.4",
    state.SUPPORT: "FUS-4.7",
    state.MORALE: "FUS-5.2",
    state.EXCHANGE: "FUS-6.1",
    state.TRIM: "FUS-6.4",
}

_REASONS: Final = {
    GAME_OVER: Reason("The game is over.", "FUS-7.1"),
    NOT_IN_HAND: Reason("That card is not in your hand.", "FUS-1.5"),
    rules.NO_ABILITY: Reason("A card of this type has no use in the Deploy Phase.", "FUS-3.2"),
    rules.SPENT: Reason("This card was already used for its ability in this phase.", "FUS-3.6"),
    rules.NOTHING_TO_DRAW: Reason("There is no card to draw: deck and discard pile are empty.", "FUS-3.3"),
    rules.NOTHING_TO_SEE: Reason("Your opponent holds no card to look at.", "FUS-3.4"),
    rules.NOTHING_TO_STRIP: Reason("Your opponent holds no card to lose.", "FUS-3.5"),
    rules.NO_UNIT_IN_HAND: Reason("An attack needs a Unit card in your hand.", "FUS-4.1"),
    rules.NOT_A_BLUNDER: Reason("Only an Enemy Blunder forbids an attack.", "FUS-4.2"),
    rules.NOT_A_UNIT: Reason("Only Unit cards are laid at this moment.", "FUS-4.3"),
    rules.MIXED_LINE: Reason("All units of an attack are of one type, and this is another.", "FUS-4.3"),
    rules.NO_UNIT_LAID: Reason("An attack that was declared needs at least one unit.", "FUS-4.3"),
    rules.NOT_A_COUNTER: Reason("This card does not beat the units in the attack line.", "FUS-4.4"),
    rules.NOT_IN_LINE: Reason("That unit is not in the attack line.", "FUS-4.4"),
    rules.LINE_IS_CLOSED: Reason("The line of units is closed; only support can be added.", "FUS-4.3"),
    rules.OTHER_ARM: Reason("Tactics must match the type of the units in the line.", "FUS-4.7"),
    rules.ONE_OF_EACH: Reason("The attack already has a Strategy card of this type.", "FUS-4.7"),
    rules.NOT_A_MORALE: Reason("Only a Morale card halves the casualties.", "FUS-5.2"),
    rules.TWO_PICKED: Reason("Two cards are the most you may exchange.", "FUS-6.1"),
}


def reason(position: State, code: int) -> Reason:
    """The sentence for a refusal code, and its clause."""
    if code == OTHER_PHASE:
        phase = position.phase()
        return Reason(f"This cannot be done now ({PHASE_LABELS[phase]}).", PHASE_CLAUSES[phase])
    return _REASONS[code]


def prompt(position: Fusillade) -> Reason:
    """What is asked of the seat that decides, with every number that matters."""
    return Reason(_question(position), PHASE_CLAUSES[position.phase()])


def _question(position: Fusillade) -> str:
    attacker = META.seats[position.attacker.seat]
    match position.phase():
        case state.DEPLOY:
            return "Use the abilities of your cards, one at a time, or end the Deploy Phase."
        case state.DECLARE:
            return "Attack this turn, or hold?"
        case state.BLUNDER:
            return f"{attacker} declares an attack. Forbid it with an Enemy Blunder, or pass?"
        case state.UNITS:
            return "Lay units of one type, then close the line."
        case state.COUNTER:
            line = f"{counted(size(position.line), 'unit')} of {_line_type(position)}"
            return f"{attacker} attacks with {line}. Remove a unit with a counter card, or pass?"
        case state.TARGET:
            return f"Which unit does {_list(members(position.picked))} remove?"
        case state.SUPPORT:
            return "Add matching Tactics and one Strategy card of each type, then close the attack."
        case state.MORALE:
            loss = counted(position.casualties, "troop point")
            return f"The attack costs you {loss}. Halve the casualties with a Morale card, or pass?"
        case state.EXCHANGE:
            return "Exchange up to two cards, then close the exchange."
        case state.TRIM:
            more = size(position.attacker.hand) - rules.HAND_LIMIT
            return f"Discard down to {rules.HAND_LIMIT} cards: {more} more to go."
    return "The game is over."


def waiting(position: Fusillade) -> Reason:
    """What the seats that wait are told; it says nothing of an open frame."""
    phase = position.phase()
    if phase == state.TARGET:
        phase = state.COUNTER
    who = META.seats[position.decider()]
    return Reason(f"{who} decides ({PHASE_LABELS[phase]}).", PHASE_CLAUSES[phase])


def label(position: Fusillade, action: int) -> str:
    """What the button of a legal action says."""
    plain = {
        rules.END_DEPLOY: "End the Deploy Phase",
        rules.ATTACK: "Attack",
        rules.HOLD: "Hold: no attack this turn",
        rules.PASS_BLUNDER: "Pass: let the attack begin",
        rules.END_UNITS: "Close the line of units",
        rules.PASS_COUNTER: "Pass: no counter card",
        rules.END_SUPPORT: "Close the attack",
        rules.PASS_MORALE: "Pass: take the casualties",
        rules.END_EXCHANGE: "Close the exchange",
    }
    if CARD[action] == NO_CARD:
        return plain[action]
    card = CARD[action]
    phase = position.phase()
    if phase == state.DEPLOY:
        return f"Use {_named(position, card)}: {_ability(position, card)}"
    texts = {
        state.BLUNDER: "Forbid the attack with {}",
        state.UNITS: "Lay {}",
        state.COUNTER: "Counter with {}",
        state.TARGET: "Remove {}",
        state.SUPPORT: "Support with {}",
        state.MORALE: "Halve the casualties with {}",
        state.EXCHANGE: "Exchange {}",
        state.TRIM: "Discard {}",
    }
    return texts[phase].format(_named(position, card))


def _named(position: Position, card: int) -> str:
    kind = TYPES[state.TYPE[card]]
    return f"{NAMES[card]} ({TYPE_LABELS[kind]} {position.tables.force[card]})"


def _ability(position: Position, card: int) -> str:
    kind = TYPES[state.TYPE[card]]
    if kind in ("LS", "AS"):
        return f"draw {counted(position.tables.force[card], 'card')}"
    if kind in ("LU", "CU"):
        return "look at the opposing hand"
    return "the opponent loses a random card"


def _line_type(position: Position) -> str:
    return TYPE_LABELS[TYPES[state.TYPE[members(position.line)[0]]]]


def _list(cards: Sequence[int]) -> str:
    return listed([NAMES[card] for card in cards])


def event(happened: Event, facts: Sequence[CardFact]) -> EventView:
    """The sentence for an event, already cut to what its reader may know."""
    text, clause = _event(happened, facts)
    return EventView(text, clause, happened.seat, tuple(NAMES[card] for card in happened.cards))


def _event(happened: Event, facts: Sequence[CardFact]) -> tuple[str, str]:
    who = META.seats[happened.seat]
    cards = happened.cards
    number = happened.number
    match happened.kind:
        case rules.BEGAN:
            return f"Seven cards each are dealt; the coin lets {who} begin.", "FUS-2.2"
        case rules.TURN_CAME:
            return f"Turn {number}: {who}.", "FUS-2.3"
        case rules.DREW:
            named = f": {_list(cards)}" if cards else ""
            return f"{who} draws {counted(number, 'card')}{named}.", "FUS-2.4"
        case rules.RESHUFFLED:
            return f"The discard pile is shuffled into a new deck of {number}.", "FUS-2.4"
        case rules.USED:
            return f"{who} discards {_list(cards)} for its ability.", "FUS-3.2"
        case rules.LOOKED:
            return (f"{who} sees {_list(cards)}." if cards else f"{who} looks at the opposing hand."), "FUS-3.4"
        case rules.STRIPPED:
            return f"{who} loses {_list(cards)}.", "FUS-3.5"
        case rules.DECLARED:
            return f"{who} declares an attack.", "FUS-4.1"
        case rules.HELD:
            return f"{who} holds.", "FUS-4.1"
        case rules.BLUNDERED:
            return f"{who} forbids the attack with {_list(cards)}.", "FUS-4.2"
        case rules.LAID:
            return f"{who} attacks with {_list(cards)}.", "FUS-4.3"
        case rules.COUNTERED:
            return f"{who} discards {NAMES[cards[0]]}: {NAMES[cards[1]]} is removed.", "FUS-4.4"
        case rules.REPELLED:
            return "No unit is left; the attack is over.", "FUS-4.6"
        case rules.SUPPORTED:
            return (f"{who} adds {_list(cards)}." if cards else f"{who} adds no support."), "FUS-4.7"
        case rules.SUMMED:
            return f"The attack inflicts {_sum(cards, facts)} = {number}.", "FUS-5.1"
        case rules.HALVED:
            return f"{who} halves the casualties with {_list(cards)}: {number} are left.", "FUS-5.2"
        case rules.STRUCK:
            return f"{who} loses {counted(number, 'troop point')}.", "FUS-5.3"
        case rules.EXCHANGED:
            return (f"{who} exchanges {_list(cards)}." if cards else f"{who} exchanges nothing."), "FUS-6.1"
        case rules.TRIMMED:
            return f"{who} discards {_list(cards)} to the hand limit.", "FUS-6.4"
        case rules.KNOCKED_OUT:
            return f"{who} has taken the last troops and wins.", "FUS-5.4"
        case rules.CLOCK_RAN_OUT:
            return f"{number} turns have passed without a loss; the game ends.", "FUS-7.2"
        case rules.PASSED:
            return f"{who} passes.", PHASE_CLAUSES[number]
    raise ValueError(f"no wording for event {happened.kind}")


def _sum(cards: Sequence[int], facts: Sequence[CardFact]) -> str:
    """The casualties as arithmetic: 3 + 2 + 2 for each card over 5."""
    terms = " + ".join(str(facts[card].number("force")) for card in cards)
    excess = len(cards) - rules.LARGE_ATTACK
    return f"{terms} + {rules.LARGE_BONUS * excess} for {counted(len(cards), 'card')}" if excess > 0 else terms


def outcome(position: State) -> Outcome:
    """Who won and why."""
    assert isinstance(position, Position)
    blue, red = position.army(0).troops, position.army(1).troops
    score = f"{blue} to {red} after {position.quiet} turns without a loss"
    if blue == red:
        return Outcome((), "clock", f"A draw, {score}.", "FUS-7.2")
    winner = 0 if blue > red else 1
    won = META.seats[winner]
    if min(blue, red) == 0:
        return Outcome((winner,), "knock-out", f"{won} wins: the enemy has no troops left.", "FUS-7.1")
    return Outcome((winner,), "clock", f"{won} wins with more troops, {score}.", "FUS-7.2")
