"""Polars reads what a report was made of, and SciPy finds every interval of it again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy
import polars
import pytest
from scipy import stats

Json = dict[str, Any]
WORDS: Final = ("report", "outpost", "--games", "150", "--levels", "random,greedy", "--restrict", "Infantry 3")
GREEDY: Final = "greedy greedy"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Json:
    """The numbers of a report."""
    found: Json = json.loads(_lab(tmp_path_factory.mktemp("json"), "json"))
    return found


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> polars.DataFrame:
    """A row for each game of the report."""
    folder = tmp_path_factory.mktemp("parquet")
    _lab(folder, "parquet")
    return polars.read_parquet(folder / "report")


def _lab(folder: Path, form: str) -> bytes:
    out = folder / "report"
    command = [sys.executable, "-m", "grognard", "lab", *WORDS, "--format", form, "--out", str(out)]
    subprocess.run([*command, "--cache", str(folder)], check=True, capture_output=True, timeout=300)
    return out.read_bytes()


def of(games: polars.DataFrame, bots: str, tried: str = "") -> list[Json]:
    """The games of these bots, with or without a house rule, in their order."""
    rows = games.filter((games["bots"] == bots) & (games["tried"] == tried)).sort("number").to_dicts()
    counts = ("drawn", "chosen", "played", "luck")
    return [{**row, **{key: json.loads(row[key]) for key in counts}} for row in rows]


def holds(estimate: Json, low: float, high: float) -> None:
    """Is this the interval of the report?"""
    assert estimate["low"] == pytest.approx(low, abs=1e-9)
    assert estimate["high"] == pytest.approx(high, abs=1e-9)


def holds_share(estimate: Json, values: Sequence[float]) -> None:
    """Agresti and Coull's interval: two full results and two empty ones more."""
    more = numpy.array([*values, 1, 1, 0, 0])
    low, high = stats.norm.interval(0.95, loc=more.mean(), scale=more.std() / len(more) ** 0.5)
    holds(estimate, max(0, low), min(1, high))


def holds_mean(estimate: Json, values: Sequence[float]) -> None:
    """The normal interval; equal values have none."""
    low = high = float(numpy.mean(values))
    if len(set(values)) > 1:
        low, high = stats.norm.interval(0.95, loc=low, scale=stats.sem(values))
    holds(estimate, low, high)


def first_points(row: Json) -> float:
    """The points of the side that began."""
    return float(row["points"] if row["first"] == 0 else 1 - row["points"])


def test_what_is_said_of_each_level(told: Json, games: polars.DataFrame) -> None:
    for level in told["levels"]:
        rows = of(games, f"{level['level']} {level['level']}")
        assert len(rows) == level["games"] == 150
        holds_share(level["first"], [first_points(row) for row in rows])
        holds_share(level["side"], [row["points"] for row in rows])
        holds_share(level["draws"], [row["points"] == 0.5 for row in rows])
        holds_mean(level["turns"], [row["turns"] for row in rows])
        holds_mean(level["decisions"], [row["decisions"] for row in rows])


def test_the_levels_against_each_other(told: Json, games: polars.DataFrame) -> None:
    [duel] = told["duels"]
    pairs = zip(of(games, "random greedy"), of(games, "greedy random"), strict=True)
    holds_share(duel["points"], [(one["points"] + 1 - other["points"]) / 2 for one, other in pairs])


def test_how_often_each_card_comes_and_who_wins_with_it(told: Json, games: polars.DataFrame) -> None:
    rows = of(games, GREEDY)
    for card in told["levels"][-1]["cards"]:
        name = card["name"]
        counts = {
            key: [sum(side.get(name, 0) for side in row[key]) for row in rows] for key in ("drawn", "chosen", "played")
        }
        holds_mean(card["drawn"], counts["drawn"])
        holds_mean(card["played"], counts["played"])
        given_up = [one - other for one, other in zip(counts["chosen"], counts["played"], strict=True)]
        holds_mean(card["given_up"], given_up)
        sides = [
            (side.get(name, 0), row["points"] if number == 0 else 1 - row["points"])
            for row in rows
            for number, side in enumerate(row["played"])
        ]
        holds_share(card["having"], [points for times, points in sides if times])
        holds_share(card["lacking"], [points for times, points in sides if not times])


def test_what_each_card_is_worth(told: Json, games: polars.DataFrame) -> None:
    """A regression through the origin, with errors as HC3 has them."""
    rows, cards = of(games, GREEDY), told["levels"][-1]["cards"]
    points = numpy.array([row["points"] for row in rows])
    slopes, parts = {}, {}
    for card in cards:
        luck = numpy.array([row["luck"].get(card["name"], 0.0) for row in rows])
        squares = luck @ luck
        slopes[card["name"]] = luck @ (points - points.mean()) / squares
        left = points - points.mean() - slopes[card["name"]] * luck
        parts[card["name"]] = luck * left / squares / (1 - luck * luck / squares)
    for card in cards:
        own, others = card["name"], [one["name"] for one in cards if one["kind"] == card["kind"]]
        others.remove(own)
        holds(card["worth"], *stats.norm.interval(0.95, loc=slopes[own], scale=(parts[own] ** 2).sum() ** 0.5))
        beyond = slopes[own] - numpy.mean([slopes[one] for one in others])
        errors = parts[own] - numpy.mean([parts[one] for one in others], axis=0)
        holds(card["beyond"], *stats.norm.interval(0.95, loc=beyond, scale=(errors**2).sum() ** 0.5))


def test_what_is_different_without_a_card_or_by_a_house_rule(told: Json, games: polars.DataFrame) -> None:
    [restricted] = told["restricted"]
    rows = of(games, GREEDY)
    other = of(games, f"{GREEDY} without Infantry 3")
    found = {line["measure"]: line["change"] for line in restricted["differences"]}
    holds_mean(found["turns"], [new["turns"] - old["turns"] for old, new in zip(rows, other, strict=True)])
    changes = [first_points(new) - first_points(old) for old, new in zip(rows, other, strict=True)]
    holds_mean(found["points of the first player"], changes)
    assert told["house_rules"]
    for rule in told["house_rules"]:
        tried = of(games, GREEDY, " ".join(f"{key}={value}" for key, value in [(rule["key"], rule["value"])]))
        pairs = list(zip(rows, tried, strict=True))
        holds_mean(rule["turns"], [new["turns"] - old["turns"] for old, new in pairs])
        holds_mean(rule["first"], [first_points(new) - first_points(old) for old, new in pairs])
        holds_share(rule["result"], [old["points"] != new["points"] for old, new in pairs])
