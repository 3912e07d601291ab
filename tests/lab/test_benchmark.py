"""The benchmark: fixed deals, entries that are read as they were written, and claims that are compared."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

import grognard
from grognard.bots.own_players import beside
from grognard.kernel.errors import BadInput, GrognardError, NotFound
from grognard.lab import benchmark, judge
from grognard.lab.benchmark import (
    DEALS,
    DEALS_OF_SEARCHES,
    OPPONENTS,
    OPTIONAL,
    SEED,
    Entry,
    Row,
    benchmarks,
    deal_seeds,
    deals_against,
    entry_text,
    play_row,
    read_entry,
    repeats,
    verdict,
    write_entry,
)
from grognard.play.players import BOTS

SLUG: Final = "outpost"
ID: Final = f"{SLUG}-bench-1"
HEAD: Final = f'name = "mine"\nbenchmark = "{ID}"\nplayer = "regular"\n'
VERSIONS: Final = f"rules = 1\nlayout = 1\nbots = {BOTS}\n"
ROW: Final = '[[rows]]\nagainst = "random"\ndeals = 6\nshare = 0.5\nlow = 0.25\nhigh = 0.75\n'
LAST: Final = """\
class Last:
    def choose_rows(self, rows, masks, seats):
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)
"""


def entry_of(folder: Path, text: str = HEAD) -> Entry:
    """The entry that a file with this text has."""
    folder.mkdir(exist_ok=True)
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    return read_entry(folder / "mine.toml")


def with_player(entry: Entry, player: str) -> Entry:
    return replace(entry, player=player)


# -- the protocol --------------------------------------------------------------------------------------------------


def test_every_game_with_two_sides_has_a_benchmark() -> None:
    games = [game for game in map(grognard.load, grognard.registered_names()) if set(game.sides) == {0, 1}]
    found = benchmarks()
    assert [one.game for one in found.values()] == [game.slug for game in games]
    for game in games:
        one = benchmark.benchmark(f"{game.slug}-bench-1")
        assert one == found[one.id]
        assert one.versions == {"rules": game.spec.meta.rules, "layout": game.layout.version, "bots": BOTS}
    with pytest.raises(NotFound, match=f"There is no benchmark “{SLUG}-bench-2”. Choose from: .*{ID}"):
        benchmark.benchmark(f"{SLUG}-bench-2")


def test_the_deals_are_fixed_forever() -> None:
    seeds = deal_seeds()
    assert len(set(seeds)) == DEALS == 1000
    assert seeds[:2] == [4561532685974868771, 4116896007497762406] == deal_seeds(2)
    found = hashlib.sha256(repr(seeds).encode()).hexdigest()
    assert found == "177c908bb7e04b7c3960ae7614baa7de434ff598545ae320f3f20eabcd4da540", "raise PROTOCOL instead"


def test_no_batch_counts_up_to_a_deal() -> None:
    """Batches deal seeds one after the other from a small number; examples/selfplay.py also judges from 2**59 on."""
    assert min(deal_seeds()) > 10**15
    assert not [seed for seed in deal_seeds() if 0 <= seed - 2**59 < 10**13]


def test_searches_have_fewer_deals() -> None:
    found = {one: deals_against(one) for one in OPPONENTS}
    assert found == {
        **dict.fromkeys(("random", "recruit", "regular", "greedy"), DEALS),
        **dict.fromkeys(("veteran", "marshal"), DEALS_OF_SEARCHES),
    }
    assert {*OPTIONAL} < {*OPPONENTS}
    with pytest.raises(NotFound, match="“prodigy” is not an opponent of the benchmark"):
        deals_against("prodigy")


# -- files ---------------------------------------------------------------------------------------------------------


def test_an_entry_is_read_as_it_was_written(tmp_path: Path) -> None:
    rows = Row("random", 1000, 0.60025, 0.58769, 0.61201), Row("veteran", 7, 1.0, 0.5, 1.0)
    entry = Entry(
        tmp_path / "mine.toml", "Größe “1”", benchmark.benchmark(ID), 'C:\\a\\"b".py:Player',
        "two\nlines\x7f\t🂡", False, (("rules", 1), ("layout", 1), ("bots", 3)), rows,
    )  # fmt: skip
    write_entry(entry)
    assert read_entry(entry.file) == entry
    assert not entry.is_current
    short = Entry(entry.file, "mine", entry.benchmark, "regular")
    write_entry(short)
    assert read_entry(entry.file) == short
    assert short.is_current
    with pytest.raises(BadInput, match="cannot be written"):
        write_entry(replace(entry, file=tmp_path / "no folder" / "mine.toml"))


def test_a_new_row_replaces_the_old_one_and_rows_of_other_versions(tmp_path: Path) -> None:
    entry = entry_of(tmp_path, f"{HEAD}{VERSIONS}{ROW}{ROW.replace('random', 'greedy')}")
    new = Row("random", 9, 0.1, 0.0, 0.2)
    assert entry.with_row(new).rows == (new, entry.rows[1])
    other = Row("veteran", 9, 0.1, 0.0, 0.2)
    assert entry.with_row(other).rows == (*entry.rows, other)
    old = replace(entry, versions=(("rules", 1), ("layout", 1), ("bots", BOTS - 1)))
    assert old.with_row(new).rows == (new,)
    assert old.with_row(new).versions == entry.versions


WRONG: Final = {
    "no TOML": ("name = mine", "is not a TOML file: Invalid value (at line 1, column 8)."),
    "nested too deeply": (f"name = {'[' * 9999}", "is not a TOML file: it is nested too deeply."),
    "a number without end": (f"rules = {'9' * 9999}", "is not a TOML file: Exceeds the limit"),
    "an unknown key": (f"{HEAD}weather = 1\n", "there is no “weather”. Choose from: name, benchmark, player,"),
    "no player": (HEAD.replace("player", "note"), "“player” is missing."),
    "an empty player": (HEAD.replace("regular", " "), "“player” should be text."),
    "a long name": (HEAD.replace("mine", "m" * 61), "“name” should be one line of 60 letters at most."),
    "a number for a note": (f"{HEAD}note = 1\n", "“note” should be text."),
    "a word for true": (f'{HEAD}deterministic = "yes"\n', "“deterministic” should be true or false."),
    "an unknown benchmark": (HEAD.replace("bench-1", "bench-9"), f"There is no benchmark “{SLUG}-bench-9”."),
    "rows without versions": (f"{HEAD}{ROW}", "“rules” should be a whole number above 0."),
    "a wrong version": (f"{HEAD}{VERSIONS.replace('1', 'true', 1)}", "“rules” should be a whole number above 0."),
    "rows that are none": (f"{HEAD}{VERSIONS}rows = 3\n", "“rows” should be tables, each below a line [[rows]]."),
    "a row that is none": (f"{HEAD}{VERSIONS}rows = [3]\n", "row 1 should be a table."),
    "an unknown opponent": (f"{HEAD}{VERSIONS}{ROW.replace('random', 'me')}", "“me” is not an opponent of the benchm"),
    "an opponent that is none": (HEAD + VERSIONS + ROW.replace('"random"', "[1]"), "row 1: “against” should be text."),
    "two rows": (f"{HEAD}{VERSIONS}{ROW}{ROW}", "row 2: there is another row against random."),
    "no share": (f"{HEAD}{VERSIONS}{ROW.replace('share', 'deal')}", "row 1: there is no “deal”."),
    "a missing share": (f"{HEAD}{VERSIONS}{ROW.replace('share = 0.5', '')}", "row 1: “share” is missing."),
    "a share in percent": (f"{HEAD}{VERSIONS}{ROW.replace('0.5', '50')}", "“share” should be a number from 0 to 1."),
    "no number": (f"{HEAD}{VERSIONS}{ROW.replace('0.75', 'nan')}", "row 1: “high” should be a number from 0 to 1."),
    "many deals": (f"{HEAD}{VERSIONS}{ROW.replace('6', '1001')}", "“deals” should be at most 1,000 against random."),
    "no deals": (f"{HEAD}{VERSIONS}{ROW.replace('6', '0')}", "row 1: “deals” should be a whole number above 0."),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_file_is_refused_in_one_sentence(wrong: str, tmp_path: Path) -> None:
    text, sentence = WRONG[wrong]
    with pytest.raises(GrognardError) as refused:
        entry_of(tmp_path, text)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


# -- playing -------------------------------------------------------------------------------------------------------


def test_a_row_has_the_share_that_the_judge_gives(tmp_path: Path) -> None:
    row = play_row(entry_of(tmp_path), "random", 8)
    found = judge("regular", SLUG, "random", 8, SEED)
    assert row == Row("random", 8, *(round(number, 5) for number in (found.share, found.low, found.high)))
    assert 0 < row.share < 1


def test_a_search_is_never_met_in_more_deals_than_the_protocol_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benchmark, "DEALS_OF_SEARCHES", 2)
    assert play_row(entry_of(tmp_path), "veteran").deals == play_row(entry_of(tmp_path), "veteran", 5).deals == 2


def test_files_are_relative_to_the_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = entry_of(tmp_path / "theirs")
    (tmp_path / "theirs" / "last.py").write_text(LAST, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert play_row(with_player(entry, "last.py:Last"), "random", 4).deals == 4
    with pytest.raises(BadInput, match=r"nobody\.py cannot be read: there is no such file"):
        play_row(with_player(entry, "nobody.py:Last"), "random", 4)
    with pytest.raises(BadInput, match=r"theirs.nobody\.npz cannot be read: there is no such file"):
        play_row(with_player(entry, "learned:nobody.npz"), "random", 4)
    with pytest.raises(NotFound, match="There is no bot “nobody”"):
        play_row(with_player(entry, "nobody"), "random", 4)


def test_names_of_players_keep_all_but_the_path() -> None:
    folder = Path("a")
    assert beside("learned:b.npz+temperature=0.5", folder) == f"learned:{folder / 'b.npz'}+temperature=0.5"
    assert beside("b.py:Player", folder) == f"{folder / 'b.py'}:Player"
    for name in ("greedy", "ismcts:iterations=9", "package.module:Player", "learned"):
        assert beside(name, folder) == name


def test_a_player_that_sees_all_cards_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "open.py").write_text("greedy = None", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match="sees all cards"):
        play_row(with_player(entry_of(tmp_path), "open:greedy"), "random", 1)


def test_only_clocks_and_declared_players_do_not_repeat_their_results(tmp_path: Path) -> None:
    entry = entry_of(tmp_path)
    (tmp_path / "mine.py").write_text("from grognard.bots import bot\ndef slow(): return bot('marshal')\n")
    assert all(repeats(entry, one) == (one != "marshal") for one in OPPONENTS)
    assert not repeats(with_player(entry, "marshal-bold"), "random")
    assert not repeats(with_player(entry, "mine.py:slow"), "random")
    assert repeats(with_player(entry, "ismcts:iterations=9"), "random")
    assert not repeats(entry_of(tmp_path, f"{HEAD}deterministic = false\n"), "random")


def test_claims_are_compared_by_deals_and_determinism() -> None:
    found = Row("random", 50, 0.60025, 0.5, 0.7)
    assert verdict(found, found, exact=True) == "same"
    for key, number in (("share", 0.60024), ("low", 0.49999), ("high", 0.70001)):
        assert verdict(replace(found, **{key: number}), found, exact=True) == "differs"  # type: ignore[arg-type]
    for claimed, said in ((0.49, "differs"), (0.5, "inside"), (0.7, "inside"), (0.71, "differs")):
        other: Any = replace(found, share=claimed)
        assert verdict(other, found, exact=False) == said
        assert verdict(replace(other, deals=1000), found, exact=True) == said


def test_the_text_of_an_entry_has_five_digits(tmp_path: Path) -> None:
    entry = entry_of(tmp_path).with_row(Row("random", 6, 0.5, 0.25, 1.0))
    assert entry_text(entry) == (
        f'{HEAD}{VERSIONS}\n[[rows]]\nagainst = "random"\ndeals = 6\nshare = 0.50000\nlow = 0.25000\nhigh = 1.00000\n'
    )
