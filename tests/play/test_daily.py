"""The daily deal is what its documents say, for everybody, on every machine."""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from grognard.play.daily import DailyDeal, daily_deal, day_of, deal_of, seated
from grognard.registry import load, registered_names

DAY = date(2026, 1, 1)
MIDNIGHT = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    ("slug", "day", "deal"),
    [
        ("outpost", 1, DailyDeal(14651931890665271120, 0)),
        ("fusillade", 1, DailyDeal(12058722395063399967, 1)),
        ("fusillade", 2, DailyDeal(5931119642394406291, 1)),
        ("fusillade", 3, DailyDeal(4766132577137293273, 0)),
    ],
)
def test_the_deals_of_days_stay_what_they_were(slug: str, day: int, deal: DailyDeal) -> None:
    assert deal_of(slug, 1, date(2026, 1, day), 2) == deal


def test_it_is_computed_as_it_is_told() -> None:
    digest = hashlib.sha256(b"grognard/daily/1\nfusillade\n1\n2026-01-01").hexdigest()
    assert deal_of("fusillade", 1, DAY, 2) == (int(digest[:16], 16), int(digest[16:32], 16) % 2)
    assert deal_of("fusillade", 1, DAY, 6).seat == int(digest[16:32], 16) % 6


@pytest.mark.parametrize("slug", registered_names())
def test_games_rules_and_days_differ_and_both_sides_come_up(slug: str) -> None:
    game = load(slug)
    days = [daily_deal(game, DAY + timedelta(days=number)) for number in range(60)]
    assert len({deal.seed for deal in days}) == 60
    assert {deal.seat for deal in days} == {*range(game.num_players())}
    assert daily_deal(game, DAY) == deal_of(slug, game.spec.meta.rules, DAY, game.num_players())
    assert deal_of(slug, game.spec.meta.rules + 1, DAY, game.num_players()).seed != daily_deal(game, DAY).seed


def test_the_person_has_one_seat_and_the_computer_all_others() -> None:
    game = load("outpost")
    assert seated(game, 1) == ["veteran", "human"]
    assert seated(game, 0, "you") == ["you", "veteran"]


@pytest.mark.parametrize("hours", [-11, -5, 0, 1, 14])
def test_the_day_turns_over_at_midnight_utc_wherever_one_is(hours: int) -> None:
    there = timezone(timedelta(hours=hours))
    assert day_of((MIDNIGHT - timedelta(seconds=1)).astimezone(there)) == DAY
    assert day_of(MIDNIGHT.astimezone(there)) == date(2026, 1, 2)
