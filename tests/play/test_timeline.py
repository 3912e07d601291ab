"""The timeline of a game: what each seat sees and reads at each moment, as the game was when it was there."""

from __future__ import annotations

from contextlib import suppress

import pytest

from grognard.kernel.errors import CannotUndo
from grognard.kernel.views.view import EventView, View
from grognard.play.journal import parse_journal
from grognard.play.players import PERSON
from grognard.play.session import Session
from grognard.play.timeline import Timeline
from grognard.registry import load, registered_names


def played(slug: str, deeds: int = 150, undos: bool = True) -> tuple[Timeline, list[dict[int | None, View]]]:
    """A game of arbitrary choices, some of them undone, then given up; and what was seen from each seat meanwhile."""
    game = load(slug)
    timeline, whim = Timeline(Session(game, 11, [PERSON] * game.num_players())), 7
    session, seats = timeline.session, (None, *range(game.num_players()))
    seen = [{seat: session.view(seat) for seat in seats}]
    while session.outcome() is None:
        whim = (1103515245 * whim + 12345) % 2**31
        seat, legal = session.state.current_player(), session.state.legal_actions()
        others = [other for other in range(game.num_players()) if other != seat]
        if timeline.last >= deeds:
            timeline.add(session.resign(seat))
        elif undos and whim % 7 == 0:
            with suppress(CannotUndo):
                timeline.add(session.undo(seat, others))
                seen.append({seat: session.view(seat) for seat in seats})
            continue
        else:
            timeline.add(session.play(seat, legal[whim // 65536 % len(legal)]))
        seen.append({seat: session.view(seat) for seat in seats})
    return timeline, seen


def texts(events: list[EventView]) -> list[str]:
    """What the lines of a log say."""
    return [event.text for event in events]


@pytest.mark.parametrize("slug", registered_names())
def test_each_seat_sees_at_a_moment_what_it_saw_then(slug: str) -> None:
    timeline, seen = played(slug)
    assert len(seen) == len(timeline.moments)
    for moment, views in enumerate(seen):
        for seat, view in views.items():
            assert timeline.view(seat, moment) == view


@pytest.mark.parametrize("slug", registered_names())
def test_the_log_of_a_seat_is_what_it_was_told_up_to_a_moment(slug: str) -> None:
    timeline, _ = played(slug)
    session = timeline.session
    for seat in (None, *range(session.game.num_players())):
        for moment, reached in enumerate(timeline.moments):
            log = [entry.event for entry in timeline.log(seat, moment)]
            assert texts(log) == texts(session.events(seat, 0, reached.told))
        assert timeline.log(seat, timeline.last) == timeline.log(seat)
    everyone = range(session.game.num_players())
    assert texts([entry.event for entry in timeline.log(None, also=everyone)]) == texts(
        session.events(None, also=everyone)
    )


def test_a_log_that_was_handed_out_stays_as_it_is() -> None:
    """A page may be drawn from it in a thread while the game goes on."""
    session = Session(load("fusillade"), 11, [PERSON] * 2)
    timeline = Timeline(session)
    before = timeline.log(0)
    read = [*before]
    while len(timeline.log(0)) == len(read):
        timeline.add(session.play(session.state.current_player(), session.state.legal_actions()[-1]))
    assert before == read


@pytest.mark.parametrize("slug", registered_names())
def test_what_was_hidden_in_an_open_choice_does_not_count_for_others(slug: str) -> None:
    timeline, _ = played(slug)
    hidden = 0
    for seat in range(timeline.session.game.num_players()):
        versions = timeline.versions([seat])
        assert len(versions) == len(timeline.moments)
        for number in range(1, len(timeline.moments)):
            moment = timeline.moments[number]
            assert versions[number] - versions[number - 1] == (moment.open or moment.actor == seat)
            if not moment.open and moment.actor != seat:
                hidden += 1
                assert timeline.log(seat, number) == timeline.log(seat, number - 1)
    assert hidden or not any(state.picks() for state in timeline.states), "some choices have several steps"


@pytest.mark.parametrize("slug", registered_names())
def test_a_journal_leads_to_the_same_timeline(slug: str) -> None:
    timeline, _ = played(slug)
    again = Timeline.of(parse_journal(timeline.session.journal.to_text(), "it"), load)
    assert again.deeds == timeline.deeds
    assert [state.serialize() for state in again.states] == [state.serialize() for state in timeline.states]
    assert [(one.told, one.actor, one.open) for one in again.moments] == [
        (one.told, one.actor, one.open) for one in timeline.moments
    ]
    for each in (timeline, again):
        assert each.summary is None
        each.prepare_summary()
    assert timeline.summary is not None
    assert again.summary == timeline.summary


def test_a_running_game_has_no_summary() -> None:
    timeline = Timeline(Session(load("fusillade"), 11, [PERSON] * 2))
    timeline.prepare_summary()
    assert timeline.summary is None
