"""Every card of every game has a look that can be drawn, in every palette, and no two look the same."""

from __future__ import annotations

import gzip
import re
from typing import Final

import pytest

from grognard.art.faces import figures, looks
from grognard.art.looks import Looks
from grognard.art.palette import COLOURS, PALETTES
from grognard.game_check.drawings import LONGEST_HISTORY, LONGEST_LINE
from grognard.kernel.errors import BadInput
from grognard.registry import registered_names, spec

LIMIT: Final = 4096
PAINT: Final = re.compile(r'(?:fill|stroke|color|stop-color)="([^"]*)"')
LITERAL: Final = re.compile(r"#[0-9a-f]{6}|none")
GAMES: Final = pytest.mark.parametrize("slug", registered_names())


@GAMES
@pytest.mark.parametrize("palette", list(PALETTES))
def test_every_figure_is_small_enough_to_send(slug: str, palette: str) -> None:
    sizes = {key: len(gzip.compress(svg.encode(), mtime=0)) for key, svg in figures(slug, palette).items()}
    assert sizes
    assert not {key: size for key, size in sizes.items() if size > LIMIT}


@GAMES
@pytest.mark.parametrize("palette", list(PALETTES))
def test_figures_have_literal_colours_and_no_links(slug: str, palette: str) -> None:
    for key, svg in figures(slug, palette).items():
        paints = PAINT.findall(svg)
        assert paints, key
        assert not [paint for paint in paints if not LITERAL.fullmatch(paint)], key
        assert not re.search(r"var\(|currentColor|url\(|href|style=|<text", svg), key


@GAMES
def test_no_two_cards_look_the_same(slug: str) -> None:
    drawn: dict[str, list[str]] = {}
    for key, svg in figures(slug, "light").items():
        drawn.setdefault(svg, []).append(key)
    assert not [keys for keys in drawn.values() if len(keys) > 1]


@GAMES
def test_a_line_fits_on_a_card(slug: str) -> None:
    assert not {key: face.line for key, face in looks(slug).items() if len(face.line) > LONGEST_LINE}


@GAMES
def test_a_sentence_of_history_is_short(slug: str) -> None:
    assert not {key: face.history for key, face in looks(slug).items() if len(face.history) > LONGEST_HISTORY}


def test_the_outline_stays_dark_for_the_printer_and_all_else_becomes_a_tint() -> None:
    assert PALETTES["ink"](COLOURS["ink"]) == COLOURS["ink"]
    assert PALETTES["ink"](COLOURS["blue"]) != COLOURS["blue"]


@pytest.mark.parametrize(
    ("parts", "choices"),
    [
        ({"draw": "fot"}, "Choose from: battlefield, "),
        ({"draw": "foot", "pose": "jump"}, "Choose from: brace, kneel, "),
        ({"draw": "foot", "hat": "busby"}, "such as: "),
        ({"draw": "foot", "count": "two"}, ""),
    ],
)
def test_a_wrong_word_is_answered_with_the_right_ones(parts: dict[str, str], choices: str) -> None:
    card = spec("outpost").cards[0]
    with pytest.raises(BadInput) as refused:
        Looks({"cards": {card.name: parts}}, "ford/looks.toml").of(card)
    assert str(refused.value).startswith(f"ford/looks.toml: {card.name}: ")
    assert choices in str(refused.value)
    assert ("Choose" in str(refused.value) or "such as" in str(refused.value)) == bool(choices)
