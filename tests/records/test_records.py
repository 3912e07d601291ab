"""What a72907d recorded is still played as it was, and what it stored is still read and written to the letter."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from grognard.play.journal import Journal, parse_journal
from grognard.registry import spec
from tests.records.record import SLUGS, Record, read, walked

EACH = 20


@cache
def records(slug: str) -> list[Record]:
    return read(slug)


def as_recorded(journal: Journal, record: Record) -> str:
    """The text of a journal without the house rules that came later; they are at their defaults."""
    header = journal.header
    known = parse_journal(record.text, record.name).header.options
    defaults = {option.key: option.default for option in spec(header.game).meta.options}
    assert all(value == defaults[key] for key, value in header.options.items() if key not in known)
    options = {key: value for key, value in header.options.items() if key in known}
    return Journal(msgspec.structs.replace(header, options=options), journal.entries).to_text()


@pytest.mark.parametrize("number", range(EACH))
@pytest.mark.parametrize("slug", SLUGS)
def test_a_recorded_game_is_played_as_it_was(slug: str, number: int) -> None:
    record = records(slug)[number]
    walk = walked(record.text)
    assert as_recorded(walk.session.journal, record) == record.text
    assert walk.result == record.result
    for at, stored in record.positions.items():
        assert walk.positions[at] == bytes(stored).decode(), at
    assert walk.sum == record.walk


@pytest.mark.parametrize("slug", SLUGS)
def test_a_stored_position_is_written_as_it_was_read(slug: str) -> None:
    open_frames = 0
    for record in records(slug):
        game = record.game
        for stored in record.positions.values():
            text = bytes(stored).decode()
            state = game.deserialize(text)
            assert state.serialize() == text
            assert state.clone().serialize() == text
            open_frames += state.picks() > 0
    assert open_frames > 5


@pytest.mark.parametrize("slug", SLUGS)
def test_the_records_hold_all_kinds_of_entries(slug: str) -> None:
    """They are not made anew, and none is dropped because it does not fit any more."""
    kinds = {line.split('"')[3] for record in records(slug) for line in record.text.splitlines()[1:]}
    assert kinds == {"action", "undo", "resign", "claim", "check", "end"}
    assert len(records(slug)) == EACH
