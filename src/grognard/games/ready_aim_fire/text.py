"""The wording of Ready Aim Fire: a sentence for every prompt, action, event, refusal and end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.ready_aim_fire import rules, state
from grognard.games.ready_aim_fire.meta import META
from grognard.games.ready_aim_fire.rules import PIECE, ReadyAimFire, unpacked
from grognard.games.ready_aim_fire.state import BATTALIONS, NONE, PIECES, POSITIONS, position_of
from grognard.kernel.book.cardfile import CardFact
from grognard.kernel.book.wording import capital, counted, listed
from grognard.kernel.engine.actions import GAME_OVER, NOT_IN_HAND, OTHER_PHASE
from grognard.kernel.engine.clerk import Event
from grognard.kernel.engine.state import OVER, State
from grognard.kernel.sets.bits import lowest, members_of
from grognard.kernel.sets.counts import is_none, some, total
from grognard.kernel.sets.stacks import card_at
from grognard.kernel.shown.view import EventView, Outcome, Reason

TYPE_LABELS: Final = {
    "LN": "Line Infantry", "LI": "Light Infantry", "HC": "Heavy Cavalry", "LC": "Light Cavalry", "AR": "Artillery",
    "HA": "Horse Artillery", "CO": "Commander", "TC": "Tactics", "TR": "Terrain", "BK": "Face down",
}  # fmt: skip

# Written small, for many of these words are names of cards too.
PHASE_LABELS: Final = {
    OVER: "The game is over",
    state.EXCHANGE: "Setup: exchange",
    state.SETUP: "Setup: the line of battle",
    state.CONFUSION: "Before the draw phase",
    state.DRAW: "The draw phase",
    state.TERRAIN: "The terrain phase",
    state.MANEUVER: "The reinforce phase: moves",
    state.REINFORCE: "The reinforce phase: reinforcements",
    state.DIFFICULTY: "Before the attack phase",
    state.ATTACK: "The attack phase",
    state.CASUALTY: "The attack phase: the reserve is attacked",
    state.COVER: "The attack phase: into cover",
    state.SQUARE: "The attack phase: cards for a square",
    state.SQUARE_ROLL: "The attack phase: the square has failed",
    state.RIDE: "The attack phase: a square stands",
    state.RIDE_ROLL: "The attack phase: riding around has failed",
    state.SUPPORT: "The attack phase: support",
    state.TACTICS: "The attack phase: cards before the roll",
    state.REROLL: "The attack phase: re-rolls",
    state.OVERRUN: "Before a morale check",
    state.CHECK: "A check has failed",
    state.PRISONERS: "A battalion routs",
    state.AGAIN: "The attack phase: once more",
    state.SNIPER: "The morale phase begins",
    state.DISCARD: "The last phase: a discard",
    state.LIMIT: "The last phase: hand limit",
    state.REDRAW: "The last phase: redraw",
    state.FETCH: "Which deck",
    state.STACK: "Which position",
    state.ENEMY: "Which enemy position",
    state.SIDE: "Which side",
    state.CARD: "Which battalion",
    state.ORDER: "In which order",
}

PHASE_CLAUSES: Final = {
    OVER: "RAF-10.1", state.EXCHANGE: "RAF-3.2", state.SETUP: "RAF-3.2", state.CONFUSION: "RAF-4.10",
    state.DRAW: "RAF-4.11", state.TERRAIN: "RAF-4.20", state.MANEUVER: "RAF-4.30", state.REINFORCE: "RAF-4.32",
    state.DIFFICULTY: "RAF-5.3", state.ATTACK: "RAF-5.4", state.CASUALTY: "RAF-5.21", state.COVER: "RAF-5.25",
    state.SQUARE: "RAF-5.26", state.SQUARE_ROLL: "RAF-5.26", state.RIDE: "RAF-5.26", state.RIDE_ROLL: "RAF-5.26",
    state.SUPPORT: "RAF-5.27", state.TACTICS: "RAF-5.28", state.REROLL: "RAF-5.30", state.OVERRUN: "RAF-7.12",
    state.CHECK: "RAF-7.14", state.PRISONERS: "RAF-5.34", state.AGAIN: "RAF-5.39", state.SNIPER: "RAF-7.10",
    state.DISCARD: "RAF-9.1", state.LIMIT: "RAF-9.2", state.REDRAW: "RAF-9.2", state.FETCH: "RAF-4.12",
}  # fmt: skip

_REASONS: Final = {
    GAME_OVER: Reason("The game is over.", "RAF-10.1"),
    NOT_IN_HAND: Reason("You do not hold this card.", "RAF-11.1"),
    rules.NOT_THIS_CARD: Reason("This card would do nothing at this moment.", "RAF-11.1"),
    rules.PLAYED_ALREADY: Reason("This card has been played in this turn already.", "RAF-10.7"),
    rules.NO_DRAWS_LEFT: Reason("Both cards of this phase have been drawn.", "RAF-4.11"),
    rules.MUST_DRAW: Reason("You have to draw first.", "RAF-4.11"),
    rules.DECK_EMPTY: Reason("Nothing can be drawn there.", "RAF-4.13"),
    rules.CONFUSED: Reason("You draw no cards in this turn.", "RAF-4.11"),
    rules.REORGANISED_ALREADY: Reason("One stack in a turn can be put in order.", "RAF-4.30"),
    rules.NOTHING_TO_SORT: Reason("There are no two battalions to put in order.", "RAF-4.30"),
    rules.NO_MOVE_LEFT: Reason("You have no move along the line left.", "RAF-4.30"),
    rules.CANNOT_MOVE: Reason("Nothing can move there.", "RAF-4.30"),
    rules.NO_ATTACK_LEFT: Reason("You have no attack left.", "RAF-5.1"),
    rules.NOBODY_THERE: Reason("No battalion stands there.", "RAF-5.10"),
    rules.IS_BLOWN: Reason("The cavalry on top is Blown.", "RAF-5.10"),
    rules.HAS_ATTACKED: Reason("The battalion on top has attacked in this turn.", "RAF-5.2"),
    rules.NO_TARGET: Reason("There is nothing it could attack.", "RAF-5.11"),
    rules.STACK_ENGAGED: Reason("This stack has made its attack.", "RAF-5.1"),
    rules.NO_COMMANDER: Reason("You have no Army Commander behind the line.", "RAF-8.10"),
    rules.NOT_FALLEN: Reason("He takes over only where a general was killed and battalions stand.", "RAF-8.10"),
    rules.NO_ROOM: Reason("There is no room for it.", "RAF-2.1"),
    rules.NO_POST: Reason("A general needs a position with a battalion and without a general.", "RAF-4.33"),
    rules.NOT_ON_FLANK: Reason("It may not start on a flank.", "RAF-3.3"),
    rules.FLANKS_NEED_IT: Reason("The line could then not be filled any more.", "RAF-3.3"),
    rules.MUST_WAIT: Reason("It may not start in the line.", "RAF-3.3"),
    rules.LINE_UNFINISHED: Reason("The line is not finished.", "RAF-3.2"),
    rules.CANNOT_RETURN: Reason("It cannot be exchanged: the flanks need it.", "RAF-3.2"),
    rules.NO_SUCH_CARD: Reason("There is no such battalion to choose.", "RAF-4.30"),
    rules.NO_REROLL: Reason("There is no re-roll left for this.", "RAF-8.3"),
    rules.CLOSED_BY_COMMANDER: Reason("After the Army Commander the general cannot re-roll this check.", "RAF-7.14"),
    rules.NOT_OFFERED: Reason("This is not asked here.", "RAF-4.33"),
    rules.NO_TERRAIN_PLACE: Reason("It fits no such place.", "RAF-4.22"),
    rules.MUST_CHOOSE: Reason("You have to choose.", "RAF-11.1"),
    rules.APPOINTED_ALREADY: Reason("There has been an Army Commander.", "RAF-4.33"),
    rules.NOT_IN_PILE: Reason("It does not lie in that pile, or cannot be taken.", "RAF-11.1"),
    rules.NO_SUPPORT: Reason("It cannot support.", "RAF-5.27"),
}


def reason(position: State, code: int) -> Reason:
    """The sentence for a refusal code, and its clause."""
    if code == OTHER_PHASE:
        assert isinstance(position, ReadyAimFire)
        phase = position.window()
        return Reason(f"This cannot be done now ({small(PHASE_LABELS[phase])}).", PHASE_CLAUSES[phase])
    return _REASONS[code]


def small(label: str) -> str:
    """A label in the middle of a sentence."""
    return label[0].lower() + label[1:]


def named_position(seat: int, place: int) -> str:
    """Blue's Left Flank, by its place as its owner counts."""
    return f"{META.seats[seat]}'s {POSITIONS[place]}"


def column_name(seat: int, column: int) -> str:
    """The same by its column."""
    return named_position(seat, position_of(seat, column))


# -- prompts -----------------------------------------------------------------------------------------------------------


def prompt(position: ReadyAimFire) -> Reason:
    """What is asked of the seat that decides, with every number that matters."""
    return Reason(_question(position), PHASE_CLAUSES[position.window()])


def waiting(position: ReadyAimFire) -> Reason:
    """What the seats that wait are told; it says nothing of an open frame."""
    phase = position.window()
    who = META.seats[position.decider()]
    return Reason(f"{who} decides ({small(PHASE_LABELS[phase])}).", PHASE_CLAUSES[phase])


def _question(position: ReadyAimFire) -> str:
    phase = position.phase()
    if phase >= state.FETCH:
        return _frame_question(position, phase)
    if phase in _PLAIN_QUESTIONS:
        return _PLAIN_QUESTIONS[phase]
    match phase:
        case state.DRAW:
            if position.draws == 0:
                return "Play cards that draw, or go on?"
            return f"Draw {counted(position.draws, 'card')}, each from either deck; cards that draw come between."
        case state.ATTACK:
            return f"You have {counted(position.attacks, 'attack')} left. Attack, play a card, or end the phase?"
        case state.LIMIT:
            return f"Discard {counted(total(position.army(position.active).hand) - rules.HAND_LIMIT, 'card')}."
        case state.REDRAW:
            short = rules.HAND_LIMIT - total(position.army(position.active).hand)
            return f"Draw {counted(short, 'card')}, each from either deck."
        case 0:
            return "The game is over."
        case _:
            return _fight_question(position, phase)


_PLAIN_QUESTIONS: Final = {
    state.EXCHANGE: "Exchange guards and heavy horse for the next battalion of your deck, or keep what you have?",
    state.SETUP: "Place your battalions, have the line filled for you, or say that it stands.",
    state.CONFUSION: "Keep your opponent from drawing in this turn, or pass?",
    state.TERRAIN: "Play one card of terrain, or none?",
    state.MANEUVER: "Put one stack in order, move one card along the line, or bring up reinforcements.",
    state.REINFORCE: "Bring up battalions and commanders, one at a time, or end the phase.",
    state.DIFFICULTY: "Take one attack from your opponent, or pass?",
    state.CASUALTY: "Your reserve is attacked. Which battalion is eliminated?",
    state.SNIPER: "Have an enemy stack make one more morale check, or pass?",
    state.DISCARD: "Discard one card, or none?",
}


def _fight_question(position: ReadyAimFire, phase: int) -> str:
    match phase:
        case state.COVER:
            return f"{_fight(position)} Does the defender go into cover?"
        case state.SQUARE:
            return f"{_fight(position)} A card for the square, or pass?"
        case state.SQUARE_ROLL | state.RIDE_ROLL:
            return f"{position.roll} is too much. {_danger(position, position.decider())}"
        case state.RIDE:
            most = position.printed_morale(position.kind_at(position.active, position.front)) - 1
            return f"The infantry has formed square. Ride around it with {most} or less, or charge?"
        case state.SUPPORT:
            return f"{_fight(position)} Which battalion supports, if any?"
        case state.TACTICS:
            return f"{_fight(position)} A card before the roll, or pass?"
        case state.REROLL:
            return f"{_fight(position)} {_danger(position, position.decider())}"
        case state.OVERRUN:
            return f"{column_name(position.tested, position.column)} is about to check morale. Make it harder, or pass?"
        case state.CHECK:
            return f"{position.roll + position.penalty + position.overrun} fails. {_helpers(position)}"
        case state.PRISONERS:
            kind = state.kind_of(_tested_card(position))
            return f"{BATTALIONS[kind]} routs at {column_name(position.tested, position.column)}. Take it, or pass?"
    return f"{column_name(position.active, position.front)} may attack once more. Play the card for it, or pass?"


def _tested_card(position: ReadyAimFire) -> int:
    return card_at(position.post(position.tested, position.column).stack, position.place)


def _fight(position: ReadyAimFire) -> str:
    """Who attacks whom; what that comes to stands beside it."""
    attacker = BATTALIONS[position.kind_at(position.active, position.front)]
    defender = BATTALIONS[position.kind_at(1 - position.active, position.target)]
    here = column_name(position.active, position.front)
    there = column_name(1 - position.active, position.target)
    return f"{attacker} ({here}) attacks {defender} ({there})."


def _danger(position: ReadyAimFire, seat: int) -> str:
    """What a re-roll would risk."""
    column = position.column_of(0 if seat == position.active else 1)
    made = int(position.post(seat, column).rerolls)
    return f"Your general may re-roll; he is killed {killed_on(6 - made)}."


def killed_on(least: int) -> str:
    """On which numbers of the danger roll a general is killed."""
    return "on a 6" if least == 6 else f"on {least} to 6"


def _helpers(position: ReadyAimFire) -> str:
    actions = members_of(position.check_rerolls())
    words = []
    if rules.REROLL_GENERAL in actions:
        made = int(position.post(position.tested, position.column).rerolls)
        words.append(f"Your general may re-roll; he is killed {killed_on(6 - made)}.")
    if rules.REROLL_COMMANDER in actions:
        words.append("Your Army Commander may re-roll, without danger.")
    return " ".join(words)


def _frame_question(position: ReadyAimFire, phase: int) -> str:
    if phase == state.FETCH and is_none(position.picked):
        return "Draw a card: from which deck?"
    if phase == state.ORDER:
        return f"Which battalion comes next in {column_name(position.active, position.origin)}, from the top?"
    if position.doing == state.MOVING:
        return "Which card moves?" if phase == state.CARD else "Where does it move to?"
    if position.doing == state.ATTACKING:
        return f"What does {column_name(position.active, position.origin)} attack?"
    card = PIECES[lowest(some(position.picked))]
    if position.doing == state.DEPLOYING:
        return f"Where does {card} go?"
    if position.doing == state.PLACING:
        return f"Where does {card} stand?"
    if phase == state.FETCH:
        return f"{card}: draw, or take a battalion out of your discard pile?"
    if phase == state.CARD:
        return f"{card}: which battalion?"
    if phase == state.ENEMY:
        return f"{card}: against which enemy position?"
    return f"{card}: which position?" if phase == state.STACK else f"{card}: on which side of your line?"


# -- buttons -----------------------------------------------------------------------------------------------------------


def label(position: ReadyAimFire, action: int) -> str:
    """What the button of a legal action says."""
    phase = position.phase()
    if action == rules.PASS:
        return _PASSES.get(phase, "Pass")
    if action >= rules.PLAINS:
        return _card_label(position, phase, action)
    if action in _PLAIN_LABELS:
        return _PLAIN_LABELS[action]
    if rules.CARD_AT <= action < rules.THE_GENERAL:
        return _place_label(position, action - rules.CARD_AT)
    if action < rules.MOVE_AT:
        return f"Put {POSITIONS[action - rules.REORGANISE_AT]} in order"
    if action < rules.ATTACK_AT:
        return f"Move from {POSITIONS[action - rules.MOVE_AT]}"
    if action < rules.TAKE_OVER_AT:
        column = position_of(position.active, action - rules.ATTACK_AT)
        top = BATTALIONS[position.kind_at(position.active, column)]
        return f"Attack with {top} ({POSITIONS[action - rules.ATTACK_AT]})"
    if action < rules.STACK_AT:
        return f"Army Commander to {POSITIONS[action - rules.TAKE_OVER_AT]}"
    if action < rules.ENEMY_AT:
        return POSITIONS[action - rules.STACK_AT]
    return named_position(1 - position.decider(), action - rules.ENEMY_AT)


def _card_label(position: ReadyAimFire, phase: int, action: int) -> str:
    name = PIECES[PIECE[action]]
    match rules.VERB_OF[action]:
        case state.SETUP:
            return f"Place {name}"
        case state.EXCHANGE:
            return f"Exchange {name}"
        case state.REINFORCE:
            return f"Deploy {name}"
        case state.CASUALTY:
            return f"Take {name} back" if phase == state.FETCH else f"Give up {name}"
        case state.LIMIT:
            return f"Discard {name}"
    return f"Play {name}"


def _place_label(position: ReadyAimFire, place: int) -> str:
    """A card of an own stack, by its place and its name."""
    seat = position.decider()
    column = position.origin
    if position.phase() == state.SUPPORT:
        column = position.column_of(0 if seat == position.active else 1)
    return f"{BATTALIONS[state.kind_of(card_at(position.post(seat, column).stack, place))]} ({ordinal(place)})"


def ordinal(place: int) -> str:
    """The place in a stack from the top, in words."""
    return "on top" if place == 0 else f"{('', '2nd', '3rd', '4th', '5th', '6th')[place]} from the top"


_PLAIN_LABELS: Final = {
    rules.DRAW_RESERVE: "Draw from your Reserve deck",
    rules.DRAW_TACTICS: "Draw from the Tactics deck",
    rules.ENEMY_RESERVE: "The enemy's reserve",
    rules.THE_GENERAL: "The general",
    rules.TAKE_COVER: "Into cover",
    rules.RIDE_AROUND: "Ride around",
    rules.REROLL_GENERAL: "Re-roll (general)",
    rules.REROLL_COMMANDER: "Re-roll (Army Commander)",
    rules.COMMAND: "Army Commander",
    rules.READY: "Fill the line",
    rules.SIDE_LEFT: "On your left",
    rules.SIDE_RIGHT: "On your right",
}

_PASSES: Final = {
    state.EXCHANGE: "Keep what you have",
    state.SETUP: "The line stands",
    state.CONFUSION: "Pass: let them draw",
    state.DRAW: "Go on",
    state.TERRAIN: "No terrain",
    state.MANEUVER: "Go on to reinforcements",
    state.REINFORCE: "Go on to the attack",
    state.DIFFICULTY: "Pass: let them attack",
    state.ATTACK: "End the attacks",
    state.COVER: "Stay in the open",
    state.SQUARE_ROLL: "No re-roll",
    state.RIDE: "Charge the square",
    state.RIDE_ROLL: "No re-roll: charge",
    state.SUPPORT: "No support",
    state.TACTICS: "Pass: no card",
    state.REROLL: "No re-roll",
    state.OVERRUN: "Pass: let them check",
    state.CHECK: "No re-roll",
    state.PRISONERS: "Pass: let it go",
    state.AGAIN: "Pass: no more",
    state.DISCARD: "Discard nothing",
}


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
    who, pieces, number = META.seats[happened.seat], happened.cards, happened.number
    seen = f": {_list(pieces)}" if pieces else ""
    match happened.kind:
        case rules.DEALT:
            return f"{who} is dealt {counted(number, 'battalion')}{seen}.", "RAF-3.2"
        case rules.RETURNED:
            swapped = f": {PIECES[pieces[0]]} for {PIECES[pieces[1]]}" if pieces else ""
            return f"{who} exchanges a battalion{swapped}.", "RAF-3.2"
        case rules.COMMITTED:
            return f"{who} is ready.", "RAF-3.2"
        case rules.LINED_UP:
            return f"{named_position(happened.seat, number)}{seen}.", "RAF-3.6"
        case rules.SERVING:
            return f"{counted(number, 'commander')} serve {who}{seen}.", "RAF-3.4"
        case rules.BEGAN:
            return f"{who} begins.", "RAF-3.7"
        case rules.TURN_CAME:
            return f"Turn {number}: {who}.", "RAF-4.1"
        case rules.FACED_DOWN:
            return "From now on the stacks lie face down.", "RAF-2.9"
        case rules.DREW:
            cards, source = unpacked(number, 2)
            deck = "his Reserve deck" if source == rules.FROM_RESERVE else "the Tactics deck"
            return f"{who} draws {counted(cards, 'card')} from {deck}{seen}.", "RAF-4.11"
        case rules.RESHUFFLED:
            deck = f"{who}'s Reserve deck" if number % 4 == rules.FROM_RESERVE else "the Tactics deck"
            return f"{counted(number // 4, 'card')} of the discard pile are shuffled into {deck}.", "RAF-4.13"
        case rules.PASSED:
            return f"{who} {_PASSED[number]}.", PHASE_CLAUSES[number]
        case rules.PLAYED:
            return f"{who} plays {_list(pieces)}.", "RAF-11.1"
        case rules.FETCHED:
            return f"{who} takes {_list(pieces)} out of his discard pile.", "RAF-4.12"
        case rules.LOOKED:
            return f"{who} looks at the other hand{seen}.", "RAF-11.3"
        case rules.DISCARDED:
            return f"{who} discards {_list(pieces)}.", "RAF-9.1"
        case rules.NIGHT_FELL:
            return f"Night falls after round {number}.", "RAF-10.5"
        case rules.TRIUMPHED:
            return f"The other army is beaten: {who} wins.", "RAF-10.1"
        case rules.DRAWN_GAME:
            return "Both armies are beaten.", "RAF-10.3"
    return _move_event(happened, who, number) or _fight_event(happened, who, number)


_PASSED: Final = {
    state.EXCHANGE: "keeps what he has",
    state.DRAW: "goes on",
    state.TERRAIN: "lays no terrain",
    state.MANEUVER: "makes no more moves",
    state.REINFORCE: "brings up no more",
    state.ATTACK: "ends his attacks",
    state.COVER: "stays in the open",
    state.RIDE: "charges the square",
    state.SQUARE_ROLL: "leaves the roll",
    state.RIDE_ROLL: "leaves the roll",
    state.REROLL: "leaves the roll",
    state.CHECK: "leaves the roll",
    state.SUPPORT: "has no support",
    state.DISCARD: "discards nothing",
}


def _move_event(happened: Event, who: str, number: int) -> tuple[str, str] | None:
    pieces, seat = happened.cards, happened.seat
    match happened.kind:
        case rules.LAID:
            return f"{who} lays {_list(pieces)} at {POSITIONS[number]}.", "RAF-4.20"
        case rules.REORGANISED:
            return f"{who} puts {POSITIONS[number]} in order.", "RAF-4.30"
        case rules.MOVED:
            here, there, place = unpacked(number, 3)
            what = _list(pieces) if pieces else "a battalion"
            return f"{who} moves {what} ({ordinal(place)}) from {POSITIONS[here]} to {POSITIONS[there]}.", "RAF-4.30"
        case rules.GENERAL_MOVED:
            here, there, _place = unpacked(number, 3)
            return f"{who}'s general {_list(pieces)} goes from {POSITIONS[here]} to {POSITIONS[there]}.", "RAF-4.30"
        case rules.DEPLOYED:
            what = _list(pieces) if pieces else "a battalion"
            return f"{who} brings up {what} to {POSITIONS[number]}.", "RAF-4.32"
        case rules.POSTED:
            return f"{_list(pieces)} is {who}'s general at {POSITIONS[number]}.", "RAF-4.33"
        case rules.APPOINTED:
            return f"{_list(pieces)} is {who}'s Army Commander.", "RAF-4.33"
        case rules.TOOK_OVER:
            return f"{who}'s Army Commander {_list(pieces)} takes over {named_position(seat, number)}.", "RAF-8.10"
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


def _fight_event(happened: Event, who: str, number: int) -> tuple[str, str]:
    pieces, seat = happened.cards, happened.seat
    names = [PIECES[piece] for piece in pieces]
    match happened.kind:
        case rules.ATTACKED:
            here, there = unpacked(number, 2)
            whom = f"attacks {names[1]} ({named_position(1 - seat, there)})"
            return f"{who}'s {names[0]} ({POSITIONS[here]}) {whom}.", "RAF-5.20"
        case rules.RAIDED:
            return f"{who}'s {names[0]} ({POSITIONS[number]}) attacks the reserve.", "RAF-5.20"
        case rules.GENERAL_ALONE:
            here, there = unpacked(number, 2)
            whom = f"attacks {names[1]}, alone at {named_position(1 - seat, there)}"
            return f"{who}'s {names[0]} ({POSITIONS[here]}) {whom}.", "RAF-5.20"
        case rules.VOID:
            return "The attack comes to nothing.", "RAF-5.40"
        case rules.COVER_TAKEN:
            return f"{names[0]} goes into {names[1]}.", "RAF-5.25"
        case rules.SQUARE_SETTLED:
            return ("The infantry forms square." if number == 1 else "The infantry forms no square."), "RAF-5.26"
        case rules.SUPPORTED:
            return f"{who}'s card {ordinal(number)} supports.", "RAF-5.27"
        case rules.CROSSED:
            return f"The attack crosses the {names[0]}.", "RAF-6.23"
        case rules.GENERAL_KILLED:
            where, acting = unpacked(number, 2)
            title = "Army Commander" if acting else "general"
            return f"{who}'s {title} {names[0]} is killed at {POSITIONS[where]}.", "RAF-8.11" if acting else "RAF-8.6"
        case rules.SUMMED:
            return _sum_text(names, unpacked(number, 10)), "RAF-6.1"
        case rules.RESULTED:
            difference, safe, spared = unpacked(number, 3)
            clause = "RAF-5.32" if safe and difference < 0 else "RAF-5.31"
            return f"Difference {difference:+}: {result_text(difference, bool(safe), bool(spared))}.", clause
        case rules.SHAKEN_NOW:
            where, place = unpacked(number, 2)
            what = names[0] if names else "battalion"
            return f"{who}'s {what} ({POSITIONS[where]}, {ordinal(place)}) is Shaken.", "RAF-5.35"
        case rules.ROUTED:
            where, _place = unpacked(number, 2)
            return f"{who}'s {names[0]} routs from {POSITIONS[where]}.", "RAF-5.34"
        case rules.ELIMINATED:
            where, _place = unpacked(number, 2)
            return f"{who}'s {names[0]} is eliminated at {POSITIONS[where]}.", "RAF-5.33"
        case rules.CAPTURED:
            return f"{who}'s {names[0]} is eliminated from the discard pile.", "RAF-5.21"
        case rules.SUNK:
            return f"{who}'s {names[0]} goes to the bottom of {POSITIONS[number]}.", "RAF-5.39"
        case rules.PROBED:
            where, place = unpacked(number, 2)
            return f"{who}'s {names[0]} ({POSITIONS[where]}, {ordinal(place)}) comes to the fore.", "RAF-11.3"
        case rules.BLOWN_NOW:
            return f"{who}'s {names[0]} is Blown.", "RAF-5.37"
    return _morale_event(happened, who, names, number)


_TERMS: Final = ("troops", "lance", "Shaken", "Blown", "support", "flank", "square", "ground", "cards")


def _sum_text(names: list[str], numbers: list[int]) -> str:
    """The card, its die, every modifier by its name, and the sum."""
    die, *terms = numbers
    words = [f"{name} {value:+}" for name, value in zip(_TERMS, terms, strict=True) if value]
    played = f" ({listed(names[1:])})" if len(names) > 1 else ""
    return f"{names[0]}: {', '.join([f'die {die}', *words])}{played} makes {die + sum(terms)}."


def _morale_event(happened: Event, who: str, names: list[str], number: int) -> tuple[str, str]:
    match happened.kind:
        case rules.MORALE_CAME:
            return "The morale phase begins.", "RAF-7.10"
        case rules.SNIPED:
            return f"{named_position(1 - happened.seat, number)} has to make one more check.", "RAF-7.10"
        case rules.PASS_BEGAN:
            where, whole = unpacked(number, 2)
            why = ": the whole army does" if whole else ""
            return f"{who}'s {POSITIONS[where]} checks morale{why}.", "RAF-8.12" if whole else "RAF-7.12"
        case rules.RALLIED:
            where, place = unpacked(number, 2)
            what = names[0] if names else "battalion"
            return f"{who}'s {what} ({POSITIONS[where]}, {ordinal(place)}) rallies.", "RAF-7.16"
    raise ValueError(f"no wording for event {happened.kind}")


_ROLLS: Final = (
    rules.ROLLED, rules.REROLLED, rules.DANGER, rules.SQUARE_ROLLED, rules.RIDE_ROLLED, rules.CHECKED,
)  # fmt: skip


def _roll_event(happened: Event) -> _Told:
    who, number = META.seats[happened.seat], happened.number
    names = [PIECES[piece] for piece in happened.cards]
    match happened.kind:
        case rules.ROLLED:
            first, second, third = unpacked(number, 3)
            dice = (first, second, third) if third else (first, second)
            both = f"{second} and {third}" if third else f"{second}"
            return f"Dice: attacker {first}, defender {both}.", "RAF-5.29", dice
        case rules.REROLLED:
            return _reroll_text(who, names[0], number)
        case rules.DANGER:
            die, least = unpacked(number, 2)
            end = "killed" if die >= least else "unhurt"
            return f"{names[0]} is in danger ({killed_on(least)}): {die}, {end}.", "RAF-8.5", (die,)
        case rules.SQUARE_ROLLED | rules.RIDE_ROLLED:
            first, second, most, made = unpacked(number, 4)
            square = happened.kind == rules.SQUARE_ROLLED
            ends = ("forms no square", "forms square") if square else ("charges", "rides around")
            what = ends[made]
            text = f"{who}'s {names[0]} needs {most} or less: {first} and {second}, {what}."
            return text, "RAF-5.26", (first, second)
    where, place, first, second, added, passed, mode = unpacked(number, 7)
    what = f"{names[0]}, {ordinal(place)}" if names else f"the card {ordinal(place)}"
    more = f" + {added}" if added else ""
    end = "passes" if passed else "fails"
    clause = {state.RALLY: "RAF-7.16", state.FIGHT: "RAF-7.21", state.ARMY: "RAF-8.12"}.get(mode, "RAF-7.1")
    whole = first + second + added
    text = f"{who}'s {POSITIONS[where]}, {what}: {first} + {second}{more} = {whole}, {end}."
    return text, clause, (first, second)


def _reroll_text(who: str, name: str, number: int) -> _Told:
    """A re-roll of the attack shows its dice; of a check or a square they follow."""
    if number == 0:
        return f"{who}'s {name} has it rolled again.", "RAF-8.4", ()
    first, second = unpacked(number, 2)
    dice = (first, second) if second > 0 else (first,)
    return f"{who}'s {name} has it rolled again: {listed([str(die) for die in dice])}.", "RAF-5.30", dice


# -- the end -----------------------------------------------------------------------------------------------------------


def outcome(position: State) -> Outcome:
    """Who won and why."""
    assert isinstance(position, ReadyAimFire)
    victor = position.victor()
    winners = () if victor == NONE else (int(victor),)
    lost = [int(position.lost_positions(seat)) for seat in range(2)]
    losses = [int(position.losses(seat)) for seat in range(2)]
    standing = f"positions lost {lost[0]} to {lost[1]}, losses {losses[0]} to {losses[1]}"
    if not position.is_beaten(0) and not position.is_beaten(1):
        who = "nobody is ahead" if victor == NONE else f"{META.seats[victor]} is ahead"
        return Outcome(winners, "nightfall", f"Night falls, and {who} ({standing}).", "RAF-10.5")
    if victor == NONE:
        why = "positions" if max(lost) >= rules.LOST else "breakpoint"
        return Outcome((), why, f"Both armies are beaten ({standing}).", "RAF-10.3")
    loser = META.seats[1 - victor]
    if lost[1 - victor] >= rules.LOST:
        text = f"{META.seats[victor]} wins: {loser} has lost {lost[1 - victor]} positions ({standing})."
        return Outcome(winners, "positions", text, "RAF-10.1")
    text = f"{META.seats[victor]} wins: {loser}'s army is at its breakpoint ({standing})."
    return Outcome(winners, "breakpoint", text, "RAF-10.4")
