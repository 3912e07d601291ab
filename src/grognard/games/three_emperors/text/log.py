"""The log: a sentence for every event, what kind it is and how much it weighs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.three_emperors import names
from grognard.games.three_emperors.names import FRONTS
from grognard.games.three_emperors.state import KIND, NAMES
from grognard.games.three_emperors.text.prompts import PHASE_CLAUSES, SIDES, names_of, short, there
from grognard.games.three_emperors.text.sums import action_sum
from grognard.kernel.book.cardfile import CardFact
from grognard.kernel.book.wording import counted, words_of
from grognard.kernel.engine.clerk import Event
from grognard.kernel.sets.cards import has
from grognard.kernel.shown.told import EventKinds, Told
from grognard.kernel.shown.view import EventView, SumView

KINDS: Final = EventKinds(
    words_of(names, "BEGAN", "TRIUMPHED"),
    headlines={names.FOUGHT, names.WON, names.TIED, names.REMOVED, names.TRIUMPHED, names.RAN_OUT},
    bookkeeping={
        names.BEGAN, names.DREW, names.RESHUFFLED, names.ENDED_ORDERS, names.PASSED, names.ENDED_VICTORY,
        names.ENDED_ACTIONS, names.TRIMMED,
    },
)  # fmt: skip

# Who acts, whom it is done to, and whose those are.
Parts = tuple[tuple[str, ...], tuple[str, ...], int | None]


def event(happened: Event, facts: Sequence[CardFact]) -> EventView:
    """An event in words, already cut to what its reader may know."""
    text, clause = _event(happened)
    cards = tuple(NAMES[card] for card in happened.cards)
    return KINDS.view(happened, Told(text, clause, *_parts(happened, cards), sums=_sums(happened)), cards)


def _parts(happened: Event, cards: tuple[str, ...]) -> Parts:
    other = 1 - happened.seat
    match happened.kind:
        case names.DEPLOYED:
            return cards, (FRONTS[happened.numbers[0]],), None
        case names.MOVED:
            return cards[:1], cards[1:], happened.seat if _is_maneuver(happened) else other
        case names.ATTACKED | names.LAUNCHED | names.COMMITTED | names.DEFENDED | names.FOUGHT | names.WON | names.TIED:
            return cards, (FRONTS[happened.numbers[0]],), other
        case names.STOOD_STILL | names.PLAYED | names.TRIUMPHED:
            return cards, (), other
        case names.REMOVED:
            return (), cards, other
        case names.TOOK | names.LOST_CARDS | names.GAVE | names.TRIMMED | names.FELL:
            return (), cards, happened.seat
    return cards, (), None


def _is_maneuver(happened: Event) -> bool:
    """Was a piece of the player's own moved? Its card is told first."""
    return has(KIND.maneuvers, happened.cards[0])


def _sums(happened: Event) -> tuple[SumView, ...]:
    """What was added up for an Action: by who commits, or by both sides at its end."""
    match happened.kind:
        case names.COMMITTED | names.DEFENDED:
            return (action_sum(happened.seat, happened.numbers[0], happened.numbers[1:]),)
        case names.FOUGHT:
            front, ours, theirs = happened.numbers[0], happened.numbers[1:4], happened.numbers[4:]
            return action_sum(happened.seat, front, ours), action_sum(1 - happened.seat, front, theirs)
    return ()


def _event(happened: Event) -> tuple[str, str]:
    who = SIDES[happened.seat]
    other = SIDES[1 - happened.seat]
    cards = happened.cards
    number = happened.numbers[0] if happened.numbers else 0
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
            clause = "TE-5.5" if _is_maneuver(happened) else "TE-5.6"
            return f"{who} moves {NAMES[cards[1]]} to {there(number)} with {NAMES[cards[0]]}.", clause
        case names.ENDED_ORDERS:
            return f"{who} ends the Orders Phase.", "TE-5.1"
        case names.ATTACKED:
            return f"{who} attacks {there(number)}.", "TE-6.1"
        case names.LAUNCHED:
            return f"{who} launches an extra attack on {there(number)} with {names_of(cards)}.", "TE-6.2"
        case names.COMMITTED:
            return f"{who} commits {names_of(cards)}, {_sums(happened)[0].total} in all.", "TE-7.1"
        case names.DEFENDED:
            return f"{who} defends with {names_of(cards)}, {_sums(happened)[0].total} in all.", "TE-7.2"
        case names.PASSED:
            more = " more" if happened.numbers[1] else ""
            return f"{who} commits nothing{more}.", PHASE_CLAUSES[number]
        case names.ROSE:
            return f"{who} rises to {number} Morale.", "TE-1.4"
        case names.FOUGHT:
            sides = _sums(happened)
            return f"At {there(number)} {who} has {sides[0].total}, {other} {sides[1].total}.", "TE-7.5"
        case names.WON:
            front, ours, theirs = happened.numbers
            morale = f"Morale {ours} for {who}, {theirs} for {other}"
            return f"{who} wins and holds {short(front)}: {morale}.", "TE-7.7"
        case names.TIED:
            return "A tie: nobody wins, and nothing changes.", "TE-7.6"
        case names.PLAYED:
            return f"{who} plays {names_of(cards)}.", "TE-8.2"
        case names.REMOVED:
            return f"{who} removes {names_of(cards)}.", "TE-8.3"
        case names.FELL:
            return f"{who} falls to {number} Morale.", "TE-8.3"
        case names.GAVE:
            return f"{who} gives up {names_of(cards)}.", "TE-8.3"
        case names.ENDED_VICTORY:
            return f"{who} is done with Victory cards.", "TE-8.4"
        case names.ENDED_ACTIONS:
            return f"{who} ends the Action Phase.", "TE-6.6"
        case names.TRIMMED:
            return f"{who} discards {names_of(cards)} to the hand limit.", "TE-9.1"
        case names.TRIUMPHED:
            return f"{who} holds all three Fronts, and {other} has no Morale left: the battle is won.", "TE-10.1"
        case names.RAN_OUT:
            return f"{who} should draw, and the deck is empty: the battle is over.", "TE-4.2"
    raise ValueError(f"no wording for event {happened.kind}")
