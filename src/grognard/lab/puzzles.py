"""Finds puzzles: decisions of recorded games in which one choice is far better, and the greedy bot misses it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

import msgspec

from grognard.bots import Greedy, bot
from grognard.bots.consequences import explained
from grognard.bots.puzzles import Puzzle, position
from grognard.bots.workers import Judged, judge, search_task
from grognard.kernel.engine.chance import stream
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.lab.simulate import game_seed
from grognard.play.players import BOTS

FAR: Final = 0.08  # the second-best choice is at least this much worse,
SURE: Final = 3.0  # and by this many standard errors
CARELESS: Final = 0.05  # of the bots that play the games, so they reach many kinds of positions
FIRST_LOOK: Final = 20  # iterations of the first search, for each unit of the game's pace
LOOKS: Final = (1, 5, 30)  # each search has this many times as many
A_GAME: Final = 2  # puzzles from one game at most
# Attempts at each puzzle by level, for the levels that do not think by the clock.
TRIES: Final = {"recruit": 12, "regular": 12, "greedy": 12, "veteran": 4}
MISSED: Final = 0.25  # greedy may find the solution no more often than this


def found_in(game: Game, number: int, seed: int = 0) -> Iterator[Puzzle]:
    """Yields the puzzles of one game between two slightly careless greedy bots, playing no further than needed."""
    found = 0
    deeds: list[str] = []
    player, chance = Greedy(CARELESS), game_seed(seed, number)
    state = game.new_initial_state(chance)
    while not state.is_terminal() and found < A_GAME:
        if len(state.legal_actions()) > 1:
            one = puzzle_at(state, tuple(deeds), number, chance)
            if one is not None:
                found += 1
                yield one
        action = player.choose(state.information(state.current_player(), chance))
        deeds.append(game.action_to_string(action))
        state.apply_action(action)


def puzzle_at(state: State, deeds: tuple[str, ...], number: int, seed: int) -> Puzzle | None:
    """Returns the puzzle at this decision; None if it is not one, or if nothing that follows explains its solution."""
    game, seat = state.game, state.current_player()
    first = round(FIRST_LOOK * game.measure.pace)
    chosen = int(bot("greedy").choose(state.information(seat, seed)))
    usual, found = game.action_to_string(chosen), None
    for look, times in enumerate(LOOKS, start=1):
        found = _look(state, chosen, look, first * times)
        if found.cost < FAR or found.found[0].do == usual or (found.found[0].chance - found.found[1].chance) < FAR / 2:
            return None
    assert found is not None
    best, second = found.found[0].do, found.found[1].do
    if found.cost < SURE * found.error:
        return None
    legal = {game.action_to_string(action): action for action in state.legal_actions()}
    again = _look(state, legal[second], len(LOOKS) + 1, first * LOOKS[-1])
    if again.found[0].do != best or again.cost < max(FAR, SURE * again.error):
        return None
    levels = {name: _share(state, name, tries, best) for name, tries in TRIES.items()}
    if levels["greedy"] > MISSED:
        return None
    chance = again.found[0].chance
    why = explained(search_task(game, state, seat, 0), best, second, (chance, chance - again.cost))
    if not why:
        return None
    most = max(one.visits for one in found.found)
    return Puzzle(
        rules=game.spec.meta.rules, bots=BOTS, number=number, seed=seed, deeds=deeds, seat=seat, solution=best,
        second=second, behind=round(again.cost, 4), error=round(again.error, 4), greedy=usual,
        greedy_behind=round(found.cost, 4), iterations=first * LOOKS[-1],
        chances={one.do: round(one.chance, 4) for one in found.found if 2 * one.visits > most or one.do == usual},
        levels=levels, why=why,
    )  # fmt: skip


def explained_again(slug: str, one: Puzzle) -> Puzzle | None:
    """Returns a puzzle with a new explanation, without judging it again; None if nothing that follows explains it."""
    state = position(slug, one).state
    chance = one.chances[one.solution]
    asked = search_task(state.game, state, one.seat, 0)
    why = explained(asked, one.solution, one.second, (chance, chance - one.behind))
    return msgspec.structs.replace(one, why=why) if why else None


def judged_again(slug: str, one: Puzzle) -> Puzzle | None:
    """Returns a puzzle as the current bots judge it, or None if it no longer is one."""
    return one if one.bots == BOTS else puzzle_at(position(slug, one).state, one.deeds, one.number, one.seed)


def _look(state: State, action: int, look: int, iterations: int) -> Judged:
    """Searches the position and judges a choice; each look has its own deals."""
    asked = search_task(state.game, state, state.current_player(), stream(0, f"look {look}")[0])
    return judge(asked, action, 0.0, iterations)


def _share(state: State, name: str, tries: int, solution: str) -> float:
    """Returns how often a level finds the solution."""
    player, seat, game = bot(name), state.current_player(), state.game
    chosen = [player.choose(state.information(seat, stream(n, "tries")[0])) for n in range(tries)]
    return sum(game.action_to_string(action) == solution for action in chosen) / tries


def search(
    game: Game, first: int, games: int, want: int, seed: int = 0, progress: Callable[[int, int], None] | None = None
) -> Iterator[Puzzle]:
    """Yields the puzzles of this many games from the first on, until there are as many as wanted."""
    had = 0
    for number in range(first, first + games):
        if had >= want:
            return
        for one in islice(found_in(game, number, seed), want - had):
            had += 1
            yield one
        if progress is not None:
            progress(number - first + 1, games)
