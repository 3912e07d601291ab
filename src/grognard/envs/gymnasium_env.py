"""Gymnasium environments for one learner, against any players or for all seats. Needs `gymnasium`."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any, ClassVar, Final, Literal, SupportsIndex

import gymnasium as gym  # type: ignore[import-not-found,unused-ignore]
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv  # type: ignore[import-not-found,unused-ignore]
from gymnasium.vector.utils import batch_space  # type: ignore[import-not-found,unused-ignore]
from numpy.typing import ArrayLike, NDArray

from grognard.bots import Bot
from grognard.bots.own_players import Player, label_of, player_for, rows_of
from grognard.envs.arrays import are_several
from grognard.envs.batch import Batch
from grognard.envs.identity import Illegal, environment_id, game_of, info, loses, render_mode_of, whole
from grognard.envs.text_view import table_of
from grognard.kernel.engine.chance import WORDS, Generator, stream
from grognard.kernel.engine.observation import MOST
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.registry import registered_names

Seat = SupportsIndex | Literal["alternate"]
Opponent = Player | Mapping[Any, float]
# The most decisions of a bot between two steps, and the distance between its seeds.
_PLIES: Final = 2**20
# The infos that are arrays, with an entry for each game.
_BY_GAME: Final = ("action_mask", "seat", "returns", "opponent")


class GrognardVectorEnv(VectorEnv):  # type: ignore[misc,unused-ignore]
    """`num_envs` games. In each, the learner decides for its seat and the opponent plays the other seats.

    `seat` is the learner's: a number, or "alternate" to change it from game to game. `opponent` is the name of a bot
    (`grognard.bots.own_players`), a Bot object, or an object with `choose_rows`, which is asked for many games at once
    and has its own chance. `{"greedy": 0.5, "random": 0.5}` are several by share: the game's seed decides which of them
    plays it, and `infos` has its number as `opponent`. With None the learner plays all seats.

    Observations are uint8 (`game.layout`). `infos` has `action_mask`, `seat` (the one to move, or at the end the one
    that moved last) and `returns` (by seat). The reward is that of the learner's seat, or, without an opponent, that of
    the seat that has just acted. With `illegal="lose"` an illegal action raises no error: it ends the game, and the
    side that chose it loses.

    A finished game starts again with the next step (NEXT_STEP). With `same_step` it starts again at once (SAME_STEP):
    its last observation and infos are in `final_obs` and `final_info`, and a game that ends before the learner has
    moved is replaced by the next. With `skip_forced`, forced actions are played at once and nobody is asked.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": ["ansi"]}

    def __init__(
        self,
        game: Game | str,
        num_envs: SupportsIndex = 1,
        opponent: Opponent | None = "random",
        seat: Seat = "alternate",
        options: Mapping[str, str | int] | None = None,
        illegal: Illegal = "raise",
        skip_forced: bool = False,
        same_step: bool = False,
    ) -> None:
        """Raises BadInput for a seat that the game lacks or an impossible opponent, and NotFound for an unknown one."""
        self._loses = loses(illegal)
        self.game = game_of(game, options)
        seats = self.game.num_players()
        self._wanted = seat if isinstance(seat, str) else whole("A seat", seat)
        if self._wanted != "alternate" and self._wanted not in range(seats):
            raise BadInput(f"There is no seat {self._wanted}. Seats are numbered from 0 to {seats - 1}.")
        self.num_envs = num_envs = whole("The number of games", num_envs)
        self.render_mode = None
        self._same_step = same_step
        if same_step:
            self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode.SAME_STEP}  # type: ignore[misc]
        self.opponents, self._until = _opponents(self.game, opponent)
        self.single_observation_space = gym.spaces.Box(0, MOST, (self.game.layout.size,), np.uint8)
        self.single_action_space = gym.spaces.Discrete(self.game.num_distinct_actions())
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._batch = Batch(self.game, num_envs, autoreset="disabled", skip_forced=skip_forced)
        self._seats = np.zeros(num_envs, np.int64)
        self._dealt = np.zeros(num_envs, np.int64)
        self._facing = np.zeros(num_envs, np.int64)
        self._identity = info(self.game)
        self._sides = np.array(self.game.sides)
        self._lost = np.zeros(num_envs, np.bool_)
        self._begun = False
        # Gymnasium would make it on first use, and a copy made before that would get a different one.
        self.np_random = np.random.default_rng()

    def __copy__(self) -> GrognardVectorEnv:
        return copy.deepcopy(self)

    def reset(
        self,
        *,
        seed: SupportsIndex | Sequence[SupportsIndex | None] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Deals all games again, with seeds from `seed` on, or with a seed for each game.

        For None, the environment's own generator gives a seed. Raises BadInput for `options`: give house rules when you
        make the environment.
        """
        _refuse(options)
        if are_several(seed):
            seeds = [None if one is None else whole("A seed", one) for one in seed]
            super().reset(seed=next((one for one in seeds if one is not None), None))
            self._batch.reset([self._own_seed() if one is None else one for one in seeds])
        else:
            first = None if seed is None else whole("A seed", seed)  # type: ignore[arg-type]
            super().reset(seed=first)
            self._batch.reset(self._own_seed() if first is None else first)
        self._lost[:] = False
        self._begun = True
        self._dealt[:] = 0
        self._sit(np.arange(self.num_envs))
        self._let_bots_play()
        if self._same_step:
            self._deal(np.flatnonzero(self._batch.done))
        return self._batch.observations.copy(), self._infos()

    def _own_seed(self) -> int:
        return int(self.np_random.integers(2**32))

    def _sit(self, games: NDArray[np.int64]) -> None:
        """Gives the learner its seat in games just dealt, and its opponent."""
        alternating = (games + self._dealt[games]) % self.game.num_players()
        self._seats[games] = alternating if self._wanted == "alternate" else self._wanted
        self._dealt[games] += 1
        if len(self.opponents) > 1:
            balls = [
                float(Generator(stream(int(seed), "opponent")).word()) / WORDS for seed in self._batch.seeds[games]
            ]
            self._facing[games] = np.searchsorted(self._until, balls, side="right")

    def _deal(self, games: NDArray[np.int64]) -> None:
        """Deals these games again; with `same_step` until the learner is to move in all of them."""
        while len(games):
            self._batch.deal_anew(games)
            self._sit(games)
            self._let_bots_play()
            games = games[self._batch.done[games]] if self._same_step else games[:0]

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays the learner's actions, and then the opponent's until the learner is to move again or the game ends.

        Raises ResetNeeded before the first `reset`, and IllegalAction with the reason and its clause.
        """
        if not self._begun:
            raise gym.error.ResetNeeded("Call reset() before step(): no game has been dealt.")
        given = self._batch.checked(actions)
        running = ~(self._batch.done | self._lost)
        ended = np.flatnonzero(~running)
        movers = self._batch.seats.copy()
        lost = running & ~self._batch.legal(given) if self._loses else np.zeros_like(running)
        self._batch.step_some(given, np.flatnonzero(running & ~lost))
        self._lost = lost
        self._deal(ended)
        self._let_bots_play()
        owners = self._seats if self.opponents else movers
        infos = self._infos()
        rewards = infos["returns"][np.arange(self.num_envs), owners]
        terminated = self._batch.done | lost
        if self._same_step and terminated.any():
            infos = self._replaced(np.flatnonzero(terminated), infos)
        return self._batch.observations.copy(), rewards, terminated, np.zeros_like(terminated), infos

    def _replaced(self, ended: NDArray[np.int64], infos: Mapping[str, Any]) -> dict[str, Any]:
        """Deals finished games again. Returns the infos, with the last observations and infos of those games."""
        rows = self._batch.observations[ended]
        self._lost[ended] = False
        self._deal(ended)
        new = self._infos()
        for row, game in zip(rows, ended, strict=True):
            final = {key: value[game] if key in _BY_GAME else value for key, value in infos.items()}
            new = self._add_info(new, {"final_obs": row, "final_info": final}, int(game))
        return new

    def _let_bots_play(self) -> None:
        if not self.opponents:
            return
        actions = np.zeros(self.num_envs, np.int64)
        while True:
            waiting = np.flatnonzero((self._batch.seats != self._seats) & ~self._batch.done)
            if not len(waiting):
                return
            for number, player in enumerate(self.opponents):
                games = waiting[self._facing[waiting] == number]
                if len(games):
                    actions[games] = self._choices(player, games)
            self._batch.step_some(actions, waiting)

    def _choices(self, player: Bot, games: NDArray[np.int64]) -> ArrayLike:
        """Returns the action of an opponent in each of these games."""
        seats, choose_rows = self._batch.seats[games], rows_of(player)
        if choose_rows is not None:
            return choose_rows(self._batch.observations[games], self._batch.masks[games], seats)
        chosen, known = [], self._batch.look(int(games[0])).information(int(seats[0]))
        for game, seat, seed in zip(games.tolist(), seats.tolist(), self._batch.seeds[games].tolist(), strict=True):
            known.renew(self._batch.look(game), seat, seed * _PLIES, ())
            chosen.append(int(player.choose(known)))
        return chosen

    def _infos(self) -> dict[str, Any]:
        masks, seats, returns = self._batch.masks.astype(np.int8), self._batch.seats.copy(), self._batch.rewards.copy()
        losers = self._sides[seats[self._lost]]
        returns[self._lost] = np.where(self._sides == losers[:, None], -1.0, 1.0)
        # As in every finished game, only action 0, which does nothing.
        masks[self._lost] = 0
        masks[self._lost, 0] = 1
        facing = {"opponent": self._facing.copy()} if len(self.opponents) > 1 else {}
        return {"action_mask": masks, "seat": seats, "returns": returns, **facing, **self._identity}

    def table(self, game: SupportsIndex) -> str:
        """Returns one game as a spectator sees it."""
        return table_of(self._batch.look(game).view(None))


class GrognardEnv(gym.Env):  # type: ignore[misc,unused-ignore]
    """One game of a `GrognardVectorEnv`, for libraries that need a single environment. `reset` deals the next game."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"]}

    def __init__(self, game: Game | str, render_mode: str | None = None, **choices: Any) -> None:
        if choices.get("same_step"):
            raise BadInput("`same_step` is for the vector form. A single environment deals when you call `reset`.")
        self.many = GrognardVectorEnv(game, 1, **choices)
        self.render_mode = render_mode_of(render_mode, self.metadata["render_modes"])
        self.observation_space = self.many.single_observation_space
        self.action_space = self.many.single_action_space
        self._asked = False
        self.np_random = np.random.default_rng()  # as above

    def __copy__(self) -> GrognardEnv:
        return copy.deepcopy(self)

    def reset(
        self, *, seed: SupportsIndex | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Deals a new game. Raises BadInput for `options`: give house rules when you make the environment."""
        _refuse(options)
        given = None if seed is None else whole("A seed", seed)
        super().reset(seed=given)
        dealt = int(self.np_random.integers(2**32)) if given is None else given
        self._asked = True
        observations, infos = self.many.reset(seed=dealt)
        return observations[0], self._info(infos)

    def step(self, action: SupportsIndex) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Plays the learner's action; raises IllegalAction with the reason and its clause.

        Raises ResetNeeded before the first `reset` and after the end of a game.
        """
        if not self._asked:
            raise gym.error.ResetNeeded("Call reset() before step(): no game is running.")
        actions = np.array([whole("An action", action)])
        observations, rewards, terminated, truncated, infos = self.many.step(actions)
        self._asked = not terminated[0]
        return observations[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), self._info(infos)

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns the legal actions, under the name that sb3-contrib expects."""
        found: NDArray[np.bool_] = self.many._batch.masks[0].copy()
        return found

    def render(self) -> str | None:
        """Returns the table as a spectator sees it."""
        return self.many.table(0) if self.render_mode == "ansi" else None

    @staticmethod
    def _info(infos: Mapping[str, Any]) -> dict[str, Any]:
        return {key: value[0] if key in _BY_GAME else value for key, value in infos.items()}


def _opponents(game: Game, given: Opponent | None) -> tuple[list[Bot], NDArray[np.float64]]:
    """Returns the opponents, and where in the range from 0 to 1 each but the last gives way to the next."""
    shares = given if isinstance(given, Mapping) else {} if given is None else {given: 1.0}
    if isinstance(given, Mapping) and not shares:
        raise BadInput("Name at least one opponent and its share, as in {'greedy': 0.5, 'random': 0.5}.")
    players = [player_for(game, player) for player in shares]
    for given_as, player, share in zip(shares, players, shares.values(), strict=True):
        if player.remembers:
            raise BadInput(f"{label_of(given_as)} uses its seat's history, which environments do not keep.")
        if not isinstance(share, (int, float)) or not isfinite(share) or share <= 0:
            raise BadInput(f"The share of {label_of(given_as)} should be a number above 0, not {share!r}.")
    ends = np.cumsum([float(share) for share in shares.values()])
    return players, ends[:-1] / ends[-1] if len(ends) else ends


def _refuse(options: Mapping[str, Any] | None) -> None:
    if options:
        raise BadInput("`reset` takes no options. Give house rules when you make the environment.")


def vector(game: Game | str, num_envs: int = 1, **choices: Any) -> GrognardVectorEnv:
    """Makes games for one learner: `vector("SLUG", 64, opponent="greedy")`."""
    return GrognardVectorEnv(game, num_envs, **choices)


def register(*games: str) -> list[str]:
    """Registers games for `gymnasium.make` and `make_vec`. Returns their ids.

    Importing this module registers every game.
    """
    ids = []
    for slug in games:
        name = environment_id(game_of(slug, None))
        if name not in gym.registry:
            gym.register(name, GrognardEnv, vector_entry_point=GrognardVectorEnv, kwargs={"game": slug})
        ids.append(name)
    return ids


register(*registered_names())
