"""The log: a sentence for every event, what kind it is and how much it weighs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.three_emperors import names
from grognard.games.three_emperors.names import FRONTS
from grognard.games.three_emperors.tables import KIND, NAMES
from grognard.games.three_emperors.text.prompts import CALLED, PHASE_CLAUSES, SIDES, names_of, short, there
from grognard.games.three_emperors.text.sums import action_sum
from grognard.kernel.content.cardfile import CardFact
from grognard.kernel.content.wording import words_of
from grognard.kernel.content.wording import capitalized
from grognard.kernel.engine.recorder import Event
from grognard.kernel.cardsets.cards import has
from grognard.kernel.views.event_text import EventKinds, EventText, common_sentences, render_sentence
from grognard.kernel.views.view import EventView, SumView, Weight

KINDS: Final = EventKinds(
    words_of(names, "BEGAN", "TRIUMPHED"),
    headlines={names.FOUGHT, names.REMOVED, names.TRIUMPHED, names.RAN_OUT},
    bookkeeping={
        names.BEGAN, names.TURN_CAME, names.DREW, names.RESHUFFLED, names.FOUND, names.ENDED_ORDERS, names.PASSED,
        names.ENDED_VICTORY, names.ENDED_ACTIONS, names.TRIMMED,
    },
    sounds={
        names.DREW: "draw", names.ATTACKED: "charge", names.LAUNCHED: "charge", names.FOUGHT: "shot", names.WON: "rout",
        names.REMOVED: "hit", names.FELL: "hit",
    },
)  # fmt: skip

_SENTENCES: Final = common_sentences(names, "TE-3.1", "TE-3.3", "TE-10.3") | {
    names.BEGAN: ("Napoleon holds North and South, the Coalition the Center; {who} begins.", "TE-2.3"),
    names.DEPLOYED: ("{who} deploys {cards} at {front}.", "TE-5.2"),
    names.MARCHED: ("{who} marches with {cards}.", "TE-5.3"),
    names.SEARCHED: ("{who} searches the deck with {cards}.", "TE-5.4"),
    names.FOUND: ("{who} finds {found} to take.", "TE-5.4"),
    names.TOOK: ("{who} takes {taken}; the deck is shuffled.", "TE-5.4"),
    names.STOOD_STILL: ("{who} plays {cards} to hold up {other}.", "TE-5.7"),
    names.LOST_CARDS: ("{who} loses {cards} at random.", "TE-5.7"),
    names.ENDED_ORDERS: ("{who} ends the Orders Phase.", "TE-5.1"),
    names.ATTACKED: ("{who} attacks {front}.", "TE-6.1"),
    names.LAUNCHED: ("{who} launches an extra attack on {front} with {cards}.", "TE-6.2"),
    names.COMMITTED: ("{who} commits {cards}, {sums[0].total} in all.", "TE-7.1"),
    names.DEFENDED: ("{who} defends with {cards}, {sums[0].total} in all.", "TE-7.2"),
    names.ROSE: ("{who} rises to {number} Morale.", "TE-1.4"),
    names.TIED: ("Nobody wins, and nothing changes.", "TE-7.6"),
    names.PLAYED: ("{who} plays {cards}.", "TE-8.2"),
    names.REMOVED: ("{who} removes {cards}.", "TE-8.3"),
    names.FELL: ("{who} falls to {number} Morale.", "TE-8.3"),
    names.GAVE: ("{who} gives up {cards}.", "TE-8.3"),
    names.ENDED_VICTORY: ("{who} plays no more Victory cards.", "TE-8.4"),
    names.ENDED_ACTIONS: ("{who} ends the Action Phase.", "TE-6.6"),
    names.TRIMMED: ("{who} discards {cards} down to the hand limit.", "TE-9.1"),
    names.TRIUMPHED: ("{who} holds all three Fronts, and {other} has no Morale left: the battle is won.", "TE-10.1"),
    names.RAN_OUT: ("{who} must draw, but the deck is empty: the battle is over.", "TE-4.2"),
}

# Who acts, whom it is done to, and whose those are.
Parts = tuple[tuple[str, ...], tuple[str, ...], int | None]


def event(happened: Event, facts: Sequence[CardFact]) -> EventView:
    """An event in words, already cut to what its reader may know."""
    text, clause = _event(happened)
    cards = tuple(NAMES[card] for card in happened.cards)
    # A Front that changes hands is what the day is about; the attacks that change nothing are told by their sums.
    weight: Weight | None = "headline" if happened.kind == names.WON and happened.numbers[3] else None
    begins = f"{capitalized(SIDES[happened.seat])} begins." if happened.kind == names.BEGAN else ""
    told = EventText(text, clause, *_parts(happened, cards), _sums(happened), weight=weight, short=begins)
    return KINDS.view(happened, told, cards)


def _parts(happened: Event, cards: tuple[str, ...]) -> Parts:
    other = 1 - happened.seat
    match happened.kind:
        case names.DEPLOYED:
            return cards, (FRONTS[happened.numbers[0]],), None
        case names.MOVED:
            return cards[:1], cards[1:], happened.seat if _is_maneuver(happened) else other
        case names.FOUGHT:
            ours, theirs = _totals(happened)
            return cards, (FRONTS[happened.numbers[0]],), other if ours >= theirs else happened.seat
        case names.ATTACKED | names.LAUNCHED | names.COMMITTED | names.DEFENDED | names.WON | names.TIED:
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
    who, other = SIDES[happened.seat], SIDES[1 - happened.seat]
    cards = happened.cards
    number = happened.numbers[0] if happened.numbers else 0
    match happened.kind:
        case names.MOVED:
            clause = "TE-5.5" if _is_maneuver(happened) else "TE-5.6"
            return f"{who} moves {NAMES[cards[1]]} to {there(number)} with {CALLED[cards[0]]}.", clause
        case names.PASSED:
            more = " more" if happened.numbers[1] else ""
            return f"{who} commits nothing{more}.", PHASE_CLAUSES[number]
        case names.FOUGHT:
            return _fought(happened), "TE-7.5"
        case names.WON:
            at, ours, theirs, changed = happened.numbers
            morale = f"Morale {ours} for {who}, {theirs} for {other}"
            return f"{who} {'takes' if changed else 'keeps'} {short(at)}: {morale}.", "TE-7.7"
    front = there(number) if number < len(FRONTS) else ""
    found = "a piece" if number else "no piece"
    taken = names_of(happened.cards) or "a piece, unseen"
    return render_sentence(
        _SENTENCES,
        happened,
        who,
        NAMES,
        CALLED,
        other=other,
        front=front,
        found=found,
        taken=taken,
        sums=_sums(happened),
    )


def _totals(happened: Event) -> tuple[int, int]:
    """What the attacker's side and the defender's came to."""
    ours, theirs = _sums(happened)
    return ours.total, theirs.total


def _fought(happened: Event) -> str:
    """Who wins an attack, by how much."""
    ours, theirs = _totals(happened)
    front = there(happened.numbers[0])
    if ours == theirs:
        return f"The attack on {front} is a tie, {ours} to {theirs}."
    winner = happened.seat if ours > theirs else 1 - happened.seat
    return f"{SIDES[winner]} wins at {front}, {max(ours, theirs)} to {min(ours, theirs)}."
