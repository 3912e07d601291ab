"""What recorders write down of cards: whose they are, who drew them by what chance, and what was done with them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from grognard.bots import bot
from grognard.bots.own_players import maker_of
from grognard.lab import recording
from grognard.lab.instrumented import NO_PIECE, Cards, Follower
from grognard.lab.recording import GameRow, planned, record
from grognard.play.session import bot_seed
from grognard.registry import load, registered_names


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[GameRow]:
    """Games of one game whose cards are each there once."""
    return record(planned(load("fusillade"), ("greedy", "random"), 3), 20, tmp_path_factory.mktemp("games"))


@pytest.mark.parametrize("slug", registered_names())
def test_what_lies_hidden_is_what_the_position_says(slug: str) -> None:
    """Recorders follow hands by what is told, which is quick; the facts of positions say the same of actions."""
    cards, found = Cards(load(slug)), Counter[bool]()
    seats = range(len(cards.game.seats))
    for number in range(4):
        state = cards.game.new_initial_state(number)
        follower = Follower(cards, state)
        bots = [bot("greedy" if number % 2 and seat % 2 == 0 else "random") for seat in seats]
        follower.hidden.follow(state.recorder)
        while not state.is_terminal():
            seat = follower.asked()
            action = bots[seat].choose(cards.game.information(state, seat, bot_seed(number, seat)))
            piece = cards.about[action]
            if piece != NO_PIECE:
                facts, name = state.to_dict(), cards.game.pieces[piece]
                hidden = [facts.get(f"{place} {seat}", []) for place in ("hand", "drawn")]
                lies_there = any(isinstance(one, list) and name in one for one in hidden)
                found[lies_there == (follower.hidden.holds(seat, action) == piece)] += 1
            follower.note(seat, action, len(state.legal_actions()) > 1)
            state.apply_action(action)
            follower.hidden.follow(state.recorder)
    # Of copies nobody can tell which is meant: there the two may differ now and then.
    assert found[False] <= (0 if all(cards.single) else 0.03 * found.total())
    assert found[True] > 10


@pytest.mark.parametrize(
    ("slug", "given_up"),
    [
        ("company-commander", {"DISCARD"}),
        ("fusillade", {"EXCHANGE", "TRIM"}),
        ("green-troops", {"DISCARD"}),
        ("outpost", set()),
        ("three-emperors", {"TRIM", "GIVE"}),
    ],
)
def test_what_is_given_up_is_not_played(slug: str, given_up: set[str], tmp_path: Path) -> None:
    game = load(slug)
    verbs = game.actions.verbs
    for row in record(planned(game, ("greedy", "random"), 3), 20, tmp_path):
        discarded = sum(verbs[action] in given_up for action in row.actions)
        chosen, played = (sum(sum(side.values()) for side in counts) for counts in (row.chosen, row.played))
        # What was chosen when the game ended may not have done anything yet.
        assert discarded <= chosen - played <= discarded + 3
        assert played > 0


def test_nobody_plays_what_he_did_not_draw(rows: list[GameRow]) -> None:
    for row in rows:
        for drawn, chosen, played in zip(row.drawn, row.chosen, row.played, strict=True):
            assert all(times <= drawn[card] for card, times in chosen.items())
            assert all(times <= chosen[card] for card, times in played.items())


def test_luck_is_nothing_on_the_whole(rows: list[GameRow]) -> None:
    """Who draws one card draws no other; and over many games every card comes as often as it must."""
    for row in rows:
        assert sum(row.luck.values()) == pytest.approx(0, abs=1e-4)
        differing = [card for card in row.luck if row.drawn[0].get(card, 0) != row.drawn[1].get(card, 0)]
        assert any(row.luck[card] for card in differing)


def test_a_game_that_ends_anywhere_writes_the_same_row_in_any_company(tmp_path: Path) -> None:
    """What a recorder keeps in mind of one game changes nothing in the next."""
    game = load("fusillade")
    plan = planned(game, ("random", "greedy"), 1)
    many = record(plan, 30, tmp_path)
    cards = Cards(game)
    alone = recording._play(cards, plan, [maker_of(game, name) for name in plan.bots], 29)
    assert many[29] == alone


def test_games_are_kept_unless_something_changes_that_plays_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.resources.files", lambda _package: tmp_path)
    game = tmp_path / "games" / "ford"
    bots, words = tmp_path / "bots" / "greedy.py", tmp_path / "lab" / "report" / "words.py"
    rules, scenario = game / "rules.py", game / "tests" / "test_rules.py"
    files = (bots, words, rules, scenario)
    for file in files:
        file.parent.mkdir(parents=True)
        file.write_text("1")

    def changed(file: Path) -> bool:
        before = recording._program.__wrapped__(game)
        file.write_text("2")
        return bool(recording._program.__wrapped__(game) != before)

    assert [changed(file) for file in files] == [True, False, True, False]
