"""The cards of Company Commander by number, and the constants derived from cards and house rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander.meta import LAST_TURN, META
from grognard.games.company_commander import names as n
from grognard.kernel.content.cardfile import CardFact, copies_of_pieces, read_cards, rows_of_pieces
from grognard.kernel.content.fields import PieceNames
from grognard.kernel.content.options import HouseRules
from grognard.kernel.errors import BadInput
from grognard.kernel.cardsets.bits import word_of
from grognard.kernel.cardsets.counts import MOST, counted

FACTS: Final[list[CardFact]] = read_cards("grognard.games.company_commander")
_SQUADS: Final = [fact for fact in FACTS if fact.deck != "tactics"]
_TACTICS: Final = [fact for fact in FACTS if fact.deck == "tactics"]


def _copies_of_units() -> list[int]:
    """Returns the number of each unit among those of its name, counted through both decks; 0 if it is the only one."""
    printed = [fact.name for fact in _SQUADS for _copy in range(fact.copies)]
    return [0 if printed.count(name) == 1 else printed[: i + 1].count(name) for i, name in enumerate(printed)]


def _unit_names() -> list[str]:
    """The name of every unit, with a number after it if there are copies."""
    printed = [fact.name for fact in _SQUADS for _copy in range(fact.copies)]
    return [f"{name} {copy}" if copy else name for name, copy in zip(printed, _copies_of_units(), strict=True)]


# The pieces: each American unit, each German unit, then the names of the Tactics cards.
UNITS_IN_ALL: Final = 41
AMERICANS_IN_ALL: Final = 22
NAMES: Final = [fact.name for fact in _TACTICS]
UNIT_NAMES: Final = _unit_names()
PIECES: Final = UNIT_NAMES + NAMES
ROWS: Final = rows_of_pieces(_SQUADS, _TACTICS)
COPY: Final = _copies_of_units() + [0] * len(NAMES)
COPIES: Final = copies_of_pieces(UNIT_NAMES, _TACTICS)
UNITS: Final = PieceNames(META.title, UNIT_NAMES, NAMES)
CARDS: Final = PieceNames(META.title, NAMES, UNIT_NAMES)

# The effect of each Tactics card, and the kind of target it is played on.
EFFECT: Final[bytes] = bytes([n.EFFECTS.index(fact.text("effect")) for fact in _TACTICS])

TARGET: Final[bytes] = bytes([n.TARGETS.index(fact.text("target")) for fact in _TACTICS])


def names_with(*effects: int) -> list[int]:
    """The Tactics cards with one of these effects, in ascending order."""
    return [name for name in range(len(NAMES)) if EFFECT[name] in effects]


# Cards in effect on one unit or one Front are stored in slots of one word, six bits each.
AIMED: Final = names_with(n.DICE, n.ENTRENCH, n.OWN_FRONT, n.OBSERVE, n.RECONNAISSANCE)
SLOT: Final[bytes] = bytes([AIMED.index(name) if name in AIMED else 255 for name in range(len(NAMES))])
SLOT_BITS: Final = 6
SLOT_MASK: Final = 63

# The cards that stay attached to a unit; each has one copy.
AMMO: Final[int] = names_with(n.OUT_OF_AMMO)[0]
BROKEN: Final[int] = names_with(n.BREAKDOWN)[0]


def pieces_of(names: Sequence[int]) -> list[int]:
    """Returns the piece numbers of Tactics cards."""
    return [UNITS_IN_ALL + name for name in names]


def piece_or_none(name: i64) -> i64:
    """Returns the piece number of a Tactics card; NONE stays NONE."""
    return n.NONE if name == n.NONE else UNITS_IN_ALL + name


def units_where(column: str, value: str) -> list[int]:
    """The units with this word in a column of the card table."""
    rows = [row for row, fact in enumerate(_SQUADS) if value in str(fact.columns[column] or "").split(" + ")]
    return [unit for unit in range(UNITS_IN_ALL) if ROWS[unit] in rows]


def units_with(column: str) -> int:
    """The units with a number in a column of the card table, as a set."""
    return word_of([unit for unit in range(UNITS_IN_ALL) if FACTS[ROWS[unit]].columns[column] is not None])


# The names of the windows of CC-10.1 in the card table, by phase.
WINDOWS: Final = {
    n.DEPLOY: "deploy", n.MOVE: "move", n.TACTICS: "tactics", n.RECON: "recon", n.MISSION: "mission",
    n.SUPPRESSION: "suppression", n.FIRE: "fire", n.HIT: "hit", n.ASSAULT: "assault", n.ATTACK: "attack",
    n.BATTLE: "battle", n.DIE: "die", n.RALLY: "rally", n.LEADER: "leader", n.RALLIED: "rallied",
}  # fmt: skip


def _played_in(phase: int, role: str) -> int:
    """The names that the active player or the opponent can play in a window."""
    window = WINDOWS.get(phase, "no window")
    return word_of([i for i, fact in enumerate(_TACTICS) if window in str(fact.columns[role] or "").split(" + ")])


def _only(units: str) -> int:
    """The names that can be played only on these units."""
    return word_of([name for name, fact in enumerate(_TACTICS) if fact.columns["only"] == units])


def _only_of(side: str) -> int:
    """The names that only this side can play."""
    return word_of([name for name, fact in enumerate(_TACTICS) if fact.columns["side"] == side])


@final
@mypyc_attr(acyclic=True)
class Kinds:
    """Sets of units by class (CC-1.2) and of Tactics cards by window and effect."""

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
        # The units that Anti-Tank hits first (CC-6.6).
        self.prey: i64 = self.vehicles | word_of(units_where("class", "artillery"))
        self.snipers: i64 = word_of(units_where("class", "sniper"))
        self.no_assault: i64 = word_of(units_where("class", "no assault"))
        # Units with a trait that has a number, even 0. Options can change the number, but not who has the trait.
        self.scouts: i64 = units_with("recon")
        self.suppressors: i64 = units_with("suppression")
        self.armored: i64 = units_with("armor")
        # By phase: the cards that the active player and the opponent may play there (CC-10.1).
        self.active: list[int] = [_played_in(phase, "active") for phase in range(len(META.phases))]
        self.opponent: list[int] = [_played_in(phase, "opponent") for phase in range(len(META.phases))]
        # By side: the cards that only this side can play (CC-10.5).
        self.only_of: list[int] = [_only_of("american"), _only_of("german")]
        self.single: i64 = word_of([i for i, fact in enumerate(_TACTICS) if fact.copies == 1])
        self.mines: i64 = word_of(names_with(n.MINES))
        self.simultaneous: i64 = word_of(names_with(n.SIMULTANEOUS))
        self.for_attackers: i64 = word_of(names_with(n.ATTACKERS))
        self.for_defenders: i64 = word_of(names_with(n.DEFENDERS))
        self.for_engineers: i64 = _only("engineering")
        self.for_recon_teams: i64 = _only("recon team")
        self.for_infantry: i64 = _only("infantry")
        self.dice: list[int] = names_with(n.DICE)
        self.fronts: list[int] = names_with(n.OWN_FRONT)
        self.observers: list[int] = names_with(n.OBSERVE, n.RECONNAISSANCE)
        self.trenches: list[int] = names_with(n.ENTRENCH)


KIND: Final = Kinds()


def side_of(seat: i64) -> i64:
    """All units of a side."""
    return KIND.americans if seat == n.AMERICAN else KIND.germans


def owner_of(unit: i64) -> i64:
    """The side of a unit."""
    return n.AMERICAN if unit < AMERICANS_IN_ALL else n.GERMAN


@final
@mypyc_attr(acyclic=True)
class Tables:
    """The numbers and house rules of one loaded game; immutable, shared by all its states."""

    def __init__(self, facts: Sequence[CardFact], rules: HouseRules) -> None:
        units = [facts[ROWS[unit]] for unit in range(UNITS_IN_ALL)]
        tactics = [facts[ROWS[piece]] for piece in range(UNITS_IN_ALL, len(ROWS))]
        self.strength: bytes = _column(units, "strength")
        self.recon: bytes = _column(units, "recon")
        self.suppression: bytes = _column(units, "suppression")
        self.armor: bytes = _column(units, "armor")
        self.assault: bytes = _column(units, "assault")
        self.defense: bytes = _column(units, "defense")
        # Stored plus 1, because these may be -1.
        self.rally: bytes = _column(units, "rally", 1)
        self.amount: bytes = _column(tactics, "amount", 1)
        squads = word_of(units_where("letters", "UI"))
        halves = word_of([unit for unit in range(AMERICANS_IN_ALL) if units[unit].name == "Half Squad"])
        self.infantry: i64 = squads | (halves if rules.is_("half_squad_is_infantry", "on") else 0)
        most = max(self.strength) + max(self.defense) + sum(self.amount[name] - 1 for name in KIND.dice)
        if min(self.strength) < 1:
            raise BadInput("A unit needs a Strength of at least 1.")
        if most > MOST:
            raise BadInput(f"A unit could have {most} Fire dice, but the limit is {MOST}. Use smaller numbers.")
        self.two_squads: bool = rules.is_("first_turn_two_squads", "on")
        self.immediate_rout: bool = rules.is_("immediate_rout", "on")
        self.same_front: bool = rules.is_("leader_same_front", "on")
        self.arrivals_wait: bool = rules.is_("arrivals_cannot_assault", "on")
        self.both_rally: bool = rules.is_("both_sides_rally", "on")
        # Three Fronts win from the end of this turn on; 0: never (CC-1.7).
        self.fronts_at_end: bool = rules.is_("v2", "turn_end")
        self.fronts_from: i64 = 0 if rules.is_("v2", "off") else 4 if self.fronts_at_end else rules.number("v2")
        self.losses: i64 = rules.number("victory_count")
        # CC-11.1: the quiet turns that end the game; with `stall` = `off`, only the number of all turns ends it.
        self.stalls: bool = not rules.is_("stall", "off")
        self.stall: i64 = rules.number("stall") if self.stalls else LAST_TURN
        self.all_cards: tuple[i64, i64, i64, i64, i64] = counted(
            [name for name, fact in enumerate(_TACTICS) for _copy in range(fact.copies)]
        )


def _column(facts: Sequence[CardFact], column: str, more: int = 0) -> bytes:
    return bytes([more + (0 if fact.columns[column] is None else fact.number(column)) for fact in facts])


def decks(rules: HouseRules) -> dict[str, Sequence[str]]:
    """The cards of each deck before the deal (CC-1.3)."""
    return {
        "squad deck 0": UNIT_NAMES[:AMERICANS_IN_ALL],
        "squad deck 1": UNIT_NAMES[AMERICANS_IN_ALL:],
        "deck": [fact.name for fact in _TACTICS for _copy in range(fact.copies)],
    }


def amount_of(tables: Tables, name: i64) -> i64:
    """The printed number of a Tactics card: rolls, dice or a modifier."""
    stored: i64 = tables.amount[name]
    return stored - 1


def amounts_of(tables: Tables, names: Sequence[int]) -> list[int]:
    """The printed numbers of Tactics cards."""
    return [amount_of(tables, name) for name in names]


def front_code(seat: i64, front: i64) -> i64:
    """A side's Front as one number, from 1."""
    return seat * len(n.FRONTS) + front + 1
