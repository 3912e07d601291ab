"""The suites of other libraries, passed by all games: what they expect of an environment is there."""

from __future__ import annotations

import warnings

import gymnasium  # type: ignore[import-not-found,unused-ignore]
import numpy as np
import pyspiel  # type: ignore[import-not-found,unused-ignore]
import pytest
from pettingzoo.test import api_test, render_test, seed_test  # type: ignore[import-not-found,unused-ignore]

import grognard
from grognard.envs import openspiel as registered
from grognard.envs.gymnasium_env import GrognardEnv, GrognardVectorEnv, register
from grognard.envs.pettingzoo_env import aec

GAMES = grognard.registered_names()
SHORT = registered._FIRST


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.filterwarnings("default")
def test_pettingzoo(slug: str) -> None:
    api_test(aec(slug), num_cycles=300)
    api_test(aec(slug, skip_forced=True), num_cycles=300)
    seed_test(lambda: aec(slug), num_cycles=100)
    render_test(lambda render_mode=None: aec(slug, render_mode=render_mode))


@pytest.mark.filterwarnings("default")
def test_pettingzoo_at_a_table_of_four() -> None:
    api_test(aec("green-troops", {"seats": 4}), num_cycles=300)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("opponent", ["random", "greedy", None])
def test_the_vector_form_plays_games_to_their_end(slug: str, opponent: str | None) -> None:
    envs = GrognardVectorEnv(slug, 4, opponent=opponent)
    again = GrognardVectorEnv(slug, 4, opponent=opponent)
    observations, infos = envs.reset(seed=3)
    assert (observations == again.reset(seed=3)[0]).all()
    chance = np.random.default_rng(2)
    ended = decided = 0
    for _step in range(8_000):
        actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        observations, rewards, terminated, truncated, infos = envs.step(actions)
        assert (observations == again.step(actions)[0]).all()
        assert observations in envs.observation_space
        assert not truncated.any()
        assert not rewards[~terminated].any()
        ended += int(terminated.sum())
        decided += int((rewards != 0).sum())
        assert (
            not terminated.any() or (np.abs(infos["returns"][terminated]).max(1) == np.abs(rewards[terminated])).all()
        )
        if ended > 8:
            assert decided > 0
            return
    raise AssertionError("No game ends.")


def test_gymnasium_makes_games_by_their_ids() -> None:
    for name in register(*GAMES):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert gymnasium.make(name).reset(seed=1)[0].any()
            assert gymnasium.make_vec(name, num_envs=3).reset(seed=1)[0].shape[0] == 3


@pytest.mark.parametrize("slug", GAMES)
def test_openspiel(slug: str) -> None:
    """What is sampled cannot be played again from a history: the suite replays games whose chance is seeded."""
    chance = "explicit" if slug == SHORT else "seeded"
    game = pyspiel.load_game(f"python_grognard(game={slug},chance={chance})")
    pyspiel.random_sim_test(game, num_sims=2 if slug == SHORT else 1, serialize=True, verbose=False)
    sampled = pyspiel.load_game(f"python_grognard(game={slug},chance=sampled)")
    pyspiel.random_sim_test(sampled, num_sims=1, serialize=False, verbose=False)
    without = pyspiel.load_game(f"python_grognard(game={slug},chance={chance},skip_forced=True)")
    pyspiel.random_sim_test(without, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("slug", GAMES)
def test_what_has_no_alternative_is_skipped_on_request(slug: str) -> None:
    environment, chance = aec(slug, skip_forced=True), np.random.default_rng(3)
    environment.reset(seed=5)
    while not any(environment.terminations.values()):
        legal = environment.observe(environment.agent_selection)["action_mask"].nonzero()[0]
        assert len(legal) > 1
        environment.step(int(chance.choice(legal)))
    state = pyspiel.load_game(f"python_grognard(game={slug},skip_forced=True,seed=5)").new_initial_state()
    while not state.is_terminal():
        assert state.is_chance_node() or len(state.legal_actions()) > 1
        state.apply_action(int(chance.choice(state.legal_actions())))


@pytest.mark.parametrize("slug", GAMES)
def test_openspiel_states_are_the_same_when_they_were_stored(slug: str) -> None:
    game = pyspiel.load_game(f"python_grognard(game={slug},chance=sampled,seed=8)")
    state = game.new_initial_state()
    for _step in range(60):
        if state.is_terminal():
            return
        twin = game.deserialize_state(state.serialize())
        assert (str(twin), twin.legal_actions()) == (str(state), state.legal_actions())
        assert twin.current_player() == state.current_player()
        for player in range(2):
            assert twin.information_state_string(player) == state.information_state_string(player)
        state.apply_action(state.legal_actions()[-1])


@pytest.mark.parametrize("slug", GAMES)
def test_openspiel_resamples_what_a_player_cannot_know(slug: str) -> None:
    state = pyspiel.load_game(f"python_grognard(game={slug},chance=sampled,seed=5)").new_initial_state()
    chance = np.random.default_rng(4)
    for _step in range(60):
        if state.is_terminal():
            return
        if state.is_chance_node():
            state.apply_action(0)
            continue
        player = state.current_player()
        other = state.resample_from_infostate(player, chance.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        state.apply_action(int(chance.choice(state.legal_actions())))


def test_openspiel_clones_do_not_foresee_chance() -> None:
    """Clones of a game go on with chance of their own."""
    slug = next(slug for slug in GAMES if slug != SHORT)
    state = pyspiel.load_game(f"python_grognard(game={slug},seed=5)").new_initial_state()
    state.apply_action(0)
    ends = set()
    for _clone in range(3):
        clone = state.clone()
        while not clone.is_terminal():
            clone.apply_action(clone.legal_actions()[-1])
        ends.add(clone.information_state_string(0))
    assert len(ends) > 1


@pytest.mark.parametrize("slug", GAMES)
def test_torchrl(slug: str) -> None:
    from torchrl.envs import PettingZooWrapper  # type: ignore[import-not-found,unused-ignore]
    from torchrl.envs.utils import check_env_specs  # type: ignore[import-not-found,unused-ignore]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = PettingZooWrapper(aec(slug, info_mask=False), use_mask=True)
        check_env_specs(env)


@pytest.mark.parametrize("slug", GAMES)
def test_maskable_ppo(slug: str) -> None:
    from sb3_contrib import MaskablePPO  # type: ignore[import-not-found,unused-ignore]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = MaskablePPO("MlpPolicy", GrognardEnv(slug, opponent="random"), n_steps=250, seed=1, device="cpu")
        model.learn(5_000)
    assert model.num_timesteps == 5_000


def test_openspiel_plays_a_playthrough_again() -> None:
    """What OpenSpiel writes down of a game, state by state, is the same when the actions are played again."""
    from open_spiel.python.algorithms import generate_playthrough  # type: ignore[import-not-found,unused-ignore]

    name = f"python_grognard(game={SHORT},chance=seeded)"
    first = generate_playthrough.playthrough(name, action_sequence=[], seed=3)
    played = [int(line.partition(": ")[2]) for line in first.splitlines() if line.startswith("action: ")]
    assert len(played) > 10
    assert generate_playthrough.playthrough(name, action_sequence=played) == first
