"""The table that fills the terminal: played by keys and mouse, and looked at as it is drawn."""

from __future__ import annotations

import asyncio
import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from html import unescape
from pathlib import Path

import msgspec
import pytest
from textual.binding import Binding
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

import grognard
from grognard.bots import Bot, bot
from grognard.bots.workers import SearchTask as Asked
from grognard.bots.workers import Weighed, Workers
from grognard.kernel.views.view import View
from grognard.play.journal import Action, read_journal
from grognard.play.matches import SINGLE, Match, next_seed
from grognard.play.session import Session, replayed
from grognard.tui import terminal
from grognard.tui.dialogs import AskPath, Piles, Question, Reader, Rules
from grognard.tui.screen import KEYS, KEYS_TOLD, ScreenTable, TableScreen
from grognard.tui.widgets import CardWidget
from tools.screenshots_terminal import write_screenshot

Play = Callable[[ScreenTable, Pilot[str]], Awaitable[None]]
SHORT = 35  # the deal of a short game between greedy players
TEXT = re.compile(r'<text [^>]*y="([0-9.]+)"[^>]*>(.*?)</text>')


def _session(seed: int = 7, names: Sequence[str] = ("human", "greedy"), troops: int = 100) -> Session:
    return Session(grognard.load("fusillade", options={"troops": troops}), seed, names)


def _bots(session: Session) -> list[Bot | None]:
    return [None if name == "human" else bot(name) for name in session.journal.header.seats]


def _at(
    session: Session, play: Play, size: tuple[int, int] = (80, 24), file: Path | None = None, pace: float = 0,
    match: Match = SINGLE,
) -> ScreenTable:  # fmt: skip
    """Plays at a table of this session; the table as it was left."""
    table = ScreenTable(session, _bots(session), pace=pace, file=file, match=match)

    async def run() -> None:
        async with table.run_test(size=size) as pilot:
            await _settle(pilot)
            await play(table, pilot)

    asyncio.run(run())
    return table


async def _settle(pilot: Pilot[str]) -> None:
    """Waits until no bot moves any more."""
    await _wait_for_bots(pilot)
    await pilot.pause()


async def _wait_for_bots(pilot: Pilot[str]) -> None:
    await pilot.pause()
    while any(worker.group == "bots" and worker.is_running for worker in pilot.app.workers):
        await asyncio.sleep(0.01)


async def _press(pilot: Pilot[str], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await _settle(pilot)


def _table(table: ScreenTable) -> TableScreen:
    return next(screen for screen in table.screen_stack if isinstance(screen, TableScreen))


def _view(table: ScreenTable) -> View:
    return _table(table).drawn


def _lines(table: ScreenTable) -> list[str]:
    """What stands on the screen, line by line."""
    lines: dict[float, str] = {}
    for y, text in TEXT.findall(table.export_screenshot()):
        lines[float(y)] = lines.get(float(y), "") + unescape(text).replace("\N{NO-BREAK SPACE}", " ")
    return [lines[y] for y in sorted(lines)]


def _shown(table: ScreenTable) -> str:
    return "\n".join(_lines(table))


def _said(table: ScreenTable) -> str:
    return _table(table).said


def _key_of(view: View, notation: str) -> str:
    return str([action.notation for action in view.actions].index(notation) + 1)


def _card(table: ScreenTable, kind: str) -> CardWidget:
    return next(card for card in _table(table).query(CardWidget) if card.has_class(kind))


# -- the picture ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_the_table_shows_what_the_view_holds(size: tuple[int, int]) -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        view, shown = _view(table), _shown(table)
        assert view.seat == 0
        for part in (
            "Turn 1, your turn",
            "Red's hand: 7 cards ▒▒ ▒▒",
            "Your troops: 100",
            "Attack line",
            "Deck: 80",
        ):
            assert part in shown
        assert view.prompt.text.split()[0] in shown
        assert "1  End the Deploy Phase" in shown
        hand = next(zone for zone in view.zones if zone.owner == 0 and zone.key == "hand")
        for card in hand.cards:
            assert card.name[:12] in shown
        assert "? Rules" in shown
        assert "q Quit" in shown

    _at(_session(), play, size)


def test_cards_that_can_be_played_stand_behind_their_key_and_others_behind_a_dash() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        view = _view(table)
        legal = {action.card for action in view.actions if action.card is not None}
        assert {card.handle for card in _table(table).query(CardWidget) if card.has_class("legal")} == legal
        refused = {card.card for card in view.refused}
        assert {card.handle for card in _table(table).query(CardWidget) if card.has_class("refused")} == refused
        number = 1 + next(n for n, action in enumerate(view.actions) if action.card is not None)
        assert re.search(rf"{number} [A-Z]{{2}} \d {view.actions[number - 1].card}", _shown(table))
        assert re.search(rf"– [A-Z]{{2}} \d {view.refused[0].name}", _shown(table))

    _at(_session(), play)


def test_a_screen_that_changes_its_size_is_drawn_anew() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        assert "force " not in _shown(table)
        await pilot.resize_terminal(120, 40)
        await _settle(pilot)
        assert "force " in _shown(table)

    _at(_session(), play)


def test_the_screenshot_is_of_a_window_in_the_middle_of_a_game(tmp_path: Path) -> None:
    write_screenshot(tmp_path / "table.svg")
    shown = (tmp_path / "table.svg").read_text(encoding="utf-8").replace("&#160;", " ")
    assert "Space: Pass" in shown
    assert "Seen on turn" in shown


# -- playing -------------------------------------------------------------------------------------------------------


def _late(left: int) -> Session:
    """A short game of greedy players so many actions before its end, or a little earlier: at a choice of the person."""
    players, chooser = _session(SHORT, ("greedy", "greedy"), troops=50), bot("greedy")
    choices: list[tuple[int, int]] = []
    while players.outcome() is None:
        seat = players.state.current_player()
        choices.append((seat, chooser.choose(players.information(seat))))
        players.play(*choices[-1])
    late = _session(SHORT, troops=50)
    first = max(0, len(choices) - left)
    own = [number for number, (seat, _) in enumerate(choices[: first + 1]) if seat == 0]
    for choice in choices[: max(own, default=0)]:
        late.play(*choice)
    return late


@pytest.mark.parametrize("left", [16, pytest.param(10_000, marks=pytest.mark.soak)])
def test_a_game_is_played_by_keys_to_its_end(left: int) -> None:
    """The whole of it in the soak."""

    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        session = _table(table).session
        chooser = bot("greedy")
        while session.outcome() is None:
            view = _view(table)
            assert view.seat == view.to_move == 0
            action = int(chooser.choose(session.information(0)))
            number = [choice.action for choice in view.actions].index(action)
            if number < 9:
                await pilot.press(str(number + 1))
            else:
                await pilot.press(*["down"] * (number + 1), "enter")
            await _wait_for_bots(pilot)
        await _settle(pilot)
        outcome = session.outcome()
        assert outcome is not None
        shown = _shown(table)
        assert "The game is over" in shown
        assert outcome.why(0) in shown
        assert "Your troops: " in shown
        assert "Red's hand: " in shown
        await _press(pilot, "n")
        assert _table(table).session is not session
        assert _view(table).outcome is None
        assert _view(table).turn == 1 or _view(table).to_move == 0

    _at(_late(left), play)


def test_a_click_on_a_card_plays_it() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        card = _card(table, "legal")
        action = next(action for action in _view(table).actions if action.card == card.handle)
        await pilot.click(card)
        await _settle(pilot)
        assert action.notation in _table(table).session.journal.to_text()

    _at(_session(), play)


def test_a_card_with_several_uses_asks_which() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        card = _card(table, "legal")
        view = _view(table)
        # No card of Fusillade has two uses at once, those of other games have.
        actions = tuple(msgspec.structs.replace(action, card=card.handle) for action in view.actions)
        _table(table).drawn = msgspec.structs.replace(view, actions=actions)
        card.action_choose()
        await _settle(pilot)
        assert f"1: {actions[0].label}" in _shown(table)
        await _press(pilot, "escape")
        assert _table(table).session.view(0).ply == 0
        card.action_choose()
        await _settle(pilot)
        await _press(pilot, "1")
        assert actions[0].notation in _table(table).session.journal.to_text()

    _at(_session(), play)


def test_a_click_in_the_list_plays() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        await pilot.click("#actions", offset=(3, 0))
        await _settle(pilot)
        assert _view(table).phase == "declare"

    _at(_session(), play)


def test_a_refused_card_says_why_with_its_clause_by_mouse_and_by_keys() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        card = _card(table, "refused")
        reason = next(refused.reason for refused in _view(table).refused if refused.card == card.handle)
        await pilot.click(card)
        await _settle(pilot)
        assert f"{reason.text} ({reason.clause})" in _said(table)
        assert reason.text in _shown(table)
        await _press(pilot, "up")
        assert isinstance(table.focused, OptionList)
        _table(table).say("")
        for _ in _table(table).query(CardWidget):
            if not (isinstance(table.focused, CardWidget) and table.focused.handle == card.handle):
                await _press(pilot, "right")
        await _press(pilot, "enter")
        assert f"({reason.clause})" in _said(table)
        assert _view(table).ply == 0

    _at(_session(), play)


def test_space_passes_in_a_window_and_nowhere_else() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        await _press(pilot, "space")
        assert _view(table).ply == 0
        for _ in range(40):
            if _view(table).to_move == _view(table).active:
                await _press(pilot, "1")
        ply = _view(table).ply
        assert "Space: Pass" in _shown(table)
        await _press(pilot, "space")
        assert _view(table).ply > ply
        assert any("Blue passes." in event.text for event in _table(table).session.events(0))

    _at(_session(), play)


def test_while_a_bot_moves_the_table_stands_and_answers_who_decides() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        for _ in range(10):
            if _view(table).to_move == 0:
                await pilot.press("1")
                await pilot.pause()
        await pilot.press("u")
        await pilot.pause()
        assert _said(table).startswith("Red ")
        assert _view(table).prompt.text in _shown(table)
        await pilot.press("q", "q")

    _at(_session(), play, pace=30)


def test_bots_among_themselves_are_watched() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        assert "The game is over" in _shown(table)
        assert _view(table).seat is None

    _at(_session(SHORT, ("greedy", "greedy"), troops=50), play)


# -- headlines, and what goes by itself ----------------------------------------------------------------------------


def _band(table: ScreenTable) -> str:
    return str(_table(table).query_one("#band", Static).content)


def test_headlines_stand_above_the_field_until_the_next_choice() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        assert _band(table) == ""
        await _press(pilot, "1", "1", "1", "1", "1")
        assert _band(table).splitlines() == [
            "The attack causes 10 casualties (2 + 3 + 2 + 3).",
            "Casualties: Skirmishers +2, Cover of Woods +3, Harassment +2, Broken +3 = 10 troop points.",
            "You lose 10 troops: 100 to 90.",
        ]
        assert "You lose 10 troops: 100 to 90." in _shown(table)
        assert not table.screen.query_one("#log").display
        assert _said(table) == "You passed: nothing to decide."
        await _press(pilot, "1")
        assert _band(table) == ""
        assert table.screen.query_one("#log").display

    _at(_session(), play)


def test_while_the_computer_moves_a_key_goes_on_at_once() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        for keys, turn, phase in ((("1", "1"), 1, "units"), (("1", "1"), 2, "counter")):  # attacks; then Red does
            await pilot.press(*keys)
            for _ in range(1000):  # a single pace is longer than all of these
                if (_view(table).turn, _view(table).phase) == (turn, phase):
                    break
                await pilot.press("enter")
                await asyncio.sleep(0.01)
            assert (_view(table).turn, _view(table).phase) == (turn, phase)
        assert "Skirmishers" in _shown(table)
        await pilot.press("q", "q")

    _at(_session(), play, pace=3600)


def test_a_card_is_read_with_its_rule_and_its_history() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        await _press(pilot, "i")
        assert _said(table).startswith("Go to a card")
        await _press(pilot, "down", "down", "i")
        assert isinstance(table.screen, Reader)
        assert "Cacadores: Light Infantry, force 2." in _shown(table)
        assert "History: " in _shown(table)
        await _press(pilot, "escape", "right", "i")
        assert isinstance(table.screen, Reader)

    _at(_session(), play)


def test_every_key_is_told() -> None:
    told = {line.split()[0].casefold() for line in KEYS_TOLD.splitlines()} | {"up,down", "left", "right", "escape", "n"}
    keys = {str(binding.key_display or binding.key) for binding in TableScreen.BINDINGS if isinstance(binding, Binding)}
    assert keys <= told
    assert not keys & set(KEYS)


# -- thinking ------------------------------------------------------------------------------------------------------


async def _wait_for_advice(pilot: Pilot[str]) -> None:
    async with asyncio.timeout(30):
        while not isinstance(pilot.app.screen, Question):
            await asyncio.sleep(0.02)
    await pilot.pause()


def test_a_hint_says_what_the_computer_would_do_and_can_be_played() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        await _press(pilot, _key_of(_view(table), "END_DEPLOY"))
        await pilot.press("h")
        await pilot.pause()
        assert re.match(r"The computer is thinking: \d of 8\. Press Escape to stop it\.", _said(table))
        await _wait_for_advice(pilot)
        assert isinstance(table.screen, Question)
        where = str(table.screen.text)
        assert re.match(r"(Both|[\w ]+ of) your [\w ]*moves ", where)
        await pilot.press("enter")
        async with asyncio.timeout(30):
            while not isinstance(table.screen, Question) or str(table.screen.text) == where:
                await asyncio.sleep(0.02)
        labels = {action.label: action.notation for action in _view(table).actions}
        question = table.screen
        assert isinstance(question, Question)
        advised = re.match(
            r"The computer would choose: (.*)\. Chance of winning: \d+%\.\n\nNext best: ", str(question.text)
        )
        assert advised
        ply = _view(table).ply
        await pilot.press("enter")
        await _settle(pilot)
        actions = [entry.do for entry in _table(table).session.journal.entries if isinstance(entry, Action)]
        assert actions[1] == labels[advised[1]]
        assert _view(table).ply > ply

    _at(_session(), play)


def test_a_hint_is_stopped_and_need_not_be_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    weigh = Workers.weigh

    async def counted(workers: Workers, position: Asked, seconds: float, turn: int) -> list[Weighed]:
        asked.append(turn)
        return await weigh(workers, position, seconds, turn)

    monkeypatch.setattr(Workers, "weigh", counted)

    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        await pilot.press("h")
        async with asyncio.timeout(30):
            while "1 of 8" not in _said(table):
                await asyncio.sleep(0.02)
        await pilot.press("escape")
        await _wait_for_advice(pilot)
        assert len(asked) < 8, "there were more rounds to come"
        await pilot.press("escape")
        await pilot.pause()
        assert _view(table).ply == 0
        assert _said(table).startswith("The computer would choose: ")

    _at(_session(), play)


def test_a_hint_comes_to_nothing_if_one_plays_meanwhile() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        await pilot.press("h", _key_of(_view(table), "END_DEPLOY"))
        while any(worker.group == "hint" and worker.is_running for worker in table.workers):
            await asyncio.sleep(0.02)
        await pilot.pause()
        assert not isinstance(table.screen, Question)

    _at(_session(), play)


def test_while_a_bot_searches_the_screen_stays_alive() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        thought = 0
        while _view(table).to_move == 0:
            plain = [action.notation for action in _view(table).actions if " " not in action.notation]
            await pilot.press(_key_of(_view(table), plain[-1]))
            await pilot.pause()
        while any(worker.group == "bots" and worker.is_running for worker in table.workers):
            await asyncio.sleep(0.01)
            thought += "Red is thinking" in _said(table)
        assert thought > 5, "the search was waited for"

    _at(_session(7, ("human", "ismcts:iterations=50+seconds=0.5")), play)


# -- taking back, saving, resigning, leaving -----------------------------------------------------------------------


async def _open_a_frame(table: ScreenTable, pilot: Pilot[str]) -> None:
    """Holds, and chooses a first card to exchange."""
    await _press(pilot, _key_of(_view(table), "END_DEPLOY"))
    await _press(pilot, _key_of(_view(table), "HOLD"))
    await _press(pilot, "2")
    assert _view(table).can_step_back


def test_undo_in_an_open_frame() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        await _open_a_frame(table, pilot)
        assert "To exchange" in _shown(table)
        await _press(pilot, "u")
        assert not _view(table).can_step_back
        assert "Undone." in _shown(table)
        assert "To exchange" not in _shown(table)

    _at(_session(), play)


def test_what_cannot_be_taken_back_says_so() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        await _press(pilot, "u")
        assert "nothing to undo yet" in _said(table)

    _at(_session(), play)


def test_save_and_go_on(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"

    async def save(table: ScreenTable, pilot: Pilot[str]) -> None:
        await _press(pilot, _key_of(_view(table), "END_DEPLOY"), "s")
        assert isinstance(table.screen, AskPath)
        await _press(pilot, "ctrl+u", *"game.jsonl", "enter")
        assert _said(table) == "Saved. Continue with: grognard play game.jsonl"
        await _press(pilot, "q")  # nothing has happened since: nothing is asked

    async def go_on(table: ScreenTable, pilot: Pilot[str]) -> None:
        assert _view(table).phase == "declare"
        await _press(pilot, _key_of(_view(table), "HOLD"), "q")
        assert isinstance(table.screen, Question)
        await _press(pilot, "escape")
        assert _view(table).phase == "exchange"
        await _press(pilot, "q", "s", "enter")

    there = Path.cwd()
    os.chdir(tmp_path)
    try:
        table = _at(_session(), save)
    finally:
        os.chdir(there)
    assert table.return_value == "Continue with: grognard play game.jsonl"
    table = _at(replayed(read_journal(file), grognard.load), go_on, file=file)
    assert table.return_value == f"Continue with: grognard play {file}"
    assert replayed(read_journal(file), grognard.load).view(0).phase == "exchange"


def test_a_file_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        await _press(pilot, "s", "enter")
        assert "cannot be written" in _said(table)
        await _press(pilot, "s", "escape")
        assert isinstance(table.screen, TableScreen)

    _at(_session(), play, file=tmp_path / "no" / "game.jsonl")


def test_resigning_asks_first() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        await _press(pilot, "r", "n")
        assert _view(table).outcome is None
        await _press(pilot, "r", "y")
        assert "You lose." in _shown(table)
        assert "You resigned." in _shown(table)
        await _press(pilot, "t")
        assert isinstance(table.screen, TableScreen)
        await _press(pilot, "q", "q")

    assert _at(_session(), play).return_value == "Good-bye."


def test_a_match_goes_on_from_the_other_seat_until_it_is_decided() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        await _press(pilot, "r", "y")
        assert "After game 1 of 3: you 0, the computer 1." in _shown(table)
        assert "N: game 2 of 3" in _shown(table)
        await _press(pilot, "enter")
        assert _view(table).seat == 1
        assert _table(table).session.seed == next_seed(7)
        assert "Game 2 of 3: you swap sides and are now Red. You 0, the computer 1." in _shown(table)
        await _press(pilot, "r", "y")
        assert "The match goes to the computer, 2 to 0." in _shown(table)
        await _press(pilot, "t", "n")
        assert _table(table).seating.match == Match(3)
        assert _view(table).seat == 1

    _at(_session(), play, match=Match(3))


def test_control_c_asks_and_who_insists_is_let_go() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        await _press(pilot, "1", "ctrl+c")
        assert "Save the game before you leave?" in _shown(table)
        await _press(pilot, "ctrl+q")

    assert _at(_session(), play).return_value == "Good-bye."


# -- rules, log, piles ---------------------------------------------------------------------------------------------


def test_the_rules_open_at_the_clause_of_the_prompt_and_can_be_browsed() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        await _press(pilot, "question_mark")
        assert isinstance(table.screen, Rules)
        shown = _shown(table)
        assert "FUS-3.2 Abilities." in shown
        assert "newly drawn cards" in shown
        await _press(pilot, "down")
        assert "FUS-3.3 Draw." in _shown(table)
        await _press(pilot, "escape")
        assert isinstance(table.screen, TableScreen)

    _at(_session(), play)


def test_log_and_piles() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        await _press(pilot, _key_of(_view(table), "END_DEPLOY"))
        await _press(pilot, _key_of(_view(table), "HOLD"), "2", "1", "l")
        assert isinstance(table.screen, Reader)
        assert "You hold. (FUS-4.1)" in _shown(table)
        await _press(pilot, "escape", "d")
        assert isinstance(table.screen, Piles)
        assert "Discard pile: " in _shown(table)
        await _press(pilot, "right")
        assert isinstance(table.focused, CardWidget)
        assert table.focused.about.split(".")[0] in _shown(table)

    _at(_session(), play)


# -- two people at one screen --------------------------------------------------------------------------------------


def _hand(table: ScreenTable, seat: int) -> list[str]:
    view = _table(table).session.view(seat)
    return [card.name for zone in view.zones if zone.owner == seat and zone.key == "hand" for card in zone.cards]


def _texts(table: ScreenTable) -> str:
    """All that any widget of any screen holds, seen or not, with what it says of itself when pointed at."""
    widgets = [widget for screen in table.screen_stack for widget in screen.walk_children()]
    texts = [str(widget.content) for widget in widgets if isinstance(widget, Static)]
    texts += [str(widget.tooltip) for widget in widgets if isinstance(widget, CardWidget)]
    for listed in (widget for widget in widgets if isinstance(widget, OptionList)):
        texts += [str(listed.get_option_at_index(number).prompt) for number in range(listed.option_count)]
    return "\n".join(texts)


def _hidden(table: ScreenTable, seat: int) -> None:
    shown, held = _shown(table), _texts(table)
    assert _hand(table, seat)
    for name in _hand(table, seat):
        assert name not in shown
        assert name not in held


def test_between_two_people_no_hand_is_seen_while_the_screen_is_handed_over() -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        assert "Blue decides. Hand over" in _shown(table)
        _hidden(table, 0)
        _hidden(table, 1)
        await _press(pilot, "enter")
        assert _hand(table, 0)[0] in _shown(table)
        _hidden(table, 1)
        await _press(pilot, _key_of(_view(table), "END_DEPLOY"))
        await _press(pilot, _key_of(_view(table), "HOLD"))
        for _ in range(5):
            if _view(table).seat == 0:
                await _press(pilot, "1")
        assert "Red decides. Hand over" in _shown(table)
        await _press(pilot, "escape", "1", "space")
        assert "Red decides. Hand over" in _shown(table)
        _hidden(table, 0)
        _hidden(table, 1)
        await _press(pilot, "enter")
        assert _view(table).seat == 1
        _hidden(table, 0)
        assert _hand(table, 1)[0] in _shown(table)

    _at(_session(names=("human", "human")), play)


@pytest.mark.parametrize(("answer", "phase"), [("y", "deploy"), ("n", "declare")])
def test_undo_against_a_person_asks_him(answer: str, phase: str) -> None:
    async def play(table: ScreenTable, pilot: Pilot[str]) -> None:
        await _press(pilot, "enter", "1", "u")
        assert "Red, may Blue undo the last choice?" in _shown(table)
        _hidden(table, 0)
        await _press(pilot, answer)
        assert "Blue decides. Hand over" in _shown(table)
        await _press(pilot, "enter")
        assert _view(table).phase == phase
        assert _said(table) == ("Undone." if answer == "y" else "Red does not agree.")

    _at(_session(names=("human", "human")), play)


# -- where the terminal cannot do it -------------------------------------------------------------------------------


class _Terminal:
    """Says that it is one."""

    def isatty(self) -> bool:
        return True


def _good_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", _Terminal())
    monkeypatch.setattr(sys, "stdout", _Terminal())
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("LINES", "20")


def test_a_good_terminal_has_no_obstacle(monkeypatch: pytest.MonkeyPatch) -> None:
    _good_terminal(monkeypatch)
    assert terminal.obstacle() is None


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("TERM", "dumb", "only writes lines"),
        ("TERM", "", "only writes lines"),
        ("COLUMNS", "59", "60 columns and 20 lines"),
        ("LINES", "19", "60 columns and 20 lines"),
    ],
)
def test_a_lesser_terminal_is_an_obstacle(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str
) -> None:
    _good_terminal(monkeypatch)
    monkeypatch.setenv(name, value)
    assert sentence in (terminal.obstacle() or "")


def test_without_textual_there_is_an_obstacle(monkeypatch: pytest.MonkeyPatch) -> None:
    _good_terminal(monkeypatch)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert "grognard[tui]" in (terminal.obstacle() or "")


def test_through_a_pipe_the_game_goes_line_by_line_after_one_sentence() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "grognard", "play", "fusillade", "--seed", "7"],
        input="quit\n",
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert run.stderr == "This is not a terminal, so the game is shown line by line.\n"
    assert run.stdout.endswith("Good-bye.\n")


def test_textual_is_not_imported_before_it_is_needed() -> None:
    code = "import sys, grognard.cli; grognard.cli.main(['--help']); sys.exit('textual' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, timeout=60)
