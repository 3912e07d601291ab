"""The cards of Battle of the Three Emperors by number, and the constants derived from cards and house rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from grognard.games.three_emperors.meta import META
from grognard.games.three_emperors import names as n
from grognard.kernel.content.cardfile import CardFact, read_cards
from grognard.kernel.content.options import HouseRules
from grognard.kernel.engine.actions import ActionSpace, Window
from grognard.kernel.engine.card_set import DeckCards
from grognard.kernel.cardsets.cards import common, of

FACTS: Final[list[CardFact]] = read_cards("grognard.games.three_emperors")

LEAST: Final = 10  # TE-4.1: each side has a turn


@final
@mypyc_attr(acyclic=True)
class Kinds:
    """Sets of cards by type, user and effect; fields, because mypyc 2.4 miscompiles a global pair of numbers."""

    def __init__(self, cards: DeckCards, facts: Sequence[CardFact]) -> None:
        self.pieces: tuple[i64, i64] = of(cards.of_types(*"LU"))
        self.attacks: tuple[i64, i64] = of(cards.of_types("A"))
        self.defenses: tuple[i64, i64] = of(cards.of_types("D"))
        self.events: tuple[i64, i64] = of(cards.of_types("E"))
        self.victories: tuple[i64, i64] = of(cards.of_types("V"))
        self.reserves: tuple[i64, i64] = of(cards.of_types("R"))
        self.strategies: tuple[i64, i64] = of(cards.of_types("S"))
        self.marches: tuple[i64, i64] = of(cards.of_types("M"))
        self.maneuvers: tuple[i64, i64] = of(cards.of_types("X"))
        self.standstills: tuple[i64, i64] = of(cards.of_types("Y"))
        self.fighters: tuple[i64, i64] = of(cards.of_types(*"ADEV"))
        self.not_attacker: tuple[i64, i64] = of(cards.of_types(*"LUDVRSMXY"))
        self.not_defender: tuple[i64, i64] = of(cards.of_types(*"LUAVRSMXY"))
        self.all_cards: tuple[i64, i64] = cards.all_cards
        # By who may play them (TE-1.5).
        self.french: tuple[i64, i64] = of(cards.having(facts, "use", "N", "B"))
        self.allied: tuple[i64, i64] = of(cards.having(facts, "use", "C", "B"))
        # By their notes (TE-6.4, 7.3, 7.4, 8.3).
        self.assaults: tuple[i64, i64] = of(cards.having(facts, "effect", "assault"))
        self.flanks: tuple[i64, i64] = of(cards.having(facts, "effect", "flanks"))
        self.casualties: tuple[i64, i64] = of(cards.having(facts, "effect", "casualties"))
        self.gains: tuple[i64, i64] = of(cards.having(facts, "effect", "gain", "center gain"))
        self.center_only: tuple[i64, i64] = of(cards.having(facts, "effect", "center gain"))
        self.losses: tuple[i64, i64] = of(cards.having(facts, "effect", "loss"))
        self.retreats: tuple[i64, i64] = of(cards.having(facts, "effect", "retreat"))
        self.extra_cards: tuple[i64, i64] = of(cards.having(facts, "effect", "extra card"))

    def usable_by(self, seat: i64) -> tuple[i64, i64]:
        """Returns the cards that a side may play (TE-1.5)."""
        return self.french if seat == n.NAPOLEON else self.allied

    def pieces_of(self, seat: i64) -> tuple[i64, i64]:
        """Returns the Leaders and Units that a side may use."""
        return common(self.pieces, self.usable_by(seat))


@final
@mypyc_attr(acyclic=True)
class Cards(DeckCards):
    """The cards of a loaded game by number, their kinds, and all actions; house rules only mask these."""

    def __init__(self, facts: Sequence[CardFact]) -> None:
        super().__init__(META.title, facts, n.TYPES, LEAST)
        self.kinds: Kinds = Kinds(self, facts)
        of_types = self.of_types
        pieces = of_types("L", "U")
        every = list(range(self.size))
        # A lone Full Retreat is in the discard pile by the time that cards are given up.
        retreats = self.having(facts, "effect", "retreat")
        given = [card for card in every if retreats != [card]]
        self.actions = ActionSpace(
            [
                Window(n.ORDERS, ["END_ORDERS"], "DEPLOY", pieces),
                Window(n.ORDERS, [], "MARCH", of_types("M")),
                Window(n.ORDERS, [], "RESERVE", of_types("R")),
                Window(n.SEARCH, [], "TAKE", pieces, stranger=n.NOT_FOUND),
                Window(n.ORDERS, [], "STANDSTILL", of_types("Y")),
                Window(n.ORDERS, [], "MANEUVER", of_types("X")),
                Window(n.ORDERS, [], "STRATEGY", of_types("S")),
                Window(n.PIECE, [], "PIECE", pieces, stranger=n.NOT_TO_MOVE),
                Window(n.FRONT, [f"FRONT {front}" for front in n.FRONTS]),
                Window(n.LAUNCH, [*(f"ATTACK {front}" for front in n.FRONTS), "END_ACTIONS"], "EXTRA", of_types("A")),
                Window(n.COMMIT, ["END_COMMIT"], "COMMIT", of_types("A", "E")),
                Window(n.DEFEND, ["END_DEFEND"], "DEFEND", of_types("D", "E")),
                Window(n.VICTORY, ["END_VICTORY"], "VICTORY", of_types("V")),
                Window(n.CASUALTY, [], "CASUALTY", pieces, stranger=n.NO_TARGET),
                Window(n.GIVE, [], "GIVE", given),
                Window(n.TRIM, [], "TRIM", every),
            ],
            self.pieces,
        )
        # Only Leaders and Units can be at Fronts: their names, and the index of each card among them. An observation
        # needs one place for them, even if a variant has no Leaders and Units.
        self.piece_names = [self.pieces[card] for card in pieces] or ["none"]
        self.among_pieces: bytes = bytes([pieces.index(card) if card in pieces else 0 for card in every])


@final
@mypyc_attr(acyclic=True)
class Tables:
    """The card numbers and house rules of one loaded game; immutable, shared by all its states."""

    def __init__(self, facts: Sequence[CardFact], rules: HouseRules, cards: Cards) -> None:
        self.cards: Cards = cards
        self.type: bytes = cards.type
        self.kinds: Kinds = cards.kinds
        forces = [fact.columns["force"] for fact in cards.each(facts)]
        self.force: bytes = bytes([force if isinstance(force, int) else 0 for force in forces])
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
