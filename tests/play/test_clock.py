"""The pace of a game, and the clock: how time runs, grows, stands still and is up."""

from __future__ import annotations

from typing import Final

import msgspec
import pytest

from grognard.kernel.engine.chance import Generator, stream
from grognard.kernel.errors import BadInput
from grognard.play.clock import (
    DAY,
    FAST,
    HOUR,
    LIVE,
    MINUTE,
    NAMES,
    NEVER,
    NONE,
    SLOW,
    Clock,
    Pace,
    charged,
    elapsed,
    given,
    is_nearly_up,
    moved,
    paused,
    read_pace,
    resumed,
    started,
    time_left,
    time_told,
    united,
    until_claim,
    with_at_least,
)

BLITZ: Final = read_pace("clock", 5, 10)
SHORT: Final = Pace("days", start=20 * HOUR, gain=2 * HOUR, most=30 * HOUR)  # warned from the beginning
PACES: Final = pytest.mark.parametrize("pace", [SLOW, FAST, BLITZ, SHORT], ids=["slow", "fast", "blitz", "short"])


def begun(pace: Pace, moment: float = 0.0, seat: int | None = 0) -> Clock:
    """The clock of two seats in their first turn."""
    return started(pace, 2, moment, seat, 1)


def bank(pace: Pace, left: float) -> Clock:
    """A clock that runs from moment 0 for seat 0, which has so much left."""
    return Clock((left, left), (1, 1), (None, None), 0.0, 0)


# -- the pace ------------------------------------------------------------------------------------------------------


def test_a_form_names_one_of_five_paces() -> None:
    assert [read_pace(name).kind for name in NAMES] == ["days", "days", "clock", "live", "none"]
    assert read_pace("slow") == SLOW
    assert read_pace("fast") == FAST
    assert read_pace("live") == LIVE
    assert read_pace("none") == NONE
    clock = read_pace("clock", 15, 7)
    assert (clock.start, clock.gain) == (15 * MINUTE, 7)
    assert read_pace("clock", 1, 0).start == MINUTE
    assert read_pace("clock", 180, 300).gain == 300


@pytest.mark.parametrize("name", NAMES)
def test_only_a_seat_whose_time_can_run_out_is_played_by_the_computer(name: str) -> None:
    pace = read_pace(name, stand_in=True)
    assert pace.stand_in == pace.has_clock == (name in ("slow", "fast", "clock"))
    assert pace.is_live == (name in ("clock", "live"))
    assert (pace.notice, pace.gift) == ((MINUTE, 5 * MINUTE) if pace.is_live else (DAY, DAY))


@pytest.mark.parametrize(
    ("name", "minutes", "increment", "says"),
    [
        ("quick", 20, 30, "The pace can be slow, fast, clock, live or none, not “quick”."),
        ("", 20, 30, "The pace can be"),
        ("clock", 0, 30, "A clock starts with 1 to 180 minutes, not 0."),
        ("clock", 181, 30, "A clock starts with 1 to 180 minutes, not 181."),
        ("clock", 20, -1, "A clock gains 0 to 300 seconds each turn, not -1."),
        ("clock", 20, 301, "A clock gains 0 to 300 seconds each turn, not 301."),
    ],
)
def test_a_bad_pace_is_refused_in_a_sentence(name: str, minutes: int, increment: int, says: str) -> None:
    with pytest.raises(BadInput, match=says.replace(".", r"\.")):
        read_pace(name, minutes, increment)


def test_each_pace_says_what_it_is() -> None:
    assert SLOW.growth == "+36 hours a turn, up to 10 days"
    assert FAST.growth == "+12 hours a turn, up to 5 days"
    assert SLOW.told == (
        "Over days: you each start with 3 days and get 36 hours more each turn, up to 10 days. "
        "If your time runs out, your opponent may give you more or claim the game."
    )
    assert "3 days and get 12 hours more each turn, up to 5 days." in FAST.told
    assert read_pace("slow", stand_in=True).told.endswith(
        "your opponent may give you more, let the computer play for you until you are back, or claim the game."
    )
    assert read_pace("clock").told.startswith(
        "Live, with a clock: you each start with 20 minutes and get 30 seconds more each turn. If your time runs out"
    )
    assert read_pace("clock", 1, 0).told.startswith("Live, with a clock: you each start with 1 minute. If")
    assert "stays at the table" in LIVE.told
    assert NONE.told == "No clock: play whenever you like. Nobody can claim the game."


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (-5 * DAY, "less than a minute"), (0, "less than a minute"), (59.9, "less than a minute"),
        (60, "1 minute"), (119.9, "1 minute"), (59 * MINUTE + 59.9, "59 minutes"), (HOUR, "1 hour"),
        (2 * HOUR - 1, "1 hour"), (DAY - 1, "23 hours"), (DAY, "1 day"), (DAY + HOUR, "1 day 1 hour"),
        (DAY + HOUR - 1, "1 day"), (2 * DAY + 5 * HOUR, "2 days 5 hours"), (36 * HOUR, "1 day 12 hours"),
        (7 * DAY - 1, "6 days 23 hours"), (7 * DAY + 5 * HOUR, "7 days"), (10 * DAY, "10 days"),
    ],
)  # fmt: skip
def test_a_time_is_told_in_its_largest_units(seconds: float, told: str) -> None:
    assert time_told(seconds) == told


# -- how time runs -------------------------------------------------------------------------------------------------


@PACES
def test_only_the_seat_that_decides_uses_its_time(pace: Pace) -> None:
    clock = begun(pace, 1000.0)
    assert clock.left == (pace.start, pace.start)
    assert time_left(clock, 0, 1010.0) == pace.start - 10
    assert time_left(clock, 1, 1010.0) == pace.start
    clock = moved(clock, pace, 1010.0, 1, 1)
    assert clock.left == (pace.start - 10, pace.start)
    assert time_left(clock, 0, 1025.0) == pace.start - 10
    assert time_left(clock, 1, 1025.0) == pace.start - 15


def test_time_grows_once_a_turn_and_not_at_reactions() -> None:
    clock = moved(begun(FAST), FAST, HOUR, 1, 1)
    assert clock.left == (3 * DAY - HOUR, 3 * DAY)  # nothing more in the first turn of either
    clock = moved(clock, FAST, 2 * HOUR, 0, 2)
    assert clock.left == (3 * DAY + 11 * HOUR, 3 * DAY - HOUR)
    clock = moved(clock, FAST, 3 * HOUR, 1, 2)  # each of them gets more in this turn, when it first decides
    assert clock.left == (3 * DAY + 10 * HOUR, 3 * DAY + 11 * HOUR)
    for reaction in range(4, 8):
        clock = moved(clock, FAST, reaction * HOUR, reaction % 2, 2)
    assert clock.left == (3 * DAY + 8 * HOUR, 3 * DAY + 9 * HOUR)
    clock = moved(clock, FAST, 7 * HOUR, 0, 5)  # turns in which it did not decide give nothing
    assert clock.left[0] == 3 * DAY + 20 * HOUR


def test_each_seat_has_the_starting_time_in_the_first_turn_in_which_it_decides() -> None:
    clock = moved(begun(FAST), FAST, HOUR, 1, 2)
    assert clock.left == (3 * DAY - HOUR, 3 * DAY)
    assert clock.grown == (1, 2)
    clock = moved(clock, FAST, 2 * HOUR, 0, 3)  # the next turn of each brings more
    assert clock.left == (3 * DAY + 11 * HOUR, 3 * DAY - HOUR)
    clock = moved(clock, FAST, 3 * HOUR, 1, 4)
    assert clock.left == (3 * DAY + 10 * HOUR, 3 * DAY + 11 * HOUR)
    late = moved(moved(begun(FAST), FAST, 0.0, 1, 7), FAST, 0.0, 1, 8)  # the first turn may come late
    assert late.left[1] == 3 * DAY + 12 * HOUR


def test_a_first_turn_that_is_undone_gives_no_time() -> None:
    clock = begun(FAST)
    for seat, turn in ((1, 2), (0, 1), (1, 2), (1, 1), (1, 2)):
        clock = moved(clock, FAST, 0.0, seat, turn)
    assert clock.left == (3 * DAY, 3 * DAY)


def test_a_clock_stored_before_this_rule_is_read_and_goes_on() -> None:
    """Both seats of such a clock have had their first turn."""
    stored = {"left": [1000.0, 500.0], "grown": [3, 2], "warned": [None, 40.0], "since": 50.0, "seat": 0}
    clock = msgspec.convert(stored, Clock)
    assert clock == Clock((1000.0, 500.0), (3, 2), (None, 40.0), 50.0, 0)
    after = moved(clock, FAST, 60.0, 1, 3)
    assert after.left == (990.0, 500.0 + 12 * HOUR)
    assert moved(after, FAST, 60.0, 0, 3).left == after.left
    assert msgspec.convert(msgspec.to_builtins(begun(FAST)), Clock) == begun(FAST)


def test_time_grows_to_the_most_and_a_gift_beyond_it_stays() -> None:
    clock = begun(SLOW)
    for turn in range(2, 12):
        clock = moved(clock, SLOW, 0.0, 0, turn)
    assert clock.left[0] == 10 * DAY
    clock = moved(given(clock, SLOW, 0, 0.0), SLOW, 0.0, 0, 12)
    assert clock.left[0] == 11 * DAY


def test_undoing_to_an_earlier_turn_gives_no_time_twice() -> None:
    clock = begun(FAST)
    for turn in (2, 1, 2, 1, 2, 2):
        clock = moved(clock, FAST, 0.0, 0, turn)
    assert clock.left[0] == 3 * DAY + 12 * HOUR
    assert clock.grown == (2, NEVER)


@PACES
def test_no_time_runs_while_the_computer_decides(pace: Pace) -> None:
    clock = moved(begun(pace), pace, 10.0, None, 1)
    assert clock.running is None
    assert until_claim(clock, pace, 10**9) is None
    assert not is_nearly_up(clock, pace, 10**9)
    clock = moved(clock, pace, 10**9, 1, 1)
    assert clock.left == (pace.start - 10, pace.start)


def test_time_that_has_run_out_is_no_debt() -> None:
    clock = begun(SLOW)
    assert time_left(clock, 0, 5 * DAY) == -2 * DAY
    clock = moved(clock, SLOW, 5 * DAY, 1, 1)
    assert clock.left[0] == 0
    assert moved(clock, SLOW, 5 * DAY, 0, 2).left[0] == 36 * HOUR


@PACES
def test_charging_in_between_changes_nothing(pace: Pace) -> None:
    spans = [(100.0, 130.0), (5000.0, 5000.0 + DAY), (3 * DAY, 4 * DAY)]
    once = twice = begun(pace)
    for step in range(200):
        moment = step * pace.start / 40
        twice = charged(twice, pace, moment, spans)
        assert max(0.0, time_left(once, 0, moment, spans)) == pytest.approx(
            max(0.0, time_left(twice, 0, moment, spans))
        )
        wait, other = until_claim(once, pace, moment, spans), until_claim(twice, pace, moment, spans)
        assert (wait is None) == (other is None)
        if wait is not None and other is not None and wait > 0:
            assert wait == pytest.approx(other, abs=1e-3)
        elif wait is not None and other is not None:
            assert other <= 1e-3


# -- warnings and claims -------------------------------------------------------------------------------------------


@PACES
def test_a_seat_is_warned_when_its_time_has_run_down_to_the_notice(pace: Pace) -> None:
    clock = bank(pace, 2 * pace.notice)
    assert not is_nearly_up(clock, pace, pace.notice - 1)
    assert charged(clock, pace, pace.notice - 1).warned == (None, None)
    assert is_nearly_up(clock, pace, pace.notice)
    for moment in (pace.notice, pace.notice + 5, 10 * pace.notice):
        assert charged(clock, pace, moment).warned == (pace.notice, None)
    assert until_claim(clock, pace, pace.notice) == pace.notice
    assert until_claim(clock, pace, 2 * pace.notice) == 0


@PACES
def test_a_seat_that_begins_with_less_is_warned_at_once_and_has_the_whole_notice(pace: Pace) -> None:
    for left in (0, pace.notice / 4, pace.notice):
        clock = bank(pace, left)
        assert is_nearly_up(clock, pace, 0.0)
        for moment in (0.0, 3.0, pace.notice / 2, pace.notice, pace.notice + 1):
            assert until_claim(clock, pace, moment) == pace.notice - moment
            later = charged(clock, pace, moment)
            assert later.warned == (0.0, None)
            if moment <= pace.notice:
                assert until_claim(later, pace, moment) == pace.notice - moment


def test_a_seat_is_warned_once_until_it_has_enough_again() -> None:
    clock = charged(bank(SLOW, DAY + HOUR), SLOW, 2 * HOUR)
    assert clock.warned == (HOUR, None)
    clock = moved(moved(clock, SLOW, 2 * HOUR, 1, 1), SLOW, 2 * DAY, 0, 1)  # a reaction brings no time
    assert clock.warned[0] == HOUR
    assert until_claim(clock, SLOW, 2 * DAY) == 23 * HOUR  # warned long ago: only its time counts
    clock = moved(clock, SLOW, 2 * DAY, 0, 2)
    assert clock.warned[0] is None
    assert until_claim(clock, SLOW, 2 * DAY) == 59 * HOUR


@PACES
def test_a_gift_takes_the_claim_away(pace: Pace) -> None:
    clock, moment = begun(pace), float(pace.start + pace.notice)
    assert until_claim(clock, pace, moment) == (-pace.notice if pace.start > pace.notice else pace.notice - moment)
    clock = given(clock, pace, 0, moment)
    assert clock.left[0] == pace.gift
    assert until_claim(clock, pace, moment) == pace.gift
    assert until_claim(given(clock, pace, 0, moment), pace, moment) == 2 * pace.gift
    assert with_at_least(clock, pace, 0, 1.0).left == clock.left
    assert with_at_least(clock, pace, 0, 10 * pace.gift).left[0] == 10 * pace.gift


# -- pauses and vacations ------------------------------------------------------------------------------------------


@PACES
def test_a_pause_stops_the_clock_and_ends_as_it_began_for_the_seat_that_goes_on(pace: Pace) -> None:
    clock = paused(begun(pace), pace, 10.0)
    assert clock.running is None
    assert until_claim(clock, pace, 10.0**9) is None
    assert time_left(clock, 0, 10.0**9) == pace.start - 10
    clock = resumed(clock, pace, 10.0**9, by=0)
    assert clock.running == 0
    assert time_left(clock, 0, 10.0**9 + 5) == pace.start - 15


@PACES
def test_a_seat_has_time_to_notice_that_the_other_goes_on(pace: Pace) -> None:
    clock = resumed(paused(bank(pace, pace.notice / 2), pace, 1.0), pace, 10.0**6, by=1)
    assert clock.warned == (None, None)
    assert clock.left[0] == pace.gift
    assert until_claim(clock, pace, 10.0**6) == pace.gift
    richer = resumed(paused(bank(pace, 3 * pace.gift), pace, 1.0), pace, 10.0**6, by=1)
    assert richer.left[0] == 3 * pace.gift - 1
    nobody = resumed(paused(begun(pace, seat=None), pace, 1.0), pace, 10.0**6, by=1)
    assert nobody.left == (pace.start, pace.start)


def test_a_deed_during_a_pause_keeps_it() -> None:
    clock = moved(paused(begun(SLOW), SLOW, HOUR), SLOW, DAY, 1, 1)
    assert clock.paused
    assert clock.left == (3 * DAY - HOUR, 3 * DAY)
    assert resumed(clock, SLOW, 2 * DAY, by=1).running == 1


@pytest.mark.parametrize(
    ("spans", "passed"),
    [
        ([], 10), ([(0.0, 5.0)], 10), ([(30.0, 40.0)], 10), ([(12.0, 15.0)], 7), ([(5.0, 12.0)], 8),
        ([(18.0, 30.0)], 8), ([(0.0, 100.0)], 0), ([(11.0, 12.0), (14.0, 16.0)], 7), ([(10.0, 20.0)], 0),
    ],
)  # fmt: skip
def test_no_time_passes_in_a_vacation(spans: list[tuple[float, float]], passed: float) -> None:
    assert elapsed(10.0, 20.0, spans) == passed
    clock = Clock((100.0, 100.0), (1, 1), (None, None), 10.0, 0)
    assert time_left(clock, 0, 20.0, spans) == 100 - passed
    assert charged(clock, BLITZ, 20.0, spans).left == (100 - passed, 100.0)
    assert elapsed(20.0, 10.0, spans) == 0


def test_nobody_can_claim_during_a_vacation_and_the_notice_stands_still() -> None:
    clock, spans = begun(SLOW), [(2.5 * DAY, 9.5 * DAY)]
    assert until_claim(clock, SLOW, 2 * DAY, spans) == DAY
    assert until_claim(clock, SLOW, 2.5 * DAY, spans) is None
    assert until_claim(clock, SLOW, 9 * DAY, spans) is None
    assert until_claim(clock, SLOW, 9.5 * DAY, spans) == DAY / 2
    assert until_claim(clock, SLOW, 10 * DAY, spans) == 0
    for moment in (2.2 * DAY, 9.5 * DAY, 9.7 * DAY, 20 * DAY):
        later = charged(clock, SLOW, moment, spans)
        assert later.warned[0] == pytest.approx(2 * DAY)  # and not within the vacation
        assert until_claim(later, SLOW, 9.8 * DAY + moment, spans) is not None


def test_spans_are_united() -> None:
    assert united([]) == ()
    assert united([(5, 6), (1, 2)]) == ((1, 2), (5, 6))
    assert united([(1, 4), (2, 3), (4, 6), (8, 9), (5, 7)]) == ((1, 7), (8, 9))


# -- any game ------------------------------------------------------------------------------------------------------


def up_to(chance: Generator, most: float) -> float:
    """A random time."""
    return most * int(chance.below(10**6)) / 10**6


def vacations(chance: Generator, end: float) -> tuple[tuple[float, float], ...]:
    """A few spans that do not overlap."""
    begins = [up_to(chance, end) for _ in range(3)]
    return united((begin, begin + up_to(chance, end / 10)) for begin in begins)


@PACES
@pytest.mark.parametrize("holidays", [False, True], ids=["no vacation", "vacations"])
def test_in_any_game_time_is_charged_once_and_a_claim_comes_after_the_warning(pace: Pace, holidays: bool) -> None:
    for seed in range(30):
        chance = Generator(stream(seed, "clock"))
        spans = [vacations(chance, 30 * pace.start) if holidays else () for _ in range(2)]
        clock, moment, turn, latest = begun(pace), 0.0, 1, [1, 0]
        had = [float(pace.start)] * 2
        for _ in range(60):
            seat, before = clock.running, moment
            moment += up_to(chance, [0.0, pace.notice, 1.5 * pace.start][chance.below(3)])
            if seat is not None:
                must_count_down(clock, pace, seat, before, moment, spans[seat])
                had[seat] = max(0.0, had[seat] - elapsed(before, moment, spans[seat]))
            turn = max(1, turn + [-1, 0, 0, 1][chance.below(4)])  # an undo, reactions, a new turn
            following = [0, 1, 1 - (seat or 0), None][chance.below(4)]
            clock = moved(clock, pace, moment, following, turn, () if seat is None else spans[seat])
            if following is not None and turn > latest[following]:
                if latest[following]:  # in its first turn, a seat has the starting time
                    had[following] += min(pace.gain, max(0.0, pace.most - had[following]))
                latest[following] = turn
            assert clock.left == pytest.approx(tuple(had), abs=1e-3)


def must_count_down(
    clock: Clock, pace: Pace, seat: int, begin: float, end: float, spans: tuple[tuple[float, float], ...]
) -> None:
    """While nothing happens, a claim comes nearer by what passes, and after the whole notice."""
    last: tuple[float, float] | None = None
    for moment in (begin + (end - begin) * part / 7 for part in range(8)):
        wait = until_claim(clock, pace, moment, spans)
        if wait is None:
            assert any(since <= moment < until for since, until in spans)
            continue
        warned = charged(clock, pace, moment, spans).warned[seat]
        if wait <= 0:
            assert warned is not None
            assert elapsed(warned, moment, spans) >= pace.notice - 1e-3
            assert time_left(clock, seat, moment, spans) <= 0
        else:
            assert wait >= time_left(clock, seat, moment, spans)
            assert (warned is not None) == is_nearly_up(clock, pace, moment, spans)
        if last is not None:
            assert last[1] - wait == pytest.approx(elapsed(last[0], moment, spans), abs=1e-3)
        last = moment, wait
