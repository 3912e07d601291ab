"""Documents: sound for other people's readers, complete, and the same each time."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from PIL import ImageChops, ImageOps

from grognard.kernel.errors import BadInput
from grognard.printing.contents import Contents
from grognard.printing.geometry import PAPERS
from grognard.printing.parts import read_kit
from grognard.printing.print_options import PARTS, PrintOptions
from grognard.printing.products import document
from grognard.registry import load, registered_names
from tests.folders import OURS
from tests.printing.support import POINTS_OF_MM, fitted, loaded, names, pictures, printed, sheets_of_words, text

FUSILLADE = "fusillade"
OUTPOST = "outpost"


# -- cards ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", registered_names())
def test_every_card_is_printed_as_often_as_its_deck_has_copies(slug: str) -> None:
    contents = Contents(loaded(slug), PrintOptions(sheets="fronts"))
    expected: Counter[tuple[str, str]] = Counter()
    for deck in contents.decks.values():
        for card in deck:
            expected[card.face.type, card.face.name] += card.fact.copies
    assert names(contents, sheets_of_words(contents)) == expected


@pytest.mark.parametrize("slug", registered_names())
def test_every_name_fits_its_card(slug: str) -> None:
    found = fitted(slug)
    assert {one["name"] for one in found} == {card.name for card in loaded(slug).cards}
    for one in found:
        assert one["lines"] <= 2
        assert one["squeeze"] >= 88
        assert one["size"] >= 8.5


def test_a_house_rule_can_leave_copies_out() -> None:
    quick = Contents(loaded("green-troops", (("quick", "on"), ("seats", "2"))), PrintOptions(only="battle"))
    assert {card.copies for card in quick.decks["battle"]} == {1}


def test_a_deck_alone() -> None:
    whole = Contents(loaded("company-commander"), PrintOptions(only="german", sheets="fronts")).whole()
    assert {card["deck"] for card in whole["cards"]} == {"german"}
    assert [sum(len(sheet["cards"]) for sheet in whole["sheets"]), whole["mats"], whole["aid"]] == [19, [], []]


@pytest.mark.parametrize("slug", registered_names())
def test_cards_that_are_shuffled_together_have_one_back(slug: str) -> None:
    """Else a hand, or a card that lies face down, would tell what it is."""
    game = loaded(slug)
    pictures = {key: back["picture"] for key, back in Contents(game, PrintOptions()).backs().items()}
    for pile in ({deck for deck in pictures if deck.endswith(f"-{nation}")} for nation in ("france", "russia")):
        assert len({pictures[deck] for deck in pile}) <= 1
    assert len(set(pictures.values())) == len(
        {kit.back or key for key, kit in Contents(game, PrintOptions()).kit.decks.items()}
    )
    assert all(pictures.values())


# -- what is changed -----------------------------------------------------------------------------------------------


def test_changes_are_printed_and_said() -> None:
    game = loaded(FUSILLADE, (("troops", "75"),), (("Old Guard.force", 5),))
    content = document(game, PrintOptions(sheets="fronts"))
    said = text(content)
    assert "Changed: force 5 instead of 3." in said
    # In the aids of both, in the handbook, and with the tracks.
    assert said.count("Old Guard, force: 5 instead of 3") == 4
    assert said.count("Troop points at the start: 75 points each instead of 100 points each (FUS-1.4)") == 4
    assert "Changed" not in text(printed(FUSILLADE, sheets="fronts"))


def test_a_change_names_its_deck_if_decks_differ() -> None:
    def told(numbers: dict[str, int]) -> list[str]:
        contents = Contents(load("company-commander", overrides=numbers), PrintOptions())
        return [f"{change.label}: {change.now}, {change.was}" for change in contents.changes()]

    assert told({"Half Squad.strength": 2, "Company HQ.rally": -1}) == [
        "Company HQ, rally: \N{MINUS SIGN}1, 2",
        "Half Squad, strength: 2, 1",
    ]
    assert told({"german/Half Squad.strength": 2}) == ["Half Squad (german), strength: 2, 1"]


def test_a_track_begins_where_the_house_rule_says() -> None:
    usual, fewer = loaded(FUSILLADE), loaded(FUSILLADE, (("troops", "75"), ("clock", "20")))
    assert [track["start"] for track in Contents(usual, PrintOptions()).tracks()] == [100, 100, 0]
    assert [(track["start"], track["to"]) for track in Contents(fewer, PrintOptions()).tracks()][1:] == [
        (75, 100),
        (0, 20),
    ]


# -- the other parts -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", registered_names())
def test_each_part_can_be_printed_alone(slug: str) -> None:
    whole = Contents(loaded(slug), PrintOptions()).whole()
    for part in PARTS:
        alone = Contents(loaded(slug), PrintOptions(only=part)).whole()
        assert alone["sheets"] == []
        for key in ("markers", "tracks", "mats", "aid", "handbook"):
            ours = part in (key, {"tracks": "markers", "mats": "mat"}.get(key))
            assert alone[key] == (whole[key] if ours else [])
            assert whole[key] or slug not in OURS


@pytest.mark.parametrize("slug", registered_names())
def test_the_handbook_says_every_clause(slug: str) -> None:
    said = text(printed(slug, only="handbook"))
    for id, clause in loaded(slug).handbook.clauses.items():
        assert f"{id} {clause.title}" in said.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'"), id


@pytest.mark.parametrize("slug", registered_names())
def test_every_seat_has_an_aid_with_all_its_clauses(slug: str) -> None:
    game = loaded(slug)
    said = text(printed(slug, only="aid"))
    for part in Contents(game, PrintOptions()).kit.aid:
        assert said.count(part.title) >= len(game.seats)
        if part.show == "all":
            for id in part.clauses:
                assert said.count(id) >= len(game.seats)


# -- pages ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", list(PAPERS))
def test_pages_have_the_size_of_the_paper(paper: str) -> None:
    with pikepdf.open(io.BytesIO(printed(OUTPOST, paper=paper))) as opened:
        sizes = [tuple(float(side) / POINTS_OF_MM for side in page.mediabox[2:]) for page in opened.pages]
    small = (148.0, 210.0) if paper == "a4" else (139.7, 215.9)
    book = [size for size in sizes if size == pytest.approx(small, abs=0.1)]
    others = [size for size in sizes if size == pytest.approx(PAPERS[paper], abs=0.1)]
    assert len(book) + len(others) == len(sizes)
    assert min(len(book), len(others)) > 1


@pytest.mark.parametrize("slug", registered_names())
def test_documents_are_sound(slug: str) -> None:
    with pikepdf.open(io.BytesIO(printed(slug, sheets="fronts"))) as opened:
        assert opened.check_pdf_syntax() == []
        assert opened.open_metadata().pdfa_status == "2B"
        # No clock is read.
        assert str(opened.docinfo["/CreationDate"]).startswith("D:20260101000000")
        for page in opened.pages:
            fonts: Any = page.Resources.get("/Font", pikepdf.Dictionary())
            for font in fonts.values():
                for inner in font.get("/DescendantFonts", [font]):
                    descriptor = inner["/FontDescriptor"]
                    assert any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))


@pytest.mark.parametrize("wishes", [{}, {"paper": "letter", "bleed": 3.0, "sheets": "fold", "ink": "light"}])
def test_the_same_input_gives_the_same_bytes(wishes: dict[str, str]) -> None:
    assert document(loaded(OUTPOST), PrintOptions(**wishes)) == document(loaded(OUTPOST), PrintOptions(**wishes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wishes",
    [
        {"paper": "a4"},
        {"paper": "letter"},
        {"paper": "a4", "bleed": 3.0},
        {"paper": "letter", "large": True},
    ],
    ids=str,
)
def test_backs_cover_their_fronts(wishes: dict[str, str]) -> None:
    drawn = pictures(FUSILLADE, only="common", marks="none", **wishes)
    # The last sheet is not full, so that a back on the wrong side would show.
    for front, back in (drawn[:2], drawn[-2:]):
        difference = ImageChops.difference(front, ImageOps.mirror(back))
        printed_on = front.histogram()[0]
        assert printed_on > 10_000
        assert sum(difference.histogram()[1:]) < 0.01 * printed_on


def test_large_documents_have_larger_cards_and_pages() -> None:
    usual, large = (Contents(loaded(OUTPOST), PrintOptions(large=large)).whole() for large in (False, True))
    assert [len(whole["sheets"][0]["cards"]) for whole in (usual, large)] == [9, 4]
    with pikepdf.open(io.BytesIO(printed(OUTPOST, large=True))) as opened:
        assert {tuple(page.mediabox[2:]) for page in opened.pages} == {tuple(opened.pages[0].mediabox[2:])}
    assert {one["size"] for one in fitted(OUTPOST)} == {13.5}


# -- kits ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", registered_names())
def test_a_kit_names_every_deck_and_nothing_else(slug: str) -> None:
    kit = read_kit(loaded(slug).spec.folder)
    assert set(kit.decks) == {card.deck for card in loaded(slug).cards}
    assert {deck.back for deck in kit.decks.values()} <= {"", *kit.decks}
    assert set(kit.signed) <= set(loaded(slug).spec.meta.numbers)


def test_a_game_without_a_kit_can_be_printed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("grognard.printing.contents.read_kit", lambda _folder: read_kit(tmp_path))
    said = text(document(loaded(OUTPOST), PrintOptions()))
    assert "Infantry 1" in said
    assert "OUT-1.1" in said


@pytest.mark.parametrize("written", ["= 3", "[[markers]]\nlabel = 3", "[decks.common]\nlabel = 'x'\nno = 1"])
def test_a_kit_that_cannot_be_read(written: str, tmp_path: Path) -> None:
    (tmp_path / "print.toml").write_text(written)
    with pytest.raises(BadInput, match=r"/print\.toml cannot be read: "):
        read_kit(tmp_path)
