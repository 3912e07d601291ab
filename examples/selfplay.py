"""Learns a game from scratch by self-play with masked PPO, in one file, on a processor or a GPU. Needs PyTorch.

    python examples/selfplay.py --game three-emperors --minutes 2 --seed 1 --out run
    python examples/selfplay.py --out run --resume --minutes 10

One network plays all seats. A position's value for one side is minus its value for the other, so advantages change
their sign each time the side to move changes. The folder holds checkpoint.pt, evaluations.csv (shares of the points
against bots, in pairs of games with the sides swapped, with 95 % intervals) and player.npz, which
`grognard.bots.learned.load_player` reads. Load only checkpoints that you made: they are pickled.

Rows of observations are mostly zeros, so a row is kept as the numbers of its non-zero inputs and their values. The
first layer adds up the weights of these inputs alone.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import csv
import ctypes
import io
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch  # type: ignore[import-not-found,unused-ignore]
from numpy.typing import NDArray
from torch import nn  # type: ignore[import-not-found,unused-ignore]
from torch.nn import functional  # type: ignore[import-not-found,unused-ignore]

import grognard
from grognard import bots
from grognard.bots.learned import save_player
from grognard.envs import Batch
from grognard.kernel.content.fields import as_number
from grognard.kernel.errors import BadInput, NotFound
from grognard.kernel.files import write_whole
from grognard.kernel.game import Game
from grognard.lab.simulate import interval

Kept = dict[str, torch.Tensor]  # tensors with one row for each decision
CHECKPOINT, EVALUATIONS, PLAYER = "checkpoint.pt", "evaluations.csv", "player.npz"
NEVER: Final = -1e9  # the logit of an illegal action
PAST_SELVES: Final = 8
FORGETTING: Final = 20  # updates between two past selves
KINDS: Final = 256  # the most kinds of events
MOST_SEED: Final = 10**6
MOST_RULES: Final = 99
DEALS: Final = 10**8  # the most deals of a batch; each batch has its own
JUDGED: Final = 2**59  # the deals of evaluations begin here
# What a resumed run may change.
FREE: Final = ("minutes", "updates", "device", "threads", "every", "pairs", "save", "processor_time", "out", "resume")


def option(default: Any, words: str) -> Any:
    """Returns a field of the settings that is an option of the command line."""
    return field(default=default, metadata={"help": words})


@dataclass
class Settings:
    """How to learn."""

    game: str = option("three-emperors", "the game, by its short name")
    rules: str = option("", "house rules, such as seats=4,retire=on")
    out: str = option("run", "the folder for the checkpoint, the evaluations and the player")
    resume: bool = option(False, "continue the run in that folder")
    minutes: float = option(2.0, "the time to learn; evaluations do not count")
    updates: int = option(0, "stop after this many updates instead")
    processor_time: bool = option(False, "count processor time, divided by the threads")
    seed: int = option(1, "the seed of everything random")
    device: str = option("cpu", "the device of PyTorch: cpu, cuda, mps")
    threads: int = option(2, "the threads of PyTorch")
    bf16: bool = option(False, "compute with 16 bits where that is safe")
    games: int = option(512, "games that are played at once")
    steps: int = option(32, "decisions in each game between two updates")
    width: int = option(128, "the width of the network")
    blocks: int = option(1, "its residual blocks")
    epochs: int = option(2, "how often an update learns from each decision")
    minibatch: int = option(2048, "decisions in one step of the optimizer")
    learning_rate: float = option(2e-3, "the learning rate at the start; it falls to almost 0")
    entropy: float = option(0.02, "the weight of entropy at the start")
    entropy_end: float = option(0.003, "the weight of entropy at the end")
    trace: float = option(0.95, "the lambda of the advantages")
    clip: float = option(0.2, "the clipping of PPO")
    critic_sees_all: bool = option(False, "value positions by a network that sees the hands of all seats")
    past: float = option(0.0, "the share of games with a past self as the opponent")
    house_rules: int = option(0, "extra batches, each with house rules drawn at random")
    events: int = option(0, "recent events that the network sees, too; such a player cannot be saved as a file")
    every: float = option(0.0, "minutes between evaluations; 0 evaluates only at the end")
    pairs: int = option(200, "pairs of games in an evaluation")
    opponents: str = option("random,greedy", "the bots of the evaluation, separated by commas")
    save: float = option(1.0, "minutes between checkpoints")

    def check(self) -> None:
        """Raises BadInput for settings that cannot work."""
        for name in ("games", "steps", "width", "epochs", "minibatch", "threads", "pairs"):
            if getattr(self, name) < 1:
                raise BadInput(f"--{name} must be at least 1.")
        for one in fields(self):
            value = getattr(self, one.name)
            if isinstance(value, int | float) and not 0 <= value < np.inf:
                raise BadInput(f"{flag(one.name)} must be 0 or more.")
        if self.trace > 1:
            raise BadInput("--trace must be from 0 to 1.")
        if not self.updates and not self.minutes:
            raise BadInput("--minutes must be more than 0.")
        for name in self.opponents.split(","):
            bots.bot(name)
        if self.seed >= MOST_SEED:
            raise BadInput(f"--seed must be less than {MOST_SEED}.")
        if self.past >= 1:
            raise BadInput("--past is a share of the games, from 0 to less than 1.")
        if self.house_rules > MOST_RULES:
            raise BadInput(f"--house-rules must be at most {MOST_RULES}.")
        if self.games <= self.house_rules:
            raise BadInput("--games must be more than --house-rules.")
        try:
            torch.empty(0, device=self.device)
        except (RuntimeError, AssertionError, NotImplementedError):
            raise BadInput(f"PyTorch has no device “{self.device}” here. Leave out --device to use the CPU.") from None


def chosen_rules(settings: Settings) -> dict[str, str | int]:
    """Returns the house rules that are always in force."""
    parts = [part.partition("=") for part in settings.rules.split(",") if part]
    return {key.strip(): as_number(value.strip()) or value.strip() for key, _, value in parts}


def loaded(settings: Settings) -> Game:
    """Returns the game with its house rules."""
    return grognard.load(settings.game, chosen_rules(settings))


def flag(name: str) -> str:
    """Returns a setting as people write it on the command line."""
    return "--" + name.replace("_", "-")


# --- the network ---------------------------------------------------------------------------------------


class Inputs:
    """The non-zero inputs of rows of bytes: the same numbers as `layout.expand`, without the zeros."""

    def __init__(self, game: Game, copies: int = 1) -> None:
        """A row may be several observations, one after the other."""
        columns, scales = (np.tile(part, copies) for part in game.layout.inputs)
        own = len(game.layout.expanded_names)
        self.size = own
        self.is_code = scales == 0
        self.first = columns - self.is_code + np.repeat(np.arange(copies) * own, game.layout.size)  # codes begin at 1
        self.scale = scales.astype(np.float32)

    def of(self, rows: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Returns the numbers of the inputs that are not 0, and their values; each row is filled up with 0s."""
        row, column, place, longest = places(rows != 0)
        value = rows[row, column]
        is_code = self.is_code[column]
        at = np.zeros((len(rows), longest), np.int64)
        of = np.zeros((len(rows), longest), np.float32)
        at[row, place] = self.first[column] + value * is_code
        of[row, place] = np.where(is_code, np.float32(1), self.scale[column] * value)
        return at, of


def places(flags: NDArray[np.bool_]) -> tuple[NDArray[np.int64], ...]:
    """Returns the row and column of each flag, its number within the row, and the highest count."""
    size = flags.shape[1]
    flat = np.flatnonzero(flags)
    row = flat // size
    counts = np.bincount(row, minlength=len(flags))
    place = np.arange(len(flat)) - np.repeat(np.cumsum(counts) - counts, counts)
    return row, flat - row * size, place, np.int64(counts.max())  # type: ignore[return-value]


class Gathered(torch.autograd.Function):  # type: ignore[misc,unused-ignore]
    """Multiplies sparse rows by a matrix: adds up rows of weights, and multiplies densely only for the gradient."""

    zeros = torch.zeros(0)  # kept, as new memory is slow

    @staticmethod
    def forward(ctx: Any, weight: torch.Tensor, at: torch.Tensor, of: torch.Tensor) -> torch.Tensor:
        """Takes (inputs, width) weights, and for each row the numbers of inputs and their values."""
        ctx.save_for_backward(at, of)
        ctx.inputs = len(weight)
        return functional.embedding_bag(at, weight, mode="sum", per_sample_weights=of.to(weight.dtype))

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> Any:
        """Returns the gradient of the weights."""
        at, of = ctx.saved_tensors
        size = len(at) * ctx.inputs
        if len(Gathered.zeros) < size or Gathered.zeros.device != of.device:
            Gathered.zeros = of.new_zeros(size)
        rows = Gathered.zeros[:size].view(len(at), ctx.inputs).scatter_add_(1, at, of)
        found = (gradients[0].t() @ rows.to(gradients[0].dtype)).t()
        rows.scatter_(1, at, 0.0)
        return found, None, None


class Block(nn.Module):  # type: ignore[misc,unused-ignore]
    """A residual block."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.norm, self.fc1, self.fc2 = nn.LayerNorm(width), nn.Linear(width, width), nn.Linear(width, width)
        nn.init.zeros_(self.fc2.weight)
        nn.init.zeros_(self.fc2.bias)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Returns its input plus a correction."""
        return seen + self.fc2(torch.relu(self.fc1(self.norm(seen))))


class Events(nn.Module):  # type: ignore[misc,unused-ignore]
    """Reads the last events: for each one its kind, seat, card and number."""

    def __init__(self, game: Game, events: int, width: int, size: int = 16) -> None:
        super().__init__()
        self.kind, self.seat = nn.Embedding(KINDS, size), nn.Embedding(game.num_players() + 1, size)
        self.card, self.number = nn.Embedding(len(game.pieces) + 2, size), nn.Linear(1, size)
        self.out = nn.Linear(events * size, width)

    def forward(self, events: torch.Tensor) -> torch.Tensor:
        """Returns (n, width) from (n, events, 4)."""
        kind, seat, card = (events[..., n].long() for n in range(3))
        number = self.number(events[..., 3:].float() / 16)
        read = self.kind(kind.clamp(0, KINDS - 1)) + self.seat(seat) + self.card(card) + number
        return self.out(torch.relu(read).flatten(1))


class Trunk(nn.Module):  # type: ignore[misc,unused-ignore]
    """The body of a network: from a position to `width` numbers about it."""

    def __init__(self, game: Game, inputs: int, settings: Settings, events: int) -> None:
        super().__init__()
        width = settings.width
        self.first = nn.Linear(inputs, width)
        self.blocks = nn.ModuleList(Block(width) for _ in range(settings.blocks))
        self.norm = nn.LayerNorm(width)
        self.events = Events(game, events, width) if events else None

    def body(self, kept: Kept, prefix: str = "") -> torch.Tensor:
        """Takes the inputs that are not 0. If `kept` says which inputs occur at all, the numbers count only these."""
        weight, live = self.first.weight.t(), kept.get(prefix + "live")
        weight = weight.contiguous() if live is None else weight[live]
        seen = Gathered.apply(weight, kept[prefix + "at"], kept[prefix + "of"]) + self.first.bias
        if self.events is not None:
            seen = seen + self.events(kept["events"])
        seen = torch.relu(seen)
        for block in self.blocks:
            seen = block(seen)
        return self.norm(seen)


class Critic(Trunk):
    """The value of a position to one who sees the hands of all seats."""

    def __init__(self, game: Game, inputs: int, settings: Settings) -> None:
        super().__init__(game, inputs, settings, 0)
        self.value = nn.Linear(settings.width, 1)

    def forward(self, kept: Kept) -> torch.Tensor:
        """Returns the value for the seat to move."""
        return torch.tanh(self.value(self.body(kept, "all_")).float().squeeze(1))


class Network(Trunk):
    """The choice of an action and the value of a position, for the seat to move."""

    def __init__(self, game: Game, settings: Settings) -> None:
        inputs = len(game.layout.expanded_names)
        super().__init__(game, inputs, settings, settings.events)
        self.policy = nn.Linear(settings.width, game.num_distinct_actions())
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.zeros_(self.policy.bias)
        sees_all = settings.critic_sees_all
        self.critic = Critic(game, game.num_players() * inputs, settings) if sees_all else None
        if not sees_all:
            self.value = nn.Linear(settings.width, 1)

    def forward(self, kept: Kept, valued: bool = True) -> tuple[torch.Tensor, torch.Tensor]:
        """Returns log probabilities of the legal actions, in the order of `legal`, and values."""
        seen = self.body(kept)
        legal = kept["legal"]
        logits = self.policy(seen).float().gather(1, legal.clamp(min=0)).masked_fill(legal < 0, NEVER)
        likely = logits.log_softmax(1)
        if not valued:
            return likely, likely[:, 0]
        return likely, torch.tanh(self.value(seen).float().squeeze(1)) if self.critic is None else self.critic(kept)

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """Returns the weights of a player's file."""
        own = {name: part for name, part in self.state_dict().items() if not name.startswith(("critic.", "events."))}
        return {name: part.detach().float().cpu().numpy() for name, part in own.items()}


# --- the games -----------------------------------------------------------------------------------------


class Games:
    """The games being played: one batch, or several with different house rules, as if they were one."""

    def __init__(self, settings: Settings) -> None:
        played = [loaded(settings), *other_rules(settings)]
        shares = np.diff([n * settings.games // len(played) for n in range(len(played) + 1)])
        begins = DEALS * (settings.seed * (MOST_RULES + 1) + np.arange(len(played)))
        self.batches = [
            Batch(
                game, int(size), int(seed), autoreset="same_step", skip_forced=True,
                full_state=settings.critic_sees_all, events=settings.events,
            )
            for game, size, seed in zip(played, shares, begins, strict=True)
        ]  # fmt: skip

    def array(self, name: str) -> NDArray[Any]:
        """Returns a copy of an array of all batches."""
        return np.concatenate([getattr(batch, name) for batch in self.batches])

    def step(self, actions: NDArray[np.int64]) -> None:
        """Plays an action in each game."""
        ends = np.cumsum([len(batch) for batch in self.batches])
        for batch, part in zip(self.batches, np.split(actions, ends[:-1]), strict=True):
            batch.step(part)


def other_rules(settings: Settings) -> list[Game]:
    """Returns the game with house rules drawn at random that change neither the seats nor the layout."""
    standard, chance = loaded(settings), np.random.default_rng(settings.seed)
    found: list[Game] = []
    while len(found) < settings.house_rules:
        changeable = [one for one in standard.spec.meta.options if one.key != "seats"]
        drawn = {one.key: one.values[chance.integers(len(one.values))] for one in changeable}
        drawn |= chosen_rules(settings)
        try:
            game = grognard.load(settings.game, drawn)
        except BadInput:  # some house rules exclude each other
            continue
        if game.layout.fields == standard.layout.fields and game.sides == standard.sides:
            found.append(game)
    return found


class Eyes:
    """Turns the arrays of batches into tensors."""

    def __init__(self, game: Game, settings: Settings) -> None:
        self.device = settings.device
        self.own, self.all = Inputs(game), Inputs(game, game.num_players())

    def see(self, array: Callable[[str], NDArray[Any]], events: bool, critic: bool) -> Kept:
        """Returns what the network sees of these positions."""
        found: dict[str, NDArray[Any]] = {}
        found["at"], found["of"] = self.own.of(array("observations"))
        masks = array("masks")
        row, action, place, longest = places(masks)
        found["legal"] = np.full((len(masks), int(longest)), -1, np.int64)
        found["legal"][row, place] = action
        if events:
            found["events"] = array("events")
        if critic:
            rows, seats = array("full_state"), array("seats")
            turn = (seats[:, None] + np.arange(rows.shape[1])) % rows.shape[1]  # the seat to move comes first
            turned = np.take_along_axis(rows, turn[:, :, None], 1)
            found["all_at"], found["all_of"] = self.all.of(turned.reshape(len(rows), -1))
        return {name: torch.from_numpy(part).to(self.device) for name, part in found.items()}


def stacked(steps: Sequence[Kept]) -> Kept:
    """Returns the steps one after the other, (steps * games, ...); lists are filled up to the longest."""
    found = {}
    for name in steps[0]:
        parts = [step[name] for step in steps]
        if parts[0].dim() == 2:
            longest = max(part.shape[1] for part in parts)
            fill = -1 if name == "legal" else 0
            parts = [functional.pad(part, (0, longest - part.shape[1]), value=fill) for part in parts]
        found[name] = torch.cat(parts)
    return found


# --- learning ------------------------------------------------------------------------------------------


class Learner:
    """A run: the network, its optimizer, the games and everything random."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.game = loaded(settings)
        torch.manual_seed(settings.seed)
        self.network = Network(self.game, settings).to(settings.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), settings.learning_rate, eps=1e-5, fused=True)
        self.generator = torch.Generator(settings.device).manual_seed(settings.seed)
        self.eyes = Eyes(self.game, settings)
        self.games = Games(settings)
        self.sides = np.array(self.game.sides)
        self.past: list[dict[str, torch.Tensor]] = []
        self.old = Network(self.game, settings).to(settings.device) if settings.past else None
        self.updates, self.decisions, self.seconds = 0, 0, 0.0
        self.results: list[list[Any]] = []

    def update(self, fraction: float) -> None:
        """Plays and learns once; `fraction` is how much of the run is over."""
        settings = self.settings
        if settings.past and self.updates % FORGETTING == 0:
            self.past = [*self.past, copy.deepcopy(self.network.state_dict())][-PAST_SELVES:]
        warm = min(1.0, (self.updates + 1) / 20)
        for group in self.optimizer.param_groups:
            group["lr"] = settings.learning_rate * max(0.02, 1 - fraction) * warm
        entropy = settings.entropy * (settings.entropy_end / max(settings.entropy, 1e-9)) ** fraction
        self.improve(self.play(), entropy)
        self.updates += 1

    def auto(self) -> Any:
        """Computes with 16 bits if that is wanted."""
        kind = torch.device(self.settings.device).type
        return torch.autocast(kind, torch.bfloat16, enabled=self.settings.bf16)

    def look(self) -> Kept:
        """Returns what the network sees now."""
        return self.eyes.see(self.games.array, self.settings.events > 0, self.settings.critic_sees_all)

    @torch.no_grad()  # type: ignore[untyped-decorator,misc,unused-ignore]
    def play(self) -> Kept:
        """Plays a number of steps; returns the decisions with advantages and returns."""
        kept, rewards, turns, values = [], [], [], []
        every = np.arange(self.settings.games)
        theirs = self.begin_past()
        for _step in range(self.settings.steps):
            seen, movers = self.look(), self.games.array("seats")
            by_past = (theirs == self.sides[movers]).nonzero()[0]
            with self.auto():
                likely, value = self.network(seen)
                if self.old is not None and len(by_past):
                    rows = torch.from_numpy(by_past).to(likely.device)
                    likely[rows] = self.old({name: part[rows] for name, part in seen.items()}, valued=False)[0]
            noise = torch.empty_like(likely).exponential_(generator=self.generator).log_()
            choice = (likely - noise).argmax(1, keepdim=True)
            self.games.step(seen["legal"].gather(1, choice).squeeze(1).cpu().numpy())
            rewards.append(self.games.array("rewards")[every, movers])
            same = self.sides[self.games.array("seats")] == self.sides[movers]
            turns.append(np.where(self.games.array("done"), 0, np.where(same, 1, -1)))
            values.append(value)
            own = torch.from_numpy(theirs != self.sides[movers]).to(likely.device)
            kept.append({**seen, "choice": choice, "likely": likely.gather(1, choice), "own": own})
        with self.auto():
            values.append(self.network(self.look())[1])
        gained = self.advantages(rewards, turns, values)
        found = stacked(kept)
        found["advantage"], found["return"] = gained, (gained + torch.cat(values[:-1])).clamp(-1, 1)
        own = found.pop("own").nonzero().squeeze(1)
        self.decisions += len(own)
        return found if len(own) == len(gained) else {name: part[own] for name, part in found.items()}

    def begin_past(self) -> NDArray[np.int64]:
        """Draws a past self; returns for each game the side that it plays, -1 for none."""
        theirs = np.full(self.settings.games, -1)
        if self.old is not None:
            number = int(torch.randint(len(self.past), (), generator=self.generator, device=self.settings.device))
            self.old.load_state_dict(self.past[number])
            some = round(self.settings.past * self.settings.games)
            spread = np.arange(some) * self.settings.games // max(1, some)  # over the batches of all house rules
            theirs[spread] = np.arange(some) % 2
        return theirs

    def advantages(
        self, rewards: list[NDArray[Any]], turns: list[NDArray[Any]], values: list[torch.Tensor]
    ) -> torch.Tensor:
        """Returns generalized advantages, where the next value counts for the side that moved."""
        advantage, found = torch.zeros_like(values[0]), []
        device = advantage.device
        won = torch.from_numpy(np.stack(rewards)).float().to(device)
        turn = torch.from_numpy(np.stack(turns)).float().to(device)
        for step in reversed(range(len(rewards))):
            coming = values[step + 1] + self.settings.trace * advantage
            advantage = won[step] + turn[step] * coming - values[step]
            found.append(advantage)
        return torch.cat(found[::-1])

    def improve(self, played: Kept, entropy: float) -> None:
        """Runs a few epochs of PPO's clipped objective on the decisions."""
        settings, count = self.settings, len(played["at"])
        advantage = played["advantage"]
        played["advantage"] = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        live = {f"{prefix}live": renumber(played, f"{prefix}at") for prefix in ("", "all_") if f"{prefix}at" in played}
        for _epoch in range(settings.epochs):
            order = torch.randperm(count, generator=self.generator, device=settings.device)
            for rows in order.chunk(max(1, count // settings.minibatch)):
                part = {name: tensor.index_select(0, rows) for name, tensor in played.items()}
                loss = self.loss({**part, **live}, entropy)
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()

    def loss(self, part: Kept, entropy: float) -> torch.Tensor:
        """Returns PPO's loss, with the errors of values and minus the entropy."""
        with self.auto():
            likely, value = self.network(part)
        chosen = likely.gather(1, part["choice"])
        ratio, advantage = (chosen - part["likely"]).exp().squeeze(1), part["advantage"]
        limited = ratio.clamp(1 - self.settings.clip, 1 + self.settings.clip)
        gain = torch.minimum(ratio * advantage, limited * advantage).mean()
        spread = -(likely.exp() * likely).sum(1).mean()
        return 0.5 * (value - part["return"]).square().mean() - gain - entropy * spread

    def state(self) -> dict[str, Any]:
        """Returns everything that the run needs to continue identically."""
        return {
            "settings": asdict(self.settings),
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "generator": self.generator.get_state(),
            "batches": pickle.dumps(self.games.batches),
            "past": self.past,
            "counts": (self.updates, self.decisions, self.seconds),
            "results": self.results,
        }

    def resume(self, state: dict[str, Any]) -> None:
        """Continues from a state."""
        self.network.load_state_dict(state["network"])
        self.optimizer.load_state_dict(state["optimizer"])
        if state["settings"]["device"] == self.settings.device:
            self.generator.set_state(state["generator"].cpu())
        else:
            self.generator.manual_seed(self.settings.seed + state["counts"][0])
        self.games.batches = pickle.loads(state["batches"])
        self.past = state["past"]
        self.updates, self.decisions, self.seconds = state["counts"]
        self.results = state["results"]


def renumber(played: Kept, name: str) -> torch.Tensor:
    """Counts only the inputs that occur in these decisions, and returns which ones: many are 0 in all rows."""
    live = played[name].flatten().bincount().nonzero().squeeze(1)
    number = torch.zeros(int(live[-1]) + 1, dtype=torch.int64, device=live.device)
    number[live] = torch.arange(len(live), device=live.device)
    played[name] = number[played[name]]
    return live


# --- judging -------------------------------------------------------------------------------------------


def share(learner: Learner, opponent: str) -> tuple[float, float, float]:
    """Returns the share of the points against a bot, with its 95 % interval, over pairs of games with one deal each."""
    settings = learner.settings
    bot, points = bots.bot(opponent), []
    for side in range(2):
        batch = Batch(
            learner.game, settings.pairs, JUDGED + MOST_SEED * settings.seed, autoreset="disabled", skip_forced=True,
            events=settings.events,
        )  # fmt: skip
        while not batch.done.all():
            actions = np.zeros(len(batch), np.int64)
            ours = learner.sides[batch.seats] == side
            own, others = np.flatnonzero(ours & ~batch.done), np.flatnonzero(~ours & ~batch.done)
            if len(own):
                actions[own] = decided(learner, batch, own)
            for game in others:
                seed = (int(batch.seeds[game]) * 2 + side) * 2**16
                actions[game] = bot.choose(batch.look(int(game)).information(int(batch.seats[game]), seed))
            batch.step_some(actions, np.flatnonzero(~batch.done))
        points.append((1 + batch.rewards[:, list(learner.sides).index(side)]) / 2)
    pairs = np.mean(points, 0)
    low, high = interval(len(pairs), float(pairs.sum()), float((pairs * pairs).sum()))
    return round(float(pairs.mean()), 3), round(low, 3), round(high, 3)


@torch.no_grad()  # type: ignore[untyped-decorator,misc,unused-ignore]
def decided(learner: Learner, batch: Batch, games: NDArray[np.int64]) -> NDArray[Any]:
    """Returns the network's most likely actions in these games, as a player from a file chooses them."""
    seen = learner.eyes.see(lambda name: getattr(batch, name)[games], learner.settings.events > 0, critic=False)
    likely, _value = learner.network(seen, valued=False)
    found: NDArray[Any] = seen["legal"].gather(1, likely.argmax(1, keepdim=True)).squeeze(1).cpu().numpy()
    return found


# --- the run -------------------------------------------------------------------------------------------


class Run:
    """A learner with a folder, a clock and an end."""

    def __init__(self, settings: Settings, learner: Learner) -> None:
        self.settings, self.learner, self.folder = settings, learner, Path(settings.out)
        self.is_stopped = False

    def now(self) -> float:
        """Returns the time in seconds."""
        return time.process_time() / self.settings.threads if self.settings.processor_time else time.perf_counter()

    def fraction(self) -> float:
        """Returns how much of the run is over."""
        if self.settings.updates:
            return self.learner.updates / self.settings.updates
        return self.learner.seconds / 60 / self.settings.minutes

    def go(self) -> None:
        """Learns to the end, or until somebody presses Ctrl-C."""
        if self.settings.resume and self.fraction() >= 1:
            raise BadInput("That run has finished. Give it more --minutes or --updates.")
        self.folder.mkdir(parents=True, exist_ok=True)
        learner, saved, judged = self.learner, self.learner.seconds, self.learner.seconds
        before = signal.signal(signal.SIGINT, self.stop)
        try:
            while self.fraction() < 1 and not self.is_stopped:
                begun = self.now()
                learner.update(self.fraction())
                learner.seconds += self.now() - begun
                if self.settings.every and learner.seconds - judged >= 60 * self.settings.every:
                    judged = learner.seconds
                    self.judge()
                if learner.seconds - saved >= 60 * self.settings.save:
                    saved = learner.seconds
                    self.save()
            if not self.is_stopped:
                self.judge()
            self.save()
        finally:
            signal.signal(signal.SIGINT, before)
        print(self.last_words())

    def stop(self, _signal: int, _frame: object) -> None:
        """Stops after this update; a second Ctrl-C stops at once."""
        self.is_stopped = True
        print("Saving after this update. Press Ctrl-C again to stop at once, without saving.", file=sys.stderr)
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def last_words(self) -> str:
        """Returns the closing sentence: the work done, and how to continue."""
        learner = self.learner
        done = f"{learner.updates} updates, {learner.decisions} decisions, {learner.seconds:.0f} seconds"
        if self.is_stopped:
            return f"Stopped and saved after {done}. Continue with --resume --out {self.folder}."
        player = "" if self.settings.events else f" The player is {self.folder / PLAYER}."
        return f"Finished after {done}.{player}"

    def judge(self) -> None:
        """Adds results against the bots."""
        learner = self.learner
        for opponent in self.settings.opponents.split(","):
            if self.is_stopped:
                return
            row = [learner.updates, learner.decisions, round(learner.seconds), opponent, *share(learner, opponent)]
            learner.results.append(row)
            print(*row, flush=True)

    def save(self) -> None:
        """Writes the checkpoint, the results and the player, each whole or not at all."""
        kept, table = io.BytesIO(), io.StringIO()
        torch.save(self.learner.state(), kept)
        columns = ["updates", "decisions", "seconds", "opponent", "share", "low", "high"]
        csv.writer(table).writerows([columns, *self.learner.results])
        write_whole(self.folder / CHECKPOINT, kept.getvalue())
        write_whole(self.folder / EVALUATIONS, table.getvalue().encode())
        if not self.settings.events:
            note = f"examples/selfplay.py, {self.learner.decisions} decisions, seed {self.settings.seed}"
            save_player(self.folder / PLAYER, self.learner.game, self.learner.network.weights(), note)


def keep_memory() -> None:
    """Tells glibc to keep freed memory. Getting it back from the system takes a sixth of the time."""
    with contextlib.suppress(OSError, AttributeError):
        most_at_once, most_free = -3, -1  # M_MMAP_THRESHOLD, M_TRIM_THRESHOLD
        library = ctypes.CDLL("libc.so.6")
        library.mallopt(most_at_once, 2**30)
        library.mallopt(most_free, 2**31 - 1)


def begin(given: dict[str, Any]) -> Run:
    """Starts a run, or continues one with the settings that it had."""
    path = Path(given.get("out", Settings.out)) / CHECKPOINT
    if not given.get("resume"):
        if path.exists():
            raise BadInput(f"{path} exists. Add --resume to continue that run, or choose another folder with --out.")
        settings = Settings(**given)
        settings.check()
        torch.set_num_threads(settings.threads)
        return Run(settings, Learner(settings))
    if not path.exists():
        raise BadInput(f"There is no {path}. Leave out --resume to start a run.")
    kept = io.BytesIO(path.read_bytes())
    try:
        state = torch.load(kept, map_location="cpu", weights_only=False)
    except (RuntimeError, EOFError, ValueError, OSError, pickle.UnpicklingError):
        raise BadInput(f"{path} is damaged. Leave out --resume and choose another folder with --out.") from None
    try:
        for name, value in given.items():
            if name not in FREE and state["settings"][name] != value:
                was = state["settings"][name]
                raise BadInput(f"That run has {flag(name)} {was}, which cannot change when you resume.")
        settings = Settings(**{**state["settings"], **given})
        settings.check()
        torch.set_num_threads(settings.threads)
        learner = Learner(settings)
        learner.resume(state)
    except (KeyError, TypeError, RuntimeError):
        raise BadInput(f"{path} is from another version, or the game has changed. Start a new run.") from None
    return Run(settings, learner)


def main(arguments: Iterable[str] | None = None) -> int:
    """Reads the command line, and learns."""
    about = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=about, argument_default=argparse.SUPPRESS)
    for one in fields(Settings):
        assert one.default is not MISSING
        name, words = flag(one.name), one.metadata["help"]
        if isinstance(one.default, bool):
            parser.add_argument(name, action="store_true", help=words)
        else:
            parser.add_argument(name, type=type(one.default), help=f"{words} (default: {one.default})")
    given = vars(parser.parse_args(None if arguments is None else list(arguments)))
    keep_memory()
    try:
        begin(given).go()
    except (BadInput, NotFound) as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename}: {error.strerror}. Choose another folder with --out.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("Stopped. The folder has the last checkpoint, if any.", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
