"""The log: a sentence for every event, what kind it is and how much it weighs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.fusillade import names
from grognard.games.fusillade.meta import META
from grognard.games.fusillade.rules.casualties import LARGE_ATTACK, LARGE_BONUS
from grognard.games.fusillade.tables import NAMES
from grognard.games.fusillade.text.prompts import CALLED, PHASE_CLAUSES, ability
from grognard.kernel.content.cardfile import CardFact
from grognard.kernel.content.wording import counted, uncapitalized, words_of
from grognard.kernel.engine.recorder import Event
from grognard.kernel.views.event_text import EventKinds, EventText, common_sentences, render_sentence
from grognard.kernel.views.view import EventView, SumView, TermView

KINDS: Final = EventKinds(
    words_of(names, "BEGAN", "SUMMED"),
    headlines={
        names.BLUNDERED, names.COUNTERED, names.REPELLED, names.SUMMED, names.STRUCK, names.KNOCKED_OUT,
        names.CLOCK_RAN_OUT,
    },
    bookkeeping={
        names.BEGAN, names.TURN_CAME, names.DREW, names.RESHUFFLED, names.HELD, names.EXCHANGED, names.TRIMMED,
        names.PASSED,
    },
    sounds={
        names.DREW: "draw", names.LAID: "charge", names.SUMMED: "shot", names.STRUCK: "hit", names.REPELLED: "rout",
        names.KNOCKED_OUT: "rout",
    },
)  # fmt: skip

_SENTENCES: Final = common_sentences(names, "FUS-2.3", "FUS-2.4", "FUS-2.4") | {
    names.BEGAN: ("Each side is dealt seven cards. {who} wins the toss and begins.", "FUS-2.2"),
    names.USED: ("{who} discards {cards} to {does}.", "FUS-3.2"),
    names.LOOKED: ("{who} looks at the opposing hand{seen}.", "FUS-3.4"),
    names.STRIPPED: ("{who} loses {cards}.", "FUS-3.5"),
    names.DECLARED: ("{who} declares an attack.", "FUS-4.1"),
    names.HELD: ("{who} holds.", "FUS-4.1"),
    names.BLUNDERED: ("{who} forbids the attack with {cards}.", "FUS-4.2"),
    names.LAID: ("{who} attacks with {cards}.", "FUS-4.3"),
    names.COUNTERED: ("{who} discards {card[0]} and removes {card[1]}.", "FUS-4.4"),
    names.REPELLED: ("No unit is left; the attack is over.", "FUS-4.6"),
    names.SUPPORTED: ("{who} adds {cards}.", "FUS-4.7"),
    names.SUMMED: ("The attack inflicts {added}.", "FUS-5.1"),
    names.HALVED: ("{who} halves the casualties with {cards}, to {number}.", "FUS-5.2"),
    names.STRUCK: ("{who} loses {lost}.", "FUS-5.3"),
    names.EXCHANGED: ("{who} exchanges {cards}.", "FUS-6.1"),
    names.TRIMMED: ("{who} discards {cards} down to the hand limit.", "FUS-6.4"),
    names.KNOCKED_OUT: ("{other} has no troops left: {who} wins.", "FUS-5.4"),
    names.CLOCK_RAN_OUT: ("{number} turns have passed without a loss: the game ends.", "FUS-7.2"),
}

# What is said instead where no card is named.
_WITHOUT_CARDS: Final = {
    names.SUPPORTED: ("{who} adds no support.", "FUS-4.7"),
    names.EXCHANGED: ("{who} exchanges nothing.", "FUS-6.1"),
}


def event(happened: Event, facts: Sequence[CardFact]) -> EventView:
    """An event in words, already cut to what its reader may know."""
    text, clause = _event(happened, facts)
    cards = tuple(NAMES[card] for card in happened.cards)
    sums = (attack_sum(happened.cards, facts),) if happened.kind == names.SUMMED else ()
    short = f"{META.seats[happened.seat]} wins the toss and begins." if happened.kind == names.BEGAN else ""
    return KINDS.view(happened, EventText(text, clause, *_parts(happened, cards), sums=sums, short=short), cards)


def _parts(happened: Event, cards: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...], int | None]:
    """The cards that act, those that it is done to, and whose those are."""
    other = 1 - happened.seat
    match happened.kind:
        case names.COUNTERED:
            return cards[:1], cards[1:], other
        case names.LAID | names.SUMMED | names.BLUNDERED | names.HALVED:
            return cards, (), other
        case names.LOOKED:
            return (), cards, other
        case names.STRIPPED:
            return (), cards, happened.seat
        case names.STRUCK:
            return (), (), happened.seat
        case names.DECLARED | names.KNOCKED_OUT:
            return (), (), other
    return cards, (), None


def attack_sum(cards: Sequence[int], facts: Sequence[CardFact]) -> SumView:
    """FUS-5.1: the casualties that a line inflicts, card by card."""
    terms = [TermView(NAMES[card], facts[card].number("force"), "FUS-5.1") for card in cards]
    excess = len(cards) - LARGE_ATTACK
    if excess > 0:
        label = f"Large attack ({counted(excess, 'card')} over {LARGE_ATTACK})"
        terms.append(TermView(label, LARGE_BONUS * excess, "FUS-5.1"))
    total = sum(term.value for term in terms)
    return SumView("Casualties", tuple(terms), total, counted(total, "troop point"), "FUS-5.1")


def _event(happened: Event, facts: Sequence[CardFact]) -> tuple[str, str]:
    who = META.seats[happened.seat]
    number = happened.numbers[0] if happened.numbers else 0
    if happened.kind == names.PASSED:
        return f"{who} passes.", PHASE_CLAUSES[number]
    sentences = _SENTENCES if happened.cards else {**_SENTENCES, **_WITHOUT_CARDS}
    added = _added(attack_sum(happened.cards, facts)) if happened.kind == names.SUMMED else ""
    lost, does = counted(number, "troop point"), ""
    other = META.seats[1 - happened.seat]
    if happened.kind == names.USED:
        [card] = happened.cards
        does = ability(card, facts[card].number("force"), f"make {other} lose a random card")
    return render_sentence(sentences, happened, who, NAMES, CALLED, added=added, lost=lost, does=does, other=other)


def _added(inflicted: SumView) -> str:
    """A sum and what it is made of: 9: 3 + 2 + 2, and 2 more: large attack (1 card over 5)."""
    cards = [str(term.value) for term in inflicted.terms if term.label in NAMES]
    bonus = [
        f", and {term.value} more: {uncapitalized(term.label)}" for term in inflicted.terms if term.label not in NAMES
    ]
    return f"{inflicted.total}: {' + '.join(cards)}{''.join(bonus)}" if len(cards) > 1 else f"{inflicted.total}"
