"""How a game's `evaluate` is to be read."""

from __future__ import annotations

from typing import Final, final

# What `evaluate` adds once a game is decided: more than all that is still open can come to.
WON: Final = 1000.0


@final
class SearchTuning:
    """How a search reads a game's `evaluate`.

    swing      the points by which a side that is ahead wins 73 games of 100 (a logistic curve's scale)
    horizon    how many ends of a turn a search plays on to before it trusts what it sees (bench/strength.md)
    pace       how many such playouts take a millisecond, so that a level thinks for about as long in every game
    tempers    the temperatures of the two lowest levels: a move that is worse by this much chance to win is e times
               less likely
    form       how many times higher or lower a temperature may be from game to game (good days and bad ones), so that
               neighbouring levels are a match for each other where every bit of care tells
    styles     how much less an action that does nothing counts for to a bold player, and how much more to a cautious
               one, in chances to win: so little that neither is weaker
    worlds     how many worlds the greedy bot judges a move by, where more than one pay
    luck       how much of what chance gives by `evaluate` or `outlook` shows in results, and what part of the variance
               of results that explains (400 games of greedy); 0 where that is not known, or there is none
    """

    def __init__(
        self,
        swing: float,
        horizon: int,
        pace: float,
        tempers: tuple[float, float] = (0.06, 0.015),
        form: float = 1.0,
        styles: tuple[float, float] = (0.005, 0.004),
        worlds: int = 1,
        luck: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        self.swing = swing
        self.horizon = horizon
        self.pace = pace
        self.tempers = tempers
        self.form = form
        self.styles = styles
        self.worlds = worlds
        self.luck = luck
