"""What was measured of house rules is kept beside the game, and names every value that can be chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.game_check.measurements import unmeasured
from grognard.kernel.content.measured import FILE, Measured, Measurements, read_measurements


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    measurements = Measurements()
    measurements.add(Measured("clock=20 troops=50", "greedy", 10, 55.5, 0.0, 31.2))
    measurements.add(Measured("", "greedy", 400, 50.0, 1.5, 74.0))
    (tmp_path / FILE).write_text(measurements.write())
    again = read_measurements(tmp_path)
    assert again.write() == measurements.write()
    found = again.of({"troops": 50, "clock": 20}, "greedy")
    assert found is not None
    assert (found.games, found.told()) == (10, "about 31 turns; the first player wins 56 %")
    assert again.of({"troops": 50}, "greedy") is None
    assert again.of({"troops": 50, "clock": 20}, "veteran") is None


def test_draws_are_told_where_there_are_some() -> None:
    assert Measured("", "greedy", 400, 42.8, 46.9, 11.5).told().endswith("the first player wins 43 %; 47 % are drawn")
    assert Measured("", "greedy", 400, 42.8, 0.4, 11.5).told().endswith("the first player wins 43 %")


@pytest.mark.parametrize(
    ("first", "draws", "turns", "told"),
    [
        (58.0, 10.0, 100.0, "as long and as even as usual"),
        (61.0, 13.0, 104.0, "as long and as even as usual"),
        (61.1, 10.0, 100.0, "less even: the first player wins 61 %"),
        (39.0, 10.0, 100.0, "as long and as even as usual"),
        (53.0, 10.0, 100.0, "more even: the first player wins 53 %"),
        (58.0, 14.0, 100.0, "more draws: 14 %"),
        (58.0, 6.0, 94.0, "shorter: about 94 turns; fewer draws: 6 %"),
        (58.0, 10.0, 106.0, "longer: about 106 turns"),
    ],
)
def test_what_is_told_of_a_house_rule_is_what_cannot_be_chance(
    first: float, draws: float, turns: float, told: str
) -> None:
    usual = Measured("", "greedy", 2000, 58.0, 10.0, 100.0)
    assert Measured("a=b", "greedy", 2000, first, draws, turns).beside(usual) == told


def test_the_margin_is_half_an_interval() -> None:
    assert Measured("", "greedy", 400, 50.0, 0.0, 1.0).margin == 5
    assert Measured("", "greedy", 2000, 50.0, 0.0, 1.0).margin == 3


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_every_value_and_preset_was_measured(slug: str) -> None:
    assert list(unmeasured(grognard.spec(slug))) == [], f"grognard game record {slug} --only measured"
