"""Every command, and everything that can be wrong with one: a sentence on stderr and status 2."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Final

import pytest

import grognard
from grognard import cli
from grognard.cli.app import COMMANDS
from grognard.lab import bench
from grognard.play.daily import OPPONENT, day_of, practice_deal, seated
from grognard.registry import for_players, load
from tests.server.nursery import alter

Output = pytest.CaptureFixture[str]
ROOT: Final = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _no_kept_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that tests play are never offered to the person who runs the tests."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data home"))


def _run(capsys: Output, *arguments: str) -> str:
    """What a command that succeeds prints."""
    assert cli.main(arguments) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


# -- games, cards, rules -------------------------------------------------------------------------------------------


def test_help_lists_the_commands(capsys: Output) -> None:
    shown = _run(capsys, "--help")
    for name in ("games", "cards", "rules", "simulate", "arena", "bench"):
        assert f"\n  {name} " in shown
        assert "--help" in _run(capsys, name, "--help")


def test_a_newcomer_is_told_where_to_begin(capsys: Output) -> None:
    told = re.findall(r"^  grognard (.+?)  ", _run(capsys), re.M)
    first = for_players()[0].meta.slug
    assert told == [f"play {first}", f"rules {first}", "games", "serve", "--help"]
    assert {line.split()[0] for line in told} <= {*COMMANDS, "--help"}


def test_version(capsys: Output) -> None:
    assert _run(capsys, "--version") == f"grognard {grognard.__version__}\n"


def test_games(capsys: Output) -> None:
    shown = _run(capsys, "games").splitlines()
    for slug in grognard.registered_names():
        (at,) = (number for number, line in enumerate(shown) if line.startswith(f"{slug} "))
        after = [line.strip() for line in shown[at + 1 : at + 3]]  # a game of your own also says where it is from
        assert grognard.spec(slug).meta.hook in after
    listed = json.loads(_run(capsys, "games", "--json"))
    assert sorted(game["slug"] for game in listed) == grognard.registered_names()
    fusillade = next(game for game in listed if game["slug"] == "fusillade")
    assert fusillade["options"][0]["values"] == ["artillery", "any_tactics"]


def test_the_game_for_newcomers_is_listed_first(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    last = grognard.registered_names()[-1]
    alter({slug: {"first": slug == last} for slug in grognard.registered_names()}, monkeypatch.setattr)
    marked = [line.split()[0] for line in _run(capsys, "games").splitlines() if line.endswith(" Start here.")]
    listed = json.loads(_run(capsys, "games", "--json"))
    assert marked == [last] == [game["slug"] for game in listed if game["first"]]
    assert [game["slug"] for game in listed] == [last, *grognard.registered_names()[:-1]]


def test_cards_as_json(capsys: Output) -> None:
    listed = json.loads(_run(capsys, "cards", "fusillade", "--format", "json"))
    assert len(listed) == 97
    assert list(listed[0]) == ["deck", "card", "name", "copies", "type", "force", "notes"]
    assert listed[0] == {
        "deck": "common",
        "card": "Grenadiers",
        "name": "Grenadiers",
        "copies": 1,
        "type": "IU",
        "force": 3,
        "notes": "Unit. Discard it against an attack to remove one CU unit.",
    }


def test_cards_as_csv(capsys: Output) -> None:
    rows = list(csv.DictReader(io.StringIO(_run(capsys, "cards", "fusillade", "--format", "csv"))))
    assert len(rows) == 97
    assert (rows[0]["name"], rows[0]["force"]) == ("Grenadiers", "3")


def test_the_whole_handbook(capsys: Output) -> None:
    assert _run(capsys, "rules", "fusillade") == grognard.load("fusillade").handbook.text + "\n"


def test_a_clause(capsys: Output) -> None:
    shown = _run(capsys, "rules", "fusillade", "fus-3.5")
    assert shown.startswith("**FUS-3.5 Strip.** Discard an Artillery unit")
    assert "FUS-3.6" not in shown


def test_a_chapter(capsys: Output) -> None:
    shown = _run(capsys, "rules", "fusillade", "FUS-3")
    assert "**FUS-3.1" in shown
    assert "**FUS-3.5" in shown
    assert "**FUS-4.1" not in shown


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_the_layout_has_every_part_of_an_observation(capsys: Output, slug: str) -> None:
    layout = grognard.load(slug).layout
    listed = json.loads(_run(capsys, "layout", slug, "--json"))
    assert (listed["game"], listed["version"], listed["bytes"]) == (slug, layout.version, layout.size)
    found = [(part["offset"], part["width"], part["name"], part["highest"]) for part in listed["parts"]]
    assert found == [(part.start, part.length, part.name, part.most) for part in layout.fields]
    lines = _run(capsys, "layout", slug).splitlines()
    assert [line.split()[:2] for line in lines[3:]] == [[str(part[0]), str(part[1])] for part in found]


def test_the_layout_says_what_a_part_holds(capsys: Output) -> None:
    lines = _run(capsys, "layout", "outpost").splitlines()
    assert lines[0] == "Outpost, version 1: 96 bytes"
    assert "     4      1  within phase           0 for none, or 1 to 3: over … answer" in lines
    assert "    13      1  own hand size          0 to 127" in lines
    assert "    16      9  own hand               0 to 1; for each of 9: Infantry 1 … Artillery 3" in lines
    assert _run(capsys, "layout", "green-troops", "--option", "seats=4") != _run(capsys, "layout", "green-troops")


# -- simulate, arena, bench ----------------------------------------------------------------------------------------


def test_simulate(capsys: Output) -> None:
    words = ("simulate", "fusillade", "--games", "4", "--seed", "7")
    object = json.loads(_run(capsys, *words, "--json"))
    assert (object["game"], object["games"], object["seed"]) == ("fusillade", 4, 7)
    assert object["seats"] == ["random", "random"]
    assert sum(object["wins"]) + object["draws"] == 4
    assert object["decisions"] == object["mean_decisions"] * 4
    for key in ("mean_turns", "seconds", "decisions_per_second", "options", "overrides"):
        assert key in object
    table = _run(capsys, *words)
    assert object["trace"] in table
    assert "4 games, seed 7" in table


def test_simulate_in_processes_with_house_rules_and_numbers(tmp_path: Path) -> None:
    """As a command of its own: processes are started from it."""
    words = ["simulate", "fusillade", "--games", "6", "--seats", "greedy,random", "--set", "Old Guard.force=4"]
    words += ["--option", "troops=50", "--option", "halve=down", "--json"]
    traces = []
    for jobs in ("1", "2"):
        journals = tmp_path / jobs
        command = [sys.executable, "-m", "grognard", *words, "--jobs", jobs, "--journal", str(journals)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        assert done.stderr == ""
        object = json.loads(done.stdout)
        assert object["options"]["halve"] == "down"
        assert object["overrides"] == {"Old Guard.force": 4}
        assert len(list(journals.iterdir())) == 6
        traces.append(object["trace"])
    assert traces[0] == traces[1]


def test_arena(capsys: Output) -> None:
    words = ("arena", "three-emperors", "--bots", "random, greedy", "--pairs", "5", "--seed", "3")
    object = json.loads(_run(capsys, *words, "--json"))
    (duel,) = object["duels"]
    assert (duel["result"]["a"], duel["result"]["b"], duel["result"]["pairs"]) == ("random", "greedy", 5)
    assert duel["result"]["low"] < duel["result"]["share"] + 0.2 < 0.7
    assert [standing["bot"] for standing in object["standings"]] == ["greedy", "random"]
    shown = _run(capsys, *words)
    assert "5 pairs of games between two bots, seed 3" in shown
    assert "random against greedy: " in shown
    assert f"{duel['result']['share']:.1%} of the points (95 %: " in shown
    assert "Elo " in shown


def test_what_choices_give_away_is_told_of_each_bot(capsys: Output, tmp_path: Path) -> None:
    file = tmp_path / "decisions.csv"
    words = ("lab", "regret", "outpost", "--bots", "greedy,random", "--positions", "4", "--iterations", "80")
    shown = _run(capsys, *words, "--tries", "3", "--output", str(file))
    assert "4 decisions, each made 3 times" in shown
    assert [line.split(" | ")[0] for line in shown.splitlines()[3:]] == ["| greedy", "| random", f"Written: {file}"]
    assert len(file.read_text(encoding="utf-8").splitlines()) == 5
    (greedy, _) = json.loads(_run(capsys, *words, "--tries", "3", "--json"))
    assert greedy["bot"] == "greedy"
    assert 0 <= greedy["low"] <= greedy["mean"] <= greedy["high"] <= 1


def test_what_decided_a_recorded_game_is_told(capsys: Output, tmp_path: Path) -> None:
    _run(capsys, "simulate", "outpost", "--games", "1", "--seats", "random", "--journal", str(tmp_path))
    (file,) = tmp_path.iterdir()
    shown = _run(capsys, "analyze", str(file), "--seconds", "0.005")
    assert shown.count("unexplained") == 2
    assert _run(capsys, "analyse", str(file), "--seconds", "0.005").splitlines()[0] == shown.splitlines()[0]
    assert "analyse" not in _run(capsys, "--help")
    found = json.loads(_run(capsys, "analyze", str(file), "--seconds", "0.005", "--json"))
    assert {one["seat"] for one in found["decisions"]} == {0, 1}
    for sums in found["sums"].values():
        parts = ("start", "own", "others", "chance", "remainder")
        assert sum(sums[part] for part in parts) == pytest.approx(sums["result"])


def test_an_exploiter_is_tuned_and_measured(capsys: Output) -> None:
    few = ("--against", "random", "--effort", "1", "--tries", "1", "--pairs", "3")
    shown = _run(capsys, "lab", "exploit", "outpost", *few)
    assert len([line for line in shown.splitlines() if line.startswith("| ismcts")]) == 9
    assert "from random in 3 fresh pairs." in shown
    assert json.loads(_run(capsys, "lab", "exploit", "outpost", *few, "--json"))["result"]["pairs"] == 3


def test_how_likely_worlds_make_the_truth_is_told(capsys: Output) -> None:
    words = ("lab", "likelihood", "outpost", "--player", "random", "--decisions", "6", "--worlds", "8")
    assert "nats a decision" in _run(capsys, *words)
    assert json.loads(_run(capsys, *words, "--json"))["decisions"] == 6


def test_an_arena_of_several_prints_a_table(capsys: Output) -> None:
    shown = _run(
        capsys, "arena", "fusillade", "--bots", "random,greedy,recruit", "--pairs", "1", "--option", "troops=50"
    )
    table = [[cell.strip() for cell in line.split("|")[1:-1]] for line in shown.splitlines() if line[0] == "|"]
    assert {row[0] for row in table[2:]} == {"random", "greedy", "recruit"}
    assert table[0][1:4] == [f"against {row[0]}" for row in table[2:]]
    for row, other in ((row, other) for row in range(3) for other in range(3)):
        cell, mirrored = table[2 + row][1 + other], table[2 + other][1 + row]
        assert (cell, mirrored) == ("", "") if row == other else float(cell[:-1]) + float(mirrored[:-1]) == 100
    assert shown.count(" of the points (95 %") == 3


@pytest.mark.parametrize(
    ("usual", "options", "games"), [(3, (), 2), (3, ("--match", "1"), 1), (1, ("--match", "5"), 3)]
)
def test_a_match_is_played_to_its_end(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, usual: int, options: tuple[str, ...], games: int
) -> None:
    typed = iter(["resign", ""] * games + ["unread"])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(typed))
    alter({"fusillade": {"match": usual}}, monkeypatch.setattr)
    shown = _run(capsys, "play", "fusillade", "--plain", "--seed", "7", *options)
    assert shown.count("You resigned.") == games
    assert ("The match goes to the computer" in shown) == (games > 1)
    assert list(typed) == ["", "unread"]


def test_a_first_game_is_that_of_the_web(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _prompt: "quit")
    shown = _run(capsys, "play", "three-emperors", "--plain")
    assert shown.startswith(
        "You play Napoleon against Private Pépin (recruit, sharp). Short battle: Each side begins with 12 Morale"
    )
    assert "Standard rules, another opponent: `grognard play three-emperors --seats human,greedy`." in shown
    standard = _run(capsys, "play", "three-emperors", "--plain", "--seats", "human,greedy")
    assert "Short battle" not in standard
    assert "To choose another opponent" not in standard


def test_a_saved_game_goes_on_as_a_single_game(capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = str(tmp_path / "game.jsonl")
    typed = iter([f"save {file}", "quit", "resign", "unread"])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(typed))
    alter({"fusillade": {"match": 3}}, monkeypatch.setattr)
    _run(capsys, "play", "fusillade", "--plain")
    assert _run(capsys, "play", file, "--plain").endswith("You resigned.\n")
    assert list(typed) == ["unread"]


def test_the_practice_deal_of_today_is_that_of_the_date(
    capsys: Output, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.jsonl"
    typed = iter([f"save {file}", "resign", "unread"])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(typed))
    alter({"fusillade": {"match": 3}}, monkeypatch.setattr)
    days = [day_of(datetime.now(UTC))]
    shown = _run(capsys, "daily", "fusillade", "--plain")
    days.append(day_of(datetime.now(UTC)))  # it may be midnight
    assert list(typed) == ["unread"], "one game, and no match"
    assert shown.count("You resigned.") == 1
    assert shown.startswith("Practice deal of ")
    header = json.loads(file.read_text().splitlines()[0])
    game = load("fusillade")
    deals = [practice_deal(game, day) for day in days]
    assert (int(header["seed"]), header["seats"]) in [(deal.seed, seated(game, deal.seat)) for deal in deals]
    assert header["seats"].count(OPPONENT) == 1


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for seconds in ("PLAYOUT_SECONDS", "COPY_SECONDS", "DRIVEN_SECONDS"):
        monkeypatch.setattr(bench, seconds, 0.001)


@pytest.mark.usefixtures("quick")
def test_bench(capsys: Output) -> None:
    object = json.loads(_run(capsys, "bench", "fusillade", "--json"))
    for key in (
        "decisions_per_second", "games_per_second", "clone_ns", "resample_ns", "driven_decisions_per_second",
        "import_seconds", "compiled", "rounds", "processor", "processors", "load",
    ):  # fmt: skip
        assert key in object
    assert [speed["game"] for speed in json.loads(_run(capsys, "bench", "--json"))] == grognard.registered_names()
    told = _run(capsys, "bench", "outpost")
    assert "random playouts" in told
    assert object["processor"] in told, "a speed says nothing without its processor"


# -- what can be wrong ---------------------------------------------------------------------------------------------

ONE = ("simulate", "fusillade", "--games", "1")
ARENA = ("arena", "fusillade", "--pairs", "1")
EXPLOIT = ("lab", "exploit", "outpost", "--against", "greedy")
LEARNING = (*EXPLOIT, "--by", "learning")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("march",), "No such command 'march'"),
        (("games", "--yaml"), "No such option: --yaml"),
        (("cards",), "Missing argument"),
        (("cards", "chess"), "There is no game “chess”. Choose from: company-commander, fusillade"),
        (("cards", "fusillade", "--format", "xml"), "There is no format “xml”. Choose from: table, csv, xlsx, json."),
        (("rules", "chess"), "There is no game “chess”"),
        (("rules", "fusillade", "FUS-3.9"), "There is no clause “FUS-3.9”. Did you mean FUS-3"),
        (("rules", "fusillade", "3.5"), "There is no clause “3.5”. Did you mean FUS-3.5"),
        (("rules", "fusillade", "xyz"), "There is no clause “xyz”. Choose from: FUS-1.1, FUS-1.2"),
        (("layout", "chess"), "There is no game “chess”"),
        (("play", "fusillade", "--match", "0"), "--match should be 1 or more, not 0."),
        (("bench", "chess"), "There is no game “chess”"),
        (("simulate", "fusillade"), "Missing option '--games'"),
        (("simulate", "chess", "--games", "1"), "There is no game “chess”"),
        (("simulate", "fusillade", "--games", "0"), "games must be 1 or more"),
        (("simulate", "fusillade", "--games", "-3"), "games must be 1 or more"),
        (("simulate", "fusillade", "--games", "ten"), "Invalid value for '--games': 'ten'"),
        ((*ONE, "--jobs", "0"), "jobs must be 1 or more, not 0"),
        ((*ONE, "--seed", "-1"), "A seed must be a whole number, 0 or more"),
        ((*ONE, "--seats", "clever"), "There is no bot “clever”. Choose from: random, recruit"),
        ((*ONE, "--seats", "random,greedy,random"), "Fusillade has 2 seats"),
        ((*ONE, "--seats", ""), "There is no bot “”"),
        ((*ONE, "--option", "clock"), "--option takes KEY=VALUE, not “clock”"),
        ((*ONE, "--option", "=20"), "--option takes KEY=VALUE, not “=20”"),
        ((*ONE, "--option", "clock="), "--option takes KEY=VALUE, not “clock=”"),
        ((*ONE, "--option", "clock=31"), "The option clock can be 30, 20, 40, 60, off, not “31”"),
        ((*ONE, "--option", "weather=fog"), "There is no option “weather”"),
        ((*ONE, "--set", "Old Guard"), "--set takes CARD.FIELD=N, not “Old Guard”"),
        ((*ONE, "--set", "Old Guard.force=much"), "“much” should be a whole number"),
        ((*ONE, "--set", "Old Guard.force=-1"), "Old Guard.force must be from 0 to 50, not -1"),
        ((*ONE, "--set", "Old Guard.force=100"), "Old Guard.force must be from 0 to 50, not 100"),
        ((*ONE, "--set", "Old Guard=1"), "Write a field, as in “Old Guard.force=3”"),
        ((*ONE, "--set", "Old Guard.weight=2"), "“weight” cannot be set"),
        ((*ONE, "--set", "Last Guard.force=2"), "Fusillade has no card “Last Guard”"),
        ((*ONE, "--journal", __file__), "Could not keep journals"),
        (ARENA, "Missing option '--bots'"),
        ((*ARENA, "--bots", "greedy,random", "--until", "60"), "must be between 0 and 1, such as 0.6; not 60."),
        ((*ARENA, "--bots", "greedy"), "An arena needs two or more bots"),
        ((*ARENA, "--bots", "greedy,clever"), "There is no bot “clever”"),
        ((*ARENA, "--bots", "greedy,random,greedy"), "“greedy” is listed twice"),
        ((*ARENA, "--bots", "greedy,ismcts:patience=3"), "“ismcts:patience=3” is not a bot"),
        ((*ARENA, "--bots", "greedy,ismcts:iterations=many"), "“ismcts:iterations=many” is not a bot"),
        ((*ARENA, "--bots", "greedy,greedy:careless=1.5"), "“greedy:careless=1.5” is not a bot"),
        ((*ARENA, "--bots", "greedy,softened:worlds=0"), "“softened:worlds=0” is not a bot"),
        ((*ARENA, "--bots", "greedy,softened:rank=2"), "“softened:rank=2” is not a bot"),
        ((*ARENA, "--bots", "greedy,nothing.py:Player"), "nothing.py cannot be read: there is no such file."),
        ((*ARENA, "--bots", f"greedy,{__file__}"), "Name the class or function in"),
        ((*ARENA, "--bots", f"greedy,{__file__}:Nobody"), "There is no “Nobody” in"),
        ((*ARENA, "--bots", "greedy,no_module:Player"), "no module no_module"),
        ((*ARENA, "--bots", "greedy,math:pi"), "math:pi is not a player."),
        ((*ARENA, "--bots", "greedy,learned:nothing.npz"), "nothing.npz cannot be read: there is no such file."),
        ((*ARENA, "--bots", f"greedy,learned:{__file__}"), "is not a weights file, or it is damaged."),
        (("lab", "exploit", "fusillade", "--against", "nothing.py:Player"), "nothing.py cannot be read"),
        (("lab", "likelihood", "fusillade", "--player", "nothing.py:Player"), "nothing.py cannot be read"),
        (("lab", "regret", "fusillade", "--bots", "nothing.py:Player"), "nothing.py cannot be read"),
        (("play", "fusillade", "--seats", f"human,{__file__}:Nobody"), "There is no bot “"),
        (
            ("lab", "regret", "outpost", "--bots", "greedy"),
            "has no saved decisions for these rules. Find some with --positions",
        ),
        (("lab", "regret", "fusillade", "--bots", "clever", "--tries", "1"), "There is no bot “clever”"),
        (("lab", "regret", "fusillade", "--bots", "greedy", "--tries", "0"), "tries must be 1 or more"),
        (
            ("lab", "exploit", "fusillade", "--against", "greedy", "--tries", "0"),
            "Effort, tries and pairs must be 1 or more",
        ),
        ((*EXPLOIT, "--by", "magic"), "--by should be search or learning, not “magic”."),
        ((*EXPLOIT, "--decisions", "9"), "--decisions is for --by learning. Leave it out with --by search."),
        ((*EXPLOIT, "--out", "it.npz"), "--out is for --by learning. Leave it out with --by search."),
        ((*LEARNING, "--effort", "8"), "--effort is for --by search. Leave it out with --by learning."),
        ((*LEARNING, "--minutes", "1", "--decisions", "9"), "Give --minutes or --decisions, not both."),
        ((*LEARNING, "--decisions", "0"), "--decisions should be 1 or more, not 0."),
        ((*LEARNING, "--minutes", "0"), "The minutes of training must be a number above 0, not 0."),
        ((*LEARNING, "--minutes", "inf"), "The minutes of training must be a number above 0, not inf."),
        ((*LEARNING, "--pairs", "0"), "pairs must be 1 or more, not 0"),
        ((*LEARNING, "--jobs", "0"), "jobs must be 1 or more, not 0"),
        ((*LEARNING, "--seed", "-1"), "A seed must be a whole number, 0 or more"),
        ((*LEARNING, "--against", "clever"), "There is no bot “clever”"),
        ((*LEARNING, "--against", "perfect"), "perfect uses its seat's history, which training does not keep."),
        ((*LEARNING, "--out", "/nowhere/it.npz"), "Cannot write /nowhere/it.npz: its folder does not exist."),
        ((*LEARNING, "--out", "/"), "Cannot write /: it is a folder. Name a file."),
        (("analyze", "nowhere.journal"), "nowhere.journal cannot be read"),
        (("analyze", "nowhere.journal", "--seconds", "0"), "above 0 and at most 60"),
        (("lab", "likelihood", "fusillade", "--worlds", "0"), "numbers of decisions and of worlds must be 1 or more"),
        (("lab", "exploit", "fusillade", "--against", "clever", "--tries", "1"), "There is no bot “clever”"),
        (
            ("lab", "regret", "fusillade", "--bots", "greedy", "--positions", "-1"),
            "the number of iterations must be",
        ),
        ((*ARENA, "--bots", "greedy,random", "--pairs", "0"), "pairs must be 1 or more, not 0"),
        ((*ARENA, "--bots", "greedy,random", "--jobs", "0"), "jobs must be 1 or more, not 0"),
        ((*ARENA, "--bots", "greedy,random", "--seed", "-1"), "A seed must be a whole number, 0 or more"),
        (("arena", "chess", "--bots", "greedy,random", "--pairs", "1"), "There is no game “chess”"),
    ],
)
def test_what_is_wrong_is_one_sentence(capsys: Output, words: tuple[str, ...], sentence: str) -> None:
    assert cli.main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert sentence in captured.err
    assert captured.err.count("\n") == 1


def test_a_player_in_a_file_is_measured_as_a_command(tmp_path: Path) -> None:
    """It finds the file's neighbors, in one process and in two, and says where the player failed."""
    (tmp_path / "neighbor.py").write_text("def best(actions):\n    return actions[-1]\n")
    (tmp_path / "mine.py").write_text(
        "from grognard.bots import Bot\nimport neighbor\n\nclass Player(Bot):\n"
        "    def choose(self, information):\n        return neighbor.best(information.legal_actions())\n\n"
        "class Failing(Bot):\n    def choose(self, information):\n        return neighbor.best([])\n"
    )

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "grognard", "arena", "outpost", "--pairs", "4", "--json", "--bots", *words]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False)

    one, two = (json.loads(run("mine.py:Player,mine:Player,random", "--jobs", jobs).stdout) for jobs in "12")
    assert [duel["result"]["trace"] for duel in one["duels"]] == [duel["result"]["trace"] for duel in two["duels"]]
    assert one["duels"][0]["result"]["share"] == 0.5
    assert one["duels"][1]["result"]["trace"] == one["duels"][2]["result"]["trace"]
    assert {standing["bot"] for standing in one["standings"]} == {"mine.py:Player", "mine:Player", "random"}
    failed = run("mine.py:Failing,random")
    assert failed.returncode == 2
    assert failed.stderr == "mine.py:Failing raised IndexError: list index out of range (neighbor.py, line 2).\n"


def test_as_a_command_it_exits_with_2_and_without_a_traceback() -> None:
    command = [sys.executable, "-m", "grognard", "rules", "fusillade", "FUS-9.9"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("There is no clause “FUS-9.9”.")
    assert "Traceback" not in done.stderr


BARE: Final = """
import sys
sys.modules.update(dict.fromkeys(sys.argv[1].split()))
from grognard import cli
for words in sys.argv[2:]:
    print(cli.main(words.split()), file=sys.stderr)
"""


def test_without_extras_there_is_the_command_and_what_needs_one_says_so() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    # Of the extra for many machines nothing is installed here.
    extras = {name: extra for name, extra in project["optional-dependencies"].items() if name != "cluster"}
    needs = [need for extra in extras.values() for need in extra]
    names = {re.split(r"[^\w-]", need)[0].replace("_", "-") for need in needs}
    brought = names - {"markdown-it-py"}  # which Rich brings
    found = packages_distributions().items()
    modules = [module for module, names in found if brought & {re.sub("_", "-", name).lower() for name in names}]
    assert len(modules) >= len(brought)
    play = "", "cards outpost", "play outpost --plain"
    more = "serve", "backup x", "solve outpost", "print outpost -o x"
    command = [sys.executable, "-c", BARE, " ".join(modules), *play, *more]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    sentence = r"This command needs \w+: pip install 'grognard\[(\w+)\]'"
    told = [re.sub(sentence, r"\1", line) for line in done.stderr.splitlines()]
    assert told == ["0", "0", "0", "web", "2", "web", "2", "lab", "2", "print", "2"]


@pytest.mark.parametrize("words", ["games", "cards fusillade --format json"])
def test_a_reader_that_has_had_enough_is_no_error(words: str) -> None:
    command = [sys.executable, "-m", "grognard", *words.split()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == ""
    assert running.returncode == 0
