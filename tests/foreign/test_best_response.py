"""A network trained against a frozen player beats it, on both sides, and the same training gives the same player."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Final

import numpy as np
import pytest
import torch  # type: ignore[import-not-found,unused-ignore]

import grognard
from grognard import cli
from grognard.bots import Bot
from grognard.bots.learned import has_learned, load_player, save_player
from grognard.bots.own_players import player_for
from grognard.envs import Batch
from grognard.kernel.engine.information import Information
from grognard.lab import best_response, paired
from grognard.lab.best_response import UPDATE, Duels, Learner, Network, Rollout, start_player, train
from grognard.lab.exploit import FRESH, Training, exploit_by_learning

SLUG: Final = "outpost"
LEARNED: Final = next(slug for slug in grognard.registered_names() if has_learned(grognard.load(slug)))
SHORT: Final = Training(decisions=2 * UPDATE)


class Last(Bot):
    """Takes the last legal action."""

    def choose(self, information: Information) -> int:
        return information.legal_actions()[-1]


class LastInRows:
    """The same, in rows."""

    def choose_rows(self, _observations: object, masks: np.ndarray, _seats: object) -> np.ndarray:
        chosen: np.ndarray = masks.shape[1] - 1 - masks[:, ::-1].argmax(1)
        return chosen


@pytest.mark.parametrize("victim", [Last(), LastInRows()], ids=["bot", "rows"])
@pytest.mark.parametrize("slug", [SLUG, "green-troops"])
def test_the_learner_gets_its_own_points_on_both_sides(slug: str, victim: Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions played one by one give the same rows, rewards and ends as the games that are played side by side."""
    monkeypatch.setattr(best_response, "GAMES", 3)
    game = grognard.load(slug, {"seats": 4} if slug == "green-troops" else None)
    duels = Duels(game, player_for(game, victim), 1)
    seeds, own, ends, step = duels.batch.seeds.tolist(), [0, 1, 0], np.zeros(3, np.int64), 0
    states = [game.new_initial_state(seed) for seed in seeds]

    def let_others_play(place: int, won: float, over: bool) -> tuple[float, bool]:
        while True:
            state = states[place]
            if state.is_terminal():
                won = won if over else state.returns()[game.sides.index(own[place])]
                over, own[place] = True, 1 - own[place]
                seeds[place] += 3
                states[place] = game.new_initial_state(seeds[place])
            elif len(legal := state.legal_actions()) == 1:
                state.apply_action(legal[0])
            elif game.sides[state.current_player()] == own[place]:
                return won, over
            else:
                state.apply_action(legal[-1])

    for place in range(3):
        let_others_play(place, 0.0, False)
    while ends.min() < 3:  # on both sides in each place, and again
        step += 1
        for place, state in enumerate(states):
            row = game.observe(state, state.current_player())
            assert duels.batch.observations[place].tobytes() == row
        actions = duels.batch.random_actions(np.random.default_rng(step))
        for place, action in enumerate(actions):
            states[place].apply_action(int(action))
        expected = [let_others_play(place, 0.0, False) for place in range(3)]
        won, over = duels.step(actions)
        assert [*zip(won, over, strict=True)] == expected
        ends += over
    assert duels.ended >= ends.sum()


def test_rewards_and_later_values_count_until_a_game_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_response, "GAMES", 1)
    monkeypatch.setattr(best_response, "STEPS", 3)
    monkeypatch.setattr(best_response, "TRACE", 0.5)
    played = Rollout(grognard.load(SLUG))
    played.won, played.lasting = torch.tensor([[0.0], [-1.0], [0.0]]), torch.tensor([[1.0], [0.0], [1.0]])
    played.value = torch.tensor([[0.1], [0.2], [0.4], [0.9]])
    last, middle = 0.9 - 0.4, -1 - 0.2
    first = 0.2 + 0.5 * middle - 0.1
    torch.testing.assert_close(played.advantages().squeeze(1), torch.tensor([first, middle, last]))


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_a_file_plays_as_the_network_does(slug: str, tmp_path: Path) -> None:
    game = grognard.load(slug)
    torch.manual_seed(1)
    network = Network(game, 16, 2)
    for part in network.parameters():
        torch.nn.init.normal_(part, 0.0, 0.3)
    batch, chance = Batch(game, 32, 5, skip_forced=True), np.random.default_rng(5)
    for _step in range(30):
        batch.step(batch.random_actions(chance))
    file = tmp_path / "player.npz"
    save_player(file, game, network.weights())
    with torch.no_grad():
        rows, legal = torch.from_numpy(game.layout.expand(batch.observations)), torch.from_numpy(batch.masks.copy())
        likely, value = network(rows, legal)
    player = load_player(file)
    np.testing.assert_allclose(player.values(batch.observations), value.numpy(), atol=0.01)
    theirs = torch.from_numpy(player.logits(batch.observations, batch.masks)).log_softmax(1)
    torch.testing.assert_close(theirs[legal], likely[legal], atol=0.05, rtol=0)


def test_a_short_training_beats_random_and_is_saved(tmp_path: Path) -> None:
    game, file, heard = grognard.load(SLUG), tmp_path / "player.npz", list[tuple[int, int]]()
    training = Training(decisions=50_000)
    found = exploit_by_learning(game, "random", training, 200, file=file, progress=lambda *at: heard.append(at))
    assert found.result.low > 0.5
    assert 50_000 <= found.decisions < 50_000 + UPDATE
    assert found.decisions % UPDATE == 0
    assert heard[0] == (0, 50_000)
    assert (50_000, 50_000) in heard
    assert heard[-1] == (400, 400)
    # The file is the player that was measured, on deals that anyone can play again.
    again = paired(game, f"learned:{file}", "random", 200, FRESH)
    assert (again.share, again.trace) == (found.result.share, found.result.trace)
    assert found.exploiter == found.result.a == again.a


def test_the_same_training_gives_the_same_player_and_another_seed_gives_another() -> None:
    game, victim = grognard.load(SLUG), player_for(grognard.load(SLUG), "greedy")
    threads = torch.get_num_threads()
    torch.manual_seed(5)
    one = train(game, victim, SHORT, 3)
    drawn = torch.rand(1)
    torch.manual_seed(6)
    same, other = train(game, victim, SHORT, 3), train(game, victim, SHORT, 4)
    for name, part in one.player.weights.items():
        np.testing.assert_array_equal(part, same.player.weights[name])
    assert (one.decisions, one.games) == (same.decisions, same.games)
    assert any((part != other.player.weights[name]).any() for name, part in one.player.weights.items())
    torch.manual_seed(5)
    assert torch.rand(1) == drawn  # the caller's draws and threads are as before
    assert torch.get_num_threads() == threads


def test_a_training_starts_from_a_player(tmp_path: Path) -> None:
    game = grognard.load(SLUG)
    file = tmp_path / "first.npz"
    exploit_by_learning(game, "random", SHORT, 1, file=file)
    for start in (str(file), f"learned:{file}"):
        model = start_player(game, start)
        assert model is not None
        network = Learner(Duels(game, player_for(game, "random"), 1), model, 1).network
        for name, part in load_player(file).weights.items():
            np.testing.assert_array_equal(network.weights()[name], part)


def test_a_training_starts_from_the_prodigy() -> None:
    game = grognard.load(LEARNED)
    model = start_player(game, "prodigy")
    assert model is not None
    duels = Duels(game, player_for(game, "prodigy"), 1)
    assert duels.victim is model
    assert Learner(duels, model, 1).network.first.weight.shape[0] == model.width


def test_the_command_states_the_budget_and_that_this_is_a_lower_bound(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "player.npz"
    words = ["lab", "exploit", SLUG, "--against", "random", "--by", "learning", "--pairs", "3"]
    assert cli.main([*words, "--decisions", "5", "--out", str(file)]) == 0
    shown = capsys.readouterr().out
    assert f"Learned from {UPDATE:,} decisions in " in shown
    assert "the budget: 5 decisions" in shown
    assert "from random in 3 fresh pairs." in shown
    assert "lower bound" in shown
    assert f"Its name as a bot is learned:{file}." in shown
    again = [*words, "--minutes", "0.0001", "--start", str(file), "--json"]
    assert cli.main(again) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["budget"], told["unit"], told["start"], told["file"]) == (0.0001, "minutes", str(file), None)
    assert told["decisions"] == 0 or told["decisions"] % UPDATE == 0
    assert set(told["result"]) == set(asdict(paired(grognard.load(SLUG), "random", "random", 1)))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--start", "prodigy"), "The prodigy has not learned Outpost"),
        (("--start", "nothing.npz"), "nothing.npz cannot be read: there is no such file."),
        (("--start", __file__), "is not a weights file, or it is damaged."),
    ],
)
def test_a_start_that_cannot_be_is_one_sentence(
    options: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["lab", "exploit", SLUG, "--against", "random", "--by", "learning", *options]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert sentence in captured.err
    assert captured.err.count("\n") == 1
