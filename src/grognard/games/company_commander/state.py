"""The position of Company Commander: plain data, how it is copied, and how it is dealt anew for one seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, cast, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander.meta import META
from grognard.kernel.book.cardfile import CardFact, read_cards
from grognard.kernel.book.fields import PieceNames, changed, check_all_there, check_taken, index, number
from grognard.kernel.engine.frame import Framed
from grognard.kernel.engine.state import OVER
from grognard.kernel.errors import BadInput
from grognard.kernel.sets.bits import bit, is_in, members_of, ones, word_of
from grognard.kernel.sets.counts import (
    MOST,
    copies,
    count,
    counted,
    larger,
    less,
    nothing,
    one,
    plus,
    some,
    total,
    with_count,
)  # fmt: skip

if TYPE_CHECKING:
    from grognard.kernel.game import Game

AMERICAN: Final = 0
GERMAN: Final = 1

# The columns of the board, by the same names for both sides (CC-1.1).
FRONTS: Final = ["Left", "Center", "Right"]
LEFT: Final = 0
CENTER: Final = 1
RIGHT: Final = 2
NO_FRONT: Final = 3
FRONT_WORDS: Final = [*FRONTS, "-"]
ALL_FRONTS: Final = 7

# The phases that ask, in the order of a turn; windows stand behind what they interrupt, the last two are questions
# inside another phase.
PHASES: Final = [
    "over", "deploy", "move", "tactics", "discard", "recon", "mission", "success", "suppression", "fire", "hit",
    "assault", "attack", "order", "battle", "die", "rally", "leader", "rallied", "front", "unit",
]  # fmt: skip
DEPLOY: Final = 1
MOVE: Final = 2
TACTICS: Final = 3
DISCARD: Final = 4
RECON: Final = 5
MISSION: Final = 6
SUCCESS: Final = 7
SUPPRESSION: Final = 8
FIRE: Final = 9
HIT: Final = 10
ASSAULT: Final = 11
ATTACK: Final = 12
ORDER: Final = 13
BATTLE: Final = 14
DIE: Final = 15
RALLY: Final = 16
LEADER: Final = 17
RALLIED: Final = 18
FRONT: Final = 19
UNIT: Final = 20

# The phase that a window interrupts.
BELOW: Final = {
    MOVE: DEPLOY, MISSION: RECON, SUCCESS: RECON, FIRE: SUPPRESSION, HIT: SUPPRESSION, DIE: BATTLE, LEADER: RALLY,
    RALLIED: RALLY,
}  # fmt: skip

# What the open frame is about.
DOINGS: Final = ["-", "deploy", "move", "fire", "assault", "lead", "play"]
DEPLOYING: Final = 1
MOVING: Final = 2
FIRING: Final = 3
ASSAULTING: Final = 4
LEADING: Final = 5
PLAYING: Final = 6

# Nobody and nothing, where a unit or a card is remembered.
NONE: Final = -1

FACTS: Final[list[CardFact]] = read_cards("grognard.games.company_commander")
_SQUADS: Final = [fact for fact in FACTS if fact.deck != "tactics"]
_TACTICS: Final = [fact for fact in FACTS if fact.deck == "tactics"]


def _unit_names() -> list[str]:
    """Every unit by name; copies have numbers, which go on where a name stands in both decks."""
    printed = [fact.name for fact in _SQUADS for _copy in range(fact.copies)]
    return [
        name if printed.count(name) == 1 else f"{name} {printed[: n + 1].count(name)}" for n, name in enumerate(printed)
    ]


# The pieces: every American unit for itself, every German unit, then the names of the Tactics cards.
UNITS_IN_ALL: Final = 41
AMERICANS_IN_ALL: Final = 22
NAMES: Final = [fact.name for fact in _TACTICS]
UNIT_NAMES: Final = _unit_names()
PIECES: Final = UNIT_NAMES + NAMES
PIECES_IN_ALL: Final = 95
ROWS: Final = [row for row, fact in enumerate(_SQUADS) for _copy in range(fact.copies)] + list(
    range(len(_SQUADS), len(FACTS))
)
COPIES: Final = dict.fromkeys(UNIT_NAMES, 1) | {fact.name: fact.copies for fact in _TACTICS}
UNITS: Final = PieceNames(META.title, UNIT_NAMES, NAMES)
CARDS: Final = PieceNames(META.title, NAMES, UNIT_NAMES)

# What the Tactics cards do, and what they are played on.
EFFECTS: Final = [
    "negate suppression", "negate fire", "negate move", "negate rally", "attackers", "defenders", "own front", "dice",
    "entrench", "mines", "simultaneous", "support", "squad fire", "observe", "reconnaissance", "anti-tank",
    "may assault", "may attack", "green", "pin", "out of ammo", "breakdown", "fog", "disorder", "hold", "draw squad",
    "draw tactics", "extra rally",
]  # fmt: skip
NEGATE_SUPPRESSION: Final = 0
NEGATE_FIRE: Final = 1
NEGATE_MOVE: Final = 2
NEGATE_RALLY: Final = 3
ATTACKERS: Final = 4
DEFENDERS: Final = 5
OWN_FRONT: Final = 6
DICE: Final = 7
ENTRENCH: Final = 8
MINES: Final = 9
SIMULTANEOUS: Final = 10
SUPPORT: Final = 11
SQUAD_FIRE: Final = 12
OBSERVE: Final = 13
RECONNAISSANCE: Final = 14
ANTI_TANK: Final = 15
MAY_ASSAULT: Final = 16
MAY_ATTACK: Final = 17
GREEN: Final = 18
PIN: Final = 19
OUT_OF_AMMO: Final = 20
BREAKDOWN: Final = 21
FOG: Final = 22
DISORDER: Final = 23
HOLD: Final = 24
DRAW_SQUAD: Final = 25
DRAW_TACTICS: Final = 26
EXTRA_RALLY: Final = 27
EFFECT: Final[bytes] = bytes([EFFECTS.index(fact.text("effect")) for fact in _TACTICS])

TARGETS: Final = ["None", "own unit", "enemy unit", "front", "own front", "own unit + front", "look or front"]
NO_TARGET: Final = 0
OWN_UNIT: Final = 1
ENEMY_UNIT: Final = 2
ENEMY_FRONT: Final = 3
SQUAD_AND_FRONT: Final = 5
LOOK_OR_FRONT: Final = 6
TARGET: Final[bytes] = bytes([TARGETS.index(fact.text("target")) for fact in _TACTICS])


def names_with(*effects: int) -> list[int]:
    """The Tactics cards with one of these effects, in ascending order."""
    return [name for name in range(len(NAMES)) if EFFECT[name] in effects]


# Cards at work on one unit or one Front are remembered in slots of one word, six bits each.
AIMED: Final = names_with(DICE, ENTRENCH, OWN_FRONT, OBSERVE, RECONNAISSANCE)
SLOT: Final[bytes] = bytes([AIMED.index(name) if name in AIMED else 255 for name in range(len(NAMES))])
_SLOT_BITS: Final = 6
_SLOT_MASK: Final = 63

# The cards that lie with a unit; each has one copy.
AMMO: Final[int] = names_with(OUT_OF_AMMO)[0]
BROKEN: Final[int] = names_with(BREAKDOWN)[0]


def pieces_of(names: Sequence[int]) -> list[int]:
    """Tactics cards as pieces."""
    return [UNITS_IN_ALL + name for name in names]


def units_where(column: str, value: str) -> list[int]:
    """The units with this word in a column of the card table."""
    rows = [row for row, fact in enumerate(_SQUADS) if value in str(fact.columns[column] or "").split(" + ")]
    return [unit for unit in range(UNITS_IN_ALL) if ROWS[unit] in rows]


def units_with(column: str) -> int:
    """The units with a number in a column of the card table, as a set."""
    return word_of([unit for unit in range(UNITS_IN_ALL) if FACTS[ROWS[unit]].columns[column] is not None])


# The windows of C.1 as the card table writes them, by phase.
_WINDOWS: Final = {
    DEPLOY: "deploy", MOVE: "move", TACTICS: "tactics", RECON: "recon", MISSION: "mission", SUPPRESSION: "suppression",
    FIRE: "fire", HIT: "hit", ASSAULT: "assault", ATTACK: "attack", BATTLE: "battle", DIE: "die", RALLY: "rally",
    LEADER: "leader", RALLIED: "rallied",
}  # fmt: skip


def _played_in(phase: int, role: str) -> int:
    """The names that the active player or the opponent can play in a window."""
    window = _WINDOWS.get(phase, "no window")
    return word_of([n for n, fact in enumerate(_TACTICS) if window in str(fact.columns[role] or "").split(" + ")])


def _only(units: str) -> int:
    """The names that can be played on these units alone."""
    return word_of([name for name, fact in enumerate(_TACTICS) if fact.columns["only"] == units])


@final
@mypyc_attr(acyclic=True)
class Kinds:
    """Sets of units by class (A.4) and of Tactics cards by window and effect."""

    def __init__(self) -> None:
        self.americans: i64 = word_of(list(range(AMERICANS_IN_ALL)))
        self.germans: i64 = word_of(list(range(AMERICANS_IN_ALL, UNITS_IN_ALL)))
        self.leaders: i64 = word_of(units_where("class", "leader"))
        self.commanders: i64 = word_of(units_where("class", "commander"))
        self.engineers: i64 = word_of(units_where("class", "engineering"))
        self.recon_teams: i64 = word_of(units_where("class", "recon team"))
        self.vehicles: i64 = word_of(units_where("class", "vehicle"))
        self.tanks: i64 = word_of(units_where("class", "tank"))
        self.anti_tank: i64 = word_of(units_where("class", "anti-tank"))
        # What Anti-Tank picks first (A.4).
        self.prey: i64 = self.vehicles | word_of(units_where("class", "artillery"))
        self.snipers: i64 = word_of(units_where("class", "sniper"))
        self.no_assault: i64 = word_of(units_where("class", "no assault"))
        # With a trait that has a number, be it 0: the numbers can be set, the trait cannot.
        self.scouts: i64 = units_with("recon")
        self.suppressors: i64 = units_with("suppression")
        self.armored: i64 = units_with("armor")
        # By phase: what the active player may play there, and the opponent (C.1).
        self.active: list[int] = [_played_in(phase, "active") for phase in range(len(PHASES))]
        self.opponent: list[int] = [_played_in(phase, "opponent") for phase in range(len(PHASES))]
        # By the only side that can play them (CC-10.5).
        self.only_american: i64 = word_of([n for n, f in enumerate(_TACTICS) if f.columns["side"] == "american"])
        self.only_german: i64 = word_of([n for n, f in enumerate(_TACTICS) if f.columns["side"] == "german"])
        self.single: i64 = word_of([n for n, fact in enumerate(_TACTICS) if fact.copies == 1])
        self.mines: i64 = word_of(names_with(MINES))
        self.simultaneous: i64 = word_of(names_with(SIMULTANEOUS))
        self.for_attackers: i64 = word_of(names_with(ATTACKERS))
        self.for_defenders: i64 = word_of(names_with(DEFENDERS))
        self.for_engineers: i64 = _only("engineering")
        self.for_recon_teams: i64 = _only("recon team")
        self.for_infantry: i64 = _only("infantry")
        self.dice: list[int] = names_with(DICE)
        self.fronts: list[int] = names_with(OWN_FRONT)
        self.observers: list[int] = names_with(OBSERVE, RECONNAISSANCE)
        self.trenches: list[int] = names_with(ENTRENCH)


KIND: Final = Kinds()


def side_of(seat: i64) -> i64:
    """All units of a side."""
    return KIND.americans if seat == AMERICAN else KIND.germans


def owner_of(unit: i64) -> i64:
    """The side of a unit."""
    return AMERICAN if unit < AMERICANS_IN_ALL else GERMAN


@final
@mypyc_attr(acyclic=True)
class Tables:
    """The numbers and house rules of one loaded game; immutable, shared by all its states."""

    def __init__(self, facts: Sequence[CardFact], options: Mapping[str, str | int]) -> None:
        units = [facts[ROWS[unit]] for unit in range(UNITS_IN_ALL)]
        tactics = [facts[ROWS[piece]] for piece in range(UNITS_IN_ALL, len(ROWS))]
        self.strength: bytes = _column(units, "strength")
        self.recon: bytes = _column(units, "recon")
        self.suppression: bytes = _column(units, "suppression")
        self.armor: bytes = _column(units, "armor")
        self.assault: bytes = _column(units, "assault")
        self.defense: bytes = _column(units, "defense")
        # These may be negative: one more is stored.
        self.rally: bytes = _column(units, "rally", 1)
        self.amount: bytes = _column(tactics, "amount", 1)
        squads = word_of(units_where("type", "UI"))
        halves = word_of([unit for unit in range(AMERICANS_IN_ALL) if units[unit].name == "Half Squad"])
        self.infantry: i64 = squads | (halves if options["half_squad_is_infantry"] == "on" else 0)
        most = max(self.strength) + max(self.defense) + sum(self.amount[name] - 1 for name in KIND.dice)
        if min(self.strength) < 1:
            raise BadInput("A unit needs a Strength of 1 at least.")
        if most > MOST:
            raise BadInput(f"A unit could come to {most} Fire dice; more than {MOST} cannot be counted.")
        self.two_squads: bool = options["first_turn_two_squads"] == "on"
        self.immediate_rout: bool = options["immediate_rout"] == "on"
        self.same_front: bool = options["leader_same_front"] == "on"
        self.arrivals_wait: bool = options["arrivals_cannot_assault"] == "on"
        self.both_rally: bool = options["both_sides_rally"] == "on"
        # From the end of which turn on three Fronts win; 0: never (CC-1.7).
        v2 = options["v2"]
        self.fronts_from: i64 = 0 if v2 == "off" else 4 if v2 == "turn_end" else int(v2)
        self.fronts_at_end: bool = v2 == "turn_end"
        self.losses: i64 = int(options["victory_count"])
        self.all_cards: tuple[i64, i64, i64, i64, i64] = counted(
            [name for name, fact in enumerate(_TACTICS) for _copy in range(fact.copies)]
        )


def _column(facts: Sequence[CardFact], column: str, more: int = 0) -> bytes:
    return bytes([more + (0 if fact.columns[column] is None else fact.number(column)) for fact in facts])


def decks(options: Mapping[str, str | int]) -> dict[str, Sequence[str]]:
    """Where every card lies before the deal (CC-1.3)."""
    return {
        "squad deck 0": UNIT_NAMES[:AMERICANS_IN_ALL],
        "squad deck 1": UNIT_NAMES[AMERICANS_IN_ALL:],
        "deck": [fact.name for fact in _TACTICS for _copy in range(fact.copies)],
    }


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Hand:
    """The Tactics cards of one side, and what the other side knows of them."""

    def __init__(self) -> None:
        self.cards: tuple[i64, i64, i64, i64, i64] = nothing()
        # What the other side was shown and has not left since, and the turn of the look (CC-5.6).
        self.seen: tuple[i64, i64, i64, i64, i64] = nothing()
        self.seen_turn: i64 = 0
        # What it can work out: with an empty deck, all it sees nowhere else.
        self.deduced: tuple[i64, i64, i64, i64, i64] = nothing()

    def copy(self, other: Hand) -> None:
        """Becomes equal to another hand of the same side."""
        self.cards = other.cards
        self.seen = other.seen
        self.seen_turn = other.seen_turn
        self.deduced = other.deduced

    def known(self) -> tuple[i64, i64, i64, i64, i64]:
        """The cards that the other side can be certain of."""
        return larger(self.seen, self.deduced)

    def show(self, name: i64) -> None:
        """A card has left for all to see: one that was known, as far as anybody can tell."""
        if count(self.seen, name) > 0:
            self.seen = less(self.seen, one(name))
        if count(self.deduced, name) > 0:
            self.deduced = less(self.deduced, one(name))


@mypyc_attr(acyclic=True)
class Position(Framed):
    """Decks, hands, the units on their Fronts with their markers, and what this turn has to remember."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.tables: Tables = cast(Tables, game.tables)
        self.active: i64 = 0
        self.american_hand: Hand = Hand()
        self.german_hand: Hand = Hand()
        self.deck: tuple[i64, i64, i64, i64, i64] = nothing()
        self.discard: tuple[i64, i64, i64, i64, i64] = nothing()

        # Units of both sides: not drawn, drawn and not deployed, in play by Fronts, out of play.
        self.squads: i64 = 0
        self.drawn: i64 = 0
        self.left: i64 = 0
        self.center: i64 = 0
        self.right: i64 = 0
        self.lost: i64 = 0
        # Drawn units that the other side saw deployed before that was taken back.
        self.exposed: i64 = 0
        # Their markers, and the units with Out of Ammo and Breakdown (A.5).
        self.casualties: tuple[i64, i64, i64, i64, i64] = nothing()
        self.pins: tuple[i64, i64, i64, i64, i64] = nothing()
        self.ammo: i64 = 0
        self.broken: i64 = 0

        # Flags of this turn, as sets of units (B-2).
        self.moved: i64 = 0
        self.arrived: i64 = 0
        self.halted: i64 = 0
        self.stopped: i64 = 0
        self.away: i64 = 0
        self.fired: i64 = 0
        self.attacked: i64 = 0
        self.green: i64 = 0
        self.waiting: i64 = 0
        self.roads: i64 = 0
        self.veterans: i64 = 0
        self.fausts: i64 = 0
        self.led: i64 = 0
        self.bonus_drawn: bool = False
        # Of enemy Fronts: one bit each for Fog of War and Formation Disorder; successful missions, eight bits each.
        self.fogged: i64 = 0
        self.disordered: i64 = 0
        self.missions: i64 = 0

        # Declared attackers by the Front they attack.
        self.toward_left: i64 = 0
        self.toward_center: i64 = 0
        self.toward_right: i64 = 0
        # Cards at work: those for a whole battle, and by slots those on one unit or Front.
        self.in_effect: i64 = 0
        self.aimed: i64 = 0

        # What is being resolved: its Front, the unit that acts, the card that fires, and the hit or Rally Roll.
        self.front: i64 = NO_FRONT
        self.acting: i64 = NONE
        self.gun: i64 = NONE
        self.target: i64 = NONE
        self.severe: bool = False
        # What is still to be rolled: Suppression Rolls, Fire dice of the acting unit, attackers that have not fired,
        # and under Surprise Contact their dice and from which Front they came.
        self.rolls: i64 = 0
        self.dice: i64 = 0
        self.to_fire: i64 = 0
        self.pools: tuple[i64, i64, i64, i64, i64] = nothing()
        self.origins: tuple[i64, i64, i64, i64, i64] = nothing()
        # Of the cards before a battle: who is asked, and whether the other has just passed (CC-7.7).
        self.asked: i64 = 0
        self.passed: bool = False
        # Units whose own Rally Rolls are still to come.
        self.to_rally: i64 = 0

        # The open frame: what it is about, the unit chosen, the cards out of the hand, and how many actions it took.
        self.doing: i64 = 0
        self.chosen: i64 = NONE

        # CC-11.1: turns on end in which nothing happened; has something happened in this one?
        self.quiet: i64 = 0
        self.stirred: bool = False

    def copy(self, other: Position) -> None:
        self._copy_kernel(other)
        self.active = other.active
        self.american_hand.copy(other.american_hand)
        self.german_hand.copy(other.german_hand)
        self.deck = other.deck
        self.discard = other.discard
        self.squads = other.squads
        self.drawn = other.drawn
        self.left = other.left
        self.center = other.center
        self.right = other.right
        self.lost = other.lost
        self.exposed = other.exposed
        self.casualties = other.casualties
        self.pins = other.pins
        self.ammo = other.ammo
        self.broken = other.broken
        self.moved = other.moved
        self.arrived = other.arrived
        self.halted = other.halted
        self.stopped = other.stopped
        self.away = other.away
        self.fired = other.fired
        self.attacked = other.attacked
        self.green = other.green
        self.waiting = other.waiting
        self.roads = other.roads
        self.veterans = other.veterans
        self.fausts = other.fausts
        self.led = other.led
        self.bonus_drawn = other.bonus_drawn
        self.fogged = other.fogged
        self.disordered = other.disordered
        self.missions = other.missions
        self.toward_left = other.toward_left
        self.toward_center = other.toward_center
        self.toward_right = other.toward_right
        self.in_effect = other.in_effect
        self.aimed = other.aimed
        self.front = other.front
        self.acting = other.acting
        self.gun = other.gun
        self.target = other.target
        self.severe = other.severe
        self.rolls = other.rolls
        self.dice = other.dice
        self.to_fire = other.to_fire
        self.pools = other.pools
        self.origins = other.origins
        self.asked = other.asked
        self.passed = other.passed
        self.to_rally = other.to_rally
        self.doing = other.doing
        self.chosen = other.chosen
        self.picked = other.picked
        self.made = other.made
        self.quiet = other.quiet
        self.stirred = other.stirred

    # -- who decides -----------------------------------------------------------------------------------------------

    def window(self) -> i64:
        """The phase that asks, or the one that a question of an open frame belongs to."""
        phase = self.phase()
        return self.paused() if phase >= FRONT or (phase == SUCCESS and self.doing != 0) else phase

    def decider(self) -> i64:
        phase = self.window()
        if phase == BATTLE:
            return self.asked
        if phase == HIT:
            return owner_of(self.target)
        if phase == RALLIED:
            return 1 - owner_of(self.target)
        if phase in (MOVE, MISSION, FIRE, ATTACK, DIE, LEADER):
            return 1 - self.active
        return self.active

    def hand(self, seat: i64) -> Hand:
        """The Tactics cards of a side."""
        return self.american_hand if seat == AMERICAN else self.german_hand

    # -- units -----------------------------------------------------------------------------------------------------

    def at(self, front: i64) -> i64:
        """The units of both sides on a Front."""
        if front == LEFT:
            return self.left
        return self.center if front == CENTER else self.right

    def in_play(self) -> i64:
        """All units on the board."""
        return self.left | self.center | self.right

    def front_of(self, unit: i64) -> i64:
        """The Front where a unit in play stands."""
        if is_in(self.left, unit):
            return LEFT
        return CENTER if is_in(self.center, unit) else RIGHT

    def put(self, unit: i64, front: i64) -> None:
        """A unit arrives at a Front."""
        if front == LEFT:
            self.left |= bit(unit)
        elif front == CENTER:
            self.center |= bit(unit)
        else:
            self.right |= bit(unit)

    def take_off(self, units: i64) -> None:
        """Units leave their Fronts."""
        self.left &= ~units
        self.center &= ~units
        self.right &= ~units

    def toward(self, front: i64) -> i64:
        """The declared attackers of a Front."""
        if front == LEFT:
            return self.toward_left
        return self.toward_center if front == CENTER else self.toward_right

    def pinned(self) -> i64:
        """The units with at least one Pinned marker."""
        return some(self.pins)

    def score(self, seat: i64) -> i64:
        """CC-1.6: the enemy units that this side has removed."""
        return ones(self.lost & side_of(1 - seat))

    # -- cards at work ---------------------------------------------------------------------------------------------

    def aim(self, name: i64) -> i64:
        """What a card is at work on: a unit + 1, or a Front of a side as `front_code`; 0: it is not at work."""
        slot: i64 = SLOT[name]
        return (self.aimed >> (slot * _SLOT_BITS)) & _SLOT_MASK

    def aim_at(self, name: i64, code: i64) -> None:
        """Puts a card to work; 0 ends it."""
        slot: i64 = SLOT[name]
        at = slot * _SLOT_BITS
        whole = bit(at + _SLOT_BITS) - bit(at)
        self.aimed = (self.aimed & ~whole) | (code << at)

    def missions_at(self, front: i64) -> i64:
        """CC-5.6: successful missions against an enemy Front this turn."""
        return (self.missions >> (8 * front)) & 255

    def bonuses(self, front: i64) -> i64:
        """CC-6.5: what missions, Air Reconnaissance and Forward Observer add against an enemy Front."""
        total_bonus = self.missions_at(front)
        for name in KIND.observers:
            if self.aim(name) == front_code(1 - self.active, front):
                total_bonus += amount_of(self.tables, name)
        return total_bonus

    # -- hidden information (CC-1.5) -------------------------------------------------------------------------------

    def rewind(self) -> None:
        if self.made == 0:
            return
        if self.phase() >= FRONT or self.phase() == SUCCESS:
            self.leave()
        hand = self.hand(self.decider())
        hand.cards = plus(hand.cards, self.picked)
        self.close_frame()

    def close_frame(self) -> None:
        """Nothing is picked any more: it was taken back, or it has been shown."""
        self.picked = nothing()
        self.doing = 0
        self.chosen = NONE
        self.made = 0

    def redeal(self, seat: i64) -> None:
        other = self.hand(1 - seat)
        known = other.known()
        unknown = total(other.cards) - total(known)
        pool = plus(self.deck, less(other.cards, known))
        other.cards = known
        while unknown > 0:
            card = one(self.random_copy(pool, UNITS_IN_ALL))
            pool = less(pool, card)
            other.cards = plus(other.cards, card)
            unknown -= 1
        self.deck = pool
        hidden = self.drawn & ~self.exposed & side_of(1 - seat)
        unknown = ones(hidden)
        self.squads |= hidden
        self.drawn &= ~hidden
        while unknown > 0:
            unit = bit(self.random_thing(self.squads & side_of(1 - seat)))
            self.squads &= ~unit
            self.drawn |= unit
            unknown -= 1

    def recall(self, undone: Position) -> None:
        self.exposed |= self.drawn & (undone.in_play() | undone.exposed)
        for seat in range(2):
            now = self.hand(seat)
            then = undone.hand(seat)
            left = then.cards
            if undone.phase() != OVER and undone.decider() == seat:
                left = plus(left, undone.picked)
            shown = less(now.cards, left)
            now.seen = plus(then.seen, shown)
            if total(shown) > 0:
                now.seen_turn = undone.turn

    # -- plain data ------------------------------------------------------------------------------------------------

    def facts(self) -> dict[str, object]:
        facts: dict[str, object] = {
            "phase": PHASES[self.phase()],
            "active": int(self.active),
            "turn": int(self.turn),
            "quiet": int(self.quiet),
            "stirred": self.stirred,
            "deck": CARDS.pile(self.deck),
            "discard": CARDS.pile(self.discard),
            "picked": CARDS.pile(self.picked),
            "moved": UNITS.set(self.moved),
            "arrived": UNITS.set(self.arrived),
            "halted": UNITS.set(self.halted),
            "stopped": UNITS.set(self.stopped),
            "on mission": UNITS.set(self.away),
            "fired": UNITS.set(self.fired),
            "attacked": UNITS.set(self.attacked),
            "green": UNITS.set(self.green),
            "waiting": UNITS.set(self.waiting),
            "on roads": UNITS.set(self.roads),
            "veterans": UNITS.set(self.veterans),
            "with panzerfausts": UNITS.set(self.fausts),
            "led": UNITS.set(self.led),
            "exposed": UNITS.set(self.exposed),
            "bonus drawn": self.bonus_drawn,
            "fogged": fronts(self.fogged),
            "disordered": fronts(self.disordered),
            "in effect": [NAMES[name] for name in members_of(self.in_effect)],
            "aimed": [f"{NAMES[name]}: {aim_words(name, self.aim(name))}" for name in AIMED if self.aim(name) != 0],
            "front": FRONT_WORDS[self.front],
            "acting": UNITS.one(self.acting),
            "gun": CARDS.one(self.gun),
            "target": UNITS.one(self.target),
            "severe": self.severe,
            "rolls": int(self.rolls),
            "dice": int(self.dice),
            "to fire": UNITS.set(self.to_fire),
            "pools": counts_of(self.pools),
            "origins": counts_of(self.origins),
            "asked": int(self.asked),
            "passed": self.passed,
            "to rally": UNITS.set(self.to_rally),
            "doing": DOINGS[self.doing],
            "chosen": UNITS.one(self.chosen),
            "made": int(self.made),
        }
        for front, name in enumerate(FRONTS):
            facts[f"bonus {name}"] = int(self.missions_at(front))
            facts[f"toward {name}"] = UNITS.set(self.toward(front))
        for seat in range(2):
            hand = self.hand(seat)
            side = side_of(seat)
            facts[f"squad deck {seat}"] = UNITS.set(self.squads & side)
            facts[f"drawn {seat}"] = UNITS.set(self.drawn & side)
            for front, name in enumerate(FRONTS):
                facts[f"{name} {seat}"] = UNITS.set(self.at(front) & side)
            facts[f"lost {seat}"] = UNITS.set(self.lost & side)
            facts[f"hand {seat}"] = CARDS.pile(hand.cards)
            facts[f"seen {seat}"] = CARDS.pile(hand.seen)
            facts[f"seen turn {seat}"] = int(hand.seen_turn)
            facts[f"deduced {seat}"] = CARDS.pile(hand.deduced)
        for unit, name in enumerate(UNIT_NAMES):
            attached = [AMMO] if is_in(self.ammo, unit) else []
            attached += [BROKEN] if is_in(self.broken, unit) else []
            facts[name] = [NAMES[card] for card in attached]
            facts[f"{name} casualties"] = int(count(self.casualties, unit))
            facts[f"{name} pins"] = int(count(self.pins, unit))
        return facts

    def set_facts(self, facts: dict[str, object]) -> None:
        known = changed(META.title, self.facts(), facts)
        self.active = number(known["active"])
        self.turn = number(known["turn"])
        self.quiet = number(known["quiet"])
        self.stirred = bool(known["stirred"])
        self.deck = CARDS.pile_in(known["deck"])
        self.discard = CARDS.pile_in(known["discard"])
        self.picked = CARDS.pile_in(known["picked"])
        self.moved = UNITS.set_in(known["moved"])
        self.arrived = UNITS.set_in(known["arrived"])
        self.halted = UNITS.set_in(known["halted"])
        self.stopped = UNITS.set_in(known["stopped"])
        self.away = UNITS.set_in(known["on mission"])
        self.fired = UNITS.set_in(known["fired"])
        self.attacked = UNITS.set_in(known["attacked"])
        self.green = UNITS.set_in(known["green"])
        self.waiting = UNITS.set_in(known["waiting"])
        self.roads = UNITS.set_in(known["on roads"])
        self.veterans = UNITS.set_in(known["veterans"])
        self.fausts = UNITS.set_in(known["with panzerfausts"])
        self.led = UNITS.set_in(known["led"])
        self.exposed = UNITS.set_in(known["exposed"])
        self.bonus_drawn = bool(known["bonus drawn"])
        self.fogged = fronts_in(known["fogged"])
        self.disordered = fronts_in(known["disordered"])
        self.in_effect = CARDS.set_in(known["in effect"])
        self.aimed = 0
        for text in cast("list[str]", known["aimed"]):
            name, _, about = text.partition(": ")
            self.aim_at(CARDS.number(name), aim_code(about))
        self.front = index(FRONT_WORDS, known["front"])
        self.acting = UNITS.one_in(known["acting"])
        self.gun = CARDS.one_in(known["gun"])
        self.target = UNITS.one_in(known["target"])
        self.severe = bool(known["severe"])
        self.rolls = number(known["rolls"])
        self.dice = number(known["dice"])
        self.to_fire = UNITS.set_in(known["to fire"])
        self.pools = counts_in(known["pools"])
        self.origins = counts_in(known["origins"])
        self.asked = number(known["asked"])
        self.passed = bool(known["passed"])
        self.to_rally = UNITS.set_in(known["to rally"])
        self.doing = index(DOINGS, known["doing"])
        self.chosen = UNITS.one_in(known["chosen"])
        self.made = number(known["made"])
        self.missions = 0
        for front, name in enumerate(FRONTS):
            self.missions |= number(known[f"bonus {name}"]) << (8 * front)
        self.toward_left = UNITS.set_in(known["toward Left"])
        self.toward_center = UNITS.set_in(known["toward Center"])
        self.toward_right = UNITS.set_in(known["toward Right"])
        self._set_places(known)
        phase = index(PHASES, known["phase"])
        if self.phase() != phase:
            self.set_stack([BELOW[phase], phase] if phase in BELOW else [phase])

    def _set_places(self, known: Mapping[str, object]) -> None:
        """The facts of each side and of each unit; every card must lie in one place."""
        self.squads = UNITS.set_in(known["squad deck 0"]) | UNITS.set_in(known["squad deck 1"])
        self.drawn = UNITS.set_in(known["drawn 0"]) | UNITS.set_in(known["drawn 1"])
        self.left = UNITS.set_in(known["Left 0"]) | UNITS.set_in(known["Left 1"])
        self.center = UNITS.set_in(known["Center 0"]) | UNITS.set_in(known["Center 1"])
        self.right = UNITS.set_in(known["Right 0"]) | UNITS.set_in(known["Right 1"])
        self.lost = UNITS.set_in(known["lost 0"]) | UNITS.set_in(known["lost 1"])
        for seat in range(2):
            hand = self.hand(seat)
            hand.cards = CARDS.pile_in(known[f"hand {seat}"])
            hand.seen = CARDS.pile_in(known[f"seen {seat}"])
            hand.seen_turn = number(known[f"seen turn {seat}"])
            hand.deduced = CARDS.pile_in(known[f"deduced {seat}"])
        self.ammo = self.broken = 0
        for unit, name in enumerate(UNIT_NAMES):
            for card in copies(CARDS.pile_in(known[name])):
                if card not in (AMMO, BROKEN):
                    raise BadInput(f"{NAMES[card]} does not lie with a unit.")
                self.ammo |= bit(unit) if card == AMMO else 0
                self.broken |= bit(unit) if card == BROKEN else 0
            self.casualties = with_count(self.casualties, unit, number(known[f"{name} casualties"]))
            self.pins = with_count(self.pins, unit, number(known[f"{name} pins"]))
        self._check_places(known)
        check_taken(known, self.facts())

    def _check_places(self, known: Mapping[str, object]) -> None:
        sides = ("squad deck", "drawn", *FRONTS, "lost")
        listed = [name for seat in range(2) for place in sides for name in cast("list[str]", known[f"{place} {seat}"])]
        for seat in range(2):
            strangers = UNITS.set_in([n for place in sides for n in cast("list[str]", known[f"{place} {seat}"])])
            for unit in members_of(strangers & ~side_of(seat)):
                raise BadInput(f"{UNIT_NAMES[unit]} is of the other side.")
        for place in ("deck", "discard", "picked", "hand 0", "hand 1", *UNIT_NAMES):
            listed += cast("list[str]", known[place])
        check_all_there(COPIES, listed)
        marked = some(self.casualties) | some(self.pins) | self.ammo | self.broken
        for unit in members_of(marked & ~self.in_play()):
            raise BadInput(f"{UNIT_NAMES[unit]} is not in play: nothing can lie on it.")
        for unit in members_of(some(self.casualties)):
            if count(self.casualties, unit) >= self.tables.strength[unit]:
                raise BadInput(f"{UNIT_NAMES[unit]} has casualties enough to be destroyed.")


def amount_of(tables: Tables, name: i64) -> i64:
    """The number of a Tactics card: rolls, dice or a modifier."""
    stored: i64 = tables.amount[name]
    return stored - 1


def front_code(seat: i64, front: i64) -> i64:
    """A Front of a side as one number, from 1."""
    return seat * len(FRONTS) + front + 1


def aim_words(name: i64, code: i64) -> str:
    """What a card is at work on, as a word of the facts."""
    if EFFECT[name] in (DICE, ENTRENCH):
        return UNIT_NAMES[code - 1]
    seat, front = divmod(int(code) - 1, len(FRONTS))
    return f"{META.seats[seat]} {FRONTS[front]}"


def aim_code(words: str) -> int:
    """The reverse of `aim_words`."""
    if words in UNIT_NAMES:
        return UNIT_NAMES.index(words) + 1
    seat, _, front = words.partition(" ")
    return front_code(index(META.seats, seat), index(FRONTS, front))


def fronts(word: i64) -> list[str]:
    """The names of a set of Fronts."""
    return [FRONTS[front] for front in members_of(word)]


def counts_of(numbers: tuple[i64, i64, i64, i64, i64]) -> list[str]:
    """A number for some units, each as `Rifle Squad 1: 2`."""
    return [f"{UNIT_NAMES[unit]}: {int(count(numbers, unit))}" for unit in members_of(some(numbers))]


def counts_in(listed: object) -> tuple[i64, i64, i64, i64, i64]:
    """The reverse of `counts_of`."""
    numbers: tuple[i64, i64, i64, i64, i64] = nothing()
    for text in cast("list[str]", listed):
        name, _, value = text.partition(": ")
        numbers = with_count(numbers, UNITS.number(name), number(int(value)))
    return numbers


def fronts_in(listed: object) -> int:
    """The Fronts of a list."""
    return word_of(sorted({index(FRONTS, name) for name in cast("list[str]", listed)}))
