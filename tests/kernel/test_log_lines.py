"""Each action makes one line of the log, and its details are there on demand."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import grognard
from grognard.kernel.engine.chance import Generator, seed_stream
from grognard.kernel.views.log_lines import folded, joined, sentences
from grognard.kernel.views.view import EventView, LinePart, SumView, TermView
from grognard.play.session import Session

SUM = SumView("Attack", (TermView("Sabers", 3, "X-1"), TermView("Leader", 1, "X-1")), 4, "4 damage", "X-1")


def event(text: str, line: LinePart = "start", kind: str = "", sums: Sequence[SumView] = ()) -> EventView:
    return EventView(text, "X-1", 0, (), kind=kind, sums=tuple(sums), line=line)


def told(events: Sequence[EventView]) -> list[str]:
    return [sentences(line) for line in folded(events, lambda one: one)]


def test_an_action_makes_one_line() -> None:
    first = joined([event("Red attacks."), event("Red is out of cards.")])
    second = joined([event("Blue passes.", "detail"), event("Blue loses 4 troops.")])
    assert told([*first, *second]) == ["Red attacks. Red is out of cards.", "Blue loses 4 troops."]


def test_a_turn_begins_a_line() -> None:
    ends = event("Red ends the turn.", "detail"), event("Turn 2: Blue.", kind="turn came"), event("Blue draws 1 card.")
    assert told([event("Red attacks."), *joined(ends)]) == ["Red attacks.", "Turn 2: Blue. Blue draws 1 card."]


def test_details_alone_belong_to_the_line_before() -> None:
    passes = [event("Blue passes.", "detail"), event("Red passes.", "detail")]
    lines = folded([event("Red attacks."), *joined(passes[:1]), *joined(passes[1:])], lambda one: one)
    assert [[one.text for one in line] for line in lines] == [["Red attacks.", "Blue passes.", "Red passes."]]
    assert folded(passes, lambda one: one) == []


def test_a_sum_is_shown_with_what_came_of_it() -> None:
    added, hit = joined([event("3 + 1 = 4 damage.", "detail", sums=[SUM]), event("Hussars take 4 damage.")])
    assert hit.sums == (SUM,)
    assert added.line == "detail"
    assert joined([event("The attack inflicts 4.", sums=[SUM]), event("Blue loses 4.")])[1].sums == ()


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_every_game_keeps_all_its_events_and_says_less(slug: str) -> None:
    """A log has each event once and in order, in fewer lines than there are events."""
    session = Session(grognard.load(slug), 5, ["person"] * grognard.load(slug).num_players())
    choose = Generator(seed_stream(5))
    for _ in range(400):
        if session.outcome() is not None:
            break
        legal = session.state.legal_actions()
        session.play(session.state.current_player(), int(legal[choose.below(len(legal))]))
    events = session.events(0, reader=0)
    lines = folded(events, lambda one: one)
    assert [one for line in lines for one in line] == events
    assert len(lines) < len(events)
    assert all(line[0].line == "start" for line in lines)
    assert all(one.weight == "bookkeeping" for one in events if one.line == "detail")
