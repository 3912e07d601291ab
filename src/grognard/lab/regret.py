"""Regret: how much chance of winning a bot's choices give away, compared with a long search of the same decisions.

A game's folder has such decisions in `decisions.csv`, with the results of the long search. A row has a deal, the
choices that lead from it to the decision, and the loss of every action there against the best, with a standard error,
in hundredths of a percentage point: `17,0 3 1,4:0:0 9:312:11`. A choice is its place among the legal actions; forced
actions are left out.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple, TypeVar

from grognard.bots import bot
from grognard.bots.ismcts import Ismcts, Move, Search
from grognard.bots.own_players import player_for
from grognard.bots.pools import new_pool
from grognard.kernel.engine.chance import Generator, stream
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput, NotFound
from grognard.kernel.game import Game
from grognard.lab.processes import processes
from grognard.lab.simulate import NORMAL_95, Progress, game_seed, interval
from grognard.play.session import bot_seed
from grognard.registry import load_stored, spec

FILE: Final = "decisions.csv"
CLOSE: Final = 0.03  # actions that lose more are dropped after a tenth of the search
ABSURD: Final = 0.1  # a loss that people laugh at
UNIT: Final = 10_000  # a whole chance of winning, in the file
# Decisions come from games between quick searches that sometimes go astray.
PLAYER: Final = "ismcts:effort=1"
ASTRAY: Final = 20  # one choice in this many is random

T = TypeVar("T")
U = TypeVar("U")


class ActionLoss(NamedTuple):
    """The loss of an action against the best one, in chance of winning (0 to 1), and its standard error."""

    loss: float
    error: float


class RatedDecision(NamedTuple):
    """A decision among two or more actions: the choices that lead to it, and the value of each action."""

    seed: int
    choices: Sequence[int]
    card_values: dict[int, ActionLoss]


@dataclass
class Regret:
    """The losses of a bot: the mean loss per choice in chance of winning, with its 95 % interval by decisions.

    `absurd` is the share of choices that lose more than `ABSURD`, with its upper bound (97.5 %); `best` the share of
    those that lose nothing. `error` is the standard error that the long search leaves in the mean.
    """

    bot: str
    decisions: int
    tries: int
    mean: float
    low: float
    high: float
    error: float
    best: float
    absurd: float
    absurd_high: float
    seconds: float  # for a choice


# -- decisions -----------------------------------------------------------------------------------------------------


def kept(game: Game) -> list[RatedDecision]:
    """Returns the decisions in the game's folder; raises NotFound if there are none for these rules."""
    try:
        lines = spec(game.slug).folder.joinpath(FILE).read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    if game.overrides or not lines or not lines[0].startswith(_heading(game)):
        raise NotFound(f"{game.spec.meta.title} has no saved decisions for these rules. Find some with --positions.")
    return [_read(line) for line in lines[1:]]


def text(game: Game, iterations: int, decisions: Sequence[RatedDecision]) -> str:
    """Returns the text of a file with these decisions."""
    return "\n".join([f"{_heading(game)}, {iterations} iterations", *map(_written, decisions), ""])


def _heading(game: Game) -> str:
    rules = "".join(f", {key}={value}" for key, value in game.options.items())
    return f"# {game.slug}, rules {game.spec.meta.rules}{rules}"


def _read(line: str) -> RatedDecision:
    seed, choices, card_values = line.split(",")
    numbers = [[int(number) for number in worth.split(":")] for worth in card_values.split()]
    lost = {action: ActionLoss(loss / UNIT, error / UNIT) for action, loss, error in numbers}
    return RatedDecision(int(seed), [int(choice) for choice in choices.split()], lost)


def _written(decision: RatedDecision) -> str:
    card_values = " ".join(
        f"{action}:{worth.loss * UNIT:.0f}:{worth.error * UNIT:.0f}" for action, worth in decision.card_values.items()
    )
    return f"{decision.seed},{' '.join(map(str, decision.choices))},{card_values}"


def found(
    game: Game, count: int, iterations: int, seed: int = 0, jobs: int = 1, progress: Progress | None = None
) -> list[RatedDecision]:
    """Finds this many decisions, each from a different game, and rates them by a search of this many iterations."""
    if count < 1 or iterations < 1:
        raise BadInput("The number of positions and the number of iterations must be 1 or more.")
    find = partial(_find, _Rules.of(game), seed, iterations)
    return list(_spread(find, range(count), jobs, progress))


def _find(rules: _Rules, seed: int, iterations: int, number: int) -> RatedDecision:
    game = rules.game()
    deal = game_seed(seed, number)
    player, luck = bot(PLAYER), Generator(stream(deal, "astray"))
    state, chosen, at = game.new_initial_state(deal), list[int](), 0
    while not state.is_terminal():
        actions = state.legal_actions()
        action = actions[0]
        if len(actions) > 1:
            seat = state.current_player()
            if luck.below(len(chosen) + 1) == 0:  # every decision of the game is equally likely to be taken
                at = len(chosen)
            astray = luck.below(ASTRAY) == 0
            action = (
                actions[luck.below(len(actions))]
                if astray
                else int(player.choose(state.information(seat, bot_seed(deal, seat))))
            )
            chosen.append(actions.index(action))
        state.apply_action(action)
    choices = chosen[:at]
    moves = _weighed(_reached(game, deal, choices), deal, iterations)
    return RatedDecision(deal, choices, {move.action: _worth(moves[0], move) for move in moves})


def _reached(game: Game, seed: int, choices: Sequence[int]) -> State:
    """Returns the position of the next choice after these."""
    state, coming = game.new_initial_state(seed), iter(choices)
    while True:
        actions = state.legal_actions()
        choice = 0 if len(actions) == 1 else next(coming, None)
        if choice is None:
            return state
        state.apply_action(actions[choice])


def _weighed(state: State, seed: int, iterations: int) -> list[Move]:
    searcher = Ismcts(iterations, sure=0.0)
    return Search(searcher, state.information(state.current_player(), stream(seed, "long search")[0])).weighed(CLOSE)


def _worth(best: Move, move: Move) -> ActionLoss:
    """Returns the loss over the deals that both actions have met, which had the same luck."""
    behind = [better - worse for better, worse in zip(best.results, move.results, strict=False)]
    mean = math.fsum(behind) / len(behind)
    variance = math.fsum((each - mean) ** 2 for each in behind) / len(behind)
    return ActionLoss(max(0.0, best.value() - move.value()), math.sqrt(variance / len(behind)))


# -- bots ----------------------------------------------------------------------------------------------------------


def regret(
    game: Game,
    bots: Sequence[str],
    decisions: Sequence[RatedDecision],
    tries: int,
    jobs: int = 1,
    progress: Progress | None = None,
) -> list[Regret]:
    """Measures how much each bot gives away at these decisions; it makes each one `tries` times."""
    if tries < 1:
        raise BadInput("The number of tries must be 1 or more.")
    for name in bots:
        player_for(game, name)
    every = [(name, decision) for name in bots for decision in decisions]
    answers = list(_spread(partial(_ask, _Rules.of(game), tries), every, jobs, progress))
    size = len(decisions)
    return [
        _regret(name, decisions, tries, answers[number * size : (number + 1) * size])
        for number, name in enumerate(bots)
    ]


class _Answers(NamedTuple):
    """How often a bot chose each action, and how long it took for all tries."""

    chosen: Counter[int]
    seconds: float


def _ask(rules: _Rules, tries: int, asked: tuple[str, RatedDecision]) -> _Answers:
    name, decision = asked
    game = rules.game()
    state = _reached(game, decision.seed, decision.choices)
    seat, player = state.current_player(), player_for(game, name)
    known = [state.information(seat, bot_seed(decision.seed, seat) + number) for number in range(tries)]
    begun = time.process_time()
    chosen = Counter(int(player.choose(one)) for one in known)
    return _Answers(chosen, time.process_time() - begun)


def _regret(name: str, decisions: Sequence[RatedDecision], tries: int, answers: Sequence[_Answers]) -> Regret:
    losses, squares, best, absurd = [], 0.0, 0, list[float]()
    for decision, (chosen, _) in zip(decisions, answers, strict=True):
        losses.append(sum(times * decision.card_values[action].loss for action, times in chosen.items()) / tries)
        squares += sum((times / tries * decision.card_values[action].error) ** 2 for action, times in chosen.items())
        best += sum(times for action, times in chosen.items() if decision.card_values[action].loss == 0)
        absurd.append(
            sum(times for action, times in chosen.items() if decision.card_values[action].loss > ABSURD) / tries
        )
    count = len(decisions)
    mean = math.fsum(losses) / count
    spread = NORMAL_95 * math.sqrt(math.fsum((loss - mean) ** 2 for loss in losses) / count / count)
    _, absurd_high = interval(count, sum(absurd), sum(share * share for share in absurd))
    return Regret(
        bot=name,
        decisions=count,
        tries=tries,
        mean=mean,
        low=max(0.0, mean - spread),
        high=mean + spread,
        error=math.sqrt(squares) / count,
        best=best / (count * tries),
        absurd=sum(absurd) / count,
        absurd_high=absurd_high,
        seconds=sum(answer.seconds for answer in answers) / (count * tries),
    )


# -- in processes --------------------------------------------------------------------------------------------------


class _Rules(NamedTuple):
    """The settings with which a process loads the game."""

    slug: str
    options: dict[str, str | int]
    overrides: dict[str, str | int]

    @classmethod
    def of(cls, game: Game) -> _Rules:
        return cls(game.slug, game.options, game.overrides)

    def game(self) -> Game:
        return load_stored(self.slug, self.options, self.overrides)


def _spread(work: Callable[[T], U], given: Sequence[T], jobs: int, progress: Progress | None) -> Iterator[U]:
    """Yields the result of the work for each input, in order, using this many processes."""
    workers = processes(jobs, len(given))
    if workers == 1:
        results: Iterator[U] = map(work, given)
        yield from _counted(results, len(given), progress)
    else:
        with new_pool(workers) as pool:
            yield from _counted(pool.map(work, given), len(given), progress)


def _counted(results: Iterator[U], count: int, progress: Progress | None) -> Iterator[U]:
    for number, result in enumerate(results, 1):
        if progress is not None:
            progress(number, count)
        yield result
