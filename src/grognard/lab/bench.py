"""Measures how fast a game is: random playouts, clones, deals and the Python-driven loop.

Machines are noisy: figures are medians, of this process's own processor time, which other processes disturb less.
"""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from grognard.kernel.engine import playout
from grognard.kernel.engine import state as core
from grognard.kernel.engine.chance import Generator, stream
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game

ROUNDS: Final = 5
# Minimum seconds for each part of a round.
PLAYOUT_SECONDS: Final = 0.25
COPY_SECONDS: Final = 0.05
DRIVEN_SECONDS: Final = 0.25
GAMES_PER_BATCH: Final = 10
POSITIONS: Final = 20
WORDS: Final = 4096

Progress = Callable[[int, int], None]  # rounds done, rounds in all


@dataclass
class Speed:
    """The results of `grognard bench`: medians over the rounds, one core.

    Decisions are those among two or more legal actions. `games_per_second` and `decisions_per_second` are of random
    playouts in the compiled loop, from the first decision to the end. `driven_decisions_per_second` is of whole games
    played from Python with `legal_actions()` and `apply_action()`, setup and events included; the other driven figure
    is of the same games on clones, which record no events.
    """

    game: str
    rules: int
    compiled: bool
    decisions_per_second: float
    games_per_second: float
    decisions_per_game: float
    clone_ns: float
    resample_ns: float  # for a clone and its new deal
    driven_decisions_per_second: float
    driven_without_events_per_second: float
    import_seconds: float
    rounds: int
    python: str
    processor: str
    processors: int
    load: float  # the average number of runnable processes in the minute before


def processor() -> str:
    """Returns the name of the processor, with its family and model, since some names only give the maker."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    told = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}
    name = told.get("model name") or platform.machine()
    return f"{name} (family {told['cpu family']}, model {told['model']})" if "cpu family" in told else name


def load() -> float:
    """Returns the average number of runnable processes in the last minute, or 0 if the system does not count."""
    if hasattr(os, "getloadavg"):
        return os.getloadavg()[0]
    return 0.0


def is_compiled() -> bool:
    """Says whether the rules are compiled or run as plain Python."""
    return not str(core.__file__).endswith(".py")


def measure(game: Game, rounds: int = ROUNDS, progress: Progress | None = None) -> Speed:
    """Measures a game in this many rounds, each of which measures everything once."""
    if rounds < 1:
        raise BadInput(f"The number of rounds must be 1 or more, not {rounds}.")
    positions = [midgame(game, seed) for seed in range(POSITIONS)]
    playouts: list[tuple[float, float]] = []
    clones: list[float] = []
    resamples: list[float] = []
    driven: list[float] = []
    silent: list[float] = []
    imports: list[float] = []
    busy = load()
    for done in range(rounds):
        playouts.append(playouts_per_second(game, PLAYOUT_SECONDS))
        clones.append(clone_seconds(positions))
        resamples.append(resample_seconds(positions))
        driven.append(driven_per_second(game, DRIVEN_SECONDS, events=True))
        silent.append(driven_per_second(game, DRIVEN_SECONDS, events=False))
        imports.append(import_seconds())
        if progress is not None:
            progress(done + 1, rounds)
    decisions, games = sorted(playouts)[len(playouts) // 2]
    return Speed(
        game=game.slug,
        rules=game.spec.meta.rules,
        compiled=is_compiled(),
        decisions_per_second=decisions,
        games_per_second=games,
        decisions_per_game=decisions / games,
        clone_ns=statistics.median(clones) * 1e9,
        resample_ns=statistics.median(resamples) * 1e9,
        driven_decisions_per_second=statistics.median(driven),
        driven_without_events_per_second=statistics.median(silent),
        import_seconds=statistics.median(imports),
        rounds=rounds,
        python=f"{platform.python_implementation()} {platform.python_version()}",
        processor=processor(),
        processors=os.cpu_count() or 1,
        load=busy,
    )


def playouts_per_second(game: Game, at_least: float) -> tuple[float, float]:
    """Returns decisions and games per second of random playouts in the compiled loop."""
    starts = [game.new_initial_state(seed).clone() for seed in range(GAMES_PER_BATCH)]
    generator = Generator(stream(0, "bench"))
    decisions = games = 0
    seconds = 0.0
    while seconds < at_least:
        batch = [start.clone() for start in starts]
        begun = time.process_time()
        for state in batch:
            decisions += playout.play_out(state, generator)
        seconds += time.process_time() - begun
        games += len(batch)
    return decisions / seconds, games / seconds


def midgame(game: Game, seed: int) -> State:
    """Returns a position halfway through a random game."""
    start = game.new_initial_state(seed).clone()
    whole = start.clone()
    playout.play_out(whole, Generator(stream(seed, "bench")))
    generator = Generator(stream(seed, "bench"))
    while start.ply < whole.ply // 2:
        start.step(start.pick(generator.word())[0])
    return start


def clone_seconds(positions: list[State]) -> float:
    """Returns the seconds for one clone."""
    return _seconds_each(playout.clone_often, positions)


def resample_seconds(positions: list[State]) -> float:
    """Returns the seconds for one clone and its new deal, averaged over the seats."""
    seats = positions[0].game.num_players()

    def often(state: State, times: int) -> None:
        for seat in range(seats):
            playout.resample_often(state, seat, times)

    return _seconds_each(often, positions) / seats


def _seconds_each(often: Callable[[State, int], object], positions: list[State]) -> float:
    """Returns the seconds for one repetition of `often`, doubling the count until the whole takes long enough."""
    times = 1
    while True:
        begun = time.process_time()
        for state in positions:
            often(state, times)
        seconds = time.process_time() - begun
        if seconds >= COPY_SECONDS:
            return seconds / (times * len(positions))
        times *= 2


def driven_per_second(game: Game, at_least: float, events: bool) -> float:
    """Returns decisions per second of whole games driven from Python: one call for the list, and one for the action.

    bench/openspiel_peer.py has the same loop; choices come from words drawn beforehand.
    """
    generator = Generator(stream(0, "bench"))
    words = [int(generator.word()) for _ in range(WORDS)]
    decisions = n = seed = 0
    begun = time.process_time()
    while time.process_time() - begun < at_least:
        state = game.new_initial_state(seed)
        if not events:
            state = state.clone()
        seed += 1
        while not state.is_terminal():
            actions = state.legal_actions()
            if len(actions) > 1:
                decisions += 1
            state.apply_action(actions[words[n % WORDS] * len(actions) >> 31])
            n += 1
    return decisions / (time.process_time() - begun)


def import_seconds() -> float:
    """Returns the seconds of `import grognard` in a fresh process, without the interpreter's own start."""
    code = "import time; t = time.perf_counter(); import grognard; print(time.perf_counter() - t)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8")
    return float(done.stdout)
