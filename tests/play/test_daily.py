"""The daily deal is what its documents say, for everybody, on every machine."""

from __future__ import annotations

import hashlib
import hmac
import json
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from grognard.play.daily import (
    DailyDeal,
    DailySecret,
    day_of,
    deal_of,
    practice_deal,
    practice_of,
    promised,
    quality_marks,
    result_text,
    seated,
)
from grognard.registry import load, registered_names

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "check_daily.py"
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
def test_the_practice_deals_of_days_stay_what_they_were(slug: str, day: int, deal: DailyDeal) -> None:
    assert practice_of(slug, 1, date(2026, 1, day), 2) == deal


def test_a_practice_deal_is_computed_as_the_docs_say() -> None:
    digest = hashlib.sha256(b"grognard/daily/1\nfusillade\n1\n2026-01-01").hexdigest()
    assert practice_of("fusillade", 1, DAY, 2) == (int(digest[:16], 16), int(digest[16:32], 16) % 2)
    assert practice_of("fusillade", 1, DAY, 6).seat == int(digest[16:32], 16) % 6


@pytest.mark.parametrize("slug", registered_names())
def test_games_rules_and_days_differ_and_both_sides_come_up(slug: str) -> None:
    game = load(slug)
    days = [practice_deal(game, DAY + timedelta(days=number)) for number in range(60)]
    assert len({deal.seed for deal in days}) == 60
    assert {deal.seat for deal in days} == {*range(game.num_players())}
    assert practice_deal(game, DAY) == practice_of(slug, game.spec.meta.rules, DAY, game.num_players())
    assert practice_of(slug, game.spec.meta.rules + 1, DAY, game.num_players()).seed != practice_deal(game, DAY).seed


# -- deals of a server -----------------------------------------------------------------------------------------------


def test_a_deal_is_computed_as_the_docs_say() -> None:
    """Byte by byte, without our own helpers."""
    secret, day = bytes(32), b"10:2026-01-01,"
    key = hmac.new(secret, b"20:grognard/daily/2/key," + day, "sha256").digest()
    text = b"21:grognard/daily/2/seed," + day + b"9:fusillade,1:1,"
    digest = hmac.new(key, text, "sha256").digest()
    found = DailySecret(secret, DAY)
    assert found.opened(DAY, DAY + timedelta(days=1)) == key.hex()
    assert found.promise(DAY) == hashlib.sha256(b"24:grognard/daily/2/promise," + day + b"32:" + key + b",").hexdigest()
    assert found.deal("fusillade", 1, DAY, 2) == (int.from_bytes(digest[:16], "big"), digest[-1] % 2)


def test_a_key_opens_when_its_day_is_over() -> None:
    secret = DailySecret(b"s" * 32, DAY)
    opened = {number: secret.opened(DAY + timedelta(days=number), DAY + timedelta(days=1)) for number in range(-1, 4)}
    assert [number for number, key in opened.items() if key] == [0]


def test_days_before_the_first_have_practice_deals_and_no_key() -> None:
    secret, before = DailySecret(b"s" * 32, DAY), DAY - timedelta(days=1)
    assert secret.deal("fusillade", 1, before, 2) == practice_of("fusillade", 1, before, 2)
    assert secret.deal("fusillade", 1, DAY, 2) != practice_of("fusillade", 1, DAY, 2)
    assert secret.promise(before) == secret.opened(before, DAY + timedelta(days=9)) == ""


@pytest.mark.parametrize("slug", registered_names())
def test_servers_days_games_and_rules_have_deals_of_their_own(slug: str) -> None:
    secret, seats = DailySecret(b"s" * 32, DAY), load(slug).num_players()
    deals = [secret.deal(slug, 1, DAY + timedelta(days=number), seats) for number in range(60)]
    others = [DailySecret(b"t" * 32, DAY).deal(slug, 1, DAY, seats), secret.deal(slug, 2, DAY, seats)]
    others.append(secret.deal(f"{slug}-2", 1, DAY, seats))
    assert len({deal.seed for deal in (*deals, *others)}) == 63
    assert {deal.seat for deal in deals} == {*range(seats)}
    promises = {secret.promise(DAY + timedelta(days=number)) for number in range(60)}
    assert len(promises) == 60


def test_anybody_can_check_a_deal_with_nothing_but_python() -> None:
    key = hashlib.sha256(b"some key").digest()
    deal = deal_of(key, "fusillade", 1, DAY, 2)
    assert checked(key.hex(), deal.seed, deal.seat) == (0, promised(key, DAY))
    assert checked(key.hex(), deal.seed + 1, deal.seat)[0] == 1
    assert checked(key.hex(), deal.seed, 1 - deal.seat)[0] == 1
    assert checked(bytes(32).hex(), deal.seed, deal.seat)[0] == 1


def checked(key: str, seed: int, seat: int) -> tuple[int, str]:
    """What docs/check_daily.py makes of a journal: its status, and the hash of the key."""
    head = {"game": "fusillade", "rules": 1, "seed": str(seed), "seats": seated(load("fusillade"), seat)}
    command = [sys.executable, "-I", str(SCRIPT), DAY.isoformat(), key]
    done = subprocess.run(command, input=json.dumps(head) + "\n", capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines()[0].rpartition(" ")[2]


# -- the day and the seats ---------------------------------------------------------------------------------------------


def test_the_person_has_one_seat_and_the_computer_all_others() -> None:
    game = load("outpost")
    assert seated(game, 1) == ["veteran", "human"]
    assert seated(game, 0, "you") == ["you", "veteran"]


@pytest.mark.parametrize("hours", [-11, -5, 0, 1, 14])
def test_the_day_turns_over_at_midnight_utc_wherever_one_is(hours: int) -> None:
    there = timezone(timedelta(hours=hours))
    assert day_of((MIDNIGHT - timedelta(seconds=1)).astimezone(there)) == DAY
    assert day_of(MIDNIGHT.astimezone(there)) == date(2026, 1, 2)


# -- the result to share -----------------------------------------------------------------------------------------------


def test_a_result_names_the_day_the_game_and_how_it_ended() -> None:
    assert result_text("Outpost", DAY, "won", 1) == "Grognard, daily deal of 1 January: Outpost. Won in 1 turn."
    assert result_text("Outpost", DAY, "drawn", 7).endswith(": Outpost. Drawn in 7 turns.")
    assert result_text("Outpost", DAY, "lost", 0, "●◐○●●").endswith(": Outpost. Lost. ●◐○●●")


@pytest.mark.parametrize(
    ("costs", "marks"),
    [
        ([], ""),
        ([0.5] * 4, ""),
        ([0.019, 0.02, 0.099, 0.1, 0], "●◐◐○●"),
        ([-0.1] * 5, "●●●●●"),
        ([0.01, 0.01, 0, 0.06, 0.06, 0, 0], "●●◐◐●"),
        ([0] * 98 + [0.05, 0.05], "●●●●○"),
    ],
)
def test_each_fifth_of_your_decisions_has_a_mark(costs: list[float], marks: str) -> None:
    assert quality_marks(costs) == marks
