"""Everything printed for a game, as one object for the templates: cards, pieces, aids and the handbook."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, Final

import msgspec

from grognard.art.backs import Back, backs
from grognard.art.faces import Face, faces
from grognard.art.looks import read_looks
from grognard.art.palette import TINTS, colour
from grognard.kernel.content import card_numbers
from grognard.kernel.content.card_numbers import CardChange
from grognard.kernel.content.card_text import filled
from grognard.kernel.content.cardfile import CardFact, names_of
from grognard.kernel.content.handbook import in_markdown
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.printing.geometry import BOOKS, PAPERS, Sheet, sheets
from grognard.printing.parts import Aid, Kit, Track, read_kit
from grognard.printing.print_options import PARTS, PrintOptions
from grognard.printing.prose import Node, tree

# The color of text on a dark strip.
ON_TINT: Final = "#fbf7ec"
_SYMBOL: Final = re.compile(r'<symbol id="([^"]*)"([^>]*)>(.*?)</symbol>', re.DOTALL)


@dataclass(frozen=True)
class Change:
    """A house rule, or something on a card, that differs from the printed game. `was` is empty if it is new."""

    label: str
    now: str
    was: str = ""
    clause: str = ""


@dataclass(frozen=True)
class Printed:
    """A card as printed: its row, its face, and its number of copies."""

    fact: CardFact
    face: Face
    copies: int
    changes: Sequence[Change]


@dataclass
class Contents:
    """The printed contents of a game, with the chosen options."""

    game: Game
    wishes: PrintOptions
    kit: Kit = field(init=False)

    def __post_init__(self) -> None:
        self.kit = read_kit(self.game.spec.folder)
        if self.wishes.only and self.wishes.only not in (known := [*self.decks, *PARTS]):
            raise BadInput(f"There is no part “{self.wishes.only}” to print. Choose from: {', '.join(known)}.")

    # -- cards ---------------------------------------------------------------------------------------------------------

    @cached_property
    def decks(self) -> dict[str, list[Printed]]:
        """All decks by key, in the order of the card table."""
        found: dict[str, list[Printed]] = {}
        for fact, drawn in zip(self.game.cards, faces(self.game.spec, self.game.cards), strict=True):
            card = Printed(fact, drawn, self._copies(fact), self._changed(fact))
            found.setdefault(fact.deck, []).append(card)
        return found

    def _changed(self, fact: CardFact) -> list[Change]:
        """Returns the numbers of a card that are not the standard ones; a new card has no standard ones."""
        if fact.like:
            return []
        own = [one for one in self.game.card_changes if one.name == fact.name and one.deck in ("", fact.deck)]
        return [Change(one.field, _told(one.value), _told(one.standard)) for one in own if one.is_number]

    @cached_property
    def wanted(self) -> dict[str, list[Printed]]:
        """The decks to print."""
        return {key: deck for key, deck in self.decks.items() if self.wishes.only in ("", key)}

    def _copies(self, fact: CardFact) -> int:
        for rule in self.kit.copies:
            if str(self.game.options[rule.option]) == rule.value:
                return rule.copies
        return fact.copies

    @cached_property
    def symbols(self) -> dict[str, tuple[str, str]]:
        """The symbols of the types: their SVG attributes and content."""
        file = self.game.spec.folder.joinpath("symbols.svg")
        drawn = file.read_text(encoding="utf-8") if file.is_file() else ""
        return {name: (attributes, inside) for name, attributes, inside in _SYMBOL.findall(drawn)}

    def symbol(self, code: str, colour: str) -> str:
        """Returns the symbol of a type as an SVG file in one color."""
        if code not in self.symbols:
            return ""
        attributes, inside = self.symbols[code]
        drawn = f'<svg xmlns="http://www.w3.org/2000/svg"{attributes}>{inside}</svg>'
        return drawn.replace("currentColor", colour)

    @cached_property
    def tints(self) -> dict[str, str]:
        """The tints of the types."""
        looks = read_looks(self.game.spec.folder, self.game.spec.types)
        return {code: looks.tint(code) for code in self.game.spec.types}

    def card(self, card: Printed) -> dict[str, Any]:
        """Returns a face for the templates."""
        face, tint = card.face, self.tints.get(card.face.type, TINTS["slate"])
        changed = {change.label for change in card.changes}
        numbers = [
            {
                "value": _number(value, label in self.kit.signed),
                "label": label,
                "changed": label in changed,
            }
            for label, value in face.numbers
        ]
        told = "; ".join(f"{change.label} {change.now} instead of {change.was}" for change in card.changes)
        return {
            "name": face.name,
            "deck": face.deck,
            "code": face.type,
            "kind": face.kind,
            "tint": tint,
            "symbol": self.symbol(face.symbol, tint if self.wishes.ink == "light" else ON_TINT),
            "figure": face.svg(self.wishes.palette),
            "numbers": numbers,
            "line": face.line,
            "text": face.text,
            "history": face.history,
            "changed": f"Changed: {told}." if told else "",
        }

    def backs(self) -> dict[str, dict[str, str]]:
        """Returns the backs of the decks for the templates."""
        title, palette = self.game.spec.meta.title, self.wishes.palette
        edge, tint = colour("white", palette), TINTS["slate"]
        found = {}
        for key in self.wanted:
            drawn = self._drawn_backs.get(self.kit.deck(key).back or key)
            picture = drawn.svg(palette, edge=False) if drawn is not None else ""
            found[key] = {
                "title": title, "label": self.kit.deck(key).label, "edge": edge, "tint": tint, "picture": picture,
            }  # fmt: skip
        return found

    @cached_property
    def _drawn_backs(self) -> Mapping[str, Back]:
        spec = self.game.spec
        return backs(spec)

    def deck_sheets(self) -> Iterator[dict[str, Any]]:
        """Yields the sheets of all decks to print, with every copy of each card."""
        layout = self.wishes.grid()
        first = 0
        for key, deck in self.wanted.items():
            order = [first + n for n, card in enumerate(deck) for _copy in range(card.copies)]
            first += len(deck)
            found = list(sheets(len(order), layout, self.wishes.sheets, self.wishes.marks, self.wishes.back_offset))
            fronts = [sheet for sheet in found if sheet.side != "backs"]
            for sheet in found:
                note = f"{self.game.spec.meta.title}, {self.kit.deck(key).label}"
                if sheet.side == "backs":
                    note = f"{note}: backs"
                else:
                    note = f"{note}: {fronts.index(sheet) + 1} of {len(fronts)}. Print at 100 %."
                yield _sheet(sheet, order, note)

    # -- other parts ---------------------------------------------------------------------------------------------------

    def prints(self, part: str) -> bool:
        """Returns whether to print this part."""
        return self.wishes.only in ("", part)

    def changes(self, plays: bool = False) -> list[Change]:
        """Returns the changed house rules and the changes on cards: all, or those that change how the game plays."""
        rules = [
            Change(option.label, option.told(value), option.told(option.default), option.clause)
            for option, value in self.game.changed_rules
        ]
        return [*rules, *(_change(change) for change in self.game.card_changes if change.plays or not plays)]

    def markers(self) -> list[dict[str, Any]]:
        """Returns every single marker."""
        names = names_of(self.game.cards)
        return [
            {"label": filled(marker.label, names), "number": marker.number, "tint": TINTS[marker.tint]}
            for marker in self.kit.markers
            for _copy in range(marker.count)
        ]

    def tracks(self) -> list[dict[str, Any]]:
        """Returns the tracks, seat by seat; none whose end a house rule switches off."""
        found = []
        for track in self.kit.tracks:
            if isinstance(track.to, str) and self.game.options[track.to] == "off":
                continue
            for seat in self.game.seats if track.each else ("",):
                label = f"{track.label}: {seat}" if seat else track.label
                found.append({"label": label, "to": self._number(track.to), "start": self._start(track)})
        return found

    def _start(self, track: Track) -> int:
        return min(self._number(track.start), self._number(track.to))

    def _number(self, told: int | str) -> int:
        return int(self.game.options[told]) if isinstance(told, str) else told

    def aid(self) -> list[dict[str, Any]]:
        """Returns the parts of the aid, each with its blocks."""
        return [{"title": part.title, "blocks": list(self._blocks(part))} for part in self.kit.aid]

    def _blocks(self, part: Aid) -> Iterator[Node]:
        for id in part.clauses:
            clause = self.game.handbook.clause(id)
            blocks = tree(
                f"**{in_markdown(clause.title)}.** *{id}* {clause.text}" if part.show == "all" else clause.text
            )
            yield from (block for block in blocks if part.show == "all" or block["kind"] == "table")

    def types(self) -> list[dict[str, Any]]:
        """Returns the types of cards with their symbols and numbers of cards."""
        counts: dict[str, int] = {}
        for deck in self.decks.values():
            for card in deck:
                counts[card.face.type] = counts.get(card.face.type, 0) + card.copies
        return [
            {"code": code, "label": label, "tint": self.tints[code], "symbol": self.symbol(code, self.tints[code]),
             "count": counts[code]}
            for code, label in self.game.spec.types.items() if code in counts
        ]  # fmt: skip

    def history(self) -> list[dict[str, str]]:
        """Returns each line of history, with the cards that it is about."""
        names: dict[str, list[str]] = {}
        for deck in self.decks.values():
            for card in deck:
                if card.face.history and card.face.name not in (told := names.setdefault(card.face.history, [])):
                    told.append(card.face.name)
        return [{"names": ", ".join(told), "text": text} for text, told in names.items()]

    def whole(self) -> dict[str, Any]:
        """Returns everything for the templates."""
        meta, wishes = self.game.spec.meta, self.wishes
        return {
            "title": self.game.title,
            "subtitle": meta.subtitle,
            "changes": [asdict(change) for change in self.changes()],
            "played": [asdict(change) for change in self.changes(plays=True)],
            "style": {
                "paper": PAPERS[wishes.paper],
                "book": (PAPERS if wishes.large else BOOKS)[wishes.paper],
                # Notes on sheets are to the right of the first mark.
                "note": wishes.grid().cuts()[0][0] + 2,
                "size": wishes.size,
                "bleed": wishes.bleed,
                "light": wishes.ink == "light",
                "large": wishes.large,
            },
            "cards": [self.card(card) for deck in self.wanted.values() for card in deck],
            "backs": self.backs(),
            "sheets": list(self.deck_sheets()),
            "markers": self.markers() if self.prints("markers") else [],
            "tracks": self.tracks() if self.prints("markers") else [],
            "mats": [msgspec.to_builtins(mat) for mat in self.kit.mats] if self.prints("mat") else [],
            "aid": self.aid() if self.prints("aid") else [],
            "types": self.types() if self.prints("aid") else [],
            "seats": list(self.game.seats),
            "handbook": tree(self.game.handbook.text) if self.prints("handbook") else [],
            "history": self.history() if self.prints("handbook") else [],
        }


def _change(change: CardChange) -> Change:
    """Returns a change on a card for the list of changes."""
    match change.field:
        case card_numbers.LIKE:
            return Change("New card", f"{change.card}, like {change.value}")
        case card_numbers.NAME:
            return Change("Name of a card", change.card, _told(change.standard))
        case card_numbers.TEXT:
            return Change(f"Text of {change.card}", "see the card")
        case card_numbers.LOOK:
            return Change(f"Picture of {change.card}", f"that of {str(change.value).partition('/')[2]}")
    is_new = change.field == card_numbers.COPIES and change.standard is None
    return Change(f"{change.card}, {change.field}", _told(change.value), "" if is_new else _told(change.standard))


def _told(value: str | int | None) -> str:
    """Returns a number of the card table in words."""
    return "none" if value is None else str(value).replace("-", "\N{MINUS SIGN}")


def _number(value: int, signed: bool) -> str:
    text = f"{value:+d}" if signed and value else str(value)
    return text.replace("-", "\N{MINUS SIGN}")


def _sheet(sheet: Sheet, order: Sequence[int], note: str) -> dict[str, Any]:
    cards = [
        {"card": order[number], "side": side, "x": place.x, "y": place.y, "turn": place.turn}
        for number, side, place in sheet.cards
    ]
    return {"cards": cards, "marks": [asdict(mark) for mark in sheet.marks], "note": note}
