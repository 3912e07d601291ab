"""The cards of Ready Aim Fire by number, and the constants derived from cards and house rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.ready_aim_fire.meta import LAST_ROUND, META
from grognard.games.ready_aim_fire import names as n
from grognard.kernel.content.cardfile import CardFact, read_cards
from grognard.kernel.content.fields import PieceNames
from grognard.kernel.content.options import HouseRules
from grognard.kernel.engine.actions import ActionSpace, Window
from grognard.kernel.engine.card_set import CardSet
from grognard.kernel.errors import BadInput
from grognard.kernel.cardsets.bits import is_in, members_of, word_of
from grognard.kernel.cardsets.counts import THINGS, at_least, copies, some

FACTS: Final[list[CardFact]] = read_cards("grognard.games.ready_aim_fire")
# The printed cards, in the order of `names`: battalions, commanders, Tactics cards, Terrain.
_COMMANDERS: Final = sorted({fact.name for fact in FACTS if fact.deck.startswith("commander-")})
_PRINTED: Final = [*n.BATTALIONS, *_COMMANDERS, *(fact.name for fact in FACTS if fact.deck == "tactics")]

# The bonuses in an attack (RAF-6).
SUPPORT_BONUS: Final = 1
FLANK_BONUS: Final = 2
CAVALRY_FLANK_BONUS: Final = 3
SQUARE_BONUS: Final = 3
CHARGE_BONUS: Final = 3

# The number of battalions that the Thoth setup deals; of stacks to fill; and of flanks, which need one flanker each.
THOTH_DEAL: Final = 13
FLANKS: Final = 2

# What the decks of a nation are called, without the nation.
_BATTALIONS: Final = "battalion-"
_LEADERS: Final = "commander-"

# A stack has four bits for the kind of a card.
MOST_BATTALIONS: Final = 15

# The number of the first printed card of each group; the types of its cards.
_GROUPS: Final = [0, n.FIRST_COMMANDER, n.FIRST_TACTIC, n.FIRST_TERRAIN]
_TYPES: Final = [("LN", "LI", "HC", "LC", "AR", "HA"), ("CO",), ("TC",), ("TR",)]
_PLAYED_IN: Final = [
    n.CONFUSION, n.DRAW, n.TERRAIN, n.MANEUVER, n.REINFORCE, n.DIFFICULTY, n.ATTACK, n.SQUARE, n.TACTICS, n.OVERRUN,
    n.PRISONERS, n.AGAIN, n.SNIPER,
]  # fmt: skip


def printed_number(fact: CardFact) -> int:
    """Returns the number in `names` of the printed card that this one is, or that it works like."""
    return _PRINTED.index(fact.like.removeprefix(f"{fact.deck}/") or fact.name)


def _group(printed: int) -> int:
    """Returns 0 for battalions, 1 for commanders, 2 for Tactics cards and 3 for Terrain."""
    return sum(first <= printed for first in _GROUPS) - 1


@final
@mypyc_attr(acyclic=True)
class Kinds:
    """Sets of pieces by class and by use. Those named after a card also have the new cards that work like it."""

    def __init__(self, types: Sequence[str], alike: Sequence[int]) -> None:
        def of_types(*wanted: str) -> int:
            return word_of([piece for piece, kind in enumerate(types) if kind in wanted])

        def like(*printed: int) -> int:
            return sum(alike[number] for number in printed)

        self.battalions: i64 = of_types("LN", "LI", "HC", "LC", "AR", "HA")
        self.infantry: i64 = of_types("LN", "LI")
        self.line_class: i64 = of_types("LN")
        self.light: i64 = of_types("LI")
        self.cavalry: i64 = of_types("HC", "LC")
        self.artillery: i64 = of_types("AR", "HA")
        self.horse_guns: i64 = of_types("HA")
        # Battalions that may start on a flank (RAF-3.3); that may be returned in the Thoth setup; that keep their
        # bonuses when they attack Horse Artillery (RAF-6.10).
        self.flankers: i64 = of_types("LI", "HC", "LC", "HA")
        self.returnable: i64 = like(n.GUARD, n.HEAVY)
        self.raiders: i64 = of_types("LC")
        self.guards: i64 = like(n.GUARD)
        self.lines: i64 = like(n.LINE)
        self.lancers: i64 = like(n.LANCER)
        self.commanders: i64 = of_types("CO")
        self.reserves: i64 = self.battalions | self.commanders
        self.tactics: i64 = of_types("TC", "TR")
        self.terrains: i64 = of_types("TR")
        self.drawers: i64 = like(n.RAPID_DEPLOYMENT, n.FORCED_MARCH, n.LIMBER, n.REARGUARD_ACTION, n.CAVALRY_REFORM)
        # Cards that change an attack roll (RAF-11.2).
        self.rolls: i64 = like(
            n.SECOND_VOLLEY, n.INFANTRY_CHARGE, n.SOCKET_BAYONETS, n.COUNTER_ATTACK, n.GRAPE_SHOT, n.CANISTER_SHOT,
            n.CANNON_BALL, n.FIGHTING_WITHDRAWAL, n.ENFILADE_FIRE, n.RIFLES,
        )  # fmt: skip
        # Terrain cards that exclude each other, except for a Redoubt on Hills (RAF-4.22).
        self.shapes: i64 = like(n.WOODS, n.HILLS, n.REDOUBT)
        self.woods: i64 = like(n.WOODS)
        self.hills: i64 = like(n.HILLS)
        self.redoubts: i64 = like(n.REDOUBT)
        self.rivers: i64 = like(n.RIVER)
        self.bridges: i64 = like(n.BRIDGE)
        # Tactics cards, by when they are played (RAF-11.3).
        self.confusions: i64 = like(n.CONFUSION_CARD)
        self.forced_marches: i64 = like(n.FORCED_MARCH)
        self.limbers: i64 = like(n.LIMBER)
        self.reforms: i64 = like(n.CAVALRY_REFORM)
        self.scouts: i64 = like(n.SCOUTS)
        self.marches: i64 = like(n.COLUMN)
        self.difficulties: i64 = like(n.DIFFICULT_TERRAIN)
        self.more_attacks: i64 = like(n.FIRE_AT_WILL, n.ADVANCE)
        self.probes: i64 = like(n.PROBE)
        self.broken_squares: i64 = like(n.BROKEN_SQUARE)
        self.formed_squares: i64 = like(n.SQUARE_FORMATION)
        self.charges: i64 = like(n.INFANTRY_CHARGE)
        self.bayonets: i64 = like(n.SOCKET_BAYONETS)
        self.rifles: i64 = like(n.RIFLES)
        self.volleys: i64 = like(n.SECOND_VOLLEY)
        self.counter_attacks: i64 = like(n.COUNTER_ATTACK)
        self.grape_shots: i64 = like(n.GRAPE_SHOT)
        self.canister_shots: i64 = like(n.CANISTER_SHOT)
        self.cannon_balls: i64 = like(n.CANNON_BALL)
        self.withdrawals: i64 = like(n.FIGHTING_WITHDRAWAL)
        self.enfilades: i64 = like(n.ENFILADE_FIRE)
        self.sabers: i64 = like(n.SABERS)
        self.fusillades: i64 = like(n.FUSILLADE)
        self.indirect_fires: i64 = like(n.INDIRECT_FIRE)
        self.snipers: i64 = like(n.SNIPER_CARD)
        self.overruns: i64 = like(n.OVERRUN_CARD)
        self.captures: i64 = like(n.TAKE_PRISONERS)


@final
@mypyc_attr(acyclic=True)
class Cards(CardSet):
    """The pieces of a loaded game, and all its actions; house rules only mask these.

    The pieces are the battalions, the commanders, the Tactics cards and the Terrain, each with the printed cards first.
    All copies of a card are one piece, in all nations. A card without copies is not among them.

    works_as    for each piece, the number in `names` of the printed card that it is or works like
    alike       for each number in `names`, the set of pieces that work like it
    first_commander, first_tactic, first_terrain, in_all     the first number of each group, and the number of pieces
    in_deck     the names in each deck, one for each copy
    """

    def __init__(self, facts: Sequence[CardFact]) -> None:
        there = [(row, fact) for row, fact in enumerate(facts) if fact.copies > 0]
        rows: dict[str, int] = {}
        for row, fact in there:
            rows.setdefault(fact.name, row)

        def order(name: str) -> tuple[int, int, int]:
            fact = facts[rows[name]]
            printed = printed_number(fact)
            return _group(printed), rows[name] if fact.like else 0, printed

        pieces = sorted(rows, key=order)
        super().__init__(pieces, [rows[name] for name in pieces], [0] * len(pieces))
        kinds = self.each(facts)
        printed = [printed_number(fact) for fact in kinds]
        groups = [_group(number) for number in printed]
        for fact, group in zip(kinds, groups, strict=True):
            if fact.text("type") not in _TYPES[group]:
                raise BadInput(f"{fact.name} cannot be of the type {fact.text('type')}.")
        self.first_commander: i64 = groups.count(0)
        self.first_tactic: i64 = self.first_commander + groups.count(1)
        self.first_terrain: i64 = self.first_tactic + groups.count(2)
        self.in_all: i64 = len(pieces)
        _check_number("kinds of battalion", groups.count(0), MOST_BATTALIONS)
        _check_number("different cards", len(pieces), THINGS)
        self.battalions: list[str] = pieces[: self.first_commander]
        self.commanders: list[str] = pieces[self.first_commander : self.first_tactic]
        self.by_name = PieceNames(META.title, pieces)
        self.works_as: bytes = bytes(printed)
        self.alike: list[int] = [
            word_of([piece for piece, like in enumerate(printed) if like == number]) for number in range(len(_PRINTED))
        ]
        self.kinds: Kinds = Kinds([fact.text("type") for fact in kinds], self.alike)
        self.in_deck: dict[str, list[str]] = {fact.deck: [] for fact in facts}
        for _row, fact in there:
            self.in_deck[fact.deck] += [fact.name] * fact.copies
        # The row of each card of an army, by the deck's nation and the card's name.
        self.row_in: dict[tuple[str, str], int] = {
            (fact.deck.partition("-")[2], fact.name): row for row, fact in there if "-" in fact.deck
        }
        for deck in self.in_deck:
            if deck.startswith(_BATTALIONS):
                self._check_army(deck)
        self.actions = _action_space(self)

    def _check_army(self, deck: str) -> None:
        """Raises BadInput for an army that cannot be set up under every house rule (RAF-3.2, 3.3)."""
        army = [self.by_name.number(name) for name in self.in_deck[deck]]
        ready = [kind for kind in army if not is_in(self.kinds.returnable, kind)]
        flankers = [kind for kind in ready if is_in(self.kinds.flankers, kind)]
        for things, number, least in (
            ("battalions", len(army), THOTH_DEAL),
            ("battalions besides Guard and Heavy Cavalry", len(ready), n.COLUMNS),
            ("battalions that can start on a flank, besides Heavy Cavalry", len(flankers), FLANKS),
        ):
            if number < least:
                nation = deck.removeprefix(_BATTALIONS).capitalize()
                raise BadInput(f"Every army needs {least} {things}; {nation} has {number}.")

    def pile(self, deck: str) -> tuple[i64, i64, i64, i64, i64]:
        """Returns the cards of a deck."""
        return self.by_name.pile_in(self.in_deck[deck])

    def decks(self, rules: HouseRules) -> dict[str, Sequence[str]]:
        """Returns the piles before the setup, by name."""
        merged = rules.is_("draw", "merged")
        tactics = self.in_deck["tactics"]
        found: dict[str, Sequence[str]] = {"deck": [] if merged else tactics}
        for seat, nation in enumerate((rules.text("blue"), rules.text("red"))):
            found[f"reserve {seat}"] = self.in_deck[_BATTALIONS + nation] + (tactics if merged else [])
            found[f"box {seat}"] = self.in_deck[_LEADERS + nation]
        return found


def _check_number(things: str, number: int, most: int) -> None:
    """Raises BadInput for more things than a position can hold."""
    if number > most:
        raise BadInput(f"{META.title} can have {most} {things} at most, not {number}.")


def _action_space(cards: Cards) -> ActionSpace:
    """Returns all possible actions with these cards."""
    commander, tactic, in_all = int(cards.first_commander), int(cards.first_tactic), int(cards.in_all)
    return ActionSpace(
        [
            Window(n.ATTACK, n.PLAIN),
            Window(n.SETUP, [], "PLACE", range(commander)),
            Window(n.EXCHANGE, [], "RETURN", members_of(cards.kinds.returnable)),
            Window(n.REINFORCE, [], "DEPLOY", range(tactic), [n.MANEUVER, n.REINFORCE]),
            Window(n.CASUALTY, [], "CHOOSE", range(commander), [n.CASUALTY, n.FETCH], stranger=n.NOT_IN_PILE),
            Window(n.TACTICS, [], "PLAY", range(tactic, in_all), _PLAYED_IN),
            Window(n.LIMIT, [], "DISCARD", range(in_all), [n.DISCARD, n.LIMIT]),
        ],
        cards.pieces,
    )


@final
@mypyc_attr(acyclic=True)
class Tables:
    """The numbers and house rules of one loaded game; immutable and shared by all its states."""

    def __init__(self, facts: Sequence[CardFact], rules: HouseRules, cards: Cards) -> None:
        self.cards: Cards = cards
        self.kinds: Kinds = cards.kinds
        self.works_as: bytes = cards.works_as
        pieces = cards.each(facts)
        # A modifier may be -1, so each is stored with 1 added.
        self.modifiers: bytes = bytes([fact.number("modifier") + 1 for fact in pieces[: cards.first_commander]])
        self.own_rerolls: bytes = bytes([fact.numbers.get("attack", 0) for fact in pieces])
        self.their_rerolls: bytes = bytes([fact.numbers.get("defense", 0) for fact in pieces])
        self.amount: bytes = bytes([fact.numbers.get("amount", 0) for fact in pieces])
        for piece in members_of(self.kinds.drawers):
            if self.amount[piece] == 0:
                raise BadInput(f"{cards.pieces[piece]} must draw at least one card.")
        nations = [rules.text("blue"), rules.text("red")]
        self.battalions: list[tuple[i64, i64, i64, i64, i64]] = [cards.pile(_BATTALIONS + i) for i in nations]
        self.commanders: list[tuple[i64, i64, i64, i64, i64]] = [cards.pile(_LEADERS + i) for i in nations]
        self.tactics: tuple[i64, i64, i64, i64, i64] = cards.pile("tactics")
        # Tactics cards whose only copy is gone from every hand while it is on a discard pile.
        self.lone: i64 = some(self.tactics) & ~at_least(self.tactics, 2) & ~self.kinds.terrains
        # The kinds that rout instead of being eliminated at a difference of 3 (RAF-5.31), by seat.
        line, second = cards.alike[n.LINE], cards.alike[n.SECOND]
        spared = {"austria": line | second, "prussia": second}
        self.spared: list[int] = [spared.get(nation, 0) for nation in nations]
        # RAF-10.4, 10.5: the value of an army, and the breakpoint, fractions rounded up.
        self.values: list[int] = [self.value(pile) for pile in self.battalions]
        parts = [rules.number("blue_breakpoint"), rules.number("red_breakpoint")]
        self.breakpoints: list[int] = [-(-value * part // 100) for value, part in zip(self.values, parts, strict=True)]
        self.thoth: bool = rules.is_("setup", "thoth")
        self.refill: bool = rules.is_("draw", "refill")
        self.merged: bool = rules.is_("draw", "merged")
        self.reserve_only: bool = rules.is_("draw", "reserve")
        self.per_stack: bool = rules.is_("attacks", "per_stack")
        self.second_hand: i64 = rules.number("second_hand")
        self.army_breakpoint: bool = rules.is_("army_breakpoint", "on")
        self.rally_needs_commander: bool = rules.is_("rally_needs_commander", "on")
        self.random_roles: bool = rules.is_("commander_roles", "random")
        self.reached: bool = rules.is_("breakpoint_trigger", "reached")
        self.cumulative: bool = rules.is_("lost_positions", "cumulative")
        self.enemy_action: bool = rules.is_("lost_positions", "enemy_action")
        self.blown_attack: bool = rules.is_("blown", "minus_one", "none")
        self.blown_penalty: i64 = -1 if rules.is_("blown", "minus_one", "both") else 0
        self.pass_per_stack: bool = rules.is_("morale_passes", "per_stack")
        self.line_type_only: bool = rules.is_("line_infantry_cards", "type")
        self.river_owner: bool = rules.is_("river", "owner")
        self.repeat_attack: bool = rules.is_("repeat_attack", "yes")
        waiting = {
            "free": 0,
            "no_heavy_cavalry": cards.alike[n.HEAVY],
            "no_guard_no_heavy_cavalry": cards.kinds.returnable,
        }
        self.waiting: i64 = waiting[rules.text("starting_reserves")]
        self.has_night: bool = not rules.is_("nightfall_round", "off")
        self.last_turn: i64 = 2 * last_round(rules)

    def value(self, pile: tuple[i64, i64, i64, i64, i64]) -> int:
        """RAF-1.2: the total of the breakpoint values in a pile of battalions."""
        return sum(1 + self.modifiers[piece] for piece in copies(pile))


def last_round(rules: HouseRules) -> int:
    """RAF-10.5: returns the round after which the battle ends."""
    return LAST_ROUND if rules.is_("nightfall_round", "off") else rules.number("nightfall_round")
