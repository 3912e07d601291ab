"""Renders pages from templates. A game may bring `table.html`, the layout of its zones; else `_plain.html` is used."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Final

from jinja2 import ChoiceLoader, FunctionLoader, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup

from grognard.bots import in_words
from grognard.kernel.content.wording import capitalized, games, plural, roughly, unusual
from grognard.kernel.errors import NotFound
from grognard.registry import spec
from grognard.web import assets
from grognard.web.fragment_cache import (
    FragmentCache,
    figure,
    figure_of,
    like_of,
    look_of,
    names,
    portrait_of,
    poster_of,
    symbol,
    type_symbol,
    unnumbered,
    whole_name,
    with_minus,
    word_class,
)
from grognard.web.navigation import NAME, PLACES
from grognard.web.sides import ranks_of, side_of
from grognard.web.table_model import TableModel
from grognard.web.templating import Templates
from grognard.web.theme import THEME


def _layout(name: str) -> str | None:
    """Returns the source of `games/<slug>/table.html`; None if the game has none."""
    match name.split("/"):
        case ["games", slug, "table.html"]:
            try:
                layout = resources.files(spec(slug).package).joinpath("table.html")
            except NotFound:
                return None
            return layout.read_text(encoding="utf-8") if layout.is_file() else None
    return None


@cache
def has_layout(slug: str) -> bool:
    """Returns whether a game lays out its zones itself."""
    return _layout(f"games/{slug}/table.html") is not None


ENVIRONMENT: Final = Templates(
    loader=ChoiceLoader([PackageLoader("grognard.web"), FunctionLoader(_layout)]),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    auto_reload=False,
)


def _aligned(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
    """Renders a table cell. Its alignment becomes a class, since pages allow no inline style."""
    style = str(tokens[index].attrs.pop("style", ""))
    if style:
        tokens[index].attrSet("class", style.rpartition(":")[2])
    return renderer.renderToken(tokens, index, options, env)


# The handbooks are our own, but no HTML passes through anyway.
_MARKDOWN: Final = MarkdownIt("commonmark", {"html": False}).enable("table")
for _cell in ("th_open", "td_open"):
    _MARKDOWN.add_render_rule(_cell, _aligned)
_KEPT: Final = FragmentCache(ENVIRONMENT)
ENVIRONMENT.globals |= {
    "asset": assets.address,
    "game_asset": assets.of_game,
    "has_layout": has_layout,
    "side_of": side_of,
    "ranks_of": ranks_of,
    "modules": assets.modules,
    "release": assets.release,
    "preloaded_fonts": assets.preloaded_fonts,
    "PLACES": PLACES,
    "NAME": NAME,
    "THEME": THEME,
    "names": names,
    "like_of": like_of,
    "look_of": look_of,
    "symbol": symbol,
    "type_symbol": type_symbol,
    "card_face": _KEPT.face,
    "figure": figure,
    "figure_of": figure_of,
    "portrait_of": portrait_of,
    "poster_of": poster_of,
    "plain_face": _KEPT.plain_face,
    "kept_card": _KEPT.card,
    "log_lines": _KEPT.log_lines,
    "news_lines": _KEPT.news_lines,
}
ENVIRONMENT.filters["level"] = in_words
ENVIRONMENT.filters["word_class"] = word_class
ENVIRONMENT.filters["whole"] = whole_name
ENVIRONMENT.filters["unnumbered"] = unnumbered
ENVIRONMENT.filters["minus"] = with_minus
ENVIRONMENT.filters |= {"capitalized": capitalized, "games": games, "roughly": roughly, "unusual": unusual}
ENVIRONMENT.filters["things"] = lambda thing, number: plural(number, thing)
ENVIRONMENT.filters["markdown"] = lambda text: Markup(_MARKDOWN.render(text))


def render(template: str, **context: object) -> str:
    """Renders a template from the `templates` folder."""
    return ENVIRONMENT.get_template(template).render(context)


def table_fragment(picture: TableModel) -> str:
    """Renders only the table, as pages include it and events send it."""
    return render("_table.html" if picture.hand_over is None else "_handover.html", p=picture)
