"""Runs OpenSpiel's own CFR on the smallest game, and measures the exploitability of our perfect player.

    python examples/openspiel_cfr.py --options "size:skirmish;morale:4" --iterations 20

Our policies are written in thousandths and keyed by a seat's history (`grognard solve`), as are OpenSpiel's.
"""

from __future__ import annotations

import argparse

import pyspiel  # type: ignore[import-not-found,unused-ignore]
from open_spiel.python import policy as policies  # type: ignore[import-not-found,unused-ignore]
from open_spiel.python.algorithms import cfr, exploitability  # type: ignore[import-not-found,unused-ignore]

import grognard.envs.openspiel as adapter
from grognard.bots.policy import WHOLE, key_of, policy_of


class Ours(policies.Policy):  # type: ignore[misc,unused-ignore]
    """The policy of the game's folder; in states it never reaches, every legal action is equally likely."""

    def __init__(self, game: adapter.GrognardGame) -> None:
        super().__init__(game, list(range(game.num_players())))
        self.rows = policy_of(game.game)

    def action_probabilities(self, state: adapter.GrognardState, player_id: int | None = None) -> dict[int, float]:
        """Returns the probability of each action."""
        player = state.current_player() if player_id is None else player_id
        actions = state.legal_actions(player)
        row = self.rows.get(key_of(player, state._now.history.of(player)))
        if row is None:
            return {action: 1 / len(actions) for action in actions}
        chosen = {action: weight / WHOLE for action, weight in row}
        return {action: chosen.get(action, 0.0) for action in actions}


def main() -> None:
    """Prints how far both policies are from an equilibrium."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--options", default="size:skirmish;morale:4")
    parser.add_argument("--iterations", type=int, default=20)
    given = parser.parse_args()
    game = pyspiel.load_game(adapter.SHORT_NAME, {"options": given.options, "chance": "explicit"})
    print(f"ours: exploitability {exploitability.exploitability(game, Ours(game)):.9f}", flush=True)
    solver = cfr.CFRSolver(game)
    for _iteration in range(given.iterations):
        solver.evaluate_and_update_policy()
    found = exploitability.exploitability(game, solver.average_policy())
    print(f"OpenSpiel's CFR after {given.iterations} iterations: exploitability {found:.6f}")


if __name__ == "__main__":
    main()
