"""How likely the worlds that bots deal make what the other seats really hold: a measure of inference without games.

At decisions of games between bots, worlds are dealt as a bot deals them, and each thing that another seat knows and
the deciding one does not (how many of a card are in a hand, what lies face down) is as likely as the share of the
worlds in which it is so. The logarithms of what those shares give to the truth, added up, are in nats: 0 is certainty,
and a bot that infers from what the others chose must come nearer to it than one that deals evenly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from grognard.bots import bot_for
from grognard.kernel.engine.observation import MOST
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.lab.simulate import NORMAL_95, Progress, game_seed
from grognard.play.session import bot_seed

ONE_IN = 10  # decisions


@dataclass
class Likelihood:
    """Nats for a decision, on the average, with the 95 % interval by games, and how many things were uncertain."""

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
    """Looks at one decision of ten in games that `player` plays against itself, until there are so many.

    Raises BadInput for numbers that cannot be, NotFound for a bot there is not.
    """
    if min(decisions, worlds) < 1:
        raise BadInput("The numbers of decisions and of worlds are 1 or more.")
    found: list[list[tuple[float, int]]] = []
    looked, most = 0, (decisions + 1) // 2  # in one game: the interval goes by games
    while looked < decisions:
        found.append(_game(game, player, worlds, game_seed(seed, len(found)), min(decisions - looked, most)))
        looked += len(found[-1])
        if progress is not None:
            progress(looked, decisions)
    whole = sum(len(game_of) for game_of in found)
    mean = sum(nats for game_of in found for nats, _things in game_of) / whole
    # Decisions of a game depend on each other: the error of a ratio of sums by games.
    squares = sum((sum(nats for nats, _ in game_of) - mean * len(game_of)) ** 2 for game_of in found)
    error = math.sqrt(squares * len(found) / max(1, len(found) - 1)) / whole
    things = sum(things for game_of in found for _nats, things in game_of) / whole
    margin = NORMAL_95 * error
    return Likelihood(player, whole, len(found), worlds, mean, mean - margin, mean + margin, things)


def _game(game: Game, player: str, worlds: int, seed: int, most: int) -> list[tuple[float, int]]:
    """The decisions that were looked at in one game."""
    bot = bot_for(game, player)
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
    """Nats that the worlds of a seat give to what the others know, and how many things are uncertain."""
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
