"""What people read names cards by placeholders, so that a variant's names reach every sentence."""

from __future__ import annotations

import html
import json
import re
from typing import Final

import pytest

from grognard.art.faces import changed_faces, looks
from grognard.game_check.names import PLACEHOLDER, exceptions, plain_names, texts
from grognard.kernel.content.card_text import placeholders
from grognard.kernel.content.cardfile import names_of
from grognard.kernel.views.view import EventView
from grognard.printing.contents import Contents
from grognard.printing.print_options import PrintOptions
from grognard.registry import load, registered_names, spec
from grognard.web.event_data import changed_pieces, event_json
from tests.folders import folder_of

GAMES: Final = pytest.mark.parametrize("slug", registered_names())


def handbook(slug: str) -> str:
    """Returns a handbook before it is filled."""
    return spec(slug).folder.joinpath("handbook.md").read_text(encoding="utf-8")


@GAMES
def test_no_text_names_a_card_plainly(slug: str) -> None:
    assert [f"write {{{name}}} in “{one.text}”" for name, one in plain_names(spec(slug), folder_of(slug))] == []


@GAMES
def test_every_exception_is_needed(slug: str) -> None:
    found = [PLACEHOLDER.sub("", one.text) for one in texts(spec(slug))]
    for exception in exceptions(folder_of(slug)):
        assert any(re.search(exception, text) for text in found), exception


@GAMES
def test_every_name_in_a_handbook_follows_its_card(slug: str) -> None:
    named = placeholders(handbook(slug)) & names_of(spec(slug).cards).keys()
    keys = sorted(key for key in named if not any(other.endswith(f"/{key}") for other in named))
    game = load(slug, overrides={f"{key}.name": f"Zz{number}" for number, key in enumerate(keys)})
    for number, key in enumerate(keys):
        assert re.search(rf"\bZz{number}\b", game.handbook.text), key


def test_titles_of_clauses_have_the_new_names() -> None:
    game = load("green-troops", overrides={"Rout.name": "Panic", "Reserve.name": "Old Sweats"})
    assert game.handbook.clause("GT-9.7").title == "Panic"
    assert game.handbook.clause("GT-5.2").text.startswith("Play an Old Sweats card: the top Unit of the Army Deck")
    assert "may play any number of Panic cards on enemy Units" in game.handbook.clause("GT-7.4").text


def test_other_cards_and_parts_have_the_new_names() -> None:
    game = load("company-commander", overrides={"Recon Team.name": "Pathfinders", "Breakdown.name": "Engine Trouble"})
    raid = changed_faces(game)["tactics-commando-raid"]
    assert raid.line == "Pathfinders: two more Fire dice"
    assert raid.text == "Before a battle: two more Fire dice for one of your Pathfinders units in it."
    labels = [marker["label"] for marker in Contents(game, PrintOptions()).markers()]
    assert "Engine Trouble" in labels
    assert "Breakdown" not in labels


def test_a_card_in_two_decks_can_have_two_names_in_a_handbook() -> None:
    game = load("company-commander", overrides={"german/Half Squad.name": "Halbgruppe"})
    text = game.handbook.clause("CC-1.2").text
    assert "| 2 Half Squad | 1 | | Halbgruppe | 1 | infantry |" in text
    assert "the American Half Squad is not an Infantry Squad" in text


def test_only_a_change_that_plays_sets_the_example_apart() -> None:
    told = "This example uses the standard cards."
    renamed = load("fusillade", overrides={"Captain.name": "Old Moustache", "Hussars.text": "Riders."}).handbook.text
    assert "You discard Old Moustache (LS 3) for three cards" in renamed
    assert told not in renamed
    assert told in load("fusillade", overrides={"Captain.force": 1}).handbook.text


def test_a_card_can_have_the_picture_of_another_card() -> None:
    game = load("fusillade", overrides={"Old Guard.look": "Militia", "Old Guard.name": "Grumblers"})
    face = changed_faces(game)["old-guard"]
    assert face.drawn == "militia"
    assert face.look.figure == looks("fusillade")["militia"].look.figure
    assert (face.history, face.look.short) == ("", "")
    assert {key for key, one in looks("fusillade").items() if one.drawn != key} == set()
    event = EventView("Grumblers attack.", "FUS-4.3", 0, (), who=("Old Guard", "Militia"), weight="headline")
    staged = json.loads(html.unescape(event_json(event, "fusillade", changed_pieces(game))))
    assert staged["faces"] == {"Old Guard": "militia", "Militia": "militia"}
    assert staged["names"] == {"Old Guard": "Grumblers"}
