"""Cards on sheets: as many as find room, backs where their fronts are seen in a mirror, marks outside of all colour."""

from __future__ import annotations

from itertools import pairwise

import pytest

from grognard.kernel.errors import BadInput
from grognard.printing.geometry import CARD, LARGE, PAPERS, WHITE, Grid, grid, sheets


@pytest.mark.parametrize(
    ("paper", "size", "bleed", "fold", "columns", "rows", "turned"),
    [
        ("a4", 1, 0, False, 3, 3, False),
        ("letter", 1, 0, False, 3, 3, False),
        ("a4", 1, 3, False, 2, 4, True),
        ("letter", 1, 3, False, 3, 2, False),
        ("a4", LARGE, 0, False, 2, 2, False),
        ("letter", LARGE, 3, False, 2, 2, False),
        ("a4", 1, 0, True, 2, 4, True),
        ("letter", 1, 0, True, 2, 4, True),
        ("a4", LARGE, 0, True, 2, 2, False),
    ],
)
def test_as_many_cards_as_find_room(
    paper: str, size: float, bleed: float, fold: bool, columns: int, rows: int, turned: bool
) -> None:
    found = grid(paper, size, bleed, fold)
    assert (found.columns, found.rows, found.turned) == (columns, rows, turned)


LAYOUTS = [
    grid(paper, size, bleed, fold)
    for paper in PAPERS
    for size in (1, LARGE)
    for bleed in (0, 1.5, 3)
    for fold in (False, True)
]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_all_lies_on_the_paper_that_printers_reach(layout: Grid) -> None:
    for sheet in sheets(20, layout, "fold" if layout.columns == 2 else "duplex", "crop"):
        for _, _, place in sheet.cards:
            assert place.x >= WHITE - 1e-9
            assert place.y >= WHITE - 1e-9
            assert place.x + layout.cell[0] <= layout.paper[0] - WHITE + 1e-9
            assert place.y + layout.cell[1] <= layout.paper[1] - WHITE + 1e-9


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_back_lies_where_its_front_is_seen_in_a_mirror(layout: Grid) -> None:
    fronts, backs = list(sheets(layout.columns * layout.rows - 1, layout, "duplex", "none"))
    assert [number for number, _, _ in fronts.cards] == [number for number, _, _ in backs.cards]
    for (_, _, front), (_, _, back) in zip(fronts.cards, backs.cards, strict=True):
        assert front.x + layout.cell[0] == pytest.approx(layout.paper[0] - back.x)
        assert front.y == back.y
        # What points left on the one side of the paper points right on the other.
        assert (front.turn + back.turn) % 360 == 0


def test_backs_can_be_moved() -> None:
    layout = grid("a4", 1, 0)
    _, straight = sheets(9, layout, "duplex", "none")
    fronts, moved = sheets(9, layout, "duplex", "none", (0.5, -1))
    assert fronts == next(iter(sheets(9, layout, "fronts", "none")))
    for (_, _, here), (_, _, there) in zip(straight.cards, moved.cards, strict=True):
        assert there.x - here.x == pytest.approx(0.5)
        assert there.y - here.y == pytest.approx(-1)


def test_a_fold_has_each_back_beside_its_front() -> None:
    layout = grid("a4", 1, 3, fold=True)
    found = list(sheets(5, layout, "fold", "none"))
    assert [len(sheet.cards) for sheet in found] == [8, 2]
    for sheet in found:
        [fold] = sheet.marks
        assert fold.x == fold.to_x == layout.paper[0] / 2
        for (number, side, front), (same, other, back) in zip(sheet.cards[::2], sheet.cards[1::2], strict=True):
            assert (number, side, other) == (same, "front", "back")
            assert front.x + layout.cell[0] == pytest.approx(fold.x) == pytest.approx(back.x)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_crop_marks_stand_outside_of_all_colour(layout: Grid) -> None:
    [sheet] = sheets(1, layout, "fronts", "crop")
    (left, top), (wide, high) = layout.corner, layout.cell
    right, bottom = left + layout.columns * wide, top + layout.rows * high
    upright, across = layout.cuts()
    assert {mark.x for mark in sheet.marks if mark.x == mark.to_x} == set(upright)
    assert {mark.y for mark in sheet.marks if mark.y == mark.to_y} == set(across)
    for mark in sheet.marks:
        inside_x = min(mark.x, mark.to_x) < right and max(mark.x, mark.to_x) > left
        inside_y = min(mark.y, mark.to_y) < bottom and max(mark.y, mark.to_y) > top
        assert not (inside_x and inside_y)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_cuts_leave_cards_of_their_size(layout: Grid) -> None:
    upright, across = layout.cuts()
    width, height = sorted(layout.card)
    assert width / CARD[0] == pytest.approx(height / CARD[1])
    for edges, side in (
        ((upright, width), (across, height)) if not layout.turned else ((upright, height), (across, width))
    ):
        steps = {round(b - a, 3) for a, b in pairwise(edges)}
        assert steps <= {round(side, 3), round(2 * layout.bleed, 3)}
        assert round(side, 3) in steps


def test_no_room() -> None:
    with pytest.raises(BadInput, match=r"do not fit on this paper"):
        grid("letter", 2, 6, fold=True)
