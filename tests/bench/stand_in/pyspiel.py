"""Stands in for OpenSpiel, so that bench/ can be tried without it: a game of two dealt cards, and a bot."""

from __future__ import annotations

DEALT = 2
FORCED = 3  # the second choice has one legal action
OVER = 6


class State:
    """A position: the number of actions that led to it."""

    def __init__(self) -> None:
        self._actions = 0

    def is_chance_node(self) -> bool:
        """Is a card to be dealt?"""
        return self._actions < DEALT

    def is_terminal(self) -> bool:
        """Is the game over?"""
        return self._actions == OVER

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that may come, with their probabilities."""
        return [(0, 0.5), (1, 0.5)]

    def legal_actions(self) -> list[int]:
        """What may be done."""
        return [0] if self._actions == FORCED else [0, 1]

    def apply_action(self, action: int) -> None:
        """Does it."""
        assert action in self.legal_actions()
        self._actions += 1


class Game:
    """The game."""

    def new_initial_state(self) -> State:
        """The position before the deal."""
        return State()


def load_game(_name: str) -> Game:
    """The same game for any name."""
    return Game()


class ISMCTSFinalPolicyType:
    """How the bot chooses in the end."""

    MAX_VISIT_COUNT = 0


class RandomRolloutEvaluator:
    """How the bot values a position."""

    def __init__(self, _rollouts: int, _seed: int) -> None:
        pass


class ISMCTSBot:
    """A bot that takes some time to choose the first legal action."""

    def __init__(self, *_settings: object) -> None:
        pass

    def step(self, state: State) -> int:
        """Chooses."""
        assert len(state.legal_actions()) > 1
        assert sum(range(10_000))
        return state.legal_actions()[0]
