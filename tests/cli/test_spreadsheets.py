"""Cards as spreadsheets: they come back as the same game; mistakes and tricks are refused with their place."""

from __future__ import annotations

import codecs
import csv
import dataclasses
import io
import struct
import sys
import zipfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Final, cast

import openpyxl
import pytest

import grognard
from grognard import cli, spreadsheets
from grognard.kernel.content.card_numbers import MOST_CARDS
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.spreadsheets import rows_of
from grognard.variants import read_variant, read_variants
from grognard.xlsx import MOST_ROWS, MOST_UNPACKED, to_xlsx

Output = pytest.CaptureFixture[str]
Rows = list[list[str | int]]
SLUGS: Final = grognard.registered_names()
FORMS: Final = ("csv", "xlsx")
# Two changed numbers of each game of ours, negative where they can be.
NUMBERS: Final[dict[str, dict[str, str | int]]] = {
    "company-commander": {"american/Half Squad.strength": 2, "Replacement Squad.rally": 1, "Company HQ.rally": -1},
    "fusillade": {"Old Guard.force": 2, "Militia.force": 3},
    "green-troops": {"Grenadiers.attack": -1, "Rally.amount": 6},
    "outpost": {"Infantry 3.force": 4, "Artillery 1.force": 2},
    "ready-aim-fire": {"Line.modifier": -1, "Guard.modifier": 3},
    "three-emperors": {"Hold Ground.force": 4, "French Corps.force": 6},
}
HOSTILE: Final = (
    "=HYPERLINK(\"http://evil.example\",\"Click\")", "+1+1", "-2", "@SUM(A1)", "'=1+1", "''quoted''", "'tis a text",
    'She said: "Fire, now"; then left', "Réserve générale; 1,5", "משמר ותיק 3", "الحرس القديم", "5", "007", "1-2",
    "TRUE", "\uff1d1", "<b>&amp;</b>", "_x0041_ x005F_", "a,b;c|d", "Emoji 👩‍👩‍👧", "2026-01-01", "#REF!",
)  # fmt: skip


def _files(game: Game, folder: Path) -> dict[str, Path]:
    """Writes a game's cards in each form, as the command does."""
    changes = {change.key: change.value for change in game.card_changes}
    folder.mkdir(exist_ok=True)
    lines = [f'game = "{game.slug}"', 'title = "T"', "[numbers]"]
    lines += [f'"{key}" = {value}' for key, value in changes.items() if isinstance(value, int)]
    for table, field in (("names", "name"), ("texts", "text")):
        lines.append(f"[{table}]")
        own = {key.removesuffix(f".{field}"): value for key, value in changes.items() if key.endswith(f".{field}")}
        lines += [f"{_quoted(key)} = {_quoted(str(value))}" for key, value in own.items()]
    (folder / "variant.toml").write_text("\n".join(lines), encoding="utf-8")
    files = {form: folder / f"cards.{form}" for form in FORMS}
    for form, file in files.items():
        assert cli.main(["cards", game.slug, "--format", form, "--variant", str(folder), "-o", str(file)]) == 0
    return files


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _with_words(slug: str) -> dict[str, str | int]:
    """Changed numbers of a game, with hostile names and texts."""
    numbers: dict[str, str | int] = {**NUMBERS.get(slug, {})}
    names = list(dict.fromkeys(card.name for card in grognard.spec(slug).cards))
    for card, text in zip(names, HOSTILE, strict=False):
        numbers[f"{card}.text"] = text
        numbers[f"{card}.name"] = text[:30].strip()
    return numbers


def _must_be_the_same(found: Game, game: Game) -> None:
    assert found.card_changes == game.card_changes
    assert [(card.facts, card.notes) for card in found.cards] == [(card.facts, card.notes) for card in game.cards]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("slug", SLUGS)
def test_cards_come_back_as_the_same_game(slug: str, form: str, tmp_path: Path, capsys: Output) -> None:
    for overrides in ({}, NUMBERS.get(slug, {}), _with_words(slug)):
        game = grognard.load(slug, None, overrides)
        file = _files(game, tmp_path / "x")[form]
        variant = read_variant(file)
        assert (variant.game, variant.name, variant.title) == (slug, "cards", "cards")
        _must_be_the_same(variant.loaded({}, {}), game)
        again = tmp_path / f"again.{form}"
        words = ["cards", slug, "--format", form, "--variant", str(file), "-o", str(again)]
        assert cli.main(words) == 0
        assert read_variant(again).overrides == variant.overrides
        if form == "csv":
            assert again.read_bytes() == file.read_bytes()


@pytest.mark.parametrize("slug", SLUGS)
def test_every_picture_can_be_that_of_another_card(slug: str, tmp_path: Path) -> None:
    first, second, *_more = dict.fromkeys(card.name for card in grognard.spec(slug).cards)
    game = grognard.load(slug, None, {f"{first}.look": second})
    (tmp_path / "a.xlsx").write_bytes(to_xlsx("T", rows_of(game)))
    _must_be_the_same(read_variant(tmp_path / "a.xlsx").loaded({}, {}), game)


def test_a_picture_needs_no_deck_in_a_game_of_one() -> None:
    look = rows_of(grognard.load("fusillade"))[0].index("look")
    rows = {row[1]: row for row in rows_of(grognard.load("fusillade", None, {"Old Guard.look": "Mamelukes"}))}
    assert rows["Old Guard"][look] == "Mamelukes"


def test_no_text_of_a_csv_begins_like_a_formula(tmp_path: Path) -> None:
    game = grognard.load("fusillade", None, _with_words("fusillade"))
    text = _files(game, tmp_path)["csv"].read_bytes()
    assert text.startswith(codecs.BOM_UTF8)
    rows = list(csv.reader(io.StringIO(text.decode("utf-8-sig"))))
    cells = [cell for row in rows for cell in row]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r", "\uff1d"))] == []
    assert {'\'=HYPERLINK("http://evil.example","Click")', "'-2", "''=1+1", "'tis a text"} - {*cells} == {"'tis a text"}
    assert "''tis a text" in cells
    green = _files(grognard.load("green-troops", None, NUMBERS["green-troops"]), tmp_path / "y")["csv"]
    assert ",-1," in green.read_text(encoding="utf-8"), "a negative number is a number"


def test_every_text_of_an_xlsx_is_text_and_every_number_a_number(tmp_path: Path) -> None:
    game = grognard.load("green-troops", None, _with_words("green-troops"))
    sheet = openpyxl.load_workbook(_files(game, tmp_path)["xlsx"]).worksheets[0]
    rows = rows_of(game)
    assert sheet.title == "Green Troops"
    assert (sheet.max_row, sheet.max_column) == (len(rows), len(rows[0]))
    kinds = {type(value): set[str]() for value in ("", 1)}
    for number, row in enumerate(rows, start=1):
        for column, value in enumerate(row, start=1):
            cell = sheet.cell(number, column)
            assert cell.value == (value if value != "" else None)
            if value != "":
                kinds[type(value)].add(cell.data_type)
    assert kinds == {str: {"s"}, int: {"n"}}


# -- by hand -----------------------------------------------------------------------------------------------------------


def _rows(slug: str) -> Rows:
    return rows_of(grognard.load(slug))


def _set(rows: Rows, card: str, column: str, value: str | int) -> int:
    """Changes a cell; returns the number of its row."""
    at = next(number for number, row in enumerate(rows) if row[1] == card)
    rows[at][rows[0].index(column)] = value
    return at + 1


def _csv(rows: Sequence[Sequence[str | int]], delimiter: str = ",") -> str:
    written = io.StringIO()
    csv.writer(written, delimiter=delimiter).writerows(rows)
    return written.getvalue()


def _read(folder: Path, rows: Rows, form: str = "csv") -> dict[str, str | int]:
    file = folder / f"cards.{form}"
    file.write_bytes(_csv(rows).encode() if form == "csv" else to_xlsx("T", rows))
    return dict(read_variant(file).overrides)


def _complaint(folder: Path, rows: Rows, form: str = "csv") -> str:
    with pytest.raises(BadInput) as caught:
        _read(folder, rows, form)
    return str(caught.value).removeprefix(f"{folder}/")


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
@pytest.mark.parametrize("delimiter", [",", ";"])
@pytest.mark.parametrize("line", ["\n", "\r\n"])
def test_csv_as_spreadsheet_programs_write_it(mark: bytes, delimiter: str, line: str, tmp_path: Path) -> None:
    rows = _rows("fusillade")
    _set(rows, "Old Guard", "force", 2)
    _set(rows, "Old Guard", "name", "Die Mürrischen; und, mehr")
    text = _csv(rows, delimiter).replace("\r\n", line)
    (tmp_path / "Müde Garde.csv").write_bytes(mark + text.encode())
    variant = read_variant(tmp_path / "Müde Garde.csv")
    assert variant.title == "Müde Garde"
    assert variant.overrides == {"Old Guard.name": "Die Mürrischen; und, mehr", "Old Guard.force": 2}


def test_rows_and_columns_may_be_left_out_and_moved(tmp_path: Path) -> None:
    rows: Rows = [
        ["Force ", "CARD", ""],
        [3, "Militia", ""],
        ["", "", ""],
        ["", "Old Guard", " "],
        ["2 ", " Scouts", ""],
    ]
    assert _read(tmp_path, rows) == {"Militia.force": 3, "Scouts.force": 2}
    assert _read(tmp_path, rows, "xlsx") == {"Militia.force": 3, "Scouts.force": 2}


def test_old_numbers_in_notes_are_no_mistake(tmp_path: Path) -> None:
    rows = rows_of(grognard.load("company-commander", None, {"Replacement Squad.rally": 2}))
    assert "at +2" in str(next(row for row in rows if row[1] == "Replacement Squad"))
    _set(rows, "Replacement Squad", "rally", 1)
    assert _read(tmp_path, rows) == {"Replacement Squad.rally": 1}


def test_a_card_of_several_decks(tmp_path: Path) -> None:
    rows = [row for row in _rows("company-commander") if row[1] in ("card", "Half Squad")]
    rows[2][rows[0].index("strength")] = 2
    assert _read(tmp_path, rows) == {"german/Half Squad.strength": 2}
    rows[1][rows[0].index("strength")] = 2
    assert _read(tmp_path, rows) == {"american/Half Squad.strength": 2, "german/Half Squad.strength": 2}
    shared = _rows("ready-aim-fire")
    for row in shared:
        if row[1] == "Guard":
            row[shared[0].index("modifier")] = 3
    assert _read(tmp_path, shared) == {"Guard.modifier": 3}


MISTAKES: Final[dict[str, tuple[str, str, str | int, str]]] = {
    "a word": ("Old Guard", "force", "strong", "“strong” should be a whole number."),
    "a fraction": ("Old Guard", "force", "2.5", "“2.5” should be a whole number."),
    "many digits": ("Old Guard", "force", "9" * 30, f"“{'9' * 30}” has too many digits for a number."),
    "too much": ("Old Guard", "force", 99, "Old Guard.force must be from 0 to 50, not 99."),
    "a type": ("Old Guard", "type", "CU", "this column cannot be changed. The standard card has “IU”."),
    "copies": ("Old Guard", "copies", 10, "Old Guard.copies must be from 0 to 9, not 10."),
    "notes": ("Old Guard", "notes", "Mine", "this text is the game's. Write yours in the column “text”."),
    "an unknown card": ("Old Guard", "card", "Odd Guard", "there is no card “Odd Guard”. There are 97, such as: Old"),
    "no card": ("Old Guard", "card", "", "this row has no card. Write its key, or clear the row."),
    "a card twice": ("Young Guard", "card", "Old Guard", "“Old Guard” is in row 4 already."),
    "an unknown deck": ("Old Guard", "deck", "rare", "Fusillade has no deck “rare”. Choose from: common."),
    "a long text": ("Old Guard", "text", "x" * 301, "Old Guard.text should be one line of 300 letters or fewer."),
    "a long name": ("Old Guard", "name", "x" * 31, "Old Guard.name should be one line of 30 letters or fewer."),
    "lines": ("Old Guard", "text", "one\ntwo", "Old Guard.text should be one line of 300 letters or fewer."),
    "hidden letters": ("Old Guard", "name", "a\u202eb", "Old Guard.name should be one line of 30 letters or fewer."),
    "a taken name": ("Old Guard", "name", "Militia", "Two cards would be called “Militia”."),
    "an unknown picture": ("Old Guard", "look", "Nobody", "Fusillade has no card “Nobody”. There are 97, such as: "),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_refused_with_its_place(case: str, form: str, tmp_path: Path) -> None:
    card, column, value, sentence = MISTAKES[case]
    rows = _rows("fusillade")
    number = _set(rows, card, column, value)
    place = "cards.csv" if form == "csv" else "cards.xlsx, sheet 1"
    said = _complaint(tmp_path, rows, form)
    assert said.startswith(f"{place}, row {number}, column {column}: {sentence}")
    assert "\n" not in said


def test_a_new_card_is_refused_where_there_can_be_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows: Rows = [["card", "like"], ["Smoke"], ["Brand New", "Smoke"]]
    closed = dataclasses.replace(grognard.spec("company-commander"), is_open=False)
    monkeypatch.setattr(spreadsheets, "for_players", lambda: [closed, grognard.spec("fusillade")])
    assert _complaint(tmp_path, rows) == "cards.csv, row 3, column like: Company Commander cannot have new cards."
    rows[1:] = [["Militia"], []]
    rows[2] = ["Old Guard", "Old Guard"]
    assert _complaint(tmp_path, rows) == "cards.csv, row 3, column like: Old Guard is no new card. Clear this cell."


def test_new_cards_and_copies_come_back_where_a_game_allows_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = grognard.spec("company-commander")
    table = spec.card_table
    monkeypatch.setattr(spreadsheets, "for_players", lambda: [spec])
    monkeypatch.setattr(spreadsheets, "load", lambda *_given: None)
    overrides: dict[str, str | int] = {
        "Ghost Squad.like": "german/Half Squad", "Ghost Squad.strength": 3, "Ghost Squad.name": "Geister",
        "Second Squad.like": "Rifle Squad", "Second Squad.copies": 4, "Second Squad.look": "Recon Team",
        "german/Half Squad.copies": 3, "Rifle Squad.copies": 0, "Rifle Squad.text": "-1",
    }  # fmt: skip
    cards = table.changed(overrides, False)
    rows = rows_of(cast(Game, SimpleNamespace(spec=spec, cards=cards, card_changes=table.differences(cards))))
    for form in FORMS:
        found = table.changed(_read(tmp_path, rows, form), False)
        assert table.differences(found) == table.differences(cards)
        assert [(card.facts, card.notes) for card in found] == [(card.facts, card.notes) for card in cards]
    rows = [["deck", "card", "like"], ["american", "Ghost Squad", "german/Half Squad"], ["", "Rifle Squad", ""]]
    why = "the new card is in the deck of german/Half Squad: german."
    assert _complaint(tmp_path, rows) == f"cards.csv, row 2, column deck: {why}"
    rows[1] = ["", "Ghost Squad", "Half Squad"]
    assert "column like: Half Squad is in several decks. Write one of them, as in" in _complaint(tmp_path, rows)
    rows[1] = ["", "Ghost Squad", "Nobody"]
    assert "column like: there is no card “Nobody”. There are 84, such as: " in _complaint(tmp_path, rows)
    rows[1] = ["", "Ghöst", "Rifle Squad"]
    assert "row 2, column like: “Ghöst” cannot be the key of a new card: use " in _complaint(tmp_path, rows)
    rows[1] = ["", "Ghost Squad", ""]
    assert _complaint(tmp_path, rows).endswith(" A new card needs another one in the column “like”.")


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([["name"], ["Militia"]], "cards.csv, row 1: there is no column “card”. Begin with a file"),
        ([[], ["card"], ["Militia"]], "cards.csv, row 1: there is no column “card”."),
        ([["card", "froce"], ["Militia", 2]], "cards.csv, row 1, column froce: Fusillade has no such column. Choose "),
        ([["card", "force", "force"], ["Militia", 2, 2]], "cards.csv, row 1, column force: there are two columns"),
        ([["card", "", "force"], ["Militia", "", 2]], "cards.csv, row 1, column 2: this column has no heading."),
        ([["card", "force"], ["Militia", 2, 3]], "cards.csv, row 2, column 3: this column has no heading."),
        ([["card", "force"]], "cards.csv: there are no cards. The first row has the headings"),
        ([["card"], ["Queen of Hearts"]], "cards.csv, row 2, column card: no game has a card “Queen of Hearts”."),
        ([["card"], ["Volley Fire"]], "cards.csv: these cards are in Fusillade"),
        ([["card", "strength"], ["Half Squad", 2], ["Recon Team", ""]], "cards.csv, row 2, column deck: Half Squad is"),
        ([["card"], *[[f"Card {n}"] for n in range(MOST_CARDS + 1)]], f"cards.csv, row {MOST_CARDS + 2}, column card"),
    ],
)  # fmt: skip
def test_a_sheet_that_is_no_table_of_cards(rows: Rows, sentence: str, tmp_path: Path) -> None:
    assert _complaint(tmp_path, rows).startswith(sentence)


def test_decks_that_share_a_card_must_agree(tmp_path: Path) -> None:
    rows = _rows("ready-aim-fire")
    _set(rows, "Guard", "modifier", 3)
    number = [at for at, row in enumerate(rows, start=1) if row[1] == "Guard"][1]
    why = "Guard is the same card in every deck, and row 2 differs."
    assert _complaint(tmp_path, rows) == f"cards.csv, row {number}, column modifier: {why}"


def test_quotes_that_never_end(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('card,force\nMilitia,"2\n', encoding="utf-8")
    with pytest.raises(BadInput, match=r"a\.csv, row 2: this is not CSV \(unexpected end of data\)\. Save the file"):
        read_variant(tmp_path / "a.csv")


# -- xlsx ------------------------------------------------------------------------------------------------------------


def _xlsx(folder: Path, change: Callable[[openpyxl.Workbook], None]) -> Path:
    book = openpyxl.Workbook()
    book.worksheets[0].append(["card", "force"])
    change(book)
    book.save(folder / "cards.xlsx")
    return folder / "cards.xlsx"


def test_numbers_in_the_forms_of_spreadsheet_programs(tmp_path: Path) -> None:
    def change(book: openpyxl.Workbook) -> None:
        for row in (["Militia", 3.0], ["Old Guard", "2"], ["Scouts", 2]):
            book.worksheets[0].append(row)
        book.create_sheet("More").append(["nothing", "to read"])

    assert read_variant(_xlsx(tmp_path, change)).overrides == {
        "Old Guard.force": 2, "Militia.force": 3, "Scouts.force": 2,
    }  # fmt: skip


def _edited(file: Path, name: str, change: Callable[[str], str], more: dict[str, bytes] | None = None) -> Path:
    """Changes the XML of one part of a file."""
    with zipfile.ZipFile(file) as archive:
        parts = {part: archive.read(part) for part in archive.namelist()}
    before = parts[name].decode()
    parts[name] = change(before).encode()
    assert parts[name] != before.encode()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, content in {**parts, **(more or {})}.items():
            archive.writestr(part, content)
    return file


SHEET: Final = "xl/worksheets/sheet1.xml"


def test_formulas_count_with_the_value_they_had(tmp_path: Path) -> None:
    file = _xlsx(tmp_path, lambda book: book.worksheets[0].append(["Militia", "=1+2"]))
    with pytest.raises(BadInput, match=r"sheet 1, row 2, column force: this formula has no value\. Write the value"):
        read_variant(file)
    _edited(file, SHEET, lambda xml: xml.replace("<v />", "<v>3</v>").replace("<v></v>", "<v>3</v>"))
    assert read_variant(file).overrides == {"Militia.force": 3}


def test_texts_as_excel_saves_them(tmp_path: Path) -> None:
    """Excel keeps all texts in one list, and puts parts with a style of their own into runs."""
    file = _xlsx(tmp_path, lambda book: book.worksheets[0].append(["Militia", 3]))
    ns = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    texts = (
        "<si><t>card</t></si><si><t>name</t></si><si><t>Militia</t></si><si><r><t>=Old </t></r><r><t>Men</t></r></si>"
    )
    cells = "".join(
        f'<row r="{row}"><c r="A{row}" t="s"><v>{2 * row - 2}</v></c><c r="B{row}" t="s"><v>{2 * row - 1}</v></c></row>'
        for row in (1, 2)
    )
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    part = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}"/></Types>'
    strings = f'<sst {ns} count="4" uniqueCount="4">{texts}</sst>'.encode()
    more = {"xl/sharedStrings.xml": strings}
    _edited(file, "[Content_Types].xml", lambda xml: xml.replace("</Types>", part), more)
    _edited(file, SHEET, lambda _xml: f"<worksheet {ns}><sheetData>{cells}</sheetData></worksheet>")
    assert read_variant(file).overrides == {"Militia.name": "=Old Men"}


def _said(file: Path) -> str:
    with pytest.raises(BadInput) as caught:
        read_variant(file)
    return str(caught.value).removeprefix(f"{file}")


def test_entities_are_refused(tmp_path: Path) -> None:
    laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'
    local = '<!DOCTYPE x SYSTEM "file:///etc/passwd">'
    for doctype in (laughs, local):
        file = _xlsx(tmp_path, lambda book: book.worksheets[0].append(["Militia", 2]))
        _edited(file, SHEET, lambda xml, doctype=doctype: doctype + xml)  # type: ignore[misc]
        assert _said(file) == " cannot be read: its XML has a document type. Save it in a spreadsheet program."


def test_a_deep_file_and_distant_rows_are_refused(tmp_path: Path) -> None:
    file = _xlsx(tmp_path, lambda book: book.worksheets[0].append(["Militia", 2]))
    _edited(file, SHEET, lambda xml: xml.replace("</sheetData>", "<a>" * 500 + "</a>" * 500 + "</sheetData>"))
    assert _said(file) == " cannot be read: its XML is too deep. Save it in a spreadsheet program."
    row = '<row r="{}"><c r="A{}" t="inlineStr"><is><t>Scouts</t></is></c></row></sheetData>'
    file = _xlsx(tmp_path, lambda book: book.worksheets[0].append(["Militia", 3]))
    _edited(file, SHEET, lambda xml: xml.replace("</sheetData>", row.format(10**12, 10**12)))
    assert _said(file) == f", row {10**12}: a spreadsheet can have up to {MOST_ROWS:,} rows."
    file = _xlsx(tmp_path, lambda book: book.worksheets[0].append(["Militia", 3]))
    _edited(file, SHEET, lambda xml: xml.replace("</sheetData>", '<row r="1048576" ht="12"></row></sheetData>'))
    assert read_variant(file).overrides == {"Militia.force": 3}, "a row without anything in it"


def test_a_file_that_grows_is_refused(tmp_path: Path) -> None:
    file = _xlsx(tmp_path, lambda book: book.worksheets[0].append(["Militia", 2]))
    _edited(file, SHEET, lambda xml: xml + " " * MOST_UNPACKED)
    assert file.stat().st_size < 100_000
    sentence = " cannot be read: unpacked, it has more than 16 MB. Leave out pictures."
    assert _said(file) == sentence
    _edited(
        _xlsx(tmp_path, lambda _book: None), SHEET, lambda xml: xml + " ", {"xl/media/a.png": b"\0" * MOST_UNPACKED}
    )
    assert _said(file) == sentence


def test_a_list_of_parts_that_lies_about_their_size(tmp_path: Path) -> None:
    file = _xlsx(tmp_path, lambda book: book.worksheets[0].append(["Militia", 2]))
    _edited(file, SHEET, lambda xml: xml + " " * 2 * MOST_UNPACKED)
    content = bytearray(file.read_bytes())
    with zipfile.ZipFile(file) as archive:
        real = archive.getinfo(SHEET).file_size
    size = struct.pack("<L", real)
    assert content.count(size) >= 2
    file.write_bytes(bytes(content).replace(size, struct.pack("<L", 1000)))
    assert _said(file) == " cannot be read: it is not a sound .xlsx file. Save it again."


def test_a_part_that_is_there_twice(tmp_path: Path) -> None:
    file = _xlsx(tmp_path, lambda book: book.worksheets[0].append(["Militia", 3]))
    with zipfile.ZipFile(file) as archive:
        again = archive.read(SHEET)
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(file, "a") as archive:
        archive.writestr(SHEET, again)
    assert read_variant(file).overrides == {"Militia.force": 3}


def test_an_external_link_is_never_followed(tmp_path: Path) -> None:
    file = _xlsx(tmp_path, lambda book: book.worksheets[0].append(["Militia", 3]))
    link = (
        '<Relationship Id="rId99" TargetMode="External" Target="file:///etc/passwd" '
        'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/externalLink"/></Relationships>'
    )
    _edited(file, "xl/_rels/workbook.xml.rels", lambda xml: xml.replace("</Relationships>", link))
    assert read_variant(file).overrides == {"Militia.force": 3}


SOUND: Final = " cannot be read: it is not a sound .xlsx file. Save it again."
BROKEN: Final[dict[str, tuple[bytes, str]]] = {
    "nothing": (b"", SOUND),
    "text": (b"card,force\nMilitia,2\n", SOUND),
    "an empty archive": (b"PK\5\6" + b"\0" * 18, SOUND),
    "a password": (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 500,
        " cannot be read: it has a password, or it is an old .xls file. Save it as .xlsx without a password.",
    ),
    "too large": (
        b"PK" + b"\0" * (4 << 20),
        " cannot be read: it has more than 4 MB. Check that it is the right file.",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_file_that_is_no_spreadsheet(case: str, tmp_path: Path) -> None:
    file = tmp_path / "cards.xlsx"
    file.write_bytes(BROKEN[case][0])
    assert _said(file) == BROKEN[case][1]


def test_every_broken_copy_of_a_file_is_read_or_refused(tmp_path: Path) -> None:
    file = tmp_path / "cards.xlsx"
    sound = to_xlsx("T", _rows("outpost"))
    refused = 0
    for at in range(0, len(sound), len(sound) // 150):
        for spoilt in (sound[:at], sound[:at] + bytes([sound[at] ^ 0xFF]) + sound[at + 1 :]):
            file.write_bytes(spoilt)
            with suppress(BadInput):
                read_variant(file)
                refused -= 1
            refused += 1
    assert refused > 200


def test_a_part_with_a_password(tmp_path: Path) -> None:
    file = _xlsx(tmp_path, lambda book: book.worksheets[0].append(["Militia", 2]))
    content = bytearray(file.read_bytes())
    at = content.index(b"PK\1\2")
    content[at + 8] |= 1
    file.write_bytes(bytes(content))
    assert _said(file) == " cannot be read: it has a password. Save it without one."


# -- commands ----------------------------------------------------------------------------------------------------------


def test_a_spreadsheet_is_a_variant_for_every_command(tmp_path: Path, capsys: Output) -> None:
    rows = _rows("fusillade")
    _set(rows, "Old Guard", "force", 2)
    (tmp_path / "Tired Guard.xlsx").write_bytes(to_xlsx("T", rows))
    assert cli.main(["cards", "fusillade", "--variant", str(tmp_path / "Tired Guard.xlsx")]) == 0
    told = capsys.readouterr().out
    assert told.startswith("# Fusillade: Tired Guard\n\n- New number: Old Guard, force 2 instead of 3.\n")
    assert cli.main(["cards", "outpost", "--variant", str(tmp_path / "Tired Guard.xlsx")]) == 2
    assert "this is a variant of fusillade, not of outpost." in capsys.readouterr().err
    words = ["serve", "--print-config", "--data-dir", str(tmp_path), "--variant", str(tmp_path / "Tired Guard.xlsx")]
    assert cli.main(words) == 0
    [variant] = read_variants([tmp_path / "Tired Guard.xlsx"])
    assert (variant.title, variant.overrides, variant.notes) == ("Tired Guard", {"Old Guard.force": 2}, "")


def test_two_variants_of_one_name_are_refused(tmp_path: Path) -> None:
    for form in FORMS:
        (tmp_path / f"a.{form}").write_bytes(
            _csv(_rows("outpost")).encode() if form == "csv" else to_xlsx("T", _rows("outpost"))
        )
    with pytest.raises(BadInput, match=r"a\.xlsx: there is another variant of outpost named a\."):
        read_variants([tmp_path / "a.csv", tmp_path / "a.xlsx"])


def test_a_title_that_is_too_long(tmp_path: Path) -> None:
    (file := tmp_path / f"{'x' * 61}.csv").write_text("card\nMilitia\n", encoding="utf-8")
    assert _said(file) == ": the file's name is the title, which should be one line of 60 letters."


def test_what_the_command_refuses(tmp_path: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    for words, sentence in (
        (["-o", "a.csv"], "-o needs another format: --format csv, xlsx or json."),
        (["--format", "xlsx"], "--format xlsx needs a file: -o cards.xlsx."),
        (["--format", "ods"], "There is no format “ods”. Choose from: table, csv, xlsx, json."),
        (["--format", "csv", "-o", str(tmp_path / "no" / "a.csv")], f"{tmp_path}/no/a.csv cannot be written: No such "),
        (["--variant", str(tmp_path / "no.csv")], f"{tmp_path}/no.csv cannot be read: there is no such file. Check "),
    ):
        assert cli.main(["cards", "outpost", *words]) == 2
        assert capsys.readouterr().err.startswith(sentence)
    assert cli.main(["cards", "outpost", "--format", "json", "-o", str(tmp_path / "a.json")]) == 0
    assert capsys.readouterr().out == f"Written: {tmp_path / 'a.json'}\n"
    assert cli.main(["cards", "outpost", "--format", "json"]) == 0
    assert capsys.readouterr().out == (tmp_path / "a.json").read_text(encoding="utf-8")
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    (tmp_path / "a.xlsx").write_bytes(b"")
    for words in (["--format", "xlsx", "-o", str(tmp_path / "b.xlsx")], ["--variant", str(tmp_path / "a.xlsx")]):
        assert cli.main(["cards", "outpost", *words]) == 2
        assert capsys.readouterr().err == "This command needs openpyxl: pip install 'grognard[sheets]'\n"
    assert not (tmp_path / "b.xlsx").exists()
