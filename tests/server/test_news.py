"""What the log marks as new: what happened since the viewer last chose."""

from __future__ import annotations

import pytest

import grognard
from grognard.bots import Greedy
from grognard.play.players import only_choice
from grognard.server.drawing import LOG_LINES, log_lines
from grognard.server.tables.live import Live
from tests.server.support import table_of


def is_unasked(live: Live, seat: int) -> bool:
    """Is the seat in a window of another's turn, or against the computer anywhere, with nothing to choose from?"""
    state = live.session.state
    if len(state.legal_actions()) == 1 and state.view(seat).active != seat:
        return True
    return live.alone and only_choice(state.view(seat)) is not None


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
            entries = live.log(viewer)
            expected = [entry.event for entry in entries[-LOG_LINES:] if entry.moment > chosen[viewer]]
            assert [line.event for line in log_lines(live, viewer, entries) if line.new] == expected
    assert unasked > 0
