"""OpenSpiel's information-set Monte Carlo tree search plays a game against random moves.

python examples/openspiel_ismcts.py --game three-emperors --simulations 50
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel  # type: ignore[import-not-found,unused-ignore]
from open_spiel.python.algorithms import ismcts, mcts  # type: ignore[import-not-found,unused-ignore]

import grognard.envs.openspiel as adapter


def main() -> None:
    """Plays one game; the search has the first seat."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="three-emperors")
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--decisions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    chance = np.random.RandomState(given.seed)
    game = pyspiel.load_game(adapter.SHORT_NAME, {"game": given.game, "chance": "sampled", "seed": given.seed})
    search = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, chance),
        uct_c=1.0,
        max_simulations=given.simulations,
        random_state=chance,
    )
    state = game.new_initial_state()
    asked = 0
    while not state.is_terminal() and asked < given.decisions:
        if state.is_chance_node():
            state.apply_action(0)
            continue
        legal = state.legal_actions()
        state.apply_action(search.step(state) if state.current_player() == 0 else int(chance.choice(legal)))
        asked += 1
    print(f"{given.game}: {asked} decisions, returns {state.returns()}")


if __name__ == "__main__":
    main()
