"""The settings with which a search interprets a game's `evaluate`."""

from __future__ import annotations

from typing import Final, final

# The amount that `evaluate` adds once a game is decided, larger than any other value.
WON: Final = 1000.0
# How much a veteran thinks where a game names no figure of its own, as a multiple of `pace`.
VETERAN: Final = 32.0


@final
class SearchTuning:
    """The settings with which a search interprets a game's `evaluate`.

    swing      the lead in points that wins 73 games of 100 (a logistic curve's scale)
    horizon    how many turn ends a search plays ahead before it evaluates the position (bench/strength.md)
    pace       how many such playouts take a millisecond, so that a level thinks about equally long in every game
    tempers    the temperatures of the two lowest levels: a move whose chance of winning is lower by this much is e
               times less likely
    form       the factor by which a temperature may rise or fall from game to game (good and bad days), so that
               neighboring levels are a match for each other in games where small mistakes decide
    styles     how much less a bold player values an action that does nothing, and how much more a cautious one does,
               in chance of winning: too little to make either weaker
    worlds     in how many worlds the greedy bot judges a move, if more than one helps
    veteran    how many playouts the veteran makes at most, so that it is a step above greedy and a step below the
               marshal (bench/strength.md); 0 for 32 times `pace`
    luck       how much of the luck measured by `evaluate` or `outlook` shows in results, and the share of the variance
               of results that it explains (400 games of greedy); 0 if unknown or none
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
        veteran: int = 0,
        luck: tuple[float, float] = (0.0, 0.0),
    ) -> None:
        self.swing = swing
        self.horizon = horizon
        self.pace = pace
        self.tempers = tempers
        self.form = form
        self.styles = styles
        self.worlds = worlds
        self.veteran = veteran if veteran > 0 else int(VETERAN * pace)
        self.luck = luck
