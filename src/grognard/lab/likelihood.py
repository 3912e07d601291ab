"""Measures how likely the truth is in the worlds that bots deal, to test their inference without counting wins.

At decisions of games between bots, worlds are dealt as a bot deals them. For each hidden thing that another seat knows
(how many copies of a card are in a hand, the identity of a face-down card) its probability is the share of the worlds
that have it right. The sum of the logarithms is in nats: 0 is certainty, and a bot that infers from the others' choices
must come nearer to it than a bot that deals evenly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from grognard.bots.own_players import player_for
from grognard.kernel.engine.observation import MOST
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.lab.simulate import NORMAL_95, Progress, game_seed
from grognard.play.session import bot_seed

ONE_IN = 10  # only one decision in this many is measured


@dataclass
class Likelihood:
    """Mean nats for a decision, with the 95 % interval by games, and the mean number of uncertain things."""

    player: str
    decisions: int
    games: int
    worlds: int
    mean: float
    low: float
    high: float
    uncertain: float


def likelihood(
    game: Game, player: str, decisions: int = 2000, worlds: int = 64, seed: int = 0, progress: Progress | None = None
) -> Likelihood:
    """Measures one decision in ten of games that `player` plays against itself, until there are enough.

    Raises BadInput for impossible numbers, NotFound for an unknown bot.
    """
    if min(decisions, worlds) < 1:
        raise BadInput("The numbers of decisions and of worlds must be 1 or more.")
    found: list[list[tuple[float, int]]] = []
    looked, most = 0, (decisions + 1) // 2  # at most half from one game, since the interval is over games
    while looked < decisions:
        found.append(_game(game, player, worlds, game_seed(seed, len(found)), min(decisions - looked, most)))
        looked += len(found[-1])
        if progress is not None:
            progress(looked, decisions)
    whole = sum(len(game_of) for game_of in found)
    mean = sum(nats for game_of in found for nats, _things in game_of) / whole
    # Decisions of a game depend on each other, so this is the error of a ratio of sums over games.
    squares = sum((sum(nats for nats, _ in game_of) - mean * len(game_of)) ** 2 for game_of in found)
    error = math.sqrt(squares * len(found) / max(1, len(found) - 1)) / whole
    things = sum(things for game_of in found for _nats, things in game_of) / whole
    margin = NORMAL_95 * error
    return Likelihood(player, whole, len(found), worlds, mean, mean - margin, mean + margin, things)


def _game(game: Game, player: str, worlds: int, seed: int, most: int) -> list[tuple[float, int]]:
    """Returns the nats and uncertain things of one game's measured decisions."""
    bot = player_for(game, player)
    state = game.new_initial_state(seed)
    found: list[tuple[float, int]] = []
    decided = seed % ONE_IN
    while not state.is_terminal() and len(found) < most:
        seat = state.current_player()
        if len(state.legal_actions()) > 1:
            decided += 1
            if decided % ONE_IN == 0:
                found.append(_told(state, seat, worlds, seed))
        state.apply_action(bot.choose(state.information(seat, bot_seed(seed, seat))))
    return found


def _told(state: State, seat: int, worlds: int, seed: int) -> tuple[float, int]:
    """Returns the nats that a seat's worlds give to the others' knowledge, and the number of uncertain things."""
    import numpy as np

    game = state.game
    things_alone = [field for field in game.layout.fields if field.most < MOST]  # no sums
    places = np.concatenate([np.arange(field.start, field.start + field.length) for field in things_alone])
    dealt = [state.information(seat).resample(seed + number) for number in range(worlds)]
    nats, things = 0.0, 0
    for other in range(game.num_players()):
        if other == seat:
            continue
        rows = np.stack([np.frombuffer(game.observe(world, other), np.uint8)[places] for world in dealt])
        true = np.frombuffer(game.observe(state, other), np.uint8)[places]
        agree = (rows == true).sum(0)
        uncertain = agree < worlds
        nats += float(np.log((agree[uncertain] + 0.5) / (worlds + 1)).sum())
        things += int(uncertain.sum())
    return nats, things
