"""Sweeps: a planted fault stands out, a change of nothing does not, and no byte depends on how games were played."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import polars
import pytest

from grognard import cli
from grognard.lab import recording
from grognard.lab.parameters import Parameter, by_one, combinations, current_value, read_parameter
from grognard.lab.recording import BATCH
from grognard.registry import load
from tests.lab.support import stopped, written

Output = pytest.CaptureFixture[str]

# At force 5 nothing answers the card, and it takes all the Morale there is: from 4 that is one step away.
PLANTED = ("sweep", "outpost", "--tornado", "--set", "Infantry 3.force=4", "--games", "100")
SURFACE = ("sweep", "outpost", "--vary", "morale", "--vary", "Infantry 3.force=2..5", "--games", "50")


def test_the_tornado_puts_a_number_at_the_brink_first(tmp_path: Path, kept: Path) -> None:
    told = written(tmp_path / "t.md", kept, *PLANTED).decode()
    first = next(line for line in told.splitlines() if ".force |" in line)
    assert first.startswith("| Infantry 3.force | 4 | ")
    assert first.endswith("* |")
    found = json.loads(written(tmp_path / "t.json", kept, *PLANTED))
    assert len(found["cells"]) == 18
    (brink,) = (cell for cell in found["cells"] if cell["setting"] == {"Infantry 3.force": 5})
    assert brink["marked"]
    assert brink["change"]["high"] < -0.3


def test_a_higher_force_makes_games_of_a_common_deck_shorter(tmp_path: Path, kept: Path) -> None:
    words = ["sweep", "fusillade", "--vary", "Old Guard.force=3,20,40", "--games", "75"]
    standard, *others = json.loads(written(tmp_path / "s.json", kept, *words))["cells"]
    assert standard["starts"]
    assert standard["change"]["value"] == 0
    assert not standard["marked"]
    assert all(cell["marked"] and cell["change"]["high"] < 0 for cell in others)
    assert others[1]["value"]["value"] < others[0]["value"]["value"] < standard["value"]["value"]


def test_what_has_no_effect_is_not_marked(tmp_path: Path, kept: Path) -> None:
    words = ["sweep", "ready-aim-fire", "--vary", "blue_breakpoint=50,25,75", "--level", "random", "--games", "25"]
    cells = json.loads(written(tmp_path / "s.json", kept, *words))["cells"]
    assert [cell["change"]["value"] for cell in cells] == [0, 0, 0]
    assert not any(cell["marked"] for cell in cells)


def test_cells_can_be_found_again_from_the_games(tmp_path: Path, kept: Path) -> None:
    found = json.loads(written(tmp_path / "s.json", kept, *SURFACE))
    games = polars.read_parquet(io.BytesIO(written(tmp_path / "s.parquet", kept, *SURFACE)))
    assert len(games) == 8 * 50
    start = games.filter((polars.col("morale") == "5") & (polars.col("Infantry 3.force") == "3"))
    for cell in found["cells"]:
        morale, force = (str(cell["setting"][key]) for key in ("morale", "Infantry 3.force"))
        own = games.filter((polars.col("morale") == morale) & (polars.col("Infantry 3.force") == force))
        change = own["turns"] - start["turns"]
        assert cell["value"]["value"] == pytest.approx(own["turns"].mean())
        assert cell["change"]["value"] == pytest.approx(change.mean())


def test_jobs_and_a_stop_change_no_byte(tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = written(tmp_path / "one.html", kept, *SURFACE)
    assert written(tmp_path / "two.html", tmp_path / "both", *SURFACE, "--jobs", "2") == whole
    half = stopped(monkeypatch, 5, tmp_path, *SURFACE)
    assert len(list(half.iterdir())) == 5
    assert written(tmp_path / "half.html", half, *SURFACE) == whole


def test_progress_counts_all_games(tmp_path: Path) -> None:
    plans = [recording.planned(load("outpost", {"morale": value}), ("random", "random"), 0) for value in (4, 5)]
    seen: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        seen.append((done, total))

    assert [len(rows) for rows in recording.record_each(plans, BATCH + 5, tmp_path, progress=progress)] == [30, 30]
    assert seen == [(25, 60), (30, 60), (55, 60), (60, 60)]


def test_a_number_set_to_what_it_is_plays_no_games_of_its_own() -> None:
    plain = recording.planned(load("fusillade"), ("greedy", "greedy"), 0)
    assert recording.planned(load("fusillade", None, {"Old Guard.force": 3}), ("greedy", "greedy"), 0) == plain


def test_pages_ask_nothing_of_anybody_and_warn_of_other_rules(tmp_path: Path, kept: Path) -> None:
    titles = ("A sweep of morale and Infantry 3.force in Outpost", "Every number of Outpost, plus and minus one")
    for words, title in zip((SURFACE, PLANTED), titles, strict=True):
        page = written(tmp_path / "s.html", kept, *words).decode()
        assert "<svg" in page
        assert not re.search(r"https?:|//|<script|<link|@import|src=", page)
        assert "tuned for the standard rules" in page
        assert f"{title}</h1>" in page
        assert f"grognard lab {' '.join(words[:2])}" in page
    assert "starting from Infantry 3.force=4" in page


def test_the_card_that_is_varied_is_counted(tmp_path: Path, kept: Path) -> None:
    words = ["sweep", "outpost", "--vary", "Infantry 3.force=3,5", "--measure", "card", "--games", "50"]
    found = json.loads(written(tmp_path / "s.json", kept, *words))
    assert found["measure"] == "Infantry 3 played"
    assert "--card 'Infantry 3'" in found["command"]
    assert 0 < found["base"]["value"] <= 1


def test_shares_are_read_in_percent(tmp_path: Path, kept: Path) -> None:
    told = written(tmp_path / "s.md", kept, *SURFACE, "--measure", "share").decode()
    assert "Side 1 is that of Blue." in told
    assert re.search(r"\| 5 \| 3 \| \d\d\.\d % \(", told)


def test_parameters_are_read_as_they_are_written() -> None:
    game = load("fusillade")
    assert read_parameter(game, "Old Guard.force = 1..3, 7") == Parameter("Old Guard.force", [1, 2, 3, 7], 3)
    assert read_parameter(game, "troops") == Parameter("troops", [100, 75, 60, 50], 100)
    assert read_parameter(game, "strip=any_tactics") == Parameter("strip", ["any_tactics"], "artillery")
    parameters = [read_parameter(game, text) for text in ("morale", "halve")]
    assert [list(one.values()) for one in combinations(game, parameters)] == [
        ["one", "up"],
        ["one", "down"],
        ["stack", "up"],
        ["stack", "down"],
    ]


@pytest.mark.parametrize("slug", ["fusillade", "ready-aim-fire", "company-commander"])
def test_every_number_goes_one_down_and_one_up(slug: str) -> None:
    game = load(slug, None, {})
    for parameter in by_one(game):
        standard = current_value(game, parameter.key)
        assert isinstance(standard, int)
        possible = game.spec.card_table.range_of(parameter.key)
        assert parameter.values == [value for value in (standard - 1, standard + 1) if value in possible]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["outpost"], "exactly one of them"),
        (["outpost", "--tornado", "--vary", "morale"], "exactly one of them"),
        (["outpost", "--vary", "Nobody.force=1..2"], "no card “Nobody”"),
        (["outpost", "--vary", "Infantry 1.courage=1..2"], "“courage” cannot be set"),
        (["outpost", "--vary", "weather=1,2"], "no option “weather”"),
        (["outpost", "--vary", "morale=4,9"], "The option morale can be 5, 4"),
        (["outpost", "--vary", "morale="], "write CARD.FIELD=1..6 or OPTION=A,B"),
        (["outpost", "--vary", "morale=4,,5"], "not a value"),
        (["outpost", "--vary", "Infantry 1.force"], "give the values to try"),
        (["outpost", "--vary", "Infantry 1.force=6..1"], "“6..1” is empty"),
        (["outpost", "--vary", "Infantry 1.force=1.."], "is not a value"),
        (["outpost", "--vary", "Infantry 1.force=2,1..3"], "2 is listed twice"),
        (["outpost", "--vary", "Infantry 1.force=20..21"], "from 0 to 20"),
        (["outpost", "--vary", "Infantry 1.force=0..999999999"], "more than 400"),
        (["outpost", "--vary", "Infantry 1.force=0..20", "--vary", "Infantry 2.force=0..20"], "441 combinations"),
        (["outpost", "--vary", "morale", "--vary", "morale=4"], "twice"),
        (["outpost", "--vary", "morale", "--vary", "size", "--vary", "Infantry 1.force=1"], "--vary once or twice"),
        (["outpost", "--vary", "morale", "--measure", "joy"], "no measure “joy”"),
        (["outpost", "--vary", "morale", "--measure", "card"], "--card"),
        (["outpost", "--tornado", "--measure", "card", "--card", "Nobody"], "no card “Nobody”"),
        (["outpost", "--vary", "morale", "--level", "marshal"], "thinks by the clock"),
        (["outpost", "--vary", "morale", "--games", "0"], "1 or more"),
        (["outpost", "--vary", "morale", "--format", "html"], "--out"),
        (["green-troops", "--vary", "seats", "--vary", "quick"], "seats=4, quick=on: A quick start"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(words: list[str], said: str, tmp_path: Path, capsys: Output) -> None:
    assert cli.main(["lab", "sweep", *words, "--cache", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
    assert not list(tmp_path.iterdir())
