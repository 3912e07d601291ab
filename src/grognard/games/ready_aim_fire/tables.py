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
from grognard.kernel.errors import BadInput
from grognard.kernel.cardsets.bits import word_of
from grognard.kernel.cardsets.counts import copies

# The cards, in the order of `names`: battalions, commanders, Tactics cards, Terrain.
FACTS: Final[list[CardFact]] = read_cards("grognard.games.ready_aim_fire")
COMMANDERS: Final = sorted({fact.name for fact in FACTS if fact.deck.startswith("commander-")})
_TACTICS: Final = [fact for fact in FACTS if fact.deck == "tactics"]
PIECES: Final = [*n.BATTALIONS, *COMMANDERS, *(fact.name for fact in _TACTICS)]
CARDS: Final = PieceNames(META.title, PIECES)
ROWS: Final = [next(row for row, fact in enumerate(FACTS) if fact.name == name) for name in PIECES]

# The bonuses in an attack (RAF-6).
SUPPORT_BONUS: Final = 1
FLANK_BONUS: Final = 2
CAVALRY_FLANK_BONUS: Final = 3
SQUARE_BONUS: Final = 3
CHARGE_BONUS: Final = 3

# The types that pieces may have, starting with the given piece.
_TYPES_FROM: Final = [
    (0, ("LN", "LI", "HC", "LC", "AR", "HA")), (n.FIRST_COMMANDER, ("CO",)), (n.FIRST_TACTIC, ("TC",)),
    (n.FIRST_TERRAIN, ("TR",)),
]  # fmt: skip


def _of_types(*types: str) -> int:
    """The set of pieces of these types; raises BadInput if a piece has a type of another deck."""
    for fact in FACTS:
        fitting = [fits for first, fits in _TYPES_FROM if CARDS.number(fact.name) >= first][-1]
        if fact.text("type") not in fitting:
            raise BadInput(f"{fact.name} cannot be of the type {fact.text('type')}.")
    return word_of([piece for piece, row in enumerate(ROWS) if FACTS[row].text("type") in types])


@final
@mypyc_attr(acyclic=True)
class Kinds:
    """Sets of pieces by class and by use."""

    def __init__(self) -> None:
        self.battalions: i64 = _of_types("LN", "LI", "HC", "LC", "AR", "HA")
        self.infantry: i64 = _of_types("LN", "LI")
        self.line_class: i64 = _of_types("LN")
        self.cavalry: i64 = _of_types("HC", "LC")
        self.artillery: i64 = _of_types("AR", "HA")
        # Battalions that may start on a flank (RAF-3.3); that may be returned in the Thoth setup; that keep their
        # bonuses when they attack Horse Artillery (RAF-6.10).
        self.flankers: i64 = _of_types("LI", "HC", "LC", "HA")
        self.returnable: i64 = word_of([n.GUARD, n.HEAVY])
        self.raiders: i64 = _of_types("LC")
        self.commanders: i64 = _of_types("CO")
        self.reserves: i64 = word_of(range(n.FIRST_TACTIC))
        self.tactics: i64 = _of_types("TC", "TR")
        self.terrains: i64 = _of_types("TR")
        self.drawers: i64 = word_of(
            [n.RAPID_DEPLOYMENT, n.FORCED_MARCH, n.LIMBER, n.REARGUARD_ACTION, n.CAVALRY_REFORM]
        )
        # Cards that change an attack roll (RAF-11.2).
        self.rolls: i64 = word_of([
            n.SECOND_VOLLEY, n.INFANTRY_CHARGE, n.SOCKET_BAYONETS, n.COUNTER_ATTACK, n.GRAPE_SHOT, n.CANISTER_SHOT,
            n.CANNON_BALL, n.FIGHTING_WITHDRAWAL, n.ENFILADE_FIRE, n.RIFLES,
        ])  # fmt: skip
        # Terrain cards that exclude each other, except for a Redoubt on Hills (RAF-4.22).
        self.shapes: i64 = word_of([n.WOODS, n.HILLS, n.REDOUBT])


KIND: Final = Kinds()

_ALL_TACTICS: Final[dict[str, int]] = {fact.name: fact.copies for fact in _TACTICS}


def _army_cards(nation: str, kind: str) -> list[str]:
    """The names of all battalions or commanders of a nation."""
    return [fact.name for fact in FACTS if fact.deck == f"{kind}-{nation}" for _copy in range(fact.copies)]


@final
@mypyc_attr(acyclic=True)
class Tables:
    """The numbers and house rules of one loaded game; immutable and shared by all its states."""

    def __init__(self, facts: Sequence[CardFact], rules: HouseRules) -> None:
        pieces = [facts[row] for row in ROWS]
        # A modifier may be -1, so each is stored with 1 added.
        self.modifiers: bytes = bytes([fact.number("modifier") + 1 for fact in pieces[: n.KINDS_OF_BATTALION]])
        self.against_infantry: i64 = pieces[n.LANCER].number("amount")
        self.own_rerolls: bytes = bytes([fact.number("attack") for fact in pieces[n.FIRST_COMMANDER : n.FIRST_TACTIC]])
        self.their_rerolls: bytes = bytes(
            [fact.number("defense") for fact in pieces[n.FIRST_COMMANDER : n.FIRST_TACTIC]]
        )
        self.amount: bytes = bytes([int(fact.columns["amount"] or 0) for fact in pieces])
        for piece in (n.RAPID_DEPLOYMENT, n.FORCED_MARCH, n.LIMBER, n.REARGUARD_ACTION, n.CAVALRY_REFORM):
            if self.amount[piece] == 0:
                raise BadInput(f"{PIECES[piece]} must draw at least one card.")
        nations = [rules.text("blue"), rules.text("red")]
        self.battalions: list[tuple[i64, i64, i64, i64, i64]] = [
            CARDS.pile_in(_army_cards(i, "battalion")) for i in nations
        ]
        self.commanders: list[tuple[i64, i64, i64, i64, i64]] = [
            CARDS.pile_in(_army_cards(i, "commander")) for i in nations
        ]
        self.tactics: tuple[i64, i64, i64, i64, i64] = CARDS.pile_in(tactics_cards())
        # The kinds that rout instead of being eliminated at a difference of 3 (RAF-5.31), by seat.
        spared = {"austria": [n.LINE, n.SECOND], "prussia": [n.SECOND]}
        self.spared: list[int] = [word_of(spared.get(nation, [])) for nation in nations]
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
        waiting = {"free": [], "no_heavy_cavalry": [n.HEAVY], "no_guard_no_heavy_cavalry": [n.GUARD, n.HEAVY]}
        self.waiting: i64 = word_of(waiting[rules.text("starting_reserves")])
        self.has_night: bool = not rules.is_("nightfall_round", "off")
        self.last_turn: i64 = 2 * last_round(rules)

    def value(self, pile: tuple[i64, i64, i64, i64, i64]) -> int:
        """RAF-1.2: the total of the breakpoint values in a pile of battalions."""
        return sum(1 + self.modifiers[piece] for piece in copies(pile))


def last_round(rules: HouseRules) -> int:
    """RAF-10.5: returns the round after which the battle ends."""
    return LAST_ROUND if rules.is_("nightfall_round", "off") else rules.number("nightfall_round")


def tactics_cards() -> list[str]:
    """The names of all Tactics cards, one for each copy."""
    return [name for name, number_of in _ALL_TACTICS.items() for _copy in range(number_of)]


def decks(rules: HouseRules) -> dict[str, list[str]]:
    """Returns the piles before the setup, by name."""
    merged = rules.is_("draw", "merged")
    found: dict[str, list[str]] = {"deck": [] if merged else tactics_cards()}
    for seat, nation in enumerate((rules.text("blue"), rules.text("red"))):
        found[f"reserve {seat}"] = _army_cards(nation, "battalion") + (tactics_cards() if merged else [])
        found[f"box {seat}"] = _army_cards(nation, "commander")
    return found
