"""Step 7: how a game looks, on the table and on paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from grognard.art.backs import backs
from grognard.art.faces import Face, faces
from grognard.art.landscapes import read_landscape
from grognard.art.looks import read_looks, read_tables
from grognard.art.poster import poster
from grognard.game_check.findings import Finding, missing, several, worthwhile, wrong
from grognard.game_check.folders import GameFolder
from grognard.kernel.errors import GrognardError
from grognard.kernel.game import Game, GameSpec
from grognard.printing.contents import Contents
from grognard.printing.parts import read_kit
from grognard.printing.print_options import PrintOptions

FILE: Final = "looks.toml"
LONGEST_LINE: Final = 32
LONGEST_HISTORY: Final = 110


def drawing_faults(spec: GameSpec, where: GameFolder) -> Iterator[Finding]:
    """Draws the cards, the land behind them, their backs and the poster."""
    if not where.folder.joinpath(FILE).is_file():
        yield missing(7, FILE, "each card needs a look of its own and a line that says what it does; see step 5.")
        return
    try:
        drawn = faces(spec)
        svgs = {face.key: face.svg("light") for face in drawn}
    except (GrognardError, ValueError) as error:
        yield wrong(7, FILE, str(error).removeprefix(f"{where.folder.name}/{FILE}: "))
        return
    yield from _face_faults(spec, drawn)
    alike: dict[str, list[str]] = {}
    for face in drawn:
        alike.setdefault(svgs[face.key], []).append(face.name)
    for names in alike.values():
        if len(names) > 1:
            yield wrong(7, FILE, f"{several(names)} look the same: change a color, a hat or a thing in one of them.")
    yield from _surroundings(spec, where)


def _face_faults(spec: GameSpec, drawn: tuple[Face, ...]) -> Iterator[Finding]:
    tables = read_tables(spec.folder)
    own, types = tables.get("cards", {}), tables.get("types", {})
    looks = read_looks(spec.folder)
    bare = [card.name for card in spec.cards if not (own.get(card.name) or own.get(card.deck, {}).get(card.name))]
    if plain := [card.name for card in spec.cards if card.name in bare and card.columns.get("type") not in types]:
        yield missing(7, FILE, f'no look for {several(plain)}: add a table [cards."{plain[0]}"] for each.')
    if silent := [card.name for card in spec.cards if not looks.of(card).line]:
        yield missing(7, FILE, f"no `line` for {several(silent)}: say in a few words what the card does.")
    if long := [face.name for face in drawn if len(face.line) > LONGEST_LINE]:
        yield wrong(7, FILE, f"the `line` of {several(long)} is longer than {LONGEST_LINE} characters.")
    if long := [face.name for face in drawn if len(face.history) > LONGEST_HISTORY]:
        yield wrong(7, FILE, f"the `history` of {several(long)} is longer than {LONGEST_HISTORY} characters.")
    if forgotten := [face.name for face in drawn if not face.history]:
        yield worthwhile(7, FILE, f"`history` for {several(forgotten)}: a sentence that is historically accurate.")


def _surroundings(spec: GameSpec, where: GameFolder) -> Iterator[Finding]:
    tables = read_tables(spec.folder)
    for key, about, draw in (
        ("field", "the land behind the cards", lambda: read_landscape(spec.folder)),
        ("backs", "the backs of the cards", lambda: backs(spec)),
        ("poster", "the picture on the start page", lambda: poster(spec.meta.slug)),
    ):
        if key not in tables:
            yield worthwhile(7, FILE, f"a section [{key}] for {about}.")
            continue
        try:
            draw()
        except Exception as error:  # the drawings raise many kinds of errors
            yield wrong(7, FILE, f"[{key}] can't be drawn: {str(error).removeprefix(f'{where.folder.name}/{FILE}: ')}")
    for file, about in (
        ("looks.md", "the sources of what you draw"),
        ("symbols.svg", "a symbol for each type of card"),
    ):
        if not where.folder.joinpath(file).is_file():
            yield worthwhile(7, file, f"{about}.")


def paper_faults(spec: GameSpec, game: Game, where: GameFolder) -> Iterator[Finding]:
    """Puts together what is printed besides the cards."""
    if not where.folder.joinpath("print.toml").is_file():
        yield worthwhile(7, "print.toml", "markers, tracks, mats and the clauses of the player aid, for printed games.")
        return
    try:
        read_kit(spec.folder)
        contents = Contents(game, PrintOptions())
        contents.whole()
    except ModuleNotFoundError:  # what printing needs is not installed
        return
    except (GrognardError, LookupError, ValueError) as error:
        text = str(error).removeprefix(f"{where.folder.name}/print.toml ")
        if FILE not in text:  # what is wrong there is a finding of its own
            yield wrong(7, "print.toml", f"the game can't be printed: {text}")


def page_faults(spec: GameSpec, where: GameFolder) -> Iterator[Finding]:
    """Reads the layout of the table."""
    if not where.folder.joinpath("table.html").is_file():
        yield worthwhile(6, "table.html", "a layout of your own for the table; until then, pages use the plain one.")
        return
    try:
        from jinja2 import TemplateError

        from grognard.web.pages import ENVIRONMENT
    except ModuleNotFoundError:  # the extra “web” is not installed
        return
    try:
        ENVIRONMENT.get_template(f"games/{spec.meta.slug}/table.html")
    except TemplateError as error:
        line = getattr(error, "lineno", None)
        yield wrong(6, f"table.html:{line}" if line else "table.html", f"{error}.")
