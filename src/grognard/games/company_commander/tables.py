"""The cards of Company Commander by number, and the constants derived from cards and house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.company_commander.meta import LAST_TURN, META
from grognard.games.company_commander import names as n
from grognard.kernel.content.cardfile import CardFact, read_cards
from grognard.kernel.content.options import HouseRules
from grognard.kernel.engine.actions import ActionSpace, Window
from grognard.kernel.engine.card_set import UnitsAndPiles
from grognard.kernel.errors import BadInput
from grognard.kernel.cardsets.bits import members_of, word_of
from grognard.kernel.cardsets.counts import MOST, counted

FACTS: Final[list[CardFact]] = read_cards("grognard.games.company_commander")

# The decks of units, by seat, and the deck of all other cards.
UNIT_DECKS: Final = ["american", "german"]
TACTICS: Final = "tactics"

LEAST_UNITS: Final = 3  # CC-3.1: what each side draws in its first turn
LEAST_TACTICS: Final = 4  # CC-4.1: each side draws two in its first turn
HAND_LIMIT: Final = 7  # CC-4.3

# `rally` and `amount` are stored plus this number, because they may be negative.
_BELOW_0: Final = 4

# The names of the windows of CC-10.1 in the card table, by phase.
WINDOWS: Final = {
    n.DEPLOY: "deploy", n.MOVE: "move", n.TACTICS: "tactics", n.RECON: "recon", n.MISSION: "mission",
    n.SUPPRESSION: "suppression", n.FIRE: "fire", n.HIT: "hit", n.ASSAULT: "assault", n.ATTACK: "attack",
    n.BATTLE: "battle", n.DIE: "die", n.RALLY: "rally", n.LEADER: "leader", n.RALLIED: "rallied",
}  # fmt: skip


def _has(fact: CardFact, column: str, value: str) -> bool:
    """Whether this word is in a column of a row."""
    return value in str(fact.columns[column] or "").split(" + ")


def _where(facts: Sequence[CardFact], column: str, value: str) -> int:
    """The units or Tactics cards with this word in a column of the card table, as a set."""
    return word_of([thing for thing, fact in enumerate(facts) if _has(fact, column, value)])


def _numbered(facts: Sequence[CardFact], column: str) -> int:
    """The units with a number in a column of the card table, as a set."""
    return word_of([unit for unit, fact in enumerate(facts) if fact.columns[column] is not None])


@final
@mypyc_attr(acyclic=True)
class Kinds:
    """Sets of units by side and class (CC-1.2) and of Tactics cards by window and effect."""

    def __init__(self, units: Sequence[CardFact], tactics: Sequence[CardFact]) -> None:
        # The units are in the order of the sides.
        self.first_german: i64 = sum([unit.deck == UNIT_DECKS[n.AMERICAN] for unit in units])
        self.americans: i64 = word_of(list(range(self.first_german)))
        self.germans: i64 = word_of(list(range(self.first_german, len(units))))
        self.leaders: i64 = _where(units, "class", "leader")
        self.commanders: i64 = _where(units, "class", "commander")
        self.engineers: i64 = _where(units, "class", "engineering")
        self.recon_teams: i64 = _where(units, "class", "recon team")
        self.vehicles: i64 = _where(units, "class", "vehicle")
        self.tanks: i64 = _where(units, "class", "tank")
        self.anti_tank: i64 = _where(units, "class", "anti-tank")
        # The units that Anti-Tank hits first (CC-6.6).
        self.prey: i64 = self.vehicles | _where(units, "class", "artillery")
        self.snipers: i64 = _where(units, "class", "sniper")
        self.no_assault: i64 = _where(units, "class", "no assault")
        # Units with a trait that has a number, even 0. Options can change the number, but not who has the trait.
        self.scouts: i64 = _numbered(units, "recon")
        self.suppressors: i64 = _numbered(units, "suppression")
        self.armored: i64 = _numbered(units, "armor")
        # The effect of each Tactics card, and the kind of target it is played on.
        self.effect: bytes = bytes([n.EFFECTS.index(fact.text("effect")) for fact in tactics])
        self.target: bytes = bytes([n.TARGETS.index(fact.text("target")) for fact in tactics])
        # By phase: the cards that the active player and the opponent may play there (CC-10.1).
        windows = [WINDOWS.get(phase, "no window") for phase in range(len(META.phases))]
        self.active: list[int] = [_where(tactics, "active", window) for window in windows]
        self.opponent: list[int] = [_where(tactics, "opponent", window) for window in windows]
        # By side: the cards that only this side can play (CC-10.5).
        self.only_of: list[int] = [_where(tactics, "side", side) for side in UNIT_DECKS]
        self.for_engineers: i64 = _where(tactics, "only", "engineering")
        self.for_recon_teams: i64 = _where(tactics, "only", "recon team")
        self.for_infantry: i64 = _where(tactics, "only", "infantry")
        self.mines: i64 = self._with(n.MINES)
        self.simultaneous: i64 = self._with(n.SIMULTANEOUS)
        self.for_attackers: i64 = self._with(n.ATTACKERS)
        self.for_defenders: i64 = self._with(n.DEFENDERS)
        # Cards in effect on one unit: more dice, and protection.
        self.dice: i64 = self._with(n.DICE)
        self.trenches: i64 = self._with(n.ENTRENCH)
        # Cards in effect on one Front.
        self.fronts: i64 = self._with(n.OWN_FRONT)
        self.observers: i64 = self._with(n.OBSERVE, n.RECONNAISSANCE)
        # Cards that stay with a unit.
        self.ammo: i64 = self._with(n.OUT_OF_AMMO)
        self.breakdowns: i64 = self._with(n.BREAKDOWN)
        # Cards that draw others. Several could draw each other forever.
        self.several_draw: bool = sum([fact.copies for fact in tactics if _draws(fact)]) > 1

    def _with(self, *effects: int) -> int:
        """The Tactics cards with one of these effects."""
        return word_of([name for name, effect in enumerate(self.effect) if effect in effects])

    def side_of(self, seat: i64) -> i64:
        """All units of a side."""
        return self.americans if seat == n.AMERICAN else self.germans


def _draws(fact: CardFact) -> bool:
    return fact.text("effect") == n.EFFECTS[n.DRAW_TACTICS]


@final
@mypyc_attr(acyclic=True)
class Cards(UnitsAndPiles):
    """The pieces of a loaded game by number, their kinds, and all actions; house rules only mask these.

    The pieces are each American unit, each German unit, and then the names of the Tactics cards.
    """

    def __init__(self, facts: Sequence[CardFact]) -> None:
        super().__init__(META.title, facts, UNIT_DECKS, TACTICS)
        self.kinds: Kinds = Kinds(self.unit_facts, self.name_facts)
        self._check_decks()
        # Cards in effect on one unit or one Front, one for each copy; those that stay with a unit.
        kinds = self.kinds
        copies = [fact.copies for fact in self.name_facts]
        aimed = members_of(kinds.dice | kinds.trenches | kinds.fronts | kinds.observers)
        self.aimed: list[int] = [name for name in aimed for _copy in range(copies[name])]
        numbers = [self.aimed[:place].count(name) + 1 for place, name in enumerate(self.aimed)]
        self.aimed_names: list[str] = [
            self.names[name] if number == 1 else f"{self.names[name]} ({number})"
            for name, number in zip(self.aimed, numbers, strict=True)
        ]
        self.staying: list[int] = members_of(kinds.ammo | kinds.breakdowns)
        # Whether several copies of a card can be in effect on a battle.
        battle = kinds.mines | kinds.simultaneous | kinds.for_attackers | kinds.for_defenders
        self.repeats: bool = max([0, *[copies[name] for name in members_of(battle)]]) > 1
        self.actions = self._space()

    def _check_decks(self) -> None:
        """Raises BadInput for decks that are too small to begin with."""
        for seat, side in enumerate(META.seats):
            units = len(members_of(self.kinds.side_of(seat)))
            if units < LEAST_UNITS:
                raise BadInput(f"{META.title} needs {LEAST_UNITS} {side} units or more, not {units}.")
        tactics = sum([fact.copies for fact in self.name_facts])
        if tactics < LEAST_TACTICS:
            raise BadInput(f"{META.title} needs {LEAST_TACTICS} Tactics cards or more, not {tactics}.")

    def _space(self) -> ActionSpace:
        """The action space, the same under all house rules. A verb that several phases share is listed once."""
        kinds, first = self.kinds, int(self.units_in_all)
        units = list(range(first))
        cards = list(range(first, len(self.pieces)))
        assaulting = [unit for unit in units if unit not in members_of(kinds.no_assault)]
        return ActionSpace(
            [
                Window(n.DEPLOY, ["DONE", "BONUS_SQUAD", "BONUS_TACTICS"], "DEPLOY", units, stranger=n.NOT_DRAWN),
                Window(n.SUCCESS, ["LOOK", "BONUS"]),
                Window(n.FRONT, [f"FRONT {front}" for front in n.FRONTS]),
                Window(n.ORDER, [f"RESOLVE {front}" for front in n.FRONTS]),
                Window(n.MOVE, [], "MOVE", units, phases=(n.DEPLOY,), stranger=n.NOT_YOURS),
                Window(n.RECON, [], "MISSION", members_of(kinds.scouts), stranger=n.NOT_YOURS),
                Window(n.SUPPRESSION, [], "FIRE", members_of(kinds.suppressors), stranger=n.NOT_YOURS),
                Window(n.ASSAULT, [], "ASSAULT", assaulting, stranger=n.NOT_YOURS),
                Window(n.RALLY, [], "LEADER", members_of(kinds.leaders), stranger=n.NOT_YOURS),
                Window(n.UNIT, [], "UNIT", units, stranger=n.CANNOT_BE_NAMED),
                Window(n.PLAYS, [], "PLAY", cards, phases=sorted(WINDOWS), first=first),
                Window(n.DISCARD, [], "DISCARD", cards, first=first),
            ],
            self.pieces,
        )

    def decks(self, rules: HouseRules) -> Mapping[str, Sequence[str]]:
        """The cards of each deck before the deal (CC-1.3)."""
        german = int(self.kinds.first_german)
        return {
            "squad deck 0": self.unit_names[:german],
            "squad deck 1": self.unit_names[german:],
            "deck": self.copies_of_names(),
        }


@final
@mypyc_attr(acyclic=True)
class Tables:
    """The numbers and house rules of one loaded game; immutable, shared by all its states."""

    def __init__(self, facts: Sequence[CardFact], rules: HouseRules, cards: Cards) -> None:
        self.cards: Cards = cards
        self.kinds: Kinds = cards.kinds
        rows = cards.each(facts)
        units, tactics = rows[: int(cards.units_in_all)], rows[int(cards.units_in_all) :]
        self.strength: bytes = _column(units, "strength")
        self.recon: bytes = _column(units, "recon")
        self.suppression: bytes = _column(units, "suppression")
        self.armor: bytes = _column(units, "armor")
        self.assault: bytes = _column(units, "assault")
        self.defense: bytes = _column(units, "defense")
        self.rally: bytes = _column(units, "rally", _BELOW_0)
        self.amount: bytes = _column(tactics, "amount", _BELOW_0)
        squads = _where(units, "letters", "UI")
        halves = word_of([unit for unit, fact in enumerate(units) if _is_american_half(fact)])
        self.infantry: i64 = squads | (halves if rules.is_("half_squad_is_infantry", "on") else 0)
        self._check_numbers(tactics)
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
            [name for name, fact in enumerate(tactics) for _copy in range(fact.copies)]
        )

    def _check_numbers(self, tactics: Sequence[CardFact]) -> None:
        """Raises BadInput for numbers on cards that a position has no room for, or that could keep a turn from ending.

        A unit gets dice only from its owner's hand, which has HAND_LIMIT cards at most in a battle.
        """
        dice = sorted([fact.number("amount") for fact in tactics if _gives_dice(fact) for _copy in range(fact.copies)])
        most = max(self.strength) + max(self.defense) + sum(dice[-HAND_LIMIT:])
        if min(self.strength) < 1:
            raise BadInput("A unit needs a Strength of at least 1.")
        if most > MOST:
            raise BadInput(
                f"A unit could have {most} Fire dice, but the limit is {MOST}. Use smaller numbers or fewer copies."
            )
        if self.kinds.several_draw and min([fact.number("amount") for fact in tactics if _draws(fact)]) < 2:
            raise BadInput(
                "If several cards draw Tactics cards, each must draw 2 or more. Otherwise a turn need not end."
            )


def _is_american_half(fact: CardFact) -> bool:
    """Whether a unit is an American Half Squad, or works like one."""
    return fact.deck == UNIT_DECKS[n.AMERICAN] and "Half Squad" in (fact.name, fact.like.rpartition("/")[2])


def _gives_dice(fact: CardFact) -> bool:
    return fact.text("effect") == n.EFFECTS[n.DICE]


def _column(facts: Sequence[CardFact], column: str, more: int = 0) -> bytes:
    return bytes([more + (0 if fact.columns[column] is None else fact.number(column)) for fact in facts])


def amount_of(tables: Tables, name: i64) -> i64:
    """The printed number of a Tactics card: rolls, dice or a modifier."""
    stored: i64 = tables.amount[name]
    return stored - _BELOW_0


def rally_of(tables: Tables, unit: i64) -> i64:
    """The printed Rally number of a unit; 0 if it has none."""
    stored: i64 = tables.rally[unit]
    return stored - _BELOW_0


def amounts_of(tables: Tables, names: Sequence[int]) -> list[int]:
    """The printed numbers of Tactics cards."""
    return [amount_of(tables, name) for name in names]


def front_code(seat: i64, front: i64) -> i64:
    """A side's Front as one number, from 1."""
    return seat * len(n.FRONTS) + front + 1
