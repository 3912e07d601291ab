"""`grognard game check` names each fault of a broken game, in a sentence, and finds none in a complete one."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from grognard.game_check.folders import find
from grognard.game_check.report import check
from grognard.new_game import write_game
from grognard.registry import spec
from tests.folders import OURS
from tests.games.test_own_games import MODEL, make_game, run

TESTS: Final = Path(__file__).parent / MODEL
CLEAN: Final = re.compile(r"^The Ford is complete: 15 clauses, 9 cards, \d+ scenarios pass, and .* games went well\.$")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game in which nothing is missing."""
    games = tmp_path / "games"
    games.mkdir()
    game = make_game(games)
    for kind in ("clauses", "cards"):
        shutil.copytree(TESTS / kind, game / "tests" / kind)
    for file in game.joinpath("tests").rglob("*.md"):
        _replace(file, f"Game: {MODEL}", "Game: ford")
    _replace(game / "guide.md", f"Game: {MODEL}", "Game: ford")
    _replace(game / "rulings.md", f"tests/games/{MODEL}/", "tests/")
    for file in Path(str(spec(MODEL).folder)).glob("policy*.csv"):
        shutil.copy(file, game)
        _replace(game / file.name, MODEL, "ford")
    for name in ("records.json", "golden.txt", "facts.csv", "clauses.txt"):
        (game / "tests" / name).touch()
    shutil.copy(TESTS / "ordinary.txt", game / "tests")
    # These come up only in the game for newcomers, which asks them even when there is only one answer.
    tips = (game / "tips.md").read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in tips if not line.startswith(("| no answer |", "| empty hand |"))]
    (game / "tips.md").write_text("".join(kept), encoding="utf-8")
    return games


def _replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text, file
    file.write_text(text.replace(old, new), encoding="utf-8")


def checked(folder: Path, slug: str = "ford") -> subprocess.CompletedProcess[str]:
    done = run(folder, "game", "check", slug)
    assert "Traceback" not in done.stderr, done.stderr
    return done


def told(folder: Path) -> list[str]:
    """What is missing or wrong in a game with a fault, without the headings and the summary."""
    done = checked(folder)
    assert done.returncode == 1, done.stdout
    *lines, summary = done.stdout.splitlines()
    assert re.match(r"\d+ things? to do; begin at the top\.", summary)
    return [line.strip() for line in lines if line.startswith("  ")]


def test_nothing_is_missing_in_a_complete_game(folder: Path) -> None:
    done = checked(folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert CLEAN.match(done.stdout.strip()), done.stdout


@pytest.mark.parametrize("slug", OURS)
def test_nothing_is_missing_in_our_games(slug: str) -> None:
    report = check(find(slug), games=1, greedy=1, plays_scenarios=False)
    assert report.findings == []
    assert "is complete" in report.summary


class Fault(NamedTuple):
    """A change of a file that makes a game worse, and all that the check should say about it."""

    file: str
    old: str
    new: str
    told: str


FAULTS: Final = {
    "hook": Fault("meta.py", 'hook="', 'hook="" and "', "Missing: meta.py: the `hook` is empty: write one sentence"),
    "opening": Fault(
        "meta.py", 'Opening("Blue goes first.", 0)', 'Opening("Red goes first.", 1)',
        "Wrong: meta.py: `opening` says that Red goes first, but under the standard rules Blue does.",
    ),
    "decisions": Fault(
        "meta.py", "decisions=1.0", "decisions=0",
        "Missing: meta.py: `decisions` is 0, so nobody sees how long a game takes. In 4 games of `greedy` there were ",
    ),
    "slug": Fault("meta.py", '"ford"', '"bridge"', "Wrong: meta.py: `META` has the slug “bridge”, but the folder is"),
    "turns": Fault(
        "meta.py", "longest=6", "longest=2",
        "Wrong: meta.py: In random game 0 (under the standard rules), after 4 decisions, turn 3 begins, but `longest`",
    ),
    "column": Fault("cards.csv", "name,copies", "name,number", "Wrong: cards.csv: it has no column 'copies'."),
    "note": Fault(
        "cards.csv", "Beats Cavalry.", "Beats {Cavalary}.",
        "Wrong: cards.csv: The text “Beats {Cavalary}. Beaten by Artillery.” names Cavalary, but there is no such",
    ),
    "placeholder": Fault(
        "handbook.md", "lose Morale", "lose {Morals}",
        "Wrong: handbook.md:LINE: {Morals} names no card and no number of a card.",
    ),
    "clause": Fault(
        "handbook.md", "**OUT-4.4 ", "**OUT-4.5 ",
        "Missing: handbook.md: no paragraph for OUT-4.4, which is cited in events.py, ",
    ),
    "phase": Fault(
        "names.py", "ATTACK: Final = 1\nANSWER: Final = 2", "ATTACK: Final = 2\nANSWER: Final = 1",
        "Wrong: names.py: the phase “attack” is number 1 in META.phases, so names.py needs `ATTACK: Final = 1`.",
    ),
    "event": Fault(
        "events.py", '"attack": CARD, "lost": NUMBER', '"attack": CARD',
        "Wrong: events.py: Struck takes attack, lost, but `fields` has attack: declare the same names in the same",
    ),
    "kind": Fault("events.py", "= 8\n", "= 9\n", "Wrong: events.py: "),
    "copy": Fault(
        "state.py", "        self.morale = other.morale\n", "",
        "Wrong: state.py: `copy` loses attacker.morale, defender.morale: copy each field of the position in `copy`.",
    ),
    "redeal": Fault(
        "state.py", "    def decider(", "    def redeal(self, seat: i64) -> None:\n        return\n\n    def decider(",
        "Wrong: state.py: `redeal` deals Blue the same world each time, so bots there know the hidden cards.",
    ),
    "rules": Fault(
        "rules/choices.py", "if self.phase() == ANSWER", "if 1 // 0",
        "Wrong: rules/choices.py:LINE: In random game 0 (under the standard rules), after 0 decisions: "
        "ZeroDivisionError: integer division or modulo by zero.",
    ),
    "syntax": Fault("rules/battle.py", "class ", "clas ", "Wrong: rules/battle.py:LINE: SyntaxError: invalid syntax"),
    "shown card": Fault(
        "events.py", "    kind: ClassVar = 2\n",
        '    kind: ClassVar = 2\n    fields: ClassVar = {"cards": Field(card=True, several=True), "number": NUMBER}\n',
        "Wrong: events.py: the event Dealt shows Red that ",
    ),
    "chance": Fault(
        "rules/battle.py", "from mypy_extensions import", "from random import seed\nfrom mypy_extensions import",
        "Wrong: rules/battle.py:LINE: Python's `random` makes games that can't be repeated. Draw from the position",
    ),
    "silent tip": Fault(
        "tips.md", "choice ATTACK and turn from 3", "choice ATTACK and turn from 300",
        "Wrong: tips.md: the tip “aside” came up in none of the first games that were played: see “When”.",
    ),
    "name in a text": Fault(
        "tips.md", "A card that you fear", "Cavalry 3, which you fear,",
        "Wrong: tips.md: write {Cavalry 3} in “The cards set aside never come into play. Cavalry 3, which you fear,",
    ),
    "name in a sentence": Fault(
        "text.py", "This card is too weak:", "Infantry 1 is too weak:",
        "Wrong: text.py: a designer may rename Infantry 1, but “Infantry 1 is too weak: it may be one weaker than the",
    ),
    "log": Fault(
        "text.py", "case e.Struck(lost=lost):", "case e.Struck(lost=9 as lost):",
        "Missing: text.py: no sentence for the event Struck; add a `case e.Struck()`.",
    ),
    "refusal": Fault(
        "text.py", "    names.TOO_WEAK: Reason(", "    99: Reason(",
        "Missing: text.py: no sentence for the refusal `TOO_WEAK` (5), which the rules give.",
    ),
    "prompt": Fault(
        "text.py", '"Play a card as your attack."', '""',
        "Missing: text.py: `prompt` says nothing in the phase “attack”.",
    ),
    "verb": Fault(
        "text.py", 'Label("Attack"', 'Label("Attack again"',
        "Wrong: text.py: the verb “Attack again” in the phase “attack” is too long for the corner of a card. Begin the",
    ),
    "wrong dice": Fault(
        "text.py", '"OUT-4.4", (game.pieces[attack],), against=happened.seat',
        '"OUT-4.4", against=happened.seat, roll=view.RollView((lost,), "4+", (lost > 3,), int(lost > 3), 0.9)',
        "Wrong: text.py: the event Struck: its roll expects 0.9, but over all results of the dice it brings 0.5.",
    ),
    "lost dice": Fault(
        "text.py", '"OUT-4.4", (game.pieces[attack],), against=happened.seat',
        '"OUT-4.4", against=happened.seat, roll=view.RollView((lost + 1,), "1+", (True,), 1, 1.0)',
        "Wrong: text.py: the event Struck: its sentence shows the dice ",
    ),
    "view": Fault(
        "board.py", "is_hidden=True, opens=True", "",
        "Wrong: board.py: Blue sees in `zones (deck)` whether a position was redealt. Either `view` shows what",
    ),
    "table": Fault("table.html", "{% ", "{% if ", "Wrong: table.html:LINE: "),
    "tint": Fault("looks.toml", "[tints]", '[tints]\nblue = ["XX"]', "Wrong: looks.toml: blue is not a tint. Choose"),
    "line": Fault("looks.toml", 'line = "', 'line = "A line that is much longer than a card: ', "Wrong: looks.toml: "),
    "alike": Fault("looks.toml", "[cards.", "[card.", "Wrong: looks.toml: Infantry 1, Infantry 2, Inf"),
    "paper": Fault("print.toml", "clauses = [", 'clauses = ["OUT-9.9", ', "Missing: handbook.md: no paragraph for OUT"),
    "layout": Fault(
        "features.py", "layout: Final = partial(board_layout, BOARD)",
        "layout = lambda game: board_layout(BOARD, game)[1:]",
        "Wrong: features.py: ",
    ),
    "evaluate": Fault(
        "features.py", "value = float(me.morale - them.morale)",
        "value = float(me.morale - them.morale) + float(them.hand[0] % 97)",
        "Wrong: features.py: `evaluate` uses cards that Blue can't know.",
    ),
    "bound": Fault(
        "length.py", "return 2 * (2 * hand) - 1", "return 2",
        "Wrong: length.py: In random game 0 (under the standard rules), there are more than 2 decisions, the bound of",
    ),
    "measured": Fault(
        "measured.csv", "morale=4,", "morale=3,",
        "Missing: measured.csv: no row for morale=4. Run `grognard game record ford --only measured`.",
    ),
    "solution": Fault(
        "policy.csv", "ford", "bridge",
        "Missing: decisions.csv: 100 decisions by which levels are measured. Run `grognard game record ford --only",
    ),
    "decisive": Fault(
        "__init__.py", 'Decisive("morale"', 'Decisive("morals"',
        "Wrong: __init__.py: `decisive` is “morals”, but the view has the numbers morale.",
    ),
    "ruling": Fault(
        "rulings.md", "clauses/out-2.3.md", "clauses/out-2.9.md",
        "Wrong: rulings.md: there is no tests/clauses/out-2.9.md.",
    ),
    "guide": Fault("guide.md", "ATTACK ", "ATTAK ", "Wrong: guide.md:LINE: "),
    "tip": Fault("tips.md", "| my hand |", "| my hand | no |", "Wrong: tips.md: "),
    "scenario": Fault(
        "tests/clauses/out-4.4.md", "PASS", "PASSS", "Wrong: tests/clauses/out-4.4.md:LINE: “",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    "fault", [fault for fault in FAULTS.values() if fault.told], ids=[n for n in FAULTS if FAULTS[n].told]
)
def test_a_fault_is_named(folder: Path, fault: Fault) -> None:
    _replace(folder / "ford" / fault.file, fault.old, fault.new)
    if "view.RollView" in fault.new:
        _replace(
            folder / "ford" / fault.file,
            "from typing import",
            "from grognard.kernel.views import view\nfrom typing import",
        )
    said = [re.sub(r":\d+: ", ":LINE: ", line) for line in told(folder)]
    assert any(line.startswith(fault.told) for line in said), said


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("looks.toml", "Missing: looks.toml: each card needs a look of its own"),
        ("measured.csv", "Run `grognard game record ford --only measured`."),
        ("puzzles.jsonl", "Run `grognard game record ford --only puzzles`."),
        ("guide.md", "Missing: guide.md: a guide with 4 to 7 steps"),
        ("tips.md", "Missing: tips.md: 4 to 8 tips"),
        ("rulings.md", "Missing: rulings.md: a table of the questions"),
        ("handbook.md", "Missing: handbook.md: the rules in your own words"),
        ("tests/clauses/out-4.4.md", "Missing: tests/clauses/: no file for OUT-4.4: each clause needs a scenario"),
        ("tests/records.json", "Missing: tests/records.json: "),
        ("tests/golden.txt", "Missing: tests/golden.txt: "),
    ],
)
def test_a_missing_file_is_named(folder: Path, file: str, said: str) -> None:
    (folder / "ford" / file).unlink()
    assert any(said in line for line in told(folder))


def test_what_is_worth_having_is_no_fault(folder: Path) -> None:
    for name in ("table.html", "print.toml", "looks.md", "symbols.svg"):
        (folder / "ford" / name).unlink()
    done = checked(folder)
    assert done.returncode == 0
    *extras, summary = done.stdout.splitlines()
    assert CLEAN.match(summary)
    assert [line.split(": ")[:2] for line in extras] == [
        ["You can add", name] for name in ("table.html", "looks.md", "symbols.svg", "print.toml")
    ]


def test_a_game_that_is_just_begun_is_told_what_comes_next(folder: Path) -> None:
    new = folder / "bridge"
    new.mkdir()
    assert told_of(folder)[0].startswith("Missing: meta.py: write this next: ")
    shutil.copy(folder / "ford" / "meta.py", new)
    assert told_of(folder)[0].startswith("Missing: cards.csv: write this next: ")


def told_of(folder: Path) -> list[str]:
    done = checked(folder, "bridge")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1].endswith("The game can't be loaded yet, so the rest could not be checked.")
    return [line.strip() for line in done.stdout.splitlines() if line.startswith("  ")]


@pytest.mark.parametrize(
    "file", ["names.py", "events.py", "board.py", "tables.py", "state.py", "features.py", "length.py", "__init__.py"]
)
def test_a_file_that_is_not_written_yet_is_named_once(folder: Path, file: str) -> None:
    (folder / "ford" / file).unlink()
    assert [line.partition(": write")[0] for line in told(folder)] == [f"Missing: {file}"]


def test_a_first_spec_without_words_and_view_is_checked_as_far_as_it_goes(folder: Path) -> None:
    _replace(folder / "ford" / "__init__.py", "Tables, WORDS, features", "Tables, None, features")
    assert [": ".join(line.split(": ")[:2]) for line in told(folder)] == ["Missing: text.py"]


def test_a_game_that_is_not_there(folder: Path) -> None:
    done = checked(folder, "nowhere")
    assert done.returncode == 2
    assert done.stderr.startswith("There is no game “nowhere”. There is no folder “nowhere” in ")


def test_a_new_game_lacks_only_what_a_program_works_out(tmp_path: Path) -> None:
    games = tmp_path / "new"
    write_game("the-bridge", games)
    done = checked(games, "the-bridge")
    lacking = [line.strip() for line in done.stdout.splitlines() if line.startswith("  ")]
    assert all("Run `grognard game record the-bridge --only " in line for line in lacking), lacking
    assert len(lacking) == 5
