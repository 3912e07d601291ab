"""A game in which a side sees a card of the other hand, and the other side does not know which."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.new_game import write_game
from tests.games.test_own_games import run

ROOT = Path(__file__).parents[2]
# How the page `docs/game-reference.md` says it, in terms of the template.
CHANGES = {
    "events.py": (
        ("import CARD, NUMBER,", "import CARD, NUMBER, OWN_CARD,"),
        (
            "@mypyc_attr(acyclic=True)\nclass Ended(",
            '''@mypyc_attr(acyclic=True)
class Peeked(Event):
    """SK-4.2: the seat sees a card of the other hand."""

    kind: ClassVar = 9
    fields: ClassVar[Mapping[str, Field]] = {"card": OWN_CARD}

    def __init__(self, seat: i64, card: i64) -> None:
        super().__init__(seat, private=True)
        self.card: i64 = card


@mypyc_attr(acyclic=True)
class Ended(''',
        ),
    ),
    "rules.py": (
        (
            '        Note("seen", in_hand=True, clause="SK-6.1"),\n',
            """        Note("seen", in_hand=True, clause="SK-6.1"),
        Note("spied", in_hand=True, clause="SK-4.2", since="seen turn", secret=True),
        Number("seen turn"),
""",
        ),
        ("import KnownSide, TwoHands", "import SpiedSide, TwoHands"),
        ("class Army(KnownSide):", "class Army(SpiedSide):"),
        ("        self.resolve: i64 = 0\n", "        self.resolve: i64 = 0\n        self.seen_turn: i64 = 0\n"),
        (
            "        self._copy_known(other)\n",
            "        self._copy_spied(other)\n        self.seen_turn = other.seen_turn\n",
        ),
        (
            "        self.emit(e.Answered(self.defender.seat, card, first(self.attack)))\n",
            """        self.emit(e.Answered(self.defender.seat, card, first(self.attack)))
        if not is_empty(self.defender.hand):
            peeked = self.random_card(self.defender.hand)
            self.reveal()
            self.defender.learn_secretly(only(peeked))
            self.defender.seen_turn = self.turn
            self.emit(e.Peeked(self.attacker.seat, peeked))
""",
        ),
    ),
    "text.py": (
        (
            "        case e.Ended():",
            """        case e.Peeked(card=card):
            return EventText(f"{who:sees} {called[card] if card >= 0 else 'a card'} in the other hand.", "SK-4.2")
        case e.Ended():""",
        ),
    ),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    game = write_game("peek", tmp_path, letters="SK")
    for file, changes in CHANGES.items():
        for old, new in changes:
            change(game / file, old, new)
    return tmp_path


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    file.write_text(text.replace(old, new), encoding="utf-8")


def wrong(folder: Path) -> list[str]:
    """The faults that a check finds in the rules and in what seats can know, not those of the scenarios."""
    lines = run(folder, "game", "check", "peek").stdout.splitlines()
    return [line.strip() for line in lines if re.match(r"  Wrong: (?!tests|guide)", line)]


def test_nothing_leaks(folder: Path) -> None:
    assert wrong(folder) == []
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "peek and not version"]
    tests = ["tests/conformance/test_hidden_information.py", "tests/conformance/test_observation.py"]
    # A game of your own runs in plain Python, even if the package must be compiled.
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("GROGNARD_", "PYTEST_"))}
    environment |= {"GROGNARD_GAMES": str(folder)}
    done = subprocess.run([*command, *tests], cwd=ROOT, env=environment, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_look_that_the_owner_learns_of_is_found(folder: Path) -> None:
    change(folder / "peek" / "rules.py", "learn_secretly", "learn")
    assert any("Peeked hides from a side which of its cards the other one saw" in line for line in wrong(folder))


def test_a_secret_note_that_is_not_declared_as_one_is_found(folder: Path) -> None:
    change(folder / "peek" / "rules.py", ', since="seen turn", secret=True', ', since="seen turn"')
    assert any("the observation of" in line and "own spied" in line for line in wrong(folder))


def test_after_an_undo_the_owner_knows_no_more(folder: Path) -> None:
    """The other side still knows the card, and the owner of the hand still does not know which it is."""
    program = """
import grognard
from grognard.lab.random_games import play

game = grognard.load("peek")
kept = 0
for seed in range(40):
    before = None
    for state in play(game, seed):
        for owner in range(2) if before is not None and not state.is_terminal() else ():
            spied = set(state.to_dict()[f"spied {owner}"])
            undone = before.clone()
            undone.keep_knowledge(state)
            facts = undone.to_dict()
            assert not spied & set(facts[f"seen {owner}"])
            assert spied & set(facts[f"hand {owner}"]) <= set(facts[f"spied {owner}"])
            kept += bool(spied)
        before = state.clone()
assert kept > 20, kept
"""
    environment = os.environ | {"GROGNARD_GAMES": str(folder)}
    subprocess.run([sys.executable, "-c", program], env=environment, check=True)
