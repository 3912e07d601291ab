"""What is asked of the seat that decides, and what its buttons say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from grognard.games.ready_aim_fire import names
from grognard.games.ready_aim_fire.meta import META
from grognard.games.ready_aim_fire.names import POSITIONS
from grognard.games.ready_aim_fire.rules import ReadyAimFire
from grognard.games.ready_aim_fire.rules.discard import HAND_LIMIT
from grognard.games.ready_aim_fire.marks import kind_of
from grognard.games.ready_aim_fire.state import position_of
from grognard.games.ready_aim_fire.text.words import Called, named_position, titled
from grognard.games.ready_aim_fire.text.hopeless import in_vain
from grognard.kernel.content.grammar import parties
from grognard.kernel.content.wording import Label, capitalized, counted, in_words, plural
from grognard.kernel.cardsets.bits import lowest, members_of
from grognard.kernel.cardsets.counts import is_none, some, total
from grognard.kernel.cardsets.stacks import card_at
from grognard.kernel.engine.state import OVER
from grognard.kernel.views.words import PhaseWords

# -- prompts -----------------------------------------------------------------------------------------------------------


def _exchange_question(position: ReadyAimFire) -> str:
    either = " or ".join(Called(position.game).either(position.tables.kinds.returnable))
    if not either:
        return "Keep what you have."
    return f"Choose a {either} to exchange for the next battalion, or keep what you have."


def _draw_question(position: ReadyAimFire) -> str:
    if position.draws == 0:
        return "Play cards that let you draw, or continue?"
    drawing = _drawing(position.draws, position.sources(False))
    when = "First" if position.draws == 1 else "In between"
    return f"{drawing}. {when}, you may play cards that let you draw."


def _difficulty_question(position: ReadyAimFire) -> str:
    return f"Cost your opponent {_in_words(position, position.tables.kinds.difficulties, 'attack')}, or pass?"


def _sniper_question(position: ReadyAimFire) -> str:
    checks = _in_words(position, position.tables.kinds.snipers, "more morale check")
    return f"Have an enemy stack make {checks}, or pass?"


def _attack_question(position: ReadyAimFire) -> str:
    if position.attacks == 0:
        return "You have no attacks left. Play a card, or end the phase?"
    return f"You have {counted(position.attacks, 'attack')} left. Attack, play a card, or end the phase?"


def _limit_question(position: ReadyAimFire) -> str:
    return f"Discard {counted(total(position.army(position.active).hand) - HAND_LIMIT, 'card')}."


def _redraw_question(position: ReadyAimFire) -> str:
    short = HAND_LIMIT - total(position.army(position.active).hand)
    return f"{_drawing(short, position.sources(True))}."


def _in_words(position: ReadyAimFire, cards: int, thing: str) -> str:
    """The number on a card with its noun: “one attack”, “two attacks”; “one or two attacks” on cards that differ."""
    amounts = sorted({position.tables.amount[card] for card in members_of(cards)}) or [0]
    return f"{' or '.join(map(in_words, amounts))} {plural(amounts[-1], thing)}"


def _setup_question(position: ReadyAimFire) -> str:
    stands = position.line_stands()
    if position.placeable() == 0:
        return "Nothing more can be placed: confirm your line." if stands else "Your line cannot be finished."
    if stands:
        return "Place your battalions, have the line filled for you, or confirm it as it stands."
    return "Place your battalions, or have the line filled for you."


def _maneuver_question(position: ReadyAimFire) -> str:
    """What is left to do before reinforcements come."""
    ways = [] if position.reorganised else ["put one stack in order"]
    if position.moves > 0:
        ways.append(f"move {counted(position.moves, 'card')} along the line")
    return capitalized(f"{', '.join([*ways, ''])}or bring up reinforcements." if ways else "bring up reinforcements.")


def _drawing(cards: int, sources: int) -> str:
    """This many cards, from the decks that have any."""
    if sources == names.FROM_RESERVE | names.FROM_TACTICS:
        return f"Draw {counted(cards, 'card')}{',' if cards > 1 else ''} {'each ' if cards > 1 else ''}from either deck"
    deck = "your Reserve deck" if sources == names.FROM_RESERVE else "the Tactics deck"
    return f"Draw {counted(cards, 'card')} from {deck}"


def _in_fight(question: str) -> Callable[[ReadyAimFire], str]:
    """Says who attacks whom before the question."""
    return lambda position: f"{_fight(position)} {question}"


def _roll_question(position: ReadyAimFire) -> str:
    return f"{position.roll} is too high. {_danger(position, position.decider())}"


def _ride_question(position: ReadyAimFire) -> str:
    most = position.printed_morale(position.kind_at(position.active, position.front)) - 1
    return f"The infantry has formed square. Ride around it with {most} or less, or charge?"


def _reroll_question(position: ReadyAimFire) -> str:
    return f"{_fight(position)} {_danger(position, position.decider())} {in_vain(position)}".rstrip()


def _overrun_question(position: ReadyAimFire) -> str:
    checks = capitalized(_where(position, position.tested, position.column))
    return f"{checks} is about to check morale. Make it harder, or pass?"


def _check_question(position: ReadyAimFire) -> str:
    return f"{_failed(position)} {_helpers(position)}"


def _prisoners_question(position: ReadyAimFire) -> str:
    kind = kind_of(position.tested_card())
    where = _where(position, position.tested, position.column)
    return f"{position.game.names[kind]} routs at {where}. Take it prisoner, or pass?"


def _again_question(position: ReadyAimFire) -> str:
    again = capitalized(_where(position, position.active, position.front))
    return f"{again} may attack once more. Play the card for it, or pass?"


def _failed(position: ReadyAimFire) -> str:
    """Says which battalion has failed its check; only its owner reads this and can see the card."""
    which = _battalion(position, position.tested, position.column, position.place)
    fails = "fails to rally" if position.mode == names.RALLY else "fails its check"
    rolled = position.roll + position.penalty + position.overrun
    return f"{which} at {_where(position, position.tested, position.column)} {fails} with {rolled}."


def _fight(position: ReadyAimFire) -> str:
    """Returns who attacks whom. The page shows the sums next to it."""
    attacker = position.game.names[position.kind_at(position.active, position.front)]
    defender = position.game.names[position.kind_at(1 - position.active, position.target)]
    here = _where(position, position.active, position.front)
    there = _where(position, 1 - position.active, position.target)
    return f"{attacker} ({here}) attacks {defender} ({there})."


def _where(position: ReadyAimFire, seat: int, column: int) -> str:
    """Your Left Flank, or Red's Left Flank, for the seat that decides."""
    return f"{parties(META.seats, position.decider())[seat]:'s} {POSITIONS[position_of(seat, column)]}"


def _danger(position: ReadyAimFire, seat: int) -> str:
    """What a re-roll would risk."""
    column = position.column_of(0 if seat == position.active else 1)
    made = int(position.post(seat, column).rerolls)
    return f"Your general may re-roll, but is killed {killed_on(6 - made)}."


def killed_on(least: int) -> str:
    """On which numbers of the danger roll a general is killed."""
    return "on a 6" if least == 6 else f"on a {least} or more"


def _helpers(position: ReadyAimFire) -> str:
    actions = members_of(position.check_rerolls())
    words = []
    if names.REROLL_GENERAL in actions:
        made = int(position.post(position.tested, position.column).rerolls)
        words.append(f"Your general may re-roll, but is killed {killed_on(6 - made)}.")
    if names.REROLL_COMMANDER in actions:
        words.append("Your Army Commander may re-roll, at no risk.")
    return " ".join(words)


def _frame_question(position: ReadyAimFire) -> str:
    phase = position.phase()
    if phase == names.FETCH and is_none(position.picked):
        return "Draw a card from which deck?"
    if phase == names.ORDER:
        which = "comes next" if position.picks() > 1 else "goes on top"
        return f"Which battalion {which} at {_where(position, position.active, position.origin)}?"
    if position.doing == names.MOVING:
        return "Which card moves?" if phase == names.CARD else "Where does it move?"
    if position.doing == names.ATTACKING:
        return f"What does {_where(position, position.active, position.origin)} attack?"
    card = titled(Called(position.game), lowest(some(position.picked)))
    if position.doing == names.DEPLOYING:
        return f"Where do you send {card}?"
    if position.doing == names.PLACING:
        return f"Where do you place {card}?"
    if phase == names.FETCH:
        return f"{card}: {_uses(position)}"
    if phase == names.CARD:
        return f"{card}: which battalion?"
    if phase == names.ENEMY:
        return f"{card}: against which enemy position?"
    return f"{card}: which position?" if phase == names.STACK else f"{card}: on which side of your line?"


def _uses(position: ReadyAimFire) -> str:
    """What a card that draws can be used for now (RAF-4.12)."""
    uses = position.answers()
    kinds = uses & (2**names.FIRST_DECK - 1)
    if uses == kinds:
        return "which battalion do you take from your discard pile?"
    return "draw, or take a battalion from your discard pile?" if kinds else "draw from which deck?"


def _overrun_clause(position: ReadyAimFire) -> str:
    return "RAF-7.21" if position.mode == names.FIGHT else "RAF-7.12"


def _frame_clause(position: ReadyAimFire) -> str:
    return "RAF-5.11" if position.doing == names.ATTACKING else ""


def _frame(label: str, clause: str = "") -> PhaseWords:
    """A question of an unfinished choice. Most cite the clause of the phase that they belong to."""
    return PhaseWords(label, clause, _frame_question, asked_in=_frame_clause)


# The names are written small within a sentence, for many of these words are names of cards too.
PHASES: Final = {
    OVER: PhaseWords("The game is over", "RAF-10.1", "The game is over."),
    names.EXCHANGE: PhaseWords("Setup: exchange", "RAF-3.2", _exchange_question, "may exchange a battalion"),
    names.SETUP: PhaseWords(
        "Setup: the line of battle", "RAF-3.2", _setup_question, "is setting up the line of battle",
    ),
    names.CONFUSION: PhaseWords(
        "Before the draw phase", "RAF-4.10",
        "Keep your opponent from drawing this turn, or pass?", "may play a card before the draw",
    ),
    names.DRAW: PhaseWords("The draw phase", "RAF-4.11", _draw_question, "is drawing cards"),
    names.TERRAIN: PhaseWords("The terrain phase", "RAF-4.20", "Play one Terrain card, or none?", "may lay Terrain"),
    names.MANEUVER: PhaseWords("The reinforce phase: moves", "RAF-4.30", _maneuver_question, "is moving battalions"),
    names.REINFORCE: PhaseWords(
        "The reinforce phase: reinforcements", "RAF-4.32",
        "Bring up battalions and commanders, one at a time, or end the phase.", "is bringing up reinforcements",
    ),
    names.DIFFICULTY: PhaseWords(
        "Before the attack phase", "RAF-5.3", _difficulty_question, "may play a card before the attacks",
    ),
    names.ATTACK: PhaseWords("The attack phase", "RAF-5.4", _attack_question, "may attack"),
    names.CASUALTY: PhaseWords(
        "The attack phase: the reserve is attacked", "RAF-5.21",
        "Your reserve is attacked. Which battalion is eliminated?", "is choosing a battalion of the reserve",
    ),
    names.COVER: PhaseWords(
        "The attack phase: into cover", "RAF-5.25",
        _in_fight("Does the defender go into cover?"), "may take cover",
    ),
    names.SQUARE: PhaseWords(
        "The attack phase: cards for a square", "RAF-5.26",
        _in_fight("Play a card for the square, or pass?"), "may play a card for the square",
    ),
    names.SQUARE_ROLL: PhaseWords(
        "The attack phase: the square has failed", "RAF-5.26", _roll_question, "may re-roll for the square",
    ),
    names.RIDE: PhaseWords(
        "The attack phase: a square stands", "RAF-5.26", _ride_question, "may ride around the square",
    ),
    names.RIDE_ROLL: PhaseWords(
        "The attack phase: riding around has failed", "RAF-5.26", _roll_question, "may re-roll the ride",
    ),
    names.SUPPORT: PhaseWords(
        "The attack phase: support", "RAF-5.27",
        _in_fight("Which battalion supports, if any?"), "is choosing the support",
    ),
    names.TACTICS: PhaseWords(
        "The attack phase: cards before the roll", "RAF-5.28",
        _in_fight("Play a card before the roll, or pass?"), "may play a card before the roll",
    ),
    names.REROLL: PhaseWords("The attack phase: re-rolls", "RAF-5.30", _reroll_question, "may re-roll"),
    names.OVERRUN: PhaseWords(
        "Before a morale check", "RAF-7.12", _overrun_question, "may play a card before the check",
        asked_in=_overrun_clause, waits_in=_overrun_clause,
    ),
    names.CHECK: PhaseWords("A check has failed", "RAF-7.14", _check_question, "may re-roll the check"),
    names.PRISONERS: PhaseWords("A battalion routs", "RAF-5.34", _prisoners_question, "may take prisoners"),
    names.AGAIN: PhaseWords("The attack phase: attacking again", "RAF-5.39", _again_question, "may attack once more"),
    names.SNIPER: PhaseWords(
        "The morale phase begins", "RAF-7.10", _sniper_question, "may play a card before the morale checks",
    ),
    names.DISCARD: PhaseWords(
        "The last phase: a discard", "RAF-9.1", "Discard one card, or none?", "may discard a card",
    ),
    names.LIMIT: PhaseWords(
        "The last phase: hand limit", "RAF-9.2", _limit_question, "is discarding down to the hand limit",
    ),
    names.REDRAW: PhaseWords("The last phase: redraw", "RAF-9.2", _redraw_question, "is drawing up to the hand limit"),
    names.FETCH: _frame("Which deck", "RAF-4.12"),
    names.STACK: _frame("Which position"),
    names.ENEMY: _frame("Which enemy position"),
    names.SIDE: _frame("Which side"),
    names.CARD: _frame("Which battalion"),
    names.ORDER: _frame("In which order"),
}  # fmt: skip


# -- buttons -----------------------------------------------------------------------------------------------------------


def label(position: ReadyAimFire, action: int) -> Label:
    """What the button of a legal action says."""
    phase = position.phase()
    if action == names.PASS:
        return _PASSES.get(phase, Label("Pass"))
    if action >= names.PLAINS:
        return _card_label(position, phase, action)
    if action in _PLAIN_LABELS:
        return _PLAIN_LABELS[action]
    if names.CARD_AT <= action < names.THE_GENERAL:
        return Label("", _place_label(position, action - names.CARD_AT))
    if action < names.MOVE_AT:
        return Label("Put", f"the {POSITIONS[action - names.REORGANISE_AT]} in order")
    if action < names.ATTACK_AT:
        return Label("Move", f"a card from the {POSITIONS[action - names.MOVE_AT]}")
    if action < names.TAKE_OVER_AT:
        column = position_of(position.active, action - names.ATTACK_AT)
        top = position.game.names[position.kind_at(position.active, column)]
        return Label("Attack", f"with {top} ({POSITIONS[action - names.ATTACK_AT]})")
    if action < names.STACK_AT:
        return Label("", f"Army Commander to the {POSITIONS[action - names.TAKE_OVER_AT]}")
    if action < names.ENEMY_AT:
        return Label("", POSITIONS[action - names.STACK_AT])
    return Label("", named_position(1 - position.decider(), action - names.ENEMY_AT))


def _card_label(position: ReadyAimFire, phase: int, action: int) -> Label:
    name = titled(Called(position.game), position.space.card[action])
    match position.space.phase[action]:
        case names.SETUP:
            return Label("Place", name)
        case names.EXCHANGE:
            return Label("Exchange", name)
        case names.REINFORCE:
            return Label("Deploy", name)
        case names.CASUALTY:
            return Label("Take", f"{name} back") if phase == names.FETCH else Label("Give", f"up {name}")
        case names.LIMIT:
            return Label("Discard", name)
    return Label("Play", name)


def _place_label(position: ReadyAimFire, place: int) -> str:
    """A card in one of the seat's own stacks, by its place and its name."""
    seat = position.decider()
    column = position.origin
    if position.phase() == names.SUPPORT:
        column = position.column_of(0 if seat == position.active else 1)
    return _battalion(position, seat, column, place)


def _battalion(position: ReadyAimFire, seat: int, column: int, place: int) -> str:
    """A battalion by its name and its place in its stack."""
    return f"{position.game.names[kind_of(card_at(position.post(seat, column).stack, place))]} ({ordinal(place)})"


def ordinal(place: int) -> str:
    """The place in a stack from the top, in words."""
    return "on top" if place == 0 else f"{('', '2nd', '3rd', '4th', '5th', '6th')[place]} from the top"


_PLAIN_LABELS: Final = {
    names.DRAW_RESERVE: Label("Draw", "from your Reserve deck"),
    names.DRAW_TACTICS: Label("Draw", "from the Tactics deck"),
    names.ENEMY_RESERVE: Label("", "The enemy's reserve"),
    names.THE_GENERAL: Label("", "The general"),
    names.TAKE_COVER: Label("Take", "cover"),
    names.RIDE_AROUND: Label("Ride", "around"),
    names.REROLL_GENERAL: Label("Let", "your general re-roll"),
    names.REROLL_COMMANDER: Label("Let", "your Army Commander re-roll"),
    names.COMMAND: Label("", "Army Commander"),
    names.READY: Label("Fill", "the line"),
    names.SIDE_LEFT: Label("", "On your left"),
    names.SIDE_RIGHT: Label("", "On your right"),
}

_PASSES: Final = {
    names.EXCHANGE: Label("Keep", "what you have"),
    names.SETUP: Label("Confirm", "the line"),
    names.CONFUSION: Label("Pass", "", "let them draw"),
    names.DRAW: Label("Continue", ""),
    names.TERRAIN: Label("", "No terrain"),
    names.MANEUVER: Label("Move", "on to reinforcements"),
    names.REINFORCE: Label("Move", "on to the attack"),
    names.DIFFICULTY: Label("Pass", "", "let them attack"),
    names.ATTACK: Label("End", "the attacks"),
    names.COVER: Label("Stay", "in the open"),
    names.SQUARE_ROLL: Label("", "No re-roll"),
    names.RIDE: Label("Charge", "the square"),
    names.RIDE_ROLL: Label("", "No re-roll", "charge"),
    names.SUPPORT: Label("", "No support"),
    names.TACTICS: Label("Pass", "", "no card"),
    names.REROLL: Label("", "No re-roll"),
    names.OVERRUN: Label("Pass", "", "let them check"),
    names.CHECK: Label("", "No re-roll"),
    names.PRISONERS: Label("Pass", "", "let it go"),
    names.AGAIN: Label("Pass", "", "no more"),
    names.DISCARD: Label("Discard", "nothing"),
}
