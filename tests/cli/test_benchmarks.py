"""`grognard judge-entry`: honest claims agree, false ones are caught, and the file is written only on request."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from grognard import cli
from grognard.lab import benchmark
from grognard.lab.benchmark import OPPONENTS, OPTIONAL, read_entry

Output = pytest.CaptureFixture[str]
DEALS: Final = 4
HEAD: Final = 'name = "mine"\nbenchmark = "outpost-bench-1"\nplayer = "regular"\n# a comment\n'
ROLLING: Final = """\
import itertools
turns = itertools.count()

def roll(rows, masks, seats):
    chosen = masks.shape[1] - 1 - masks[:, ::-1].argmax(1)
    return chosen if next(turns) % 3 else masks.argmax(1)
"""


@pytest.fixture(autouse=True)
def _few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "DEALS", 40)
    monkeypatch.setattr(benchmark, "DEALS_OF_SEARCHES", DEALS)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """An entry with a row against random and greedy."""
    found = tmp_path / "mine.toml"
    found.write_text(HEAD, encoding="utf-8")
    for against in ("random", "greedy"):
        assert cli.main(["judge-entry", str(found), "--write", "--against", against]) == 0
    return found


def changed(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) >= 1
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def run(capsys: Output, file: Path, *words: str) -> tuple[int, str]:
    """The exit status of the command, and all that it printed."""
    capsys.readouterr()
    status = cli.main(["judge-entry", str(file), *words])
    told = capsys.readouterr()
    assert bool(told.err) == (status == 2 and not told.out)
    assert len(told.err.splitlines()) <= 1
    return status, told.out + told.err


def test_an_honest_entry_agrees_and_stays_as_it_is(file: Path, capsys: Output) -> None:
    before = file.read_bytes()
    status, told = run(capsys, file)
    assert status == 0
    assert told.count(" the same |") == 2
    assert told.endswith("All claims agree.\n")
    assert file.read_bytes() == before
    share = f"{100 * read_entry(file).rows[0].share:.3f} %"
    assert told.count(share) >= 2
    assert run(capsys, file, "--jobs", "2") == (0, told)


def test_a_false_claim_is_caught_by_the_last_digit(file: Path, capsys: Output) -> None:
    share = read_entry(file).rows[1].share
    changed(file, f'"greedy"\ndeals = 40\nshare = {share:.5f}', f'"greedy"\ndeals = 40\nshare = {share + 0.00001:.5f}')
    status, told = run(capsys, file)
    assert status == 2
    assert told.count(" differs |") == told.count(" the same |") == 1
    assert told.endswith("The claim differs against greedy.\n")
    assert run(capsys, file, "--against", "random")[0] == 0
    assert run(capsys, file, "--against", "greedy")[0] == 2


def test_the_first_deals_alone_compare_with_the_interval(file: Path, capsys: Output) -> None:
    status, told = run(capsys, file, "--pairs", "10", "--against", "greedy")
    assert status == 0
    assert "10 of 40" in told
    assert " inside the interval |" in told
    assert "The exact result may differ." in told
    share = read_entry(file).rows[1].share
    changed(file, f'"greedy"\ndeals = 40\nshare = {share:.5f}', '"greedy"\ndeals = 40\nshare = 0.95')
    assert run(capsys, file, "--pairs", "10", "--against", "greedy")[0] == 2


def test_a_claim_of_fewer_deals_is_played_on_these(file: Path, capsys: Output) -> None:
    assert run(capsys, file, "--write", "--against", "recruit", "--pairs", "3")[0] == 0
    for more in ((), ("--pairs", "30")):
        status, told = run(capsys, file, "--against", "recruit", *more)
        assert status == 0
        assert "3 of 40" in told
        assert " the same |" in told


def test_a_player_that_says_it_varies_is_compared_with_the_interval(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "mine.toml"
    (tmp_path / "mine.py").write_text(ROLLING, encoding="utf-8")
    file.write_text(HEAD.replace("regular", "mine.py:roll") + "deterministic = false\n", encoding="utf-8")
    assert run(capsys, file, "--write", "--against", "random")[0] == 0
    assert not read_entry(file).deterministic
    status, told = run(capsys, file)
    assert status == 0
    assert " inside the interval |" in told
    row = read_entry(file).rows[0]
    changed(file, f"share = {row.share:.5f}", "share = 0.00001")
    assert run(capsys, file)[0] == 2


def test_write_plays_all_opponents_but_the_optional_one(file: Path, capsys: Output) -> None:
    changed(file, "share = 0", "share = 1 # 0")
    status, told = run(capsys, file, "--write", "--pairs", "2")
    assert status == 0
    assert told.count("2 of 40") == 4
    assert " differs |" in told
    assert told.endswith(f"Written to {file}.\n")
    entry = read_entry(file)
    assert [row.against for row in entry.rows] == [one for one in OPPONENTS if one not in OPTIONAL]
    assert {row.deals for row in entry.rows} == {2}
    assert (entry.name, entry.player) == ("mine", "regular")
    assert run(capsys, file)[0] == 0


def test_rows_are_written_one_by_one(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text(HEAD, encoding="utf-8")
    played = benchmark.play_row

    def stop(entry: benchmark.Entry, against: str, *more: object) -> benchmark.Row:
        if against == "regular":
            raise KeyboardInterrupt
        return played(entry, against, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(benchmark, "play_row", stop)
    assert cli.main(["judge-entry", str(file), "--write"]) == 130
    assert [row.against for row in read_entry(file).rows] == ["random", "recruit"]


def test_results_as_json(file: Path, capsys: Output) -> None:
    told = json.loads(run(capsys, file, "--json")[1])
    assert (told["name"], told["benchmark"], told["rules"]) == ("mine", "outpost-bench-1", 1)
    assert [row["against"] for row in told["rows"]] == ["random", "greedy"]
    for row in told["rows"]:
        assert row["verdict"] == "same"
        assert row["claimed"] == row["recomputed"]
    new = json.loads(run(capsys, file, "--json", "--write", "--against", "recruit")[1])
    assert new["rows"][0]["claimed"] is new["rows"][0]["verdict"] is None


@pytest.mark.parametrize("key", ["rules", "layout", "bots"])
def test_rows_for_other_versions_are_not_compared(key: str, file: Path, capsys: Output) -> None:
    version = dict(read_entry(file).versions)[key]
    changed(file, f"{key} = {version}", f"{key} = {version + 1}")
    for words in ((), ("--against", "random"), ("--write", "--against", "random")):
        status, told = run(capsys, file, *words)
        assert status == 2
        assert f"{key} {version + 1}" in told
        assert "use --write without --against" in told
    status, told = run(capsys, file, "--write", "--pairs", "2")
    assert status == 0
    assert " differs |" not in told
    assert read_entry(file).is_current


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--against", "recruit"), "has no row against recruit to compare with. Add --write to play and write them."),
        (("--against", "nobody"), "“nobody” is not an opponent of the benchmark. Choose from: random,"),
        (("--against", "nobody", "--write"), "“nobody” is not an opponent of the benchmark. Choose from: random,"),
        (("--pairs", "0"), "Invalid value for '--pairs'"),
        (("--jobs", "0"), "The number of jobs must be 1 or more, not 0."),
    ],
)
def test_what_cannot_be_played_is_one_sentence(
    words: tuple[str, ...], sentence: str, file: Path, capsys: Output
) -> None:
    before = file.read_bytes()
    status, told = run(capsys, file, *words)
    assert status == 2
    assert sentence in told
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (HEAD, "has no rows to compare with. Add --write to play and write them."),
        (HEAD.replace("outpost-bench-1", "outpost-bench-0"), "There is no benchmark “outpost-bench-0”. Choose from: "),
        (HEAD[:-30], "is not a TOML file: "),
        (HEAD.replace('"regular"', '"learned:lost.npz"'), "lost.npz cannot be read: there is no such file."),
        (HEAD.replace('"regular"', '"lost.py:Player"'), "lost.py cannot be read: there is no such file."),
        (HEAD.replace('"regular"', '"lost"'), "There is no bot “lost”."),
    ],
)
def test_a_wrong_file_is_one_sentence(text: str, sentence: str, tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    status, told = run(capsys, file, *(() if text == HEAD else ("--write",)))
    assert status == 2
    assert sentence in told
    assert file.read_text(encoding="utf-8") == text
