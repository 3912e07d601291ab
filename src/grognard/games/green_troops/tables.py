"""The cards of Green Troops by number, and the constants derived from cards and house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.green_troops import names as n
from grognard.games.green_troops.meta import LEAST_ATTACK, META
from grognard.kernel.content.cardfile import CardFact, read_cards
from grognard.kernel.content.options import HouseRules
from grognard.kernel.engine.actions import ActionSpace, Window
from grognard.kernel.engine.card_set import UnitsAndPiles
from grognard.kernel.errors import BadInput
from grognard.kernel.cardsets.bits import ones, word_of
from grognard.kernel.cardsets.counts import MOST

FACTS: Final[list[CardFact]] = read_cards("grognard.games.green_troops")

# GT-2.2, 2.4: the deal.
FIRST_UNITS: Final = 5
FIRST_HAND: Final = 5

# The type of each Battle card, and its special effect.
TYPES: Final = ["S", "M", "O", "F", "L", "T", "E"]
SHOOT: Final = 0
MELEE: Final = 1
LEADER: Final = 4
TERRAIN: Final = 5
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


@final
@mypyc_attr(acyclic=True)
class Kinds:
    """Sets of Units by class (GT-1.6), sets of Battle cards by type, and the users and targets of each card."""

    def __init__(self, cards: Cards) -> None:
        self._units: list[CardFact] = cards.unit_facts
        battle = cards.name_facts
        effect = cards.effect
        names_of = cards.names_of
        self.all_units: i64 = word_of(range(len(self._units)))
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
        self.counter_charges: i64 = word_of([i for i in names_of("O") if battle[i].columns["users"] == "cavalry"])
        self.leaders: i64 = word_of(names_of("L"))
        self.terrains: i64 = word_of(names_of("T"))
        self.orders: i64 = word_of([i for i in names_of("LTE") if effect[i] != ROUTS])
        self.routs: i64 = word_of([i for i in names_of("E") if effect[i] == ROUTS])
        self.events: i64 = word_of([i for i in names_of("E") if effect[i] not in (REINFORCE, RALLY, ROUTS)])
        self.light_infantry_only: i64 = word_of(
            [i for i in names_of("SM") if battle[i].columns["against"] == "light infantry"]
        )
        # The users of each card, and the attackers it answers when they shoot or charge (GT-7.1, 8.1).
        self.users: list[int] = [self._users(str(fact.columns["users"] or "any")) for fact in battle]
        self.stops_shots_of: list[int] = [self._attackers(fact, "shoot") for fact in battle]
        self.stops_melees_of: list[int] = [self._attackers(fact, "melee") for fact in battle]
        self.stops_any_of: list[int] = [self.stops_shots_of[i] & self.stops_melees_of[i] for i in range(len(battle))]

    def _class(self, name: str) -> int:
        return word_of([unit for unit, fact in enumerate(self._units) if name in fact.text("class").split(" + ")])

    def _users(self, text: str) -> int:
        if " or " in text:
            first, _, second = text.partition(" or ")
            return self._users(first) | self._users(second)
        named: dict[str, int] = {
            "any": self.all_units,
            "infantry": self.infantry,
            "cavalry": self.cavalry,
            "non-cavalry": self.all_units & ~self.cavalry,
            "light troops": self.light_troops,
            "cavalry with guns": self.cavalry & self.guns,
        }
        return named[text] if text in named else self._class(text)

    def _attackers(self, fact: CardFact, kind: str) -> int:
        """The attackers that a card can answer in an attack of this kind."""
        words = str(fact.columns["against"] or "").split()
        if not {"shoot", "melee"} & set(words):
            return self._users(" ".join(words))
        return self._users(" ".join(words[:-1]) or "any") if words[-1] == kind else 0


@final
@mypyc_attr(acyclic=True)
class Cards(UnitsAndPiles):
    """The cards of a loaded game by number, their kinds, and all actions; house rules only mask these.

    A Unit's Leader and its Terrain are kept as codes from 1, the number of the card among the Leaders or the Terrain.
    """

    def __init__(self, facts: Sequence[CardFact]) -> None:
        super().__init__(META.title, facts, ["army"], "battle")
        self.type: bytes = bytes([TYPES.index(fact.text("type")) for fact in self.name_facts])
        self.effect: bytes = bytes([EFFECTS.index(fact.text("effect")) for fact in self.name_facts])
        self.kinds: Kinds = Kinds(self)
        leaders = self.names_of("L")
        terrains = self.names_of("T")
        for called, found in (("Leaders", leaders), ("Terrain cards", terrains)):
            if len(found) > MOST:
                raise BadInput(f"{META.title} can have {MOST} different {called} at most, not {len(found)}.")
        # The name behind each code that a pile can count, and the code of each name.
        self.leader_names: bytes = bytes([0, *leaders]).ljust(MOST + 1, b"\0")
        self.terrain_names: bytes = bytes([0, *terrains]).ljust(MOST + 1, b"\0")
        codes = {name: code for kind in (leaders, terrains) for code, name in enumerate(kind, start=1)}
        self.code: bytes = bytes([codes.get(name, 0) for name in range(len(self.names))])
        # Whether there are equal Leaders, or equal Terrain.
        self.equal_leaders: bool = any(self.name_facts[i].copies > 1 for i in leaders)
        self.equal_terrains: bool = any(self.name_facts[i].copies > 1 for i in terrains)
        self.actions = self._action_space()

    def names_of(self, types: str) -> list[int]:
        """Returns the names of Battle cards of these types, in ascending order."""
        return [name for name in range(len(self.names)) if TYPES[self.type[name]] in types]

    def _pieces(self, types: str) -> list[int]:
        return self.pieces_of(self.names_of(types))

    def _action_space(self) -> ActionSpace:
        """Returns the actions. A verb that several phases share is listed once."""
        first = int(self.units_in_all)
        units = list(range(first))
        of = self._pieces
        return ActionSpace(
            [
                Window(n.RESERVE, ["PASS"], "PLAY", of("LTE"), phases=(n.RESERVE, n.ROUT, n.AFTERMATH), first=first),
                Window(n.SEAT, [f"SEAT {name}" for name in META.seats]),
                Window(n.MOVES, [], "MOVE", of("L"), phases=(n.RESERVE,), first=first, stranger=n.NOT_YOUR_LEADER),
                Window(n.ATTACK, [], "ATTACK", of("SM"), first=first),
                Window(n.OPPORTUNITY, [], "OPP", of("O"), first=first),
                Window(n.DEFEND, [], "DEFEND", of("F"), phases=(n.DEFEND, n.BARRAGE, n.ANSWER), first=first),
                Window(n.CAPTURE, [], "TAKE", of("T"), first=first, stranger=n.NOT_LEFT_BEHIND),
                Window(n.DISPATCH, [], "DISCARD", of("SMOFLTE"), phases=(n.DISPATCH, n.LIMIT), first=first),
                Window(n.UNIT, [], "UNIT", units, stranger=n.NOT_YOUR_UNIT),
                Window(n.TARGET, [], "TARGET", units, stranger=n.NOT_AN_ENEMY),
            ],
            self.pieces,
        )

    def decks(self, rules: HouseRules) -> Mapping[str, Sequence[str]]:
        """A quick start uses one of each name; the rest are away (GT-13.1)."""
        every = self.copies_of_names()
        if rules.is_("quick", "off"):
            return {"army deck": self.unit_names, "deck": every}
        rows = self.rows
        first = [name for unit, name in enumerate(self.unit_names) if rows.index(rows[unit]) == unit]
        away = [name for name in self.unit_names if name not in first]
        more = [fact.name for fact in self.name_facts for _copy in range(fact.copies - 1)]
        return {"army deck": first, "deck": self.names, "away": [*away, *more]}


# The types in each pile that balanced forces are dealt from (GT-13.2); Dragoons are with the Light Cavalry.
BALANCE: Final = [["LN"], ["LI"], ["LC", "DR"], ["HC"], ["AR"]]
_PILES: Final = ["Line Infantry", "Light Infantry", "Light Cavalry", "Heavy Cavalry", "Artillery"]


@final
@mypyc_attr(acyclic=True)
class Tables:
    """The numbers and house rules of one loaded game; immutable, shared by all its states."""

    def __init__(self, facts: Sequence[CardFact], rules: HouseRules, cards: Cards) -> None:
        self.cards: Cards = cards
        self.kinds: Kinds = cards.kinds
        self.units_in_all: i64 = cards.units_in_all
        self.type: bytes = cards.type
        self.effect: bytes = cards.effect
        self.code: bytes = cards.code
        self.seats: i64 = rules.number("seats")
        # The decks of this game, and the Units of each kind for the deal (GT-2.2, 13.1, 13.2).
        box = cards.decks(rules)
        _check_deal(len(box["army deck"]), len(box["deck"]), rules)
        self.all_units: i64 = cards.units.set_in(box["army deck"])
        self.all_cards: tuple[i64, i64, i64, i64, i64] = cards.cards.pile_in(box["deck"])
        self.unused_cards: tuple[i64, i64, i64, i64, i64] = cards.cards.pile_in(list(box.get("away", ())))
        self.unused_units: i64 = self.kinds.all_units & ~self.all_units
        self.piles: list[int] = [self.all_units & _dealt_as(cards, types) for types in BALANCE]
        self.balanced: bool = rules.is_("balanced", "on")
        if self.balanced:
            _check_balance(self.piles, int(self.seats))
        rows = cards.each(facts)
        units = rows[: cards.units_in_all]
        battle = rows[cards.units_in_all :]
        self.defense: bytes = bytes([fact.number("defense") for fact in units])
        # Stored above the least possible Attack, because an Attack may be negative.
        self.attack: bytes = bytes([fact.number("attack") - LEAST_ATTACK for fact in units])
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
        self.retire: bool = rules.is_("retire", "on")
        self.reserve_once: bool = rules.is_("reserve_once", "on")
        self.barrage_sure: bool = rules.is_("barrage_sure", "on")
        self.rout_follow: bool = rules.is_("rout_follow", "on")
        self.answer_opportunity: bool = rules.is_("answer_opportunity", "on")
        # The cards that get the melee bonus (GT-1.7, 7.2).
        counter_charges: i64 = self.kinds.counter_charges if rules.is_("major_counter", "on") else 0
        self.in_melee: i64 = self.kinds.melees | counter_charges
        self.mounted_dragoons: bool = rules.is_("mounted_dragoons", "on")
        self.open_allies: bool = rules.is_("open_allies", "on")
        self.night: i64 = rules.number("night_turns") * self.seats

    def attack_of(self, unit: i64) -> i64:
        """Returns the printed Attack of a Unit."""
        stored: i64 = self.attack[unit]
        return stored + LEAST_ATTACK


def _column(facts: Sequence[CardFact], column: str) -> bytes:
    return bytes([0 if fact.columns[column] is None else fact.number(column) for fact in facts])


def _amounts(facts: Sequence[CardFact], effect: str) -> bytes:
    return bytes([fact.number("amount") if fact.columns["effect"] == effect else 0 for fact in facts])


def _dealt_as(cards: Cards, types: Sequence[str]) -> i64:
    """The Units of these types."""
    return word_of([unit for unit, fact in enumerate(cards.unit_facts) if fact.text("type") in types])


def _check_deal(units: int, cards: int, rules: HouseRules) -> None:
    """Raises BadInput for decks with too few cards for the deal (GT-2.2, 2.4)."""
    seats = rules.number("seats")
    quick = " A quick start has one of each name." if rules.is_("quick", "on") else ""
    for things, each, there in (("Units", FIRST_UNITS, units), ("Battle cards", FIRST_HAND, cards)):
        if there < seats * each:
            raise BadInput(
                f"{META.title} needs at least {seats * each} {things} for {seats} seats, not {there}.{quick}"
            )


def _check_balance(piles: Sequence[int], seats: int) -> None:
    """Raises BadInput if a pile has too few Units for balanced forces (GT-13.2)."""
    for name, pile in zip(_PILES, piles, strict=True):
        if (there := ones(pile)) < seats:
            needed = f"Balanced forces need at least {seats} Units of each kind for {seats} seats."
            raise BadInput(f"{needed} {name} has {there}.")
