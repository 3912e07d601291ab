"""The judge: how strong a player is, by pairs of games that are played side by side in rows.

Any player can be judged, as in the arena (`grognard.bots.own_players`). One with `choose_rows` is asked in rows.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from grognard.bots.own_players import ChooseRows, Player, player_for, rows_of
from grognard.kernel.engine.history import new_history
from grognard.kernel.engine.information import Information
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.lab.simulate import game_seed, interval, must_be_pairs
from grognard.play.session import bot_seed
from grognard.registry import load

AT_ONCE: Final = 256  # pairs


@dataclass(frozen=True)
class Judgment:
    """A player's share of the points against another (a draw is half), and the 95 % interval by pairs.

    The two games of a pair have the same deal, with the sides swapped. `seconds` is the player's mean processor time
    for a decision among two or more actions.
    """

    game: str
    pairs: int
    seed: int
    share: float
    low: float
    high: float
    wins: int
    draws: int
    losses: int
    seconds: float

    def __str__(self) -> str:
        """Returns the result as a sentence."""
        share, low, high = (f"{100 * number:.1f} %" for number in (self.share, self.low, self.high))
        return (
            f"{share} of the points (95 %: {low} to {high}): {self.wins} won, {self.draws} drawn, {self.losses} lost "
            f"in {self.pairs} pairs of games"
        )


def judge(player: Player, game: Game | str, against: Player = "greedy", pairs: int = 100, seed: int = 0) -> Judgment:
    """Plays a player against another, and returns its share.

    The deals, and the generators of bots, are those of `paired` and the arena, so a bot gets the same share there.
    Raises BadInput for a game without two sides, an impossible number or a player that cannot be judged, NotFound for
    an unknown bot, and IllegalAction if a player cheats.
    """
    played = load(game) if isinstance(game, str) else game
    must_be_pairs(played, pairs)
    sides = _Side(played, player), _Side(played, against)
    recalled = any(side.bot.remembers for side in sides)
    points: list[tuple[float, float]] = []
    for first in range(0, pairs, AT_ONCE):
        deals = range(first, min(first + AT_ONCE, pairs))
        seated = [_Match(played, game_seed(seed, deal), own, recalled) for deal in deals for own in (0, 1)]
        _play(seated, sides)
        points += [(seated[n].points(), seated[n + 1].points()) for n in range(0, len(seated), 2)]
    scores = [sum(pair) / 2 for pair in points]
    low, high = interval(pairs, sum(scores), sum(score * score for score in scores))
    results = [one for pair in points for one in pair]
    return Judgment(
        played.slug, pairs, seed, sum(scores) / pairs, low, high, results.count(1.0), results.count(0.5),
        results.count(0.0), sides[0].seconds / max(1, sides[0].decisions),
    )  # fmt: skip


class _Match:
    """A game in which the player that is judged has the seats of side `own`; its history is kept on request."""

    def __init__(self, game: Game, seed: int, own: int, recalled: bool) -> None:
        recorded = game.new_initial_state(seed)
        self.state: State = recorded if recalled else recorded.clone()
        self.own = own
        self.history = new_history(recorded) if recalled else None
        self.seeds = [bot_seed(seed, seat) for seat in range(game.num_players())]
        self.known = [Information(self.state, seat, self.seeds[seat]) for seat in range(game.num_players())]

    def mover(self) -> int:
        """Returns 0 if the player that is judged is to move, 1 if the other is, -1 if the game is over."""
        if self.state.is_terminal():
            return -1
        return int(self.state.game.sides[self.state.current_player()] != self.own)

    def information(self, remembers: bool = False) -> Information:
        """Returns what the seat to move knows."""
        seat = self.state.current_player()
        known = self.known[seat]
        history = self.history.of(seat) if remembers and self.history is not None else ()
        known.renew(self.state, seat, self.seeds[seat], history)
        return known

    def play(self, action: int) -> None:
        """Plays an action of the seat to move."""
        seat = self.state.current_player()
        self.state.apply_action(action)
        if self.history is not None:
            self.history.add(seat, action, self.state)

    def points(self) -> float:
        """Returns 1 for a win of the player that is judged, 0 for a loss, 0.5 for a draw."""
        return (1 + self.state.returns()[self.state.game.sides.index(self.own)]) / 2


class _Side:
    """A player with its processor time. It chooses in rows if it can."""

    def __init__(self, game: Game, player: Player) -> None:
        self.bot = player_for(game, player)
        self.choose_rows = rows_of(self.bot)
        self.seconds = 0.0
        self.decisions = 0

    def choose(self, matches: Sequence[_Match]) -> list[int]:
        """Returns an action for each match; all have a choice of two or more."""
        began = time.process_time()
        chosen = self._by_bot(matches) if self.choose_rows is None else self._by_rows(matches, self.choose_rows)
        self.seconds += time.process_time() - began
        self.decisions += len(matches)
        return chosen

    def _by_bot(self, matches: Sequence[_Match]) -> list[int]:
        return [int(self.bot.choose(match.information(self.bot.remembers))) for match in matches]

    @staticmethod
    def _by_rows(matches: Sequence[_Match], choose_rows: ChooseRows) -> list[int]:
        import numpy as np

        known = [match.information() for match in matches]
        rows = np.frombuffer(b"".join(one.observe() for one in known), np.uint8).reshape(len(known), -1)
        masks = np.frombuffer(b"".join(one.mask() for one in known), np.bool_).reshape(len(known), -1)
        seats = np.array([one.seat for one in known], np.int64)
        return [int(action) for action in choose_rows(rows, masks, seats)]


def _play(matches: Sequence[_Match], sides: tuple[_Side, _Side]) -> None:
    """Plays all matches to their ends, all decisions of one player at a time."""
    while True:
        waiting: tuple[list[_Match], list[_Match]] = ([], [])
        for match in matches:
            while match.mover() >= 0 and len(legal := match.state.legal_actions()) == 1:
                match.play(legal[0])
            if match.mover() >= 0:
                waiting[match.mover()].append(match)
        if not any(waiting):
            return
        for side, asked in zip(sides, waiting, strict=True):
            if asked:
                for match, action in zip(asked, side.choose(asked), strict=True):
                    match.play(action)
