"""Pictures for printers of cards, and decks for virtual tables."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from PIL import Image

import grognard
from grognard.kernel.errors import BadInput
from grognard.printing.contents import Contents
from grognard.printing.print_options import PrintOptions
from grognard.printing.products import packed, pictures, saved_object, tabletop
from tests.printing.support import loaded

OUTPOST = "outpost"


def _size(content: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(content)).size


@pytest.mark.parametrize(("bleed", "size"), [(0.0, (825, 1125)), (3.0, (815, 1110)), (1.5, (780, 1075))])
def test_pictures_have_the_sizes_of_printers(bleed: float, size: tuple[int, int]) -> None:
    found = pictures(loaded(OUTPOST), PrintOptions(bleed=bleed))
    assert len(found) == 9 + 1
    assert {_size(content) for content in found.values()} == {size}


def test_pictures_are_named_by_deck_card_and_copies() -> None:
    found = list(pictures(loaded("company-commander"), PrintOptions(only="american")))
    assert found[1] == "american/02-american-platoon-hq-x3.png"
    assert found[-1] == "american/back.png"


def test_a_card_without_copies_has_no_picture() -> None:
    whole = list(pictures(loaded(OUTPOST), PrintOptions()))
    one = next(card.name for card in loaded(OUTPOST).cards)
    found = list(pictures(grognard.load(OUTPOST, None, {f"{one}.copies": 0}), PrintOptions()))
    assert found == [name for name in whole if not name.startswith("common/01-")]


def test_parts_that_are_no_cards_have_no_pictures() -> None:
    with pytest.raises(BadInput, match="can only be printed as a PDF"):
        pictures(loaded(OUTPOST), PrintOptions(only="aid"))


def test_an_archive_is_the_same_each_time() -> None:
    files = {"b/1.png": b"one", "a/2.png": b"two"}
    assert packed(files) == packed(dict(files))
    with zipfile.ZipFile(io.BytesIO(packed(files))) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == files


@pytest.mark.parametrize("slug", ["company-commander", "fusillade"])
def test_decks_for_the_virtual_table(slug: str) -> None:
    contents = Contents(loaded(slug), PrintOptions())
    saved = saved_object(contents, "https://cards.example/here/")
    for thing, (key, deck) in zip(saved["ObjectStates"], contents.decks.items(), strict=True):
        assert thing["Name"] == "DeckCustom"
        assert [card["CardID"] for card in thing["ContainedObjects"]] == thing["DeckIDs"]
        named = [card.face.name for card in deck for _copy in range(card.copies)]
        assert [card["Nickname"] for card in thing["ContainedObjects"]] == named
        # A number says the sheet by its hundreds, and the place on it; the last place is for what is hidden.
        assert {str(number // 100) for number in thing["DeckIDs"]} == set(thing["CustomDeck"])
        assert max(number % 100 for number in thing["DeckIDs"]) < 69
        for sheet in thing["CustomDeck"].values():
            assert (sheet["NumWidth"], sheet["NumHeight"]) == (10, 7)
            assert sheet["FaceURL"].startswith(f"https://cards.example/here/{slug}-{key}-")
    ids = [card["GUID"] for thing in saved["ObjectStates"] for card in thing["ContainedObjects"]]
    assert len(set(ids)) == len(ids)


def test_the_pictures_lie_where_the_saved_object_says() -> None:
    files = tabletop(loaded(OUTPOST), PrintOptions(), "https://cards.example")
    [deck] = json.loads(files["outpost.json"])["ObjectStates"]
    [sheet] = deck["CustomDeck"].values()
    assert _size(files[sheet["FaceURL"].rpartition("/")[2]]) == (4080, 3990)
    assert _size(files[sheet["BackURL"].rpartition("/")[2]]) == (408, 570)
    assert len(files) == 3
