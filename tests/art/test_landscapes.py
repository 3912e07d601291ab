"""The fields behind the cards: each game has one by day and at dusk, small and quiet, drawn alike by every process."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
from typing import Final
from xml.etree import ElementTree

import msgspec
import pytest

from grognard.art.canvas import Canvas
from grognard.art.landscapes import DEFAULT, FEATURES, TIMES, Landscape, landscape, lying
from grognard.art.palette import COLOURS, colour
from grognard.art.pieces import PIECES
from grognard.art.terrain.air import HEIGHT, LIGHTS, WIDTH
from grognard.registry import registered_names
from tests.folders import OURS

LIMIT: Final = 14_000
PACKED: Final = 4096
# Words are read from 4.5 on, and the outlines of a card's figure have 14: a field stays well below.
LOUDEST: Final = 2.5
# The tones of windows and fires at dusk.
SHINING: Final = set(LIGHTS.values())
TONE: Final = re.compile(r"#[0-9a-f]{6}")
REFERENCE: Final = re.compile(r"url\(#(\w+)\)")
PLAIN: Final[dict[str, object]] = {"sky": ("sky", "sand"), "haze": "sky"}
NUMBERS: Final = {
    "X": 400, "Y": 500, "WIDTH": 300, "HEIGHT": 80, "DEPTH": 40, "SIZE": 30, "COUNT": 5, "COLUMNS": 3, "ROWS": 2,
    "LEFT": 300, "RIGHT": 900, "NEAR": 700, "FAR": 500,
}  # fmt: skip
WRONG: Final = {
    "rige 1 2 3 4": "There is no 'rige' in a field; perhaps you mean ridge",
    "vilage 100 200": "perhaps you mean village",
    "": "There is no ''",
    "ridge 1 2 3": "needs X Y HEIGHT WIDTH",
    "ridge 1 2 3 4 5": "needs X Y HEIGHT WIDTH",
    "ridge 1 2 3 inf": "needs X Y HEIGHT WIDTH",
    "ridge 1 2 3 mauve": "needs numbers and colors",
    "ridge 1 2 3 4 red blue": "has 2 colors; ridge takes at most 1",
    "ridge 1 2 3 0": "needs a WIDTH above 0",
    "track 1 2 3 4 5 6 7": "needs X Y WIDTH X Y WIDTH, and may continue with more",
    "track 1 2 3 4 5 6 7 8 0": "needs a WIDTH above 0",
    "plot 9 3 500 400": "needs a LEFT below its RIGHT",
    "plot 3 9 400 400": "needs a FAR below its NEAR",
    "village 100": "takes no numbers, or X Y",
}
NONE: Final = "a game without a field"
GAMES: Final = pytest.mark.parametrize("slug", [*registered_names(), NONE])


def sample(name: str, *colours: str) -> str:
    """A feature somewhere in a field."""
    numbers = [NUMBERS[word] for word in FEATURES[name].numbers.split()]
    return " ".join([name, *map(str, numbers), *colours])


ALL: Final = tuple(map(sample, FEATURES))


def drawn(*land: str, palette: str = "light") -> str:
    return Landscape(sky=("sky", "sand"), haze="sky", land=land).svg(palette)


def brightness(tone: str) -> float:
    """The relative luminance of WCAG."""
    parts = (int(tone[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def field(slug: str, palette: str) -> str:
    """The field of a game, or the default."""
    return msgspec.convert(DEFAULT, Landscape).svg(palette) if slug == NONE else landscape(slug, palette)


@GAMES
@pytest.mark.parametrize("palette", TIMES)
def test_a_field_is_small_and_stands_alone(slug: str, palette: str) -> None:
    svg = field(slug, palette)
    assert len(svg) <= LIMIT
    assert len(gzip.compress(svg.encode(), mtime=0)) <= PACKED
    frame = ElementTree.fromstring(svg)
    assert frame.get("viewBox") == f"0 0 {WIDTH} {HEIGHT}"
    assert frame.get("preserveAspectRatio") == "xMidYMid slice"
    blends = [element.attrib["id"] for element in frame.iter() if element.tag.endswith("Gradient")]
    assert sorted(blends) == sorted(set(REFERENCE.findall(svg)))
    assert not re.search(r"var\(|currentColor|href|style=|<text|nan|inf|--", svg)


def brightnesses(slug: str, palette: str) -> list[float]:
    """The luminances of all tones of a field but its lights, the darkest first."""
    return sorted(brightness(tone) for tone in TONE.findall(field(slug, palette)) if tone not in SHINING)


@GAMES
def test_no_tone_of_a_field_is_loud(slug: str) -> None:
    for palette in TIMES:
        tones = brightnesses(slug, palette)
        middle = tones[len(tones) // 2]
        assert (tones[-1] + 0.05) / (middle + 0.05) < LOUDEST, palette
        assert (middle + 0.05) / (tones[0] + 0.05) < LOUDEST, palette


@GAMES
def test_it_is_darker_at_dusk(slug: str) -> None:
    dusk, day = brightnesses(slug, "dark"), brightnesses(slug, "light")
    assert dusk[len(dusk) // 2] < 0.4 * day[len(day) // 2]
    assert dusk[-1] < day[-1]


@pytest.mark.parametrize("slug", [*OURS, NONE])
def test_there_are_lights_at_dusk_and_none_by_day(slug: str) -> None:
    assert SHINING & set(TONE.findall(field(slug, "dark")))
    assert not SHINING & set(TONE.findall(field(slug, "light")))


def test_every_process_draws_the_same() -> None:
    """Browsers ask any process for a file of the release, so none may depend on the order of a set."""
    landscape = f"Landscape(sky=('sky', 'sand'), haze='sky', land={ALL})"
    code = f"from grognard.art.landscapes import Landscape; print({landscape}.svg('dark'))"
    other = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": "7"}, capture_output=True, check=True
    )
    assert other.stdout.decode().strip() == drawn(*ALL, palette="dark")


@pytest.mark.parametrize("text", list(WRONG))
def test_land_that_cannot_be_drawn_is_named_when_the_table_is_read(text: str) -> None:
    with pytest.raises(msgspec.ValidationError) as refused:
        msgspec.convert({**PLAIN, "land": [text]}, Landscape)
    assert WRONG[text] in str(refused.value)


@pytest.mark.parametrize("wrong", [{"haze": "mauve"}, {"horizon": 900}, {"meet": 100}], ids=str)
def test_a_field_that_cannot_be_seen_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**PLAIN, "land": [], **wrong}, Landscape)


def test_no_feature_has_the_name_of_a_piece() -> None:
    assert not FEATURES.keys() & PIECES.keys()


@pytest.mark.parametrize("name", list(FEATURES))
def test_a_feature_takes_its_colours(name: str) -> None:
    colours = FEATURES[name].colours
    assert drawn(sample(name)) == drawn(sample(name, *colours))
    for place in range(len(colours)):
        other = [*colours[:place], "violet*0.9", *colours[place + 1 :]]
        assert drawn(sample(name, *other)) != drawn(sample(name)), f"colour {place + 1} of {name} changes nothing"


def test_a_way_goes_on_as_long_as_it_likes() -> None:
    assert lying("track 1 2 3 4 5 6 7 8 9").numbers == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert drawn("track 800 300 10 820 500 20 700 900 60") != drawn("track 800 300 10 700 900 60")


def test_the_far_fades_and_nothing_has_an_outline() -> None:
    """The same house far off is nearer to the haze than close by, and none has the ink of a card's figure."""
    near, far = drawn("house 800 900"), drawn("house 800 200")
    wall = colour("white", "light")
    assert wall in near
    assert wall not in far
    canvas = Canvas()
    PIECES["house"].paint(canvas, *PIECES["house"].colours)
    assert COLOURS["ink"] in canvas.svg()
    assert COLOURS["ink"] not in near
