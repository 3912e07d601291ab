"""Masked PPO that learns a game from scratch by self-play, in one file, after CleanRL's style. Needs PyTorch.

    python examples/ppo.py --game three-emperors --minutes 20 --seed 1 --out ppo.csv

One network plays all seats. A position's value for one side is minus its value for the other, so advantages change
their sign whenever the side to move changes. Minutes are processor time: two seeds may learn side by side. Every other
minute it plays `random` and `greedy`, and writes its share of the points (a draw is half a point) with a 95 % interval;
that time does not count.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from typing import Any

import numpy as np
import torch  # type: ignore[import-not-found,unused-ignore]
from torch import nn  # type: ignore[import-not-found,unused-ignore]

from grognard.envs import Batch, environment_id, info, vector

WIDTH, LEARNING_RATE, CLIP, ENTROPY, VALUE, GAMMA, LAMBDA, EPOCHS, PARTS = 256, 5e-4, 0.2, 0.01, 0.5, 1.0, 0.95, 2, 8


class Player(nn.Module):  # type: ignore[misc,unused-ignore]
    """The value of a position for the side to move, and the choice of an action."""

    def __init__(self, numbers: int, actions: int) -> None:
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(numbers, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.choice = nn.Linear(WIDTH, actions)
        self.worth = nn.Linear(WIDTH, 1)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[Any, torch.Tensor]:
        """Returns the distribution over legal actions, and the value."""
        seen = self.trunk(observations.float().log1p())
        logits = self.choice(seen).masked_fill(~masks, -1e9)
        return torch.distributions.Categorical(logits=logits), self.worth(seen).squeeze(-1)


def learn(given: argparse.Namespace) -> None:
    """Plays and learns until the time is up."""
    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    batch = Batch(given.game, given.games, given.seed, autoreset="same_step", skip_forced=True)
    player = Player(batch.observations.shape[1], batch.masks.shape[1])
    optimizer = torch.optim.Adam(player.parameters(), LEARNING_RATE, eps=1e-5)
    print(environment_id(batch.game), info(batch.game), file=sys.stderr)
    begun, evaluated, decisions = time.process_time(), 0.0, 0
    with open(given.out, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["seconds", "decisions", "opponent", "share", "low", "high"])
        while True:
            passed = time.process_time() - begun
            if passed >= 60 * given.minutes or passed - evaluated >= given.every:
                evaluated = passed
                for opponent in ("random", "greedy"):
                    row = [round(passed), decisions, opponent, *share(player, given, opponent)]
                    rows.writerow(row)
                    print(*row, flush=True)
                file.flush()
                begun = time.process_time() - passed
            if passed >= 60 * given.minutes:
                return
            improve(player, optimizer, *play(player, batch, given.steps))
            decisions += given.games * given.steps


def play(player: Player, batch: Batch, steps: int) -> tuple[torch.Tensor, ...]:
    """Plays this many steps; returns observations, masks, actions, their log probabilities, advantages and returns."""
    kept: list[tuple[torch.Tensor, ...]] = []
    every = np.arange(len(batch))
    with torch.no_grad():
        for _step in range(steps):
            seen, allowed = torch.tensor(batch.observations), torch.tensor(batch.masks)
            movers = batch.seats.copy()
            choice, worth = player(seen, allowed)
            actions = choice.sample()
            batch.step(actions.numpy())
            reward = torch.tensor(batch.rewards[every, movers], dtype=torch.float32)
            done = torch.tensor(batch.done)
            same_side = torch.tensor((batch.seats - movers) % 2 == 0)
            turned = torch.where(same_side, 1.0, -1.0) * ~done
            kept.append((seen, allowed, actions, choice.log_prob(actions), worth, reward, turned))
        _choice, coming = player(torch.tensor(batch.observations), torch.tensor(batch.masks))
    advantages, advantage = [], torch.zeros(len(batch))
    for _seen, _allowed, _action, _likely, worth, reward, turned in reversed(kept):
        advantage = reward + turned * GAMMA * coming - worth + turned * GAMMA * LAMBDA * advantage
        advantages.append(advantage)
        coming = worth
    gained = torch.stack(advantages[::-1])
    seen, allowed, action, likely, worths = (
        torch.stack(part).flatten(0, 1) for part in list(zip(*kept, strict=True))[:5]
    )
    return seen, allowed, action, likely, gained.flatten(), gained.flatten() + worths


def improve(player: Player, optimizer: torch.optim.Optimizer, *played: torch.Tensor) -> None:
    """Runs a few epochs of PPO's clipped objective on the games played."""
    for _epoch in range(EPOCHS):
        for part in torch.randperm(len(played[0])).chunk(PARTS):
            seen, allowed, action, likely, advantage, worth = (tensor[part] for tensor in played)
            advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
            choice, told = player(seen, allowed)
            ratio = (choice.log_prob(action) - likely).exp()
            clipped = torch.minimum(ratio * advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * advantage)
            loss = -clipped.mean() + VALUE * (told - worth).square().mean() - ENTROPY * choice.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), 0.5)
            optimizer.step()


def share(player: Player, given: argparse.Namespace, opponent: str) -> tuple[float, float, float]:
    """Returns the share of points against a bot, and its 95 % interval."""
    envs = vector(given.game, given.judged, opponent=opponent)
    observations, infos = envs.reset(seed=10**6 + given.seed)
    points = np.full(given.judged, np.nan)
    while np.isnan(points).any():
        with torch.no_grad():
            choice, _worth = player(torch.tensor(observations), torch.tensor(infos["action_mask"], dtype=torch.bool))
        observations, rewards, ended, _truncated, infos = envs.step(choice.sample().numpy())
        points[ended & np.isnan(points)] = (1 + rewards[ended & np.isnan(points)]) / 2
    half = 1.96 * points.std() / len(points) ** 0.5
    return round(points.mean(), 3), round(points.mean() - half, 3), round(points.mean() + half, 3)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="three-emperors")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=128)
    parser.add_argument("--steps", type=int, default=64)
    parser.add_argument("--judged", type=int, default=200)
    parser.add_argument("--every", type=float, default=120)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", default="ppo.csv")
    learn(parser.parse_args())
