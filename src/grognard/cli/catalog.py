"""The commands that show the games, their cards and their rules."""

from __future__ import annotations

import codecs
import difflib
import json
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import TextWrapper
from typing import TYPE_CHECKING, Annotated, Final

import typer

import grognard.cli.arguments as shared
from grognard.builds import build_notes
from grognard.cli.arguments import loaded_game, variant_of
from grognard.cli.output import STANDARD_OUTPUT, print_json, print_markdown, print_written, write
from grognard.kernel.content.handbook import in_markdown
from grognard.kernel.errors import BadInput, NotFound
from grognard.play.differences import differences
from grognard.registry import faults, for_players, own_games
from grognard.spreadsheets import rows_of, to_csv

if TYPE_CHECKING:
    from grognard.kernel.content.cardfile import CardFact
    from grognard.kernel.content.handbook import Handbook
    from grognard.kernel.game import Game
    from grognard.kernel.layout import Field

FORMATS: Final = ("table", "csv", "xlsx", "json")
GAP: Final = "  "  # between the columns of a card table
INDENT: Final = "    "  # of the lines below a card's row


def games(as_json: Annotated[bool, typer.Option("--json", help="Print a list of objects.")] = False) -> None:
    """List the games and their house rules.

    Each value of a rule is listed with its meaning and its effect on length and balance when `greedy` plays.
    """
    specs = for_players()
    for sentence in (*faults(), *build_notes()):
        print(sentence, file=sys.stderr)
    if as_json:
        import msgspec

        print_json(msgspec.to_builtins([spec.meta for spec in specs]))
        return
    sources = {own.slug: own.source for own in own_games()}
    for spec in specs:
        meta = spec.meta
        beside = " Start here." if meta.first else ""
        print(f"{meta.slug:20}{meta.title}: {meta.subtitle}. {len(meta.seats)} seats.{beside}")
        if meta.slug in sources:
            print(f"    Your own game, from {sources[meta.slug]}")
        print(f"    {meta.hook}")
        for option in meta.options:
            values = "|".join(str(value) for value in option.values)
            print(f"    {f'{option.key}={values}':39} {option.label} ({option.clause})")
            effects = spec.measurements.beside(option, "greedy")
            for value in option.values:
                print(f"        {value}: {option.told(value)}: {effects.get(value, 'not measured')}")
        for preset in meta.presets:
            rules = " ".join(f"{key}={value}" for key, value in preset.options.items())
            print(f"    {f'{preset.label}: {rules}':39} {preset.help}")


def cards(
    game: shared.Slug,
    form: Annotated[str, typer.Option("--format", metavar="FORMAT", help="table, csv, xlsx or json.")] = "table",
    variant: shared.VariantFolder = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write csv, xlsx or json to this file.", allow_dash=True),
    ] = None,
) -> None:
    """Show a game's card table, or write it as a spreadsheet for your own variant."""
    if form not in FORMATS:
        raise BadInput(f"There is no format “{form}”. Choose from: {', '.join(FORMATS)}.")
    if form == "table" and output is not None:
        raise BadInput("-o needs another format: --format csv, xlsx or json.")
    if form == "xlsx" and output is None:
        raise BadInput("--format xlsx needs a file: -o cards.xlsx.")
    loaded = loaded_game(game, None, None, variant)
    if form == "table":
        if variant is not None:
            _tell_variant(game, variant)
        _print_card_table(loaded.cards)
        return
    if output is not None:
        write(output, _file_content(loaded, form, output))
        print_written(output)
    elif form == "csv":
        print(to_csv(loaded), end="")
    else:
        print_json(_card_objects(loaded.cards))


def _file_content(game: Game, form: str, file: Path) -> bytes | str:
    """Returns the cards as a file. One of CSV begins with a byte order mark, which spreadsheet programs need."""
    if form == "xlsx":
        from grognard.xlsx import to_xlsx

        return to_xlsx(game.spec.meta.title, rows_of(game))
    if form == "csv":
        return to_csv(game) if file == STANDARD_OUTPUT else codecs.BOM_UTF8 + to_csv(game).encode()
    return json.dumps(_card_objects(game.cards), indent=2, ensure_ascii=False) + "\n"


def _tell_variant(slug: str, folder: Path) -> None:
    """Prints a variant's title, its differences from the standard rules, and its notes."""
    found = variant_of(slug, folder)
    loaded = found.loaded({}, {})
    told = "\n".join(f"- {in_markdown(line)}" for line in differences(loaded)) or "It uses the standard rules."
    parts = [f"# {in_markdown(loaded.title)}", told, found.notes.strip()]
    print_markdown("\n\n".join(part for part in parts if part))


def _card_objects(facts: Sequence[CardFact]) -> list[dict[str, object]]:
    """Returns the cards as objects: `card` is the key of a card, and `name` is what people call it."""
    found: list[dict[str, object]] = []
    for fact in facts:
        named = {"deck": fact.deck, "card": fact.name, "name": fact.title, "copies": fact.copies}
        found.append({**named, **fact.columns, "notes": fact.notes})
    return found


def _print_card_table(facts: Sequence[CardFact]) -> None:
    """Prints a table for each deck. Rare values, the keys of renamed cards and notes are below their card's row."""
    width = shutil.get_terminal_size().columns
    decks = dict.fromkeys(fact.deck for fact in facts)
    tables = []
    for deck in decks:
        title = f"{deck}\n\n" if len(decks) > 1 else ""
        tables.append(title + _deck_table([fact for fact in facts if fact.deck == deck], width))
    print("\n\n".join(tables))


def _deck_table(facts: Sequence[CardFact], width: int) -> str:
    columns = _columns(facts, width)
    head, *rows = (GAP.join(row).rstrip() for row in zip(*columns.values(), strict=True))
    wrapper = TextWrapper(width, initial_indent=INDENT, subsequent_indent=INDENT, break_long_words=False)
    lines = [head]
    for fact, row in zip(facts, rows, strict=True):
        key = [] if fact.title == fact.name else [("key", fact.name)]
        others = [one for one in fact.columns.items() if one[1] is not None and one[0] not in columns]
        told = ", ".join(f"{name}: {value}" for name, value in [*key, *others])
        lines += [row, *wrapper.wrap(told), *wrapper.wrap(fact.notes)]
    return "\n".join(lines)


def _columns(facts: Sequence[CardFact], width: int) -> dict[str, list[str]]:
    """Returns the padded cells of each column, the heading first.

    Leaves out columns that fewer than a third of the cards have a value in, then the widest ones until the others fit.
    """
    columns = {}
    for name in ("name", "copies", *facts[0].columns):
        values = [fact.title if name == "name" else fact.facts[name] for fact in facts]
        if 3 * values.count(None) <= 2 * len(values):
            columns[name] = _padded(name, values)
    while len(columns) > 2 and sum(len(cells[0]) + len(GAP) for cells in columns.values()) - len(GAP) > width:
        del columns[max(list(columns)[2:], key=lambda name: len(columns[name][0]))]
    return columns


def _padded(name: str, values: Sequence[object]) -> list[str]:
    """Returns a heading and its cells at one width, with numbers on the right."""
    texts = [name, *("" if value is None else str(value) for value in values)]
    side = "<" if any(isinstance(value, str) for value in values) else ">"
    return [f"{text:{side}{max(map(len, texts))}}" for text in texts]


def rules(
    game: shared.Slug,
    clause: Annotated[
        str | None, typer.Argument(help="The number of a clause, or only the part before the dot for a whole chapter.")
    ] = None,
    variant: shared.VariantFolder = None,
) -> None:
    """Show a game's handbook, or one part of it, with any changes made by a variant."""
    if variant is not None:
        _tell_variant(game, variant)
        print()
    handbook = loaded_game(game, None, None, variant).handbook
    print_markdown(handbook.text if clause is None else _clauses(handbook, clause))


def _clauses(handbook: Handbook, wanted: str) -> str:
    """Returns a clause, or all clauses of a chapter. Raises NotFound with similar clauses, or all of them."""
    known = handbook.clauses
    upper = wanted.upper()
    found = [upper] if upper in known else [id for id in known if id.startswith(f"{upper}.")]
    if not found:
        near = difflib.get_close_matches(upper, known, n=3, cutoff=0.5)
        hint = f"Did you mean {', '.join(near)}?" if near else f"Choose from: {', '.join(known)}."
        raise NotFound(f"There is no clause “{wanted}”. {hint}")
    return "\n\n".join(f"{known[id].heading} {known[id].text}" for id in found)


def layout(game: shared.Slug, option: shared.HouseRules = None, as_json: shared.AsJson = False) -> None:
    """Show the layout of a seat's observation, part by part: offset and width in bytes, name, and content.

    `game.observe(state, seat)` and each row of `Batch.observations` have this layout. “Own” means the observing seat.
    Numbers above the maximum are stored as the maximum. A two-byte number is 128 times the first byte plus the
    second.
    """
    loaded = loaded_game(game, option, None)
    parts = loaded.layout.fields
    if as_json:
        print_json({
            "game": loaded.slug, "version": loaded.layout.version, "bytes": loaded.layout.size,
            "parts": [_part_object(part) for part in parts],
        })  # fmt: skip
        return
    print(f"{loaded.title}, version {loaded.layout.version}: {loaded.layout.size} bytes\n")
    wide = max(len(part.name) for part in parts)
    print(f"{'offset':>6}  {'width':>5}  {'name':{wide}}  content")
    for part in parts:
        print(f"{part.start:6}  {part.length:5}  {part.name:{wide}}  {_content(part)}")


def _part_object(part: Field) -> dict[str, object]:
    return {
        "offset": part.start, "width": part.length, "name": part.name, "highest": part.most,
        "names": part.names, "values": part.values,
    }  # fmt: skip


def _content(part: Field) -> str:
    """Describes the values of a part and, if it has several numbers, what each one stands for."""
    told = f"0 to {part.most}"
    if part.values:
        told = f"0 for none, or 1 to {part.most}: {_ends(part.values)}"
    return told if part.length == 1 else f"{told}; for each of {part.length}: {_ends(part.names)}"


def _ends(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}"


COMMANDS: Final[dict[str, Callable[..., None]]] = {"games": games, "cards": cards, "rules": rules, "layout": layout}
