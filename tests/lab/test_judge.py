"""The judge gives a player the share that the arena and a plain loop give it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import grognard
from grognard.bots import Bot, Greedy, Random
from grognard.bots.learned import Learned, save_player
from grognard.kernel.engine.information import Information
from grognard.kernel.errors import BadInput, IllegalAction, NotFound
from grognard.lab.judge import judge
from grognard.lab.simulate import game_seed, paired
from grognard.play.session import bot_seed
from tests.bots.test_learned import weights_for

PAIRS = 12


class Last(Bot):
    """Takes the last legal action."""

    def choose(self, information: Information) -> int:
        return information.legal_actions()[-1]


class LastOfRows:
    """Takes the last legal action of each row."""

    def choose_rows(self, rows: NDArray[Any], masks: NDArray[Any], seats: NDArray[Any]) -> NDArray[Any]:
        assert rows.shape[0] == masks.shape[0] == seats.shape[0]
        chosen: NDArray[Any] = masks.shape[1] - 1 - masks[:, ::-1].argmax(1)
        return chosen


def in_a_loop(slug: str, player: Bot, other: Bot) -> float:
    """Plays the pairs one after another, and returns the share of the points."""
    game, points = grognard.load(slug), 0.0
    for deal in range(PAIRS):
        seed = game_seed(5, deal)
        for own in (0, 1):
            state = game.new_initial_state(seed)
            while not state.is_terminal():
                seat = state.current_player()
                bot = player if seat == own else other
                state.apply_action(bot.choose(state.information(seat, bot_seed(seed, seat))))
            points += (1 + state.returns()[own]) / 2
    return points / (2 * PAIRS)


@pytest.mark.parametrize("slug", ["outpost", "three-emperors"])
def test_judge_arena_and_loop_agree(slug: str) -> None:
    game = grognard.load(slug)
    by_name, by_arena = judge("recruit", game, "greedy", PAIRS, 5), paired(game, "recruit", "greedy", PAIRS, 5)
    shown = ("pairs", "share", "low", "high", "wins", "draws", "losses")
    assert [getattr(by_name, name) for name in shown] == [getattr(by_arena, name) for name in shown]
    last = judge(Last(), game, "random", PAIRS, 5)
    assert last.share == in_a_loop(slug, Last(), Random())
    assert judge(LastOfRows(), slug, "random", PAIRS, 5).share == last.share
    assert judge(LastOfRows().choose_rows, slug, Random(), PAIRS, 5).share == last.share
    assert 0 < last.share < 1
    assert judge("random", slug, LastOfRows(), PAIRS, 5).share == pytest.approx(1 - last.share)
    assert last.seconds > 0


def test_a_learned_player_is_judged_in_rows_as_alone() -> None:
    game = grognard.load("outpost")
    player = Learned(game, weights_for(game))
    assert judge(player, game, "random", PAIRS, 5).share == in_a_loop("outpost", player, Random())


def test_a_player_is_judged_by_its_name(tmp_path: Path) -> None:
    game = grognard.load("outpost")
    (tmp_path / "mine.py").write_text(
        "class Rows:\n    def choose_rows(self, rows, masks, seats):\n"
        "        return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)\n"
    )
    save_player(tmp_path / "player.npz", game, weights_for(game))
    for name, player in ((f"{tmp_path / 'mine.py'}:Rows", Last()), (f"learned:{tmp_path / 'player.npz'}", None)):
        found, by_arena = judge(name, game, "greedy", PAIRS, 5), paired(game, name, "greedy", PAIRS, 5)
        assert (found.share, found.low, found.high) == (by_arena.share, by_arena.low, by_arena.high)
        other = player or Learned(game, weights_for(game))
        assert found.share == in_a_loop("outpost", other, Greedy()) == paired(game, other, "greedy", PAIRS, 5).share


def test_a_bot_that_remembers_gets_its_history() -> None:
    seen: list[int] = []

    class Remembering(Bot):
        @property
        def remembers(self) -> bool:
            return True

        def choose(self, information: Information) -> int:
            seen.append(len(information.history))
            return information.random_action()

    judge(Remembering(), "outpost", "random", 2)
    assert max(seen) > 3


def test_teams_are_judged_by_sides() -> None:
    game = grognard.load("green-troops", {"seats": 4})
    found = judge(Greedy(worlds=1), game, "random", 2)
    assert found.wins + found.draws + found.losses == 4


def test_a_judgment_reads_as_a_sentence() -> None:
    found = judge("greedy", "outpost", "random", pairs=5)
    assert str(found).startswith(f"{100 * found.share:.1f} % of the points (95 %: ")
    assert str(found).endswith(f"{found.wins} won, {found.draws} drawn, {found.losses} lost in 5 pairs of games")


def test_what_cannot_be_judged_is_refused() -> None:
    with pytest.raises(BadInput, match="1 or more"):
        judge("greedy", "outpost", pairs=0)
    with pytest.raises(NotFound, match="no bot"):
        judge("nobody", "outpost")
    with pytest.raises(BadInput, match="A player is"):
        judge(object(), "outpost")  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="does not allow"):
        judge(lambda rows, masks, seats: masks.argmin(1), "outpost", pairs=1)
    with pytest.raises(BadInput, match="must return"):
        judge(lambda rows, masks, seats: np.zeros(0, int), "outpost", pairs=1)
