"""Events are records: each kind declares all that it holds, is read back whole, and hides what is its seat's own."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from types import ModuleType
from typing import ClassVar

import msgspec
import pytest

import grognard
from grognard.kernel.engine.events import CARD, NUMBER, OWN_CARDS, DrawEvent, Event, Field
from grognard.kernel.game import Game
from grognard.kernel.views.event_text import event_types
from grognard.registry import for_players
from tests.conformance.support import play


@pytest.fixture(params=[of.meta.slug for of in for_players()])
def game(request: pytest.FixtureRequest) -> Game:
    return grognard.load(request.param)


def test_an_event_holds_what_its_class_declares(game: Game) -> None:
    """Whatever else it held would reach every seat."""
    for state in play(game, 3):
        for event in state.recorder.events:
            kept = getattr(event, "__mypyc_attrs__", None) or vars(event)
            assert {*kept} == {"seat", "private", *event.fields}, event


def test_an_event_is_read_back_whole(game: Game) -> None:
    for state in play(game, 4):
        for event in state.recorder.events:
            assert pickle.loads(pickle.dumps(event)).key() == event.key()


def test_a_draw_is_seen_by_its_seat() -> None:
    event = DrawEvent(1, [4, 7], 2)
    assert event.seen_by(1) is event
    for other in (0, 2, None):
        seen = event.seen_by(other)
        assert isinstance(seen, DrawEvent)
        assert (seen.seat, seen.cards, seen.number, seen.own_cards()) == (1, [], 2, [])


class Careless(Event):
    kind: ClassVar = 1
    fields: ClassVar[Mapping[str, Field]] = {"card": CARD}

    def __init__(self, seat: int, card: int, secret: int) -> None:
        super().__init__(seat)
        self.card = card
        self.secret = secret


class Second(Event):
    kind: ClassVar = 2


class Third(Event):
    kind: ClassVar = 3
    fields: ClassVar[Mapping[str, Field]] = {"cards": OWN_CARDS, "number": NUMBER}

    def __init__(self, seat: int, cards: list[int], number: int) -> None:
        super().__init__(seat, private=True)


def module(*kinds: type[Event]) -> ModuleType:
    made = ModuleType("events")
    vars(made).update({kind.__name__: kind for kind in kinds})
    return made


def test_what_is_not_declared_is_refused() -> None:
    with pytest.raises(TypeError, match="Careless"):
        event_types(module(Careless, Second))


def test_kinds_count_from_one() -> None:
    with pytest.raises(TypeError, match="Third"):
        event_types(module(Third))


def test_what_is_shown_of_an_event_is_a_key_and_json(game: Game) -> None:
    told = [event for state in play(game, 3) for event in state.events(0)]
    shown = [game.event_view(event) for event in told]
    assert len({*shown}) <= len(shown)
    written = msgspec.json.decode(msgspec.json.encode(shown))
    assert [{*one["facts"]} for one in written] == [{*event.fields} for event in told]
