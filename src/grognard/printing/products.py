"""The printed products: a document to print at home, pictures for card printers, or decks for a virtual table.

Each product maps file names to contents. The caller writes them.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, Final
from urllib.parse import quote, urlsplit, urlunsplit

from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.printing import typeset
from grognard.printing.contents import Contents, Printed
from grognard.printing.geometry import CARD
from grognard.printing.print_options import PrintOptions

Files = Mapping[str, bytes]
PPI: Final = 300
# A poker card of 2.5 by 3.5 inches with an eighth of an inch of bleed: 825 by 1125 pixels.
POKER: Final = (69.85, 95.25)
MM_OF_INCH: Final = 25.4
# The blocks of a handbook that fill about a page.
FIRST_BLOCKS: Final = 12
# The sheets of a virtual table: 4,080 by 3,990 pixels.
COLUMNS: Final = 10
ROWS: Final = 7
CELL: Final = (102.0, 142.5)  # points; four pixels each
PIXELS_OF_POINT: Final = 4
# Characters with a meaning in an address, and the sign before encoded characters.
IN_ADDRESSES: Final = "/%:?#[]@!$&'()*+,;=~"
# A space without width: after it, a square bracket begins no markup.
INVISIBLE: Final = "\u200b"
# The last place on a sheet is the card back that others see in a hand.
FACES_OF_SHEET: Final = COLUMNS * ROWS - 1


def document(game: Game, wishes: PrintOptions) -> bytes:
    """Returns a PDF of everything chosen."""
    return typeset.pdf("main.typ", Contents(game, wishes).whole(), wishes.fonts)


def page_pictures(game: Game, wishes: PrintOptions, ppi: float) -> list[bytes]:
    """Returns a picture of every page of the document."""
    return typeset.pngs("main.typ", Contents(game, wishes).whole(), ppi, wishes.fonts)


def sample(game: Game, wishes: PrintOptions, ppi: float) -> list[bytes]:
    """Returns pictures of the first pages of each kind, as a preview."""
    whole = Contents(game, wishes).whole()
    first = {"sheets": 2, "mats": 1, "seats": 1, "handbook": FIRST_BLOCKS}
    fewer = {key: whole[key][:most] for key, most in first.items()}
    return typeset.pngs("main.typ", {**whole, **fewer, "history": []}, ppi, wishes.fonts)


def pictures(game: Game, wishes: PrintOptions) -> Files:
    """Returns every card with its bleed and the back of each deck as PNGs at 300 pixels an inch.

    Each deck has a folder. File names end in the number of copies. Without a bleed the pictures have the size of poker
    cards with a bleed of an eighth of an inch.
    """
    contents = Contents(game, wishes)
    _must_be_cards(contents)
    found = list(_singles(contents))
    width, height = (side + 2 * wishes.bleed for side in CARD) if wishes.bleed else POKER
    everything = {
        **_faces(contents),
        "backs": contents.backs(),
        "page": [width, height],
        "pages": [page for _, page in found],
    }
    drawn = typeset.pngs("cards.typ", everything, PPI, wishes.fonts)
    return {name: content for (name, _), content in zip(found, drawn, strict=True)}


def _must_be_cards(contents: Contents) -> None:
    if not contents.wanted:
        raise BadInput(f"“{contents.wishes.only}” can only be printed as a PDF. Only cards can be saved as pictures.")


def _faces(contents: Contents) -> dict[str, Any]:
    return {
        "title": contents.game.title,
        "light": contents.wishes.ink == "light",
        "cards": [contents.card(card) for deck in contents.wanted.values() for card in deck],
    }


def _singles(contents: Contents) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields the name of each picture, and the page to draw it from."""
    number = 0
    for key, deck in contents.wanted.items():
        for place, card in enumerate(deck, start=1):
            if card.copies > 0:
                yield f"{key}/{place:02}-{card.face.key}-x{card.copies}.png", {"side": "front", "card": number}
            number += 1
        yield f"{key}/back.png", {"side": "back", "deck": key}


# -- Tabletop Simulator --------------------------------------------------------------------------------------------


def tabletop(game: Game, wishes: PrintOptions, base: str) -> Files:
    """Returns sheets of faces, backs, and a saved object for Tabletop Simulator. It loads the pictures from `base`."""
    contents = Contents(game, wishes)
    _must_be_cards(contents)
    saved = json.dumps(saved_object(contents, base), indent=2, ensure_ascii=False)
    split = list(_split(contents))
    backs = contents.backs()
    everything = {
        **_faces(contents),
        "backs": list(backs.values()),
        "sheets": [[number for number, _ in cards] for _, _, cards in split],
        "columns": COLUMNS,
        "rows": ROWS,
        "cell": CELL,
    }
    names = [sheet for _, sheet, _ in split] + [_back_name(game.slug, key) for key in backs]
    drawn = typeset.pngs("table.typ", everything, 72 * PIXELS_OF_POINT, wishes.fonts)
    return {**dict(zip(names, drawn, strict=True)), f"{game.slug}.json": f"{saved}\n".encode()}


def encoded_address(base: str) -> str:
    """Returns an address with its invalid characters encoded; raises BadInput if it is not an address.

    Characters that are already encoded stay as they are.
    """
    try:
        parts = urlsplit(base.strip())
        user, at, host = parts.netloc.rpartition("@")
        netloc = f"{quote(user, safe='%:')}{at}{host.encode('idna').decode()}"
    except ValueError as error:
        raise BadInput(f"“{base}” is not an address: {error}.") from error
    if parts.scheme != "file" and not host:
        raise BadInput(f"“{base}” is not an address: it has no host.")
    rest = urlunsplit(("", "", parts.path, parts.query, parts.fragment))
    return f"{parts.scheme}://{netloc}{quote(rest, safe=IN_ADDRESSES)}".rstrip("/")


def saved_object(contents: Contents, base: str) -> dict[str, Any]:
    """Returns the saved object: decks side by side, each card with the address of its sheet and its place there."""
    split = list(enumerate(_split(contents), start=1))
    address = encoded_address(base)
    decks = [
        _deck(contents, key, [sheet for sheet in split if sheet[1][0] == key], address, 3.0 * place)
        for place, key in enumerate(contents.wanted)
    ]
    return {"SaveName": contents.game.title, "GameMode": "", "Date": "", "ObjectStates": decks}


Sheet = tuple[str, str, list[tuple[int, Printed]]]  # deck, name of the picture, cards by their numbers


def _split(contents: Contents) -> Iterator[Sheet]:
    """Yields the cards of each deck, sheet by sheet."""
    number = 0
    for key, deck in contents.wanted.items():
        for first in range(0, len(deck), FACES_OF_SHEET):
            part = deck[first : first + FACES_OF_SHEET]
            name = f"{contents.game.slug}-{key}-{first // FACES_OF_SHEET + 1}.png"
            yield key, name, list(enumerate(part, start=number))
            number += len(part)


def _back_name(slug: str, key: str) -> str:
    return f"{slug}-{key}-back.png"


def _deck(contents: Contents, key: str, split: list[tuple[int, Sheet]], base: str, x: float) -> dict[str, Any]:
    """Returns a deck with all its cards. Each card's number is its sheet's number times a hundred, plus its place."""
    slug = contents.game.slug
    custom: dict[str, Any] = {}
    cards = []
    for number, (_, name, part) in split:
        one = custom[str(number)] = {
            "FaceURL": f"{base}/{quote(name)}",
            "BackURL": f"{base}/{quote(_back_name(slug, key))}",
            "NumWidth": COLUMNS,
            "NumHeight": ROWS,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": 0,
        }
        for slot, (_, card) in enumerate(part):
            place = 100 * number + slot
            cards += [_card(card, place, {str(number): one}, f"{slug} {place} {n}") for n in range(card.copies)]
    return {
        **_thing("DeckCustom", f"{slug} {key}", x),
        "Nickname": contents.kit.deck(key).label,
        "Description": contents.game.spec.meta.title,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": custom,
        "ContainedObjects": cards,
    }


def _card(card: Printed, number: int, custom: Mapping[str, Any], named: str) -> dict[str, Any]:
    told = ". ".join(part.rstrip(".") for part in (card.face.line, card.face.text) if part)
    return {
        **_thing("Card", named, 0),
        "Nickname": _as_it_is(card.face.name),
        "Description": _as_it_is(f"{told}." if told else ""),
        "CardID": number,
        "CustomDeck": custom,
    }


def _as_it_is(text: str) -> str:
    """Returns a text that Tabletop Simulator shows as it is: in square brackets, it would read `[b]` as bold."""
    return text.replace("[", f"[{INVISIBLE}")


def _thing(kind: str, named: str, x: float) -> dict[str, Any]:
    """Returns the common fields of an object. Its GUID is derived from its kind and name, so it never changes."""
    turned = {"rotX": 0, "rotY": 180, "rotZ": 180, "scaleX": 1, "scaleY": 1, "scaleZ": 1}
    return {
        "GUID": sha256(named.encode()).hexdigest()[:6],
        "Name": kind,
        "Transform": {"posX": x, "posY": 1, "posZ": 0, **turned},
    }


# -- one file of many ----------------------------------------------------------------------------------------------


def packed(files: Files) -> bytes:
    """Returns files as one ZIP archive, the same each time."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_STORED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(name), data)
    return content.getvalue()
