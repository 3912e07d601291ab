"""Builds of games of your own: what their key depends on, which of them is used, and what is refused.

Most builds here are empty folders with the right name: their games run from source. One real build is made by
`make soak`, because it takes minutes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from grognard import building, builds, compiling, locking
from grognard.kernel.errors import BadInput
from grognard.own_games import OwnGame
from grognard.server import serve
from tests.games.test_own_games import MODEL, make_game

NO_POSIX = pytest.mark.skipif(os.name != "posix", reason="modes and owners of POSIX")
# Makes the folder of a build, and prints its path.
MAKE = """
from grognard import builds
build = builds.place_of_builds() / builds.key(builds.buildable_games())
build.parent.mkdir(parents=True, exist_ok=True)
build.mkdir(mode=0o700)
build.parent.chmod(0o700)
build.parent.parent.chmod(0o700)
print(build)
"""
USED = "from grognard import builds; print(builds.build_in_use())"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game, and a cache without builds."""
    games = tmp_path / "games"
    make_game(games)
    for name in ("GROGNARD_PLAIN", "GROGNARD_DATA_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GROGNARD_GAMES", str(games))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "200")
    return games


def python(*words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], env=os.environ | settings, capture_output=True, encoding="utf-8", check=False
    )


def grognard(*words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return python("-m", "grognard", *words, **settings)


def printed(code: str, **settings: str) -> str:
    done = python("-c", code, **settings)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# -- the key -------------------------------------------------------------------------------------------------------


def key(game: Path) -> str:
    return builds.key([(OwnGame("ford", "grognard.games.ford", str(game)), game)])


@pytest.mark.parametrize("name", ["rules/battle.py", "text.py", "new.py", "more/new.py"])
def test_the_key_changes_with_every_python_file(folder: Path, name: str) -> None:
    game = folder / "ford"
    before = key(game)
    game.joinpath(name).parent.mkdir(exist_ok=True)
    with game.joinpath(name).open("a", encoding="utf-8") as file:
        file.write("\n")
    assert key(game) != before


def test_the_key_changes_with_grognard(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel = tmp_path / "grognard"
    kernel.mkdir()
    monkeypatch.setattr(builds, "PACKAGE", kernel)
    before = key(folder / "ford")
    kernel.joinpath("state.py").touch()
    assert key(folder / "ford") != before


@pytest.mark.parametrize("name", ["looks.toml", "cards.csv", "tests/dealer.py", ".#state.py", "__pycache__/state.py"])
def test_other_files_leave_the_key_alone(folder: Path, name: str) -> None:
    game = folder / "ford"
    before = key(game)
    game.joinpath(name).parent.mkdir(exist_ok=True)
    game.joinpath(name).write_text("x", encoding="utf-8")
    assert key(game) == before


def test_a_game_is_compiled_by_the_same_rule_as_ours(folder: Path) -> None:
    game = folder / "ford"
    game.joinpath("rules/_plain.py").touch()
    names = [path.relative_to(game).as_posix() for path in building.game_modules(game)]
    ours = builds.PACKAGE / "games" / MODEL
    compiled = building.compiled_modules(builds.PACKAGE)
    assert names == [path.relative_to(ours).as_posix() for path in compiled if path.is_relative_to(ours)]
    assert "rules/battle.py" in names
    assert "view.py" not in names


# -- which build is used -------------------------------------------------------------------------------------------


def test_a_build_is_used_until_a_python_file_changes(folder: Path) -> None:
    assert printed(USED) == "None"
    build = printed(MAKE)
    assert printed(USED) == build
    listed = grognard("games")
    assert f"Your own game, from {folder / 'ford'}" in listed.stdout
    assert listed.stderr == ""
    assert printed(USED, GROGNARD_PLAIN="1") == "None"
    with (folder / "ford/looks.toml").open("a", encoding="utf-8") as file:
        file.write("# new\n")
    assert printed(USED) == build
    with (folder / "ford/view.py").open("a", encoding="utf-8") as file:
        file.write("# new\n")
    assert printed(USED) == "None"
    assert grognard("games").stderr == f"{builds.OUTDATED}\n"
    assert grognard("games", GROGNARD_PLAIN="1").stderr == ""


def test_a_server_says_it_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(builds._Used, "notes", (builds.OUTDATED,))
    serve._tell_games()
    assert capsys.readouterr().err == f"{builds.OUTDATED}\n"


def test_without_a_home_there_are_no_builds(folder: Path) -> None:
    # As in a container whose user has a number only.
    code = "import pathlib\ndef home(): raise RuntimeError\npathlib.Path.home = home\n"
    assert printed(f"{code}{USED}; print(builds.build_notes())", XDG_CACHE_HOME="") == "None\n()"


def test_another_folder_has_other_builds(folder: Path) -> None:
    printed(MAKE)
    folder.rename(folder.with_name("others"))
    assert printed(USED, GROGNARD_GAMES=str(folder.with_name("others"))) == "None"
    assert printed(USED, GROGNARD_GAMES="") == "None"


def test_a_build_has_the_modules_of_a_game_behind_an_entry_point(tmp_path: Path, folder: Path) -> None:
    site = tmp_path / "site"
    make_game(site, "bridge", "bridge")
    about = site / "the_bridge-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: the-bridge\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[grognard.games]\nbridge = bridge\n", encoding="utf-8")
    path = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])
    found = "from grognard import builds; print(*[own.package for own, _folder in builds.buildable_games()])"
    assert printed(found, PYTHONPATH=path) == "grognard.games.ford bridge"
    build = printed(MAKE, PYTHONPATH=path, GROGNARD_GAMES="")
    assert printed(USED, PYTHONPATH=path, GROGNARD_GAMES="") == build
    listed = grognard("games", PYTHONPATH=path, GROGNARD_GAMES="")
    assert "Your own game, from the-bridge" in listed.stdout
    assert printed(USED, GROGNARD_GAMES="") == "None"


def let_others_write(folder: Path) -> None:
    folder.chmod(0o777)


def lead_elsewhere(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))
    folder.symlink_to(folder.with_name("elsewhere"))


@NO_POSIX
@pytest.mark.parametrize("change", [let_others_write, lead_elsewhere])
@pytest.mark.parametrize("above", [0, 1, 2])
def test_no_code_is_loaded_from_a_folder_of_others(folder: Path, above: int, change: Callable[[Path], None]) -> None:
    build = Path(printed(MAKE))
    place = [build, *build.parents][above]
    change(place)
    assert printed(USED) == "None"
    listed = grognard("games")
    assert listed.stderr.startswith(f"Compiled games are not used from {place}, because it is not your own folder")
    assert listed.stdout.count("Your own game") == 1


@NO_POSIX
def test_a_folder_of_another_user_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tmp_path.chmod(0o700)
    builds.check_owner(tmp_path)
    me = os.geteuid()
    monkeypatch.setattr(os, "geteuid", lambda: me + 1)
    with pytest.raises(BadInput, match="not your own folder"):
        builds.check_owner(tmp_path)


# -- what is refused -----------------------------------------------------------------------------------------------


def test_what_is_missing_is_said_in_a_sentence(folder: Path, tmp_path: Path) -> None:
    def refused(*words: str, **settings: str) -> str:
        done = grognard("game", "compile", *words, **settings)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") == 1
        return done.stderr.strip()

    empty = tmp_path / "empty"
    empty.mkdir()
    assert refused(GROGNARD_GAMES=str(empty)) == (
        "You have no games of your own. Name the folder that they are in: GROGNARD_GAMES=FOLDER."
    )
    assert "no such folder" in refused(GROGNARD_GAMES=str(tmp_path / "nowhere"))
    assert refused(MODEL) == f"You have no game “{MODEL}” of your own. Choose from: ford."
    assert refused(CC="/nowhere/cc") == (
        "There is no C compiler. Install one, for example with: apt install gcc python3-dev"
    )


@pytest.mark.parametrize("module", ["mypyc", "setuptools"])
def test_the_extra_is_named_if_it_is_missing(folder: Path, module: str) -> None:
    code = (
        "import sys; sys.modules[sys.argv[1]] = None\nfrom grognard import cli\nsys.exit(cli.main(['game', 'compile']))"
    )
    done = python("-c", code, module)
    assert (done.returncode, done.stderr) == (2, f"This command needs {module}: pip install 'grognard[compile]'\n")


@NO_POSIX
def test_no_build_is_made_where_others_can_write(folder: Path, tmp_path: Path) -> None:
    place = tmp_path / "cache/grognard/compiled"
    place.mkdir(parents=True)
    place.chmod(0o777)
    done = grognard("game", "compile")
    assert done.returncode == 2
    assert done.stderr.startswith(f"Compiled games are not used from {place}, because")


def test_a_build_that_is_up_to_date_is_not_made_again(folder: Path) -> None:
    printed(MAKE)
    done = grognard("game", "compile", "ford", CC="/nowhere/cc")
    assert (done.returncode, done.stdout) == (0, "The build of ford is up to date.\n")


def test_faults_are_listed_with_the_file_that_you_wrote(tmp_path: Path) -> None:
    said = f"""src/grognard/games/ford/state.py:12: error: Name "x" is not defined  [name-defined]
src/grognard/games/ford/state.py:12: note: See the manual
src/grognard/games/ford/tables.py:2: warning: Treating generator comprehension as list
{tmp_path}/src/grognard/games/ford/rules/battle.py:3: error: Oh no
error: something else
"""
    names = ("state.py", "rules/battle.py")
    originals = {f"src/grognard/games/ford/{name}": Path("/mine/ford", name) for name in names}
    assert list(compiling._faults(said, tmp_path, originals)) == [
        f'{Path("/mine/ford/state.py")}:12: Name "x" is not defined  [name-defined]',
        f"{Path('/mine/ford/rules/battle.py')}:3: Oh no",
    ]


@pytest.fixture
def place(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The place of builds with a compiler that compiles nothing. A game `ford` is there."""
    game = folder / "ford"
    monkeypatch.setattr(builds, "buildable_games", lambda: [(OwnGame("ford", "grognard.games.ford", str(game)), game)])
    monkeypatch.setattr(compiling, "_check_tools", lambda: None)
    monkeypatch.setattr(compiling, "_run", lambda *_words, **_more: 0)
    monkeypatch.setattr(compiling, "_copy_sources", lambda target, _found: target.parent.joinpath("out").mkdir() or {})
    return builds.place_of_builds()


def made(place: Path) -> set[str]:
    return {path.name for path in place.iterdir() if path.is_dir()}


def test_only_the_last_builds_are_kept(place: Path, folder: Path) -> None:
    told: list[str] = []
    keys = []
    for number in range(compiling.KEPT + 2):
        (folder / "ford/view.py").write_text(f"# {number}\n", encoding="utf-8")
        assert compiling.compile_games(told.append) == compiling.Done(["ford"], [], is_new=True)
        keys.append(builds.key(builds.buildable_games()))
        os.utime(place / keys[-1], (number, number))
    assert made(place) == set(keys[-compiling.KEPT :])
    assert "Compiling Grognard with ford." in told[0]


def test_a_file_that_changes_meanwhile_makes_no_build(
    place: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meddle(*_words: object, **_more: object) -> int:
        with (folder / "ford/view.py").open("a", encoding="utf-8") as file:
            file.write("# new\n")
        return 0

    monkeypatch.setattr(compiling, "_run", meddle)
    (fault,) = compiling.compile_games(print).faults
    assert fault.startswith("Python files changed meanwhile")
    assert made(place) == set()


def test_a_build_that_does_not_run_is_not_kept(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "_works", lambda _found, _log: False)
    assert compiling.compile_games(print).faults == [f"The compiled games do not run: see {place / compiling.LOG}"]
    assert made(place) == set()


def test_one_process_at_a_time_compiles(place: Path) -> None:
    compiling._prepared()
    held = locking.lock(place / ".lock")
    assert held is not None
    try:
        with pytest.raises(BadInput, match="being compiled already"):
            compiling.compile_games(print)
    finally:
        locking.unlock(held)


# -- a real build --------------------------------------------------------------------------------------------------

TRACES = f"""
import grognard
from grognard.lab.bench import is_compiled
from tests.conformance.traces import trace
print(is_compiled(), [[trace(grognard.load(slug), seed) for seed in range(10)] for slug in ("ford", "{MODEL}")])
"""


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_a_compiled_game_plays_as_in_plain_python(folder: Path) -> None:
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH", ""), root]))
    plain = printed(TRACES, PYTHONPATH=path)
    battle = folder / "ford/rules/battle.py"
    text = battle.read_text(encoding="utf-8")

    battle.write_text(f"{text}\nWRONG: int = 'x'\n", encoding="utf-8")
    done = grognard("game", "compile")
    assert done.returncode == 1
    line = len(battle.read_text(encoding="utf-8").splitlines())
    assert done.stderr.startswith(f"{battle}:{line}: Incompatible types in assignment")
    assert done.stderr.count("\n") == 1

    battle.write_text(text, encoding="utf-8")
    done = grognard("game", "compile", "ford")
    assert done.returncode == 0, done.stderr
    assert "Compiled ford in " in done.stdout
    assert printed(TRACES, PYTHONPATH=path) == plain.replace("False", "True")
    assert "The build of ford is up to date." in grognard("game", "compile").stdout
    names = ("grognard.games.ford.state", "grognard.games.ford.view")
    where = f"import importlib\nfor name in {names}: print(importlib.import_module(name).__file__)"
    compiled, view = printed(where).splitlines()
    assert compiled.startswith(os.environ["XDG_CACHE_HOME"])
    assert view == str(folder / "ford/view.py")

    battle.write_text(f"{text}\n# new\n", encoding="utf-8")
    assert printed(TRACES, PYTHONPATH=path) == plain
    assert builds.OUTDATED in grognard("games").stderr
