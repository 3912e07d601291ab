"""What would have followed in a puzzle: the same game each time, for this turn and the next."""

from __future__ import annotations

import pytest

from grognard.bots.consequences import TURNS
from grognard.bots.puzzle_lines import MOST, played_on
from grognard.bots.puzzles import puzzle, puzzles
from grognard.kernel.errors import BadInput
from grognard.registry import registered_names


@pytest.mark.parametrize("slug", [slug for slug in registered_names() if puzzles(slug)])
def test_a_puzzle_is_played_on_to_the_end_of_the_next_turn(slug: str) -> None:
    one = puzzle(slug, 1)
    for do in (one.solution, one.second):
        session = played_on(slug, one, do)
        assert [str(deed) for deed in session.journal.entries] == [
            str(deed) for deed in played_on(slug, one, do).journal.entries
        ]
        start = session.positions[len(one.deeds)]
        added = len(session.line) - len(one.deeds)
        assert session.line[len(one.deeds)] == (one.seat, session.game.string_to_action(do))
        assert 1 <= added <= MOST + 1
        assert session.outcome() is not None or session.state.turn == start.turn + TURNS


def test_what_is_no_choice_is_refused() -> None:
    with pytest.raises(BadInput, match="“NOTHING” is not a choice in this puzzle"):
        played_on("outpost", puzzle("outpost", 1), "NOTHING")
