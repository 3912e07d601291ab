"""What learners get: every public fact of a view can be read back from an observation, by its layout alone."""

from __future__ import annotations

from grognard.game_check.observations import row_faults, unread
from grognard.kernel.game import Game
from grognard.lab.game_records import layouts
from tests.conformance.support import sample
from tests.folders import records


def test_every_public_fact_can_be_read_back(game: Game) -> None:
    for state in sample(game, 6, 3):
        if not state.is_terminal():
            for seat in range(game.num_players()):
                assert list(unread(game, state, seat)) == []


def test_a_row_keeps_to_its_layout(game: Game) -> None:
    layout = game.layout
    assert layout.size % 8 == 0
    names = [field.name for field in layout.fields]
    assert len(set(names)) == len(names)
    for state in sample(game, 3, 9):
        for seat in range(game.num_players()):
            assert list(row_faults(game, game.observe(state, seat))) == []


def test_who_changes_a_layout_raises_its_version(game: Game) -> None:
    """For a change that is meant: `grognard game record`."""
    assert records(game.slug).layouts == layouts(game.slug)
