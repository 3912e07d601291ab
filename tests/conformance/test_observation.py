"""What learners get: every public fact of a view can be read back from an observation, by its layout alone."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final, NamedTuple

from grognard.game_check.observations import row_faults, unread
from grognard.kernel.game import Game
from grognard.kernel.layout import Field
from grognard.registry import load
from tests.conformance.support import sample

# The first sixteen digits of the hash of each layout, by slug and number of seats, with its version: whoever changes a
# layout raises its version.
LAYOUTS: Final = {
    "company-commander 2": "68b290ecda57e6a8",
    "fusillade 2": "01588edb1caeb9e8",
    "green-troops 2": "8a713745c488918f",
    "green-troops 4": "f7764b5b4ac61d53",
    "green-troops 6": "1cb8e42a74465889",
    "outpost 2": "f73fb75e650aa1cd",
    "ready-aim-fire 2": "d820e46fe0bd6d85",
    "three-emperors 2": "103151c2349259e2",
}


class PlainField(NamedTuple):
    """What the hashes cover of a field: its place in a plain row. Packed rows follow from it."""

    name: str
    start: int
    length: int
    most: int
    names: Sequence[str]
    values: Sequence[str]


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
    tables = [slot for slot in LAYOUTS if slot.startswith(f"{game.slug} ")]
    assert tables
    for table in tables:
        seats = int(table.rpartition(" ")[2])
        at = load(game.slug, {"seats": seats} if len(tables) > 1 else {})
        plain = [
            PlainField(one.name, one.start, one.length, one.most, one.names, one.values) for one in at.layout.fields
        ]
        text = repr([at.layout.version, *plain]).replace(PlainField.__name__, Field.__name__)
        assert hashlib.sha256(text.encode()).hexdigest()[:16] == LAYOUTS[table]
