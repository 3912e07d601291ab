"""The news: at most five headlines of what others did and of what came of it."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.bots import bot_for
from grognard.kernel.views.headlines import TURN_CAME, headlines
from grognard.kernel.views.view import EventView, SumView
from grognard.play.session import Session

SUM = SumView("Casualties", (), 4, "4 troop points", "X-1.1")


def _event(text: str, seat: int, weight: str = "headline", **more: Any) -> EventView:
    return EventView(text, "X-1.1", seat, (), weight=weight, **more)  # type: ignore[arg-type]


OWN = _event("Blue declares an attack.", 0, against=1)
LAID = _event("Blue attacks with Lancers.", 0, who=("Lancers",), against=1)
PASSED = _event("Red passes.", 1, "bookkeeping")
SUMMED = _event("The attack inflicts 4.", 0, who=("Lancers",), against=1, sums=(SUM,))
STRUCK = _event("Blue loses 4.", 0, against=0)
HERS = _event("Red declares an attack.", 1, against=0)
USUAL = _event("Red looks at the hand.", 1, "normal")
TURN = _event("Turn 2: Red.", 1, "bookkeeping", kind=TURN_CAME)


@pytest.mark.parametrize(
    ("events", "chosen"),
    [
        pytest.param([OWN, LAID, PASSED], [], id="what one did oneself is no news"),
        pytest.param([OWN, PASSED, LAID], [], id="nor is it when others passed between"),
        pytest.param([LAID, PASSED, SUMMED], [SUMMED], id="what came of it is"),
        pytest.param([STRUCK], [STRUCK], id="what was done to oneself is"),
        pytest.param([OWN, STRUCK, HERS], [STRUCK, HERS], id="what stands behind one's own deed"),
        pytest.param([USUAL, HERS, PASSED], [HERS], id="headlines alone where there are any"),
        pytest.param([TURN, USUAL, PASSED], [USUAL], id="without one what else is followed"),
        pytest.param([TURN, PASSED], [], id="nothing has happened"),
    ],
)
def test_headlines_without_own_deeds(events: list[EventView], chosen: list[EventView]) -> None:
    assert headlines(events, 0) == chosen


def test_a_win_that_was_settled_by_others_is_news() -> None:
    won = _event("Blue wins the Center.", 0, whom=("Center",), against=1)
    assert headlines([OWN, PASSED, won], 0) == [won]


def test_the_last_five_in_their_order() -> None:
    hits = [_event(f"Red hits {number}.", 1) for number in range(7)]
    assert headlines(hits, 0) == hits[2:]
    assert headlines(hits, 0, most=1) == hits[6:]
    assert headlines(hits, 0, most=0) == []


def test_what_befell_me_comes_first_and_is_told_though_it_is_no_headline() -> None:
    mine = [
        _event("Red moves Blue's Guard.", 1, "normal", who=("Feint",), whom=("Guard",), against=0),
        _event("Blue falls to 10 Morale.", 0, "normal", against=0),
    ]
    hits = [_event(f"Red takes hill {number}.", 1) for number in range(6)]
    attack = _event("Red attacks.", 1, "normal", who=("Lancers",), against=0)
    assert headlines([mine[0], attack, STRUCK, *hits, mine[1]], 0) == [mine[0], STRUCK, *hits[4:], mine[1]]
    assert headlines([mine[0], *[USUAL] * 6], 0) == [mine[0], *[USUAL] * 4]
    assert headlines([mine[0], *hits], None) == hits[1:]


def test_who_plays_two_seats_has_done_both_deeds() -> None:
    assert headlines([OWN, HERS], 0, also=(0, 1)) == []
    assert headlines([OWN, HERS], None) == [OWN, HERS]


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_every_game_calls_the_beginning_of_a_turn_alike(slug: str) -> None:
    game = grognard.load(slug)
    session = Session(game, 7, ["random"] * game.num_players())
    player = bot_for(game, "random")
    while session.state.turn < 2 and session.outcome() is None:
        seat = session.state.current_player()
        session.play(seat, int(player.choose(session.information(seat))))
    assert {event.weight for event in session.events(None) if event.kind == TURN_CAME} == {"bookkeeping"}
