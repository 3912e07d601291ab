"""The faces of 1944: the pieces of scenes, and what the cards of Company Commander show and say."""

from __future__ import annotations

import gzip
from typing import Any, Final

import msgspec
import pytest

from grognard.art.faces import Face, faces
from grognard.art.figures import Figure
from grognard.art.modern.battlefield import PIECES, Battlefield
from grognard.registry import spec

SLUG: Final = "company-commander"
LARGEST: Final = 4096
LONGEST_LINE: Final = 32
LONGEST_HISTORY: Final = 110
FACES: Final = faces(spec(SLUG))


def _key(face: Face) -> str:
    return face.key


@pytest.mark.parametrize("face", FACES, ids=_key)
def test_a_face_is_small_and_its_texts_fit(face: Face) -> None:
    assert len(gzip.compress(face.svg().encode())) <= LARGEST
    assert 0 < len(face.line) <= LONGEST_LINE
    assert 0 < len(face.history) < LONGEST_HISTORY


def test_no_two_cards_share_a_figure() -> None:
    assert len({face.svg() for face in FACES}) == len(FACES)


@pytest.mark.parametrize(
    "piece", ["palm 50 94", "hedge 50", "hedge 50 94 1 0 9", "hedge left 94", "french/kneel/garand 50 94",
              "german/fly/kar98k 50 94", "german/kneel 50 94", "german/kneel/kar98k/wings 50 94"],
)  # fmt: skip
def test_a_piece_that_does_not_exist_is_refused(piece: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        _read({"draw": "battlefield", "pieces": [piece]})


@pytest.mark.parametrize("name", sorted(PIECES))
def test_every_piece_has_a_place_in_a_battlefield(name: str) -> None:
    assert _read({"draw": "battlefield", "pieces": [f"{name} 50 94 -0.5 30"]}) == Battlefield(
        pieces=(f"{name} 50 94 -0.5 30",)
    )


@pytest.mark.parametrize(
    "man", [{"pose": "fly"}, {"pose": "kneel", "held": "bow"}, {"pose": "kneel", "hat": "crown"}, {"held": "garand"}]
)
def test_a_soldier_that_does_not_exist_is_refused(man: dict[str, str]) -> None:
    with pytest.raises(msgspec.ValidationError):
        _read({"draw": "squad", "side": "german", "men": [man]})


def test_a_coat_of_a_colour_that_does_not_exist_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        _read({"draw": "squad", "side": "german", "men": [], "coat": "plaid"})


def _read(table: dict[str, Any]) -> Any:
    return msgspec.convert(table, Figure)
