"""The trainer `examples/selfplay.py` learns, saves players that can be read, and continues exactly."""

from __future__ import annotations

import csv
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
import torch  # type: ignore[import-not-found,unused-ignore]

import grognard
from examples import selfplay
from grognard.bots.learned import load_player
from grognard.envs import Batch

TINY: Final = [
    "--games", "12", "--steps", "6", "--width", "16", "--minibatch", "24", "--pairs", "2", "--opponents", "random",
    "--threads", "1",
]  # fmt: skip
EVERYTHING: Final = ["--critic-sees-all", "--past", "0.5", "--house-rules", "2", "--events", "4"]
all_games: Final = pytest.mark.parametrize("slug", grognard.registered_names())
all_options: Final = pytest.mark.parametrize(
    "options", [[], EVERYTHING, ["--bf16"]], ids=["plain", "everything", "bf16"]
)


def played(slug: str, steps: int = 60) -> Batch:
    """Games in which something has happened."""
    batch, chance = Batch(slug, 32, 5, full_state=True, skip_forced=True), np.random.default_rng(5)
    for _step in range(steps):
        batch.step(batch.random_actions(chance))
    return batch


def learn(folder: Path, *options: str) -> dict[str, Any]:
    """Runs the trainer; returns its checkpoint."""
    assert selfplay.main([*options, "--out", str(folder)]) == 0
    found: dict[str, Any] = torch.load(folder / selfplay.CHECKPOINT, weights_only=False)
    return found


@all_games
def test_the_inputs_are_those_of_the_expanded_row(slug: str) -> None:
    batch = played(slug)
    game, seats = batch.game, batch.game.num_players()
    rows = batch.full_state.reshape(len(batch), -1)
    inputs = selfplay.Inputs(game, seats)
    at, of = inputs.of(rows)
    dense = np.zeros((len(batch), seats * inputs.size), np.float32)
    np.add.at(dense, (np.arange(len(batch))[:, None], at), of)
    expanded = [game.layout.expand(batch.full_state[:, seat]) for seat in range(seats)]
    np.testing.assert_array_equal(dense, np.concatenate(expanded, 1))


def test_the_first_layer_has_the_gradient_of_a_matrix() -> None:
    chance = torch.Generator().manual_seed(1)
    dense = torch.zeros(5, 9)
    at, of = torch.zeros(5, 3, dtype=torch.int64), torch.zeros(5, 3)
    for row in range(5):
        at[row, :2] = torch.randperm(9, generator=chance)[:2]
        of[row, :2] = torch.rand(2, generator=chance) + 1
        dense[row, at[row, :2]] = of[row, :2]
    outward = torch.rand(5, 4, generator=chance)
    for _time in range(2):  # the second time in memory that was used before
        ours, theirs = (torch.ones(9, 4).requires_grad_() for _ in range(2))
        one, other = selfplay.Gathered.apply(ours, at, of), dense @ theirs
        torch.testing.assert_close(one, other)
        one.backward(outward)
        other.backward(outward)
        torch.testing.assert_close(ours.grad, theirs.grad)


def test_a_later_value_counts_for_the_side_that_moved() -> None:
    """Two moves of one side, one of the other, which wins with it; then a new game."""
    learner = selfplay.Learner(selfplay.Settings(game="outpost", games=1, trace=0.5, width=4))
    rewards = [np.array([x]) for x in (0.0, 0.0, 1.0)]
    turns = [np.array([x]) for x in (1, -1, 0)]
    values = [torch.tensor([x]) for x in (0.1, 0.2, 0.4, 0.9)]
    last = 1 - 0.4
    middle = -0.4 - 0.2 - 0.5 * last
    first = 0.2 - 0.1 + 0.5 * middle
    torch.testing.assert_close(learner.advantages(rewards, turns, values), torch.tensor([first, middle, last]))


@all_games
def test_a_short_run_saves_a_player_that_plays_as_the_network_does(slug: str, tmp_path: Path) -> None:
    state = learn(tmp_path, "--game", slug, "--updates", "3", *TINY)
    assert state["counts"][:2] == (3, 3 * 12 * 6)
    with open(tmp_path / selfplay.EVALUATIONS, encoding="utf-8") as file:
        assert [row["opponent"] for row in csv.DictReader(file)] == ["random"]

    batch = played(slug)
    learner = selfplay.Learner(selfplay.Settings(**state["settings"]))
    before = {name: weight.copy() for name, weight in learner.network.weights().items()}
    learner.resume(state)
    after = learner.network.weights()
    assert all((before[name] != after[name]).any() for name in ("first.weight", "policy.weight", "value.weight"))
    player = load_player(tmp_path / selfplay.PLAYER, batch.game)
    seen = learner.eyes.see(batch.shown.__getitem__, events=False, critic=False)
    with torch.no_grad():
        likely, value = learner.network(seen)
    np.testing.assert_allclose(player.values(batch.observations), value.numpy(), atol=0.01)
    logits = torch.from_numpy(player.logits(batch.observations, batch.masks)).log_softmax(1)
    legal = seen["legal"] >= 0
    ours = logits.gather(1, seen["legal"].clamp(min=0))[legal]
    torch.testing.assert_close(ours, likely[legal], atol=0.01, rtol=0)


@all_options
def test_a_run_that_is_stopped_continues_exactly(
    options: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["--game", "three-emperors", "--updates", "5", *TINY, *options]
    monkeypatch.setattr(selfplay, "FORGETTING", 2)
    straight = learn(tmp_path / "straight", *command)

    with monkeypatch.context() as patch:
        patch.setattr(selfplay.Learner, "update", interrupted(selfplay.Learner.update, 3))
        stopped = learn(tmp_path / "stopped", *command)
    assert stopped["counts"][0] == 3
    assert "--resume" in capsys.readouterr().out
    resumed = learn(tmp_path / "stopped", "--resume")

    assert resumed["counts"][:2] == straight["counts"][:2]
    for name, weight in straight["network"].items():
        assert torch.equal(weight, resumed["network"][name]), name
    assert [row[3:] for row in resumed["results"]] == [row[3:] for row in straight["results"]]
    assert (tmp_path / "stopped" / selfplay.PLAYER).exists() == ("--events" not in options)


def interrupted(update: Callable[..., None], last: int) -> Callable[..., None]:
    """An update during which somebody presses Ctrl-C, if it is the last that shall be."""

    def updated(learner: selfplay.Learner, fraction: float) -> None:
        if learner.updates == last - 1:
            signal.raise_signal(signal.SIGINT)
        update(learner, fraction)

    return updated


def test_past_selves_play_one_side_and_teach_nothing(tmp_path: Path) -> None:
    settings = selfplay.Settings(game="outpost", games=8, steps=10, width=8, past=0.5, threads=1)
    learner = selfplay.Learner(settings)
    learner.update(0.0)
    assert 40 < learner.decisions < 80
    theirs = learner.begin_past()
    assert sorted(theirs.tolist()) == [-1] * 4 + [0, 0, 1, 1]


def test_other_house_rules_are_drawn_at_random_and_again() -> None:
    settings = selfplay.Settings(game="green-troops", games=9, width=8, house_rules=2)
    games = [batch.game for batch in selfplay.Games(settings).batches]
    assert [len(batch) for batch in selfplay.Games(settings).batches] == [3, 3, 3]
    assert games[0].options == grognard.load("green-troops").options
    assert games[1].options != games[0].options != games[2].options != games[1].options
    assert [game.options for game in selfplay.other_rules(settings)] == [game.options for game in games[1:]]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--game", "chess"], "chess"),
        (["--resume"], "Leave out --resume"),
        (["--past", "1"], "--past"),
        (["--seed", "-1"], "--seed"),
        (["--seed", "1000000"], "--seed"),
        (["--minutes", "0"], "--minutes"),
        (["--opponents", "random,nobody"], "nobody"),
        (["--games", "0"], "--games"),
        (["--games", "3", "--house-rules", "3"], "--house-rules"),
        (["--device", "abacus"], "abacus"),
    ],
)
def test_a_run_that_cannot_be_is_refused(
    options: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert selfplay.main([*options, "--out", str(tmp_path / "run")]) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "run").exists()


def test_a_run_is_not_overwritten_and_keeps_its_settings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    learn(tmp_path, "--game", "outpost", "--updates", "1", *TINY)
    assert selfplay.main(["--out", str(tmp_path)]) == 2
    assert "Add --resume" in capsys.readouterr().err
    assert selfplay.main(["--out", str(tmp_path), "--resume", "--width", "32"]) == 2
    assert "--width 16" in capsys.readouterr().err
    checkpoint = tmp_path / selfplay.CHECKPOINT
    whole = checkpoint.read_bytes()
    for damaged in (b"", b"not a checkpoint", whole[: len(whole) // 2]):
        checkpoint.write_bytes(damaged)
        assert selfplay.main(["--out", str(tmp_path), "--resume"]) == 2
        assert "is damaged" in capsys.readouterr().err
    checkpoint.write_bytes(whole)
    assert learn(tmp_path, "--resume", "--updates", "2")["counts"][0] == 2
