"""Files of games: made the same by any number of processes, continued, refused if damaged, and replayed exactly."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import grognard
from grognard import cli
from grognard.bots import bot
from grognard.bots.learned import has_learned
from grognard.kernel.engine.chance import VERSION
from grognard.kernel.errors import BadInput, NotFound
from grognard.kernel.npz import HEADER
from grognard.lab import dataset, keep_games
from grognard.lab.dataset import Dataset, Positions, load
from grognard.lab.keep_games import keep_games as keep
from grognard.lab.self_play import play_match
from grognard.lab.simulate import game_seed, play_each
from grognard.play.players import BOTS
from grognard.play.session import bot_seed
from tests.folders import OURS
from tools import package

ROOT: Final = Path(__file__).resolve().parents[2]
SLUG: Final = "outpost"
OTHER: Final = "fusillade"
GAMES: Final = 12
SEED: Final = 5


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The content of a file of games."""
    file = tmp_path_factory.mktemp("games") / "games.npz"
    keep(grognard.load(SLUG), ["greedy", "random"], GAMES, file, SEED)
    return file.read_bytes()


@pytest.fixture
def file(made: bytes, tmp_path: Path) -> Path:
    """A file of games of its own for each test."""
    (tmp_path / "games.npz").write_bytes(made)
    return tmp_path / "games.npz"


def continued(file: Path, games: int = GAMES, **more: Any) -> Any:
    return keep(grognard.load(SLUG), ["greedy", "random"], games, file, SEED, **more)


# -- making ----------------------------------------------------------------------------------------------------------


def test_the_number_of_processes_changes_nothing(file: Path, tmp_path: Path) -> None:
    continued(tmp_path / "two.npz", jobs=2)
    assert (tmp_path / "two.npz").read_bytes() == file.read_bytes()


def test_the_games_are_those_of_a_plain_loop(file: Path) -> None:
    found = load(file)
    assert len(found) == len(list(found)) == GAMES
    for number, played in enumerate(found):
        seed = game_seed(SEED, number)
        state = found.game.new_initial_state(seed)
        match = play_match(state, [bot("greedy"), bot("random")], [bot_seed(seed, seat) for seat in (0, 1)])
        assert (played.seed, played.actions.tolist(), played.returns.tolist()) == (seed, match.actions, match.returns)
    kinds = [played.actions.dtype, played.seats.dtype, played.returns.dtype]
    assert kinds == [np.uint16, np.uint8, np.int8]
    assert found.header.bots == ["greedy", "random"]
    assert (found.header.seed, found.header.bots_version) == (SEED, BOTS)
    assert "12 games of greedy and random" in repr(found)
    for number in (-1, GAMES):
        with pytest.raises(IndexError, match="numbered from 0 to 11"):
            found[number]
    with pytest.raises(ValueError, match="read-only"):
        found.actions[0] = 1


def test_house_rules_numbers_and_teams_are_kept(tmp_path: Path) -> None:
    game = grognard.load(SLUG, {"morale": 4}, {f"{grognard.spec(SLUG).cards[0].name}.force": 4})
    keep(game, ["random"], 2, tmp_path / "games.npz")
    found = load(tmp_path / "games.npz")
    assert (found.game.options, found.game.overrides) == (game.options, game.overrides)
    four = grognard.load("green-troops", {"seats": 4})
    keep(four, ["random"], 1, tmp_path / "four.npz")
    found = load(tmp_path / "four.npz")
    assert found.returns.shape == (1, 4)
    assert set(found.seats) == {0, 1, 2, 3}
    assert sum(len(part.actions) for part in found.positions(forced=True)) == len(found.actions)


def test_a_file_is_continued(file: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole.npz"
    continued(whole, 3)
    kept = continued(whole)
    assert whole.read_bytes() == file.read_bytes()
    assert (kept.games, kept.new, sum(kept.wins) + kept.draws) == (GAMES, GAMES - 3, GAMES)
    assert kept.actions == len(load(file).actions)
    before = whole.stat().st_mtime_ns
    assert continued(whole, 3).new == 0
    assert whole.stat().st_mtime_ns == before


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_run_keeps_its_games_and_goes_on(file: Path, tmp_path: Path, jobs: int) -> None:
    half = tmp_path / "half.npz"

    def interrupt(done: int, _games: int) -> None:
        if done == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        continued(half, jobs=jobs, progress=interrupt)
    kept, whole = load(half), load(file)
    assert len(kept) == 7
    assert all((one.actions == other.actions).all() for one, other in zip(kept, whole, strict=False))
    continued(half)
    assert half.read_bytes() == file.read_bytes()


def test_a_game_that_was_added_halfway_does_not_count(tmp_path: Path) -> None:
    """Ctrl-C may come between any two statements."""
    game, file = grognard.load(SLUG), tmp_path / "games.npz"
    kept = keep_games._Games(game, dataset.header_of(game, ["random"] * 2, 0), file)
    one, other = play_each(game, ["random"], range(2))
    kept.add(one)
    assert other.moves is not None
    kept.seeds.append(other.moves.seed)
    kept.actions.extend(other.moves.actions[:2])
    kept.seats += other.moves.seats
    kept.saved = 0  # the first game waits, too
    kept.save()
    assert [played.seed for played in load(file)] == [game_seed(0, 0)]


def test_an_interrupt_while_the_file_is_written_at_the_end_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, asked = 17, []  # it was last written with 16

    def interrupted(found: Dataset) -> bytes:
        asked.append(len(found))
        if asked.count(games) == 1:
            raise KeyboardInterrupt
        return dataset.packed(found)

    continued(tmp_path / "whole.npz", games)
    monkeypatch.setattr(keep_games, "packed", interrupted)
    with pytest.raises(KeyboardInterrupt):
        continued(tmp_path / "interrupted.npz", games)
    assert asked[-3:] == [16, 17, 17]
    assert (tmp_path / "interrupted.npz").read_bytes() == (tmp_path / "whole.npz").read_bytes()


def test_the_file_is_written_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []

    def noted(found: Dataset) -> bytes:
        sizes.append(len(found))
        return dataset.packed(found)

    monkeypatch.setattr(keep_games, "packed", noted)
    continued(tmp_path / "games.npz", 42)
    assert sizes == [*range(17), 18, 20, 22, 24, 27, 30, 33, 37, 41, 42]


def test_it_stops_when_time_is_up(file: Path, tmp_path: Path) -> None:
    hours = iter(range(100))
    kept = continued(tmp_path / "few.npz", minutes=240.0, clock=lambda: 3600.0 * next(hours))
    assert kept.games == 3  # asked at one, two and three o'clock, and not after four
    few, whole = load(tmp_path / "few.npz"), load(file)
    assert all((one.actions == other.actions).all() for one, other in zip(few, whole, strict=False))


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"games": 0}, "games must be 1 or more"),
        ({"jobs": 0}, "jobs must be 1 or more"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"minutes": 0.0}, "minutes must be above 0"),
        ({"minutes": float("nan")}, "minutes must be above 0"),
        ({"bots": ["random"] * 3}, "2 seats"),
        ({"bots": ["marshal"]}, "thinks by the clock"),
        ({"file": Path("none/games.npz")}, "cannot be written: No such file"),
        ({"file": Path()}, "it is a folder"),
    ],
)
def test_impossible_orders_are_refused(
    changed: dict[str, Any], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    given: dict[str, Any] = {"bots": ["random"], "games": 1, "file": Path("games.npz"), **changed}
    with pytest.raises(BadInput, match=sentence):
        keep(grognard.load(SLUG), **given)
    with pytest.raises(NotFound, match="no bot"):
        keep(grognard.load(SLUG), ["nobody"], 1, Path("games.npz"))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("slug", "options", "bots", "seed", "version", "words"),
    [
        (OTHER, {}, ["greedy", "random"], SEED, BOTS, f"games of {SLUG}"),
        (SLUG, {"morale": 4}, ["greedy", "random"], SEED, BOTS, "games under other house rules or card numbers"),
        (SLUG, {}, ["random"], SEED, BOTS, r"games of other bots \(greedy, random\)"),
        (SLUG, {}, ["greedy", "random"], SEED, BOTS + 1, rf"games of an earlier version of the bots \({BOTS}, now "),
        (SLUG, {}, ["greedy", "random"], 6, BOTS, r"games with another seed \(5\)"),
    ],
)
def test_a_file_of_other_games_is_left_alone(
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    slug: str,
    options: dict[str, str | int],
    bots: list[str],
    seed: int,
    version: int,
    words: str,
) -> None:
    before = file.read_bytes()
    monkeypatch.setattr(dataset, "BOTS", version)
    with pytest.raises(BadInput, match=rf"games\.npz has {words}.*Choose another file"):
        keep(grognard.load(slug, options), bots, 20, file, seed)
    assert file.read_bytes() == before


def test_the_command_says_what_it_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["lab", "games", SLUG, "--bots", "random", "--games", "3", "--out", str(tmp_path / "games.npz")]
    assert cli.main(command) == 0
    told = capsys.readouterr().out
    assert "games.npz has 3 games of Outpost with " in told
    assert "3 games are new, played in " in told
    assert cli.main(command) == 0
    assert "0 games are new, played in " in capsys.readouterr().out
    assert cli.main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 3
    assert cli.main([*command, "--seed", "1"]) == 2
    assert capsys.readouterr().err.endswith("games.npz has games with another seed (0). Choose another file.\n")


# -- positions -------------------------------------------------------------------------------------------------------


def by_hand(found: Dataset, number: int, forced: bool) -> list[tuple[Any, ...]]:
    """Plays a game again by its public calls, and returns its decisions."""
    played = found[number]
    state, rows = found.game.new_initial_state(played.seed), []
    for action in played.actions.tolist():
        seat = state.current_player()
        known = state.information(seat)
        if forced or len(state.legal_actions()) > 1:
            assert known.observe() == found.game.observe(state, seat)
            rows.append((known.observe(), known.mask(), action, seat, float(played.returns[seat])))
        state.apply_action(action)
    assert state.is_terminal()
    return rows


def as_rows(parts: list[Positions]) -> list[tuple[Any, ...]]:
    return [
        (row.tobytes(), mask.tobytes(), action, seat, result)
        for part in parts
        for row, mask, action, seat, result in zip(*part, strict=True)
    ]


@pytest.mark.parametrize("forced", [False, True])
def test_positions_are_what_the_seats_knew(file: Path, forced: bool) -> None:
    found = load(file)
    expected = [row for number in range(GAMES) for row in by_hand(found, number, forced)]
    parts = list(found.positions(batch=10, forced=forced))
    assert as_rows(parts) == expected
    assert [len(part.actions) for part in parts[:-1]] == [10] * (len(parts) - 1)
    (whole,) = found.positions(forced=forced)
    assert whole.observations.shape == (len(expected), found.game.layout.size)
    assert whole.masks.shape == (len(expected), found.game.num_distinct_actions())
    assert [array.dtype for array in whole] == [np.uint8, np.bool_, np.int64, np.int64, np.float32]
    assert whole.masks[np.arange(len(expected)), whole.actions].all()
    assert {*whole.results.tolist()} <= {-1.0, 0.0, 1.0}
    whole.observations[0] = 0  # its own copy


def test_positions_come_from_the_games_that_are_named(file: Path) -> None:
    found = load(file)
    some = as_rows(list(found.positions(games=np.array([7, 2]))))
    assert some == by_hand(found, 7, False) + by_hand(found, 2, False)
    assert list(found.positions(games=[])) == []
    with pytest.raises(IndexError):
        list(found.positions(games=[GAMES]))
    with pytest.raises(BadInput, match="1 position or more"):
        found.positions(batch=0)


# -- files that are refused ------------------------------------------------------------------------------------------


def changed(file: Path, change: dict[str, Any], header: dict[str, Any]) -> None:
    """Writes the file again with other arrays or another header; None leaves out, and functions change."""
    with np.load(file) as arrays:
        kept = {name: arrays[name] for name in arrays.files}
    told = json.loads(kept.pop(HEADER).tobytes()) | header
    for name, new in change.items():
        kept[name] = new(kept[name].copy()) if callable(new) else new
    kept = {name: array for name, array in kept.items() if array is not None}
    told = {name: value for name, value in told.items() if value is not None}
    np.savez(file, allow_pickle=True, **{HEADER: np.frombuffer(json.dumps(told).encode(), np.uint8), **kept})


def at(place: int, value: int) -> Callable[[Any], Any]:
    """Returns a function that sets one number of an array."""

    def put(array: Any) -> Any:
        array.reshape(-1)[place] = value
        return array

    return put


DAMAGED: Final = "is damaged: its numbers do not fit together"
NONE: Final = "is not a file of games, or it is damaged"


@pytest.mark.parametrize(
    ("change", "header", "words"),
    [
        ({"seeds": None}, {}, NONE),
        ({"more": np.zeros(3)}, {}, NONE),
        ({"actions": lambda array: array.astype(np.int64)}, {}, NONE),
        ({"actions": np.array([{"a": 1}], object)}, {}, NONE),
        ({"actions": lambda array: array[:-1]}, {}, DAMAGED),
        ({"actions": at(3, 60_000)}, {}, DAMAGED),
        ({"actions": lambda array: array[:, None]}, {}, DAMAGED),
        ({"seats": at(3, 2)}, {}, DAMAGED),
        ({"seats": lambda array: array[1:]}, {}, DAMAGED),
        ({"returns": at(3, -128)}, {}, DAMAGED),
        ({"returns": lambda array: array[:, :1]}, {}, DAMAGED),
        ({"seeds": at(0, -1)}, {}, DAMAGED),
        ({"seeds": lambda array: array[0]}, {}, DAMAGED),
        ({"offsets": at(1, 10**6)}, {}, DAMAGED),
        ({"offsets": at(0, 1)}, {}, DAMAGED),
        ({"offsets": lambda array: array[:0]}, {}, DAMAGED),
        ({}, {"bots": ["greedy"]}, DAMAGED),
        ({}, {"game": "chess"}, "is not a file of games of this Grognard"),
        ({}, {"game": None}, NONE),
        ({}, {"format": 0}, "is not a file of games of this Grognard"),
        ({}, {"format": 2, "weather": "rain", "seed": None}, "was written by a newer Grognard. Update Grognard"),
        ({}, {"rules": "1"}, NONE),
        ({}, {"rules": 99}, "has games with version 99 of the rules; this Grognard has 1. Get or make the file again."),
        ({}, {"layout": 99}, "has games with version 99 of the observations; this Grognard has"),
        ({}, {"chance": 99}, f"has games with version 99 of the random numbers; this Grognard has {VERSION}"),
        ({}, {"options": {"weather": "rain"}}, "has house rules or card numbers that are not known here. "),
        ({}, {"numbers": {"Infantry 1.force": 10**30}}, "has house rules or card numbers that are not known here. "),
    ],
)
def test_what_does_not_fit_is_refused(file: Path, change: dict[str, Any], header: dict[str, Any], words: str) -> None:
    changed(file, change, header)
    with pytest.raises(BadInput, match=rf"games\.npz {words}"):
        load(file)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seeds": at(0, 1)}, r"action \d+ of game 0 breaks the rules"),
        ({"seats": lambda array: 1 - array}, "action 0 of game 0 breaks the rules"),
        ({"returns": lambda array: -array}, "game 0 ends otherwise than the file says"),
        ({"offsets": at(1, 2), "returns": np.zeros_like}, "game 0 ends otherwise than the file says"),
        ({"offsets": lambda array: array + (array == array[1])}, r"action \d+ of game 0 breaks the rules"),
    ],
)
def test_games_that_cannot_have_happened_are_refused_when_they_are_replayed(
    file: Path, change: dict[str, Any], words: str
) -> None:
    changed(file, change, {})
    with pytest.raises(BadInput, match=rf"games\.npz is damaged: {words}"):
        list(load(file).positions())


def test_damage_is_refused_in_a_sentence(file: Path) -> None:
    whole, refused = file.read_bytes(), 0
    chance = np.random.default_rng(1)
    damaged = [b"", b"PK", b"not a file of games", whole[: len(whole) // 2], whole[:-30]]
    for _try in range(60):
        place = int(chance.integers(len(whole)))
        damaged.append(whole[:place] + bytes([whole[place] ^ 1 << int(chance.integers(8))]) + whole[place + 1 :])
    for content in damaged:
        file.write_bytes(content)
        try:
            list(load(file).positions())  # a bit that nobody reads may differ
        except BadInput:
            refused += 1
    assert refused > len(damaged) // 2
    with pytest.raises(BadInput, match="no such file"):
        load(file.with_name("none.npz"))


def test_no_more_than_the_stated_size_is_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    size = len(file.read_bytes())
    monkeypatch.setattr(dataset, "MOST_BYTES", size)
    assert len(load(file)) == GAMES
    monkeypatch.setattr(dataset, "MOST_BYTES", size - 1)
    with pytest.raises(BadInput, match="it has more than 0 MB"):
        load(file)
    monkeypatch.undo()
    found = load(file)
    monkeypatch.setattr(dataset, "MOST_UNPACKED", 1000)
    with pytest.raises(BadInput, match="too large: its numbers take more than 0 MB"):
        load(file)
    with pytest.raises(BadInput, match=r"games\.npz would be too large with 12 games\. Begin another file\."):
        dataset.packed(found)


def test_a_compression_that_cannot_be_stopped_is_refused(file: Path) -> None:
    """A few of its bytes can become gigabytes, even if the archive says otherwise."""
    other = io.BytesIO()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(other, "w", zipfile.ZIP_BZIP2) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name))
    file.write_bytes(other.getvalue())
    with pytest.raises(BadInput, match=NONE):
        load(file)


@pytest.mark.parametrize("shape", ["(-2, -3)", "(2.0, 3)", "(True, 6)", "(6, 'a')"])
def test_an_impossible_shape_is_refused(file: Path, shape: str) -> None:
    other = io.BytesIO()
    about = f"{{'descr': '|u1', 'fortran_order': False, 'shape': {shape}}}".encode()
    with zipfile.ZipFile(file) as old, zipfile.ZipFile(other, "w") as new:
        for name in old.namelist():
            array = b"\x93NUMPY\1\0" + len(about).to_bytes(2, "little") + about + bytes(6)
            new.writestr(name, array if name == "seats.npy" else old.read(name))
    file.write_bytes(other.getvalue())
    with pytest.raises(BadInput, match=NONE):
        load(file)


# -- the samples -----------------------------------------------------------------------------------------------------

SAMPLES: Final = ROOT / "examples/games"
LEARNED: Final = [slug for slug in OURS if has_learned(grognard.load(slug))]
# Made by: grognard lab games GAME --bots prodigy --games 100 --out examples/games/GAME.npz
SHA256: Final = {
    "fusillade": "83f969666398de29c1cd36a8a2a07e6200e839b55bff03ecf7ccd68f0b5ec239",
    "green-troops": "608c27f1fe9a75609c2f08d7dc15b008f20e0eac7043e93c7949b8b0d72f6292",
    "ready-aim-fire": "4d910d65d46dd28beae7ef204f5b8c9693312d38f44b0cfb890aceb7a2051a85",
    "three-emperors": "03c486ccbddf94ecad7fce393431c2bf2218a700df0de906543f2a9ea3a8c8d6",
}


def test_every_learned_player_has_a_sample_outside_the_package() -> None:
    assert {file.stem for file in SAMPLES.iterdir()} == SHA256.keys() == {*LEARNED}
    assert sum(file.stat().st_size for file in SAMPLES.iterdir()) < 300_000
    assert not any(name.startswith("examples") for name in package.SOURCES)


@pytest.mark.parametrize("slug", LEARNED)
def test_a_sample_is_what_it_was(slug: str) -> None:
    content = SAMPLES.joinpath(f"{slug}.npz").read_bytes()
    assert hashlib.sha256(content).hexdigest() == SHA256[slug]


@pytest.mark.parametrize("slug", LEARNED)
def test_a_sample_replays_to_its_results(slug: str) -> None:
    found = load(SAMPLES / f"{slug}.npz")
    assert (len(found), found.header.bots) == (100, ["prodigy"] * 2)
    assert [int(seed) for seed in found.seeds] == [game_seed(0, number) for number in range(100)]
    assert sum(len(part.actions) for part in found.positions()) > 10_000


@pytest.mark.parametrize("slug", LEARNED)
def test_a_sample_begins_as_the_prodigy_plays_today(slug: str, tmp_path: Path) -> None:
    keep(grognard.load(slug), ["prodigy"], 1, tmp_path / "one.npz")
    ((today,), sample) = load(tmp_path / "one.npz"), load(SAMPLES / f"{slug}.npz")
    assert (today.seed, today.actions.tolist()) == (sample[0].seed, sample[0].actions.tolist())
    assert sample.header == load(tmp_path / "one.npz").header


def test_the_snippet_of_the_docs_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    section = ROOT.joinpath("docs/research.md").read_text(encoding="utf-8").split("\n## Data\n")[1].split("\n## ")[0]
    (snippet,) = (part.split("\n```")[0] for part in section.split("```python\n")[1:])
    monkeypatch.chdir(ROOT)
    exec(compile(snippet, "docs/research.md", "exec"), {})
    assert capsys.readouterr().out.startswith("100 games, ")
