"""Compares the choices of two players by kind of action: which of them plays a kind more often when it could?

    python bench/choices.py fusillade greedy prodigy --games 50

The second player plays both sides. At every decision with a choice, we also ask the first player for its choice, with
the same knowledge. A kind is the first word of an action, as in COUNTER Howitzers, and counts where other kinds are
legal too. The kinds where the players differ most come first.
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Final

from grognard.bots.own_players import maker_of
from grognard.kernel.engine.chance import mix_bits
from grognard.kernel.game import Game
from grognard.lab.simulate import game_seed
from grognard.registry import load

SEED: Final = 88


class Choices:
    """How often each kind of action was possible, and how often each of two players chose it."""

    def __init__(self) -> None:
        self.possible: Counter[str] = Counter()
        self.chosen: tuple[Counter[str], Counter[str]] = Counter(), Counter()
        self.decisions = self.same = 0

    def add(self, kinds: set[str], first: str, second: str) -> None:
        """Counts a decision between these kinds."""
        self.possible.update(kinds)
        self.chosen[0][first] += 1
        self.chosen[1][second] += 1

    def rates(self, kind: str) -> tuple[float, float]:
        """Returns the shares in which the players chose a kind that was possible."""
        return self.chosen[0][kind] / self.possible[kind], self.chosen[1][kind] / self.possible[kind]

    def difference(self, kind: str) -> float:
        """Returns how many decisions are about a kind and made differently, in the balance."""
        return abs(self.chosen[0][kind] - self.chosen[1][kind])


def compare(game: Game, names: list[str], games: int) -> Choices:
    """Lets the second player play games against itself, and asks the first about each decision."""
    asked, player = (maker_of(game, name)() for name in names)
    found = Choices()
    for number in range(games):
        state = game.new_initial_state(game_seed(SEED, number))
        steps = 0
        while not state.is_terminal():
            steps += 1
            legal = state.legal_actions()
            action = legal[0]
            if len(legal) > 1:
                luck = mix_bits(game_seed(SEED, number) + steps)
                seat = state.current_player()
                other = asked.choose(state.information(seat, luck))
                action = player.choose(state.information(seat, luck))
                found.decisions += 1
                found.same += action == other
                kinds = {one: game.action_to_string(one).split()[0] for one in legal}
                if len(set(kinds.values())) > 1:
                    found.add(set(kinds.values()), kinds[other], kinds[action])
            state.apply_action(action)
    return found


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=int, default=50)
    given = parser.parse_args()
    found = compare(load(given.game), [given.first, given.second], given.games)
    print(f"{found.decisions} decisions, {found.same / max(found.decisions, 1):.0%} made alike")
    print(f"{'kind':20} {'possible':>9} {given.first:>10} {given.second:>10}")
    for kind in sorted(found.possible, key=found.difference, reverse=True):
        first, second = found.rates(kind)
        print(f"{kind:20} {found.possible[kind]:9,} {first:10.0%} {second:10.0%}")


if __name__ == "__main__":
    main()
