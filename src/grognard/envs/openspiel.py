"""The games for OpenSpiel: import this module, then call `pyspiel.load_game("python_grognard(game=SLUG)")`.

Needs `open_spiel`. Parameters: `game`, a slug; `options`, house rules as `key:value;key:value`; `seed`, for sampled
chance; `skip_forced`, to play forced actions at once; and `chance`, which is explicit by default for games small enough
to be solved, and sampled for the others:

explicit  every deal, and every possible draw in play, is an outcome of a chance node
sampled   a chance node with a single outcome draws at random, so a search on clones cannot foresee it
seeded    four chance nodes of 16 outcomes choose the seed, and nothing else is random: for playthroughs and suites that
          replay a history. A search on clones foresees all draws.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
import pyspiel  # type: ignore[import-not-found,unused-ignore]
from numpy.typing import NDArray

from grognard.bots.policy import is_solved
from grognard.envs.text_view import EVENT, EVENTS, recent, table_of
from grognard.kernel.content.fields import as_number
from grognard.kernel.engine.chance import seed_stream
from grognard.kernel.engine.history import History, encode_event, new_history
from grognard.kernel.engine.state import State
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.registry import for_players, load

SHORT_NAME: Final = "python_grognard"
# The game of `load_game("python_grognard()")`.
_FIRST: Final = for_players()[0].meta.slug
_MOST_SEATS: Final = 6
_SEEDS: Final = 2**61
_NODES: Final = 4
_DIGITS: Final = 16


def _game_type(sampled: bool) -> Any:
    kinds = pyspiel.GameType
    chance = kinds.ChanceMode.SAMPLED_STOCHASTIC if sampled else kinds.ChanceMode.EXPLICIT_STOCHASTIC
    return kinds(
        short_name=SHORT_NAME,
        long_name="Grognard",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=_MOST_SEATS,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"game": _FIRST, "options": "", "chance": "", "seed": 0, "skip_forced": False},
    )


class Position:
    """The content of a state: the position, the history of each seat, and the last public events."""

    def __init__(self, state: State, history: History, events: list[tuple[int, int, int, int]]) -> None:
        self.state = state
        self.history = history
        self.events = events

    def __deepcopy__(self, memo: dict[int, object]) -> Position:
        state = self.state.clone()
        state.record()
        return Position(state, self.history.copy(), list(self.events))

    def __reduce__(self) -> tuple[object, ...]:
        return Position, (self.state, self.history, self.events)

    def play(self, action: int) -> None:
        """Plays an action and notes what the seats see of it."""
        seat = self.state.current_player()
        self.state.apply_action(action)
        self.note(seat, action)

    def play_without_chance(self, action: int) -> bool:
        """Plays an action unless it needs a draw or a roll. Returns whether it was played."""
        tried = self.state.clone()
        tried.record()
        tried.apply_action(action)
        if tried.chance != self.state.chance:
            return False
        seat, self.state = self.state.current_player(), tried
        self.note(seat, action)
        return True

    def note(self, seat: int, action: int) -> None:
        """Notes what the seats have seen of an action."""
        self.history.add(seat, action, self.state)
        self.events = [*self.events, *map(encode_event, self.state.events(None))][-EVENTS:]


def at_the_start(state: State) -> Position:
    """Returns the position of a new game whose state has recorded the deal."""
    return Position(state, new_history(state), [encode_event(event) for event in state.events(None)][-EVENTS:])


class GrognardGame(pyspiel.Game):  # type: ignore[misc,unused-ignore]
    """A loaded game for OpenSpiel."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.game = load(str(given.get("game", _FIRST)), _options(str(given.get("options", ""))))
        chance = str(given.get("chance", "")) or ("explicit" if is_solved(self.game) else "sampled")
        if chance not in ("explicit", "sampled", "seeded"):
            raise BadInput(f"`chance` should be explicit, sampled or seeded, not “{chance}”.")
        self.explicit, self.seeded = chance == "explicit", chance == "seeded"
        self.skip_forced = bool(given.get("skip_forced", False))
        self.deals = self.game.initial_states() if self.explicit else []
        self.generator = np.random.default_rng(int(given.get("seed", 0)))
        about = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_distinct_actions(),
            max_chance_outcomes=_DIGITS if self.seeded else max(1, len(self.deals)),
            num_players=self.game.num_players(),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.game.max_game_length(),
        )
        super().__init__(_game_type(chance == "sampled"), about, given)

    def draw(self) -> int:
        """Returns a seed for sampled chance."""
        return int(self.generator.integers(_SEEDS))

    def new_initial_state(self) -> GrognardState:
        """Returns a game before its deal, which is a chance node."""
        return GrognardState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Returns the maximum number of chance nodes in a game: the deal, and one for each action."""
        return _NODES if self.seeded else 1 + self.game.max_game_length()

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> GrognardObserver:
        """Returns an observer of the current table, or with perfect recall of everything a player has seen."""
        return GrognardObserver(self.game, iig_obs_type is not None and iig_obs_type.perfect_recall)


class GrognardState(pyspiel.State):  # type: ignore[misc,unused-ignore]
    """A position for OpenSpiel."""

    def __init__(self, game: GrognardGame) -> None:
        super().__init__(game)
        self.position: Position | None = None
        # The seat and the action that are waiting for chance.
        self.ways: tuple[int, int] | None = None
        # With seeded chance: the outcomes so far.
        self.digits: list[int] = []
        self.explicit, self.seeded, self.skip_forced = game.explicit, game.seeded, game.skip_forced
        self.player = int(pyspiel.PlayerId.CHANCE)

    @property
    def _game(self) -> GrognardGame:
        found: GrognardGame = self.get_game()
        return found

    @property
    def _now(self) -> Position:
        if self.position is None:
            raise BadInput("The cards have not been dealt yet.")
        return self.position

    def current_player(self) -> int:
        """Returns the deciding player: a seat, chance, or nobody."""
        return self.player

    def _decider(self) -> int:
        if self.position is None or self.ways is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.position.state.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.position.state.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self._now.state.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the possible deals or draws, each with its probability."""
        if not self.explicit:
            outcomes = _DIGITS if self.seeded else 1
            return [(n, 1 / outcomes) for n in range(outcomes)]
        states = self._game.deals if self.ways is None else self._now.state.next_states(self.ways[1])
        return [(n, probability) for n, (probability, _state) in enumerate(states)]

    def _apply_action(self, action: int) -> None:
        self._go_on(action)
        while self.skip_forced and self.position is not None and self.ways is None:
            legal = self.position.state.legal_actions()
            if len(legal) != 1:
                break
            self._go_on(legal[0])
        self.player = self._decider()

    def _go_on(self, action: int) -> None:
        """Makes one step: an outcome of chance, or a player's action."""
        if self.position is None:
            self._deal(action)
        elif self.ways is not None:
            seat, played = self.ways
            self._let_chance(action, seat, played)
        elif self.seeded:
            self.position.play(action)
        elif self.explicit:
            self._play_explicitly(self.position.state, action)
        elif not self.position.play_without_chance(action):
            self.ways = self.position.state.current_player(), action

    def _play_explicitly(self, state: State, action: int) -> None:
        """Plays an action, or makes it wait for a chance node if it has several outcomes."""
        seat, ways = state.current_player(), state.next_states(action)
        if len(ways) == 1:
            self._become(ways[0][1], seat, action)
        else:
            self.ways = seat, action

    def _deal(self, outcome: int) -> None:
        game = self._game
        if game.explicit:
            dealt = game.deals[outcome][1]
            state = dealt.clone()
            state.recorder = dealt.recorder  # the recorder of the deal
            self.position = at_the_start(state)
        elif game.seeded:
            self.digits = [*self.digits, outcome]
            if len(self.digits) == _NODES:
                seed = sum(digit * _DIGITS**n for n, digit in enumerate(self.digits))
                self.position = at_the_start(game.game.new_initial_state(seed))
        else:
            self.position = at_the_start(game.game.new_initial_state(game.draw()))

    def _let_chance(self, outcome: int, seat: int, action: int) -> None:
        """Lets chance decide the result of an action."""
        now = self._now
        if self.explicit:
            self._become(now.state.next_states(action)[outcome][1], seat, action)
        else:
            now.state.chance = seed_stream(self._game.draw())
            now.play(action)
            self.ways = None

    def _become(self, state: State, seat: int, action: int) -> None:
        """Takes over the state that an action has led to."""
        now = self._now
        now.state, self.ways = state, None
        now.note(seat, action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"chance {action}" if player < 0 else self._game.game.action_to_string(action)

    def is_terminal(self) -> bool:
        """Returns whether the game has ended."""
        return self.player == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """Returns +1, -1 or 0 for each seat; 0 while the game runs."""
        if not self.is_terminal():
            return [0.0] * self._game.game.num_players()
        return self._now.state.returns()

    def rewards(self) -> list[float]:
        """Returns the rewards of the last action: those of the end of the game, or nothing."""
        return self.returns()

    def __str__(self) -> str:
        if self.position is None:
            return f"before the deal {self.digits}"
        return table_of(self.position.state.view(None)) + (" (chance decides)" if self.ways else "")

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> GrognardState:
        """Returns a state with the player's history that the player cannot distinguish from this one.

        The other seats' cards are dealt again, so those seats know only what they see now.
        """
        twin: GrognardState = self.clone()
        now = twin._now
        state = now.state.resample_from_infostate(player, int(sampler() * _SEEDS))
        state.record()
        seats = range(state.game.num_players())
        seen = [now.history.of(seat) if seat == player else [state.game.observe(state, seat).hex()] for seat in seats]
        now.state, now.history = state, History([list(part) for part in seen])
        return twin


class GrognardObserver:
    """Observes what a player may know, as numbers and as text. Before the deal everything is 0."""

    def __init__(self, game: Game, perfect_recall: bool) -> None:
        self.game = game
        self.recall = perfect_recall
        size = game.layout.size + (EVENTS * EVENT if perfect_recall else 0)
        self.tensor: NDArray[np.float32] = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: GrognardState, player: int) -> None:
        """Writes the tensor: the observation, and with perfect recall the last public events."""
        self.tensor.fill(0)
        if state.position is None:
            return
        size = self.game.layout.size
        self.tensor[:size] = np.frombuffer(self.game.observe(state.position.state, player), np.uint8)
        if self.recall:
            self.tensor[size:] = recent(state.position.events, player, self.game.num_players())

    def string_from(self, state: GrognardState, player: int) -> str:
        """Returns everything the player has seen, or the table as they see it now."""
        if state.position is None:
            return f"{player} before the deal"
        if self.recall:
            return f"{player} {' '.join(state.position.history.of(player))}"
        return table_of(state.position.state.view(player))


def _options(text: str) -> dict[str, str | int]:
    """Reads house rules from `key:value;key:value`."""
    pairs = [part.partition(":") for part in text.split(";") if part]
    numbers = {key.strip(): (value.strip(), as_number(value.strip())) for key, _, value in pairs}
    return {key: text if number is None else number for key, (text, number) in numbers.items()}


def register() -> None:
    """Registers `python_grognard` in pyspiel, unless it is already registered."""
    if SHORT_NAME not in pyspiel.registered_names():
        pyspiel.register_game(_game_type(True), GrognardGame)


register()
