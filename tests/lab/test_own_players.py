"""The lab takes any player: from a file, learned, or a Python object, in one process or several."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.bots import Bot
from grognard.bots.learned import Learned, save_player
from grognard.kernel.engine.information import Information
from grognard.kernel.errors import BadInput, IllegalAction
from grognard.kernel.game import Game
from grognard.lab import arena, paired, simulate
from grognard.lab.exploit import exploit
from grognard.lab.likelihood import likelihood
from grognard.lab.recording import planned, record
from grognard.lab.regret import found, regret
from tests.bots.test_learned import weights_for

MINE = """
from grognard.bots import Bot

class Same(Bot):
    def choose(self, information):
        return information.random_action()

class Last:
    def choose_rows(self, observations, masks, seats):
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)
"""


class Last(Bot):
    """Takes the last legal action."""

    def choose(self, information: Information) -> int:
        return information.legal_actions()[-1]


@pytest.fixture
def game() -> Game:
    return grognard.load("outpost")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(MINE)
    return tmp_path / "mine.py"


def played(result: Any, *without: str) -> dict[str, Any]:
    """All but the time and these fields."""
    return {key: value for key, value in asdict(result).items() if "second" not in key and key not in without}


def test_a_player_in_a_file_plays_as_the_same_level(game: Game, mine: Path) -> None:
    level, own = paired(game, "random", "greedy", 8, 3), paired(game, f"{mine}:Same", "greedy", 8, 3)
    assert played(own, "a") == played(level, "a")
    assert own.a == f"{mine}:Same"


def test_processes_change_nothing(game: Game, mine: Path) -> None:
    file = mine.with_name("player.npz")
    save_player(file, game, weights_for(game))
    for player in (f"{mine}:Last", f"learned:{file}", f"learned:{file}+temperature=1", Last()):
        assert played(paired(game, player, "greedy", 6, 1)) == played(paired(game, player, "greedy", 6, 1, jobs=2))
    assert played(paired(game, Last(), "greedy", 6, 1), "a") == played(
        paired(game, f"{mine}:Last", "greedy", 6, 1), "a"
    )


def test_objects_that_cannot_travel_play_in_one_process(game: Game) -> None:
    def last(observations: Any, masks: Any, seats: Any) -> Any:
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)

    alone = paired(game, last, "random", 4)
    assert played(alone, "a") == played(paired(game, Last(), "random", 4), "a")
    assert alone.a == "last"
    with pytest.raises(BadInput, match="last cannot be sent to other processes"):
        paired(game, last, "random", 4, jobs=2)


def test_an_arena_names_objects_apart(game: Game) -> None:
    players = [Learned(game, weights_for(game, seed)) for seed in (1, 2, 3)]
    result = arena(game, [*players, "random"], 3)
    names = {"Learned", "Learned 2", "Learned 3", "random"}
    assert {standing.bot for standing in result.standings} == names
    assert {(duel.result.a, duel.result.b) for duel in result.duels} == {(a, b) for a in names for b in names if a < b}
    last = next(duel.result for duel in result.duels if duel.result.a == "Learned 3")
    assert played(last, "a") == played(paired(game, players[2], "random", 3), "a")
    with pytest.raises(BadInput, match="“Learned” is listed twice"):
        arena(game, [players[0], players[0]], 1)


def test_simulated_games_name_their_players(game: Game, mine: Path, tmp_path: Path) -> None:
    level, own = simulate(game, ["random"], 5, 2), simulate(game, [f"{mine}:Same", "random"], 5, 2)
    assert own.trace == level.trace
    assert own.seats == [f"{mine}:Same", "random"]
    last = Last()
    assert simulate(game, [last], 2, journals=tmp_path / "journals").seats == ["Last", "Last"]
    assert simulate(game, [last, Last()], 2).seats == ["Last", "Last 2"]
    journal = next((tmp_path / "journals").iterdir())
    assert '"seats":["Last","Last"]' in journal.read_text().replace(" ", "")


def test_a_player_that_cheats_is_named(game: Game) -> None:
    with pytest.raises(IllegalAction, match="Cheat chose action 9999, which is not legal here"):
        paired(game, type("Cheat", (Last,), {"choose": lambda self, information: 9999})(), "random", 1)


def test_a_player_of_ones_own_may_see_all_cards(game: Game, mine: Path) -> None:
    assert paired(game, f"open:{mine}:Last", "random", 2).a == f"open:{mine}:Last"


def test_recorded_games_of_ones_own_player_are_not_kept(game: Game, mine: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    names = (f"{mine}:Same",) * 2
    rows = record(planned(game, names, 1), 3, kept)
    assert not list(kept.iterdir())
    assert rows == record(planned(game, ("random", "random"), 1), 3, kept)
    assert list(kept.iterdir())
    mine.write_text(MINE.replace("random_action()", "legal_actions()[-1]"))
    assert record(planned(game, names, 1), 3, kept) != rows


def test_measures_take_a_player_by_its_file(game: Game, mine: Path) -> None:
    decisions = found(game, 3, 50)
    level, own = regret(game, ["random", f"{mine}:Same"], decisions, 4)
    assert played(own, "bot") == played(level, "bot")
    exploited = exploit(game, f"{mine}:Same", 1, 1, 2)
    assert played(exploited.result, "b") == played(exploit(game, "random", 1, 1, 2).result, "b")
    assert played(likelihood(game, f"{mine}:Same", 4, 4), "player") == played(
        likelihood(game, "random", 4, 4), "player"
    )
