"""What happened, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.ready_aim_fire import names
from grognard.games.ready_aim_fire.meta import META
from grognard.games.ready_aim_fire.names import POSITIONS
from grognard.games.ready_aim_fire.tables import PIECES
from grognard.games.ready_aim_fire.text.phases import PHASE_CLAUSES, named_position
from grognard.games.ready_aim_fire.text.prompts import killed_on, ordinal
from grognard.kernel.book.cardfile import CardFact
from grognard.kernel.book.wording import capital, counted, listed
from grognard.kernel.engine.clerk import Event
from grognard.kernel.shown.view import EventView

# -- the log -----------------------------------------------------------------------------------------------------------


def event(happened: Event, facts: Sequence[CardFact]) -> EventView:
    """The sentence for an event, already cut to what its reader may know."""
    text, clause, dice = _event(happened)
    return EventView(capital(text), clause, happened.seat, tuple(PIECES[piece] for piece in happened.cards), dice)


def _list(pieces: Sequence[int]) -> str:
    return listed([PIECES[piece] for piece in pieces])


_Told = tuple[str, str, tuple[int, ...]]


def _event(happened: Event) -> _Told:
    if happened.kind in _ROLLS:
        return _roll_event(happened)
    text, clause = _plain_event(happened)
    return text, clause, ()


def _plain_event(happened: Event) -> tuple[str, str]:
    who, pieces, numbers = META.seats[happened.seat], happened.cards, happened.numbers
    seen = f": {_list(pieces)}" if pieces else ""
    match happened.kind:
        case names.DEALT:
            return f"{who} is dealt {counted(numbers[0], 'battalion')}{seen}.", "RAF-3.2"
        case names.RETURNED:
            swapped = f": {PIECES[pieces[0]]} for {PIECES[pieces[1]]}" if pieces else ""
            return f"{who} exchanges a battalion{swapped}.", "RAF-3.2"
        case names.COMMITTED:
            return f"{who} is ready.", "RAF-3.2"
        case names.LINED_UP:
            return f"{named_position(happened.seat, numbers[0])}{seen}.", "RAF-3.6"
        case names.SERVING:
            return f"{counted(numbers[0], 'commander')} serve {who}{seen}.", "RAF-3.4"
        case names.BEGAN:
            return f"{who} begins.", "RAF-3.7"
        case names.TURN_CAME:
            return f"Turn {numbers[0]}: {who}.", "RAF-4.1"
        case names.FACED_DOWN:
            return "From now on the stacks lie face down.", "RAF-2.9"
        case names.DREW:
            cards, source = numbers
            deck = "his Reserve deck" if source == names.FROM_RESERVE else "the Tactics deck"
            return f"{who} draws {counted(cards, 'card')} from {deck}{seen}.", "RAF-4.11"
        case names.RESHUFFLED:
            deck = f"{who}'s Reserve deck" if numbers[1] == names.FROM_RESERVE else "the Tactics deck"
            return f"{counted(numbers[0], 'card')} of the discard pile are shuffled into {deck}.", "RAF-4.13"
        case names.PASSED:
            return f"{who} {_PASSED[numbers[0]]}.", PHASE_CLAUSES[numbers[0]]
        case names.PLAYED:
            return f"{who} plays {_list(pieces)}.", "RAF-11.1"
        case names.FETCHED:
            return f"{who} takes {_list(pieces)} out of his discard pile.", "RAF-4.12"
        case names.LOOKED:
            return f"{who} looks at the other hand{seen}.", "RAF-11.3"
        case names.DISCARDED:
            return f"{who} discards {_list(pieces)}.", "RAF-9.1"
        case names.NIGHT_FELL:
            return f"Night falls after round {numbers[0]}.", "RAF-10.5"
        case names.TRIUMPHED:
            return f"The other army is beaten: {who} wins.", "RAF-10.1"
        case names.GAME_DRAWN:
            return "Both armies are beaten.", "RAF-10.3"
    return _move_event(happened, who, numbers) or _fight_event(happened, who, numbers)


_PASSED: Final = {
    names.EXCHANGE: "keeps what he has",
    names.DRAW: "goes on",
    names.TERRAIN: "lays no terrain",
    names.MANEUVER: "makes no more moves",
    names.REINFORCE: "brings up no more",
    names.ATTACK: "ends his attacks",
    names.COVER: "stays in the open",
    names.RIDE: "charges the square",
    names.SQUARE_ROLL: "leaves the roll",
    names.RIDE_ROLL: "leaves the roll",
    names.REROLL: "leaves the roll",
    names.CHECK: "leaves the roll",
    names.SUPPORT: "has no support",
    names.DISCARD: "discards nothing",
}


def _move_event(happened: Event, who: str, numbers: list[int]) -> tuple[str, str] | None:
    pieces, seat = happened.cards, happened.seat
    match happened.kind:
        case names.LAID:
            return f"{who} lays {_list(pieces)} at {POSITIONS[numbers[0]]}.", "RAF-4.20"
        case names.REORGANISED:
            return f"{who} puts {POSITIONS[numbers[0]]} in order.", "RAF-4.30"
        case names.MOVED:
            here, there, place = numbers
            what = _list(pieces) if pieces else "a battalion"
            return f"{who} moves {what} ({ordinal(place)}) from {POSITIONS[here]} to {POSITIONS[there]}.", "RAF-4.30"
        case names.GENERAL_MOVED:
            here, there, _place = numbers
            return f"{who}'s general {_list(pieces)} goes from {POSITIONS[here]} to {POSITIONS[there]}.", "RAF-4.30"
        case names.DEPLOYED:
            what = _list(pieces) if pieces else "a battalion"
            return f"{who} brings up {what} to {POSITIONS[numbers[0]]}.", "RAF-4.32"
        case names.POSTED:
            return f"{_list(pieces)} is {who}'s general at {POSITIONS[numbers[0]]}.", "RAF-4.33"
        case names.APPOINTED:
            return f"{_list(pieces)} is {who}'s Army Commander.", "RAF-4.33"
        case names.TOOK_OVER:
            return f"{who}'s Army Commander {_list(pieces)} takes over {named_position(seat, numbers[0])}.", "RAF-8.10"
    return None


_RESULTS: Final = {1: "is Shaken", 2: "routs", 3: "is eliminated", 4: "is eliminated"}


def result_text(difference: int, safe: bool, spared: bool) -> str:
    """The line of the results table; some battalions are spared by their nation."""
    if difference == 0:
        return "the defender checks morale" if safe else "both check morale"
    if difference < 0 and safe:
        return "nothing happens to attacking guns"
    loser = "the defender" if difference > 0 else "the attacker"
    size = min(abs(difference), 4)
    return f"{loser} {_RESULTS[2 if size == 3 and spared else size]}"


def _fight_event(happened: Event, who: str, numbers: list[int]) -> tuple[str, str]:
    pieces, seat = happened.cards, happened.seat
    called = [PIECES[piece] for piece in pieces]
    match happened.kind:
        case names.ATTACKED:
            here, there = numbers
            whom = f"attacks {called[1]} ({named_position(1 - seat, there)})"
            return f"{who}'s {called[0]} ({POSITIONS[here]}) {whom}.", "RAF-5.20"
        case names.RAIDED:
            return f"{who}'s {called[0]} ({POSITIONS[numbers[0]]}) attacks the reserve.", "RAF-5.20"
        case names.GENERAL_ALONE:
            here, there = numbers
            whom = f"attacks {called[1]}, alone at {named_position(1 - seat, there)}"
            return f"{who}'s {called[0]} ({POSITIONS[here]}) {whom}.", "RAF-5.20"
        case names.VOID:
            return "The attack comes to nothing.", "RAF-5.40"
        case names.COVER_TAKEN:
            return f"{called[0]} goes into {called[1]}.", "RAF-5.25"
        case names.SQUARE_SETTLED:
            return ("The infantry forms square." if numbers[0] == 1 else "The infantry forms no square."), "RAF-5.26"
        case names.SUPPORTED:
            return f"{who}'s card {ordinal(numbers[0])} supports.", "RAF-5.27"
        case names.CROSSED:
            return f"The attack crosses the {called[0]}.", "RAF-6.23"
        case names.GENERAL_KILLED:
            where, acting = numbers
            title = "Army Commander" if acting else "general"
            return f"{who}'s {title} {called[0]} is killed at {POSITIONS[where]}.", "RAF-8.11" if acting else "RAF-8.6"
        case names.SUMMED:
            return _sum_text(called, numbers), "RAF-6.1"
        case names.RESULTED:
            difference, safe, spared = numbers
            clause = "RAF-5.32" if safe and difference < 0 else "RAF-5.31"
            return f"Difference {difference:+}: {result_text(difference, bool(safe), bool(spared))}.", clause
        case names.BECAME_SHAKEN:
            where, place = numbers
            what = called[0] if called else "battalion"
            return f"{who}'s {what} ({POSITIONS[where]}, {ordinal(place)}) is Shaken.", "RAF-5.35"
        case names.ROUTED:
            where, _place = numbers
            return f"{who}'s {called[0]} routs from {POSITIONS[where]}.", "RAF-5.34"
        case names.ELIMINATED:
            where, _place = numbers
            return f"{who}'s {called[0]} is eliminated at {POSITIONS[where]}.", "RAF-5.33"
        case names.CAPTURED:
            return f"{who}'s {called[0]} is eliminated from the discard pile.", "RAF-5.21"
        case names.SUNK:
            return f"{who}'s {called[0]} goes to the bottom of {POSITIONS[numbers[0]]}.", "RAF-5.39"
        case names.PROBED:
            where, place = numbers
            return f"{who}'s {called[0]} ({POSITIONS[where]}, {ordinal(place)}) comes to the fore.", "RAF-11.3"
        case names.BECAME_BLOWN:
            return f"{who}'s {called[0]} is Blown.", "RAF-5.37"
    return _morale_event(happened, who, called, numbers)


_TERMS: Final = ("troops", "lance", "Shaken", "Blown", "support", "flank", "square", "ground", "cards")


def _sum_text(called: list[str], numbers: list[int]) -> str:
    """The card, its die, every modifier by its name, and the sum."""
    die, *terms = numbers
    words = [f"{name} {value:+}" for name, value in zip(_TERMS, terms, strict=True) if value]
    played = f" ({listed(called[1:])})" if len(called) > 1 else ""
    return f"{called[0]}: {', '.join([f'die {die}', *words])}{played} makes {die + sum(terms)}."


def _morale_event(happened: Event, who: str, called: list[str], numbers: list[int]) -> tuple[str, str]:
    match happened.kind:
        case names.MORALE_CAME:
            return "The morale phase begins.", "RAF-7.10"
        case names.SNIPED:
            return f"{named_position(1 - happened.seat, numbers[0])} has to make one more check.", "RAF-7.10"
        case names.PASS_BEGAN:
            where, whole = numbers
            why = ": the whole army does" if whole else ""
            return f"{who}'s {POSITIONS[where]} checks morale{why}.", "RAF-8.12" if whole else "RAF-7.12"
        case names.RALLIED:
            where, place = numbers
            what = called[0] if called else "battalion"
            return f"{who}'s {what} ({POSITIONS[where]}, {ordinal(place)}) rallies.", "RAF-7.16"
    raise ValueError(f"no wording for event {happened.kind}")


_ROLLS: Final = (
    names.ROLLED, names.REROLLED, names.DANGER, names.SQUARE_ROLLED, names.RIDE_ROLLED, names.CHECKED,
)  # fmt: skip


def _roll_event(happened: Event) -> _Told:
    who, numbers = META.seats[happened.seat], happened.numbers
    called = [PIECES[piece] for piece in happened.cards]
    match happened.kind:
        case names.ROLLED:
            first, second, third = numbers
            dice = (first, second, third) if third else (first, second)
            both = f"{second} and {third}" if third else f"{second}"
            return f"Dice: attacker {first}, defender {both}.", "RAF-5.29", dice
        case names.REROLLED:
            return _reroll_text(who, called[0], numbers)
        case names.DANGER:
            die, least = numbers
            end = "killed" if die >= least else "unhurt"
            return f"{called[0]} is in danger ({killed_on(least)}): {die}, {end}.", "RAF-8.5", (die,)
        case names.SQUARE_ROLLED | names.RIDE_ROLLED:
            first, second, most, made = numbers
            square = happened.kind == names.SQUARE_ROLLED
            ends = ("forms no square", "forms square") if square else ("charges", "rides around")
            what = ends[made]
            text = f"{who}'s {called[0]} needs {most} or less: {first} and {second}, {what}."
            return text, "RAF-5.26", (first, second)
    where, place, first, second, added, passed, mode = numbers
    what = f"{called[0]}, {ordinal(place)}" if called else f"the card {ordinal(place)}"
    more = f" + {added}" if added else ""
    end = "passes" if passed else "fails"
    clause = {names.RALLY: "RAF-7.16", names.FIGHT: "RAF-7.21", names.ARMY: "RAF-8.12"}.get(mode, "RAF-7.1")
    whole = first + second + added
    text = f"{who}'s {POSITIONS[where]}, {what}: {first} + {second}{more} = {whole}, {end}."
    return text, clause, (first, second)


def _reroll_text(who: str, name: str, numbers: list[int]) -> _Told:
    """A re-roll of the attack shows its dice; of a check or a square they follow."""
    if not numbers:
        return f"{who}'s {name} has it rolled again.", "RAF-8.4", ()
    dice = tuple(die for die in numbers if die > 0)
    return f"{who}'s {name} has it rolled again: {listed([str(die) for die in dice])}.", "RAF-5.30", dice
