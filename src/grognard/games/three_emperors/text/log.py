"""The log: a sentence for every event, what kind it is and how much it weighs."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.three_emperors import names
from grognard.games.three_emperors.state import KIND, NAMES
from grognard.games.three_emperors.text.prompts import PHASE_CLAUSES, SIDES, names_of, short, there
from grognard.kernel.book.cardfile import CardFact
from grognard.kernel.book.wording import capital, counted
from grognard.kernel.engine.clerk import Event
from grognard.kernel.sets.cards import members
from grognard.kernel.shown.view import EventView


def event(happened: Event, facts: Sequence[CardFact]) -> EventView:
    """The sentence for an event, already cut to what its reader may know."""
    text, clause = _event(happened)
    return EventView(capital(text), clause, happened.seat, tuple(NAMES[card] for card in happened.cards))


def _event(happened: Event) -> tuple[str, str]:
    who = SIDES[happened.seat]
    other = SIDES[1 - happened.seat]
    cards = happened.cards
    number = happened.numbers[0] if happened.numbers else 0
    total = sum(happened.numbers[1:])
    match happened.kind:
        case names.BEGAN:
            return f"Napoleon holds North and South, the Coalition the Center; {who} begins.", "TE-2.3"
        case names.TURN_CAME:
            return f"Turn {number}: {who}.", "TE-3.1"
        case names.DREW:
            named = f": {names_of(cards)}" if cards else ""
            return f"{who} draws {counted(number, 'card')}{named}.", "TE-3.3"
        case names.RESHUFFLED:
            return f"The discard pile is shuffled into a new deck of {number}.", "TE-10.3"
        case names.DEPLOYED:
            return f"{who} deploys {names_of(cards)} at {there(number)}.", "TE-5.2"
        case names.MARCHED:
            return f"{who} marches with {names_of(cards)}.", "TE-5.3"
        case names.SEARCHED:
            return f"{who} searches the deck with {names_of(cards)}.", "TE-5.4"
        case names.FOUND:
            return (f"{who} finds pieces there." if number else f"{who} finds no piece there."), "TE-5.4"
        case names.TOOK:
            return f"{who} takes {names_of(cards) if cards else 'a piece unseen'}; the deck is shuffled.", "TE-5.4"
        case names.STOOD_STILL:
            return f"{who} plays {names_of(cards)} to hold {other} up.", "TE-5.7"
        case names.LOST_CARDS:
            return f"{who} loses {names_of(cards)} by chance.", "TE-5.7"
        case names.MOVED:
            own = cards[0] in members(KIND.maneuvers)
            return f"{who} moves {NAMES[cards[1]]} to {there(number)} with {NAMES[cards[0]]}.", (
                "TE-5.5" if own else "TE-5.6"
            )
        case names.ENDED_ORDERS:
            return f"{who} ends the Orders Phase.", "TE-5.1"
        case names.ATTACKED:
            return f"{who} attacks {there(number)}.", "TE-6.1"
        case names.LAUNCHED:
            return f"{who} launches an extra attack on {there(number)} with {names_of(cards)}.", "TE-6.2"
        case names.COMMITTED:
            return f"{who} commits {names_of(cards)}, {total} in all.", "TE-7.1"
        case names.DEFENDED:
            return f"{who} defends with {names_of(cards)}, {total} in all.", "TE-7.2"
        case names.PASSED:
            return f"{who} commits nothing more.", PHASE_CLAUSES[number]
        case names.ROSE:
            return f"{who} rises to {number} Morale.", "TE-1.4"
        case names.FOUGHT:
            front, ours, theirs = number, sum(happened.numbers[1:4]), sum(happened.numbers[4:])
            return f"At {there(front)} {who} has {ours}, {other} {theirs}.", "TE-7.5"
        case names.WON:
            front, ours, theirs = happened.numbers
            morale = f"Morale {ours} for {who}, {theirs} for {other}"
            return f"{who} wins and holds {short(front)}: {morale}.", "TE-7.7"
        case names.TIED:
            return "A tie: nobody wins, and nothing changes.", "TE-7.6"
        case names.PLAYED:
            return f"{who} plays {names_of(cards)}.", "TE-8.2"
        case names.REMOVED:
            return f"{names_of(cards)} is removed.", "TE-8.3"
        case names.FELL:
            return f"{who} falls to {number} Morale.", "TE-8.3"
        case names.GAVE:
            return f"{who} gives up {names_of(cards)}.", "TE-8.3"
        case names.ENDED_VICTORY:
            return f"{who} plays no more Victory cards.", "TE-8.4"
        case names.ENDED_ACTIONS:
            return f"{who} ends the Action Phase.", "TE-6.6"
        case names.TRIMMED:
            return f"{who} discards {names_of(cards)} to the hand limit.", "TE-9.1"
        case names.TRIUMPHED:
            return f"{who} holds all three Fronts, and {other} has no Morale left: the battle is won.", "TE-10.1"
        case names.RAN_OUT:
            return f"{who} should draw, and the deck is empty: the battle is over.", "TE-4.2"
    raise ValueError(f"no wording for event {happened.kind}")
