"""What happens in Green Troops: a sentence for every event, and who did what to whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from grognard.games.green_troops import names
from grognard.games.green_troops.meta import META
from grognard.games.green_troops.rules.damage import summed
from grognard.games.green_troops.tables import EFFECT, LEADER, PIECES, TYPE, UNITS_IN_ALL
from grognard.games.green_troops.text.effects import EVENT_CLAUSES
from grognard.games.green_troops.text.sums import attack_sum, markers_sum, rally_sum
from grognard.games.green_troops.text.words import PHASE_CLAUSES, after
from grognard.kernel.content.cardfile import CardFact
from grognard.kernel.content.wording import counted, listed, quoted, words_of
from grognard.kernel.engine.recorder import UntypedEvent as Event
from grognard.kernel.views.event_text import NumberedKinds, EventText, common_sentences, render_sentence
from grognard.kernel.views.view import EventView

KINDS: Final = NumberedKinds(
    words_of(names, "BEGAN", "UNHURT"),
    headlines={
        names.RECKONED, names.NEGATED, names.HURT, names.DEFEATED, names.LEADER_LOST, names.RETIRED, names.NIGHT_FELL,
        names.TRIUMPHED,
    },
    bookkeeping={
        names.BEGAN, names.TURN_CAME, names.DREW, names.RESHUFFLED, names.PASSED, names.DISCARDED,
    },
    sounds={
        names.DREW: "draw", names.ATTACKED: "charge", names.BARRAGED: "shot", names.OPPOSED: "shot", names.HURT: "hit",
        names.LEADER_LOST: "hit", names.DEFEATED: "rout", names.ROUTED: "rout", names.RETIRED: "rout",
    },
)  # fmt: skip

# What is done to nobody.
_SENTENCES: Final = common_sentences(names, "GT-3.1", "GT-4.1", "GT-4.2") | {
    names.BEGAN: ("{who} begins.", "GT-2.3"),
    names.EXTRA_CAME: ("{who} takes an extra turn.", "GT-3.3"),
    names.NIGHT_FELL: ("Night falls after {quiet} without a defeat.", "GT-14.1"),
    names.TRIUMPHED: ("The other side has no Unit left: {who} wins.", "GT-12.1"),
}


def event(happened: Any, facts: Sequence[CardFact]) -> EventView:
    """The sentence for an event, already cut to what its reader may know."""
    cards = tuple(PIECES[piece] for piece in happened.cards)
    if happened.code in _SENTENCES:
        quiet = counted(happened.numbers[0], "turn") if happened.code == names.NIGHT_FELL else ""
        plain = render_sentence(_SENTENCES, happened, META.seats[happened.seat], PIECES, quiet=quiet)
        return KINDS.view(happened, EventText(*plain), cards)
    for tell in (_of_turns, _of_hands, _of_orders, _of_attacks, _of_answers, _of_units):
        told = tell(happened, META.seats[happened.seat], cards)
        if told is not None:
            return KINDS.view(happened, told, cards)
    raise ValueError(f"no wording for event {happened.code}")


def _of_turns(happened: Event, who: str, cards: tuple[str, ...]) -> EventText | None:
    match happened.code:
        case names.MUSTERED:
            return EventText(f"{who} musters {listed(cards)}.", "GT-2.2", cards)
        case names.PASSED:
            window = happened.numbers[0]
            return EventText(f"{who} {_PASSED[window]}.", PHASE_CLAUSES[window])
        case names.RETIRED:
            lost = f" with {listed(cards)}" if cards else ""
            return EventText(f"{who} retires from the field{lost}.", "GT-13.4", (), cards, happened.seat)
    return None


def _quoted(cards: Sequence[str]) -> str:
    """Cards of a hand, as a sentence lists them."""
    return listed([quoted(card) for card in cards])


_PASSED: Final = {
    names.ATTACK: "makes no attack",
    names.RESERVE: "gives no more orders",
    names.OPPORTUNITY: "holds fire",
    names.ANSWER: "does not answer the fire",
    names.ROUT: "goes on",
    names.DEFEND: "does not stop the attack",
    names.BARRAGE: "protects nobody else",
    names.CAPTURE: "takes no Terrain",
    names.AFTERMATH: "ends the turn",
}


def _of_hands(happened: Event, who: str, cards: tuple[str, ...]) -> EventText | None:
    seen = f": {listed(cards)}" if cards else ""
    match happened.code:
        case names.SPIED:
            owner = happened.numbers[0]
            return EventText(f"{who} looks at {META.seats[owner]}'s hand{seen}.", "GT-11.8", against=owner)
        case names.LOST_CARDS:
            return EventText(f"{who} loses {_quoted(cards)} at random.", "GT-11.5", (), cards, happened.seat)
        case names.DISCARDED:
            return EventText(f"{who} discards {_quoted(cards)}.", PHASE_CLAUSES[happened.numbers[0]])
    return None


def _of_orders(happened: Event, who: str, cards: tuple[str, ...]) -> EventText | None:
    match happened.code:
        case names.REINFORCED:
            come = cards[1:]
            text = f"{who} plays {quoted(cards[0])}: {listed(come)} {after(come, 'comes')} up."
            return EventText(text, "GT-5.2", cards[:1], come)
        case names.ATTACHED:
            if TYPE[happened.cards[0] - UNITS_IN_ALL] == LEADER:
                return EventText(f"{who} puts {cards[0]} in command of {cards[1]}.", "GT-5.3", cards[:1], cards[1:])
            return EventText(f"{who} plays {cards[0]} for {cards[1]}.", "GT-5.5", cards[:1], cards[1:])
        case names.LEADER_MOVED:
            return EventText(f"{cards[0]} goes from {cards[1]} to {cards[2]}.", "GT-5.4", cards[:1], cards[2:])
        case names.LEADERS_SWAPPED:
            text = f"{cards[0]} goes to {cards[1]} and {cards[2]} to {cards[3]}."
            return EventText(text, "GT-5.4", cards[::2], cards[1::2])
        case names.RALLIED:
            off, left = happened.numbers
            text = f"{who} plays {quoted(cards[0])} on {cards[1]}: {counted(off, 'marker')} off, {left} left."
            reckoned = rally_sum(happened.cards[0] - UNITS_IN_ALL, happened.cards[1], off, left)
            return EventText(text, "GT-5.6", cards[:1], cards[1:], sums=(reckoned,))
        case names.PLAYED:
            return EventText(f"{who} plays {quoted(cards[0])}.", _clause_of(happened.cards[0]), cards)
        case names.PLAYED_AT:
            at = happened.numbers[0]
            text = f"{who} plays {quoted(cards[0])} against {META.seats[at]}."
            return EventText(text, _clause_of(happened.cards[0]), cards, against=at)
    return None


def _clause_of(event_card: int) -> str:
    return EVENT_CLAUSES[EFFECT[event_card - UNITS_IN_ALL]]


def _of_attacks(happened: Event, who: str, cards: tuple[str, ...]) -> EventText | None:
    match happened.code:
        case names.ATTACKED:
            at = happened.numbers[0]
            text = f"{who} attacks {META.seats[at]} with {quoted(cards[0])}: {cards[1]} against {cards[2]}."
            return EventText(text, "GT-6.1", cards[1:2], cards[2:], at)
        case names.BARRAGED:
            at = happened.numbers[0]
            text = f"{who} plays {quoted(cards[0])}: {cards[1]} {after(cards[1:], 'fires')} on all of {META.seats[at]}."
            return EventText(text, "GT-8.4", cards[1:], against=at)
        case names.OPPOSED:
            text = f"{who} answers with {quoted(cards[0])}: {cards[1]} against {cards[2]}."
            return EventText(text, "GT-7.2", cards[1:2], cards[2:], happened.numbers[0])
        case names.RECKONED:
            card, unit, target = happened.cards[:3]
            text = f"{quoted(cards[0])}, {cards[1]} against {cards[2]}: {_reckoning(happened.numbers)}."
            reckoned = attack_sum(card - UNITS_IN_ALL, unit, target, happened.numbers)
            return EventText(text, "GT-1.8", cards[1:2], cards[2:3], sums=(reckoned,))
        case names.ROUTED:
            text = f"{who} plays {quoted(cards[0])} on {cards[1]}."
            return EventText(text, "GT-9.7", cards[:1], cards[1:], happened.numbers[0])
    return None


def _reckoning(numbers: Sequence[int]) -> str:
    """The damage as arithmetic: 3, Attack +1, leader +1, ground +1, cover -1 = 5 damage."""
    card, attack, leader, ground, cover = numbers[:5]
    words = [str(card)]
    words += [f"Attack {attack:+}"] if attack else []
    words += [f"leader {leader:+}"] if leader else []
    words += [f"ground {ground:+}"] if ground else []
    words += [f"cover -{cover}"] if cover else []
    damage = summed((card, attack, leader, ground, cover))
    return f"{', '.join(words)} = {damage} damage" if len(words) > 1 else f"{damage} damage"


def _of_answers(happened: Event, who: str, cards: tuple[str, ...]) -> EventText | None:
    match happened.code:
        case names.DEFENDED:
            text = f"{who} plays {quoted(cards[0])} for {cards[1]}."
            return EventText(text, PHASE_CLAUSES[happened.numbers[0]], cards[:1], cards[1:], happened.seat)
        case names.PROTECTED:
            text = f"{who} plays {quoted(cards[0])}: {cards[1]} {after(cards[1:], 'is')} safe from the barrage."
            return EventText(text, "GT-8.4", cards[:1], cards[1:], happened.seat)
        case names.NEGATED:
            clause = "GT-7.2" if happened.numbers[0] == names.ANSWER else "GT-8.5"
            return EventText(f"{who}'s {quoted(cards[0])} comes to nothing.", clause, cards)
        case names.LEFT_TERRAIN:
            return EventText(f"{cards[1]} {after(cards[1:], 'gives')} up {cards[0]}.", "GT-6.4", cards[1:], cards[:1])
        case names.TOOK:
            return EventText(
                f"{who}'s {cards[1]} {after(cards[1:], 'takes')} {cards[0]}.", "GT-9.9", cards[1:], cards[:1]
            )
    return None


def _of_units(happened: Event, who: str, cards: tuple[str, ...]) -> EventText | None:
    match happened.code:
        case names.HURT:
            damage, markers, defense = happened.numbers
            text = f"{who}'s {cards[0]} {after(cards, 'takes')} {damage} damage: {markers} of {defense} markers."
            reckoned = markers_sum(happened.cards[0], damage, markers, defense)
            return EventText(text, "GT-1.5", (), cards, happened.seat, sums=(reckoned,))
        case names.UNHURT:
            return EventText(
                f"{who}'s {cards[0]} {after(cards, 'takes')} no damage.", "GT-1.8", (), cards, happened.seat
            )
        case names.LEADER_LOST:
            text = f"{cards[0]}, the Leader of {who}'s {cards[1]}, is killed."
            return EventText(text, "GT-9.8", (), cards[:1], happened.seat)
        case names.DEFEATED:
            owner = happened.numbers[0]
            text = f"{META.seats[owner]}'s {listed(cards)} {after(cards, 'falls')} to {who}."
            return EventText(text, "GT-9.2", (), cards, owner)
    return None
