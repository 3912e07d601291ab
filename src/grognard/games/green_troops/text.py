"""The wording of Green Troops: a sentence for every prompt, action, event, refusal and end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from grognard.games.green_troops import rules, state
from grognard.games.green_troops.meta import META
from grognard.games.green_troops.rules import PIECE, GreenTroops, unpacked
from grognard.games.green_troops.state import EFFECT, NAMES, NONE, PIECES, TYPE, UNITS_IN_ALL
from grognard.kernel.book.cardfile import CardFact
from grognard.kernel.book.wording import capital, counted, listed
from grognard.kernel.engine.actions import GAME_OVER, NOT_IN_HAND, OTHER_PHASE
from grognard.kernel.engine.clerk import Event
from grognard.kernel.engine.state import OVER, State
from grognard.kernel.sets.bits import lowest
from grognard.kernel.sets.counts import count, some, total
from grognard.kernel.shown.view import EventView, Outcome, Reason

# What each type is called, of Battle cards and of Units.
TYPE_LABELS: Final = {
    "S": "Shoot", "M": "Melee", "O": "Opportunity", "F": "Defense", "L": "Leader", "T": "Terrain", "E": "Event",
    "LN": "Line Infantry", "LI": "Light Infantry", "AR": "Artillery", "HC": "Heavy Cavalry", "LC": "Light Cavalry",
    "DR": "Light Cavalry and Light Infantry",
}  # fmt: skip

# Written small, for most of these words are names of cards too.
PHASE_LABELS: Final = {
    OVER: "The game is over",
    state.RESERVE: "The reserve phase",
    state.ATTACK: "The attack phase",
    state.OPPORTUNITY: "The opportunity phase: the charged unit fires",
    state.ANSWER: "The opportunity phase: the attacker's answer",
    state.ROUT: "The opportunity phase: after the fire",
    state.DEFEND: "The resolution phase: defense",
    state.BARRAGE: "The resolution phase: under a barrage",
    state.CAPTURE: "The resolution phase: ground is taken",
    state.AFTERMATH: "The resolution phase: aftermath",
    state.DISPATCH: "Discards of an event",
    state.LIMIT: "The end phase: hand limit",
    state.UNIT: "Which unit",
    state.TARGET: "Which target",
    state.SEAT: "Which seat",
}

PHASE_CLAUSES: Final = {
    OVER: "GT-12.1",
    state.RESERVE: "GT-5.1",
    state.ATTACK: "GT-6.1",
    state.OPPORTUNITY: "GT-7.1",
    state.ANSWER: "GT-7.2",
    state.ROUT: "GT-7.4",
    state.DEFEND: "GT-8.1",
    state.BARRAGE: "GT-8.4",
    state.CAPTURE: "GT-9.9",
    state.AFTERMATH: "GT-8.6",
    state.DISPATCH: "GT-11.4",
    state.LIMIT: "GT-10.2",
    state.UNIT: "GT-6.1",
    state.TARGET: "GT-6.1",
    state.SEAT: "GT-6.1",
}

_REASONS: Final = {
    GAME_OVER: Reason("The game is over.", "GT-12.1"),
    NOT_IN_HAND: Reason("That card is not in your hand.", "GT-15.1"),
    rules.NO_ORDER: Reason("This card is for attacks and answers to them, not for this phase.", "GT-5.1"),
    rules.GIVEN_ONCE: Reason("You have given an order of this kind this turn already.", "GT-5.1"),
    rules.ARMY_DECK_EMPTY: Reason("No Unit is left in the Army Deck.", "GT-5.2"),
    rules.NO_ROOM_FOR_LEADER: Reason("You have no Unit without a Leader.", "GT-5.3"),
    rules.NO_ROOM_FOR_TERRAIN: Reason("You have no Unit without Terrain that is not Cavalry.", "GT-5.5"),
    rules.NOTHING_TO_RALLY: Reason("No Unit of your side has a marker.", "GT-5.6"),
    rules.NO_ROUT_HERE: Reason("This has to wait until there was time to attack.", "GT-5.8"),
    rules.NOT_MORE_UNITS: Reason("Your side has not more Units than the enemy.", "GT-11.3"),
    rules.NO_HAND_TO_FOG: Reason("No enemy seat holds a card.", "GT-11.5"),
    rules.NO_LEADER_TO_KILL: Reason("No enemy Unit has both a Leader and a marker.", "GT-11.7"),
    rules.NOT_AN_EVENT: Reason("Only Events that fit this moment can be played now.", "GT-8.6"),
    rules.NOBODY_TO_ROUT: Reason("There is no enemy Unit that it could reach.", "GT-9.7"),
    rules.NOT_AN_ATTACK: Reason("This is not an attack card.", "GT-6.1"),
    rules.NO_USER: Reason("None of your Units can use this card.", "GT-6.2"),
    rules.NO_PREY: Reason("No enemy Unit is what this card asks for.", "GT-6.2"),
    rules.NOTHING_TO_CHARGE: Reason("Line Infantry charges only Infantry and Artillery, and there is none.", "GT-6.3"),
    rules.NEEDS_ITS_TERRAIN: Reason("Without its Terrain, which a melee costs, the Unit would fall.", "GT-6.4"),
    rules.NOT_AN_OPPORTUNITY: Reason("This is not an Opportunity card.", "GT-7.1"),
    rules.TARGET_CANNOT_STRIKE: Reason("The Unit under attack cannot use this card.", "GT-7.1"),
    rules.ATTACKER_NOT_STRUCK: Reason("This card does not reach that attacker.", "GT-7.1"),
    rules.NOT_A_DEFENSE: Reason("This is not a Defense card.", "GT-8.1"),
    rules.TARGET_CANNOT_USE: Reason("The Unit under attack cannot use this card.", "GT-8.1"),
    rules.ATTACK_NOT_STOPPED: Reason("This card does not stop such an attack.", "GT-8.1"),
    rules.NO_LIGHT_TROOPS: Reason("You have no Light Troops to pay for it.", "GT-9.6"),
    rules.NOBODY_TO_PROTECT: Reason("No Unit under the barrage can use this card.", "GT-8.4"),
    rules.NOT_LEFT_BEHIND: Reason("That is no Terrain of a Unit that has just fallen.", "GT-9.9"),
    rules.WOULD_FALL_THERE: Reason("With that Terrain instead of its own the Unit would fall.", "GT-9.9"),
    rules.NOT_YOUR_LEADER: Reason("That Leader is with none of your Units.", "GT-5.4"),
    rules.POSTED_LEADER: Reason("That Leader was placed or moved in this phase already.", "GT-5.4"),
    rules.NOWHERE_TO_MOVE: Reason("There is no Unit of yours that he could go to.", "GT-5.4"),
    rules.NOT_YOUR_UNIT: Reason("That is no Unit of yours in play.", "GT-1.1"),
    rules.NOT_AN_ENEMY: Reason("That is no enemy Unit in play.", "GT-1.1"),
    rules.HAS_A_LEADER: Reason("That Unit has a Leader.", "GT-5.3"),
    rules.HAS_TERRAIN: Reason("That Unit has Terrain.", "GT-5.5"),
    rules.CAVALRY_IN_TERRAIN: Reason("Cavalry takes no Terrain.", "GT-5.5"),
    rules.HAS_NO_MARKERS: Reason("That Unit has no marker.", "GT-5.6"),
    rules.HAS_HIM_ALREADY: Reason("The Leader is with that Unit.", "GT-5.4"),
    rules.LEADER_IS_POSTED: Reason("That Unit's Leader was placed or moved in this phase already.", "GT-5.4"),
    rules.WOULD_FALL_BY_MOVE: Reason("A Unit of yours would fall by that.", "GT-5.4"),
    rules.CANNOT_USE_IT: Reason("That Unit cannot use this card.", "GT-6.2"),
    rules.NOT_IN_MELEE: Reason("Line Infantry cannot charge that Unit.", "GT-6.3"),
    rules.HAS_NO_LEADER: Reason("That Unit has no Leader.", "GT-6.2"),
    rules.NOT_LIGHT_INFANTRY: Reason("That Unit is not Light Infantry.", "GT-6.2"),
    rules.TOO_FEW_MARKERS: Reason("That Unit has too few markers for this card.", "GT-6.2"),
    rules.TOO_FRESH: Reason("That Unit has too few markers to be routed.", "GT-9.7"),
    rules.NOT_JUST_DAMAGED: Reason("That Unit has not just been damaged by an attack.", "GT-9.7"),
    rules.NOT_LIGHT_TROOPS: Reason("That Unit does not belong to the Light Troops.", "GT-9.6"),
    rules.PROTECTED_ALREADY: Reason("That Unit is safe from this barrage.", "GT-8.4"),
    rules.CANNOT_PROTECT: Reason("That Unit cannot use this card.", "GT-8.4"),
    rules.UNMARKED_LEADER: Reason("That Unit has no marker.", "GT-11.7"),
    rules.NOT_THAT_SEAT: Reason("That seat cannot be named here.", "GT-1.1"),
    rules.NOT_A_ROUT: Reason("After an Opportunity Attack only Rout can be played.", "GT-7.4"),
}

# What an Event does, for its button and the log.
_EVENT_CLAUSES: Final = {
    state.REINFORCE: "GT-5.2", state.RALLY: "GT-5.6", state.OUTFLANK: "GT-11.3", state.EXTRA_TURN: "GT-11.6",
    state.DISPATCHES: "GT-11.4", state.FOG: "GT-11.5", state.ROUTS: "GT-9.7", state.SPY: "GT-11.2",
    state.KILL_LEADER: "GT-11.7", state.DRAW: "GT-11.1",
}  # fmt: skip


def reason(position: State, code: int) -> Reason:
    """The sentence for a refusal code, and its clause."""
    if code == OTHER_PHASE:
        phase = position.phase()
        return Reason(f"This cannot be done now ({small(PHASE_LABELS[phase])}).", PHASE_CLAUSES[phase])
    assert isinstance(position, GreenTroops)
    if code == rules.NOT_AN_EVENT and position.window() == state.ROUT:
        return Reason("Only Rout can be played now.", "GT-7.4")
    killed = code == rules.HAS_NO_LEADER and position.window() != state.ATTACK
    return Reason(_REASONS[code].text, "GT-11.7") if killed else _REASONS[code]


def small(label: str) -> str:
    """A label in the middle of a sentence."""
    return label[0].lower() + label[1:]


# -- prompts -----------------------------------------------------------------------------------------------------------


def prompt(position: GreenTroops) -> Reason:
    """What is asked of the seat that decides, with every number that matters."""
    return Reason(_question(position), _asked_clause(position))


def _asked_clause(position: GreenTroops) -> str:
    phase = position.phase()
    if phase < state.UNIT:
        return PHASE_CLAUSES[phase]
    window = position.window()
    if position.moving != NONE:
        return "GT-5.4"
    name = lowest(some(position.picked))
    if window == state.ATTACK:
        return "GT-6.1"
    if TYPE[name] == state.LEADER:
        return "GT-5.3"
    if TYPE[name] == state.TERRAIN:
        return "GT-5.5"
    if EFFECT[name] == state.SCREEN and (window != state.BARRAGE or position.chosen != NONE):
        return "GT-9.6"
    return "GT-8.4" if window == state.BARRAGE else _EVENT_CLAUSES[EFFECT[name]]


def _question(position: GreenTroops) -> str:
    match position.phase():
        case state.RESERVE:
            return "Give orders and play Events, one at a time, or go on to your attack."
        case state.ATTACK:
            return "Attack with a card and a Unit that can use it, or make no attack."
        case state.OPPORTUNITY:
            return f"{_attack(position)} Answer with an Opportunity card, or pass?"
        case state.ANSWER:
            fire = (
                f"{NAMES[position.opportunity]} from {PIECES[position.target]} will do {_opportunity_damage(position)}."
            )
            return f"{fire} Stop it with a Defense card, or pass?"
        case state.ROUT:
            return f"{_attack(position)} Before it strikes, rout enemy Units with markers enough, or pass?"
        case state.DEFEND:
            return f"{_attack(position)} Stop it with a Defense card, or pass?"
        case state.BARRAGE:
            who = META.seats[position.active]
            return f"{who} lays down {NAMES[position.attack]}: every Unit of yours takes 1. Protect Units, or pass?"
        case state.CAPTURE:
            return f"{PIECES[position.attacker]} may take Terrain of the fallen. Take it, or pass?"
        case state.AFTERMATH:
            return "Your attack is over. Play Events, rout Units, one at a time, or end your turn."
        case state.DISPATCH | state.LIMIT:
            return f"Discard {counted(position.owed - total(position.picked), 'card')} of your choice."
        case state.UNIT | state.TARGET | state.SEAT:
            return _frame_question(position)
    return "The game is over."


def _frame_question(position: GreenTroops) -> str:
    if position.moving != NONE:
        return f"Which Unit does {NAMES[position.moving]} go to?"
    name = lowest(some(position.picked))
    card, window, phase = NAMES[name], position.window(), position.phase()
    if phase == state.SEAT:
        return f"Which enemy seat does {card} go against?"
    if window == state.ATTACK:
        if phase == state.UNIT:
            return f"Which Unit makes the attack with {card}?"
        return f"Whom does {PIECES[position.chosen]} attack with {card}?"
    if EFFECT[name] == state.SCREEN and (window != state.BARRAGE or position.chosen != NONE):
        return f"Which of your Light Troops takes the marker of {card}?"
    return f"Which Unit is {card} for?"


def damage_of(position: GreenTroops, name: int, unit: int, target: int) -> int:
    """The damage that an attack would do."""
    return rules.summed(position.reckon(name, unit, target))


def _attack(position: GreenTroops) -> str:
    """Who attacks whom with what; what that comes to stands beside it."""
    name, unit, target = position.attack, position.attacker, position.target
    return f"{META.seats[position.active]} plays {NAMES[name]}: {PIECES[unit]} against {PIECES[target]}."


def _opportunity_damage(position: GreenTroops) -> int:
    return damage_of(position, position.opportunity, position.target, position.attacker)


def waiting(position: GreenTroops) -> Reason:
    """What the seats that wait are told; it says nothing of an open frame."""
    phase = position.window()
    who = META.seats[position.decider()]
    return Reason(f"{who} decides ({small(PHASE_LABELS[phase])}).", PHASE_CLAUSES[phase])


# -- buttons -----------------------------------------------------------------------------------------------------------


def label(position: GreenTroops, action: int) -> str:
    """What the button of a legal action says."""
    phase = position.phase()
    if action == rules.PASS:
        return _PASSES[phase]
    if phase == state.SEAT:
        return META.seats[action - rules.FIRST_SEAT]
    piece = PIECE[action]
    if phase == state.TARGET:
        return _target_label(position, piece)
    if phase == state.UNIT:
        return f"{PIECES[piece]} ({count(position.damage, piece)} of {position.defense(piece)})"
    name = PIECES[piece]
    if rules.VERB_OF[action] == rules.MOVES:
        return f"Move {name} from {PIECES[position.unit_led_by(piece - UNITS_IN_ALL)]}"
    match phase:
        case state.ATTACK:
            return f"Attack with {name}"
        case state.OPPORTUNITY:
            return (
                f"Answer with {name}: {damage_of(position, piece - UNITS_IN_ALL, position.target, position.attacker)}"
            )
        case state.DEFEND | state.ANSWER | state.BARRAGE:
            return f"Defend with {name}"
        case state.CAPTURE:
            return f"Take {name}"
        case state.DISPATCH | state.LIMIT:
            return f"Discard {name}"
    return f"Play {name}"


_PASSES: Final = {
    state.RESERVE: "Go on to the attack",
    state.ATTACK: "Make no attack",
    state.OPPORTUNITY: "Pass: no Opportunity card",
    state.ANSWER: "Pass: let them fire",
    state.ROUT: "Pass: go on",
    state.DEFEND: "Pass: take the attack",
    state.BARRAGE: "Pass: no more protection",
    state.CAPTURE: "Leave it",
    state.AFTERMATH: "End the turn",
}


def _target_label(position: GreenTroops, target: int) -> str:
    """A target with what would be done to it."""
    standing = f"{count(position.damage, target)} of {position.defense(target)}"
    name = lowest(some(position.picked))
    if position.window() != state.ATTACK or EFFECT[name] == state.KILL_LEADER:
        return f"{PIECES[target]} ({standing})"
    return f"{PIECES[target]} ({standing}): {damage_of(position, name, position.chosen, target)} damage"


# -- the log -----------------------------------------------------------------------------------------------------------


def event(happened: Event, facts: Sequence[CardFact]) -> EventView:
    """The sentence for an event, already cut to what its reader may know."""
    text, clause = _event(happened)
    return EventView(capital(text), clause, happened.seat, tuple(PIECES[piece] for piece in happened.cards))


def _list(pieces: Sequence[int]) -> str:
    return listed([PIECES[piece] for piece in pieces])


def _event(happened: Event) -> tuple[str, str]:
    who, pieces, number = META.seats[happened.seat], happened.cards, happened.number
    names = [PIECES[piece] for piece in pieces]
    match happened.kind:
        case rules.BEGAN:
            return f"{who} begins.", "GT-2.3"
        case rules.MUSTERED:
            return f"{who} musters {_list(pieces)}.", "GT-2.2"
        case rules.TURN_CAME:
            return f"Turn {number}: {who}.", "GT-3.1"
        case rules.EXTRA_CAME:
            return f"{who} takes an extra turn.", "GT-3.3"
        case rules.DREW:
            return f"{who} draws {counted(number, 'card')}{f': {_list(pieces)}' if pieces else ''}.", "GT-4.1"
        case rules.RESHUFFLED:
            return f"The discard pile is shuffled into a new deck of {number}.", "GT-4.2"
        case rules.REINFORCED:
            return f"{who} plays {names[0]}: {_list(pieces[1:])} comes up.", "GT-5.2"
        case rules.ATTACHED:
            return f"{who} puts {names[0]} to {names[1]}.", "GT-5.3" if number else "GT-5.5"
        case rules.LEADER_MOVED:
            return f"{names[0]} goes from {names[1]} to {names[2]}.", "GT-5.4"
        case rules.LEADERS_SWAPPED:
            return f"{names[0]} goes to {names[1]} and {names[2]} to {names[3]}.", "GT-5.4"
        case rules.RALLIED:
            off, left = unpacked(number, 2)
            return f"{who} plays {names[0]} on {names[1]}: {counted(off, 'marker')} off, {left} left.", "GT-5.6"
        case rules.PASSED:
            return f"{who} {_PASSED[number]}.", PHASE_CLAUSES[number]
        case rules.PLAYED:
            return f"{who} plays {names[0]}.", _EVENT_CLAUSES[number]
        case rules.PLAYED_AT:
            return f"{who} plays {names[0]} against {META.seats[number]}.", _EVENT_CLAUSES[
                EFFECT[pieces[0] - UNITS_IN_ALL]
            ]
        case rules.SPIED:
            seen = f": {_list(pieces)}" if pieces else ""
            return f"{who} looks at the hand of {META.seats[number]}{seen}.", "GT-11.8"
        case rules.LOST_CARDS:
            return f"{who} loses {_list(pieces)} by chance.", "GT-11.5"
        case rules.LEADER_LOST:
            return f"{names[0]} of {who}'s {names[1]} is killed.", "GT-9.8"
    return _fight_event(happened, who, names)


def _fight_event(happened: Event, who: str, names: list[str]) -> tuple[str, str]:
    number = happened.number
    match happened.kind:
        case rules.ATTACKED:
            return f"{who} attacks {META.seats[number]} with {names[0]}: {names[1]} against {names[2]}.", "GT-6.1"
        case rules.BARRAGED:
            return f"{who} lays down {names[0]} from {names[1]} on {META.seats[number]}.", "GT-8.4"
        case rules.LEFT_TERRAIN:
            return f"{names[1]} gives up {names[0]}.", "GT-6.4"
        case rules.OPPOSED:
            return f"{who} answers with {names[0]}: {names[1]} against {names[2]}.", "GT-7.2"
        case rules.RECKONED:
            sums = _reckoning(unpacked(number, 5))
            return f"{names[0]} from {names[1]} on {names[2]}: {sums}.", "GT-1.8"
        case rules.HURT:
            damage, markers, defense = unpacked(number, 3)
            return f"{who}'s {names[0]} takes {damage}: {markers} of {defense}.", "GT-1.5"
        case rules.UNHURT:
            return f"{who}'s {names[0]} takes no damage.", "GT-1.8"
        case rules.DEFEATED:
            fall = "falls" if len(names) == 1 else "fall"
            return f"{listed(names)} of {META.seats[number]} {fall} to {who}.", "GT-9.2"
        case rules.DEFENDED:
            return f"{who} plays {names[0]} for {names[1]}.", "GT-8.1"
        case rules.PROTECTED:
            return f"{who} plays {names[0]}: {names[1]} is safe from the barrage.", "GT-8.4"
        case rules.NEGATED:
            return f"{who}'s {names[0]} comes to nothing.", "GT-8.5"
        case rules.ROUTED:
            return f"{who} plays {names[0]} on {names[1]}.", "GT-9.7"
        case rules.TOOK:
            return f"{who}'s {names[1]} takes {names[0]}.", "GT-9.9"
        case rules.DISCARDED:
            return f"{who} discards {listed(names)}.", "GT-10.2"
        case rules.RETIRED:
            cards = f" with {listed(names)}" if names else ""
            return f"{who} retires from the field{cards}.", "GT-13.4"
        case rules.NIGHT_FELL:
            return f"Night falls after {counted(number, 'turn')} without a defeat.", "GT-14.1"
        case rules.TRIUMPHED:
            return f"The other side has no Unit left: {side_name(happened.seat)} wins.", "GT-12.1"
    raise ValueError(f"no wording for event {happened.kind}")


_PASSED: Final = {
    state.ATTACK: "makes no attack",
    state.RESERVE: "gives no more orders",
    state.OPPORTUNITY: "holds fire",
    state.ANSWER: "lets it come",
    state.ROUT: "leaves it at that",
    state.DEFEND: "takes the attack",
    state.BARRAGE: "protects nobody more",
    state.CAPTURE: "leaves the ground",
    state.AFTERMATH: "ends the turn",
}


def _reckoning(parts: list[int]) -> str:
    """The damage as arithmetic: 3, Attack +1, leader +1, high ground +1, blocking terrain -1: 5 damage."""
    card, attack, leader, ground, cover = parts
    words = [str(card)]
    words += [f"Attack {attack:+}"] if attack else []
    words += [f"leader {leader:+}"] if leader else []
    words += [f"ground {ground:+}"] if ground else []
    words += [f"cover -{cover}"] if cover else []
    damage = max(0, card + attack + leader + ground - cover)
    return f"{', '.join(words)} makes {damage}" if len(words) > 1 else f"{damage} damage"


def side_name(side: int) -> str:
    """The first seat of a side names it."""
    return META.seats[side]


def outcome(position: State) -> Outcome:
    """Who won and why."""
    assert isinstance(position, GreenTroops)
    victors = position.victors()
    winners = tuple(seat for seat, side in enumerate(position.game.sides) if side == victors)
    ours, theirs = position.score(0), position.score(1)
    honors = (
        f"Units captured {ours[0]} to {theirs[0]}, Leaders {ours[1]} to {theirs[1]}, Defense {ours[2]} to {theirs[2]}"
    )
    if position.side_line(0) == 0 or position.side_line(1) == 0:
        loser = 1 - victors
        gone = all(army.retired for army in position.armies if army.seat % 2 == loser)
        how = "has retired from the field" if gone else "has no Unit left"
        text = f"{side_name(victors)} wins: {side_name(loser)} {how} ({honors})."
        return Outcome(winners, "retired" if gone else "destroyed", text, "GT-13.4" if gone else "GT-12.1")
    if victors == NONE:
        return Outcome((), "night", f"Night falls, and nobody is ahead ({honors}).", "GT-14.1")
    return Outcome(winners, "night", f"Night falls, and {side_name(victors)} is ahead ({honors}).", "GT-14.1")
