"""Battle maps: what a table of looks may say of arrows, and what it answers to what it may not."""

from __future__ import annotations

import msgspec
import pytest

from grognard.art.battlemap import BattleMap, arrow
from grognard.art.canvas import Canvas

WRONG = {
    "": "'' begins with '', which is not a color",
    "mauve 1 2 3 4 5 6": "begins with 'mauve', which is not a color",
    "red 1 2 3 4 five 6": "needs only numbers after its color",
    "red 1 2 3 4": "needs three points of two numbers",
    "red 1 2 3 4 5 6 7 8": "needs three points of two numbers",
    "red 1 2 3 4 5 nan": "needs three points of two numbers",
    "red 1 2 3 4 1 2": "ends where it starts",
}


def drawn(*arrows: str, **parts: object) -> str:
    canvas = Canvas()
    msgspec.convert({"draw": "map", "arrows": list(arrows), **parts}, BattleMap).draw(canvas)
    return canvas.svg()


@pytest.mark.parametrize("text", list(WRONG))
def test_an_arrow_that_cannot_be_drawn_is_named_when_the_table_is_read(text: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        drawn(text)
    assert WRONG[text] in str(refused.value)


@pytest.mark.parametrize("part", ["pieces", "over"])
def test_a_piece_that_does_not_exist_is_named(part: str) -> None:
    with pytest.raises(msgspec.ValidationError, match="There is no piece 'map-blok'; perhaps you mean map-block"):
        drawn(**{part: ["map-blok 1 2"]})


def test_the_paper_has_a_colour() -> None:
    with pytest.raises(msgspec.ValidationError, match="mauve is not a color"):
        drawn(paper="mauve")


def test_an_arrow_has_a_width_of_its_own_and_a_feint_is_hollow() -> None:
    plain, wide = arrow("red 10 90 10 50 50 10"), arrow("red 10 90 10 50 50 10 12 feint")
    assert (plain.width, plain.feint, wide.width, wide.feint) == (6, False, 12, True)
    assert plain.points == wide.points == (10, 90, 10, 50, 50, 10)
    assert len({drawn(f"red 10 90 10 50 50 10 {rest}") for rest in ("", "12", "feint")}) == 3


def test_an_arrow_that_bends_towards_one_of_its_ends_is_straight() -> None:
    straight = drawn("red 10 90 30 50 50 10")
    assert drawn("red 10 90 10 90 50 10") == drawn("red 10 90 50 10 50 10") == straight


def test_what_lies_over_the_arrows_is_drawn_last() -> None:
    under = drawn("red 10 90 10 50 50 10", pieces=["map-block"])
    over = drawn("red 10 90 10 50 50 10", over=["map-block"])
    assert sorted(under) == sorted(over)
    assert under != over
