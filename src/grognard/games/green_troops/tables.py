"""The cards of Green Troops by number, and the constants derived from cards and house rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.green_troops.meta import META
from grognard.kernel.content.cardfile import CardFact, copies_of_pieces, read_cards, rows_of_pieces
from grognard.kernel.content.fields import PieceNames
from grognard.kernel.content.options import HouseRules
from grognard.kernel.errors import BadInput
from grognard.kernel.cardsets.bits import ones, word_of
from grognard.kernel.cardsets.counts import MOST

FACTS: Final[list[CardFact]] = read_cards("grognard.games.green_troops")
_ARMY: Final = [fact for fact in FACTS if fact.deck == "army"]
_BATTLE: Final = [fact for fact in FACTS if fact.deck == "battle"]

# The pieces: each Unit, then the names of the Battle cards, whose copies are interchangeable.
UNITS_IN_ALL: Final = 56
NAMES: Final = [fact.name for fact in _BATTLE]
UNIT_NAMES: Final = [
    fact.name if fact.copies == 1 else f"{fact.name} {copy}" for fact in _ARMY for copy in range(1, fact.copies + 1)
]
_UNIT_COPIES: Final = [copy if fact.copies > 1 else 0 for fact in _ARMY for copy in range(1, fact.copies + 1)]
PIECES: Final = UNIT_NAMES + NAMES
ROWS: Final = rows_of_pieces(_ARMY, _BATTLE)
COPY: Final = _UNIT_COPIES + [0] * len(NAMES)
COPIES: Final = copies_of_pieces(UNIT_NAMES, _BATTLE)
UNITS: Final = PieceNames(META.title, UNIT_NAMES, NAMES)
CARDS: Final = PieceNames(META.title, NAMES, UNIT_NAMES)

# The type of each Battle card, and its special effect.
TYPES: Final = ["S", "M", "O", "F", "L", "T", "E"]
SHOOT: Final = 0
MELEE: Final = 1
LEADER: Final = 4
TERRAIN: Final = 5
TYPE: Final[bytes] = bytes([TYPES.index(fact.text("type")) for fact in _BATTLE])
EFFECTS: Final = [
    "None", "kill leader", "spy", "barrage", "hand", "melee bonus", "shoot bonus", "cover", "reserve", "outflank",
    "extra turn", "dispatch", "fog", "rout", "screen", "draw", "rally", "pursuit",
]  # fmt: skip
KILL_LEADER: Final = 1
SPY: Final = 2
BARRAGES: Final = 3
HAND: Final = 4
MELEE_BONUS: Final = 5
SHOOT_BONUS: Final = 6
COVER: Final = 7
REINFORCE: Final = 8
OUTFLANK: Final = 9
EXTRA_TURN: Final = 10
DISPATCHES: Final = 11
FOG: Final = 12
ROUTS: Final = 13
SCREEN: Final = 14
DRAW: Final = 15
RALLY: Final = 16
PURSUIT: Final = 17
EFFECT: Final[bytes] = bytes([EFFECTS.index(fact.text("effect")) for fact in _BATTLE])


def names_of(types: str) -> list[int]:
    """The names of Battle cards of these types, in ascending order."""
    return [name for name in range(len(NAMES)) if TYPES[TYPE[name]] in types]


def pieces_of(types: str) -> list[int]:
    """The piece numbers of Battle cards of these types, in ascending order."""
    return [UNITS_IN_ALL + name for name in names_of(types)]


# The Leaders and the Terrain cards have one copy each and are in consecutive rows of the card table.
FIRST_LEADER: Final[int] = names_of("L")[0]
FIRST_TERRAIN: Final[int] = names_of("T")[0]


@final
@mypyc_attr(acyclic=True)
class Kinds:
    """Sets of Units by class (GT-1.6), sets of Battle cards by type, and the users and targets of each card."""

    def __init__(self) -> None:
        self.all_units: i64 = word_of(range(UNITS_IN_ALL))
        self.line: i64 = self._class("line")
        self.light_infantry: i64 = self._class("light infantry")
        self.artillery: i64 = self._class("artillery")
        self.heavy_cavalry: i64 = self._class("heavy cavalry")
        self.light_cavalry: i64 = self._class("light cavalry")
        self.guns: i64 = self._class("guns")
        self.infantry: i64 = self.line | self.light_infantry
        self.cavalry: i64 = self.heavy_cavalry | self.light_cavalry
        self.light_troops: i64 = self.light_infantry | self.light_cavalry
        self.attacks: i64 = word_of(names_of("SM"))
        self.melees: i64 = word_of(names_of("M"))
        self.opportunities: i64 = word_of(names_of("O"))
        self.defenses: i64 = word_of(names_of("F"))
        self.counter_charges: i64 = word_of([i for i in names_of("O") if _BATTLE[i].columns["users"] == "cavalry"])
        self.leaders: i64 = word_of(names_of("L"))
        self.terrains: i64 = word_of(names_of("T"))
        self.orders: i64 = word_of([i for i in names_of("LTE") if EFFECT[i] != ROUTS])
        self.routs: i64 = word_of([i for i in names_of("E") if EFFECT[i] == ROUTS])
        self.events: i64 = word_of([i for i in names_of("E") if EFFECT[i] not in (REINFORCE, RALLY, ROUTS)])
        self.light_infantry_only: i64 = word_of(
            [i for i in names_of("SM") if _BATTLE[i].columns["against"] == "light infantry"]
        )
        # The users of each card, and the attackers it answers when they shoot or charge (GT-7.1, 8.1).
        self.users: list[int] = [self._users(str(fact.columns["users"] or "any")) for fact in _BATTLE]
        self.stops_shots_of: list[int] = [self._attackers(fact, "shoot") for fact in _BATTLE]
        self.stops_melees_of: list[int] = [self._attackers(fact, "melee") for fact in _BATTLE]
        self.stops_any_of: list[int] = [self.stops_shots_of[i] & self.stops_melees_of[i] for i in range(len(_BATTLE))]

    def _class(self, name: str) -> int:
        found = [row for row, fact in enumerate(_ARMY) if name in fact.text("class").split(" + ")]
        return word_of([unit for unit in range(UNITS_IN_ALL) if ROWS[unit] in found])

    def _users(self, text: str) -> int:
        if " or " in text:
            first, _, second = text.partition(" or ")
            return self._users(first) | self._users(second)
        return {
            "any": self.all_units,
            "infantry": self.infantry,
            "cavalry": self.cavalry,
            "non-cavalry": self.all_units & ~self.cavalry,
            "light troops": self.light_troops,
            "cavalry with guns": self.cavalry & self.guns,
        }.get(text) or self._class(text)

    def _attackers(self, fact: CardFact, kind: str) -> int:
        """The attackers that a card can answer in an attack of this kind."""
        words = str(fact.columns["against"] or "").split()
        if not {"shoot", "melee"} & set(words):
            return self._users(" ".join(words))
        return self._users(" ".join(words[:-1]) or "any") if words[-1] == kind else 0


KIND: Final = Kinds()

# The types in each pile that balanced forces are dealt from (GT-13.2); Dragoons are with the Light Cavalry.
BALANCE: Final = [["LN"], ["LI"], ["LC", "DR"], ["HC"], ["AR"]]


@final
@mypyc_attr(acyclic=True)
class Tables:
    """The numbers and house rules of one loaded game; immutable, shared by all its states."""

    def __init__(self, facts: Sequence[CardFact], rules: HouseRules) -> None:
        battle = [fact for fact in facts if fact.deck == "battle"]
        units = [facts[ROWS[unit]] for unit in range(UNITS_IN_ALL)]
        self.defense: bytes = bytes([fact.number("defense") for fact in units])
        # Stored plus 1, because an Attack may be -1.
        self.attack: bytes = bytes([fact.number("attack") + 1 for fact in units])
        self.damage: bytes = _column(battle, "damage")
        self.deadly: i64 = max(self.defense) + 1  # the damage that defeats any Unit as printed (GT-1.5)
        self.markers: bytes = _column(battle, "markers")
        self.draw: bytes = _column(battle, "draw")
        self.amount: bytes = _column(battle, "amount")
        # The bonuses of Leaders and Terrain by code; code 0 means none (GT-1.4, 1.8).
        leaders = [fact for fact in battle if fact.text("type") == "L"]
        terrains = [fact for fact in battle if fact.text("type") == "T"]
        self.leader_defense: bytes = b"\0" + _column(leaders, "defense")
        self.leader_attack: bytes = b"\0" + _column(leaders, "attack")
        self.leader_melee: bytes = b"\0" + _amounts(leaders, "melee bonus")
        self.leader_hand: bytes = b"\0" + _amounts(leaders, "hand")
        self.terrain_defense: bytes = b"\0" + _column(terrains, "defense")
        self.terrain_shoot: bytes = b"\0" + _amounts(terrains, "shoot bonus")
        self.terrain_cover: bytes = b"\0" + _amounts(terrains, "cover")
        toughest = max(self.defense) + max(self.leader_defense) + max(self.terrain_defense)
        if toughest > MOST:
            raise BadInput(f"A Unit could have a Defense of {toughest}, but the limit is {MOST}. Use smaller numbers.")
        self.seats: i64 = rules.number("seats")
        self.retire: bool = rules.is_("retire", "on")
        self.balanced: bool = rules.is_("balanced", "on")
        self.reserve_once: bool = rules.is_("reserve_once", "on")
        self.barrage_sure: bool = rules.is_("barrage_sure", "on")
        self.rout_follow: bool = rules.is_("rout_follow", "on")
        self.answer_opportunity: bool = rules.is_("answer_opportunity", "on")
        # The cards that get the melee bonus (GT-1.7, 7.2).
        self.in_melee: i64 = KIND.melees | (KIND.counter_charges if rules.is_("major_counter", "on") else 0)
        self.mounted_dragoons: bool = rules.is_("mounted_dragoons", "on")
        self.open_allies: bool = rules.is_("open_allies", "on")
        self.night: i64 = rules.number("night_turns") * self.seats
        # The decks of this game, and the Units of each kind for the deal (GT-2.2, 13.1, 13.2).
        box = decks(rules)
        self.all_units: i64 = UNITS.set_in(box["army deck"])
        self.all_cards: tuple[i64, i64, i64, i64, i64] = CARDS.pile_in(box["deck"])
        self.unused_units: i64 = KIND.all_units & ~self.all_units
        self.kinds: list[int] = [self.all_units & _dealt_as(types) for types in BALANCE]
        if self.balanced and min(map(ones, self.kinds)) < self.seats:
            raise BadInput("Balanced forces need a Unit of each kind for every seat (GT-13.2).")


def _column(facts: Sequence[CardFact], column: str) -> bytes:
    return bytes([0 if fact.columns[column] is None else fact.number(column) for fact in facts])


def _amounts(facts: Sequence[CardFact], effect: str) -> bytes:
    return bytes([fact.number("amount") if fact.columns["effect"] == effect else 0 for fact in facts])


def _dealt_as(types: Sequence[str]) -> i64:
    """The Units of these types."""
    return word_of([unit for unit in range(UNITS_IN_ALL) if FACTS[ROWS[unit]].text("type") in types])


def decks(rules: HouseRules) -> dict[str, Sequence[str]]:
    """The cards of each deck before the deal. A quick start uses one of each name; the rest are away (GT-13.1)."""
    if rules.is_("quick", "off"):
        return {"army deck": UNIT_NAMES, "deck": [fact.name for fact in _BATTLE for _copy in range(fact.copies)]}
    first = [name for unit, name in enumerate(UNIT_NAMES) if ROWS.index(ROWS[unit]) == unit]
    more = [fact.name for fact in _BATTLE for _copy in range(fact.copies - 1)]
    return {"army deck": first, "deck": NAMES, "away": [*(name for name in UNIT_NAMES if name not in first), *more]}
