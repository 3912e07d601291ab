"""Scenes and backs: what a table of looks may say, and what it answers to what it may not."""

from __future__ import annotations

import msgspec
import pytest

from grognard.art.backs import Back, backs, read_backs
from grognard.art.canvas import Canvas
from grognard.art.faces import faces
from grognard.art.palette import PALETTES
from grognard.art.pieces import PIECES, arms, emblems, kit, land, maps, men, places, signs
from grognard.art.scene import Scene, placed
from grognard.kernel.errors import BadInput
from grognard.registry import registered_names, spec

MODULES = (arms, emblems, kit, land, maps, men, places, signs)
WRONG = {
    "hils": "There is no piece 'hils'; perhaps you mean hills",
    "": "There is no piece ''",
    "hills 10": "takes no numbers, or X Y",
    "hills 1 2 3 4 5": "takes no numbers, or X Y",
    "hills 10 20 1 0 mauve": "mauve is not a color",
    "sun 10 20 1 0 red blue": "has 2 colors; sun takes at most 1",
}


def drawn(*pieces: str, palette: str = "light") -> str:
    canvas = Canvas(palette)
    Scene(pieces=pieces).draw(canvas)
    return canvas.svg()


@pytest.mark.parametrize("text", list(WRONG))
def test_a_piece_that_cannot_be_drawn_is_named_when_the_table_is_read(text: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert({"draw": "scene", "pieces": [text]}, Scene)
    assert WRONG[text] in str(refused.value)


def test_a_piece_lies_at_home_or_where_the_scene_says() -> None:
    at_home, moved = placed("hills"), placed("hills 10 20.5 2 -30 red mirror")
    assert (at_home.x, at_home.y, at_home.scale, at_home.turn, at_home.mirror) == (50, 94, 1, 0, False)
    assert (moved.x, moved.y, moved.scale, moved.turn, moved.mirror) == (10, 20.5, 2, -30, True)
    assert moved.colours == ("red", PIECES["hills"].colours[1])


@pytest.mark.parametrize("name", sorted(PIECES))
def test_a_piece_takes_its_colours_with_and_without_shades(name: str) -> None:
    colours = PIECES[name].colours
    assert drawn(name) == drawn(" ".join([name, *colours]))
    for place in range(len(colours)):
        other = [*colours[:place], "violet*0.9", *colours[place + 1 :]]
        assert drawn(" ".join([name, *other])) != drawn(name), f"colour {place + 1} of {name} changes nothing"


def test_no_two_modules_call_a_piece_by_the_same_name() -> None:
    names = [name for module in MODULES for name in module.PIECES]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("slug", registered_names())
def test_every_deck_has_a_back_of_its_own(slug: str) -> None:
    game = spec(slug)
    drawings = {deck: back.svg() for deck, back in backs(game).items()}
    assert set(drawings) == {face.deck for face in faces(game)}
    assert len(set(drawings.values())) == len(drawings)


@pytest.mark.parametrize("palette", list(PALETTES))
def test_a_back_is_as_high_as_a_card_in_each_palette(palette: str) -> None:
    back = Back(pattern="dots", field="blue", thread="brass", emblem=("eagle",))
    assert 'viewBox="0 0 63 88"' in back.svg(palette)


def test_a_missing_back_is_named() -> None:
    with pytest.raises(BadInput, match=r"fusillade/looks\.toml has no back for the deck reserve"):
        read_backs(spec("fusillade").folder, ("common", "reserve"))
