"""The line-by-line table: a whole game through a pipe, and every command."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

import grognard
from grognard.bots import Bot, Weighed, bot
from grognard.kernel.errors import BadInput, CannotUndo
from grognard.play.journal import Action, read_journal
from grognard.play.matches import Match, next_seed
from grognard.play.players import Ask, only_choice
from grognard.play.session import Session, replayed
from grognard.tui import plain
from grognard.tui.plain import PlainTable
from grognard.tui.replay import replay
from grognard.tui.seating import Seating
from grognard.tui.words import face, in_plain_words


def _table(
    lines: Iterator[str], bots: list[Bot | None], seed: int = 7, ask: Ask | None = None
) -> tuple[PlainTable, list[str]]:
    written: list[str] = []

    def read(prompt: str) -> str:
        written.append(prompt)
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    names = ["human" if b is None else "greedy" for b in bots]
    session = Session(grognard.load("fusillade"), seed, names)
    return PlainTable(session, bots, read, written.append, ask=ask), written


def _said(*lines: str, bots: list[Bot | None] | None = None) -> str:
    table, written = _table(iter(lines), bots or [None, bot("greedy")])
    table.run()
    return "\n".join(written)


def _forever(line: str) -> Iterator[str]:
    while True:
        yield line


def test_a_scripted_game_runs_to_its_end() -> None:
    table, written = _table(_forever("1"), [None, bot("greedy")])
    table.run()
    assert "== The game is over. You lose. ==" in "\n".join(written)
    assert written[-1] == "You have no troops left."


def test_the_end_of_input_ends_cleanly() -> None:
    assert "The game is not finished" in _said("1")


def test_choices_by_number_and_by_notation_are_the_same() -> None:
    assert _said("1").split("Deploy")[-1] == _said("end_deploy").split("Deploy")[-1]


def test_a_wrong_line_changes_nothing_and_says_what_to_do() -> None:
    text = _said("foo", "USE Captan", "99", "", "UNIT Grenadiers", "quit")
    assert "“foo” is not an action." in text
    assert "Did you mean USE Captain" in text
    assert "The choices are numbered from 1 to" in text
    assert "You can't do that now (Deploy Phase). (FUS-3.2)" in text
    assert text.endswith("Good-bye.")
    assert text.count("== Turn 1") == 1


@pytest.mark.parametrize("line", ["x" * 5000, "9" * 5000, "HOLD" + " " * 5000 + "."])
def test_a_line_too_long_to_be_an_action_is_refused(line: str) -> None:
    text = _said(line, f"why {'9' * 5000}", "quit")
    assert f"characters, not {len(line):,}." in text
    assert "Type “why” and the number" in text
    assert text.endswith("Good-bye.")


def test_why_names_reason_and_clause() -> None:
    text = _said("why 8", "why 1", "why", "8", "quit")
    assert "Fusiliers: A card of this type has no use in the Deploy Phase. (FUS-3.2)" in text
    assert "FUS-3.2 " in text
    assert "you can choose this" in text
    assert "Type “why” and the number" in text


def test_rules_by_clause_and_chapter() -> None:
    text = _said("?", "? fus-4.4", "? FUS-7", "? FUS-99", "quit")
    assert "FUS-3.2 " in text
    assert "FUS-4.4 " in text
    assert "FUS-7.1 " in text
    assert "FUS-7.3 " in text
    assert "There is no clause “FUS-99”" in text


def test_undo_save_and_go_on(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    text = _said("END_DEPLOY", "undo", "END_DEPLOY", f"save {file}", "save", "log", "piles", "help", "quit")
    assert "Undone." in text
    assert f"Continue with: grognard play {file}" in text
    session = replayed(read_journal(file), grognard.load)
    assert session.view(0).phase == "declare"
    assert session.outcome() is None


def test_a_game_that_is_gone_on_with_tells_what_came_since_the_last_choice() -> None:
    table, written = _table(iter(["1", "1", "1", "1", "quit"]), [None, bot("greedy")])
    table.run()
    session = replayed(table.session.journal, grognard.load)
    seating = Seating(session, [None, bot("greedy")])
    assert "Red attacks with Skirmishers." in [event.text for event in seating.events(0, seating.chose[0])]
    assert "You declare an attack." not in [event.text for event in seating.news(0)]
    PlainTable(session, seating.bots, lambda _prompt: "quit", written.append).run()
    again = "\n".join(written).rpartition("You are Blue.")[2]
    assert "Red attacks with Skirmishers." in again
    assert "You declare an attack." not in again


def test_you_are_told_whom_you_play_against() -> None:
    assert "You are Blue.\nYou play against Sergeant Duval (greedy)." in _said("quit")
    assert "against" not in _said("", "quit", bots=[None, None]).partition("Turn")[0]


def test_between_two_people_hands_stay_hidden_and_undo_is_asked_for() -> None:
    text = _said("", "END_DEPLOY", "undo", "no", "HOLD", "END_EXCHANGE", "", "quit", bots=[None, None])
    assert "Red, may Blue undo the last choice?" in text
    assert "Red does not agree." in text
    assert "Red decides. Hand over, then press Enter." in text
    after = text.rpartition("Hand over, then press Enter.")[2]
    assert "Blue's hand: 10 cards." in after
    assert "Your hand: " in after


def test_resign() -> None:
    assert _said("resign").endswith("You resigned.")


def test_replay_shows_the_game_and_stops_when_asked(tmp_path: Path) -> None:
    table, _written = _table(_forever("1"), [None, bot("greedy")])
    table.run()
    table.session.save(tmp_path / "game.jsonl")
    record = read_journal(tmp_path / "game.jsonl")
    shown: list[str] = []
    replay(record, grognard.load, shown.append, None)
    assert shown[-1] == "Red wins: Blue has no troops left."
    stopped: list[str] = []
    replay(record, grognard.load, stopped.append, _twice())
    assert 0 < len(stopped) < len(shown)


def _twice() -> Callable[[], bool]:
    answers = iter([True, False])
    return lambda: next(answers)


# -- what would the computer do? -----------------------------------------------------------------------------------


def test_a_hint_says_where_to_look_and_then_names_a_choice_a_chance_and_the_next_best() -> None:
    text = _said("END_DEPLOY", "hint", "quit")
    assert re.search(r"\n(Both|[\w ]+ of) your [\w ]*moves [^\n]*\. Type “hint” again to see the choice\.\n", text)
    assert "The computer would choose" not in text
    text = _said("END_DEPLOY", "hint", "hint", "quit")
    assert "The computer is thinking for 2 seconds. Press Control-C to stop it." in text
    assert re.search(r"\nThe computer would choose: (Attack|Hold)[^\n]*\. Chance of winning: \d+%\.\n", text)
    assert re.search(r"\nNext best: (Attack|Hold)[^\n]* \(\d+%\)\.\nA draw counts as half a win\.\n", text)
    assert text.count("== Turn 1") == 2, "nothing was played"


def test_a_hint_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = 0

    def interrupted(*_asked: object) -> list[Weighed]:
        nonlocal asked
        asked += 1
        if asked == 3:
            raise KeyboardInterrupt
        return [Weighed("HOLD", "Hold", 10, 0.25)]

    monkeypatch.setattr(plain, "weigh", interrupted)
    text = _said("hint", "quit")
    assert "The computer would choose: Hold. Chance of winning: 25%." in text
    assert "Next best" not in text
    assert asked == 3
    monkeypatch.setattr(plain, "weigh", lambda *_asked: (_ for _ in ()).throw(KeyboardInterrupt))
    assert "The computer was stopped before it found a move." in _said("hint", "quit")


def test_a_card_is_read_by_number_and_by_name_with_its_rule_and_its_history() -> None:
    text = _said("read 2", "read 1", "card fusiliers", "read", "quit")
    assert "Cacadores: Light Infantry, force 2.\nUnit. Discard it" in text
    assert re.search(r"\nHistory: .*\.\nBlue> ", text)
    assert "This choice plays no card." in text
    assert "Fusiliers: Infantry, force 1." in text
    assert "Type “read” and the number of a choice" in text


def test_a_copy_of_a_card_is_read_without_its_number() -> None:
    table, _written = _table(iter([]), [None, bot("greedy")])
    table.session = Session(grognard.load("company-commander"), 7, ["human", "greedy"])
    squad = next(card for card in table.session.game.card_views if card.copy == 2)
    assert table._names(squad) == {squad.name.lower(), squad.name.lower().removesuffix(" 2")}


def test_a_notation_is_played_even_if_it_begins_like_a_command() -> None:
    table, written = _table(iter([]), [None, bot("greedy")])
    view = table.session.view(0)
    first = msgspec.structs.replace(view.actions[0], notation="CARD 1")
    view = msgspec.structs.replace(view, actions=(first, *view.actions[1:]))
    assert not table._obey("card 1", view)
    assert written.pop() == "This choice plays no card."
    assert table._obey("CARD 1", view)
    assert table.session.view(0).ply == 1


def test_a_rule_is_told_with_the_first_choice_and_what_several_rolls_need_once() -> None:
    written: list[str] = []
    session = Session(grognard.load("company-commander"), 7, ["human", "greedy"])
    typed = iter(["1"] * 5 + ["quit"])
    table = PlainTable(session, [None, bot("greedy")], lambda _prompt: next(typed), written.append)
    table.run()
    text = "\n".join(written)
    assert text.count("Deploy Rifle Squad 1 [No special trait]") == 1
    assert text.count("Deploy Rifle Squad 1") > 1
    assert text.count("Artillery Barrage rolls ") == 4
    assert text.count("    8 or more pins, 11 or more is a casualty: ") == 1
    assert "\nEmpty: " in text


def test_help_cites_the_clause_in_question_and_explains_the_types() -> None:
    text = _said("help", "quit")
    assert "“? FUS-3.2” for any clause, “? FUS-3” for a chapter" in text
    assert "IU is Infantry" in text


def test_clauses_are_told_without_signs_of_markdown() -> None:
    told = in_plain_words("**Bold** and [a page](x.md):\n\n| A | B |\n|---|---|\n| 1 | 2 |")
    assert told == "Bold and a page:\n\n  A; B\n  1; 2"


@pytest.mark.parametrize(
    ("slug", "numbers", "name", "told"),
    [
        ("outpost", {}, "Infantry 2", "Infantry 2"),
        ("outpost", {"Infantry 2.force": 3}, "Infantry 2", "Infantry 2 INF 3"),
        ("outpost", {"Infantry 2.force": 3}, "Infantry 1", "Infantry 1"),
        ("fusillade", {}, "Captain", "Captain LS 3"),
    ],
)
def test_what_a_name_says_itself_is_not_told_twice(slug: str, numbers: dict[str, int], name: str, told: str) -> None:
    [card] = [card for card in grognard.load(slug, overrides=numbers).card_views if card.name == name]
    assert face(card) == told


def test_house_rules_are_named_at_the_start() -> None:
    written: list[str] = []
    session = Session(grognard.load("fusillade", {"halve": "down"}), 7, ["human", "greedy"])
    PlainTable(session, [None, bot("greedy")], lambda _prompt: "quit", written.append).run()
    assert "House rule: Rounding when casualties are halved: Down, so that 7 becomes 3 (FUS-5.2)." in written


def _match(*lines: str) -> tuple[PlainTable, str]:
    written: list[str] = []
    typed = iter(lines)

    def read(prompt: str) -> str:
        written.append(prompt)
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    session = Session(grognard.load("fusillade"), 7, ["human", "greedy"])
    table = PlainTable(session, [None, bot("greedy")], read, written.append, Match(3))
    table.run()
    return table, "\n".join(written)


def test_a_match_goes_on_from_the_other_seat_until_it_is_decided() -> None:
    table, text = _match("resign", "", "resign", "")
    first, between, second = text.partition("\nEnter: game 2 of 3, q: stop> \n")
    assert first.endswith("You resigned.\nAfter game 1 of 3: you 0, the computer 1.")
    assert between
    assert f"seed {next_seed(7)}." in second
    assert "\nGame 2 of 3: you swap sides and are now Red. You 0, the computer 1.\n" in second
    assert second.endswith("You resigned.\nThe match goes to the computer, 2 to 0.")
    assert table.session.journal.header.seats == ("greedy", "human")
    assert replayed(table.session.journal, grognard.load).outcome() is not None


@pytest.mark.parametrize("lines", [("resign", "q"), ("resign", " Quit "), ("resign",)])
def test_a_match_can_be_stopped_between_its_games(lines: tuple[str, ...]) -> None:
    table, text = _match(*lines)
    assert text.rstrip("\n").endswith("Enter: game 2 of 3, q: stop> ")
    assert table.session.seed == 7


def _seed_3(ask: Ask | None, *lines: str) -> str:
    """Seed 3 begins with three windows that Blue's hand cannot answer."""
    table, written = _table(iter([*lines, "quit"]), [None, bot("greedy")], seed=3, ask=ask)
    table.run()
    return "\n".join(written)


@pytest.mark.parametrize("ask", [None, "useful"])
def test_it_goes_on_by_itself_where_there_is_nothing_to_choose_and_says_so(ask: Ask | None) -> None:
    text = _seed_3(ask, "auto")
    assert "Enemy Blunders" not in text
    assert "  Red declares an attack.\nYou passed: nothing to decide.\n  Red attacks with Jagers." in text
    assert "You are asked everything." in text


def test_who_wants_to_is_asked_everything() -> None:
    text = _seed_3("always", "1")
    assert "Enemy Blunders" in text
    assert "for you:" not in text


def test_headlines_are_marked_and_reckoned_up_and_bookkeeping_is_only_in_the_log() -> None:
    told, _, log = _seed_3(None, "log").partition("Blue> ")
    assert "! Red adds “Sharpshooters”. The attack causes 6 casualties (3 + 3).\n    Casualties: Jagers +3, " in told
    assert "Red draws 3 cards." not in told
    assert "  Red draws 3 cards. [FUS-2.4]\n" in log
    assert "! The attack causes 6 casualties (3 + 3). [FUS-5.1]\n" in log
    assert "  You pass. [FUS-4.2]\n" in log
    assert "You pass." not in told


def test_after_a_choice_only_what_has_changed_is_told() -> None:
    _, asked, again, table, _ = _said("2", "6", "table", "quit").split("Blue> ")
    assert "Deck: 80 cards." not in asked
    assert "Discard pile: 1 card" in asked
    assert "Deck: 78 cards." in again
    assert re.search(r"\nNew in your hand: \S.* and .*\.\n", again)
    assert "Red's hand: 7 cards." not in again
    assert "Red's hand: 7 cards." in table
    assert "1  End the Deploy Phase" in table


def test_between_people_everything_is_asked() -> None:
    table, written = _table(iter(["", "auto", "quit"]), [None, None], seed=3)
    table.run()
    assert any(line.startswith("Between people every question is asked") for line in written)
    assert not table.seating.goes_on


def test_between_people_nobody_can_have_it_go_on() -> None:
    session = Session(grognard.load("fusillade"), 3, ["human", "human"])
    with pytest.raises(BadInput, match="Between people every question is asked"):
        Seating(session, [None, None], ask="useful")
    assert not Seating(session, [None, None], ask="always").goes_on


@pytest.mark.parametrize(("seat", "result"), [(0, "You lose."), (1, "You win.")])
def test_the_result_is_told_to_the_person(seat: int, result: str) -> None:
    greedy = bot("greedy")
    session = Session(grognard.load("fusillade"), 3, ["human", "greedy"])
    seating = Seating(session, [None, greedy] if seat == 0 else [greedy, None])
    assert seating.result() == ""
    session.resign(0)
    assert seating.result() == result
    assert Seating(session, [None, None]).result() == ""


@pytest.mark.parametrize("free", [True, False])
def test_a_line_is_closed_unasked_only_where_nobody_chose_its_units(free: bool) -> None:
    """With a unit laid that could be no other, there is nothing to step back to; else that is a choice."""
    sessions = (Session(grognard.load("fusillade"), seed, ["human", "greedy"]) for seed in range(1000))
    session = next(found for found in sessions if _can_but_close(found, free))
    at = len(session.positions) - 1
    assert session.view(0).can_step_back
    assert (only_choice(session.positions, at, 0) is None) == free
    assert only_choice(session.positions, at, 1) is None
    assert only_choice(session.positions, 0, 0) is None


def _can_but_close(session: Session, free: bool) -> bool:
    """Attacks with one unit: can the seat then but close the line, and was the unit its own free choice?"""
    choices = 0
    for wanted in ("END_DEPLOY", "ATTACK", "PASS_BLUNDER", "UNIT"):
        legal = {session.state.action_to_string(action): action for action in session.state.legal_actions()}
        found = next((notation for notation in legal if notation.split()[0] == wanted), None)
        if found is None:
            return False
        choices = len(legal)
        session.play(session.state.current_player(), legal[found])
    return len(session.state.legal_actions()) == 1 and session.state.current_player() == 0 and (choices > 1) == free


def test_undo_leads_to_what_was_asked_last() -> None:
    """What went by itself would at once do so again, and nothing were undone."""
    greedy = bot("greedy")
    seating = Seating(Session(grognard.load("company-commander"), 7, ["human", "greedy"]), [None, greedy])
    session, further = seating.session, 0
    while session.outcome() is None and further < 3:
        seat = session.state.current_player()
        unasked = seating.unasked()
        if seat == 0 and unasked is None:
            with suppress(CannotUndo):
                further += _undone(seating) > 1
        action = unasked[1] if unasked is not None else int(greedy.choose(session.information(seat)))
        session.play(seat, action)
    assert further == 3


def _undone(seating: Seating) -> int:
    """How many of his own actions a person takes back at once; he does them again."""
    actions = [entry for entry in seating.session.journal.entries if isinstance(entry, Action)]
    before = seating.session.state.ply
    seating.take_back(0)
    assert seating.unasked() is None
    assert seating.view(0).actions
    taken = actions[int(seating.session.state.ply - before) :]
    for action in taken:
        seating.session.enter(action)
    return sum(action.seat == 0 for action in taken)
