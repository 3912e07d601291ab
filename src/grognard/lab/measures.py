"""The measures of a game: each with a key for commands, a label for people, and its value in a row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from grognard.kernel.content.wording import did_you_mean
from grognard.kernel.errors import BadInput
from grognard.lab.estimates import Estimate, mean, share
from grognard.lab.recording import GameRow

if TYPE_CHECKING:
    from grognard.kernel.game import Game

CARD: Final = "card"  # the key of how often a card is played; another option names the card


class Measure(NamedTuple):
    """A measure: `of` is its value in a game, from 0 to 1 if it `is_share`. `card` is the card counted, if any."""

    key: str
    label: str
    is_share: bool
    of: Callable[[GameRow], float]
    card: str = ""

    def estimate(self, values: Sequence[float]) -> Estimate:
        """Returns the mean over games, with the interval that fits the measure."""
        return share(values) if self.is_share else mean(values)

    @property
    def scale(self) -> int:
        """The factor from a value to the number people read: 100 for shares, which are shown in percent."""
        return 100 if self.is_share else 1

    def written(self, value: float) -> str:
        """Formats a value as `52.1 %` or `73.41`."""
        return f"{100 * value:.1f} %" if self.is_share else f"{value:.2f}"


SIDE_1: Final = Measure("share", "points of side 1", True, lambda row: row.points)
MEASURES: Final = (
    Measure("first", "points of the first player", True, lambda row: row.first_points),
    SIDE_1,
    Measure("length", "turns", False, lambda row: float(row.turns)),
    Measure("decisions", "decisions", False, lambda row: float(row.decisions)),
    Measure("draws", "draws", True, lambda row: float(row.points == 0.5)),
)


def playing(card: str) -> Measure:
    """Returns the measure of how often a card is played in a game, by both sides together."""
    return Measure(CARD, f"{card} played", False, lambda row: float(sum(one.get(card, 0) for one in row.played)), card)


def measure_named(game: Game, key: str, card: str = "") -> Measure:
    """Returns the measure of this key; `card` is the card counted. Raises BadInput for an unknown key or card."""
    if key == CARD:
        known = {fact.name for fact in game.cards}
        if not card:
            raise BadInput("Name the card to count with --card.")
        if card not in known:
            raise BadInput(f"{game.spec.meta.title} has no card “{card}”. {did_you_mean(card, sorted(known))}")
        return playing(card)
    for measure in MEASURES:
        if measure.key == key:
            return measure
    raise BadInput(f"There is no measure “{key}”. {did_you_mean(key, [*(one.key for one in MEASURES), CARD])}")
