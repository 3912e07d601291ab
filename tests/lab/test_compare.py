"""Comparisons: what is planted comes first, and where nothing changes nothing is marked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy
import pytest

from grognard.games.three_emperors import events
from grognard.kernel.engine.state import State
from grognard.kernel.game import Game
from grognard.lab.compare import comparison, differences
from grognard.lab.estimates import chance_of
from grognard.lab.recording import GameRow, planned, record
from grognard.lab.report.comparing import CARDS, page_of
from grognard.registry import load


def _rows(folder: Path, game: Game, level: str, games: int, seed: int = 0) -> list[GameRow]:
    return record(planned(game, (level, level), seed), games, folder)


def test_a_card_that_is_far_too_strong_shows_in_the_length_first(tmp_path: Path) -> None:
    strong = load("fusillade", {}, {"Old Guard.force": 9})
    found = differences(*(_rows(tmp_path, game, "random", 120) for game in (load("fusillade"), strong)))
    assert found[0].measure == "turns"
    assert found[0].marked
    assert found[0].change.high < 0


def test_a_house_rule_that_doubles_the_length_shows_there_first(tmp_path: Path) -> None:
    short = load("fusillade", {"troops": 50})
    found = differences(*(_rows(tmp_path, game, "greedy", 50) for game in (short, load("fusillade"))))
    assert {found[0].measure, found[1].measure} == {"turns", "decisions"}
    [turns] = [one for one in found[:2] if one.measure == "turns"]
    assert turns.marked
    assert 1.8 < turns.other / turns.base < 2.4


def test_ten_cards_more_for_who_begins_show_in_his_points_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, usual = load("three-emperors"), Game.new_initial_state

    def richer(self: Game, seed: int = 0, script: Sequence[int] | None = None) -> State:
        state = usual(self, seed, script)
        facts, seat = state.to_dict(), state.current_player()
        hand, deck = facts[f"hand {seat}"], facts["deck"]
        assert isinstance(hand, list)
        assert isinstance(deck, list)
        state.from_dict({**facts, f"hand {seat}": hand + deck[:10], "deck": deck[10:]})
        state.emit(events.Drew(seat, [self.pieces.index(card) for card in deck[:10]], 10))
        return state

    base = _rows(tmp_path / "base", game, "greedy", 200)
    monkeypatch.setattr(Game, "new_initial_state", richer)
    found = differences(base, _rows(tmp_path / "richer", game, "greedy", 200))
    assert found[0].measure == "points of the first player"
    assert found[0].marked
    assert found[0].change.low > 0.2


def test_other_deals_alone_are_no_change(tmp_path: Path) -> None:
    """Games with other deals under the same rules differ from first to last, and their laws do not."""
    game, marked, uncorrected, same = load("outpost"), 0, 0, 0
    for run in range(100):
        one, other = (_rows(tmp_path, game, "random", 50, 2 * run + arm) for arm in range(2))
        found = differences(one, other)
        marked += any(line.marked for line in found)
        uncorrected += any(line.change.low > 0 or line.change.high < 0 for line in found)
        same += sum(old.actions == new.actions for old, new in zip(one, other, strict=True))
    assert marked <= 10
    assert uncorrected > 25  # so that there is something to correct for
    assert same < 100  # of 5,000


@pytest.mark.parametrize("count", [8, 25, 100])
def test_chances_come_as_often_as_they_say(count: int) -> None:
    draws = numpy.random.default_rng(count).normal(size=(20_000, count)).tolist()
    chances = [chance_of(draw) for draw in draws]
    for level in (0.05, 0.005):
        came = sum(chance < level for chance in chances) / len(chances)
        assert came == pytest.approx(level, abs=4 * (level / len(chances)) ** 0.5)


def test_what_is_measured_of_games_is_told_whole_and_of_cards_the_surest(tmp_path: Path) -> None:
    base, strong = load("fusillade"), load("fusillade", {}, {"Old Guard.force": 9})
    old, new = (_rows(tmp_path, game, "greedy", 25) for game in (base, strong))
    found = comparison((base, strong), (old, new), "greedy", 0, "the command")
    page = page_of(base, strong, found)
    assert "the standard rules against Old Guard.force=9," in page.about[0]
    whole, cards = (section.table for section in page.sections)
    assert whole is not None
    assert cards is not None
    by_measure = {one.measure: one for one in found.differences}
    assert {row[0] for row in whole.rows} == {name for name in by_measure if not name.endswith(" played")}
    [first] = [row for row in whole.rows if row[0] == "points of the first player"]
    assert first[1] == f"{100 * by_measure['points of the first player'].base:.1f} %"
    played = [name.removesuffix(" played") for name in by_measure if name.endswith(" played")]
    assert len(played) > CARDS
    assert [row[0] for row in cards.rows] == played[:CARDS]
