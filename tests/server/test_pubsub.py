"""What the log marks as new, what happened since the viewer last chose, and what of it is told as news."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
import pytest

import grognard
from grognard.bots import Greedy
from grognard.kernel.engine.chance import Generator, stream
from grognard.kernel.views.view import EventView, RollView, Weight
from grognard.play.luck import luck, luck_of_the_draw, oddness, odds
from grognard.play.players import only_choice
from grognard.play.session import Session
from grognard.server.table_page import LOG_LINES, log_lines
from grognard.server.tables.live_table import LiveTable
from grognard.web.table_model import LogLine, TableModel
from tests.server.support import table_of


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
    assert unasked > 0


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
    assert came > 0


def test_luck_is_counted_by_seat_where_a_roll_has_something_to_expect() -> None:
    rolls = [(0, RollView((3,), came=1, expected=0.5)), (1, RollView((6, 6))), (0, RollView((1,), expected=0.25))]
    events = [msgspec.structs.replace(told("rolls", seat=seat), roll=roll) for seat, roll in rolls]
    assert luck([*events, told("marches")]) == [(0, 1, 0.75, None)]


def test_at_the_end_it_is_told_how_often_fair_dice_are_as_far_off() -> None:
    # Exact for a coin thrown ten times: 9 or 10 heads, or tails.
    assert odds(9, (0.5,) * 10) == pytest.approx(22 / 1024)
    assert odds(5, (0.5,) * 10) == pytest.approx(1)
    # Unequal chances: none of these two is the least likely, both the next.
    assert odds(0, (0.9, 0.5)) == pytest.approx(0.05)
    assert odds(2, (0.9, 0.5)) == pytest.approx(0.5)
    roll = RollView((6, 6, 6, 1), good=(True, True, True, False), came=3, expected=2.0)
    [found] = luck([msgspec.structs.replace(told("rolls", seat=1), roll=roll)], over=True)
    assert found[:3] == (1, 3, 2.0)
    assert found.odds == pytest.approx(10 / 16)


def test_at_the_end_it_is_told_how_often_fair_shuffles_are_as_uneven() -> None:
    # Exact for one card of four types, each as far off; and for the rarer type twice, at 1 in 4 each.
    assert oddness((("a", ("a", "b", "c", "d")),)) == 1
    assert oddness((("a", ("a", "b", "b", "b")),) * 2) == pytest.approx(1 / 16, abs=0.04)
    assert oddness((("a", ("a",)),)) == 1


def test_the_oddness_of_fair_draws_is_spread_evenly() -> None:
    deck, chance = "aaaaaaaabbbbbbccccd", Generator(stream(1, "test"))

    def hand() -> Iterator[tuple[str, tuple[str, ...]]]:
        left = list(deck)
        for _ in range(9):
            pool = tuple(left)
            yield left.pop(chance.below(len(left))), pool

    found = sorted(oddness(tuple(hand())) for _ in range(100))
    assert all(abs(share - (number + 1) / 100) < 0.17 for number, share in enumerate(found)), "Kolmogorov, at 1 in 100"


@pytest.mark.parametrize("slug", grognard.registered_names())
def test_every_card_that_came_unseen_into_a_hand_is_a_draw(slug: str) -> None:
    session = Session(grognard.load(slug), 3, ["random"] * grognard.load(slug).num_players())
    whim = Generator(stream(2, "test"))
    while session.outcome() is None:
        assert luck_of_the_draw(session) == []
        legal = session.state.legal_actions()
        session.play(session.state.current_player(), legal[whim.below(len(legal))])
    told = luck_of_the_draw(session)
    assert [one.seat for one in told] == list(range(session.game.num_players()))
    assert sum(one.cards for one in told) == len(session.draws()) > 0
    assert all(piece in pool for _, piece, pool in session.draws())
    assert all(0 < one.odds <= 1 and one.expected > 0 for one in told)
