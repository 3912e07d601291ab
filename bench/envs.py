"""Measures how fast learners step the games, compared with EnvPool and pgx, as medians of rounds.

    taskset -c 0 .venv-foreign/bin/python bench/envs.py --rounds 5 --only batch packed envpool pgx
    .venv-foreign/bin/python bench/envs.py --rounds 5

Million decisions per second of processor time, counting only those among two or more legal actions; "plies" counts all.
`Batch` steps 1,024 games, with observations and masks, and plays forced actions automatically; the time to choose its
actions, like those of EnvPool and pgx, is left out. "packed" is the same with packed rows, "events" with the last 16
public events, too. "1 process" and "2 processes" are measured in wall time, and need idle cores. PettingZoo and
OpenSpiel make one decision at a time, including the time to choose; they skip forced actions, too. With --only, the
libraries of the others need not be installed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import grognard
from grognard.envs import Batch, ParallelBatch
from grognard.lab.bench import is_compiled, load, playouts_per_second, processor

GAMES: Final = 1024
EVENTS: Final = 16
Figures = dict[str, float]


def batch(slug: str, seconds: float) -> Figures:
    """`Batch.step` alone."""
    games = Batch(slug, GAMES, 7, autoreset="same_step", skip_forced=True)
    taken = _stepped(games, seconds, time.process_time)
    return {"Batch": games.decisions / taken, "plies": games.plies / taken}


def packed(slug: str, seconds: float) -> Figures:
    """`Batch.step` with smaller rows, and with events."""
    found: Figures = {}
    for name, events in (("packed", 0), ("events", EVENTS)):
        games = Batch(slug, GAMES, 7, autoreset="same_step", skip_forced=True, packed=True, events=events)
        taken = _stepped(games, seconds, time.process_time)
        found[name] = games.decisions / taken
    return found


def parallel(slug: str, seconds: float) -> Figures:
    """`ParallelBatch.step` with one process and with two, all rows plain."""
    found: Figures = {}
    for name, processes in (("1 process", 1), ("2 processes", 2)):
        with ParallelBatch(slug, GAMES, 7, autoreset="same_step", skip_forced=True, processes=processes) as games:
            taken = _stepped(games, seconds, time.perf_counter)
            found[name] = games.decisions / taken
    return found


def _stepped(games: Batch | ParallelBatch, seconds: float, clock: Callable[[], float]) -> float:
    """Steps games at random for some seconds, and returns the time that the steps took."""
    chance, taken = np.random.default_rng(7), 0.0
    while taken < seconds:
        actions = games.random_actions(chance)
        begun = clock()
        games.step(actions)
        taken += clock() - begun
    return taken


def playouts(slug: str, seconds: float) -> Figures:
    """Runs random playouts in the compiled loop, without observations and masks."""
    return {"playouts": playouts_per_second(grognard.load(slug), seconds)[0]}


def pettingzoo(slug: str, seconds: float) -> Figures:
    """Steps agent by agent, with `last` and `step`."""
    from grognard.envs import aec

    environment, chance = aec(slug, skip_forced=True), np.random.default_rng(7)
    decisions, seed, begun = 0, 0, time.process_time()
    while time.process_time() - begun < seconds:
        environment.reset(seed=(seed := seed + 1))
        while environment.agents:
            seen, _reward, ended, _truncated, _info = environment.last()
            if ended:
                environment.step(None)
                continue
            legal = seen["action_mask"].nonzero()[0]
            decisions += len(legal) > 1
            environment.step(legal[int(chance.random() * len(legal))])
    return {"PettingZoo": decisions / (time.process_time() - begun)}


def openspiel(slug: str, seconds: float) -> Figures:
    """By `legal_actions` and `apply_action`."""
    import pyspiel  # type: ignore[import-not-found,unused-ignore]

    import grognard.envs.openspiel as adapter

    game, chance = pyspiel.load_game(adapter.SHORT_NAME, {"game": slug, "skip_forced": True}), np.random.default_rng(7)
    decisions, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                ways = state.chance_outcomes()
                state.apply_action(ways[int(chance.random() * len(ways))][0])
                continue
            legal = state.legal_actions()
            decisions += len(legal) > 1
            state.apply_action(legal[int(chance.random() * len(legal))])
    return {"OpenSpiel": decisions / (time.process_time() - begun)}


def _chosen(masks: NDArray[Any], chance: np.random.Generator) -> NDArray[np.int32]:
    """Returns a random legal action for each game, all equally likely."""
    upto = masks.cumsum(1)
    chosen: NDArray[np.int32] = (upto > (chance.random(len(masks)) * upto[:, -1]).astype(np.int64)[:, None]).argmax(1)
    return chosen.astype(np.int32)


def envpool(name: str, seconds: float) -> Figures:
    """Steps a game of EnvPool's, with one thread; every decision has two or three legal actions."""
    import envpool as pool  # type: ignore[import-not-found,unused-ignore]

    environments, chance = (
        pool.make(name, env_type="gymnasium", num_envs=GAMES, num_threads=1, seed=7),
        np.random.default_rng(7),
    )
    _seen, told = environments.reset()
    steps, taken = 0, 0.0
    while taken < seconds:
        actions = _chosen(told["legal_action_mask"], chance)
        begun = time.process_time()
        told = environments.step(actions)[4]
        taken += time.process_time() - begun
        steps += GAMES
    return {f"EnvPool {name}": steps / taken}


def pgx(name: str, seconds: float) -> Figures:
    """Steps a game of pgx's, compiled by XLA for processors; the time of all its threads counts."""
    import jax  # type: ignore[import-not-found,unused-ignore]
    import pgx as games  # type: ignore[import-not-found,unused-ignore]
    from pgx.experimental import auto_reset  # type: ignore[import-not-found,unused-ignore]

    game, chance = games.make(name), np.random.default_rng(7)
    step: Callable[..., Any] = jax.jit(jax.vmap(auto_reset(game.step, game.init)))
    keys = jax.random.split(jax.random.PRNGKey(7), GAMES)
    state = step(jax.jit(jax.vmap(game.init))(keys), np.zeros(GAMES, np.int32), keys)  # compiles
    steps, taken = 0, 0.0
    while taken < seconds:
        actions = _chosen(np.asarray(state.legal_action_mask), chance)
        keys = jax.block_until_ready(jax.random.split(keys[0], GAMES))
        begun = time.process_time()
        state = jax.block_until_ready(step(state, actions, keys))
        taken += time.process_time() - begun
        steps += GAMES
    return {f"pgx {name}": steps / taken}


MEASURES: Final = (batch, packed, parallel, playouts, pettingzoo, openspiel)
PEERS: Final = ((envpool, "LeducHoldem-v1"), (envpool, "ConnectFour-v1"), (pgx, "leduc_holdem"), (pgx, "connect_four"))


NAMES: Final = [*dict.fromkeys(one.__name__ for one in (*MEASURES, *(peer for peer, _name in PEERS)))]


def rounds(slugs: list[str], only: list[str], count: int, seconds: float) -> Iterator[tuple[str, Figures]]:
    """Measures everything, round after round, and yields names and figures."""
    for _round in range(count):
        for slug in slugs:
            for measure in MEASURES:
                if measure.__name__ in only:
                    yield slug, measure(slug, seconds)
        for peer, name in PEERS:
            if peer.__name__ in only:
                yield "peers", peer(name, seconds)


def main() -> None:
    """Prints a row for each game and one for each peer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure of each round (default 1)")
    parser.add_argument("--only", nargs="*", default=NAMES, choices=NAMES, help="measure these (default all)")
    parser.add_argument("--game", action="append", help="this game only; can be repeated")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    found: dict[str, dict[str, list[float]]] = {}
    about = {"compiled": is_compiled(), "processor": processor(), "load": load()}
    games = given.game or grognard.registered_names()
    for what, figures in rounds(games, given.only, given.rounds, given.seconds):
        for name, figure in figures.items():
            found.setdefault(what, {}).setdefault(name, []).append(figure)
    if given.json:
        print(json.dumps({**about, **found}, indent=2))
        return
    print(f"millions per second, medians of {given.rounds} rounds; {'compiled' if is_compiled() else 'plain Python'}")
    print(f"{about['processor']}, load {about['load']:.1f} at the start")
    for what, figures_of in found.items():
        told = (f"{name} {statistics.median(each) / 1e6:.3f}" for name, each in figures_of.items())
        print(f"{what}: {', '.join(told)}")


if __name__ == "__main__":
    main()
