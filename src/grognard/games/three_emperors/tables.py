"""The cards of Battle of the Three Emperors by number, and the constants derived from cards and house rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.three_emperors.meta import META
from grognard.games.three_emperors import names as n
from grognard.kernel.content.cardfile import CardFact, read_cards
from grognard.kernel.content.fields import CardNames
from grognard.kernel.content.options import HouseRules
from grognard.kernel.cardsets.cards import common, of

FACTS: Final[list[CardFact]] = read_cards("grognard.games.three_emperors")
NAMES: Final[list[str]] = [fact.name for fact in FACTS]
BY_NAME: Final = CardNames(META.title, NAMES)
TYPE: Final[bytes] = bytes([n.TYPES.index(fact.text("type")) for fact in FACTS])


def cards_of(types: str) -> list[int]:
    """Returns the cards whose type is one of these letters, in ascending order."""
    return [card for card in range(len(TYPE)) if n.TYPES[TYPE[card]] in types]


def cards_with(column: str, *values: str) -> list[int]:
    """Returns the cards with one of these values in a column of the card table, in ascending order."""
    return [card for card, fact in enumerate(FACTS) if fact.columns[column] in values]


@final
@mypyc_attr(acyclic=True)
class Kinds:
    """Sets of cards by type, user and effect; fields, because mypyc 2.4 miscompiles a global pair of numbers."""

    def __init__(self) -> None:
        self.pieces: tuple[i64, i64] = of(cards_of("LU"))
        self.attacks: tuple[i64, i64] = of(cards_of("A"))
        self.defenses: tuple[i64, i64] = of(cards_of("D"))
        self.events: tuple[i64, i64] = of(cards_of("E"))
        self.victories: tuple[i64, i64] = of(cards_of("V"))
        self.reserves: tuple[i64, i64] = of(cards_of("R"))
        self.strategies: tuple[i64, i64] = of(cards_of("S"))
        self.marches: tuple[i64, i64] = of(cards_of("M"))
        self.maneuvers: tuple[i64, i64] = of(cards_of("X"))
        self.standstills: tuple[i64, i64] = of(cards_of("Y"))
        self.fighters: tuple[i64, i64] = of(cards_of("ADEV"))
        self.not_attacker: tuple[i64, i64] = of(cards_of("LUDVRSMXY"))
        self.not_defender: tuple[i64, i64] = of(cards_of("LUAVRSMXY"))
        self.all_cards: tuple[i64, i64] = of(list(range(len(TYPE))))
        # By who may play them (TE-1.5).
        self.french: tuple[i64, i64] = of(cards_with("use", "N", "B"))
        self.allied: tuple[i64, i64] = of(cards_with("use", "C", "B"))
        # By their notes (TE-6.4, 7.3, 7.4, 8.3).
        self.assaults: tuple[i64, i64] = of(cards_with("effect", "assault"))
        self.flanks: tuple[i64, i64] = of(cards_with("effect", "flanks"))
        self.casualties: tuple[i64, i64] = of(cards_with("effect", "casualties"))
        self.gains: tuple[i64, i64] = of(cards_with("effect", "gain", "center gain"))
        self.center_only: tuple[i64, i64] = of(cards_with("effect", "center gain"))
        self.losses: tuple[i64, i64] = of(cards_with("effect", "loss"))
        self.retreats: tuple[i64, i64] = of(cards_with("effect", "retreat"))
        self.extra_cards: tuple[i64, i64] = of(cards_with("effect", "extra card"))


KIND: Final = Kinds()


def usable_by(seat: i64) -> tuple[i64, i64]:
    """Returns the cards that a side may play (TE-1.5)."""
    return KIND.french if seat == n.NAPOLEON else KIND.allied


def pieces_of(seat: i64) -> tuple[i64, i64]:
    """Returns the Leaders and Units that a side may use."""
    return common(KIND.pieces, usable_by(seat))


@final
@mypyc_attr(acyclic=True)
class Tables:
    """The card numbers and house rules of one loaded game; immutable, shared by all its states."""

    def __init__(self, facts: Sequence[CardFact], rules: HouseRules) -> None:
        self.force: bytes = bytes([0 if fact.columns["force"] is None else fact.number("force") for fact in facts])
        self.coin: bool = rules.is_("first", "coin")
        self.napoleon_first: bool = rules.is_("first", "napoleon")
        self.adjudicate: bool = rules.is_("deckout", "adjudicate")
        self.reshuffle_once: bool = rules.is_("deckout", "reshuffle_once")
        self.alternate: bool = rules.is_("commit", "alternate")
        self.one_victory_card: bool = rules.is_("victory_cards", "one")
        self.battle_front: bool = rules.is_("casualties", "battle_front")
        self.own_piece: bool = rules.is_("presence", "own_piece")
        self.enemy_there: bool = rules.is_("presence", "enemy")
        self.morale: i64 = rules.number("morale")
