"""Reports and comparisons: planted faults stand first, numbers can be found again, pages ask nothing of anybody."""

from __future__ import annotations

import io
import json
import math
import re
from pathlib import Path

import polars
import pytest

from grognard import cli
from grognard.lab.estimates import holm
from grognard.lab.recording import planned, record
from grognard.lab.report.render import html
from grognard.lab.report.sections import Figure, FigurePoint, Page, Section, Table
from grognard.lab.simulate import NORMAL_95
from grognard.registry import load
from tests.lab.support import written

Output = pytest.CaptureFixture[str]


def test_a_number_that_is_far_too_high_is_found(tmp_path: Path, kept: Path) -> None:
    words = ["compare", "fusillade", "--games", "100", "--format", "json"]
    found = json.loads(written(tmp_path / "c", kept, *words, "--with", "Old Guard.force=40"))
    marked = [line["measure"] for line in found["differences"] if line["marked"]]
    assert "turns" in marked[:2]
    assert "decisions" in marked[:2]
    assert found["parting"]["parted"] > 90


def test_a_change_of_nothing_marks_nothing(tmp_path: Path, kept: Path) -> None:
    words = ["compare", "outpost", "--games", "50", "--format", "json", "--with", "morale=5"]
    found = json.loads(written(tmp_path / "c", kept, *words))
    assert not any(line["marked"] for line in found["differences"])
    assert found["parting"]["parted"] == 0


@pytest.mark.parametrize(("rule", "warned"), [("morale=5", False), ("Infantry 1.force=1", False), ("morale=4", True)])
def test_bots_are_called_tuned_for_other_rules_only_where_these_are(
    rule: str, warned: bool, tmp_path: Path, kept: Path
) -> None:
    told = written(tmp_path / "c.md", kept, "compare", "outpost", "--games", "25", "--with", rule).decode()
    assert ("tuned for the standard rules" in told) == warned


def test_intervals_can_be_found_again_from_the_games(tmp_path: Path, kept: Path) -> None:
    words = ["report", "outpost", "--games", "200", "--levels", "greedy"]
    told = json.loads(written(tmp_path / "r.json", kept, *words, "--format", "json"))["levels"][0]
    games = polars.read_parquet(io.BytesIO(written(tmp_path / "r.parquet", kept, *words, "--format", "parquet")))
    assert set(games["tried"]) == {"", "morale=4", "size=skirmish"}
    games = games.filter(games["tried"] == "")
    turns = games["turns"]
    deviation, centre = turns.std(), turns.mean()
    assert isinstance(deviation, float)
    assert isinstance(centre, float)
    half = NORMAL_95 * deviation / math.sqrt(len(turns))
    assert told["turns"]["low"] == pytest.approx(centre - half, abs=1e-9)
    assert told["turns"]["high"] == pytest.approx(centre + half, abs=1e-9)
    points = [one if first == 0 else 1 - one for one, first in zip(games["points"], games["first"], strict=True)]
    mean = (sum(points) + 2) / 204
    half = NORMAL_95 * math.sqrt(((sum(one * one for one in points) + 2) / 204 - mean * mean) / 204)
    assert told["first"]["low"] == pytest.approx(mean - half, abs=1e-9)
    assert told["first"]["high"] == pytest.approx(mean + half, abs=1e-9)


def test_the_page_asks_nothing_of_anybody_and_warns_of_other_rules(tmp_path: Path, kept: Path) -> None:
    words = ["report", "outpost", "--games", "50", "--option", "morale=4", "--restrict", "Infantry 1"]
    page = written(tmp_path / "r.html", kept, *words).decode()
    assert "<svg" in page
    assert not re.search(r"https?:|//|<script|<link|@import|src=", page)
    assert "tuned for the standard rules" in page
    assert "If nobody may play it" in page
    assert "grognard lab report outpost" in page


def test_each_ending_has_an_example_and_sure_house_rules_are_named(tmp_path: Path, kept: Path) -> None:
    words = ["report", "outpost", "--games", "100", "--levels", "greedy", "--rule-games", "100", "--format", "md"]
    page = written(tmp_path / "r.md", kept, *words).decode()
    assert re.search(r"^\| Morale \| .* \| (Blue|Red) wins: (Blue|Red) has no Morale left. \|$", page, re.MULTILINE)
    assert "Games are surely shorter under “Size of the battle: Two cards each" in page


def test_what_a_page_is_told_is_escaped() -> None:
    bad = "<b onload=x>&"
    section = Section(bad, [bad], Figure("bars", bad, [FigurePoint(bad, 1, 1, 1)]), Table([bad], [[bad]]))
    assert "<b " not in html(Page(bad, [bad], [section], bad))


def test_jobs_and_a_stop_change_no_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = planned(load("outpost"), ("greedy", "random"), 7)
    whole = record(plan, 60, tmp_path / "one")

    def stop(done: int, _of: int) -> None:
        if done >= 25:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record(plan, 60, tmp_path / "two", progress=stop)
    half = set((tmp_path / "two").iterdir())
    assert half
    assert record(plan, 60, tmp_path / "two", jobs=2) == whole
    files = [sorted((file.name, file.read_bytes()) for file in (tmp_path / one).iterdir()) for one in ("one", "two")]
    assert files[0] == files[1]
    assert len(half) < len(files[0])


def test_the_banned_card_is_not_chosen(tmp_path: Path) -> None:
    game = load("fusillade")
    plain = record(planned(game, ("greedy", "greedy"), 0), 10, tmp_path)
    rows = record(planned(game, ("greedy", "greedy"), 0, "Old Guard"), 10, tmp_path)
    before, after = (sum(side.get("Old Guard", 0) for row in one for side in row.chosen) for one in (plain, rows))
    assert 0 < after < before / 5  # only where nothing else was legal


def test_holm_is_as_in_the_textbook() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["report", "outpost", "--levels", "marshal", "--format", "md"], "thinks by the clock"),
        (["report", "outpost"], "--out"),
        (["report", "outpost", "--format", "pdf"], "--format should be"),
        (["report", "outpost", "--format", "md", "--restrict", "Nobody"], "no card"),
        (["report", "outpost", "--format", "md", "--games", "0"], "1 or more"),
        (["compare", "outpost", "--with", "Infantry"], "KEY=VALUE"),
        (["compare", "outpost", "--with", "morale=5", "--backend", "dask"], "--backend should be"),
        (["compare", "outpost", "--with", "morale=5", "--backend", "ray"], "2 or more"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(words: list[str], said: str, tmp_path: Path, capsys: Output) -> None:
    assert cli.main(["lab", *words, "--cache", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
