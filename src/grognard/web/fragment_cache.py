"""Caches parts that pages draw again and again: symbols, faces of cards, lines of the log."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import ceil
from typing import Final, NamedTuple

import msgspec
from jinja2 import Environment, Template
from markupsafe import Markup

from grognard.art.faces import Face, looks
from grognard.art.looks import Look
from grognard.art.persons import Person
from grognard.kernel.content.wording import beginning
from grognard.kernel.views.headlines import ABOUT_TIME
from grognard.kernel.views.log_lines import folded
from grognard.kernel.views.view import CardView
from grognard.web import assets
from grognard.web.event_data import ChangedPiece, event_json
from grognard.web.table_model import LogLine, TableModel

# A line in 700 bytes: at most 42 MB.
MOST_LINES: Final = 60_000
MOST_FACES: Final = 5_000
# The letters of a line on a card, if it is the beginning of a text.
LINE: Final = 40
WIDEST: Final = 26  # a word of a name for which the style sheet has a class, in half ems
_HYPHEN: Final = re.compile(r"(?<![\w).-])-(?=\d)")  # before a number, not between two


@lru_cache(maxsize=1000)
def _drawing(file: str, id: str) -> Markup:
    return Markup('<svg class="symbol" aria-hidden="true"><use href="{}#{}"/></svg>').format(file, id)


def symbol(id: str) -> Markup:
    """Returns a symbol that all games share."""
    return _drawing(assets.address("symbols.svg"), id)


def _type_symbol(game: str, type: str) -> Markup:
    file = assets.of_game(game, "symbols.svg")
    return _drawing(file, type) if file else Markup()


def type_symbol(p: TableModel, type: str) -> Markup:
    """Returns the symbol of a type of card from the game's file; empty if it has none."""
    return _type_symbol(p.view.game, type)


PICTURE: Final = Markup(
    '<picture class="{}"><source media="(prefers-color-scheme: dark)" srcset="{}">'
    '<img src="{}" alt="" width="{}" height="{}" {}></picture>'
)


def _picture(game: str, path: str, kind: str, width: int, height: int, loading: str) -> Markup:
    """Returns a drawing of a game in its light and dark version, with its size in pixels; empty if there is none."""
    files = [assets.of_game(game, f"{path}.{palette}.svg") for palette in ("dark", "light")]
    return PICTURE.format(kind, *files, width, height, Markup(loading)) if all(files) else Markup()


@lru_cache(maxsize=10_000)
def figure_of(game: str, face: str, late: bool = False) -> Markup:
    """Returns the figure of a face; empty if there is none. `late` lets the browser load it later."""
    return _picture(game, f"faces/{face}", "figure", 100, 100, 'loading="lazy"' if late else 'decoding="sync"')


def portrait_of(person: Person, size: int) -> Markup:
    """Returns the portrait of a person, this many pixels wide, without a text: the name must be next to it."""
    return _portrait(person.period, person.bot, size)


@lru_cache(maxsize=1000)
def _portrait(period: str, bot: str, size: int) -> Markup:
    files = [assets.address(f"portraits/{period}/{bot}.{palette}.svg") for palette in ("dark", "light")]
    return PICTURE.format("portrait", *files, size, size, Markup('decoding="async"'))


def poster_of(game: str) -> Markup:
    """Returns the poster of a game; empty if it has none."""
    return _picture(game, "poster", "poster", 160, 90, 'decoding="async"')


def figure(p: TableModel, card: CardView) -> Markup:
    """Returns the figure of a card; empty for a card whose back is up."""
    face = _face_of(p, card)
    return figure_of(p.view.game, face.drawn) if face else Markup()


def look_of(p: TableModel, card: CardView) -> Look | None:
    """Returns the look of a card, with its short name and its effect in a few words; None if its back is up."""
    face = _face_of(p, card)
    return msgspec.structs.replace(face.look, line=_line_of(face)) if face else None


def like_of(p: TableModel, card: CardView) -> str:
    """Returns the name of the printed card that a card is, or that it works like; empty if its back is up."""
    face = _face_of(p, card)
    return face.like if face else ""


def _face_of(p: TableModel, card: CardView) -> Face | None:
    """Returns the face of a card, as changed at this table; None if its back is up."""
    return p.changed.get(card.face) or looks(p.view.game).get(card.face)


@lru_cache(maxsize=10_000)
def _name(game: str, type: str, kind: str, handle: str, name: str, *numbers: int) -> Markup:
    line = Markup('<li class="type-{}" data-name="{}">{}<span class="hidden">{}:</span> {}{}</li>')
    return line.format(
        type, handle, _type_symbol(game, type), kind.lower(), name, "".join(f" {number}" for number in numbers)
    )


class Drawing(NamedTuple):
    """What a card shows besides its name, numbers and text. `figure` is the key of the face that has the figure."""

    symbol: str
    figure: str = ""
    short: str = ""
    line: str = ""
    history: str = ""


def _line_of(face: Face) -> str:
    """Returns the effect of a card in a few words; the beginning of its text if it has no such words."""
    return face.line or beginning(face.text, LINE)


def _drawing_for(face: Face) -> Drawing:
    return Drawing(face.symbol, face.drawn, face.look.short, _line_of(face), face.history)


def _drawing_of(p: TableModel, card: CardView) -> Drawing:
    """Returns the drawing of a card at this table; only a symbol if its back is up."""
    face = _face_of(p, card)
    return _drawing_for(face) if face else Drawing(card.type)


def names(p: TableModel, cards: Iterable[CardView]) -> Markup:
    """Returns the names of the cards in a pile with the symbols of their types, one per line."""
    lines = [
        _name(p.view.game, card.type, p.types.get(card.type, ""), card.handle, card.name, *card.numbers.values())
        for card in cards
    ]
    return Markup("\n").join(lines)


def unnumbered(name: str, copy: int) -> str:
    """Returns the name of a card without the number of its copy (0 if it has none), which is a small mark on cards."""
    return name.removesuffix(f" {copy}") if copy else name


def word_class(name: str) -> str:
    """Returns the class of a name by the width of its widest word; too wide a word may break anywhere."""
    width = longest_word(name)
    return f"word-{width}" if width <= WIDEST else f"word-{WIDEST} breaks"


def longest_word(name: str) -> int:
    """Returns the width of a name's widest word in the widest usual font, in half ems."""
    return max(map(_word_width, name.split()))


def whole_name(name: str) -> int:
    """Returns the width of a name on one line, without its spaces, in the unit of `longest_word`."""
    return _word_width("".join(letter for letter in name if letter != " "))


def _word_width(word: str) -> int:
    return ceil(2 * max(sum(map(_width, word)), 0.61 * len(word)))


def _width(letter: str) -> float:
    """The approximate width of a letter in bold DejaVu Serif, in ems."""
    if letter in "mwMW":
        return 1.08
    return 0.84 if letter.isupper() else 0.48 if letter in "fijlrt.,'!-/" else 0.7


def with_minus(text: object) -> str:
    """Returns a number, or a sentence with numbers, with real minus signs before negative numbers."""
    return _HYPHEN.sub("\N{MINUS SIGN}", str(text))


class _LinePart(NamedTuple):
    """An event of a line of the log, and what the script stages of it."""

    line: LogLine
    staged: Markup


class FragmentCache:
    """Caches fragments from small templates: faces of cards, and lines of the log, of which a table shows sixty."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._line = lru_cache(maxsize=MOST_LINES)(self._line_drawn)
        self._cards: dict[tuple[object, ...], Markup] = {}
        self._face = lru_cache(maxsize=MOST_FACES)(self._face_drawn)

    def log_lines(self, p: TableModel, most: int) -> Markup:
        """Returns the last lines of the log, one for each action, with links to the replay if there is one."""
        return self._lines(p, folded(p.log, lambda line: line.event)[-most:])

    def news_lines(self, p: TableModel) -> Markup:
        """Returns the important lines since the viewer's last turn."""
        return self._lines(p, [[line] for line in p.news])

    def _lines(self, p: TableModel, lines: Iterable[Sequence[LogLine]]) -> Markup:
        replay = p.links.get("replay", "")
        steps = f"{replay}{'&' if '?' in replay else '?'}step=" if replay else ""
        return Markup("\n").join(
            [self._line_of(tuple(line), p.view.game, steps, tuple(p.changed_pieces)) for line in lines]
        )

    def _line_of(self, lines: tuple[LogLine, ...], game: str, replay: str, pieces: tuple[ChangedPiece, ...]) -> Markup:
        """Returns a line of the log, from the cache unless it may name a person, who may delete their data."""
        draw = self._line_drawn if lines[0].event.kind == ABOUT_TIME else self._line
        return draw(lines, game, replay, pieces)

    def face(self, p: TableModel, card: CardView, text_id: str = "") -> Markup:
        """Returns everything printed on a card. `text_id` is the id of its text, for references to it."""
        kind, texts = p.types.get(card.type, ""), (card.name, card.text, text_id)
        return self._face(p.view.game, _drawing_of(p, card), kind, *texts, card.copy, False, *card.numbers.items())

    def plain_face(self, face: Face, game: str) -> Markup:
        """Returns everything printed on a card, without a table."""
        return self._face(game, _drawing_for(face), face.kind, face.name, face.text, "", 0, True, *face.numbers)

    def card(self, p: TableModel, card: CardView) -> Markup:
        """Returns a card in its zone, with the actions it offers."""
        actions, refused = p.choices_with(card)
        texts = card.name, card.text, card.type
        on_it = card.handle, *texts, card.markers, _drawing_of(p, card), *card.numbers.items()
        picked = not actions and p.is_picked(card)
        key = p.view.game, actions, refused, picked, *on_it
        drawn = self._cards.get(key)
        if drawn is None:
            if len(self._cards) >= MOST_FACES:
                self._cards.clear()
            face = self.face(p, card, f"text-{actions[0].action}" if len(actions) == 1 else "")
            macros = self._environment.get_template("_card.html").module
            drawn = self._cards[key] = macros.usual(card, face, actions, refused, picked)  # type: ignore[attr-defined]
        return drawn

    def _line_drawn(
        self, lines: tuple[LogLine, ...], game: str, replay: str, pieces: tuple[ChangedPiece, ...]
    ) -> Markup:
        parts = [(line.event.line == "detail", _LinePart(line, event_json(line.event, game, pieces))) for line in lines]
        return self._drawn(
            "_log_line.html", first=lines[0], game=game, replay=replay,
            sentences=[part for is_detail, part in parts if not is_detail],
            details=[part for is_detail, part in parts if is_detail],
        )  # fmt: skip

    def _face_drawn(
        self,
        game: str,
        drawing: Drawing,
        kind: str,
        name: str,
        text: str,
        text_id: str,
        copy: int,
        late: bool,
        *numbers: tuple[str, int],
    ) -> Markup:
        return self._drawn(
            "_face.html", symbol=_type_symbol(game, drawing.symbol), figure=figure_of(game, drawing.figure, late),
            kind=kind, name=name, short=drawing.short, copy=copy, text=text, text_id=text_id,
            numbers=numbers, line=drawing.line, history=drawing.history,
        )  # fmt: skip

    def _drawn(self, file: str, **context: object) -> Markup:
        template: Template = self._environment.get_template(file)
        return Markup(template.render(context).strip())
