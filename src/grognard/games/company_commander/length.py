"""Upper bounds on the length of a game of Company Commander."""

from __future__ import annotations

from typing import Final

from grognard.games.company_commander.meta import LAST_TURN
from grognard.games.company_commander.names import FRONTS
from grognard.games.company_commander.rules.deploy import BONUS_CARDS, CARDS_A_TURN
from grognard.games.company_commander.rules.turn import SQUADS_A_TURN
from grognard.games.company_commander.tables import TACTICS
from grognard.kernel.content.cardfile import CardFact
from grognard.kernel.game import Game

# The decisions for one unit's action in a turn, including the windows in which the other side may answer (CC-10.4).
_MOVE: Final = 3  # CC-3.6: unit, Front, window; a Recon Mission (CC-5) has three too
_FIRE: Final = 4  # CC-6.3 to 6.6: unit, Front, window before the roll, window at the hit
_ASSAULT: Final = 2  # CC-7.1: unit, Front; then a window for each die
_LEAD: Final = 4  # CC-8.3: Leader, unit, window before the roll, window after it
_DEPLOY: Final = 2  # CC-3.3: unit, Front
# CC-3 to CC-8: ending the six phases and the window before assaults, the bonus draw, the order of the battles, and two
# passes before each battle.
_A_TURN: Final = 7 + 1 + (len(FRONTS) - 1) + 2 * len(FRONTS)
# CC-10.1: the card, its target, and a window or a pass. Further windows are counted below.
_A_CARD: Final = 3


def most_decisions(game: Game) -> int:
    """Returns an upper bound on the number of decisions in a game.

    Real games are far shorter. Something must happen only once in twenty turns (CC-11.1), and every unit may move in
    each turn, so two players who try can play more than 600 turns with dozens of decisions each. The longest of 1,000
    random games has 1,041 decisions. With `stall` = `off`, only the number of turns in all limits a game.
    """
    sides = [[card for card in game.cards if card.deck == deck] for deck in ("american", "german")]
    units = [card for side in sides for card in side]
    turns = _turns(game, sides)
    drawn = CARDS_A_TURN + BONUS_CARDS + _drawn_by_cards(game)  # CC-4.1, 3.5: Tactics cards drawn in a turn
    # The most that one card adds: windows for its rolls or dice, or one more action by a unit.
    rolls = max((_amount(card) for card in _tactics(game, "support", "squad fire", "dice")), default=0)
    again = max(_FIRE, _ASSAULT + max(card.number("strength") for card in units))
    deeds = max(sum(card.copies * _deeds(card) for card in side) for side in sides)
    # CC-8.2: a window after each pinned unit's roll, for both sides with `both_sides_rally`.
    rallying = sides if game.house_rules.is_("both_sides_rally", "on") else [max(sides, key=_number)]
    each = _A_TURN + deeds + sum(map(_number, rallying)) + drawn * (_A_CARD + max(rolls, again))
    return turns * each + _DEPLOY * _number(units)


def _drawn_by_cards(game: Game) -> int:
    """Returns the most Tactics cards that are drawn in a turn by cards that draw more.

    A single one is played in the Tactics Phase, after the turn's other draws, so it cannot be drawn again in the same
    turn. Of several, each takes two or more cards from the deck and the discard pile and then goes there itself
    (CC-4.2). So there is one card less each time, and a turn has no more of these plays than there are cards.
    """
    drawing = _tactics(game, "draw tactics")
    if sum(map(_copies, drawing)) <= 1:
        return sum(_copies(card) * _amount(card) for card in drawing)
    return 2 * sum(card.copies for card in game.cards if card.deck == TACTICS)


def _turns(game: Game, sides: list[list[CardFact]]) -> int:
    """Returns an upper bound on the number of turns."""
    if game.house_rules.is_("stall", "off"):
        return LAST_TURN
    stall = game.house_rules.number("stall")
    # CC-3.1, 3.3: while a side has units left to draw, it draws and deploys in each of its turns.
    deploying = 1 + sum(-(-_number(side) // SQUADS_A_TURN) for side in sides)
    # CC-9.2: casualties that units survive. CC-1.6: units that leave play, of which the last ends the game.
    casualties = sum(card.copies * max(0, card.number("strength") - 1) for side in sides for card in side)
    removals = 2 * game.house_rules.number("victory_count") - 1
    # CC-11.1: at most `stall` turns before each of these; the last one ends the game or is followed by `stall` more.
    return min(LAST_TURN, deploying + (casualties + removals) * stall)


def _deeds(card: CardFact) -> int:
    """Returns the most decisions for one unit in a turn; CC-3.8, 5.3, 6.8 and 8.3 allow it only one action."""
    fire = _FIRE if card.columns["suppression"] is not None else 0
    # CC-7.4: a Leader whose assault is stopped can still rally others.
    if "leader" in card.text("class"):
        return _ASSAULT + max(card.number("strength"), _LEAD)
    return max(_MOVE, fire, _ASSAULT + card.number("strength"))


def _tactics(game: Game, *effects: str) -> list[CardFact]:
    return [card for card in game.cards if card.columns["effect"] in effects]


def _amount(card: CardFact) -> int:
    return int(card.columns["amount"] or 0)


def _copies(card: CardFact) -> int:
    return card.copies


def _number(units: list[CardFact]) -> int:
    return sum(map(_copies, units))
