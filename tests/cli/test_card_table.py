"""`grognard cards GAME`: a table for each deck that can be read at every width."""

from __future__ import annotations

from itertools import groupby

import pytest

import grognard
from grognard import cli
from grognard.kernel.content.cardfile import CardFact

Output = pytest.CaptureFixture[str]


@pytest.fixture
def _at_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def _shown(capsys: Output, slug: str) -> str:
    assert cli.main(["cards", slug]) == 0
    return capsys.readouterr().out


def _decks(slug: str) -> list[tuple[str, list[CardFact]]]:
    return [(deck, list(facts)) for deck, facts in groupby(grognard.spec(slug).cards, lambda fact: fact.deck)]


def _tables(shown: str, decks: int) -> list[tuple[str, list[str]]]:
    """Returns the title and the lines of each table."""
    parts = shown.removesuffix("\n").split("\n\n")
    titles, tables = (parts[::2], parts[1::2]) if decks > 1 else ([""], parts)
    return [(title, table.split("\n")) for title, table in zip(titles, tables, strict=True)]


@pytest.mark.parametrize("width", [80, 120, 200])
@pytest.mark.parametrize("slug", grognard.registered_names())
def test_every_deck_is_a_table_that_shows_all_of_every_card(
    slug: str, width: int, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    shown = _shown(capsys, slug)
    assert max(map(len, shown.splitlines())) <= width
    decks = _decks(slug)
    for (deck, facts), (title, (head, *lines)) in zip(decks, _tables(shown, len(decks)), strict=True):
        assert title == (deck if len(decks) > 1 else "")
        name, copies, *columns = head.split()
        assert (name, copies) == ("name", "copies")
        rows = [number for number, line in enumerate(lines) if not line.startswith(" ")]
        for fact, row, after in zip(facts, rows, [*rows[1:], len(lines)], strict=True):
            values = {column: str(value) for column, value in fact.columns.items() if value is not None}
            cells = [fact.name, str(fact.copies), *(values[column] for column in columns if column in values)]
            others = ", ".join(f"{column}: {value}" for column, value in values.items() if column not in columns)
            assert lines[row].split() == " ".join(cells).split()
            assert " ".join(lines[row + 1 : after]).split() == f"{others} {fact.notes}".split()


@pytest.mark.usefixtures("_at_80_columns")
def test_numbers_are_on_the_right_and_words_on_the_left(capsys: Output) -> None:
    assert _shown(capsys, "green-troops").splitlines()[:5] + _shown(capsys, "outpost").splitlines()[:2] == [
        "army",
        "",
        "name             copies  defense  attack  type",
        "Imperial Guard        2        9       2  LN",
        "    class: line",
        "name         copies  type  force",
        "Infantry 1        1  INF       1",
    ]


@pytest.mark.usefixtures("_at_80_columns")
def test_rare_values_and_long_notes_are_below_the_row(capsys: Output) -> None:
    assert """
M8 Armored Car               1  U               1  AC
    class: vehicle, recon: 1, armor: 0
    Recon: may go on a Recon Mission, at +1. Armor: saves without a bonus.
    Vehicle.

german

name                        copies  letters  strength  type  suppression
""" in _shown(capsys, "company-commander")


def test_wide_columns_are_in_the_table_where_they_fit(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    heads = {}
    for width in (10, 80, 120):
        monkeypatch.setenv("COLUMNS", str(width))
        heads[width] = _shown(capsys, "green-troops").splitlines()[2].split()
    assert heads == {
        10: ["name", "copies"],
        80: ["name", "copies", "defense", "attack", "type"],
        120: ["name", "copies", "defense", "attack", "class", "type"],
    }
