"""Any player: by the name of a level, from a file or a module, learned, or a Python object; and what is none."""

from __future__ import annotations

import copy
import os
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import grognard
from grognard import bots
from grognard.bots import Bot, Greedy
from grognard.bots.learned import Learned, save_player
from grognard.bots.own_players import Own, label_of, labels, maker_of, must_travel, player_for, rows_of
from grognard.kernel.engine.information import Information
from grognard.kernel.errors import BadInput, IllegalAction, NotFound
from grognard.kernel.game import Game
from tests.bots.test_learned import weights_for

MINE = '''
from grognard.bots import Bot

import beside


class Last(Bot):
    """Takes the last legal action."""

    def choose(self, information):
        return information.legal_actions()[-1]


class Rows:
    def choose_rows(self, observations, masks, seats):
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)


class WithGame(Rows):
    def __init__(self, game):
        self.size = game.layout.size

    def choose_rows(self, observations, masks, seats):
        assert observations.shape == (len(seats), self.size)
        return super().choose_rows(observations, masks, seats)


def rows(observations, masks, seats):
    return Rows().choose_rows(observations, masks, seats)


def factory():
    return Last()


made, made_rows, number = Last(), Rows(), 5


class Failing(Bot):
    def choose(self, information):
        return [][1]


class FailingRows:
    def choose_rows(self, observations, masks, seats):
        raise RuntimeError("no idea")


class Unmakable(Bot):
    def __init__(self):
        raise ValueError("no weights")


class Needy(Bot):
    def __init__(self, a, b):
        pass


class Illegal(Bot):
    def choose(self, information):
        return -5


class IllegalRows:
    def choose_rows(self, observations, masks, seats):
        return masks.argmin(1)


class Beyond:
    def choose_rows(self, observations, masks, seats):
        return masks.argmax(1) + masks.shape[1]


class Wordy(Bot):
    def choose(self, information):
        return "attack"


class Floating:
    def choose_rows(self, observations, masks, seats):
        return masks.argmax(1) * 1.0


class Short:
    def choose_rows(self, observations, masks, seats):
        return masks.argmax(1)[1:]


class Numpy(Bot):
    def choose(self, information):
        import numpy

        return numpy.int64(information.legal_actions()[-1])
'''


def line_of(text: str) -> str:
    """Returns a pattern for the line of the file that has this text."""
    return rf"\(mine\.py, line {MINE[: MINE.index(text)].count(chr(10)) + 1}\)"


PLAYERS = ("Last", "Rows", "WithGame", "rows", "factory", "made", "made_rows", "Numpy")


@pytest.fixture
def game() -> Game:
    return grognard.load("outpost")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    (tmp_path / "beside.py").write_text("")
    (tmp_path / "mine.py").write_text(MINE)
    return tmp_path / "mine.py"


def informations(game: Game) -> list[Information]:
    """Returns what the seats to move know in positions with two or more legal actions."""
    found = []
    for seed in range(5):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            if len(state.legal_actions()) > 1:
                found.append(state.clone().information(state.current_player(), seed))
            state.apply_action(state.legal_actions()[0])
    return found


@pytest.mark.parametrize("name", PLAYERS)
def test_a_file_has_players_of_every_kind(game: Game, mine: Path, name: str) -> None:
    player = player_for(game, f"{mine}:{name}")
    assert label_of(f"{mine}:{name}") == f"{mine}:{name}"
    for information in informations(game):
        assert player.choose(information) == information.legal_actions()[-1]


def test_modules_have_players_too(game: Game, mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (mine.parent / "players_of_a_test").mkdir()
    (mine.parent / "players_of_a_test" / "deep.py").write_text(MINE.replace("import beside", ""))
    monkeypatch.chdir(mine.parent)
    player = player_for(game, "players_of_a_test.deep:Last")
    assert [player.choose(one) for one in informations(game)] == [one.legal_actions()[-1] for one in informations(game)]
    with pytest.raises(NotFound, match=r"no “Nobody” in players_of_a_test\.deep"):
        player_for(game, "players_of_a_test.deep:Nobody")


def test_a_changed_file_is_read_again(game: Game, mine: Path) -> None:
    information = informations(game)[0]
    assert player_for(game, f"{mine}:Last").choose(information) == information.legal_actions()[-1]
    before = os.stat(mine)
    mine.write_text(MINE.replace("legal_actions()[-1]", "legal_actions()[+0]"))
    os.utime(mine, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert player_for(game, f"{mine}:Last").choose(information) == information.legal_actions()[0]


def test_a_players_generator_is_its_informations(game: Game, mine: Path) -> None:
    mine.write_text(MINE.replace("legal_actions()[-1]", "random_action()"))
    player = player_for(game, f"{mine}:Last")
    chosen = [player.choose(one) for one in informations(game)]
    assert chosen == [bots.bot("random").choose(one) for one in informations(game)]


def test_learned_players_are_named_by_their_files(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "a+b.npz"
    save_player(file, game, weights_for(game))
    best, hot = player_for(game, f"learned:{file}"), player_for(game, f"learned:{file}+temperature=2.5")
    assert isinstance(best, Learned)
    assert isinstance(hot, Learned)
    assert (Learned(game, weights_for(game)).temperature, hot.temperature) == (best.temperature, 2.5)
    for wrong in ("hot", "-1", "nan"):
        with pytest.raises(BadInput, match="temperature"):
            player_for(game, f"learned:{file}+temperature={wrong}")
    with pytest.raises(BadInput, match=r"none\.npz cannot be read: there is no such file"):
        player_for(game, f"learned:{tmp_path / 'none.npz'}")
    with pytest.raises(BadInput, match="has learned Outpost, not Fusillade"):
        player_for(grognard.load("fusillade"), f"learned:{file}")


def test_levels_are_what_they_were(game: Game) -> None:
    assert type(player_for(game, "greedy")) is Greedy
    assert type(player_for(game, "greedy:worlds=2")) is Greedy
    greedy = Greedy()
    assert player_for(game, greedy) is greedy
    assert maker_of(game, greedy)() is greedy
    new = maker_of(game, "greedy")
    assert new() is not new()
    for name in ("clever", "clever:a=1", "", ":", "a b:C"):
        with pytest.raises(NotFound, match="There is no bot"):
            player_for(game, name)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("nothing.py:Player", r"nothing\.py cannot be read: there is no such file"),
        ("mine.py", r"Name the class or function in mine\.py, as in mine\.py:Player"),
        ("mine.npz", r"Write learned:mine\.npz for a weights file"),
        ("mine.py:", r"“” is not a name"),
        ("mine.py:Last()", r"“Last\(\)” is not a name"),
        ("mine.py:Nobody", r"There is no “Nobody” in mine\.py"),
        ("mine.py:number", r"mine\.py:number is not a player"),
        ("mine.py:Needy", r"mine\.py:Needy takes too many arguments"),
        ("mine.py:Unmakable", rf"mine\.py:Unmakable raised ValueError: no weights {line_of('no weights')}\."),
        ("broken.py:Player", r"broken\.py raised SyntaxError: .*broken\.py, line 2"),
        ("stopping.py:Player", r"stopping\.py raised SystemExit: 3 \(stopping\.py, line 2\)"),
        ("missing.py:Player", r"missing\.py raised ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("no_module_of_a_test:Player", r"no bot “no_module_of_a_test:Player”, and no module no_module_of_a_test"),
        ("missing:Player", "missing raised ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("math:pi", "math:pi is not a player"),
    ],
)
def test_what_is_no_player_is_refused_in_a_sentence(
    game: Game, mine: Path, monkeypatch: pytest.MonkeyPatch, name: str, sentence: str
) -> None:
    monkeypatch.chdir(mine.parent)
    Path("broken.py").write_text("\nclass Player(:")
    Path("stopping.py").write_text("import sys\nsys.exit(3)")
    Path("missing.py").write_text("import nowhere_at_all")
    with pytest.raises((BadInput, NotFound), match=sentence):
        player_for(game, name)


@pytest.mark.parametrize(
    ("name", "kind", "sentence"),
    [
        ("Failing", BadInput, rf"raised IndexError: list index out of range {line_of('[][1]')}"),
        ("FailingRows", BadInput, rf"raised RuntimeError: no idea {line_of('no idea')}"),
        ("Illegal", IllegalAction, "chose action -5, which is not legal"),
        ("IllegalRows", IllegalAction, r"chose action \d+, which its mask does not allow"),
        ("Beyond", IllegalAction, r"chose action \d+, which its mask does not allow"),
        ("Wordy", BadInput, "chose 'attack'. An action is a whole number"),
        ("Floating", BadInput, "must return 1 whole numbers"),
        ("Short", BadInput, "must return 1 whole numbers"),
    ],
)
def test_mistakes_while_playing_are_sentences(
    game: Game, mine: Path, name: str, kind: type[Exception], sentence: str
) -> None:
    player = player_for(game, f"{mine}:{name}")
    with pytest.raises(kind, match=f"mine.py:{name} {sentence}"):
        player.choose(informations(game)[0])


def test_rows_are_chosen_at_once(game: Game, mine: Path) -> None:
    known = informations(game)
    rows = np.stack([np.frombuffer(one.observe(), np.uint8) for one in known])
    masks = np.stack([np.frombuffer(one.mask(), np.bool_) for one in known])
    seats = np.array([one.seat for one in known])
    choose = rows_of(player_for(game, f"{mine}:Rows"))
    assert choose is not None
    assert choose(rows, masks, seats).tolist() == [one.legal_actions()[-1] for one in known]
    player = Learned(game, weights_for(game))
    assert rows_of(player_for(game, player)) == player.choose_rows
    assert rows_of(player_for(game, f"{mine}:Last")) is None
    assert rows_of(Greedy()) is None


class Remembering(Bot):
    """Your own bot that uses everything its seat has seen."""

    @property
    def remembers(self) -> bool:
        return True

    def choose(self, information: Information) -> int:
        return information.legal_actions()[0]


def test_objects_are_players(game: Game) -> None:
    def first(observations: Any, masks: Any, seats: Any) -> Any:
        return masks.argmax(1)

    own, by_rows = player_for(game, Remembering()), player_for(game, first)
    assert own.remembers
    assert not own.searches
    assert not by_rows.remembers
    for information in informations(game):
        assert own.choose(information) == by_rows.choose(information) == information.legal_actions()[0]
        assert copy.deepcopy(own).choose(information) == own.choose(information)
        assert pickle.loads(pickle.dumps(own)).choose(information) == own.choose(information)
    with pytest.raises(BadInput, match=r"Remembering is a class. Make a player from it first: Remembering\(\)"):
        player_for(game, Remembering)  # type: ignore[arg-type]
    for wrong in (5, object(), None):
        with pytest.raises(BadInput, match="is not a player"):
            player_for(game, wrong)  # type: ignore[arg-type]


def test_labels_tell_objects_apart() -> None:
    one, other = Remembering(), Remembering()
    assert labels(["greedy", one, other, "greedy", one]) == [
        "greedy", "Remembering", "Remembering 2", "greedy", "Remembering",
    ]  # fmt: skip
    assert labels([Own(one, "greedy"), "greedy"]) == ["greedy", "greedy 2"]


def test_what_cannot_travel_is_refused_in_a_sentence() -> None:
    must_travel(["greedy", Remembering()])
    with pytest.raises(BadInput, match=r"<lambda> cannot be sent to other processes .* Use one job"):
        must_travel(["greedy", lambda observations, masks, seats: masks.argmax(1)])


@pytest.mark.parametrize("name", ["Last", "rows"])
def test_levels_alone_can_be_named_elsewhere(mine: Path, name: str) -> None:
    """The server and the tables of the terminal take names by these functions."""
    for named in (f"{mine}:{name}", f"learned:{mine}", "os:system", f"open:{mine}:{name}"):
        for find in (bots.bot, lambda one: bots.bot_for(grognard.load("outpost"), one)):
            with pytest.raises(NotFound, match="There is no bot"):
                find(named)
