"""PettingZoo environments, with agents acting in turn (AEC). Needs `pettingzoo` and `gymnasium`."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, SupportsIndex

import numpy as np
from gymnasium import spaces  # type: ignore[import-not-found,unused-ignore]
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-not-found,unused-ignore]

from grognard.envs.identity import Illegal, environment_id, game_of, info, loses, render_mode_of, whole
from grognard.envs.text_view import table_of
from grognard.kernel.engine.masks import mask_of
from grognard.kernel.engine.observation import MOST
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput, GameOver
from grognard.kernel.game import Game

_WORDS = 4
_BY_RESET = {"position", "agent_selection", "rewards", "terminations", "truncations", "infos"}


class GrognardAEC(AECEnv):  # type: ignore[misc,unused-ignore]
    """A game between agents named after its seats.

    An observation is a dict of `observation`, uint8, what the agent may know (see `game.layout`), and `action_mask`,
    int8, its legal actions, which is all 0 except for the agent to move. `infos` have the same `action_mask`, except
    with `info_mask=False`: TorchRL accepts a mask from one place only. Rewards come at the end: +1, -1 or 0.
    `render_mode` "ansi" returns the table as a spectator sees it, and "human" prints it. With `skip_forced`, forced
    actions are played at once, without asking an agent. With `illegal="lose"` an illegal action raises no error: it
    ends the game, and the side of the agent that chose it loses.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi", "human"],
        "name": "grognard",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: Game,
        render_mode: str | None = None,
        skip_forced: bool = False,
        illegal: Illegal = "raise",
        info_mask: bool = True,
    ) -> None:
        super().__init__()
        self._loses = loses(illegal)
        self.game = game
        self.skip_forced = skip_forced
        self.info_mask = info_mask
        self.metadata = {**self.metadata, "name": environment_id(game)}  # type: ignore[misc]
        self.render_mode = render_mode_of(render_mode, self.metadata["render_modes"])
        self.possible_agents = list(game.seats)
        self.agents = list(self.possible_agents)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = game.num_distinct_actions()
        shape = (game.layout.size,)
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, MOST, shape, np.uint8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._info = info(game)
        self._actions = actions
        self._nothing = np.frombuffer(bytes(actions), np.int8)
        self._mask = self._nothing
        self._generator = np.random.default_rng()
        self.position: State

    def observation_space(self, agent: str) -> Any:
        """Returns the space of this agent's observations, always the same object."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Returns the space of all actions, always the same object."""
        return self._action_spaces[agent]

    def __getattr__(self, name: str) -> Any:
        """Raises AttributeError, with a hint for the attributes that `reset` makes."""
        raise AttributeError("Call reset() first." if name in _BY_RESET else f"The environment has no {name}.")

    def __copy__(self) -> GrognardAEC:
        return copy.deepcopy(self)

    def reset(self, seed: SupportsIndex | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deals the game of this seed, or without one the environment's next game."""
        given = None if seed is None else whole("A seed", seed)
        if given is not None and given >= 0:
            self._generator = np.random.default_rng(given)
        words = self._generator.integers(0, 2**32, _WORDS, np.uint64)
        self.deal(sum(int(word) << (32 * n) for n, word in enumerate(words)) if given is None else given)

    def deal(self, seed: SupportsIndex) -> None:
        """Deals `game.new_initial_state(seed)`."""
        self.agents = list(self.possible_agents)
        self.position = self.game.new_initial_state(seed).clone()
        self._over = False
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: dict(self._info) for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """Selects the agent to move and its legal actions. At the end it stays the one that moved last."""
        if not self.position.is_terminal():
            self.agent_selection = self.possible_agents[self.position.current_player()]
        self._show(np.frombuffer(mask_of(self.position, self.skip_forced), np.int8, self._actions))

    def _show(self, mask: NDArray[np.int8]) -> None:
        """Gives the selected agent its legal actions, and no actions to the others."""
        self._mask = mask
        if self.info_mask:
            for agent, told in self.infos.items():
                told["action_mask"] = mask if agent == self.agent_selection else self._nothing

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Returns what the agent may know, and its legal actions."""
        row = np.frombuffer(self.game.observe(self.position, self._seats[agent]), np.uint8)
        acts = agent == self.agent_selection and not self._over
        return {"observation": row, "action_mask": self._mask if acts else self._nothing}

    def step(self, action: SupportsIndex | None) -> None:
        """Plays an action of the selected agent. Raises IllegalAction with the reason and its clause.

        Raises BadInput before the first `reset`, and GameOver when the game has ended and every agent has left.
        """
        if "position" not in self.__dict__:
            raise BadInput("Call reset() before step(): no game has been dealt.")
        if not self.agents:
            raise GameOver("The game is over. Call reset() to deal the next game.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        if action is None and not self._loses:
            raise BadInput(f"{agent} must choose an action. None is only for agents whose game is over.")
        number = -1 if action is None else whole("An action", action)
        if self._loses and not self.position.is_legal(number):
            lost = self.game.sides[self._seats[agent]]
            self._end([-1.0 if side == lost else 1.0 for side in self.game.sides])
        else:
            self.position.apply_action(number)
            self._select()
            if self.position.is_terminal():
                self._end(self.position.returns())
        if self.render_mode == "human":
            self.render()

    def _end(self, returns: Sequence[float]) -> None:
        """Pays all agents, which leave the game with their next step."""
        self._over = True
        self._show(self._nothing)
        self.rewards = dict(zip(self.possible_agents, returns, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """Returns or prints the table as a spectator sees it."""
        text = table_of(self.position.view(None))
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Does nothing: there is nothing to close."""


def aec(
    game: Game | str,
    options: Mapping[str, str | int] | None = None,
    render_mode: str | None = None,
    skip_forced: bool = False,
    illegal: Illegal = "raise",
    info_mask: bool = True,
) -> GrognardAEC:
    """Makes a game for PettingZoo, from its slug or a loaded game: `aec("SLUG")`."""
    return GrognardAEC(game_of(game, options), render_mode, skip_forced, illegal, info_mask)
