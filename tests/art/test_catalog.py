"""The page with everything that `looks.toml` can draw."""

from __future__ import annotations

import re
from collections import Counter
from typing import get_args

import msgspec
import pytest

from grognard.art.backs import PATTERNS
from grognard.art.catalog import _groups, catalog
from grognard.art.figures import Figure
from grognard.art.landscapes import FEATURES
from grognard.art.modern.battlefield import PIECES as BATTLEFIELD
from grognard.art.modern.squad import Man
from grognard.art.palette import COLOURS, TINTS
from grognard.art.pieces import PIECES


@pytest.fixture(scope="module")
def captions() -> set[str]:
    """The first word of each caption."""
    return set(re.findall(r"<figcaption>([^\s<]+)", catalog()))


def test_everything_has_its_word(captions: set[str]) -> None:
    for words in (COLOURS, TINTS, PIECES, BATTLEFIELD, PATTERNS, FEATURES):
        assert words.keys() <= captions


@pytest.mark.parametrize("kind", [*get_args(Figure), Man], ids=lambda kind: str(kind.__name__))
def test_every_line_with_words_shows_them_all(kind: type[msgspec.Struct], captions: set[str]) -> None:
    found = msgspec.inspect.type_info(kind)
    assert isinstance(found, msgspec.inspect.StructType)
    words = {str(word) for field in found.fields for word in _words(field.type) if word and field.name != "side"}
    assert words <= captions


def _words(kind: msgspec.inspect.Type) -> list[object]:
    match kind:
        case msgspec.inspect.LiteralType(values=values):
            return list(values)
        case msgspec.inspect.UnionType(types=types):
            return [word for each in types for word in _words(each)]
        case msgspec.inspect.VarTupleType(item_type=item):
            return _words(item)
    return []


def test_no_two_words_of_a_line_show_the_same_picture() -> None:
    alike = {}
    for group in _groups():
        pictures = Counter(sample.picture for sample in group.samples if sample.picture)
        same = [sample.word for sample in group.samples if pictures[sample.picture] > 1]
        if same:
            alike[group.title] = same
    # On foot, a dolman is a jacket; a pike is drawn as a lance.
    assert alike == {"cut": ["dolman", "jacket"], "weapon": ["lance", "pike"]}
