"""Games outside the package: in a folder that GROGNARD_GAMES names, or behind an entry point."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import httpx
import pytest

from grognard.lab.bench import is_compiled
from tests.server.support import free_port, until

MODEL = "outpost"


def make_game(folder: Path, name: str = "ford", package: str = "", model: str = MODEL) -> Path:
    """Writes a game like one of ours, by default the smallest, into a folder of its own."""
    game = folder / name
    with resources.as_file(resources.files(f"grognard.games.{model}")) as source:
        shutil.copytree(source, game, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd", "policy*"))
    for file in game.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        text = text.replace(f"grognard.games.{model}", package or f"grognard.games.{name}")
        file.write_text(text, encoding="utf-8")
    meta = game / "meta.py"
    slug, title = model.replace("_", "-"), model.replace("_", " ").title()
    text = meta.read_text(encoding="utf-8").replace(f'"{slug}"', f'"{name}"')
    # Only one game is for newcomers, and no two have the same hook.
    own = "The Ford" if model == MODEL and name == "ford" else f"The {name.title()}"
    text = text.replace(f'"{title}"', f'"{own}"').replace("first=True", "first=False")
    text = re.sub(r'hook="', f'hook="{name.title()}. ', text)
    meta.write_text(text, encoding="utf-8")
    return game


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    games = tmp_path / "games"
    games.mkdir()
    make_game(games)
    return games


def run(folder: Path, *words: str, also: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Runs a command with the games in this folder."""
    environment = os.environ | {"GROGNARD_GAMES": str(folder), "COLUMNS": "200"} | (also or {})
    return subprocess.run(
        [sys.executable, "-m", "grognard", *words], env=environment, capture_output=True, encoding="utf-8", check=False
    )


def test_a_game_of_your_own_is_played_like_ours(folder: Path) -> None:
    listed = run(folder, "games")
    assert listed.returncode == 0, listed.stderr
    assert f"Your own game, from {folder / 'ford'}" in listed.stdout
    played = run(folder, "simulate", "ford", "--games", "20", "--seats", "greedy", "--json")
    assert played.returncode == 0, played.stderr
    # The same rules on the same deals end in the same way, compiled or not, in any process.
    ours = run(folder, "simulate", MODEL, "--games", "20", "--seats", "greedy", "--json")
    assert json.loads(played.stdout)["wins"] == json.loads(ours.stdout)["wins"]


def test_levels_that_search_play_it(folder: Path) -> None:
    done = run(folder, "arena", "ford", "--bots", "ismcts:iterations=20,random", "--pairs", "3")
    assert done.returncode == 0, done.stderr
    assert "The Ford" in done.stdout


def test_the_lab_plays_again_after_a_change_in_a_rule(folder: Path, tmp_path: Path) -> None:
    """A designer changes a rule, and the version of the rules stays: games kept from before must not count."""
    words = ["lab", "compare", "ford", "--with", "morale=4", "--games", "25", "--format", "json"]

    def compared() -> str:
        done = run(folder, *words, "--cache", str(tmp_path / "kept"))
        assert done.returncode == 0, done.stderr
        return done.stdout

    before = compared()
    assert compared() == before
    battle = folder / "ford" / "rules" / "battle.py"
    text = battle.read_text(encoding="utf-8")
    battle.write_text(text.replace("lost = min(force, ", "lost = min(force + 1, "), encoding="utf-8")
    assert compared() != before


@pytest.mark.parametrize(
    ("file", "text", "why"),
    [
        ("meta.py", "raise RuntimeError('Oh no')\n", "RuntimeError: Oh no."),
        ("__init__.py", "", "has no attribute 'SPEC'."),
        ("cards.csv", "name,copies\n", "The Broken needs 6 to 119 cards in all, not 0."),
    ],
)
def test_a_broken_game_leaves_the_others_alone(folder: Path, file: str, text: str, why: str) -> None:
    broken = make_game(folder, "broken")
    (broken / file).write_text(text, encoding="utf-8")
    listed = run(folder, "games")
    assert listed.returncode == 0
    assert "Your own game" in listed.stdout
    assert f"The game “broken” in {broken} is left out: " in listed.stderr
    assert why in listed.stderr
    assert "Traceback" not in listed.stderr
    refused = run(folder, "simulate", "broken", "--games", "1")
    assert refused.returncode == 2
    assert refused.stderr.strip() == (
        "The game “broken” is left out, because something in it is wrong: see `grognard games`."
    )


def test_a_game_with_the_wrong_slug_is_left_out(folder: Path) -> None:
    (folder / "ford").rename(folder / "bridge")
    assert "“bridge”" in run(folder, "games").stderr


def test_a_game_of_your_own_cannot_replace_one_of_ours(folder: Path) -> None:
    make_game(folder, MODEL)
    listed = run(folder, "games")
    assert f"The game “{MODEL}” in {folder / MODEL} is left out: there is another game with this name." in listed.stderr
    assert run(folder, "simulate", MODEL, "--games", "1").returncode == 0


def test_the_folder_must_be_there(tmp_path: Path) -> None:
    done = run(tmp_path / "nowhere", "games")
    assert done.returncode == 2
    assert done.stderr == f"GROGNARD_GAMES names {tmp_path / 'nowhere'}, but there is no such folder.\n"


def test_other_things_in_the_folder_are_no_games(folder: Path) -> None:
    (folder / "notes").mkdir()
    (folder / "tools.py").write_text("raise SystemExit\n", encoding="utf-8")
    assert run(folder, "games").stderr == ""


def test_an_entry_point_names_a_game(tmp_path: Path) -> None:
    site = tmp_path / "site"
    make_game(site, "ford", "ford")
    about = site / "the_ford-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: the-ford\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[grognard.games]\nford = ford\n", encoding="utf-8")
    also = {"PYTHONPATH": os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")]), "GROGNARD_GAMES": ""}
    if is_compiled():
        assert "it is not compiled. Set GROGNARD_PLAIN=1 to play it" in run(site, "games", also=also).stderr
    also["GROGNARD_PLAIN"] = "1"
    assert "Your own game, from the-ford" in run(site, "games", also=also).stdout
    played = run(site, "simulate", "ford", "--games", "4", also=also)
    assert played.returncode == 0, played.stderr


@pytest.fixture
def served(folder: Path, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A server with a second game whose pictures cannot be drawn: its address, and the file that it prints into."""
    looks = make_game(folder, "ugly") / "looks.toml"
    looks.write_text(looks.read_text(encoding="utf-8").replace("[tints]", '[tints]\nblue = ["XX"]'), encoding="utf-8")
    port, output = free_port(), tmp_path / "output"
    words = ["serve", "--port", str(port), "--data-dir", str(tmp_path / "data"), "--no-open"]
    # Not a fork of the tests' process, which has found its games already.
    with output.open("w", encoding="utf-8") as stream, subprocess.Popen(
        [sys.executable, "-m", "grognard", *words], env=os.environ | {"GROGNARD_GAMES": str(folder)},
        stdout=stream, stderr=stream,
    ) as server:  # fmt: skip
        try:
            until(lambda: "Grognard is at" in output.read_text("utf-8"), 60, "the server did not start")
            yield f"http://127.0.0.1:{port}", output
        finally:
            server.kill()


def test_a_server_plays_it_and_leaves_out_what_cannot_be_drawn(served: tuple[str, Path], folder: Path) -> None:
    address, output = served
    assert f"Your own game: The Ford, from {folder / 'ford'}." in output.read_text("utf-8")
    assert "blue is not a tint." in output.read_text("utf-8")
    with httpx.Client(base_url=address, transport=httpx.HTTPTransport(retries=5)) as web:
        assert "The Ford" in web.get("/").text
        assert web.get("/games/ford").status_code == 200
        assert web.get(f"/games/{MODEL}").status_code == 200
        left = web.get("/games/ugly")
        assert left.status_code == 404
        assert str(folder) not in left.text
