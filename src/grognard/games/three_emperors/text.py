"""The wording of Battle of the Three Emperors: a sentence for every prompt, action, event, refusal and end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.three_emperors import rules, state
from grognard.games.three_emperors.rules import CARD, ThreeEmperors, unpacked
from grognard.games.three_emperors.state import FRONTS, NAMES, TYPES
from grognard.kernel.book.cardfile import CardFact
from grognard.kernel.book.wording import capital, counted, listed
from grognard.kernel.engine.actions import GAME_OVER, NO_CARD, NOT_IN_HAND, OTHER_PHASE
from grognard.kernel.engine.clerk import Event
from grognard.kernel.engine.state import OVER, State
from grognard.kernel.sets.cards import is_empty, meet, members, nth, only, size
from grognard.kernel.shown.view import EventView, Outcome, Reason

# What each type is called.
TYPE_LABELS: Final = {
    "L": "Leader", "U": "Unit", "A": "Attack", "D": "Defense", "E": "Event", "V": "Victory",
    "R": "Reserve", "S": "Strategy", "M": "March", "X": "Maneuver", "Y": "Standstill",
}  # fmt: skip

# What each Front is called on the map (TE-1.2).
PLACES: Final = {"North": "Stanton Hill", "Center": "Pratzen Heights", "South": "Telnitz"}

# The two sides in the middle of a sentence.
SIDES: Final = ("Napoleon", "the Coalition")

PHASE_LABELS: Final = {
    OVER: "The game is over",
    state.ORDERS: "Orders Phase",
    state.SEARCH: "Orders Phase: search of the deck",
    state.PIECE: "Orders Phase: which piece",
    state.FRONT: "Which Front",
    state.LAUNCH: "Action Phase",
    state.COMMIT: "Action Phase: the attacker commits",
    state.DEFEND: "Action Phase: the defender commits",
    state.VICTORY: "Victory cards",
    state.CASUALTY: "Victory cards: which piece",
    state.GIVE: "Victory cards: full retreat",
    state.TRIM: "End Phase: hand limit",
}

PHASE_CLAUSES: Final = {
    OVER: "TE-10.1",
    state.ORDERS: "TE-5.1",
    state.SEARCH: "TE-5.4",
    state.PIECE: "TE-5.5",
    state.FRONT: "TE-1.2",
    state.LAUNCH: "TE-6.1",
    state.COMMIT: "TE-7.1",
    state.DEFEND: "TE-7.2",
    state.VICTORY: "TE-8.1",
    state.CASUALTY: "TE-8.3",
    state.GIVE: "TE-8.3",
    state.TRIM: "TE-9.1",
}

_REASONS: Final = {
    GAME_OVER: Reason("The game is over.", "TE-10.1"),
    NOT_IN_HAND: Reason("That card is not in your hand.", "TE-1.7"),
    rules.ENEMY_CARD: Reason("Only the other side can use this card.", "TE-1.5"),
    rules.NO_ORDER: Reason("A card of this type gives no orders; it is for Actions or for the victor.", "TE-5.9"),
    rules.NOTHING_TO_DRAW: Reason("There is no card in the deck to draw.", "TE-5.3"),
    rules.NOTHING_TO_SEARCH: Reason("There is no card in the deck to search.", "TE-5.4"),
    rules.NO_OWN_PIECE: Reason("You have no piece in play to move.", "TE-5.5"),
    rules.NO_OPPOSING_PIECE: Reason("Your opponent has no piece in play to move.", "TE-5.6"),
    rules.NOTHING_TO_LOSE: Reason("Your opponent holds no card to lose.", "TE-5.7"),
    rules.NOT_FOUND: Reason("Your search has not found that card in the deck.", "TE-5.4"),
    rules.NOT_ADJACENT: Reason("A piece moves to an adjacent Front, and this is where it stands.", "TE-1.2"),
    rules.ATTACKED_ALREADY: Reason("This Front was attacked this turn already.", "TE-6.3"),
    rules.ASSAULT_ONLY: Reason("An Assault is for a Front you do not hold, and you hold this one.", "TE-6.4"),
    rules.FREE_ATTACK_FIRST: Reason("The free attack comes first; extra attacks follow it.", "TE-6.2"),
    rules.FREE_ATTACK_MADE: Reason("Your free attack is made; another takes an Attack card.", "TE-6.1"),
    rules.NOT_AN_ATTACK: Reason("Only an Attack card launches an extra attack.", "TE-6.2"),
    rules.NO_FRONT_LEFT: Reason("No Front is left where an Assault may be launched.", "TE-6.4"),
    rules.NOT_FOR_ATTACKER: Reason("The attacker commits Attack and Event cards only.", "TE-7.1"),
    rules.NOT_FOR_DEFENDER: Reason("The defender commits Defense and Event cards only.", "TE-7.2"),
    rules.NOT_AT_THE_CENTER: Reason("This card can be committed at North or South only.", "TE-7.3"),
    rules.NOT_A_VICTORY_CARD: Reason("Only Victory cards are played after a win.", "TE-8.1"),
    rules.ONLY_AT_THE_CENTER: Reason("This card needs a win at the Center.", "TE-8.3"),
    rules.NO_TARGET: Reason("That is no opposing piece these Casualties can reach.", "TE-8.3"),
}


def reason(position: State, code: int) -> Reason:
    """The sentence for a refusal code, and its clause."""
    if code == OTHER_PHASE:
        phase = position.phase()
        return Reason(f"This cannot be done now ({PHASE_LABELS[phase]}).", PHASE_CLAUSES[phase])
    if code == rules.NOT_TO_MOVE:
        assert isinstance(position, ThreeEmperors)
        return Reason("That is no piece this card can move.", _order_clause(position))
    return _REASONS[code]


def named_front(front: int) -> str:
    """North (Stanton Hill)."""
    return f"{FRONTS[front]} ({PLACES[FRONTS[front]]})"


def _there(front: int) -> str:
    """The same in the middle of a sentence: the Center (Pratzen Heights)."""
    return f"the {named_front(front)}" if front == state.CENTER else named_front(front)


def _short(front: int) -> str:
    """North, the Center, South."""
    return "the Center" if front == state.CENTER else FRONTS[front]


def prompt(position: ThreeEmperors) -> Reason:
    """What is asked of the seat that decides, with every number that matters."""
    phase = position.phase()
    clause = PHASE_CLAUSES[phase]
    if phase == state.FRONT:
        clause = "TE-6.2" if meet(position.picked, state.KIND.attacks) else _order_clause(position)
    elif phase == state.PIECE:
        clause = _order_clause(position)
    elif phase == state.LAUNCH and position.attacked:
        clause = "TE-6.2"
    return Reason(_question(position), clause)


def _order_clause(position: ThreeEmperors) -> str:
    if meet(position.picked, state.KIND.pieces):
        return "TE-5.2"
    return "TE-5.5" if meet(position.picked, state.KIND.maneuvers) else "TE-5.6"


def _question(position: ThreeEmperors) -> str:
    match position.phase():
        case state.ORDERS:
            return "Give orders with your cards, one at a time, or end the Orders Phase."
        case state.SEARCH:
            return "Which of these pieces do you take from the deck?"
        case state.PIECE:
            whose = "of your pieces" if meet(position.picked, state.KIND.maneuvers) else "opposing piece"
            return f"Which {whose} does {_list(members(position.picked))} move?"
        case state.FRONT:
            return _front_question(position)
        case state.LAUNCH:
            return _launch_question(position)
        case state.COMMIT:
            sums = _sums(position)
            return f"You attack {_there(position.front)}: {sums}. Commit Attack and Event cards, then close."
        case state.DEFEND:
            who = SIDES[position.attacker.seat]
            sums = _sums(position)
            return f"{capital(who)} attacks {_there(position.front)}: {sums}. Commit Defense and Event cards?"
        case state.VICTORY:
            return f"You have won at {_there(position.front)}. Play Victory cards, one at a time, or go on."
        case state.CASUALTY:
            return f"Which opposing piece does {_list(members(position.picked))} remove?"
        case state.GIVE:
            more = position.owed - size(position.picked)
            return f"Full retreat: discard {counted(more, 'card')} of your choice."
        case state.TRIM:
            more = size(position.attacker.hand) - rules.HAND_LIMIT
            return f"Discard down to {rules.HAND_LIMIT} cards: {more} more to go."
    return "The game is over."


def _front_question(position: ThreeEmperors) -> str:
    card = _list(members(position.picked))
    if meet(position.picked, state.KIND.attacks):
        return f"Which Front does {card} attack?"
    if is_empty(position.aimed):
        return f"At which Front do you deploy {card}?"
    return f"Where does {_list(members(position.aimed))} go from the Center?"


def _launch_question(position: ThreeEmperors) -> str:
    if position.attacked == 0:
        return "Make your free attack on one Front, or end the Action Phase."
    left = [_short(front) for front in range(3) if not (position.attacked >> front) & 1]
    return f"Launch an extra attack with an Attack card ({' or '.join(left)} is left), or end the Action Phase."


def _sums(position: ThreeEmperors) -> str:
    """Both totals as the decider sees them; his own picks count for him."""
    ours, theirs = (total(position, seat, position.front, True) for seat in (0, 1))
    return f"Napoleon {ours}, the Coalition {theirs}"


def total(position: ThreeEmperors, seat: int, front: int, deciding: bool) -> int:
    """The Force of a side at a Front as it stands, the 4 for holding it and, for who picks them, the picks included."""
    value = position.total(position.army(seat), front)
    picking = position.phase() in (state.COMMIT, state.DEFEND) and position.decider() == seat
    if deciding and picking and front == position.front:
        value += sum(position.tables.force[card] for card in members(position.picked))
    return value


def waiting(position: ThreeEmperors) -> Reason:
    """What the seats that wait are told; it says nothing of an open frame."""
    phase = shown_phase(position)
    who = capital(SIDES[position.decider()])
    return Reason(f"{who} decides ({PHASE_LABELS[phase]}).", PHASE_CLAUSES[phase])


def shown_phase(position: ThreeEmperors) -> int:
    """The phase as the seats that wait see it: the questions of an open frame are not told."""
    phase = position.phase()
    if phase == state.CASUALTY:
        return state.VICTORY
    if phase in (state.PIECE, state.FRONT):
        return position.stack()[0]
    return phase


def label(position: ThreeEmperors, action: int) -> str:
    """What the button of a legal action says."""
    if CARD[action] == NO_CARD:
        return _plain_label(position, action)
    card = CARD[action]
    named = _named(position, card)
    match position.phase():
        case state.ORDERS:
            return _order_label(position, card)
        case state.SEARCH:
            return f"Take {named}"
        case state.PIECE:
            army = position.army(0) if meet(position.army(0).pieces(), only(card)) else position.army(1)
            return f"Move {named} from {_short(army.front_of(card))}"
        case state.LAUNCH:
            return f"Launch an extra attack with {named}"
        case state.COMMIT | state.DEFEND:
            return f"Commit {named}"
        case state.VICTORY:
            return f"Play {named}"
        case state.CASUALTY:
            army = position.army(1 - position.winner)
            return f"Remove {named} at {_short(army.front_of(card))}"
        case state.GIVE:
            return f"Give up {named}"
    return f"Discard {named}"


def _plain_label(position: ThreeEmperors, action: int) -> str:
    if rules.FRONT_NORTH <= action < rules.ATTACK_NORTH:
        return named_front(action - rules.FRONT_NORTH)
    if rules.ATTACK_NORTH <= action < rules.END_ACTIONS:
        front = action - rules.ATTACK_NORTH
        theirs = position.total(position.defender, front)
        ours = position.force_at(position.attacker, front)
        return f"Attack {_short(front)}: {ours} against {theirs}"
    return {
        rules.END_ORDERS: "End the Orders Phase",
        rules.END_ACTIONS: "End the Action Phase",
        rules.END_COMMIT: "Close: commit these cards" if size(position.picked) else "Pass: commit nothing",
        rules.END_DEFEND: "Close: commit these cards" if size(position.picked) else "Pass: commit nothing",
        rules.END_VICTORY: "Go on: no more Victory cards",
    }[action]


def _order_label(position: ThreeEmperors, card: int) -> str:
    named = _named(position, card)
    kind = TYPES[state.TYPE[card]]
    if kind in "LU":
        return f"Deploy {named}"
    if kind in "XS":
        mover = position.attacker if kind == "X" else position.defender
        pieces = mover.pieces()
        whose = "a piece of yours" if kind == "X" else "an opposing piece"
        if size(pieces) == 1:
            whose = NAMES[nth(pieces, 0)]
        return f"{named}: move {whose}, draw 1"
    does = {"M": "draw 2", "R": "fetch a piece from the deck", "Y": "the opponent loses 2 random cards"}
    return f"{named}: {does[kind]}"


def _named(position: ThreeEmperors, card: int) -> str:
    force = position.game.cards[card].columns["force"]
    kind = TYPE_LABELS[TYPES[state.TYPE[card]]].lower()
    return f"{NAMES[card]} ({kind}{'' if force is None else f' {force}'})"


def _list(cards: Sequence[int]) -> str:
    return listed([NAMES[card] for card in cards])


def event(happened: Event, facts: Sequence[CardFact]) -> EventView:
    """The sentence for an event, already cut to what its reader may know."""
    text, clause = _event(happened)
    return EventView(capital(text), clause, happened.seat, tuple(NAMES[card] for card in happened.cards))


def _event(happened: Event) -> tuple[str, str]:
    who = SIDES[happened.seat]
    other = SIDES[1 - happened.seat]
    cards = happened.cards
    number = happened.number
    match happened.kind:
        case rules.BEGAN:
            return f"Napoleon holds North and South, the Coalition the Center; {who} begins.", "TE-2.3"
        case rules.TURN_CAME:
            return f"Turn {number}: {who}.", "TE-3.1"
        case rules.DREW:
            named = f": {_list(cards)}" if cards else ""
            return f"{who} draws {counted(number, 'card')}{named}.", "TE-3.3"
        case rules.RESHUFFLED:
            return f"The discard pile is shuffled into a new deck of {number}.", "TE-10.3"
        case rules.DEPLOYED:
            return f"{who} deploys {_list(cards)} at {_there(number)}.", "TE-5.2"
        case rules.MARCHED:
            return f"{who} marches with {_list(cards)}.", "TE-5.3"
        case rules.SEARCHED:
            return f"{who} searches the deck with {_list(cards)}.", "TE-5.4"
        case rules.FOUND:
            return (f"{who} finds pieces there." if number else f"{who} finds no piece there."), "TE-5.4"
        case rules.TOOK:
            return f"{who} takes {_list(cards) if cards else 'a piece unseen'}; the deck is shuffled.", "TE-5.4"
        case rules.STOOD_STILL:
            return f"{who} plays {_list(cards)} to hold {other} up.", "TE-5.7"
        case rules.LOST_CARDS:
            return f"{who} loses {_list(cards)} by chance.", "TE-5.7"
        case rules.MOVED:
            own = cards[0] in members(state.KIND.maneuvers)
            return f"{who} moves {NAMES[cards[1]]} to {_there(number)} with {NAMES[cards[0]]}.", (
                "TE-5.5" if own else "TE-5.6"
            )
        case rules.ENDED_ORDERS:
            return f"{who} ends the Orders Phase.", "TE-5.1"
        case rules.ATTACKED:
            return f"{who} attacks {_there(number)}.", "TE-6.1"
        case rules.LAUNCHED:
            return f"{who} launches an extra attack on {_there(number)} with {_list(cards)}.", "TE-6.2"
        case rules.COMMITTED:
            return f"{who} commits {_list(cards)}, {number} in all.", "TE-7.1"
        case rules.DEFENDED:
            return f"{who} defends with {_list(cards)}, {number} in all.", "TE-7.2"
        case rules.PASSED:
            return f"{who} commits nothing more.", PHASE_CLAUSES[number]
        case rules.ROSE:
            return f"{who} rises to {number} Morale.", "TE-1.4"
        case rules.FOUGHT:
            ours, theirs, front = unpacked(number)
            return f"At {_there(front)} {who} has {ours}, {other} {theirs}.", "TE-7.5"
        case rules.WON:
            ours, theirs, front = unpacked(number)
            morale = f"Morale {ours} for {who}, {theirs} for {other}"
            return f"{who} wins and holds {_short(front)}: {morale}.", "TE-7.7"
        case rules.TIED:
            return "A tie: nobody wins, and nothing changes.", "TE-7.6"
        case rules.PLAYED:
            return f"{who} plays {_list(cards)}.", "TE-8.2"
        case rules.REMOVED:
            return f"{_list(cards)} is removed.", "TE-8.3"
        case rules.FELL:
            return f"{who} falls to {number} Morale.", "TE-8.3"
        case rules.GAVE:
            return f"{who} gives up {_list(cards)}.", "TE-8.3"
        case rules.ENDED_VICTORY:
            return f"{who} plays no more Victory cards.", "TE-8.4"
        case rules.ENDED_ACTIONS:
            return f"{who} ends the Action Phase.", "TE-6.6"
        case rules.TRIMMED:
            return f"{who} discards {_list(cards)} to the hand limit.", "TE-9.1"
        case rules.TRIUMPHED:
            return f"{who} holds all three Fronts, and {other} has no Morale left: the battle is won.", "TE-10.1"
        case rules.RAN_OUT:
            return f"{who} should draw, and the deck is empty: the battle is over.", "TE-4.2"
    raise ValueError(f"no wording for event {happened.kind}")


def outcome(position: State) -> Outcome:
    """Who won and why; a draw still says who had the better day."""
    assert isinstance(position, ThreeEmperors)
    ours, theirs = position.army(0).morale, position.army(1).morale
    fronts = [sum(position.holder(front) == seat for front in range(3)) for seat in (0, 1)]
    score = f"Morale {ours} to {theirs}, Fronts {fronts[0]} to {fronts[1]}"
    victor = position.victor()
    if victor == -1:
        return Outcome((), "deck-out", f"A draw, the deck has run out: {score}.", "TE-10.3")
    won = capital(SIDES[victor])
    if position.has_triumphed(position.army(victor), position.army(1 - victor)):
        text = f"{won} wins: all three Fronts, and no Morale left to the enemy ({ours} to {theirs})."
        return Outcome((victor,), "victory", text, "TE-10.1")
    return Outcome((victor,), "adjudicated", f"{won} had the better day when the deck ran out: {score}.", "TE-10.3")
