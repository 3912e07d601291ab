"""Games that last long: what `max_game_length` has to exceed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

import grognard
from grognard.kernel.engine.chance import Generator, seed_stream, stream
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.play.summary import numbers

_TRIED: Final = 4  # actions that a busy player tries for one that prolongs the turn
_BACK: Final = 20  # stretches that a search can take back


class Staller(NamedTuple):
    """Plays a share of the turns to make the game last, and the others at random.

    In those turns a player passes if possible. A busy one first takes every action that neither ends the turn nor asks
    the other side.
    """

    share: int  # of 100 turns
    busy: bool


STALLERS: Final = [Staller(share, busy) for busy in (False, True) for share in (0, 60, 85, 95, 99)]


def variants(slug: str) -> Iterator[Game]:
    """Yields a game under its standard rules, under every house rule, and under all that make it longest."""
    yield grognard.load(slug)
    longest: dict[str, str | int] = {}
    for option in grognard.load(slug).spec.meta.options:
        lengths = {}
        for value in option.values:
            try:
                game = grognard.load(slug, {option.key: value})
                lengths[grognard.load(slug, {**longest, option.key: value}).max_game_length()] = value
            except BadInput:  # a house rule that clashes with another
                continue
            yield game
        longest[option.key] = lengths[max(lengths)]
    yield grognard.load(slug, longest)


def stretch(state: State, player: Staller, most: int, chance: Generator) -> int:
    """Plays at most this number of decisions; returns how many it played."""
    turn, stalls, played = -1, False, 0
    while played < most and not state.is_terminal():
        if state.turn != turn:
            turn, stalls = state.turn, chance.below(100) < player.share
        legal = state.legal_actions()
        state.step(_stalling(state, legal, player.busy, chance) if stalls else _any(legal, chance))
        played += 1
    return played


def _stalling(state: State, legal: list[int], busy: bool, chance: Generator) -> int:
    passes = [action for action in legal if state.game.passes[action]]
    others = [action for action in legal if not state.game.passes[action]]
    if busy and others:
        for action in [_any(others, chance) for _try in range(_TRIED)]:
            after = state.clone()
            after.step(action)
            alone = after.turn == state.turn and after.current_player() == state.current_player()
            if alone and not after.is_terminal():
                return action
    return passes[0] if passes else _any(legal, chance)


def _any(actions: list[int], chance: Generator) -> int:
    return actions[chance.below(len(actions))]


def long_game(game: Game, seed: int, steps: int, most: int = 250) -> int:
    """Returns the length of the longest game that a search finds in this number of steps.

    Of several stretches it keeps the one that changes least of what decides the game; where all end it, it goes back.
    """
    chance = Generator(stream(seed, "long"))
    now, played, longest = game.new_initial_state(seed).clone(), 0, 0
    before: list[tuple[State, int]] = []
    for _step in range(steps):
        found: list[tuple[int, int, int, State]] = []
        for player in STALLERS:
            after = now.clone()
            after.chance = seed_stream(chance.word())
            length = played + stretch(after, player, most, chance)
            longest = max(longest, length)
            if not after.is_terminal():
                found.append((_change(now, after), -length, len(found), after))
        if found:
            before = [*before[1 - _BACK :], (now, played)]
            _least, length, _place, now = min(found, key=lambda one: one[:3])
            played = -length
        elif before:
            now, played = before.pop()
    return longest


def _change(before: State, after: State) -> int:
    then, now = (numbers(state.game, state.view(None)) or (0, 0) for state in (before, after))  # none in a set-up
    return sum(abs(one - other) for one, other in zip(then, now, strict=True))


def longest_at_random(game: Game, games: int) -> int:
    """Returns how many decisions the longest random game has, of this number of games from seed 0 on."""
    longest = 0
    for seed in range(games):
        state, chance, played = game.new_initial_state(seed).clone(), Generator(stream(seed, "length")), 0
        while not state.is_terminal():
            state.play_random(chance.word())
            played += 1
        longest = max(longest, played)
    return longest
