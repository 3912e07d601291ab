"""Trains a network against one player who never changes, with masked PPO on one core. Needs PyTorch and NumPy.

The learner's side alternates from game to game. `grognard.lab.exploit` measures the trained player.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
import torch  # type: ignore[import-not-found,unused-ignore]
from numpy.typing import NDArray
from torch import nn  # type: ignore[import-not-found,unused-ignore]

from grognard.bots.base import Bot
from grognard.bots.learned import Learned, Prodigy, learned_player, load_player
from grognard.bots.own_players import LEARNED, rows_of
from grognard.envs import Batch
from grognard.kernel.engine.chance import stream
from grognard.kernel.game import Game
from grognard.lab.exploit import Training
from grognard.lab.simulate import Progress

GAMES: Final = 256  # played at once
STEPS: Final = 32  # decisions in each of them between two updates
UPDATE: Final = GAMES * STEPS
PRODIGY: Final = "prodigy"
WIDTH: Final = 128
BLOCKS: Final = 1
EPOCHS: Final = 2
MINIBATCH: Final = 2048
TRACE: Final = 0.95  # the lambda of the advantages
CLIP: Final = 0.2
WARM_UP: Final = 10  # updates until the learning rate is full
SLOWEST: Final = 0.02  # the share of the learning rate that is left at the end
MOST_GRADIENT: Final = 0.5
NEVER: Final = -1e9  # the logit of an illegal action
SEEDS: Final = 2**40  # the seeds of training begin below this
PLIES: Final = 2**20  # the distance between the victim's seeds in two games


class Pace(NamedTuple):
    """The learning rate at the start, and the weight of entropy at the start and at the end."""

    rate: float
    entropy: float
    entropy_end: float


FROM_SCRATCH: Final = Pace(2e-3, 0.02, 0.003)
FROM_A_PLAYER: Final = Pace(2e-4, 0.001, 0.0003)  # more makes a good player worse before it improves


@dataclass(frozen=True)
class Trained:
    """A trained player, the decisions that it learned from, the games that ended, and the processor time in seconds."""

    player: Learned
    decisions: int
    games: int
    seconds: float


def train(game: Game, victim: Bot, training: Training, seed: int = 0, progress: Progress | None = None) -> Trained:
    """Trains a player against a victim, in whole updates of `UPDATE` decisions.

    The same seed and number of decisions give the same player. `progress` gets the seconds or decisions so far, and in
    all. Raises BadInput for a start that does not fit the game, and NotFound where no prodigy has learned the game.
    """
    model = start_player(game, training.start)
    began = time.process_time()
    with _alone(seed):
        learner = Learner(Duels(game, victim, seed), model, seed)
        while True:
            seconds = time.process_time() - began
            done, of = seconds, 60 * training.minutes
            if training.decisions:
                done, of = learner.decisions, training.decisions
            if progress is not None:
                progress(min(int(done), int(of)), int(of))
            if done >= of:
                break
            learner.update(done / of)
    player = Learned(game, learner.network.weights())
    return Trained(player, learner.decisions, learner.duels.ended, seconds)


def start_player(game: Game, start: str) -> Learned | None:
    """Returns the player whose weights the training starts from; None for random weights."""
    if not start:
        return None
    return learned_player(game) if start == PRODIGY else load_player(Path(start.removeprefix(f"{LEARNED}:")), game)


@contextmanager
def _alone(seed: int) -> Iterator[None]:
    """Computes with one thread and this seed, so that sums and draws repeat; restores both settings of PyTorch."""
    threads = torch.get_num_threads()
    with torch.random.fork_rng(devices=[]):
        torch.set_num_threads(1)
        torch.manual_seed(stream(seed, "weights")[0])
        try:
            yield
        finally:
            torch.set_num_threads(threads)


class Duels:
    """Games between a learner and a victim. The victim plays as soon as it is to move, so the learner always is."""

    def __init__(self, game: Game, victim: Bot, seed: int) -> None:
        first = stream(seed, "training")[0] % SEEDS
        self.batch = Batch(game, GAMES, first, autoreset="same_step", skip_forced=True)
        self.victim = learned_player(game) if isinstance(victim, Prodigy) else victim  # in rows, five times as fast
        self.sides = np.array(game.sides)
        self.seat_of = np.array([game.sides.index(0), game.sides.index(1)])
        self.own = np.arange(GAMES) % 2  # the learner's side
        self.ended = 0
        self._finish(np.zeros(GAMES, np.int64), self._waiting())

    def step(self, actions: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Plays the learner's actions; returns (games,) rewards of the learner, and whether its game has ended."""
        every = np.arange(GAMES)
        self.batch.step_some(actions, every)
        return self._finish(actions, every)

    def _finish(
        self, actions: NDArray[np.int64], moved: NDArray[np.int64]
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Lets the victim play where it is to move. `moved` are the games in which somebody has just played."""
        won, over = np.zeros(GAMES), np.zeros(GAMES, np.bool_)
        while True:
            ended = moved[self.batch.done[moved]]
            first = ended[~over[ended]]  # a second game may end before the learner has moved in it
            won[first] = self.batch.rewards[first, self.seat_of[self.own[first]]]
            over[first] = True
            self.own[ended] = 1 - self.own[ended]
            self.ended += len(ended)
            moved = self._waiting()
            if not len(moved):
                return won, over
            actions[moved] = self._choices(moved)
            self.batch.step_some(actions, moved)

    def _waiting(self) -> NDArray[np.int64]:
        """Returns the games in which the victim is to move."""
        return np.flatnonzero(self.sides[self.batch.seats] != self.own)

    def _choices(self, games: NDArray[np.int64]) -> NDArray[Any]:
        """Returns the victim's action in each of these games."""
        batch, choose_rows = self.batch, rows_of(self.victim)
        seats = batch.seats[games]
        if choose_rows is not None:
            return choose_rows(batch.observations[games], batch.masks[games], seats)
        chosen, known = [], batch.look(int(games[0])).information(int(seats[0]))
        for place, seat, seed in zip(games.tolist(), seats.tolist(), batch.seeds[games].tolist(), strict=True):
            known.renew(batch.look(place), seat, seed * PLIES, ())
            chosen.append(int(self.victim.choose(known)))
        return np.array(chosen)


class Block(nn.Module):  # type: ignore[misc,unused-ignore]
    """A residual block."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm, self.fc1, self.fc2 = nn.LayerNorm(width), nn.Linear(width, width), nn.Linear(width, width)
        nn.init.zeros_(self.fc2.weight)
        nn.init.zeros_(self.fc2.bias)


class Network(nn.Module):  # type: ignore[misc,unused-ignore]
    """The network that `grognard.bots.learned.save_player` describes."""

    def __init__(self, game: Game, width: int = WIDTH, blocks: int = BLOCKS) -> None:
        super().__init__()
        self.first = nn.Linear(len(game.layout.expanded_names), width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        self.norm = nn.LayerNorm(width)
        self.policy, self.value = nn.Linear(width, game.num_distinct_actions()), nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.zeros_(self.policy.bias)

    def forward(self, rows: torch.Tensor, legal: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns (n, actions) log probabilities and (n,) values for (n, expanded) rows and (n, actions) masks."""
        seen = torch.relu(self.first(rows))
        for block in self.blocks:
            seen = seen + block.fc2(torch.relu(block.fc1(block.norm(seen))))
        seen = self.norm(seen)
        likely = self.policy(seen).masked_fill(~legal, NEVER).log_softmax(1)
        return likely, torch.tanh(self.value(seen).squeeze(1))

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """Returns the weights of a player's file, by name, rounded to half precision as files keep them."""
        return {name: part.half().float().numpy() for name, part in self.state_dict().items()}


class Rollout:
    """The decisions between two updates: (steps, games) rows, masks, choices and results.

    `likely` is the log probability of a choice. `lasting` is 1 unless the game ended before the learner's next
    decision. `value` has one step more than the others.
    """

    def __init__(self, game: Game) -> None:
        self.rows = torch.empty(STEPS, GAMES, len(game.layout.expanded_names))
        self.legal = torch.empty(STEPS, GAMES, game.num_distinct_actions(), dtype=torch.bool)
        self.choice = torch.empty(STEPS, GAMES, dtype=torch.int64)
        self.likely, self.won, self.lasting = (torch.empty(STEPS, GAMES) for _ in range(3))
        self.value = torch.empty(STEPS + 1, GAMES)

    def advantages(self) -> torch.Tensor:
        """Returns (steps, games) generalized advantages."""
        found, coming = torch.empty(STEPS, GAMES), torch.zeros(GAMES)
        for step in reversed(range(STEPS)):
            ahead = self.value[step + 1] + TRACE * coming
            coming = self.won[step] + self.lasting[step] * ahead - self.value[step]
            found[step] = coming
        return found


class Decisions(NamedTuple):
    """Decisions to learn from, n of each: (n, expanded) rows, (n, actions) masks, and (n,) of the others.

    `likely` is the log probability that the choice had.
    """

    rows: torch.Tensor
    legal: torch.Tensor
    choice: torch.Tensor
    likely: torch.Tensor
    advantage: torch.Tensor
    returns: torch.Tensor


class Learner:
    """The network in training, its optimizer, its games and its draws."""

    def __init__(self, duels: Duels, model: Learned | None, seed: int) -> None:
        self.duels, self.game = duels, duels.batch.game
        self.network = Network(self.game) if model is None else Network(self.game, model.width, model.blocks)
        if model is not None:  # a player that has learned no values keeps random ones here
            weights = {name: torch.tensor(part) for name, part in model.weights.items()}
            self.network.load_state_dict(weights, strict=False)
        self.pace = FROM_SCRATCH if model is None else FROM_A_PLAYER
        self.optimizer = torch.optim.Adam(self.network.parameters(), self.pace.rate, eps=1e-5)
        self.draws = torch.Generator().manual_seed(stream(seed, "choices")[0])
        self.played = Rollout(self.game)
        self.updates, self.decisions = 0, 0

    def update(self, fraction: float) -> None:
        """Plays and learns once; `fraction` is how much of the budget is spent."""
        warm = min(1.0, (self.updates + 1) / WARM_UP)
        for group in self.optimizer.param_groups:
            group["lr"] = self.pace.rate * max(SLOWEST, 1 - fraction) * warm
        self._play()
        self._learn(self.pace.entropy * (self.pace.entropy_end / self.pace.entropy) ** fraction)
        self.updates += 1
        self.decisions += UPDATE

    def _look(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns what the learner sees now in every game, and its legal actions."""
        batch = self.duels.batch
        return torch.from_numpy(self.game.layout.expand(batch.observations)), torch.from_numpy(batch.masks.copy())

    @torch.no_grad()  # type: ignore[untyped-decorator,misc,unused-ignore]
    def _play(self) -> None:
        played = self.played
        for step in range(STEPS):
            played.rows[step], played.legal[step] = rows, legal = self._look()
            likely, played.value[step] = self.network(rows, legal)
            noise = torch.empty_like(likely).exponential_(generator=self.draws).log_()
            played.choice[step] = choice = (likely - noise).argmax(1)
            played.likely[step] = likely.gather(1, choice[:, None]).squeeze(1)
            won, over = self.duels.step(choice.numpy().copy())
            played.won[step], played.lasting[step] = torch.from_numpy(won), torch.from_numpy(~over)
        played.value[STEPS] = self.network(*self._look())[1]

    def _learn(self, entropy: float) -> None:
        """Runs a few epochs of PPO's clipped objective on the decisions."""
        played, advantage = self.played, self.played.advantages()
        returns = (advantage + played.value[:STEPS]).clamp(-1, 1)
        scaled = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        given = (played.rows, played.legal, played.choice, played.likely, scaled, returns)
        all_of_them = Decisions(*(part.flatten(0, 1) for part in given))
        for _epoch in range(EPOCHS):
            for at in torch.randperm(UPDATE, generator=self.draws).split(MINIBATCH):
                loss = self._loss(Decisions(*(part[at] for part in all_of_them)), entropy)
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), MOST_GRADIENT)
                self.optimizer.step()

    def _loss(self, some: Decisions, entropy: float) -> torch.Tensor:
        """Returns PPO's loss, with the errors of values and minus the entropy."""
        likely, value = self.network(some.rows, some.legal)
        ratio = (likely.gather(1, some.choice[:, None]).squeeze(1) - some.likely).exp()
        gain = torch.minimum(ratio * some.advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * some.advantage).mean()
        spread = -(likely.exp() * likely).sum(1).mean()
        return 0.5 * (value - some.returns).square().mean() - gain - entropy * spread
