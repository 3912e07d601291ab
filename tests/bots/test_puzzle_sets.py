"""The five puzzles of a day, and the rating that they are chosen by."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta

import pytest

from grognard.bots import puzzle_sets
from grognard.bots.puzzle_sets import (
    RANGE,
    SIZE,
    Attempt,
    Place,
    five_of_day,
    hardness,
    player_rating,
    puzzle_rating,
    rating_told,
    strength,
)
from grognard.bots.puzzles import puzzle, puzzles
from grognard.play.glicko import Rating
from grognard.registry import registered_names, spec

SLUGS = [slug for slug in registered_names() if puzzles(slug)]
ALL = [Place(slug, number) for slug in SLUGS for number in range(1, len(puzzles(slug)) + 1)]
DAY = date(2026, 3, 1)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def attempt(place: Place, when: datetime, right: bool = True, over: bool = True) -> Attempt:
    return Attempt(place.slug, puzzle(*place).id, when, right, when if over else None)


def ratings(places: Sequence[Place]) -> list[float]:
    return [puzzle_rating(puzzle(*place)).value for place in places]


def test_a_puzzle_that_the_levels_find_more_often_has_a_lower_rating() -> None:
    least, most = RANGE
    every = sorted((puzzle(*place) for place in ALL), key=lambda one: one.ease)
    found = [puzzle_rating(one).value for one in every]
    assert found == sorted(found, reverse=True)
    assert least <= found[-1] < 1100
    assert 1900 < found[0] <= most


def test_a_newcomer_begins_with_easy_puzzles_of_short_games() -> None:
    five = five_of_day("newcomer", DAY, [], [])
    assert len(set(five)) == SIZE
    assert ratings(five) == sorted(ratings(five))
    assert ratings(five)[-1] < 1400
    assert 1 < len({place.slug for place in five}) <= puzzle_sets.SHORT_GAMES
    longest = max(spec(place.slug).minutes({}) for place in five)
    assert longest <= sorted(spec(slug).minutes({}) for slug in SLUGS)[puzzle_sets.SHORT_GAMES - 1]


def test_every_player_and_every_day_has_a_set_of_its_own() -> None:
    assert len({tuple(five_of_day(f"guest {number}", DAY, [], [])) for number in range(10)}) > 5
    assert len({tuple(five_of_day("guest", DAY + timedelta(days=number), [], [])) for number in range(10)}) > 5
    assert five_of_day("guest", DAY, [], []) == five_of_day("guest", DAY, [], [])


def test_nothing_done_on_a_day_changes_its_puzzles() -> None:
    earlier = [attempt(place, NOON - timedelta(days=2), right=False, over=False) for place in ALL[::7]]
    five = five_of_day("guest", DAY, earlier, ["fusillade"])
    solved_today = [one._replace(over=NOON) for one in earlier]
    new = [attempt(place, NOON) for place in (*five, *ALL[3:20])]
    assert five_of_day("guest", DAY, [*solved_today, *new], ["fusillade"]) == five
    assert not {*five} & {*five_of_day("guest", DAY + timedelta(days=1), [*earlier, *new], ["fusillade"])}


def test_games_that_the_player_knows_come_first_and_others_too() -> None:
    five = five_of_day("guest", DAY, [], ["company-commander"])
    assert sum(place.slug == "company-commander" for place in five) >= 2
    assert len({place.slug for place in five}) > 1
    three = five_of_day("guest", DAY, [], SLUGS[:3])
    assert {place.slug for place in three} <= {*SLUGS[:3]}


def test_the_set_follows_the_player_s_strength() -> None:
    tried = ALL[::6]
    strong, weak = (
        five_of_day("guest", DAY, [attempt(place, NOON - timedelta(days=2), right) for place in tried], [])
        for right in (True, False)
    )
    assert min(ratings(strong)) > max(ratings(weak))


def test_once_all_are_tried_the_oldest_unsolved_ones_come_again() -> None:
    begun = NOON - timedelta(days=len(ALL) + 1)
    every = [attempt(place, begun + timedelta(days=number)) for number, place in enumerate(ALL)]
    failed = [one._replace(right=False, over=None) if number % 10 == 4 else one for number, one in enumerate(every)]
    expected = [ALL[number] for number in range(4, len(ALL), 10)][:SIZE]
    five = five_of_day("guest", DAY, failed[::-1], [])
    assert {*five} == {*expected}
    assert ratings(five) == sorted(ratings(five))
    left = [one for one in failed if one.puzzle != puzzle(*ALL[0]).id]
    assert {*five_of_day("guest", DAY, left, [])} == {ALL[0], *expected[:-1]}, "what is new comes before that"
    assert five_of_day("guest", DAY, every, []) == []


def test_a_rating_counts_known_puzzles_in_order_of_time() -> None:
    attempts = [attempt(place, NOON + timedelta(hours=number), number % 3 > 0) for number, place in enumerate(ALL[:9])]
    found = player_rating(attempts)
    assert player_rating(attempts[::-1]) == found
    assert player_rating([*attempts, Attempt("fusillade", "replaced", NOON, True)]) == found
    assert player_rating([]) == Rating()
    assert player_rating([attempt(ALL[0], NOON)]).value > 1500 > player_rating([attempt(ALL[0], NOON, False)]).value


def test_only_the_latest_attempts_count(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = [attempt(place, NOON, False) for place in ALL[:5]]
    won = [attempt(place, NOON + timedelta(hours=1)) for place in ALL[5:10]]
    monkeypatch.setattr(puzzle_sets, "MOST_RATED", 5)
    assert player_rating([*lost, *won]) == player_rating(won)


@pytest.mark.parametrize(
    ("deviation", "told"), [(350, ""), (161, ""), (160, "about 1550"), (111, "about 1550"), (110, "1532")]
)
def test_a_rating_is_told_once_it_is_known(deviation: float, told: str) -> None:
    assert rating_told(Rating(1532.4, deviation)) == told


def test_a_rating_becomes_known_within_five_sets() -> None:
    attempts = [attempt(place, NOON, number % 2 == 0) for number, place in enumerate(ALL[::5][:25])]
    assert rating_told(player_rating(attempts[:1])) == ""
    assert rating_told(player_rating(attempts)).isdigit()


def test_how_hard_a_puzzle_is_depends_on_the_player() -> None:
    middle = min((puzzle(*place) for place in ALL), key=lambda one: abs(puzzle_rating(one).value - 1500))
    words = [hardness(middle, Rating(value, 50)) for value in (900, 1400, 1500, 1600, 2100)]
    assert words == ["Very hard", "Hard", "At your level", "Fairly easy", "Easy"]


def test_who_is_little_known_is_taken_for_weaker() -> None:
    assert strength(Rating(1500, 350)) < strength(Rating(1500, 200)) < strength(Rating(1500, 100)) == 1500
