"""The fields of a view agree with its texts, so that no code needs to parse the texts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import grognard
from grognard.bots import bot
from grognard.kernel.content.wording import Label, capitalized
from grognard.kernel.game import Game
from grognard.kernel.views.view import View, with_under
from grognard.play.session import Session, bot_seed

SEEDS = range(3)
MOST = 120


def games() -> list[Game]:
    """Every game, and one of more than two seats."""
    loaded = [grognard.load(slug) for slug in grognard.registered_names()]
    return loaded + [grognard.load(game.slug, {"seats": 4}) for game in loaded if "seats" in game.options]


def views(game: Game) -> Iterator[View]:
    """The view of the seat to move at each decision of some games between greedy bots."""
    player = bot("greedy")
    for seed in SEEDS:
        session = Session(game, seed, ["greedy"] * game.num_players())
        while session.outcome() is None and len(session.line) < MOST:
            seat = session.state.current_player()
            yield session.view(seat)
            session.play(seat, player.choose(session.state.information(seat, bot_seed(seed, seat))))


@pytest.mark.parametrize("game", games(), ids=lambda game: f"{game.slug}-{game.num_players()}")
def test_fields_agree_with_texts(game: Game) -> None:
    copies = {card.name: card.copy for card in game.card_views}
    for view in views(game):
        for action in view.actions:
            assert action.verb == action.notation.split()[0]
            assert action.label == action.short or action.label.startswith(f"{action.short}: ")
            assert action.short.startswith(action.does)
            assert action.card is None or " " not in action.does, "the verb is in the corner of its card"
        places = {zone.key for zone in view.zones}
        for number in view.numbers:
            named = capitalized(number.name)
            assert number.label == named or number.label.startswith(f"{named} (")
            assert set(number.places) <= places
            if number.owner is None:
                assert number.yours == number.name
            else:
                assert view.seats[number.owner] not in number.yours
        for zone in view.zones:
            assert zone.place in {"", *places}
            for card in with_under(zone.cards):
                assert {marker.place for marker in card.markers} <= {"", *places}
                assert card.copy == copies.get(card.name, 0)


@pytest.mark.parametrize("game", games(), ids=lambda game: f"{game.slug}-{game.num_players()}")
def test_a_copy_has_its_number_at_the_end_of_its_name(game: Game) -> None:
    for piece, card in enumerate(game.card_views):
        name = game.fact(piece).name
        assert card.name == (f"{name} {card.copy}" if card.copy else name)


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_how_a_game_begins_can_be_said_in_short(slug: str) -> None:
    game, player = grognard.load(slug), bot("greedy")
    session = Session(game, 1, ["greedy"] * game.num_players())
    while not (began := [event for event in session.events(None) if event.kind == "began"]):
        seat = session.state.current_player()
        session.play(seat, player.choose(session.state.information(seat, bot_seed(1, seat))))
    [event] = began
    told = event.short or event.text
    assert told.rstrip(".").endswith(("begins", "begin"))
    assert not {".", ";"} & set(told[:-1])
    assert event.text.casefold().endswith(told.casefold())


def test_a_label_has_parts() -> None:
    label = Label("Play", "Smoke", "the unit stays")
    assert (label.text, label.short) == ("Play Smoke: the unit stays", "Play Smoke")
    assert (Label("Pass").text, Label("Pass", "", "no card").text) == ("Pass", "Pass: no card")
    assert Label("", "Center").text == Label("", "Center").short == "Center"
