"""The version of the bots that journals and analyses name stands for what they choose."""

from __future__ import annotations

from typing import Final

import pytest

import grognard
from grognard.bots import bot_for
from grognard.lab.self_play import play_match
from grognard.play.journal import parse_journal
from grognard.play.players import BOTS, PERSON
from grognard.play.session import Session, replayed

# The traces of a game each, to be written anew, with a new version, when a bot or the rules choose otherwise.
VERSION: Final = 8
PLAYED: Final = (("recruit", "greedy"), ("regular", "ismcts:effort=1"))
TRACES: Final = {
    "company-commander": (3241924049779915000, 2337034643784330541),
    "fusillade": (3280167061192586206, 1381583839666470664),
    "green-troops": (1552925306829328421, 3190986638723664847),
    "outpost": (4475088254333041706, 1232094871051862878),
    "ready-aim-fire": (1362873978522588369, 3101416327064199316),
    "three-emperors": (1906596817477922897, 4202075429963554832),
}
# How many playouts a veteran makes.
VETERANS: Final = {
    "company-commander": 140,
    "fusillade": 480,
    "green-troops": 8,
    "outpost": 16000,
    "ready-aim-fire": 200,
    "three-emperors": 45,
}


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_what_bots_choose_changes_with_their_version_alone(slug: str) -> None:
    game, traces = grognard.load(slug), []
    for names in PLAYED:
        bots = [bot_for(game, name) for name in names]
        traces.append(play_match(game.new_initial_state(5), bots, [1, 2]).trace)
    assert (BOTS, tuple(traces)) == (VERSION, TRACES[slug])
    assert game.measure.veteran == VETERANS[slug]


def test_journals_name_the_version_where_a_bot_sits() -> None:
    game = grognard.load(grognard.registered_names()[0])
    assert '"bots"' not in Session(game, 5, [PERSON, PERSON]).journal.to_text()
    text = Session(game, 5, [PERSON, "greedy"]).journal.to_text()
    assert parse_journal(text, "it").header.bots == BOTS
    earlier = text.replace(f'"bots":{BOTS}', '"bots":1')
    assert replayed(parse_journal(earlier, "it"), grognard.load).journal.to_text() == earlier
