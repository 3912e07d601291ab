"""The version of the bots that journals and analyses name stands for what they choose."""

from __future__ import annotations

import pytest

import grognard
from grognard.lab.game_records import bot_records
from grognard.play.journal import parse_journal
from grognard.play.players import BOTS, PERSON
from grognard.play.session import Session, replayed
from tests.folders import records


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_what_bots_choose_changes_with_their_version_alone(slug: str) -> None:
    """When bots or rules are meant to choose otherwise, `grognard game record` writes this, under a new version."""
    assert records(slug).bots == bot_records(grognard.load(slug))


def test_journals_name_the_version_where_a_bot_sits() -> None:
    game = grognard.load(grognard.registered_names()[0])
    assert '"bots"' not in Session(game, 5, [PERSON, PERSON]).journal.to_text()
    text = Session(game, 5, [PERSON, "greedy"]).journal.to_text()
    assert parse_journal(text, "it").header.bots == BOTS
    earlier = text.replace(f'"bots":{BOTS}', '"bots":1')
    assert replayed(parse_journal(earlier, "it"), grognard.load).journal.to_text() == earlier
