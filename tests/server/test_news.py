"""What the log marks as new: what happened since the viewer last chose."""

from __future__ import annotations

import pytest

import grognard
from grognard.bots import Greedy
from grognard.server.drawing import LOG_LINES, log_lines
from grognard.server.storage.records import TableRecord, now
from grognard.server.tables.live import Live


def is_unasked(live: Live, seat: int) -> bool:
    """Is the seat in a window of another's turn, with nothing to choose from?"""
    state = live.session.state
    return len(state.legal_actions()) == 1 and state.view(seat).active != seat


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_a_window_without_a_choice_does_not_make_old_what_came_before_it(slug: str) -> None:
    """Most tables pass such windows by themselves: what led to them was never seen."""
    live = Live(TableRecord(id="table", game=slug, rules=1, options={}, numbers={}, seed="11", created=now()))
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
            entries = live.log(viewer)
            expected = [entry.event for entry in entries[-LOG_LINES:] if entry.moment > chosen[viewer]]
            assert [line.event for line in log_lines(live, viewer, entries) if line.new] == expected
    assert unasked > 0
