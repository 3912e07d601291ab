"""A match: several games between the same players, who swap seats after each. A win is a point, a draw half a point."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, TypeVar

import msgspec

from grognard.kernel.content.wording import capitalized
from grognard.kernel.engine import chance
from grognard.kernel.game import Game
from grognard.kernel.views.view import Outcome

Who = TypeVar("Who")


class Match(msgspec.Struct, frozen=True, omit_defaults=True):
    """The score of a match: the number of games, and the points of the players on each side of the current game.

    `ended` says that the current game is over and counted.
    """

    games: int
    points: tuple[float, float] = (0, 0)
    ended: bool = False

    @property
    def number(self) -> int:
        """The number of the current game, from 1."""
        return int(sum(self.points)) + (not self.ended)

    @property
    def over(self) -> bool:
        """Whether one side has more than half of all points, or all games are played."""
        return 2 * max(self.points) > self.games or sum(self.points) == self.games

    @property
    def winner(self) -> int | None:
        """The side that has won the match; None if it is drawn or not over."""
        first, second = self.points
        return None if not self.over or first == second else int(first < second)

    def after(self, outcome: Outcome | None, sides: Sequence[int]) -> Match:
        """Returns the match with the outcome of the current game, if any. `sides` has the side of each seat."""
        if outcome is None:
            return self
        won = {sides[winner] for winner in outcome.winners} or {0, 1}
        first, second = (points + (side in won) / len(won) for side, points in enumerate(self.points))
        return Match(self.games, (first, second), ended=True)

    def next(self) -> Match:
        """Returns the match at the start of its next game, with sides swapped; a new match if this one is over."""
        first, second = self.points
        return Match(self.games) if self.over else Match(self.games, (second, first))

    @property
    def following(self) -> str:
        """The label of a button for the next game of the match; empty for a single game."""
        if self.games == 1:
            return ""
        return "A new match" if self.over else f"Game {self.number + 1} of {self.games}"

    def proposed_by(self, name: str) -> str:
        """Returns a sentence that says who wants to play this game, the next of a match or a rematch."""
        if self.games == 1:
            return f"{name} asks for a rematch"
        number = self.number
        return f"{name} asks for a new match" if number == 1 else f"{name} is ready for game {number} of {self.games}"

    def told(self, game: Game, own: Collection[int], bots: Collection[int]) -> str:
        """Returns the score in words, for the holder of the seats `own`; empty for a single game."""
        if self.games == 1:
            return ""
        names = _names(game, own, bots)
        if self.over:
            score = " to ".join(_written(points) for points in sorted(self.points, reverse=True))
            came = "is drawn" if self.winner is None else f"goes to {names[self.winner]}"
            return f"The match {came}, {score}."
        number = f"game {self.number} of {self.games}"
        score = ", ".join(f"{name} {_written(self.points[side])}" for side, name in names.items())
        if self.ended:
            return f"After {number}: {score}."
        if self.number == 1:
            return f"{capitalized(number)}. You swap seats after each game."
        seat = f": you swap sides and are now {game.seats[next(iter(own))]}" if len(own) == 1 else ""
        return f"{capitalized(number)}{seat}. {capitalized(score)}."


SINGLE: Final = Match(1)


def _written(points: float) -> str:
    """Returns points as people write them: 0, ½, 1, 1½."""
    whole, half = divmod(points, 1)
    return f"{int(whole) or ''}½" if half else str(int(whole))


def _names(game: Game, own: Collection[int], bots: Collection[int]) -> dict[int, str]:
    """Returns the names of both sides, the reader's own first. Spectators and holders of both sides get seat names."""
    mine = {game.sides[seat] for seat in own}
    names = {}
    for side in sorted((0, 1), key=lambda side: side not in mine):
        seats = [seat for seat, other in enumerate(game.sides) if other == side]
        if len(mine) != 1:
            names[side] = game.side_name(side)
        elif side in mine:
            names[side] = "you" if set(seats) <= set(own) else "your side"
        elif set(seats) <= set(bots):
            names[side] = "the computer"
        else:
            names[side] = "your opponent" if len(seats) == 1 else "your opponents"
    return names


def moved(seats: Sequence[Who]) -> list[Who]:
    """Returns the players of each seat in the next game: everyone moves on by one seat, and so to the other side."""
    return [*seats[1:], seats[0]]


def next_seed(seed: int) -> int:
    """Returns the seed of the next game in a match."""
    return chance.stream(seed, "next game")[0] % (1 << 32)
