"""An upper bound for the number of decisions in a game of Ready Aim Fire."""

from __future__ import annotations

from typing import Final, cast

from grognard.games.ready_aim_fire.names import COLUMNS, GUARD
from grognard.games.ready_aim_fire.rules.attack import ATTACKS
from grognard.games.ready_aim_fire.rules.discard import HAND_LIMIT
from grognard.games.ready_aim_fire.rules.draw import DRAWS
from grognard.games.ready_aim_fire.rules.setup import COMMANDERS_SERVING, FIRST_HAND
from grognard.games.ready_aim_fire.tables import Tables, last_round, printed_number
from grognard.kernel.content.cardfile import CardFact
from grognard.kernel.game import Game
from grognard.kernel.cardsets.bits import members_of

_STACK: Final = 6  # RAF-2.1: cards of a position, on a flank one fewer
_LINE: Final = COLUMNS * _STACK - 2
# The passes that end the phases of a turn: RAF-4.11, 4.20, 4.30, 4.32, 5.1, 9.1; and the windows for Confusion, for
# Difficult Terrain, and for each side's Sniper (RAF-7.10).
_PHASES: Final = 6 + 2 + 2
_REORGANISE: Final = _STACK  # RAF-4.30: the stack, and each card except the last
_MOVE: Final = 3  # RAF-4.30: from where, which card, where to
# RAF-5: the attacker, its target, cover, two passes and a failed roll for the square, the ride and its roll; two each
# for support, cards and re-rolls; then a rout with Take Prisoners, or two checks with their windows; an extra attack.
_AN_ATTACK: Final = 2 + 1 + 3 + 2 + 3 * 2 + 4 + 1
_REROLL: Final = 2  # RAF-5.30: a re-roll, and the extra pass that it allows
# RAF-4.12, 9.2, 11.3: the draw, the card, up to three answers, and the extra pass that it allows.
_A_CARD: Final = 6
# RAF-7.12: Overrun before a stack's check; for each card a declined re-roll and Take Prisoners.
_A_PASS: Final = 1 + _STACK * 2
# RAF-5.33: the stack checks that an eliminated Guard causes.
_FOR_GUARD: Final = 3


def most_decisions(game: Game) -> int:
    """Returns the number of decisions that no game exceeds.

    Every game ends after a certain round (RAF-10.5), so the bound depends on the decisions of one turn. It assumes that
    every turn has all its attacks, re-rolls and morale checks, so it is far above the length of real games: the longest
    of 1,000 random games has 1,951 decisions. We know no proof of a tighter bound.
    """
    turns = 2 * last_round(game.house_rules)
    battalions = sum(card.copies for card in _army_cards(game, "battalion"))
    # RAF-3.2: each battalion is placed in two decisions or returned in one; the line is filled, or finished as it is.
    setting_up = 2 * battalions + 2 * 3
    # RAF-3.5, 3.7: the first hands.
    hands = FIRST_HAND + max(FIRST_HAND, game.house_rules.number("second_hand"))
    # RAF-7.11, 8.12: stack checks for eliminated battalions, for killed generals, and for an Army Commander.
    passes = _FOR_GUARD * battalions + 2 * (COMMANDERS_SERVING + COLUMNS)
    return setting_up + _A_CARD * hands + _A_PASS * passes + turns * _a_turn(game)


def _a_turn(game: Game) -> int:
    """Returns the decisions of one turn, without the stack checks that are counted for the whole game."""
    tables = cast(Tables, game.tables)
    kinds = tables.kinds
    # RAF-5.1; each card can be played once in a turn (RAF-10.7): those for more attacks, or for one attack each.
    attacks = ATTACKS if game.house_rules.is_("attacks", "three") else COLUMNS + 1
    attacks += _numbers_on(tables, kinds.more_attacks)
    attacks += len(members_of(kinds.probes | kinds.fusillades | kinds.sabers | kinds.indirect_fires))
    # RAF-8.3: the commanders of both sides.
    commanders = _army_cards(game, "commander")
    rerolls = sum(max([card.number(column) for card in commanders], default=0) for column in ("attack", "defense"))
    # RAF-4.11, 4.12, 9.2: the cards drawn. The other side draws none.
    cards = DRAWS + _numbers_on(tables, kinds.drawers) + HAND_LIMIT
    # RAF-7.10: a Sniper for each side. RAF-5.34: a Guard that routs; it can come back and rout again.
    guards = sum(card.copies for card in _army_cards(game, "battalion") if printed_number(card) == GUARD)
    return (
        _PHASES
        + _REORGANISE
        + _MOVE * (1 + _numbers_on(tables, kinds.marches))
        + 1  # RAF-8.10: the Army Commander takes over a position
        + _AN_ATTACK * attacks
        + _REROLL * COMMANDERS_SERVING * rerolls
        + _A_CARD * cards
        + 2 * _LINE  # RAF-7.16: for each card in either line, a failed rally with a declined re-roll
        + _A_PASS * (2 * _numbers_on(tables, kinds.snipers) + guards)
    )


def _numbers_on(tables: Tables, cards: int) -> int:
    """Returns the sum of the numbers on these cards."""
    return sum(tables.amount[card] for card in members_of(cards))


def _army_cards(game: Game, kind: str) -> list[CardFact]:
    """Returns the battalions or the commanders of both sides; twice if both lead the same nation."""
    decks = [f"{kind}-{game.house_rules.text(seat)}" for seat in ("blue", "red")]
    return [card for deck in decks for card in game.cards if card.deck == deck]
