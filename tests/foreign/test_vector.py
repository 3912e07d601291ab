"""The options of Gymnasium's vector form: forced actions skipped, SAME_STEP, and opponents of every kind."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # type: ignore[import-not-found,unused-ignore]

import grognard
from grognard.bots import Bot
from grognard.bots.learned import Learned, save_player
from grognard.envs.gymnasium_env import GrognardEnv, GrognardVectorEnv
from grognard.kernel.engine.information import Information
from grognard.kernel.errors import BadInput, IllegalAction, NotFound
from tests.bots.test_learned import weights_for

GAMES: Final = grognard.registered_names()
all_games: Final = pytest.mark.parametrize("slug", GAMES)


class Last(Bot):
    """Takes the last legal action."""

    def choose(self, information: Information) -> int:
        return information.legal_actions()[-1]


class Choosy(Bot):
    """Takes the legal action of this number, which it must keep in copies."""

    def __init__(self, number: int) -> None:
        self.number = number

    def choose(self, information: Information) -> int:
        actions = information.legal_actions()
        return actions[self.number % len(actions)]


def last(observations: Any, masks: Any, seats: Any) -> Any:
    """Chooses as `Last` does, for rows."""
    assert len(observations) == len(masks) == len(seats)
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)


def decided(observations: Any, masks: Any) -> Any:
    """A learner's choices, which depend only on its rows and vary with them."""
    weights = observations.astype(np.int64) @ (np.arange(observations.shape[1]) ** 2 % 97)
    ranks = weights % masks.sum(1)
    return np.array([np.flatnonzero(mask)[rank] for mask, rank in zip(masks, ranks, strict=True)])


def results(env: GrognardVectorEnv, games: int, seed: int = 3) -> tuple[list[list[list[float]]], int]:
    """Returns what each seat got in the first games in each place, and how often the learner had no choice."""
    found: list[list[list[float]]] = [[] for _place in range(env.num_envs)]
    observations, infos = env.reset(seed=seed)
    ended, forced = np.zeros(env.num_envs, bool), 0
    for _step in range(20_000):
        forced += int(((infos["action_mask"].sum(1) < 2) & ~ended).sum())
        observations, points, terminated, _truncated, infos = env.step(decided(observations, infos["action_mask"]))
        ended = terminated & (env.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP)
        for place in np.flatnonzero(terminated):
            returns = infos.get("final_info", infos)["returns"][place]
            assert points[place] in returns
            found[place].append(returns.tolist())
        if min(map(len, found)) >= games:
            return [of_place[:games] for of_place in found], forced
    raise AssertionError("The games do not end.")


@all_games
@pytest.mark.parametrize("opponent", ["random", None])
def test_every_way_of_stepping_plays_the_same_games(slug: str, opponent: str | None) -> None:
    plain, forced = results(GrognardVectorEnv(slug, 3, opponent), 2)
    assert forced > 0
    assert results(GrognardVectorEnv(slug, 3, opponent, same_step=True), 2)[0] == plain
    for same_step in (False, True):
        env = GrognardVectorEnv(slug, 3, opponent, skip_forced=True, same_step=same_step)
        assert results(env, 2) == (plain, 0)


@all_games
@pytest.mark.parametrize("skip_forced", [False, True])
def test_same_step_is_that_of_gymnasium(slug: str, skip_forced: bool) -> None:
    ours = GrognardVectorEnv(slug, 3, seat=1, skip_forced=skip_forced, same_step=True)
    makers: list[Callable[[], Any]] = [lambda: GrognardEnv(slug, seat=1, skip_forced=skip_forced)] * 3
    theirs = SyncVectorEnv(makers, autoreset_mode=AutoresetMode.SAME_STEP)
    assert ours.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert GrognardVectorEnv.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    ours.reset(seed=[3, 14, 159])
    theirs.reset(seed=[3, 14, 159])
    observations, infos = ours._batch.observations.copy(), ours._infos()
    alike = np.ones(3, bool)  # a game that has ended is replaced by another deal than theirs
    for _step in range(20_000):
        actions = decided(observations, infos["action_mask"])
        before = np.where(alike, actions, theirs_first(theirs))
        observations, rewards, terminated, truncated, infos = ours.step(actions)
        other = theirs.step(before)
        assert (rewards[alike] == other[1][alike]).all()
        assert (terminated[alike] == other[2][alike]).all()
        assert not truncated.any()
        for place in np.flatnonzero(terminated & alike):
            alike[place] = False
            assert infos["_final_obs"][place]
            assert infos["_final_info"][place]
            assert (infos["final_obs"][place] == other[4]["final_obs"][place]).all()
            assert infos["final_info"].keys() == other[4]["final_info"].keys()
            for key, value in infos["final_info"].items():
                its = other[4]["final_info"][key]
                assert (value.dtype, value.shape) == (its.dtype, its.shape)
                assert np.array_equal(value[place], its[place])
        assert ("final_obs" in infos) == terminated.any()
        if not alike.any():
            return
    raise AssertionError("The games do not end.")


def theirs_first(theirs: Any) -> Any:
    """Returns a legal action for each of Gymnasium's single environments."""
    return np.array([env.unwrapped.action_masks().argmax() for env in theirs.envs])


def test_an_illegal_action_loses_in_the_same_step() -> None:
    env = GrognardVectorEnv("outpost", 2, illegal="lose", same_step=True)
    _observations, infos = env.reset(seed=1)
    legal = infos["action_mask"].argmax(1)
    _observations, rewards, terminated, _truncated, infos = env.step([infos["action_mask"][0].argmin(), legal[1]])
    assert terminated[0]
    assert rewards[0] == infos["final_info"]["returns"][0][0] == -1
    assert infos["action_mask"][0].sum() > 1
    _observations, rewards, terminated, _truncated, infos = env.step(infos["action_mask"].argmax(1))
    assert not terminated[0]
    assert rewards[0] == 0


def test_a_single_environment_has_no_same_step() -> None:
    with pytest.raises(BadInput, match="`same_step` is for the vector form"):
        GrognardEnv("outpost", same_step=True)


# -- opponents -----------------------------------------------------------------------------------------------------


@all_games
def test_opponents_are_met_by_share_and_play_as_they_do_alone(slug: str) -> None:
    several = GrognardVectorEnv(slug, 12, {"greedy": 1, Last(): 2, "random": 1})
    alone = [GrognardVectorEnv(slug, 12, opponent) for opponent in ("greedy", Last(), "random")]
    observations, infos = several.reset(seed=5)
    facing = infos["opponent"]
    assert set(facing) == {0, 1, 2}
    its = [env.reset(seed=5) for env in alone]
    rows, masks = [one[0] for one in its], [one[1]["action_mask"] for one in its]
    running = np.ones(12, bool)
    for _step in range(40):
        for place in np.flatnonzero(running):
            assert (observations[place] == rows[facing[place]][place]).all()
        observations, _rewards, terminated, _truncated, infos = several.step(
            decided(observations, infos["action_mask"])
        )
        for number, env in enumerate(alone):
            rows[number], _points, _ended, _cut, told = env.step(decided(rows[number], masks[number]))
            masks[number] = told["action_mask"]
        running &= ~terminated
        assert (infos["opponent"][running] == facing[running]).all()
    assert "opponent" not in told


def test_the_seed_of_a_game_decides_who_plays_it() -> None:
    shares = {"greedy": 3, "random": 1}
    one, other = GrognardVectorEnv("outpost", 400, shares), GrognardVectorEnv("outpost", 400, shares)
    met = one.reset(seed=0)[1]["opponent"]
    assert 270 < (met == 0).sum() < 330
    assert (other.reset(seed=100)[1]["opponent"][:300] == met[100:]).all()
    single = GrognardEnv("outpost", opponent=shares)
    assert [single.reset(seed=seed)[1]["opponent"] for seed in range(9)] == met[:9].tolist()


def test_opponents_are_of_every_kind(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from grognard.bots import Bot\nclass Player(Bot):\n"
        "    def choose(self, information):\n        return information.legal_actions()[-1]\n"
    )
    found = [
        results(GrognardVectorEnv("three-emperors", 4, opponent, skip_forced=True), 2)
        for opponent in (Last(), Choosy(-1), last, f"{tmp_path / 'mine.py'}:Player", {last: 0.5, Last(): 0.5})
    ]
    assert all(one == found[0] for one in found)
    assert found[0] != results(GrognardVectorEnv("three-emperors", 4, Choosy(0), skip_forced=True), 2)


def test_a_learned_opponent_is_asked_for_many_games_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = grognard.load("three-emperors")
    save_player(tmp_path / "player.npz", game, weights_for(game))
    by_file = results(GrognardVectorEnv(game, 4, f"learned:{tmp_path / 'player.npz'}"), 2)
    player = Learned(game, weights_for(game))
    alone = Choosy(0)
    alone.choose = player.choose  # type: ignore[method-assign]
    assert results(GrognardVectorEnv(game, 4, alone), 2) == by_file
    monkeypatch.delattr(Learned, "choose")
    assert results(GrognardVectorEnv(game, 4, player), 2) == by_file


def test_opponents_are_kept_in_copies() -> None:
    env = GrognardVectorEnv("three-emperors", 3, {Choosy(1): 1, Choosy(2): 1, last: 1}, same_step=True)
    observations, infos = env.reset(seed=4)
    for _step in range(10):
        observations, _rewards, _ended, _cut, infos = env.step(decided(observations, infos["action_mask"]))
    twin = copy.deepcopy(env)
    for _step in range(100):
        actions = decided(observations, infos["action_mask"])
        observations, _rewards, _ended, _cut, infos = env.step(actions)
        its, _points, _terminated, _truncated, told = twin.step(actions)
        assert (observations == its).all()
        assert (infos["opponent"] == told["opponent"]).all()


class Remembering(Last):
    """A bot that needs the history of its seat."""

    @property
    def remembers(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("opponent", "kind", "sentence"),
    [
        ("clever", NotFound, "There is no bot “clever”"),
        ("nothing.py:Player", BadInput, r"nothing\.py cannot be read"),
        (5, BadInput, "int is not a player"),
        ({}, BadInput, "Name at least one opponent"),
        ({"greedy": 0}, BadInput, "share of greedy should be a number above 0, not 0"),
        ({"greedy": float("nan")}, BadInput, "share of greedy should be a number above 0, not nan"),
        ({"greedy": 1, "random": "much"}, BadInput, "share of random should be a number above 0, not 'much'"),
        (Remembering(), BadInput, "Remembering uses its seat's history"),
    ],
)
def test_impossible_opponents_are_refused(opponent: Any, kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind, match=sentence):
        GrognardVectorEnv("outpost", 2, opponent)


def test_an_opponent_that_cheats_is_named() -> None:
    def worst(observations: Any, masks: Any, seats: Any) -> Any:
        return masks.argmin(1)

    with pytest.raises(IllegalAction, match=r"worst chose action \d+, which its mask does not allow"):
        GrognardVectorEnv("outpost", 2, worst, seat=1).reset(seed=1)
