"""The forms for other libraries take any whole number and many seeds, say what is wrong, and can be copied."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any, Final

import gymnasium  # type: ignore[import-not-found,unused-ignore]
import numpy as np
import pyspiel  # type: ignore[import-not-found,unused-ignore]
import pytest
from gymnasium.error import ResetNeeded  # type: ignore[import-not-found,unused-ignore]
from gymnasium.utils.env_checker import check_env  # type: ignore[import-not-found,unused-ignore]

import grognard
from grognard import envs
from grognard.envs import openspiel as adapter
from grognard.envs.gymnasium_env import GrognardEnv, GrognardVectorEnv
from grognard.envs.pettingzoo_env import GrognardAEC, aec
from grognard.kernel.errors import BadInput, GameOver, IllegalAction
from tests.envs.test_copies import WAYS
from tests.envs.whole import KINDS, calls_of, functions_of

GAMES: Final = grognard.registered_names()
FORMS: Final = (GrognardVectorEnv, GrognardEnv, GrognardAEC)

all_games: Final = pytest.mark.parametrize("slug", GAMES)
all_ways: Final = pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))
all_kinds: Final = pytest.mark.parametrize("kind", KINDS)


def test_these_calls_take_whole_numbers() -> None:
    """A new one belongs into the tests below."""
    found = {f"{form.__name__}.{call.name}" for form in FORMS for call in calls_of(form)}
    assert found == {
        "GrognardVectorEnv.__init__",
        "GrognardVectorEnv.reset",
        "GrognardVectorEnv.step",
        "GrognardVectorEnv.table",
        "GrognardEnv.reset",
        "GrognardEnv.step",
        "GrognardAEC.reset",
        "GrognardAEC.deal",
        "GrognardAEC.step",
    }
    assert {call.name for call in functions_of(envs)} == {"aec", "unpack_masks", "vector"}


@all_kinds
@all_games
def test_gymnasium_takes_whole_numbers_of_any_kind(slug: str, kind: Callable[[int], Any]) -> None:
    one, other = GrognardVectorEnv(slug, kind(2), seat=kind(1)), GrognardVectorEnv(slug, 2, seat=1)
    for seed in (kind(5), [kind(5), kind(9)], [kind(5), None]):
        if not isinstance(seed, list) or seed[1] is not None:
            plain = [5, 9] if isinstance(seed, list) else 5
            assert (one.reset(seed=seed)[0] == other.reset(seed=plain)[0]).all()
        else:
            one.reset(seed=seed)
    one.reset(seed=5)
    infos = other.reset(seed=5)[1]
    actions = [int(np.flatnonzero(mask)[0]) for mask in infos["action_mask"]]
    assert (one.step([kind(action) for action in actions])[0] == other.step(actions)[0]).all()
    assert one.table(kind(1)) == other.table(1)
    alone, again = GrognardEnv(slug), GrognardEnv(slug)
    alone.reset(seed=kind(5))
    action = int(np.flatnonzero(again.reset(seed=5)[1]["action_mask"])[0])
    assert (alone.step(kind(action))[0] == again.step(action)[0]).all()


@all_kinds
@all_games
def test_pettingzoo_and_openspiel_take_whole_numbers_of_any_kind(slug: str, kind: Callable[[int], Any]) -> None:
    one, other = aec(slug), aec(slug)
    one.reset(seed=kind(5))
    other.reset(seed=5)
    action = other.position.legal_actions()[0]
    one.step(kind(action))
    other.step(action)
    assert one.position.serialize() == other.position.serialize()
    one.deal(kind(6))
    other.deal(6)
    assert one.position.serialize() == other.position.serialize()
    game = pyspiel.load_game(f"python_grognard(game={slug},chance=seeded)")
    state = game.new_initial_state()
    for _digit in range(4):
        state.apply_action(np.int64(3))
    observer = game.make_py_observer()
    observer.set_from(state, kind(1))
    seen = observer.tensor.copy()
    observer.set_from(state, 1)
    assert (observer.tensor == seen).all()
    state.apply_action(np.int64(state.legal_actions()[0]))


def test_seeds_one_by_one_deal_what_they_deal() -> None:
    many = GrognardVectorEnv("fusillade", 3, opponent=None)
    observations, _infos = many.reset(seed=[4, 40, 400])
    for row, seed in zip(observations, (4, 40, 400), strict=True):
        assert (GrognardVectorEnv("fusillade", 1, opponent=None).reset(seed=seed)[0][0] == row).all()
    with pytest.raises(BadInput, match="takes 3 seeds, not 2"):
        many.reset(seed=[1, 2])
    many.reset(seed=2**59)
    many.reset(seed=[2**59, 0, None])


def legal(infos: dict[str, Any], chance: np.random.Generator) -> Any:
    """Returns a legal action, or one for each game."""
    masks = infos["action_mask"]
    assert masks.dtype == np.int8
    if masks.ndim == 1:
        return int(chance.choice(np.flatnonzero(masks)))
    return np.array([chance.choice(np.flatnonzero(mask)) for mask in masks])


@all_games
@all_ways
@pytest.mark.parametrize("opponent", ["greedy", None])
def test_a_vector_env_is_copied(slug: str, way: Callable[[Any], Any], opponent: str | None) -> None:
    env = GrognardVectorEnv(slug, 2, opponent=opponent)
    chance = np.random.default_rng(1)
    infos = env.reset(seed=[3, 8])[1]
    for _step in range(15):
        infos = env.step(legal(infos, chance))[4]
    twin = way(env)
    ended = 0
    for _step in range(3_000):
        actions = legal(infos, chance)
        infos = follow(env, twin, actions)
        ended += int((env._batch.done).sum())
        if ended > 3:
            break
    assert (env.reset()[0] == twin.reset()[0]).all()


def follow(env: Any, twin: Any, actions: Any) -> dict[str, Any]:
    """Steps both alike; all that they give is equal."""
    one, other = env.step(actions), twin.step(actions)
    for mine, its in zip(one[:4], other[:4], strict=True):
        assert np.array_equal(mine, its)
    for key, value in one[4].items():
        assert np.array_equal(value, other[4][key])
    infos: dict[str, Any] = one[4]
    return infos


@all_games
@all_ways
def test_a_single_env_is_copied(slug: str, way: Callable[[Any], Any]) -> None:
    env = GrognardEnv(slug)
    chance = np.random.default_rng(2)
    infos = env.reset(seed=11)[1]
    infos = env.step(legal(infos, chance))[4]
    twin = way(env)
    while env._asked:
        infos = follow(env, twin, legal(infos, chance))
    assert (env.reset()[0] == twin.reset()[0]).all()
    unasked = way(GrognardEnv(slug))
    with pytest.raises(ResetNeeded):
        unasked.step(0)


@all_games
@all_ways
def test_an_aec_is_copied(slug: str, way: Callable[[Any], Any]) -> None:
    env = aec(slug)
    env.reset(seed=4)
    chance = np.random.default_rng(3)
    for _step in range(5):
        env.step(chance.choice(env.position.legal_actions()))
    twin = way(env)
    while env.agents:
        done = env.terminations[env.agent_selection]
        action = None if done else int(chance.choice(env.position.legal_actions()))
        env.step(action)
        twin.step(action)
        assert twin.position.serialize() == env.position.serialize()
        assert twin.rewards == env.rewards
        assert twin.agents == env.agents
    env.reset()
    twin.reset()
    assert twin.position.serialize() == env.position.serialize()
    way(aec(slug))


def test_a_step_before_reset_or_after_the_end_says_what_to_do() -> None:
    with pytest.raises(ResetNeeded, match=r"Call reset\(\)"):
        GrognardVectorEnv("outpost", 2).step([0, 0])
    alone = GrognardEnv("outpost")
    with pytest.raises(ResetNeeded, match=r"Call reset\(\)"):
        alone.step(0)
    chance = np.random.default_rng(1)
    infos, ended = alone.reset(seed=1)[1], False
    while not ended:
        _seen, _reward, ended, _cut, infos = alone.step(legal(infos, chance))
    with pytest.raises(ResetNeeded, match=r"Call reset\(\)"):
        alone.step(0)
    turns = aec("outpost")
    with pytest.raises(BadInput, match=r"Call reset\(\)"):
        turns.step(0)
    turns.reset(seed=1)
    while turns.agents:
        turns.step(None if turns.terminations[turns.agent_selection] else turns.position.legal_actions()[0])
    with pytest.raises(GameOver, match=r"Call reset\(\)"):
        turns.step(0)


def test_what_is_given_wrongly_is_told_in_a_sentence() -> None:
    env, turns = GrognardEnv("outpost"), aec("outpost")
    env.reset(seed=1)
    turns.reset(seed=1)
    illegal = int(np.flatnonzero(env.reset(seed=1)[1]["action_mask"] == 0)[0])
    wrong: list[tuple[Callable[[], object], str]] = [
        (lambda: GrognardEnv("outpost", num_envs=2), "multiple values"),
        (lambda: GrognardVectorEnv("outpost", 2.0), "The number of games is a whole number, not 2.0"),  # type: ignore[arg-type]
        (lambda: GrognardVectorEnv("outpost", 2, seat=0.5), "A seat is a whole number, not 0.5"),  # type: ignore[arg-type]
        (lambda: GrognardVectorEnv("outpost", 2).reset(seed=[1, 0.5]), "A seed is a whole number, not 0.5"),  # type: ignore[list-item]
        (lambda: GrognardVectorEnv("outpost", 2).reset(options={"morale": 4}), "Give house rules when you make"),
        (lambda: env.reset(options={"morale": 4}), "Give house rules when you make"),
        (lambda: env.step([1]), "An action is a whole number, not"),  # type: ignore[arg-type]
        (lambda: env.step(1.0), "An action is a whole number, not 1.0"),  # type: ignore[arg-type]
        (lambda: env.step(illegal), "^(?!Game)"),
        (lambda: GrognardEnv("outpost", render_mode="human"), "no render mode “human”. Choose from: ansi"),
        (lambda: aec("outpost", render_mode="rgb_array"), "no render mode “rgb_array”. Choose from: ansi, human"),
        (lambda: turns.reset(seed="x"), "A seed is a whole number, not 'x'"),  # type: ignore[arg-type]
        (lambda: turns.step(None), "Blue must choose an action"),
        (lambda: turns.step("x"), "An action is a whole number, not 'x'"),  # type: ignore[arg-type]
    ]
    for call, told in wrong:
        with pytest.raises((BadInput, IllegalAction, TypeError), match=told):
            call()
    env.reset(seed=1, options={})


def test_gymnasium_can_cut_games_off() -> None:
    name = envs.environment_id(grognard.load("fusillade"))
    env = gymnasium.make(f"grognard.envs.gymnasium_env:{name}", max_episode_steps=5)
    infos, chance = env.reset(seed=1)[1], np.random.default_rng(1)
    for step in range(5):
        _seen, _reward, ended, cut, infos = env.step(legal(infos, chance))
        assert (ended, cut) == (False, step == 4)


@all_games
@pytest.mark.parametrize("opponent", ["random", None])
def test_an_illegal_action_can_lose(slug: str, opponent: str | None) -> None:
    env = GrognardVectorEnv(slug, 3, opponent=opponent, illegal="lose")
    infos = env.reset(seed=2)[1]
    seats = infos["seat"].copy()
    actions = legal(infos, np.random.default_rng(0))
    actions[1] = np.flatnonzero(infos["action_mask"][1] == 0)[0]
    _seen, rewards, ended, _cut, infos = env.step(actions)
    assert ended.tolist()[1]
    assert rewards[1] == -1
    loser = env.game.sides[seats[1]]
    assert infos["returns"][1].tolist() == [-1.0 if side == loser else 1.0 for side in env.game.sides]
    assert np.flatnonzero(infos["action_mask"][1]).tolist() == [0]
    before = int(env._batch.seeds[1])
    _seen, rewards, ended, _cut, infos = env.step(legal(infos, np.random.default_rng(0)))
    assert not ended[1]
    assert rewards[1] == 0
    assert int(env._batch.seeds[1]) == before + 3
    for number in (-1, 10**6):
        assert env.step(np.full(3, number))[2].all()
        env.reset(seed=2)
    raising = GrognardVectorEnv(slug, 1)
    mask = raising.reset(seed=1)[1]["action_mask"][0]
    with pytest.raises(IllegalAction):
        raising.step(np.flatnonzero(mask == 0)[:1])
    turns = aec(slug, illegal="lose")
    turns.reset(seed=3)
    mover = turns.agent_selection
    turns.step(int(np.flatnonzero(turns.observe(mover)["action_mask"] == 0)[0]))
    assert all(turns.terminations.values())
    assert turns.rewards[mover] == -1
    assert sum(turns.rewards.values()) == 0
    assert not any(turns.observe(agent)["action_mask"].any() for agent in turns.agents)
    with pytest.raises(BadInput, match="should be raise or lose"):
        aec(slug, illegal="shrug")  # type: ignore[arg-type]


@all_games
def test_the_checker_samples_blindly(slug: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a Box of bytes up to 127 is no picture
        check_env(GrognardEnv(slug, render_mode="ansi", illegal="lose"), skip_render_check=True)


def test_a_mask_serves_to_sample() -> None:
    env = GrognardEnv("fusillade")
    infos = env.reset(seed=1)[1]
    env.step(env.action_space.sample(infos["action_mask"]))


@all_games
@pytest.mark.parametrize("seats", [None, 4])
def test_every_agent_of_pettingzoo_has_its_mask_in_both_places(slug: str, seats: int | None) -> None:
    if seats is not None and "seats" not in grognard.load(slug).options:
        return
    options = None if seats is None else {"seats": seats}
    env, bare, chance = aec(slug, options), aec(slug, options, info_mask=False), np.random.default_rng(5)
    env.reset(seed=2)
    bare.reset(seed=2)
    over = False
    while not over:
        over = any(env.terminations.values())
        for agent in env.agents:
            mask = env.infos[agent]["action_mask"]
            assert mask.dtype == np.int8
            assert (mask == env.observe(agent)["action_mask"]).all()
            legal_now = env.position.legal_actions() if agent == env.agent_selection else []
            assert mask.nonzero()[0].tolist() == legal_now
            assert mask in env.observation_space(agent)["action_mask"]
            assert "action_mask" not in bare.infos[agent]
        if not over:
            action = env.action_space(env.agent_selection).sample(env.infos[env.agent_selection]["action_mask"])
            assert env.position.is_legal(int(action))
            chosen = int(chance.choice(env.position.legal_actions()))
            env.step(chosen)
            bare.step(chosen)


@all_games
def test_a_mask_belongs_to_its_moment(slug: str) -> None:
    """What a step brings is kept as it was, and nobody can write into it."""
    env = aec(slug)
    env.reset(seed=2)
    first = env.agent_selection
    mask = env.infos[first]["action_mask"]
    kept = mask.copy()
    with pytest.raises(ValueError, match="read-only"):
        mask[0] = 1
    for _step in range(3):
        env.step(env.position.legal_actions()[-1])
    assert (mask == kept).all()


def in_a_new_process(code: str) -> subprocess.CompletedProcess[str]:
    """Runs code where nothing of Grognard is imported."""
    before = "import gymnasium, sys; assert 'grognard' not in sys.modules; "
    return subprocess.run([sys.executable, "-c", before + code], capture_output=True, text=True, check=False)


@all_games
def test_an_id_names_its_module_so_that_nothing_is_imported_before(slug: str) -> None:
    name = envs.environment_id(grognard.load(slug))
    made = "gymnasium.make('grognard.envs.gymnasium_env:{0}'), gymnasium.make_vec('grognard.envs.gymnasium_env:{0}', 2)"
    done = in_a_new_process(f"print([env.reset(seed=1)[0].sum() for env in ({made.format(name)})])")
    assert done.returncode == 0, done.stderr
    assert name in gymnasium.registry


def test_gymnasium_loads_no_module_that_nobody_names() -> None:
    """When it does, docs/research.md is to say so, and pyproject.toml to have the entry point."""
    done = in_a_new_process(f"gymnasium.make('{envs.environment_id(grognard.load('outpost'))}')")
    assert "NamespaceNotFound" in done.stderr


@all_games
@pytest.mark.parametrize("chance", ["sampled", "seeded"])
def test_openspiel_counts_decisions_and_chance_apart(slug: str, chance: str) -> None:
    game = pyspiel.load_game(f"python_grognard(game={slug},chance={chance},seed=4)")
    assert game.max_game_length() == grognard.load(slug).max_game_length()
    generator = np.random.default_rng(4)
    for _game in range(2):
        state, decisions, draws = game.new_initial_state(), 0, 0
        while not state.is_terminal():
            if state.is_chance_node():
                draws += 1
            else:
                decisions += 1
            state.apply_action(int(generator.choice(state.legal_actions())))
        assert decisions <= game.max_game_length()
        assert draws <= game.max_chance_nodes_in_history()


def test_openspiel_knows_these_games() -> None:
    assert adapter.SHORT_NAME in pyspiel.registered_names()
    assert pickle.loads(pickle.dumps(copy.deepcopy(aec("outpost")))).game.slug == "outpost"
