"""The files that pages load: modules find each other, tables find their symbols, and nothing lies idle."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib import resources
from typing import Final

import pytest

from grognard.art.faces import faces
from grognard.art.landscapes import TIMES, landscape
from grognard.art.looks import read_looks
from grognard.art.palette import TINTS
from grognard.play.session import Session
from grognard.registry import load, registered_names, spec
from grognard.web import assets
from grognard.web.fragment_cache import with_minus
from grognard.web.pages import render, table_fragment
from grognard.web.table_model import LogLine, SeatModel, TableModel

IMPORT: Final = re.compile(r'^import \{ ([\w, ]+) \} from "\./(\w+\.js)";$', re.MULTILINE)
EXPORT: Final = re.compile(r"^export (?:async )?(?:class|function|const|let) (\w+)", re.MULTILINE)
USE: Final = re.compile(r'<use href="([^"#]*)#([^"]*)"')
STEPS: Final = 400
EVERY: Final = 20
ID: Final = re.compile(r'<symbol id="([^"]*)"')


def text(path: str) -> str:
    return assets.files()[path].content.decode()


def imports(module: str) -> dict[str, list[str]]:
    """What a module imports, by the module it comes from."""
    return {source: names.split(", ") for names, source in IMPORT.findall(text(module))}


IMPORTED: Final = [*assets.LATER, *assets.modules()]
MODULES: Final = [*assets.ENTRIES, *IMPORTED]


# -- scripts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_what_there_is_and_uses_it(module: str) -> None:
    assert text(module).count("import ") == len(IMPORT.findall(text(module)))
    for source, names in imports(module).items():
        assert set(names) <= set(EXPORT.findall(text(source)))
        for name in names:
            assert len(re.findall(rf"\b{name}\b", IMPORT.sub("", text(module)))) > 0, f"{name} is imported and not used"


def test_modules_import_downwards_all_of_them_and_export_nothing_in_vain() -> None:
    wanted = {module: set(imports(module)) for module in MODULES}
    TopologicalSorter(wanted).prepare()  # raises on a circle
    assert set().union(*wanted.values()) == set(IMPORTED)
    for module in IMPORTED:
        taken = {name for other in MODULES for name in imports(other).get(module, ())}
        assert set(EXPORT.findall(text(module))) == taken


def test_a_page_names_every_module_before_it_is_asked_for() -> None:
    page = render("problem.html", sentence="", clause="")
    assert f'<script type="module" src="{assets.address("main.js")}">' in page
    assert re.findall(r'<link rel="modulepreload" href="([^"]*)">', page) == [
        assets.address(module) for module in assets.modules()
    ]


def test_a_page_asks_for_fonts_only_if_there_are_any(monkeypatch: pytest.MonkeyPatch) -> None:
    fonts = [path for path in assets.files() if path.endswith(".woff2")]
    page = render("problem.html", sentence="", clause="")
    assert page.count('rel="preload"') == (len(assets.PRELOADED) if fonts else 0)
    assert (assets.address("fonts.css") in page) == bool(fonts)
    bare = {path: asset for path, asset in assets.files().items() if path not in fonts}
    monkeypatch.setattr(assets, "files", lambda: bare)
    page = render("problem.html", sentence="", clause="")
    assert "fonts" not in page
    assert assets.address("grognard.css") in page


# -- symbols -------------------------------------------------------------------------------------------------------


def tables(slug: str) -> Iterator[str]:
    """A game as everybody sees it, until it is over or has gone on for long."""
    game = load(slug)
    session = Session(game, 1, ["somebody"] * len(game.seats))
    seats = [SeatModel(name, "you", "person", True) for name in game.seats]
    for step in range(STEPS):
        if step % EVERY == 0 or session.outcome() is not None:
            for seat in range(len(game.seats)):
                log = [LogLine(event, 0, True) for event in session.events(seat)]
                yield table_fragment(TableModel(session.view(seat), "", seats, log, types=game.spec.types))
        if session.outcome() is not None:
            return
        actions = session.state.legal_actions()
        session.play(session.state.current_player(), actions[step * 7 % len(actions)])


@cache
def drawn(slug: str) -> frozenset[tuple[str, str]]:
    """The symbols on tables of a game, as (file, id)."""
    return frozenset(found for table in tables(slug) for found in USE.findall(table))


def symbols(path: str) -> list[str]:
    """The ids in a file of symbols; none where there is no such file."""
    return ID.findall(text(path)) if path in assets.files() else []


@pytest.mark.parametrize("slug", registered_names())
def test_every_symbol_on_a_table_is_in_its_file(slug: str) -> None:
    own, common = assets.of_game(slug, "symbols.svg"), assets.address("symbols.svg")
    there = {(own, id) for id in symbols(f"games/{slug}/symbols.svg")} | {(common, id) for id in symbols("symbols.svg")}
    assert drawn(slug) <= there
    assert any(file == own for file, _ in drawn(slug)) == bool(own)


@pytest.mark.parametrize("slug", registered_names())
def test_every_type_of_card_has_a_symbol_and_every_symbol_serves(slug: str) -> None:
    ids = symbols(f"games/{slug}/symbols.svg")
    assert len(ids) == len(set(ids))
    types = set(spec(slug).types)
    own = {face.symbol for face in faces(spec(slug))}
    if ids:
        assert types | own <= set(ids)
    layout = spec(slug).folder.joinpath("table.html").read_text(encoding="utf-8") if ids else ""
    assert {id for id in ids if id not in types | own and f'"{id}"' not in layout} == set()


def test_every_common_symbol_serves() -> None:
    folder = resources.files("grognard.web").joinpath("templates")
    templates = [file.read_text(encoding="utf-8") for file in folder.iterdir() if file.is_file()]
    sources = "".join(templates + [text(module) for module in MODULES])
    named = {f"die-{face}" for face in range(1, 7)} | {"die", "eye"}  # by an event, and by what an action tells
    assert [id for id in symbols("symbols.svg") if id not in named and f'"{id}"' not in sources] == []


# -- tints -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("tint", list(TINTS))
def test_a_tint_is_the_same_on_a_light_page_as_on_paper(tint: str) -> None:
    assert f"\n  --tint-{tint}: {TINTS[tint]};\n" in text("grognard.css")


@pytest.mark.parametrize("slug", registered_names())
def test_every_type_of_card_has_one_tint(slug: str) -> None:
    tints = read_looks(spec(slug).folder).tints
    kinds = [kind for tinted in tints.values() for kind in tinted]
    assert sorted(kinds) == sorted(set(spec(slug).types) - {"BK"})
    rules = dict(re.findall(r":is\(([^)]*)\) \{ --type: var\(--tint-(\w+)\); \}", text(f"games/{slug}/table.css")))
    assert {tint: rule.replace(".type-", "").split(", ") for rule, tint in rules.items()} == tints


@pytest.mark.parametrize("slug", registered_names())
def test_the_field_of_a_game_lies_beside_its_stylesheet_by_day_and_at_dusk(slug: str) -> None:
    fields = {palette: assets.files()[f"games/{slug}/field.{palette}.svg"] for palette in TIMES}
    assert {asset.media_type for asset in fields.values()} == {"image/svg+xml"}
    assert [asset.content.decode() for asset in fields.values()] == [landscape(slug, palette) for palette in TIMES]
    assert f"games/{slug}/table.css" in assets.files()


def test_a_hyphen_before_a_number_is_a_minus_and_no_other_hyphen_is() -> None:
    told = {
        "-1": "−1",
        "Attack -1 (-2).": "Attack −1 (−2).",
        "GT-5.1": "GT-5.1",
        "3-4": "3-4",
        "12-Pounders": "12-Pounders",
    }
    assert {text: with_minus(text) for text in told} == told


SETS: Final = re.compile(r"(?P<selectors>[^{}]*)\{(?P<declared>[^{}]*)\}")


@pytest.mark.parametrize("slug", registered_names())
def test_no_game_hides_the_frame_of_a_card_that_can_be_chosen(slug: str) -> None:
    """A frame of its own, as for an attacking unit, is for cards without a choice: it would cover the golden one."""
    file = spec(slug).folder.joinpath("table.css")
    sheet = file.read_text("utf-8") if file.is_file() else ""
    framed = [
        rule["selectors"].strip()
        for rule in SETS.finditer(re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL))
        if re.search(r"\b(?:box-shadow|border-color)\b", rule["declared"])
    ]
    on_cards = [selector for selector in framed if re.search(r"\.card(?:$|:)", selector)]
    assert [selector for selector in on_cards if ":not(.legal)" not in selector] == []


def test_pages_write_apostrophes_as_all_other_texts_do() -> None:
    """Straight: the log, the terminal and the handbooks have no others, and one page shows texts from everywhere."""
    folder = resources.files("grognard.web").joinpath("templates")
    texts = {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".html")}
    assert [name for name, text in texts.items() if "\N{RIGHT SINGLE QUOTATION MARK}" in text] == []
