"""The command `grognard print`, which puts a game on paper."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import grognard.cli.arguments as shared
from grognard.cli.arguments import loaded_game
from grognard.cli.output import STANDARD_OUTPUT, print_written, write
from grognard.kernel.errors import BadInput
from grognard.registry import spec
from grognard.variants import FILE, NOTES

if TYPE_CHECKING:
    from grognard.kernel.game import Game
    from grognard.printing.print_options import PrintOptions
    from grognard.printing.products import Files


def print_game(
    game: shared.Slug,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            allow_dash=True,
            help="The file to write, or - for standard output; for png and tts, a folder or a .zip.",
        ),
    ] = None,
    paper: Annotated[str, typer.Option("--paper", metavar="PAPER", help="a4 or letter.")] = "a4",
    sheets: Annotated[
        str,
        typer.Option("--sheets", metavar="SHEETS", help="duplex, fold (backs next to fronts) or fronts (no backs)."),
    ] = "duplex",
    bleed: Annotated[float, typer.Option("--bleed", metavar="MM", help="Color beyond the edge of cards.")] = 0.0,
    marks: Annotated[
        str, typer.Option("--marks", metavar="MARKS", help="crop, cut (lines across the sheet) or none.")
    ] = "crop",
    back_offset: Annotated[
        str, typer.Option("--back-offset", metavar="X,Y", help="Shift backs to the right and down, in mm.")
    ] = "0,0",
    ink: Annotated[str, typer.Option("--ink", metavar="INK", help="full, or light to save ink.")] = "full",
    large: Annotated[bool, typer.Option("--large", help="Cards nearly twice the area, with larger letters.")] = False,
    number: shared.CardNumbers = None,
    variant: shared.VariantFolder = None,
    option: shared.HouseRules = None,
    font: Annotated[
        list[Path] | None,
        typer.Option("--font", metavar="FILE", help="A font for characters that the usual one lacks; may be repeated."),
    ] = None,
    only: Annotated[
        str, typer.Option("--only", metavar="DECK", help="One deck, or markers, mat, aid or handbook.")
    ] = "",
    form: Annotated[
        str, typer.Option("--as", metavar="FORM", help="pdf, png (single cards) or tts (Tabletop Simulator).")
    ] = "pdf",
    base: Annotated[
        str,
        typer.Option(
            "--tts-url", metavar="BASE", help="The address of the folder that will hold the pictures for tts."
        ),
    ] = "",
    watch: Annotated[
        bool,
        typer.Option("--watch", help="Show the pages in your browser, and draw them again when --variant changes."),
    ] = False,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="The port for --watch; 0 for any free port.")
    ] = 0,
) -> None:
    """Print a game: decks with backs, markers, mats, aids and the handbook."""
    from grognard.printing.print_options import FORMS, PrintOptions, must_be, read_offset
    from grognard.printing.products import document, packed, pictures, tabletop

    must_be("form", form, FORMS)
    _must_fit(form, base)
    if watch:
        _must_be_watched(game, variant, output, form)
    elif output is None:
        raise BadInput("Name the file to write with -o, or see the pages in your browser with --watch.")
    if form != "pdf" and output == STANDARD_OUTPUT:
        raise BadInput(f"--as {form} makes many files. Name a folder or a .zip instead of “-”.")
    wishes = PrintOptions(paper, sheets, bleed, marks, read_offset(back_offset), ink, large, only, tuple(font or ()))
    if output is None:
        _watch(game, lambda: loaded_game(game, option, number, variant), wishes, variant or Path(), port)
        return
    loaded = loaded_game(game, option, number, variant)
    if form == "pdf":
        write(output, document(loaded, wishes))
    else:
        files = pictures(loaded, wishes) if form == "png" else tabletop(loaded, wishes, base)
        if output.suffix == ".zip":
            write(output, packed(files))
        else:
            _write_all(output, files)
    print_written(output)


def _must_be_watched(game: str, variant: Path | None, output: Path | None, form: str) -> None:
    """Raises BadInput if there is no such game, or if other arguments do not fit --watch."""
    spec(game)
    if variant is None:
        raise BadInput("--watch needs --variant: it shows your changes to its files.")
    if output is not None or form != "pdf":
        raise BadInput("--watch writes no file. Leave out -o and --as.")


def _watch(game: str, load: Callable[[], Game], wishes: PrintOptions, variant: Path, port: int) -> None:
    from grognard.printing.preview import watch

    files = [variant / FILE, variant / NOTES, *wishes.fonts] if variant.is_dir() else [variant, *wishes.fonts]
    watch(load, wishes, files, spec(game).meta.title, port)


def _must_fit(form: str, base: str) -> None:
    if form == "tts" and not base.startswith(("http://", "https://", "file:///")):
        raise BadInput("--as tts needs --tts-url with an address, such as https://cards.example/here.")
    if form != "tts" and base:
        raise BadInput("--tts-url only works with --as tts.")


def _write_all(folder: Path, files: Files) -> None:
    for name, content in files.items():
        file = folder / name
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{folder} cannot be written: {error.strerror}.") from error
        write(file, content)
