"""What the log marks as new, what happened since the viewer last chose, and what of it is told as news."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import grognard
from grognard.bots import Greedy
from grognard.kernel.views.view import EventView, Weight
from grognard.play.players import only_choice
from grognard.server.table_log import LOG_LINES, log_lines
from grognard.server.tables.live_table import LiveTable
from grognard.web.table_model import LogLine, TableModel
from tests.server.support import table_of

SLUG = "company-commander"  # here all of this happens


def is_unasked(live: LiveTable, seat: int) -> bool:
    """Has the seat nothing to choose from: against the computer anywhere, else in a window of another's turn?"""
    if live.alone:
        return only_choice(live.session.positions, live.done, seat) is not None
    state = live.session.state
    return len(state.legal_actions()) == 1 and state.view(seat).active != seat


@pytest.mark.parametrize("other", ["greedy", "other"])
@pytest.mark.parametrize("slug", grognard.registered_names())
def test_what_was_no_choice_does_not_make_old_what_came_before_it(slug: str, other: str) -> None:
    """Most tables let it go by: what led to it was never seen."""
    live = table_of(slug, "you", other)
    bot = Greedy()
    chosen = [0, 0]  # the moment after each seat's last choice
    unasked = 0
    for number in range(1, 400):
        state = live.session.state
        if state.is_terminal():
            break
        seat = state.current_player()
        if is_unasked(live, seat):
            unasked += 1
        else:
            chosen[seat] = number
        action = bot.choose(state.information(seat, number))
        live.play(seat, int(action))
        for viewer in (0, 1):
            entries = live.timeline.log(viewer)
            expected = [entry.event for entry in entries[-LOG_LINES:] if entry.moment > chosen[viewer]]
            assert [line.event for line in log_lines(live, viewer, entries) if line.new] == expected
    assert unasked > 0 or slug != SLUG, "another game may always have a choice"


def told(text: str, weight: Weight = "normal", seat: int = 1, against: int | None = None) -> EventView:
    return EventView(text, "", seat, (), weight=weight, against=against)


def news(log: Sequence[LogLine], seat: int | None = 0) -> list[str]:
    """What a viewer is told first of a log."""
    table = table_of("outpost", "you", "greedy")
    return [line.event.text for line in TableModel(table.view(seat), "", (), log).news]


def test_news_are_new_headlines_of_others() -> None:
    log = [LogLine(told(str(number), "headline"), number, number > 0) for number in range(4)]
    log += [LogLine(told("mine", "headline"), 4, True, own=True), LogLine(told("marches"), 5, True)]
    assert news(log) == ["1", "2", "3"]


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_nobody_is_told_his_own_deeds_but_what_came_of_them(slug: str) -> None:
    live = table_of(slug, "you", "other")
    bot = Greedy()
    own = came = 0
    for number in range(1, 120):
        state = live.session.state
        if state.is_terminal():
            break
        actor = state.current_player()
        live.play(actor, int(bot.choose(state.information(actor, number))))
        for viewer in (0, 1):
            lines = [
                line
                for line, entry in zip(
                    log_lines(live, viewer, live.timeline.log(viewer)),
                    live.timeline.log(viewer)[-LOG_LINES:],
                    strict=True,
                )
                if entry.moment == live.done
            ]
            assert not any(line.own for line in lines[1:] if viewer == actor)
            assert viewer == actor or not any(line.own for line in lines)
            own += any(line.own for line in lines)
            came += viewer == actor and len(lines) > 1
    assert own > 0
    assert came > 0 or slug != SLUG
