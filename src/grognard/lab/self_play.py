"""Plays one whole game between bots, natively, for the lab's simulations."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Final, SupportsIndex, final

from mypy_extensions import i64, mypyc_attr

from grognard.bots.base import Bot
from grognard.bots.luck_counter import LuckCounter
from grognard.kernel.engine.chance import MASK, mix_bits, seed_stream
from grognard.kernel.engine.history import History, new_history
from grognard.kernel.engine.information import Information
from grognard.kernel.engine.recorder import SILENT
from grognard.kernel.engine.state import OVER, State
from grognard.kernel.errors import BadInput, GrognardError, IllegalAction

MOST_SEATS: Final = 64  # seats and actions share a word of the trace


@final
@mypyc_attr(acyclic=True)
class PlayedGame:
    """The result of a game. `trace` is a hash of every action and of the result, below 2**62."""

    def __init__(self) -> None:
        self.first: i64 = 0  # the seat that took the first turn
        self.plies: i64 = 0
        self.decisions: i64 = 0  # plies with two or more legal actions
        self.turns: i64 = 0
        self.trace: i64 = 0
        self.actions: list[int] = []
        self.returns: list[float] = []


@final
class Open(Information):
    """Information that includes the true position, to measure what hidden cards are worth. Only a match uses it."""

    def renew(self, state: State, seat: i64, seed: i64, history: Sequence[str]) -> None:
        super().renew(state, seat, seed, history)
        self._world.copy(state)

    def resample(self, seed: SupportsIndex) -> State:
        world = self._world.clone()
        self.deal_into(world, index(seed) & MASK)
        return world

    def deal_into(self, world: State, seed: i64) -> None:
        world.copy(self._world)
        world.chance = seed_stream(mix_bits(seed))


def play_match(
    state: State, bots: list[Bot], seeds: list[int], luck: LuckCounter | None = None, seeing: list[bool] | None = None
) -> PlayedGame:
    """Plays a game from this state, in place, to its end. Bots that remember need a recorded deal.

    There is one bot and one seed for each seat. A bot gets its `Information` and nothing else, with its own random
    generator, so its thinking never changes the deck. `luck` gets every step; a seat that is `seeing` sees all cards.
    Raises IllegalAction, with the bot's name, if it cheats.
    """
    if not len(bots) == len(seeds) == state.game.num_players() <= MOST_SEATS:
        raise BadInput("A match needs one bot and one seed for each seat.")
    remembered = any(bot.remembers for bot in bots)
    history = new_history(state) if remembered else History([])
    state.recorder = SILENT
    if remembered:
        state.record()
    known: list[Information] = []
    for seat in range(len(bots)):
        all_open = seeing is not None and seeing[seat]
        known.append(Open(state, seat, seeds[seat]) if all_open else Information(state, seat, seeds[seat]))
    match = PlayedGame()
    trace: i64 = 0
    while state.phase() != OVER:
        seat = state.decider()
        if match.turns == 0:
            match.first = seat
        match.turns = state.turn
        information = known[seat]
        seed: i64 = seeds[seat]
        bot = bots[seat]
        information.renew(state, seat, seed, history.of(seat) if bot.remembers else [])
        action = bot.choose(information)
        if not state.is_legal(action):
            raise _illegal(state, bot, action)
        if state.pick(0)[1] > 1:
            match.decisions += 1
        match.actions.append(action)
        trace = mix_bits(trace ^ (action * MOST_SEATS + seat))
        if luck is not None:
            luck.note(state)
        if remembered:
            state.apply_action(action)
            history.add(seat, action, state)
        else:
            state.step(action)
        if luck is not None:
            luck.add(action, state)
    match.plies = len(match.actions)
    match.turns = state.turn
    match.returns = state.returns()
    for result in match.returns:
        trace = mix_bits(trace ^ (1 if result > 0 else 2 if result < 0 else 3))
    match.trace = trace
    return match


def _illegal(state: State, bot: Bot, action: int) -> GrognardError:
    name = f"The bot {type(bot).__name__} in seat {state.current_player()}"
    try:
        state.apply_action(action)
    except GrognardError as error:
        return IllegalAction(f"{name} chose action {action}. {error}")
    return IllegalAction(f"{name} chose action {action}, which is not on its list.")
