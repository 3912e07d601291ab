"""The log: a sentence for every event, what kind it is and how much it weighs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from grognard.games.company_commander import names
from grognard.games.company_commander.names import FRONTS, NONE
from grognard.games.company_commander.tables import EFFECT, PIECES, ROWS, UNITS_IN_ALL, owner_of
from grognard.games.company_commander.text.sums import (
    arithmetic, armor_terms, dice_terms, fire_terms, fired, firing, rally_terms, rallying, reckoned, recon_terms,
    rolled, saving, scouted, scouting, suppressed, suppressing, suppression_terms, trench_terms,
)  # fmt: skip
from grognard.games.company_commander.text.words import (
    CALLED, PHASE_CLAUSES, PHASE_LABELS, SIDES, fire_dice, front_name, pieces_named, place_name, signed,
)  # fmt: skip
from grognard.kernel.content.cardfile import CardFact
from grognard.kernel.content.wording import counted, listed, verb, words_of
from grognard.kernel.engine.recorder import Event
from grognard.kernel.views.event_text import TURN_CAME, EventKinds, EventText, render_sentence
from grognard.kernel.views.view import EventView, RollView, SumView

KINDS: Final = EventKinds(
    words_of(names, "BEGAN", "STALLED"),
    headlines={
        names.WITHDREW, names.HURT, names.DESTROYED, names.ROUTED, names.WON_LOSSES, names.WON_FRONTS, names.STALLED,
    },
    bookkeeping={
        names.BEGAN, names.TURN_CAME, names.DREW_UNITS, names.DREW, names.RESHUFFLED, names.ENDED, names.PASSED,
        names.DISCARDED, names.READY,
    },
    sounds={
        names.DREW: "draw", names.DREW_UNITS: "draw", names.AIMED_FIRE: "shot", names.JOINED: "charge",
        names.HURT: "hit", names.PINNED: "hit", names.DESTROYED: "rout", names.ROUTED: "rout",
    },
)  # fmt: skip

_SENTENCES: Final = {
    names.BEGAN: ("{who} begin.", "CC-1.3"),
    names.TURN_CAME: (TURN_CAME, "CC-2.1"),
    names.DREW_UNITS: ("{who} draw {squad_cards}{seen}.", "CC-3.1"),
    names.DREW: ("{who} draw {tactics_cards}{seen}.", "CC-4.1"),
    names.RESHUFFLED: ("The discard pile is shuffled into a new Tactics deck of {drawn}.", "CC-4.1"),
    names.DISCARDED: ("{who} discard {cards}.", "CC-4.3"),
    names.LOOKED: ("{who} look at the enemy's hand{seen}{in_all}.", "CC-5.6"),
    names.GAINED: ("{who} take +1 on their suppression of {front} this turn.", "CC-5.6"),
    names.WON_LOSSES: ("{number} enemy units are out of play: {who} win.", "CC-1.6"),
    names.WON_FRONTS: ("{who} hold all three Fronts, and the enemy one at most: {who} win.", "CC-1.7"),
    names.STALLED: ("Nothing has happened for {number} turns: the game ends.", "CC-11.1"),
    names.DEPLOYED: ("{cards} is deployed on {front}.", "CC-3.3"),
    names.SET_OUT: ("{cards} sets out for {front}.", "CC-3.6"),
    names.MOVED: ("{cards} moves to {front}.", "CC-3.6"),
    names.SENT: ("{cards} goes on a mission to {front}.", "CC-5.1"),
    names.AIMED_FIRE: ("{cards} takes aim at {front}.", "CC-6.2"),
    names.DECLARED: ("{cards} will assault {front}.", "CC-7.1"),
    names.WITHDREW: ("{cards} {take} no part in the assault.", "CC-7.4"),
    names.LED: ("{card[0]} tries to rally {card[1]}.", "CC-8.3"),
    names.HAS_HIT: ("{cards} is hit: {hit}.", "CC-9.1"),
    names.SPARED: ("A Sniper cannot harm {cards}.", "CC-9.4"),
    names.PINNED: ("{cards} is pinned ({pins}).", "CC-9.1"),
    names.HURT: ("{cards} takes a casualty ({number} so far).", "CC-9.1"),
    names.RECOVERED: ("{cards} recovers ({pins} left).", "CC-8.2"),
}

# A sentence and its clause, what was added up, and what was rolled.
Rolled = tuple[str, str, tuple[SumView, ...], RollView | None]


def event(happened: Event, facts: Sequence[CardFact]) -> EventView:
    """An event in words, already cut to what its reader may know."""
    sums: tuple[SumView, ...] = ()
    roll: RollView | None = None
    if happened.kind in _ROLLS:
        text, clause, sums, roll = _ROLLS[happened.kind](happened, facts)
    else:
        text, clause = _plain_event(happened)
    told = EventText(text, clause, *_parts(happened), sums, roll)
    return KINDS.view(happened, told, tuple(PIECES[card] for card in happened.cards))


def _parts(happened: Event) -> tuple[tuple[str, ...], tuple[str, ...], int | None]:
    """The cards that act, the cards and Fronts that it is done to, and the seat of those."""
    cards = tuple(PIECES[card] for card in happened.cards)
    seat, other = happened.seat, 1 - happened.seat
    match happened.kind:
        case names.DEPLOYED | names.SET_OUT | names.MOVED:
            return cards, (place_name(seat, happened.numbers[0]),), seat
        case names.SENT | names.AIMED_FIRE | names.GAINED | names.DECLARED:
            return cards, (place_name(other, happened.numbers[0]),), other
        case names.PLAYED:
            return _parts_of_play(happened, cards)
        case names.LOOKED:
            return (), cards, other
        case names.HAS_HIT | names.SPARED | names.PINNED | names.HURT | names.DESTROYED | names.ROUTED:
            return (), cards, seat
        case names.SPOTTED_ROLL:
            return (), cards, other
        case names.CALLED_OFF | names.WITHDREW | names.RECOVERED:
            return (), cards, seat
        case names.HELD:
            return cards[1:], cards[:1], seat
        case names.LED | names.RALLY_ROLL:
            return cards[:1], cards[1:], seat
        case names.JOINED:
            attackers = sum(owner_of(card) == seat for card in happened.cards)
            return cards[:attackers], cards[attackers:], other
        case names.FIRE_DIE | names.SUPPRESSION_ROLL:
            return cards, (), other
    return cards, (), None


def _parts_of_play(happened: Event, cards: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...], int | None]:
    """A card, and the unit or the Front that it is played on, by either side."""
    card, *units = happened.cards
    if units:
        return cards[:1], cards[1:], int(owner_of(units[0]))
    if not happened.numbers:
        return cards, (), None
    own = EFFECT[card - UNITS_IN_ALL] in (names.OWN_FRONT, names.FOG, names.DISORDER)
    against = happened.seat if own else 1 - happened.seat
    return cards, (place_name(against, happened.numbers[0]),), against


def _plain_event(happened: Event) -> tuple[str, str]:
    """What is neither rolled nor hangs on more than its own words."""
    who = SIDES[happened.seat]
    cards = happened.cards
    number = happened.numbers[0] if happened.numbers else 0
    match happened.kind:
        case names.ENDED:
            return _ended(who, number), "CC-7.1" if number == names.ASSAULT else PHASE_CLAUSES[number]
        case names.PASSED:
            return f"{who} pass.", PHASE_CLAUSES[number]
        case names.PLAYED:
            return _played(happened)
        case names.CALLED_OFF:
            return _called_off(happened), PHASE_CLAUSES[number]
        case names.JOINED:
            return _joined(happened), "CC-7.5"
        case names.DESTROYED:
            return _removed(cards, "is", " destroyed"), "CC-9.2"
        case names.ROUTED:
            return _removed(cards, "routs"), "CC-8.5"
        case names.WON_LOSSES if happened.seat == NONE:
            return f"Both sides have lost {number} units at once: a draw.", "CC-1.8"
    return render_sentence(
        _SENTENCES, happened, who, PIECES, CALLED,
        front=front_name(number) if number < len(FRONTS) else "",
        in_all="" if cards else f" ({counted(number, 'card')})",
        squad_cards=counted(number, "Squad card"),
        tactics_cards=counted(number, "Tactics card"),
        take=verb("takes", len(cards) > 1),
        hit="a casualty" if number else "a pin",
        pins=counted(number, "Pinned marker") if number else "no Pinned marker",
    )  # fmt: skip


def _ended(who: str, phase: int) -> str:
    if phase == names.ASSAULT:
        return f"{who} declare no more attackers."
    return f"{who} end the {PHASE_LABELS[phase]}."


def _called_off(happened: Event) -> str:
    """What was declared and does not happen."""
    last = happened.cards[-1]
    match happened.numbers[0]:
        case names.MOVE:
            return f"{PIECES[last]} stays where it is."
        case names.MISSION:
            return f"{PIECES[last]} does not go on its mission."
        case names.LEADER:
            return f"{PIECES[last]} makes no attempt."
    if last >= UNITS_IN_ALL:
        return f"{SIDES[happened.seat]} lose {CALLED[last]}: nothing is fired."
    return f"{PIECES[last]} does not fire."


def _removed(cards: Sequence[int], goes: str, how: str = "") -> str:
    """Who leaves play, and what is discarded with them."""
    units = [card for card in cards if card < UNITS_IN_ALL]
    tucked = [card for card in cards if card >= UNITS_IN_ALL]
    under = f"; {pieces_named(tucked)} {verb('is', len(tucked) > 1)} discarded" if tucked else ""
    return f"{pieces_named(units)} {verb(goes, len(units) > 1)}{how}{under}."


def _joined(happened: Event) -> str:
    attackers = [PIECES[card] for card in happened.cards if owner_of(card) == happened.seat]
    defenders = [PIECES[card] for card in happened.cards if owner_of(card) != happened.seat]
    return f"The battle for {front_name(happened.numbers[0])}: {listed(attackers)} against {listed(defenders)}."


# The clause behind what a card does when it is played.
_EFFECT_CLAUSES: Final = {
    names.NEGATE_SUPPRESSION: "CC-6.6", names.NEGATE_FIRE: "CC-7.11", names.NEGATE_MOVE: "CC-3.7",
    names.NEGATE_RALLY: "CC-8.4", names.SUPPORT: "CC-6.7", names.RECONNAISSANCE: "CC-5.7",
    names.SIMULTANEOUS: "CC-7.13", names.EXTRA_RALLY: "CC-8.3", names.DRAW_TACTICS: "CC-4.2",
}  # fmt: skip


def _played(happened: Event) -> tuple[str, str]:
    who, card = SIDES[happened.seat], happened.cards[0]
    effect = EFFECT[card - UNITS_IN_ALL]
    text = f"{who} play {CALLED[card]}"
    if len(happened.cards) > 1:
        text += f" on {PIECES[happened.cards[1]]}"
    if happened.numbers:
        text += f" at {front_name(happened.numbers[0])}"
    told = {
        names.NEGATE_SUPPRESSION: "the roll does nothing",
        names.NEGATE_FIRE: "the die does nothing",
        names.NEGATE_MOVE: "the unit stays where it is",
        names.NEGATE_RALLY: "the roll does nothing",
        names.GREEN: "it can do nothing this turn",
        names.FOG: "that Front cannot be attacked this turn",
        names.DISORDER: "that Front cannot be assaulted this turn",
    }.get(effect)
    clause = _EFFECT_CLAUSES.get(effect, "CC-10.1")
    return f"{text}{f': {told}' if told else ''}.", clause


# -- rolls -------------------------------------------------------------------------------------------------------------


def _amounts(cards: Sequence[int], facts: Sequence[CardFact]) -> list[tuple[str, int]]:
    return [(PIECES[card], facts[ROWS[card]].number("amount")) for card in cards]


def _settled(told: SumView, words: str) -> tuple[SumView, ...]:
    """A sum with what comes of it."""
    return (msgspec.structs.replace(told, text=words),)


def _recon_roll(happened: Event, facts: Sequence[CardFact]) -> Rolled:
    die, bonus = happened.numbers
    unit = PIECES[happened.cards[0]]
    whole = rolled(f"Mission of {unit}", [die], recon_terms(bonus), "CC-5.4")
    result = scouted(whole.total)
    return (
        f"{unit} rolls {arithmetic([die], whole)}: {result}.",
        "CC-5.4",
        _settled(whole, result),
        scouting([die], whole),
    )


def _spotted_roll(happened: Event, facts: Sequence[CardFact]) -> Rolled:
    dice = happened.numbers
    unit = PIECES[happened.cards[0]]
    whole = rolled(f"Fire on {unit}", dice, (), "CC-5.5")
    result = suppressed(whole.total)
    text = f"Fire on {unit}: {arithmetic(dice, whole)}: {result}."
    return text, "CC-5.5", _settled(whole, result), suppressing(dice, whole)


def _suppression_roll(happened: Event, facts: Sequence[CardFact]) -> Rolled:
    first, second, own, flank, missions = happened.numbers
    shooter, *rest = happened.cards
    squad = [card for card in rest if card < UNITS_IN_ALL]
    helping = _amounts([card for card in rest if card >= UNITS_IN_ALL], facts)
    who = f"{pieces_named(squad)} with {CALLED[shooter]}" if squad else PIECES[shooter]
    dice = [first, second]
    whole = rolled(who, dice, suppression_terms(own, flank, missions, helping), "CC-6.5")
    result = suppressed(whole.total)
    text = f"{who} rolls {arithmetic(dice, whole)}: {result}."
    return text, "CC-6.5", _settled(whole, result), suppressing(dice, whole)


def _ready(happened: Event, facts: Sequence[CardFact]) -> Rolled:
    dice, *parts = happened.numbers
    unit, *cards = happened.cards
    helped = f" (with {pieces_named(cards)})" if cards else ""
    words = fire_dice(dice)
    told = f"{PIECES[unit]} has {words}{helped}."
    if not parts:  # mines, and what Surprise Contact has counted before
        return told, "CC-7.13" if unit < UNITS_IN_ALL else "CC-7.9", (), None
    strength, casualties, defense = parts
    terms = dice_terms(strength, casualties, defense, _amounts(cards, facts))
    return told, "CC-7.9", (reckoned(PIECES[unit], terms, words, "CC-7.9"),), None


def _fire_die(happened: Event, facts: Sequence[CardFact]) -> Rolled:
    die, assault, flank = happened.numbers
    unit, *cards = happened.cards
    whole = rolled(PIECES[unit], [die], fire_terms(assault, flank, _amounts(cards, facts)), "CC-7.11")
    result = fired(whole.total)
    text = f"{PIECES[unit]} rolls {arithmetic([die], whole)}: {result}."
    return text, "CC-7.11", _settled(whole, result), firing([die], whole)


def _held(happened: Event, facts: Sequence[CardFact]) -> Rolled:
    unit, card = happened.cards
    total = happened.numbers[0]
    amount = facts[ROWS[card]].number("amount")
    result = fired(total)
    whole = reckoned(PIECES[unit], trench_terms(total - amount, [(PIECES[card], amount)]), result, "CC-7.11")
    text = f"The target is {PIECES[unit]}, {signed(amount)} {PIECES[card]} = {total}: {result}."
    return text, "CC-7.11", (whole,), None


def _save_roll(happened: Event, facts: Sequence[CardFact]) -> Rolled:
    die, bonus, severe = happened.numbers
    unit = PIECES[happened.cards[0]]
    whole = rolled(unit, [die], armor_terms(bonus), "CC-9.3")
    roll = saving([die], whole)
    saved = "the casualty becomes a pin" if severe else "saved"
    result = saved if roll.came else "no save"
    text = f"{unit} rolls {arithmetic([die], whole)} for its armor: {result}."
    return text, "CC-9.3", _settled(whole, result), roll


def _rally_roll(happened: Event, facts: Sequence[CardFact]) -> Rolled:
    die, led, own = happened.numbers
    *leader, unit = happened.cards
    clause = "CC-8.3" if leader else "CC-8.2"
    who = PIECES[(leader or [unit])[0]]
    what = f"for {PIECES[unit]}" if leader else "to rally"
    whole = rolled(f"{who} {what}", [die], rally_terms(led, own), clause)
    roll = rallying([die], whole)
    result = "rallied" if roll.came else "nothing"
    return f"{who} rolls {arithmetic([die], whole)} {what}: {result}.", clause, _settled(whole, result), roll


_ROLLS: Final = {
    names.RECON_ROLL: _recon_roll,
    names.SPOTTED_ROLL: _spotted_roll,
    names.SUPPRESSION_ROLL: _suppression_roll,
    names.READY: _ready,
    names.FIRE_DIE: _fire_die,
    names.HELD: _held,
    names.SAVE_ROLL: _save_roll,
    names.RALLY_ROLL: _rally_roll,
}
